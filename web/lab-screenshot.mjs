// Makes the picture of the dashboard for the documentation: a real sweep, played while
// the page is open. `node lab-screenshot.mjs LAATTA DIRECTORY`
import { join, resolve } from "node:path";
import { Suite } from "./test/browser.mjs";
import { makeLab } from "./test/lab-server.mjs";

const [laatta, directory] = process.argv.slice(2).map((path) => resolve(path));
const L = makeLab(laatta, laatta);
await L.lab("queue", "by-chance", "--player", "random", "--games", "400");
await L.lab("sweep", "smooth-or-empty", "--player", "worstcase:depth=1", "--grid", "monotonic=0.8:2.4:0.8", "--grid", "empty=0.8:2:0.4", "--games", "100");
const server = await L.serve();
const suite = new Suite();
const open = (...args) => suite.open(...args);
const page = await open(`${server.url}lab#smooth-or-empty`, { engine: false, saved: { theme: '"light"' }, viewport: { width: 1280, height: 1180 } });
const player = L.worker();
await page.waitForFunction(() => {
  const games = [...document.querySelectorAll(".configs tbody tr td:nth-child(2)")];
  return games.length === 12 && games.every((cell) => cell.textContent === "100");
}, null, { timeout: 400_000, polling: 250 });
await page.waitForTimeout(1000);
// Where the database lies is nobody's business.
await page.evaluate(() => {
  const text = document.getElementById("connection-text");
  text.textContent = text.textContent.replace(/sqlite:\S+/, "sqlite:lab.sqlite");
});
await page.screenshot({ path: join(directory, "lab.png") });
player.kill("SIGINT");
await suite.stop();
await server.stop();
L.end();
