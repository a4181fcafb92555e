// The scores of a race against moves, drawn while it is run.

import { grouped, h } from "./dom.js";

const HEIGHT = 200;
const LEFT = 56;
const FOOT = 22;

/** A round number at or above n, whose half is round too. */
function roundUp(n) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, n)));
  return [1, 2, 3, 4, 6, 8, 10].find((k) => k * power >= n) * power;
}

export class RaceChart {
  #waiting = false;

  constructor() {
    this.canvas = h("canvas", { height: HEIGHT, role: "img", ariaLabel: "Score against moves" });
    this.element = h("figure.race-chart", {}, this.canvas, h("figcaption.quiet", {}, "score against moves"));
  }

  /** lines: [{points: [moves, score][], colour}], drawn at most once a frame. */
  draw(lines) {
    this.lines = lines;
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#paint();
    });
  }

  #paint() {
    // As many points as the screen has: letters are as large as those of the page.
    const width = this.canvas.clientWidth;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = HEIGHT * devicePixelRatio;
    const context = this.canvas.getContext("2d");
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(this.canvas);
    const ends = this.lines.map(({ points }) => points.at(-1) ?? [0, 0]);
    const mostMoves = roundUp(Math.max(10, ...ends.map(([moves]) => moves)));
    const mostScore = roundUp(Math.max(10, ...ends.map(([, score]) => score)));
    const x = (moves) => LEFT + ((width - LEFT - 8) * moves) / mostMoves;
    const y = (score) => 8 + (HEIGHT - FOOT - 8) * (1 - score / mostScore);
    context.font = `12px ${style.fontFamily}`;
    context.fillStyle = style.getPropertyValue("--quiet");
    context.strokeStyle = style.getPropertyValue("--line");
    context.lineWidth = 1;
    for (const part of [0, 0.5, 1]) {
      context.beginPath();
      context.moveTo(LEFT, y(part * mostScore));
      context.lineTo(width - 8, y(part * mostScore));
      context.stroke();
      context.textAlign = "right";
      context.fillText(grouped(part * mostScore), LEFT - 6, y(part * mostScore) + (part === 1 ? 10 : 4));
      context.textAlign = part === 0 ? "left" : part === 1 ? "right" : "center";
      context.fillText(grouped(part * mostMoves), x(part * mostMoves), HEIGHT - 5);
    }
    context.lineWidth = 3;
    for (const { points, colour } of this.lines) {
      context.strokeStyle = style.getPropertyValue(`--${colour}`);
      context.setLineDash(colour === "second" ? [9, 5] : []);
      context.beginPath();
      for (const [moves, score] of points) context.lineTo(x(moves), y(score));
      context.stroke();
    }
    context.setLineDash([]);
  }
}
