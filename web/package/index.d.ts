/** A direction of 2048. */
export type Direction = "up" | "right" | "down" | "left";

/** Rows of tiles (0: empty), one list of them with a size, or text with "/" between the rows. */
export type Board = readonly (readonly number[])[] | readonly number[] | string;

/** "4x4": rows x columns, for boards that are neither rows nor square. */
export type Size = `${number}x${number}`;

export interface Parameter {
  name: string;
  summary: string;
  type: "int" | "real" | "choice" | "text";
  initial?: number | string;
  low?: number;
  high?: number;
  choices?: string;
}

/** A player of 2048, or an evaluation that some of them take. */
export interface Entry {
  name: string;
  summary: string;
  params: Parameter[];
  eval?: string | null;
}

export interface AdviseOptions {
  /** name:key=value,... as for `laatta advise --player`; default "expectimax". */
  player?: string;
  size?: Size;
  /** Share of fours among new tiles; default 0.1. */
  fours?: number;
  /** For players that draw random numbers; default 1. */
  seed?: number | bigint | string;
}

export interface Advice {
  /** null when no move is left. */
  best: Direction | null;
  /** Of every legal move, in the player's unit. */
  values: Partial<Record<Direction, number>>;
  unit: string;
  nodes: number;
  seconds: number;
  /** What the player expects: moves and new tiles. */
  line: { move: Direction; cell?: number; level?: number }[];
  terms: Record<string, unknown>;
}

export interface SolveOptions {
  size?: Size;
  /** "auto", "ida", "astar", "anytime"; default "auto". */
  solver?: string;
  /** About how long it may take; default 10. */
  seconds?: number;
}

export interface Solution {
  /** The blank's directions: "ULDR...". */
  moves: string;
  /** Proved to be the shortest. */
  optimal: boolean;
  lowerBound: number;
  nodes: number;
  seconds: number;
  setupSeconds: number;
  solver: string;
  heuristic: string;
}

export interface Engine {
  readonly version: string;
  readonly players: Entry[];
  readonly evals: Entry[];
  /** What a player thinks of a board of 2048. Throws RangeError for what is no board. */
  advise(board: Board, options?: AdviseOptions): Advice;
  /** A solution of the sliding puzzle; throws when there is none. */
  solve(board: Board, options?: SolveOptions): Solution;
  /** A record of a game (docs/RECORDS.md), played again and checked. */
  replay(record: string): Record<string, unknown>;
}

/** The engine's bytes, a response, or where they are; default: laatta.wasm beside this module. */
export type Source = ArrayBuffer | ArrayBufferView | Response | URL | string;

/** Makes an engine. Its functions need no `this`. */
export function load(source?: Source): Promise<Engine>;
