// The page in Chromium, in depth. `node page.mjs LAATTA LAATTA.HTML`, TAP on stdout.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Suite } from "./browser.mjs";
import { startProgram } from "./drivers/process.mjs";
import { testAround } from "./page-around.mjs";
import { testEngine } from "./page-engine.mjs";
import { testPlay } from "./page-play.mjs";
import { testPupil } from "./page-pupil.mjs";
import { testSmallBoards } from "./small-boards.mjs";
import { equal, finish, ok, test } from "./tap.mjs";

const [laatta, html] = process.argv.slice(2).map((path) => resolve(path));
const execute = promisify(execFile);
const run = (...args) => execute(laatta, args);
const server = await startProgram(laatta, ["serve", "--port", "0"], { sign: /(http:\S+)/ });
const suite = new Suite();

// The page carries the small network; the command has to be told of it.
const nativeSpec = (spec) => (spec.startsWith("ntuple") ? `${spec}${spec.includes(":") ? "," : ":"}net=data/nets/4x4-page.net` : spec);

/** What the tests share: where the page is, and the command beside it. */
const site = {
  url: pathToFileURL(html).href,
  address: server.found[1],
  work: mkdtempSync(join(tmpdir(), "laatta-page-")),
  run,
  /** The answer of `laatta advise --json`; the board as text, rows apart by "/" where it is not square. */
  native: async (spec, board) => JSON.parse((await run("advise", "--json", "--player", board.includes("/") ? spec : nativeSpec(spec), board)).stdout),
};

await test("the file is at most 3 MB", () => {
  const { size } = statSync(html);
  ok(size <= 3 * 1024 * 1024, `${size} bytes`);
  return `${size} bytes`;
});
await testPlay(suite, site);
await testEngine(suite, site);
await testAround(suite, site);
await testSmallBoards(suite, site);
await testPupil(suite, site);

await test("no error on the console, no request beyond the page", () => {
  equal(suite.errors, [], "errors");
  equal([...new Set(suite.requests)].filter((r) => r.split("#")[0] !== site.url && !r.startsWith(site.address) && !/^(blob|data):/.test(r)), [], "requests");
});

await suite.stop();
await server.stop();
rmSync(site.work, { recursive: true });
finish();
