"""Maxims on sets, sequences and high cards, and on leaving cards.

Where the words of the file name no number of cards, a full discard is meant; where two trios or two
quatorzes fit the words, the higher one is meant.
"""

from functools import partial
from itertools import combinations

import numpy as np

from analyses.maxims.discard.rule import Rule
from analyses.maxims.facts.hands import (
    QUATORZE,
    RUNS,
    SUIT_MASKS,
    TRIO,
    Cards,
    Choices,
    Hands,
    count,
    gather,
    of_rank,
)
from analyses.maxims.maxim import BOTH, ELDER, YOUNGER
from piquet_sim.game.cards import (
    ACE,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    NINE,
    QUEEN,
    SEVEN,
    SUITS,
    TEN,
)

_TOPS = of_rank(ACE, KING)
_LOW_QUINT = (1 << KNAVE + 1) - (1 << SEVEN)
_KING_QUART = (1 << KING + 1) - (1 << TEN)
_QUART_MAJOR = (1 << ACE + 1) - (1 << KNAVE)
_QUART_MINOR = (1 << TEN + 1) - (1 << SEVEN)
_QUINT = 5
_MORE = (2, 3, 4)


def _low_trio(hands: Hands) -> np.ndarray:
    return hands.set_of(TRIO, high=QUEEN)


def _breaks(choices: Choices, cards: np.ndarray) -> np.ndarray:
    return choices.is_full & ~choices.keeps(cards)


def _keeps(choices: Choices, cards: np.ndarray) -> np.ndarray:
    return choices.is_full & choices.keeps(cards)


def _can_keep(hands: Hands, cards: np.ndarray | int) -> np.ndarray:
    # Whether a full discard can spare cards.
    return count(hands.cards & ~cards) >= hands.full


# ---- Trios --------------------------------------------------------------------------------------
def _two_suits(hands: Hands) -> list[tuple[np.ndarray, np.ndarray]]:
    # For each two suits: whether they have seven cards and more and not all of the trio, and the
    # cards of the other suits.
    trio, found = _low_trio(hands), []
    for one, two in combinations(range(SUITS), 2):
        others = hands.cards & ~(SUIT_MASKS[one] | SUIT_MASKS[two])
        fits = (count(others) <= 5) & (trio & others != 0)
        found.append((fits, others))
    return found


def _keep_two_suits(choices: Choices) -> np.ndarray:
    follows, trio = np.zeros(choices.thrown.shape, bool), _low_trio(choices.hand)
    for fits, others in _two_suits(choices.hand):
        follows |= fits & (choices.thrown == others) & ~choices.keeps(trio)
    return follows


def _costs(hands: Hands, cards: np.ndarray) -> np.ndarray:
    # Whether cards are to be kept, and a full discard that keeps them costs a card of the longest
    # suit, an ace or a king.
    return (cards != 0) & (hands.beside(cards, _TOPS) < hands.full)


def _costs_tops(hands: Hands) -> np.ndarray:
    # Whether a full discard that keeps the low trio and the longest suit has to throw an ace or a
    # king, and there are such ones.
    trio = _low_trio(hands)
    can_follow, can_break = _can_keep(hands, _TOPS), _can_keep(hands, hands.longest | trio)
    return _costs(hands, trio) & can_follow & can_break


def _costs_point(hands: Hands) -> np.ndarray:
    trio = _low_trio(hands)
    return _costs(hands, trio) & (trio & hands.outside != 0) & _can_keep(hands, hands.longest)


def _spare_tops(choices: Choices) -> np.ndarray:
    return choices.keeps(choices.hand.cards & _TOPS)


def _break_first(choices: Choices) -> np.ndarray:
    trio, longest = _low_trio(choices.hand), choices.hand.longest
    throws_point = choices.is_full & ~choices.spares
    leaves = ~choices.is_full & choices.keeps(longest)
    return choices.keeps(trio) & (throws_point | leaves)


def _two_trios(hands: Hands) -> list[np.ndarray]:
    # The cards of each rank of which just three are held, none where there are not.
    ranks = (hands.cards & of_rank(rank) for rank in range(TEN, ACE + 1))
    return [np.where(count(one) == TRIO, one, 0) for one in ranks]


def _all_trios(hands: Hands) -> np.ndarray:
    return sum(_two_trios(hands))


