"""Runs until a precision is reached."""

from dataclasses import replace
from functools import partial
from itertools import product
from math import hypot

import pytest

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.threads import MOST, REACHED, TIME
from piquet_sim.running.blocks import count_block
from piquet_sim.running.precision import (
    FIRST_LOOK,
    MOST_DEALS,
    USUAL_DEALS,
    Target,
    read_precision,
    set_target,
)
from piquet_sim.running.run import run_simulation, simulate


def test_precision__is_reached_and_agrees_with_the_long_run():
    ask = partial(simulate, "club", "novice", precision=["difference=0.15", "elder_repique=4%"])
    result, again, alone = ask(seed=2), ask(seed=3), ask(seed=2, threads=1)
    long = simulate("club", "novice", 100_000, seed=9).estimates
    difference, repique = (result.estimates[name] for name in ("difference", "elder_repique"))
    assert (
        0.9 < max(difference.se / 0.15, repique.se / repique.value / 0.04) <= 1,
        result.ended,
        result.tally,
    ) == (True, REACHED, alone.tally)
    for one, name in product((result, again), ("difference", "elder_repique")):
        found = one.estimates[name]
        assert abs(found.value - long[name].value) < 4 * hypot(found.se, long[name].se)


@pytest.mark.parametrize(("limit", "ended"), [({"n": 20_000}, MOST), ({"max_time": 0.3}, TIME)])
def test_precision__gives_up_at_the_most_deals_or_in_time(limit, ended):
    result = simulate(precision="younger_pique=1%", **limit)
    assert (result.ended, result.is_complete, result.deals, result.tally) == (
        ended,
        True,
        limit.get("n", result.deals),
        simulate(n=result.deals).tally,
    )


@pytest.mark.parametrize(
    ("target", "ended"),
    [
        (set_target(precisions=["younger_pique=1%"], seconds=1e-9), TIME),
        (Target(FIRST_LOOK, seconds=1e-9), REACHED),  # nothing was left to be counted
    ],
)
def test_precision__time_that_ends_with_the_last_block_of_a_look_ends_the_run(target, ended):
    result = run_simulation(Simulation(), target)  # the first block ends with the look
    assert (result.ended, result.deals, result.tally) == (
        ended,
        FIRST_LOOK,
        simulate(n=result.deals).tally,
    )


def test_precision__is_not_reached_by_seeing_nothing():
    """No carte blanche in the first thousand deals is not a standard error of zero."""
    target, simulation = set_target(precisions=["elder_carte_blanche=0.0004"]), Simulation(seed=1)
    tally = count_block(simulation, 0, FIRST_LOOK)
    for sums in (tally.arrays.totals, tally.arrays.squares):
        sums[:] = 0
    planned = target.plan(simulation, tally)
    assert (target.is_reached(simulation, tally), planned > FIRST_LOOK) == (False, True)
    assert run_simulation(simulation, target).deals > 2500


@pytest.mark.parametrize(
    ("limits", "deals"),
    [
        ({}, USUAL_DEALS),
        ({"seconds": 5}, MOST_DEALS),
        ({"precisions": "difference=1"}, MOST_DEALS),
        ({"n": 7, "seconds": 5, "precisions": "difference=1"}, 7),
    ],
)
def test_target__has_so_many_deals_unless_something_else_ends_it(limits, deals):
    assert set_target(**limits).deals == deals


@pytest.mark.parametrize("text", ["difference=0.0123456789", "elder_repique=0.7%"])
def test_precision__is_read_back_exactly(text):
    one = read_precision(text)
    assert (str(one), read_precision(str(replace(one, text=""))).bound) == (
        text,
        pytest.approx(one.bound, rel=1e-15),
    )
