"""Intervals of amounts that are nearly always the same: Wilson's, of the event behind them."""

import numpy as np
import pytest

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.intervals import Z_95, find_departures, wilson_interval
from piquet_sim.estimates.tally import estimate_measure
from piquet_sim.running.run import run_simulation


def depart(tally, name, least, most):
    """The departures of a measure, with what it can be in a deal."""
    a_unit = tally.deals // tally.units
    return find_departures(
        tally.total(name), tally.total_of_squares(name), tally.units, least * a_unit, most * a_unit
    )


def test_departures__of_a_bonus_are_its_event():
    """Ten points for each carte blanche: ten times Wilson's interval of how often it is shown."""
    tally = run_simulation(Simulation(seed=3), 20_000).tally
    for part, size in (("carte_blanche", 10), ("pique", 30), ("repique", 60)):
        shown = tally.total(f"elder_{part}")
        found = depart(tally, f"elder_{part}_mean", 0, size)
        assert (found.usual, found.sign) == (0, 1)
        assert (found.events, found.size) == pytest.approx((shown, size))
        amount = estimate_measure(tally, f"elder_{part}_mean")
        event = estimate_proportion(shown, 20_000)
        ends = (size * event.low, size * event.high)
        assert (amount.low, amount.high) == pytest.approx(ends)
        assert amount.value == pytest.approx(size * event.value)
        assert amount.method == "Wilson, as an event"
    assert depart(tally, "elder_score", 0, 200) is None


@pytest.mark.parametrize("mirrored", [False, True])
def test_departures__of_the_exchange_keep_its_moments(mirrored):
    simulation = Simulation("club", "novice", seed=3, mirrored=mirrored)
    tally = run_simulation(simulation, 20_000).tally
    found = depart(tally, "elder_exchanged", 1, 5)
    counts = tally.arrays.exchanged[0]
    less = 5 - np.arange(len(counts))
    a_unit = simulation.deals_per_unit
    assert (found.usual, found.sign) == (5 * a_unit, -1)
    assert found.size * found.events == pytest.approx((counts * less).sum())
    if not mirrored:
        assert found.size**2 * found.events == pytest.approx((counts * less**2).sum())
    amount = estimate_measure(tally, "elder_exchanged")
    low, high = wilson_interval(found.events, tally.units)
    assert amount.low == pytest.approx(5 - found.size * high / a_unit)
    assert amount.high == pytest.approx(5 - found.size * low / a_unit)
    # Where it is not rare the two ways agree.
    assert amount.low == pytest.approx(amount.value - Z_95 * amount.se, rel=0.001)


def test_departures__both_ways_are_none():
    tally = run_simulation(Simulation("random", "random"), 10_000).tally
    assert depart(tally, "younger_exchanged", 1, 8) is None
    assert estimate_measure(tally, "younger_exchanged").method == "normal"
