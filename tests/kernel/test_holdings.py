"""What a hand holds: the kernels against the reference in lists, and against exact counts.

Covers `kernel.tables`.
"""

import numba
import numpy as np
import pytest
import reference
from hypothesis import given, settings
from specimens import LAWS, as_mask, as_text, hands

from piquet_sim.exact import census
from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK, RANK_LETTERS
from piquet_sim.kernel.bits import deposit
from piquet_sim.kernel.deal.holdings import (
    evaluate_hand,
    has_carte_blanche,
    holds_sequence,
    holds_set,
    point_cards,
    reckon_sequences,
    reckon_sets,
    sequence_cards,
)
from piquet_sim.kernel.tables import POINT_SHIFT, TOP_SHIFT


def write_point(call):
    return call[0] << POINT_SHIFT | call[1]


def write_ranked(call):
    return 0 if call is None else call[0] << TOP_SHIFT | RANK_LETTERS.index(call[1])


@given(hands())
@settings(max_examples=250)
def test_hand__holds_what_the_reference_finds(hand):
    cards = as_text(hand)
    sequences, sets = reference.all_sequences(cards), reference.all_sets(cards)
    assert evaluate_hand(LAWS, hand) == (
        write_point(reference.best_point(cards)),
        write_ranked(reference.best_sequence(cards)),
        write_ranked(reference.best_set(cards)),
        sum(reference.SEQUENCE_POINTS[one[0]] for one in sequences),
        sum(reference.SET_POINTS[one[0]] for one in sets),
    )
    assert has_carte_blanche(hand) == reference.has_carte_blanche(cards)
    in_sequences = {
        rank + suit
        for length, top, suit in sequences
        for rank in reference.RANKS[reference.RANKS.index(top) :][:length]
    }
    assert sequence_cards(hand) == as_mask(in_sequences)
    ranks = [rank for _, rank in sets]
    _, reckoned = reckon_sets(LAWS, hand, write_ranked(reference.best_set(cards)))
    assert reckoned == as_mask([card for card in cards if card[0] in ranks])


RANKED = {
    "sequence": (
        holds_sequence,
        reckon_sequences,
        reference.all_sequences,
        reference.SEQUENCE_POINTS,
    ),
    "set": (holds_set, reckon_sets, reference.all_sets, reference.SET_POINTS),
}


@given(hands())
@settings(max_examples=150)
def test_call__of_anything_held_scores_as_the_reference_says(hand):
    cards = as_text(hand)
    calls = reference.legal_calls(cards)
    for call in calls["point"]:
        shown = as_text(point_cards(hand, write_point(call)))
        assert (
            set(shown) <= set(cards),
            len({card[1] for card in shown}),
            (len(shown), sum(reference.PIPS[card[0]] for card in shown)),
        ) == (True, 1, call)
    for kind, (holds, reckon, find, points) in RANKED.items():
        for call in calls[kind]:
            assert holds(LAWS, hand, write_ranked(call))
            score, shown = reckon(LAWS, hand, write_ranked(call))
            assert score == sum(reference.reckoned(cards, kind, call))
            # What is shown makes the score, holds the call, and nothing better than it.
            found = find(as_text(shown))
            assert (
                sum(points[one[0]] for one in found),
                max(found, key=reference.strength_of)[:2],
                shown & ~hand,
            ) == (score, call, 0)


@given(hands())
@settings(max_examples=60)
def test_call__of_what_is_not_held_is_refused(hand):
    calls, ranked = reference.legal_calls(as_text(hand)), range(1, 16 << TOP_SHIFT)
    points = [cards << POINT_SHIFT | pips for cards in range(1, 13) for pips in range(130)]
    assert {
        "point": {one for one in points if point_cards(hand, one)},
        "sequence": {one for one in ranked if holds_sequence(LAWS, hand, one)},
        "set": {one for one in ranked if holds_set(LAWS, hand, one)},
    } == {
        "point": {write_point(call) for call in calls["point"]},
        "sequence": {write_ranked(call) for call in calls["sequence"]},
        "set": {write_ranked(call) for call in calls["set"]},
    }


@numba.njit(nogil=True)
def _count_one_by_one(laws, counts):
    # Every hand, evaluated as the engine does: a histogram of each of five attributes.
    places = (1 << HAND_CARDS) - 1
    while places < 1 << 32:
        hand = deposit(places, PACK_32_MASK)
        step = places & -places  # to the next number with as many bits
        more = places + step
        places = more | (places ^ more) // step >> 2
        holding = evaluate_hand(laws, hand)
        value = (holding.point >> POINT_SHIFT) + holding.sequences_score + holding.sets_score
        counts[0, np.int64(has_carte_blanche(hand))] += 1
        counts[1, holding.point] += 1
        counts[2, holding.sequence >> TOP_SHIFT] += 1
        counts[3, holding.sequences_score] += 1
        counts[4, value] += 1


@pytest.mark.slow
def test_census__of_all_hands_one_by_one_is_that_by_classes():
    counts = np.zeros((5, 4096), np.int64)
    _count_one_by_one(LAWS, counts)
    for name, found in zip(
        ("carte_blanche", "point", "best_sequence", "sequences", "value"), counts, strict=True
    ):
        assert {value: int(n) for value, n in enumerate(found) if n} == census.count_hands_by(
            name
        ), name
