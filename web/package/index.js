// laatta for JavaScript: const { advise } = await load().
//
// One engine is one WebAssembly instance. Its calls return when they are done, so a page
// that must not stand still takes "laatta/worker", which has the same functions as promises.
import { openEngine } from "../src/engine/wasm.js";
import { asLevels, asPuzzle } from "./boards.js";

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
  const call = await openEngine(await bytesOf(source));
  const { version, players, evals } = call("catalogue");
  return {
    version,
    players,
    evals,
    advise(board, { player = "expectimax", size, fours = 0.1, seed = 1 } = {}) {
      const { rows, cols, levels } = asLevels(board, size);
      const { best, values, unit, nodes, seconds, line, terms } = call("advise", player, rows, cols, fours, String(seed), levels);
      return { best: best ?? null, values, unit, nodes, seconds, line, terms };
    },
    solve(board, { size, solver = "auto", seconds = 10 } = {}) {
      const { text, rows, cols } = asPuzzle(board, size);
      return call("puzzle_solve", text, rows, cols, solver, seconds);
    },
    replay(record) {
      return call("record_load", String(record));
    },
  };
}
