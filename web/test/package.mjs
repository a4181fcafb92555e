// The npm package, from the folder it was installed in: `node package.mjs FOLDER LAATTA`.
// FOLDER holds node_modules/laatta and the examples. TAP on stdout.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./drivers/chromium.mjs";
import { equal, finish, ok, test } from "./tap.mjs";

const [folder, laatta] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(pathToFileURL(join(folder, "x.js")));
const entry = (name) => pathToFileURL(join(folder, "node_modules/laatta", name)).href;
const { load } = await import(entry("index.js"));
const { load: loadWorker } = await import(entry("worker.js"));
const board = [[2, 2, 4, 8], [0, 0, 2, 4], [0, 0, 0, 2], [0, 0, 0, 0]];
const native = (player, text) => JSON.parse(execFileSync(laatta, ["advise", "--player", player, "--json", text]));
/** Of the legal moves, to the twelve digits that the command prints. */
const legal = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null).map(([name, value]) => [name, Number(value.toPrecision(12))]));

async function thrown(call) {
  try {
    await call();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return "nothing";
}

await test("it has no dependency, and its version is laatta's", async () => {
  const about = require("laatta/package.json");
  equal(about.dependencies ?? {}, {}, "dependencies");
  const { version } = await load();
  equal(about.version, version, "version");
});

await test("Node: advice as the command gives it, solutions, players", async () => {
  const { advise, solve, players } = await load();
  for (const player of ["expectimax:depth=2", "snake", "random"]) {
    const wanted = native(player, board.map((row) => row.join(" ")).join("/"));
    const got = advise(board, { player });
    equal([got.best, legal(got.values)], [wanted.best, legal(wanted.values)], player);
  }
  equal(advise("2 4/4 2").best, null, "no move");
  equal(advise([2, 2, 4, 4, 0, 0], { size: "2x3", player: "greedy" }).best, "right");
  equal(solve("5 1 0 4/6 7 3 8/2 14 10 11/9 13 15 12").moves.length, 16);
  ok(players.some(({ name }) => name === "ntuple") && !players.some(({ name }) => name === "external"), "players");
});

await test("a record of the command is replayed", async () => {
  execFileSync(laatta, ["sim", "--player", "greedy", "--games", "1", "--record", join(folder, "game.txt")]);
  ok((await load()).replay(readFileSync(join(folder, "game.txt"), "utf8")).moves.length > 20, "moves");
});

await test("games, and what they add up to, as the command tells", async () => {
  const { sim, results, play, playOn, record, replay, readPuzzle } = await load();
  const told = (...words) => execFileSync(laatta, ["sim", "--player", "greedy", "--seed", "7", "--games", "50", "--size", "3x4", ...words], { encoding: "utf8" });
  const rounded = (value) => JSON.parse(JSON.stringify(value, (_, x) => (typeof x === "number" ? Number(x.toPrecision(12)) : x)));
  const wanted = JSON.parse(told("--json"));
  const got = rounded(sim({ player: "greedy", seed: 7, games: 50, size: "3x4" }));
  for (const key of ["player", "games", "moves", "score", "reached", "max_tile", "tiles", "nodes"]) equal(got[key], wanted[key], key);
  const games = told("--csv").trim().split("\n").slice(1).map((line) => line.split(",").map(Number)).map(([, , score, moves, tile]) => ({ score, moves, level: Math.log2(tile) }));
  const added = rounded(results(games));
  for (const key of ["games", "moves", "score", "reached", "max_tile"]) equal(added[key], wanted[key], key);
  equal([results([]).games, results([]).reached], [0, {}], "no game");
  const { score } = rounded(results([games[0]]));
  equal([score.mean, score.mean95], [games[0].score, [games[0].score, games[0].score]], "one game");
  equal(sim({ player: "greedy", seed: 7, first: 49, games: 1, size: "3x4" }).score.mean, games[49].score, "the last game alone");
  // The engine's own game, as a record and back.
  const levels = Uint8Array.from([1, 1, 0, 0]);
  const { moves, over } = play({ rows: 2, cols: 2, levels }, { player: "greedy", seed: 5 });
  ok(over && moves.length > 2, moves);
  let parts = play({ rows: 2, cols: 2, levels }, { player: "greedy", seed: 5, moves: 2 });
  for (let all = parts.moves; !parts.over; equal(moves.slice(0, all.length), all, "played on")) all += (parts = playOn({ player: "greedy", moves: 1 })).moves;
  const saved = record({ rows: 2, cols: 2, seed: 5, start: levels, moves, player: "greedy" });
  const back = replay(saved.text);
  equal([back.moves, back.score, back.player, back.start], [moves, saved.score, "greedy", [1, 1, 0, 0]], "record");
  equal(readPuzzle("1 2 3 4 5 6 7 0 8"), { rows: 3, cols: 3, tiles: [1, 2, 3, 4, 5, 6, 7, 0, 8] }, "puzzle");
});

await test("what is wrong is thrown, with what is allowed", async () => {
  const { advise, playOn, solve, replay, sim, results, record, readPuzzle, addNetwork } = await load();
  const bad = [
    [() => playOn(), "Error: no game is under way"],
    [() => advise([[2, 3], [0, 0]]), "RangeError: 3 is not allowed"],
    [() => advise([[2, 2], [2]]), "RangeError: the rows"],
    [() => advise([]), "TypeError: a board is"],
    [() => advise(null), "TypeError: a board is"],
    [() => advise([[2, 1], [0, 0]]), "RangeError: 1 is not allowed"],
    [() => advise(Array(9).fill(Array(9).fill(0))), "RangeError: a board has 2 to 8"],
    [() => advise(board, { player: "nobody" }), "Error: there is no player"],
    [() => advise(board, { player: "expectimax:depth=99" }), "Error: expectimax: depth=99"],
    [() => solve("1 2 3/4 5 6/8 7 0"), "Error: this board cannot be solved"],
    [() => replay("nonsense"), "Error: "],
    [() => advise({ rows: 4, cols: 4, levels: new Uint8Array(3) }), "RangeError: 3 levels"],
    [() => advise({ rows: 2, cols: 2, levels: new Uint8Array(4).fill(200) }), "Error: "],
    [() => sim({ size: "9x9", games: 1 }), "Error: a board has 2 to 8"],
    [() => sim({ size: "big" }), "RangeError: big is no size"],
    [() => sim({ games: 0 }), "RangeError: 0 games"],
    [() => results("x"), "TypeError: games are"],
    [() => results([{ score: -1, level: 3 }]), "Error: game 0 is none"],
    [() => results([{ score: 4, level: 1.5 }]), "Error: game 0 is none"],
    [() => results([{ score: NaN, level: 3 }]), "Error: game 0 is none"],
    [() => record({ rows: 2, cols: 2, seed: 1, moves: "UX" }), "Error: "],
    [() => readPuzzle("1 2 3 4 5 6 8 7 0"), "Error: this board cannot"],
    [() => addNetwork("other.net", new Uint8Array(4)), "Error: there is no room"],
    [() => load("./nothing.wasm"), "Error: ENOENT"],
    [() => load(new Uint8Array(8)), "CompileError: "],
  ];
  for (const [call, words] of bad) ok((await thrown(call)).startsWith(words), `${await thrown(call)} instead of ${words}`);
});

await test("a thread of Node: promises, errors, an end", async () => {
  const engine = await loadWorker();
  const [a, b] = await Promise.all([engine.advise(board, { player: "greedy" }), engine.advise("2 2/0 0", { player: "greedy" })]);
  equal([a.best, b.best], ["right", "right"]);
  equal((await engine.sim({ player: "greedy", games: 3 })).games, 3, "sim");
  ok((await thrown(() => engine.advise([[2, 3], [0, 0]]))).startsWith("RangeError: 3 is not"), "error");
  const last = thrown(() => engine.advise(board, { player: "expectimax:depth=16,cut=0,table=0" }));
  await engine.close();
  equal(await last, "Error: the engine was closed");
});

await test("the example plays a game", () => {
  const told = execFileSync(process.execPath, ["node.mjs"], { cwd: folder, encoding: "utf8" });
  ok(/^greedy: \d+ moves, largest tile \d+\n$/.test(told), told);
});

await test("Chromium: a page with a worker", async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    try {
      const body = readFileSync(join(folder, new URL(request.url, "http://x").pathname));
      response.writeHead(200, { "content-type": types[extname(request.url)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.on("listening", done));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(180_000);
    await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
    await page.waitForFunction("document.querySelector('output').textContent.includes('is ready')");
    await page.click("button");
    await page.waitForFunction("/^(up|down|left|right) /.test(document.querySelector('output').textContent)");
    const here = await page.evaluate("import('./node_modules/laatta/index.js').then(({ load }) => load()).then(({ advise }) => advise('2 2/0 4', { player: 'greedy' }).best)");
    equal(here, "right", "without a worker");
  } finally {
    await browser.close();
    server.close();
  }
});
finish();
