// Makes the pictures of the page for the documentation:
// `node screenshots.mjs LAATTA.HTML DIRECTORY`
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Suite } from "./test/browser.mjs";

const [html, directory] = process.argv.slice(2);
const url = pathToFileURL(resolve(html)).href;
const suite = new Suite();
const open = (...args) => suite.open(...args);

const game = await open(url, { saved: { theme: '"light"' }, viewport: { width: 1100, height: 800 } });
await game.evaluate(async () => {
  const { engine, game: current } = laatta.game;
  const played = new current.constructor({ rows: 4, cols: 4, seed: "5" });
  const { moves } = await engine.play("expectimax:depth=2", played, { most: 1150, seconds: 600 });
  for (const letter of moves) played.move({ U: "up", R: "right", D: "down", L: "left" }[letter]);
  localStorage.setItem("laatta.game", JSON.stringify({ ...played.save(), keepPlaying: true }));
  laatta.game.keeper.saveNow = () => {};
});
await game.reload();
await game.click("#hint");
await game.waitForSelector(".move.best");
await game.waitForTimeout(400);
await game.screenshot({ path: join(directory, "page-2048.png") });

const puzzle = await open(`${url}#puzzle`, {
  saved: { theme: '"dark"', puzzle: { rows: 4, cols: 4, tiles: [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3] } },
  viewport: { width: 1100, height: 740 },
});
await puzzle.evaluate(() => laatta.puzzle.useText("13 2 10 3 1 12 8 4 5 0 9 6 15 14 11 7"));
await puzzle.click("#p-hint");
await puzzle.waitForFunction(() => /moves/.test(document.getElementById("p-status").textContent), null, { timeout: 60000 });
await puzzle.waitForTimeout(400);
await puzzle.screenshot({ path: join(directory, "page-puzzle.png") });
await suite.stop();
