// The players as people know them. Title and sentence are the engine's own, the same in the
// terminal; here is how strong they were measured to be on 4x4 (docs/RESULTS.md), and which
// boards they cannot play.

/**
 * here: settings that differ from the command's: a page shows a few hundred moves a second
 * at most, so what is left of the time is better spent on looking ahead
 * @typedef {{strength: number, measured: string, here?: Record<string, string>,
 *            cannot?: (rows: number, cols: number) => string | null}} Known
 */

const UP_TO_4 = (rows, cols) => (rows > 4 || cols > 4 ? "plays boards up to 4 × 4" : null);
const LEARNED = ["3x3", "4x4"];

/** @type {Record<string, Known>} */
export const KNOWN = {
  optimal: {
    strength: 100, measured: "perfect on up to 8 cells",
    cannot: (rows, cols) => (rows * cols > 8 ? "knows boards of up to 8 cells by heart, and no larger ones" : null),
  },
  ntuple: {
    strength: 90, measured: "16384 in 91, 32768 in 37 of 100 games", here: { depth: "7", cut: "0.002" },
    cannot: (rows, cols) => UP_TO_4(rows, cols)
      ?? (LEARNED.includes(`${rows}x${cols}`) ? null : "has learned 3 × 3 and 4 × 4 only"),
  },
  walls: { strength: 70, measured: "16384 in 33 of 100 games", cannot: UP_TO_4 },
  expectimax: { strength: 80, measured: "16384 in 94, 32768 in 18 of 100 games", cannot: UP_TO_4 },
  snake: { strength: 60, measured: "2048 in 90 of 100 games" },
  expectiminimax: { strength: 45, measured: "2048 in 73 of 100 games" },
  alphabeta: { strength: 50, measured: "2048 in 75 of 100 games" },
  montecarlo: { strength: 40, measured: "2048 in 56 of 100 games" },
  worstcase: { strength: 42, measured: "2048 in 65 of 100 games" },
  greedy: { strength: 20, measured: "512 in 14 of 100 games" },
  circle: { strength: 11, measured: "512 in 5 of 100 games" },
  random: { strength: 10, measured: "seldom beyond 128" },
};

/** The strength of the learned player with the full network, looking as far ahead as natively. */
export const FULL_MEASURED = "16384 in 92, 32768 in 41 of 100 games";

/**
 * What is known of a player. Its summary is "Title: a sentence (for experts)"; one that says
 * less of itself is called by its own name.
 * @returns {Known & {title: string, says: string}}
 */
export function knownPlayer({ name, summary }) {
  const [, title, says] = summary.match(/^([^:]+): (.*?)(?: \([^()]*\))?$/) ?? [null, name, summary];
  return { strength: 30, measured: "", ...KNOWN[name], title, says: `${says[0].toUpperCase()}${says.slice(1)}.` };
}

/** "16384 in 91 %": how strong a player is, in a menu. */
export const briefly = (measured) => measured.replace(/^(\d+ in \d+).*/, "$1 %");

/** A player's spec in the words of the page: "Learned", "Snake (depth=4)". */
export function titleOf(spec, players) {
  const [, name, settings = ""] = spec.match(/^([^:]*):?(.*)$/);
  const player = players.find((one) => one.name === name);
  if (!player) return spec;
  return settings && settings !== settingsHere(name) ? `${knownPlayer(player).title} (${settings})` : knownPlayer(player).title;
}

/** The settings of a player that are the page's own, as in a spec. */
export const settingsHere = (name) => Object.entries(KNOWN[name]?.here ?? {}).map(([key, value]) => `${key}=${value}`).join();

/** Why a player cannot play boards of this size, or null. */
export const reasonAgainst = (name, rows, cols) => KNOWN[name]?.cannot?.(rows, cols) ?? null;

/** The players that are suggested for a board, the best of those that are quick there first. */
export function suggested(rows, cols) {
  if (rows * cols <= 8) return ["optimal", "expectimax"];
  if (rows === 4 && cols === 4) return ["ntuple", "expectimax"];
  return rows <= 4 && cols <= 4 ? ["expectimax", "snake"] : ["snake"];
}
