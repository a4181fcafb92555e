#!/usr/bin/env python3
"""A 2048 bot in Python: the move after which most cells are empty, ties to a corner.

It speaks the protocol of docs/PROTOCOL.md, so laatta can play and measure it:
    laatta sim --player 'external:cmd="python3 examples/bot.py"' --games 20
"""
import sys


def slide(row):
    """One row moved left."""
    tiles, out = [t for t in row if t], []
    for tile in tiles:
        if out and out[-1] == tile:
            out[-1] = -2 * tile  # below zero: merged in this move
        else:
            out.append(tile)
    return [abs(t) for t in out] + [0] * (len(row) - len(out))


def moved(board, direction):
    if direction in ("up", "down"):
        return [list(r) for r in zip(*moved([list(c) for c in zip(*board)], {"up": "left", "down": "right"}[direction]))]
    return [slide(row) if direction == "left" else slide(row[::-1])[::-1] for row in board]


def choose(board):
    legal = [d for d in ("left", "down", "up", "right") if moved(board, d) != board]
    return max(legal, key=lambda d: sum(row.count(0) for row in moved(board, d)))


for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "position":
        position = [[int(t) for t in row.split()] for row in rest.split("/")]
    if command == "quit":
        break
    print("best " + choose(position) if command == "go" else "ok", flush=True)
