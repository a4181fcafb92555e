// A game of 2048 with its whole history. It knows the rules and nothing about
// who moves, how it is shown or where it is kept.

import { drawHigh, seededState } from "./random.js";
import { FROM_LETTER, LETTERS, legalDirections, slide } from "./slide.js";

const WINNING_LEVEL = 11;
export const SIDE_MIN = 2;
export const SIDE_MAX = 8;

function spawn(levels, generator, fours) {
  const empty = [];
  for (let i = 0; i < levels.length; i++) if (levels[i] === 0) empty.push(i);
  const product = drawHigh(generator) * empty.length;
  const index = Math.floor(product / 4294967296);
  const level = product - index * 4294967296 < Math.round(fours * 4294967296) ? 2 : 1;
  levels[empty[index]] = level;
  return { cell: empty[index], level };
}

export class Game {
  #steps = [];
  #at = 0;
  #keepPlaying = false;
  #listeners = new Set();

  constructor({ rows, cols, fours = 0.1, seed, start = null }) {
    this.rows = rows;
    this.cols = cols;
    this.fours = fours;
    this.seed = String(seed);
    this.start = start ? Uint8Array.from(start) : null;
    const generator = seededState(this.seed);
    const levels = new Uint8Array(rows * cols);
    if (this.start) {
      levels.set(this.start);
      this.#keepPlaying = Math.max(...levels) >= WINNING_LEVEL;
    } else {
      spawn(levels, generator, fours);
      spawn(levels, generator, fours);
    }
    this.#steps.push({ levels, generator, score: 0, direction: null });
  }

  get levels() { return this.#steps[this.#at].levels; }
  get score() { return this.#steps[this.#at].score; }
  /** The generator of new tiles as 32 bytes. */
  get generatorBytes() { return new Uint8Array(this.#steps[this.#at].generator.slice().buffer); }
  get length() { return this.#at; }
  get total() { return this.#steps.length - 1; }
  get canUndo() { return this.#at > 0; }
  get canRedo() { return this.#at + 1 < this.#steps.length; }
  get maxLevel() { return Math.max(...this.levels); }

  get phase() {
    if (legalDirections(this.levels, this.rows, this.cols).length === 0) return "over";
    return !this.#keepPlaying && this.maxLevel >= WINNING_LEVEL ? "won" : "playing";
  }

  /** Calls back after every change; returns a function that stops it. */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(event) {
    for (const listener of this.#listeners) listener(event);
  }

  /** Moves and lets a tile appear; false if the move is not legal. */
  move(direction) {
    const before = this.#steps[this.#at];
    const slid = slide(before.levels, this.rows, this.cols, direction);
    if (!slid) return false;
    const generator = before.generator.slice();
    const appeared = spawn(slid.levels, generator, this.fours);
    this.#steps.length = this.#at + 1;
    this.#steps.push({
      levels: slid.levels,
      generator,
      score: before.score + slid.gained,
      direction,
    });
    this.#at++;
    this.#tell({ kind: "move", direction, gained: slid.gained, tracks: slid.tracks, appeared });
    return true;
  }

  undo() { return this.jump(this.#at - 1); }
  redo() { return this.jump(this.#at + 1); }

  /** Goes to the position after `index` moves of the history. */
  jump(index) {
    if (index < 0 || index >= this.#steps.length || index === this.#at) return false;
    this.#at = index;
    this.#tell({ kind: "jump" });
    return true;
  }

  keepPlaying() {
    this.#keepPlaying = true;
    this.#tell({ kind: "phase" });
  }

  positionAt(index) {
    const step = this.#steps[index];
    return { levels: step.levels, score: step.score };
  }

  directionAt(index) { return this.#steps[index + 1].direction; }

  /** The moves up to now, or all of them, as letters. */
  moves(all = false) {
    const steps = this.#steps.slice(1, all ? undefined : this.#at + 1);
    return steps.map((step) => LETTERS[step.direction]).join("");
  }

  /** What is needed to make the same game again. */
  save() {
    return {
      version: 1,
      rows: this.rows,
      cols: this.cols,
      fours: this.fours,
      seed: this.seed,
      start: this.start && [...this.start],
      moves: this.moves(true),
      at: this.#at,
      keepPlaying: this.#keepPlaying,
    };
  }

  /** Makes a saved game again; throws a sentence when it cannot be right. */
  static restore(saved) {
    const side = (n) => Number.isInteger(n) && n >= SIDE_MIN && n <= SIDE_MAX;
    if (!saved || !side(saved.rows) || !side(saved.cols) || !/^\d{1,20}$/.test(saved.seed))
      throw new Error("The saved game is damaged: it has no board.");
    const cells = saved.rows * saved.cols;
    if (saved.start) checkBoard(saved.start, cells);
    const game = new Game(saved);
    for (const letter of saved.moves ?? "")
      if (!(letter in FROM_LETTER && game.move(FROM_LETTER[letter])))
        throw new Error(`The saved game is damaged: move ${game.length + 1} is not legal.`);
    if (saved.at !== undefined && saved.at !== game.total && !game.jump(saved.at))
      throw new Error("The saved game is damaged: it points past its own end.");
    game.#keepPlaying ||= saved.keepPlaying === true;
    return game;
  }
}

/** Throws a sentence if these levels are no board of 2048. */
export function checkBoard(levels, cells) {
  if (levels.length !== cells) throw new Error(`A board of this size has ${cells} cells.`);
  for (const level of levels)
    if (!Number.isInteger(level) || level < 0 || level > cells + 1)
      throw new Error(`No tile on this board can be above ${2 ** (cells + 1)}.`);
}
