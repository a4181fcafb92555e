// Makes the npm package: `node build-package.mjs ENGINE.wasm VERSION DIRECTORY`.
// Each entry is one ES module, readable, with what it shares with the page inside.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [engine, version, directory] = process.argv.slice(2);
if (!directory) throw new Error("usage: node build-package.mjs ENGINE.wasm VERSION DIRECTORY");
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });

for (const entry of ["index", "worker", "thread"])
  await esbuild.build({
    entryPoints: [join(here, "package", `${entry}.js`)],
    outfile: join(directory, `${entry}.js`),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["node:*", "./index.js"],
  });
for (const name of ["index.d.ts", "worker.d.ts", "README.md"]) copyFileSync(join(here, "package", name), join(directory, name));
copyFileSync(join(here, "..", "LICENSE"), join(directory, "LICENSE"));
copyFileSync(engine, join(directory, "laatta.wasm"));
const about = JSON.parse(readFileSync(join(here, "package", "package.json"), "utf8"));
writeFileSync(join(directory, "package.json"), JSON.stringify({ ...about, version }, null, 2) + "\n");
