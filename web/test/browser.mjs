// Chromium for the tests: every test has pages of its own, closed when it ends; a
// browser that is lost (a busy machine runs out of memory or patience) is started
// anew and the test made once more. Pages remember their errors and requests.
import { launch } from "./drivers/chromium.mjs";
import { test } from "./tap.mjs";

export { gameFrom } from "./behaviours.mjs";

const PATIENCE_MS = 300_000;

export class Suite {
  #browser = null;
  errors = [];
  requests = [];

  /** The browser, started when it is not there. */
  async browser() {
    if (!this.#browser?.isConnected()) this.#browser = await launch();
    return this.#browser;
  }

  /** A page at `url`; its `toasted` is the text of all notices. saved: what localStorage holds; init: a script that runs before it. */
  async open(url, { saved = {}, init = null, engine = true, ...options } = {}) {
    const context = await (await this.browser()).newContext({ viewport: { width: 1180, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && this.errors.push(message.text()));
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("request", (request) => this.requests.push(request.url()));
    await page.addInitScript((entries) => {
      try {
        for (const [key, value] of Object.entries(entries))
          if (localStorage.getItem(`laatta.${key}`) === null) localStorage.setItem(`laatta.${key}`, value);
      } catch {}
    }, Object.fromEntries(Object.entries(saved).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)])));
    // A notice goes again after a few seconds, sooner than a busy machine may look.
    await page.addInitScript(() => {
      globalThis.toasted = "";
      new MutationObserver(() => (globalThis.toasted += document.getElementById("toasts")?.textContent ?? "")).observe(document, { childList: true, subtree: true });
    });
    if (init) await page.addInitScript(init);
    await page.goto(url);
    if (engine) await page.waitForSelector("#player select", { state: "attached" });
    return page;
  }

  /** A test that gets {open}: its pages are closed for it. */
  test(name, body) {
    return test(name, async () => {
      for (let tries = 0; ; tries++) {
        const browser = await this.browser();
        const pages = [];
        const open = async (...args) => {
          const page = await this.open(...args);
          pages.push(page);
          return page;
        };
        try {
          return await body({ open });
        } catch (error) {
          if (browser.isConnected() || tries === 2) throw error;
        } finally {
          for (const page of pages) await page.context().close().catch(() => {});
        }
      }
    });
  }

  async stop() {
    await this.#browser?.close().catch(() => {});
  }
}
