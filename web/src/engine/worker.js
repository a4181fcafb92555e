// A worker with one engine: the first message brings the engine, gzipped, as base64,
// every other one a call {id, name, args}; the answer is {id, answer} or {id, error}.

import { bytesFromBase64, openEngine } from "./wasm.js";

let ready = null;

/**
 * Unpacks by a stream made from bytes: WebKit cannot read a Blob in a worker of an
 * opaque origin, which is what a page opened from a file has.
 */
async function unpacked(base64) {
  const packed = new ReadableStream({
    start(controller) {
      controller.enqueue(bytesFromBase64(base64));
      controller.close();
    },
  });
  const parts = [];
  let length = 0;
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
  }
  const bytes = new Uint8Array(length);
  for (let at = 0, i = 0; i < parts.length; at += parts[i++].length) bytes.set(parts[i], at);
  return bytes;
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
