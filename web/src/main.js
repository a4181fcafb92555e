// The page: two games in two tabs, one theme, and the keys for whichever shows.

import { engineIsPossible } from "./engine/client.js";
import { Game } from "./model/game.js";
import { slide } from "./model/slide.js";
import { load, onStorageTrouble, store } from "./model/storage.js";
import { App2048 } from "./play/app2048.js";
import { giveKeysBack, listenToKeys } from "./play/input.js";
import { AppPuzzle } from "./puzzle/app-puzzle.js";
import * as features from "./think/features.js";
import { notice } from "./view/announcer.js";
import { $ } from "./view/dom.js";
import { showHelp } from "./view/help.js";
import { install } from "./view/install.js";

onStorageTrouble((text) => notice(text));

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]').setAttribute("content", theme === "dark" ? "#1b1917" : "#faf8ef");
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
    game.ai.stop();
    puzzle ??= new AppPuzzle();
  }
  document.title = name === "puzzle" ? "laatta: the 15-puzzle" : "laatta: 2048";
  if (load("tab") !== name) store("tab", name);
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
/** A link is a board: opens what stands after the # of the address, then forgets it. */
function openLink() {
  const { hash } = location;
  if (/^#p=/.test(hash)) {
    show("puzzle");
    puzzle.openLink(hash);
  } else if (/^#[bg]=/.test(hash)) {
    show("2048");
    game.openLink(hash);
  } else {
    return;
  }
  history.replaceState(null, "", location.href.split("#")[0]);
}

show(load("tab") === "puzzle" || location.hash === "#puzzle" ? "puzzle" : "2048");
openLink();
addEventListener("hashchange", openLink);

for (const more of document.querySelectorAll(".down"))
  more.addEventListener("click", () => more.closest("section").querySelector(".side").scrollIntoView());

const help = () => showHelp({ tab: shown });
$("help").addEventListener("click", help);
listenToKeys({
  direction: (direction) => (shown === "2048" ? game.move(direction) : puzzle.direction(direction)),
  key: (name) => {
    if (name === "help") {
      help();
      return true;
    }
    return shown === "2048" ? game.key(name) : puzzle.key(name);
  },
});
giveKeysBack();
install();

// The engine comes last in the file: the page is playable before it is there.
if (engineIsPossible()) game.engine.prepare();
document.addEventListener("DOMContentLoaded", () => game.startEngine());

// For the browser's console and the tests: the same objects the page uses.
globalThis.laatta = { game, get puzzle() { return puzzle; }, parts: { Game, slide, features } };
