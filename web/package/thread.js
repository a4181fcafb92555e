// Inside the worker: obeys {id, name, args} and answers {id, answer} or {id, error}.
import { load } from "./index.js";

const browser = typeof self === "object" && typeof self.postMessage === "function";
const port = browser ? self : (await import("node:worker_threads")).parentPort;

let engine = null;

async function obey({ id, name, args }) {
  try {
    if (name !== "load") return { id, answer: (await engine)[name](...args) };
    engine = load(args[0]);
    const { version, players, evals } = await engine;
    return { id, answer: { version, players, evals } };
  } catch (error) {
    return { id, error: { message: error.message, range: error instanceof RangeError } };
  }
}

if (browser) self.onmessage = async ({ data }) => self.postMessage(await obey(data));
else port.on("message", async (data) => port.postMessage(await obey(data)));
