// Finished games and best scores: by the size of the board, and by who played.

import { load, store } from "./storage.js";

const KEPT = 400;

/** @typedef {{score: number, level: number, moves: number, who: string, size: string}} Finished */

/** @returns {Finished[]} */
export function finishedGames() {
  const games = load("games");
  return Array.isArray(games) ? games : [];
}

/** @param {Finished} game */
export function addFinishedGame(game) {
  store("games", [...finishedGames(), game].slice(-KEPT));
}

/** Forgets the games and the best scores of one size, or of all. */
export function forget(size = null) {
  store("games", size ? finishedGames().filter((game) => game.size !== size) : []);
  const best = load("best") ?? {};
  if (size) delete best[size];
  store("best", size ? best : {});
}

/** What forgetting takes away, to bring it back. */
export function remembered() {
  const [games, best] = [finishedGames(), load("best") ?? {}];
  return () => {
    store("games", games);
    store("best", best);
  };
}

const bestOf = (size) => {
  const best = load("best")?.[size];
  // Before people and players were told apart there was one number.
  return typeof best === "number" ? { you: best } : best ?? {};
};

/** @param {"you" | "ai"} side */
export const bestScore = (size, side) => bestOf(size)[side] ?? 0;

export function keepBest(size, side, score) {
  if (score > bestScore(size, side)) store("best", { ...load("best"), [size]: { ...bestOf(size), [side]: score } });
}

/** The sizes that were played, the one with most games first. */
export function sizesPlayed(games = finishedGames()) {
  const counts = new Map();
  for (const { size } of games) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([size]) => size);
}

/** The games on boards of this size, by who played. The engine adds them up, as for everybody else. */
export function gamesByWho(size, games = finishedGames()) {
  const found = new Map();
  for (const game of games) if (game.size === size) found.set(game.who, [...(found.get(game.who) ?? []), game]);
  return found;
}
