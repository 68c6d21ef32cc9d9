"""Runs that stop and go on: the same bits, whenever and however they were stopped."""

import json
import multiprocessing
import random
import shutil
import signal
from concurrent.futures import ProcessPoolExecutor

import killed_runs
import pyarrow.parquet as pq
import pytest
from attacks import JSON_VALUES, refusal
from hypothesis import given, settings
from hypothesis import strategies as st
from killed_runs import SIMULATIONS
from late_policies import compiled
from refusals import refuses
from stopped_runs import SIMULATION, interrupt_at, join_checkpoint, split_checkpoint

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.running.checkpoint import CheckpointWriter, read_checkpoint
from piquet_sim.running.precision import set_target
from piquet_sim.running.records import run_with_records
from piquet_sim.running.result import INTERRUPTED, REACHED
from piquet_sim.running.run import run_simulation, simulate
from piquet_sim.strategies import PlayView, Strategy, find_strategy, register, registry


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory):
    """The checkpoint of a run of 60,000 deals that was interrupted."""
    path = tmp_path_factory.mktemp("interrupted") / "run.checkpoint"
    result = run_simulation(
        SIMULATION, 60_000_000, 2, interrupt_at(60_000), writer=CheckpointWriter(path, print)
    )
    assert result.ended == INTERRUPTED
    assert result.goes_on_from == path
    return path


@pytest.fixture
def kept(interrupted, tmp_path):
    """A copy of it, to be changed."""
    return shutil.copy(interrupted, tmp_path / "run.checkpoint")


# ---- Going on -----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, multiprocessing.get_context("forkserver")) as made:
        yield made


@pytest.mark.parametrize("who", [1, 3, "processes"])
def test_resume__to_the_same_bits(kept, who, processes):
    before = read_checkpoint(kept)
    counted = before.tally.deals
    assert 60_000 <= counted < 60_000_000
    asked = counted + 50_000
    threads, executor = (None, processes) if who == "processes" else (who, None)
    result = run_simulation(
        SIMULATION, asked, threads,
        writer=CheckpointWriter(kept, print), before=before, executor=executor,
    )  # fmt: skip
    alone = run_simulation(SIMULATION, asked, threads=2)
    assert result.tally == alone.tally
    assert result.estimates == alone.estimates
    assert result.is_complete
    assert read_checkpoint(kept).tally == alone.tally


def test_resume__of_precise_runs_looks_at_the_same_deals(tmp_path):
    simulation, target = SIMULATIONS["precise"]
    alone = run_simulation(simulation, target)
    assert alone.ended == REACHED
    path = tmp_path / "run.checkpoint"
    for stop in (300, 3000, 20_000, 40_000):
        before = read_checkpoint(path) if path.exists() else None
        run_simulation(
            simulation,
            target,
            2,
            interrupt_at(stop),
            writer=CheckpointWriter(path, print),
            before=before,
        )
    result = run_simulation(simulation, target, before=read_checkpoint(path))
    assert result.tally == alone.tally
    assert result.ended == REACHED


@pytest.mark.parametrize("request_to_end", [signal.SIGTERM, signal.SIGHUP])
def test_termination__is_heeded_as_an_interruption(tmp_path, request_to_end):
    path = tmp_path / "run.checkpoint"

    def end(done):
        if done:
            signal.raise_signal(request_to_end)

    before = signal.signal(request_to_end, signal.SIG_DFL)  # whoever started the tests
    try:
        result = run_simulation(SIMULATION, 10**8, 2, end, writer=CheckpointWriter(path, print))
        assert signal.getsignal(request_to_end) == signal.SIG_DFL
    finally:
        signal.signal(request_to_end, before)
    assert result.ended == INTERRUPTED
    assert read_checkpoint(path).tally == result.tally


