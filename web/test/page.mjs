// The page in a real browser. `node page.mjs LAATTA LAATTA.HTML`, TAP on stdout.
import { execFile, spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gameFrom, openBrowser } from "./browser.mjs";
import { testSmallBoards } from "./small-boards.mjs";
import { equal, finish, ok, test } from "./tap.mjs";

const run = promisify(execFile);
const [laatta, html] = process.argv.slice(2).map((path) => resolve(path));
const url = pathToFileURL(html).href;
const work = mkdtempSync(join(tmpdir(), "laatta-page-"));
const { browser, open, errors, requests } = await openBrowser();
const server = spawn(laatta, ["serve", "--port", "0"]);
const address = await new Promise((done, fail) => {
  server.stdout.on("data", (data) => done(String(data).match(/http:\S+/)[0]));
  server.on("exit", () => fail(new Error("laatta serve did not start")));
});
// The page carries the small network; the command has to be told of it.
const nativeSpec = (spec) => (spec.startsWith("ntuple") ? `${spec}${spec.includes(":") ? "," : ":"}net=data/nets/4x4-small.net` : spec);
const score = (page) => page.textContent("#score");
const levels = (page) => page.evaluate(() => [...laatta.game.game.levels]);
const tilesShown = (page) => page.evaluate(() => {
  const shown = Array(laatta.game.game.levels.length).fill(0);
  for (const tile of document.querySelectorAll("#board .tile")) shown[tile.cell] = tile.level;
  return { shown, count: document.querySelectorAll("#board .tile").length };
});
const CORNER = [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4];

await test("the file is at most 3 MB", () => {
  const { size } = statSync(html);
  ok(size <= 3 * 1024 * 1024, `${size} bytes`);
  return `${size} bytes`;
});

await test("playable from file://", async () => {
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
  await page.context().close();
  return `script done after ${times.loaded.toFixed(0)} ms, painted after ${times.paint.toFixed(0)} ms`;
});

await test("a key press is drawn within a frame or two", async () => {
  const page = await open(url, { saved: { game: gameFrom(CORNER) } });
  const ms = await page.evaluate(() => new Promise((done) => {
    const times = [];
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const press = (n) => {
      const began = performance.now();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: keys[n % 4], bubbles: true }));
      document.body.offsetWidth;
      times.push(performance.now() - began);
      if (n < 60) requestAnimationFrame(() => press(n + 1));
      else done(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]);
    };
    press(0);
  }));
  ok(ms < 16, `${ms} ms`);
  await page.context().close();
  return `median ${ms.toFixed(1)} ms from the key to the finished layout`;
});

await test("a merge: score, floating addition, end state, undo and redo", async () => {
  const page = await open(url, { saved: { game: gameFrom(CORNER) } });
  await page.keyboard.press("a");
  equal(await score(page), "4", "score");
  equal(await page.textContent("#gains"), "+4", "addition");
  await page.waitForTimeout(600);
  const now = await levels(page);
  equal(now[0], 2, "merged tile");
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
  await page.context().close();
});

await test("a reload keeps the game, its undo and the best score", async () => {
  const page = await open(url);
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("u");
  const before = [await levels(page), await score(page), await page.textContent("#best"), await page.textContent("#moves")];
  await page.waitForTimeout(400);
  await page.reload();
  equal([await levels(page), await score(page), await page.textContent("#best"), await page.textContent("#moves")], before);
  await page.keyboard.press("r");
  ok((await page.textContent("#moves")) !== before[3], "redo is gone");
  await page.context().close();
});

await test("a new game asks first", async () => {
  const page = await open(url, { saved: { game: gameFrom(CORNER, { moves: "LR" }) } });
  for (const key of ["w", "s", "a", "d", "w", "s"]) await page.keyboard.press(key);
  await page.click("#new");
  await page.click("dialog button:has-text('Cancel')");
  ok((await page.evaluate(() => laatta.game.game.length)) > 3, "the game is gone");
  await page.click("#new");
  await page.click("dialog button.primary");
  await page.waitForFunction(() => laatta.game.game.length === 0);
  await page.context().close();
});

await test("2048 wins, and the game goes on", async () => {
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
  await page.context().close();
});

await test("sizes from 2x2 to 8x8", async () => {
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
  await page.context().close();
});

await test("on a phone: swipes, buttons, nothing wider than the screen", async () => {
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
  await page.context().close();
});

