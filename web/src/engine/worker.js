// A worker with one engine: the first message brings the engine, gzipped, as base64,
// every other one a call {id, name, args}; the answer is {id, answer} or {id, error}.

import { bytesFromBase64, openEngine } from "./wasm.js";

let ready = null;

async function unpacked(base64) {
  const stream = new Blob([bytesFromBase64(base64)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

self.onmessage = async ({ data }) => {
  if (data.engine) {
    ready = unpacked(data.engine).then(openEngine);
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
