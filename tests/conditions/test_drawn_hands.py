"""Odds of events in words, beside a count over all draws in sets and lists."""

import json
from itertools import combinations
from math import comb

import pytest
from command_line import answer, command, refused
from naive_conditions import longest, of_rank, of_suit, runs

from piquet_sim import (
    InputError,
    count_hands_by,
    count_hands_meeting,
    find_odds,
    parse_hand,
    say_cards,
)
from piquet_sim.conditions.drawn_hands import find_event_odds, list_drawn, read_event

HAND, THROWN = "AKJ.AQJ8.98.J87", "K..98.87"
PACK = {rank + suit for suit in "SHDC" for rank in "789TJQKA"}
HELD = set(say_cards(parse_hand(HAND)).split())
GONE = set(say_cards(parse_hand(THROWN)).split())


def breaks(seen, length):
    """Whether no run of this length can be made of the cards that were not seen."""
    return not any(
        all(rank + suit not in seen for rank in "789TJQKA"[low : low + length])
        for suit in "SHDC"
        for low in range(9 - length)
    )


NAIVE = {
    "4 knaves": lambda hand: of_rank(hand, "J") == 4,
    "a quatorze or a point of 6": lambda hand: (
        any(of_rank(hand, rank) == 4 for rank in "TJQKA") or longest(hand) == 6
    ),
    "point >= 6 or 4 aces": lambda hand: longest(hand) >= 6 or of_rank(hand, "A") == 4,
    "an ace and a king": lambda hand: of_rank(hand, "A") >= 1 and of_rank(hand, "K") >= 1,
    "no sequence": lambda hand: not runs(hand),
    "not (3 knaves)": lambda hand: of_rank(hand, "J") != 3,
    "elder has the ace of clubs": lambda hand: "AC" in hand,
    "lacks nines": lambda hand: of_rank(hand, "9") == 0,
    "guards the king of diamonds": lambda hand: "KD" in hand and of_suit(hand, "D") >= 2,
    "breaks every quint": lambda hand: breaks(hand | GONE, 5),
    "breaks every tierce": lambda hand: breaks(hand | GONE, 3),
    "2 of KH TH 9H": lambda hand: len(hand & {"KH", "TH", "9H"}) == 2,
}


@pytest.fixture(scope="module")
def drawn():
    """All hands that may come."""
    found = [HELD - GONE | set(cards) for cards in combinations(sorted(PACK - HELD), 5)]
    hands = list_drawn(parse_hand(HAND), parse_hand(THROWN))
    assert {parse_hand(" ".join(one)) for one in found} == set(hands.tolist())
    return found


@pytest.mark.parametrize("event", NAIVE)
def test_event__comes_in_as_many_draws_as_counted_one_by_one(event, drawn):
    odds = find_event_odds(parse_hand(HAND), parse_hand(THROWN), event)
    assert (odds.favourable, odds.draws) == (sum(map(NAIVE[event], drawn)), len(drawn))


@pytest.mark.parametrize(
    ("event", "name"),
    [
        ("4 knaves", "quatorze:J"),
        ("3 aces", "trio:A"),
        ("point >= 5", "point>=5"),
        ("a sequence of 4+", "sequence>=4"),
        ("a quatorze", "any_quatorze"),
    ],
)
@pytest.mark.parametrize(("seat", "took"), [("elder", None), ("younger", 4)])
def test_event__of_a_name_is_that_of_the_name(event, name, seat, took):
    hand, thrown = parse_hand("T7.T97.AQJT.KQT"), parse_hand("7.97..")
    named = find_odds(hand, thrown, seat, took)
    odds = find_event_odds(hand, thrown, event, seat, took)
    assert (odds.favourable, odds.draws) == (named.events[name], named.draws)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("younger has 2 aces", "event: 'younger has 2 aces' is about younger"),
        ("elder aces > younger aces", "is about younger"),
        ("the talon has an ace", "event: "),
        ("xx", "event: at 'xx' expected"),
        ("", "event: at the end expected"),
        ("another ace", "^event: at '.*; as in "),
        ("a fifth heart", "^event: at '.*; as in "),
        ("one of the two aces", "^event: at '.*; as in "),
    ],
)
def test_event__that_cannot_be_counted(event, said):
    with pytest.raises(InputError, match=said):
        read_event(event)


def test_command__tells_events_in_words():
    given = ("odds", HAND, "--discard", THROWN, "--event", "4 knaves", "--event", "point >= 6")
    told = json.loads(command(*given, "--json").out)
    assert [(one["event"], one["favourable"], one["of"]) for one in told["asked"]] == [
        ("4 knaves", 3876, 15504),
        ("point >= 6", told["events"]["point>=6"]["favourable"], 15504),
    ]
    assert "elder: longest_suit>=6" in command(*given).out
    said = refused("odds", HAND, "--event", "4 knaves")
    assert said == "piquet: odds: --event requires --discard\n"


# ---- Hands as dealt -----------------------------------------------------------------------------
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
def test_hands_meeting_a_condition__are_those_of_the_census(text, attribute, values):
    hands = count_hands_by(attribute)
    assert count_hands_meeting(text).hands == sum(hands.get(value, 0) for value in values)


def test_census__of_a_condition():
    found = answer("census", "--given", "4 aces", "--json")
    assert found == {
        "condition": "4 aces", "reading": "elder: 4 aces", "hands": comb(28, 8),
        "of": comb(32, 12), "probability": comb(28, 8) / comb(32, 12),
    }  # fmt: skip
    said = command("census", "--given", "4 aces").out
    assert "3,108,105 of 225,792,840 hands meet it: 1.3765%" in said


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
