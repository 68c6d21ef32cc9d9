"""Processes and clusters give the bits of one thread, whatever happens to the workers.

Covers `running.blocks`.
"""

import os
import re
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from subprocess import DEVNULL, Popen
from threading import Timer

import pytest
from command_line import command
from hypothesis import given
from hypothesis import strategies as st
from killed_runs import interrupt_at
from placed_player import BAD, PLACED
from refusals import refuses

from piquet_sim import simulate
from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.running import blocks, run
from piquet_sim.running.blocks import BLOCK, count_there, list_blocks, open_cluster, pack_simulation
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.provenance import digest_strategy
from piquet_sim.running.run import RunLost, run_simulation
from piquet_sim.strategies import PlayView, find_strategy, outside_policy

pytestmark = pytest.mark.filterwarnings("ignore")


def make_guest():
    """A strategy that a worker can only be sent as it is."""

    @outside_policy
    def play_guest(view: PlayView) -> int:
        return view.legal & -view.legal

    return replace(find_strategy("club"), name="guest", play=play_guest)


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    """A scheduler and two workers on loopback, started as on a cluster elsewhere.

    A client of it, and a function that starts one more worker.
    """
    from distributed import Client  # which takes seconds, in all workers

    folder = tmp_path_factory.mktemp("cluster")
    told, started = folder / "scheduler.json", []
    file, quiet = ("--scheduler-file", str(told)), dict.fromkeys(("stdout", "stderr"), DEVNULL)

    def start(name, *options):
        words = [sys.executable, "-m", f"distributed.cli.dask_{name}", "--host", "127.0.0.1"]
        started.append(Popen([*words, *file, *options, "--no-dashboard"], cwd=folder, **quiet))
        return started[-1]

    def start_worker():
        return start("worker", "--nthreads", "1", "--no-nanny")

    start("scheduler", "--port", "0")
    start_worker(), start_worker()
    with Client(scheduler_file=str(told), timeout="240s") as client:
        client.wait_for_workers(2, timeout=240)
        yield client, start_worker
    for one in started:
        one.kill()
        one.wait()


@pytest.fixture
def crew(machines):
    with open_cluster(machines[0].scheduler.address) as made:
        yield made


@pytest.mark.parametrize("player", [make_guest, lambda: "random"])
def test_cluster__counts_the_same_bits(crew, player):
    simulation = Simulation(player(), "club", given="elder.aces > younger.aces", mirrored=True)
    target = Target(600, measures=read_measures("abs(difference)", "elder_point > 0"))
    result = run_simulation(simulation, target, executor=crew)
    alone = run_simulation(simulation, target, threads=1)
    assert (result.tally, result.measures) == (alone.tally, alone.measures)
    assert result.is_complete


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, get_context("forkserver")) as made:
        yield made


def test_pool__finds_a_strategy_of_ones_own_by_its_module(pool):
    simulation = Simulation(PLACED, "club+sink-sets=0.5", given="elder.aces == 4")
    sent, digest = pack_simulation(simulation), digest_strategy(PLACED).encode()
    assert len(sent) < 2_000  # no code
    result = run_simulation(simulation, 1_000, executor=pool)
    assert result.tally == run_simulation(simulation, 1_000, threads=1).tally
    for part, other, said in (
        (digest, b"x" * len(digest), r"a worker has another placed: .* there, x{16} here"),
        (b"placed_player", b"other_player_", "'play_highest_legal' is not found in this process"),
    ):
        with pytest.raises(InputError, match=said):
            count_there(sent.replace(part, other), read_measures(()), 0, (0, 10))


def test_pool__a_fault_is_that_of_the_earliest_deal(pool):
    simulation = Simulation("club", BAD, seed=3)
    with pytest.raises(IllegalDecision) as alone:
        run_simulation(simulation, 100_000, threads=1)
    with pytest.raises(IllegalDecision, match=f"^{re.escape(str(alone.value))}$"):
        run_simulation(simulation, 100_000, executor=pool)


def test_processes__that_end_leave_what_they_counted(monkeypatch):
    monkeypatch.setattr(run, "_AHEAD", 4)
    simulation, n = Simulation("random", "club"), 10_000_000
    with ProcessPoolExecutor(1, get_context("forkserver")) as crew:
        ends = []

        def progress(done):
            # Between two blocks: of one that is killed while it sends, Python waits without end.
            if done > 20_000 and not ends:
                ends.append(crew.submit(os._exit, 1))

        with pytest.raises(RunLost, match="the processes that count no longer answer") as lost:
            run_simulation(simulation, n, executor=crew, progress=progress)
    result = lost.value.result
    assert 20_000 < result.deals < n
    assert result.tally == run_simulation(simulation, result.deals, threads=2).tally


