// Bundles the dashboard of the lab: one HTML file with its style and script inside.
// `node build-lab.mjs OUTPUT.html`
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [outputPath] = process.argv.slice(2);
if (!outputPath) throw new Error("usage: node build-lab.mjs OUTPUT.html");

const { outputFiles } = await esbuild.build({
  entryPoints: [join(here, "src/lab/main.js")],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
});
// "</" inside a string must not end the element that the script stands in.
const script = outputFiles[0].text.trim().replaceAll("</", "<\\/");
const sheets = ["node_modules/uplot/dist/uPlot.min.css", "src/style/base.css", "src/style/panels.css", "src/style/phone.css", "src/style/lab.css"];
const style = (
  await esbuild.transform(sheets.map((path) => readFileSync(join(here, path), "utf8")).join("\n"), { loader: "css", minify: true })
).code.trim();
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// What the page may do: run itself, and ask the server that it came from.
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const parts = { policy, style, script };
const page = readFileSync(join(here, "src/lab/lab.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(outputPath, page);
