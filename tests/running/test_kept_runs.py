"""Runs kept on disks that fail, and as part of something longer."""

import json
import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

from command_line import command
from stopped_runs import SIMULATION, interrupt_at

from analyses import STUDIES, find_study
from analyses.results.analysis import Analysis
from piquet_sim.game import files
from piquet_sim.game.errors import InputError
from piquet_sim.running import checkpoint, ledger, records, run
from piquet_sim.running.checkpoint import (
    Checkpoint,
    CheckpointWriter,
    read_checkpoint,
    write_checkpoint,
)
from piquet_sim.running.ledger import Ledger
from piquet_sim.running.precision import Target, say_forecast
from piquet_sim.running.resuming import keep_runs, resume_arguments
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
    assert read_checkpoint(path).ledger.tally == result.tally
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
    assert f"to continue: piquet resume results/checkpoints/{kept[0].name}" in said.err
    monkeypatch.setattr(CheckpointWriter, "keep", honest)
    before = read_checkpoint(kept[0])
    assert before.ledger.tally.deals == counted
    before.target, before.ledger.end = Target(counted + 10_000), counted + 10_000
    write_checkpoint(kept[0], before)
    said = command("resume", str(kept[0]), "--json")
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


# ---- Runs that are part of something longer ---------------------------------------------------
def _study(simulation, stop=None):
    # Three runs of one study; the second is interrupted.
    results = []
    for place, seed in enumerate((1, 2, 3)):
        progress = interrupt_at(50_000) if place == stop else None
        n = 10**9 if place == stop else 100_000
        results.append(run_simulation(replace(simulation, seed=seed), n, 2, progress))
    return results


def test_keep_runs__a_study_goes_on_where_it_was(tmp_path, monkeypatch):
    write_all_the_time(monkeypatch)
    told = []
    with keep_runs(tmp_path, told.append):
        _study(SIMULATION, stop=1)
        raise AssertionError("the third run was begun")
    assert told == ["stopped; run the same command again to continue"]
    kept = sorted((tmp_path / "checkpoints").iterdir())
    assert len(kept) == 2
    with keep_runs(tmp_path, told.append):
        again = _study(SIMULATION)
    assert [one.tally for one in again] == [one.tally for one in _study(SIMULATION)]
    assert [f"100,000 deals from {one}" in "".join(told) for one in kept].count(True) == 1
    interrupted = set(kept) - {path for path in kept if not path.exists()}
    assert len(interrupted) == 1, "the run of another length is another run"


def test_keep_runs__leaves_nothing_behind(tmp_path, monkeypatch):
    write_all_the_time(monkeypatch)
    with keep_runs(tmp_path, print):
        _study(SIMULATION)
    assert list(tmp_path.iterdir()) == []


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
    write_checkpoint(path, Checkpoint(SIMULATION, Target(10**9), Ledger(), 0.0))
    counted = 0
    for _ in range(3):
        kept = resume_arguments(path, SIMULATION, [].append, is_asked_for=False)
        result = run_simulation(SIMULATION, 10**9, 2, interrupt_at(counted + 20_000), **kept)
        assert result.goes_on_from == path
        assert read_checkpoint(path).ledger.tally == result.tally
        assert result.deals > counted
        counted = result.deals


def stop_after(deals, monkeypatch):
    """Ask the process to end when a run has counted so many deals."""
    monkeypatch.setattr(ledger, "FIRST_CHUNK", 1024)
    honest, sent = Ledger.give, []

    def give(self, span, tally):
        honest(self, span, tally)
        if self.tally.deals > deals and not sent:
            sent.append(True)
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(Ledger, "give", give)


