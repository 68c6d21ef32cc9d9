"""The rules of the maxims on the play against their twin in sets, written from the words."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from naive_playing import OF_PLAY
from naive_worlds import named
from seen_moments import list_moments, see

from analyses.maxims.cards.trying import find_moments_of, list_sides
from analyses.maxims.facts.views import choice_of, view_of
from analyses.studies.books.playing import RULES
from piquet_sim import Simulation
from piquet_sim.advice.play.card_ratings import rate_cards
from piquet_sim.deals.stages import HEARD, Stage
from piquet_sim.game.cards import format_card, iterate_cards


@pytest.fixture(scope="module")
def heard():
    return list_moments()[0]


@pytest.fixture(scope="module")
def named_moments():
    return list_moments()[1]


def test_classes_of_the_last_trick__are_by_what_is_unseen_of_the_suit(heard, named_moments):
    (rule,) = (one for one in RULES if one.id == "CAV-P13")
    follow, against = list_sides(rule, heard)
    rows = np.flatnonzero(follow)
    classes = [is_so(view_of(heard[rows])) for _, is_so in rule.parts]
    for place, row in enumerate(rows):
        unseen = named_moments[row].unseen
        (winner,) = named(int(against[row]))
        share = Fraction(sum(card[1] == winner[1] for card in unseen), len(unseen))
        wanted = [share <= Fraction(1, 2), Fraction(1, 2) < share < Fraction(3, 4)]
        assert [one[place] for one in classes] == [*wanted, share >= Fraction(3, 4)]


def test_classes_of_a_bare_king__tell_first_throws_and_one_suit_from_later_and_more():
    (rule,) = (one for one in RULES if one.id == "HOY-P02")
    simulation = Simulation("club", "club", seed=5)
    records, heard = Stage(simulation, has_scripts=True).listen(0, 1_000)
    moments = find_moments_of(rule, "younger", records, heard, np.arange(len(heard)))
    parts = dict(rule.parts)
    told = [is_so(moments.view) for _, is_so in rule.parts[:2]] + [
        parts[f"elder has led {what}"](moments.view)
        for what in ("this suit alone", "another suit, too")
    ]
    for row, number in enumerate(moments.numbers):
        seen = see(moments.heard[row])
        fallen = [format_card(card) for card in simulation.replay_deal(int(number)).plays]
        before = fallen[: len(seen.own_played) + len(seen.their_played)]
        suits = {card[1] for card in before[::2] if card in seen.their_played}
        is_later = any(
            led[1] == seen.led[1] != card[1]
            for led, card in zip(before[::2], before[1::2], strict=False)
        )
        wanted = [not is_later, is_later, len(suits) == 1, len(suits) > 1]
        assert [one[row] for one in told] == wanted
    assert all(one.any() for one in told)


def test_in_doubt__is_where_an_ace_and_another_card_are_rated_alike(heard, named_moments):
    (rule,) = (one for one in RULES if one.doubt is not None)
    every = list_sides(replace(rule, doubt=None), heard)
    some = list_sides(rule, heard)
    rows = np.flatnonzero(every[0])
    rated = rate_cards(heard[rows])
    kept = 0
    for row, worths in zip(rows, rated, strict=True):
        named_worths = {
            format_card(card): worths[card.bit_length() - 1]
            for card in iterate_cards(int(heard[row, HEARD.index("legal")]))
        }
        best = [max(map(named_worths.get, side)) for side in OF_PLAY[rule.id](named_moments[row])]
        is_so = abs(best[0] - best[1]) <= rule.doubt
        assert [side[row] for side in some] == [side[row] * is_so for side in every]
        kept += is_so
    assert 0 < kept < len(rows)


def test_between__is_where_one_of_the_two_is_played(heard):
    (rule,) = (one for one in RULES if one.id == "CAV-P11")
    every = np.array(list_sides(replace(rule, is_between=False), heard))
    some = np.array(list_sides(rule, heard))
    is_one = choice_of(heard) & every.sum(axis=0) != 0
    assert (some == np.where(is_one, every, 0)).all()
    assert 0 < is_one.sum() < (every[0] != 0).sum()


def test_moment__is_any_of_its_deal_at_which_the_maxim_applies():
    records, heard = Stage(Simulation("club", "club"), has_scripts=True).listen(0, 400)
    (rule,) = (one for one in RULES if one.id == "CAV-P12")
    numbers = np.arange(400)
    found = find_moments_of(rule, "younger", records, heard, numbers)
    assert len(set(found.numbers.tolist())) == len(found.numbers) > 100
    places, times = [], []
    for number, row in zip(found.numbers, found.heard, strict=True):
        own = [
            card
            for card in range(24)
            if heard[number, card, HEARD.index("legal")]
            and heard[number, card, HEARD.index("seat")] == 1
            and list_sides(rule, heard[number, card][None])[0][0]
        ]
        (at,) = (place for place, card in enumerate(own) if (heard[number, card] == row).all())
        places.append(at)
        times.append(len(own))
    assert found.times.tolist() == times
    # Each of them as often: where there are two, the first in half of the deals.
    first_of_two = [at == 0 for at, number in zip(places, times, strict=True) if number == 2]
    assert abs(sum(first_of_two) / len(first_of_two) - 0.5) < 3 * 0.5 / len(first_of_two) ** 0.5
    # Another seed draws other moments, and which deals there are beside changes nothing.
    other = find_moments_of(rule, "younger", records, heard, numbers, seed=2)
    assert (other.heard != found.heard).any()
    half = find_moments_of(rule, "younger", records[200:], heard[200:], numbers[200:])
    assert (half.heard == found.heard[found.numbers >= 200]).all()
