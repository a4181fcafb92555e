// How quick the page is in Chromium: `node measure.mjs LAATTA.HTML [ROUNDS]` tells of each
// round when it was painted and when the engine was ready, the longest task of the main thread
// at the start and in play (by the clock and by the thread's own time, which other programs
// do not stretch), frames and moves a second
// of the default player at full speed.
import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Suite } from "./test/browser.mjs";

const [html, rounds = "3"] = process.argv.slice(2);
const url = pathToFileURL(resolve(html)).href;
const suite = new Suite();
const browser = await suite.browser();
const load = () => readFileSync("/proc/loadavg", "utf8").split(" ")[0];

// Chromium gives its processes a priority of their own: here they have that of this program
// (`nice -n -15 node measure.mjs ...` measures beside other work).
const devtools = await browser.newBrowserCDPSession();
const wanted = getPriority();
const level = setInterval(async () => {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo").catch(() => ({ processInfo: [] }));
  for (const { id } of processInfo)
    try {
      for (const thread of readdirSync(`/proc/${id}/task`)) if (getPriority(Number(thread)) !== wanted) setPriority(Number(thread), wanted);
    } catch {
      // it has ended, or may not be changed
    }
}, 20);

/** Seconds of processor time that the engine's threads have had. */
async function engineSeconds() {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  let ticks = 0;
  for (const { id } of processInfo)
    for (const thread of readdirSync(`/proc/${id}/task`)) {
      const [, name, rest] = readFileSync(`/proc/${id}/task/${thread}/stat`, "utf8").match(/\((.*)\) (.*)/);
      if (name.startsWith("DedicatedWorker")) ticks += Number(rest.split(" ")[11]) + Number(rest.split(" ")[12]);
    }
  return ticks / 100;
}

/** The longest task of the page's main thread while `body` runs: {ms, own} milliseconds. */
async function longest(page, body) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  const result = await body();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  // A page of its own for every round: its thread is the busiest of those with that name.
  const mains = traceEvents.filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain")
    .map(({ pid, tid }) => traceEvents.filter((e) => /RunTask$/.test(e.name) && e.tdur !== undefined && e.pid === pid && e.tid === tid));
  const tasks = mains.sort((a, b) => b.length - a.length)[0];
  return { ...result, tasks: tasks.length, ms: Math.max(...tasks.map((t) => t.dur)) / 1000, own: Math.max(...tasks.map((t) => t.tdur)) / 1000 };
}

for (let round = 0; round < Number(rounds); round++) {
  const page = await suite.open("about:blank", { engine: false });
  // A window of its own has Chromium busy with itself at first (the pop-up of its address bar).
  await new Promise((done) => setTimeout(done, 3000));
  const start = await longest(page, async () => {
    await page.goto(url);
    return page.evaluate(async () => {
      while (!document.querySelector("#player select")) await new Promise((done) => setTimeout(done, 5));
      const ready = performance.now();
      return { ready, paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN };
    });
  });
  // The first move unpacks the network.
  const warm = await page.evaluate(async () => {
    const began = performance.now();
    await laatta.game.ai.step();
    return performance.now() - began;
  });
  const before = await engineSeconds();
  const play = await longest(page, () => page.evaluate(() => new Promise((done) => {
    document.getElementById("speed").value = 100;
    const { auto, game } = laatta.game;
    const before = game.length;
    const began = performance.now();
    let frames = 0;
    document.getElementById("auto").click();
    const tick = () => {
      const seconds = (performance.now() - began) / 1000;
      frames++;
      if (seconds < 5) return requestAnimationFrame(tick);
      auto.stop();
      done({ spec: laatta.game.spec, count: laatta.game.game.length - before, moves: (laatta.game.game.length - before) / seconds, frames: frames / seconds });
    };
    requestAnimationFrame(tick);
  })));
  const spent = (await engineSeconds()) - before;
  const n = (x) => x.toFixed(0);
  console.log(`load ${load()}: painted after ${n(start.paint)} ms, engine ready after ${n(start.ready)} ms, longest task at the start ${n(start.ms)} ms (${n(start.own)} of its own); `
    + `first move after ${n(warm)} ms; ${play.spec}: ${n(play.moves)} moves/s shown, ${n(play.count / spent)} a second of the engine's processor time, ${n(play.frames)} frames/s, longest of ${play.tasks} tasks ${n(play.ms)} ms (${n(play.own)} of its own)`);
  await page.context().close();
}
clearInterval(level);
await suite.stop();
