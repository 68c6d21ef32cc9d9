"""Processes and clusters give the bits of one thread, whatever happens to the workers.

Covers `running.blocks`.
"""

import os
import re
import signal
import sys
from dataclasses import replace
from subprocess import DEVNULL, Popen
from unittest.mock import Mock

import pytest
from command_line import command, refuses
from other_processes import BAD, PLACED, act_after_blocks

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import REACHED
from piquet_sim.running import blocks, run
from piquet_sim.running.blocks import count_there, open_cluster, pack_simulation
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


def start(folder, name, *options):
    """A scheduler or a worker on loopback, started as on a cluster elsewhere."""
    words = [sys.executable, "-m", f"distributed.cli.dask_{name}", "--host", "127.0.0.1", *options]
    words += ["--scheduler-file", folder / "scheduler.json", "--no-dashboard"]
    return Popen(words, cwd=folder, stdout=DEVNULL, stderr=DEVNULL)


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    """A client of a scheduler and two workers, and the process of one of these."""
    from distributed import Client  # which takes seconds, in all workers

    folder = tmp_path_factory.mktemp("cluster")
    started = [start(folder, "scheduler", "--port", "0")]
    started += [start(folder, "worker", "--nthreads", "1", "--no-nanny") for _ in "ab"]
    with Client(scheduler_file=str(folder / "scheduler.json"), timeout="240s") as client:
        client.wait_for_workers(2, timeout=240)
        yield client, started[-1]
    for one in started:
        one.kill(), one.wait()


@pytest.fixture
def crew(machines):
    with open_cluster(machines[0].scheduler.address) as made:
        yield made


@pytest.mark.parametrize(
    ("player", "measures"),
    [
        (make_guest, read_measures("abs(difference)", "elder_point > 0")),
        (
            lambda: "random",
            read_measures("abs(difference)", None, RUBICON, ["elder.after.longest_suit", "drawn"]),
        ),
    ],
    ids=["sent as it is", "groups"],
)
def test_cluster__counts_the_same_bits(crew, player, measures):
    simulation = Simulation(player(), "club", given="elder.aces > younger.aces", mirrored=True)
    target = Target(600, measures=measures)
    result, alone = (run_simulation(simulation, target, executor=one) for one in (crew, None))
    assert (result.tally, result.measures, result.ended) == (alone.tally, alone.measures, REACHED)


def test_pool__finds_a_strategy_of_ones_own_by_its_module(pool):
    simulation = Simulation(PLACED, "club+sink-sets=0.5", given="elder.aces == 4")
    sent, digest = pack_simulation(simulation), digest_strategy(PLACED).encode()
    assert len(sent) < 2_000  # no code
    assert (
        run_simulation(simulation, 1_000, executor=pool).tally
        == run_simulation(simulation, 1_000, threads=1).tally
    )
    for part, other, said in (
        (digest, b"x" * len(digest), r"a worker has another placed: .* there, x{16} here"),
        (
            b"other_processes",
            b"other_processe_",
            "'play_highest_legal' is not found in this process",
        ),
    ):
        with pytest.raises(InputError, match=said):
            count_there(sent.replace(part, other), read_measures(()), 0, (0, 10))


def test_pool__a_fault_is_that_of_the_earliest_deal(pool):
    with pytest.raises(IllegalDecision) as alone:
        run_simulation(Simulation("club", BAD, seed=3), 100_000, threads=1)
    with pytest.raises(IllegalDecision, match=f"^{re.escape(str(alone.value))}$"):
        run_simulation(Simulation("club", BAD, seed=3), 100_000, executor=pool)


def test_processes__that_end_leave_what_they_counted(pool, monkeypatch):
    """The last that asks the pool, which it breaks."""
    monkeypatch.setattr(run, "_AHEAD", 4)
    simulation, n, ends = Simulation("random", "club"), 10_000_000, []

    def progress(done):
        # Between two blocks: of one that is killed while it sends, Python waits without end.
        if done > 20_000 and not ends:
            ends.append(pool.submit(os._exit, 1))

    with pytest.raises(RunLost, match="the processes that count no longer answer") as lost:
        run_simulation(simulation, n, executor=pool, progress=progress)
    result = lost.value.result
    assert (20_000 < result.deals < n, result.tally) == (
        True,
        run_simulation(simulation, result.deals, threads=2).tally,
    )


@pytest.mark.slow
def test_scheduler__that_is_killed_is_one_line_with_what_was_counted(tmp_path, monkeypatch):
    from distributed import Client

    scheduler, worker = (start(tmp_path, name) for name in ("scheduler", "worker"))
    with Client(scheduler_file=str(tmp_path / "scheduler.json"), timeout="240s") as client:
        client.wait_for_workers(1, timeout=240)
        asked = (
            "simulate",
            "-n",
            10**8,
            "--elder",
            "random",
            "--cluster",
            client.scheduler.address,
        )
    act_after_blocks(monkeypatch, 3, scheduler.kill)
    done = command(*asked, "--checkpoint", tmp_path / "kept")
    worker.kill(), worker.wait(), scheduler.wait()
    assert (done.code, len(done.err.splitlines()), done.out[:15]) == (2, 1, "random as elder"), done
    assert f"the same command continues from {tmp_path / 'kept'}" in done.err


def test_cluster__a_worker_killed_in_mid_run(machines):
    """Kill -9: its blocks are counted again elsewhere, and once."""
    simulation, n, (client, victim) = Simulation("random", "club", seed=3), 200_000, machines

    def progress(done):
        if done > 20_000:
            victim.kill(), victim.wait()

    with open_cluster(client.scheduler.address) as crew:
        result = run_simulation(simulation, n, executor=crew, progress=progress)
    assert (victim.poll(), result.deals, result.tally) == (
        -signal.SIGKILL,
        n,
        run_simulation(simulation, n, threads=2).tally,
    )


# ---- What is refused ----------------------------------------------------------------------------
def test_cluster__of_another_engine_is_refused_in_one_line(crew, monkeypatch):
    monkeypatch.setattr(blocks, "digest_engine", lambda: "0123456789abcdef")
    with refuses("there, 0123456789abcdef here"):
        run_simulation(Simulation(), 1000, executor=crew)


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
    monkeypatch.setattr(blocks, "_CALLING", "100ms")
    client = machines[0]
    monkeypatch.setattr(type(client), "wait_for_workers", Mock(side_effect=TimeoutError))
    with refuses(said), open_cluster(address or client.scheduler.address):
        pass
