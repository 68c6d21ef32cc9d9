"""Records that are kept while a run counts are those of its deals, whoever plays them."""

import numpy as np
import pytest

from piquet_sim import Simulation
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.running.records import KeptRecords
from piquet_sim.running.resuming import share_results
from piquet_sim.running.run import run_simulation

NAMES = ("elder_score", "younger_point", "elder_tricks")
UNITS = 10_000


def assert_are_those_of(simulation, kept, found, units):
    records = simulation.record_units(0, units)
    for name in NAMES:
        assert np.array_equal(found[name], records[name]), name
    assert kept.done[0] == (0, UNITS)


@pytest.mark.parametrize(  # of expert luck is counted, too
    ("player", "mirrored"),
    [
        ("club", False), ("club", True), ("expert", False),
        pytest.param("expert", True, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_records__are_kept_while_their_deals_are_counted(player, mirrored, monkeypatch):
    simulation = Simulation(player, "club", seed=4, mirrored=mirrored)
    kept, deals = KeptRecords(simulation, UNITS, NAMES), 12_000 * simulation.deals_per_unit
    result = run_simulation(simulation, deals, threads=2, keeper=kept)
    with monkeypatch.context() as changed:  # none is played a second time
        changed.delattr(Simulation, "record_units")
        found = kept.complete(2)
    assert_are_those_of(simulation, kept, found, UNITS)
    assert result.tally == run_simulation(simulation, deals, threads=2).tally


def test_records__are_played_where_a_run_has_none():
    simulation = Simulation("club", "club", seed=4)
    with share_results():
        run_simulation(simulation, 12_000)
        kept = KeptRecords(simulation, UNITS, NAMES)
        run_simulation(simulation, 12_000, keeper=kept)
    assert not kept.done
    assert_are_those_of(simulation, kept, kept.complete(2), UNITS)
    part = KeptRecords(simulation, UNITS, NAMES)
    run_simulation(simulation, 3_000, keeper=part)
    assert part.done == [(0, 3_000)]
    assert_are_those_of(simulation, part, part.complete(2), UNITS)


def test_records__are_those_of_the_first_deals():
    simulation = Simulation("club", "club", seed=4)
    kept = KeptRecords(simulation, UNITS, NAMES)
    run_simulation(simulation, 12_000, keeper=kept)
    assert_are_those_of(simulation, kept, kept.complete(2, units=7_000), 7_000)


def test_winners__are_those_of_the_matches():
    simulation = Simulation("club", "club", "cotton_1674", seed=4)
    winners = np.zeros((600, 1), np.int64)
    result = simulate_matches(simulation, 600, threads=2, winners=winners)
    assert winners.ravel().tolist() == [
        1 if mine > theirs else 2 for mine, theirs in simulation.play_matches(0, 600)[0][:, 0, :2]
    ]
    assert (winners == 1).mean() == result.estimates["first_wins"].value
