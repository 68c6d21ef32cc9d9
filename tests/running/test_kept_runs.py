"""Runs kept on disks that fail, and stopped studies."""

import json
import os
import signal
import threading
import time
from pathlib import Path

from command_line import command
from stopped_runs import SIMULATION, interrupt_at

from analyses import STUDIES, find_study
from analyses.results.analysis import Analysis
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game import files
from piquet_sim.game.errors import InputError
from piquet_sim.running import blocks as blocks_module
from piquet_sim.running import checkpoint, records
from piquet_sim.running.checkpoint import (
    Checkpoint,
    CheckpointWriter,
    read_checkpoint,
    resume_arguments,
    write_checkpoint,
)
from piquet_sim.running.precision import Target, say_forecast
from piquet_sim.running.result import INTERRUPTED
from piquet_sim.running.run import run_simulation, simulate


def write_all_the_time(monkeypatch):
    """Checkpoints are written again and again, and from the first moment on."""
    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.0)
    monkeypatch.setattr(checkpoint, "SHORT", 0.0)


# ---- Disks that fail ----------------------------------------------------------------------------
def test_keeper__a_full_disk_is_told_once_and_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.0)
    path = tmp_path / "run.checkpoint"
    files.check_writable(path)  # so that what writing needs is loaded before the run
    told = []
    failing = [False]
    honest = os.fsync

    def fsync(handle):
        if failing[0]:
            raise OSError(28, "No space left on device")
        honest(handle)

    monkeypatch.setattr(checkpoint.os, "fsync", fsync)

    def progress(done):
        failing[0] = 150_000 < done < 750_000

    result = run_simulation(
        SIMULATION, 1_000_000, 2, progress, writer=CheckpointWriter(path, told.append)
    )
    assert len(told) == 1
    assert "no space left on device; the run continues without" in told[0]
    assert result.tally == run_simulation(SIMULATION, 1_000_000).tally
    assert read_checkpoint(path).tally == result.tally
    assert [one.name for one in tmp_path.iterdir()] == ["run.checkpoint"]


def test_keeper__a_folder_that_disappears(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.0)
    home = tmp_path / "home"
    home.mkdir()
    told = []

    def progress(done):
        if done > 50_000 and home.exists():
            for one in home.iterdir():
                one.unlink()
            home.rmdir()

    result = run_simulation(
        SIMULATION, 300_000, 2, progress, writer=CheckpointWriter(home / "x", told.append)
    )
    assert len(told) == 1
    assert "no such file or directory" in told[0]
    assert result.tally == run_simulation(SIMULATION, 300_000).tally
    assert result.goes_on_from is None


def test_command__keeps_long_runs_by_itself(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.05)
    monkeypatch.setattr(checkpoint, "SHORT", 0.1)
    kept = []

    def told(*arguments, **options):
        path = next(tmp_path.glob("results/checkpoints/*.checkpoint"), None)
        if path is not None and not kept:
            kept.append(path)
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.2)
        return honest(*arguments, **options)

    honest = CheckpointWriter.keep
    monkeypatch.setattr(CheckpointWriter, "keep", told)
    said = command("simulate", "-n", "1e9", "--json")
    assert said.code == 130
    counted = json.loads(said.out)["n"]
    assert f"to continue: piquet simulate --resume results/checkpoints/{kept[0].name}" in said.err
    monkeypatch.setattr(CheckpointWriter, "keep", honest)
    before = read_checkpoint(kept[0])
    assert before.tally.deals == counted
    before.target, before.end = Target(counted + 10_000), counted + 10_000
    write_checkpoint(kept[0], before)
    said = command("simulate", "--resume", str(kept[0]), "--json")
    assert said.code == 0
    answer = json.loads(said.out)
    alone = simulate(n=counted + 10_000)
    assert answer["n"] == counted + 10_000
    assert answer["estimates"] == json.loads(json.dumps(alone.as_json()["estimates"]))


def test_command__removes_the_checkpoint_of_a_run_that_ended(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_all_the_time(monkeypatch)
    said = command("simulate", "-n", "300_000", "--json")
    assert said.code == 0
    assert list(tmp_path.rglob("*.checkpoint")) == []
    assert said.err == ""


def test_command__in_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_all_the_time(monkeypatch)
    (tmp_path / "results").write_text("a file, not a folder")
    said = command("simulate", "-n", "500_000", "--json")
    assert said.code == 0
    assert json.loads(said.out)["n"] == 500_000
    assert said.err.count("\n") == 1
    assert "the run continues without" in said.err


def test_file__strays_of_killed_writers_are_removed(tmp_path):
    strays = [tmp_path / f".{name}.abc.piquet-part" for name in ("run[1].checkpoint", "other")]
    for stray in strays:
        stray.write_text("half")
    Path(f"{strays[0]}.lock").write_text("")
    (tmp_path / ".gone.abc.piquet-part.lock").write_text("")
    of_another = tmp_path / ".run.checkpoint.part"
    of_another.write_text("of another program")
    path = tmp_path / "run[1].checkpoint"
    with files.replace_file(tmp_path / "alive") as alive:
        with files.replace_file(path) as temporary:
            temporary.write_text("whole")
        kept = sorted(one.name for one in tmp_path.iterdir())
        assert kept == sorted([alive.name, f"{alive.name}.lock", of_another.name, path.name])
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "alive", of_another, path])
    assert resume_arguments(None, SIMULATION) == {}


