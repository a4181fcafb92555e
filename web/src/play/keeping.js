// A game outlives the page: it is written down a moment after every change, also while
// the AI plays at full speed, and once more when the page goes away, then in two places.

import { Game } from "../model/game.js";
import { load, loadParting, store, storeParting } from "../model/storage.js";

const PAUSE_MS = 250;
const PAUSE_OF_LONG_GAMES_MS = 1000;

export class Keeper {
  #timer = 0;

  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    session.watch({ opened: () => this.save(), changed: () => this.save() });
    addEventListener("pagehide", () => this.saveNow(storeParting));
    document.addEventListener("visibilitychange", () => document.hidden && this.saveNow());
  }

  /** Opens the game that was kept; false if there is none. Throws if it is damaged. */
  restore() {
    const [parting, kept] = [loadParting("game"), load("game")];
    const saved = (parting?.when ?? -1) > (kept?.when ?? 0) ? parting : kept;
    if (!saved) return false;
    this.session.open(Game.restore(saved), { aiMoves: saved.aiMoves ?? 0, counted: saved.counted === true });
    return true;
  }

  save() {
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.saveNow(), this.session.game.total > 2000 ? PAUSE_OF_LONG_GAMES_MS : PAUSE_MS);
  }

  /** alsoTo: another place to write it to. */
  saveNow(alsoTo = (_key, _value) => {}) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { game, aiMoves, counted } = this.session;
    const saved = { ...game.save(), aiMoves, counted, when: Date.now() };
    store("game", saved);
    alsoTo("game", saved);
  }
}
