"""Endgame tables of 2048: the chance that a late 4x4 board builds the tile it lacks while its
large tiles stand still (docs/ENDGAMES.md)."""
from __future__ import annotations

import dataclasses
import itertools
from typing import Any, Mapping, Optional

from ._boards import Board, Direction, grid_of, shape_of
from ._library import Control, Handle, Progress, call, encoded, ffi, lib, text


@dataclasses.dataclass(frozen=True)
class Chance:
    """What a table says of a board."""

    probability: float
    pattern: str
    """The name of the pattern whose table answered."""


class EndgameTables(Handle):
    """The tables of a directory, or those in the user's cache, where players look for them.
    Files that are damaged are passed over: `laatta table check` says why."""

    _what = "set of endgame tables"

    def __init__(self, directory: Optional[str] = None) -> None:
        out = ffi.new("t48_endgame_set **")
        where = ffi.NULL if directory is None else encoded(directory, "a directory")
        call(lib.t48_endgame_set_open, out, where)
        super().__init__(out[0], lib.t48_endgame_set_free)

    def __len__(self) -> int:
        """How many tables there are."""
        return int(lib.t48_endgame_set_count(self._c))

    def after(self, board: Board) -> Optional[Chance]:
        """Of a board right after a move, before the new tile; None if no table knows it."""
        return self._ask(grid_of(board, shape_of("4x4")))

    def moves(self, board: Board) -> Mapping[Direction, Chance]:
        """Of a board with a move to make: the chances after the moves that a table knows."""
        grid = grid_of(board, shape_of("4x4"))
        found = {}
        for direction in Direction:
            moved = ffi.new("t48_grid *", grid[0])
            if lib.t48_grid_move(moved, int(direction), ffi.NULL):
                chance = self._ask(moved)
                if chance is not None:
                    found[direction] = chance
        return found

    def _ask(self, grid: Any) -> Optional[Chance]:
        tables, chance, pattern = self._c, ffi.new("double *"), ffi.new("const char **")
        if not lib.t48_endgame_chance(tables, lib.t48_view(grid), chance, pattern):
            return None
        return Chance(chance[0], text(pattern[0]))


def endgame_patterns() -> list[str]:
    """The names of laatta's own patterns, such as "L-256"."""
    names = (lib.t48_endgame_pattern_name(i) for i in itertools.count())
    return [text(name) for name in itertools.takewhile(lambda name: name != ffi.NULL, names)]


def make_endgame_table(pattern: str, path: Optional[str] = None, threads: int = 0,
                       progress: Optional[Progress] = None) -> None:
    """Builds the table of a pattern: one of laatta's by its name, or a file's by a path with
    a /. Without a `path` it goes where players look for it. Large ones take long, much
    memory and gigabytes of disk; Ctrl-C leaves nothing behind."""
    control = Control(progress)
    name = ffi.new("char[]", encoded(pattern, "a pattern"))
    where = ffi.NULL if path is None else ffi.new("char[]", encoded(path, "a path"))
    control.keep = (name, where)
    control.run(lib.t48_endgame_make, name, where, threads, control.struct)
