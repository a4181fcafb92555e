// Bundles the page: one HTML file with the style, the script, the workers' script
// and the engine inside. `node build.mjs ENGINE.wasm OUTPUT.html`
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { sevensFrom } from "./src/engine/sevens.js";

const here = dirname(fileURLToPath(import.meta.url));
const [enginePath, outputPath] = process.argv.slice(2);
if (!outputPath) throw new Error("usage: node build.mjs ENGINE.wasm OUTPUT.html");

async function bundle(entry, options = {}) {
  const result = await esbuild.build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    ...options,
  });
  // "</" inside a string must not end the element that the script stands in.
  return result.outputFiles[0].text.trim().replaceAll("</", "<\\/");
}

const workerScript = await bundle("engine/worker.js", { format: "iife" });
const workerAsText = {
  name: "worker-as-text",
  setup(build) {
    build.onResolve({ filter: /^worker:source$/ }, () => ({ path: "worker", namespace: "text" }));
    build.onLoad({ filter: /.*/, namespace: "text" }, () => ({
      contents: workerScript,
      loader: "text",
    }));
  },
};

const style = (
  await esbuild.transform(
    ["base", "board", "panels", "puzzle", "think", "phone"].map((name) => readFileSync(join(here, `src/style/${name}.css`), "utf8")).join("\n"),
    { loader: "css", minify: true },
  )
).code.trim();
const script = await bundle("main.js", { format: "iife", plugins: [workerAsText] });
const engine = sevensFrom(gzipSync(readFileSync(enginePath), { level: 9 }));
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// What the page may do: run itself and its workers, and ask the server that it came from
// for its manifest and its offline copy. Opened from a file it asks for nothing.
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  "worker-src blob: 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  `style-src ${hash(style)}`,
  "img-src data: blob: 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const parts = { policy, style, script, engine };
const page = readFileSync(join(here, "src/page.html"), "utf8").replace(/^ +/gm, "").replace(
  /\{\{(\w+)\}\}/g,
  (_, name) => parts[name],
);
writeFileSync(outputPath, page);
