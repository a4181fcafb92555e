// What a screen reader is told, and short notices that everyone sees, at the top where
// they cover no board.

import { $, h } from "./dom.js";

let timer = 0;

/** Says a sentence to screen readers, the last one of a quick row of them. */
export function announce(text) {
  clearTimeout(timer);
  timer = setTimeout(() => ($("live").textContent = text), 120);
}

function show(toast, ms) {
  // One at a time is enough to read, and two do not fit above the board.
  while ($("toasts").children.length > 1) $("toasts").firstChild.remove();
  $("toasts").append(toast);
  setTimeout(() => toast.remove(), ms);
}

/** Shows a sentence for a few seconds. */
export function notice(text, kind = "info") {
  show(h(`div.toast.${kind}`, { role: kind === "error" ? "alert" : "status" }, text), Math.max(4000, 70 * text.length));
}

/** Shows a sentence with a button that takes back what it tells of. */
export function offer(text, label, action) {
  const toast = h("div.toast.info", { role: "status" }, h("span", {}, text),
    h("button", { onclick: () => {
      toast.remove();
      action();
    } }, label));
  show(toast, 15_000);
}
