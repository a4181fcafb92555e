// The controller of 2048: brings the game, the board, the keys and the engine together.
// Everything that moves goes through game.move, no matter who asked for it. What changes is
// declared in session.js; each idea has a file of its own.

import { Engine } from "../engine/client.js";
import { SIDE_MAX, SIDE_MIN } from "../model/game.js";
import { keepSetting } from "../model/settings.js";
import { addFinishedGame } from "../model/statistics.js";
import { load, store } from "../model/storage.js";
import { announce, notice, offer } from "../view/announcer.js";
import { BoardView } from "../view/board-view.js";
import { confirmed } from "../view/dialogs.js";
import { $, h } from "../view/dom.js";
import { showThinking } from "../think/think-view.js";
import { PlayerForm } from "../view/player-form.js";
import { knownPlayer } from "../view/players.js";
import { Advisor } from "./advisor.js";
import { Ai } from "./ai.js";
import { listenToSwipes } from "./input.js";
import { Keeper } from "./keeping.js";
import { Race } from "./race.js";
import { Records } from "./records.js";
import { Replay } from "./replay.js";
import { Scoreboard } from "./scoreboard.js";
import { Session } from "./session.js";
import { drawStatistics } from "./statistics-card.js";

export class App2048 {
  #form = null;
  /** @type {Race | null} */
  race = null;

  constructor() {
    for (const id of ["speed", "live-advice", "record-card", "race-card", "statistics-card"]) keepSetting($(id));
    this.session = new Session();
    this.session.spec = () => this.#form?.spec ?? "expectiminimax";
    this.engine = new Engine();
    this.board = new BoardView($("board"));
    this.scores = new Scoreboard(this.session);
    this.advisor = new Advisor(this.session, this.engine, this.board);
    this.ai = new Ai(this.session, this.engine, this.board, {
      draw: () => this.#draw(),
      starting: () => this.advisor.tellOfPreparing(),
      ended: () => {
        this.#draw();
        this.saveNow();
        if ($("live-advice").checked) this.advisor.ask(false);
      },
    });
    this.records = new Records(this.session, this.engine, { stop: () => this.ai.stop(), advise: () => this.advisor.ask(true) });
    this.replay = new Replay($("replay"), this.engine, {
      game: () => this.game,
      judge: () => this.#form?.judge ?? { title: "The player", spec: this.spec },
      practise: (index) => this.records.practise(index),
      failed: (text) => notice(text, "error"),
    });
    this.session.watch({ opened: () => this.#opened(), changed: (event) => this.#changed(event) });
    this.keeper = new Keeper(this.session);
    for (const id of ["rows", "cols"]) {
      for (let side = SIDE_MIN; side <= SIDE_MAX; side++) $(id).append(h("option", { value: side }, String(side)));
      $(id).addEventListener("change", () => this.#resize());
    }
    this.#listen();
    this.#restore();
  }

  get game() { return this.session.game; }
  get spec() { return this.session.spec(); }
  get auto() { return this.ai.auto; }

  #restore() {
    try {
      if (this.keeper.restore()) return;
    } catch (error) {
      notice(`${error.message} A new game begins.`, "error");
    }
    this.session.openFresh(4, 4);
  }

  #opened() {
    const { game } = this;
    $("rows").value = game.rows;
    $("cols").value = game.cols;
    this.board.shape(game.rows, game.cols);
    this.scores.drawGoal();
    this.#form?.suggest(game.rows, game.cols);
    this.#draw();
    this.replay.refresh(true);
    if ($("live-advice").checked && this.#form) this.advisor.ask(false);
  }

  #changed(event) {
    if (this.session.quick) return;
    const { game } = this;
    if (event.kind === "move") {
      this.board.slide(event, game.levels);
      if (event.gained) this.scores.floatGain(event.gained);
      announce(`${event.direction}.${event.gained ? ` Merged for ${event.gained}.` : ""} New ${2 ** event.appeared.level}. Score ${game.score}.`);
    } else if (event.kind === "jump") {
      this.board.show(game.levels);
      announce(`${game.length} moves. Score ${game.score}.`);
    }
    this.#drawNumbers();
    if ($("live-advice").checked && !this.ai.rushes) this.advisor.ask(false);
  }

  /** After a frame full of moves, or any change without animation. */
  #draw() {
    this.board.show(this.game.levels);
    this.#drawNumbers();
  }

