// Inside the worker of this package.
import { obeying } from "./engine.js";
import { load } from "./index.js";

const browser = typeof self === "object" && typeof self.postMessage === "function";
const port = browser ? self : (await import("node:worker_threads")).parentPort;
const obey = obeying(load);

if (browser) self.onmessage = async ({ data }) => self.postMessage(await obey(data));
else port.on("message", async (data) => port.postMessage(await obey(data)));
