"""Which of two is better: the lab's statistics, for players of laatta and for any other games."""
from __future__ import annotations

import dataclasses
from typing import Any, Optional

import numpy as np

from ._boards import rules_of, seed_of
from ._library import BadInput, Control, Progress, call, encoded, ffi, lib, text
from .players import raise_failure
from .simulation import Interval, tile_level

_VERDICTS = {lib.LT_UNCLEAR: "unclear", lib.LT_A_BETTER: "A", lib.LT_B_BETTER: "B",
             lib.LT_SAME: "same"}
_UNTIL = {"clear": lib.T48_UNTIL_CLEAR, "decided": lib.T48_UNTIL_DECIDED,
          "all": lib.T48_UNTIL_ALL}


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What pairs of outcomes say about A and B."""

    verdict: str
    """By the interval: "A" or "B" is better, "unclear", or "same" when no pair has differed."""
    decision: str
    """Of the sequential test: "better" (A, by more than d0), "not better" (A, by d1),
    "undecided" (no more games), "go on"."""
    pairs: int
    mean_a: float
    mean_b: float
    difference: float
    """mean_a - mean_b."""
    interval: Interval
    """Of the difference. From the least number of pairs on it holds whenever one looks; before,
    for a single look."""
    llr: float
    """The log-likelihood ratio; the test decides when it leaves `bounds`."""
    bounds: Interval


@dataclasses.dataclass(frozen=True)
class Comparison(Verdict):
    """A verdict about two players."""

    a: str
    b: str
    """The players, every parameter written out."""
    lost: tuple[int, int]
    """Games that A and B gave up because they could not go on."""
    why: tuple[str, str]
    """Why the first of them; "" when there are none."""


def _config(rate: bool, d0: float, d1: float, relative: Optional[bool], alpha: float, beta: float,
            level: float, least: int) -> Any:
    if least < 0:
        raise BadInput(f"the least number of pairs is 2 or more, not {least}")
    config = ffi.new("lt_sprt_config *")
    config[0] = lib.lt_sprt_defaults(rate)
    config.d0, config.d1, config.alpha, config.beta = d0, d1, alpha, beta
    config.level, config.min_pairs = level, least
    if relative is not None:
        config.relative = relative
    return config


def _fields(pairs: Any) -> dict[str, Any]:
    now = lib.lt_sprt_look(pairs)
    interval = Interval(now.interval.low, now.interval.high)
    return {"verdict": _VERDICTS[now.verdict],
            "decision": text(lib.lt_sprt_decision_name(now.decision)),
            "pairs": now.pairs, "mean_a": now.mean_a, "mean_b": now.mean_b,
            "difference": now.difference, "interval": interval,
            "llr": now.llr, "bounds": Interval(now.lower, now.upper)}


class SequentialTest:
    """Is A better than B? Pairs of outcomes go in, of games of any program, and the test says
    when it knows: after every pair a likelihood ratio weighs "A is better by d1" against "A is
    better by d0 at most", and errs in about alpha and beta of all cases at most.

    >>> test = SequentialTest(d1=0.1)
    >>> test.add([110, 130] * 100, [90, 100] * 100).decision
    'better'

    With `rate` outcomes are 0 or 1 and differences are of shares (0.02: two points); else d0
    and d1 are shares of B's mean, or with relative=False differences of the means themselves.
    It does not decide before `least` pairs: if what matters happens once in p games, ask for
    several times p. docs/LAB-STATISTICS.md has measured error rates."""

    def __init__(self, rate: bool = False, d0: float = 0.0, d1: float = 0.02,
                 relative: Optional[bool] = None, alpha: float = 0.05, beta: float = 0.05,
                 level: float = 0.95, least: int = 100) -> None:
        self._test = ffi.new("lt_sprt *")
        call(lib.lt_sprt_init, self._test,
             _config(rate, d0, d1, relative, alpha, beta, level, least))

    def add(self, a: Any, b: Any) -> "SequentialTest":
        """Outcomes of A and of B, one each or equally many, in the order of their games: the
        i-th of A and the i-th of B make a pair, best of games on the same seed. Those after a
        decision only sharpen the estimate."""
        ours, theirs = (np.atleast_1d(np.asarray(x, dtype=float)) for x in (a, b))
        if ours.shape != theirs.shape or ours.ndim != 1:
            raise BadInput("as many outcomes of A as of B are needed, in a list each")
        both = np.concatenate((ours, theirs))
        if not np.isfinite(both).all():
            raise BadInput("an outcome is a finite number")
        if self._test.config.rate and not np.isin(both, (0.0, 1.0)).all():
            raise BadInput("outcomes of a rate are 0 or 1")
        for one, other in zip(ours.tolist(), theirs.tolist()):
            lib.lt_sprt_add(self._test, one, other)
        return self

    @property
    def decision(self) -> str:
        """"go on", "better" or "not better"; the first one reached stays."""
        return text(lib.lt_sprt_decision_name(self._test.decision))

    def look(self) -> Verdict:
        """All that the pairs say so far."""
        return Verdict(**_fields(self._test))


def compare(a: str, b: str, games: int = 1000, seed: int = 1, reach: Optional[int] = None,
            until: str = "clear", d0: float = 0.0, d1: float = 0.02, alpha: float = 0.05,
            beta: float = 0.05, least: int = 100, threads: int = 0, size: str = "4x4",
            fours: float = 0.1, progress: Optional[Progress] = None) -> Comparison:
    """Which of two players is better, by mean score or by how often they `reach` a tile. Both
    play the same seeds, at most `games` each. It ends by itself:

    - until="clear", as `laatta compare` does: when the interval of the difference leaves zero;
    - until="decided", as `laatta lab sprt` does: when the sequential test has decided between
      d0 and d1 (of B's mean, or of shares) with error rates alpha and beta;
    - until="all": when all games are played.

    Players of one's own (register) are as good as laatta's. Ctrl-C ends it."""
    if until not in _UNTIL:
        raise BadInput(f"until is one of {', '.join(_UNTIL)}, not {until!r}")
    if games < 0 or threads < 0:
        raise BadInput("games are 2 or more, threads 0 (all) or more")
    rules, control = rules_of(size, fours), Control(progress)
    config, out = ffi.new("t48_compare_config *"), ffi.new("t48_comparison **")
    specs = [ffi.new("char[]", encoded(spec, "a player")) for spec in (a, b)]
    test = _config(reach is not None, d0, d1, None, alpha, beta, 0.95, least)
    config.a, config.b = specs
    config.rules, config.games, config.seed = rules[0], games, seed_of(seed)
    config.reach = 0 if reach is None else tile_level(reach)
    config.threads, config.until, config.test = threads, _UNTIL[until], test
    config.control = control.struct
    control.keep = (config, out, specs, test, rules)
    try:
        control.run(lib.t48_compare_run, out, config)
        raise_failure()
        why = ffi.new("char *[2]")
        lost = [lib.t48_comparison_lost(out[0], side, why + side) for side in (0, 1)]
        return Comparison(**_fields(lib.t48_comparison_pairs(out[0])),
                          a=text(lib.t48_comparison_player(out[0], 0)),
                          b=text(lib.t48_comparison_player(out[0], 1)),
                          lost=(lost[0], lost[1]), why=(text(why[0]), text(why[1])))
    finally:
        lib.t48_comparison_free(out[0])
