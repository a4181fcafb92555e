"""Networks that have learned 2048, and letting them learn."""
from __future__ import annotations

import dataclasses
from typing import Any, Optional, Union

import numpy as np

from ._boards import Board, packed_of, seed_of, shape_in, shape_of
from ._library import Control, Handle, Progress, call, encoded, ffi, lib, text


class Network(Handle):
    """An n-tuple network to look into: what a board right after a move is worth, in points.

    `source` is a file, a name such as "4x4-small.net", or the bytes of a file; without one
    it is the network that players use on boards of this size."""

    _what = "network"

    def __init__(self, source: Union[str, bytes, None] = None, size: str = "4x4") -> None:
        out = ffi.new("t48_net **")
        if isinstance(source, (bytes, bytearray, memoryview)):
            call(lib.t48_net_parse, out, ffi.from_buffer(source), len(source), b"these bytes")
        else:
            shape = shape_of(size)
            sides = sorted((shape.rows, shape.cols))
            call(lib.t48_net_find, out, encoded(source or "", "a network"),
                 f"{sides[0]}x{sides[1]}.net".encode())
        super().__init__(out[0], lib.t48_net_free)

    @property
    def _about(self) -> Any:
        return lib.t48_net_describe(self._c)

    @property
    def size(self) -> str:
        shape = shape_in(self._about)
        return f"{shape.rows}x{shape.cols}"

    @property
    def tuples(self) -> str:
        """The cells that it looks at."""
        return text(self._about.tuples)

    @property
    def games(self) -> int:
        """That it was trained with."""
        return int(self._about.games)

    @property
    def weights(self) -> int:
        return int(self._about.weights)

    def values(self, boards: Any, size: Optional[str] = None) -> np.ndarray:
        """The values of boards right after a move: an array of them (boards by rows by
        columns, tile values), or a uint64 array of packed ones."""
        net = self._c
        shape = shape_of(size) if size else shape_in(lib.t48_net_describe(net))
        packed = packed_of(boards, shape)
        out = np.empty(len(packed))
        call(lib.t48_net_values, net, shape, ffi.from_buffer("t48_board[]", packed), len(packed),
             ffi.from_buffer("double[]", out))
        return out

    def value(self, board: Board) -> float:
        """The value of one board."""
        return float(self.values(board)[0])


@dataclasses.dataclass(frozen=True)
class Point:
    """What the games of a step of training came to."""

    games: int
    """Since the beginning."""
    moves: int
    seconds: float
    mean: float
    """Mean score of the games of this step that began with two tiles."""
    half: float
    """Half of its 95 % interval."""
    moves_per_second: float


class Training(Handle):
    """A network that learns 2048 by playing itself (docs/LEARNING.md).

    With one thread a run that is saved and loaded goes on bit for bit as if it had never
    stopped. A checkpoint can be played with: Player("ntuple:net=mine.train")."""

    _what = "training run"

    def __init__(self, size: str = "4x4", tuples: Optional[str] = None, seed: int = 1,
                 rate: float = 1.0, lambda_: float = 0.5, steps: int = 3, coherent: bool = True,
                 restarts: float = 0.5, optimistic: float = 0.0) -> None:
        how, out = ffi.new("t48_training *"), ffi.new("t48_train **")
        how.shape = shape_of(size)
        cells = ffi.new("char[]", encoded(tuples, "tuples")) if tuples else ffi.NULL
        how.tuples, how.seed, how.rate = cells, seed_of(seed), rate
        setattr(how, "lambda", lambda_)
        how.steps, how.coherent = steps, coherent
        how.restarts, how.optimistic = restarts, optimistic
        call(lib.t48_train_start, out, how)
        super().__init__(out[0], lib.t48_train_free)

    @classmethod
    def load(cls, path: str) -> "Training":
        """Goes on from a checkpoint."""
        out = ffi.new("t48_train **")
        call(lib.t48_train_load, out, encoded(path, "a path"))
        self = cls.__new__(cls)
        Handle.__init__(self, out[0], lib.t48_train_free)
        return self

    def save(self, path: str) -> None:
        """Writes a checkpoint, whole or not at all."""
        call(lib.t48_train_save, self._c, encoded(path, "a path"))

    def step(self, games: int = 0, seconds: float = 0.0, threads: int = 0, anneal: float = 0.0,
             progress: Optional[Progress] = None) -> Point:
        """Learns for so many more games, or seconds. Ctrl-C ends it; what was learned stays."""
        step, point = ffi.new("t48_train_step *"), ffi.new("t48_train_point *")
        control = Control(progress)
        step.games, step.seconds, step.threads, step.anneal = games, seconds, threads, anneal
        step.control = control.struct
        control.keep = (self._c, step, point)
        control.run(lib.t48_train_on, self._c, step, point)
        return Point(point.games, point.moves, point.seconds, point.mean, point.half, point.rate)

    def average(self, other: "Training") -> None:
        """Weights that both have learned become their mean."""
        call(lib.t48_train_average, self._c, other._c)

    @property
    def games(self) -> int:
        return int(lib.t48_train_describe(self._c).games)

    @property
    def size(self) -> str:
        shape = shape_in(lib.t48_train_describe(self._c))
        return f"{shape.rows}x{shape.cols}"

    def values(self, boards: Any) -> np.ndarray:
        """What it believes now of boards right after a move, as Network.values."""
        train = self._c
        packed = packed_of(boards, shape_in(lib.t48_train_describe(train)))
        out = np.empty(len(packed))
        lib.t48_train_values(train, ffi.from_buffer("t48_board[]", packed), len(packed),
                             ffi.from_buffer("double[]", out))
        return out


def quantize(checkpoint: str, path: str, size: int = 24_000_000, step: float = 2.0,
             games: int = 2000, progress: Optional[Progress] = None) -> None:
    """Makes a network file of at most `size` bytes from a checkpoint."""
    packing = ffi.new("t48_net_packing *")
    packing.size, packing.step, packing.games = size, step, games
    control = Control(progress)
    control.run(lib.t48_net_quantize, encoded(checkpoint, "a path"), packing,
                encoded(path, "a path"), control.struct)
