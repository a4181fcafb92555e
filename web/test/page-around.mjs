// The puzzle, the server, what is missing or damaged, and who cannot see.
import http from "node:http";
import { faults } from "./axe.mjs";
import { gameFrom } from "./browser.mjs";
import { CORNER } from "./page-site.mjs";
import { equal, ok } from "./tap.mjs";

export async function testAround(suite, site) {
  const { url, address } = site;

  await suite.test("the puzzle: keys, clicks, solved and replayed, 16 moves for the known board", async ({ open }) => {
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
    await page.waitForFunction(() => /cannot be solved/.test(globalThis.toasted));
  });

  await suite.test("a drag pushes a tile; a large board is near-optimal and says so", async ({ open }) => {
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
    await page.waitForFunction(() => /near the shortest|no way is shorter/.test(document.getElementById("p-status").textContent));
    const status = await page.textContent("#p-status");
    return status;
  });

  await suite.test("served: the same page, strict headers, nothing else", async ({ open }) => {
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
  });

  await suite.test("a damaged saved game, forbidden storage, no WebAssembly: said, and playable", async ({ open }) => {
    const damaged = await open(url, { saved: { game: gameFrom(CORNER, { moves: "LXR" }) } });
    await damaged.waitForFunction(() => /damaged/.test(globalThis.toasted));
    await damaged.keyboard.press("ArrowLeft");
    const forbidden = await open(url, { init: () => Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("forbidden"); } }) });
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight"]) await forbidden.keyboard.press(key);
    await forbidden.waitForFunction(() => /keeps nothing/.test(globalThis.toasted));
    const bare = await open(url, { engine: false, init: () => delete globalThis.WebAssembly });
    await bare.waitForSelector("#player [role=alert]");
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight"]) await bare.keyboard.press(key);
    ok((await bare.evaluate(() => laatta.game.game.length)) > 0, "not playable");
  });

  await suite.test("by keyboard alone: a player chosen, the AI started, back to the game", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER) } });
    const reach = async (id) => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((wanted) => document.activeElement.id === wanted, id)) return;
      }
      throw new Error(`Tab does not reach ${id}`);
    };
    await reach("player1");
    await page.keyboard.type("Snake");
    equal(await page.evaluate(() => laatta.game.spec), "snake", "the player");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    equal(await page.evaluate(() => laatta.game.game.moves()), "L", "a move after Escape");
    await reach("speed");
    await page.keyboard.press("End");
    equal(await page.getAttribute("#speed", "aria-valuetext"), "as fast as it goes", "the speed, as it is read out");
    await reach("auto");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => laatta.game.game.length > 20);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !laatta.game.auto.running);
  });

  await suite.test("played by the accessibility tree alone: moves have buttons, boards say what they hold", async ({ open }) => {
    const page = await open(url, { saved: { game: gameFrom(CORNER) } });
    const left = page.getByRole("button", { name: "Left", exact: true });
    ok(!(await left.evaluate((button) => document.elementFromPoint(button.getBoundingClientRect().x + 9, button.getBoundingClientRect().y + 9) === button)), "in the way of the pointer");
    await left.focus();
    ok(await left.evaluate((button) => document.elementFromPoint(button.getBoundingClientRect().x + 9, button.getBoundingClientRect().y + 9) === button), "unseen when it has the focus");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => laatta.game.game.moves() === "L");
    await page.getByRole("img", { name: /^Board. Row 1: 4,/ }).waitFor();
    await page.getByRole("tab", { name: "15-puzzle" }).click();
    await page.evaluate(() => laatta.puzzle.useText("5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12"));
    await page.getByRole("group", { name: /^Puzzle board. Row 1: 5, 1, gap, 4. Row 2: 6,/ }).waitFor();
  });

  await suite.test("no accessibility fault that axe-core knows, in both themes and both games", async ({ open }) => {
    for (const theme of ["light", "dark"]) {
      const page = await open(url, { saved: { game: gameFrom([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 0]), theme: `"${theme}"` } });
      for (const tab of ["2048", "puzzle"]) {
        await page.click(`#tab-${tab}`);
        if (tab === "2048") {
          await page.click("#hint");
          await page.waitForSelector(".move.best");
          await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
          await page.waitForSelector("#race select"); // what opens is filled a moment later
        }
        equal(await faults(page), [], `${theme} ${tab}`);
      }
    }
  });
}
