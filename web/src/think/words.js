// Why a move, in words that need no explanation.

import { slide } from "../model/slide.js";
import { emptyCells, largestInCorner, monotonicity } from "./features.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const inWords = (n) => NUMBERS[n] ?? String(n);

function sightOf({ rows, cols, levels }, direction) {
  const slid = slide(levels, rows, cols, direction);
  const merges = slid.tracks.filter(({ merged }) => merged);
  return {
    empty: emptyCells(slid.levels).length,
    order: monotonicity(slid.levels, rows, cols),
    corner: largestInCorner(slid.levels, rows, cols),
    made: Math.max(0, ...merges.map(({ to }) => slid.levels[to])),
    gained: slid.gained,
  };
}

/**
 * One sentence that tells what speaks for `best` against `other`.
 * @param {{rows: number, cols: number, levels: Uint8Array}} position
 * @param {string} best
 * @param {string | null} other the next best move, or null when there is none
 */
export function whyBest(position, best, other) {
  const largest = 2 ** Math.max(...position.levels);
  if (!other) return `${capital(best)} is the only move.`;
  const a = sightOf(position, best);
  const b = sightOf(position, other);
  // What only one of the two does, and what both do, one more than the other.
  const alone = [];
  const more = [];
  if (a.corner && !b.corner) alone.push(`keeps the ${largest} in the corner`);
  if (a.made >= 3 && a.made > b.made) alone.push(`makes a ${2 ** a.made}`);
  if (a.empty > b.empty) more.push(`leaves ${inWords(a.empty - b.empty)} more ${a.empty - b.empty === 1 ? "cell" : "cells"} empty`);
  if (a.order > b.order) more.push("keeps the tiles in better order");
  if (more.length) return `${capital(best)} ${joined([...alone, ...more])} than ${other}.`;
  if (alone.length) return `${capital(best)} ${joined(alone)}; ${other} does not.`;
  return `${capital(best)} looks no better than ${other} at once; a few moves on it does.`;
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const joined = (list) => (list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${list.at(-1)}` : list[0]);
