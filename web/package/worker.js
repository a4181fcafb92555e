// The same engine in a thread of its own: every function returns a promise.
const FUNCTIONS = ["advise", "play", "playOn", "sim", "results", "solve", "readPuzzle", "record", "replay", "addNetwork"];

/** A worker of the browser, or of Node with the browser's way to talk. */
async function start() {
  const script = new URL("./thread.js", import.meta.url);
  if (typeof Worker === "function") return new Worker(script, { type: "module" });
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const worker = new NodeWorker(script);
  worker.on("message", (data) => worker.onmessage?.({ data }));
  worker.on("error", (error) => worker.onerror?.(error));
  return worker;
}

/** Loads the engine in a worker; see worker.d.ts. */
export async function load(source) {
  const worker = await start();
  const waiting = new Map();
  let count = 0;
  const fail = (reason) => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.onmessage = ({ data: { id, answer, error } }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new (error.range ? RangeError : Error)(error.message));
    else resolve?.(answer);
  };
  worker.onerror = (event) => fail(new Error(event.message || "the engine's worker could not be started"));
  const call = (name, ...args) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, args });
    });
  const about = await call("load", source);
  const functions = FUNCTIONS.map((name) => [name, (...args) => call(name, ...args)]);
  return {
    ...about,
    ...Object.fromEntries(functions),
    close() {
      fail(new Error("the engine was closed"));
      return worker.terminate();
    },
  };
}
