"""Measures of one's own: against the estimates, records counted slowly, exact values.

Runs that count them on several threads are in `test_runs`, stopped ones in `test_stops`.

Covers `running.measures`, `kernel.batch.measures`.
"""

from math import sqrt
from operator import attrgetter

import numpy as np
import pytest
from command_line import refuses

from piquet_sim import simulate
from piquet_sim.conditions.names import list_columns
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import NO_INTERVAL, wilson_interval
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.cards import ACE, rank_mask
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target, read_precision
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation

DEALS = 6_000
KINDS = {
    "single": Simulation("club", "random", seed=8),
    "mirrored": Simulation("club", "random", seed=8, mirrored=True),
    "given": Simulation("club", "club", seed=8, given="elder.aces == 4"),
    "kept": Simulation("club", "club", seed=8, given="elder.trios > younger.trios"),
    "other rules": Simulation("club", "club", rules="cotton_1674", seed=8),
}


def ask(texts, outcome=None, n=DEALS, rules=RUBICON):
    return Target(n, measures=read_measures(texts, outcome, rules))


@pytest.fixture(scope="module", params=KINDS.values(), ids=KINDS)
def played(request):
    """A simulation, and its records."""
    return request.param, record_deals(request.param, DEALS)


# ---- Shares and means of all deals --------------------------------------------------------------


def test_measure__that_says_an_estimate_is_that_estimate(played):
    simulation, _ = played
    texts = {
        one.name: {
            **{
                one.name: f"{one.name} > 0"
                for one in MEASURES
                if one.is_flag and list_columns()[one.name].share
            },
            "elder_cards": "7 <= elder_tricks <= 11",
            "younger_cards": "1 <= elder_tricks <= 5",
        }.get(one.name, one.name)
        for one in MEASURES
        if simulation.mirrored or not one.is_of_strategy
    }
    result = run_simulation(simulation, ask(texts.values(), rules=simulation.rules), threads=1)
    read = attrgetter("value", "se", "low", "high", "n", "method")
    assert {name: read(result.measures[text]) for name, text in texts.items()} == {
        name: read(result.estimates[name]) for name in texts
    }
    plain = run_simulation(simulation, DEALS)
    assert (plain.measures, plain.tally.own, plain.estimates) == ({}, {}, result.estimates)


HOLDINGS = {
    "elder.aces == 3": ("elder_dealt", 3),
    "elder.after.aces == 3": ("elder_hand", 3),
    "younger.after.aces == 4": ("younger_hand", 4),
    "younger.aces == 1": ("younger_dealt", 1),
}


def test_measure__asks_cards_and_columns(played):
    """Of the cards dealt, and of the hands that are played."""
    simulation, records = played
    wins = (records.elder_score > records.younger_score).to_numpy()
    result = run_simulation(
        simulation, ask([*HOLDINGS, *(f"elder_wins and {one}" for one in HOLDINGS)])
    )
    for text, (column, number) in HOLDINGS.items():
        held = np.bitwise_count(records[column].to_numpy() & int(rank_mask(ACE))) == number
        asked = (result.measure(one).value for one in (text, f"elder_wins and {text}"))
        assert [*asked] == pytest.approx([held.mean(), (held & wins).mean()]), text


# ---- Given an outcome ---------------------------------------------------------------------------
def test_given_outcome__is_counted_among_its_deals(played):
    simulation, records = played
    came_up = (records.point_result == 1).to_numpy()
    values = {
        "cards_divided": records.elder_tricks.eq(6).to_numpy(),
        "difference": (records.elder_score - records.younger_score).to_numpy(),
    }
    result = run_simulation(simulation, ask(values, "elder_point > 0"))
    shared, whole = (
        result.target.measures.estimate_outcome(result.tally),
        result.estimates["elder_point"],
    )
    assert (result.tally.own[()][0], shared.value, shared.low, shared.high) == (
        came_up.sum(),
        whole.value,
        whole.low,
        whole.high,
    )
    for text, own in result.measures.items():
        assert (own.n, own.value) == (came_up.sum(), pytest.approx(values[text][came_up].mean()))
        left = ((values[text] - own.value) * came_up).reshape(-1, simulation.deals_per_unit)
        slow = sqrt((left.sum(axis=1) ** 2).sum()) / came_up.sum()  # the delta method
        assert (own.se, own.low < own.value < own.high) == (pytest.approx(slow, rel=2e-3), True)
    if not simulation.mirrored:
        own, hits = result.measures["cards_divided"], values["cards_divided"][came_up].sum()
        assert (own.low, own.high) == wilson_interval(hits, came_up.sum())


def test_given_outcome__that_never_came_up_has_no_estimate():
    result = simulate(
        "club",
        "club",
        n=50,
        measures=["drawn", "long: elder_point >= 6"],
        given_outcome="elder_score > 150",
    )
    found = result.as_json()
    assert (result.measures, found["given_outcome"]["deals"]) == ({"drawn": None, "long": None}, 0)
    assert found["measures"]["drawn"] == {
        **{"expression": "drawn", "n": 0, "method": NO_INTERVAL},
        **dict.fromkeys(("value", "se", "low", "high")),
    }


def test_measure__is_found_by_its_name_and_by_its_text():
    sure = simulate("club", "club", n=50, measures=["long: elder_tricks >= 0"])
    assert (
        sure.measure("elder_tricks>=0") is sure.measure("long") is sure.measures["long"],
        sure.measure("long").method,
        sure.measure("long").value,
    ) == (True, "exact", 1)
    with refuses("no measure 'longer'; did you mean 'long'"):
        sure.measure("longer")


# ---- Precision ----------------------------------------------------------------------------------
ASKED = read_measures(["seven: elder_tricks == 7", "elder_wins"], "elder_point > 0")


@pytest.mark.parametrize("text", ["seven=1%", "elder_tricks == 7=1%", "elder_tricks==7 = 1%"])
def test_precision__names_what_is_asked_for(text):
    assert str(read_precision(text, ASKED)) == "seven=1%"


def test_precision__of_an_estimate_is_of_all_deals():
    tally = run_simulation(KINDS["single"], Target(2_000, measures=ASKED)).tally
    wins = read_precision("elder_wins=1%", ASKED)
    assert wins.excess(KINDS["single"], tally) == wins.excess(
        KINDS["single"], tally, measures=ASKED
    )


def test_sums__never_overflow():
    big = "1000 * (elder_score + younger_score)"
    arrays = new_tally_arrays()
    arrays.counts[:] = 10**12
    tally = Tally(arrays, {(): (10**12, 10**12, 10**17, 2 * 10**22, 10**17)})
    found = read_measures(big).estimate(tally + tally, big)
    assert (found.value, found.se) == (10**5, pytest.approx(10**5 / sqrt(2 * 10**12)))
