"""Runs until a precision is reached."""

from dataclasses import replace
from math import sqrt

import pytest
from refusals import refuses

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally, estimate_measure
from piquet_sim.game.threads import MOST, REACHED, TIME
from piquet_sim.running.precision import FIRST_LOOK, Target, read_precision, set_target
from piquet_sim.running.run import run_simulation, simulate


def test_precision__is_reached_and_agrees_with_the_long_run():
    asked = ["difference=0.15", "elder_repique=4%"]
    result = simulate("club", "novice", precision=asked, seed=2)
    estimates = result.estimates
    assert result.ended == REACHED
    assert estimates["difference"].se <= 0.15
    assert estimates["elder_repique"].se <= 0.04 * estimates["elder_repique"].value
    relative = estimates["elder_repique"].se / estimates["elder_repique"].value
    assert max(estimates["difference"].se / 0.15, relative / 0.04) > 0.9
    again = simulate("club", "novice", precision=asked, seed=3)
    long = simulate("club", "novice", 100_000, seed=9)
    for name in ("difference", "elder_repique"):
        for one in (result, again):
            error = sqrt(one.estimates[name].se ** 2 + long.estimates[name].se ** 2)
            assert abs(one.estimates[name].value - long.estimates[name].value) < 4 * error
    assert result.tally == simulate("club", "novice", precision=asked, seed=2, threads=1).tally


def test_precision__gives_up_at_the_most_deals_or_in_time():
    result = simulate(precision="younger_pique=1%", max_deals=20_000)
    assert (result.ended, result.deals) == (MOST, 20_000)
    assert result.is_complete
    result = simulate(precision="younger_pique=1%", max_time=0.3)
    assert result.ended == TIME
    assert result.is_complete
    assert result.tally == simulate(n=result.deals).tally


def test_precision__time_that_ends_with_the_last_block_of_a_look_ends_the_run():
    target = set_target(precisions=["younger_pique=1%"], seconds=1e-9)
    result = run_simulation(Simulation(), target)
    assert (result.ended, result.deals) == (TIME, FIRST_LOOK)  # the first block ends with the look
    assert result.tally == simulate(n=result.deals).tally
    within = run_simulation(Simulation(), Target(FIRST_LOOK, seconds=1e-9))
    assert within.ended == REACHED  # nothing was left to be counted


def test_precision__is_not_reached_by_seeing_nothing():
    """No carte blanche in the first thousand deals is not a standard error of zero."""
    target = set_target(precisions=["elder_carte_blanche=0.0004"])
    simulation = Simulation(seed=1)
    tally = Tally()
    simulation.count_units(0, FIRST_LOOK, tally.arrays)
    tally.arrays.totals[:] = 0
    tally.arrays.squares[:] = 0
    assert not target.is_reached(simulation, tally)
    assert target.plan(simulation, tally) > FIRST_LOOK
    assert run_simulation(simulation, target).deals > 2500


@pytest.mark.parametrize(
    ("precisions", "options", "part"),
    [
        (["difference"], {}, "write ESTIMATE=ERROR"),
        (["diference=1"], {}, "did you mean 'difference'"),
        (["difference=0"], {}, "positive number"),
        (["difference=-1%"], {}, "positive number"),
        (["difference=nan"], {}, "positive number"),
        (["difference=1e400"], {}, "positive number"),
        (["difference=x%"], {}, "positive number"),
        (["difference=1", "difference=2"], {}, "is given twice"),
        ([], {"n": 5, "most": 7}, "not both"),
        (["difference=1"], {"most": 1, "deals_per_unit": 2}, "at least 2"),
        ([], {"seconds": float("nan")}, "positive number of seconds"),
        ([], {"seconds": 1e9}, "max-time"),
        ([], {"seconds": -1.0}, "max-time"),
    ],
)
def test_precision__refused_in_one_line(precisions, options, part):
    with refuses(part):
        set_target(precisions=precisions, **options)


@pytest.mark.parametrize("text", ["difference=0.0123456789", "elder_repique=0.7%"])
def test_precision__is_read_back_exactly(text):
    one = read_precision(text)
    assert str(one) == text
    assert read_precision(str(replace(one, text=""))).bound == pytest.approx(one.bound, rel=1e-15)


@pytest.mark.slow
def test_precision__leaves_the_intervals_what_they_are():
    """The share of runs whose interval holds the result of a long run."""
    covered = 0
    truth = simulate("novice", "novice", 100_000, seed=999_999).estimates["difference"].value
    for seed in range(1000, 1120):
        result = simulate("novice", "novice", precision="difference=0.6", seed=seed, threads=1)
        estimate = estimate_measure(result.tally, "difference")
        covered += estimate.low <= truth <= estimate.high
    assert abs(covered / 120 - 0.95) < 3.5 * sqrt(0.95 * 0.05 / 120)
