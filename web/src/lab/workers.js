// Who plays: a line a worker, and what all of them do together.

import { $, h } from "../view/dom.js";
import { Chart } from "./chart.js";
import { renewRows } from "./rows.js";
import { grouped, rate, span } from "./words.js";

const COLUMNS = ["Worker", "Threads", "Games", "Games a second", "Moves a second", "Seen"];
const POINTS = 400;
let chart = null;
let rates = { at: [], games_a_second: [], moves_a_second: [] };

export function prepareWorkers() {
  $("workers").append(h("thead", {}, h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, name)))), h("tbody"));
  chart = new Chart($("rates"));
}

function drawRates() {
  const last = rates.moves_a_second.at(-1) ?? 0;
  chart.draw({
    data: [rates.at, rates.moves_a_second, rates.games_a_second],
    series: [
      { label: "moves a second", colour: 0, fill: true },
      { label: "games a second", colour: 1, hidden: true },
    ],
    x: { time: true, name: "time" },
    y: { zero: true, value: (_, value) => (value == null ? "" : rate(value)) },
    label: `Moves a second over time; now ${rate(last)}`,
  });
}

/** The whole history, from the server. */
export function setRates(history) {
  rates = { at: [...history.at], games_a_second: [...history.games_a_second], moves_a_second: [...history.moves_a_second] };
  drawRates();
}

/** One more point. */
export function addRate(point) {
  if (!point || point.at <= (rates.at.at(-1) ?? 0)) return;
  for (const key of Object.keys(rates)) {
    rates[key].push(point[key]);
    if (rates[key].length > POINTS) rates[key].shift();
  }
  drawRates();
}

export function showWorkers(workers) {
  const working = workers.filter((worker) => worker.working);
  const shown = [...working, ...workers.filter((worker) => !worker.working).slice(0, working.length ? 3 : 6)];
  $("no-workers").hidden = working.length > 0;
  $("workers").hidden = shown.length === 0;
  renewRows(
    $("workers").tBodies[0],
    shown,
    (worker) => worker.id,
    (worker) => [
      `${worker.host}, process ${worker.pid}`,
      worker.threads,
      `${grouped(worker.games)}${worker.lost ? ` (${grouped(worker.lost)} too late)` : ""}`,
      worker.working ? rate(worker.games_a_second) : "",
      worker.working ? rate(worker.moves_a_second) : "",
      worker.working ? `${span(worker.seen_seconds_ago)} ago` : `left ${span(worker.seen_seconds_ago)} ago`,
    ],
    (row, worker) => {
      row.classList.toggle("gone", !worker.working);
      row.title = `plays as ${worker.behaviour}`;
    },
  );
  return working.length;
}