def test_termination__asked_for_twice_loses_nothing(tmp_path):
    path = tmp_path / "deals.parquet"

    def end(done):
        if done:
            try:
                signal.raise_signal(signal.SIGHUP)
            finally:
                signal.raise_signal(signal.SIGTERM)

    result = run_with_records(SIMULATION, 10**6, path, end)
    assert result.ended == INTERRUPTED
    assert pq.read_metadata(path).num_rows == result.deals
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_termination__that_is_ignored_stays_so():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup starts a command
    try:
        result = run_simulation(
            SIMULATION, 1000, 1, lambda done: signal.raise_signal(signal.SIGHUP)
        )
        assert result.is_complete
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def _kill_and_go_on(kind, path, kills, chance):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["killed_runs"])
    killed = 0
    for _ in range(50 * kills):
        child = context.Process(target=killed_runs.go_on, args=(kind, str(path), 2))
        child.start()
        child.join(chance.uniform(0.001, 0.12) if killed < kills else 60)
        if child.is_alive():
            child.kill()
            killed += 1
        child.join()
        if path.exists():
            done = read_checkpoint(path)
        if child.exitcode == 0:
            break
        assert child.exitcode == -signal.SIGKILL
    strays = {one.name.removesuffix(".lock") for one in path.parent.iterdir() if one != path}
    assert len(strays) <= 1, strays
    return killed, done


@pytest.mark.parametrize("kind", ["plain", "precise"])
def test_kill__at_random_moments_and_go_on(tmp_path, kind):
    simulation, target = SIMULATIONS[kind]
    killed, done = _kill_and_go_on(kind, tmp_path / "run.checkpoint", 12, random.Random(1))
    assert killed >= 3
    assert done.tally == run_simulation(simulation, target).tally


@pytest.mark.slow
@pytest.mark.parametrize("kind", SIMULATIONS)
def test_kill__a_hundred_times(tmp_path, kind):
    simulation, target = SIMULATIONS[kind]
    alone = run_simulation(simulation, target)
    chance = random.Random(2)
    killed = 0
    for turn in range(25):
        path = tmp_path / f"{turn}.checkpoint"
        more, done = _kill_and_go_on(kind, path, 6, chance)
        killed += more
        assert done.tally == alone.tally
        for one in tmp_path.iterdir():
            one.unlink()
    print(f"{kind}: {killed} kills survived")
    assert killed > 100


def test_resume__two_processes_in_one_folder_come_to_the_same_bits(tmp_path):
    """Both write one file all the time; each file that is there is whole."""
    simulation, target = SIMULATIONS["plain"]
    path, context = tmp_path / "run.checkpoint", multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["killed_runs"])
    both = [
        context.Process(target=killed_runs.go_on, args=("plain", str(path), 1)) for _ in range(2)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join(120)
        assert one.exitcode == 0
    assert read_checkpoint(path).tally == run_simulation(simulation, target).tally
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


# ---- Files that are not what they should be ------------------------------------------------------
def test_checkpoint__any_damage_is_seen(kept):
    content = kept.read_bytes()
    chance = random.Random(3)
    for _ in range(300):
        damaged = bytearray(content)
        place = chance.randrange(len(content))
        kind = chance.randrange(3)
        if kind == 0:
            damaged[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del damaged[place:]
        else:
            damaged[place:place] = chance.randbytes(3)
        kept.write_bytes(bytes(damaged))
        with refuses():
            read_checkpoint(kept)


def _rewrite(path, change):
    head, cells = split_checkpoint(path)
    cells = change(head, cells) or cells
    join_checkpoint(path, head, cells)


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
        (lambda head, _: head["simulation"].update(given="elder has"), "given: "),
        (lambda head, _: head["simulation"].update(other=1), "not the description"),
        (lambda head, _: head.update(simulation=3), "not the description"),
        (lambda head, _: head.update(units=5), "damaged"),
        (lambda head, _: head.update(units="x"), "damaged"),
        (lambda head, _: head.update(end=-1), "damaged"),
        (lambda head, _: head.update(own=[1]), "damaged"),
        (lambda head, _: head.update(steadied=[1.5]), "damaged"),
        (lambda head, _: head.update(seconds="long"), "damaged"),
        (lambda head, _: head["target"].update(deals=0), "damaged"),
        (lambda head, _: head["target"].update(precisions=["x=1"]), "no estimate 'x'"),
        (lambda head, _: head.update(arrays={}), "different layout"),
        (lambda head, _: b"no cells", "damaged"),
        (lambda head, cells: cells[:-9], "damaged"),
        (lambda head, _: __import__("zlib").compress(bytes(10**8)), "damaged"),
    ],
)  # fmt: skip
def test_checkpoint__of_something_else_is_refused_in_one_line(kept, change, part):
    _rewrite(kept, change)
    with refuses(part, str(kept)):
        read_checkpoint(kept)


