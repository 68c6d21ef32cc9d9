"""The exact odds of the draw: what a hand may become after a discard.

Before the draw a player has not seen 20 cards. Every set of these, of as many as the player
discards, is taken to be equally likely to be drawn. For elder that is exact. For younger it is an
approximation: younger knows that elder chose what to keep, and how many elder took.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    PACK_32_MASK,
    QUEEN,
    RANK_LETTERS,
    RANK_NAMES,
    RANKS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUITS,
    TEN,
    count_cards,
    iterate_cards,
    rank_mask,
    read_hand,
)
from piquet_sim.game.errors import InputError, read_whole, refuse
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.seats import read_seat
from piquet_sim.game.wording import number_word, say_cards
from piquet_sim.kernel.tables import LANE_SEQUENCE, LANE_SEQUENCES_SCORE, TOP_SHIFT

_LENGTHS = range(3, 9)
_SET_RANKS = dict(zip(RANK_LETTERS[TEN:], RANK_NAMES[TEN:], strict=True))

EVENTS: dict[str, str] = {
    **{f"point>={cards}": f"a point of {number_word(cards)} or more" for cards in _LENGTHS},
    **{f"sequence>={cards}": f"a sequence of {number_word(cards)} or more" for cards in _LENGTHS},
    **{f"trio:{rank}": f"three {name}s exactly" for rank, name in _SET_RANKS.items()},
    **{f"quatorze:{rank}": f"four {name}s" for rank, name in _SET_RANKS.items()},
    "any_quatorze": "any quatorze",
    **{
        f"guard:{suit}": f"a guarded suit: {name}"
        for suit, name in zip(SUIT_LETTERS, SUIT_NAMES, strict=True)
    },
}
"""The events that a draw may bring, in words: a point and a sequence of at least a given number of
cards, exactly three and all four of a rank, some quatorze, and a suit guarded (ace, king with one
other card of the suit, queen with two, knave with three)."""

VALUE = "value"
"""What the hand counts on average if all is good."""

_DRAWS_AT, _VALUE_AT = len(EVENTS), len(EVENTS) + 1
"""After the events stand all draws, and the sum of what the hand then counts if all is good."""

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
    """int64: favourable draws in the order of `EVENTS`, all draws, and the sum over draws of what
    the hand counts."""
    asked: Mapping[str, Fraction] = field(default_factory=dict, repr=False)
    """Means and probabilities of expressions, where discards were ranked by one."""

    @property
    def draws(self) -> int:
        """All draws, equally likely."""
        return int(self.counts[_DRAWS_AT])

    @cached_property
    def events(self) -> dict[str, int]:
        """Favourable draws by event."""
        return {name: int(self.counts[place]) for place, name in enumerate(EVENTS)}

    @property
    def value_mean(self) -> Fraction:
        """What the hand counts on average if all is good: point, sequences and sets."""
        return Fraction(int(self.counts[_VALUE_AT]), self.draws)

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
        return {"discard": say_cards(self.discard), "draws": self.draws, "events": events}


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
    if read_seat(seat) == "elder":
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
    """A hand of twelve cards and a rule book under which draws can be counted.

    Raises
    ------
    InputError
        If it is not a hand, or the rules count differently from the kernel.
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


# ---- Counting -----------------------------------------------------------------------------------
# Draws are not listed. Each suit sees only which of its cards are kept and which are drawn, and so
# does each rank. How many draws of it there are, by the number of cards drawn, is a polynomial; the
# product of those of all suits counts the draws of all cards. Polynomials are int64 arrays of
# [discard, cards drawn, what is counted], where one row may stand for all discards.
_UNSEEN = 20
_LANES = np.arange(LANE_MASK + 1)
_HELD = np.bitwise_count(_LANES).astype(np.int64)
_GUARDED = np.any(
    [
        (_LANES >> rank & 1) * _HELD >= cards
        for cards, rank in enumerate((ACE, KING, QUEEN, KNAVE), start=1)
    ],
    axis=0,
)
_OF_LANES = np.column_stack(
    [
        _HELD[:, None] < _LENGTHS,
        (LANE_SEQUENCE >> TOP_SHIFT)[:, None] < _LENGTHS,
        LANE_SEQUENCES_SCORE,
        _GUARDED,
    ]
).astype(np.int64)
"""Of each suit: whether it falls short of each length, and of a sequence of it; the points of its
sequences; whether it is guarded."""


def _choose(cards: int) -> np.ndarray:
    # The polynomial of cards that may be drawn at will.
    return np.array([comb(cards, drawn) for drawn in range(RANKS)], np.int64)[None, :, None]


