// Lets a player of the engine make moves in a game: one by one with animation,
// or as fast as it can, drawn once a frame. It moves as a person does, through
// game.move, and notices when somebody else moved in between.
//
// At full speed the player is asked for the next moves while it thinks about the last ones
// that it was asked for, so that it never waits for a page that is drawn in time. Where
// frames are late, or a player has whole batches ready at once, the frame comes first: more
// moves would keep the page from answering.

import { Stopped } from "../engine/client.js";
import { FROM_LETTER } from "../model/slide.js";

const FRAME_SECONDS = 0.012;
const FRAME_MOVES = 400;
const FRAME_BATCHES = 2; // at 60 frames a second a player makes one and a half

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// A hidden page gets no frames; the game goes on there at a walking pace.
const frame = () => new Promise((resolve) => {
  requestAnimationFrame(resolve);
  setTimeout(resolve, 200);
});

/** Runs `draw` once in the next frame, however often it is asked to; the promise is of that frame. */
function onceAFrame(draw) {
  let coming = null;
  return () => (coming ??= frame().then(() => {
    coming = null;
    draw();
  }));
}

export class Autoplay {
  #run = 0;
  #draw;

  /** hooks: game(), spec(), delay() in ms (0: as fast as it goes), quick(bool), draw(), ended(), failed(text) */
  constructor(engine, hooks) {
    this.engine = engine;
    this.hooks = hooks;
    this.#draw = onceAFrame(() => this.running && hooks.draw());
    this.running = false;
    this.moves = 0;
    this.nodes = 0;
    this.seconds = 0;
  }

  /**
   * The player's next moves. on: from where its last moves end, which may not be here yet.
   * @returns {Promise<{moves: string, over: boolean, spec: string}>}
   */
  async #ask(most, on = false) {
    const spec = this.hooks.spec();
    const limits = { most, seconds: FRAME_SECONDS };
    const answer = await (on ? this.engine.playOn(spec, limits) : this.engine.play(spec, this.hooks.game(), limits));
    this.nodes += answer.nodes;
    this.seconds += answer.seconds;
    return { ...answer, spec };
  }

  #apply(moves) {
    const game = this.hooks.game();
    for (const letter of moves) if (game.move(FROM_LETTER[letter])) this.moves++;
  }

  /** Whether this is still the position, for which the player was asked. */
  #at() {
    const game = this.hooks.game();
    const { levels } = game;
    return () => this.hooks.game() === game && game.levels === levels;
  }

  async step() {
    if (this.running) return;
    try {
      const still = this.#at();
      const { moves } = await this.#ask(1);
      if (still()) this.#apply(moves);
    } catch (error) {
      if (!(error instanceof Stopped)) this.hooks.failed(error.message);
    }
  }

  async start() {
    if (this.running) return;
    this.running = true;
    // Stopped and started again while the player was thinking: one loop goes on.
    const run = ++this.#run;
    try {
      await this.#play(() => this.running && run === this.#run);
    } catch (error) {
      if (!(error instanceof Stopped)) this.hooks.failed(error.message);
    }
    if (run !== this.#run) return;
    this.running = false;
    this.hooks.ended();
  }

  async #play(goesOn) {
    let asked = []; // at most two, the one under way first
    let still, known; // the position they begin at, and the player that is known to be ready
    let undrawn = 0; // batches
    while (goesOn()) {
      const delay = this.hooks.delay();
      const began = performance.now();
      if (delay || !asked.length) {
        still = this.#at();
        asked = [this.#ask(delay ? 1 : FRAME_MOVES)];
      }
      if (!delay && asked.length < 2 && this.hooks.spec() === known) asked.push(this.#ask(FRAME_MOVES, true));
      asked[1]?.catch(() => {}); // the first tells of what is wrong
      const { moves, over, spec } = await asked.shift();
      known = spec;
      if (!goesOn()) return;
      // Somebody moved, or another game began, while the player was thinking.
      if (!still()) {
        asked = [];
        continue;
      }
      this.hooks.quick(!delay);
      this.#apply(moves);
      this.hooks.quick(false);
      if (over) return;
      still = this.#at();
      if (delay) await pause(Math.max(0, delay - (performance.now() - began)));
      else {
        const drawn = this.#draw().then(() => (undrawn = 0));
        if (document.hidden || moves.length === FRAME_MOVES || ++undrawn >= FRAME_BATCHES) await drawn;
      }
    }
  }

  stop() {
    this.running = false;
  }
}
