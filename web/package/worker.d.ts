import type { Engine } from "./index.js";

/** The same function, as a promise. */
type Later<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : F;

/** The engine in a thread of its own: the same functions, as promises. */
export type WorkerEngine = { readonly [K in Exclude<keyof Engine, "catalogue">]: Later<Engine[K]> } & {
  /** Ends the thread; what is under way is rejected. */
  close(): void | Promise<number>;
};

/** The engine's bytes or where they are; default: laatta.wasm beside this module. */
export function load(source?: ArrayBuffer | ArrayBufferView | string): Promise<WorkerEngine>;
