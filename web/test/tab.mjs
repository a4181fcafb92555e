// One tab of any browser, for tests that run in all of them. A driver (drivers/)
// brings {run(source), key, press, reload, go, picture, close}; everything else is made of these.
// Waits are for conditions, with a limit that a busy machine does not reach.

const PATIENCE_SECONDS = 300;

/** A function and its arguments as text that any browser can evaluate. */
const sourceOf = (code, args) => (typeof code === "function" ? `(${code})(${args.map((arg) => JSON.stringify(arg)).join(", ")})` : code);

export class Tab {
  constructor(driven) {
    this.driven = driven;
  }

  run(code, ...args) { return this.driven.run(sourceOf(code, args)); }
  go(url) { return this.driven.go(url); }
  close() { return this.driven.close(); }
  /** The window as a PNG; not in WebKit. */
  picture() { return this.driven.picture(); }

  async keys(...keys) {
    for (const key of keys) await this.driven.key(key);
  }

  /** Waits until `code` answers something true, and gives that back. */
  async until(code, ...args) {
    const limit = performance.now() + 1000 * PATIENCE_SECONDS;
    for (;;) {
      const value = await this.run(code, ...args);
      if (value) return value;
      if (performance.now() > limit) throw new Error(`waited ${PATIENCE_SECONDS} s in vain for ${sourceOf(code, args)}`);
      await new Promise((done) => setTimeout(done, 60));
    }
  }

  /** Loads the page again. Firefox may say it has while the old document is still there: that one is marked. */
  async reload() {
    await this.run(() => (globalThis.beforeReload = true));
    await this.driven.reload();
    // A document that goes away takes a question to it along.
    const fresh = () => this.run(() => !globalThis.beforeReload).catch(() => false);
    for (const limit = performance.now() + 1000 * PATIENCE_SECONDS; !(await fresh());) {
      if (performance.now() > limit) throw new Error(`the page was not loaded again within ${PATIENCE_SECONDS} s`);
      await new Promise((done) => setTimeout(done, 60));
    }
  }

  text(selector) { return this.run((where) => document.querySelector(where)?.textContent ?? null, selector); }
  visible(selector) { return this.run((where) => Boolean(document.querySelector(where)?.checkVisibility?.() ?? document.querySelector(where)?.offsetParent), selector); }

  /** Presses the pointer in the middle of an element, once it stands still in sight. */
  async click(selector) {
    const spot = await this.until(async (where) => {
      const element = document.querySelector(where);
      if (!element || element.disabled) return null;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = () => element.getBoundingClientRect();
      const before = box();
      await new Promise((done) => setTimeout(done, 50));
      const { x, y, width, height } = box();
      if (!width || !height || x !== before.x || y !== before.y) return null;
      const at = { x: x + width / 2, y: y + height / 2 };
      const top = document.elementFromPoint(at.x, at.y);
      return top && (element.contains(top) || top.contains(element)) ? at : null;
    }, selector);
    await this.driven.press(spot.x, spot.y);
  }

  /** Chooses an option of a menu, as a person's choice would tell the page. */
  choose(selector, value) {
    return this.run((where, wanted) => {
      const select = document.querySelector(where);
      select.value = wanted;
      select.dispatchEvent(new Event("input", { bubbles: true }));
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return select.value;
    }, selector, String(value));
  }

  fill(selector, value) {
    return this.run((where, wanted) => {
      const input = document.querySelector(where);
      input.value = wanted;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, selector, String(value));
  }

  ready() { return this.until(() => Boolean(globalThis.laatta && document.querySelector("#player select"))); }

  /** Loads the page again with this in its storage. */
  async restart(saved = {}) {
    await this.until(() => Boolean(globalThis.laatta));
    await this.run((entries) => {
      laatta.game.keeper.saveNow = () => {};
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(`laatta.${key}`, JSON.stringify(value));
    }, saved);
    await this.reload();
    await this.ready();
  }
}
