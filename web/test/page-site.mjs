// What the tests of the page ask it about.

export const CORNER = [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4];

export const score = (page) => page.textContent("#score");
export const levels = (page) => page.evaluate(() => [...laatta.game.game.levels]);
export const tilesShown = (page) => page.evaluate(() => {
  const shown = Array(laatta.game.game.levels.length).fill(0);
  for (const tile of document.querySelectorAll("#board .tile")) shown[tile.cell] = tile.level;
  return { shown, count: document.querySelectorAll("#board .tile").length };
});

/** Presses a notice's button, at once: the notice goes after 15 s, sooner than a pointer may get there on a busy machine. */
export const takeBack = (page) => page.dispatchEvent(".toast button", "click");