def _has_two_trios(hands: Hands) -> np.ndarray:
    number = sum((one != 0).astype(int) for one in _two_trios(hands))
    is_so = (number == 2) & (hands.set_of(QUATORZE) == 0)
    return is_so & (hands.beside(_all_trios(hands), _TOPS) == 2)


def _throw_beside(choices: Choices) -> np.ndarray:
    hand = choices.hand
    return choices.thrown == hand.outside & ~_all_trios(hand) & ~_TOPS


def _break_one(choices: Choices) -> np.ndarray:
    broken = [~choices.keeps(one) & (one != 0) for one in _two_trios(choices.hand)]
    return choices.is_full & (sum(one.astype(int) for one in broken) == 1)


def _improvable(hands: Hands) -> np.ndarray:
    # A trio of queens to tens; without one, a quart that one card alone makes a quint.
    runs = RUNS[hands.lanes]
    ends = ((runs == _QUART_MAJOR) | (runs == _QUART_MINOR)) & ~hands.is_longest
    quart, trio = gather(np.where(ends, runs, 0)), _low_trio(hands)
    return np.where(trio != 0, trio, quart)


def _lone_guards(hands: Hands, kept: np.ndarray) -> np.ndarray:
    # Suits in which nothing that is kept anyway guards the king; by suit.
    return hands.lone_kings & (hands.lower(KING) >= 1) & (Cards(kept).lower(KING) == 0)


def _can_keep_beside(hands: Hands, cards: np.ndarray | int) -> np.ndarray:
    # Whether a full discard can spare cards, longest suit, aces, kings and a guard of each.
    kept = cards | hands.longest | hands.cards & _TOPS
    return count(hands.cards & ~kept) - _lone_guards(hands, kept).sum(axis=0) >= hands.full


def _is_dear(hands: Hands) -> np.ndarray:
    cards = _improvable(hands)
    return (
        (cards & ~hands.longest != 0) & ~_can_keep_beside(hands, cards)
        & _can_keep_beside(hands, 0)
    )  # fmt: skip


def _break_dear(choices: Choices) -> np.ndarray:
    hand, kept = choices.hand, choices.kept
    guarded = ~hand.lone_kings | (hand.lower(KING) == 0) | (kept.lower(KING) >= 1)
    return (
        _breaks(choices, _improvable(hand)) & choices.spares & _spare_tops(choices)
        & guarded.all(axis=0)
    )  # fmt: skip


# ---- Quatorzes ----------------------------------------------------------------------------------
def _low_quatorze(hands: Hands) -> np.ndarray:
    four = hands.set_of(QUATORZE, high=KNAVE)
    return np.where((four != 0) & (_count_lacking(four, hands) > 0), four, 0)


def _count_lacking(four: np.ndarray, hands: Hands) -> np.ndarray:
    # Of how many higher ranks no card is held.
    first = four & SUIT_MASKS[0]
    rank = count(first - 1)  # of a single bit
    return sum(((hands.number_of(one) == 0) & (rank < one)).astype(int)
               for one in range(TEN, ACE + 1))  # fmt: skip


def _beaten_once(hands: Hands) -> np.ndarray:
    four = hands.set_of(QUATORZE, high=KING)
    return np.where((four != 0) & (_count_lacking(four, hands) == 1), four, 0)


# ---- Sequences ----------------------------------------------------------------------------------
def _low_quints(hands: Hands) -> np.ndarray:
    return hands.lanes & _LOW_QUINT == _LOW_QUINT


def _low_quint(hands: Hands) -> np.ndarray:
    return gather(np.where(_low_quints(hands), _LOW_QUINT, 0))


def _has_quint_and_courts(hands: Hands) -> np.ndarray:
    high = count(hands.lanes >> QUEEN)
    has_both = ((hands.lanes == _LOW_QUINT) & (high.sum(axis=0) >= 3)).any(axis=0)
    # His exception: three knaves, and no quint can be against it.
    is_good = (count(RUNS[LANE_MASK & ~1 & ~hands.lanes]) < _QUINT).all(axis=0)
    return has_both & ~(is_good & (hands.number_of(KNAVE) == TRIO))


def _kings_and_quart(hands: Hands) -> np.ndarray:
    quarts = (hands.lanes & _KING_QUART == _KING_QUART) & ~hands.has(ACE) & ~hands.has(NINE)
    cards = gather(np.where(quarts, _KING_QUART, 0)) | hands.cards & of_rank(KING)
    return np.where(quarts.any(axis=0) & (hands.number_of(KING) == TRIO), cards, 0)


