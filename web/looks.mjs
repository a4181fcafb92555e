// Pictures of both games in both themes and six windows, to be looked at:
// `node looks.mjs LAATTA.HTML DIRECTORY`
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Suite } from "./test/browser.mjs";
import { gameFrom } from "./test/behaviours.mjs";

const [html, directory] = process.argv.slice(2);
const url = pathToFileURL(resolve(html)).href;
const WINDOWS = {
  "1280x577": { viewport: { width: 1280, height: 577 } },
  "1366x625": { viewport: { width: 1366, height: 625 } },
  "844x390": { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  "320x568": { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true },
  "2560x1440": { viewport: { width: 2560, height: 1440 } },
  "zoom-200": { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }, // 1366 x 768 at 200 %
};
mkdirSync(directory, { recursive: true });
const suite = new Suite();
for (const theme of ["light", "dark"])
  for (const [name, options] of Object.entries(WINDOWS)) {
    const page = await suite.open(url, { ...options, saved: { theme: JSON.stringify(theme), player: '"snake"', game: gameFrom([2, 4, 8, 16, 0, 2, 64, 128, 0, 0, 4, 256, 2, 0, 0, 512]) } });
    await page.click("#hint");
    await page.waitForSelector(".move.best", { state: "attached" });
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(directory, `2048-${theme}-${name}.png`) });
    await page.click("#tab-puzzle");
    await page.evaluate(() => laatta.puzzle.useText("5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12"));
    await page.click("#p-hint");
    await page.waitForFunction(() => document.getElementById("p-left").textContent === "16");
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(directory, `puzzle-${theme}-${name}.png`) });
    await page.context().close();
  }
await suite.stop();
