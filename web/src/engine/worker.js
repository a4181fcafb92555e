// A worker with one engine: the first message brings the engine as base64, every
// other one a call {id, name, args}; the answer is {id, answer} or {id, error}.

import { bytesFromBase64, openEngine } from "./wasm.js";

let ready = null;

self.onmessage = async ({ data }) => {
  if (data.engine) {
    ready = openEngine(bytesFromBase64(data.engine));
    ready.catch(() => {});
    return;
  }
  const { id, name, args } = data;
  try {
    const call = await ready;
    self.postMessage({ id, answer: call(name, ...args) });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
};
