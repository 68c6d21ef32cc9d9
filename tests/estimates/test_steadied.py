"""The luck of the draw and of the deal taken out of simulations: the same truth, less error.

That their sums do not depend on threads, records and stops is held in `tests/running`.

Covers `estimates.luck`.
"""

from math import hypot, sqrt

import numpy as np
import pytest

from piquet_sim import Simulation, simulate
from piquet_sim.deals.simulation import new_columns
from piquet_sim.estimates.luck import (
    STEADIED,
    TAKEN_OUT,
    add_up,
    counts_luck,
    find_luck,
    find_luck_of_pairs,
    is_luck_taken_out,
    measure_units,
)
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.rules import PARLETT, RUBICON
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.batch.measures import OF
from piquet_sim.kernel.questions.draw_luck import OF_HANDS, PARTS
from piquet_sim.running.blocks import count_block
from piquet_sim.running.run import run_simulation

DEALT = len(OF_HANDS)
STRONG = Simulation("expert", "expert", seed=21)
MIXED = Simulation("expert", "club", seed=22, mirrored=True)
PAIRED = Simulation("expert", "expert", seed=24, mirrored=True)


def columns_of(simulation, units):
    columns = new_columns(units * simulation.deals_per_unit)
    simulation.count_units(0, units, new_tally_arrays(), columns)
    return columns


@pytest.mark.parametrize("rules", [RUBICON, PARLETT])
def test_luck__of_the_draw_is_nothing_on_average(rules):
    simulation = Simulation("random", "club", rules, seed=5)
    luck = find_luck(simulation, columns_of(simulation, 6_000), with_dealt=False)[:DEALT] / PARTS
    mean, errors = luck.mean(axis=1), luck.std(axis=1, ddof=1) / sqrt(6_000)
    assert (np.abs(mean) < 4 * errors).all()
    # Off by a constant of a point, or of five in a hundred deals, it would be seen.
    assert (np.abs(mean + np.array([1, 1, *[0.05] * 6])) > 4 * errors).all()


@pytest.mark.parametrize("simulation", [STRONG, MIXED], ids=["single", "mirrored"])
def test_measures__of_units_are_those_of_the_tally(simulation):
    totals = measure_units(simulation, columns_of(simulation, 200)).sum(axis=1)
    assert totals.tolist() == (PARTS * count_block(simulation, 0, 200).arrays.totals).tolist()


@pytest.fixture(scope="module")
def strong():
    return simulate("expert", "expert", n=4_000, seed=23).estimates


@pytest.mark.parametrize(
    ("name", "least"),
    [("difference", 2.5), ("elder_score", 2.2), ("elder_wins", 2.2), ("elder_repique", 1.8)],
)
def test_simulate__takes_luck_out_of_strong_players_deals(strong, name, least):
    plain, reduced = strong[name], strong[name].reduced
    assert reduced.method == TAKEN_OUT
    assert reduced.gain > least
    assert abs(reduced.value - plain.value) < 4 * hypot(reduced.se, plain.se)


@pytest.mark.parametrize(
    ("simulation", "name"), [(STRONG, "difference"), (PAIRED, "first_less_second")]
)
def test_simulate__margin_without_luck_is_that_of_the_deals_less_their_luck(simulation, name):
    a_unit, columns = simulation.deals_per_unit, columns_of(simulation, 500)
    result = run_simulation(simulation, 500 * a_unit)
    luck = find_luck(simulation, columns)[STEADIED.index(name)]
    left = (measure_units(simulation, columns)[getattr(OF, name)] - luck) / PARTS
    reduced = result.estimates[name].reduced
    assert reduced.se * a_unit == pytest.approx(left.std(ddof=1) / sqrt(500))
    assert result.tally.steadied == count_block(simulation, 0, 500).steadied


def test_luck__of_the_draw_in_pairs_is_what_the_first_owes_to_it_as_elder_and_as_younger():
    luck = find_luck(PAIRED, columns_of(PAIRED, 50), with_dealt=False)
    first, second, margin = (
        luck[STEADIED.index(name)] for name in ("first_score", "second_score", "first_less_second")
    )
    expected = find_luck_of_pairs(PAIRED, PAIRED.record_units(0, 50))
    assert margin.tolist() == (first - second).tolist() == expected.tolist()


def test_sums__are_exact_beyond_64_bits():
    large = np.array([2**40 + 1, -(2**40), 3], np.int64)
    assert add_up(large) == (4, (2**40 + 1) ** 2 + 2**80 + 9)


def test_sums__of_deals_without_them_are_no_sums():
    with_sums, without = count_block(STRONG, 0, 60), Tally()
    assert (with_sums + without).steadied == with_sums.steadied
    STRONG.count_units(60, 60, without.arrays)
    assert (with_sums + without).steadied == (without + with_sums).steadied == ()


WINS, CAPOT = "elder_wins", "younger_capot"


@pytest.mark.parametrize(
    ("simulation", "counted", "taken_out"),
    [
        (Simulation("expert", "expert"), True, {"difference": 50, WINS: 250, CAPOT: 12_500}),
        (Simulation("expert", "expert", mirrored=True), True, {WINS: 125}),
        (Simulation("club", "master"), True, {"difference": 50, WINS: 250}),
        (Simulation("expert", "novice"), True, {"difference": 50, WINS: None}),
        (Simulation("expert", "random"), True, {"difference": None, WINS: None}),
        (Simulation("club", "club"), False, {"difference": None}),
        (Simulation("expert", "expert", play="double-dummy"), False, {"difference": None}),
        (Simulation("expert", "expert", "cotton-1674"), False, {"difference": None}),
    ],
)
def test_estimator__is_fixed_by_players_and_deals_whatever_is_seen(simulation, counted, taken_out):
    """Luck is counted, and from so many units on taken out of an estimate; never if None."""
    assert counts_luck(simulation) is counted
    assert bool(count_block(simulation, 0, 60).steadied) is counted
    for name, units in taken_out.items():
        least = units or 10**6
        assert is_luck_taken_out(simulation, name, least) is (units is not None)
        assert not is_luck_taken_out(simulation, name, least - 1)


def test_simulate__under_a_condition_only_the_luck_of_the_draw_is_taken_out():
    result = simulate("expert", "expert", n=1_500, given="elder.aces == 4")
    plain = result.estimates["difference"]
    assert "of the draw taken out" in plain.reduced.method
    assert plain.reduced.gain > 1.5
    assert abs(plain.reduced.value - plain.value) < 4 * plain.se


def test_precision__is_reached_by_the_error_without_luck():
    result = simulate("expert", "expert", precision="difference=0.5", seed=4)
    estimate = result.estimates["difference"]
    assert estimate.reduced.se <= 0.5 < estimate.se
