// Help for people who have never seen this: the rules, the keys, and a tour of one minute.

import { $, h } from "./dom.js";
import { ask } from "./dialogs.js";

const RULES = {
  2048: [
    "A move slides all tiles as far as they go. Two equal tiles that meet become one of twice the value, and that value is added to your score.",
    "After every move a new tile appears somewhere: usually a 2, one time in ten a 4.",
    "Make 2048 and you have won; you may go on. When nothing can move any more, the game is over.",
  ],
  puzzle: [
    "Push a tile next to the gap into it. Put all numbers in order, the gap last.",
    "Half of all arrangements cannot be solved by any moves; those you get here always can.",
  ],
};

const KEYS = [
  ["arrows, WASD, hjkl, a swipe", "move"],
  ["space", "start or stop the AI, or the solver"],
  [".", "one move of the AI"],
  ["i", "hint"],
  ["u, Ctrl-Z and r, Ctrl-Y", "undo and redo"],
  ["n", "new game"],
  ["Esc", "from a control back to the game"],
  ["?", "this help"],
];

const TOUR = {
  2048: [
    ["board", "This is the board. Press an arrow key or swipe anywhere on it: all tiles slide, equal ones merge."],
    ["undo", "Made a mistake? Take it back, as often as you like."],
    ["hint", "Stuck? A hint shows where the AI would go."],
    ["auto", "Let the AI play. Watch what it does with the big tiles: they stay in a corner."],
    ["player", "There are many AIs, from one that closes its eyes to one that has learned from millions of games. The strongest comes first."],
    ["think", "See how it thinks: every move it could make, every tile that could come, and what it makes of them."],
    ["record-card", "After a game, look back: where was it lost, and what would the AI have done?"],
    ["race-card", "Let two of them race on the same tiles."],
  ],
  puzzle: [
    ["p-board", "Click a tile next to the gap, or press an arrow key, to push it."],
    ["p-hint", "A hint marks the tile that the shortest way pushes next."],
    ["p-solve", "Let the solver do it: on boards up to 4 × 4 no way is shorter than its way."],
    ["astar-card", "See how a search finds the way: position by position, with and without a sense of direction."],
  ],
};

/** Walks past the parts of the page, one sentence each. */
function takeTour(tab) {
  const steps = TOUR[tab].filter(([id]) => !$(id).hidden);
  const text = h("p", { role: "status" });
  const next = h("button.primary", {}, "Next");
  const bubble = h("div.tour", { role: "dialog", ariaLabel: "Tour" }, text,
    h("div.row", {}, h("button", { onclick: () => end() }, "End"), h("span.spring"), next));
  let at = -1;
  const leave = () => document.querySelector(".toured")?.classList.remove("toured");
  const end = () => {
    leave();
    bubble.remove();
    removeEventListener("keydown", onKey, true);
  };
  const go = () => {
    leave();
    if (++at >= steps.length) return end();
    const [id, words] = steps[at];
    const element = $(id);
    element.scrollIntoView({ block: "center" });
    element.classList.add("toured");
    text.textContent = `${at + 1} of ${steps.length}. ${words}`;
    next.textContent = at + 1 === steps.length ? "Done" : "Next";
    const box = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = bubble;
    const below = box.bottom + 14;
    const top = below + offsetHeight < innerHeight ? below : box.top - offsetHeight - 14 > 0 ? box.top - offsetHeight - 14 : innerHeight - offsetHeight - 12;
    bubble.style.top = `${top}px`;
    bubble.style.left = `${Math.max(8, Math.min(innerWidth - offsetWidth - 8, box.left + box.width / 2 - offsetWidth / 2))}px`;
    next.focus();
  };
  const onKey = (event) => event.key === "Escape" && end();
  next.addEventListener("click", go);
  addEventListener("keydown", onKey, true);
  document.body.append(bubble);
  go();
}

export async function showHelp({ tab }) {
  const answer = await ask(tab === "2048" ? "How to play 2048" : "How to solve the puzzle", [
    h("div.help", {},
      h("ul", {}, ...RULES[tab].map((rule) => h("li", {}, rule))),
      h("h3", {}, "Keys"),
      h("table.help-keys", {}, h("tbody", {}, ...KEYS.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, what)))))),
  ], [
    { label: "Take the tour (one minute)", value: "tour" },
    { label: "Play", value: "", primary: true },
  ]);
  if (answer === "tour") takeTour(tab);
}
