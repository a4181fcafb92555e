// The dashboard in a real browser while games are played.
// `node lab-page.mjs LAATTA WORKER`: LAATTA serves, WORKER plays. TAP on stdout.
import { resolve } from "node:path";
import { faults } from "./axe.mjs";
import { Suite } from "./browser.mjs";
import { tickTexts, timeTexts } from "../src/lab/words.js";
import { makeLab, request } from "./lab-server.mjs";
import { equal, finish, ok, test } from "./tap.mjs";

const [laatta, worker] = process.argv.slice(2).map((path) => resolve(path));
const L = makeLab(laatta, worker);
const TOKEN = "tile-9f27c1e05b3c";
const suite = new Suite();
await L.lab("sweep", "live", "--player", "worstcase:depth=3", "--grid", "monotonic=0.8,1.6,2.4", "--games", "80");
const server = await L.serve(["--token", TOKEN]);
const lab = `${server.url}lab`;

/** The dashboard on a page of this test's own, showing an experiment with all its games. */
async function look(open, { name = "", ...more } = {}) {
  const page = await open(`${lab}${name && `#${name}`}`, { engine: false, ...more });
  await page.waitForSelector("#experiments tbody tr");
  return page;
}

// Whichever test comes first has the games of "live" played; it may watch them.
let playing = null;
const played = () => (playing ??= new Promise((done) => L.worker().on("exit", done)));
async function lookAtResults(open, more) {
  await played();
  const page = await look(open, { name: "live", ...more });
  await page.waitForFunction(() => {
    const games = [...document.querySelectorAll(".configs tbody tr td:nth-child(2)")];
    return games.length === 3 && games.every((cell) => cell.textContent === "80");
  });
  return page;
}
const finished = (page) => page.evaluate(() => [...lab.experiments.values()].reduce((sum, x) => sum + x.finished, 0));

/** Waits until a chart's canvas has more colours than these: one means that it is blank. */
const drawn = (page, selector, colours = 5) => page.waitForFunction(([where, least]) => {
  const canvas = document.querySelector(`${where} canvas`);
  if (!canvas?.width) return false;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size > least;
}, [selector, colours]);

await test("ticks of an axis tell each other apart, or say nothing", () => {
  equal(tickTexts([27340.4, 27340.5]), ["27.3404 k", "27.3405 k"], "scores");
  equal(tickTexts([0, 0.5, 1], { share: true }), ["0 %", "50 %", "100 %"], "shares");
  const texts = timeTexts([1, 1.25, 1.5, 2]);
  ok(texts[0] && texts[3] && texts[0] !== texts[3], texts.join());
  equal(texts.slice(1, 3), ["", ""], "closer than a second");
});

await suite.test("numbers change by themselves while games are played", async ({ open }) => {
  const page = await look(open);
  equal(await finished(page), 0, "finished at first");
  await page.waitForSelector("#detail .configs tbody tr");
  equal(await page.locator("#detail .charts:visible").count(), 0, "charts of nothing");
  await page.evaluate(() => (globalThis.sameDocument = true));
  const seen = new Set();
  const over = played();
  const poll = setInterval(() => finished(page).then((n) => seen.add(n), () => {}), 100);
  await page.waitForFunction(() => document.querySelector("#experiments tbody tr td:nth-child(5)").textContent === "240 of 240", null, { timeout: 600_000 });
  clearInterval(poll);
  await over;
  ok(await page.evaluate(() => globalThis.sameDocument === true), "the page was loaded anew");
  await page.waitForFunction(() => document.querySelector("#detail .badge")?.textContent === "done");
  await page.waitForFunction(() => [...document.querySelectorAll(".configs tbody tr td:nth-child(2)")].every((cell) => cell.textContent === "80"));
  equal(await page.$eval("progress", (bar) => bar.value), 1, "the bar");
  ok(seen.size >= 2, `only ${[...seen]}`);
  return [...seen].join(", ");
});

await suite.test("the table agrees with the server, and sorts", async ({ open }) => {
  const page = await lookAtResults(open);
  const { json } = await request(server, "/lab/api/experiments/live?sort=mean");
  const labels = () => page.$$eval(".configs tbody th", (cells) => cells.map((cell) => cell.textContent));
  equal(await labels(), json.configs.map((c) => c.label), "by mean");
  equal(await page.$eval(".configs tbody td:nth-child(3)", (cell) => cell.textContent), Math.round(json.configs[0].score.mean).toLocaleString("en"), "mean");
  await page.click(".configs thead button:text('Mean score')");
  await page.waitForFunction(() => document.querySelector(".configs th[aria-sort=ascending]"));
  await page.waitForFunction((first) => document.querySelector(".configs tbody th").textContent === first, json.configs.at(-1).label);
  equal(await labels(), json.configs.map((c) => c.label).reverse(), "the other way round");
  await page.focus(".configs thead button:text('Configuration')");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".configs tbody th").textContent === "monotonic=0.8");
  ok(await page.evaluate(() => document.activeElement.textContent === "Configuration"), "the focus was lost");
  equal(await page.textContent(".warning b"), "Best of 3: its interval flatters it. ", "warning");
});

