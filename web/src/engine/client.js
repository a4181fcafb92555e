// The engine from the page's side: a worker made when it is first needed, calls
// as promises, and an end to whatever takes too long.

import workerSource from "worker:source";
import { FULL_NET, fullNet, needsFullNet } from "./full-network.js";

export class Stopped extends Error {}

export function engineIsPossible() {
  return typeof WebAssembly === "object" && typeof Worker === "function" && typeof DecompressionStream === "function";
}

export class Engine {
  #worker = null;
  #loaded = false; // the worker has been sent its engine
  #waiting = new Map();
  #count = 0;
  #hasFullNet = false; // this very worker

  /** Makes the worker, which takes a moment to begin. */
  prepare() {
    if (!engineIsPossible())
      throw new Error("This browser has no WebAssembly, or is too old for this page: you can play, but the engine cannot help.");
    const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      if (data.error) waiting.reject(new Error(data.error.message));
      else waiting.resolve(data.answer);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.stop("The engine could not be started in this browser.");
    };
  }

  #start() {
    const packed = document.getElementById("engine"); // last in the file
    if (!packed) throw new Error("The engine is not there yet.");
    if (!this.#worker) this.prepare();
    this.#loaded = true;
    this.#worker.postMessage({ id: 0, name: "load", args: [packed.textContent] });
  }

  /** Calls a function of the package's engine; rejects with a sentence. `limit`: seconds until it is given up. */
  call(name, args = [], limit = 0) {
    return new Promise((resolve, reject) => {
      if (!this.#loaded) this.#start();
      const id = ++this.#count;
      const timer = limit
        ? setTimeout(() => this.stop(`Nothing was found within ${limit} seconds.`), limit * 1000)
        : 0;
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, name, args });
    });
  }

  /** Ends the worker; calls under way are rejected, the next call starts anew. */
  stop(reason = null) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#loaded = false;
    this.#hasFullNet = false;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(reason ? new Error(reason) : new Stopped("stopped"));
    }
    this.#waiting.clear();
  }

  get busy() { return this.#waiting.size > 0; }

  /** A call for a player, which may need a network that the worker does not have yet. */
  async #callFor(name, spec, board, options) {
    if (needsFullNet(spec) && !this.#hasFullNet) {
      const bytes = await fullNet();
      if (!this.#hasFullNet) await this.call("addNetwork", [FULL_NET, bytes]);
      this.#hasFullNet = true;
    }
    return this.call(name, [board, { player: spec, ...options }]);
  }

  // --- the calls by name ---
  catalogue() { return this.call("catalogue"); }
  advise(spec, { rows, cols, fours, levels }, seed = "1") {
    return this.#callFor("advise", spec, { rows, cols, levels }, { fours, seed });
  }
  play(spec, { rows, cols, levels, fours, seed, generatorBytes: generator }, { most, seconds }) {
    return this.#callFor("play", spec, { rows, cols, levels }, { fours, seed, generator, moves: most, seconds });
  }
  /** More moves, from where the last play or playOn ends. */
  playOn(spec, { most, seconds }) { return this.call("playOn", [{ player: spec, moves: most, seconds }]); }
  results(games) { return this.call("results", [games]); }
  saveRecord(game, who) {
    const { rows, cols, fours, seed, start } = game;
    return this.call("record", [{ rows, cols, fours, seed, start, moves: game.moves(), player: who }]);
  }
  loadRecord(text) { return this.call("replay", [text]); }
  readPuzzle(text) { return this.call("readPuzzle", [text]); }
  solvePuzzle(tiles, rows, cols, seconds) {
    return this.call("solve", [tiles, { size: `${rows}x${cols}`, seconds }], 2 * seconds + 20);
  }
}
