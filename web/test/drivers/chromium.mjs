// Chromium, by Playwright.
import { chromium } from "playwright-core";
import { firstFile } from "./process.mjs";

export const name = "Chromium";
export const program = () => firstFile("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

export const launch = () => chromium.launch({
  executablePath: program(),
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
  timeout: 180_000,
});

/** A browser of the common kind (see tab.mjs). */
export async function start() {
  const browser = await launch();
  return {
    async open(url, { width, height }) {
      const context = await browser.newContext({ viewport: { width, height } });
      context.setDefaultTimeout(180_000);
      const page = await context.newPage();
      await page.goto(url);
      return {
        run: (source) => page.evaluate(source),
        key: (key) => page.keyboard.press(key),
        press: (x, y) => page.mouse.click(x, y),
        reload: () => page.reload(),
        go: (to) => page.goto(to),
        picture: () => page.screenshot(),
        close: () => context.close(),
      };
    },
    stop: () => browser.close(),
  };
}
