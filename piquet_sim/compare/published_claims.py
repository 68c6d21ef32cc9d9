"""Figures that books give about Piquet, and how they are judged.

The claims are data (``data/published_claims.json``): who said what, about which rules, in a form
that can be compared. `claim_computations` has the true figure for each claim of kind ``exact``.
"""

import json
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from math import copysign, inf, sqrt
from operator import truediv
from typing import Any

from piquet_sim.estimates.estimate import Estimate, careful_error
from piquet_sim.estimates.intervals import Z_95
from piquet_sim.estimates.significance import normal_tails
from piquet_sim.exact.odds import say_odds
from piquet_sim.game.errors import InputError, quote, read_known, read_text

RIGHT = "right"
ROUNDED = "right to the rounding"
WRONG = "wrong"
AGREES, DIFFERS, UNKNOWN = "agrees", "these players differ", "cannot tell"
"""Verdicts on figures about how people play."""

MEANINGS = {
    RIGHT: "it is exactly the true figure",
    ROUNDED: "it is the true figure, rounded as the author rounds",
    WRONG: "it is not the true figure, however that is rounded",
    AGREES: "it lies within the errors of the author's count and of the simulation",
    DIFFERS: "it lies beyond the errors of both at a level of 95%; these players are not the "
    "author's, who may have counted correctly what others did",
    UNKNOWN: "the error of the simulation is too large to say",
}
"""What each verdict means."""


Exact = Fraction | int | tuple[str, ...]
"""A true figure: a probability, a number, or the suits that make a point."""


@dataclass(frozen=True)
class Claim:
    """One published claim."""

    id: str
    source: str
    quantity: str
    claimed: str
    """In the author's words."""
    kind: str
    """"exact", or "strategy" where it depends on how people play."""
    rules: str
    figures: tuple[dict[str, Any], ...]
    """What was claimed, in numbers: each with one of ``odds_against``, ``odds_on`` (two
    numbers), ``fraction`` (two), ``one_in``, ``probability``, ``number`` (with ``digits`` where
    it was rounded to that many), ``suits`` (all that make a point, as in 79TT), bounds (see
    `judge_estimate`), and a ``label`` where there are several."""
    deal: dict[str, Any] | None = None
    counts: tuple[int, ...] | None = None
    """A whole table of counts, where one was given."""


def load_claims() -> tuple[Claim, ...]:
    """All claims, in the order of the file.

    Examples
    --------
    >>> len(load_claims()) > 50
    True
    """
    home = files("piquet_sim").joinpath("data", "published_claims.json")
    return tuple(
        Claim(
            **given
            | {
                "claimed": "–" if given["claimed"] is None else str(given["claimed"]),
                "figures": tuple(given["figures"]),
                "counts": tuple(given.get("counts") or ()) or None,
            }
        )
        for given in json.loads(home.read_text("utf-8"))
    )


def find_claim(name: str) -> Claim:
    """A claim by its id.

    Raises
    ------
    InputError
        If there is none, with the nearest id.

    Examples
    --------
    >>> find_claim("CB-HAND").quantity
    'named player dealt carte blanche (12 cards, no K Q J)'
    """
    claims = {claim.id: claim for claim in load_claims()}
    return claims[read_known(read_text("claim", name), claims, "claim")]


@dataclass(frozen=True)
class Judged:
    """One figure with its true value."""

    claim: Claim
    label: str
    claimed: str
    exact: Exact
    verdict: str
    """RIGHT, ROUNDED or WRONG; "no figure" where the author gave none."""
    computation: str
    """How the exact value was computed."""


# ---- What was claimed, as numbers ---------------------------------------------------------------
def claimed_probability(figure: dict[str, Any]) -> Fraction | None:
    """The probability that a figure states, if it states one.

    Examples
    --------
    >>> claimed_probability({"odds_against": [3, 1]})
    Fraction(1, 4)
    """
    for key, on in (("odds_on", True), ("odds_against", False)):
        if key in figure:
            first, second = (Fraction(str(side)) for side in figure[key])
            return (first if on else second) / (first + second)
    if "fraction" in figure:
        return Fraction(*figure["fraction"])
    if "one_in" in figure:
        return Fraction(1, figure["one_in"])
    if "probability" in figure:
        return Fraction(str(figure["probability"]))
    return None


def say_figure(figure: dict[str, Any]) -> str:
    """A figure as it was claimed: "5 to 4 against".

    Examples
    --------
    >>> say_figure({"odds_against": [3, 1]})
    '3 to 1 against'
    """
    for key, side in (("odds_on", "on"), ("odds_against", "against")):
        if key in figure:
            first, second = figure[key]
            return f"{first:,} to {second:,} {side}"
    if "fraction" in figure:
        return "{}/{}".format(*figure["fraction"])
    if "one_in" in figure:
        return f"1 in {figure['one_in']:,}"
    if "suits" in figure:
        return ", ".join(figure["suits"])
    return f"{figure['number']:,.4g}" if "digits" in figure else f"{figure.get('number', '')}"


def _is_rounded(figure: dict[str, Any], exact: Fraction) -> bool:
    # Whether a figure is the true one as the author rounds.
    digits = figure.get("digits")
    if digits:
        return float(f"{float(exact):.{digits - 1}e}") == figure["number"]
    if "one_in" in figure:
        return abs(1 / exact - figure["one_in"]) <= Fraction(1, 2)
    for key, chance in (("odds_on", exact), ("odds_against", 1 - exact)):
        if key in figure and chance != 1:
            # With the second side as the author has it, the first is the nearest.
            odds = truediv(*(Fraction(str(side)) for side in figure[key]))
            return abs(chance / (1 - chance) - odds) * odds.denominator <= Fraction(1, 2)
    return False


