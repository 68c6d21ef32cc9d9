"""Odds of expressions, beside a count over all draws in sets and lists."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from command_line import refused
from naive_hand import NaiveHand
from naive_worlds import PACK
from reference_hands import ranked

from piquet_sim import parse_hand
from piquet_sim.conditions.drawn_hands import (
    AIMS,
    count_hands_meeting,
    find_event_odds,
    list_draws,
    rank_discards,
)
from piquet_sim.exact.census import count_hands_by
from piquet_sim.exact.draw_odds import VALUE
from piquet_sim.game.wording import say_cards

HAND, THROWN = "AKJ.AQJ8.98.J87", "K..98."
HELD = set(say_cards(parse_hand(HAND)).split())
GONE = set(say_cards(parse_hand(THROWN)).split())


NAIVE = {
    "hand.knaves == 4": lambda hand: hand.knaves == 4,
    "hand.quatorzes >= 1 or hand.longest_suit == 6": lambda hand: (
        hand.quatorzes >= 1 or hand.longest_suit == 6
    ),
    "hand.longest_suit >= 6 or hand.aces == 4": lambda hand: (
        hand.longest_suit >= 6 or hand.aces == 4
    ),
    "hand.aces >= 1 and hand.kings >= 1": lambda hand: hand.aces >= 1 and hand.kings >= 1,
    "hand.best_sequence == 0": lambda hand: hand.best_sequence == 0,
    "not hand.knaves == 3": lambda hand: hand.knaves != 3,
    "hand.has('AC')": lambda hand: "AC" in hand.cards,
    "hand.nines == 0": lambda hand: hand.nines == 0,
    "hand.guards('KD')": lambda hand: "KD" in hand.cards and hand.diamonds >= 2,
    "unseen.best_sequence < 5": lambda hand: hand.unseen.best_sequence < 5,
    "unseen.best_sequence == 0": lambda hand: not hand.unseen.best_sequence,
    "hand.count('KH TH 9H') == 2": lambda hand: len(hand.cards & {"KH", "TH", "9H"}) == 2,
}


@pytest.fixture(scope="module")
def drawn():
    """All hands that may come, each with what it leaves unseen."""
    found = [HELD - GONE | set(cards) for cards in combinations(sorted(PACK - HELD), 3)]
    draws = list_draws(parse_hand(HAND), 3) | parse_hand(" ".join(HELD - GONE))
    assert {parse_hand(" ".join(one)) for one in found} == set(draws.tolist())
    return [NaiveHand(cards, unseen=NaiveHand(PACK - cards - GONE)) for cards in found]


@pytest.mark.parametrize("event", NAIVE)
def test_event__comes_in_as_many_draws_as_counted_one_by_one(event, drawn):
    odds = find_event_odds(parse_hand(HAND), parse_hand(THROWN), event)
    assert (odds.favourable, odds.draws) == (sum(map(NAIVE[event], drawn)), len(drawn))


def test_aims__are_ranked_at_once_as_they_are_counted_draw_by_draw():
    """Each of 27, on the discards that are best and worst for it; and their order."""
    hand = parse_hand(HAND)
    for aim, event in AIMS.items():
        ranked = rank_discards(hand, aim)
        worths = [(one.rate(aim), one.value_mean) for one in ranked]
        assert worths == sorted(worths, reverse=True)
        for one in (ranked[0], ranked[-1]):
            if event == VALUE:
                assert one.rate(aim) == one.value_mean
            else:
                odds = find_event_odds(hand, one.discard, aim)
                assert (odds.event, one.rate(aim), odds.draws) == (
                    aim,
                    odds.probability,
                    comb(20, one.discard.bit_count()),
                )


def test_aim__of_ones_own_is_ranked_by_what_each_discard_brings():
    aim, normal = "min(hand.aces,2)+hand.kings", "min(hand.aces, 2) + hand.kings"
    best, *others = rank_discards(HAND, aim)
    rates = [one.rate(aim) for one in (best, *others)]
    assert rates == sorted(rates, reverse=True)
    drawn = [
        HELD - set(say_cards(best.discard).split()) | set(cards)
        for cards in combinations(sorted(PACK - HELD), best.discard.bit_count())
    ]
    made = (min(len(ranked(hand, "A")), 2) + len(ranked(hand, "K")) for hand in drawn)
    assert rates[0] == best.rate(normal) == Fraction(sum(made), len(drawn))


@pytest.mark.parametrize("changed", ["--set pack=36", "--rules cotton_1674"])
@pytest.mark.parametrize(
    "asked", ["", "--aim hand.aces", "--discard 98.87", "--discard 98.87 --event hand.voids>0"]
)
def test_odds__with_sixes_are_refused_with_the_reason(changed, asked):
    assert refused("odds", "AKJ.AQJ8.98.J87", *changed.split(), *asked.split()) == (
        "piquet: odds: draws are counted from the 20 unseen cards of the pack of 32; "
        "the rules have pack=36\n"
    )


# ---- Hands as dealt -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "attribute", "values"),
    [
        ("hand.aces == 4", "aces", [4]),
        ("hand.carte_blanche", "carte_blanche", [1]),
        ("hand.quatorzes >= 1", "quatorzes", [1, 2, 3]),  # which floats make one less
        pytest.param("hand.value >= 30", "value", range(30, 58), marks=pytest.mark.slow),
        ("hand.longest_suit == 8", "longest_suit", [8]),
        ("hand.voids >= 1", "voids", [1, 2]),
        ("not hand.trios >= 1", "trios", [0]),
    ],
)
def test_hands_meeting_a_condition__are_those_of_the_census(text, attribute, values):
    hands = count_hands_by(attribute)
    assert count_hands_meeting(text).hands == sum(hands.get(value, 0) for value in values)
