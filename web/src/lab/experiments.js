// The table of experiments: states, progress bars, rates, and buttons for those who
// have the token.

import { $, h } from "../view/dom.js";
import { renewRows } from "./rows.js";
import { grouped, rate, span } from "./words.js";

const COLUMNS = ["Experiment", "Kind", "State", "Progress", "Games", "Configurations", "Failed", "Games a second", "Time left"];

export function prepareExperiments() {
  const row = h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, name)), h("th.controls", { scope: "col" }, "Change"));
  $("experiments").append(h("thead", {}, row), h("tbody"));
}

const bar = (x) => ({
  make: () => h("progress", { max: 1 }),
  tell: (element) => {
    element.value = x.games ? x.finished / x.games : 0;
    element.ariaLabel = `${grouped(x.finished)} of ${grouped(x.games)} games of ${x.name}`;
  },
});

const link = (x) => ({
  make: () => h("a", { href: `#${x.name}` }, x.name),
  tell: () => {},
});

const badge = (x) => ({
  make: () => h("span.badge"),
  tell: (element) => {
    element.textContent = x.state;
    element.dataset.state = x.state;
  },
});

function timeLeft(x) {
  if (x.state !== "active" || !(x.games_a_second > 0)) return "";
  return span((x.waiting + x.leased) / x.games_a_second);
}

/** The buttons that make sense in a state; `act(name, verb)`. */
export function controls(x, act) {
  const verbs = { active: ["pause", "cancel"], paused: ["resume", "cancel"] }[x.state] ?? [];
  return {
    make: () => h("span.row.tight"),
    tell: (element) => {
      if (element.dataset.verbs === verbs.join()) return;
      element.dataset.verbs = verbs.join();
      element.replaceChildren(
        ...verbs.map((verb) => h("button.small", { ariaLabel: `${verb} ${x.name}`, onclick: () => act(x.name, verb) }, verb)),
      );
    },
  };
}

export function showExperiments(list, selected, mayControl, act) {
  const table = $("experiments");
  table.classList.toggle("controlled", mayControl);
  $("no-experiments").hidden = list.length > 0;
  table.hidden = list.length === 0;
  renewRows(
    table.tBodies[0],
    list,
    (x) => x.id,
    (x) => [
      link(x),
      x.kind,
      badge(x),
      bar(x),
      `${grouped(x.finished)} of ${grouped(x.games)}`,
      grouped(x.configs),
      x.failed ? grouped(x.failed) : "",
      x.state === "active" && x.games_a_second > 0 ? rate(x.games_a_second) : "",
      timeLeft(x),
      mayControl ? controls(x, act) : "",
    ],
    (row, x) => {
      row.classList.toggle("selected", x.name === selected);
      row.cells[0].firstElementChild.toggleAttribute("aria-current", x.name === selected);
      row.cells[6].className = x.failed ? "bad" : "";
      row.cells[9].className = "controls";
    },
  );
}