def _two_ways(hands: Hands) -> np.ndarray:
    three_aces = hands.number_of(ACE) == TRIO
    majors = (hands.lanes & _QUART_MAJOR == _QUART_MAJOR) & ~hands.has(TEN)
    quart = gather(np.where(majors, _QUART_MAJOR, 0)) | hands.cards & of_rank(ACE)
    both = three_aces & (hands.number_of(KING) == TRIO)
    cards = np.where(three_aces & majors.any(axis=0), quart, 0)
    return cards | np.where(both, hands.cards & _TOPS, 0)


# ---- Leaving cards, and exchanging one for another ----------------------------------------------
def _great_score(hands: Hands) -> np.ndarray:
    # The four idle cards beside six of a suit and three aces or kings.
    idle = hands.outside
    for rank in (KING, ACE):
        idle = np.where(hands.number_of(rank) >= TRIO, idle & ~of_rank(rank), idle)
    fits = (idle != hands.outside) & (count(idle) == 4) & (hands.length >= 6)
    return np.where(fits, idle, 0)


def _swap(
    hands: np.ndarray, owns: np.ndarray, high: np.ndarray | int, low: np.ndarray | int
) -> tuple[np.ndarray, np.ndarray]:
    # By hand the discard that throws the one of two ranks, and that which throws the other of that
    # suit, the first in which just one of them goes; the player's own twice where there is none.
    follow, against = owns, owns
    for suit in range(SUITS):
        one, two = (np.int64(1) << LANE_BITS * suit + rank for rank in (high, low))
        has_both = (hands & one != 0) & (hands & two != 0)
        fits = (follow == against) & has_both & ((owns & one != 0) != (owns & two != 0))
        rest = owns & ~(one | two)
        follow, against = np.where(fits, rest | one, follow), np.where(fits, rest | two, against)
    return follow, against


