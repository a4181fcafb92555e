// What axe-core finds wrong with a page for those who cannot see it, or not well.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The faults of a page, a line each; `impacts`: only of these. What is fading in has not
 * the colours that it will have, so what moves is waited for, but for what always does.
 */
export async function faults(page, impacts = null) {
  await page.waitForFunction(() => document.getAnimations()
    .every(({ effect, playState }) => playState === "finished" || effect.getComputedTiming().endTime === Infinity));
  await page.evaluate(source);
  return page.evaluate(async (wanted) => (await axe.run({ resultTypes: ["violations"] })).violations
    .filter(({ impact }) => !wanted || wanted.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).slice(0, 3).join(" ")}`), impacts);
}