  #drawNumbers() {
    this.scores.draw();
    if ($("record-card").open) this.replay.refresh();
    if (this.scores.drawEnding()) this.#count();
  }

  #count() {
    const { session, game } = this;
    if (session.counted) return;
    session.counted = true;
    addFinishedGame({ score: game.score, level: game.maxLevel, moves: game.length, who: session.who, size: session.size });
    drawStatistics(this.engine, () => this.scores.draw());
  }

  saveNow() { this.keeper.saveNow(); }
  loadRecord(text) { return this.records.loadRecord(text); }
  openLink(hash) { return this.records.openLink(hash); }

  // --- what people do ---

  move(direction) {
    if (this.game.phase === "won") return true;
    if (!this.game.move(direction)) announce(`${direction} is not possible.`);
    return true;
  }

  key(name) {
    const actions = {
      toggle: () => this.ai.toggle(),
      undo: () => this.game.undo(),
      redo: () => this.game.redo(),
      hint: () => this.advisor.ask(true),
      new: () => this.newGame(),
      step: () => this.ai.step(),
    };
    if ($("auto").disabled && ["toggle", "hint", "step"].includes(name)) return false;
    actions[name]?.();
    return name in actions;
  }

  async newGame() {
    if (this.session.under && !(await confirmed("A new game?", "The game under way will be gone.", "New game"))) return;
    this.session.openFresh(this.game.rows, this.game.cols);
    announce("New game.");
  }

  #resize() {
    const back = this.session.keepsake();
    const { under } = this.session;
    const rows = Number($("rows").value);
    const cols = Number($("cols").value);
    this.session.openFresh(rows, cols);
    if (under) offer(`A new game on ${rows} × ${cols}.`, "Back to the one before", back);
  }

  /** Opens the look back and has the game gone through, from its end. */
  lookBack() {
    $("record-card").open = true;
    $("record-card").scrollIntoView({ block: "nearest" });
    this.replay.mark();
  }

  /** Opens the view of a search from the board as it stands. */
  think() {
    this.ai.stop();
    const { rows, cols, fours, levels } = this.game;
    const player = this.#form?.player ?? { name: "expectiminimax" };
    return showThinking({ rows, cols, fours, levels }, { name: player.name, title: knownPlayer(player).title });
  }

  #listen() {
    const clicks = {
      new: () => this.newGame(), again: () => this.newGame(), keep: () => this.game.keepPlaying(),
      undo: () => this.game.undo(), redo: () => this.game.redo(), hint: () => this.advisor.ask(true),
      auto: () => this.ai.toggle(), step: () => this.ai.step(), save: () => this.records.save(),
      load: () => this.records.choose(), edit: () => this.records.edit(), link: () => this.records.copyLink(),
      "ending-undo": () => this.game.undo(), "look-back": () => this.lookBack(), "ending-link": () => this.records.copyLink(),
      think: () => this.think(),
    };
    for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
    // On the press itself: quicker, and no browser takes it for the end of a swipe.
    for (const button of document.querySelectorAll("button[data-direction]")) {
      const { direction } = /** @type {HTMLElement} */ (button).dataset;
      button.addEventListener("pointerdown", (/** @type {any} */ event) => event.isPrimary && this.move(direction));
      button.addEventListener("click", (/** @type {any} */ event) => event.detail === 0 && this.move(direction));
    }
    listenToSwipes($("page-2048").querySelector(".play"), (direction) => this.move(direction));
    $("record-card").addEventListener("toggle", () => this.replay.refresh());
  }

  /** The race is made when its card is first opened. */
  #showRace(catalogue) {
    if (!$("race-card").open) return;
    this.race ??= new Race($("race"), catalogue, {
      size: () => ({ rows: this.game.rows, cols: this.game.cols }),
      failed: (text) => notice(text, "error"),
    });
  }

  /** The engine's table arrives a moment after the page. */
  async startEngine() {
    drawStatistics(this.engine, () => this.scores.draw());
    try {
      const catalogue = await this.engine.catalogue();
      this.#form = new PlayerForm($("player"), catalogue, {
        saved: load("player"),
        size: this.game,
        onChange: () => {
          store("player", this.#form.saved);
          if ($("live-advice").checked) this.advisor.ask(false);
        },
      });
      $("race-card").addEventListener("toggle", () => this.#showRace(catalogue));
      this.#showRace(catalogue);
      if ($("live-advice").checked) this.advisor.ask(false);
    } catch (error) {
      $("player").replaceChildren(h("p", { role: "alert" }, error.message));
      for (const id of ["auto", "step", "hint", "save", "load"]) $(id).disabled = true;
      $("live-advice").disabled = true;
      $("race-card").hidden = true;
      $("replay").hidden = true;
    }
  }
}
