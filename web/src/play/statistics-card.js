// The card of finished games: a table for each size of board, each with a reset.

import { finishedGames, forget, remembered, sizesPlayed, summary } from "../model/statistics.js";
import { offer } from "../view/announcer.js";
import { $, grouped, h, percent } from "../view/dom.js";

const COLUMNS = ["who", "games", "mean", "best", "tile", "2048"];

function tableOf(size) {
  return h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: `Finished games on ${size}` }, h("table", {},
    h("caption", {}, size.replace("x", " × ")),
    h("thead", {}, h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...summary(size).map((row) => h("tr", {},
      h("th", { scope: "row" }, row.who), h("td", {}, grouped(row.games)), h("td", {}, grouped(row.mean)),
      h("td", {}, grouped(row.best)), h("td", {}, grouped(2 ** row.level)),
      h("td", {}, percent(row.wins / row.games)))))));
}

export function drawStatistics(changed = () => {}) {
  const sizes = sizesPlayed();
  if (!sizes.length) {
    $("statistics").replaceChildren(h("p.quiet", {}, "No game has been finished yet. Yours and the AI's are counted apart."));
    return;
  }
  const reset = (label, size) => h("button", {
    onclick: () => {
      const back = remembered();
      const redraw = () => {
        drawStatistics(changed);
        changed();
      };
      forget(size);
      redraw();
      offer(size ? `The games on ${size.replace("x", " × ")} are forgotten.` : "All finished games are forgotten.", "Undo", () => {
        back();
        redraw();
      });
    },
  }, label);
  $("statistics").replaceChildren(
    h("p.quiet", {}, `${grouped(finishedGames().length)} finished games`),
    ...sizes.flatMap((size) => [tableOf(size), h("div.row", {}, reset(`Forget ${size.replace("x", " × ")}`, size))]),
    ...(sizes.length > 1 ? [h("div.row", {}, reset("Forget all", null))] : []));
}
