"""Runs that are stopped at any moment: what is kept goes on to the same bits.

Covers `running.checkpoint`.
"""

import hashlib
import json
import multiprocessing
import os
import pickle
import random
import re
import signal
import zlib
from functools import partial
from unittest.mock import Mock

import numpy as np
import other_processes
import pytest
from command_line import answer, command, refuses
from other_processes import act_after_blocks, interrupt_at

from piquet_sim import duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import REACHED, TIME
from piquet_sim.running import blocks, checkpoint, records, run
from piquet_sim.running.measures import NO_MEASURES, read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.run import keep_simulation, run_simulation, simulate

SIMULATION = Simulation("club", "random", seed=6)


def keep(path, simulation=SIMULATION, measures=NO_MEASURES, tell=lambda said: None):
    return keep_simulation(path, simulation, measures.describe(), tell)


# ---- Going on -----------------------------------------------------------------------------------
STOPPED = {
    "plain": (SIMULATION, Target(60_000)),
    "luck taken out": (Simulation("expert", "club"), Target(2_000)),
    "own measures": (
        Simulation("club", "random", seed=8, mirrored=True),
        Target(
            150_000,
            measures=read_measures(
                ("spread: abs(difference)", "max(elder_score, younger_score) - 3 * elder_sets"),
                "elder_point > 0",
            ),
        ),
    ),
    "groups": (
        Simulation("club", "random", seed=8, mirrored=True),
        Target(60_000, measures=read_measures([], "elder_wins", RUBICON, "elder_exchanged")),
    ),
}


@pytest.mark.parametrize(("simulation", "target"), STOPPED.values(), ids=STOPPED)
def test_checkpoint__comes_to_the_same_bits_however_often_it_was_stopped(
    tmp_path, simulation, target, monkeypatch, pool
):
    """On threads or in other processes."""
    monkeypatch.setattr(blocks, "BLOCK", 256)
    for stop, crew in ((300, None), (1500, pool), (20_000, None), (40_000, None), (10**9, pool)):
        result = run_simulation(
            simulation,
            target,
            None if crew else 2,
            interrupt_at(stop),
            checkpoint=keep(tmp_path / "run", simulation, target.measures),
            on_interrupt="return",
            executor=crew,
        )
    alone = run_simulation(simulation, target, threads=1)
    assert (result.ended, result.tally, result.measures, result.estimates) == (
        REACHED,
        alone.tally,
        alone.measures,
        alone.estimates,
    )


