"""Intervals of amounts that are nearly always the same: Wilson's, of the event behind them."""

import numpy as np
import pytest

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import Z_95, bound_amount, find_departures
from piquet_sim.estimates.tally import estimate_measure
from piquet_sim.running.run import run_simulation

NEARLY = {
    "one card less": ([2], [0.002]),
    "one card more": ([4], [0.01]),
    "both ways": ([2, 4], [0.004, 0.002]),
}


@pytest.mark.parametrize(
    ("name", "least", "most"), [("younger_exchanged", 1, 8), ("elder_score", 0, 200)]
)
def test_departures__both_ways_are_none(name, least, most):
    tally = run_simulation(Simulation("random", "random"), 10_000).tally
    sums = tally.total(name), tally.total_of_squares(name)
    assert find_departures(*sums, tally.units, least, most) is None
    assert estimate_measure(tally, name).method == "normal"


@pytest.mark.parametrize("case", NEARLY)
def test_nearly_always__intervals_cover(case):
    """At least 93.5 in a hundred, though in many runs nothing departs from three."""
    others, chances = NEARLY[case]
    choices, weights = [3, *others], [1 - sum(chances), *chances]
    truth = float(np.dot(choices, weights))
    values = np.random.default_rng(11).choice(choices, (2000, 500), p=weights)
    covered = []
    for row in values:
        low, high, method = bound_amount(int(row.sum()), int((row * row).sum()), 500, 1, 8)
        assert low <= row.mean() <= high > low
        assert not method.startswith("normal")
        covered.append(low <= truth <= high)
    assert np.mean(covered) > 0.935
    # Two standard errors either way hold it in far fewer runs.
    se = values.std(axis=1, ddof=1) / np.sqrt(500)
    naive = np.abs(values.mean(axis=1) - truth) <= Z_95 * se
    assert naive.mean() < 0.935
