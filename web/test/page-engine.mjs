// The engine behind the page: its players, hints, records, comparisons.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gameFrom } from "./browser.mjs";
import { CORNER, levels } from "./page-site.mjs";
import { equal, ok } from "./tap.mjs";

export async function testEngine(suite, site) {
  const { url, work, native, advise, run } = site;

  await suite.test("the AI plays 1,000 moves and no task of the page takes over 50 ms", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER), player: '"greedy"' } });
    // Thread time, not the wall's: what other programs take is not the page's doing.
    const browser = await suite.browser();
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
        // So many frames, however long a busy machine takes for them.
      if ((auto.moves < 1000 || frames < 90) && elapsed < 100_000) {
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
    const main = traceEvents.find((e) => e.name === "thread_name" && e.args.name === "CrRendererMain");
    const tasks = traceEvents.filter((e) => /RunTask$/.test(e.name) && e.tdur !== undefined && e.pid === main.pid && e.tid === main.tid);
    ok(tasks.length >= 90, `only ${tasks.length} tasks were traced`);
    const longest = Math.max(...tasks.map((task) => task.tdur)) / 1000;
    const report = `${result.moves} moves in ${result.seconds.toFixed(2)} s, longest of ${tasks.length} tasks ${longest.toFixed(1)} ms, ${result.frames.toFixed(0)} frames/s`;
    ok(result.moves >= 1000 && longest <= 50, report);
    return report;
  });

  await suite.test("start and stop with the space bar, a single step", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER) } });
    await page.click("#step");
    await page.waitForFunction(() => laatta.game.game.length === 1);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => laatta.game.game.length > 4);
    equal(await page.textContent("#auto"), "Stop AI");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.getElementById("auto").textContent === "Start AI");
  });

  await suite.test("a hint equals the native advice on 200 boards", async ({ open }) => {
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
    // Player by player: one that is asked for after another is made anew, with its network,
    // and one that is asked again remembers what it has searched.
    const order = specs.flatMap((_, k) => [...boards.keys()].filter((i) => i % specs.length === k));
    const advised = await page.evaluate(async ([boards, specs, order]) => {
      const answers = [];
      for (const i of order)
        answers[i] = await laatta.game.engine.advise(specs[i % specs.length], { rows: 4, cols: 4, fours: 0.1, levels: Uint8Array.from(boards[i]) });
      return answers;
    }, [boards, specs, order]);
    const textOf = (board) => board.map((level) => (level ? 2 ** level : 0)).join(" ");
    for (const i of order) {
      const wanted = await native(specs[i % specs.length], textOf(boards[i]));
      equal(advised[i].best, wanted.best, `best of board ${i}`);
      equal(advised[i].nodes, wanted.nodes, `nodes of board ${i}`);
      for (const [direction, value] of Object.entries(advised[i].values))
        // native JSON has 12 digits
        ok(Number(value.toPrecision(12)) === Number(wanted.values[direction]?.toPrecision(12)), `board ${i}, ${direction}: ${value} and ${wanted.values[direction]}`);
    }
    // and through the button, with the default player
    await page.click("#hint");
    await page.waitForSelector(".move.best");
    const wanted = await advise(await page.evaluate(() => laatta.game.spec), textOf(await levels(page)));
    equal(await page.getAttribute(".hint-arrow", "data-direction"), wanted.best, "the arrow");
  });

  await suite.test("the page's games are the engine's games: records replay natively", async ({ open }) => {
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
      await run("replay", path);
    }
  });

  await suite.test("a native record loads, can be scrubbed and marked; a damaged one is refused", async ({ open }) => {
    const page = await open(url);
    const path = join(work, "watched.txt");
    await run("sim", "--player", "random", "--games", "1", "--seed", "4", "--record", path);
    const record = readFileSync(path, "utf8");
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
    await page.click("text=Where was it lost? >> visible=true");
    await page.waitForFunction((n) => document.querySelector(".replay .quiet").textContent.includes(`of ${n} moves.`), total);
    await page.click("text=Worst move");
    ok((await page.textContent(".replay .quiet")).includes("prefers"), "no preference told");
    await page.evaluate((text) => laatta.game.loadRecord(text), record.replace("score ", "score 1"));
    await page.waitForFunction(() => /cannot be used/.test(globalThis.toasted));
    equal(await page.evaluate(() => laatta.game.game.total), total, "the game is kept");
  });

  await suite.test("a board edited by hand; one that cannot be is explained", async ({ open }) => {
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
  });

  await suite.test("two players compared on one seed", async ({ open }) => {
    const page = await open(url, { saved: { game: { ...gameFrom([2, 0, 0, 0, 0, 0, 0, 0, 4]) } } });
    await page.click("#race-card summary");
    await page.selectOption(".duel select >> nth=0", "greedy");
    await page.selectOption(".duel .chooser >> nth=1 >> select >> nth=0", "random");
    await page.click("text=Start the race");
    await page.waitForFunction(() => /wins|draw/.test(document.querySelector("#race > p[role=status]").textContent));
  });
}
