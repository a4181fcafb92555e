// What a screen reader is told, and short notices that everyone sees.

import { $, h } from "./dom.js";

let timer = 0;

/** Says a sentence to screen readers, the last one of a quick row of them. */
export function announce(text) {
  clearTimeout(timer);
  timer = setTimeout(() => ($("live").textContent = text), 120);
}

/** Shows a sentence for a few seconds. */
export function notice(text, kind = "info") {
  const toast = h(`div.toast.${kind}`, { role: kind === "error" ? "alert" : "status" }, text);
  $("toasts").append(toast);
  setTimeout(() => toast.remove(), Math.max(4000, 70 * text.length));
}
