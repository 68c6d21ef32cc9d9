"""What is estimated from every deal: one integer each, in one list.

A *flag* is 0 or 1, and its mean the fraction of deals; an *amount* is in points or cards, and
its mean is a mean. The list is the only place where estimates are named, and says of each all that
is decided by it: nothing is read off a name.
"""

from collections import namedtuple
from math import factorial
from typing import NamedTuple

from piquet_sim.game.cards import ACE, KING, rank_mask
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.deal.calls import CLASS_COUNT, EQUAL, TO_ELDER
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.tables import POINT_SHIFT


class Measure(NamedTuple):
    """One quantity that every deal has."""

    name: str
    is_flag: bool
    unit: str
    meaning: str
    bound: str
    """What its least and most in a deal follow from under the laws; see `limits`."""
    seat: str = ""
    """Whose part of the score it is, or whose event behind that part."""
    is_of_strategy: bool = False
    """Whether it follows a strategy from seat to seat, and says something new only where deals are
    mirrored."""


EVENT, SCORE, LEAD, TRICK_COUNT, EXCHANGE = "event", "score", "lead", "tricks", "exchange"
"""What bounds a measure that is no part of a score."""


def _flag(name: str, meaning: str, bound: str = EVENT, seat: str = "") -> Measure:
    return Measure(name, True, "fraction of deals", meaning, bound, seat)


def _points(name: str, meaning: str, bound: str = SCORE, is_of_strategy: bool = False) -> Measure:
    return Measure(name, False, "points a deal", meaning, bound, is_of_strategy=is_of_strategy)


def _cards(seat: str) -> Measure:
    meaning = f"cards that {seat} exchanges"
    return Measure(f"{seat}_exchanged", False, "cards a deal", meaning, EXCHANGE, seat)


def _part(seat: str, part: str, words: str) -> Measure:
    meaning = f"what {seat} makes {words}"
    return Measure(f"{seat}_{part}_mean", False, "points a deal", meaning, part, seat)


_PARTS = (
    ("carte_blanche", "for carte blanche"),
    ("point", "for the point"),
    ("sequences", "for sequences"),
    ("sets", "for trios and quatorzes"),
    ("play", "in play, the last trick's extra included"),
    ("cards", "for the cards or capot"),
    ("pique", "as bonus for piques"),
    ("repique", "as bonus for repiques"),
)

MEASURES: tuple[Measure, ...] = (
    _points("elder_score", "what elder makes in a deal"),
    _points("younger_score", "what younger makes in a deal"),
    _points("difference", "elder's score less younger's", LEAD),
    _flag("elder_wins", "elder makes more points than younger"),
    _flag("younger_wins", "younger makes more points than elder"),
    _flag("drawn", "both make the same"),
    _flag("elder_cards", "elder wins the cards: seven to eleven tricks"),
    _flag("younger_cards", "younger wins the cards: seven to eleven tricks"),
    _flag("cards_divided", "six tricks each"),
    _flag("elder_capot", "elder wins all twelve tricks"),
    _flag("younger_capot", "younger wins all twelve tricks"),
    _flag("elder_pique", "elder makes a pique, and no repique", "pique", "elder"),
    _flag("elder_repique", "elder makes a repique", "repique", "elder"),
    _flag(
        "younger_pique", "younger makes a pique, as where a lead need not count", "pique", "younger"
    ),
    _flag("younger_repique", "younger makes a repique", "repique", "younger"),
    _flag("elder_carte_blanche", "elder shows a carte blanche"),
    _flag("younger_carte_blanche", "younger shows a carte blanche"),
    _flag("elder_point", "elder's point is good"),
    _flag("younger_point", "younger's point is good"),
    _flag("equal_point", "the points are equal"),
    _flag("elder_sequence", "elder's sequence is good"),
    _flag("younger_sequence", "younger's sequence is good"),
    _flag("equal_sequence", "the best sequences are equal"),
    _flag("elder_set", "elder's trio or quatorze is good"),
    _flag("younger_set", "younger's trio or quatorze is good"),
    _cards("elder"),
    _cards("younger"),
    Measure("elder_tricks", False, "tricks a deal", "tricks that elder wins", TRICK_COUNT),
    *(_part(seat, part, words) for seat in SEATS for part, words in _PARTS),
    _points("first_score", "what the strategy named first makes, in whichever seat", SCORE, True),
    _points("second_score", "what the strategy named second makes, in whichever seat", SCORE, True),
    _points("first_less_second", "how much more the strategy named first makes", LEAD, True),
)

