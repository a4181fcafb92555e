// A race: two players beside each other on games with the same seed, the same first
// tiles and the same luck for as long as they move alike, with a chart of their scores.

import { Engine } from "../engine/client.js";
import { Game } from "../model/game.js";
import { freshSeed } from "../model/random.js";
import { BoardView } from "../view/board-view.js";
import { grouped, h } from "../view/dom.js";
import { PlayerForm } from "../view/player-form.js";
import { RaceChart } from "../view/race-chart.js";
import { Autoplay } from "./autoplay.js";

class Contender {
  constructor(catalogue, chosen, colour, failed, changed) {
    const chooser = h("div.chooser", {});
    const board = h("div", {});
    this.colour = colour;
    this.result = h("p.quiet", {}, "–");
    this.element = h("div.mini", {}, h(`span.swatch.${colour}`, { ariaHidden: "true" }), chooser, board, this.result);
    this.form = new PlayerForm(chooser, catalogue, { saved: chosen, narrow: true });
    this.view = new BoardView(board);
    this.view.element.classList.add("quick");
    this.engine = new Engine();
    this.points = []; // [moves, score], thinned as the game grows
    this.changed = changed;
    this.auto = new Autoplay(this.engine, {
      game: () => this.game,
      spec: () => this.form.spec,
      delay: () => 0,
      quick: () => {},
      draw: () => this.#draw(),
      ended: () => this.#draw(),
      failed,
    });
  }

  get name() { return this.form.select.selectedOptions[0].textContent; }

  begin(rows, cols, seed) {
    this.game = new Game({ rows, cols, seed });
    this.points = [[0, 0]];
    this.view.shape(rows, cols);
    this.#draw();
    this.auto.start();
  }

  #draw() {
    const { game } = this;
    if (game.length > this.points.at(-1)[0]) this.points.push([game.length, game.score]);
    // Every other point goes when there are many: the line stays as it is.
    if (this.points.length > 800) this.points = this.points.filter((_, i) => i % 2 === 0 || i + 1 === this.points.length);
    this.view.show(game.levels);
    this.result.replaceChildren(h("b", {}, grouped(game.score)),
      ` · ${grouped(2 ** game.maxLevel)} · ${grouped(game.length)} moves`);
    this.changed();
  }
}

export class Race {
  constructor(element, catalogue, { size, failed }) {
    const others = catalogue.players.map((player) => player.name);
    const changed = () => this.#changed();
    this.size = size;
    this.contenders = [null, others.includes("snake") ? "snake" : others[0]].map(
      (chosen, i) => new Contender(catalogue, chosen, ["first", "second"][i], failed, changed));
    this.seed = h("input", { value: "1", inputMode: "numeric", ariaLabel: "Number of the tiles" });
    this.button = h("button.primary", { onclick: () => this.toggle() }, "Start the race");
    this.verdict = h("p", { role: "status" });
    this.chart = new RaceChart();
    element.replaceChildren(
      h("p.quiet", {}, "Both get the same first tiles. Who gets further?"),
      h("div.duel", {}, ...this.contenders.map((contender) => contender.element)),
      this.chart.element,
      h("div.row", {}, this.button, h("label.check", {}, "Tiles no. ", this.seed),
        h("button", { onclick: () => (this.seed.value = freshSeed()) }, "Other tiles")),
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
    this.verdict.textContent = "";
    this.button.textContent = "Stop the race";
    for (const contender of this.contenders) {
      contender.form.suggest(rows, cols);
      contender.begin(rows, cols, this.seed.value);
    }
  }

  #changed() {
    this.chart.draw(this.contenders.map(({ points, colour }) => ({ points, colour })));
    if (this.running) return;
    this.button.textContent = "Start the race";
    const [a, b] = this.contenders;
    if (a.game?.phase !== "over" || b.game?.phase !== "over") return;
    const [more, less] = a.game.score >= b.game.score ? [a, b] : [b, a];
    this.verdict.textContent = a.game.score === b.game.score ? "A draw."
      : `${more === a ? "Left" : "Right"} (${more.name}) wins by ${grouped(more.game.score - less.game.score)}.`;
  }
}