def _multiply(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    product = np.zeros(np.broadcast_shapes(one.shape, two.shape), np.int64)
    for drawn in range(RANKS):
        product[:, drawn:] += one[:, : RANKS - drawn] * two[:, drawn : drawn + 1]
    return product


def _count(hand: int, discards: np.ndarray, rules: RuleSet) -> np.ndarray:
    laws, kept = find_laws(rules), hand & ~discards
    drawn = np.bitwise_count(discards).astype(np.int64)
    of_draw = np.arange(len(discards)), drawn
    short, of_suits, of_ranks = [], [], []
    for suit in range(SUITS):
        own, unseen = (
            cards >> LANE_BITS * suit & LANE_MASK for cards in (hand, PACK_32_MASK & ~hand)
        )
        lanes = _LANES[_LANES & ~(own | unseen) == 0]
        ways = np.zeros((LANE_MASK + 1, RANKS, _OF_LANES.shape[1]), np.int64)
        np.add.at(ways, (lanes & own, _HELD[lanes & unseen]), _OF_LANES[lanes])
        factor = ways[kept >> LANE_BITS * suit & LANE_MASK]
        short.append(factor[:, :, :-2])
        others = _choose(_UNSEEN - unseen.bit_count())
        of_suits.append(_multiply(factor[:, :, -2:], others)[of_draw])
    draws = _choose(_UNSEEN)[0, drawn]
    reached = draws - reduce(_multiply, short)[of_draw]
    sequences, guarded = np.transpose(of_suits, (2, 1, 0))
    no_quatorze = _choose(0)
    for rank in range(TEN, ACE + 1):
        unseen = count_cards(rank_mask(rank) & ~hand)
        ways, others = _choose(unseen), _choose(_UNSEEN - unseen)
        held = np.bitwise_count(kept & rank_mask(rank))[:, None, None] + np.arange(RANKS)[:, None]
        counts = rank >= laws.lowest_set
        of_ranks.append(_multiply((held == (3, 4)) * ways, others)[of_draw] * counts)
        no_quatorze = _multiply(no_quatorze, ways * ((held < SUITS) | (not counts)))
    low = _choose(_UNSEEN - count_cards(sum(map(rank_mask, range(TEN, ACE + 1))) & ~hand))
    trios, quatorzes = np.transpose(of_ranks, (2, 1, 0))
    any_quatorze = draws - _multiply(no_quatorze, low)[of_draw]
    # A length is the sum of reaching each length, and twelve cards always make a point of three.
    value = (_LENGTHS[0] - 1) * draws[:, 0] + reached[:, : len(_LENGTHS)].sum(axis=1)
    value += sequences.sum(axis=1) + laws.trio * trios.sum(axis=1)
    value += laws.quatorze * quatorzes.sum(axis=1)
    return np.column_stack([reached, trios, quatorzes, any_quatorze, guarded, draws, value])


def check_discard(hand: int, discard: int, seat: str, took: int | None, rules: RuleSet) -> None:
    """Check that a discard can be made of a hand.

    Raises
    ------
    InputError
        If it is not in the hand, or has an illegal number of cards.
    """
    limits, extra = exchange_limits(seat, took, rules), discard & ~hand
    cards = count_cards(discard)
    refuse(
        {
            f"discard: {say_cards(extra)} is not in the hand": extra,
            f"discard: {cards} cards; {seat} may exchange {limits[0]} to {limits[-1]}": (
                cards not in limits
            ),
        }
    )


def find_odds(
    hand: int | str,
    discard: int | str,
    seat: str = "elder",
    took: int | None = None,
    rules: RuleSet = RUBICON,
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


def rank_by_value(
    hand: int | str, seat: str = "elder", took: int | None = None, rules: RuleSet = RUBICON
) -> list[DrawOdds]:
    """All legal discards of a hand, best first by what the hand then counts on average.

    Ties are ordered by fewer cards, then by the order of the cards in the hand. Parameters and
    raises as `find_odds`.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> best = rank_by_value(parse_hand("AKJ.AQJ8.98.J87"))[0]
    >>> format_hand(best.discard)
    '.8.98.87'
    """
    hand, rules = read_countable(hand, rules)
    discards = list_discards(hand, exchange_limits(seat, took, rules))
    counts = _count(hand, discards, rules)
    # Exact integers over a common denominator, so that equals are equal.
    common = np.lcm.reduce(np.unique(counts[:, _DRAWS_AT]))
    order = np.argsort(-counts[:, _VALUE_AT] * (common // counts[:, _DRAWS_AT]), kind="stable")
    return [DrawOdds(int(discards[number]), counts[number]) for number in order]
