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


@pytest.mark.parametrize("name", ["cotton_1674", "rubicon", "american"])
def test_swept__the_measure_counts_what_the_records_hold(name):
    simulation = Simulation("club", "club", PRESETS[name], seed=3)
    deals, swept = record_deals(simulation, DEALS), np.zeros(DEALS, bool)
    for seat, code in (("elder", 1), ("younger", 2)):
        classes = deals[["point_result", "sequence_result", "set_result"]] == code
        swept |= classes.all(axis=1) & (deals[f"{seat}_tricks"] > 6)
    measures = read_measures(f"swept: {say_swept()}", rules=simulation.rules)
    result = run_simulation(simulation, Target(DEALS, measures=measures))
    assert result.measures["swept"].value == pytest.approx(swept.mean())
    assert swept.any()
