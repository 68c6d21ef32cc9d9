"""The exact odds of the draw: what a hand may become after a discard.

Before the draw a player has not seen 20 cards. Every set of these, of as many as the player
discards, is taken to be equally likely to be drawn. For elder that is exact. For younger it is an
approximation: younger knows that elder chose what to keep, and how many elder took.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import (
    HAND_CARDS,
    RANK_LETTERS,
    SUIT_LETTERS,
    TEN,
    count_cards,
    format_cards,
    iterate_cards,
    read_hand,
)
from piquet_sim.game.errors import InputError, read_whole
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.seats import name_seat
from piquet_sim.kernel.counting import draws as kernel
from piquet_sim.kernel.counting.draws import count_draws, new_suits

_LENGTHS = range(kernel.SHORTEST, kernel.LONGEST + 1)
_SET_RANKS = RANK_LETTERS[TEN:]

EVENTS: tuple[str, ...] = (
    *(f"point>={cards}" for cards in _LENGTHS),
    *(f"sequence>={cards}" for cards in _LENGTHS),
    *(f"trio:{rank}" for rank in _SET_RANKS),
    *(f"quatorze:{rank}" for rank in _SET_RANKS),
    "any_quatorze",
    *(f"guard:{suit}" for suit in SUIT_LETTERS),
)
"""The events that a draw may bring: a point and a sequence of at least a given number of cards,
exactly three and all four of a rank, some quatorze, and a suit guarded (ace, king with one other
card of the suit, queen with two, knave with three)."""

VALUE = "value"
"""What the hand counts on average if all is good."""

ASSUMED = {
    "elder": "all draws from the 20 unseen cards are equally likely, which is exact for elder",
    "younger": "all draws from the 20 unseen cards are taken to be equally likely, which for "
    "younger is an approximation: elder chose what they kept",
}
"""The assumption behind the odds, by seat."""


@dataclass(frozen=True)
class DrawOdds:
    """The results of one discard of a hand, over all draws.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> odds = find_odds(parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87"))
    >>> odds.rate("quatorze:J"), float(odds.value_mean) > 17
    (Fraction(1, 4), True)
    """

    discard: int
    """The cards discarded, as a mask."""
    counts: np.ndarray
    """int64, in the order of `kernel.counting.draws`."""
    asked: Mapping[str, Fraction] = field(default_factory=dict, repr=False)
    """Means and probabilities of expressions, where discards were ranked by one."""

    @property
    def draws(self) -> int:
        """All draws, equally likely."""
        return int(self.counts[kernel.DRAWS_AT])

    @cached_property
    def events(self) -> dict[str, int]:
        """Favourable draws by event."""
        return {name: int(self.counts[place]) for place, name in enumerate(EVENTS)}

    @property
    def value_mean(self) -> Fraction:
        """What the hand counts on average if all is good: point, sequences and sets."""
        return Fraction(int(self.counts[kernel.VALUE_AT]), self.draws)

    def rate(self, aim: str) -> Fraction:
        """The mean value, or the probability of an event; or what was asked by an expression."""
        if aim in self.asked:
            return self.asked[aim]
        return self.value_mean if aim == VALUE else Fraction(self.events[aim], self.draws)

    def as_json(self) -> dict[str, Any]:
        """What ``piquet odds --discard … --json`` prints."""
        events = {
            name: {"favourable": number, "of": self.draws, "probability": number / self.draws}
            for name, number in self.events.items()
        }
        mean = self.value_mean
        events["value_mean"] = {"numerator": mean.numerator, "denominator": mean.denominator}
        return {
            "discard": format_cards(iterate_cards(self.discard)),
            "draws": self.draws,
            "events": events,
        }


def exchange_limits(seat: str, took: int | None = None, rules: RuleSet = RUBICON) -> range:
    """How many cards a seat may exchange.

    Parameters
    ----------
    seat : str
        "elder" or "younger".
    took : int, optional
        For younger, how many elder took; by default the most allowed.
    rules : RuleSet

    Raises
    ------
    InputError
        If there is no such seat, or elder may not take that many.

    Examples
    --------
    >>> exchange_limits("elder"), exchange_limits("younger", took=3)
    (range(1, 6), range(1, 6))
    """
    laws = find_laws(rules)
    if name_seat(seat) == "elder":
        if took is not None:
            raise InputError("took requires the younger seat; elder exchanges first")
        return range(laws.elder_least, laws.elder_most + 1)
    took = laws.elder_most if took is None else read_whole("took", took)
    if not laws.elder_least <= took <= laws.elder_most:
        raise InputError(
            f"took: {took} cards; elder may take {laws.elder_least} to {laws.elder_most}"
        )
    return range(laws.younger_least, min(laws.younger_most, laws.stock - took) + 1)


def list_discards(hand: int, limits: range) -> np.ndarray:
    """All discards of given sizes: int64 masks, 1,585 for 1 to 5 cards.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> len(list_discards(parse_hand("AKJ.AQJ8.98.J87"), exchange_limits("elder")))
    1585
    """
    cards = list(iterate_cards(hand))
    return np.array(
        [sum(chosen) for number in limits for chosen in combinations(cards, number)], np.int64
    )


def read_countable(hand: object, rules: object) -> tuple[int, RuleSet]:
    """A hand of twelve cards and a rule book of which draws are counted.

    Raises
    ------
    InputError
        If it is no hand, or the rules count otherwise than the kernel.
    """
    rules = find_rules(rules)
    if rules.pack != 32:
        raise InputError(
            "odds: draws are counted from the 20 unseen cards of the pack of 32; the "
            f"rules have pack={rules.pack}"
        )
    from piquet_sim.exact.census import check_countable

    check_countable(rules)
    return read_hand(hand, cards=HAND_CARDS), rules


def _count(hand: int, discards: np.ndarray, rules: RuleSet) -> np.ndarray:
    laws = find_laws(rules)
    counts = np.zeros((len(discards), kernel.COUNTS), np.int64)
    count_draws(hand, discards, laws.trio, laws.quatorze, laws.lowest_set, new_suits(), counts)
    return counts


def check_discard(hand: int, discard: int, seat: str, took: int | None, rules: RuleSet) -> None:
    """Check that a discard can be made of a hand.

    Raises
    ------
    InputError
        If it is not in the hand, or has an illegal number of cards.
    """
    limits = exchange_limits(seat, took, rules)
    extra = discard & ~hand
    if extra:
        raise InputError(f"discard: {format_cards(iterate_cards(extra))} is not in the hand")
    if count_cards(discard) not in limits:
        raise InputError(
            f"discard: {count_cards(discard)} cards; {seat} may exchange {limits[0]} to "
            f"{limits[-1]}"
        )


def find_odds(
    hand: int, discard: int, seat: str = "elder", took: int | None = None, rules: RuleSet = RUBICON
) -> DrawOdds:
    """The results of a discard over all draws.

    Parameters
    ----------
    hand, discard : int or str
        The twelve cards dealt, and those discarded: masks or text.
    seat : str
        "elder" or "younger".
    took : int, optional
        For younger, how many elder took.
    rules : RuleSet

    Raises
    ------
    InputError
        If the discard is not in the hand, or has an illegal number of cards.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> odds = find_odds(parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87"))
    >>> odds.events["quatorze:J"], odds.draws
    (3876, 15504)
    """
    hand, rules = read_countable(hand, rules)
    discard = read_hand(discard, "discard")
    check_discard(hand, discard, seat, took, rules)
    return DrawOdds(discard, _count(hand, np.array([discard], np.int64), rules)[0])


def rank_by(
    hand: int | str,
    event: str = VALUE,
    seat: str = "elder",
    took: int | None = None,
    rules: RuleSet = RUBICON,
) -> list[DrawOdds]:
    """All legal discards of a hand, the best for an event, or by what the hand counts, first.

    Ties are ordered by the average count of the hand, then by fewer cards, then by the order of the
    cards in the hand. Parameters and raises as `find_odds`.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> best = rank_by(parse_hand("AKJ.AQJ8.98.J87"), "quatorze:J")[0]
    >>> format_hand(best.discard), best.rate("quatorze:J")
    ('.8.98.87', Fraction(1, 4))
    """
    hand, rules = read_countable(hand, rules)
    discards = list_discards(hand, exchange_limits(seat, took, rules))
    counts = _count(hand, discards, rules)
    place = kernel.VALUE_AT if event == VALUE else EVENTS.index(event)
    # Exact integers over a common denominator, so that equals are equal.
    common = np.lcm.reduce(sorted({int(number) for number in counts[:, kernel.DRAWS_AT]}))
    weights = common // counts[:, kernel.DRAWS_AT]
    order = np.lexsort((-counts[:, kernel.VALUE_AT] * weights, -counts[:, place] * weights))
    return [DrawOdds(int(discards[number]), counts[number]) for number in order]
