// A* on a sliding puzzle, one position at a time, for people to watch: f = g + h, the
// open list a binary heap on f, later positions first among equals. With h = 0 it looks
// in all directions alike; with the Manhattan distance it has a sense of where home is.

const MOVES = "UDLR";

function distance(tiles, cols) {
  let sum = 0;
  for (let cell = 0; cell < tiles.length; cell++) {
    const tile = tiles[cell];
    if (!tile) continue;
    const home = tile - 1;
    sum += Math.abs(Math.floor(cell / cols) - Math.floor(home / cols)) + Math.abs((cell % cols) - (home % cols));
  }
  return sum;
}

/** @typedef {{tiles: Uint8Array, gap: number, g: number, h: number, parent: Position | null, move: string, order: number}} Position */

export class Astar {
  #heap = [];
  #seen = new Map();
  #made = 0;
  opened = 0;
  /** @type {Position | null} the position opened last */
  current = null;
  solved = false;

  /** informed: whether it may use the distance to the goal */
  constructor(tiles, rows, cols, informed) {
    this.rows = rows;
    this.cols = cols;
    this.informed = informed;
    const start = Uint8Array.from(tiles);
    this.#add(start, start.indexOf(0), 0, null, "");
  }

  get waiting() { return this.#heap.length; }
  /** The next few positions in the order in which they would be opened. */
  next(count) { return [...this.#heap].sort((a, b) => before(a, b)).slice(0, count); }

  /** The way from the start to the position opened last. */
  get way() {
    let text = "";
    for (let at = this.current; at?.parent; at = at.parent) text = at.move + text;
    return text;
  }

  #add(tiles, gap, g, parent, move) {
    const key = String.fromCharCode(...tiles);
    if ((this.#seen.get(key) ?? Infinity) <= g) return;
    this.#seen.set(key, g);
    this.#push({ tiles, gap, g, h: this.informed ? distance(tiles, this.cols) : 0, parent, move, order: this.#made++ });
  }

  #push(position) {
    const heap = this.#heap;
    let at = heap.push(position) - 1;
    while (at > 0 && before(heap[at], heap[(at - 1) >> 1]) < 0) {
      [heap[at], heap[(at - 1) >> 1]] = [heap[(at - 1) >> 1], heap[at]];
      at = (at - 1) >> 1;
    }
  }

  #pop() {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!heap.length) return top;
    heap[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && before(heap[child], heap[least]) < 0) least = child;
      if (least === at) return top;
      [heap[at], heap[least]] = [heap[least], heap[at]];
      at = least;
    }
  }

  /** Opens one position; false when it was solved already. */
  step() {
    if (this.solved || !this.#heap.length) return false;
    let position = this.#pop();
    // A shorter way to it was found after it was put there.
    while (this.#heap.length && this.#seen.get(String.fromCharCode(...position.tiles)) < position.g) position = this.#pop();
    this.current = position;
    this.opened++;
    const { tiles, gap, g } = position;
    if (tiles.every((tile, i) => tile === (i + 1) % tiles.length)) {
      this.solved = true;
      return true;
    }
    const row = Math.floor(gap / this.cols);
    const col = gap % this.cols;
    const targets = [row > 0 ? gap - this.cols : -1, row + 1 < this.rows ? gap + this.cols : -1, col > 0 ? gap - 1 : -1, col + 1 < this.cols ? gap + 1 : -1];
    targets.forEach((to, i) => {
      if (to < 0) return;
      const next = tiles.slice();
      next[gap] = next[to];
      next[to] = 0;
      this.#add(next, to, g + 1, position, MOVES[i]);
    });
    return true;
  }
}

/** Least f first; of equal ones the one nearest the goal, then the latest. */
function before(a, b) {
  return a.g + a.h - (b.g + b.h) || a.h - b.h || b.order - a.order;
}
