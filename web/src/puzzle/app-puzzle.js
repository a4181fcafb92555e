// The controller of the sliding puzzle: pushing tiles, the clock, and the solver
// in a worker of its own, with a limit on its time.

import { Engine, Stopped } from "../engine/client.js";
import { linkOfPuzzle, puzzleFromLink } from "../model/link.js";
import { keepSetting } from "../model/settings.js";
import { load, store } from "../model/storage.js";
import { announce, notice, offer } from "../view/announcer.js";
import { ask, askForText } from "../view/dialogs.js";
import { $, copyText, duration, grouped, h } from "../view/dom.js";
import { AstarCard } from "./astar-card.js";
import { landscape } from "./picture.js";
import { Puzzle, SIDE_MAX, SIDE_MIN, shuffled, solvable } from "./puzzle.js";
import { PuzzleView } from "./puzzle-view.js";

// A tile is pushed in the direction of the key; the gap goes the other way.
const PUSH = { up: "D", down: "U", left: "R", right: "L" };
const ARROWS = { U: "↓", D: "↑", L: "→", R: "←" };

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds the solver may take: it proves 4x4, and shortens larger boards. */
const secondsFor = (cells) => (cells <= 16 ? 20 : cells <= 25 ? 12 : 6);

export class AppPuzzle {
  #way = null; // {moves, optimal, lowerBound}: from the board as it stands
  #playing = false; // the solver looks, or its way is shown
  #run = 0; // which showing of a way it is
  #began = 0;
  #spent = 0;

