// Which network the learned player uses on 4 × 4: the small one of the page, or the full one
// of the server, with how far it has come.

import { FULL_NET, fullNet, fullNetIsOffered, watchFullNet } from "../engine/full-network.js";
import { grouped, h } from "./dom.js";

const MEGA = 1e6;
let choices = 0;

export class NetChoice {
  /** choose: called with a network's name, or null for the small one */
  constructor(choose) {
    const id = `net${++choices}`;
    this.select = h("select", { id, onchange: () => this.#chosen(this.select.value) },
      h("option", { value: "" }, "Small, inside this page"), h("option", { value: FULL_NET }, "Full, 24 MB from the server"));
    this.bar = h("progress", { max: 1, ariaLabel: "Fetching the full network", hidden: true });
    this.words = h("p.quiet", { role: "status" });
    this.choose = choose;
    this.element = h("div.net-choice", { hidden: true },
      h("label.field", { htmlFor: id }, h("span", {}, "Network"), this.select), this.bar, this.words);
    watchFullNet((news) => this.#tell(news));
  }

  /** Shows the choice where there is one; whether it is the full network. */
  draw(applies, name) {
    this.element.hidden = !applies || !fullNetIsOffered();
    this.select.value = name === FULL_NET ? FULL_NET : "";
    return applies && name === FULL_NET;
  }

  async #chosen(name) {
    this.words.textContent = "";
    if (!name) return this.choose(null);
    await fullNet().then(() => this.choose(FULL_NET), () => {}); // a failure is told below
  }

  #tell({ state, got, of, reason }) {
    this.bar.hidden = state !== "coming";
    if (state === "failed" && this.select.value) this.choose(null);
    if (of) this.bar.value = got / of;
    else this.bar.removeAttribute("value");
    this.words.textContent = state === "failed" ? `${reason} The small network goes on playing.`
      : state === "here" ? "The full network is here. It takes some seconds to unpack before its first move, and 0.7 GB of memory."
        : of ? `${grouped(got / MEGA)} of ${grouped(of / MEGA)} MB` : "Asking the server …";
  }
}
