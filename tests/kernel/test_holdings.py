"""What a hand holds: the kernels against the reference in lists, and against exact counts."""

import numba
import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens import as_mask, as_text, hands, legal_calls

from piquet_sim.exact import census
from piquet_sim.game.cards import (
    ACE,
    COURTS_MASK,
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    PACK_32_MASK,
    RANK_LETTERS,
    SUITS,
)
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.bits import count, deposit
from piquet_sim.kernel.deal.holdings import (
    evaluate_hand,
    find_ranks,
    has_carte_blanche,
    holds_sequence,
    holds_set,
    point_cards,
    reckon_sequences,
    reckon_sets,
    sequence_cards,
    set_cards,
)
from piquet_sim.kernel.tables import POINT_SHIFT, TOP_MASK, TOP_SHIFT

LAWS = RUBICON.laws()


def write_point(call):
    return call[0] << POINT_SHIFT | call[1]


def write_ranked(call):
    return 0 if call is None else call[0] << TOP_SHIFT | RANK_LETTERS.index(call[1])


@given(hands())
@settings(max_examples=500)
def test_hand__holds_what_the_reference_finds(hand):
    cards = as_text(hand)
    holding = evaluate_hand(LAWS, hand)
    assert holding.point == write_point(reference.best_point(cards))
    assert holding.sequence == write_ranked(reference.best_sequence(cards))
    assert holding.set == write_ranked(reference.best_set(cards))
    sequences, sets = reference.all_sequences(cards), reference.all_sets(cards)
    assert holding.sequences_score == sum(reference.SEQUENCE_POINTS[one[0]] for one in sequences)
    assert holding.sets_score == sum(reference.SET_POINTS[one[0]] for one in sets)
    assert has_carte_blanche(hand) == reference.has_carte_blanche(cards)
    in_sequences = {
        rank + suit
        for length, top, suit in sequences
        for rank in reference.RANKS[reference.RANKS.index(top) :][:length]
    }
    assert sequence_cards(hand) == as_mask(in_sequences)
    ranks = [rank for _, rank in sets]
    assert set_cards(LAWS.lowest_set, hand) == as_mask([card for card in cards if card[0] in ranks])


RANKED = {
    "sequence": (holds_sequence, reckon_sequences, reference.all_sequences,
                 reference.SEQUENCE_POINTS),
    "set": (holds_set, reckon_sets, reference.all_sets, reference.SET_POINTS),
}  # fmt: skip


@given(hands())
@settings(max_examples=150)
def test_call__of_anything_held_scores_as_the_reference_says(hand):
    cards = as_text(hand)
    calls = legal_calls(cards)
    for call in calls["point"]:
        shown = as_text(point_cards(hand, write_point(call)))
        assert set(shown) <= set(cards)
        assert len({card[1] for card in shown}) == 1
        assert (len(shown), sum(reference.PIPS[card[0]] for card in shown)) == call
    for kind, (holds, reckon, find, points) in RANKED.items():
        for call in calls[kind]:
            assert holds(LAWS, hand, write_ranked(call))
            score, shown = reckon(LAWS, hand, write_ranked(call))
            assert score == sum(reference.reckoned(cards, kind, call))
            # What is shown makes the score, holds the call, and nothing better than it.
            found = find(as_text(shown))
            assert sum(points[one[0]] for one in found) == score
            assert max(found, key=reference.strength_of)[:2] == call
            assert shown & ~hand == 0


@given(hands())
@settings(max_examples=60)
def test_call__of_what_is_not_held_is_refused(hand):
    calls = legal_calls(as_text(hand))
    held = {write_point(call) for call in calls["point"]}
    for cards in range(1, 13):
        for pips in range(130):
            call = cards << POINT_SHIFT | pips
            assert (point_cards(hand, call) != 0) == (call in held)
    sequences = {write_ranked(call) for call in calls["sequence"]}
    sets = {write_ranked(call) for call in calls["set"]}
    for call in range(1, 16 << TOP_SHIFT):
        assert bool(holds_sequence(LAWS, hand, call)) == (call in sequences)
        assert bool(holds_set(LAWS, hand, call)) == (call in sets)


