"""Runs that stop and go on: the same bits, whenever and however they were stopped."""

import multiprocessing
import os
import random
import signal
from concurrent.futures import ProcessPoolExecutor

import killed_runs
import pytest
from killed_runs import SIMULATIONS
from refusals import refuses
from stopped_runs import SIMULATION, interrupt_at, join_checkpoint, split_checkpoint

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.threads import REACHED
from piquet_sim.running import blocks
from piquet_sim.running.checkpoint import CheckpointWriter, read_checkpoint
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.run import run_simulation, simulate


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The checkpoint of a run that `simulate` went on with."""
    path = tmp_path_factory.mktemp("kept") / "run.checkpoint"
    simulate("club", "novice", 3000, checkpoint=path)
    with pytest.warns(UserWarning, match="continuing after 3,000 deals"):
        result = simulate("club", "novice", 5000, checkpoint=path)
    assert result.tally == simulate("club", "novice", 5000).tally
    return path


# ---- Going on -----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, multiprocessing.get_context("forkserver")) as made:
        yield made


MEASURES = ("spread: abs(difference)", "max(elder_score, younger_score) - 3 * elder_sets")
STOPPED = {
    "plain": (SIMULATION, Target(60_000)),
    "precise": SIMULATIONS["precise"],
    "luck taken out": (Simulation("expert", "club"), Target(2_000)),
    "own measures": (
        Simulation("club", "random", seed=8, mirrored=True),
        Target(150_000, measures=read_measures(MEASURES, "elder_point > 0")),
    ),
}


@pytest.mark.parametrize("kind", STOPPED)
def test_resume__comes_to_the_same_bits_however_often_it_was_stopped(
    tmp_path, kind, monkeypatch, pool
):
    """On threads or in other processes."""
    monkeypatch.setattr(blocks, "BLOCK", 256)
    (simulation, target), before = STOPPED[kind], None
    writer = CheckpointWriter(tmp_path / "run.checkpoint", print)
    for stop, crew in ((300, None), (1500, pool), (20_000, None), (40_000, None), (10**9, pool)):
        result = run_simulation(
            simulation, target, None if crew else 2, interrupt_at(stop), writer=writer,
            before=before, on_interrupt="return", executor=crew,
        )  # fmt: skip
        before = read_checkpoint(writer.path)
        assert result.goes_on_from == writer.path
        assert (before.target, before.tally) == (target, result.tally)
    assert result.ended == REACHED
    alone = run_simulation(simulation, target, threads=1)
    assert (result.tally, result.measures) == (alone.tally, alone.measures)
    assert result.estimates == alone.estimates


@pytest.mark.parametrize(
    ("request_to_end", "handler"),
    [
        (signal.SIGTERM, signal.SIG_DFL),
        (signal.SIGHUP, signal.SIG_DFL),
        (signal.SIGHUP, signal.SIG_IGN),  # as nohup starts a command
    ],
)
def test_termination__is_an_interruption_unless_it_is_ignored(tmp_path, request_to_end, handler):
    def end(done):
        if done:
            signal.raise_signal(request_to_end)

    writer = CheckpointWriter(tmp_path / "run.checkpoint", print)
    before = signal.signal(request_to_end, handler)  # whoever started the tests
    try:
        result = run_simulation(SIMULATION, 10**6, 2, end, writer=writer, on_interrupt="return")
    finally:
        left = signal.signal(request_to_end, before)
    assert left == handler
    assert result.is_complete == (handler == signal.SIG_IGN)
    assert read_checkpoint(writer.path).tally == result.tally


@pytest.mark.parametrize("kind", ["mirrored", "given"])
def test_kill__at_random_moments_and_go_on(tmp_path, kind):
    simulation, target = SIMULATIONS[kind]
    context, chance = multiprocessing.get_context("forkserver"), random.Random(1)
    context.set_forkserver_preload(["killed_runs"])
    path, codes = tmp_path / "run.checkpoint", []
    while 0 not in codes:
        child = context.Process(target=killed_runs.go_on, args=(kind, str(path), 2))
        child.start()
        child.join(chance.uniform(0.001, 0.12) if len(codes) < 5 else 60)
        child.kill()
        child.join()
        codes.append(child.exitcode)
        if path.exists():
            done = read_checkpoint(path)
    assert {*codes[:-1]} == {-signal.SIGKILL}
    assert {one.suffix for one in tmp_path.iterdir() if one != path} <= {".piquet-part"}
    assert done.tally == run_simulation(simulation, target).tally


# ---- Files that are not what they should be ------------------------------------------------------
def test_checkpoint__any_damage_is_seen(kept, tmp_path):
    content, path, chance = kept.read_bytes(), tmp_path / "damaged", random.Random(3)
    damaged = [b"", b"{", b"[]", b"\x80\x04pickle", b"[" * 100_000]
    for place in (chance.randrange(len(content)) for _ in range(40)):
        start, end = content[:place], content[place + 1 :]
        flipped = bytes([content[place] ^ 1 << chance.randrange(8)])
        damaged += [start, start + flipped + end, start + b"a" + content[place:]]
    for one in damaged:
        path.write_bytes(one)
        with refuses():
            read_checkpoint(path)
    os.truncate(path, 10**9)
    for other, said in ((path, "too large"), (tmp_path, "not a file"), (tmp_path / "x", "no such")):
        with refuses(said):
            read_checkpoint(other)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda head, _: head["code"].update(version="9.9"), "version 9.9 there, 0.1.0 here"),
        (
            lambda head, _: head["code"].update(engine="abc"),
            "made by different code: engine abc there",
        ),
        (lambda head, _: head["code"]["strategies"].update(club="x"), "strategies club x there"),
        (lambda head, _: head.update(format="piquet checkpoint 9"), "'piquet checkpoint 9'"),
        (lambda head, _: head["simulation"].update(elder="mine"), "with --load"),
        (lambda head, _: head["simulation"].update(rules="rubicn"), "did you mean 'rubicon'"),
        (lambda head, _: head["simulation"].update(seed=-1), "seed: expected"),
        (lambda head, _: head["simulation"].update(seed=True), "not a whole number"),
        (lambda head, _: head["simulation"].update(mirrored=1), "mirrored is 1"),
        (lambda head, _: head["simulation"].update(given="elder.aces"), "given: "),
        (lambda head, _: head["simulation"].update(other=1), "not the description"),
        (lambda head, _: head.update(simulation=3), "not the description"),
        (lambda head, _: head.update(units=5), "damaged"),
        (lambda head, _: head.update(units="x"), "damaged"),
        (lambda head, _: head.update(end=-1), "damaged"),
        *((lambda head, _, own=own: head.update(own=own), "damaged")
          for own in ([1], ["x"] * 5, [True] * 5, None, "12345")),
        (lambda head, _: head.update(steadied=[1.5]), "damaged"),
        (lambda head, _: head.update(seconds="long"), "damaged"),
        (lambda head, _: head["target"].update(deals=0), "damaged"),
        (lambda head, _: head["target"].update(seconds=1e12), "max-time"),
        (lambda head, _: head["target"].update(precisions=["x=1"]), "no estimate 'x'"),
        (lambda head, _: b"no cells", "damaged"),
        (lambda head, cells: cells[:-9], "damaged"),
        (lambda head, _: __import__("zlib").compress(bytes(10**8)), "damaged"),
    ],
)  # fmt: skip
def test_checkpoint__of_something_else_is_refused_in_one_line(kept, tmp_path, change, part):
    path = tmp_path / "changed"
    head, cells = split_checkpoint(kept)
    changed = change(head, cells) or cells
    join_checkpoint(path, head, changed)
    with refuses(part, path):
        read_checkpoint(path)


@pytest.mark.filterwarnings("ignore:.*continuing")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seed": 2}, "belongs to another simulation: seed 1 there, 2 here"),
        ({"given": "elder.has('AS')"}, "given none there, elder.has('AS') here"),
        ({"measures": ["drawn"]}, "checkpoint: it counts other measures"),
        ({"n": 1000}, "already holds 5,000 deals"),
        ({"checkpoint": "/missing/run.checkpoint"}, "cannot write"),
    ],
)
def test_simulate__goes_on_from_its_own_checkpoint_alone(kept, asked, said):
    with refuses(said):
        simulate("club", "novice", **{"n": 9000, "checkpoint": kept} | asked)
