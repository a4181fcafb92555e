// Score, best score and moves above the board, and what is said when a game ends.

import { bestScore, keepBest } from "../model/statistics.js";
import { announce, notice } from "../view/announcer.js";
import { $, grouped, h } from "../view/dom.js";

export class Scoreboard {
  #shown = "";

  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
  }

  draw() {
    const { game, size } = this.session;
    const side = this.session.aiMoves ? "ai" : "you";
    if (game.length > 0) keepBest(size, side, game.score);
    $("score").textContent = grouped(game.score);
    $("best").textContent = grouped(Math.max(bestScore(size, side), game.score));
    $("best-of").textContent = side === "ai" ? "AI's best" : "Best";
    $("moves").textContent = game.length === 1 ? "1 move" : `${grouped(game.length)} moves`;
    $("undo").disabled = !game.canUndo;
    $("redo").disabled = !game.canRedo;
  }

  /** What there is to reach: a small board has no room for 2048. */
  drawGoal() {
    const most = 2 ** (this.session.game.levels.length + 1);
    $("goal").replaceChildren(...(most < 2048
      ? ["Slide equal tiles together. No tile of this board can be above ", h("b", {}, grouped(most)), "."]
      : ["Slide equal tiles together until one says ", h("b", {}, "2048"), "."]));
  }

  floatGain(gained) {
    const gain = h("i", {}, `+${grouped(gained)}`);
    gain.addEventListener("animationend", () => gain.remove());
    setTimeout(() => gain.remove(), 900);
    $("gains").append(gain);
  }

  /** Shows or hides the ending; tells whether the game has just been seen to be over. */
  drawEnding() {
    const { game } = this.session;
    let { phase } = game;
    if (phase === "won" && this.session.aiRuns()) {
      game.keepPlaying();
      notice("2048!");
      phase = "playing";
    }
    const hidden = phase === "playing" || game.canRedo;
    const shown = hidden ? "" : `${phase} ${game.length} ${game.seed}`;
    if (shown === this.#shown) return false;
    this.#shown = shown;
    $("ending").hidden = hidden;
    if (hidden) return false;
    $("keep").hidden = phase !== "won";
    $("again").classList.toggle("primary", phase === "over");
    for (const id of ["ending-undo", "look-back"]) $(id).hidden = phase !== "over";
    $("ending-text").textContent = phase === "won" ? "You made 2048!" : `Game over at ${grouped(game.score)}`;
    $("ending-more").textContent = phase === "won" ? "The game can go on: 4096 is next."
      : `Largest tile ${grouped(2 ** game.maxLevel)}, ${grouped(game.length)} moves.`;
    announce(`${$("ending-text").textContent}. ${$("ending-more").textContent}`);
    return phase === "over";
  }
}
