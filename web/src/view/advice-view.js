// What a player thinks: the value of every move, the terms behind it, nodes and
// time.

import { DIRECTIONS } from "../model/slide.js";
import { compact, duration, grouped, h } from "./dom.js";

const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };

/** True values are told to the digit, evaluations as a rough number. */
function shown(value, advice) {
  if (!Number.isFinite(value)) return advice.unit.startsWith("none") ? "unknown" : "lost";
  if (!isExact(advice)) return compact(value);
  return value.toFixed(advice.unit.includes("probability") ? 6 : 4);
}

/** Whether the values are those of perfect play. */
export const isExact = (advice) => advice.unit.endsWith(", exact");

export function showAdvice(element, advice) {
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
    h("div.moves", { role: "list" }, ...rows),
    h("p.quiet", {}, `${advice.unit} · ${grouped(advice.nodes)} nodes · ${duration(advice.seconds)}`),
  ];
  const explained = DIRECTIONS.filter((d) => advice.terms[d]);
  if (explained.length) {
    const names = advice.terms[explained[0]].map((term) => term.name);
    parts.push(h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: "Terms of the evaluation" },
      h("table", {},
        h("caption", {}, "Terms right after each move (weight × feature)"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "term"),
          ...explained.map((d) => h("th", { scope: "col", ariaLabel: d }, ARROWS[d])))),
        h("tbody", {}, ...names.map((name, i) =>
          h("tr", {}, h("th", { scope: "row" }, name),
            ...explained.map((d) => {
              const term = advice.terms[d][i];
              return h("td", { title: `${term.weight} × ${compact(term.feature)}` }, compact(term.contribution));
            })))))));
  }
  if (advice.line.length)
    parts.push(h("p.quiet", {}, "Expects ", advice.line.map((ply) => ARROWS[ply.move]).join(" ")));
  element.replaceChildren(...parts);
}