await suite.test("charts are drawn, and follow what is ticked", async ({ open }) => {
  const page = await lookAtResults(open);
  for (const i of [1, 2]) await drawn(page, `#detail .charts:not([hidden]) figure:nth-child(${i})`);
  await drawn(page, "#rates", 3);
  const lines = (count) => page.waitForFunction((n) => document.querySelectorAll("#detail .charts:not([hidden]) figure:nth-child(2) .u-legend .u-series").length === n + 1, count);
  await lines(3);
  const legend = await page.textContent("#detail .charts:not([hidden]) figure:nth-child(2) .u-legend");
  ok(/point at the chart/.test(legend) && /80 games/.test(legend), legend);
  await page.click(".configs tbody tr:nth-child(2) input");
  await lines(2);
  const tiles = await page.$$eval(".card select option", (options) => options.map((option) => option.value));
  await page.selectOption(".card select", tiles[0]);
  await page.waitForFunction((tile) => document.querySelector("#detail figcaption").textContent.includes(Number(tile).toLocaleString("en")), tiles[0]);
});

await suite.test("traces of tuning, races and sequential tests; notes that lack things", async ({ open }) => {
  const notes = {
    tune: (n) => ({ step: n, games: 100 * n, best: { a: n }, mean: { a: n / 2, b: 3 - n }, score: 900 + 10 * n, low: 850 + 10 * n, high: 950 + 10 * n, sigma: 1 / n }),
    race: (n) => (n === 2 ? { round: 2 } : { round: n, alive: 64 >> n, games: 50 * n, leader: 1, score: 900 + n, low: 880, high: 950 }),
    sprt: (n) => (n === 3 ? { games: 60 } : { games: 20 * n, llr: n / 4, lower: -2.94, upper: 2.94, difference: n, low: -n, high: 3 * n, decision: "go on" }),
  };
  const page = await look(open);
  for (const kind of Object.keys(notes)) {
    await L.lab("queue", `kind-${kind}`, "--player", "random", "--games", "1");
    const steps = Array.from({ length: 6 }, (_, i) => ({ step: i + 1, note: notes[kind](i + 1) }));
    await page.route(`**/lab/api/experiments/kind-${kind}/notes`, (route) => route.fulfill({ json: { kind, notes: [...steps, { step: 9, note: "a word" }] } }));
  }
  for (const [kind, charts] of [["tune", 3], ["race", 2], ["sprt", 2]]) {
    await page.waitForSelector(`#experiments a[href="#kind-${kind}"]`);
    await page.click(`#experiments a[href="#kind-${kind}"]`);
    // The charts of the one before may still stand there, as many as these.
    await page.waitForFunction(({ name, count }) => {
      const detail = document.querySelector("#detail");
      return detail.textContent.includes(name) && detail.querySelector(":scope > .charts")?.querySelectorAll("canvas").length === count;
    }, { name: `kind-${kind}`, count: charts });
    await drawn(page, "#detail > .charts figure:nth-child(1)");
    ok((await page.textContent("pre.notes")).includes("a word"), "the note that is a word");
  }
});

