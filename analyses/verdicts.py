"""Verdicts on maxims: right, right but for some hands, of no consequence, wrong.

All maxims of a study are judged at once: a verdict needs intervals that are right together in 95 of
100 studies (Bonferroni).
"""

from collections.abc import Iterable
from statistics import NormalDist

import numpy as np
import pandas as pd

from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.intervals import Z_95
from piquet_sim.estimates.limits import limit_change
from piquet_sim.game.rules import RUBICON

RIGHT, BUT_FOR, MOSTLY = "right", "right but for some hands", "right as a rule"
NO_MATTER, NOT_SETTLED, WRONG = "of no consequence", "not settled", "wrong"
VERDICTS = (RIGHT, BUT_FOR, MOSTLY, NO_MATTER, NOT_SETTLED, WRONG)
"""What may be said of a maxim, the best first."""
NOT_JUDGED = "not judged"
"""In place of a verdict, of what was reckoned and is no test of the maxim."""

MATTERS = 0.5
"""Points a deal in which a maxim applies: of no consequence is what is settled neither way, and
surely less than so much; to follow in every deal may take so much off where a maxim is right."""
_TOGETHER = 0.05
_LIMITS = limit_change(RUBICON)


def mean(differences: np.ndarray) -> Estimate:
    """The mean of differences of points between two ways of playing a deal, with its error.

    Examples
    --------
    >>> mean(np.array([-1, 3, 1, 5])).value
    2.0
    """
    return estimate_values(differences, limits=_LIMITS)


def widen(estimate: Estimate, tests: int) -> tuple[float, float]:
    """The ends of an interval of a mean that is one of so many, right together in 95 of 100.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> low, high = widen(estimate_values(np.array([-1, 3, 1, 5])), 40)
    >>> low < 0 < high
    True
    """
    if estimate.se is None or estimate.low is None or estimate.high is None:
        return -np.inf, np.inf
    times = NormalDist().inv_cdf(1 - _TOGETHER / (2 * tests)) / Z_95
    value = estimate.value
    return value + times * (estimate.low - value), value + times * (estimate.high - value)


def decide(worth: Estimate, gain: Estimate | None, tests: int, has_exception: bool = False) -> str:
    """The verdict on a maxim, one of so many that are judged together.

    Parameters
    ----------
    worth : Estimate
        What following makes more than breaking, in points a deal in which it applies.
    gain : Estimate or None
        What always following makes more than the players' own choice; None if that is the same.
    tests : int
        How many are judged together.
    has_exception : bool
        Whether following is right in one class and wrong in the other, beyond doubt.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> decide(estimate_values(np.array([1.9, 2.1, 2.0, 2.2])), None, 40)
    'right'
    """
    low, high = widen(worth, tests)
    if has_exception:
        return BUT_FOR
    if high < 0:
        return WRONG
    if low > 0:
        return RIGHT if gain is None or widen(gain, tests)[0] > -MATTERS else MOSTLY
    return NO_MATTER if low > -MATTERS and high < MATTERS else NOT_SETTLED


def count_verdicts(found: Iterable[str]) -> dict[str, int]:
    """How many there are of each verdict, the best first; what was not judged is left out.

    Examples
    --------
    >>> count_verdicts(["wrong", "right", "not judged", "right"])["right"]
    2
    """
    found = list(found)
    return {verdict: found.count(verdict) for verdict in VERDICTS}


def say_verdicts(what: str, units: str, worths: pd.DataFrame) -> str:
    """How many maxims were judged, and with which verdicts.

    Parameters
    ----------
    what, units : str
        What the maxims are about, and what they are judged by: "seat".
    worths : DataFrame
        A row for each verdict, with the columns ``maxim`` and ``verdict``.

    Examples
    --------
    >>> rows = {"maxim": ["A", "A", "B"], "verdict": ["right", "wrong", "not judged"]}
    >>> say_verdicts("calling", "seat", pd.DataFrame(rows))
    'Of 1 maxims on calling, judged by seat: 1 right, 1 wrong'
    """
    judged = worths[worths["verdict"] != NOT_JUDGED]
    counts = count_verdicts(judged["verdict"]).items()
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts if number)
    number = judged["maxim"].nunique()
    return f"Of {number} maxims on {what}, judged by {units}: {told or 'none judged'}"
