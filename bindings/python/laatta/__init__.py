"""laatta: sliding-tile games, played, solved and measured.

>>> import laatta
>>> laatta.advise("2 4 8 16/. . 2 4/. . . 2/. . . .", player="expectimax:depth=2").best
<Direction.LEFT: 3>
>>> len(laatta.solve("5 1 0 4/6 7 3 8/2 14 10 11/9 13 15 12"))
16

Games and players: Game, Player, advise, register, players, evaluations.
Many games: sim, Results, wilson, mean_interval; compare, SequentialTest.
Learning: Training, Network, quantize, VectorEnv, Env.
Exact values: exact, ExactTable, regret; EndgameTables, endgame_patterns, make_endgame_table.
The sliding puzzle: solve, Puzzle, solvers, heuristics.

Errors are LaattaError and its kinds, most of them ValueError too. Calls of the library let
other Python threads run; long ones are ended by Ctrl-C. docs/PYTHON.md has more.
"""
from ._boards import Board, Direction
from ._library import (BadInput, Damaged, Failed, LaattaError, LimitReached, NoMemory, Unsolvable,
                       Unsupported, lib as _lib, library_path, text as _text)
from .comparison import Comparison, SequentialTest, Verdict, compare
from .endgames import Chance, EndgameTables, endgame_patterns, make_endgame_table
from .env import Env, VectorEnv
from .exactly import Exact, ExactTable, Regret, exact, regret
from .games import Game
from .networks import Network, Point, Training, quantize
from .players import Advice, Entry, Parameter, Player, advise, evaluations, players, register
from .puzzle import Position, Puzzle, Solution, heuristics, solve, solvers
from .simulation import Interval, Results, mean_interval, sim, wilson

__version__ = _text(_lib.lt_version())

__all__ = [
    "Advice", "BadInput", "Board", "Chance", "Comparison", "Damaged", "Direction",
    "EndgameTables", "Entry", "Env", "Exact", "ExactTable", "Failed", "Game", "Interval",
    "LaattaError", "LimitReached", "Network", "NoMemory", "Parameter", "Player", "Point",
    "Position", "Puzzle", "Regret", "Results", "SequentialTest", "Solution", "Training",
    "Unsolvable", "Unsupported", "VectorEnv", "Verdict", "advise", "compare",
    "endgame_patterns", "evaluations", "exact", "heuristics", "library_path",
    "make_endgame_table", "mean_interval", "players", "quantize", "register", "regret", "sim",
    "solve", "solvers", "wilson", "__version__",
]