def test_study__that_is_announced_as_long_continues_however_soon_it_is_stopped(
    tmp_path, monkeypatch
):
    stop_after(2_000, monkeypatch)
    asked = ("study", "pique", "-n", "1e8", "--threads", "1", "--out", tmp_path)
    said, seconds = command(*asked), find_study("pique").expect_seconds(10**8, 1)
    assert said.code == 130
    assert said.err.splitlines() == [
        f"piquet: pique: {say_forecast(seconds, 100 * seconds)}",
        "piquet: stopped; run the same command again to continue",
    ]
    (kept,) = tmp_path.rglob("*.checkpoint")
    counted = read_checkpoint(kept).ledger.tally.deals
    assert 2_000 < counted < 10**8
    stop_after(counted, monkeypatch)
    assert f"continuing after {counted:,} deals from {kept}" in command(*asked).err
    assert read_checkpoint(kept).ledger.tally.deals > counted


def test_essentials__that_are_stopped_end_there_and_continue(tmp_path, monkeypatch):
    """Not with the next question, nor with an answer from the deals counted by then."""
    stop_after(2_000, monkeypatch)
    asked = ("study", "essentials", "-n", "1e8", "--threads", "1", "--out", tmp_path)
    said = command(*asked)
    assert (said.code, said.out) == (130, "")
    assert said.err.splitlines()[1:] == ["piquet: stopped; run the same command again to continue"]
    (kept,) = tmp_path.rglob("*.checkpoint")
    assert not list(tmp_path.rglob("data.csv"))
    counted = read_checkpoint(kept).ledger.tally.deals
    stop_after(counted, monkeypatch)
    assert f"continuing after {counted:,} deals from {kept}" in command(*asked).err


def test_study__that_is_long_and_cannot_be_kept_says_why(tmp_path, monkeypatch):
    stop_after(2_000, monkeypatch)
    (tmp_path / "checkpoints").touch()
    told = []
    with keep_runs(tmp_path, told.append, seconds=3_600.0) as kept:
        run_simulation(SIMULATION, 10**9, 2)
    assert kept.is_interrupted
    assert told[-1] == "stopped; no checkpoint could be written"
    assert "the run continues without it" in told[0]


def test_study__that_is_stopped_does_not_say_that_it_is_done(tmp_path, monkeypatch):
    stop_after(100_000, monkeypatch)
    said = command("study", "pique", "--strategy", "club", "-n", "1e8", "--out", str(tmp_path))
    assert said.code == 130
    assert said.err == "piquet: stopped; runs this short are not checkpointed\n"
    assert said.out == ""
    assert not (tmp_path / "pique").exists()  # what a study wrote would pass for the whole


def test_study__that_is_stopped_before_its_first_deal_says_only_that(tmp_path, monkeypatch):
    class Stopped(threading.Thread):
        def start(self):
            raise KeyboardInterrupt

    monkeypatch.setattr(run.threading, "Thread", Stopped)
    asked = "study", "pique", "--strategy", "club", "-n", "1e8", "--out", str(tmp_path)
    said = command(*asked, "--threads", "2")
    assert (said.code, said.out) == (130, "")
    assert said.err == "piquet: stopped; runs this short are not checkpointed\n"


def test_run__interrupted_before_all_threads_have_begun_keeps_what_was_counted(monkeypatch):
    class Reluctant(threading.Thread):
        begun = False

        def start(self):
            if Reluctant.begun:
                time.sleep(0.2)
                raise KeyboardInterrupt
            Reluctant.begun = True
            super().start()

    monkeypatch.setattr(run.threading, "Thread", Reluctant)
    result = run_simulation(SIMULATION, 10_000_000, threads=2)
    assert result.ended == run.INTERRUPTED
    assert 0 < result.deals < 10_000_000


def test_study__all_end_with_the_first_that_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger, "FIRST_CHUNK", 1024)
    honest, given, sent = Ledger.give, [], []

    def give(self, span, tally):
        honest(self, span, tally)
        given.append(tally.deals)
        is_in_mid_run = 0 < self.tally.deals < 4_000
        if sum(given) > 30_000 and is_in_mid_run and not sent:  # some studies have been written
            sent.append(True)
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(Ledger, "give", give)
    said = command("study", "all", "-n", "4_000", "--out", str(tmp_path), "--json")
    assert said.code == 130
    told = [one["study"] for one in json.loads(said.out)]
    assert 1 <= len(told) < len(STUDIES)
    assert {path.name for path in tmp_path.iterdir()} - {"checkpoints"} == set(told)
