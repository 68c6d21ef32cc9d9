"""Sentences and titles, each with the numbers that must support it.

A sentence is text with its grounds. A ground is a number with its interval and the range in which
all of the interval must lie; "most of the lead comes from play" has the ground that its share lies
above one half. Since a study has many sentences, the interval has a level of 99.8%.
`choose` takes the first of some sentences whose grounds hold, so that a study says less where its
numbers allow less, at every number of deals. The last one has no grounds: it only states numbers
with their errors.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf, log10
from statistics import NormalDist

from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.digits import decimals_of, format_value, format_with_error
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import Z_95

UNLIKELY = 0.002
"""A p-value below which a finding is not put down to chance."""

WIDER = NormalDist().inv_cdf(1 - UNLIKELY / 2) / Z_95
"""Factor from the ends of a 95% interval to those of a ground."""


def is_clear(number: Estimate, above: float = -inf, below: float = inf) -> bool:
    """Whether all of a number's 99.8% interval lies above another or below it.

    Since a study says much, the interval of what it claims is wider than that beside a number.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> [is_clear(estimate_proportion(6 * n, 10 * n), above=0.5) for n in (10, 100)]
    [False, True]
    """
    if number.low is None or number.high is None:
        return False
    low, high = (number.value + WIDER * (end - number.value) for end in (number.low, number.high))
    return above < low and high < below


@dataclass(frozen=True)
class Ground:
    """A condition for a sentence: a number lies within a range beyond its error."""

    words: str
    """What the number is."""
    value: float
    low: float | None
    """Lower end of its 95% interval; None where it has none; then the ground does not hold."""
    high: float | None
    above: float = -inf
    below: float = inf

    @property
    def holds(self) -> bool:
        """Whether all of the wider interval lies within the range, ends excluded."""
        if self.low is None or self.high is None:
            return False
        low, high = (self.value + WIDER * (end - self.value) for end in (self.low, self.high))
        return self.above < low and high < self.below


class Sentence(str):
    """Text with the grounds on which it may be used."""

    grounds: tuple[Ground, ...]

    def __new__(cls, text: str, *grounds: Ground) -> "Sentence":
        """The text with its grounds."""
        made = super().__new__(cls, text)
        made.grounds = grounds
        return made

    @property
    def holds(self) -> bool:
        """Whether all its grounds hold."""
        return all(ground.holds for ground in self.grounds)


def is_within(
    words: str, number: Estimate | float, above: float = -inf, below: float = inf
) -> Ground:
    """The ground that a number lies between two others beyond its error.

    Parameters
    ----------
    words : str
        What the number is.
    number : Estimate or float
        A float has no error.
    above, below : float

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> is_within("a share", estimate_proportion(60, 100), above=0.5).holds
    False
    >>> is_within("a share", estimate_proportion(600, 1_000), above=0.5).holds
    True
    """
    if isinstance(number, Estimate):
        return Ground(words, number.value, number.low, number.high, above, below)
    return Ground(words, number, number, number, above, below)


def is_so(words: str, fact: bool) -> Ground:
    """The ground of something known exactly."""
    return is_within(words, float(fact), above=0.5)


def exceeds(words: str, one: Estimate, two: Estimate) -> Ground:
    """The ground that one of two independent numbers is greater beyond the errors of both."""
    if one.low is None or two.low is None:
        return Ground(words, one.value - two.value, None, None, above=0.0)
    return is_within(words, subtract_estimates(one, two), above=0.0)


def exceeds_all(words: str, one: Estimate, others: Iterable[Estimate]) -> tuple[Ground, ...]:
    """The grounds of a superlative: one of some independent numbers is greater than any other."""
    return tuple(exceeds(words, one, other) for other in others)


def choose(*ways: Sentence) -> Sentence:
    """The first sentence whose grounds hold.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> share = estimate_proportion(52, 100)
    >>> most = is_within("the share", share, above=0.5)
    >>> choose(Sentence("Most do.", most), Sentence("52% do."))
    '52% do.'
    """
    return next(way for way in ways if way.holds)


def compose(*pieces: str) -> Sentence:
    """Pieces one after the other, with the grounds of all."""
    grounds = [ground for piece in pieces for ground in getattr(piece, "grounds", ())]
    return Sentence("".join(pieces), *grounds)


def join_pieces(between: str, pieces: Iterable[str]) -> Sentence:
    """Pieces with something between them, with the grounds of all."""
    parts: list[str] = []
    for piece in pieces:
        parts += [between, piece] if parts else [piece]
    return compose(*parts)


# ---- Numbers in a sentence ----------------------------------------------------------------------
def say(estimate: Estimate, scale: float = 1.0) -> str:
    """A number with its standard error, or its bound where all cases were alike.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> say(estimate_proportion(12, 400), scale=100)
    '3.00 ± 0.85'
    >>> say(estimate_proportion(0, 400), scale=100)
    '0 (at most 0.95)'
    """
    return _say_in(estimate, scale, "")


def is_bounded(estimate: Estimate) -> bool:
    """Whether points have an error, or lie between bounds that tell something.

    Where few cases were seen and all were alike, the bounds are what the laws allow.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> [is_bounded(estimate_values([0.0] * n, limits=(-287, 287))) for n in (1, 3_000)]
    [False, True]
    """
    if estimate.se:
        return True
    return estimate.low is not None and estimate.high - estimate.low <= _WIDEST


_WIDEST = 10.0
"""Points between bounds, beyond which they are not worth a word."""


def _say_in(estimate: Estimate, scale: float, sign: str) -> str:
    if estimate.is_unvaried:
        return f"{scale * estimate.value:g}{sign} ({_say_bounds(estimate, scale, sign)})"
    return format_with_error(estimate.value, estimate.se, scale) + sign


def _say_bounds(estimate: Estimate, scale: float, sign: str) -> str:
    # How far from the one value that was seen it may be, to two digits of the distance.
    value, low, high = (scale * one for one in (estimate.value, estimate.low, estimate.high))
    ends = {"at least": low, "at most": high}
    told = [
        f"{words} {end:.{decimals_of(abs(end - value))}f}{sign}"
        for words, end in ends.items()
        if end != value
    ]
    return " and ".join(told)


def percent(estimate: Estimate) -> str:
    """A proportion as a percentage with its standard error: "2.55 ± 0.02%".

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> percent(estimate_proportion(12, 400))
    '3.00 ± 0.85%'
    >>> percent(estimate_proportion(0, 400))
    '0% (at most 0.95%)'
    """
    return _say_in(estimate, 100, "%")


def about(estimate: Estimate, scale: float = 1.0, sign: str = "") -> str:
    """A number alone, for a title: no digit that its error does not support.

    Parameters
    ----------
    estimate : Estimate
    scale : float
        Factor of the number; 100 for percentages.
    sign : str
        "+" for a sign before what is not negative, too.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> about(estimate_proportion(12, 400), scale=100)
    '3.0'
    >>> about(estimate_proportion(120, 400), scale=100)
    '30'
    """
    return format_value(estimate.value, estimate.se, scale, sign)


def brief(estimate: Estimate, scale: float = 1.0, sign: str = "", most: int | None = None) -> str:
    """A number in a chart, with the digits that its error lets stand: 12.814 ± 0.037 is 12.8.

    Parameters
    ----------
    estimate : Estimate
    scale : float
        Factor of the number; 100 for percentages.
    sign : str
        "+" for a sign before what is not negative, too.
    most : int, optional
        The most decimals.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> brief(estimate_proportion(30_000, 1_000_000), scale=100)
    '3.0'
    >>> brief(estimate_proportion(12, 400), scale=100)
    '3'
    """
    value, se = scale * estimate.value, scale * (estimate.se or 0.0)
    places = max(0, floor(-log10(se))) if se else int(not estimate.is_unvaried)
    if se < abs(value):  # one digit stands at least
        places = max(places, -floor(log10(abs(value))))
    places = places if most is None else min(places, most)
    return f"{round(value, places) + 0.0:{sign},.{places}f}".replace("-", "−")


def brief_percent(estimate: Estimate) -> str:
    """A proportion in a chart as a percentage: "64%", "0.4%".

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> brief_percent(estimate_proportion(639, 1_000))
    '64%'
    """
    return brief(estimate, 100) + "%"


def about_percent(estimate: Estimate) -> str:
    """A proportion as a percentage alone: "2.6%"."""
    return about(estimate, 100) + "%"


def share_seen(estimates: dict[str, Estimate], name: str) -> str:
    """One of some proportions as a percentage, or a note that no case was seen.

    Examples
    --------
    >>> share_seen({}, "rubicon")
    'none seen'
    """
    return percent(estimates[name]) if name in estimates else "none seen"


def one_in(probability: float | Fraction | Estimate) -> str:
    """A probability as books give it: an estimate only as exactly as its error allows.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> one_in(1 / 1792.43), one_in(estimate_proportion(12, 400))
    ('1 in 1,792.4', '1 in 33')
    """
    value = probability.value if isinstance(probability, Estimate) else probability
    if not value:
        return "never seen"
    odds = 1 / float(value)
    if isinstance(probability, Estimate):
        return f"1 in {format_value(odds, (probability.se or 0.0) * odds * odds)}"
    return f"1 in {odds:,.1f}" if odds < 10_000 else f"1 in {odds:,.0f}"
