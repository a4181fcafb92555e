// What simple evaluations see on a board of 2048: the snake's path and its critical
// blank, order along lines, empty cells. The same numbers as the engine's, which a test
// compares; written here so that they can be drawn.

/** The board turned clockwise: cells as a matrix of their indices. */
const turned = (m) => m[0].map((_, r) => m.map((_, c) => m[m.length - 1 - c][r]));
const byRows = (m) => m.flatMap((row, r) => (r % 2 ? [...row].reverse() : row));
const byColumns = (m) => byRows(m[0].map((_, c) => m.map((row) => row[c])));

const kept = new Map();

/**
 * The eight S-shaped paths: by rows of the board turned 0 to 3 times, then by columns.
 * @returns {number[][]}
 */
export function snakePaths(rows, cols) {
  const key = rows * 16 + cols;
  if (!kept.has(key)) {
    const matrices = [Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => r * cols + c))];
    for (let i = 0; i < 3; i++) matrices.push(turned(matrices[i]));
    kept.set(key, [...matrices.map(byRows), ...matrices.map(byColumns)]);
  }
  return kept.get(key);
}

const tile = (level) => (level ? 2 ** level : 0);

function bestPath(levels, rows, cols, factor) {
  let best = { value: -1, path: null };
  for (const path of snakePaths(rows, cols)) {
    let value = 0;
    let weight = 1;
    for (const cell of path) {
      value += tile(levels[cell]) * weight;
      weight *= factor;
    }
    if (value >= best.value) best = { value, path }; // of equal sums the last wins
  }
  return best;
}

/** Evaluation `paths`: the largest sum of tile x 2^i along a path. */
export const pathsValue = (levels, rows, cols) => bestPath(levels, rows, cols, 2).value;

/** Evaluation `snake`: tile x 0.25^i, the path that wins and its first empty cell (or -1). */
export function snakeSight(levels, rows, cols) {
  const { value, path } = bestPath(levels, rows, cols, 0.25);
  return { value, path, critical: path.find((cell) => levels[cell] === 0) ?? -1 };
}

export const snakeValue = (levels, rows, cols) => bestPath(levels, rows, cols, 0.25).value;

export const emptyCells = (levels) => [...levels.keys()].filter((cell) => levels[cell] === 0);

/**
 * What monotonicity sees: each pair of neighbouring tiles (empty cells skipped) that goes
 * up where its lines should go down, with the doublings it costs. Rows and columns each
 * choose the cheaper direction.
 */
export function orderLosses(levels, rows, cols) {
  const along = (lines) => {
    const up = [];
    const down = [];
    for (const line of lines) {
      const tiles = line.filter((cell) => levels[cell]);
      tiles.slice(1).forEach((b, i) => {
        const a = tiles[i];
        const step = levels[b] - levels[a];
        if (step > 0) up.push({ a, b, lost: step });
        if (step < 0) down.push({ a, b, lost: -step });
      });
    }
    const sum = (list) => list.reduce((total, { lost }) => total + lost, 0);
    return sum(up) <= sum(down) ? up : down;
  };
  const range = (n) => [...Array(n).keys()];
  return [
    ...along(range(rows).map((r) => range(cols).map((c) => r * cols + c))),
    ...along(range(cols).map((c) => range(rows).map((r) => r * cols + c))),
  ];
}

/** -(sum of what order costs): never above 0. */
export const monotonicity = (levels, rows, cols) => -orderLosses(levels, rows, cols).reduce((total, { lost }) => total + lost, 0);

export function largestInCorner(levels, rows, cols) {
  const largest = Math.max(...levels);
  return [0, cols - 1, (rows - 1) * cols, rows * cols - 1].some((cell) => levels[cell] === largest);
}
