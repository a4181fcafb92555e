// One move of 2048 on a board of levels: where every tile goes.

export const DIRECTIONS = ["up", "right", "down", "left"];
export const LETTERS = { up: "U", right: "R", down: "D", left: "L" };
export const FROM_LETTER = { U: "up", R: "right", D: "down", L: "left" };

/** The cells of each line, from the wall that tiles slide to. */
function lines(rows, cols, direction) {
  const vertical = direction === "up" || direction === "down";
  const count = vertical ? cols : rows;
  const length = vertical ? rows : cols;
  const backwards = direction === "down" || direction === "right";
  return Array.from({ length: count }, (_, line) =>
    Array.from({ length }, (_, step) => {
      const at = backwards ? length - 1 - step : step;
      return vertical ? at * cols + line : line * cols + at;
    }),
  );
}

const cache = new Map();
function cachedLines(rows, cols, direction) {
  const key = `${rows}x${cols}${direction}`;
  if (!cache.has(key)) cache.set(key, lines(rows, cols, direction));
  return cache.get(key);
}

/**
 * Slides a board. Returns null if nothing moves, else the new levels, the score
 * gained and, for every tile, a track {from, to, merged}.
 */
export function slide(levels, rows, cols, direction) {
  const next = new Uint8Array(levels.length);
  const tracks = [];
  let gained = 0;
  let moved = false;
  for (const line of cachedLines(rows, cols, direction)) {
    let place = 0; // where the next tile comes to rest
    let open = false; // whether the tile before it may still merge
    for (const from of line) {
      const level = levels[from];
      if (level === 0) continue;
      if (open && next[line[place - 1]] === level) {
        const to = line[place - 1];
        next[to] = level + 1;
        gained += 2 ** (level + 1);
        open = false;
        moved = true;
        tracks.push({ from, to, merged: true });
      } else {
        const to = line[place++];
        next[to] = level;
        open = true;
        if (to !== from) moved = true;
        tracks.push({ from, to, merged: false });
      }
    }
  }
  return moved ? { levels: next, gained, tracks } : null;
}

export function legalDirections(levels, rows, cols) {
  return DIRECTIONS.filter((direction) => slide(levels, rows, cols, direction));
}
