// Small boards on the page: perfect play, and every player beside it.
import { equal, ok } from "./tap.mjs";

const SIZES = [[2, 2], [2, 3], [3, 2], [2, 4], [4, 2], [3, 3]];
const valuesOf = (levels) => levels.map((level) => (level ? 2 ** level : 0));
const rowsOf = (levels, cols) => valuesOf(levels).map((value, i) => `${value}${(i + 1) % cols === 0 ? "/" : " "}`).join("").slice(0, -1);

async function choose(page, rows, cols) {
  await page.selectOption("#rows", String(rows));
  await page.selectOption("#cols", String(cols));
  equal(await page.evaluate(() => laatta.game.game.levels.length), rows * cols, "cells");
}

/** Positions of random games on a board of this size, as the page's rules make them. */
const positions = (page, rows, cols, count) => page.evaluate(([rows, cols, count]) => {
  const found = [];
  const Game = laatta.game.game.constructor;
  for (let seed = 1; found.length < count; seed++) {
    const game = new Game({ rows, cols, seed });
    for (let i = 0; i < 5 * seed; i++) game.move(["left", "down", "right", "up"][(i * seed + (i >> 2)) % 4]);
    while (game.phase === "over") game.undo();
    found.push([...game.levels]);
  }
  return found;
}, [rows, cols, count]);

const advised = (page, spec, rows, cols, levels) => page.evaluate(([spec, rows, cols, levels]) =>
  laatta.game.engine.advise(spec, { rows, cols, fours: 0.1, levels: Uint8Array.from(levels) })
    .catch((error) => ({ refused: error.message })), [spec, rows, cols, levels]);

function sameAdvice(got, wanted, what) {
  ok(!got.refused, `${what}: ${got.refused}`);
  equal(got.best, wanted.best, `${what}: best`);
  for (const [direction, value] of Object.entries(got.values)) {
    const other = wanted.values[direction]; // native JSON has 12 digits
    ok(value === other || Math.abs(value - other) <= 1e-11 * Math.abs(other), `${what}, ${direction}: ${value} and ${other}`);
  }
}

