// The page: two games in two tabs, one theme, and the keys for whichever shows.

import { load, onStorageTrouble, store } from "./model/storage.js";
import { App2048 } from "./play/app2048.js";
import { listenToKeys } from "./play/input.js";
import { AppPuzzle } from "./puzzle/app-puzzle.js";
import { notice } from "./view/announcer.js";
import { $ } from "./view/dom.js";

onStorageTrouble((text) => notice(text));

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
setTheme(load("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
$("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  setTheme(theme);
  store("theme", theme);
});

// The lab is where a server is, not in a file.
$("foot").hidden = !location.protocol.startsWith("http");

const game = new App2048();
let puzzle = null; // made when its tab is first opened
let shown = "2048";

function show(name) {
  shown = name;
  for (const tab of ["2048", "puzzle"]) {
    const selected = tab === name;
    $(`page-${tab}`).hidden = !selected;
    $(`tab-${tab}`).setAttribute("aria-selected", String(selected));
    $(`tab-${tab}`).tabIndex = selected ? 0 : -1;
  }
  if (name === "puzzle") {
    game.auto.stop();
    puzzle ??= new AppPuzzle();
  }
  store("tab", name);
}

for (const tab of ["2048", "puzzle"]) {
  $(`tab-${tab}`).addEventListener("click", () => show(tab));
  $(`tab-${tab}`).addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const other = tab === "2048" ? "puzzle" : "2048";
    show(other);
    $(`tab-${other}`).focus();
  });
}
if (load("tab") === "puzzle" || location.hash === "#puzzle") show("puzzle");

listenToKeys({
  direction: (direction) => (shown === "2048" ? game.move(direction) : puzzle.direction(direction)),
  key: (name) => (shown === "2048" ? game.key(name) : puzzle.key(name)),
});
// A button pressed with the mouse gives the keys back to the game.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (button && event.detail > 0 && document.activeElement === button) button.blur();
});

// The engine comes last in the file: the page is playable before it is there.
document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(() => game.startEngine(), 0)));

// For the browser's console and the tests: the same objects the page uses.
globalThis.laatta = { game, get puzzle() { return puzzle; } };
