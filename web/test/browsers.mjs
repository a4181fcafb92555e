// What the page must do in every browser, from a file and from the server.
// `node browsers.mjs LAATTA LAATTA.HTML [NAME]`, TAP on stdout.
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { behaviours, PLACE_MATTERS } from "./behaviours.mjs";
import * as chromium from "./drivers/chromium.mjs";
import * as firefox from "./drivers/firefox.mjs";
import { startProgram } from "./drivers/process.mjs";
import * as webkit from "./drivers/webkit.mjs";
import { Tab } from "./tab.mjs";
import { finish, skip, test, wanted } from "./tap.mjs";

const run = promisify(execFile);
const [laatta, html] = process.argv.slice(2, 4).map((path) => resolve(path));
const only = process.argv[4];
// As the full network it gives a small one, which is unpacked sooner.
const data = mkdtempSync(join(tmpdir(), "laatta-data-"));
mkdirSync(join(data, "laatta/nets"), { recursive: true });
copyFileSync("data/nets/4x4-small.net", join(data, "laatta/nets/4x4.net"));
const server = await startProgram(laatta, ["serve", "--port", "0"], { sign: /(http:\S+)/, env: { XDG_DATA_HOME: data } });
const places = { "from a file": pathToFileURL(html).href, served: server.found[1] };
const context = {
  /** `laatta ARGS`, its JSON. */
  native: async (...args) => JSON.parse((await run(laatta, [...args, "--json"])).stdout),
};

for (const driver of [chromium, firefox, webkit]) {
  if (only && only !== driver.name) continue;
  if (!driver.program()) {
    skip(`${driver.name}: all of it`, "this browser is not installed");
    continue;
  }
  let browser = null;
  for (const [place, url] of Object.entries(places)) {
    // One tab for all behaviours of a place: each of them begins with nothing kept.
    let tab = null;
    const giveUp = async () => {
      await browser?.stop().catch(() => {});
      browser = tab = null;
    };
    for (const [name, body] of Object.entries(behaviours)) {
      const title = `${driver.name}, ${place}: ${name}`;
      if (!wanted(title) || (place === "served" && !PLACE_MATTERS.test(name))) continue;
      await test(title, async () => {
        // A browser that was lost is started anew, and the test made once more.
        for (let tries = 0; ; tries++) {
          try {
            browser ??= await driver.start();
            tab ??= new Tab(await browser.open(url, { width: 1180, height: 900 }));
          } catch (error) {
            await giveUp();
            if (tries === 2) throw error;
            continue;
          }
          try {
            return await body(tab, { ...context, url });
          } catch (error) {
            const alive = await tab.run(() => true).catch(() => false);
            if (!alive) await giveUp();
            if (alive || tries === 2) throw error;
          }
        }
      });
    }
    await tab?.close().catch(() => {});
  }
  await browser?.stop();
}
await server.stop();
rmSync(data, { recursive: true });
finish();
