// The behaviours that every browser must show: a name and what is done in a tab, which each
// of them restarts with nothing kept but what it says.
import { equal, ok } from "./tap.mjs";

const CORNER = [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4];

/** A saved game that starts from a board of tile values. */
export function gameFrom(values, extra = {}) {
  const side = Math.sqrt(values.length);
  return { version: 1, rows: side, cols: side, fours: 0.1, seed: "7", moves: "", at: 0, keepPlaying: false,
    start: values.map((value) => (value ? Math.log2(value) : 0)), ...extra };
}

/** What may differ between a file and a server: what is kept, workers, links, networks. */
export const PLACE_MATTERS = /^(storage|hint|compare|puzzle|link|network)/;

const length = (tab) => tab.run(() => laatta.game.game.length);

export const behaviours = {
  async "play: keys, merge, undo, redo"(tab) {
    await tab.restart({ game: gameFrom(CORNER) });
    await tab.keys("ArrowLeft");
    await tab.until(() => laatta.game.game.length === 1);
    equal(await tab.text("#score"), "4", "score");
    await tab.keys("u");
    await tab.until(() => laatta.game.game.length === 0);
    await tab.click("#redo");
    await tab.until(() => laatta.game.game.length === 1);
    await tab.keys("d", "s");
    await tab.until(() => laatta.game.game.moves() === "LRD");
  },

  async "storage: a reload keeps the game and its undo"(tab) {
    await tab.restart({ game: gameFrom(CORNER) });
    await tab.keys("ArrowLeft", "ArrowRight", "ArrowDown", "u");
    const before = await tab.run(() => [laatta.game.game.moves(true), laatta.game.game.length, [...laatta.game.game.levels]]);
    equal(before[1], 2, "moves");
    await tab.reload();
    await tab.ready();
    equal(await tab.run(() => [laatta.game.game.moves(true), laatta.game.game.length, [...laatta.game.game.levels]]), before, "after the reload");
  },

  async "hint: as the command gives it"(tab, { native }) {
    const values = [2, 4, 8, 16, 0, 2, 64, 128, 0, 0, 4, 256, 2, 0, 0, 512];
    await tab.restart({ game: gameFrom(values), player: "snake" });
    await tab.click("#hint");
    await tab.until(() => Boolean(document.querySelector(".move.best")));
    const wanted = await native("advise", "--player", "snake", values.join(" "));
    equal(await tab.run(() => document.querySelector(".hint-arrow").dataset.direction), wanted.best, "the arrow");
  },

  async "AI: plays, stops, and plays 500 moves at full speed"(tab) {
    await tab.restart({ game: gameFrom(CORNER), player: "snake" });
    await tab.click("#auto");
    await tab.until(() => laatta.game.game.length > 3);
    await tab.click("#auto");
    await tab.until(() => !laatta.game.auto.running);
    const stopped = await length(tab);
    await tab.fill("#speed", 100);
    await tab.click("#auto");
    await tab.until((from) => laatta.game.game.length > from + 500 || laatta.game.game.phase === "over", stopped);
    await tab.run(() => laatta.game.auto.stop());
    await tab.until(() => !laatta.game.auto.running);
  },

  async "replay: scrubbed back, mistakes marked"(tab) {
    await tab.restart({ game: gameFrom(CORNER, { moves: "LRDLURDLUDLR" }), player: "greedy" });
    await tab.click("#record-card summary");
    await tab.fill(".replay input[type=range]", 3);
    await tab.until(() => laatta.game.game.length === 3);
    await tab.run(() => laatta.game.replay.analyse.click());
    await tab.until(() => /of \d+ moves\./.test(document.querySelector(".replay .quiet").textContent));
  },

  async "compare: two players on the same tiles"(tab) {
    await tab.restart({ game: gameFrom([2, 0, 0, 0, 0, 0, 0, 0, 4]) });
    await tab.click("#race-card summary");
    await tab.until(() => document.querySelector(".duel .mini:nth-child(2) select")); // it is built now
    await tab.choose(".duel .mini:nth-child(1) select", "greedy");
    await tab.choose(".duel .mini:nth-child(2) select", "random");
    await tab.click("#race button.primary");
    await tab.until(() => /wins|draw/.test(document.querySelector("#race > p[role=status]").textContent));
  },

  async "puzzle: solved in 16 moves, kept over a reload"(tab) {
    await tab.restart();
    await tab.click("#tab-puzzle");
    await tab.run(() => laatta.puzzle.useText("5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12"));
    await tab.until(() => laatta.puzzle.puzzle.tiles[0] === 5);
    await tab.click("#p-hint");
    await tab.until(() => document.getElementById("p-left").textContent === "16");
    await tab.keys("ArrowUp");
    await tab.until(() => document.getElementById("p-moves").textContent === "1");
    const tiles = await tab.run(() => laatta.puzzle.puzzle.tiles.join());
    await tab.reload();
    await tab.ready();
    await tab.until(() => Boolean(laatta.puzzle));
    equal(await tab.run(() => laatta.puzzle.puzzle.tiles.join()), tiles, "tiles after a reload");
    await tab.fill("#p-speed", 100);
    await tab.click("#p-solve");
    await tab.until(() => laatta.puzzle.puzzle.solved && /^Solved.*no way is shorter/.test(document.getElementById("p-status").textContent));
  },

  async "link: a game travels and comes back"(tab, { url }) {
    const shows = (levels) => tab.until((wanted) => globalThis.laatta?.game.game.levels.join("") === wanted, levels);
    await tab.restart();
    await tab.go("about:blank"); // or the page would only be told of another address
    await tab.go(`${url}#b=4x4.1100000000000002`);
    await shows("1100000000000002");
    await tab.reload();
    await shows("1100000000000002");
    await tab.run(() => (location.hash = "b=4x4.1200000000000003"));
    await shows("1200000000000003");
    await tab.run(() => (location.hash = "p=3x3.123456708"));
    await tab.until(() => laatta.puzzle?.puzzle.tiles.join("") === "123456708");
  },

  async "network: the full one where a server gives it, kept over a reload"(tab) {
    await tab.restart();
    const offered = () => tab.run(() => !document.querySelector("#player .net-choice").hidden);
    if (await tab.run(() => location.protocol === "file:")) {
      equal(await offered(), false, "offered by a file");
      return;
    }
    ok(await offered(), "not offered");
    await tab.choose("#player .net-choice select", "4x4-full.net");
    await tab.until(() => laatta.game.spec.includes("net=4x4-full.net") && /is here/.test(document.querySelector(".net-choice p").textContent));
    await tab.click("#hint");
    await tab.until(() => Boolean(document.querySelector(".move.best")));
    await tab.reload();
    await tab.ready();
    await tab.run(() => (globalThis.fetch = () => Promise.reject(new Error("the server is away"))));
    await tab.click("#hint");
    await tab.until(() => Boolean(document.querySelector(".move.best")));
    ok(await tab.run(() => laatta.game.spec.includes("net=4x4-full.net")), "the choice is gone");
  },

  async "how it thinks: a tree with cuts, step by step"(tab) {
    await tab.restart({ game: gameFrom([2, 4, 8, 16, 0, 2, 64, 128, 0, 0, 4, 256, 2, 0, 0, 512]) });
    await tab.click("#think");
    await tab.choose("#think-placement", "worst");
    await tab.choose("#think-depth", "2");
    await tab.until(() => /cut \d+ branches/.test(document.querySelector(".think-words").textContent));
    await tab.click(".think-search [aria-label='One step back']");
    await tab.until(() => document.querySelectorAll(".think-card").length > 4);
  },

  async "the board fits the window"(tab) {
    await tab.restart();
    const { board, auto, hint, size } = await tab.run(() => ({
      ...Object.fromEntries(["board", "auto", "hint"].map((id) => [id, document.getElementById(id).getBoundingClientRect().toJSON()])),
      size: [innerWidth, innerHeight],
    }));
    for (const box of [board, auto, hint]) ok(box.left >= 0 && box.right <= size[0] && box.top >= 0 && box.bottom <= size[1], JSON.stringify({ box, size }));
  },
};
