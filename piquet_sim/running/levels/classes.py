r"""Classes of deals dealt with known shares, so that a rare event is seen more often.

Two deals in five have next to no capot of younger in them, and two in a hundred have a third of all
of them. So deals are parted by conditions that the toolkit counts exactly, each class is dealt by
itself, the promising ones more often than they come up, and what is made in it is weighed by its
exact probability. With :math:`W_k` the probability of a class and :math:`s_k` the standard
deviation in it, the error is least where classes are dealt in proportion to :math:`W_k s_k`
(Neyman). The deviations are constants, measured once with other deals (200,000 of ``expert``, seed
9,001), so that nothing is fitted to the deals that are used. Every class is dealt at least half as
often as it comes up, so that a player whose events lie elsewhere costs at most twice the variance
(Hesterberg's defensive mixture). The probabilities of the classes of an event add up to exactly 1,
or it is refused.

References
----------
Neyman: On the two different aspects of the representative method. Journal of the Royal Statistical
Society 97, 1934.
Hesterberg: Weighted average importance sampling and defensive mixture distributions. Technometrics
37, 1995.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from piquet_sim.conditions.conditional_deals import Allotment, allot
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.rules import RuleSet

_SEQUENCES = ("<=3", "=4", ">=5")

CLASSES: dict[str, tuple[tuple[str, float], ...]] = {
    "younger_repique": tuple(
        (f"younger: {sets} quatorzes, best_sequence{cards}", spread)
        for sets, spreads in (("0", (1 / 40, 0.047, 0.125)), ("1+", (0.097, 0.161, 0.328)))
        for cards, spread in zip(_SEQUENCES, spreads, strict=True)
    ),
    "younger_capot": (
        ("elder: 1+ aces; younger: 0-2 aces", 0.0071),
        ("elder: 1+ aces; younger: 3+ aces", 0.043),
        ("elder: 0 aces; younger: 0-2 aces", 0.041),
        ("elder: 0 aces; younger: 3 aces", 0.115),
        ("elder: 0 aces; younger: 4 aces", 0.233),
    ),
}
"""By event: conditions of which every deal meets exactly one, and the standard deviation in each
of the event, the luck of the draw taken out."""

_LEAST_SHARE = 0.5
_FEWEST = 2
"""Units of each class: fewer have no variance."""


@dataclass(frozen=True)
class Class:
    """The deals that meet one of the conditions."""

    given: Allotment
    weight: Fraction
    """Their exact share of all deals."""
    share: float
    """Their share of the deals that are dealt."""


@cache
def find_classes(event: str, rules: RuleSet) -> tuple[Class, ...]:
    """The classes by which deals are dealt for an event.

    Parameters
    ----------
    event : str
        One of `CLASSES`.
    rules : RuleSet

    Raises
    ------
    InputError
        If there are none for it, or the rules count these hands differently.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> for one in find_classes("younger_capot", RUBICON)[-2:]:
    ...     print(one.given, float(one.weight).__round__(4), round(one.share, 2))
    elder: 0 aces; younger: 3 aces 0.0489 0.24
    elder: 0 aces; younger: 4 aces 0.0138 0.14
    """
    if event not in CLASSES:
        raise InputError("rare: " + suggest(event, list(CLASSES), "rare event"))
    givens = [allot(text, rules) for text, _ in CLASSES[event]]
    weights = weigh(givens)
    wanted = [
        float(weight) * spread for weight, (_, spread) in zip(weights, CLASSES[event], strict=True)
    ]
    shares = [
        max(one / sum(wanted), _LEAST_SHARE * float(weight))
        for one, weight in zip(wanted, weights, strict=True)
    ]
    return tuple(
        Class(given, weight, share / sum(shares))
        for given, weight, share in zip(givens, weights, shares, strict=True)
    )


def weigh(givens: list[Allotment]) -> list[Fraction]:
    """The exact probabilities of conditions of which every deal meets exactly one.

    Parameters
    ----------
    givens : list of Allotment

    Raises
    ------
    InputError
        If one cannot be counted, or they do not add up to 1.

    Examples
    --------
    >>> weigh([allot("elder: 0 aces"), allot("elder: 2+ aces")])
    Traceback (most recent call last):
        ...
    piquet_sim.game.errors.InputError: rare: these classes have 0.62 of all deals, not all of them
    """
    weights = []
    for given in givens:
        if given.probability is None:
            raise InputError(f"rare: {given}: its deals cannot be counted exactly")
        weights.append(given.probability)
    if sum(weights) != 1:
        raise InputError(
            f"rare: these classes have {float(sum(weights)):.3g} of all deals, not all of them"
        )
    return weights


def divide(units: int, shares: tuple[float, ...]) -> list[int]:
    """So many units in the proportion of some shares, at least two of each.

    By Webster's method, under which no class has fewer of more units.

    Examples
    --------
    >>> divide(10, (0.02, 0.49, 0.49))
    [2, 4, 4]
    """
    counts = [max(_FEWEST, int(units * share) - 1) for share in shares]
    while sum(counts) < units:
        places = range(len(shares))
        counts[max(places, key=lambda k: shares[k] / (2 * counts[k] + 1))] += 1
    while sum(counts) > units:
        counts[counts.index(max(counts))] -= 1
    return counts
