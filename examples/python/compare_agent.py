#!/usr/bin/python3
"""Compares an agent of one's own with laatta's players, on the same seeds, with intervals:

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
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    laatta.register("mysnake", snake, "one move ahead along a snake")
    mine = laatta.sim("mysnake", games=games, seed=1)
    print(f"{'player':20} {'mean score':>10}  {'95 % interval':20} 512 reached")
    for spec in ("mysnake", "random", "greedy", "expectimax:depth=1"):
        results = mine if spec == "mysnake" else laatta.sim(spec, games=games, seed=1)
        share = results.reached_interval(512)
        print(f"{spec:20} {results.mean:10.0f}  [{results.interval.low:7.0f}, "
              f"{results.interval.high:7.0f}]   {100 * results.reached(512):.0f} % "
              f"[{100 * share.low:.0f}, {100 * share.high:.0f}]")
        if spec != "mysnake":
            gap = mine.difference(results)
            verdict = "better" if gap.low > 0 else "worse" if gap.high < 0 else "undecided"
            print(f"{'':20} mysnake is {verdict}: {gap.low:+.0f} to {gap.high:+.0f} points a game")


if __name__ == "__main__":
    main()
