import type { Advice, AdviseOptions, Board, Entry, Solution, SolveOptions } from "./index.js";

/** The engine in a thread of its own: the same functions, as promises. */
export interface WorkerEngine {
  readonly version: string;
  readonly players: Entry[];
  readonly evals: Entry[];
  advise(board: Board, options?: AdviseOptions): Promise<Advice>;
  solve(board: Board, options?: SolveOptions): Promise<Solution>;
  replay(record: string): Promise<Record<string, unknown>>;
  /** Ends the thread; what is under way is rejected. */
  close(): void | Promise<number>;
}

/** The engine's bytes or where they are; default: laatta.wasm beside this module. */
export function load(source?: ArrayBuffer | ArrayBufferView | string): Promise<WorkerEngine>;
