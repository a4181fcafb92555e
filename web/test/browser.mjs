// Chromium for the tests: pages that remember their errors and their requests.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

export async function openBrowser() {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const errors = [];
  const requests = [];

  /** A page at `url`. saved: what localStorage holds; init: a script that runs before it. */
  async function open(url, { saved = {}, init = null, engine = true, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1180, height: 900 }, ...options });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    await page.addInitScript((entries) => {
      try {
        for (const [key, value] of Object.entries(entries))
          if (localStorage.getItem(`laatta.${key}`) === null) localStorage.setItem(`laatta.${key}`, value);
      } catch {}
    }, Object.fromEntries(Object.entries(saved).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)])));
    if (init) await page.addInitScript(init);
    await page.goto(url);
    if (engine) await page.waitForSelector("#player select", { state: "attached" });
    return page;
  }

  return { browser, open, errors, requests };
}

/** A saved game that starts from a board of tile values. */
export function gameFrom(values, extra = {}) {
  const side = Math.sqrt(values.length);
  return { version: 1, rows: side, cols: side, fours: 0.1, seed: "7", moves: "", at: 0, keepPlaying: false,
    start: values.map((value) => (value ? Math.log2(value) : 0)), ...extra };
}
