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
from analyses.maxims.maxim import DISCARD, Maxim, find_maxim
from piquet_sim.game.cards import ACE

ALL_HANDS = comb(32, 12)


def test_maxim_cards__equal_suits_are_told_apart_by_the_higher_cards():
    hands = [0xF6 | 0xFA << 16, 0xFA | 0xF6 << 16]  # KQJT87 and KQJT97: a pip more
    hands += [0x162 | 0x152 << 16, 0x152 | 0x162 << 16]  # AQJ7 and AQT7: as many pips
    assert [Hands(np.array([one])).is_longest[0, 0] for one in hands] == [False, True, True, False]


# ---- All hands ----------------------------------------------------------------------------------
def name_otherwise(hand):
    """The hand in its 24 names of suits, fewer where suits are equal."""
    return {
        frozenset(rank + names["SHDC".index(suit)] for rank, suit in hand)
        for names in permutations("SHDC")
    }


def test_maxim_counting__small_hands_one_by_one(monkeypatch):
    monkeypatch.setattr(counting, "HAND_CARDS", 3)
    monkeypatch.setattr(counting, "_ALL_HANDS", comb(32, 3))
    masks, times = map(np.concatenate, zip(*list_classes(), strict=True))
    found = {}
    for mask, number in zip(masks, times, strict=True):
        names = name_otherwise(named(int(mask)))
        assert len(names) == number
        found |= dict.fromkeys(names, mask)
    assert len(found) == times.sum() == comb(32, 3)

    def plant(seats, applies):
        return Maxim(DISCARD, "CAV-M15", "", seats, applies=applies)

    def has_aces(number):
        return plant(("elder", "younger"), lambda hands: hands.number_of(ACE) >= number)

    full = plant(("younger",), lambda hands: hands.number_of(ACE) >= hands.full - 1)
    # Another share only where elder takes one card and leaves seven.
    seven = plant(("younger",), lambda hands: hands.number_of(ACE) >= (hands.full < 7))
    shares = count_hands([has_aces(3), has_aces(2), full, seven], threads=1)
    all_three, two = comb(4, 3), comb(4, 2) * 28
    assert shares[:2] == [Fraction(all_three, comb(32, 3))] * 2
    assert shares[2:4] == [Fraction(all_three + two, comb(32, 3))] * 2
    assert shares[4:] == [None, None]
    assert count_hands([discard.aim_at_cards], threads=1) == [None, None]  # not by the hand alone


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
