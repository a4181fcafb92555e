"""The Python module, from outside: the same answers as the command gives, errors in Python's
own form, Ctrl-C, and threads. Run by tests/scripts/python."""
import _thread
import math
import threading
import time

import numpy as np
import pytest

import laatta
from laatta import Direction

LATE = "2 4 8 16/. . 2 4/. . . 2/. . . ."


def test_versions_and_lists():
    assert laatta.__version__.count(".") == 2
    names = [entry.name for entry in laatta.players()]
    assert {"random", "expectimax", "ntuple"} <= set(names)
    assert "seven" in [entry.name for entry in laatta.evaluations()]
    assert {"ida", "astar"} <= {entry.name for entry in laatta.solvers()}
    depth = next(p for e in laatta.players() if e.name == "expectimax" for p in e.parameters
                 if p.name == "depth")
    assert isinstance(depth.default, int) and "to" in depth.allowed


def test_game_history_and_record():
    game = laatta.Game(seed=5)
    assert (game.board > 0).sum() == 2
    while not game.over:
        assert game.move(game.legal[-1])
    assert not any(game.move(d) for d in Direction)
    score, length = game.score, len(game)
    assert game.undo() and len(game) == length - 1
    assert game.redo() and game.score == score
    again = laatta.Game.load(game.save("me"))
    assert (again.board == game.board).all() and again.player == "me"
    assert again.moves == game.moves and str(again) == str(game)
    assert laatta.Game.load(game.save()).moves == game.moves
    with pytest.raises(laatta.LaattaError):
        laatta.Game.load(game.save().replace("\nscore ", "\nscore 1", 1))


def test_boards_come_in_several_forms():
    rows = [[2, 4, 8, 16], [0, 0, 2, 4], [0, 0, 0, 2], [0, 0, 0, 0]]
    with laatta.Player("expectimax:depth=2") as player:
        best = player.advise(LATE)
        assert best == player.advise(rows) == player.advise(np.array(rows))
        assert best.best == player.choose(rows)
    assert set(best.values) == set(best.legal) == {Direction.DOWN, Direction.LEFT}
    assert best == laatta.advise(LATE, player="expectimax:depth=2")
    assert laatta.Game(board=rows).board.tolist() == rows
    assert laatta.advise("2 4/4 2", player="greedy").best is None


@pytest.mark.parametrize("board", [
    [[2, 3], [0, 0]], [[2, -4], [0, 0]], [[1, 0], [0, 0]], [[2.5, 0], [0, 0]], [[2, 4]],
    "2 3/0 0", "2 4 8", "", [], [[[2]]], [[True, 2], [2, 2]], "2 2\0 2 2"])
def test_bad_boards(board):
    with pytest.raises(laatta.BadInput):
        laatta.advise(board, player="greedy")


def test_bad_words():
    for wrong in ("nobody", "expectimax:depth=x", "expectimax:depth", "ntuple:net=/nowhere.net"):
        with pytest.raises(laatta.LaattaError):
            laatta.Player(wrong)
    with pytest.raises(TypeError):
        laatta.Player(7)
    with pytest.raises(laatta.BadInput):
        laatta.Player("greedy", size="9x9")
    with pytest.raises(laatta.BadInput):
        laatta.Player("greedy", size="3x3").choose(LATE)
    with pytest.raises(laatta.BadInput, match="no direction"):
        laatta.Game().move("sideways")


def test_what_was_closed_is_refused():
    player, game, net = laatta.Player("greedy"), laatta.Game(), laatta.Network("2x2.net")
    env, train = laatta.VectorEnv(2), laatta.Training("2x2")
    for thing in (player, game, net, env, train, player):
        thing.close()
    for use in (lambda: player.choose(LATE), lambda: player.spec, lambda: game.board,
                lambda: game.move("up"), lambda: net.value("2 2/0 0"), lambda: env.reset(),
                lambda: env.step([0, 0]), lambda: train.step(games=1), lambda: train.save("/x")):
        with pytest.raises(laatta.BadInput, match="closed"):
            use()


