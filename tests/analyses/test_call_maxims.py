"""Maxims on calling, held against rules that were written in sets of cards from their words."""

import numpy as np
import pytest
from naive_call_maxims import MAXIMS, View

from analyses.call_maxims import (
    CALL_RULES,
    EQUAL,
    GOOD,
    NOT_GOOD,
    NOT_JUDGED,
    Calling,
    is_unguarded,
)
from analyses.published_maxims import load_maxims
from piquet_sim import Simulation
from piquet_sim.game.cards import format_hand, parse_hand

RULES = {one.maxim: one for one in CALL_RULES}
SAID = {GOOD: "good", EQUAL: "equal", NOT_GOOD: "not good"}
DEALS = 4_000


def say_cards(mask):
    suits = format_hand(int(mask)).split(".")
    return frozenset(rank + suit for suit, cards in zip("SHDC", suits, strict=True)
                     for rank in cards)  # fmt: skip


def split(place, call):
    call = int(call)
    return divmod(call, 256 if place == 0 else 16) if call else None


def read_views(seen):
    for place in range(len(seen.hand)):
        answers = tuple(SAID[int(one)] for one in seen.answers[place])
        heard = tuple(split(kind, one) for kind, one in enumerate(seen.heard[place]))
        cards = say_cards(seen.hand[place]), say_cards(seen.thrown[place])
        yield View(seen.seat, *cards, answers, heard)


def find_sides(rule, seen):
    applies, *sides = rule.sides(seen)
    return [
        tuple(tuple(split(kind, one) for kind, one in enumerate(side[place])) for side in sides)
        if applies[place] else None
        for place in range(len(applies))
    ]  # fmt: skip


def look(seat, hand, thrown, answers=(GOOD, GOOD, GOOD), heard=(0, 0, 0)):
    cards = (np.array([parse_hand(one)]) for one in (hand, thrown))
    return Calling(seat, *cards, np.array([answers]), np.array([heard]))


@pytest.fixture(scope="module")
def records():
    return Simulation("expert", "club", play="double-dummy").record_units(0, DEALS)


def read_deals(records, seat):
    from analyses.call_trials import read_calling

    return read_calling(records, seat)


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_situations__are_those_of_the_words(records, seat):
    seen = read_deals(records, seat)
    views = list(read_views(seen))
    for rule in CALL_RULES:
        if seat in rule.seats:
            found = [MAXIMS[rule.maxim](view) for view in views]
            assert find_sides(rule, seen) == found, rule.maxim
            assert rule.maxim == "CAV-C07" or any(found), rule.maxim


@pytest.mark.parametrize(
    ("maxim", "seen"),
    [
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKQ", "QJ.T.T.9")),
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKQ", "QJ.T.T.9", (NOT_GOOD, GOOD, GOOD))),
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKJ", "QJ.T.T.Q")),
        ("CAV-C07", look("elder", "K.KQJT.AKQJ.AKQ", "QJ.A.T.9")),  # no trio of aces
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKJ", "QJ.T.T.9")),  # the queen is out
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKQ", "AJ.T.T.9")),  # the ace is not
        ("CAV-C07", look("elder", "AKQJ.K.AKQJ.AKQ", "T.QJ.T.9")),  # another king is bare
        ("CAV-C03", look("elder", "A987.K987.T987.", "...AKQJT")),
        ("CAV-C03", look("elder", "T987.987.987.87", "J.J.J.J9")),
        ("CAV-C05", look("elder", "987.AKQ.A87.A87", "T.J.KQ.K", (NOT_GOOD, GOOD, GOOD))),
        ("CAV-C05", look("elder", "987.AKQ.A87.A87", "T.J.KQ.K", (EQUAL, GOOD, GOOD))),
        ("CAV-C06", look("elder", "AKQJT98.K.K.KQ7", "7.98.98.")),
        ("CAV-C09", look("elder", "AKQJT9.AKQ.A.AK", "8.J.98.J")),
    ],
)
def test_situations__are_those_of_the_words_where_they_are_rare(maxim, seen):
    assert find_sides(RULES[maxim], seen) == [MAXIMS[maxim](view) for view in read_views(seen)]


def test_rules__are_all_maxims_on_calling_but_those_left_out_with_a_reason():
    published = load_maxims()
    about = {name for name, one in published.items() if one.kind == "call"}
    assert set(RULES) | set(NOT_JUDGED) | {"COT-B01"} == about
    assert list(RULES) == [name for name in published if name in RULES]
    assert not set(RULES) & set(NOT_JUDGED)


@pytest.mark.parametrize(
    ("hand", "is_open"),
    [
        ("K.AQJ8.AJ98.A987", True),
        ("K7.AQJ8.AJ98.A9", False),
        ("Q7.AKJ8.AJ98.A9", True),
        ("Q87.AKJ8.AJ98.A", False),
        ("KQ.AKJ8.AJ98.A9", False),
        ("AQ.AKJ8.AJ98.A9", False),
    ],
)
def test_unguarded__is_read_from_the_hand(hand, is_open):
    assert is_unguarded(np.array([parse_hand(hand)])).tolist() == [is_open]