await test("the AI plays 1,000 moves and no task of the page takes over 50 ms", async () => {
  const page = await open(url, { saved: { game: gameFrom(CORNER), player: '"greedy"' } });
  // Thread time, not the wall's: what other programs take is not the page's doing.
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  const result = await page.evaluate(() => new Promise((done) => {
    let frames = 0;
    document.getElementById("speed").value = 100;
    const { auto } = laatta.game;
    const began = performance.now();
    document.getElementById("auto").click();
    const tick = () => {
      frames++;
      const elapsed = performance.now() - began;
      if ((auto.moves < 1000 || elapsed < 1500) && elapsed < 20000) {
        if (!auto.running) { // the game ended: once more from its start
          laatta.game.game.jump(0);
          document.getElementById("auto").click();
        }
        requestAnimationFrame(tick);
        return;
      }
      if (auto.running) document.getElementById("auto").click();
      done({ moves: auto.moves, seconds: elapsed / 1000, frames: (1000 * frames) / elapsed });
    };
    requestAnimationFrame(tick);
  }));
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  await page.context().close();
  const main = traceEvents.find((e) => e.name === "thread_name" && e.args.name === "CrRendererMain");
  const tasks = traceEvents.filter((e) => /RunTask$/.test(e.name) && e.tdur !== undefined && e.pid === main.pid && e.tid === main.tid);
  ok(tasks.length > 100, `only ${tasks.length} tasks were traced`);
  const longest = Math.max(...tasks.map((task) => task.tdur)) / 1000;
  const report = `${result.moves} moves in ${result.seconds.toFixed(2)} s, longest of ${tasks.length} tasks ${longest.toFixed(1)} ms, ${result.frames.toFixed(0)} frames/s`;
  ok(result.moves >= 1000 && longest <= 50, report);
  return report;
});

await test("start and stop with the space bar, a single step", async () => {
  const page = await open(url, { saved: { game: gameFrom(CORNER) } });
  await page.click("#step");
  await page.waitForFunction(() => laatta.game.game.length === 1);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => laatta.game.game.length > 4);
  equal(await page.textContent("#auto"), "Stop AI");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.getElementById("auto").textContent === "Start AI");
  await page.context().close();
});

await test("a hint equals the native advice on 200 boards", async () => {
  const page = await open(url);
  const specs = ["expectiminimax:depth=2", "worstcase:depth=2", "alphabeta:depth=2", "snake", "greedy", "ntuple:depth=2", "expectimax:depth=2"];
  const boards = await page.evaluate(() => {
    const boards = [];
    const Game = laatta.game.game.constructor;
    for (let seed = 1; boards.length < 200; seed++) {
      const game = new Game({ rows: 4, cols: 4, seed });
      for (let i = 0; i < 12 * seed; i++) game.move(["left", "down", "right", "down", "up"][(i * seed) % 5]);
      if (game.phase !== "over") boards.push([...game.levels]);
    }
    return boards;
  });
  const advised = await page.evaluate(async ([boards, specs]) => {
    const answers = [];
    for (const [i, levels] of boards.entries())
      answers.push(await laatta.game.engine.advise(specs[i % specs.length], { rows: 4, cols: 4, fours: 0.1, levels: Uint8Array.from(levels) }));
    return answers;
  }, [boards, specs]);
  const native = async (i) => JSON.parse((await run(laatta, ["advise", "--json", "--player", nativeSpec(specs[i % specs.length]),
    boards[i].map((level) => (level ? 2 ** level : 0)).join(" ")])).stdout);
  for (let i = 0; i < boards.length; i++) {
    const wanted = await native(i);
    equal(advised[i].best, wanted.best, `best of board ${i}`);
    equal(advised[i].nodes, wanted.nodes, `nodes of board ${i}`);
    for (const [direction, value] of Object.entries(advised[i].values))
      // native JSON has 12 digits
      ok(Number(value.toPrecision(12)) === Number(wanted.values[direction].toPrecision(12)), `board ${i}, ${direction}: ${value} and ${wanted.values[direction]}`);
  }
  // and through the button, with the default player
  await page.click("#hint");
  await page.waitForSelector(".move.best");
  const wanted = JSON.parse((await run(laatta, ["advise", "--json", "--player", nativeSpec(await page.evaluate(() => laatta.game.spec)),
    (await levels(page)).map((level) => (level ? 2 ** level : 0)).join(" ")])).stdout);
  equal(await page.getAttribute(".hint-arrow", "data-direction"), wanted.best, "the arrow");
  await page.context().close();
});

