"""What is estimated from every deal: one integer each, in one list.

A *flag* is 0 or 1, and its mean the fraction of deals; an *amount* is in points or cards, and
its mean is a mean. The list is the only place where estimates are named, and says of each all that
is decided by it: nothing is read off a name.
"""

from math import factorial
from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import ACE, KING, rank_mask
from piquet_sim.game.terms import CLASSES, SEATS, number_names
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.calls import EQUAL, TO_ELDER, TO_YOUNGER
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
    *(
        Measure(
            f"{seat}_exchanged",
            False,
            "cards a deal",
            f"cards that {seat} exchanges",
            EXCHANGE,
            seat,
        )
        for seat in SEATS
    ),
    Measure("elder_tricks", False, "tricks a deal", "tricks that elder wins", TRICK_COUNT),
    *(
        Measure(
            f"{seat}_{part}_mean", False, "points a deal", f"what {seat} makes {words}", part, seat
        )
        for seat in SEATS
        for part, words in _PARTS
    ),
    _points("first_score", "what the strategy named first makes, in whichever seat", SCORE, True),
    _points("second_score", "what the strategy named second makes, in whichever seat", SCORE, True),
    _points("first_less_second", "how much more the strategy named first makes", LEAD, True),
)

OF = number_names(*(measure.name for measure in MEASURES))
"""Where each measure stands."""

OF_HANDS = (
    "elder_score",
    "younger_score",
    "elder_wins",
    "younger_wins",
    "elder_capot",
    "younger_capot",
    "elder_repique",
    "younger_repique",
)
"""Measures of which the luck of the draw is known (`kernel.questions.draw_luck`)."""

TALON = 8
"""Cards of the talon from which that draw is made."""

PARTS = factorial(TALON)
"""Parts of a point in which luck is counted: every number of ways to draw divides it, so that all
sums are whole numbers."""

_SUMS = np.array(
    [
        (OF.elder_score, AT.elder_score),
        (OF.younger_score, AT.younger_score),
        (OF.elder_exchanged, AT.elder_exchanged),
        (OF.younger_exchanged, AT.younger_exchanged),
        (OF.elder_tricks, AT.elder_tricks),
        *(
            (getattr(OF, f"{seat}_{part}_mean"), getattr(AT, f"{seat}_{part}"))
            for seat in SEATS
            for part, _ in _PARTS
        ),
    ]
)
"""Measures that are a column of the record, and which."""

_SOME = (1, np.iinfo(np.int16).max)
_FLAGS = np.array(
    [
        (OF.elder_cards, AT.elder_tricks, 7, 11),
        (OF.younger_cards, AT.elder_tricks, 1, 5),
        (OF.cards_divided, AT.elder_tricks, 6, 6),
        (OF.elder_capot, AT.elder_tricks, 12, 12),
        (OF.younger_capot, AT.elder_tricks, 0, 0),
        *(
            (getattr(OF, f"{seat}_{bonus}"), getattr(AT, f"{seat}_{bonus}"), *_SOME)
            for seat in SEATS
            for bonus in ("carte_blanche", "pique", "repique")
        ),
        *(
            (getattr(OF, f"{who}_{kind}"), getattr(AT, f"{kind}_result"), result, result)
            for kind in CLASSES
            for who, result in (("elder", TO_ELDER), ("younger", TO_YOUNGER), ("equal", EQUAL))
            if (who, kind) != ("equal", "set")  # no two sets are equal
        ),
    ]
)
"""Measures that say whether a column is within bounds: the column, the least and the most."""

_ACES, _KINGS = rank_mask(ACE), rank_mask(KING)


CONTROLS: tuple[str, ...] = (
    "elder_value",
    "elder_aces",
    "elder_kings",
    "younger_value",
    "younger_aces",
    "younger_kings",
)
"""What is dealt, with exact expectations: what the hand counts if all is good, aces, kings."""

FIRST_CONTROL, _CONTROLS_OF_A_SEAT = len(MEASURES), len(CONTROLS) // 2


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
    at = FIRST_CONTROL + _CONTROLS_OF_A_SEAT * seat
    cards = holding.point >> POINT_SHIFT
    measured[at, unit] += cards + holding.sequences_score + holding.sets_score
    measured[at + 1, unit] += count(dealt & _ACES)
    measured[at + 2, unit] += count(dealt & _KINGS)


@kernel
def measure_deals(records, deals, measured):
    """Add the measures of some deals to those of their units.

    Each measure is worked out of all the deals before the next, several deals at once.

    Parameters
    ----------
    records : int64 array, shape (columns, at least deals)
        The columns of their records, see `record`.
    deals : int64
    measured : int16 array, shape (at least len(MEASURES), at least deals)
        Its first rows are added to: zeros, or the other deals of mirrored pairs.
    """
    for row in range(len(_SUMS)):
        measure, column = _SUMS[row, 0], _SUMS[row, 1]
        for deal in range(deals):
            measured[measure, deal] += records[column, deal]
    for row in range(len(_FLAGS)):
        measure, column = _FLAGS[row, 0], _FLAGS[row, 1]
        least, most = _FLAGS[row, 2], _FLAGS[row, 3]
        for deal in range(deals):
            value = records[column, deal]
            measured[measure, deal] += (least <= value) & (value <= most)
    for deal in range(deals):
        elder, younger = records[AT.elder_score, deal], records[AT.younger_score, deal]
        lead = elder - younger
        measured[OF.difference, deal] += lead
        measured[OF.elder_wins, deal] += lead > 0
        measured[OF.younger_wins, deal] += lead < 0
        measured[OF.drawn, deal] += lead == 0
        mirrored = records[AT.mirrored, deal]  # 1 or 0: who is named first sits as younger, or not
        measured[OF.first_score, deal] += elder - mirrored * lead
        measured[OF.second_score, deal] += younger + mirrored * lead
        measured[OF.first_less_second, deal] += lead - 2 * mirrored * lead
