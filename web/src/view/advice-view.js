// What a player thinks: the value of every move, the terms behind it, nodes and
// time.

import { DIRECTIONS } from "../model/slide.js";
import { whyBest } from "../think/words.js";
import { compact, duration, grouped, h } from "./dom.js";

const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };

/** True values are told to the digit, evaluations as a rough number. */
function shown(value, advice) {
  if (!Number.isFinite(value)) return advice.unit.startsWith("none") ? "unknown" : "lost";
  if (!isExact(advice)) return compact(value);
  return grouped(value, advice.unit.includes("probability") ? 6 : 4);
}

/** Whether the values are those of perfect play. */
export const isExact = (advice) => advice.unit.endsWith(", exact");

/** The best of the other moves by their values, or null. */
function runnerUp(advice) {
  const others = DIRECTIONS.filter((d) => d in advice.values && d !== advice.best);
  const worth = (d) => (Number.isFinite(advice.values[d]) ? advice.values[d] : -Infinity);
  return others.sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

/**
 * @param {any} element
 * @param {any} advice the engine's answer; null: nothing was asked
 * @param {{rows: number, cols: number, levels: Uint8Array} | null} position what it is about
 */
export function showAdvice(element, advice, position = null) {
  if (!advice) {
    element.replaceChildren(h("p.quiet", {}, "Ask for a hint to see what the player thinks of each move."));
    return;
  }
  const values = DIRECTIONS.map((d) => advice.values[d]).filter(Number.isFinite);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const rows = DIRECTIONS.map((direction) => {
    const value = advice.values[direction];
    const legal = direction in advice.values;
    const best = direction === advice.best;
    const share = !Number.isFinite(value) ? 0 : span > 0 ? 0.08 + 0.92 * ((value - low) / span) : 1;
    const bar = h("span.bar", { ariaHidden: "true" });
    bar.style.setProperty("--share", legal ? share : 0);
    return h(`div.move${best ? ".best" : ""}${legal ? "" : ".illegal"}`, { role: "listitem" },
      h("span.arrow", { ariaHidden: "true" }, ARROWS[direction]),
      h("span.name", {}, direction, best ? h("b", {}, " best") : null),
      bar,
      h("span.value", {}, !legal ? "not legal" : shown(value, advice)));
  });
  const parts = [
    position && advice.best ? h("p.why", {}, whyBest(position, advice.best, runnerUp(advice))) : "",
    h("div.moves", { role: "list" }, ...rows),
    h("p.quiet", {}, `${advice.unit} · looked at ${grouped(advice.nodes)} boards in ${duration(advice.seconds)}`),
  ];
  const explained = DIRECTIONS.filter((d) => advice.terms[d]);
  if (explained.length) {
    const names = advice.terms[explained[0]].map((term) => term.name);
    const most = Math.max(1e-9, ...explained.flatMap((d) => advice.terms[d].map((term) => Math.abs(term.contribution))));
    parts.push(h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: "What it sees on the board" },
      h("table", {},
        h("caption", {}, "What it sees on the board right after each move"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "it looks at"),
          ...explained.map((d) => h("th", { scope: "col", ariaLabel: d }, ARROWS[d])))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "together"),
          ...explained.map((d) => h("td", {}, compact(advice.terms[d].reduce((sum, term) => sum + term.contribution, 0)))))),
        h("tbody", {}, ...names.map((name, i) =>
          h("tr", {}, h("th", { scope: "row" }, name),
            ...explained.map((d) => {
              const term = advice.terms[d][i];
              const bar = h("i.term", { ariaHidden: "true" });
              bar.style.setProperty("--share", Math.min(1, Math.abs(term.contribution) / most));
              if (term.contribution < 0) bar.className = "term minus";
              return h("td", { title: `${term.weight} × ${compact(term.feature)}` }, compact(term.contribution), bar);
            })))))));
  }
  if (advice.line.length)
    parts.push(h("p.quiet", {}, "Expects ", advice.line.map((ply) => ARROWS[ply.move]).join(" ")));
  element.replaceChildren(...parts);
}
