// Lets a player of the engine make moves in a game: one by one with animation,
// or as fast as it can, drawn once a frame. It moves as a person does, through
// game.move, and notices when somebody else moved in between.

import { Stopped } from "../engine/client.js";
import { FROM_LETTER } from "../model/slide.js";

const FRAME_SECONDS = 0.012;
const FRAME_MOVES = 400;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// A hidden page gets no frames; the game goes on there at a walking pace.
const frame = () => new Promise((resolve) => (document.hidden ? setTimeout(resolve, 200) : requestAnimationFrame(resolve)));

export class Autoplay {
  #run = 0;

  /** hooks: game(), spec(), delay() in ms (0: as fast as it goes), quick(bool), ended(), failed(text) */
  constructor(engine, hooks) {
    this.engine = engine;
    this.hooks = hooks;
    this.running = false;
    this.moves = 0;
    this.nodes = 0;
    this.seconds = 0;
  }

  async #ask(most) {
    const game = this.hooks.game();
    const { levels } = game;
    const answer = await this.engine.play(this.hooks.spec(), game, { most, seconds: FRAME_SECONDS });
    this.nodes += answer.nodes;
    this.seconds += answer.seconds;
    // Somebody moved, or another game began, while the player was thinking.
    if (this.hooks.game() !== game || game.levels !== levels) return { moves: "", over: false };
    return answer;
  }

  #apply(moves) {
    const game = this.hooks.game();
    for (const letter of moves) if (game.move(FROM_LETTER[letter])) this.moves++;
  }

  async step() {
    try {
      const { moves } = await this.#ask(1);
      this.#apply(moves);
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
      while (this.running && run === this.#run) {
        const delay = this.hooks.delay();
        const began = performance.now();
        const { moves, over } = await this.#ask(delay ? 1 : FRAME_MOVES);
        if (!this.running || run !== this.#run) break;
        this.hooks.quick(!delay);
        this.#apply(moves);
        this.hooks.quick(false);
        if (over) break;
        if (delay) await pause(Math.max(0, delay - (performance.now() - began)));
        else await frame();
      }
    } catch (error) {
      if (!(error instanceof Stopped)) this.hooks.failed(error.message);
    }
    if (run !== this.#run) return;
    this.running = false;
    this.hooks.ended();
  }

  stop() {
    this.running = false;
  }
}
