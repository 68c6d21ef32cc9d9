"""What a hand holds, as columns of whole numbers, and what is worth knowing of their weights.

A weight is what one more of a column adds, all other columns being equal, so each needs something
that it stands in place of. A hand has twelve cards: a card of a rank stands in place of a seven,
which has no column. A longest suit of five, of six, of seven or more stands in place of one of four
or fewer; a king with its ace, or bare, in place of one without it that is guarded; a queen under a
higher card or twice guarded in place of one that can be caught. A trio and a quatorze count beyond
their cards, a sequence beyond its cards and their suit. What joins two of these has a column of its
own: thirty counted in the hand, so that a repique is made if all is good, and a set beside a suit
of six.

A column that too few hands have can have no weight. Left out alone it would add itself to others,
and a king would be something else in few deals than in many; so those hands are left out with it.
"""

import numpy as np

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute, count_runs, count_suits
from piquet_sim.game.cards import (
    ACE,
    KING,
    LANE_BITS,
    LANE_MASK,
    QUEEN,
    RANK_NAMES,
    SEVEN,
    SUITS,
    TEN,
    rank_mask,
)
from piquet_sim.game.rules import RUBICON

_LANES = np.arange(LANE_MASK + 1)
_CARDS = np.bitwise_count(_LANES).astype(np.int64)
_HAS_ACE, _HAS_KING, _HAS_QUEEN = (_LANES >> rank & 1 for rank in (ACE, KING, QUEEN))
_LONG, _TWICE_GUARDED = 5, 3
_QUINT, _LONGEST = 5, 8

CONSTANT = "every hand"
ABOVE_SEVEN = [RANK_NAMES[rank] for rank in range(ACE, SEVEN, -1)]
IN_SETS = [RANK_NAMES[rank] for rank in range(ACE, TEN - 1, -1)]
_SUIT_NAMES = {5: "suit of five", 6: "suit of six", 7: "suit of seven or more"}
_BARE = "bare king"
THIRTY, SET_AND_SIX = "thirty if all is good", "set with a suit of six or more"


def _sum_runs(*cards: int, top: int | None = None) -> np.ndarray:
    return sum(np.array(count_runs(one, top).sums) for one in cards)


_BY_SUIT: dict[str, np.ndarray] = {
    **{RANK_NAMES[rank]: _LANES >> rank & 1 for rank in range(ACE, SEVEN, -1)},
    "king with its ace": _HAS_KING & _HAS_ACE,
    _BARE: _HAS_KING & (_CARDS == 1),
    "queen under a higher card": _HAS_QUEEN & (_HAS_ACE | _HAS_KING),
    "queen’s two guards": _HAS_QUEEN & ~_HAS_ACE & ~_HAS_KING & (_CARDS >= _TWICE_GUARDED),
    "void": np.array(count_suits(0).sums),
    "lone card": np.array(count_suits(1).sums),
    "ace and king of a suit of five or more": _HAS_ACE & _HAS_KING & (_CARDS >= _LONG),
    "tierce": _sum_runs(3),
    "quart": _sum_runs(4),
    "quint": _sum_runs(_QUINT),
    "sixieme or longer": _sum_runs(*range(_QUINT + 1, _LONGEST + 1)),
    "sequence from the ace": _sum_runs(*range(3, _LONGEST + 1), top=ACE),
}
"""What each suit adds to a column, by its cards."""
_TABLE = np.column_stack(list(_BY_SUIT.values())).astype(np.int8)
_SETS = [f"{kind} of {rank}s" for rank in IN_SETS for kind in ("trio", "quatorze")]

COLUMNS = (CONSTANT, *_BY_SUIT, *_SUIT_NAMES.values(), *_SETS, THIRTY, SET_AND_SIX)
"""The columns, those before others that are rarer."""

_VALUE, _LONGEST_SUIT = ATTRIBUTES["value"], ATTRIBUTES["longest_suit"]
_REPIQUE = 30
_SIX = 6


def measure_columns(hands: np.ndarray) -> np.ndarray:
    """The columns of hands of twelve cards.

    Parameters
    ----------
    hands : ndarray of int64, shape (hands,)

    Returns
    -------
    ndarray of int8, shape (hands, columns)

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> row = measure_columns(np.array([parse_hand("AKQJT.A8.A7.AKT")]))[0]
    >>> [name for name, held in zip(COLUMNS, row, strict=True) if held == 1][-5:]
    ['quint', 'sequence from the ace', 'suit of five', 'quatorze of aces', 'thirty if all is good']
    """
    summed = sum(_TABLE[hands >> LANE_BITS * suit & LANE_MASK] for suit in range(SUITS))
    longest = _measure(_LONGEST_SUIT, hands)
    held = np.column_stack([np.bitwise_count(hands & rank_mask(rank)) for rank in _SET_RANKS])
    flags = [
        *(longest == cards for cards in list(_SUIT_NAMES)[:-1]),
        longest >= max(_SUIT_NAMES),
        *(number == wanted for number in held.T for wanted in (SUITS - 1, SUITS)),
        _measure(_VALUE, hands) >= _REPIQUE,
        (held >= SUITS - 1).any(axis=1) & (longest >= _SIX),
    ]
    return np.column_stack([np.ones(len(hands), np.int8), summed, *flags]).astype(np.int8)


_SET_RANKS = range(ACE, TEN - 1, -1)


def _measure(attribute: Attribute, hands: np.ndarray) -> np.ndarray:
    return attribute.measure(hands, RUBICON)


def _list_worths() -> dict[str, dict[str, int]]:
    # Each as so many times the weights of some columns.
    worths = {f"{rank} for a seven": {rank: 1} for rank in ABOVE_SEVEN}
    for rank in IN_SETS:
        trio, quatorze = f"trio of {rank}s", f"quatorze of {rank}s"
        worths |= {
            f"third {rank}": {rank: 1, trio: 1},
            f"fourth {rank}": {rank: 1, quatorze: 1, trio: -1},
            f"{trio}, beyond its cards": {trio: 1},
            f"{quatorze}, beyond its cards": {quatorze: 1},
        }
    others = (CONSTANT, *ABOVE_SEVEN, *_SETS, _BARE)
    worths["king’s guard"] = {_BARE: -1}
    return worths | {name: {name: 1} for name in COLUMNS if name not in others}


WORTHS = _list_worths()
"""What is worth knowing, by name: so many times the weights of some columns, added."""
