"""The environments: the games of a simulation, in arrays that are not copied."""
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import laatta


def test_games_are_those_of_a_simulation():
    """Greedy, move by move, on eight boards: the scores of laatta.sim."""
    env = laatta.VectorEnv(8, autoreset="none")
    levels, infos = env.reset(seed=3)
    player = laatta.Player("greedy")
    done = np.zeros(8, bool)
    while not done.all():
        tiles = np.where(levels > 0, np.left_shift(1, levels.astype(np.int64)), 0)
        actions = [0 if over else player.choose(board) for board, over in zip(tiles, done)]
        levels, rewards, done, truncated, infos = env.step(np.array(actions))
        assert not truncated.any()
    expected = laatta.sim("greedy", games=8, seed=3)
    assert infos["score"].tolist() == expected.scores.tolist()
    assert infos["moves"].tolist() == expected.moves.tolist()


def test_masks_rewards_and_autoreset():
    env = laatta.VectorEnv(64, size="2x2")
    rng = np.random.default_rng(1)
    levels, infos = env.reset(seed=1)
    ended = 0
    for _ in range(200):
        mask, before = infos["action_mask"].copy(), infos["score"].copy()
        over = ~mask.any(axis=1)
        actions = rng.integers(0, 4, 64)
        levels, rewards, terminated, truncated, infos = env.step(actions)
        refused = mask[np.arange(64), actions] == 0
        assert (infos["refused"] == (refused & ~over)).all()
        assert (rewards[over] == 0).all() and (infos["moves"][over] == 0).all()
        assert (rewards[~over] == (infos["score"] - before)[~over]).all()
        assert (terminated == ~infos["action_mask"].any(axis=1)).all()
        ended += terminated.sum()
    assert ended > 100


def test_arrays_are_the_same_or_copies():
    env = laatta.VectorEnv(4)
    first, _ = env.reset(seed=1)
    second = env.step(np.zeros(4, np.int8))[0]
    assert first is second
    env = laatta.VectorEnv(4, copy=True)
    first, infos = env.reset(seed=1)
    kept = first.copy()
    for action in range(4):
        assert env.step(np.full(4, action))[0] is not first
    assert (first == kept).all()


def test_same_step_reset_tells_the_last_boards():
    env = laatta.VectorEnv(16, size="2x2", autoreset="same")
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    seen = 0
    for _ in range(100):
        levels, _, terminated, _, infos = env.step(rng.integers(0, 4, 16, np.uint8))
        for i in np.flatnonzero(terminated):
            final = infos["final_obs"][i]
            assert (final > 0).all() and (levels[i] > 0).sum() == 2
            seen += 1
    assert seen


def test_limits():
    env = laatta.VectorEnv(3, max_moves=2)
    env.reset(seed=1)
    truncated = [env.step([action] * 3)[3].any() for action in (0, 1, 2, 3)]
    assert any(truncated)
    env = laatta.VectorEnv(3, until=8, autoreset="none")
    env.reset(seed=1)
    for i in range(200):
        levels = env.step([i % 4] * 3)[0]
    assert levels.max() == 3


def test_bad_actions():
    env = laatta.VectorEnv(2)
    before = env.reset(seed=1)[0].copy()
    for wrong in ([0, 4], [0, -1], [0], [0, 1, 2], [0.5, 1], ["up", "up"], [[0, 1]], None):
        with pytest.raises((laatta.BadInput, TypeError)):
            env.step(wrong)
    assert (env.reset(seed=1)[0] == before).all()
    for wrong in ({"num_envs": 0}, {"size": "9x9"}, {"autoreset": "x"}, {"fours": 2},
                  {"until": 4096, "size": "2x2"}, {"until": 33}, {"until": 0}):
        with pytest.raises(laatta.BadInput):
            laatta.VectorEnv(**wrong)
    for wrong in (-1, 1 << 64, "x", 1.5):
        for call in (env.reset, laatta.Env().reset, laatta.Game,
                     lambda seed: laatta.Training("2x2", seed=seed),
                     lambda seed: laatta.sim("greedy", seed=seed),
                     lambda seed: laatta.compare("greedy", "random", seed=seed),
                     lambda seed: laatta.regret("greedy", seed=seed),
                     lambda seed: laatta.Player("greedy").begin(seed)):
            with pytest.raises(laatta.BadInput, match="seed"):
                call(seed=wrong)


def test_one_game():
    env = laatta.Env(size="3x3")
    level, info = env.reset(seed=9)
    assert level.shape == (3, 3) and len(env.render().splitlines()) == 3
    total, over = 0.0, False
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        level, reward, over, truncated, info = env.step(action)
        total += reward
    assert total == info["score"] and not truncated
    again = laatta.Env(size="3x3").reset(seed=9)[0]
    assert (again > 0).sum() == 2


def test_with_gymnasium():
    """What Gymnasium's own checker asks for, by a stand-in for it: spaces, a base class whose
    reset seeds np_random, and a vector class that closes what could not be made."""
    stand_in = textwrap.dedent("""
        import sys, types

        class Env:
            _np_random = None
            def reset(self, *, seed=None, options=None):
                if seed is not None:
                    self._np_random = seed

        class VectorEnv:
            closed = False
            def __del__(self):
                if not self.closed:
                    self.close()

        gymnasium = types.ModuleType("gymnasium")
        gymnasium.Env = Env
        gymnasium.vector = types.SimpleNamespace(VectorEnv=VectorEnv)
        gymnasium.spaces = types.SimpleNamespace(
            Box=lambda *a: ("Box", *a), Discrete=lambda n: ("Discrete", n),
            MultiDiscrete=lambda n: ("MultiDiscrete", *n))
        sys.modules["gymnasium"] = gymnasium
        import laatta

        env = laatta.Env()
        level, info = env.reset(seed=123)
        assert isinstance(env, Env) and env._np_random == 123
        assert env.action_space == ("Discrete", 4) and env.observation_space[3] == level.shape
        assert (env.reset()[0] > 0).sum() == 2 and env._np_random == 123
        many = laatta.VectorEnv(3)
        assert many.action_space == ("MultiDiscrete", 4, 4, 4) and isinstance(many, VectorEnv)
        try:
            laatta.VectorEnv(0)
        except laatta.BadInput:
            print("fine")
        """)
    done = subprocess.run([sys.executable, "-c", stand_in], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("fine\n", "")
