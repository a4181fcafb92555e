// A* on the screen: the same board searched with and without a sense of direction, side
// by side, one position at a time or as fast as they can be drawn.

import { grouped, h } from "../view/dom.js";
import { Astar } from "./astar.js";

/** Positions after which a search is given up: they are kept in the browser's memory. */
const MOST = 250_000;
const A_FRAME = 1500;
const ARROWS = { U: "↓", D: "↑", L: "→", R: "←" };

function boardOf(tiles, rows, cols, label) {
  const board = h("div.small-board", { role: "img", ariaLabel: label },
    ...Array.from(tiles, (tile, i) => h(tile ? `span${tile === i + 1 ? ".home" : ""}` : "span.gap", {}, tile ? String(tile) : "")));
  board.style.setProperty("--cols", cols);
  board.style.setProperty("--rows", rows);
  return board;
}

class Side {
  constructor(title, informed) {
    this.informed = informed;
    this.count = h("b", {}, "0");
    this.body = h("div", {});
    this.element = h("div.astar-side", {}, h("h3", {}, title), h("p", {}, "opened: ", this.count), this.body);
  }

  begin({ tiles, rows, cols }) {
    this.search = new Astar(tiles, rows, cols, this.informed);
    this.draw();
  }

  get gaveUp() { return !this.search.solved && this.search.opened >= MOST; }
  get done() { return this.search.solved || this.gaveUp; }

  draw() {
    const { search } = this;
    this.count.textContent = grouped(search.opened);
    const { current } = search;
    if (!current) {
      this.body.replaceChildren(h("p.quiet", {}, "Nothing has been opened yet."));
      return;
    }
    const parts = [boardOf(current.tiles, search.rows, search.cols, `The position opened last: ${current.tiles.join(" ")}`)];
    parts.push(h("p.quiet", {}, this.informed
      ? `${current.g} moves made + at least ${current.h} to go = ${current.g + current.h}`
      : `${current.g} moves made; how far it still is, it does not ask`));
    if (search.solved) parts.push(h("p", {}, h("b", {}, `Found: ${search.way.length} moves. `), [...search.way].map((move) => ARROWS[move]).join(" ")));
    else if (this.gaveUp) parts.push(h("p", {}, h("b", {}, `Given up after ${grouped(MOST)} positions.`)));
    else parts.push(h("p.quiet", {}, `${grouped(search.waiting)} wait; next: ${search.waiting > 5000 ? "…" : search.next(4).map((p) => `${p.g}+${p.h}`).join(", ")}`));
    this.body.replaceChildren(...parts);
  }
}

export class AstarCard {
  #running = false;
  #board = "";

  /** hooks: puzzle(), the board to search from */
  constructor(element, hooks) {
    this.hooks = hooks;
    this.sides = [new Side("With distance to the goal", true), new Side("Without", false)];
    this.run = h("button.primary", { onclick: () => this.#toggle() }, "Run both");
    this.verdict = h("p", { role: "status" });
    element.replaceChildren(
      h("p.quiet", {}, "A* keeps a list of positions it has reached and opens the most promising one: the one with the fewest moves made plus moves surely still needed. Each tile must at least go to its own place; that sum is its sense of direction."),
      h("div.row", {}, h("button", { onclick: () => this.#step(1) }, "Open one"), h("button", { onclick: () => this.#step(25) }, "Open 25"), this.run,
        h("button", { onclick: () => this.#begin() }, "Again")),
      h("div.astar", {}, ...this.sides.map((side) => side.element)), this.verdict);
  }

  /** The board changed: what was searched belongs to another one. */
  refresh() {
    const { tiles, rows, cols } = this.hooks.puzzle();
    const board = `${rows}x${cols} ${tiles}`;
    if (board === this.#board) return;
    this.#board = board;
    this.#begin();
  }

  #begin() {
    this.#running = false;
    this.run.textContent = "Run both";
    this.verdict.textContent = "";
    for (const side of this.sides) side.begin(this.hooks.puzzle());
  }

  #step(count) {
    for (const side of this.sides) {
      for (let i = 0; i < count && !side.done; i++) side.search.step();
      side.draw();
    }
    this.#conclude();
  }

  async #toggle() {
    this.#running = !this.#running;
    this.run.textContent = this.#running ? "Stop" : "Run both";
    while (this.#running && !this.sides.every((side) => side.done)) {
      this.#step(A_FRAME);
      await new Promise((done) => setTimeout(done, 0));
    }
    this.#running = false;
    this.run.textContent = "Run both";
  }

  #conclude() {
    const [informed, blind] = this.sides;
    if (!informed.done || !blind.done) return;
    if (informed.gaveUp) this.verdict.textContent = "This board is too far from home for this small search. The solver has better ways; try a board of 3 × 3.";
    else if (blind.gaveUp) this.verdict.textContent = `With the distance ${grouped(informed.search.opened)} positions were enough; without it not even ${grouped(MOST)}.`;
    else this.verdict.textContent = `The same ${informed.search.way.length} moves: ${grouped(informed.search.opened)} positions with the distance, ${grouped(blind.search.opened)} without.`;
  }
}
