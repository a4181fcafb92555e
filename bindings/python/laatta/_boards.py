"""Boards of 2048 and directions, between Python and the library."""
from __future__ import annotations

import enum
import operator
from typing import Any, Sequence, Union

import numpy as np

from ._library import BadInput, call, encoded, ffi, lib

Board = Union[str, Sequence[Any], np.ndarray]
"""A board of 2048: text ("2 4 . ./..."), or rows of tile values, 0 for an empty cell."""


class Direction(enum.IntEnum):
    """Where the tiles slide. As an action of an environment: its number."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    @classmethod
    def of(cls, value: Any) -> "Direction":
        """From a direction, its number, "up" or "U"."""
        if isinstance(value, str):
            for direction in cls:
                if value.upper() in (direction.name, direction.name[0]):
                    return direction
        elif not isinstance(value, bool):
            try:
                return cls(value)
            except ValueError:
                pass
        raise BadInput(f"{value!r} is no direction; there are up, right, down and left (0 to 3)")


def directions(mask: int) -> list[Direction]:
    """The directions whose bits are set."""
    return [d for d in Direction if mask >> d & 1]


def seed_of(value: Any) -> int:
    """A seed for the library."""
    try:
        seed = operator.index(value)
    except TypeError:
        seed = -1
    if not 0 <= seed < 1 << 64:
        raise BadInput(f"a seed is a whole number from 0 to 2^64 - 1, not {value!r}")
    return seed


def rules_of(size: str, fours: float) -> Any:
    """A t48_rules."""
    rules = ffi.new("t48_rules *")
    call(lib.t48_shape_parse, encoded(size, "a size"), ffi.addressof(rules, "shape"))
    if not 0 <= fours <= 1:
        raise BadInput(f"the share of fours is 0 to 1, not {fours}")
    rules.fours = fours
    return rules


def shape_of(size: str) -> Any:
    """A t48_shape of its own: a part of a struct does not keep the struct alive."""
    shape = ffi.new("t48_shape *")
    call(lib.t48_shape_parse, encoded(size, "a size"), shape)
    return shape[0]


def shape_in(struct: Any) -> Any:
    """A copy of the shape in a struct."""
    shape = ffi.new("t48_shape *")
    shape[0] = struct.shape
    return shape[0]


def grid_of(board: Board, shape: Any = None) -> Any:
    """A t48_grid; of the given shape, if there is one."""
    grid = ffi.new("t48_grid *")
    if isinstance(board, (str, bytes)):
        wanted = shape if shape is not None else ffi.new("t48_shape *")[0]
        call(lib.t48_grid_parse, encoded(board, "a board"), wanted, grid)
    else:
        tiles = np.asarray(board)
        if tiles.ndim != 2 or not all(2 <= side <= 8 for side in tiles.shape):
            raise BadInput("a board has 2 to 8 rows of 2 to 8 tiles, not an array of shape "
                           f"{tiles.shape}")
        grid.shape.rows, grid.shape.cols = tiles.shape
        for i, tile in enumerate(tiles.ravel().tolist()):
            whole = isinstance(tile, int) and not isinstance(tile, bool)
            if not whole or tile < 0 or tile == 1 or tile & (tile - 1):
                raise BadInput(f"{tile!r} is no tile: 0 or a power of two from 2 on")
            if tile.bit_length() - 1 > lib.T48_LEVEL_MAX:
                raise BadInput(f"{tile} is larger than any tile")
            grid.level[i] = max(tile.bit_length() - 1, 0)
        call(lib.t48_grid_check, grid)
    if shape is not None and (grid.shape.rows, grid.shape.cols) != (shape.rows, shape.cols):
        raise BadInput(f"the board is {grid.shape.rows}x{grid.shape.cols}, "
                       f"not {shape.rows}x{shape.cols}")
    return grid


def tiles_of(grid: Any) -> np.ndarray:
    """The tile values of a t48_grid, rows by columns; of type object above 2^62."""
    rows, cols = grid.shape.rows, grid.shape.cols
    levels = [grid.level[i] for i in range(rows * cols)]
    values = [1 << level if level else 0 for level in levels]
    kind: Any = object if max(levels) > 62 else np.int64
    return np.array(values, dtype=kind).reshape(rows, cols)


def packed_of(boards: Any, shape: Any) -> np.ndarray:
    """64-bit boards (laatta/board.h) of one board, or of an array of them; uint64 arrays are
    taken as they are."""
    if isinstance(boards, np.ndarray) and boards.dtype == np.uint64:
        return np.ascontiguousarray(boards).reshape(-1)
    many = boards if isinstance(boards, np.ndarray) and boards.ndim == 3 else [boards]
    return np.array([lib.t48_view(grid_of(board, shape)) for board in many], dtype=np.uint64)
