// A worker with one engine of the npm package: the first message, "load", brings the
// engine, gzipped, as text; every other one is a call.

import { engineFrom, obeying } from "../../package/engine.js";
import { bytesFromSevens } from "./sevens.js";

/**
 * Unpacks by a stream made from bytes: WebKit cannot read a Blob in a worker of an
 * opaque origin, which is what a page opened from a file has.
 */
async function unpacked(text) {
  const packed = new ReadableStream({
    start(controller) {
      controller.enqueue(bytesFromSevens(text));
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

const obey = obeying(async (text) => engineFrom(await unpacked(text)));

self.onmessage = async ({ data }) => self.postMessage(await obey(data));