await test("the page's games are the engine's games: records replay natively", async () => {
  const page = await open(url);
  for (const [rows, cols, seed] of [[4, 4, "1"], [3, 3, "18446744073709551615"], [5, 6, "99"], [8, 8, "123456789012345"]]) {
    const record = await page.evaluate(async ([rows, cols, seed]) => {
      const game = new laatta.game.game.constructor({ rows, cols, seed });
      for (let i = 0; i < 3000; i++) game.move(["left", "down", "right", "up"][(i * 7 + (i >> 3)) % 4]);
      const { text, score } = await laatta.game.engine.saveRecord(game, "person");
      return { text, same: score === game.score };
    }, [rows, cols, seed]);
    ok(record.same, "another score");
    const path = join(work, `${rows}x${cols}.txt`);
    writeFileSync(path, record.text);
    await run(laatta, ["replay", path]);
  }
  await page.context().close();
});

await test("a native record loads, can be scrubbed and marked; a damaged one is refused", async () => {
  const page = await open(url);
  const record = readFileSync(join(work, "4x4.txt"), "utf8");
  await page.click("#record-card summary");
  await page.click("#load");
  await page.fill("dialog textarea", record);
  await page.click("dialog button.primary");
  await page.waitForFunction(() => laatta.game.game.length > 50);
  const total = await page.evaluate(() => laatta.game.game.total);
  await page.evaluate(() => {
    const slider = document.querySelector(".replay input");
    slider.value = 10;
    slider.dispatchEvent(new Event("input"));
  });
  equal(await page.evaluate(() => laatta.game.game.length), 10, "scrubbed to");
  await page.selectOption("#player select", "greedy");
  await page.click("text=Mark mistakes");
  await page.waitForFunction((n) => document.querySelector(".replay .quiet").textContent.includes(`of ${n} moves.`), total);
  await page.click("text=Worst move");
  ok((await page.textContent(".replay .quiet")).includes("prefers"), "no preference told");
  await page.evaluate((text) => laatta.game.loadRecord(text), record.replace("score ", "score 1"));
  ok(/cannot be used/.test(await page.textContent("#toasts")), "no word about the damage");
  equal(await page.evaluate(() => laatta.game.game.total), total, "the game is kept");
  await page.context().close();
});

await test("a board edited by hand; one that cannot be is explained", async () => {
  const page = await open(url);
  await page.click("#record-card summary");
  await page.click("#edit");
  await page.fill(".editor input >> nth=0", "3");
  await page.click("dialog button.primary");
  ok(/no tile/.test(await page.textContent("dialog .problem")), "3 was taken");
  await page.fill(".editor input >> nth=0", "512");
  await page.click("dialog button.primary");
  await page.waitForFunction(() => laatta.game.game.levels[0] === 9);
  await page.waitForSelector(".move.best");
  await page.context().close();
});

await test("two players compared on one seed", async () => {
  const page = await open(url, { saved: { game: { ...gameFrom([2, 0, 0, 0, 0, 0, 0, 0, 4]) } } });
  await page.click("#compare-card summary");
  await page.selectOption(".duel select >> nth=0", "greedy");
  await page.selectOption(".duel .chooser >> nth=1 >> select >> nth=0", "random");
  await page.click("text=Start both");
  await page.waitForFunction(() => /wins|draw/.test(document.querySelector("#compare > p").textContent));
  await page.context().close();
});

await test("the puzzle: keys, clicks, solved and replayed, 16 moves for the known board", async () => {
  const page = await open(url);
  await page.click("#tab-puzzle");
  await page.evaluate(() => laatta.puzzle.useText("5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12"));
  await page.waitForFunction(() => laatta.puzzle.puzzle.tiles[0] === 5);
  await page.keyboard.press("ArrowUp");
  equal(await page.textContent("#p-moves"), "1", "moves");
  await page.click('#p-board .tile[aria-label^="3,"]');
  equal(await page.textContent("#p-moves"), "2", "moves");
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  await page.click("#p-hint");
  await page.waitForFunction(() => document.getElementById("p-left").textContent === "16");
  ok(await page.isVisible(".tile.hinted"), "no tile is marked");
  await page.evaluate(() => (document.getElementById("p-speed").value = 100));
  await page.click("#p-solve");
  await page.waitForFunction(() => laatta.puzzle.puzzle.solved);
  equal(await page.textContent("#p-moves"), "16", "moves");
  ok(/no way is shorter/.test(await page.textContent("#p-status")), await page.textContent("#p-status"));
  await page.evaluate(() => laatta.puzzle.useText("1 2 3 4 5 6 8 7 0"));
  ok(/cannot be solved/.test(await page.textContent("#toasts")), "an impossible board was taken");
  await page.context().close();
});

