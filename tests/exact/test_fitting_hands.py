"""How many hands the other can hold, as a column: beside one deal after another, and by listing."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pandas as pd
import pytest
from late_policies import compiled
from naive_fitting import count_hands
from naive_worlds import named
from refusals import refuses

from piquet_sim import Simulation, count_possible_hands, find_strategy, record_deals
from piquet_sim.advice.play.call_questions import read_question
from piquet_sim.advice.play.candidate_hands import count_fitting
from piquet_sim.deals.referee import describe_deal
from piquet_sim.exact.fitting_hands import MOMENTS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.strategies import CallView


def call_everything(view: CallView) -> int:
    return view.best


@cache
def make_random():
    """Who throws and leaves anything, and calls everything."""
    called = compiled(call_everything)
    return replace(find_strategy("random"), name="random, all called", call=called)


RANDOM = "random"
DEALS, FEW = 30, 6


@pytest.mark.parametrize(
    ("player", "rules"),
    [
        (RANDOM, "rubicon"), ("club", "parlett"),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in (
            ("club", "rubicon"), (RANDOM, "parlett"),
            ("club", "au_cent"), (RANDOM, "au_cent"),
            ("club", "boussac_1896"), (RANDOM, "boussac_1896"),
        )),
    ],
)  # fmt: skip
def test_column__is_what_each_deal_is_answered(player, rules):
    strategy = make_random() if player == RANDOM else player
    simulation = Simulation(strategy, strategy, rules, seed=4)
    table = record_deals(simulation, DEALS)
    deals = [describe_deal(simulation.replay_deal(index)) for index in range(DEALS)]
    known = 0
    for seat in SEATS:
        for place, kind in enumerate(CLASSES):
            found = count_possible_hands(table, seat, kind, simulation.rules)
            if seat == "younger" or player == RANDOM:  # one deal after another is slow
                known += _compare(found[:FEW], deals[:FEW], seat, kind)
            else:
                known += _compare(found, deals, seat, kind)
            if seat == "elder" and place == 0:
                five = table.elder_exchanged == 5
                assert (found[five].dropna() == 455).all()
    assert known > 20


def _compare(found, deals, seat, kind):
    compared = 0
    for count, deal in zip(found, deals, strict=True):
        alone = count_fitting(read_question(deal, seat, kind))
        if count is not pd.NA and alone is not None:
            assert count == alone[1], (deal, seat, kind)
            compared += 1
    return compared


@pytest.mark.parametrize("before", MOMENTS)
def test_column__is_what_listing_finds(before):
    simulation = Simulation("club", "expert", seed=6)
    table = record_deals(simulation, 40)
    table = table[(table.elder_exchanged == 5) & (table.younger_exchanged == 3)]
    for seat, deals in (("elder", 8), ("younger", 1)):
        found = count_possible_hands(table, seat, before)
        for index in table.index[:deals]:
            cards = {
                column: {one: named(int(table[f"{one}_{column}"][index])) for one in SEATS}
                for column in ("hand", "dealt")
            }
            listed = count_hands(seat, cards["hand"], cards["dealt"], before)
            assert found[index] == listed, (seat, index)


def test_column__is_missing_where_the_record_does_not_tell():
    table = record_deals(Simulation(make_random(), make_random(), seed=2), 400)
    found = count_possible_hands(table, "elder", "sequence")
    looked = 5 - table.elder_exchanged
    told = (looked == 0) | (looked == table.younger_exchanged)
    assert (found.isna() == ~told | (table.younger_carte_blanche > 0)).all()
    assert 0 < found.isna().sum() < len(found)
    younger = count_possible_hands(table, "younger", "set")
    assert (younger.isna() == (table.elder_carte_blanche > 0)).all()
    # The true hand is one of them, and no more is known later than before.
    before = [count_possible_hands(table, "elder", moment).dropna() for moment in MOMENTS]
    assert (before[-1] >= 1).all()
    for earlier, later in pairwise(before):
        assert (later <= earlier).all()


def test_column__keeps_the_rows_that_it_is_given():
    table = record_deals(Simulation("club", "club"), 50)
    some = table[table.elder_score > 40]
    found = count_possible_hands(some, before="play")
    assert found.index.equals(some.index)
    assert (found.name, str(found.dtype)) == ("elder_possible_hands", "Int64")
    assert count_possible_hands(table[:0]).tolist() == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seat": "pone"}, "expected elder or younger, got 'pone'"),
        ({"before": "sets"}, "did you mean 'set'"),
        ({"table": 5}, "expected a frame as record_deals returns it"),
        ({"table": pd.DataFrame({"elder_dealt": [1]})}, "no column elder_hand"),
    ],
)
def test_column__is_refused_in_one_line(arguments, said):
    table = record_deals(Simulation("club", "club"), 2)
    with refuses(said):
        count_possible_hands(**{"table": table, **arguments})
