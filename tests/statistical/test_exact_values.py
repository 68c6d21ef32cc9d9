"""What is known exactly of dealt hands is met by a simulation, and a small fault is found out."""

from collections import Counter
from copy import deepcopy
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chisquare, norm

from analyses.statistics import SET_KIND
from piquet_sim import RuleSet, Simulation
from piquet_sim.exact import census
from piquet_sim.kernel.batch.measures import CONTROLS, MEASURES
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.result import dealt_expectations
from piquet_sim.running.run import run_simulation

pytestmark = pytest.mark.statistical

DEALS = 400_000
LEAST_P, WRONG_P = 1e-6, 1e-12
"""The least p-value of what is right, and the greatest of what is wrong."""
WAYS = {
    "point": census.count_hands_by("longest_suit"),
    "sequence": census.count_hands_by("best_sequence"),
    "set": census.count_set_kinds(),
}


ASKED = {
    (seat, kind): asked.format(seat)
    for seat in ("elder", "younger")
    for kind, asked in zip(WAYS, ("{0}.longest_suit", "{0}.best_sequence", SET_KIND), strict=True)
}


def play(n=DEALS, **more):
    """A result, and how many deals had each class of holding."""
    simulation = Simulation(seed=4, **more)
    asked = read_measures((), rules=simulation.rules, counted=ASKED.values())
    result = run_simulation(simulation, Target(n, measures=asked))
    return result, {
        name: Counter({key: one.count(key) for (key,) in one.sums})
        for name, one in ((name, result.group(text)) for name, text in ASKED.items())
    }


@pytest.fixture(scope="module")
def plain():
    return play()


def find_p_values(result, counts, arrays=None):
    """p-values of what the seats were dealt, by the name of a control or by seat and kind."""
    units, a_unit, found = result.tally.units, result.simulation.deals_per_unit, {}
    arrays = arrays or result.tally.arrays
    for place, (name, known) in enumerate(
        zip(CONTROLS, dealt_expectations(RuleSet()), strict=True)
    ):
        total, squares = arrays.controls[place], arrays.crosses[place, len(MEASURES) + place]
        error = sqrt((int(squares) - int(total) ** 2 / units) / (units - 1) / units)
        found[name] = 2 * norm.sf(abs(total / units - float(known) * a_unit) / error)
    for (name, kind), dealt in counts.items():
        ways = WAYS[kind]
        # In a mirrored pair the same hands are dealt twice.
        seen = np.array([dealt[value] for value in ways]) / a_unit
        hands = np.array([*ways.values()], float)
        is_possible = seen.sum() == units
        expected = hands / hands.sum() * seen.sum()
        found[f"{name}'s {kind}"] = chisquare(seen, expected).pvalue * is_possible
    return found


@pytest.mark.parametrize("mirrored", [False, True])
def test_dealt_hands__are_as_the_census_counts_them(mirrored, plain):
    result, counts = play(mirrored=True) if mirrored else plain
    assert min(find_p_values(result, counts).values()) > LEAST_P
    blanches = (result.estimates[f"{seat}_carte_blanche"].z for seat in ("elder", "younger"))
    assert max(map(abs, blanches)) < 5


def test_dealt_hands__with_one_deal_of_a_hundred_wrong_are_found_out(plain):
    result, counts = plain[0], deepcopy(plain[1])
    arrays, wrong = deepcopy(result.tally.arrays), DEALS // 100
    counts["younger", "set"][3] += wrong
    counts["younger", "set"][0] -= wrong
    arrays.controls[2] += wrong
    found = find_p_values(result, counts, arrays)
    assert max(found.pop("younger's set"), found.pop("elder_kings")) < WRONG_P
    assert min(found.values()) > LEAST_P
