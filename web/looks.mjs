// Pictures of both games in both themes and six windows, to be looked at:
// `node looks.mjs LAATTA.HTML DIRECTORY [Firefox]`; Chromium if it is not named.
// (WebKitGTK's driver makes one picture without a screen and waits for the next for ever.)
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Suite } from "./test/browser.mjs";
import { gameFrom } from "./test/behaviours.mjs";
import * as firefox from "./test/drivers/firefox.mjs";
import { Tab } from "./test/tab.mjs";

const [html, directory, name] = process.argv.slice(2);
const url = pathToFileURL(resolve(html)).href;
const phone = { hasTouch: true, isMobile: true };
const WINDOWS = {
  "1280x577": { viewport: { width: 1280, height: 577 } },
  "1366x625": { viewport: { width: 1366, height: 625 } },
  "844x390": { viewport: { width: 844, height: 390 }, ...phone },
  "320x568": { viewport: { width: 320, height: 568 }, ...phone },
  "2560x1440": { viewport: { width: 2560, height: 1440 } },
  "zoom-200": { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }, // 1366 x 768 at 200 %
};
const BOARD = [2, 4, 8, 16, 0, 2, 64, 128, 0, 0, 4, 256, 2, 0, 0, 512];
const PUZZLE = "5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12";
const saved = (theme) => ({ theme, player: "snake", game: gameFrom(BOARD) });

async function inChromium() {
  const suite = new Suite();
  for (const theme of ["light", "dark"])
    for (const [window, options] of Object.entries(WINDOWS)) {
      const kept = Object.entries(saved(theme)).map(([key, value]) => [key, JSON.stringify(value)]);
      const page = await suite.open(url, { ...options, saved: Object.fromEntries(kept) });
      await page.click("#hint");
      await page.waitForSelector(".move.best", { state: "attached" });
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: join(directory, `2048-${theme}-${window}.png`) });
      await page.click("#tab-puzzle");
      await page.evaluate((board) => laatta.puzzle.useText(board), PUZZLE);
      await page.click("#p-hint");
      await page.waitForFunction(() => document.getElementById("p-left").textContent === "16");
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: join(directory, `puzzle-${theme}-${window}.png`) });
      await page.context().close();
    }
  await suite.stop();
}

const showing = {
  async "2048"(tab) {
    await tab.run(() => document.getElementById("hint").click());
    await tab.until(() => Boolean(document.querySelector(".move.best")));
  },
  async puzzle(tab) {
    await tab.run(() => document.getElementById("tab-puzzle").click());
    await tab.run((board) => laatta.puzzle.useText(board), PUZZLE);
    await tab.until(() => laatta.puzzle.puzzle.tiles[0] === 5);
    await tab.run(() => document.getElementById("p-hint").click());
    await tab.until(() => document.getElementById("p-left").textContent === "16");
  },
};

/** Here a window is only as large as a phone. */
async function inFirefox() {
  const browser = await firefox.start();
  for (const [window, { viewport }] of Object.entries(WINDOWS))
    for (const theme of ["light", "dark"])
      for (const [game, show] of Object.entries(showing)) {
        const tab = new Tab(await browser.open(url, viewport));
        await tab.restart(saved(theme));
        await show(tab);
        await tab.run(() => scrollTo(0, 0));
        writeFileSync(join(directory, `${firefox.name}-${game}-${theme}-${window}.png`), await tab.picture());
        await tab.close();
      }
  await browser.stop();
}

mkdirSync(directory, { recursive: true });
await (name === firefox.name ? inFirefox() : inChromium());
