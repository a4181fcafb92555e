"""The lab's statistics from Python: comparisons of players, and the sequential test on games of
any program. Run by tests/scripts/python."""
import _thread
import threading
import time

import numpy as np
import pytest

import laatta


def test_compare_as_the_command_does():
    found = laatta.compare("random", "greedy", size="3x3", reach=64)
    # tests/golden/compare.txt has the same from the command line.
    assert (found.verdict, found.pairs) == ("B", 100)
    assert (found.mean_a, found.mean_b) == pytest.approx((0.10, 0.52))
    assert found.interval.low == pytest.approx(-0.6434, abs=1e-4)
    assert (found.a, found.b, found.lost) == ("random", "greedy", (0, 0))
    scores = [laatta.sim(name, games=100, size="3x3").scores for name in ("random", "greedy")]
    whole = laatta.compare("random", "greedy", games=100, size="3x3", until="all", threads=1)
    assert whole.difference == pytest.approx(scores[0].mean() - scores[1].mean())
    assert laatta.compare("greedy", "greedy", games=20).verdict == "same"
    assert laatta.compare("greedy", "greedy", games=20, reach=64).verdict == "unclear"


def test_a_sequential_test_of_players():
    found = laatta.compare("greedy", "random", until="decided", d1=0.1)
    assert found.decision == "better" and found.llr >= found.bounds.high
    # The pair that decides is the last that counts, wherever a batch ends.
    back = laatta.compare("greedy", "random", until="decided", d1=0.9, least=10)
    assert back.decision == "better" and back.pairs < 100
    again = laatta.compare("greedy", "random", until="decided", d1=0.9, least=10, threads=1)
    assert again == back
    worse = laatta.compare("random", "greedy", until="decided", d1=0.1)
    assert worse.decision == "not better" and worse.llr <= worse.bounds.low
    alike = laatta.compare("greedy", "greedy", games=100, until="decided", reach=256)
    assert alike.decision == "undecided" and alike.pairs == 100


def test_an_agent_of_ones_own_is_compared():
    laatta.register("anylegal", lambda board, legal: legal[0])
    found = laatta.compare("anylegal", "expectimax:depth=1", games=100, threads=2)
    assert found.verdict == "B" and found.interval.high < 0 and found.lost == (0, 0)

    def broken(board, legal):
        raise KeyError("not here")

    laatta.register("anylegal", broken)
    with pytest.raises(KeyError, match="not here"):
        laatta.compare("anylegal", "greedy", games=4)


def test_games_that_were_lost_are_told():
    bot = 'external:cmd="while read w r; do case $w in go) exit 4;; *) echo ok;; esac; done"'
    played = laatta.sim(bot, games=3, threads=1)
    assert played.lost == 3 and "exit status 4" in played.why
    assert laatta.sim("greedy", games=3).lost == 0 and laatta.sim("greedy", games=3).why == ""
    found = laatta.compare("greedy", bot, games=3, threads=1)
    assert found.lost == (0, 3) and found.why[0] == "" and "exit status 4" in found.why[1]


def test_a_sequential_test_of_any_games():
    drawn = np.random.default_rng(1)
    b = drawn.normal(100, 10, 2000)
    test = laatta.SequentialTest(d1=0.05)
    assert test.decision == "go on" and test.look().pairs == 0
    test.add(b + drawn.normal(5, 10, 2000), b)
    assert test.decision == "better" and test.look().verdict == "A"
    assert test.look().interval.low < 5 < test.look().interval.high
    # Pairs one by one, and all at once, are the same.
    one, all_of_them = laatta.SequentialTest(), laatta.SequentialTest()
    for i in range(150):
        one.add(b[i], b[i + 1])
    assert one.look() == all_of_them.add(b[:150], b[1:151]).look()
    # Two that never differ are told from "two points better" after 152 pairs.
    rates = laatta.SequentialTest(rate=True)
    assert rates.add([1] * 151, [True] * 151).decision == "go on"
    assert rates.add(0, 0).decision == "not better"


def test_what_no_comparison_can_be_made_of():
    test, rates = laatta.SequentialTest(), laatta.SequentialTest(rate=True)
    for wrong in (
            lambda: test.add([1, 2], [1]), lambda: test.add(float("nan"), 1),
            lambda: test.add([[1, 2]], [[1, 2]]), lambda: rates.add(0.5, 1),
            lambda: laatta.SequentialTest(d0=0.1, d1=0.1), lambda: laatta.SequentialTest(alpha=0.5),
            lambda: laatta.SequentialTest(level=1), lambda: laatta.SequentialTest(least=1),
            lambda: laatta.SequentialTest(least=-1),
            lambda: laatta.SequentialTest(rate=True, relative=True),
            lambda: laatta.compare("greedy", "nobody"), lambda: laatta.compare("greedy", "greedy", 1),
            lambda: laatta.compare("greedy", "random", reach=100),
            lambda: laatta.compare("greedy", "random", reach=2 ** 64),
            lambda: laatta.compare("greedy", "random", until="soon"),
            lambda: laatta.compare("greedy", "random", games=50, until="decided")):
        with pytest.raises(laatta.BadInput):
            wrong()
    assert test.look().pairs == rates.look().pairs == 0


def test_ctrl_c_ends_a_comparison():
    def interrupt():
        time.sleep(0.3)
        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        laatta.compare("expectimax:depth=6", "expectimax:depth=6", games=100000)
