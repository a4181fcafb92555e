// The sliding puzzle on the screen: tiles are buttons that can be clicked, or
// dragged towards the gap.

import { h } from "../view/dom.js";

export class PuzzleView {
  #tiles = new Map();

  /** hooks: press(cell), the cell whose tile shall move */
  constructor(element, hooks) {
    this.element = element;
    this.hooks = hooks;
    this.layer = h("div.tiles", { role: "group" });
    element.classList.add("board", "puzzle");
  }

  shape(puzzle) {
    const { rows, cols } = puzzle;
    this.puzzle = puzzle;
    this.element.style.setProperty("--rows", rows);
    this.element.style.setProperty("--cols", cols);
    this.#tiles.clear();
    this.layer.replaceChildren();
    for (let number = 1; number < rows * cols; number++) {
      const face = h("div.face", {}, String(number));
      const tile = h("button.tile", { type: "button" }, face);
      this.#tiles.set(number, tile);
      this.#drag(tile, number);
      this.layer.append(tile);
    }
    this.element.replaceChildren(h("div.cells", {}, ...Array.from({ length: rows * cols }, () => h("div.cell"))), this.layer);
    this.draw();
    this.paint();
  }

  draw() {
    const { tiles, cols, solved } = this.puzzle;
    tiles.forEach((number, cell) => {
      if (!number) return;
      const tile = this.#tiles.get(number);
      tile.style.setProperty("--r", Math.floor(cell / cols));
      tile.style.setProperty("--c", cell % cols);
      tile.classList.toggle("home", number === cell + 1);
      tile.setAttribute("aria-label", `${number}, row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`);
    });
    const row = (r) => tiles.slice(r * cols, (r + 1) * cols).map((number) => number || "gap").join(", ");
    this.layer.ariaLabel = `Puzzle board. ${Array.from({ length: tiles.length / cols }, (_, r) => `Row ${r + 1}: ${row(r)}`).join(". ")}.`;
    this.element.classList.toggle("solved", solved);
    this.hint(0);
  }

  hint(number) {
    for (const [at, tile] of this.#tiles) tile.classList.toggle("hinted", at === number);
  }

  /** A picture's URL for the tiles, or null for numbers only. */
  picture(url) {
    this.url = url;
    this.paint();
  }

  paint() {
    const { rows, cols } = this.puzzle;
    this.element.classList.toggle("pictured", Boolean(this.url));
    for (const [number, tile] of this.#tiles) {
      const face = tile.firstChild;
      face.style.backgroundImage = this.url ? `url("${this.url}")` : "";
      const at = number - 1;
      face.style.backgroundPosition = this.url
        ? `${((at % cols) / (cols - 1)) * 100}% ${(Math.floor(at / cols) / (rows - 1)) * 100}%` : "";
    }
  }

  /** A tile next to the gap follows the pointer; let go past a third, it moves. */
  #drag(tile, number) {
    let from = null;
    const put = (x, y) => {
      tile.style.setProperty("--dx", `${x}px`);
      tile.style.setProperty("--dy", `${y}px`);
    };
    const axis = () => {
      const pushes = this.puzzle.pushes(this.puzzle.tiles.indexOf(number));
      return pushes.length === 1 ? { U: [0, 1], D: [0, -1], L: [1, 0], R: [-1, 0] }[pushes] : null;
    };
    tile.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, axis: axis(), side: tile.offsetWidth, shift: 0 };
      tile.setPointerCapture(event.pointerId);
    });
    tile.addEventListener("pointermove", (event) => {
      if (!from?.axis) return;
      const along = (event.clientX - from.x) * from.axis[0] + (event.clientY - from.y) * from.axis[1];
      from.shift = Math.max(0, Math.min(from.side * 1.1, along));
      if (from.shift > 4) tile.classList.add("held");
      put(from.shift * from.axis[0], from.shift * from.axis[1]);
    });
    const end = (event) => {
      if (!from) return;
      const { shift, side } = from;
      from = null;
      tile.classList.remove("held");
      put(0, 0);
      if (event.type === "pointercancel") return;
      tile.justDragged = shift > 4;
      if (shift > side / 3) this.hooks.press(this.puzzle.tiles.indexOf(number));
    };
    tile.addEventListener("pointerup", end);
    tile.addEventListener("pointercancel", end);
    tile.addEventListener("click", () => {
      if (!tile.justDragged) this.hooks.press(this.puzzle.tiles.indexOf(number));
      tile.justDragged = false;
    });
  }
}
