// Choosing a player: the engine's table as a menu, its parameters and those of
// its evaluation as controls. The result is a spec string.

import { h } from "./dom.js";
import { NetChoice } from "./net-choice.js";
import { FULL_NET } from "../engine/full-network.js";
import { FULL_MEASURED, briefly, knownPlayer, reasonAgainst, settingsHere, suggested } from "./players.js";

let forms = 0;

/** What the command takes for a parameter that nobody gives. */
const usual = (param) => (param.type === "choice" ? param.choices.split("|")[param.initial]
  : param.type === "text" ? param.text : String(param.initial));

export class PlayerForm {
  #chosen = false; // by a person, and not by the size of the board
  #values = new Map(); // "player/name" or "player/eval/name" -> text

  /**
   * saved: {name, values} of an earlier form, or a player's name; size: of the board that is
   * played; narrow: the menu has no room for how strong the players are
   */
  constructor(element, catalogue, { saved = null, size = { rows: 4, cols: 4 }, narrow = false, onChange = (_spec) => {} } = {}) {
    this.catalogue = catalogue;
    this.narrow = narrow;
    this.onChange = onChange;
    this.prefix = `player${++forms}`;
    const players = [...catalogue.players].sort((a, b) => knownPlayer(b).strength - knownPlayer(a).strength);
    const names = players.map((player) => player.name);
    this.select = h("select", { id: this.prefix, onchange: () => {
      this.#chosen = true;
      this.#changed();
    } },
      ...players.map((player) => h("option", { value: player.name }, knownPlayer(player).title)));
    this.says = h("p.says", {});
    this.strength = h("p.quiet", {});
    this.fields = h("div.fields", {});
    this.net = new NetChoice((name) => {
      if (name) this.#values.set("ntuple/net", name);
      else this.#values.delete("ntuple/net");
      this.#changed();
    });
    element.replaceChildren(
      h("label.field", { htmlFor: this.prefix }, h("span", {}, "Player"), this.select),
      this.says, this.strength, this.net.element, h("details", {}, h("summary", {}, "Settings for experts"), this.fields));
    const name = typeof saved === "string" ? saved : saved?.name;
    this.#chosen = names.includes(name);
    this.select.value = this.#chosen ? name : names[0];
    if (Array.isArray(saved?.values)) this.#values = new Map(saved.values);
    this.suggest(size.rows, size.cols);
  }

