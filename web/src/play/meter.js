// The speed of the AI: what was asked for, and what it makes of it.

import { $, grouped } from "../view/dom.js";

const EVERY_MS = 500;

export class Meter {
  #timer = 0;
  #last = null;

  /** @param {import("./autoplay.js").Autoplay} auto */
  constructor(auto, board) {
    this.auto = auto;
    this.board = board;
    $("speed").addEventListener("input", () => this.draw());
    this.draw();
  }

  /** Milliseconds between moves: 1000 at the left end, 0 at the right one. */
  get delay() {
    const value = Number($("speed").value);
    return value >= 100 ? 0 : Math.round(1000 * 10 ** (-value / 45));
  }

  #reading() {
    const { moves, nodes, seconds } = this.auto;
    return { moves, nodes, seconds, at: performance.now() };
  }

  start() {
    this.#last = this.#reading();
    this.#timer = setInterval(() => this.draw(), EVERY_MS);
  }

  stop() {
    clearInterval(this.#timer);
    this.#last = null;
    this.draw();
  }

  draw() {
    const { delay } = this;
    const wanted = delay ? `${grouped(1000 / delay, delay > 400 ? 1 : 0)} moves a second` : "as fast as it goes";
    $("speed").setAttribute("aria-valuetext", wanted);
    this.board.element.style.setProperty("--slide", `${Math.min(100, Math.max(30, delay / 2))}ms`);
    if (!this.#last) {
      $("rate").textContent = wanted;
      return;
    }
    const now = this.#reading();
    const before = this.#last;
    const rate = (now.moves - before.moves) / ((now.at - before.at) / 1000);
    const speed = (now.nodes - before.nodes) / (now.seconds - before.seconds);
    this.#last = now;
    $("rate").textContent = `${wanted} · now ${grouped(rate)} moves/s${speed > 0 ? ` · looks at ${grouped(speed)} boards/s` : ""}`;
  }
}
