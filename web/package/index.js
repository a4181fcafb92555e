// laatta for JavaScript: const { advise } = await load().
//
// One engine is one WebAssembly instance. Its calls return when they are done, so a page
// that must not stand still takes "laatta/worker", which has the same functions as promises.
import { engineFrom } from "./engine.js";

/** The bytes of the engine: given, fetched, or read from beside this file. */
async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (typeof Response === "function" && source instanceof Response) return source.arrayBuffer();
  const url = new URL(source ?? "./laatta.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} could not be fetched: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Loads the engine; see index.d.ts. */
export async function load(source) {
  return engineFrom(await bytesOf(source));
}