@pytest.mark.filterwarnings("ignore:continuing")
@pytest.mark.parametrize("asked", [{}, {"parties": True}, {"precision": 0.5}])
def test_duel__goes_on_to_the_same_bits(tmp_path, asked):
    path, pairs, kept = tmp_path / "duel", 300 if "parties" in asked else 4_000, []
    run = partial(duel, "expert", "club", pairs, **asked)
    for stop in (1, pairs // 6, pairs // 3, pairs - 1, 10**9):
        done = run(checkpoint=path, progress=interrupt_at(stop), on_interrupt="return")
        kept.append(path.exists())
    alone = run(threads=1)
    assert (sum(kept) > 1, kept[-1], done.gain, done.won) == (True, False, alone.gain, alone.won)
    assert done.gains.tolist() == alone.gains.tolist()  # every pair by its gain


@pytest.mark.parametrize(
    ("kind", "kills"),
    [("duel", 4), *(pytest.param(one, 16, marks=pytest.mark.slow) for one in other_processes.RUNS)],
)
def test_kill__at_random_moments_and_go_on(tmp_path, kind, kills):
    """A whole checkpoint is left, or none."""
    context, chance = multiprocessing.get_context("forkserver"), random.Random(1)
    context.set_forkserver_preload(["other_processes"])
    path, codes = tmp_path / "run", []
    while 0 not in codes:
        child = context.Process(target=other_processes.go_on, args=(kind, str(path)))
        child.start()
        child.join(chance.uniform(0.05, 0.6) if len(codes) < kills else 300)
        child.kill()
        child.join()
        codes.append(child.exitcode)
        assert len(codes) < kills + 3
    assert {*codes[:-1]} <= {-signal.SIGKILL}
    made = pickle.loads((tmp_path / "run.answer").read_bytes())
    left = {one.name for one in tmp_path.iterdir() if one.suffix != ".piquet-part"}
    assert (left, made) == ({"run.answer"}, other_processes.RUNS[kind]())


@pytest.mark.parametrize(
    ("request_to_end", "handler"),
    [
        (signal.SIGTERM, signal.SIG_DFL),
        (signal.SIGHUP, signal.SIG_DFL),
        (signal.SIGHUP, signal.SIG_IGN),  # as nohup starts a command
    ],
)
def test_termination__is_an_interruption_unless_it_is_ignored(tmp_path, request_to_end, handler):
    path, is_ignored = tmp_path / "run", handler == signal.SIG_IGN
    progress = interrupt_at(1, request_to_end)
    before = signal.signal(request_to_end, handler)  # whoever started the tests
    try:
        result = run_simulation(
            SIMULATION, 10**6, 2, progress, checkpoint=keep(path), on_interrupt="return"
        )
        fought = duel("club", "novice", 900, progress=progress, on_interrupt="return")
    finally:
        left = signal.signal(request_to_end, before)
    assert (left, result.is_complete, fought.pairs == 900) == (handler, is_ignored, is_ignored)
    assert keep(path).find("run")[0]["own"] == []


def test_checkpoint__is_removed_when_the_run_is_complete_and_kept_at_a_time_limit(
    tmp_path, monkeypatch
):
    """The limit is of each run alone."""
    path = tmp_path / "run"
    written, seen = [], []  # before it is time; the deals played
    simulate(n=30_000, checkpoint=path, progress=lambda done: written.append(path.exists()))
    assert (len(written) > 2, any(written), path.exists()) == (True, False, False)
    monkeypatch.setattr(run, "time", Mock(perf_counter=lambda: len(seen)))  # a second for a block
    with pytest.warns(UserWarning, match="continuing from"):
        *timed, result = [
            simulate(**asked, checkpoint=path, progress=seen.append)
            for asked in (*[{"max_time": 2}] * 3, {"n": 400_000})
        ]
    assert [(one.ended, one.deals, one.seconds) for one in timed] == [
        (TIME, seen[last - 1], last) for last in (3, 6, 9)
    ]
    assert (path.exists(), result.seconds, result.tally) == (
        *(False, len(seen)),
        simulate(n=400_000).tally,
    )


def test_checkpoint__keeps_what_each_of_several_runs_has_counted(tmp_path, monkeypatch):
    """What has grown too large stays as it was, and is never cut off."""
    monkeypatch.setattr(checkpoint, "_MOST_CELLS", 900)
    cells = {name: list(range(size)) for name, size in (("a", 3), ("b", 900), ("c", 70), ("d", 5))}
    first = keep(tmp_path / "run")
    for name, counted in cells.items():
        first.keep(name, lambda counted=counted: ({"of": len(counted)}, np.array(counted)))
    first.write()
    said = []
    second = keep(tmp_path / "run", tell=said.append)
    second.keep("b", lambda: ({"of": 1}, np.array([9])))
    second.forget("b")  # its study is answered
    second.keep("a", lambda: ({"of": 901}, np.arange(901)), now=True)
    second.keep("d", lambda: ({"of": 2}, np.array([7, 8])), now=True)
    third = keep(tmp_path / "run")
    assert third.find("b") is None
    assert {name: (third.find(name)[0]["of"], third.find(name)[1].tolist()) for name in "acd"} == {
        **{name: (len(cells[name]), cells[name]) for name in "ac"},
        "d": (2, [7, 8]),
    }
    assert said[1:] == ["checkpoint: a has more than 900 numbers; the run continues without it"]
    monkeypatch.setattr(checkpoint, "_MOST_CELLS", 69)
    with refuses("damaged"):
        third.find("c")


# ---- Files that are not what they should be ------------------------------------------------------
@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The checkpoint of a run that was stopped."""
    path = tmp_path_factory.mktemp("kept") / "run.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        simulate("club", "novice", 90_000, checkpoint=path, progress=interrupt_at(5000))
    return path


def test_checkpoint__any_damage_is_seen(kept, tmp_path):
    content, path, chance = kept.read_bytes(), tmp_path / "damaged", random.Random(3)
    damaged = [b"", b"{", b"[]", b"\x80\x04pickle", b"[" * 100_000]
    for place in (chance.randrange(len(content)) for _ in range(40)):
        start, end = content[:place], content[place + 1 :]
        flipped = bytes([content[place] ^ 1 << chance.randrange(8)])
        damaged += [start, start + flipped + end, start + b"a" + content[place:]]
    for one in damaged:
        path.write_bytes(one)
        with refuses("checkpoint", path):
            simulate("club", "novice", 90_000, checkpoint=path)
    os.truncate(path, 10**9)
    for other, said in ((path, "too large"), (tmp_path, "not a file"), (tmp_path / "x/y", "write")):
        with refuses(said):
            simulate("club", "novice", 90_000, checkpoint=other)


@pytest.mark.filterwarnings("ignore:continuing")
@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda head: head["code"].update(version="9.9"), "version 9.9 there, 0.1.0 here"),
        (lambda head: head["code"].update(engine="abc"), "made by other code: engine abc there"),
        (lambda head: head["code"]["strategies"].update(club="x"), "strategies club x there"),
        (lambda head: head.update(format="piquet checkpoint 9"), "'piquet checkpoint 9'"),
        (lambda head: head["question"].update(seed=7), "made for another question: seed 7 there"),
        (lambda head: head["question"].update(given="elder.aces"), "given elder.aces there"),
        (lambda head: head.update(question=3), "damaged"),
        (lambda head: head.update(runs=[]), "damaged"),
        *(
            (lambda head, key=key: head["runs"]["run"][0].pop(key), "damaged")
            for key in ("target", "end", "own", "steadied", "seconds")
        ),
        (lambda head: head["runs"]["run"][0].update(own=None), "damaged"),
        # Its cells: none, too few, and what fills the memory.
        (b"no cells", "damaged"),
        (slice(None, -9), "damaged"),
        (zlib.compress(bytes(10**8), 1), "damaged"),
    ],
)
def test_checkpoint__of_something_else_is_refused_in_one_line(kept, tmp_path, change, part):
    path = tmp_path / "changed"
    line, _, cells = kept.read_bytes()[:-64].partition(b"\n")
    head = json.loads(line)
    if callable(change):
        change(head)
    else:
        cells = change if isinstance(change, bytes) else cells[change]
    body = json.dumps(head).encode() + b"\n" + cells
    path.write_bytes(body + hashlib.sha256(body).hexdigest().encode())
    with refuses(part, path):
        simulate("club", "novice", 90_000, checkpoint=path)


@pytest.mark.filterwarnings("ignore:continuing")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seed": 2}, "made for another question: seed 1 there, 2 here"),
        ({"given": "elder.has('AS')"}, "given none there, elder.has('AS') here"),
        ({"measures": ["drawn"]}, "measures none there"),
        ({"by": "drawn"}, "by none there"),
        ({"measures": ["drawn"], "by": "drawn", "seed": 2, "mirrored": True}, "; and 1 more"),
        ({"n": 1000}, "already holds"),
        ({"checkpoint": "/missing/run.checkpoint"}, "cannot write"),
        ({"checkpoint": 3}, "3 is not the name of a file"),
    ],
)
def test_simulate__goes_on_from_its_own_checkpoint_alone(kept, asked, said):
    with refuses(said):
        simulate("club", "novice", **{"n": 90_000, "checkpoint": kept} | asked)
    with refuses("command simulate there, duel here"):
        duel("club", "novice", checkpoint=kept)


def test_keeper__a_failing_disk_is_reported_once_and_loses_nothing(tmp_path, monkeypatch):
    """It is full for a while."""
    path, said, failing, honest = tmp_path / "x", [], [], os.fsync

    def fsync(handle):
        if failing == [True]:
            raise OSError(28, "No space left on device")
        honest(handle)

    def progress(done):
        failing[:] = [150_000 < done < 450_000]

    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.0)
    monkeypatch.setattr(checkpoint.os, "fsync", fsync)
    result = run_simulation(
        SIMULATION, 600_000, 2, progress, checkpoint=keep(path, tell=said.append)
    )
    (reported,) = said
    assert (
        "no space left on device; the run continues without" in reported,
        result.tally,
        [*tmp_path.iterdir()],
    ) == (True, run_simulation(SIMULATION, 600_000, checkpoint=keep(path)).tally, [path])


def test_records__that_cannot_be_written_lose_nothing_counted(tmp_path, monkeypatch):
    path, full = tmp_path / "d.parquet", OSError(28, "No space left on device")
    path.write_text("what was there before")
    monkeypatch.setattr(blocks, "BLOCK", 1000)
    monkeypatch.setattr(run, "RECORD_CHUNK_UNITS", 1000)
    monkeypatch.setattr(records.RecordFile, "write", Mock(side_effect=[None, None, full]))
    done = command("simulate", "-n", "9000", "--json", "--records", path)
    full = "no space left on device; the estimates of the 3,000 deals played are printed"
    assert (done.code, bool(re.fullmatch(f"piquet: .*{full}\n", done.err))) == (2, True), done
    assert (json.loads(done.out)["estimates"], [*tmp_path.iterdir()], path.read_text()) == (
        simulate(n=3000).as_json()["estimates"],
        [path],
        "what was there before",
    )


# ---- Commands -----------------------------------------------------------------------------------
LOST = "piquet: it cannot be continued; --checkpoint FILE keeps the deals played, next time"


ask_to_end = partial(signal.raise_signal, signal.SIGTERM)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("study pique -n 1e8 --threads 1 --out .", [LOST, "piquet: stopped"]),
        ("study essentials -n 1e8 --threads 1 --out .", [LOST, "piquet: stopped"]),
        ("simulate -n 1e8 --json", [LOST]),
    ],
)
def test_command__that_is_stopped_says_what_is_lost(line, said, here, monkeypatch):
    """A study neither goes on with the next question nor answers from the deals counted by then."""
    act_after_blocks(monkeypatch, 5, ask_to_end)
    done = command(*line.split())
    lines = done.err.splitlines()
    # What a study wrote would pass for the whole.
    assert (done.code, lines[-len(said) :], [*here.iterdir()]) == (130, said, [])
    assert (done.out == "" and lines == said) or "simulate" in line


@pytest.mark.parametrize(
    ("line", "blocks_counted"),
    [
        ("simulate --younger novice -n 200_000 --json", 5),
        ("study sixes -n 40_000 --strategy club --json", 15),
    ],
)
def test_command__goes_on_from_its_checkpoint(line, blocks_counted, here, monkeypatch):
    words = [*line.split(), "--checkpoint", "run"]
    with monkeypatch.context() as stopped:
        act_after_blocks(stopped, blocks_counted, ask_to_end)
        done = command(*words)
    assert (
        done.code,
        "run" in os.listdir(),
        "piquet: the same command continues from run" in done.err.splitlines(),
    ) == (130, True, True)
    again = command(*words)
    assert (
        again.code,
        "piquet: continuing from run\n" in again.err,
        "run" not in os.listdir(),
    ) == (0, True, True)
    timeless = {"seconds": 0, "folder": ""}
    assert json.loads(again.out) | timeless == answer(*line.split()) | timeless
