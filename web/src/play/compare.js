// Two players beside each other, on games with the same seed: the same first
// tiles, and the same luck for as long as they move alike.

import { Engine } from "../engine/client.js";
import { Game } from "../model/game.js";
import { freshSeed } from "../model/random.js";
import { BoardView } from "../view/board-view.js";
import { grouped, h } from "../view/dom.js";
import { PlayerForm } from "../view/player-form.js";
import { Autoplay } from "./autoplay.js";

class Contender {
  constructor(catalogue, chosen, failed, changed) {
    const chooser = h("div.chooser", {});
    const board = h("div", {});
    this.result = h("p.quiet", {}, "–");
    this.element = h("div.mini", {}, chooser, board, this.result);
    this.form = new PlayerForm(chooser, catalogue, { chosen });
    this.view = new BoardView(board);
    this.view.element.classList.add("quick");
    this.engine = new Engine();
    this.changed = changed;
    this.auto = new Autoplay(this.engine, {
      game: () => this.game,
      spec: () => this.form.spec,
      delay: () => 0,
      quick: () => this.#draw(),
      ended: () => { this.#draw(); changed(); },
      failed,
    });
  }

  begin(rows, cols, seed) {
    this.game = new Game({ rows, cols, seed });
    this.view.shape(rows, cols);
    this.#draw();
    this.auto.start();
  }

  #draw() {
    this.view.show(this.game.levels);
    this.result.replaceChildren(h("b", {}, grouped(this.game.score)),
      ` · ${2 ** this.game.maxLevel} · ${grouped(this.game.length)} moves`);
  }
}

export class Compare {
  constructor(element, catalogue, { size, failed }) {
    const others = catalogue.players.map((player) => player.name);
    const changed = () => this.#changed();
    this.size = size;
    this.contenders = [undefined, others.includes("snake") ? "snake" : others[0]].map(
      (chosen) => new Contender(catalogue, chosen, failed, changed));
    this.seed = h("input", { value: "1", inputMode: "numeric", ariaLabel: "Seed" });
    this.button = h("button.primary", { onclick: () => this.toggle() }, "Start both");
    this.verdict = h("p", { role: "status" });
    element.replaceChildren(
      h("div.duel", {}, ...this.contenders.map((contender) => contender.element)),
      h("div.row", {}, this.button, h("label.check", {}, "Seed ", this.seed),
        h("button", { onclick: () => (this.seed.value = freshSeed()) }, "Random")),
      this.verdict);
  }

  get running() { return this.contenders.some((contender) => contender.auto.running); }

  toggle() {
    if (this.running) {
      for (const { auto } of this.contenders) auto.stop();
      return;
    }
    if (!/^\d{1,19}$/.test(this.seed.value)) this.seed.value = "1";
    const { rows, cols } = this.size();
    for (const contender of this.contenders) contender.begin(rows, cols, this.seed.value);
    this.verdict.textContent = "";
    this.button.textContent = "Stop both";
  }

  #changed() {
    if (this.running) return;
    this.button.textContent = "Start both";
    const [a, b] = this.contenders;
    if (a.game.phase !== "over" || b.game.phase !== "over") return;
    const [more, less] = a.game.score >= b.game.score ? [a, b] : [b, a];
    this.verdict.textContent = a.game.score === b.game.score ? "A draw."
      : `${more === a ? "Left" : "Right"} wins by ${grouped(more.game.score - less.game.score)}.`;
  }
}
