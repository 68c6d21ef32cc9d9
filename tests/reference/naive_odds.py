"""What a draw may bring, by looking at every draw there is, and what a hand holds.

Nothing is worked out by a formula: each hand that a draw can make is written out and evaluated with
the slow `reference`, and the favourable ones are counted. Cards are text such as ``"AS"``.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import reference

PACK = frozenset(rank + suit for suit in reference.SUITS for rank in reference.RANKS)
LENGTHS = range(3, 9)
# With a card of the left, how many others of its suit keep it from being drawn out.
GUARDS = {"A": 0, "K": 1, "Q": 2, "J": 3}


def draw_events(
    hand: frozenset[str], discard: frozenset[str]
) -> tuple[int, dict[str, int], Fraction]:
    """Number of draws, for each event how many of them bring it, and the mean value of the hand.

    A draw is a set of as many unseen cards as are discarded, out of all that the hand as dealt does
    not hold. The events are those of `hand_events`; the value is that of `value_if_good`.
    """
    draws, total, counts = 0, 0, Counter()
    for drawn in combinations(sorted(PACK - hand), len(discard)):
        full = hand - discard | frozenset(drawn)
        counts.update(hand_events(full))
        draws += 1
        total += value_if_good(full)
    return draws, counts, Fraction(total, draws)


def hand_events(hand: frozenset[str]) -> dict[str, bool]:
    """Whether the hand has each of the events.

    ``point>=K`` and ``sequence>=K`` are the cards of the best point and of the longest sequence,
    ``trio:R`` and ``quatorze:R`` exactly three and exactly four of a rank, ``any_quatorze`` at
    least one quatorze, and ``guard:S`` a suit that the other cannot run from the top.
    """
    point = reference.best_point(hand)[0]
    longest = _longest_sequence(hand)
    sets = reference.all_sets(hand)
    events = {f"point>={length}": point >= length for length in LENGTHS}
    events |= {f"sequence>={length}": longest >= length for length in LENGTHS}
    events |= {f"trio:{rank}": (3, rank) in sets for rank in "TJQKA"}
    events |= {f"quatorze:{rank}": (4, rank) in sets for rank in "TJQKA"}
    events["any_quatorze"] = any(size == 4 for size, _ in sets)
    events |= {f"guard:{suit}": _is_guarded(hand, suit) for suit in "SHDC"}
    return events


def hand_attributes(hand: frozenset[str]) -> dict[str, int]:
    """Plain facts about a hand, as numbers.

    ``point_cards`` and ``point_pips`` are of the best point (most cards, then pips), ``sequences``
    the points of all sequences, ``best_sequence`` the cards of the longest, ``trios`` and
    ``quatorzes`` how many there are, and ``courts`` the kings, queens and knaves together.
    """
    lengths = [sum(card[1] == suit for card in hand) for suit in reference.SUITS]
    point_cards, point_pips = reference.best_point(hand)
    sizes = [size for size, _ in reference.all_sets(hand)]
    return {
        "carte_blanche": int(reference.has_carte_blanche(hand)),
        "longest_suit": max(lengths),
        "point_cards": point_cards,
        "point_pips": point_pips,
        "best_sequence": _longest_sequence(hand),
        "sequences": _points_of_sequences(hand),
        "trios": sizes.count(3),
        "quatorzes": sizes.count(4),
        "value": value_if_good(hand),
        "voids": lengths.count(0),
        "aces": sum(card[0] == "A" for card in hand),
        "courts": sum(card[0] in reference.COURTS for card in hand),
    }


def value_if_good(hand: frozenset[str]) -> int:
    """Points for the best point, all sequences and all sets if the other has nothing better."""
    sets = sum(reference.SET_POINTS[size] for size, _ in reference.all_sets(hand))
    return reference.best_point(hand)[0] + _points_of_sequences(hand) + sets


def _points_of_sequences(hand: frozenset[str]) -> int:
    return sum(reference.SEQUENCE_POINTS[length] for length, _, _ in reference.all_sequences(hand))


def _longest_sequence(hand: frozenset[str]) -> int:
    """Cards of the longest sequence, or 0 where there is none."""
    best = reference.best_sequence(hand)
    return 0 if best is None else best[0]


def _is_guarded(hand: frozenset[str], suit: str) -> bool:
    """Whether a high card of the suit has others enough beside it."""
    ranks = [card[0] for card in hand if card[1] == suit]
    return any(rank in ranks and len(ranks) - 1 >= others for rank, others in GUARDS.items())
