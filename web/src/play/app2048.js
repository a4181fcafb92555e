// The controller of 2048: brings the game, the board, the keys and the engine
// together. Everything that moves goes through game.move, whoever asked for it.

import { Engine, Stopped } from "../engine/client.js";
import { Game, SIDE_MAX, SIDE_MIN } from "../model/game.js";
import { freshSeed } from "../model/random.js";
import { addFinishedGame, finishedGames, forgetFinishedGames, summary } from "../model/statistics.js";
import { load, store } from "../model/storage.js";
import { showAdvice } from "../view/advice-view.js";
import { announce, notice } from "../view/announcer.js";
import { BoardView } from "../view/board-view.js";
import { ask, confirmed } from "../view/dialogs.js";
import { $, download, grouped, h } from "../view/dom.js";
import { PlayerForm } from "../view/player-form.js";
import { Autoplay } from "./autoplay.js";
import { Compare } from "./compare.js";
import { editBoard } from "./editor.js";
import { listenToSwipes } from "./input.js";
import { Replay } from "./replay.js";

const sizeOf = (game) => `${game.rows}x${game.cols}`;

export class App2048 {
  #quick = false; // many moves a frame: drawn at its end, without animation
  #saving = 0;
  #aiMoves = 0; // moves in this game that the engine made
  #counted = false; // the finished game is in the statistics
  #form = null;

  constructor() {
    this.engine = new Engine();
    this.board = new BoardView($("board"));
    this.auto = new Autoplay(this.engine, {
      game: () => this.game,
      spec: () => this.spec,
      delay: () => this.#delay(),
      quick: (on) => this.#setQuick(on),
      ended: () => this.#autoEnded(),
      failed: (text) => notice(text, "error"),
    });
    this.replay = new Replay($("replay"), this.engine, {
      game: () => this.game,
      spec: () => this.spec,
      failed: (text) => notice(text, "error"),
    });
    for (const id of ["rows", "cols"]) {
      for (let side = SIDE_MIN; side <= SIDE_MAX; side++) $(id).append(h("option", { value: side }, String(side)));
      $(id).addEventListener("change", () => this.#resize());
    }
    this.#listen();
    showAdvice($("advice"), null);
    this.#open(this.#restored() ?? this.#fresh(4, 4));
    this.#showRate();
  }

  get spec() { return this.#form?.spec ?? "expectiminimax"; }
  get bests() { return load("best") ?? {}; }

  #restored() {
    const saved = load("game");
    if (!saved) return null;
    try {
      const game = Game.restore(saved);
      this.#aiMoves = saved.aiMoves ?? 0;
      this.#counted = saved.counted === true;
      return game;
    } catch (error) {
      notice(`${error.message} A new game begins.`, "error");
      return null;
    }
  }

  #fresh(rows, cols) {
    this.#aiMoves = 0;
    this.#counted = false;
    return new Game({ rows, cols, seed: freshSeed() });
  }

  /** Shows another game. */
  #open(game) {
    this.game = game;
    game.onChange((event) => this.#changed(event));
    $("rows").value = game.rows;
    $("cols").value = game.cols;
    this.board.shape(game.rows, game.cols);
    showAdvice($("advice"), null);
    this.#form?.suggest(game.rows, game.cols);
    this.#draw();
    this.replay.refresh(true);
    this.#save();
  }

  #changed(event) {
    if (event.kind === "move" && this.auto.running) this.#aiMoves++;
    if (this.#quick) return;
    if (event.kind === "move") {
      this.board.slide(event, this.game.levels);
      if (event.gained) this.#floatGain(event.gained);
      announce(`${event.direction}.${event.gained ? ` Merged for ${event.gained}.` : ""} New ${2 ** event.appeared.level}. Score ${this.game.score}.`);
    } else if (event.kind === "jump") {
      this.board.show(this.game.levels);
      announce(`${this.game.length} moves. Score ${this.game.score}.`);
    }
    this.#drawNumbers();
    if ($("live-advice").checked && !(this.auto.running && this.#delay() < 150)) this.advise(false);
  }

  /** After a frame full of moves, or any change without animation. */
  #draw() {
    this.board.show(this.game.levels);
    this.#drawNumbers();
  }

  #drawNumbers() {
    const { game } = this;
    const best = this.bests[sizeOf(game)] ?? 0;
    if (game.score > best && game.length > 0) store("best", { ...this.bests, [sizeOf(game)]: game.score });
    $("score").textContent = grouped(game.score);
    $("best").textContent = grouped(Math.max(best, game.score));
    $("moves").textContent = game.length === 1 ? "1 move" : `${grouped(game.length)} moves`;
    $("undo").disabled = !game.canUndo;
    $("redo").disabled = !game.canRedo;
    if ($("record-card").open) this.replay.refresh();
    this.#drawEnding();
    this.#save();
  }