def judge_figure(figure: dict[str, Any], exact: Exact) -> str:
    """RIGHT, ROUNDED or WRONG.

    Odds, in their lowest terms, are right to the rounding if no whole number in place of their
    first side comes nearer, the second being kept; "1 in so many" and numbers with ``digits``, if
    they are the exact value rounded. Suits are right if they are all that there are and no others.

    Examples
    --------
    >>> from piquet_sim.exact.odds import named_odds
    >>> judge_figure({"odds_against": [3, 1]}, named_odds(1, 1, 5))
    'right'
    >>> from piquet_sim.exact.census import carte_blanche_probability
    >>> judge_figure({"one_in": 1700}, carte_blanche_probability())
    'wrong'
    """
    if "suits" in figure:
        return RIGHT if set(figure["suits"]) == set(exact) else WRONG
    if exact in (claimed_probability(figure), figure.get("number")):
        return RIGHT
    return ROUNDED if _is_rounded(figure, Fraction(exact)) else WRONG


@dataclass(frozen=True)
class Judgement:
    """A published figure beside our own."""

    claimed: float | None
    """The figure as a number; None if it states bounds."""
    found: Estimate
    z: float
    """The difference in standard errors of both, positive if ours is greater; 0 within
    bounds."""
    p: float
    """The p-value if the figure is true; see `significance.adjust_by_holm`."""
    verdict: str
    """AGREES, DIFFERS or UNKNOWN."""


def judge_estimate(
    figure: "dict[str, Any] | float | Fraction", estimate: Estimate, counted: int | None = None
) -> Judgement:
    """Compare a published figure with an estimate, allowing for the errors of both.

    A share that is claimed without a number of hands is taken as exact. Where the estimate's own
    error is as large as half the figure, the verdict is open.

    Parameters
    ----------
    figure : dict, float or Fraction
        A number, or a figure in the form of `Claim`, as in ``{"odds_against": [3, 1]}``; or
        bounds, which allow for the author's rounding: ``between``, ``at_least`` and, of
        probabilities, ``between_probabilities`` and ``at_least_probability``; or ``more_than``,
        with which an estimate agrees only if all of its interval lies above.
    estimate : Estimate
    counted : int, optional
        In how many hands the author counted a share: that sampling error is allowed for.

    Returns
    -------
    Judgement

    Raises
    ------
    InputError
        If the figure states no number, or the estimate has no error.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> ours = estimate_proportion(5_640, 10_000)
    >>> judge_estimate({"fraction": [9, 16]}, ours).verdict
    'agrees'
    >>> judge_estimate(0.6, ours).verdict
    'these players differ'
    """
    if not isinstance(estimate, Estimate):
        raise InputError(f"estimate: expected an estimate, got {quote(estimate)}")
    if estimate.se is None or estimate.low is None or estimate.high is None:
        raise InputError("estimate: judging a figure requires a standard error")
    if isinstance(figure, dict):
        probability = claimed_probability(figure)
        if probability is None:
            return _judge_bounds(figure, estimate)
        claimed = float(probability)
    else:
        claimed = float(figure)
    own = 0.0
    if counted:
        # If both are samples of one share, it lies between them: by it a count of none has an
        # error, too.
        share = (claimed * counted + estimate.value * estimate.n) / (counted + estimate.n)
        own = share * (1 - share) / counted
    error = sqrt(careful_error(estimate) ** 2 + own)
    less = estimate.value - claimed
    z = less / error if error else (0.0 if not less else copysign(inf, less))
    verdict = (
        AGREES if Z_95 * careful_error(estimate) < abs(claimed) / 2 or not claimed else UNKNOWN
    )
    return Judgement(
        claimed, estimate, z, normal_tails(z), DIFFERS if abs(less) > Z_95 * error else verdict
    )


def _judge_bounds(figure: dict[str, Any], estimate: Estimate) -> Judgement:
    # By whether the interval reaches them; how far off it is goes from the nearer one.
    least = figure.get("more_than")
    low, high = (
        figure.get("between")
        or figure.get("between_probabilities")
        or (
            figure.get("at_least", figure.get("at_least_probability", figure.get("number", least))),
            None,
        )
    )
    if low is None:
        raise InputError(f"figure: {figure!r} states no number")
    exact = low if "number" in figure else None
    high = high if exact is None else exact
    is_within = estimate.high >= low and (high is None or estimate.low <= high)
    verdict = AGREES if is_within else DIFFERS
    if least is not None and estimate.low <= least <= estimate.high:
        verdict = UNKNOWN
    off = min(estimate.value - low, 0) or max(0 if high is None else estimate.value - high, 0)
    error = careful_error(estimate)
    z = off / error if error else (0.0 if not off else copysign(inf, off))
    return Judgement(exact and float(exact), estimate, float(z), normal_tails(z), verdict)


def say_exact(exact: Exact, figure_is_odds: bool) -> str:
    """An exact value in print: odds, to two decimals where they are not round, a number, or suits.

    Examples
    --------
    >>> say_exact(Fraction(1, 4), figure_is_odds=True)
    '3 to 1 against'
    """
    if isinstance(exact, tuple):
        return ", ".join(exact)
    if isinstance(exact, int):
        return f"{exact:,}"
    if not figure_is_odds:
        rare = f", 1 in {float(1 / exact):,.1f}" if exact < Fraction(1, 20) else ""
        return f"{exact.numerator:,}/{exact.denominator:,}{rare}"
    ratio = (1 - exact) / exact
    side, ratio = "on" if ratio < 1 else "against", max(ratio, 1 / ratio)
    if ratio.denominator <= 10 or ratio.numerator <= 60:
        return say_odds(exact)
    return f"{float(ratio):,.2f} to 1 {side}"
