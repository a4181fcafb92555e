// Entering a board of 2048 by hand.

import { checkBoard } from "../model/game.js";
import { ask } from "../view/dialogs.js";
import { h } from "../view/dom.js";

function levelOf(text) {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "0" || trimmed === ".") return 0;
  const level = Math.log2(Number(trimmed));
  if (!Number.isInteger(level) || level < 1) throw new Error(`“${trimmed}” is no tile: tiles are 2, 4, 8, 16 and so on.`);
  return level;
}

/** Resolves with levels, or null when it was cancelled. */
export async function editBoard(rows, cols, levels) {
  const problem = h("p.problem", { role: "alert" });
  const inputs = Array.from(levels, (level, i) =>
    h("input", {
      inputMode: "numeric",
      value: level ? String(2 ** level) : "",
      ariaLabel: `Row ${Math.floor(i / cols) + 1}, column ${(i % cols) + 1}`,
      onpaste: (event) => {
        const values = event.clipboardData.getData("text").trim().split(/[\s,;/]+/);
        if (values.length !== inputs.length) return;
        event.preventDefault();
        inputs.forEach((input, at) => (input.value = /^[0._]$/.test(values[at]) ? "" : values[at]));
      },
    }));
  const grid = h("div.editor", {}, ...inputs);
  grid.style.setProperty("--cols", cols);
  let result = null;
  const check = () => {
    try {
      result = inputs.map((input) => levelOf(input.value));
      checkBoard(result, rows * cols);
      if (result.every((level) => level === 0)) throw new Error("A board needs at least one tile.");
      return true;
    } catch (error) {
      problem.textContent = error.message;
      return false;
    }
  };
  const answer = await ask("Edit the board", [
    h("p.quiet", {}, "Type tile values; leave a cell empty for no tile. A whole board can be pasted into any cell."),
    grid,
    h("button", { type: "button", onclick: () => inputs.forEach((input) => (input.value = "")) }, "Clear"),
    problem,
  ], [
    { label: "Cancel", value: "" },
    { label: "Play from here", value: "yes", primary: true, check },
  ]);
  return answer === "yes" ? result : null;
}
