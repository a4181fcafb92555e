// `node bench.mjs FILE.wasm`: prints what `laatta bench` prints, from the
// WebAssembly engine.
import { readFileSync } from "node:fs";
import { openEngine } from "./package/wasm.js";

const call = await openEngine(readFileSync(process.argv[2]));
// The bench also plays with networks that the page does not carry.
for (const name of ["4x4-small.net", "2x4.net"]) {
  const net = readFileSync(new URL(`../data/nets/${name}`, import.meta.url));
  call("net_bring", name, net, net.length);
}
let hash = "0";
for (let i = 0, count = 1; i < count; i++) {
  const line = call("bench", i, hash);
  count = line.count;
  hash = line.bench;
  console.log(`${line.name.padEnd(70)} ${String(line.work).padStart(9)}  ${line.result}`);
}
console.log(`Bench: ${hash}`);
