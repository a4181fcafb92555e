"""The sliding puzzle: solving it, optimally where that is asked for."""
from __future__ import annotations

import dataclasses
from typing import Any, Optional, Sequence, Union

import numpy as np

from ._library import Control, Handle, call, encoded, ffi, lib, text
from .players import Entry, entry_of

Position = Union[str, Sequence[Any], np.ndarray]
"""Text ("1 2 3/4 5 6/7 8 0"), or rows of numbers, 0 for the blank."""


@dataclasses.dataclass(frozen=True)
class Solution:
    """Moves that lead to the goal: a letter is the direction in which the BLANK goes."""

    moves: str
    optimal: bool
    """Proved shortest."""
    lower_bound: int
    nodes: int
    seconds: float
    solver: str
    heuristic: str

    def __len__(self) -> int:
        return len(self.moves)


def _position(board: Position, rows: int = 0, cols: int = 0) -> Any:
    if not isinstance(board, (str, bytes)):
        rows, cols = np.shape(board) if np.ndim(board) == 2 else (rows, cols)
        board = " ".join(str(tile) for tile in np.ravel(board).tolist())
    data = encoded(board, "a board")
    position = ffi.new("np_position *")
    call(lib.np_position_parse, position, rows, cols, data, len(data))
    return position


def solvers() -> list[Entry]:
    """The solvers there are."""
    return [entry_of(lib.np_solver_entry(i)) for i in range(lib.np_solver_count())]


def heuristics() -> list[Entry]:
    """The heuristics there are."""
    return [entry_of(lib.np_heuristic_entry(i)) for i in range(lib.np_heuristic_count())]


class Puzzle(Handle):
    """A solver with its tables for one goal: many boards can be solved with it in turn."""

    _what = "puzzle"

    def __init__(self, goal: Position, solver: Optional[str] = None,
                 heuristic: Optional[str] = None, seconds: float = 0.0, threads: int = 0) -> None:
        self._goal = goal if isinstance(goal, ffi.CData) else _position(goal)
        self._control = Control()
        options, out = ffi.new("np_options *"), ffi.new("np_session **")
        words = [ffi.new("char[]", encoded(word, "a spec")) if word else ffi.NULL
                 for word in (solver, heuristic)]
        options.solver, options.heuristic = words
        options.seconds, options.resources.threads = seconds, threads
        options.resources.control = self._control.struct
        call(lib.np_session_new, out, self._goal, options)
        super().__init__(out[0], lib.np_session_free)
        self._kept = (options, words)

    def solve(self, board: Position) -> Solution:
        """Solves a board; Unsolvable says why there is no solution. Ctrl-C ends it."""
        session = self._c
        start = board if isinstance(board, ffi.CData) else _position(
            board, self._goal.rows, self._goal.cols)
        found = ffi.new("np_solution *")
        self._control.flag[0] = 0
        self._control.keep = (self._kept, session, start, found)
        try:
            self._control.run(lib.np_session_solve, session, start, found)
            return Solution(text(found.moves), found.optimal, found.lower_bound, found.nodes,
                            found.seconds, text(found.solver), text(found.heuristic))
        finally:
            lib.np_solution_release(found)


def solve(board: Position, goal: Optional[Position] = None, solver: Optional[str] = None,
          heuristic: Optional[str] = None, seconds: float = 0.0, threads: int = 0) -> Solution:
    """Solves one board, to 1 2 3 ... 0 unless another goal is given."""
    start = _position(board)
    if goal is None:
        target = ffi.new("np_position *")
        lib.np_position_goal(target, start.rows, start.cols, False)
    else:
        target = _position(goal, start.rows, start.cols)
    with Puzzle(target, solver, heuristic, seconds, threads) as puzzle:
        return puzzle.solve(start)


__all__ = ["Position", "Puzzle", "Solution", "heuristics", "solve", "solvers"]