@given(hands(), st.permutations(range(SUITS)))
@settings(max_examples=300)
def test_suits__renamed_change_nothing(hand, names):
    renamed = 0
    for suit, name in enumerate(names):
        renamed |= (hand >> LANE_BITS * suit & 0x1FF) << LANE_BITS * name
    holding = evaluate_hand(LAWS, hand)
    assert evaluate_hand(LAWS, renamed) == holding
    for call in range(3 << TOP_SHIFT, 9 << TOP_SHIFT):
        if holds_sequence(LAWS, hand, call):
            assert reckon_sequences(LAWS, hand, call)[0] == reckon_sequences(LAWS, renamed, call)[0]
        if holds_set(LAWS, hand, call):
            assert reckon_sets(LAWS, hand, call)[0] == reckon_sets(LAWS, renamed, call)[0]


def test_hand__lowest_set_of_the_rules_is_kept():
    hand = as_mask(["TS", "TH", "TD", "TC", "JS", "JH", "JD", "AS", "AH", "7S", "8S", "7H"])
    assert evaluate_hand(LAWS, hand).sets_score == 17
    assert evaluate_hand(RUBICON.replace(lowest_set="J").laws(), hand).sets_score == 3
    assert evaluate_hand(RUBICON.replace(lowest_set="Q").laws(), hand).set == 0
    assert not holds_set(RUBICON.replace(lowest_set="J").laws(), hand, 4 << TOP_SHIFT | 4)


@numba.njit(nogil=True)
def _count_one_by_one(laws, counts, joint):
    # Every hand, evaluated as the engine does: a histogram of each attribute in the order of the
    # census, and of aces by value.
    places = (1 << HAND_CARDS) - 1
    while places < 1 << 32:
        hand = deposit(places, PACK_32_MASK)
        step = places & -places  # to the next number with as many bits
        more = places + step
        places = more | (places ^ more) // step >> 2
        holding = evaluate_hand(laws, hand)
        four, three = find_ranks(hand)
        quatorzes = count(four >> laws.lowest_set)
        trios = count((three & ~four) >> laws.lowest_set)
        aces = voids = 0
        for suit in range(SUITS):
            aces += hand >> (LANE_BITS * suit + ACE) & 1
            voids += hand >> LANE_BITS * suit & LANE_MASK == 0
        value = (holding.point >> POINT_SHIFT) + holding.sequences_score + holding.sets_score
        counts[0, np.int64(has_carte_blanche(hand))] += 1
        counts[1, holding.point >> POINT_SHIFT] += 1
        counts[2, holding.point] += 1
        counts[3, holding.sequence >> TOP_SHIFT] += 1
        counts[4, holding.sequences_score] += 1
        counts[5, trios] += 1
        counts[6, quatorzes] += 1
        counts[7, value] += 1
        counts[8, voids] += 1
        counts[9, aces] += 1
        counts[10, count(hand & COURTS_MASK)] += 1
        joint[aces, value] += 1


@pytest.mark.slow
def test_census__of_all_hands_one_by_one_is_that_by_classes():
    counts = np.zeros((len(census.ATTRIBUTES), 4096), np.int64)
    joint = np.zeros((5, 128), np.int64)
    _count_one_by_one(LAWS, counts, joint)
    for place, (name, by_classes) in enumerate(census.count_all().items()):
        one_by_one = {value: int(n) for value, n in enumerate(counts[place]) if n}
        assert one_by_one == by_classes, name
    assert census.count_hands_jointly("aces", "value") == {
        (int(aces), int(value)): int(joint[aces, value])
        for aces, value in zip(*np.nonzero(joint), strict=True)
    }
    assert counts[9, 4] == 3_108_105
    assert counts[0, 1] == 125_970
    assert counts[1].sum() == 225_792_840


@given(hands())
def test_call__best_is_never_below_another(hand):
    """Greater integers are better calls, as the reference compares them."""
    calls = legal_calls(as_text(hand))
    holding = evaluate_hand(LAWS, hand)
    assert write_point(calls["point"][-1]) == holding.point
    ranked = (("sequence", holding.sequence), ("set", holding.set))
    for name, best in ranked:
        for one in calls[name]:
            for two in calls[name]:
                better = reference.strength_of(one) > reference.strength_of(two)
                assert (write_ranked(one) > write_ranked(two)) == better
        assert best == max((write_ranked(one) for one in calls[name]), default=0)
        assert best & TOP_MASK <= ACE