@pytest.mark.slow
def test_scheduler__that_is_killed_is_one_line_with_what_was_counted(tmp_path):
    from distributed import Client

    told, kept = tmp_path / "scheduler.json", tmp_path / "kept"
    quiet = dict.fromkeys(("stdout", "stderr"), DEVNULL)
    words = [sys.executable, "-m", "distributed.cli.dask_{}", "--host", "127.0.0.1"]
    words += ["--scheduler-file", str(told), "--no-dashboard"]
    scheduler, worker = (
        Popen([one.format(name) for one in words], cwd=tmp_path, **quiet)
        for name in ("scheduler", "worker")
    )
    with Client(scheduler_file=str(told), timeout="240s") as client:
        client.wait_for_workers(1, timeout=240)
        address = client.scheduler.address
    asked = ("simulate", "-n", 100_000_000, "--elder", "random", "--cluster", address)
    Timer(15, scheduler.kill).start()
    done = command(*asked, "--checkpoint", kept)
    worker.kill(), worker.wait(), scheduler.wait()
    assert (done.code, len(done.err.splitlines())) == (2, 1), done
    assert f"the same command continues from {kept}" in done.err
    assert done.out.startswith("random as elder")


def test_cluster__a_worker_killed_in_mid_run(machines):
    """Kill -9: its blocks are counted again elsewhere, and once."""
    simulation, n, (client, start_worker) = Simulation("random", "club", seed=3), 200_000, machines
    victim = start_worker()
    client.wait_for_workers(3, timeout=240)

    def progress(done):
        if done > 20_000 and victim.poll() is None:
            victim.kill()
            victim.wait()

    with open_cluster(client.scheduler.address) as crew:
        result = run_simulation(simulation, n, executor=crew, progress=progress)
    assert (victim.poll(), result.deals) == (-signal.SIGKILL, n)
    assert result.tally == run_simulation(simulation, n, threads=2).tally


def test_groups__are_the_same_wherever_they_are_counted(crew, tmp_path):
    """By threads, new processes and a cluster; and where the cluster continues a run."""
    asked = {
        "by": ["elder.after.longest_suit", "won: elder_wins"],
        "measures": "abs(difference)",
        "mirrored": True,
        "seed": 8,
    }
    run, path = partial(simulate, "random", "club", 9_000, **asked), tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        run(threads=1, checkpoint=path, progress=interrupt_at(1))
    assert path.exists()
    alone = run(threads=1)
    with ProcessPoolExecutor(2, get_context("spawn")) as spawned:
        for where in (
            {"threads": 2},
            {"executor": spawned},
            {"executor": crew},
            {"executor": crew, "checkpoint": path},
        ):
            one = run(**where)
            assert (one.tally, one.groups.as_json()) == (alone.tally, alone.groups.as_json())
    assert len(alone.groups.estimates) > 8


# ---- What is refused ----------------------------------------------------------------------------
def test_cluster__of_another_engine_is_refused_in_one_line(crew, monkeypatch):
    monkeypatch.setattr(blocks, "digest_engine", lambda: "0123456789abcdef")
    with refuses("there, 0123456789abcdef here"):
        run_simulation(Simulation(), 1000, executor=crew)


def give_up(*_, **__):
    raise TimeoutError


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere://x", "expected an address such as tcp"),
        ("127.0.0.1:1", "expected an address such as tcp"),
        (None, "no worker for 60 seconds"),
    ],
)
def test_cluster__that_does_not_answer_or_has_no_worker_is_refused(
    machines, monkeypatch, address, said
):
    monkeypatch.setattr(blocks, "_CALLING", "1s")
    monkeypatch.setattr("distributed.Client.wait_for_workers", give_up)
    with refuses(said), open_cluster(address or machines[0].scheduler.address):
        pass


# ---- Blocks --------------------------------------------------------------------------------------
@given(st.integers(0, 10**6), st.sampled_from((1, BLOCK + 1, 2 * BLOCK)) | st.integers(1, 10**5))
def test_blocks__hold_every_unit_once(first, units):
    starts, sizes = zip(*list_blocks(Simulation("club", "club"), first, first + units), strict=True)
    ends = [start + size for start, size in zip(starts, sizes, strict=True)]
    assert [*starts, first + units] == [first, *ends]
    assert 1 <= min(sizes) <= max(sizes) <= BLOCK
