// How it thinks: the search of any position as a tree, column by column, step by step,
// and what an evaluation sees on the board.

import { BoardView } from "../view/board-view.js";
import { compact, grouped, h, percent } from "../view/dom.js";
import { pathsValue, snakeValue } from "./features.js";
import { overlay, overlayWords } from "./overlay.js";
import { thinks } from "./player-words.js";
import { NODES_MAX, chosenChild, estimate, pathTo, searchTree } from "./tree.js";

const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };
const EVALUATIONS = { paths: pathsValue, snake: snakeValue };
const KIND_WORDS = {
  MAX: "MAX: the player takes the best",
  MIN: "MIN: the worst new tile is feared",
  CHANCE: "CHANCE: new tiles, each counted as often as it comes",
};
const DEPTH_MOST = 4;
const LISTED = 40;

const labelOf = (node) => (ARROWS[node.label] ? `${ARROWS[node.label]} ${node.label}` : node.label);
const bound = (value) => (Number.isFinite(value) ? compact(value) : value < 0 ? "−∞" : "∞");

/** A step in a sentence. */
function wordsOf({ node, what, by }) {
  const name = node.parent ? `“${labelOf(node)}”` : "this board";
  if (what === "cut") return `${name} is cut off: after ${labelOf(by)} (${compact(by.value)}) nothing here can change the choice above any more.`;
  if (what === "enter") {
    if (node.leaf) return `Looks at ${name}, the end of this line.`;
    const window = node.kind === "CHANCE" ? "" : ` So far: at least ${bound(node.alpha)}, at most ${bound(node.beta)}.`;
    return `Looks below ${name}, a ${node.kind} node with ${node.children.length} branches.${node.kind === "CHANCE" ? "" : window}`;
  }
  if (node.leaf) return `${name} is worth ${compact(node.value)} by its evaluation.`;
  if (node.kind === "CHANCE") return `The mean of all new tiles after ${name} is ${compact(node.value)}: passed up.`;
  return `The ${node.kind === "MAX" ? "best" : "worst"} below ${name} is ${compact(node.value)} (${labelOf(chosenChild(node))}): passed up.`;
}

export class ThinkView {
  /** @type {any} */ depth;
  /** @type {any} */ placement;
  /** @type {any} */ evaluation;
  /** @type {any} */ overlayKind;
  /** @type {any} */ overlayField;
  #tree = null;
  #at = 0; // how many steps of the search have been made
  #selected = null;
  /** @type {any} */
  #timer = 0;