OF = namedtuple("OF", [measure.name for measure in MEASURES])(*range(len(MEASURES)))
"""Where each measure stands."""

OF_HANDS = (
    "elder_score", "younger_score", "elder_wins", "younger_wins",
    "elder_capot", "younger_capot", "elder_repique", "younger_repique",
)  # fmt: skip
"""Measures of which the luck of the draw is known (`kernel.questions.draw_luck`)."""

TALON = 8
"""Cards of the talon from which that draw is made."""

PARTS = factorial(TALON)
"""Parts of a point in which luck is counted: every number of ways to draw divides it, so that all
sums are whole numbers."""

_PARTS_OF_A_SEAT = len(_PARTS)
_MAY_BE_MADE = (
    AT.elder_pique, AT.elder_repique, AT.younger_pique, AT.younger_repique,
    AT.elder_carte_blanche, AT.younger_carte_blanche,
)  # fmt: skip
_ACES, _KINGS = rank_mask(ACE), rank_mask(KING)


CONTROLS: tuple[str, ...] = (
    "elder_value", "elder_aces", "elder_kings", "younger_value", "younger_aces", "younger_kings",
)  # fmt: skip
"""What is dealt, with exact expectations: what the hand counts if all is good, aces, kings."""

_CONTROLS_OF_A_SEAT = len(CONTROLS) // 2


@inline_kernel
def control_deal(seat, dealt, holding, measured, unit):
    """Add the controls of a dealt hand to those of a unit.

    Parameters
    ----------
    seat : int64
    dealt : int64
    holding : Holding
        Of the dealt hand.
    measured : int16 array, shape (len(MEASURES) + len(CONTROLS), units)
        Its last rows are added to.
    unit : int64
        The column.
    """
    at = len(MEASURES) + _CONTROLS_OF_A_SEAT * seat
    cards = holding.point >> POINT_SHIFT
    measured[at, unit] += cards + holding.sequences_score + holding.sets_score
    measured[at + 1, unit] += count(dealt & _ACES)
    measured[at + 2, unit] += count(dealt & _KINGS)


@inline_kernel
def measure_deal(record, measured, unit):
    """Add the measures of a deal to those of a unit.

    Parameters
    ----------
    record : int64 array
        A record, see `record`.
    measured : int16 array, shape (at least len(MEASURES), units)
        Its first rows are added to: zeros, or the other deal of a mirrored pair.
    unit : int64
        The column.
    """
    elder, younger = record[AT.elder_score], record[AT.younger_score]
    difference = elder - younger
    measured[OF.elder_score, unit] += elder
    measured[OF.younger_score, unit] += younger
    measured[OF.difference, unit] += difference
    measured[OF.elder_wins, unit] += difference > 0
    measured[OF.younger_wins, unit] += difference < 0
    measured[OF.drawn, unit] += difference == 0
    tricks = record[AT.elder_tricks]
    measured[OF.elder_cards, unit] += 7 <= tricks <= 11
    measured[OF.younger_cards, unit] += 1 <= tricks <= 5
    measured[OF.cards_divided, unit] += tricks == 6
    measured[OF.elder_capot, unit] += tricks == 12
    measured[OF.younger_capot, unit] += tricks == 0
    for place, column in enumerate(_MAY_BE_MADE):
        measured[OF.elder_pique + place, unit] += record[column] > 0
    for place in range(CLASS_COUNT):
        for result in range(TO_ELDER, EQUAL + 1):
            at = OF.elder_point + EQUAL * place + result - TO_ELDER
            measured[at, unit] += record[AT.point_result + place] == result
    for place, column in enumerate((AT.elder_exchanged, AT.younger_exchanged, AT.elder_tricks)):
        measured[OF.elder_exchanged + place, unit] += record[column]
    for part in range(_PARTS_OF_A_SEAT):
        elders, youngers = AT.elder_carte_blanche + part, AT.younger_carte_blanche + part
        measured[OF.elder_carte_blanche_mean + part, unit] += record[elders]
        measured[OF.younger_carte_blanche_mean + part, unit] += record[youngers]
    if record[AT.mirrored]:
        elder, younger = younger, elder
    measured[OF.first_score, unit] += elder
    measured[OF.second_score, unit] += younger
    measured[OF.first_less_second, unit] += elder - younger
