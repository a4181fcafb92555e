// Playing 2048 by hand: keys, fingers, sizes, endings, reloads.
import { gameFrom } from "./browser.mjs";
import { CORNER, levels, score, tilesShown } from "./page-site.mjs";
import { equal, ok } from "./tap.mjs";

export async function testPlay(suite, site) {
  const { url } = site;

  await suite.test("playable from file://", async ({ open }) => {
    const page = await open(url, { engine: false });
    const times = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const paint = performance.getEntriesByName("first-contentful-paint")[0];
      return { loaded: navigation.domContentLoadedEventEnd, paint: paint?.startTime ?? 0 };
    });
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    ok((await page.evaluate(() => laatta.game.game.length)) > 0, "no move was made");
    return `script done after ${times.loaded.toFixed(0)} ms, painted after ${times.paint.toFixed(0)} ms`;
  });

  await suite.test("a key press is drawn within a frame or two", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER) } });
    // The thread's own time, not the wall's: what other programs take is not the page's doing.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => Object.fromEntries((await devtools.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, 1000 * value])).TaskDuration;
    const before = await spent();
    const presses = 60;
    await page.evaluate((count) => new Promise((done) => {
      const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
      const press = (n) => {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: keys[n % 4], bubbles: true }));
        document.body.offsetWidth;
        requestAnimationFrame(() => (n < count ? press(n + 1) : done()));
      };
      press(0);
    }), presses);
    const ms = (await spent()) - before;
    ok(ms > 0 && ms / presses < 16, `${ms / presses} ms`);
    return `${(ms / presses).toFixed(1)} ms of the main thread for each key, with its frames`;
  });

  await suite.test("a merge: score, floating addition, end state, undo and redo", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER) } });
    // It floats away in less than a second, which is less than a busy machine may take to ask.
    await page.evaluate(() => {
      globalThis.additions = [];
      const note = (changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => globalThis.additions.push(node.textContent)));
      new MutationObserver(note).observe(document.getElementById("gains"), { childList: true });
    });
    await page.keyboard.press("a");
    equal(await score(page), "4", "score");
    equal(await page.evaluate(() => globalThis.additions), ["+4"], "addition");
    const now = await levels(page);
    equal(now[0], 2, "merged tile");
    await page.waitForFunction(() => document.querySelectorAll("#board .tile").length === 3);
    const { shown, count } = await tilesShown(page);
    equal(shown, now, "tiles on the screen");
    equal(count, 3, "elements");
    await page.keyboard.press("u");
    equal(await score(page), "0", "score after undo");
    await page.click("#redo");
    equal(await levels(page), now, "after redo");
    await page.keyboard.press("l");
    await page.keyboard.press("j");
    equal(await page.evaluate(() => laatta.game.game.moves()), "LRD", "moves by a, l and j");
  });

  await suite.test("a reload keeps the game, its undo and the best score", async ({ open }) => {
    const page = await open(url);
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
    await page.keyboard.press("u");
    const before = [await levels(page), await score(page), await page.textContent("#best"), await page.textContent("#moves")];
    await page.reload();
    equal([await levels(page), await score(page), await page.textContent("#best"), await page.textContent("#moves")], before);
    await page.keyboard.press("r");
    ok((await page.textContent("#moves")) !== before[3], "redo is gone");
  });

  await suite.test("a new game asks first", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER, { moves: "LR" }) } });
    for (const key of ["w", "s", "a", "d", "w", "s"]) await page.keyboard.press(key);
    await page.click("#new");
    await page.click("dialog button:has-text('Cancel')");
    ok((await page.evaluate(() => laatta.game.game.length)) > 3, "the game is gone");
    await page.click("#new");
    await page.click("dialog button.primary");
    await page.waitForFunction(() => laatta.game.game.length === 0);
  });

  await suite.test("2048 wins, and the game goes on", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom([1024, 1024, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]) } });
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector("#ending:not([hidden])");
    equal(await page.textContent("#ending-text"), "You made 2048!");
    await page.keyboard.press("ArrowRight");
    equal(await page.evaluate(() => laatta.game.game.length), 1, "moves while it waits");
    await page.click("#keep");
    await page.keyboard.press("ArrowRight");
    equal(await page.evaluate(() => laatta.game.game.length), 2, "moves");
    ok(await page.isHidden("#ending"), "the ending still shows");
  });

  await suite.test("sizes from 2x2 to 8x8", async ({ open }) => {
    const page = await open(url);
    for (const [rows, cols] of [[2, 2], [3, 3], [5, 4], [8, 8]]) {
      await page.selectOption("#rows", String(rows));
      await page.selectOption("#cols", String(cols));
      equal((await levels(page)).length, rows * cols, "cells");
      await page.evaluate(() => { for (let i = 0; i < 200; i++) laatta.game.game.move(["left", "down", "right", "up"][i % 4]); });
      equal((await tilesShown(page)).shown, await levels(page), "tiles on the screen");
      await page.evaluate(() => { while (laatta.game.game.undo()); for (let i = 0; i < 3; i++) laatta.game.game.undo(); });
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await page.waitForSelector("#player select", { state: "attached" });
    }
  });

  await suite.test("on a phone: swipes, buttons, nothing wider than the screen", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER) }, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const box = await page.locator("#board").boundingBox();
    const touch = await page.context().newCDPSession(page);
    const at = (x) => [{ x: box.x + x, y: box.y + box.height / 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(200) });
    for (const x of [180, 150, 100]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(x) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForFunction(() => laatta.game.game.length === 1);
    equal(await page.evaluate(() => laatta.game.game.moves()), "L", "the swipe");
    await page.tap('.pad [data-direction="right"]');
    await page.waitForFunction(() => laatta.game.game.moves() === "LR");
    for (const tab of ["2048", "puzzle"]) {
      await page.click(`#tab-${tab}`);
      ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), `the ${tab} page scrolls sideways`);
    }
  });

  await suite.test("without motion where that is asked for", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER) }, reducedMotion: "reduce" });
    await page.keyboard.press("ArrowLeft");
    equal((await tilesShown(page)).count, 3, "elements at once");
    ok(await page.evaluate(() => document.getAnimations().length === 0), "something moves");
  });
}