  #drawEnding() {
    let { phase } = this.game;
    if (phase === "won" && this.auto.running) {
      this.game.keepPlaying();
      notice("2048!");
      phase = "playing";
    }
    const hidden = phase === "playing" || this.game.canRedo;
    if ($("ending").hidden === hidden && this.shownPhase === phase) return;
    this.shownPhase = phase;
    $("ending").hidden = hidden;
    if (hidden) return;
    $("keep").hidden = phase !== "won";
    $("ending-text").textContent = phase === "won" ? "You made 2048!" : `Game over at ${grouped(this.game.score)}`;
    announce($("ending-text").textContent);
    if (phase === "over") this.#count();
  }

  #count() {
    if (this.#counted) return;
    this.#counted = true;
    const { game } = this;
    const who = this.#aiMoves === 0 ? "you" : this.#aiMoves >= 0.9 * game.length ? this.spec : `you with ${this.spec}`;
    addFinishedGame({ score: game.score, level: game.maxLevel, moves: game.length, who, size: sizeOf(game) });
    this.drawStatistics();
  }

  #floatGain(gained) {
    const gain = h("i", {}, `+${grouped(gained)}`);
    gain.addEventListener("animationend", () => gain.remove());
    setTimeout(() => gain.remove(), 900);
    $("gains").append(gain);
  }

  /** Writes the game down when it has been still for a moment. */
  #save() {
    if (this.#saving) return;
    this.#saving = setTimeout(() => this.saveNow(), 250);
  }

  saveNow() {
    clearTimeout(this.#saving);
    this.#saving = 0;
    // A long game played at full speed is written when it pauses.
    if (this.auto.running && this.game.total > 2000) return;
    store("game", { ...this.game.save(), aiMoves: this.#aiMoves, counted: this.#counted });
  }

  // --- what people do ---

  move(direction) {
    if (this.game.phase === "won") return true;
    if (!this.game.move(direction)) announce(`${direction} is not possible.`);
    return true;
  }

  key(name) {
    const actions = {
      toggle: () => this.toggle(),
      undo: () => this.game.undo(),
      redo: () => this.game.redo(),
      hint: () => this.advise(true),
      new: () => this.newGame(),
      step: () => this.step(),
    };
    actions[name]?.();
    return name in actions;
  }

  async newGame() {
    const { game } = this;
    const under = game.length > 3 && game.phase !== "over";
    if (under && !(await confirmed("A new game?", "The game under way will be gone.", "New game"))) return;
    this.auto.stop();
    this.#open(this.#fresh(game.rows, game.cols));
    announce("New game.");
  }

  async #resize() {
    const rows = Number($("rows").value);
    const cols = Number($("cols").value);
    const { game } = this;
    if (game.length > 3 && game.phase !== "over" && !(await confirmed("Another size?", "The game under way will be gone.", "New game"))) {
      $("rows").value = game.rows;
      $("cols").value = game.cols;
      return;
    }
    this.auto.stop();
    this.#open(this.#fresh(rows, cols));
  }

  /** A board that takes its time to be solved: said when the engine is asked for it. */
  #tellOfSolving() {
    const { rows, cols } = this.game;
    const asked = `${this.spec} ${rows}x${cols}`;
    if (this.asked === asked) return;
    this.asked = asked;
    if (this.#form?.player.name === "optimal" && rows * cols === 8)
      notice(`All 5 million positions of ${rows}x${cols} are being solved. This takes a few seconds, once.`);
  }

  async advise(pointing) {
    this.#tellOfSolving();
    // A slow player is asked about where the game stands, not where it was.
    if (this.advising && !pointing) {
      this.adviseAgain = true;
      return;
    }
    const { game } = this;
    const { levels } = game;
    this.advising = true;
    this.adviseAgain = false;
    try {
      $("hint").disabled = pointing;
      const advice = await this.engine.advise(this.spec, game);
      if (this.game !== game || game.levels !== levels) return;
      showAdvice($("advice"), advice);
      if (!pointing) return;
      this.board.showHint(advice.best);
      announce(advice.best ? `Hint: ${advice.best}.` : "No move is left.");
    } catch (error) {
      if (!(error instanceof Stopped)) notice(error.message, "error");
    } finally {
      this.advising = false;
      $("hint").disabled = false;
      if (this.adviseAgain) this.advise(false);
    }
  }

  // --- the AI ---

  toggle() {
    if (this.auto.running) {
      this.auto.stop();
      return;
    }
    this.#tellOfSolving();
    if (this.game.phase === "won") this.game.keepPlaying();
    $("auto").textContent = "Stop AI";
    $("auto").setAttribute("aria-pressed", "true");
    this.#drawEnding();
    this.meter = { moves: this.auto.moves, nodes: this.auto.nodes, seconds: this.auto.seconds, at: performance.now() };
    this.metering = setInterval(() => this.#showRate(), 500);
    this.auto.start();
  }

  async step() {
    const { game } = this;
    const before = game.length;
    this.#tellOfSolving();
    await this.auto.step();
    if (this.game === game && game.length === before + 1 && !this.auto.running) this.#aiMoves++;
  }

  #autoEnded() {
    clearInterval(this.metering);
    $("auto").textContent = "Start AI";
    $("auto").setAttribute("aria-pressed", "false");
    this.#draw();
    this.saveNow();
    this.#showRate();
    announce(`The AI stopped. Score ${this.game.score}.`);
  }

  #setQuick(on) {
    if (this.#quick === on) return;
    this.#quick = on;
    this.board.element.classList.toggle("quick", this.auto.running && this.#delay() < 60);
    if (!on) this.#draw();
  }

  /** Milliseconds between moves: 1000 at the left end, 0 at the right one. */
  #delay() {
    const value = Number($("speed").value);
    return value >= 100 ? 0 : Math.round(1000 * 10 ** (-value / 45));
  }

  #showRate() {
    const delay = this.#delay();
    const wanted = delay ? `${(1000 / delay).toFixed(delay > 400 ? 1 : 0)} moves a second` : "as fast as it goes";
    this.board.element.style.setProperty("--slide", `${Math.min(100, Math.max(30, delay / 2))}ms`);
    if (!this.auto.running) {
      $("rate").textContent = wanted;
      return;
    }
    const now = performance.now();
    const { moves, nodes, seconds } = this.auto;
    const rate = (moves - this.meter.moves) / ((now - this.meter.at) / 1000);
    const speed = (nodes - this.meter.nodes) / (seconds - this.meter.seconds);
    this.meter = { moves, nodes, seconds, at: now };
    $("rate").textContent = `${wanted} · now ${grouped(rate)} moves/s${speed > 0 ? ` · ${grouped(speed)} nodes/s` : ""}`;
  }

  // --- records, boards, statistics ---

  async saveRecord() {
    try {
      const who = this.#aiMoves >= 0.9 * this.game.length && this.#aiMoves ? this.spec : "person";
      const { text } = await this.engine.saveRecord(this.game, who);
      download(`laatta-${this.game.score}.txt`, text);
    } catch (error) {
      notice(error.message, "error");
    }
  }

  async loadRecord(text) {
    try {
      const record = await this.engine.loadRecord(text);
      const game = Game.restore(record);
      if (game.score !== record.score) throw new Error("The record replays to another score.");
      this.auto.stop();
      this.#aiMoves = 0;
      this.#counted = true;
      this.#open(game);
      $("record-card").open = true;
      notice(`A game of ${grouped(game.length)} moves by ${record.player || "somebody"}.`);
    } catch (error) {
      notice(`The record cannot be used: ${error.message}`, "error");
    }
  }

  async #chooseRecord() {
    const area = h("textarea", { ariaLabel: "Record", placeholder: "laatta-2048 1\nsize 4x4\n…" });
    const choice = await ask("Load a game", [h("p.quiet", {}, "Paste a record, or choose a file."), area], [
      { label: "Cancel", value: "" },
      { label: "Choose file", value: "file" },
      { label: "Load", value: "text", primary: true },
    ]);
    if (choice === "file") $("file").click();
    if (choice === "text") await this.loadRecord(area.value);
  }

  async edit() {
    this.auto.stop();
    const { rows, cols, levels, fours } = this.game;
    const edited = await editBoard(rows, cols, levels);
    if (!edited) return;
    this.#aiMoves = 0;
    this.#counted = true; // an entered board is no game for the statistics
    this.#open(new Game({ rows, cols, fours, seed: freshSeed(), start: edited }));
    this.advise(true);
  }

  drawStatistics() {
    const rows = summary();
    if (!rows.length) {
      $("statistics").replaceChildren(h("p.quiet", {}, "No game has been finished yet."));
      return;
    }
    $("statistics").replaceChildren(
      h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: "Finished games" }, h("table", {},
        h("caption", {}, `${finishedGames().length} finished games`),
        h("thead", {}, h("tr", {}, ...["who", "games", "mean", "best", "tile", "2048"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...rows.map((row) => h("tr", {},
          h("th", { scope: "row" }, row.who), h("td", {}, String(row.games)), h("td", {}, grouped(row.mean)),
          h("td", {}, grouped(row.best)), h("td", {}, String(2 ** row.level)),
          h("td", {}, `${Math.round((100 * row.wins) / row.games)} %`)))))),
      h("div.row", {}, h("button", {
        onclick: async () => {
          if (!(await confirmed("Forget all finished games?", "The statistics start anew.", "Forget"))) return;
          forgetFinishedGames();
          this.drawStatistics();
        },
      }, "Forget")));
  }

  #listen() {
    const clicks = {
      new: () => this.newGame(), again: () => this.newGame(), keep: () => this.game.keepPlaying(),
      undo: () => this.game.undo(), redo: () => this.game.redo(), hint: () => this.advise(true),
      auto: () => this.toggle(), step: () => this.step(), save: () => this.saveRecord(),
      load: () => this.#chooseRecord(), edit: () => this.edit(),
    };
    for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
    // On the press itself: quicker, and no browser takes it for the end of a swipe.
    for (const button of document.querySelectorAll("button[data-direction]")) {
      button.addEventListener("pointerdown", (event) => event.isPrimary && this.move(button.dataset.direction));
      button.addEventListener("click", (event) => event.detail === 0 && this.move(button.dataset.direction));
    }
    listenToSwipes($("board"), (direction) => this.move(direction));
    $("speed").addEventListener("input", () => this.#showRate());
    $("live-advice").addEventListener("change", () => $("live-advice").checked && this.advise(false));
    $("record-card").addEventListener("toggle", () => this.replay.refresh());
    $("statistics-card").addEventListener("toggle", () => this.drawStatistics());
    $("file").addEventListener("change", async () => {
      const [file] = $("file").files;
      if (file) await this.loadRecord(await file.text());
      $("file").value = "";
    });
    addEventListener("pagehide", () => this.saveNow());
  }

  /** The engine's table arrives a moment after the page. */
  async startEngine() {
    try {
      const catalogue = await this.engine.catalogue();
      this.#form = new PlayerForm($("player"), catalogue, {
        chosen: load("player"),
        onChange: () => {
          store("player", this.#form.player.name);
          if ($("live-advice").checked) this.advise(false);
        },
      });
      this.#form.suggest(this.game.rows, this.game.cols);
      this.compare = new Compare($("compare"), catalogue, {
        size: () => ({ rows: this.game.rows, cols: this.game.cols }),
        failed: (text) => notice(text, "error"),
      });
    } catch (error) {
      $("player").replaceChildren(h("p", { role: "alert" }, error.message));
      for (const id of ["auto", "step", "hint", "save", "load"]) $(id).disabled = true;
      $("live-advice").disabled = true;
      $("compare-card").hidden = true;
      $("replay").hidden = true;
    }
  }
}