def test_sim_is_the_same_on_any_threads():
    one = laatta.sim("greedy", games=60, seed=3, threads=1)
    two = laatta.sim("greedy", games=60, seed=3, threads=2)
    assert (one.scores == two.scores).all() and (one.max_tiles == two.max_tiles).all()
    assert one.scores[1] == 5856  # as tests/scripts/consumer finds it from C
    assert one.interval.low < one.mean < one.interval.high
    assert 0 < one.reached(256) <= 1 and one.reached_interval(256).low < one.reached(256)
    better = laatta.sim("expectimax:depth=1", games=60, seed=3)
    assert better.difference(one).low > 0
    with pytest.raises(laatta.BadInput):
        better.difference(laatta.sim("greedy", games=60, seed=4))
    assert laatta.sim("greedy", games=5, until=32).max_tiles.tolist() == [32] * 5
    for wrong in ({"games": 0}, {"until": 33}, {"start": "2 4/4 2", "size": "2x2"}):
        with pytest.raises(laatta.BadInput):
            laatta.sim("greedy", **wrong)


def test_intervals():
    assert laatta.wilson(5, 10).low == pytest.approx(0.2366, abs=1e-4)
    assert laatta.wilson(0, 0) == laatta.Interval(0, 1)
    assert laatta.mean_interval([1, 2, 3]).high == pytest.approx(2 + 4.3027 / math.sqrt(3), abs=1e-3)
    with pytest.raises(laatta.BadInput):
        laatta.wilson(3, 2)


def test_sim_frees_the_interpreter_and_hears_ctrl_c():
    counted = [0]

    def count():
        while counted[0] >= 0:
            counted[0] += 1
            time.sleep(0.001)

    def interrupt():
        while counted[0] < 20:  # the counter runs while the games do
            time.sleep(0.01)
        _thread.interrupt_main()

    threads = [threading.Thread(target=count, daemon=True), threading.Thread(target=interrupt)]
    for thread in threads:
        thread.start()
    with pytest.raises(KeyboardInterrupt):
        laatta.sim("expectimax:depth=6", games=100000)
    counted[0] = -10


