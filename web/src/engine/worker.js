// A worker with one engine of the npm package: the first message, "load", brings the
// engine, gzipped, as base64; every other one is a call.

import { engineFrom, obeying } from "../../package/engine.js";

/** Decodes base64 with a plain loop: quick, and without a copy per character. */
function bytesFromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

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

const obey = obeying(async (base64) => engineFrom(await unpacked(base64)));

self.onmessage = async ({ data }) => self.postMessage(await obey(data));
