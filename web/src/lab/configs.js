// The configurations of an experiment: a table to sort, and what to make of the first.

import { h } from "../view/dom.js";
import { renewRows } from "./rows.js";
import { grouped, percent, percentRange, plural, range } from "./words.js";

const ROWS = 50;
const COLUMNS = [
  { name: "Configuration", sort: "id" },
  { name: "Games", sort: "finished" },
  { name: "Mean score", sort: "mean" },
  { name: "95 %" },
  { name: "Median", sort: "median" },
  { name: "Reach", sort: "reach" },
  { name: "95 %" },
  { name: "Best game" },
];

/** What is asked of the server, and the table that shows it. `changed` is called when
 * something else is to be asked for, `chosen` when other rows are ticked. */
export class Configs {
  constructor({ changed, chosen }) {
    this.changed = changed;
    this.onChosen = chosen;
    this.asked = { sort: "mean", order: "descending", offset: 0, limit: ROWS, tile: 2048 };
    this.total = 0;
    this.ticked = null; // null: the first three
    this.rows = [];
    this.heads = COLUMNS.map(({ name, sort }) =>
      h("th", { scope: "col" }, sort ? h("button.sort", { onclick: () => this.sortBy(sort) }, name) : name),
    );
    this.tile = h("select", { ariaLabel: "Tile", onchange: () => this.ask({ tile: Number(this.tile.value), offset: 0 }) });
    this.body = h("tbody");
    this.warning = h("p.warning", { role: "note", hidden: true });
    this.pages = h("div.row");
    this.element = h(
      "div.card",
      {},
      h("div.row", {}, h("h2", { id: "configs-title" }, "Configurations"), h("span.spring"), h("label.row.tight", {}, h("span.quiet", {}, "Tile"), this.tile)),
      this.warning,
      h("div.scroll", { tabIndex: 0, role: "region", "aria-labelledby": "configs-title" }, h("table.configs", {}, h("thead", {}, h("tr", {}, ...this.heads)), this.body)),
      this.pages,
    );
  }

  ask(what) {
    Object.assign(this.asked, what);
    this.changed();
  }

  sortBy(sort) {
    const again = this.asked.sort === sort;
    const order = again ? (this.asked.order === "descending" ? "ascending" : "descending") : sort === "id" ? "ascending" : "descending";
    this.ask({ sort, order, offset: 0 });
  }

  chosen() {
    return this.ticked ?? this.rows.filter((c) => c.finished).slice(0, 3).map((c) => c.id);
  }

  tick(id, on) {
    const set = new Set(this.chosen());
    if (on) set.add(id);
    else set.delete(id);
    this.ticked = [...set].slice(-8);
    this.onChosen();
  }

  showHeads(tiles) {
    COLUMNS.forEach(({ sort }, i) => {
      const sorted = sort === this.asked.sort;
      this.heads[i].ariaSort = sorted ? this.asked.order : null;
      if (sort === "reach") this.heads[i].firstElementChild.textContent = `Reach ${grouped(this.asked.tile)}`;
    });
    const values = tiles.length ? tiles : [2048];
    if (this.tile.dataset.tiles !== values.join()) {
      this.tile.dataset.tiles = values.join();
      this.tile.replaceChildren(...values.map((tile) => h("option", { value: tile }, grouped(tile))));
    }
    this.tile.value = this.asked.tile;
  }

  /** The best of many is the luckiest too. */
  showWarning(best) {
    this.warning.hidden = !best || best.of < 2;
    if (this.warning.hidden) return;
    const value = best.reach
      ? `reaches ${grouped(this.asked.tile)} in ${percent(best.reach.share)}; drawn for all of them together, its interval is ${percentRange(best.reach.low, best.reach.high)}`
      : `has a mean of ${grouped(best.score.mean)}; drawn for all of them together, its interval is ${range(best.score.low, best.score.high)}`;
    this.warning.replaceChildren(h("b", {}, `Best of ${grouped(best.of)}: its interval flatters it. `), `${best.label} ${value}.`);
  }

  showPages() {
    const { offset } = this.asked;
    const go = (to) => this.ask({ offset: to });
    this.pages.hidden = this.total <= ROWS;
    this.pages.replaceChildren(
      h("button", { disabled: offset === 0, onclick: () => go(Math.max(0, offset - ROWS)) }, "Previous"),
      h("button", { disabled: offset + ROWS >= this.total, onclick: () => go(offset + ROWS) }, "Next"),
      h("span.quiet", {}, `${grouped(offset + 1)} to ${grouped(Math.min(offset + ROWS, this.total))} of ${plural(this.total, "configuration", "configurations")}`),
    );
  }

  head(c) {
    return {
      make: () => h("label.check", {}, h("input", { type: "checkbox", onchange: (event) => this.tick(c.id, event.target.checked) }), h("span")),
      tell: (label) => {
        label.firstElementChild.checked = this.chosen().includes(c.id);
        label.firstElementChild.ariaLabel = `show the scores of ${c.label}`;
        label.lastElementChild.textContent = c.label;
      },
    };
  }

  show(details) {
    this.rows = details.configs ?? [];
    this.total = details.experiment.configs;
    const tiles = details.tiles ?? [];
    if (tiles.length && !tiles.includes(this.asked.tile) && this.fitted !== details.experiment.name) {
      this.fitted = details.experiment.name; // a tile that some reach and some do not
      this.ask({ tile: tiles.at(-1) });
    }
    this.showHeads(tiles.includes(this.asked.tile) ? tiles : [...tiles, this.asked.tile].sort((a, b) => a - b));
    this.showWarning(details.best);
    this.showPages();
    renewRows(
      this.body,
      this.rows,
      (c) => c.id,
      (c) => {
        const reach = c.reach?.[this.asked.tile];
        const s = c.score;
        return [
          this.head(c),
          c.finished === c.games ? grouped(c.games) : `${grouped(c.finished)} of ${grouped(c.games)}`,
          s ? grouped(s.mean) : "",
          s ? range(s.low, s.high) : "",
          s ? grouped(s.median) : "",
          s ? percent(reach?.share ?? (this.asked.tile < (tiles[0] ?? 0) ? 1 : 0)) : "",
          reach ? percentRange(reach.low, reach.high) : "",
          s ? grouped(s.max) : "",
        ];
      },
      (row, c) => (row.title = c.spec),
    );
  }
}
