"""The probability of a condition whose deals are drawn by rejection sampling, where it is known.

How deals are drawn and how probable a condition is are two questions. What one hand counts is in
the census of all hands; what hands hold of whole ranks (sets, aces, kings) is counted rank by rank,
since the four cards of a rank lie in elder's hand, in younger's or in the talon.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

from piquet_sim.conditions.attributes import Attribute, set_ranks
from piquet_sim.conditions.model import PLACES, TALON, All, Compared, Condition, Held, Numbering
from piquet_sim.game.cards import HAND_CARDS, RANKS, SIX, SUITS, pack_mask, rank_mask
from piquet_sim.game.rules import RuleSet

if TYPE_CHECKING:
    from piquet_sim.conditions.dealing import Allotment

_MOST_NUMBERS = 6

Key = tuple[str, Attribute]


@cache
def find_share(condition: Condition, rules: RuleSet) -> Fraction | None:
    """The exact share of deals that meet a condition; None if this does not count it.

    Parameters
    ----------
    condition : Condition
        In its normal form.
    rules : RuleSet

    Examples
    --------
    >>> from piquet_sim.conditions.expression import read_given
    >>> from piquet_sim.game.rules import RUBICON
    >>> round(float(find_share(read_given("elder.value >= 20")[0], RUBICON)), 6)
    0.096308
    """
    leaves = tuple(condition.leaves())
    if any(isinstance(leaf, Held) for leaf in leaves):
        return None
    keys = tuple(dict.fromkeys(key for leaf in leaves for key in _list_keys(leaf)))
    if len(keys) > _MOST_NUMBERS:
        return None
    if all(_is_of_ranks(attribute, rules.pack) for _, attribute in keys):
        return _count_by_ranks(condition, keys, rules)
    if len({place for place, _ in keys}) == 1 and keys[0][0] != TALON and len(keys) <= 2:
        return _count_by_census(condition, keys, rules)
    return None


def find_probability(given: "Allotment") -> Fraction | None:
    """The exact probability of a condition, however it is dealt; None if it is not known."""
    return find_share(given.condition, given.rules) if given.rejected else given.probability


def describe_given(given: "Allotment", met: tuple[int, int] | None = None) -> dict[str, Any]:
    """How the deals of a condition are dealt, and how probable it is.

    Parameters
    ----------
    given : Allotment
    met : tuple of two int, optional
        Deals dealt, and those that met it; by default deals are searched where the probability is
        not known.
    """
    share = find_probability(given)
    if share is None:
        return given.say_probability() if met is None else given.describe(*met)
    known = {"numerator": share.numerator, "denominator": share.denominator, "value": float(share)}
    return given.describe(*(met or (0, 0))) | {"probability": known}


def _list_keys(leaf: Numbering | Compared) -> tuple[Key, ...]:
    one = (leaf.place, leaf.attribute)
    return (one, (leaf.other_place, leaf.other)) if isinstance(leaf, Compared) else (one,)


def _holds(condition: Condition, numbers: dict[Key, int]) -> bool:
    if isinstance(condition, Numbering):
        return condition.low <= numbers[condition.place, condition.attribute] <= condition.high
    if isinstance(condition, Compared):
        one, two = (numbers[key] for key in _list_keys(condition))
        return condition.is_so(one, two)
    put = all if isinstance(condition, All) else any
    return put(_holds(part, numbers) for part in condition.parts)


def _count_by_census(
    condition: Condition, keys: tuple[Key, ...], rules: RuleSet
) -> Fraction | None:
    from piquet_sim.exact.census import ATTRIBUTES, count_hands_jointly

    names = [attribute.name for _, attribute in keys]
    if not set(names) <= set(ATTRIBUTES):
        return None
    # Of one attribute alone the second value of a pair is 0.
    hands = sum(
        number
        for values, number in count_hands_jointly(names[0], names[-1], rules).items()
        if _holds(condition, dict(zip(keys, values, strict=False)))
    )
    return Fraction(hands, comb(rules.pack, HAND_CARDS))


# ---- Rank by rank -------------------------------------------------------------------------------
def _is_of_ranks(attribute: Attribute, pack: int) -> bool:
    if attribute.of_sets:
        return True
    whole = (rank_mask(rank) & pack_mask(pack) for rank in range(RANKS))
    return bool(attribute.mask) and all(attribute.mask & one in (0, one) for one in whole)


def _count_by_ranks(condition: Condition, keys: tuple[Key, ...], rules: RuleSet) -> Fraction:
    # States: cards of elder, cards of younger, and the numbers so far; how many ways lead there.
    states = Counter({(0, 0, *(0 for _ in keys)): 1})
    lowest = SIX if rules.pack > SUITS * 8 else SIX + 1
    for rank in range(lowest, lowest + rules.pack // SUITS):
        following: Counter[tuple[int, ...]] = Counter()
        for (elder, younger, *numbers), ways in states.items():
            for one in range(min(SUITS, HAND_CARDS - elder) + 1):
                for two in range(min(SUITS - one, HAND_CARDS - younger) + 1):
                    held = dict(zip(PLACES, (one, two, SUITS - one - two), strict=True))
                    after = (
                        number + _add(attribute, held[place], rank, rules)
                        for number, (place, attribute) in zip(numbers, keys, strict=True)
                    )
                    apart = factorial(SUITS) // prod(map(factorial, held.values()))
                    following[elder + one, younger + two, *after] += ways * apart
        states = following
    deals = sum(
        ways
        for (elder, younger, *numbers), ways in states.items()
        if elder == younger == HAND_CARDS
        and _holds(condition, dict(zip(keys, numbers, strict=True)))
    )
    return Fraction(deals, comb(rules.pack, HAND_CARDS) * comb(rules.pack - HAND_CARDS, HAND_CARDS))


def _add(attribute: Attribute, held: int, rank: int, rules: RuleSet) -> int:
    if attribute.of_sets:
        return int(rank in set_ranks(rules) and held == attribute.of_sets)
    return held if attribute.mask & rank_mask(rank) else 0
