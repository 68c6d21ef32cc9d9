"""Records that are kept while a run counts are those of its deals, whoever plays them."""

import numpy as np
import pytest

from piquet_sim import Simulation
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.running.records import KeptRecords
from piquet_sim.running.run import run_simulation

NAMES = ("elder_score", "younger_point", "elder_tricks")
UNITS = 10_000


@pytest.mark.parametrize(  # of expert luck is counted, too
    ("player", "mirrored"),
    [
        ("club", False), ("club", True), ("expert", False),
        pytest.param("expert", True, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_records__are_kept_while_their_deals_are_counted(player, mirrored):
    simulation = Simulation(player, "club", seed=4, mirrored=mirrored)
    kept, deals = KeptRecords(UNITS, NAMES), 12_000 * simulation.deals_per_unit
    result = run_simulation(simulation, deals, threads=2, kept=kept)
    records = simulation.record_units(0, UNITS)
    for name in NAMES:
        assert np.array_equal(kept.columns[name], records[name]), name
    assert result.tally == run_simulation(simulation, deals, threads=2).tally


def test_winners__are_those_of_the_matches():
    simulation = Simulation("club", "club", "cotton_1674", seed=4)
    winners = np.zeros((600, 1), np.int64)
    result = simulate_matches(simulation, 600, threads=2, winners=winners)
    assert winners.ravel().tolist() == [
        1 if mine > theirs else 2 for mine, theirs in simulation.play_matches(0, 600)[0][:, 0, :2]
    ]
    assert (winners == 1).mean() == result.estimates["first_wins"].value
