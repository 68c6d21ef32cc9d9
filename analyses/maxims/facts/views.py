"""Facts about what a seat sees when it plays a card, over many views at once.

The views are one `PlayViews`, arrays of the same length, built from recorded deals
(`deals.branches.listen`). The cards of a suit are given as ranks: the nine bits of a lane.
"""

from typing import TypeVar

import numpy as np

from analyses.maxims.facts.hands import count, gather, part
from analyses.maxims.facts.play_views import PlayViews
from piquet_sim.deals.branches import HEARD
from piquet_sim.game.cards import ACE, LANE_BITS, LANE_MASK, TRICKS

OPEN, THEIRS = 0, 2
"""The state of a class as a `PlayView` gives it: nothing was called, or the opponent's is good."""
POINT_AT = 8
"""By how many bits the number of cards of a point called is shifted."""
_TRICK_BITS, _CARD_BITS, _TOGETHER = 12, 6, 4
_UPWARDS = tuple(1 << rank for rank in range(ACE + 1))
_LANES = np.arange(LANE_MASK + 1)
_ABOVE = np.array([(1 << int(lane).bit_length()) - 1 for lane in _LANES])

_Cards = TypeVar("_Cards", int, np.ndarray)


def view_of(heard: np.ndarray) -> PlayViews:
    """What was heard of some cards, int64[card, column], as one view of arrays."""
    return PlayViews(*heard[:, : len(PlayViews._fields)].T)


def choice_of(heard: np.ndarray) -> np.ndarray:
    """The cards that were played."""
    return heard[:, HEARD.index("choice")]


def lane(cards: _Cards, suit: int) -> _Cards:
    """The ranks of a suit."""
    return cards >> LANE_BITS * suit & LANE_MASK


def to_cards(ranks: np.ndarray, suit: int) -> np.ndarray:
    """Ranks of a suit as cards."""
    return ranks << LANE_BITS * suit


def part_both(view: PlayViews) -> tuple[np.ndarray, np.ndarray]:
    """By suit the ranks held, and those that the opponent may hold."""
    return part(view.hand), part(view.opponent_may_hold)


def find_masters(own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """The ranks of a suit that no rank of theirs can take."""
    return own & ~_ABOVE[theirs]


def top_of(ranks: np.ndarray) -> np.ndarray:
    """The highest rank of a suit, 0 where there is none."""
    return (_ABOVE[ranks] + 1) // 2 * (ranks != 0)


def count_above(theirs: np.ndarray, rank: np.ndarray) -> np.ndarray:
    """How many ranks of theirs are above one."""
    return count(theirs & ~(2 * rank - 1))


def list_masters(view: PlayViews) -> np.ndarray:
    """The cards held that no card can take which the opponent may hold."""
    return gather(find_masters(*part_both(view)))


def has_tenace(own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Whether a suit has a master, and below it a card with one of theirs above it."""
    masters = find_masters(own, theirs)
    below = top_of(own & ~masters)
    return (masters != 0) & (below != 0) & (count_above(theirs, below) == 1)


def is_lead(view: PlayViews) -> np.ndarray:
    """Whether the seat leads."""
    return view.led == 0


def cannot_follow(view: PlayViews) -> np.ndarray:
    """Whether the seat throws a card off: it has none of the suit led."""
    return ((part(view.led) != 0) & (part(view.hand) == 0)).any(axis=0)


def spread(view: PlayViews, cards: np.ndarray) -> np.ndarray:
    """Some of the cards that may be played, with all that touch them, no other's card between."""
    own, between = part(view.legal), part(view.opponent_may_hold | view.led)
    chosen, found = part(cards), part(cards)
    for ranks in (_UPWARDS, _UPWARDS[::-1]):
        touched = np.zeros(own.shape, bool)
        for rank in ranks:
            touched |= chosen & rank != 0
            touched &= between & rank == 0
            found |= np.where(touched, own & rank, 0)
    return gather(found)


def list_plays(view: PlayViews) -> np.ndarray:
    """The cards that have fallen in their order, int64[view, 24]; -1 from this moment on."""
    plays = np.full((len(view.led), 2 * TRICKS), -1, np.int64)
    words = (view.early_tricks, view.middle_tricks, view.late_tricks)
    for trick in range(TRICKS):
        word = words[trick // _TOGETHER] >> _TRICK_BITS * (trick % _TOGETHER)
        for half in range(2):
            bit = word >> _CARD_BITS * half & (1 << _CARD_BITS) - 1
            plays[:, 2 * trick + half] = np.where(bit > 0, 1 << np.maximum(bit - 1, 0), -1)
    rows = np.flatnonzero(view.led)
    plays[rows, count_fallen(view)[rows] - 1] = view.led[rows]
    return plays


def count_fallen(view: PlayViews) -> np.ndarray:
    """How many cards have fallen."""
    return count(view.played | view.opponent_played)
