// Drawn on a board: the snake's path and its critical blank, order, empty cells.

import { emptyCells, orderLosses, snakeSight } from "./features.js";

const SPACE = "http://www.w3.org/2000/svg";
/** Units a column is wide; the gap between cells is one 8.6th of it, as in board.css. */
const COLUMN = 24;
const GAP = COLUMN / 8.6;

function make(name, attributes, text = "") {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** @param {"path" | "order" | "empty"} kind */
export function overlay(kind, levels, rows, cols) {
  const step = COLUMN - GAP / cols; // from cell to cell: all gaps but one are inside
  const middle = (n) => (n + 0.5) * step + GAP / 2;
  const svg = make("svg", { viewBox: `0 0 ${cols * COLUMN} ${rows * step + GAP}`, class: "overlay", "aria-hidden": "true" });
  const x = (cell) => middle(cell % cols);
  const y = (cell) => middle(Math.floor(cell / cols));
  if (kind === "path") {
    const { path, critical } = snakeSight(levels, rows, cols);
    svg.append(make("polyline", { points: path.map((cell) => `${x(cell)},${y(cell)}`).join(" ") }),
      make("circle", { cx: x(path[0]), cy: y(path[0]), r: 10, class: "begin" }));
    if (critical >= 0) svg.append(make("circle", { cx: x(critical), cy: y(critical), r: 9, class: "critical" }));
  }
  if (kind === "order")
    for (const { a, b, lost } of orderLosses(levels, rows, cols)) {
      svg.append(make("line", { x1: x(a), y1: y(a), x2: x(b), y2: y(b), class: "loss" }));
      svg.append(make("text", { x: (x(a) + x(b)) / 2, y: (y(a) + y(b)) / 2 }, `−${lost}`));
    }
  if (kind === "empty")
    for (const cell of emptyCells(levels)) svg.append(make("rect", { x: x(cell) - 9, y: y(cell) - 9, width: 18, height: 18, rx: 3, class: "free" }));
  return svg;
}

/** What an overlay shows, in words. */
export function overlayWords(kind, levels, rows, cols) {
  if (kind === "path") {
    const { critical } = snakeSight(levels, rows, cols);
    const where = critical < 0 ? "" : ` The dashed ring marks its critical blank, row ${Math.floor(critical / cols) + 1}, column ${(critical % cols) + 1}: the first gap on the path, where a new 2 would hurt most.`;
    return `The path along which the tiles are worth most: the first, in the blue ring, counts whole, each next one a quarter of it.${where}`;
  }
  if (kind === "order") {
    const lost = orderLosses(levels, rows, cols).reduce((sum, loss) => sum + loss.lost, 0);
    return lost ? `Neighbours that break the order, with the doublings they are off: ${lost} in all.` : "Every line is in order.";
  }
  return `${emptyCells(levels).length} empty cells: room to move.`;
}