  /** position: {levels, rows, cols, fours} */
  constructor(position) {
    this.position = position;
    const select = (id, label, options, onchange) => {
      const control = h("select", { id, onchange }, ...options.map(([value, text]) => h("option", { value }, text)));
      return [control, h("label.field", { htmlFor: id }, h("span", {}, label), control)];
    };
    const again = () => this.#build();
    let depthField, placementField, evaluationField;
    [this.depth, depthField] = select("think-depth", "Depth", Array.from({ length: DEPTH_MOST }, (_, i) => [i + 1, `${i + 1} ${i ? "steps" : "step"}`]), again);
    [this.placement, placementField] = select("think-placement", "New tile", [["mean", "by chance"], ["worst", "the worst"]], again);
    [this.evaluation, evaluationField] = select("think-evaluation", "Likes", [["paths", "eight paths"], ["snake", "the snake"]], again);
    this.depth.value = "2";
    this.prune = h("input", { type: "checkbox", checked: true, onchange: again });
    this.pruneField = h("label.check", {}, this.prune, "skip what cannot matter: alpha-beta");
    this.slider = h("input", { type: "range", min: 0, value: 0, ariaLabel: "Step of the search", oninput: () => this.#go(Number(this.slider.value)) });
    this.play = h("button.primary", { onclick: () => this.#toggle() }, "Play");
    this.sentence = h("p.think-words", { role: "status" });
    this.counts = h("p.quiet", {});
    this.columns = h("div.think-columns", { tabIndex: 0, role: "group", ariaLabel: "The tree, a column a level" });
    const board = h("div", {});
    this.board = new BoardView(board);
    this.board.element.classList.add("quick");
    this.board.shape(position.rows, position.cols);
    this.sight = h("p.quiet", {});
    [this.overlayKind, this.overlayField] = select("think-overlay", "Show", [["path", "the snake's path"], ["order", "what order it sees"], ["empty", "empty cells"], ["", "nothing"]], () => this.#drawBoard());
    this.element = h("div.think", {},
      h("div.think-board.mini", {}, board, this.overlayField, this.sight),
      h("div.think-search", {},
        h("div.think-options", {}, depthField, placementField, evaluationField, this.pruneField),
        h("div.row", {},
          h("button", { ariaLabel: "To the start", onclick: () => this.#go(0) }, "Start"),
          h("button", { ariaLabel: "One step back", onclick: () => this.#go(this.#at - 1) }, "◀"),
          h("button", { ariaLabel: "One step on", onclick: () => this.#go(this.#at + 1) }, "▶"),
          this.play,
          h("button", { onclick: () => this.#go(Infinity) }, "All of it")),
        this.slider, this.sentence, this.columns, this.counts));
    this.#build();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.play.textContent = "Play";
  }

  #build() {
    this.stop();
    const { levels } = this.position;
    for (const option of this.depth.options) {
      option.disabled = estimate(levels, Number(option.value)) > NODES_MAX / 3;
      option.textContent = `${option.value} ${option.value === "1" ? "step" : "steps"}${option.disabled ? " (too many on this board)" : ""}`;
    }
    if (this.depth.selectedOptions[0].disabled) this.depth.value = "1";
    this.pruneField.hidden = this.placement.value !== "worst";
    const options = { depth: Number(this.depth.value), placement: this.placement.value, evaluate: EVALUATIONS[this.evaluation.value] };
    const prune = this.placement.value === "worst" && this.prune.checked;
    this.#tree = searchTree(this.position, { ...options, prune });
    this.whole = prune ? searchTree(this.position, { ...options, prune: false }).nodes : this.#tree.nodes;
    this.slider.max = this.#tree.steps.length;
    this.#go(Infinity);
  }

  /** Shows the search after so many of its steps. */
  #go(at) {
    const { steps, root } = this.#tree;
    this.#at = Math.max(0, Math.min(steps.length, at));
    this.slider.value = this.#at;
    const done = this.#at === steps.length;
    const step = this.#at > 0 ? steps[this.#at - 1] : null;
    this.#selected = done ? chosenChild(root) ?? root : step?.node ?? root;
    this.sentence.textContent = done ? this.#verdict() : step ? wordsOf(step) : "The search begins with the board as it stands: a MAX node, the player's turn.";
    if (done) this.stop();
    this.#draw();
  }

  #verdict() {
    const { root, nodes, cuts } = this.#tree;
    const best = chosenChild(root);
    if (!best) return "No move is left: the board is worth its evaluation.";
    const saved = cuts ? ` Alpha-beta cut ${grouped(cuts)} branches: ${grouped(nodes)} positions instead of ${grouped(this.whole)}.` : "";
    return `${labelOf(best)} is chosen: ${compact(root.value)} is the largest of its moves.${saved}`;
  }

  #toggle() {
    if (this.#timer) return this.stop();
    if (this.#at === this.#tree.steps.length) this.#go(0);
    this.play.textContent = "Pause";
    const tick = () => {
      this.#timer = setTimeout(() => {
        this.#go(this.#at + 1);
        if (this.#at < this.#tree.steps.length) tick();
      }, 700);
    };
    tick();
  }

  #draw() {
    const { steps, nodes } = this.#tree;
    const path = pathTo(this.#selected);
    this.columns.replaceChildren(...path.filter((node) => node.children.length).map((node, i) => this.#column(node, path[i + 1])));
    this.columns.scrollLeft = this.columns.scrollWidth;
    this.counts.textContent = `Step ${grouped(this.#at)} of ${grouped(steps.length)} · ${grouped(nodes)} positions in this tree`;
    this.#drawBoard();
  }

  #column(node, selected) {
    const shown = node.children.slice(0, LISTED);
    if (selected && !shown.includes(selected)) shown.push(selected);
    const chosen = node.done < this.#at ? chosenChild(node) : null;
    const rest = node.children.length - shown.length;
    return h("div.think-column", {},
      h(`p.kind.${node.kind}`, { title: KIND_WORDS[node.kind] }, node.kind, node.done < this.#at ? h("b", {}, ` ${compact(node.value)}`) : ""),
      h("p.quiet", {}, KIND_WORDS[node.kind].split(": ")[1]),
      ...shown.map((child) => this.#card(child, child === selected, child === chosen)),
      rest > 0 ? h("p.quiet", {}, `and ${grouped(rest)} more`) : null);
  }

  #card(node, isSelected, isChosen) {
    const cut = node.cut < this.#at;
    const value = cut ? "✂ cut" : node.done < this.#at ? compact(node.value) : node.entered < this.#at ? "…" : "?";
    return h(`button.think-card${isSelected ? ".selected" : ""}${isChosen ? ".chosen" : ""}${cut ? ".cut" : ""}`, {
      type: "button",
      ariaPressed: String(isSelected),
      onclick: () => {
        this.stop();
        this.#selected = node;
        this.#draw();
      },
    }, h("span", {}, labelOf(node), node.parent.kind === "CHANCE" ? h("i", {}, ` ${percent(node.weight, 1)}`) : null), h("b", {}, value));
  }

  #drawBoard() {
    const { rows, cols } = this.position;
    const { levels } = this.#selected;
    this.board.show(levels);
    this.board.element.querySelector(".overlay")?.remove();
    const kind = this.overlayKind.value;
    this.sight.textContent = "";
    if (!kind) return;
    this.board.element.append(overlay(kind, levels, rows, cols));
    this.sight.textContent = overlayWords(kind, levels, rows, cols);
  }
}

/** Opens the view over the page; the game stays as it is. player: {name, title} of the one that is chosen */
export function showThinking(position, player) {
  const view = new ThinkView(position);
  const dialog = h("dialog.wide", { ariaLabel: "How it thinks" },
    h("div.row", {}, h("h2", {}, "How it thinks"), h("span.spring"),
      h("button", { ariaLabel: "Close", onclick: () => dialog.close() }, "✕")),
    h("p", {}, h("b", {}, `${player.title}. `), thinks(player.name)),
    h("p.quiet", {}, "A search tries every move and every new tile, values the boards at the end, and passes the values up. Click a branch to follow it."),
    view.element);
  dialog.addEventListener("close", () => {
    view.stop();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return view;
}
