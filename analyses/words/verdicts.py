"""Verdicts on maxims: good advice, a hint and no rule, says nothing, bad advice.

What following a maxim makes more than breaking it is no verdict: of a rule without any sense that
allows nine discards in ten the best that follows is better than the best that breaks. So each
maxim is held against a random rule of the same size: in every case as many of the ways follow it,
and as many break it, but which ones is drawn by lot. What the maxim makes more than that, its words
know. The second question is what obeying it always costs against the player's own choice.

All verdicts of all studies need intervals that are right together in 95 of 100 times (Bonferroni).
"""

from collections.abc import Iterable, Sequence
from statistics import NormalDist

import numpy as np
import pandas as pd

from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.intervals import EXACT, NORMAL, Z_95
from piquet_sim.estimates.limits import limit_change
from piquet_sim.game.rules import RUBICON

GOOD, HINT, NOTHING = "good advice", "a good hint", "says nothing"
NOT_SETTLED, BAD = "not settled", "bad advice"
VERDICTS = (GOOD, HINT, NOTHING, NOT_SETTLED, BAD)
"""What may be said of a maxim, the best first."""
MEANINGS = {
    GOOD: "its words know more than that, and obeying it always costs less than that",
    HINT: "its words know more than that, but obeying it always costs, or may cost, more",
    NOTHING: "its words surely know less than that",
    BAD: "it does worse than the lot by more than that, and breaking it makes more",
    NOT_SETTLED: "none of these is sure, or there are fewer than thirty cases",
}
"""What each verdict means, where "that" is half a point a deal, `MATTERS`."""
NOT_JUDGED = "not judged"
"""In place of a verdict, of what was reckoned and is no test of the maxim."""

MATTERS = 0.5
"""Points a deal in which a maxim applies: so much the words of a good one know, and less than that
obeying it always may cost."""
FEWEST = 30
"""The fewest cases on which a verdict rests, whatever the maxim is about."""
ALWAYS = "always following, per 100 deals of all"
"""What always following brings over all deals, those to which it does not apply included."""
TOGETHER = 120
"""All studies of maxims together give no more verdicts: each is one of so many, wherever it is
given."""
SAID_TOGETHER = f"right together at a level of 95%, {TOGETHER} in all studies (Bonferroni)"
"""What a study notes about its verdicts."""
_LEVEL = 0.05
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


def widen(estimate: Estimate, tests: int = TOGETHER) -> tuple[float, float]:
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
    times = NormalDist().inv_cdf(1 - _LEVEL / (2 * tests)) / Z_95
    value = estimate.value
    return value + times * (estimate.low - value), value + times * (estimate.high - value)


def decide(known: Sequence[Estimate], worth: Estimate, gain: Estimate | None) -> str:
    """The verdict on a maxim, one of `TOGETHER`.

    Parameters
    ----------
    known : sequence of Estimate
        What following makes more than breaking, less what it would for each random rule of the
        same size, in points a deal in which it applies; the least first.
    worth : Estimate
        What following makes more than breaking.
    gain : Estimate or None
        What always following makes more than the players' own choice; None if it costs nothing.

    Returns
    -------
    str
        One of VERDICTS. Good advice knows more than MATTERS, and obeying it always costs less than
        that; a hint knows as much, and may cost more. Bad advice knows less than nothing by more
        than MATTERS beside every random rule, and breaking it makes more. What is surely none of
        these says nothing: it knows less than MATTERS beside one random rule. All else is not
        settled, as is what rests on fewer cases than FEWEST.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> many, few = (estimate_values(np.array(times * [1.9, 2.1, 2.0, 2.2])) for times in (8, 1))
    >>> decide([many], many, None), decide([few], few, None)
    ('good advice', 'not settled')
    """
    if worth.n < FEWEST and worth.method != EXACT:
        return NOT_SETTLED
    lows, highs = zip(*map(widen, known), strict=True)
    if min(lows) > MATTERS:
        return GOOD if gain is None or widen(gain)[0] > -MATTERS else HINT
    lowest, highest = widen(worth)
    if max(highs) < -MATTERS and highest < 0:
        return BAD
    may_be_bad = max(lows) < -MATTERS and lowest < 0
    return NOTHING if min(highs) < MATTERS and not may_be_bad else NOT_SETTLED


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
    >>> count_verdicts(["bad advice", "good advice", "not judged", "good advice"])["good advice"]
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
    >>> rows = {"maxim": ["A", "A", "B"], "verdict": [GOOD, BAD, NOT_JUDGED]}
    >>> say_verdicts("calling", "seat", pd.DataFrame(rows))
    '2 verdicts on 1 maxim on calling, by seat: 1 good advice, 1 bad advice'
    """
    judged = worths[worths["verdict"] != NOT_JUDGED]
    counts = count_verdicts(judged["verdict"]).items()
    told = ", ".join(
        f"{number} {verdict}{_say_of(judged[judged['verdict'] == verdict])}"
        for verdict, number in counts
        if number
    )
    number = judged["maxim"].nunique()
    verdicts = f"{len(judged)} verdict{'' if len(judged) == 1 else 's'}"
    maxims = f"{number} maxim{'' if number == 1 else 's'}"
    return f"{verdicts} on {maxims} on {what}, by {units}: {told or 'none judged'}"


def _say_of(judged: pd.DataFrame) -> str:
    # Of how many maxims, where some have that verdict more than once.
    maxims = judged["maxim"].nunique()
    if maxims == len(judged):
        return ""
    return f" (on {maxims} maxim{'' if maxims == 1 else 's'})"
