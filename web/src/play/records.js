// Other games than the one under way: records, boards typed in, links. What is replaced
// can be had back, and a text that is refused stays in its dialog.

import { Game } from "../model/game.js";
import { gameFromLink, linkOfGame } from "../model/link.js";
import { freshSeed } from "../model/random.js";
import { notice, offer } from "../view/announcer.js";
import { ask, askForText } from "../view/dialogs.js";
import { $, copyText, download, grouped, h } from "../view/dom.js";
import { editBoard } from "./editor.js";

export class Records {
  /** @param {import("./session.js").Session} session */
  constructor(session, engine, { stop, advise }) {
    this.session = session;
    this.engine = engine;
    this.stop = stop;
    this.advise = advise;
    $("file").addEventListener("change", async () => {
      const [file] = $("file").files;
      if (file) await this.loadRecord(await file.text());
      $("file").value = "";
    });
  }

  /** Shows another game, and offers the one before it. */
  replace(game, past, text) {
    const back = this.session.keepsake();
    const worthIt = this.session.game.total > 0;
    this.stop();
    this.session.open(game, past);
    if (worthIt) offer(text, "Undo", back);
    else notice(text);
  }

  async save() {
    try {
      const { game, aiMoves } = this.session;
      const who = aiMoves && aiMoves >= 0.9 * game.length ? this.session.spec() : "person";
      const { text } = await this.engine.saveRecord(game, who);
      download(`laatta-${game.score}.txt`, text);
    } catch (error) {
      notice(error.message, "error");
    }
  }

  async #read(text) {
    const record = await this.engine.loadRecord(text);
    const game = Game.restore(record);
    if (game.score !== record.score) throw new Error("The record replays to another score.");
    return { game, player: record.player };
  }

  #show({ game, player }) {
    this.replace(game, { counted: true }, `A game of ${grouped(game.length)} moves by ${player || "somebody"}.`);
    $("record-card").open = true;
  }

  async loadRecord(text) {
    try {
      this.#show(await this.#read(text));
    } catch (error) {
      notice(`The record cannot be used: ${error.message}`, "error");
    }
  }

  async choose() {
    const { choice, found } = await askForText("Load a game", {
      hint: "Paste a record, or choose a file.",
      area: h("textarea", { ariaLabel: "Record", placeholder: "laatta-2048 1\nsize 4x4\n…" }),
      refused: "The record cannot be used",
      read: (text) => this.#read(text),
    }, [
      { label: "Cancel", value: "" },
      { label: "Choose file", value: "file" },
      { label: "Load", value: "text", primary: true },
    ]);
    if (choice === "file") $("file").click();
    if (choice === "text") this.#show(found);
  }

  async edit() {
    this.stop();
    const { rows, cols, levels, fours } = this.session.game;
    const edited = await editBoard(rows, cols, levels);
    if (!edited) return;
    // An entered board is no game for the statistics.
    this.replace(new Game({ rows, cols, fours, seed: freshSeed(), start: edited }), { counted: true }, "A board entered by hand.");
    this.advise();
  }

  /** A game of its own from a position of this one. */
  practise(index) {
    const { rows, cols, fours } = this.session.game;
    const { levels } = this.session.game.positionAt(index);
    this.replace(new Game({ rows, cols, fours, seed: freshSeed(), start: levels }), { counted: true },
      `Practice from move ${grouped(index)}: what would you have done?`);
  }

  async copyLink() {
    const link = linkOfGame(this.session.game);
    const address = `${location.href.split("#")[0]}#${link}`;
    const what = link.startsWith("g=") ? "the whole game" : "this board";
    if (await copyText(address)) notice(`A link to ${what} is on the clipboard.`);
    else await ask("Copy this link", [h("textarea", { ariaLabel: "Link", value: address, readOnly: true })], [{ label: "Done", value: "", primary: true }]);
  }

  /** Opens what a link holds; false if it is no link to a game. */
  openLink(hash) {
    try {
      const game = gameFromLink(hash);
      if (!game) return false;
      this.replace(game, { counted: true }, "A game from a link.");
    } catch (error) {
      notice(`The link cannot be used: ${error.message}`, "error");
    }
    return true;
  }
}
