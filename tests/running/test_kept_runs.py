"""Runs kept on disks that fail, and stopped studies.

Covers `analyses.essentials`.
"""

import json
import os
import signal

import pytest
from attacks import check_refused
from command_line import command
from stopped_runs import SIMULATION

from analyses import find_study
from piquet_sim.estimates.tally import Tally
from piquet_sim.running import blocks as blocks_module
from piquet_sim.running import checkpoint, records, run
from piquet_sim.running.checkpoint import CheckpointWriter, read_checkpoint
from piquet_sim.running.precision import say_forecast
from piquet_sim.running.run import run_simulation, simulate


# ---- Disks that fail ----------------------------------------------------------------------------
def test_keeper__a_failing_disk_is_told_once_and_loses_nothing(tmp_path, monkeypatch):
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
    writer = CheckpointWriter(path, said.append)
    result = run_simulation(SIMULATION, 600_000, 2, progress, writer=writer)
    (told,) = said
    assert "no space left on device; the run continues without" in told
    assert result.tally == run_simulation(SIMULATION, 600_000).tally == read_checkpoint(path).tally
    assert [*tmp_path.iterdir()] == [path]


def test_command__keeps_long_runs_by_itself(tmp_path, monkeypatch):
    """And says how to go on with one that was stopped."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.05)
    monkeypatch.setattr(checkpoint, "SHORT", 0.1)
    honest, kept = CheckpointWriter.keep, []

    def keep(*arguments, **options):
        if not kept and (found := [*tmp_path.glob("results/checkpoints/*.checkpoint")]):
            kept.extend(found)
            signal.raise_signal(signal.SIGTERM)
        return honest(*arguments, **options)

    monkeypatch.setattr(CheckpointWriter, "keep", keep)
    done = command("simulate", "-n", "1e9", "--json")
    assert done.code == 130
    assert f"to continue: piquet simulate --resume results/checkpoints/{kept[0].name}" in done.err
    assert read_checkpoint(kept[0]).tally.deals == json.loads(done.out)["n"]


def test_records__that_cannot_be_written_lose_nothing_counted(tmp_path, monkeypatch):
    path, parts = tmp_path / "d.parquet", iter([None, None, OSError(28, "No space left on device")])
    path.write_text("what was there before")

    def write(self, rows):
        if failure := next(parts):
            raise failure

    monkeypatch.setattr(blocks_module, "BLOCK", 1000)
    monkeypatch.setattr(run, "RECORD_CHUNK_UNITS", 1000)
    monkeypatch.setattr(records.RecordFile, "write", write)
    done = command("simulate", "-n", "9000", "--json", "--records", path)
    check_refused(
        done, "no space left on device; the estimates of the 3,000 deals played are printed"
    )
    assert json.loads(done.out)["estimates"] == simulate(n=3000).as_json()["estimates"]
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_text() == "what was there before"


# ---- Studies that are stopped -------------------------------------------------------------------
def stop_in_mid_run(monkeypatch):
    """Ask the process to end when some blocks were counted."""
    honest, merged = Tally.merge, []

    def merge(self, other):
        honest(self, other)
        merged.append(other.deals)
        if len(merged) == 5:
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(Tally, "merge", merge)


@pytest.mark.parametrize("name", ["pique", "essentials"])
def test_study__that_is_stopped_says_so_and_writes_nothing(name, tmp_path, monkeypatch):
    """It neither goes on with the next question nor answers from the deals counted by then."""
    stop_in_mid_run(monkeypatch)
    done = command("study", name, "-n", "1e8", "--threads", "1", "--out", tmp_path)
    assert (done.code, done.out) == (130, "")
    forecast, *rest = done.err.splitlines()
    seconds = find_study("pique").expect_seconds(10**8, 1)
    assert name != "pique" or forecast == f"piquet: pique: {say_forecast(seconds, 100 * seconds)}"
    assert rest == ["piquet: stopped"]
    assert list(tmp_path.iterdir()) == []  # what a study wrote would pass for the whole
