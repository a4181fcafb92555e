// What an engine can do, over the bytes of laatta.wasm: the functions of this package, and
// what the page of laatta calls in its worker. Described in index.d.ts.
import { asGames, asLevels, asPuzzle, sides } from "./boards.js";
import { openEngine } from "./wasm.js";

/** @param {BufferSource} bytes */
export async function engineFrom(bytes) {
  const call = await openEngine(bytes);
  const { version, players, evals } = call("catalogue");
  return {
    version,
    players,
    evals,
    catalogue: () => ({ version, players, evals }),
    advise(board, { player = "expectimax", size = undefined, fours = 0.1, seed = 1 } = {}) {
      const { rows, cols, levels } = asLevels(board, size);
      const { best, values, unit, nodes, seconds, line, terms } = call("advise", player, rows, cols, fours, String(seed), levels);
      return { best: best ?? null, values, unit, nodes, seconds, line, terms };
    },
    play(board, { player = "expectimax", size = undefined, fours = 0.1, seed = 1, generator = null, moves = 4096, seconds = Infinity } = {}) {
      const { rows, cols, levels } = asLevels(board, size);
      return call("play", player, rows, cols, fours, String(seed), levels, generator, moves, seconds, 0);
    },
    playOn({ player = "expectimax", moves = 4096, seconds = Infinity } = {}) {
      return call("play_on", player, moves, seconds, 0);
    },
    sim({ player = "expectimax", games = 100, size = "4x4", fours = 0.1, seed = 1, first = 0 } = {}) {
      const { rows, cols } = sides(size);
      if (!Number.isInteger(games) || games < 1 || games > 1e8) throw new RangeError(`${games} games cannot be played; it is 1 to 100000000`);
      return call("sim", player, rows, cols, fours, String(seed), String(first), games);
    },
    results(games) {
      return call("results", asGames(games), games.length);
    },
    solve(board, { size = undefined, solver = "auto", seconds = 10 } = {}) {
      const { text, rows, cols } = asPuzzle(board, size);
      return call("puzzle_solve", text, rows, cols, solver, seconds);
    },
    readPuzzle(text, { size = undefined } = {}) {
      const { rows, cols } = size ? sides(size) : { rows: 0, cols: 0 };
      return call("puzzle_parse", String(text), rows, cols);
    },
    record({ rows, cols, fours = 0.1, seed, start = null, moves, player = "person" }) {
      return call("record_save", rows, cols, fours, String(seed), start && Uint8Array.from(start), moves, player);
    },
    replay(record) {
      return call("record_load", String(record));
    },
    addNetwork(name, bytes) {
      return call("net_bring", name, bytes, bytes.length);
    },
  };
}

/**
 * Inside a worker: obeys {id, name, args} and answers {id, answer} or {id, error}. The first
 * is "load", whose arguments `open` turns into an engine.
 */
export function obeying(open) {
  /** @type {Promise<any> | null} */
  let engine = null;
  return async ({ id, name, args }) => {
    try {
      if (name === "load") engine = open(...args);
      const ready = await engine;
      return { id, answer: name === "load" ? ready.catalogue() : ready[name](...args) };
    } catch (error) {
      return { id, error: { message: error.message, range: error instanceof RangeError } };
    }
  };
}
