// Looking back through a game: scrubbing, where a strong player would have moved
// otherwise, marked by how much it thinks was lost, and the costliest moves one by one,
// each to look at and to practise from.

import { whyBest } from "../think/words.js";
import { isExact } from "../view/advice-view.js";
import { $, grouped, h } from "../view/dom.js";

const LISTED = 5;

/** How much worse a move is than the best one; 0 where rounding decides. */
function lossOf(advice, direction) {
  const best = advice.values[advice.best];
  const made = advice.values[direction];
  if (advice.best === direction) return 0;
  if (!Number.isFinite(best) || !Number.isFinite(made)) return Infinity;
  return best - made > 1e-9 * (1 + Math.abs(best)) ? best - made : 0;
}

/** "12.3 points" or "4.56 % of the chance": what true values say was given away. */
function inWords(lost, unit) {
  return unit.includes("probability") ? `${grouped(100 * lost, 2)} % of the chance` : `${grouped(lost, 1)} points`;
}

export class Replay {
  #losses = []; // by move: best, share (0 agreed, else how bad) and, of true values, lost and unit
  #analysing = false;
  #marked = false; // something is drawn
  #judge = "The player"; // who disagrees

  /** hooks: game(), judge(), practise(index), failed(text) */
  constructor(element, engine, hooks) {
    this.engine = engine;
    this.hooks = hooks;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, ariaLabel: "Move of the game",
      oninput: () => this.#go(Number(this.slider.value)) });
    this.marks = h("canvas", { width: 600, height: 36, role: "img", ariaLabel: "Where the player disagrees" });
    this.text = h("p.quiet", { role: "status" }, "Drag to look back through the game.");
    this.analyse = h("button", { onclick: () => this.#toggle() }, "Where was it lost?");
    this.list = h("ol.mistakes", { ariaLabel: "The costliest moves" });
    this.worst = h("button", { disabled: true, onclick: () => this.#goToWorst() }, "Worst move");
    element.replaceChildren(h("div.replay", {},
      this.slider, this.marks,
      h("div.row", {},
        h("button", { ariaLabel: "One move back", onclick: () => this.#go(Number(this.slider.value) - 1) }, "◀"),
        h("button", { ariaLabel: "One move on", onclick: () => this.#go(Number(this.slider.value) + 1) }, "▶"),
        this.analyse, this.worst,
        h("button", { title: "A new game from this position", onclick: () => this.#practise(hooks.game().length) }, "Practise from here")),
      this.text, this.list));
  }

  /** The game changed: another one, a move, a jump. */
  refresh(isNew = false) {
    const game = this.hooks.game();
    if (isNew) {
      this.#losses = [];
      this.#analysing = false;
      this.worst.disabled = true;
      this.list.replaceChildren();
      this.#draw();
    }
    if (this.#losses.length > game.total) this.#losses.length = game.total;
    this.slider.max = game.total;
    this.slider.value = game.length;
    if (!this.#analysing) this.#describe(game.length);
  }

  #go(index) {
    const game = this.hooks.game();
    game.jump(Math.max(0, Math.min(game.total, index)));
    this.slider.value = game.length;
    this.#describe(game.length);
  }

  /** The board may be out of sight, above the list that leads to it. */
  #show() { $("board").scrollIntoView({ block: "nearest" }); }

  #look(index) {
    this.#go(index);
    this.#show();
  }

  #practise(index) {
    this.hooks.practise(index);
    this.#show();
  }

  #describe(index) {
    const game = this.hooks.game();
    if (!game.total) {
      this.text.textContent = "No move has been made yet.";
      return;
    }
    const next = index < game.total ? ` · then ${game.directionAt(index)}` : "";
    const loss = this.#losses[index];
    const price = loss?.exact && Number.isFinite(loss.lost) ? `; this gives away ${inWords(loss.lost, loss.unit)}` : "";
    const verdict = loss?.share > 0 ? `; ${this.#judge} prefers ${loss.best}${price}` : loss ? `, and ${this.#judge} agrees` : "";
    this.text.textContent = `After ${index} of ${game.total} moves${next}${next ? verdict : ""}.`;
  }

  #toggle() {
    if (this.#analysing) this.#analysing = false;
    else this.mark();
  }

  /** Has the player go through the game and marks where it would have moved otherwise. */
  async mark() {
    if (this.#analysing) return;
    const game = this.hooks.game();
    const { title, spec } = this.hooks.judge();
    this.#judge = title;
    this.text.textContent = `${title} goes through the game …`;
    this.#analysing = true;
    this.analyse.textContent = "Stop";
    this.#losses = [];
    try {
      for (let i = 0; i < game.total && this.#analysing && this.hooks.game() === game; i++) {
        const { levels } = game.positionAt(i);
        const { rows, cols, fours } = game;
        const advice = await this.engine.advise(spec, { rows, cols, fours, levels });
        const lost = lossOf(advice, game.directionAt(i));
        const others = Object.values(advice.values).filter(Number.isFinite);
        const span = Math.max(...others) - Math.min(...others);
        const share = lost === 0 ? 0 : Math.max(0.05, Number.isFinite(lost) ? lost / (span + Math.abs(advice.values[advice.best]) * 0.02) : 1);
        this.#losses[i] = { best: advice.best, share, lost, exact: isExact(advice), unit: advice.unit };
        if (i % 10 === 9 || i + 1 === game.total) {
          this.text.textContent = `Looked at ${i + 1} of ${game.total} moves …`;
          this.#draw();
        }
      }
      const wrong = this.#losses.filter((loss) => loss.share > 0).length;
      this.#draw();
      this.text.textContent = `${title} disagrees with ${wrong} of ${this.#losses.length} moves.${this.#total()}`;
      this.worst.disabled = wrong === 0;
      this.#listMistakes(game);
    } catch (error) {
      this.hooks.failed(error.message);
    }
    this.#analysing = false;
    this.analyse.textContent = "Where was it lost?";
  }

  /** What all moves together gave away, where the values are true ones. */
  #total() {
    const known = this.#losses.filter((loss) => loss.exact && Number.isFinite(loss.lost));
    if (known.length === 0 || known.length < this.#losses.length || known[0].unit.includes("probability")) return "";
    return ` They give away ${inWords(known.reduce((sum, loss) => sum + loss.lost, 0), known[0].unit)} in all.`;
  }

  #listMistakes(game) {
    const costly = this.#losses.map((loss, i) => ({ ...loss, i })).filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share).slice(0, LISTED).sort((a, b) => a.i - b.i);
    this.list.replaceChildren(...costly.map(({ i, best, lost, exact, unit }) => {
      const made = game.directionAt(i);
      const price = !Number.isFinite(lost) ? ` ${made} loses.` : exact ? ` It cost ${inWords(lost, unit)}.` : unit.startsWith("points") ? ` It cost about ${grouped(lost)} points.` : "";
      const { levels } = game.positionAt(i);
      return h("li", {},
        h("span", {}, h("b", {}, `Move ${grouped(i + 1)} was ${made}, ${best} is better. `), whyBest({ rows: game.rows, cols: game.cols, levels }, best, made), `${price} `),
        h("button", { onclick: () => this.#look(i) }, "Look"),
        h("button", { onclick: () => this.#practise(i) }, "Practise"));
    }));
  }

  #goToWorst() {
    let worst = 0;
    this.#losses.forEach((loss, i) => {
      if (loss.share > (this.#losses[worst]?.share ?? 0)) worst = i;
    });
    this.#look(worst);
  }

  #draw() {
    const { width, height } = this.marks;
    if (!this.#marked && !this.#losses.length) return;
    this.#marked = this.#losses.length > 0;
    const context = this.marks.getContext("2d");
    const total = Math.max(1, this.hooks.game().total);
    context.clearRect(0, 0, width, height);
    context.fillStyle = getComputedStyle(this.marks).getPropertyValue("--bad") || "#a3301f";
    const bar = Math.max(1.5, width / total);
    this.#losses.forEach((loss, i) => {
      if (loss.share > 0) context.fillRect((i / total) * width, height * (1 - loss.share), bar, height * loss.share);
    });
  }
}