export async function testSmallBoards(suite, { url, native }) {
  await suite.test("2x3: optimal is suggested, its hint is the native one, and it plays to the end", async ({ open }) => {
    const page = await open(url);
    await choose(page, 2, 3);
    equal(await page.evaluate(() => laatta.game.spec), "optimal", "player");
    equal(await page.textContent("#goal"), "Slide equal tiles together. No tile of this board can be above 128.", "the goal");
    for (let round = 0; round < 3; round++) {
      await page.click("#hint");
      await page.waitForSelector(".move.best");
      const levels = await page.evaluate(() => [...laatta.game.game.levels]);
      const wanted = await native("optimal", rowsOf(levels, 3));
      equal(await page.getAttribute(".hint-arrow", "data-direction"), wanted.best, "the arrow");
      const shown = await page.$$eval(".move:not(.illegal)", (moves) => moves.map((move) =>
        [move.querySelector(".name").firstChild.textContent, move.querySelector(".value").textContent]));
      equal(shown, Object.entries(wanted.values).map(([name, value]) => [name, value.toFixed(4)]), "values");
      ok(/expected points from here on, exact/.test(await page.textContent("#advice")), "no unit");
      await page.keyboard.press(".");
      await page.waitForFunction((n) => laatta.game.game.length === n, round + 1);
      await page.evaluate(() => document.getElementById("advice").replaceChildren());
    }
    await page.evaluate(() => (document.getElementById("speed").value = 100));
    await page.click("#auto");
    await page.waitForSelector("#ending:not([hidden])");
    ok(/Game over/.test(await page.textContent("#ending-text")), "another ending");
    await page.click("#record-card summary");
    await page.click("text=Where was it lost? >> visible=true");
    await page.waitForFunction(() => /in all\.$/.test(document.querySelector(".replay .quiet").textContent));
    equal((await page.textContent(".replay .quiet")).replace(/of \d+/, "of N"), "Perfect disagrees with 0 of N moves. They give away 0.0 points in all.");
  });

  await suite.test("a mistake on 2x3 is told in points, and an aim in probability", async ({ open }) => {
    const page = await open(url, { saved: { game: { version: 1, rows: 2, cols: 3, fours: 0.1, seed: "7", start: null, moves: "", at: 0 } } });
    await page.evaluate(() => { for (let i = 0; laatta.game.game.phase !== "over"; i++) laatta.game.game.move(["up", "left", "down", "right"][i % 4]); });
    await page.click("#record-card summary");
    await page.click("text=Where was it lost? >> visible=true");
    await page.waitForFunction(() => /in all\.$/.test(document.querySelector(".replay .quiet").textContent));
    await page.click("text=Worst move");
    ok(/prefers (up|right|down|left); this gives away \d+\.\d points/.test(await page.textContent(".replay .quiet")), await page.textContent(".replay .quiet"));
    await page.click("#player summary");
    await page.fill("#player .fields input", "64");
    await page.keyboard.press("Tab");
    equal(await page.evaluate(() => laatta.game.spec), "optimal:aim=64", "spec");
    const levels = await page.evaluate(() => [...laatta.game.game.levels]);
    await page.click("#hint");
    await page.waitForFunction(() => /greatest probability of reaching 64, exact/.test(document.getElementById("advice").textContent));
    const wanted = await native("optimal:aim=64", rowsOf(levels, 3));
    equal(await page.textContent(".move.best .value"), wanted.values[wanted.best].toFixed(6), "probability");
  });

  await suite.test("every player on every small board: the native advice, or a reason", async ({ open }) => {
    const page = await open(url);
    const players = await page.evaluate(async () => (await laatta.game.engine.catalogue()).players.map((player) => player.name));
    ok(players.includes("optimal"), "no optimal");
    const refusals = [];
    for (const [rows, cols] of SIZES)
      for (const name of players) {
        const spec = name === "montecarlo" ? "montecarlo:playouts=20" : name;
        for (const levels of await positions(page, rows, cols, name === "optimal" ? 6 : 2)) {
          const got = await advised(page, spec, rows, cols, levels);
          if (got.refused) refusals.push(`${name} ${rows}x${cols}: ${got.refused}`);
          else sameAdvice(got, await native(spec, rowsOf(levels, cols)), `${name} on ${rows}x${cols}`);
        }
      }
    const wanted = [/^optimal 3x3: optimal on 3x3 needs a table of 377 MB/, /^ntuple (2x2|2x3|3x2): there is no network .* here/, /^ntuple (2x4|4x2): the network 2x4.net does not travel inside/];
    equal([...new Set(refusals.filter((text) => !wanted.some((reason) => reason.test(text))))], [], "refused");
    for (const reason of wanted) ok(refusals.some((text) => reason.test(text)), `not refused: ${reason}`);
  });

  await suite.test("2x4 is solved in the page: said, and quick enough", async ({ open }) => {
    const page = await open(url);
    await choose(page, 2, 4);
    const began = Date.now();
    await page.click("#hint");
    await page.waitForFunction(() => /5 million positions/.test(globalThis.toasted));
    await page.waitForSelector(".move.best");
    const solved = Date.now() - began;
    await page.keyboard.press(".");
    await page.waitForFunction(() => laatta.game.game.length === 1);
    // The next game and the next hint need no new solution.
    await page.click("#new");
    const again = Date.now();
    await page.click("#hint");
    await page.waitForSelector(".move.best");
    const later = Date.now() - again;
    ok(later < solved, `${later} ms after ${solved} ms`);
    return `solved after ${solved} ms, then a hint after ${later} ms`;
  });

  await suite.test("small and upright boards fit the screen, wide and narrow", async ({ open }) => {
    for (const viewport of [{ width: 1100, height: 820 }, { width: 360, height: 740 }]) {
      const page = await open(url, { viewport });
      for (const [rows, cols] of [...SIZES, [8, 2], [2, 8]]) {
        await page.evaluate(() => localStorage.clear());
        await choose(page, rows, cols);
        const { board, stage, tile, wide } = await page.evaluate(() => ({
          board: document.getElementById("board").getBoundingClientRect().toJSON(),
          stage: document.querySelector(".stage").getBoundingClientRect().toJSON(),
          tile: document.querySelector("#board .tile").getBoundingClientRect().toJSON(),
          wide: document.documentElement.scrollWidth,
        }));
        const what = `${rows}x${cols} at ${viewport.width}`;
        ok(wide <= viewport.width, `${what}: the page scrolls sideways`);
        ok(board.width <= stage.width + 1 && board.height <= stage.width + 1, `${what}: ${board.width} x ${board.height}`);
        ok(Math.abs(board.left + board.right - stage.left - stage.right) < 2, `${what}: not in the middle`);
        ok(tile.width <= 192 && Math.abs(tile.width - tile.height) < 1, `${what}: tile of ${tile.width} x ${tile.height}`);
      }
    }
  });
}
