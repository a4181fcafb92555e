// The card of finished games: a table for each size of board, each with a reset.

import { Stopped } from "../engine/client.js";
import { finishedGames, forget, gamesByWho, remembered, sizesPlayed } from "../model/statistics.js";
import { offer } from "../view/announcer.js";
import { $, grouped, h, percent } from "../view/dom.js";
import { titleOf } from "../view/players.js";

const COLUMNS = ["who", "games", "average", "best", "largest tile", "made 2048"];

function rowOf({ who, games, score, reached }) {
  const largest = Math.max(...Object.keys(reached).map(Number));
  // Told from the smallest largest tile of a game to the largest.
  const wins = reached[2048] ?? Number(largest > 2048);
  return h("tr", {},
    h("th", { scope: "row" }, who), h("td", {}, grouped(games)), h("td", {}, grouped(score.mean)),
    h("td", {}, grouped(score.max)), h("td", {}, grouped(largest)), h("td", {}, percent(wins)));
}

/** Adds up the games of everybody who played on this size, and puts them into the table. */
async function fill(body, size, engine) {
  try {
    const { players } = await engine.catalogue();
    const named = (who) => who.replace(/^(you with )?(?!you$)(.*)/, (_, you = "", spec) => you + titleOf(spec, players));
    const rows = await Promise.all([...gamesByWho(size)].map(async ([who, games]) => ({ who: named(who), ...await engine.results(games) })));
    body.replaceChildren(...rows.sort((a, b) => b.score.mean - a.score.mean).map(rowOf));
  } catch (error) {
    // Whoever ended the engine meant its player; it starts anew for this.
    if (error instanceof Stopped) return fill(body, size, engine);
    body.replaceChildren(h("tr", {}, h("td", { colSpan: COLUMNS.length }, error.message)));
  }
}

function tableOf(size, engine) {
  const body = h("tbody", {});
  fill(body, size, engine);
  return h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: `Finished games on ${size}` }, h("table", {},
    h("caption", {}, size.replace("x", " × ")),
    h("thead", {}, h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, name)))),
    body));
}

export function drawStatistics(engine, changed = () => {}) {
  const sizes = sizesPlayed();
  if (!sizes.length) {
    $("statistics").replaceChildren(h("p.quiet", {}, "No game has been finished yet. Yours and the AI's are counted apart."));
    return;
  }
  const reset = (label, size) => h("button", {
    onclick: () => {
      const back = remembered();
      const redraw = () => {
        drawStatistics(engine, changed);
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
    h("p.quiet", {}, finishedGames().length === 1 ? "1 finished game" : `${grouped(finishedGames().length)} finished games`),
    ...sizes.flatMap((size) => [tableOf(size, engine), h("div.row", {}, reset(`Forget ${size.replace("x", " × ")}`, size))]),
    ...(sizes.length > 1 ? [h("div.row", {}, reset("Forget all", null))] : []));
}