def test_progress_is_told_and_may_fail():
    told = []
    laatta.sim("greedy", games=300, progress=lambda done, total: told.append((done, total)))
    assert told and told[-1][1] == 300

    def fail(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        laatta.sim("greedy", games=3000, progress=fail)


def test_a_player_of_ones_own():
    asked = []

    def choose(board, legal):
        asked.append(board.shape)
        return legal[0]

    laatta.register("firstlegal", choose, "the first legal move")
    assert "firstlegal" in [entry.name for entry in laatta.players()]
    one = laatta.sim("firstlegal", games=6, seed=2, threads=1)
    two = laatta.sim("firstlegal", games=6, seed=2, threads=2)
    assert (one.scores == two.scores).all() and set(asked) == {(4, 4)}
    assert laatta.Player("firstlegal").choose(LATE) == Direction.DOWN
    exactly = laatta.regret("firstlegal", "2x2")
    assert exactly.margin == 0 and 0 < exactly.expected < exactly.optimal

    def broken(board, legal):
        raise KeyError("lost")

    laatta.register("firstlegal", broken)
    with pytest.raises(KeyError, match="lost"):
        laatta.sim("firstlegal", games=2)
    with pytest.raises(laatta.BadInput):
        laatta.register("random", choose)
    with pytest.raises(laatta.BadInput):
        laatta.register("two words", choose)


def test_exact_values(tmp_path):
    result, table = laatta.exact("2x2")
    assert result.expected_score == pytest.approx(66.96414945710129, abs=1e-12)
    assert result.states == 110 and result.reach[8] == 1
    table.save(tmp_path / "2x2.table")
    again = laatta.ExactTable(tmp_path / "2x2.table")
    assert again.values("2 4/0 2") == table.values("2 4/0 2") != {}
    with pytest.raises(laatta.BadInput):
        table.values(LATE)
    (tmp_path / "2x2.table").write_bytes(b"rubbish")
    with pytest.raises(laatta.Damaged):
        laatta.ExactTable(tmp_path / "2x2.table")
    with pytest.raises(laatta.LaattaError):
        laatta.exact("4x4")


def test_endgame_tables(tmp_path):
    assert "L-256" in laatta.endgame_patterns()
    (tmp_path / "mine.txt").write_text("about mine\ntarget 64\n####\n####\n##..\n....\n")
    laatta.make_endgame_table(f"{tmp_path}/mine.txt", tmp_path / "mine.endgame", threads=1)
    tables = laatta.EndgameTables(tmp_path)
    assert len(tables) == 1
    late = "32768 16384 8192 4096/2048 1024 512 256/128 64 2 0/0 0 2 4"
    moves = tables.moves(late)
    # Sliding left or right would leave the two large tiles of the third row where they are.
    assert moves and Direction.LEFT in moves and all(c.pattern == "mine" for c in moves.values())
    assert all(0 < c.probability < 1 for c in moves.values())
    left = tables.after("32768 16384 8192 4096/2048 1024 512 256/128 64 2 0/2 4 0 0")
    assert left == moves[Direction.LEFT]
    assert tables.after(LATE) is None and tables.moves(LATE) == {}
    for wrong in (lambda: tables.after("2 4/4 2"), lambda: tables.moves("2 3/0 0"),
                  lambda: laatta.make_endgame_table("nobody", tmp_path / "x.endgame")):
        with pytest.raises(laatta.LaattaError):
            wrong()
    tables.close()
    with pytest.raises(laatta.BadInput, match="closed"):
        tables.after(late)
    (tmp_path / "mine.endgame").write_bytes(b"rubbish")
    assert len(laatta.EndgameTables(tmp_path)) == 0


def test_puzzle():
    found = laatta.solve("5 1 0 4/6 7 3 8/2 14 10 11/9 13 15 12")
    assert len(found) == 16 and found.optimal
    assert len(laatta.solve([[1, 2, 3], [4, 5, 6], [0, 7, 8]], solver="astar")) == 2
    with pytest.raises(laatta.Unsolvable):
        laatta.solve("1 2 3/4 5 6/8 7 0")
    with laatta.Puzzle("1 2 3/4 5 6/7 8 0") as puzzle:
        assert len(puzzle.solve("1 2 3/4 5 6/7 0 8")) == 1
        for wrong in ("1 2/3 0", "1 1 3/4 5 6/7 8 0", "1 2 3"):
            with pytest.raises(laatta.BadInput):
                puzzle.solve(wrong)


def test_networks(tmp_path):
    net = laatta.Network("2x3.net")
    assert net.size == "2x3" and net.games > 0
    boards = np.array([[[2, 4, 8], [0, 0, 2]], [[2, 2, 0], [0, 0, 4]]])
    values = net.values(boards)
    assert values.shape == (2,) and values[0] == net.value("2 4 8/0 0 2")
    assert net.values(boards.transpose(0, 2, 1), size="3x2").tolist() == values.tolist()
    for wrong in (lambda: net.values(LATE), lambda: net.values(LATE, size="4x4"),
                  lambda: laatta.Network(b"rubbish"), lambda: laatta.Network("nowhere.net"),
                  lambda: laatta.Player("ntuple:net=2x3.net")):
        with pytest.raises(laatta.LaattaError):
            wrong()


def test_training_resumes(tmp_path):
    path = tmp_path / "mine.train"
    whole, half = laatta.Training("2x3", seed=7), laatta.Training("2x3", seed=7)
    whole.step(games=50, threads=1)
    point = whole.step(games=50, threads=1)
    assert point.games == whole.games == 100 and point.mean > 0
    half.step(games=50, threads=1)
    half.save(path)
    rest = laatta.Training.load(path)
    rest.step(games=50, threads=1)
    boards = np.arange(4096, dtype=np.uint64) * 16 + 1
    assert (whole.values(boards) == rest.values(boards)).all() and whole.values(boards).any()
    rest.save(path)
    laatta.quantize(path, tmp_path / "mine.net", games=10)
    made = laatta.Network((tmp_path / "mine.net").read_bytes())
    assert made.size == "2x3" and made.games == 100
    whole.average(half)
    for wrong in (lambda: whole.average(laatta.Training("2x2")), lambda: whole.step(),
                  lambda: laatta.Training("2x3", tuples="0z"), lambda: laatta.Training("5x5"),
                  lambda: laatta.Training("2x3", lambda_=3), lambda: whole.save("/nowhere/x")):
        with pytest.raises(laatta.LaattaError):
            wrong()