def test_study__is_told_even_if_it_cannot_be_written(tmp_path, monkeypatch):
    def fail(self, folder):
        raise InputError("cannot write chart.svg: no space left on device")

    monkeypatch.setattr(Analysis, "write", fail)
    for options in ((), ("--json",)):
        said = command("study", "pique", "-n", "2000", "--out", str(tmp_path), *options)
        assert said.code == 2
        assert "repique" in said.out
        assert said.err == "piquet: cannot write chart.svg: no space left on device\n"


def test_records__that_cannot_be_written_lose_nothing_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks_module, "BLOCK", 1000)
    monkeypatch.setattr(records, "RECORD_CHUNK_UNITS", 1000)
    calls = []

    def write(self, rows):
        calls.append(len(rows))
        if len(calls) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(records.RecordFile, "write", write)
    said = command("simulate", "-n", "9000", "--json", "--records", str(tmp_path / "d.parquet"))
    assert said.code == 2
    counted = json.loads(said.out)
    assert counted["estimates"] == simulate(n=3000).as_json()["estimates"]
    assert said.err.count("\n") == 1
    assert (
        "no space left on device; the estimates of the 3,000 deals played are printed" in said.err
    )
    assert list(tmp_path.iterdir()) == []


def test_keeper__of_a_run_that_goes_on_is_never_short(tmp_path, monkeypatch):
    """Nobody named the file; once there is one, it is kept however soon the run is stopped."""
    path = tmp_path / "checkpoints" / "run.checkpoint"
    result = run_simulation(
        SIMULATION,
        10**9,
        2,
        interrupt_at(10_000),
        writer=CheckpointWriter(path, print, is_asked_for=False),
    )
    assert not path.exists()
    assert result.goes_on_from is None
    path.parent.mkdir()
    write_checkpoint(path, Checkpoint(SIMULATION, Target(10**9), Tally(), 0, 0.0))
    counted = 0
    for _ in range(3):
        kept = resume_arguments(path, SIMULATION, [].append, is_asked_for=False)
        result = run_simulation(SIMULATION, 10**9, 2, interrupt_at(counted + 20_000), **kept)
        assert result.goes_on_from == path
        assert read_checkpoint(path).tally == result.tally
        assert result.deals > counted
        counted = result.deals


# ---- Studies that are stopped -------------------------------------------------------------------
def stop_after(deals, monkeypatch):
    """Ask the process to end when so many deals were counted in all, in the middle of a run."""
    honest, counted = Tally.merge, []

    def merge(self, other):
        honest(self, other)
        counted.append(self.deals - other.deals)
        if sum(counted) > deals > 0 < other.deals:
            counted.append(-(10**12))  # once
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(blocks_module, "BLOCK", 1024)
    monkeypatch.setattr(Tally, "merge", merge)


def test_study__that_is_stopped_says_so_and_writes_nothing(tmp_path, monkeypatch):
    stop_after(2_000, monkeypatch)
    said = command("study", "pique", "-n", "1e8", "--threads", "1", "--out", tmp_path)
    seconds = find_study("pique").expect_seconds(10**8, 1)
    assert (said.code, said.out) == (130, "")
    assert said.err.splitlines() == [
        f"piquet: pique: {say_forecast(seconds, 100 * seconds)}", "piquet: stopped",
    ]  # fmt: skip
    assert list(tmp_path.iterdir()) == []  # what a study wrote would pass for the whole


def test_essentials__that_are_stopped_end_there(tmp_path, monkeypatch):
    """Not with the next question, nor with an answer from the deals counted by then."""
    stop_after(2_000, monkeypatch)
    said = command("study", "essentials", "-n", "1e8", "--threads", "1", "--out", tmp_path)
    assert (said.code, said.out) == (130, "")
    assert said.err.splitlines()[1:] == ["piquet: stopped"]
    assert list(tmp_path.iterdir()) == []


def test_study__all_end_with_the_first_that_is_stopped(tmp_path, monkeypatch):
    stop_after(30_000, monkeypatch)
    said = command("study", "all", "-n", "4_000", "--out", str(tmp_path), "--json")
    assert said.code == 130
    told = [one["study"] for one in json.loads(said.out)]
    assert 1 <= len(told) < len(STUDIES)
    assert {path.name for path in tmp_path.iterdir()} == set(told)


def test_study__of_deals_that_were_played_is_the_same_and_plays_none(monkeypatch):
    asked = Simulation("club", "club"), 2_000, 1
    alone = find_study("discards").answer(*asked)
    with monkeypatch.context() as changed:
        changed.setattr("analyses.study.run_simulation", None)
        again = find_study("discards").answer(*asked, played=alone.runs)
    assert again.table.equals(alone.table)
    other = find_study("discards").answer(Simulation("club", "club", seed=2), *asked[1:], None,
                                          alone.runs)  # fmt: skip
    assert not other.table.equals(alone.table)


def test_run__interrupted_before_all_threads_have_begun_ends(monkeypatch):
    class Reluctant(threading.Thread):
        begun = False

        def start(self):
            if Reluctant.begun:
                time.sleep(0.2)
                raise KeyboardInterrupt
            Reluctant.begun = True
            super().start()

    monkeypatch.setattr(threading, "Thread", Reluctant)
    result = run_simulation(SIMULATION, 10_000_000, threads=2)
    assert (result.ended, result.deals) == (INTERRUPTED, 0)
