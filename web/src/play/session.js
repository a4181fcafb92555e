// Everything that changes while 2048 is played, in one place: which game it is, who
// moved in it, what is under way. The other files of this room look here and are told
// of changes; none of them keeps a game of its own.

import { Game } from "../model/game.js";
import { freshSeed } from "../model/random.js";

/** @typedef {{aiMoves?: number, counted?: boolean}} Past what is known of a game besides its moves */

export class Session {
  /** @type {Game} */
  game = null;
  /** Moves in this game that the engine made. */
  aiMoves = 0;
  /** Whether the game is in the statistics, or has no business there. */
  counted = false;
  /** Many moves a frame: drawn at its end, without animation. */
  quick = false;
  /** Whether the engine moves just now. */
  aiRuns = () => false;
  /** The player that is chosen, as a spec. */
  spec = () => "expectiminimax";

  #opened = [];
  #changed = [];

  /**
   * Calls back when another game is shown, and on every change of the one that is.
   * @param {{opened?: (game: Game) => void, changed?: (event: any) => void}} listeners
   */
  watch({ opened, changed }) {
    if (opened) this.#opened.push(opened);
    if (changed) this.#changed.push(changed);
  }

  /**
   * Shows another game.
   * @param {Game} game
   * @param {Past} past
   */
  open(game, { aiMoves = 0, counted = false } = {}) {
    this.game = game;
    this.aiMoves = aiMoves;
    this.counted = counted;
    game.onChange((event) => {
      if (this.game !== game) return;
      if (event.kind === "move" && this.aiRuns()) this.aiMoves++;
      for (const listener of this.#changed) listener(event);
    });
    for (const listener of this.#opened) listener(game);
  }

  openFresh(rows, cols) {
    this.open(new Game({ rows, cols, seed: freshSeed() }));
  }

  /** What it takes to come back to the game as it is now. */
  keepsake() {
    const { game, aiMoves, counted } = this;
    return () => this.open(game, { aiMoves, counted });
  }

  get size() { return `${this.game.rows}x${this.game.cols}`; }

  /** Whose game this is: "you", a player's spec, or both. */
  get who() {
    if (this.aiMoves === 0) return "you";
    return this.aiMoves >= 0.9 * this.game.length ? this.spec() : `you with ${this.spec()}`;
  }

  get under() { return this.game.total > 3 && this.game.phase !== "over"; }
}
