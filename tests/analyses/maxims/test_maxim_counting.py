"""The facts that maxims ask of hands, and the count of all hands."""

from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random

import naive_maxims as naive
import numpy as np
import pytest
from naive_worlds import named

from analyses.maxims.discard import counting
from analyses.maxims.discard.counting import count_hands, list_classes
from analyses.maxims.discard.of_sets import OF_SETS
from analyses.maxims.discard.of_suits import OF_SUITS
from analyses.maxims.discard.rule import Rule
from analyses.maxims.facts.hands import (
    PIPS,
    RUNS,
    SEQUENCES,
    STOPPERS,
    TRICKS,
    Cards,
    Choices,
    Hands,
    of_rank,
)
from piquet_sim.exact.draw_odds import list_discards
from piquet_sim.game.cards import ACE, KING, QUEEN, TEN, iterate_cards, pack_mask

RANKS = "6789TJQKA"
PACK = list(iterate_cards(pack_mask(32)))
LANES = range(0, 512, 2)
ALL_HANDS = comb(32, 12)


def deal(number, cards=12):
    luck = Random(4)
    return np.array([sum(luck.sample(PACK, cards)) for _ in range(number)])


def list_suits(masks, fact):
    """A fact of each suit of each hand, the suit first, as `Hands` has them."""
    return np.array([[fact(hand, suit) for suit in naive.suits(hand)] for hand in masks]).T.tolist()


# ---- Facts of a suit ----------------------------------------------------------------------------
def test_maxim_cards__of_a_suit():
    for lane in LANES:
        suit = naive.suits(named(lane))[0]
        runs = naive.runs(suit, 1)
        assert PIPS[lane] == naive.pips(suit)
        assert named(int(RUNS[lane])) == max(runs, key=len, default=frozenset())
        assert named(int(SEQUENCES[lane])) == frozenset().union(*naive.runs(suit))
        assert named(int(STOPPERS[lane])) == naive.stoppers(suit)
        assert TRICKS[lane] == naive.tricks_of(suit)


@pytest.mark.parametrize("number", [12, 3])
def test_maxim_cards__of_hands(number):
    masks = deal(200, number)
    hands, cards = [named(int(one)) for one in masks], Cards(masks)
    assert cards.lengths.tolist() == list_suits(hands, lambda _, suit: len(suit))
    for rank in (TEN, QUEEN, KING, ACE):
        letter = RANKS[rank]
        held = list_suits(hands, lambda _, suit, letter=letter: naive.holds(suit, letter))
        lower = list_suits(hands, lambda _, suit, letter=letter: len(naive.lower(suit, letter)))
        assert cards.has(rank).tolist() == held
        assert cards.lower(rank).tolist() == lower
        assert cards.number_of(rank).tolist() == [len(naive.ranked(one, letter)) for one in hands]


# ---- Facts of a hand ----------------------------------------------------------------------------
def test_maxim_cards__of_hands_of_twelve():
    masks = deal(1_000)
    hands, facts = [named(int(one)) for one in masks], Hands(masks)
    longest = list_suits(hands, lambda hand, suit: suit == naive.longest(hand))
    assert facts.is_longest.tolist() == longest
    for place, hand in enumerate(hands):
        assert named(int(facts.longest[place])) == naive.longest(hand)
        assert named(int(facts.outside[place])) == naive.outside(hand)
        assert facts.length[place] == len(naive.longest(hand))
        assert facts.free[:, place].sum() == naive.count_free(hand)
    beside = [len(naive.outside(hand) - naive.ranked(hand, "AT")) for hand in hands]
    assert facts.beside(of_rank(ACE), of_rank(TEN)).tolist() == beside
    kings = list_suits(hands, lambda _, suit: naive.holds(suit, "K") and naive.lacks(suit, "A"))
    queens = list_suits(hands, lambda _, suit: naive.holds(suit, "Q") and naive.lacks(suit, "AK"))
    assert facts.lone_kings.tolist() == kings
    assert facts.lone_queens.tolist() == queens


