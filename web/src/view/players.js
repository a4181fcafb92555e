// The players as people know them: a name, a sentence, how strong they were measured to
// be on 4x4 (docs/RESULTS.md), and which boards they cannot play.

/**
 * here: settings that differ from the command's: a page shows a few hundred moves a second
 * at most, so what is left of the time is better spent on looking ahead
 * @typedef {{title: string, says: string, strength: number, measured: string, here?: Record<string, string>,
 *            cannot?: (rows: number, cols: number) => string | null}} Known
 */

const UP_TO_4 = (rows, cols) => (rows > 4 || cols > 4 ? "plays boards up to 4 × 4" : null);
const LEARNED = ["3x3", "4x4"];

/** @type {Record<string, Known>} */
export const KNOWN = {
  optimal: {
    title: "Perfect", says: "Knows every position of a small board and never errs.", strength: 100,
    measured: "perfect on up to 8 cells",
    cannot: (rows, cols) => (rows * cols > 8 ? "knows boards of up to 8 cells by heart, and no larger ones" : null),
  },
  ntuple: {
    title: "Learned", says: "Has played millions of games against itself and remembers what they were worth.", strength: 90,
    measured: "16384 in 95, 32768 in 25 of 100 games", here: { depth: "5" },
    cannot: (rows, cols) => UP_TO_4(rows, cols)
      ?? (LEARNED.includes(`${rows}x${cols}`) ? null : "has learned 3 × 3 and 4 × 4 only"),
  },
  walls: {
    title: "Along the walls", says: "Looks far ahead down the few lines that keep the big tiles at the wall.", strength: 70,
    measured: "16384 in 33 of 100 games", cannot: UP_TO_4,
  },
  expectimax: {
    title: "Looks ahead", says: "Weighs every new tile by how probable it is, as deep as the board needs.", strength: 80,
    measured: "16384 in 67 of 100 games", cannot: UP_TO_4,
  },
  snake: {
    title: "Snake", says: "Keeps the tiles in order along a winding path and thinks of the worst gap in it.", strength: 60,
    measured: "2048 in 90 of 100 games",
  },
  expectiminimax: {
    title: "Eight paths", says: "Expects the average new tile and likes big tiles along one of eight paths.", strength: 45,
    measured: "2048 in 73 of 100 games",
  },
  alphabeta: {
    title: "Careful", says: "Fears the worst new tile every time, and skips lines that cannot matter.", strength: 50,
    measured: "2048 in 75 of 100 games",
  },
  montecarlo: {
    title: "Dice", says: "Tries each move in many random games and takes the one that ended best.", strength: 40,
    measured: "2048 in 56 of 100 games",
  },
  worstcase: {
    title: "Fearful", says: "Looks only at the new tiles it fears most.", strength: 35,
    measured: "2048 in 65 of 100 games",
  },
  greedy: { title: "Greedy", says: "Takes the move that scores most at once.", strength: 20, measured: "512 in 14 of 100 games" },
  circle: { title: "Round and round", says: "Goes round and round without looking.", strength: 11, measured: "512 in 5 of 100 games" },
  random: { title: "Random", says: "Closes its eyes.", strength: 10, measured: "seldom beyond 128" },
};

/** The strength of the learned player with the full network, looking as far ahead as natively. */
export const FULL_MEASURED = "16384 in 92, 32768 in 41 of 100 games";

/**
 * What is known of a player; one that is new here is called by its own name.
 * @returns {Known}
 */
export const knownPlayer = (player) =>
  KNOWN[player.name] ?? { title: player.name, says: `${player.summary}.`, strength: 30, measured: "" };

/** Why a player cannot play boards of this size, or null. */
export const reasonAgainst = (name, rows, cols) => KNOWN[name]?.cannot?.(rows, cols) ?? null;

/** The players that are suggested for a board, the best of those that are quick there first. */
export function suggested(rows, cols) {
  if (rows * cols <= 8) return ["optimal", "expectimax"];
  if (rows === 4 && cols === 4) return ["ntuple", "expectimax"];
  return rows <= 4 && cols <= 4 ? ["expectimax", "snake"] : ["snake"];
}