@settings(max_examples=400)
@given(st.data())
def test_checkpoint__wild_contents_are_read_or_refused(kept_content, tmp_path_factory, data):
    head, cells = kept_content
    head = json.loads(json.dumps(head))
    inner = head
    keys = [key for key in head if key != "format"]
    key = data.draw(st.sampled_from(keys))
    if isinstance(head[key], dict) and head[key] and data.draw(st.booleans()):
        inner = head[key]
        key = data.draw(st.sampled_from(list(inner)))
    inner[key] = data.draw(JSON_VALUES)
    path = tmp_path_factory.getbasetemp() / "wild.checkpoint"
    join_checkpoint(path, head, cells)
    refusal(lambda: read_checkpoint(path))


@pytest.fixture(scope="module")
def kept_content(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "run.checkpoint"
    run_simulation(SIMULATION, 5000, writer=CheckpointWriter(path, print))
    return split_checkpoint(path)


def test_checkpoint__no_such_file(tmp_path):
    for path, part in ((tmp_path / "none", "no such file"), (tmp_path, "not a file")):
        with pytest.raises(InputError, match=part):
            read_checkpoint(path)
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(10**9)
    with pytest.raises(InputError, match="too large"):
        read_checkpoint(big)
    for content in (b"", b"{", b"[]", b"\x80\x04pickle", b"[" * 100_000):
        big.write_bytes(content)
        with pytest.raises(InputError, match="not a checkpoint"):
            read_checkpoint(big)


def play_lowest(view: PlayView) -> int:
    return view.legal & -view.legal


def play_highest(view: PlayView) -> int:
    rest = view.legal
    while rest & (rest - 1):
        rest &= rest - 1
    return rest


def test_checkpoint__of_a_strategy_that_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    discard = find_strategy("club").discard
    register(Strategy("mine", discard, compiled(play_lowest)))
    path = tmp_path / "run.checkpoint"
    run_simulation(Simulation("mine", "club"), 2000, writer=CheckpointWriter(path, print))
    assert read_checkpoint(path).tally.deals == 2000
    register(Strategy("mine", discard, compiled(play_highest)))
    with pytest.raises(InputError, match="made by different code: strategies mine"):
        read_checkpoint(path)
    monkeypatch.setattr(registry, "_registered", {})
    with pytest.raises(InputError, match="with --load"):
        read_checkpoint(path)


def test_simulate__goes_on_from_its_checkpoint_or_refuses(tmp_path):
    path = tmp_path / "run.checkpoint"
    simulate("club", "novice", 3000, checkpoint=path)
    with pytest.warns(UserWarning, match="continuing after 3,000 deals"):
        result = simulate("club", "novice", 5000, checkpoint=path)
    assert result.tally == simulate("club", "novice", 5000).tally
    with pytest.raises(InputError, match="belongs to another simulation: seed 1 there, 2 here"):
        simulate("club", "novice", 5000, seed=2, checkpoint=path)
    with pytest.raises(InputError, match="given none there, elder has AS here"):
        simulate("club", "novice", 5000, given="elder has AS", checkpoint=path)
    with (
        pytest.raises(InputError, match="already holds 5,000 deals"),
        pytest.warns(UserWarning, match="continuing"),
    ):
        simulate("club", "novice", 1000, checkpoint=path)
    with pytest.raises(InputError, match="cannot write"):
        simulate("club", "novice", 1000, checkpoint=tmp_path / "missing" / "run.checkpoint")


def test_target__of_a_time_without_end_is_refused(kept):
    for seconds in (1e9, -1.0, float("inf")):
        with pytest.raises(InputError, match="max-time"):
            set_target(seconds=seconds)
    _rewrite(kept, lambda head, _: head["target"].update(seconds=1e12))
    with pytest.raises(InputError, match="max-time"):
        read_checkpoint(kept)
