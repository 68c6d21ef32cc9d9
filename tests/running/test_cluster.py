"""A cluster gives the bits of one thread, whatever happens to its workers."""

import os
import signal

import distributed
import pytest
from distributed import Client, LocalCluster

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.measures.own_measures import read_measures
from piquet_sim.running import cluster
from piquet_sim.running.cluster import connect
from piquet_sim.running.levels.rare import run_rare
from piquet_sim.running.levels.runs import run_levels
from piquet_sim.running.precision import Target, set_target
from piquet_sim.running.run import run_simulation
from piquet_sim.strategies import PlayView, Strategy, find_strategy, outside_policy, policy

pytestmark = pytest.mark.filterwarnings("ignore")


CLUB = find_strategy("club")


# Policies are made when a test asks for them: a decorator would compile them in every worker of
# pytest that reads this file.
def make_mine():
    @policy
    def play_lowest(view: PlayView) -> int:
        return view.legal & -view.legal

    return Strategy("mine", discard=CLUB.discard, play=play_lowest)


def make_guest():
    @outside_policy
    def play_guest(view: PlayView) -> int:
        return view.legal & -view.legal

    return Strategy("guest", discard=CLUB.discard, play=play_guest)


def make_bad():
    @policy
    def play_lowest_until_unlucky(view: PlayView) -> int:
        unlucky = view.seat == 1 and view.luck >> 5 & 0xFFF == 0
        return 0 if unlucky else view.legal & -view.legal

    return Strategy("bad", CLUB.discard, play_lowest_until_unlucky)


COUNTED = {
    "mirrored": lambda: (Simulation("club", "novice", seed=6, mirrored=True), 20_000),
    "own": lambda: (Simulation(make_mine(), "club+sink-sets=0.5"), 5000),
    "outside": lambda: (Simulation(make_guest(), "club"), 300),
    "cotton": lambda: (Simulation("club", "random", "cotton_1674", 5), 2000),
    "given": lambda: (Simulation(given="elder aces > younger aces"), 3000),
}
"""Simulations that differ in what a worker is sent, and how many deals of each are counted."""


@pytest.fixture(scope="module")
def started():
    """What "local" with two workers has started here, and the connection to it."""
    made = []

    class Noted(LocalCluster):
        def __init__(self, *given, **options):
            super().__init__(*given, **options)
            made.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distributed, "LocalCluster", Noted)
        with connect("local", workers=2) as crew:
            (machines,) = made
            yield machines, crew


@pytest.fixture(scope="module")
def machines(started):
    return started[0]


@pytest.fixture(scope="module")
def crew(machines):
    """Reached by its address, as a cluster elsewhere is."""
    with connect(machines.scheduler_address) as made:
        yield made


@pytest.mark.parametrize("case", COUNTED)
def test_cluster__counts_the_same_bits(crew, case):
    simulation, n = COUNTED[case]()
    result = run_simulation(simulation, n, cluster=crew)
    alone = run_simulation(simulation, n, threads=1)
    assert result.tally == alone.tally
    assert result.blocks == alone.blocks
    assert result.is_complete


def test_cluster__of_two_processes_is_started_here(started):
    machines, crew = started
    assert len(machines.workers) == 2
    result = run_simulation(Simulation(), 1000, cluster=crew)
    assert result.tally == run_simulation(Simulation(), 1000).tally


def test_cluster__stops_at_the_same_precision(crew):
    target = set_target(precisions=["difference=0.3", "elder_repique=10%"])
    simulation = Simulation("novice", "novice")
    result = run_simulation(simulation, target, cluster=crew)
    assert result.tally == run_simulation(simulation, target, threads=2).tally


def test_cluster__counts_two_levels_and_rare_events(crew):
    simulation = Simulation("expert", "club", seed=6)
    by_levels, alone = (run_levels(simulation, 80, 1, **how) for how in ({"cluster": crew}, {}))
    assert by_levels.as_json() == alone.as_json()
    rare, alone = (
        run_rare(simulation, "younger_capot", 2_000, 1, **how) for how in ({"cluster": crew}, {})
    )
    assert rare.as_json() == alone.as_json()


def test_cluster__sums_up_measures_of_ones_own(crew):
    target = Target(20_000, measures=read_measures("abs(difference)", "elder_point > 0"))
    simulation = Simulation("club", "random", mirrored=True)
    result = run_simulation(simulation, target, cluster=crew)
    alone = run_simulation(simulation, target, threads=1)
    assert result.tally == alone.tally
    assert result.measures == alone.measures


def test_cluster__a_fault_is_that_of_the_earliest_deal(crew):
    simulation = Simulation("club", make_bad(), seed=3)
    with pytest.raises(IllegalDecision) as alone:
        run_simulation(simulation, 100_000, threads=1)
    with pytest.raises(IllegalDecision) as there:
        run_simulation(simulation, 100_000, cluster=crew)
    assert str(there.value) == str(alone.value)


def test_cluster__interrupted_keeps_the_first_so_many(crew):
    def interrupt(done):
        if done:
            raise KeyboardInterrupt

    simulation = Simulation("random", "random", seed=2)
    result = run_simulation(simulation, 50_000_000, cluster=crew, progress=interrupt)
    assert 0 < result.deals < 50_000_000
    assert not result.is_complete
    assert result.tally == run_simulation(simulation, result.deals, threads=1).tally


def test_cluster__a_worker_killed_and_one_added(machines, crew):
    """Kill -9 in mid-run: its tasks are counted again elsewhere, and once."""
    simulation = Simulation("random", "club", seed=3)
    n = 500_000
    happened = []

    def upset():
        victim = next(iter(machines.workers.values())).pid
        os.kill(victim, signal.SIGKILL)
        machines.scale(3)
        happened.append(victim)

    def progress(done):
        if done > 5_000 and not happened:
            upset()

    result = run_simulation(simulation, n, cluster=crew, progress=progress)
    assert happened
    assert result.deals == n
    assert result.tally == run_simulation(simulation, n, threads=2).tally
    with Client(machines.scheduler_address) as client:
        # Of the one added and the one that takes the place of the killed, one has come: the
        # cluster gives up on a process that is slow to start, as all are on a busy machine.
        client.wait_for_workers(2)


def test_cluster__refused_in_one_line(monkeypatch):
    monkeypatch.setattr(cluster, "_CALLING", "1s")
    with pytest.raises(InputError, match="expected an address such as tcp"), connect("nowhere://x"):
        pass
    with pytest.raises(InputError, match="expected an address such as tcp"), connect("127.0.0.1:1"):
        pass


def test_cluster__without_workers_gives_up(monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 0.3)
    with (
        LocalCluster(
            n_workers=0, dashboard_address=None, silence_logs="CRITICAL", host="127.0.0.1"
        ) as empty,
        connect(empty.scheduler_address) as crew,
        pytest.raises(InputError, match="no worker for 0 seconds"),
    ):
        run_simulation(Simulation(), 1000, cluster=crew)
