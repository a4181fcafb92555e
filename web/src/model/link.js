// A link is a board: what stands after the # of the page's address.
//
//   b=4x4.SYMBOLS          a board of 2048, a symbol a cell for its level
//   g=4x4.SEED.MOVES       a whole game from a random start, three moves a symbol
//   g=4x4.SEED.MOVES.START the same from an entered board
//   p=4x4.SYMBOLS          a sliding puzzle, a symbol a cell for its number
//
// The share of fours is added as .fN (N in thousandths) where it is not the usual tenth.

import { Game, SIDE_MAX, SIDE_MIN, checkBoard } from "./game.js";
import { freshSeed } from "./random.js";

const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_~!";
const LETTERS = "URDL";
/** A longer game travels as its last board: some programs cut long links. */
const MOVES_MAX = 4500;

const write = (numbers) => Array.from(numbers, (n) => SYMBOLS[n]).join("");

function read(text, cells, what) {
  const numbers = [...text].map((symbol) => SYMBOLS.indexOf(symbol));
  if (numbers.length !== cells || numbers.includes(-1)) throw new Error(`the ${what} is damaged.`);
  return numbers;
}

/** Three moves a symbol, the last symbol filled up; their number stands before. */
function packMoves(moves) {
  let text = `${moves.length}-`;
  for (let i = 0; i < moves.length; i += 3) {
    let value = 0;
    for (let k = 0; k < 3; k++) value = 4 * value + Math.max(0, LETTERS.indexOf(moves[i + k] ?? "U"));
    text += SYMBOLS[value];
  }
  return text;
}

function unpackMoves(text) {
  const [, count, packed] = text.match(/^(\d{1,6})-(.*)$/) ?? [];
  if (count === undefined || packed.length !== Math.ceil(count / 3)) throw new Error("the list of moves is damaged.");
  let moves = "";
  for (const symbol of packed) {
    const value = SYMBOLS.indexOf(symbol);
    if (value < 0 || value > 63) throw new Error("the list of moves is damaged.");
    moves += LETTERS[value >> 4] + LETTERS[(value >> 2) & 3] + LETTERS[value & 3];
  }
  return moves.slice(0, Number(count));
}

function shapeOf(text) {
  const [, rows, cols] = (text ?? "").match(/^(\d)x(\d)$/)?.map(Number) ?? [];
  if (!(rows >= SIDE_MIN && cols >= SIDE_MIN && rows <= SIDE_MAX && cols <= SIDE_MAX)) throw new Error("it names no size of a board.");
  return { rows, cols };
}

/** @param {Game} game */
export function linkOfGame(game) {
  const size = `${game.rows}x${game.cols}`;
  const fours = game.fours === 0.1 ? "" : `.f${Math.round(1000 * game.fours)}`;
  if (game.length === 0 || game.length > MOVES_MAX) return `b=${size}.${write(game.levels)}${fours}`;
  const start = game.start ? `.${write(game.start)}` : "";
  return `g=${size}.${game.seed}.${packMoves(game.moves())}${start}${fours}`;
}

/** The game that a link holds; null if it is a link to something else. Throws a sentence. */
export function gameFromLink(hash) {
  const [, kind, body] = hash.match(/^#?([bg])=(.*)$/) ?? [];
  if (!kind) return null;
  const parts = decodeURIComponent(body).split(".");
  const { rows, cols } = shapeOf(parts[0]);
  const cells = rows * cols;
  const last = parts.at(-1).match(/^f(\d{1,4})$/);
  const fours = last && parts.length > 2 ? Math.min(1, Number(parts.pop().slice(1)) / 1000) : 0.1;
  const [, first, moves, start] = parts;
  const board = kind === "b" ? read(first ?? "", cells, "board") : start ? read(start, cells, "board") : null;
  if (board) checkBoard(board, cells);
  if (board && board.every((level) => level === 0)) throw new Error("the board is empty.");
  if (kind === "b") return new Game({ rows, cols, fours, seed: freshSeed(), start: board });
  return Game.restore({ rows, cols, fours, seed: first, start: board, moves: unpackMoves(moves ?? "") });
}

export const linkOfPuzzle = ({ rows, cols, tiles }) => `p=${rows}x${cols}.${write(tiles)}`;

/** {rows, cols, tiles} of a link to a puzzle; null if it is another link. Throws a sentence. */
export function puzzleFromLink(hash) {
  const [, body] = hash.match(/^#?p=(.*)$/) ?? [];
  if (body === undefined) return null;
  const [size, symbols = ""] = decodeURIComponent(body).split(".");
  const { rows, cols } = shapeOf(size);
  const tiles = read(symbols, rows * cols, "board");
  if ([...tiles].sort((a, b) => a - b).some((n, i) => n !== i)) throw new Error("it does not hold every tile once.");
  return { rows, cols, tiles };
}
