"""Of the codes: one player has all classes and the cards, as a measure counts such deals."""

import numpy as np
import pytest

from analyses.studies.codes import say_swept
from piquet_sim import Simulation
from piquet_sim.game.rules import PRESETS
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation

DEALS = 3_000


def count_swept(simulation):
    """By the columns of the records, one by one."""
    deals = record_deals(simulation, DEALS)
    swept = np.zeros(DEALS, bool)
    for seat, code in (("elder", 1), ("younger", 2)):
        has = deals[f"{seat}_tricks"] > 6
        for kind in ("point", "sequence", "set"):
            has &= deals[f"{kind}_result"] == code
        swept |= has
    return int(swept.sum())


def count_measure(simulation, statement):
    counted = read_measures(f"swept: {statement}", rules=simulation.rules)
    result = run_simulation(simulation, Target(DEALS, measures=counted))
    return round(result.measures["swept"].value * DEALS)


@pytest.mark.parametrize("name", ["cotton_1674", "rubicon", "american"])
def test_swept__the_measure_counts_what_the_records_hold(name):
    simulation = Simulation("club", "club", PRESETS[name], seed=3)
    assert count_measure(simulation, say_swept()) == count_swept(simulation) > 0
