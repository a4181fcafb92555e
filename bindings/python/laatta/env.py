"""2048 as an environment for programs that learn, with Gymnasium's interface. Gymnasium
itself is optional: with it the classes are its Env and VectorEnv and have spaces."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._boards import rules_of, seed_of, tiles_of
from ._library import BadInput, Handle, call, ffi, lib
from .simulation import tile_level

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    gymnasium = None  # type: ignore[assignment]

_EnvBase: Any = gymnasium.Env if gymnasium else object
_VectorBase: Any = gymnasium.vector.VectorEnv if gymnasium else object

_RESTARTS = {"next": 0, "same": 1, "none": 2}


class _Games(Handle):
    """A t48_env and the arrays that it writes to."""

    _what = "environment"

    def __init__(self, count: int, size: str, fours: float, restart: str, until: Optional[int],
                 max_moves: int) -> None:
        if restart not in _RESTARTS:
            raise BadInput(f"autoreset is {', '.join(_RESTARTS)}, not {restart!r}")
        config, out = ffi.new("t48_env_config *"), ffi.new("t48_env **")
        config.rules = rules_of(size, fours)[0]
        config.count, config.seed, config.restart = count, 0, _RESTARTS[restart]
        config.until = 0 if until is None else tile_level(until, 8)
        config.moves = max_moves
        call(lib.t48_env_new, out, config)
        super().__init__(out[0], lib.t48_env_free)
        rows, cols = config.rules.shape.rows, config.rules.shape.cols
        self.level = np.zeros((count, rows, cols), np.uint8)
        self.reward = np.zeros(count, np.float32)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self.legal = np.zeros((count, 4), np.int8)
        self.refused = np.zeros(count, np.bool_)
        self.score = np.zeros(count, np.uint64)
        self.moves = np.zeros(count, np.uint32)
        self.final_level = np.zeros((count, rows, cols), np.uint8) if restart == "same" else None
        self.out = ffi.new("t48_env_out *")
        self._kept = []
        for name, kind in (("level", "uint8_t"), ("reward", "float"), ("terminated", "uint8_t"),
                           ("truncated", "uint8_t"), ("legal", "uint8_t"), ("refused", "uint8_t"),
                           ("score", "uint64_t"), ("moves", "uint32_t"),
                           ("final_level", "uint8_t")):
            array = getattr(self, name)
            if array is not None:
                pointer = ffi.from_buffer(f"{kind}[]", array)
                self._kept.append(pointer)
                setattr(self.out, name, pointer)
        self._err = ffi.new("lt_error *")

    def reset(self, seed: int) -> None:
        lib.t48_env_reset(self._c, seed, self.out)

    def step(self, actions: np.ndarray) -> None:
        """Actions of any whole type, in one piece of memory, are used where they are."""
        if actions.dtype.kind not in "iu" or not actions.flags.c_contiguous:
            if actions.dtype.kind not in "iu":
                raise BadInput(f"actions are whole numbers from 0 to 3, not {actions.dtype}")
            actions = np.ascontiguousarray(actions)
        if actions.shape != self.reward.shape:
            raise BadInput(f"{self.reward.shape[0]} actions are needed, not an array of shape "
                           f"{actions.shape}")
        status = lib.t48_env_step(self._c, ffi.from_buffer(actions), actions.itemsize, self.out,
                                  self._err)
        if status:
            raise BadInput(ffi.string(self._err.text).decode())


class VectorEnv(_VectorBase):
    """Many games of 2048 side by side: reset() and step(actions) as Gymnasium's VectorEnv.

    An observation is an array of levels (0 empty, 1 a 2, 2 a 4, ...) of games by rows by
    columns; an action 0 up, 1 right, 2 down, 3 left; a reward the points that a move made.
    infos["action_mask"] tells the legal actions; an illegal one changes nothing and is told in
    infos["refused"]. The arrays are the environment's own and are overwritten by the next
    step: with copy=True they are new ones each time.

    autoreset: "next" (a game that ended starts anew with the next step, Gymnasium's way),
    "same" (at once; infos["final_obs"] has the last boards), or "none". `until` is a tile at
    which games end, `max_moves` truncates them. Game i begins as game i of
    laatta.sim(seed=seed)."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, num_envs: int = 1, size: str = "4x4", fours: float = 0.1,
                 autoreset: str = "next", until: Optional[int] = None, max_moves: int = 0,
                 copy: bool = False) -> None:
        self.num_envs = num_envs
        self._games = _Games(num_envs, size, fours, autoreset, until, max_moves)
        self._copy = copy
        self._rng = np.random.default_rng()
        if gymnasium:
            shape = self._games.level.shape
            self.single_observation_space = spaces.Box(0, 65, shape[1:], np.uint8)
            self.observation_space = spaces.Box(0, 65, shape, np.uint8)
            self.single_action_space = spaces.Discrete(4)
            self.action_space = spaces.MultiDiscrete([4] * num_envs)
            mode = getattr(gymnasium.vector, "AutoresetMode", None)
            if mode:
                named = {"next": mode.NEXT_STEP, "same": mode.SAME_STEP, "none": mode.DISABLED}
                self.metadata = {**self.metadata, "autoreset_mode": named[autoreset]}

    def _array(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        games = self._games
        infos = {"action_mask": self._array(games.legal), "score": self._array(games.score),
                 "moves": self._array(games.moves), "refused": self._array(games.refused)}
        if games.final_level is not None:
            infos["final_obs"] = self._array(games.final_level)
        return infos

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts every game anew; without a seed, from one that is drawn."""
        del options
        if seed is None:
            seed = int(self._rng.integers(1 << 63))
        self._games.reset(seed_of(seed))
        return self._array(self._games.level), self._infos()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray,
                                          dict[str, Any]]:
        """One move in every game."""
        self._games.step(np.asarray(actions))
        games = self._games
        return (self._array(games.level), self._array(games.reward),
                self._array(games.terminated), self._array(games.truncated), self._infos())

    def close(self, **_: Any) -> None:
        """Frees it now."""
        if hasattr(self, "_games"):  # Gymnasium closes also what could not be made
            self._games.close()


class Env(_EnvBase):
    """One game of 2048 as Gymnasium's Env; render() gives the board as text."""

    metadata = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, size: str = "4x4", fours: float = 0.1, until: Optional[int] = None,
                 max_moves: int = 0) -> None:
        self._games = _Games(1, size, fours, "none", until, max_moves)
        self._rng = np.random.default_rng()
        if gymnasium:
            self.observation_space = spaces.Box(0, 65, self._games.level.shape[1:], np.uint8)
            self.action_space = spaces.Discrete(4)

    def _info(self) -> dict[str, Any]:
        games = self._games
        return {"action_mask": games.legal[0].copy(), "score": int(games.score[0]),
                "moves": int(games.moves[0]), "refused": bool(games.refused[0])}

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts anew; without a seed, from one that is drawn."""
        del options
        first = int(self._rng.integers(1 << 63)) if seed is None else seed_of(seed)
        if gymnasium:
            super().reset(seed=seed)  # its checker looks whether env.np_random was seeded
        self._games.reset(first)
        return self._games.level[0].copy(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """One move."""
        games = self._games
        games.step(np.array([action]))
        return (games.level[0].copy(), float(games.reward[0]), bool(games.terminated[0]),
                bool(games.truncated[0]), self._info())

    def render(self) -> str:
        """The board as text."""
        grid = ffi.new("t48_grid *")
        grid[0] = lib.t48_state_grid(lib.t48_env_state(self._games._c, 0))
        width = max(len(str(tile)) for tile in tiles_of(grid).ravel())
        return "\n".join(" ".join(f"{tile or '.':>{width}}" for tile in row)
                         for row in tiles_of(grid).tolist())

    def close(self) -> None:
        """Frees it now."""
        self._games.close()
