// A board of 2048 on the screen. Tiles are elements placed by their row and
// column; the style does the sliding. A merged or new tile waits, unseen, until
// the slide is over, so one pass over the board is all a move needs.

import { h, reducedMotion } from "./dom.js";

function tileElement(level) {
  const face = h("div.face", {});
  const element = h("div.tile", {}, face);
  setLevel(element, level);
  return element;
}

function setLevel(element, level) {
  if (element.level === level) return;
  element.level = level;
  const text = String(2 ** level);
  element.firstChild.textContent = text;
  element.dataset.level = level > 17 ? "more" : level;
  element.dataset.digits = Math.min(text.length, 7);
}

function setCell(element, cell, cols) {
  if (element.cell === cell) return;
  element.cell = cell;
  element.style.setProperty("--r", Math.floor(cell / cols));
  element.style.setProperty("--c", cell % cols);
}

export class BoardView {
  #cells = []; // the element on each cell, or null
  #leaving = []; // elements that slide under a merged tile

  constructor(element) {
    this.element = element;
    this.layer = h("div.tiles", {});
    this.hint = h("div.hint-arrow", { hidden: true });
    element.classList.add("board");
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", "Board");
  }

  /** An empty board of this shape. */
  shape(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.#cells = Array(rows * cols).fill(null);
    this.#leaving = [];
    this.element.style.setProperty("--rows", rows);
    this.element.style.setProperty("--cols", cols);
    this.layer.replaceChildren();
    this.element.replaceChildren(
      h("div.cells", {}, ...Array.from({ length: rows * cols }, () => h("div.cell"))),
      this.layer,
      this.hint,
    );
  }

  #settle() {
    for (const element of this.#leaving) element.remove();
    this.#leaving = [];
  }

  /** Shows a position at once. */
  show(levels) {
    this.#settle();
    this.showHint(null);
    levels.forEach((level, cell) => {
      let element = this.#cells[cell];
      if (!level) {
        element?.remove();
        this.#cells[cell] = null;
        return;
      }
      if (!element) {
        element = tileElement(level);
        this.#cells[cell] = element;
        this.layer.append(element);
      }
      element.classList.remove("merged", "appeared");
      setLevel(element, level);
      setCell(element, cell, this.cols);
    });
    this.#describe(levels);
  }

  /** Shows a move: tiles slide, merge and appear. */
  slide({ tracks, appeared }, levels) {
    if (reducedMotion()) return this.show(levels);
    this.#settle();
    this.showHint(null);
    const next = Array(this.#cells.length).fill(null);
    const merges = new Set(tracks.filter((track) => track.merged).map((track) => track.to));
    for (const { from, to } of tracks) {
      const element = this.#cells[from];
      if (!element) return this.show(levels);
      element.classList.remove("merged", "appeared");
      setCell(element, to, this.cols);
      if (merges.has(to)) this.#leaving.push(element);
      else next[to] = element;
    }
    for (const to of merges) next[to] = this.#add(to, levels[to], "merged");
    next[appeared.cell] = this.#add(appeared.cell, appeared.level, "appeared");
    this.#cells = next;
    const leaving = this.#leaving;
    setTimeout(() => leaving.forEach((element) => element.remove()), 300);
    this.#describe(levels);
  }

  #add(cell, level, kind) {
    const element = tileElement(level);
    element.classList.add(kind);
    setCell(element, cell, this.cols);
    this.layer.append(element);
    return element;
  }

  /** Points in a direction, or nowhere. */
  showHint(direction) {
    const hidden = !direction;
    if (this.hint.hidden !== hidden) this.hint.hidden = hidden;
    if (direction) this.hint.dataset.direction = direction;
  }

  /** The board in words, written when it has been still for a moment. */
  #describe(levels) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const rows = [];
      for (let r = 0; r < this.rows; r++)
        rows.push([...levels.slice(r * this.cols, (r + 1) * this.cols)]
          .map((level) => (level ? 2 ** level : "empty")).join(", "));
      this.element.setAttribute("aria-label", `Board. ${rows.map((row, i) => `Row ${i + 1}: ${row}`).join(". ")}.`);
    }, 150);
  }
}