def _swap_ace(hands: np.ndarray, owns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return _swap(hands, owns, ACE, KING)


def _has_ace_king(hands: Hands) -> np.ndarray:
    return (hands.has(ACE) & hands.has(KING)).any(axis=0)


def _have(hands: Hands, aces: tuple[int, ...], kings: tuple[int, ...]) -> np.ndarray:
    return np.isin(hands.number_of(ACE), aces) & np.isin(hands.number_of(KING), kings)


def _has_next(hands: Hands) -> np.ndarray:
    # Queen or knave beside ace and king.
    both = hands.has(ACE) & hands.has(KING)
    return (both & (hands.has(QUEEN) | hands.has(KNAVE))).any(axis=0)


def _completes_one(hands: Hands) -> np.ndarray:
    kings, queens = (hands.number_of(rank) == TRIO for rank in (KING, QUEEN))
    return (hands.has(KING) & hands.has(QUEEN)).any(axis=0) & (kings != queens)


def _swap_queen(hands: np.ndarray, owns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    keeps_king = count(hands & of_rank(KING)) == TRIO
    return _swap(hands, owns, np.where(keeps_king, QUEEN, KING), np.where(keeps_king, KING, QUEEN))


OF_SETS = (
    Rule(
        "HOY-M01", "Two suits before a low trio", ELDER,
        lambda hands: np.any([fits for fits, _ in _two_suits(hands)], axis=0),
        _keep_two_suits, lambda choices: _keeps(choices, _low_trio(choices.hand)),
        reading="All of the other two suits goes, five cards at most.",
    ),
    Rule(
        "ACA-M03", "Keep a trio at the price of high cards", BOTH,
        lambda hands: _costs(hands, hands.set_of(TRIO)),
        lambda choices: _keeps(choices, choices.hand.set_of(TRIO)),
        lambda choices: _breaks(choices, choices.hand.set_of(TRIO)),
        reading=(
            "The highest trio, where every full discard that keeps it costs a card of the longest "
            "suit, an ace or a king."
        ),
    ),
    Rule(
        "CAV-M11", "Take all five cards", ELDER, lambda hands: hands.cards != 0,
        lambda choices: choices.is_full, lambda choices: ~choices.is_full,
    ),
    Rule(
        "CAV-M12", "Leave a card for a great score", ELDER,
        lambda hands: _great_score(hands) != 0,
        lambda choices: choices.thrown == _great_score(choices.hand),
        lambda choices: choices.is_full,
        reading="Six or more of a suit, trio or quatorze of aces and kings, and four cards more.",
    ),
    Rule(
        "CAV-M15", "From ace-king, throw the ace", BOTH, _has_ace_king, swap=_swap_ace,
        parts=(
            ("one ace, one king", partial(_have, aces=(1,), kings=(1,))),
            ("one ace, more kings", partial(_have, aces=(1,), kings=_MORE)),
            ("two aces, one king: his exception", partial(_have, aces=(2,), kings=(1,))),
            ("three aces or four, one king", partial(_have, aces=_MORE[1:], kings=(1,))),
            ("two aces or more, two kings or more", partial(_have, aces=_MORE, kings=_MORE)),
            ("with the queen or knave of the suit", _has_next),
            ("without queen and knave", lambda hands: ~_has_next(hands)),
        ),
    ),
    Rule(
        "CAV-M18", "Of king and queen, keep the trio’s", BOTH, _completes_one, swap=_swap_queen,
    ),
    Rule(
        "CAV-M19", "High cards before a low trio", BOTH,
        _costs_tops,
        lambda choices: _breaks(choices, _low_trio(choices.hand)) & _spare_tops(choices),
        lambda choices: (
            _keeps(choices, _low_trio(choices.hand) | choices.hand.longest)
            & ~_spare_tops(choices)
        ),
    ),
    Rule(
        "CAV-M20", "Break a low trio before the point", ELDER,
        _costs_point,
        lambda choices: _breaks(choices, _low_trio(choices.hand)) & choices.spares,
        _break_first, reading="One card of the trio is enough.",
    ),
    Rule(
        "CAV-M22", "Sacrifice four knaves or tens", YOUNGER,
        lambda hands: _costs(hands, _low_quatorze(hands)),
        lambda choices: (
            _breaks(choices, _low_quatorze(choices.hand)) & choices.spares & _spare_tops(choices)
        ),
        lambda choices: _keeps(choices, _low_quatorze(choices.hand)),
    ),
    Rule(
        "CAV-M23", "Keep a quatorze that one can beat", ELDER,
        lambda hands: _beaten_once(hands) != 0,
        lambda choices: _keeps(choices, _beaten_once(choices.hand)),
        lambda choices: _breaks(choices, _beaten_once(choices.hand)),
    ),
    Rule(
        "CAV-M24", "Throw a low quint", ELDER, _has_quint_and_courts,
        lambda choices: (choices.thrown == _low_quint(choices.hand)) & choices.is_full,
        lambda choices: _keeps(choices, _low_quint(choices.hand)),
        reading=(
            "Knave to seven are all that is held of the suit. His exception, three knaves with a "
            "quint that is certainly good, is left out; leaving cards is not tried."
        ),
    ),
    Rule(
        "CAV-M25", "Keep a low quint as a shield", YOUNGER,
        lambda hands: _low_quints(hands).any(axis=0) & _can_keep(hands, _low_quint(hands)),
        lambda choices: _keeps(choices, _low_quint(choices.hand)),
        lambda choices: _breaks(choices, _low_quint(choices.hand)),
    ),
    Rule(
        "CAV-M29", "Keep a quart to the king and two kings", ELDER,
        lambda hands: (
            (_kings_and_quart(hands) != 0) & _can_keep(hands, _kings_and_quart(hands))
        ),
        lambda choices: _keeps(choices, _kings_and_quart(choices.hand)),
        lambda choices: _breaks(choices, _kings_and_quart(choices.hand)),
    ),
    Rule(
        "CAV-M31", "Keep what one of two cards improves", ELDER,
        lambda hands: (_two_ways(hands) != 0) & _can_keep(hands, _two_ways(hands)),
        lambda choices: _keeps(choices, _two_ways(choices.hand)),
        lambda choices: _breaks(choices, _two_ways(choices.hand)),
    ),
    Rule(
        "CAV-M32", "Do not wait for one named card", YOUNGER, _is_dear, _break_dear,
        lambda choices: _keeps(choices, _improvable(choices.hand)),
        reading=(
            "The trio, or else a quart outside the longest suit; a guard is a king’s last. What "
            "breaks it throws nothing else that is dear."
        ),
    ),
    Rule(
        "CAV-M34", "With two trios, keep both, leave a card", YOUNGER,
        lambda hands: _has_two_trios(hands) & (hands.full == 3),
        _throw_beside, _break_one,
        reading=(
            "He wants a quatorze that saves the rubicon; here both ways are judged by points, "
            "whatever the score. Elder took five cards; the rest is the longest suit, aces and "
            "kings."
        ),
    ),
)  # fmt: skip
"""In the order of the file."""
