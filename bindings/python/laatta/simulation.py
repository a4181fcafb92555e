"""Many games of a player, and what their numbers are worth."""
from __future__ import annotations

import dataclasses
import operator
from typing import Any, Optional

import numpy as np

from ._boards import Board, grid_of, rules_of, seed_of
from ._library import BadInput, Control, Progress, encoded, ffi, lib, text
from .players import raise_failure


@dataclasses.dataclass(frozen=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float


def wilson(hits: int, tries: int, level: float = 0.95) -> Interval:
    """Wilson's interval of a share."""
    if not 0 <= hits <= tries or not 0 < level < 1:
        raise BadInput(f"{hits} of {tries} at level {level} is no share with an interval")
    out = lib.lt_wilson(hits, tries, level)
    return Interval(out.low, out.high)


def mean_interval(values: Any, level: float = 0.95) -> Interval:
    """Student's t interval of the mean of some values."""
    data = np.asarray(values, dtype=float)
    if not 0 < level < 1:
        raise BadInput(f"a confidence level is between 0 and 1, not {level}")
    stdev = float(data.std(ddof=1)) if data.size > 1 else 0.0
    mean = float(data.mean()) if data.size else 0.0
    out = lib.lt_t_interval(mean, stdev, data.size, level)
    return Interval(out.low, out.high)


@dataclasses.dataclass(frozen=True)
class Results:
    """Finished games: entry i is game i, whose seed is a function of (seed, i)."""

    player: str
    seed: int
    scores: np.ndarray
    moves: np.ndarray
    max_tiles: np.ndarray
    seconds: float
    nodes: int
    lost: int = 0
    """Games that the player gave up because it could not go on; they count as they stood."""
    why: str = ""
    """Why the first of them."""

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.scores.mean()) if len(self) else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the mean score."""
        return mean_interval(self.scores)

    def reached(self, tile: int) -> float:
        """The share of games that made this tile."""
        return float((self.max_tiles >= tile).mean()) if len(self) else 0.0

    def reached_interval(self, tile: int, level: float = 0.95) -> Interval:
        """The interval of that share."""
        return wilson(int((self.max_tiles >= tile).sum()), len(self), level)

    def difference(self, other: "Results", level: float = 0.95) -> Interval:
        """By how much the mean score of these games is above that of others that were played
        on the same seeds: the interval of the differences game by game."""
        if self.seed != other.seed or len(self) != len(other):
            raise BadInput("only games of the same seeds can be compared one by one")
        return mean_interval(self.scores.astype(float) - other.scores.astype(float), level)


def sim(player: str, games: int = 1000, seed: int = 1, threads: int = 0, size: str = "4x4",
        fours: float = 0.1, start: Optional[Board] = None, until: Optional[int] = None,
        progress: Optional[Progress] = None) -> Results:
    """Plays many games on all processors (or `threads` of them); the results do not depend on
    how many. Other Python threads run meanwhile, and Ctrl-C ends it.

    `until` is a tile: games end when they have it. `start` is a board to start from."""
    if games < 1 or threads < 0:
        raise BadInput("games are 1 or more, threads 0 (all) or more")
    rules = rules_of(size, fours)
    config, out = ffi.new("t48_sim_config *"), ffi.new("t48_sim **")
    control = Control(progress)
    spec = ffi.new("char[]", encoded(player, "a player"))
    grid = ffi.NULL if start is None else grid_of(start, rules.shape)
    config.player, config.rules, config.start = spec, rules[0], grid
    config.games, config.seed, config.threads = games, seed_of(seed), threads
    config.until = 0 if until is None else tile_level(until, 8)
    config.control = control.struct
    control.keep = (config, out, spec, grid, rules)
    try:
        control.run(lib.t48_sim_run, out, config)
        raise_failure()
        return _results(out[0], seed)
    finally:
        lib.t48_sim_free(out[0])


def tile_level(tile: int, least: int = 2) -> int:
    """The level of a tile, a power of two from `least` on."""
    value = operator.index(tile)
    if not least <= value < 2 ** 64 or value & (value - 1):
        raise BadInput(f"a power of two from {least} on is needed, and {value} is no such tile")
    return value.bit_length() - 1


def _results(run: Any, seed: int) -> Results:
    count = lib.t48_sim_played(run)
    first = lib.t48_sim_outcome(run, 0)
    step = ffi.sizeof("t48_outcome")
    raw = np.frombuffer(ffi.buffer(first, count * step), dtype=np.dtype({
        "names": ["score", "moves", "level"],
        "formats": [np.uint64, np.uint32, np.uint8],
        "offsets": [ffi.offsetof("t48_outcome", name) for name in ("score", "moves", "max_level")],
        "itemsize": step}))
    game, why = ffi.new("uint64_t *"), ffi.new("char **")
    lost = lib.t48_sim_lost(run, game, why)
    return Results(text(lib.t48_sim_player(run)), seed, raw["score"].copy(), raw["moves"].copy(),
                   np.left_shift(1, raw["level"].astype(np.int64)), lib.t48_sim_seconds(run),
                   lib.t48_sim_nodes(run), lost, text(why[0]))
