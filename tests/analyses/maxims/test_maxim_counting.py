"""Equal suits of a hand, and the count of all hands."""

from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest
from naive_worlds import named

from analyses.maxims import discard
from analyses.maxims import discard_trial as counting
from analyses.maxims.discard_trial import count_hands, list_classes
from analyses.maxims.facts import Hands
from analyses.maxims.maxim import BOTH, DISCARD, Maxim, find_maxim
from piquet_sim.game.cards import ACE, parse_hand

ALL_HANDS = comb(32, 12)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("KQJT87", "KQJT97"), ("AQT7", "AQJ7")],  # a pip more; as many pips
)
def test_maxim_cards__equal_suits_are_told_apart_by_the_higher_cards(lower, higher):
    hands = np.array([parse_hand(f"{lower}.{higher}.."), parse_hand(f"{higher}.{lower}..")])
    assert Hands(hands, hands).is_longest[0].tolist() == [False, True]


# ---- All hands ----------------------------------------------------------------------------------
def name_otherwise(hand):
    """The hand in its 24 names of suits, fewer where suits are equal."""
    return {
        frozenset(rank + names["SHDC".index(suit)] for rank, suit in hand)
        for names in permutations("SHDC")
    }


@pytest.fixture
def hands_of_three(monkeypatch):
    monkeypatch.setattr(counting, "HAND_CARDS", 3)
    monkeypatch.setattr(counting, "_ALL_HANDS", comb(32, 3))


def test_maxim_counting__small_hands_one_by_one(hands_of_three):
    masks, times = map(np.concatenate, zip(*list_classes(), strict=True))
    found = [name_otherwise(named(int(mask))) for mask in masks]
    assert list(map(len, found)) == times.tolist()
    assert len(set().union(*found)) == times.sum() == comb(32, 3)


@pytest.mark.parametrize(
    ("seats", "least", "wanted"),
    [
        (BOTH, lambda hands: 3, [4, 4]),
        (BOTH, lambda hands: 2, [4 + 6 * 28, 4 + 6 * 28]),
        (("younger",), lambda hands: hands.full - 1, [None]),
        # Another share only where elder takes one card and leaves seven.
        (("younger",), lambda hands: hands.full < 7, [None]),
    ],
)
def test_maxim_counting__shares_of_hands_with_aces(hands_of_three, seats, least, wanted):
    """None where the hand alone does not say it."""
    rule = Maxim(
        DISCARD, "CAV-M15", "", seats, applies=lambda hands: hands.number_of(ACE) >= least(hands)
    )
    assert count_hands([rule], 1) == [number and Fraction(number, comb(32, 3)) for number in wanted]


def test_maxim_counting__of_chances_is_not_by_the_hand_alone():
    assert count_hands([discard.aim_at_cards], 1) == [None, None]


def test_maxim_counting__first_hands_of_twelve():
    masks, times = next(list_classes())
    assert len(np.unique(masks)) == len(masks)
    assert set(np.bitwise_count(masks).tolist()) == {12}
    for place in range(0, len(masks), 2_000):
        assert times[place] == len(name_otherwise(named(int(masks[place]))))


@pytest.mark.slow
def test_maxim_counting__all_hands():
    kinds, hands = np.sum([(len(one), times.sum()) for one, times in list_classes()], axis=0)
    assert (kinds, hands) == (9_662_590, ALL_HANDS)

    # King, queen or knave, and ten to seven: eight such threes in a suit, in up to four suits.
    threes = sum(
        -((-1) ** suits) * comb(4, suits) * 8**suits * comb(32 - 8 * suits, 12 - 3 * suits)
        for suits in range(1, 5)
    )
    # Knave to seven in a suit and not in another.
    quints = 4 * comb(27, 7) - 2 * comb(4, 2) * comb(22, 2)
    shares = count_hands([find_maxim(one) for one in ("CAV-M10", "CAV-M25")], threads=1)
    assert shares == [Fraction(threes, ALL_HANDS), Fraction(quints, ALL_HANDS)]
