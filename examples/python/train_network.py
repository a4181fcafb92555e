#!/usr/bin/python3
"""Trains a small network on 3x3 boards, measures it as it learns, and compares it with
perfect play:

    train_network.py [STEPS [GAMES]]
"""
import os
import sys
import tempfile

import laatta


def main() -> None:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    train = laatta.Training("3x3", seed=1)
    with tempfile.TemporaryDirectory() as directory:
        checkpoint = os.path.join(directory, "mine.train")
        for step in range(steps):
            point = train.step(games=games, anneal=0.1 if step == steps - 1 else 0)
            print(f"{point.games:8} games: learning at {point.mean:6.0f} ± {point.half:.0f} points")
        train.save(checkpoint)
        # A checkpoint is a network: look into it, and play with it.
        net = laatta.Network(checkpoint)
        print(f"it expects {net.value('2 4 8/0 0 0/0 0 0'):.0f} points from an early board")
        results = laatta.sim(f"ntuple:depth=1,net={checkpoint}", games=200, size="3x3")
        print(f"one move ahead it makes {results.mean:.0f} points "
              f"[{results.interval.low:.0f}, {results.interval.high:.0f}], "
              f"and 256 in {100 * results.reached(256):.0f} % of its games")


if __name__ == "__main__":
    main()
