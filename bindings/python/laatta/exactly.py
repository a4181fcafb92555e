"""Exact values of 2048 on small boards (up to 3x3, 2x4), and how far a player falls short."""
from __future__ import annotations

import dataclasses
from typing import Any, Mapping, Optional

from ._boards import Board, Direction, grid_of, rules_of, seed_of
from ._library import Control, Handle, Progress, call, encoded, ffi, lib, text
from .players import raise_failure


@dataclasses.dataclass(frozen=True)
class Exact:
    """What perfect play is worth."""

    expected_score: float
    reach: Mapping[int, float]
    """By tile, the greatest probability to reach it."""
    states: int
    """Boards that a game can meet, up to turning and mirroring."""
    afterstates: int


class ExactTable(Handle):
    """The value of every move of a small board under perfect play."""

    _what = "table"

    def __init__(self, path: str) -> None:
        out = ffi.new("t48_exact_table **")
        call(lib.t48_exact_table_open, out, encoded(path, "a path"), True)
        super().__init__(out[0], lib.t48_exact_table_free)

    @classmethod
    def of(cls, pointer: Any) -> "ExactTable":
        """Of a table that was just made."""
        self = cls.__new__(cls)
        Handle.__init__(self, pointer, lib.t48_exact_table_free)
        return self

    def save(self, path: str) -> None:
        """Writes it to a file, whole or not at all."""
        call(lib.t48_exact_table_save, self._c, encoded(path, "a path"))

    def values(self, board: Board) -> Mapping[Direction, float]:
        """The points still to come after each legal move; NaN for a board no game meets."""
        table = self._c
        grid = grid_of(board)
        about = lib.t48_exact_table_about(table)
        own = about.rules.shape
        if sorted((grid.shape.rows, grid.shape.cols)) != sorted((own.rows, own.cols)):
            grid_of(board, own)  # says what is wrong
        value, best = ffi.new("double[4]"), ffi.new("t48_dir *")
        legal = lib.t48_exact_table_moves(table, lib.t48_view(grid), grid.shape, value, best)
        return {d: value[d] for d in Direction if legal >> d & 1}


def exact(size: str = "2x3", fours: float = 0.1, threads: int = 0,
          progress: Optional[Progress] = None) -> tuple[Exact, ExactTable]:
    """Solves a small board: what perfect play is worth, and the table of it."""
    config, result = ffi.new("t48_exact_config *"), ffi.new("t48_exact_result *")
    table = ffi.new("t48_exact_table **")
    control = Control(progress)
    config.rules, config.threads = rules_of(size, fours)[0], threads
    config.control = control.struct
    control.keep = (config, result, table)
    control.run(lib.t48_exact_solve, config, result, table)
    reach = {1 << level: result.reach[level] for level in range(3, result.top + 1)}
    return (Exact(result.expected_score, reach, result.states.canonical,
                  result.afterstates.canonical), ExactTable.of(table[0]))


@dataclasses.dataclass(frozen=True)
class Regret:
    """What a player gives away against perfect play, in points a game."""

    player: str
    optimal: float
    expected: float
    regret: float
    margin: float
    """Half of the 95 % interval; 0 if it is exact."""


def regret(player: str, size: str = "2x3", fours: float = 0.1, games: int = 10000, seed: int = 1,
           threads: int = 0, progress: Optional[Progress] = None) -> Regret:
    """The exact expected score of a player on a small board; by `games` games for players
    that draw, remember or go by the clock."""
    config, out = ffi.new("t48_regret_config *"), ffi.new("t48_regret *")
    control = Control(progress)
    spec = ffi.new("char[]", encoded(player, "a player"))
    config.player, config.rules = spec, rules_of(size, fours)[0]
    config.games, config.seed, config.threads = games, seed_of(seed), threads
    config.control = control.struct
    control.keep = (config, spec, out)
    control.run(lib.t48_regret_run, config, out)
    raise_failure()
    return Regret(text(out.player), out.optimal, out.expected, out.regret, out.regret_margin)