  constructor() {
    this.engine = new Engine();
    this.view = new PuzzleView($("p-board"), { press: (cell) => this.press(cell) });
    for (const id of ["p-rows", "p-cols"]) {
      for (let side = SIDE_MIN; side <= SIDE_MAX; side++) $(id).append(h("option", { value: side }, String(side)));
      $(id).addEventListener("change", () => this.shuffle());
    }
    this.#listen();
    for (const id of ["p-speed", "astar-card"]) keepSetting($(id));
    const sayPace = () => $("p-speed").setAttribute("aria-valuetext", `${grouped(1000 / this.#pace, 1)} moves a second`);
    $("p-speed").addEventListener("input", sayPace);
    sayPace();
    this.astar = new AstarCard($("astar"), { puzzle: () => this.puzzle });
    const saved = this.#restored();
    this.#open(saved?.puzzle ?? new Puzzle(4, 4, shuffled(4, 4)), saved?.spent);
    if (load("picture") === true) this.#togglePicture();
    setInterval(() => this.#drawTime(), 500);
    addEventListener("pagehide", () => this.#save());
  }

  /** Milliseconds between the solver's moves. */
  get #pace() { return 600 * 10 ** (-Number($("p-speed").value) / 50); }

  #restored() {
    const saved = load("puzzle");
    const side = (n) => Number.isInteger(n) && n >= SIDE_MIN && n <= SIDE_MAX;
    if (!saved || !side(saved.rows) || !side(saved.cols) || !Array.isArray(saved.tiles)) return null;
    const sorted = [...saved.tiles].sort((a, b) => a - b);
    if (sorted.length !== saved.rows * saved.cols || sorted.some((n, i) => n !== i)) return null;
    if (!solvable(saved.tiles, saved.rows, saved.cols)) return null;
    const done = /^[UDLR]*$/.test(saved.done ?? "") ? saved.done ?? "" : "";
    return { puzzle: new Puzzle(saved.rows, saved.cols, saved.tiles, done), spent: Number(saved.spent) || 0 };
  }

  #save() {
    const { rows, cols, tiles, done } = this.puzzle;
    store("puzzle", { rows, cols, tiles, done, spent: this.#time });
  }

  /** Milliseconds spent on this board. */
  get #time() { return this.#spent + (this.#began ? performance.now() - this.#began : 0); }

  /** Shows another board, and offers the one before it. */
  #replace(puzzle, text) {
    const [before, spent] = [this.puzzle, this.#time];
    this.#open(puzzle);
    $("p-status").textContent = text;
    if (before.moves > 0 && !before.solved) offer(text, "Undo", () => this.#open(before, spent));
  }

  #open(puzzle, spent = 0) {
    this.stop();
    this.puzzle = puzzle;
    this.#began = 0;
    this.#spent = spent;
    this.#way = null;
    puzzle.onChange(({ move, tile }) => this.puzzle === puzzle && this.#changed(move, tile));
    $("p-rows").value = puzzle.rows;
    $("p-cols").value = puzzle.cols;
    if (this.view.url) this.view.url = landscape(puzzle.rows, puzzle.cols);
    this.view.shape(puzzle);
    this.#draw();
  }

  #changed(move, tile) {
    if (!this.#began && !this.puzzle.solved) this.#began = performance.now();
    if (this.#way) {
      if (this.#way.moves[0] === move) this.#way = { ...this.#way, moves: this.#way.moves.slice(1) };
      else this.#lookAgain();
    }
    this.#draw();
    if (this.puzzle.solved) {
      this.#spent = this.#time;
      this.#began = 0;
      $("p-status").textContent = `Solved in ${this.puzzle.moves} moves.`;
    } else if (!this.#playing) {
      announce(`${tile} moved.`);
    }
  }

  #draw() {
    const { puzzle } = this;
    this.view.draw();
    $("p-moves").textContent = grouped(puzzle.moves);
    const left = this.#way?.moves.length;
    $("p-left").textContent = puzzle.solved ? "0" : left === undefined ? "?" : this.#way.optimal ? String(left) : `≤ ${left}`;
    $("p-undo").disabled = !puzzle.canUndo;
    for (const id of ["p-hint", "p-solve", "p-step"]) $(id).disabled = puzzle.solved || this.#playing;
    $("p-solve").hidden = this.#playing;
    $("p-stop").hidden = !this.#playing;
    this.astar.refresh();
    this.#drawWay();
    this.#drawTime();
    this.#save();
  }

  #drawWay() {
    const moves = this.#way?.moves ?? "";
    $("p-way").replaceChildren(...[...moves.slice(0, 200)].map((move, i) =>
      h(i === 0 ? "li.next" : "li", { title: "push the tile this way" }, ARROWS[move])));
  }

  #drawTime() {
    const seconds = Math.floor(this.#time / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if ($("p-time").textContent !== text) $("p-time").textContent = text;
  }

  // --- what people do ---

  press(cell) {
    if (this.#playing) return;
    for (const move of this.puzzle.pushes(cell)) this.puzzle.move(move);
  }

  direction(direction) {
    if (!this.#playing) this.puzzle.move(PUSH[direction]);
    return true;
  }

  key(name) {
    const actions = {
      toggle: () => (this.#playing ? this.stop() : this.solve()),
      undo: () => this.undo(),
      hint: () => this.hint(),
      step: () => this.step(),
      new: () => this.shuffle(),
    };
    if (this.puzzle.solved && name !== "new" && name !== "undo") return false;
    actions[name]?.();
    return name in actions;
  }

  /** Takes a move back; who does so while the solver moves has taken over. */
  undo() {
    if (this.#playing) this.stop();
    this.puzzle.undo();
  }

  shuffle() {
    const rows = Number($("p-rows").value);
    const cols = Number($("p-cols").value);
    this.#replace(new Puzzle(rows, cols, shuffled(rows, cols)), `A ${rows} × ${cols} board, shuffled.`);
  }

  // --- the solver ---

  /** Finds a way from the board as it stands; null if it was stopped. */
  async #find() {
    if (this.#way) return this.#way;
    const { puzzle } = this;
    const tiles = puzzle.tiles.join();
    const seconds = secondsFor(puzzle.tiles.length);
    $("p-status").textContent = "Looking for the shortest way …";
    this.#playing = true;
    this.#draw();
    try {
      const way = await this.engine.solvePuzzle(puzzle.tiles, puzzle.rows, puzzle.cols, seconds);
      if (this.puzzle !== puzzle || puzzle.tiles.join() !== tiles) return null;
      this.#way = way;
      const cost = `It looked at ${grouped(way.nodes)} positions in ${duration(way.seconds)}`;
      $("p-status").textContent = way.optimal
        ? `${way.moves.length} moves, and no way is shorter. ${cost}.`
        : `${way.moves.length} moves: near the shortest, which has at least ${way.lowerBound}. ${cost}.`;
      return way;
    } catch (error) {
      $("p-status").textContent = error instanceof Stopped ? "Stopped." : error.message;
      return null;
    } finally {
      this.#playing = false;
      this.#draw();
    }
  }

  /** The board left the known way: finds the new distance, if that is quick. */
  async #lookAgain() {
    this.#way = null;
    const { puzzle } = this;
    if (puzzle.solved || puzzle.tiles.length > 16 || this.engine.busy) return;
    const tiles = puzzle.tiles.join();
    try {
      const way = await this.engine.solvePuzzle(puzzle.tiles, puzzle.rows, puzzle.cols, secondsFor(puzzle.tiles.length));
      if (this.puzzle !== puzzle || this.#way || this.#playing) return;
      if (puzzle.tiles.join() !== tiles) return void this.#lookAgain();
      this.#way = way;
      this.#draw();
    } catch {
      // stopped, or given up: the distance stays unknown
    }
  }

  async hint() {
    if (this.#playing) return;
    const way = await this.#find();
    if (!way?.moves) return;
    const tile = this.puzzle.tiles[this.puzzle.target(way.moves[0])];
    this.view.hint(tile);
    announce(`Hint: move ${tile}.`);
  }

  async step() {
    if (this.#playing) return;
    const way = await this.#find();
    if (way?.moves) this.puzzle.move(way.moves[0]);
  }

  async solve() {
    if (this.#playing) return;
    const way = await this.#find();
    if (!way) return;
    const { puzzle } = this;
    const status = $("p-status").textContent;
    const run = ++this.#run;
    this.#playing = true;
    for (const move of way.moves) {
      if (!this.#playing || this.puzzle !== puzzle || run !== this.#run) return;
      puzzle.move(move);
      await pause(this.#pace);
    }
    if (run !== this.#run) return;
    this.#playing = false;
    this.#draw();
    $("p-status").textContent = `Solved. ${status}`;
  }

  /** Ends what the solver does, or its replay. */
  stop() {
    if (this.engine.busy) this.engine.stop();
    this.#playing = false;
    if (this.puzzle) this.#draw();
  }

  // --- boards and pictures ---

  async enter() {
    const { rows, cols, tiles } = this.puzzle;
    const lines = Array.from({ length: rows }, (_, r) => tiles.slice(r * cols, (r + 1) * cols).join(" "));
    const { choice, found } = await askForText("Enter a board", {
      hint: "Row by row, a line each, 0 for the gap. Sizes from 2 × 2 to 8 × 8.",
      area: h("textarea", { ariaLabel: "Board", value: lines.join("\n") }),
      refused: "This board cannot be used",
      read: (text) => this.#read(text),
    }, [{ label: "Cancel", value: "" }, { label: "Use it", value: "yes", primary: true }]);
    if (choice === "yes") this.#replace(found, "A board entered by hand.");
  }

  async #read(text) {
    const board = await this.engine.readPuzzle(text.trim());
    if (Math.max(board.rows, board.cols) > SIDE_MAX) throw new Error(`The page shows boards up to ${SIDE_MAX} × ${SIDE_MAX}.`);
    return new Puzzle(board.rows, board.cols, board.tiles);
  }

  async useText(text) {
    try {
      this.#replace(await this.#read(text), "A board entered by hand.");
    } catch (error) {
      notice(`This board cannot be used: ${error.message}`, "error");
    }
  }

  openLink(hash) {
    try {
      const { rows, cols, tiles } = puzzleFromLink(hash);
      if (!solvable(tiles, rows, cols)) throw new Error("no moves lead from this board to the goal.");
      this.#replace(new Puzzle(rows, cols, tiles), "A board from a link.");
    } catch (error) {
      notice(`The link cannot be used: ${error.message}`, "error");
    }
  }

  async copyLink() {
    const address = `${location.href.split("#")[0]}#${linkOfPuzzle(this.puzzle)}`;
    if (await copyText(address)) notice("A link to this board is on the clipboard.");
    else await ask("Copy this link", [h("textarea", { ariaLabel: "Link", value: address, readOnly: true })], [{ label: "Done", value: "", primary: true }]);
  }

  #togglePicture() {
    const on = !this.view.url;
    $("p-picture").setAttribute("aria-pressed", String(on));
    this.view.picture(on ? landscape(this.puzzle.rows, this.puzzle.cols) : null);
    store("picture", on);
  }

  #listen() {
    const clicks = {
      "p-shuffle": () => this.shuffle(), "p-hint": () => this.hint(), "p-solve": () => this.solve(),
      "p-step": () => this.step(), "p-stop": () => this.stop(), "p-undo": () => this.undo(),
      "p-edit": () => this.enter(), "p-link": () => this.copyLink(), "p-picture": () => this.#togglePicture(),
    };
    for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
  }
}
