// Boards as people write them: rows of numbers, or text with "/" between the rows.

/** Rows and columns of "3x4". */
export function sides(size) {
  const [rows, cols, ...more] = String(size).split("x").map(Number);
  if (!Number.isInteger(rows) || !Number.isInteger(cols) || more.length) throw new RangeError(`${size} is no size; sizes are like "3x4"`);
  return { rows, cols };
}

/** Rows of numbers; null where there is nothing to read. */
function rowsOf(board, size) {
  if (typeof board === "string") {
    const rows = board.trim().split(/\s*[/;\n]\s*/);
    const numbers = (row) => row.trim().split(/[\s,]+/).map((word) => (word === "." || word === "_" ? 0 : Number(word)));
    board = rows.length > 1 ? rows.map(numbers) : numbers(rows[0]);
  }
  if (!Array.isArray(board) || !board.length) throw new TypeError("a board is a list of rows of numbers, or a text");
  if (Array.isArray(board[0])) return board;
  const { rows, cols } = size ? sides(size) : { rows: Math.sqrt(board.length), cols: Math.sqrt(board.length) };
  if (!Number.isInteger(rows) || !Number.isInteger(cols) || rows * cols !== board.length)
    throw new RangeError(`a list of ${board.length} numbers is no board; give rows, or a size like "3x4"`);
  return Array.from({ length: rows }, (_, r) => board.slice(r * cols, (r + 1) * cols));
}

function checked(board, size) {
  const rows = rowsOf(board, size);
  const cols = rows[0].length;
  if (rows.some((row) => !Array.isArray(row) || row.length !== cols)) throw new RangeError("the rows of a board are of one length");
  return { rows, cols };
}

/** A board of 2048 as the engine takes it: a byte a cell, log2 of the tile. */
export function asLevels(board, size) {
  if (board?.levels instanceof Uint8Array) {
    if (board.levels.length !== board.rows * board.cols) throw new RangeError(`${board.levels.length} levels are no board of ${board.rows}x${board.cols}`);
    return board;
  }
  const { rows, cols } = checked(board, size);
  if (rows.length < 2 || rows.length > 8 || cols < 2 || cols > 8)
    throw new RangeError(`a board has 2 to 8 rows and columns, not ${rows.length}x${cols}`);
  const levels = Uint8Array.from(rows.flat(), (tile) => {
    const level = tile === 0 ? 0 : Math.log2(tile);
    if (!Number.isInteger(level) || level < 0 || tile === 1)
      throw new RangeError(`${tile} is not allowed; tiles are powers of two from 2, and 0 for an empty cell`);
    return level;
  });
  return { rows: rows.length, cols, levels };
}

/** A board of the sliding puzzle as text. */
export function asPuzzle(board, size) {
  const { rows, cols } = checked(board, size);
  if (rows.flat().some((tile) => !Number.isInteger(tile) || tile < 0)) throw new RangeError("the tiles of a puzzle are whole numbers from 0");
  return { text: rows.flat().join(" "), rows: rows.length, cols };
}

/** Games as the engine takes them: score, level and moves of each, as numbers of eight bytes. */
export function asGames(games) {
  if (!Array.isArray(games)) throw new TypeError("games are a list of { score, level, moves }");
  return new Uint8Array(Float64Array.from(games.flatMap(({ score, level, moves = 0 }) => [score, level, moves])).buffer);
}
