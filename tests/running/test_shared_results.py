"""Within a block the same deals are played once; the numbers are those of a run of its own."""

from piquet_sim.deals.simulation import Simulation
from piquet_sim.running.resuming import share_results
from piquet_sim.running.run import run_simulation

CLUB = Simulation("club", "club")


def test_shared__the_same_deals_are_the_same_result():
    done = []
    with share_results():
        first = run_simulation(CLUB, 200)
        second = run_simulation(Simulation("club", "club"), 200, 1, done.append)
    assert second is first
    assert done == [200]
    alone = run_simulation(CLUB, 200)
    assert alone is not first
    assert alone.estimates == first.estimates


def test_shared__other_deals_are_played():
    with share_results():
        first = run_simulation(CLUB, 200)
        assert run_simulation(CLUB, 210).deals == 210
        assert run_simulation(Simulation("club", "club", seed=2), 200) is not first
