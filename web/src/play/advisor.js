// Hints, and what the chosen player thinks of every move. What is shown always belongs
// to the board as it stands: it is taken away as soon as that changes.

import { Stopped } from "../engine/client.js";
import { showAdvice } from "../view/advice-view.js";
import { announce, notice } from "../view/announcer.js";
import { $ } from "../view/dom.js";

export class Advisor {
  #asking = false;
  #again = false;
  #shown = false;
  #preparingToldOf = "";

  /** @param {import("./session.js").Session} session */
  constructor(session, engine, board) {
    this.session = session;
    this.engine = engine;
    this.board = board;
    const stale = () => this.#clear();
    session.watch({ opened: stale, changed: (event) => event.kind !== "phase" && stale() });
    $("live-advice").addEventListener("change", () => ($("live-advice").checked ? this.ask(false) : null));
    showAdvice($("advice"), null);
  }

  #clear() {
    if (!this.#shown || this.session.quick) return;
    this.#shown = false;
    if (!$("live-advice").checked) showAdvice($("advice"), null);
    else $("advice").classList.add("stale");
  }

  /** A player that takes its time to get ready: said when the engine is first asked for it. */
  tellOfPreparing() {
    const { rows, cols } = this.session.game;
    const asked = `${this.session.spec()} ${rows}x${cols}`;
    if (this.#preparingToldOf === asked) return;
    this.#preparingToldOf = asked;
    if (/^optimal\b/.test(asked) && rows * cols === 8)
      notice(`All 5 million positions of ${rows}x${cols} are being solved. This takes a few seconds, once.`);
    if (/^ntuple\b/.test(asked) && rows * cols === 16)
      notice("The learned player unpacks what it knows. This takes a moment, once.");
  }

  /** Asks the player; `pointing` shows the arrow on the board too. */
  async ask(pointing) {
    this.tellOfPreparing();
    // A slow player is asked about where the game stands, not where it was.
    if (this.#asking && !pointing) {
      this.#again = true;
      return;
    }
    const { game } = this.session;
    const { levels } = game;
    const spec = this.session.spec();
    this.#asking = true;
    this.#again = false;
    let other = false; // another player was chosen meanwhile, or the first has just come
    try {
      $("hint").disabled = pointing;
      const advice = await this.engine.advise(spec, game);
      if (this.session.game !== game || game.levels !== levels) return;
      other = this.session.spec() !== spec;
      if (other) return;
      $("advice").classList.remove("stale");
      showAdvice($("advice"), advice, { rows: game.rows, cols: game.cols, levels });
      this.#shown = true;
      if (!pointing) return;
      this.board.showHint(advice.best);
      announce(advice.best ? `Hint: ${advice.best}.` : "No move is left.");
    } catch (error) {
      if (!(error instanceof Stopped)) notice(error.message, "error");
    } finally {
      this.#asking = false;
      $("hint").disabled = false;
      if (other) this.ask(pointing);
      else if (this.#again) this.ask(false);
    }
  }
}