await test("a drag pushes a tile; a large board is near-optimal and says so", async () => {
  const page = await open(url);
  await page.click("#tab-puzzle");
  await page.evaluate(() => laatta.puzzle.useText("1 2 3\n4 5 6\n7 0 8"));
  const box = await page.locator('#p-board .tile[aria-label^="8,"]').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - box.width / 3, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  ok(await page.evaluate(() => laatta.puzzle.puzzle.solved), "not moved");
  await page.selectOption("#p-rows", "6");
  await page.selectOption("#p-cols", "6");
  await page.click("#p-hint");
  await page.waitForFunction(() => /near the shortest|no way is shorter/.test(document.getElementById("p-status").textContent), null, { timeout: 40000 });
  const status = await page.textContent("#p-status");
  await page.context().close();
  return status;
});

await test("served: the same page, strict headers, nothing else", async () => {
  const get = (path, headers = {}, method = "GET") => new Promise((done, fail) => {
    http.request(address + path, { headers, method }, (response) => {
      response.resume();
      response.on("end", () => done(response));
    }).on("error", fail).end();
  });
  const home = await get("");
  equal(home.statusCode, 200, "status");
  equal(home.headers["x-content-type-options"], "nosniff");
  ok(/default-src 'none'.*sha256/.test(home.headers["content-security-policy"]), "policy");
  equal((await get("etc/passwd")).statusCode, 404, "another path");
  equal((await get("", { Host: "example.com" })).statusCode, 403, "another host");
  equal((await get("", {}, "POST")).statusCode, 405, "another method");
  const page = await open(address);
  await page.click("#hint");
  await page.waitForSelector(".move.best");
  await page.context().close();
});

await test("a damaged saved game, forbidden storage, no WebAssembly: said, and playable", async () => {
  const damaged = await open(url, { saved: { game: gameFrom(CORNER, { moves: "LXR" }) } });
  ok(/damaged/.test(await damaged.textContent("#toasts")), "no word about the damage");
  await damaged.keyboard.press("ArrowLeft");
  await damaged.context().close();
  const forbidden = await open(url, { init: () => Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("forbidden"); } }) });
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight"]) await forbidden.keyboard.press(key);
  await forbidden.waitForFunction(() => /keeps nothing/.test(document.getElementById("toasts").textContent));
  await forbidden.context().close();
  const bare = await open(url, { engine: false, init: () => delete globalThis.WebAssembly });
  await bare.waitForSelector("#player [role=alert]");
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight"]) await bare.keyboard.press(key);
  ok((await bare.evaluate(() => laatta.game.game.length)) > 0, "not playable");
  await bare.context().close();
});

await test("without motion where that is asked for", async () => {
  const page = await open(url, { saved: { game: gameFrom(CORNER) }, reducedMotion: "reduce" });
  await page.keyboard.press("ArrowLeft");
  equal((await tilesShown(page)).count, 3, "elements at once");
  ok(await page.evaluate(() => document.getAnimations().length === 0), "something moves");
  await page.context().close();
});

await test("no serious accessibility fault, in both themes and both games", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const theme of ["light", "dark"]) {
    const page = await open(url, { saved: { game: gameFrom([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 0]), theme: `"${theme}"` } });
    await page.evaluate(axe);
    for (const tab of ["2048", "puzzle"]) {
      await page.click(`#tab-${tab}`);
      if (tab === "2048") {
        await page.click("#hint");
        await page.waitForSelector(".move.best");
        await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      }
      const found = await page.evaluate(async () => (await axe.run()).violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.map((n) => n.target).slice(0, 3).join(" ")}`));
      equal(found, [], `${theme} ${tab}`);
    }
    await page.context().close();
  }
});

await testSmallBoards({
  url, open,
  native: async (spec, board) => JSON.parse((await run(laatta, ["advise", "--json", "--player", spec, board])).stdout),
});

await test("no error on the console, no request beyond the page", () => {
  equal(errors, [], "errors");
  equal([...new Set(requests)].filter((r) => r !== url && r !== address && !/^(blob|data):/.test(r)), [], "requests");
});

await browser.close();
server.removeAllListeners("exit");
server.kill("SIGINT");
rmSync(work, { recursive: true });
finish();
