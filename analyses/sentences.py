"""Numbers as sentences and titles print them."""

from fractions import Fraction
from math import floor, log10

from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.grounds import say_one_in
from piquet_sim.estimates.quantity import Quantity, say_range, write_number


def percent(estimate: Estimate) -> str:
    """A proportion as a percentage with its 95% interval.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> percent(estimate_proportion(12, 400))
    '3.0% (1.7 to 5.2)'
    """
    return say_range(Quantity("", "", estimate))


def brief(estimate: Estimate, scale: float = 1.0, most: int | None = None) -> str:
    """A number in a chart, with the digits that its error lets stand: 12.814 ± 0.037 is 12.8.

    Parameters
    ----------
    estimate : Estimate
    scale : float
        Factor of the number; 100 for percentages.
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
    return write_number(value, places if most is None else min(places, most))


def one_in(probability: float | Fraction | Estimate) -> str:
    """A probability as books give it: an estimate only as exactly as its error allows.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> one_in(1 / 1792.43), one_in(estimate_proportion(12, 400))
    ('1 in 1,792.4', '1 in 33')
    """
    known = probability if isinstance(probability, Estimate) else know_exactly(probability)
    return say_one_in(Quantity("", "", known))
