/** A direction of 2048. */
export type Direction = "up" | "right" | "down" | "left";

/**
 * Rows of tiles (0: empty), one list of them with a size, or text with "/" between the rows;
 * of 2048 also the levels of the cells, log2 of the tile, row by row.
 */
export type Board = readonly (readonly number[])[] | readonly number[] | string | Levels;

export interface Levels {
  rows: number;
  cols: number;
  levels: Uint8Array;
}

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

export interface PlayOptions extends AdviseOptions {
  /** The state of the generator of new tiles, 32 bytes; default: that of a new game with the seed. */
  generator?: Uint8Array | null;
  /** At most so many moves; default 4096, and never more. */
  moves?: number;
  /** Not much longer than this; default: no limit. */
  seconds?: number;
}

export interface Played {
  /** "URDL...": a letter a move. */
  moves: string;
  /** No move is left. */
  over: boolean;
  nodes: number;
  seconds: number;
}

export interface SimOptions {
  player?: string;
  /** Default 100. */
  games?: number;
  size?: Size;
  fours?: number;
  seed?: number | bigint | string;
  /** The number of the first game; default 0. */
  first?: number | bigint | string;
}

/** What games add up to, as `laatta sim --json` tells it. */
export interface Results {
  games: number;
  moves: number;
  score: {
    mean: number;
    median: number;
    stdev: number;
    max: number;
    /** Student's interval of the mean. */
    mean95: [number, number];
    /** The score that 5, 25, 75, 95 % of the games do not exceed. */
    quantiles: Record<string, number>;
  };
  /** The share of games that reached a tile. */
  reached: Record<string, number>;
  /** Games by their largest tile. */
  max_tile: Record<string, number>;
}

export interface Simulated extends Results {
  /** The spec, written out. */
  player: string;
  /** On all last boards together. */
  tiles: Record<string, number>;
  nodes: number;
  seconds: number;
  moves_per_second: number;
}

/** A finished game: its score, log2 of its largest tile, its moves. */
export interface Finished {
  score: number;
  level: number;
  moves?: number;
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

/** A game of 2048: what its record holds. */
export interface Game {
  rows: number;
  cols: number;
  fours?: number;
  seed: number | bigint | string;
  /** The levels it began with; null: two tiles drawn by the seed. */
  start?: ArrayLike<number> | null;
  /** "URDL...": a letter a move. */
  moves: string;
  /** Who played: a spec, or "person". */
  player?: string;
}

export interface Engine {
  readonly version: string;
  readonly players: Entry[];
  readonly evals: Entry[];
  /** What a player thinks of a board of 2048. Throws RangeError for what is no board. */
  advise(board: Board, options?: AdviseOptions): Advice;
  /** Moves ahead from a board of 2048. */
  play(board: Board, options?: PlayOptions): Played;
  /** More moves, from where the last play or playOn ended. */
  playOn(options?: Pick<PlayOptions, "player" | "moves" | "seconds">): Played;
  /** Whole games, the same ones as `laatta sim` plays. */
  sim(options?: SimOptions): Simulated;
  /** What games of your own add up to. */
  results(games: readonly Finished[]): Results;
  /** A solution of the sliding puzzle; throws when there is none. */
  solve(board: Board, options?: SolveOptions): Solution;
  /** A board of the sliding puzzle from text; throws for one that cannot be solved. */
  readPuzzle(text: string, options?: { size?: Size }): { rows: number; cols: number; tiles: number[] };
  /** The record of a game (docs/RECORDS.md), and its score; throws for moves that are not legal. */
  record(game: Game): { text: string; score: number };
  /** A record of a game (docs/RECORDS.md), played again and checked. */
  replay(record: string): Required<Game> & { score: number };
  /** A network that players may take by this name, e.g. "4x4-full.net". */
  addNetwork(name: string, bytes: Uint8Array): { size: number };
  /** version, players and evals. */
  catalogue(): Pick<Engine, "version" | "players" | "evals">;
}

/** The engine's bytes, a response, or where they are; default: laatta.wasm beside this module. */
export type Source = ArrayBuffer | ArrayBufferView | Response | URL | string;

/** Makes an engine. Its functions need no `this`. */
export function load(source?: Source): Promise<Engine>;
