#!/usr/bin/python3
"""Compares an agent of one's own with laatta's players by the statistics of the lab: on the same
seeds, until it is clear, with intervals that hold whenever one looks:

    compare_agent.py [GAMES]
"""
import sys

import numpy as np

import laatta


def snake(board: np.ndarray, legal: list[laatta.Direction]) -> laatta.Direction:
    """Looks one move ahead, for large tiles along the top row and then back."""
    weights = np.array([[15, 14, 13, 12], [8, 9, 10, 11], [7, 6, 5, 4], [0, 1, 2, 3]])
    best, best_value = legal[0], -1.0
    for direction in legal:
        game = laatta.Game(board=board)  # a scratch copy to try the move on
        game.move(direction)
        value = float((game.board * 2.0 ** weights).sum())
        if value > best_value:
            best, best_value = direction, value
    return best


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    laatta.register("mysnake", snake, "one move ahead along a snake")
    mine = laatta.sim("mysnake", games=min(games, 30), seed=1)
    share = mine.reached_interval(512)
    print(f"mysnake makes {mine.mean:.0f} points [{mine.interval.low:.0f}, "
          f"{mine.interval.high:.0f}], and 512 in {100 * mine.reached(512):.0f} % "
          f"[{100 * share.low:.0f}, {100 * share.high:.0f}] of its games")
    # Pairs of games on the same seeds, until it is clear who is better.
    for spec in ("random", "greedy", "expectimax:depth=1"):
        found = laatta.compare("mysnake", spec, games=games)
        verdict = {"A": "better", "B": "worse"}.get(found.verdict, "not clearly other")
        print(f"than {spec:20} mysnake is {verdict}: {found.interval.low:+.0f} to "
              f"{found.interval.high:+.0f} points a game, {found.pairs} games of each")
    # A question with stated error rates, which may be asked of any games, also of programs
    # that laatta knows nothing of: is A better by half than B, or not at all?
    test = laatta.SequentialTest(d1=0.5, alpha=0.05, beta=0.05, least=30)
    ours, theirs = mine.scores, laatta.sim("random", games=len(mine), seed=1).scores
    look = test.add(ours, theirs).look()
    print(f"by half better than random: {look.decision} after {look.pairs} pairs, "
          f"ratio {look.llr:.1f} of {look.bounds.low:.1f} to {look.bounds.high:.1f}")


if __name__ == "__main__":
    main()