  /** What it takes to make the same choice again. */
  get saved() { return { name: this.#chosen ? this.player.name : null, values: [...this.#values] }; }

  /** Chooses a strong player for boards of this size, unless somebody chose one that can play them. */
  suggest(rows, cols) {
    this.size = `${rows}x${cols}`;
    const names = this.catalogue.players.map((player) => player.name);
    for (const option of this.select.options) {
      const reason = reasonAgainst(option.value, rows, cols);
      const { title, measured } = knownPlayer(this.catalogue.players.find((player) => player.name === option.value));
      const strength = measured && this.size === "4x4" && !this.narrow ? ` · ${briefly(measured)}` : "";
      option.disabled = Boolean(reason);
      option.textContent = reason ? `${title}: ${reason}` : title + strength;
    }
    const name = suggested(rows, cols).find((candidate) => names.includes(candidate));
    const unable = Boolean(reasonAgainst(this.select.value, rows, cols));
    if (name && (unable || !this.#chosen)) this.select.value = name;
    this.#draw();
  }

  get player() { return this.catalogue.players.find((player) => player.name === this.select.value); }

  /** Who judges a game, {title, spec}: the chosen player, unless the one suggested here is stronger. */
  get judge() {
    const [rows, cols] = this.size.split("x").map(Number);
    const best = suggested(rows, cols).map((name) => this.catalogue.players.find((player) => player.name === name)).find(Boolean);
    const { title, strength } = knownPlayer(best ?? this.player);
    const own = knownPlayer(this.player);
    if (strength <= own.strength) return { title: own.title, spec: this.spec };
    return { title, spec: [best.name, settingsHere(best.name)].filter(Boolean).join(":") };
  }

  #get(key, fallback) { return this.#values.get(key) ?? fallback; }

  /** What the page gives for a parameter that nobody chose; undefined: what is usual. */
  #here(owner, param) { return owner === this.player.name ? knownPlayer(this.player).here?.[param.name] : undefined; }

  get #eval() {
    const name = this.#get(`${this.player.name}/eval`, this.player.eval);
    return this.catalogue.evals.find((e) => e.name === name);
  }

  #changed() {
    this.#draw();
    this.onChange(this.spec);
  }

  #field(owner, param) {
    const key = `${owner}/${param.name}`;
    const id = `${this.prefix}-${key.replaceAll("/", "-")}`;
    const initial = this.#here(owner, param) ?? usual(param);
    const keep = (value) => {
      if (value === initial) this.#values.delete(key);
      else this.#values.set(key, value);
      this.onChange(this.spec);
    };
    let control;
    if (param.type === "choice") {
      control = h("select", { id, onchange: () => keep(control.value) },
        ...param.choices.split("|").map((choice) => h("option", { value: choice }, choice)));
      control.value = this.#get(key, initial);
    } else if (param.type === "text") {
      control = h("input", { id, value: this.#get(key, initial), onchange: () => keep(control.value) });
    } else {
      control = h("input", {
        id, type: "number", min: param.low, max: param.high, value: this.#get(key, initial),
        step: param.type === "int" ? 1 : "any",
        onchange: () => {
          const number = Math.min(param.high, Math.max(param.low, Number(control.value)));
          control.value = control.value.trim() === "" || Number.isNaN(number) ? initial : String(number);
          keep(control.value);
        },
      });
    }
    return h("label.field", { htmlFor: id, title: param.summary }, h("span", {}, param.name), control);
  }

  #draw() {
    const { player } = this;
    const known = knownPlayer(player);
    const full = this.net.draw(player.name === "ntuple" && this.size === "4x4", this.#values.get("ntuple/net"));
    const measured = full ? FULL_MEASURED : known.measured;
    this.says.textContent = known.says;
    this.strength.textContent = `${measured ? `Strength${player.name === "optimal" ? "" : " on 4 × 4"}: ${measured}. ` : ""}In the terminal: ${player.name}.`;
    const fields = player.params.map((param) => this.#field(player.name, param));
    if (player.eval) {
      const id = `${this.prefix}-eval`;
      const select = h("select", {
        id,
        onchange: () => {
          if (select.value === player.eval) this.#values.delete(`${player.name}/eval`);
          else this.#values.set(`${player.name}/eval`, select.value);
          this.#changed();
        },
      }, ...this.catalogue.evals.map((e) => h("option", { value: e.name, title: e.summary }, e.name)));
      select.value = this.#eval.name;
      fields.push(h("label.field", { htmlFor: id }, h("span", {}, "eval"), select));
      for (const param of this.#eval.params)
        fields.push(this.#field(`${player.name}/${this.#eval.name}`, param));
    }
    this.fields.replaceChildren(...(fields.length ? fields : [h("p.quiet", {}, "There are none.")]));
  }

  /** "name" or "name:key=value,..." with what differs from the defaults. */
  get spec() {
    const { player } = this;
    const given = [];
    const take = (owner, params) => {
      for (const param of params) {
        const value = this.#values.get(`${owner}/${param.name}`) ?? this.#here(owner, param);
        if (value === undefined || value === usual(param)) continue;
        // The full network knows one size.
        if (value !== FULL_NET || this.size === "4x4") given.push(`${param.name}=${value}`);
      }
    };
    const evaluation = player.eval ? this.#eval : null;
    if (evaluation && evaluation.name !== player.eval) given.push(`eval=${evaluation.name}`);
    take(player.name, player.params);
    if (evaluation) take(`${player.name}/${evaluation.name}`, evaluation.params);
    return given.length ? `${player.name}:${given.join(",")}` : player.name;
  }
}
