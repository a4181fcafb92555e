// The page in Chromium, in depth. `node page.mjs LAATTA LAATTA.HTML`, TAP on stdout.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { bytesFromSevens, sevensFrom } from "../src/engine/sevens.js";
import { knownPlayer, reasonAgainst } from "../src/view/players.js";
import { Suite } from "./browser.mjs";
import { startProgram } from "./drivers/process.mjs";
import { Native } from "./native.mjs";
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
const beside = new Native(laatta);

// The page carries a network of its own; the command has to be told of it.
const nativeSpec = (spec) => (spec.startsWith("ntuple") ? `${spec}${spec.includes(":") ? "," : ":"}net=data/nets/4x4-page.net` : spec);

/** What the tests share: where the page is, and the command beside it. */
const site = {
  url: pathToFileURL(html).href,
  address: server.found[1],
  work: mkdtempSync(join(tmpdir(), "laatta-page-")),
  run,
  /** What a player of the command thinks of a board: tiles as text, rows apart by "/" where it is not 4x4. */
  native: (spec, board) => {
    const rows = board.split("/").map((row) => row.split(" ").map(Number));
    if (rows.length > 1) return beside.values(spec, rows);
    return beside.values(nativeSpec(spec), [0, 4, 8, 12].map((at) => rows[0].slice(at, at + 4)));
  },
  /** The same by `laatta advise`. */
  advise: async (spec, board) => JSON.parse((await run("advise", "--json", "--player", nativeSpec(spec), board)).stdout),
};

await test("the file is at most 3 MB", () => {
  const { size } = statSync(html);
  ok(size <= 3_000_000, `${size} bytes`);
  return `${size} bytes`;
});
await test("bytes travel as text of seven bits a character, and come back", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * i * 31 + length * 7) & 255);
    const text = sevensFrom(bytes);
    ok(!/[\0\r<]/.test(text), `${length} bytes: a character that a page cannot hold`);
    equal([...bytesFromSevens(text)], [...bytes], `${length} bytes`);
  }
});
await test("networks are shown boards up to the tile that data/nets/README.md says", async () => {
  const rows = [...readFileSync("data/nets/README.md", "utf8").matchAll(/^\| ([^|]*\.net`) \| (\d+) \|/gm)];
  const told = rows.flatMap(([, files, tile]) => files.match(/[\w-]+\.net/g).map((file) => [file, Number(tile)]));
  const found = [];
  for (const [file] of told) found.push([file, 2 ** JSON.parse((await run("net", "info", `data/nets/${file}`, "--json")).stdout).downgrade]);
  equal(found, told, "tiles");
  equal(told.map(([file]) => file).sort(), readdirSync("data/nets").filter((file) => file.endsWith(".net")).sort(), "networks");
});
await suite.test("players have the same words on the page, in the terminal and in docs/PAGE.md", async ({ open }) => {
  const page = await open(site.url);
  const listed = JSON.parse((await run("list", "players", "--json")).stdout).players;
  const told = readFileSync("docs/PAGE.md", "utf8").split("\n").filter((line) => /^\| [^|]+ \| `\w+` \|/.test(line))
    .map((line) => line.split(" | ").slice(0, 4).map((cell) => cell.replace(/^\| | \|$/g, "")));
  const shown = [];
  for (const name of await page.$$eval("#player > label option", (options) => options.map((option) => option.value))) {
    const known = knownPlayer(listed.find((player) => player.name === name));
    shown.push([known.title, `\`${name}\``, known.says, known.measured]);
    if (reasonAgainst(name, 4, 4)) continue;
    await page.selectOption("#player select", name);
    equal(await page.textContent("#player .says"), known.says, `${name} on the page`);
  }
  equal(told, shown, "the table");
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
beside.stop();
await server.stop();
rmSync(site.work, { recursive: true });
finish();
