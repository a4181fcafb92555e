// `node speed.mjs FILE.wasm SPEC... [--seconds S]`: moves a second of processor time that
// players of the WebAssembly engine make in V8: a game from its start, one with a 16384, and
// one among large tiles.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openEngine } from "./package/wasm.js";
import { Game } from "./src/model/game.js";
import { FROM_LETTER } from "./src/model/slide.js";

const { values, positionals: [engine, ...specs] } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, size: { type: "string", default: "4x4" } },
  allowPositionals: true,
});
const call = await openEngine(readFileSync(engine));
const [rows, cols] = values.size.split("x").map(Number);
const laid = (...tiles) => [...tiles, ...Array(16 - tiles.length).fill(0)];
const starts = values.size !== "4x4" ? { start: null }
  : { start: null, "a 16384": laid(14), late: laid(14, 13, 11, 10, 9, 8, 7, 6, 1, 2) };

for (const spec of specs)
  for (const [name, start] of Object.entries(starts)) {
    let seed = 0, moves = 0, game = null;
    const ask = (most) => call("play", spec, rows, cols, 0.1, game.seed, game.levels, game.generatorBytes, most, 1, 0);
    const fresh = () => { game = new Game({ rows, cols, seed: String(++seed), ...(start && { start: Uint8Array.from(start) }) }); };
    fresh();
    ask(1); // the first move unpacks the network
    const began = process.cpuUsage();
    const spent = () => { const { user, system } = process.cpuUsage(began); return (user + system) / 1e6; };
    while (spent() < Number(values.seconds)) {
      const answer = ask(200);
      for (const letter of answer.moves) game.move(FROM_LETTER[letter]);
      moves += answer.moves.length;
      if (answer.over) fresh();
    }
    console.log(`${spec}  ${values.size} from ${name}: ${Math.round(moves / spent())} moves a second of processor time`);
  }
