"""A game of 2048 with its history."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._boards import Board, Direction, directions, grid_of, rules_of, seed_of, tiles_of
from ._library import Handle, call, encoded, ffi, lib, text


class Game(Handle):
    """A game of 2048: moves, undo and redo, and a record that replays to the same board.

    The same seed gives the same new tiles on every machine."""

    _what = "game"

    def __init__(self, size: str = "4x4", seed: int = 1, fours: float = 0.1,
                 board: Optional[Board] = None) -> None:
        rules = rules_of(size, fours)
        start = ffi.NULL if board is None else grid_of(board, rules.shape)
        out = ffi.new("t48_game **")
        call(lib.t48_game_new, out, rules, seed_of(seed), start)
        super().__init__(out[0], lib.t48_game_free)
        self.player = ""
        """Who a record says that played."""

    @classmethod
    def load(cls, record: str) -> "Game":
        """From a record, which is checked and replayed."""
        game, player = ffi.new("t48_game **"), ffi.new("char **")
        data = encoded(record, "a record")
        call(lib.t48_record_load, data, len(data), game, player)
        self = cls.__new__(cls)
        Handle.__init__(self, game[0], lib.t48_game_free)
        self.player = text(player[0])
        lib.lt_free(player[0])
        return self

    def save(self, player: str = "") -> str:
        """A record of the game (docs/RECORDS.md)."""
        out = ffi.new("char **")
        call(lib.t48_record_save, self._c, encoded(player, "a player"), out)
        record = text(out[0])
        lib.lt_free(out[0])
        return record

    def move(self, direction: Any) -> bool:
        """Moves and lets a tile appear; False, and nothing done, if it is not legal."""
        moved = ffi.new("bool *")
        call(lib.t48_game_move, self._c, Direction.of(direction), moved)
        return bool(moved[0])

    def undo(self) -> bool:
        """Takes a move back; False at the start."""
        return bool(lib.t48_game_undo(self._c))

    def redo(self) -> bool:
        """Makes a move again that was taken back."""
        return bool(lib.t48_game_redo(self._c))

    def _grid(self) -> Any:
        grid = ffi.new("t48_grid *")
        grid[0] = lib.t48_state_grid(lib.t48_game_state(self._c))
        return grid

    @property
    def board(self) -> np.ndarray:
        """Tile values, rows by columns, 0 for an empty cell."""
        return tiles_of(self._grid())

    @property
    def score(self) -> int:
        return int(lib.t48_game_state(self._c).score)

    @property
    def seed(self) -> int:
        return int(lib.t48_game_seed(self._c))

    @property
    def legal(self) -> list[Direction]:
        """The moves that would change the board."""
        return directions(lib.t48_state_legal(lib.t48_game_state(self._c)))

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return not self.legal

    @property
    def moves(self) -> list[Direction]:
        """The moves made and not undone."""
        game = self._c
        return [Direction(lib.t48_game_move_at(game, i)) for i in range(lib.t48_game_length(game))]

    def __len__(self) -> int:
        return int(lib.t48_game_length(self._c))

    def __str__(self) -> str:
        out = ffi.new("char[]", lib.T48_GRID_TEXT)
        return text(lib.t48_grid_format_rows(self._grid(), out))
