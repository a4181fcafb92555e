// The sliding puzzle: a board of numbers with one gap, its moves and its goal.
// Moves are named, as in the engine, after the direction in which the gap goes.

export const SIDE_MIN = 2;
export const SIDE_MAX = 8;

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

export class Puzzle {
  #listeners = new Set();
  #undo = [];

  /** done: the moves that led here, so that they can be undone */
  constructor(rows, cols, tiles = null, done = "") {
    this.rows = rows;
    this.cols = cols;
    this.tiles = tiles ? [...tiles] : Puzzle.goal(rows, cols);
    this.#undo = [...done];
  }

  /** The moves made so far and not undone. */
  get done() { return this.#undo.join(""); }
  get moves() { return this.#undo.length; }

  static goal(rows, cols) {
    return Array.from({ length: rows * cols }, (_, i) => (i + 1) % (rows * cols));
  }

  get gap() { return this.tiles.indexOf(0); }
  get solved() { return this.tiles.every((tile, i) => tile === (i + 1) % this.tiles.length); }
  get canUndo() { return this.#undo.length > 0; }

  onChange(listener) { this.#listeners.add(listener); }

  /** The cell the gap would go to, or -1 at an edge. */
  target(move) {
    const { gap, rows, cols } = this;
    const row = Math.floor(gap / cols);
    const col = gap % cols;
    if (move === "U") return row > 0 ? gap - cols : -1;
    if (move === "D") return row + 1 < rows ? gap + cols : -1;
    if (move === "L") return col > 0 ? gap - 1 : -1;
    return col + 1 < cols ? gap + 1 : -1;
  }

  move(move, counted = true) {
    const to = this.target(move);
    if (to < 0) return false;
    const from = this.gap;
    [this.tiles[from], this.tiles[to]] = [this.tiles[to], 0];
    if (counted) this.#undo.push(move);
    for (const listener of this.#listeners) listener({ move, tile: this.tiles[from] });
    return true;
  }

  undo() {
    const move = this.#undo.pop();
    if (!move) return false;
    return this.move(OPPOSITE[move], false);
  }

  /** The moves that push the tiles between a cell and the gap, or "" if it is not in line. */
  pushes(cell) {
    const { gap, cols } = this;
    const rows = Math.floor(cell / cols) - Math.floor(gap / cols);
    const columns = (cell % cols) - (gap % cols);
    if (rows !== 0 && columns !== 0) return "";
    if (columns === 0) return (rows < 0 ? "U" : "D").repeat(Math.abs(rows));
    return (columns < 0 ? "L" : "R").repeat(Math.abs(columns));
  }
}

/** Uniform among the boards that can be solved. */
export function shuffled(rows, cols) {
  const tiles = Puzzle.goal(rows, cols);
  const words = crypto.getRandomValues(new Uint32Array(tiles.length));
  for (let i = tiles.length - 1; i > 0; i--) {
    const j = Math.floor((words[i] / 4294967296) * (i + 1));
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
  if (!solvable(tiles, rows, cols)) {
    const [a, b] = [0, 1, 2].filter((cell) => tiles[cell] !== 0);
    [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
  }
  return tiles;
}

/** Every move is one swap and one step of the gap: their parities must agree. */
export function solvable(tiles, rows, cols) {
  let swaps = 0;
  const seen = Array(tiles.length).fill(false);
  for (let i = 0; i < tiles.length; i++) {
    for (let at = i; !seen[at]; at = (tiles[at] + tiles.length - 1) % tiles.length) {
      seen[at] = true;
      if (at !== i) swaps++;
    }
  }
  const gap = tiles.indexOf(0);
  const steps = rows - 1 - Math.floor(gap / cols) + (cols - 1 - (gap % cols));
  return swaps % 2 === steps % 2;
}
