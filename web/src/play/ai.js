// The AI at the board: started, stopped, one move at a time.

import { announce, notice } from "../view/announcer.js";
import { $ } from "../view/dom.js";
import { Autoplay } from "./autoplay.js";
import { Meter } from "./meter.js";

export class Ai {
  /**
   * hooks: draw() after a frame full of moves, starting() before the engine is asked, ended()
   * @param {import("./session.js").Session} session
   */
  constructor(session, engine, board, hooks) {
    this.session = session;
    this.board = board;
    this.hooks = hooks;
    this.auto = new Autoplay(engine, {
      game: () => session.game,
      spec: () => session.spec(),
      delay: () => this.meter.delay,
      quick: (on) => this.#setQuick(on),
      draw: () => hooks.draw(),
      ended: () => this.#ended(),
      failed: (text) => notice(text, "error"),
    });
    this.meter = new Meter(this.auto, board);
    session.aiRuns = () => this.auto.running;
    session.watch({ opened: () => this.auto.stop() });
  }

  get running() { return this.auto.running; }
  /** Whether moves come too fast for anybody to read what is thought of them. */
  get rushes() { return this.running && this.meter.delay < 150; }

  stop() { this.auto.stop(); }

  toggle() {
    if (this.running) return this.stop();
    this.hooks.starting();
    if (this.session.game.phase === "won") this.session.game.keepPlaying();
    $("auto").textContent = "Stop AI";
    $("auto").setAttribute("aria-pressed", "true");
    this.meter.start();
    this.auto.start();
  }

  async step() {
    const { session } = this;
    const { game } = session;
    const before = game.length;
    this.hooks.starting();
    await this.auto.step();
    if (session.game === game && game.length === before + 1 && !this.running) {
      session.aiMoves++;
      this.hooks.draw();
    }
  }

  #ended() {
    this.meter.stop();
    this.board.element.classList.remove("quick");
    $("auto").textContent = "Start AI";
    $("auto").setAttribute("aria-pressed", "false");
    this.hooks.ended();
    announce(`The AI stopped. Score ${this.session.game.score}.`);
  }

  #setQuick(on) {
    if (this.session.quick === on) return;
    this.session.quick = on;
    this.board.element.classList.toggle("quick", this.running && this.meter.delay < 60);
  }
}
