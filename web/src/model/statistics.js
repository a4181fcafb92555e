// Statistics of finished games: the last few hundred, by who played them.

import { load, store } from "./storage.js";

const KEPT = 400;

export function finishedGames() {
  const games = load("games");
  return Array.isArray(games) ? games : [];
}

/** game: {score, level, moves, who, size} */
export function addFinishedGame(game) {
  store("games", [...finishedGames(), game].slice(-KEPT));
}

export function forgetFinishedGames() {
  store("games", []);
}

/** One row for each player: games, mean and best score, share that reached 2048. */
export function summary(games = finishedGames()) {
  const rows = new Map();
  for (const game of games) {
    const row = rows.get(game.who) ?? { who: game.who, games: 0, sum: 0, best: 0, wins: 0, level: 0 };
    row.games++;
    row.sum += game.score;
    row.best = Math.max(row.best, game.score);
    row.level = Math.max(row.level, game.level);
    if (game.level >= 11) row.wins++;
    rows.set(game.who, row);
  }
  return [...rows.values()]
    .map((row) => ({ ...row, mean: row.sum / row.games }))
    .sort((a, b) => b.mean - a.mean);
}
