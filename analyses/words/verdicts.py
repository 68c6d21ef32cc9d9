"""Verdicts on maxims: right, right but for some hands, of no consequence, wrong.

All maxims of a study are judged at once: a verdict needs intervals that are right together in 95 of
100 studies (Bonferroni).
"""

from collections.abc import Iterable
from statistics import NormalDist

import numpy as np
import pandas as pd

from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.intervals import EXACT, NORMAL, Z_95
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
FEWEST = 30
"""The fewest cases on which a verdict rests, whatever the maxim is about."""
ALWAYS = "always following, per 100 deals of all"
"""What always following brings over all deals, those to which it does not apply included."""
_TOGETHER = 0.05
_LIMITS = limit_change(RUBICON)
_DELTA = f"{NORMAL}, by the delta method"


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

    Returns
    -------
    str
        One of VERDICTS: not settled where there are fewer cases than FEWEST; right but for some
        hands only where following makes more on average.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> few = [1.9, 2.1, 2.0, 2.2]
    >>> decide(estimate_values(np.array(8 * few)), None, 40)
    'right'
    >>> decide(estimate_values(np.array(few)), None, 40)
    'not settled'
    """
    if worth.n < FEWEST and worth.method != EXACT:
        return NOT_SETTLED
    low, high = widen(worth, tests)
    if has_exception and worth.value > 0:
        return BUT_FOR
    if high < 0:
        return WRONG
    if low > 0:
        return RIGHT if gain is None or widen(gain, tests)[0] > -MATTERS else MOSTLY
    return NO_MATTER if low > -MATTERS and high < MATTERS else NOT_SETTLED


def find_cost(gain: Estimate, share: Estimate) -> Estimate:
    """What always following makes over all deals, in points per hundred of them.

    Parameters
    ----------
    gain : Estimate
        What it makes more than the player's own choice, in a deal to which the maxim applies.
    share : Estimate
        Of deals: in how many it applies; the exact share counts where it is known.

    Returns
    -------
    Estimate
        The product; its error by the delta method.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> gain = estimate_values(np.array(20 * [-1.0, -3.0]))
    >>> find_cost(gain, estimate_proportion(50, 1_000)).value
    -10.0
    """
    often = float(share.value if share.exact is None else share.exact)
    error = 0.0 if share.exact is not None else share.se or 0.0
    value = 100 * gain.value * often
    if not gain.se:
        ends = (None if end is None else 100 * often * end for end in (gain.low, gain.high))
        return Estimate(value, None if gain.se is None else 0.0, *ends, gain.n, gain.method)
    se = 100 * float(np.hypot(often * gain.se, gain.value * error))
    return Estimate(value, se, value - Z_95 * se, value + Z_95 * se, gain.n, _DELTA)


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
    '2 verdicts on 1 maxim on calling, by seat: 1 right, 1 wrong'
    """
    judged = worths[worths["verdict"] != NOT_JUDGED]
    counts = count_verdicts(judged["verdict"]).items()
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts if number)
    number = judged["maxim"].nunique()
    verdicts = f"{len(judged)} verdict{'' if len(judged) == 1 else 's'}"
    maxims = f"{number} maxim{'' if number == 1 else 's'}"
    return f"{verdicts} on {maxims} on {what}, by {units}: {told or 'none judged'}"
