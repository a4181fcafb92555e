// The search itself, kept to be looked at: a tree of moves and new tiles, the order in
// which its values are found, and what alpha-beta leaves out.
//
// MAX nodes are the player's: the best child counts. Below a move stands CHANCE, the mean
// over all new tiles, or MIN, the worst of them. Depth counts both kinds, as
// `expectiminimax` does; at depth 0 and without moves a board is worth its evaluation.

import { DIRECTIONS, slide } from "../model/slide.js";
import { emptyCells } from "./features.js";

/** Nodes beyond which a tree is no longer something to look at. */
export const NODES_MAX = 60_000;

/**
 * @typedef {object} TreeNode
 * @property {"MAX" | "MIN" | "CHANCE"} kind
 * @property {string} label
 * @property {Uint8Array} levels
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children
 * @property {boolean} leaf
 * @property {number} value
 * @property {number} weight probability of this new tile
 * @property {number} entered step at which it is first looked at; Infinity: never
 * @property {number} done step at which its value is known; Infinity: never
 * @property {number} cut step at which it was left out; Infinity: never
 * @property {number} alpha
 * @property {number} beta
 */

/** @typedef {{node: TreeNode, what: "enter" | "value" | "cut", by?: TreeNode}} Step */

/** About how many nodes a tree of this depth has. */
export function estimate(levels, depth) {
  const empty = emptyCells(levels).length + 1;
  let nodes = 1;
  for (let d = 0; d < depth; d++) nodes *= d % 2 ? 2 * Math.max(1, empty - Math.floor(d / 2)) : 3.5;
  return nodes;
}

/**
 * @param {{levels: Uint8Array, rows: number, cols: number, fours: number}} position
 * @param {{depth: number, placement: "mean" | "worst", prune: boolean, evaluate: Function}} options
 * @returns {{root: TreeNode, steps: Step[], nodes: number, cuts: number}}
 */
export function searchTree({ levels, rows, cols, fours }, { depth, placement, prune, evaluate }) {
  /** @type {Step[]} */
  const steps = [];
  let nodes = 0;
  let cuts = 0;
  const below = placement === "worst" ? "MIN" : "CHANCE";

  /** @returns {TreeNode} */
  const make = (kind, label, board, parent, weight = 1) => ({
    kind, label, levels: board, parent, children: [], leaf: false, value: NaN, weight,
    entered: Infinity, done: Infinity, cut: Infinity, alpha: -Infinity, beta: Infinity,
  });

  function expand(node) {
    if (node.kind === "MAX") {
      for (const direction of DIRECTIONS) {
        const slid = slide(node.levels, rows, cols, direction);
        if (slid) node.children.push(make(below, direction, slid.levels, node));
      }
      return;
    }
    const empty = emptyCells(node.levels);
    for (const cell of empty)
      for (const level of [1, 2]) {
        const board = Uint8Array.from(node.levels);
        board[cell] = level;
        const share = level === 2 ? fours : 1 - fours;
        if (share > 0) node.children.push(make("MAX", `${2 ** level} in row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`, board, node, share / empty.length));
      }
  }

  function visit(node, left, alpha, beta) {
    if (++nodes > NODES_MAX) throw new Error("This tree has too many nodes to look at: choose a smaller depth.");
    node.entered = steps.length;
    node.alpha = alpha;
    node.beta = beta;
    steps.push({ node, what: "enter" });
    if (left > 0) expand(node);
    if (!node.children.length) {
      node.leaf = true;
      node.value = evaluate(node.levels, rows, cols);
    } else {
      let value = node.kind === "MAX" ? -Infinity : node.kind === "MIN" ? Infinity : 0;
      node.children.forEach((child, i) => {
        if (Number.isFinite(child.cut)) return;
        const got = visit(child, left - 1, alpha, beta);
        if (node.kind === "CHANCE") value += child.weight * got;
        else if (node.kind === "MAX") alpha = Math.max(alpha, (value = Math.max(value, got)));
        else beta = Math.min(beta, (value = Math.min(value, got)));
        if (!prune || node.kind === "CHANCE" || alpha < beta) return;
        for (const rest of node.children.slice(i + 1)) {
          rest.cut = steps.length;
          steps.push({ node: rest, what: "cut", by: child });
          cuts++;
        }
      });
      node.value = value;
    }
    node.done = steps.length;
    steps.push({ node, what: "value" });
    return node.value;
  }

  const root = make("MAX", "now", Uint8Array.from(levels), null);
  visit(root, depth, -Infinity, Infinity);
  return { root, steps, nodes, cuts };
}

/** From the root down to a node. */
export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.unshift(at);
  return path;
}

/** The child whose value a node takes over; null below CHANCE and for leaves. */
export function chosenChild(node) {
  if (node.leaf || node.kind === "CHANCE") return null;
  return node.children.find((child) => Number.isFinite(child.done) && child.value === node.value) ?? null;
}
