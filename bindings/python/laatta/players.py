"""Players of 2048: by their specs, and one's own."""
from __future__ import annotations

import dataclasses
import math
from typing import Any, Callable, Mapping, Optional

import numpy as np

from ._boards import Board, Direction, directions, grid_of, rules_of, seed_of, tiles_of
from ._library import BadInput, Handle, call, encoded, ffi, lib, text


@dataclasses.dataclass(frozen=True)
class Parameter:
    """What can be set in a spec: name:key=value,key=value."""

    name: str
    summary: str
    default: Any
    allowed: str


@dataclasses.dataclass(frozen=True)
class Entry:
    """A player, an evaluation, a solver or a heuristic that there is."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]


def _parameter(param: Any) -> Parameter:
    kind = param.type
    if kind == lib.LT_TEXT:
        return Parameter(text(param.name), text(param.summary), text(param.text), "text")
    if kind == lib.LT_CHOICE:
        choices = text(param.choices).split("|")
        return Parameter(text(param.name), text(param.summary), choices[int(param.initial)],
                         " or ".join(choices))
    number = int if kind == lib.LT_INT else float
    return Parameter(text(param.name), text(param.summary), number(param.initial),
                     f"{number(param.low)} to {number(param.high)}")


def entry_of(info: Any) -> Entry:
    """From an info struct of the library."""
    return Entry(text(info.name), text(info.summary),
                 tuple(_parameter(info.params[i]) for i in range(info.param_count)))


def players() -> list[Entry]:
    """The players there are, registered ones last."""
    return [entry_of(lib.t48_player_info_at(i)) for i in range(lib.t48_player_count())]


def evaluations() -> list[Entry]:
    """The evaluations that searching players can be told to use (eval=NAME)."""
    return [entry_of(lib.t48_eval_info_at(i)) for i in range(lib.t48_eval_count())]


@dataclasses.dataclass(frozen=True)
class Advice:
    """What a player thinks of a board."""

    best: Optional[Direction]
    """The move it would make; None when none is left."""
    values: Mapping[Direction, float]
    """Of the legal moves; missing where the player gives none."""
    unit: str
    legal: tuple[Direction, ...]
    nodes: int
    """Positions looked at."""


class Player(Handle):
    """A player for games of one size, made from a spec such as "expectimax:depth=3".

    It belongs to one thread at a time. It is freed with the object, or by close()."""

    _what = "player"

    def __init__(self, spec: str, size: str = "4x4", fours: float = 0.1) -> None:
        self._rules = rules_of(size, fours)
        out = ffi.new("t48_player **")
        call(lib.t48_player_new, out, encoded(spec, "a spec"), self._rules)
        super().__init__(out[0], lib.t48_player_free)

    def __repr__(self) -> str:
        return f"laatta.Player({self.spec!r})" if self._pointer else "laatta.Player(closed)"

    @property
    def spec(self) -> str:
        """The whole spec, every parameter written out."""
        return text(lib.t48_player_spec(self._c))

    @property
    def nodes(self) -> int:
        """Positions looked at since it was made."""
        return int(lib.t48_player_nodes(self._c))

    def begin(self, seed: int) -> None:
        """Tells it that the game with this seed begins."""
        lib.t48_player_begin(self._c, seed_of(seed))

    def _state(self, board: Board) -> Any:
        state = ffi.new("t48_state *")
        state[0] = lib.t48_state_from_grid(grid_of(board, self._rules.shape), self._rules)
        return state

    def choose(self, board: Board) -> Optional[Direction]:
        """Its move; None when none is left or it gives up."""
        player = self._c
        move = lib.t48_player_choose(player, self._state(board))
        raise_failure()
        return None if move == lib.T48_NONE else Direction(move)

    def advise(self, board: Board) -> Advice:
        """Its move and the value of every legal one."""
        player = self._c
        advice = ffi.new("t48_advice *")
        lib.t48_player_advise(player, self._state(board), advice)
        raise_failure()
        legal = directions(advice.legal)
        values = {d: advice.value[d] for d in legal if not math.isnan(advice.value[d])}
        best = None if advice.best == lib.T48_NONE else Direction(advice.best)
        return Advice(best, values, text(advice.unit), tuple(legal), advice.nodes)


def advise(board: Board, player: str = "expectimax", fours: float = 0.1) -> Advice:
    """The value of every move of a board, by a player that is made for it."""
    grid = grid_of(board)
    with Player(player, f"{grid.shape.rows}x{grid.shape.cols}", fours) as asked:
        return asked.advise(tiles_of(grid))


# --- players of one's own ---------------------------------------------------------------

Choose = Callable[[np.ndarray, list[Direction]], Any]
"""Takes the board, tile values by rows and columns, and its legal moves; gives one of them."""

_kept: list[Any] = []  # what the library points to, for the whole process
_failures: list[BaseException] = []


def register(name: str, choose: Choose, summary: str = "", deterministic: bool = True) -> None:
    """Makes a function a player that everything knows by `name`: Player, sim, regret.

    A move that is not legal gives the game up; what `choose` raises is raised by the call
    that asked. Say deterministic=False if equal boards may get different moves. A name that
    was registered before is replaced."""
    encoded(name, "a name")

    def ask(_player: Any, state: Any, legal: int, _advice: Any) -> int:
        grid = ffi.new("t48_grid *")
        grid[0] = lib.t48_state_grid(state)
        chosen = choose(tiles_of(grid), directions(legal))
        return lib.T48_NONE if chosen is None else Direction.of(chosen)

    def failed(_kind: Any, failure: BaseException, _traceback: Any) -> int:
        _failures.append(failure)
        return lib.T48_NONE

    ops = ffi.new("t48_player_ops *")
    words = [ffi.new("char[]", encoded(name, "a name")),
             ffi.new("char[]", encoded(summary, "a summary"))]
    callback = ffi.callback(
        "t48_dir(t48_player *, const t48_state *, unsigned, t48_advice *)", ask,
        error=lib.T48_NONE, onerror=failed)
    ops.info.name, ops.info.summary = words
    ops.info.stochastic = not deterministic
    ops.choose = callback
    call(lib.t48_player_register_sized, ops, ffi.sizeof("t48_player_ops"))
    _kept.append((ops, words, callback))


def raise_failure() -> None:
    """Raises what a registered player raised, if one did."""
    if _failures:
        failure = _failures[0]
        _failures.clear()
        raise failure


__all__ = ["Advice", "BadInput", "Choose", "Entry", "Parameter", "Player", "advise",
           "evaluations", "players", "register"]
