// The engine inside one's own program, from the package `laatta` (docs/NPM.md): plays a game
// of 2048 and tells how it went.
//     npm install laatta && node examples/node.mjs [PLAYER]
import { load } from "laatta";

const { advise } = await load();
const player = process.argv[2] ?? "greedy";

/** One line of tiles moved to its beginning. */
function slide(tiles) {
  const out = [];
  let merged = false;
  for (const tile of tiles.filter(Boolean)) {
    if (!merged && out.at(-1) === tile) out[out.length - 1] *= 2;
    else out.push(tile);
    merged = out.at(-1) !== tile && !merged;
  }
  return [...out, ...Array(tiles.length - out.length).fill(0)];
}

const turned = (board) => board[0].map((_, c) => board.map((row) => row[c]));
const mirrored = (board) => board.map((row) => row.toReversed());
const left = (board) => board.map(slide);
const moves = {
  left,
  right: (board) => mirrored(left(mirrored(board))),
  up: (board) => turned(left(turned(board))),
  down: (board) => turned(mirrored(left(mirrored(turned(board))))),
};

function withNewTile(board) {
  const empty = board.flatMap((row, r) => row.flatMap((tile, c) => (tile ? [] : [[r, c]])));
  const [row, col] = empty[Math.floor(Math.random() * empty.length)];
  return board.with(row, board[row].with(col, Math.random() < 0.9 ? 2 : 4));
}

let board = withNewTile(withNewTile(Array.from({ length: 4 }, () => Array(4).fill(0))));
let count = 0;
for (let { best } = advise(board, { player }); best; { best } = advise(board, { player })) {
  board = withNewTile(moves[best](board));
  count++;
}
console.log(`${player}: ${count} moves, largest tile ${Math.max(...board.flat())}`);
