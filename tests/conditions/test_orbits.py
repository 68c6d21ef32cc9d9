"""Hands but for the names of their suits: against renamings written out, and by closed forms."""

import random
from collections import Counter
from itertools import combinations
from math import comb, sqrt

import naive_odds
import pytest
from command_line import answer, command, refused
from naive_orbits import count_orbits, orbit_of
from naive_worlds import named

from piquet_sim import count_hands_by, count_hands_meeting, count_orbits_by
from piquet_sim.conditions.orbits import list_fixed_hands
from piquet_sim.exact.census import ATTRIBUTES, CIRCLES, count_kinds_of_hands
from piquet_sim.game.cards import PACK_32_MASK, iterate_cards
from piquet_sim.game.rules import RuleSet

RANKS, SUITS = "789TJQKA", "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def hands_with(cards, others):
    """All hands of some cards and of some others."""
    return (frozenset(cards) | frozenset(rest) for rest in combinations(others, 12 - len(cards)))


# ---- By attribute -------------------------------------------------------------------------------
def test_orbits__of_hands_written_out():
    plain = [card for card in PACK if card[0] not in "KQJ"]
    assert count_orbits_by("carte_blanche")[1] == count_orbits(hands_with([], plain)) == 6_225
    long = [
        hand
        for suit in SUITS
        for hand in hands_with([card for card in PACK if card[1] == suit],
                               [card for card in PACK if card[1] != suit])
    ]  # fmt: skip
    assert len(set(long)) == count_hands_by("longest_suit")[8]
    assert count_orbits_by("longest_suit")[8] == count_orbits(long) == 1_932
    sets = [frozenset(rank + suit for rank in ranks for suit in SUITS)
            for ranks in combinations("AKQJT", 3)]  # fmt: skip
    assert count_orbits_by("quatorzes")[3] == count_orbits(sets) == 10


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        *((name, 32) for name in ATTRIBUTES), ("aces", 36), ("carte_blanche", 36),
        *(pytest.param(name, 36, marks=pytest.mark.slow)
          for name in ATTRIBUTES if name not in ("aces", "carte_blanche")),
    ],
)  # fmt: skip
def test_orbits__of_every_attribute_sum_to_all(name, pack):
    rules = RuleSet(pack=pack)
    hands, orbits = count_hands_by(name, rules), count_orbits_by(name, rules)
    assert list(orbits) == list(hands)
    assert sum(orbits.values()) == count_kinds_of_hands(pack)
    for value, number in orbits.items():
        assert hands[value] / 24 <= number <= hands[value]


def test_orbits__agree_with_hands_drawn_at_random():
    """A hand stands for the share of its orbit that it is; so the mean over hands is known."""
    luck, n = random.Random(9), 2_000
    names = ("aces", "value", "point", "sequences", "trios", "voids", "courts")
    shares = {name: Counter() for name in names}
    squares = {name: Counter() for name in names}
    for _ in range(n):
        hand = frozenset(luck.sample(PACK, 12))
        told = naive_odds.hand_attributes(hand)
        told["point"] = told["point_cards"] << 8 | told["point_pips"]
        share = 1 / len(orbit_of(hand))
        for name in names:
            shares[name][told[name]] += share
            squares[name][told[name]] += share * share
    every, compared = comb(32, 12), 0
    for name in names:
        for value, orbits in count_orbits_by(name).items():
            if count_hands_by(name)[value] / every * n > 30:
                mean = shares[name][value] / n
                error = sqrt(squares[name][value] / n - mean * mean) / sqrt(n)
                assert abs(mean - orbits / every) < 4.5 * error, (name, value)
                compared += 1
    assert compared > 40


def test_fixed_hands__are_those_that_renaming_leaves():
    for circles in CIRCLES:
        if len(circles) == 4:
            continue
        suits, renaming, at = SUITS, {}, 0
        for size in circles:
            turned = suits[at : at + size]
            renaming |= dict(zip(turned, turned[1:] + turned[0], strict=True))
            at += size
        found = list_fixed_hands(circles)
        assert len(set(found.tolist())) == len(found)
        for mask in random.Random(1).sample(found.tolist(), 50):
            hand = named(mask)
            assert len(hand) == 12
            assert not mask & ~PACK_32_MASK
            assert {rank + renaming[suit] for rank, suit in hand} == hand
    assert len(list_fixed_hands((4,))) == comb(8, 3)
    assert len(list_fixed_hands((2, 2))) == comb(16, 6)


# ---- By condition -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "attribute", "values"),
    [
        ("4 aces", "aces", [4]),
        ("carte blanche", "carte_blanche", [1]),
        ("value >= 30", "value", range(30, 58)),
        ("a suit of 8", "longest_suit", [8]),
        ("a void", "voids", [1, 2]),
        ("not a trio", "trios", [0]),
    ],
)
def test_condition__counts_what_the_census_counts(text, attribute, values):
    found = count_hands_meeting(text)
    hands, orbits = count_hands_by(attribute), count_orbits_by(attribute)
    assert found.hands == sum(hands.get(value, 0) for value in values)
    assert found.orbits == sum(orbits.get(value, 0) for value in values)


def test_condition__of_hands_written_out():
    kings = [rank + suit for rank in "AK" for suit in SUITS]
    hands = list(hands_with(kings, [card for card in PACK if card[0] not in "AK"]))
    found = count_hands_meeting("4 aces and 4 kings")
    assert (found.hands, found.orbits) == (len(hands), count_orbits(hands))
    major = [hand for hand in hands if any(f"Q{one}" in hand for one in SUITS)]
    found = count_hands_meeting("4 aces, 4 kings, 1+ queens")
    assert (found.hands, found.orbits) == (len(major), count_orbits(major))


@pytest.mark.parametrize("text", ["no hearts", "AS", "a quint in clubs", "at least 7 spades"])
def test_condition__that_names_a_suit_has_no_orbits(text):
    found = count_hands_meeting(text)
    assert 0 < found.hands < found.of
    assert found.orbits is None
    said = " ".join(command("census", "--given", text).out.split())
    assert "It names suits" in said


def test_census__prints_orbits_beside_hands():
    told = answer("census", "aces", "--json")
    assert told["orbits"]["aces"] == {
        str(value): number for value, number in count_orbits_by("aces").items()
    }
    said = command("census", "aces").out
    assert "orbits" in said
    assert f"{count_orbits_by('aces')[4]:,}" in said
    found = answer("census", "--given", "4 aces", "--json")
    assert (found["hands"], found["of"]) == (comb(28, 8), comb(32, 12))
    assert found["orbits"] == count_orbits_by("aces")[4]
    assert "3,108,105 of 225,792,840 hands meet it: 1.3765%" in command(
        "census", "--given", "4 aces").out  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--given", "5 aces"), "given: 5 aces: impossible"),
        (("--given", "younger has 4 aces"), "is about younger; hands are counted without a seat"),
        (("aces", "--given", "4 aces"), "--given counts by itself"),
        (("--given", "4 acse"), "did you mean 'aces'"),
        (("--given", "value > 30", "--rules", "cotton_1674"), "value is counted as under rubicon"),
    ],
)
def test_census_of_a_condition__is_refused_in_one_line(arguments, said):
    assert said in refused("census", *arguments)


def test_cards__are_the_pack():
    assert sorted(PACK) == sorted(named(sum(iterate_cards(PACK_32_MASK))))