@pytest.mark.parametrize(("number", "ranks"), [(3, "TJQKA"), (3, "TJQ"), (4, "TJQKA")])
def test_maxim_cards__of_sets(number, ranks):
    masks = deal(1_000)
    low, high = (RANKS.index(one) for one in (ranks[0], ranks[-1]))
    for mask, found in zip(masks, Hands(masks).set_of(number, low, high), strict=True):
        sets = naive.sets(named(int(mask)), number, ranks)
        assert named(int(found)) == (sets[0] if sets else frozenset())


def test_maxim_cards__equal_suits_are_told_apart_by_the_higher_cards():
    hands = [0xF6 | 0xFA << 16, 0xFA | 0xF6 << 16]  # KQJT87 and KQJT97: a pip more
    hands += [0x162 | 0x152 << 16, 0x152 | 0x162 << 16]  # AQJ7 and AQT7: as many pips
    assert [Hands(np.array([one])).is_longest[0, 0] for one in hands] == [False, True, True, False]


# ---- Facts of discards --------------------------------------------------------------------------
def test_maxim_cards__of_discards():
    for mask in deal(3):
        hand = named(int(mask))
        thrown = list_discards(int(mask), range(1, 6))
        choices = Choices(Hands(mask.reshape(1)), thrown)
        sets = [named(int(one)) for one in thrown]
        tens = of_rank(TEN)
        assert [named(int(one)) for one in choices.kept.cards] == [hand - one for one in sets]
        assert choices.number.tolist() == [len(one) for one in sets]
        assert choices.is_full.tolist() == [len(one) == 5 for one in sets]
        assert choices.spares.tolist() == [naive.spares(hand, one) for one in sets]
        assert choices.keeps(tens).tolist() == [naive.lacks(one, "T") for one in sets]
        assert choices.throws(tens).tolist() == [len(naive.ranked(one, "T")) for one in sets]
        assert choices.empties.any(axis=0).tolist() == [naive.empties(hand, one) for one in sets]
        assert choices.touched.tolist() == [naive.touched(hand, one) for one in sets]
        for number in range(1, 6):
            lowest = choices.is_lowest(choices.number == number)
            assert lowest.tolist() == [
                len(one) == number and naive.is_lowest(hand, one, hand) for one in sets
            ]


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

    def has_aces(number):
        return Rule("", "", ("elder", "younger"), lambda hands: hands.number_of(ACE) >= number)

    full = Rule("", "", ("younger",), lambda hands: hands.number_of(ACE) >= hands.full - 1)
    # Another share only where elder takes one card and leaves seven.
    seven = Rule("", "", ("younger",), lambda hands: hands.number_of(ACE) >= (hands.full < 7))
    shares = count_hands([has_aces(3), has_aces(2), full, seven], threads=1)
    all_three, two = comb(4, 3), comb(4, 2) * 28
    assert shares[:2] == [Fraction(all_three, comb(32, 3))] * 2
    assert shares[2:4] == [Fraction(all_three + two, comb(32, 3))] * 2
    assert shares[4:] == [None, None]


def test_maxim_counting__first_hands_of_twelve():
    masks, times = next(list_classes())
    assert len(np.unique(masks)) == len(masks)
    assert set(np.bitwise_count(masks).tolist()) == {12}
    for place in range(0, len(masks), 2_000):
        assert times[place] == len(name_otherwise(named(int(masks[place]))))


@pytest.mark.slow
def test_maxim_counting__all_hands():
    rules = {rule.id: rule for rule in (*OF_SUITS, *OF_SETS)}
    kinds, hands = np.sum([(len(one), times.sum()) for one, times in list_classes()], axis=0)
    assert (kinds, hands) == (9_662_590, ALL_HANDS)

    # King, queen or knave, and ten to seven: eight such threes in a suit, in up to four suits.
    threes = sum(
        -((-1) ** suits) * comb(4, suits) * 8**suits * comb(32 - 8 * suits, 12 - 3 * suits)
        for suits in range(1, 5)
    )
    # Knave to seven in a suit and not in another.
    quints = 4 * comb(27, 7) - 2 * comb(4, 2) * comb(22, 2)
    shares = count_hands([rules[one] for one in ("CAV-M10", "CAV-M25")], threads=1)
    assert shares == [Fraction(threes, ALL_HANDS), Fraction(quints, ALL_HANDS)]
