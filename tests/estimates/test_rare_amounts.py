"""Intervals of amounts that are nearly always the same: Wilson's, of the event behind them."""

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import find_departures
from piquet_sim.estimates.tally import estimate_measure
from piquet_sim.running.run import run_simulation


def depart(tally, name, least, most):
    """The departures of a measure, with what it can be in a deal."""
    a_unit = tally.deals // tally.units
    return find_departures(
        tally.total(name), tally.total_of_squares(name), tally.units, least * a_unit, most * a_unit
    )


def test_departures__both_ways_are_none():
    tally = run_simulation(Simulation("random", "random"), 10_000).tally
    assert depart(tally, "younger_exchanged", 1, 8) is None
    assert depart(tally, "elder_score", 0, 200) is None
    assert estimate_measure(tally, "younger_exchanged").method == "normal"