await suite.test("buttons only for who has the token", async ({ open }) => {
  await L.lab("queue", "held", "--player", "random", "--games", "1");
  const page = await look(open);
  await page.waitForSelector('#experiments a[href="#held"]');
  equal(await page.locator("#experiments button:visible").count(), 0, "buttons");
  await page.fill("#token", "wrong");
  await page.click("#unlock button");
  await page.waitForFunction(() => /not the token/.test(document.getElementById("unlock-problem").textContent));
  await page.fill("#token", TOKEN);
  await page.click("#unlock button");
  await page.click("#experiments button[aria-label='pause held']");
  await page.waitForSelector("#experiments button[aria-label='resume held']");
  equal(JSON.parse(await L.lab("status", "held", "--json")).experiments[0].state, "paused", "state");
  ok(!page.url().includes(TOKEN), "the token is in the address");
  equal(await page.evaluate(() => Object.values(localStorage).join().includes("tile-9f")), false, "kept for longer than the tab");
  await page.click("#experiments button[aria-label='cancel held']");
  await page.click("dialog button.primary");
  await page.waitForFunction(() => [...document.querySelectorAll("#experiments .badge")].some((badge) => badge.textContent === "cancelled"));
});

await suite.test("no serious accessibility fault, light and dark, and nothing wider than a phone", async ({ open }) => {
  // A server may be slow with the histogram: then its chart is to be no fault either.
  const holdHistogram = () => {
    const { fetch } = globalThis;
    const free = new Promise((done) => (globalThis.freeHistogram = done));
    globalThis.fetch = async (...what) => {
      if (String(what[0]).includes("/histogram")) await free;
      return fetch(...what);
    };
  };
  for (const colorScheme of ["light", "dark"]) {
    const small = colorScheme === "dark";
    const other = await lookAtResults(open, { colorScheme, viewport: small ? { width: 375, height: 740 } : { width: 1280, height: 900 }, init: holdHistogram });
    equal(await other.evaluate(() => document.documentElement.dataset.theme), colorScheme, "theme");
    const lookFor = async (missing) => {
      await other.waitForFunction((n) => document.querySelectorAll("#lab .chart:not(:has(canvas))").length === n, missing);
      equal(await faults(other, ["serious", "critical"]), [], `${colorScheme}, charts to come: ${missing}`);
      if (small) ok((await other.evaluate(() => document.documentElement.scrollWidth)) <= 375, "wider than the screen");
    };
    await lookFor(1);
    await other.evaluate(() => globalThis.freeHistogram());
    await lookFor(0);
  }
});

await suite.test("another interface: locked until the token is entered", async ({ open }) => {
  const guarded = await L.serve(["--listen", "0.0.0.0", "--token", TOKEN]);
  const locked = await open(`${guarded.url}lab`, { engine: false });
  await locked.waitForSelector("#unlock:visible");
  equal(await locked.isVisible("#lab"), false, "the lab is shown");
  await locked.fill("#token", TOKEN);
  await locked.click("#unlock button");
  await locked.waitForSelector("#experiments tbody tr");
  await locked.reload();
  await locked.waitForSelector("#experiments tbody tr");
  await locked.context().close();
  equal((await guarded.stop()).code, 0, "exit status");
});

await suite.test("the games lead to the lab and back", async ({ open }) => {
  const game = await open(server.url, { engine: false });
  await game.click("#lab-link");
  await game.waitForSelector("#experiments tbody tr");
  await game.click(".tabs a[href='/']");
  await game.waitForSelector("#board");
});

await test("no error but the refusals, no request beyond the server", async () => {
  equal(suite.errors.filter((text) => !/status of 401/.test(text)), [], "errors");
  equal([...new Set(suite.requests.map((address) => new URL(address).hostname))].filter((host) => host && host !== "127.0.0.1"), [], "hosts");
  const { code, printed } = await server.stop();
  equal([code, printed.split("\n").length], [0, 2], printed);
});

await suite.stop();
L.end();
finish();
