// What makes the page fit for anybody: every window, links, nothing lost, and a search
// that can be looked at.
import { gameFrom } from "./browser.mjs";
import { CORNER, levels, takeBack } from "./page-site.mjs";
import { equal, ok } from "./tap.mjs";

const MIDDLE = [2, 4, 8, 16, 0, 2, 64, 128, 0, 0, 4, 256, 2, 0, 0, 512];
const SIZES = [[1280, 577], [1366, 625], [844, 390], [640, 360], [320, 568], [390, 844], [2560, 1440]];

export async function testPupil(suite, { url, address, native }) {
  await suite.test("the board fits the window, beside Start AI and Hint; every target is large enough", async ({ open }) => {
    for (const [width, height] of SIZES) {
      const small = width < 500 || height < 400;
      const page = await open(url, { saved: { game: gameFrom(MIDDLE) }, viewport: { width, height }, hasTouch: small, isMobile: small });
      const what = `${width} x ${height}`;
      const { boxes, wide, tiny } = await page.evaluate(() => ({
        boxes: ["board", "auto", "hint"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()),
        wide: document.documentElement.scrollWidth,
        tiny: [...document.querySelectorAll("button, select, summary, input:not([type=checkbox], [type=file])")].filter((element) => element.checkVisibility())
          .map((element) => ({ name: element.id || element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 43.5 || box.height < 43.5).map(({ name }) => name),
      }));
      for (const box of boxes) ok(box.top >= 0 && box.left >= 0 && box.right <= width && box.bottom <= height, `${what}: ${JSON.stringify(boxes)}`);
      ok(wide <= width, `${what}: ${wide} px wide`);
      await page.click("#tab-puzzle");
      const puzzle = await page.evaluate(() => ["p-board", "p-solve", "p-hint", "p-step"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
      for (const box of puzzle) ok(box.top >= 0 && box.left >= 0 && box.right <= width && box.bottom <= height, `${what}, the puzzle: ${JSON.stringify(puzzle)}`);
      await page.click("#tab-2048");
      ok(boxes[0].height >= Math.min(width, height) * 0.5, `${what}: a board of ${boxes[0].height} px`);
      equal(tiny, [], `${what}: small targets`);
      await page.evaluate(() => laatta.game.records.replace(new laatta.game.game.constructor({ rows: 4, cols: 4, seed: "1" }), {}, "A notice to look at."));
      const toast = await page.locator(".toast").boundingBox();
      ok(!toast || toast.y + toast.height <= boxes[0].top || toast.x + toast.width <= boxes[0].left, `${what}: the notice covers the board`);
      await page.context().close();
    }
  });

  await suite.test("arrow keys move tiles after any control was used with the mouse", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(MIDDLE) } });
    const use = [() => page.selectOption("#player select", "snake"), () => page.click("#live-advice"), () => page.click("#speed"), () => page.click("#record-card summary"), () => page.click("#hint")];
    for (const [i, action] of use.entries()) {
      if (i === 0) await page.click("#player select");
      await action();
      const before = await page.evaluate(() => laatta.game.game.length);
      for (const key of ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
      await page.waitForFunction((n) => laatta.game.game.length > n, before);
    }
  });

  await suite.test("a reload loses no move, also while the AI runs at full speed", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER), player: '"snake"' } });
    await page.evaluate(() => {
      document.getElementById("speed").value = 100;
      document.getElementById("auto").click();
      addEventListener("pagehide", () => sessionStorage.setItem("moves", laatta.game.game.moves(true)));
    });
    await page.waitForFunction(() => laatta.game.game.length > 600 || laatta.game.game.phase === "over");
    await page.reload();
    const [before, after] = await page.evaluate(() => [sessionStorage.getItem("moves"), laatta.game.game.moves(true)]);
    ok(before.length > 100, "few moves");
    equal(after, before, "moves");
  });

  await suite.test("a reload loses no move where localStorage is read before it is written", async ({ open }) => {
    const late = () => sessionStorage.getItem("late") && localStorage.setItem("laatta.game", sessionStorage.getItem("late"));
    const page = await open(url, { saved: { game: gameFrom(CORNER), player: '"snake"' }, init: late });
    await page.evaluate(() => {
      laatta.game.saveNow();
      sessionStorage.setItem("late", localStorage.getItem("laatta.game"));
    });
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => laatta.game.game.length === 1);
    await page.reload();
    equal(await page.evaluate(() => laatta.game.game.moves()), "L", "moves");
  });

  await suite.test("a link is a board, a whole game, a puzzle; a damaged one is explained", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(MIDDLE, { moves: "LRUD", at: 4 }) } });
    const link = await page.evaluate(async () => {
      let text = "";
      Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (t) => (text = t) } });
      await laatta.game.records.copyLink();
      return text;
    });
    ok(/#g=4x4\./.test(link), link);
    const state = (p) => p.evaluate(() => [laatta.game.game.moves(), [...laatta.game.game.levels], laatta.game.game.score]);
    const other = await open(link);
    equal(await state(other), await state(page), "the game");
    equal(await other.evaluate(() => location.hash), "", "the address");
    const board = await open(`${url}#b=4x4.1234000000000000`);
    equal(await levels(board), [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "board");
    const puzzle = await open(`${url}#p=3x3.123456708`);
    equal(await puzzle.evaluate(() => laatta.puzzle.puzzle.tiles), [1, 2, 3, 4, 5, 6, 7, 0, 8], "puzzle");
    for (const bad of ["b=4x4.12", "b=9x9.1", "g=4x4.1.5-0", "g=4x4.x.3-0", "p=3x3.123456087", "p=3x3.113456708", "b=4x4.zzzzzzzzzzzzzzzz"]) {
      await board.evaluate((hash) => {
        document.getElementById("toasts").replaceChildren();
        location.hash = hash;
      }, bad);
      await board.waitForFunction(() => /cannot be used/.test(document.getElementById("toasts").textContent));
    }
  });

  await suite.test("a text that is refused stays in its dialog; what was replaced comes back", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(MIDDLE, { moves: "LRUD", at: 4 }) } });
    await page.click("#record-card summary");
    await page.click("#load");
    await page.fill("dialog textarea", "laatta-2048 1\nnonsense");
    await page.click("dialog button.primary");
    await page.waitForFunction(() => /cannot be used/.test(document.querySelector("dialog .problem").textContent));
    equal(await page.inputValue("dialog textarea"), "laatta-2048 1\nnonsense", "the text");
    await page.keyboard.press("Escape");
    const before = await levels(page);
    await page.selectOption("#rows", "5");
    await takeBack(page);
    equal(await levels(page), before, "the game before");
    await page.click("#tab-puzzle");
    await page.click("#p-edit");
    await page.fill("dialog textarea", "1 2 3 4 5 6 8 7 0");
    await page.click("dialog button.primary");
    await page.waitForFunction(() => /cannot be/.test(document.querySelector("dialog .problem").textContent));
  });

  await suite.test("undo while the solver moves takes over; moves and time survive a reload", async ({ open }) => {
    const page = await open(url);
    await page.click("#tab-puzzle");
    await page.evaluate(() => laatta.puzzle.useText("5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12"));
    await page.waitForFunction(() => laatta.puzzle.puzzle.tiles[0] === 5);
    await page.evaluate(() => (document.getElementById("p-speed").value = 30));
    await page.click("#p-solve");
    await page.waitForFunction(() => laatta.puzzle.puzzle.moves >= 3);
    const moves = await page.evaluate(() => {
      document.getElementById("p-undo").click();
      return laatta.puzzle.puzzle.moves;
    });
    await page.waitForTimeout(1500);
    equal(await page.evaluate(() => laatta.puzzle.puzzle.moves), moves, "moves a while later");
    await page.reload();
    await page.waitForFunction((n) => laatta.puzzle?.puzzle.moves === n, moves);
    while (await page.evaluate(() => laatta.puzzle.puzzle.canUndo)) await page.keyboard.press("u");
    equal(await page.evaluate(() => laatta.puzzle.puzzle.tiles.join(" ")), "5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12", "undone to the start");
  });

  await suite.test("how it thinks: the values of the tree are the engine's, with and without cuts", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(MIDDLE) } });
    const titles = await page.$$eval("#player > label option", (options) => options.map((option) => [option.value, option.textContent.split(" · ")[0]]));
    for (const [name, title] of titles.filter(([, text]) => !text.includes(":"))) {
      await page.selectOption("#player select", name);
      await page.click("#think");
      const words = await page.textContent("dialog h2 ~ p, dialog .row + p");
      ok(words.startsWith(`${title}. `) && words.length > title.length + 40, `${name}: ${words}`);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    }
    await page.click("#think");
    // The column of new tiles adds up: each value as often as it comes.
    const sum = await page.$$eval(".think-column:nth-child(2) .think-card", (cards) => cards
      .map((card) => ["i", "b"].map((part) => Number(card.querySelector(part).textContent.replace(/[ ,%]/g, ""))))
      .reduce((total, [share, value]) => total + (share / 100) * value, 0));
    const mean = Number((await page.textContent(".think-column:nth-child(2) .kind b")).replaceAll(",", ""));
    ok(Math.abs(sum - mean) <= 1e-6 * mean, `${sum} and ${mean}`);
    for (const placement of ["mean", "worst"])
      for (const depth of [1, 2, 3]) {
        await page.selectOption("#think-placement", placement);
        await page.selectOption("#think-depth", String(depth));
        const shown = await page.$$eval(".think-column:first-child .think-card", (cards) => cards.map((card) => [card.querySelector("span").textContent.slice(2), card.querySelector("b").textContent]));
        const wanted = await native(`expectiminimax:depth=${depth},placement=${placement}`, MIDDLE.join(" "));
        const best = await page.textContent(".think-column:first-child .think-card.chosen span");
        ok(best.includes(wanted.best) || wanted.values[wanted.best] === wanted.values[best.slice(2)], `${placement} ${depth}: ${best} and ${wanted.best}`);
        for (const [direction, value] of shown) {
          const number = Number(value.replaceAll(",", ""));
          const exact = wanted.values[direction];
          // A branch that alpha-beta cut into has a bound in place of its value.
          if (placement === "worst" && direction !== wanted.best) ok(number >= exact - 0.1, `${direction}: ${value} and ${exact}`);
          else ok(Math.abs(number - exact) <= 0.06, `${placement} ${depth} ${direction}: ${value} and ${exact}`);
        }
      }
    ok(/cut \d+ branches/.test(await page.textContent(".think-words")), await page.textContent(".think-words"));
    await page.click("[aria-label='One step back']");
    await page.click("[aria-label='One step back']");
    ok(await page.isVisible(".think-card.cut"), "no cut is shown");
    ok(await page.isVisible(".overlay polyline"), "no path is drawn");
  });

  await suite.test("order and the snake's value are the engine's, on 100 boards", async ({ open }) => {
    const page = await open(url);
    const wrong = await page.evaluate(async () => {
      const { Game, slide, features } = laatta.parts;
      const wrong = [];
      for (let seed = 1; seed <= 100; seed++) {
        const game = new Game({ rows: 4, cols: 4, seed });
        for (let i = 0; i < 3 * seed; i++) game.move(["left", "down", "right", "up"][(i * seed) % 4]);
        if (game.phase === "over") game.undo();
        const five = await laatta.game.engine.advise("alphabeta:depth=1", game);
        const snake = await laatta.game.engine.advise("snake:depth=0", game);
        for (const direction of Object.keys(five.values)) {
          const after = slide(game.levels, 4, 4, direction).levels;
          const order = five.terms[direction].find((term) => term.name === "monotonicity").feature;
          if (order !== features.monotonicity(after, 4, 4)) wrong.push([seed, direction, order, features.monotonicity(after, 4, 4)]);
          const worth = features.snakeValue(after, 4, 4);
          if (Math.abs(worth - snake.values[direction]) > 1e-4 * worth) wrong.push([seed, direction, snake.values[direction], worth]);
        }
      }
      return wrong;
    });
    equal(wrong.slice(0, 3), [], "differences");
  });

  await suite.test("A* with and without a sense of direction finds 16 moves, and counts", async ({ open }) => {
    const page = await open(`${url}#p=3x3.123405678`);
    await page.evaluate(() => laatta.puzzle.useText("1 2 3 4 0 5 7 8 6"));
    await page.click("#astar-card summary");
    await page.click("text=Run both");
    await page.waitForFunction(() => /The same 2 moves: \d+ positions/.test(document.querySelector("#astar > p[role=status]").textContent));
    await page.evaluate(() => laatta.puzzle.useText("5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12"));
    await page.waitForFunction(() => laatta.puzzle.puzzle.tiles[0] === 5);
    await page.click("text=Run both");
    await page.waitForFunction(() => /The same 16 moves: 27 positions with the distance, 190,115 without/.test(document.querySelector("#astar > p[role=status]").textContent));
    return page.textContent("#astar > p[role=status]");
  });

  await suite.test("after a game: where it was lost, and practice from there", async ({ open }) => {
    // A weak player is no judge: the strong one is asked.
    const late = gameFrom([2, 16, 4, 32, 64, 8, 128, 4, 16, 2, 64, 8, 0, 4, 2, 2]);
    const page = await open(url, { saved: { player: '"greedy"', game: late }, viewport: { width: 390, height: 740 } });
    await page.evaluate(() => { for (let i = 0; laatta.game.game.phase !== "over"; i++) laatta.game.game.move(["up", "left", "down", "right"][i % 4]); });
    await page.click("#look-back");
    await page.waitForSelector(".mistakes li");
    const [move] = (await page.textContent(".mistakes li")).match(/\d+/);
    ok(/^Learned disagrees with \d+ of \d+ moves\.$/.test(await page.textContent(".replay .quiet")), await page.textContent(".replay .quiet"));
    ok(/^Move \d+ was \w+, \w+ is better\. [A-Z].*\. It cost about [\d,]+ points\./.test(await page.textContent(".mistakes li span")), await page.textContent(".mistakes li span"));
    await page.click(".mistakes li button:has-text('Look')");
    ok((await page.locator("#board").boundingBox()).y >= 0, "the board is out of sight");
    await page.click(".mistakes li button:has-text('Practise')");
    equal(await page.evaluate(() => [laatta.game.game.length, laatta.game.session.counted]), [0, true], "a new game");
    await takeBack(page);
    ok((await page.evaluate(() => laatta.game.game.total)) >= Number(move), "the game is not back");
  });

  await suite.test("statistics apart by size and by who played, forgotten and brought back", async ({ open }) => {
    const games = [["you", "4x4", 3000, 11], ["you", "4x4", 1000, 6], ["snake", "4x4", 30000, 12], ["you", "3x3", 500, 5]]
      .map(([who, size, score, level]) => ({ who, size, score, level, moves: 200 }));
    const page = await open(url, { saved: { games, best: { "4x4": { you: 3000, ai: 30000 }, "3x3": 500 } } });
    equal(await page.textContent("#best"), "3,000", "your best");
    await page.click("#statistics-card summary");
    equal(await page.$$eval("#statistics caption", (captions) => captions.map((c) => c.textContent)), ["4 × 4", "3 × 3"], "tables");
    await page.waitForFunction(() => document.querySelectorAll("#statistics tbody tr").length === 3);
    equal(await page.$$eval("#statistics tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(" "))),
      ["Snake 1 30,000 30,000 4,096 100 %", "you 2 2,000 3,000 2,048 50 %", "you 1 500 500 32 0 %"], "figures");
    await page.click("text=Forget 3 × 3");
    equal(await page.$$eval("#statistics caption", (captions) => captions.length), 1, "tables after it");
    await takeBack(page);
    equal(await page.$$eval("#statistics caption", (captions) => captions.length), 2, "tables after undo");
  });

  await suite.test("the board stays in sight beside what scrolls; players have their strength beside them", async ({ open }) => {
    const page = await open(url, { viewport: { width: 1280, height: 577 }, saved: { settings: { "record-card": true, "statistics-card": true } } });
    const options = await page.$$eval("#player > label option", (list) => list.map((option) => option.textContent));
    ok(options.includes("Snake · 2048 in 90 %") && options.includes("Random · seldom beyond 128"), options.join());
    await page.evaluate(() => scrollTo(0, 400));
    const [board, auto] = await page.evaluate(() => ["board", "auto"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
    ok((await page.evaluate(() => scrollY)) > 100 && board.top >= 0 && auto.bottom <= 577, JSON.stringify({ board, auto }));
  });

  await suite.test("a hint asked for before the players are there is given by the chosen one", async ({ open }) => {
    const page = await open(url, { engine: false, saved: { player: '"snake"', game: gameFrom(MIDDLE) }, init: () => addEventListener("DOMContentLoaded", () => document.getElementById("hint").click()) });
    await page.waitForSelector(".move.best");
    ok(/on its line, added up/.test(await page.textContent("#advice")), await page.textContent("#advice"));
  });

  await suite.test("on paper in dark ink, in forced colours with frames", async ({ open }) => {
    const page = await open(url, { saved: { theme: '"dark"' } });
    await page.emulateMedia({ media: "print" });
    equal(await page.evaluate(() => ["#score", "#goal b", ".tabs"].map((where) => getComputedStyle(document.querySelector(where))).map(({ color, display }) => (display === "none" ? "none" : color))),
      ["rgb(0, 0, 0)", "rgb(0, 0, 0)", "none"], "ink");
    equal(await page.evaluate(() => getComputedStyle(document.querySelector(".score")).backgroundColor), "rgb(238, 238, 238)", "behind the score");
    await page.emulateMedia({ media: "screen", forcedColors: "active" });
    for (const id of ["auto", "hint", "new"]) equal(await page.evaluate((name) => getComputedStyle(document.getElementById(name)).borderTopWidth, id), "1px", id);
  });

  await suite.test("players that cannot play a size are greyed out with the reason", async ({ open }) => {
    const page = await open(url);
    await page.selectOption("#rows", "5");
    const options = await page.$$eval("#player select option", (list) => list.map((o) => [o.value, o.disabled, o.textContent]));
    const learned = options.find(([name]) => name === "ntuple");
    ok(learned[1] && /up to 4/.test(learned[2]), JSON.stringify(learned));
    ok(/2048 in 90 of 100/.test(await page.textContent("#player")), "no strength");
    equal(await page.evaluate(() => laatta.game.spec), "snake", "suggested");
    await page.click("#hint");
    await page.waitForSelector(".move.best");
  });

  await suite.test("help, and a tour to its end", async ({ open }) => {
    const page = await open(url, { viewport: { width: 320, height: 568 } });
    await page.keyboard.press("?");
    const help = await page.evaluate(() => ({ title: document.querySelector("dialog h2").getBoundingClientRect().top, cut: [...document.querySelectorAll("dialog, dialog td")].filter((e) => e.scrollWidth > e.clientWidth).length }));
    ok(help.title >= 0 && help.cut === 0, JSON.stringify(help));
    await page.click("dialog button:has-text('tour')");
    for (let i = 0; i < 8; i++) await page.click(".tour .primary");
    await page.waitForFunction(() => !document.querySelector(".tour"));
  });

  await suite.test("served: installable, and there without the server", async ({ open }) => {
    const page = await open(address);
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
    for (const { src } of manifest.icons) ok(await page.evaluate(async (path) => (await fetch(path)).headers.get("content-type") === "image/png", src), src);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.waitForFunction(async () => Boolean(await caches.match("/")));
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector("#player select", { state: "attached" });
    await page.click("#hint");
    await page.waitForSelector(".move.best");
  });
}
