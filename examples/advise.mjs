// laatta from JavaScript: one engine, any number of questions, answers as promises.
//     node examples/advise.mjs [PLAYER]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export function openEngine(command = process.env.LAATTA ?? "laatta") {
  const engine = spawn(command, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  let count = 0;
  createInterface({ input: engine.stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    const { resolve, reject } = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error) reject(new Error(answer.error));
    else resolve(answer);
  });
  const ask = (request) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      engine.stdin.write(JSON.stringify({ id, ...request }) + "\n");
    });
  let last = Promise.resolve();
  return {
    ask,
    /** The value of every move; boards are thought about one after the other. */
    advise(board, limits = {}) {
      const answer = last.then(() => ask({ do: "values", board, ...limits }));
      last = answer.catch(() => {});
      return answer;
    },
    close: () => engine.stdin.end(),
  };
}

if (import.meta.url === `file://${process.argv[1]}` || process.argv[1]?.endsWith("advise.mjs")) {
  const engine = openEngine();
  await engine.ask({ do: "set", player: process.argv[2] ?? "expectimax" });
  const boards = [
    [[2, 2, 4, 8], [0, 0, 2, 4], [0, 0, 0, 2], [0, 0, 0, 0]],
    [[2, 4, 8], [0, 2, 4], [0, 0, 2]],
  ];
  for (const { best, values } of await Promise.all(boards.map((board) => engine.advise(board))))
    console.log(best, JSON.stringify(values));
  engine.close();
}
