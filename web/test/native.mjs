// The command beside the page: one `laatta engine` that is asked for all boards, so that
// players, networks and solved boards are made once and not for every question.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Native {
  #child;
  #waiting = [];
  #spec = null;

  constructor(laatta) {
    this.#child = spawn(laatta, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.on("close", () => this.#waiting.forEach(({ fail }) => fail(new Error("laatta engine has ended"))));
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const answer = JSON.parse(line);
      const { done, fail } = this.#waiting.shift();
      if (answer.error) fail(new Error(answer.error));
      else done(answer);
    });
  }

  #ask(request) {
    return new Promise((done, fail) => {
      this.#waiting.push({ done, fail });
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** What a player thinks of a board (rows of tiles), as the first of a game: {best, nodes, values}. */
  async values(spec, rows) {
    if (spec !== this.#spec) await this.#ask({ do: "set", player: spec });
    this.#spec = spec;
    await this.#ask({ do: "new", size: `${rows.length}x${rows[0].length}`, seed: 1 });
    return this.#ask({ do: "values", board: rows });
  }

  stop() {
    this.#child.stdin.end();
  }
}
