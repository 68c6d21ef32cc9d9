"""Runs that stop and go on: the same bits, whenever and however they were stopped."""

import hashlib
import json
import multiprocessing
import os
import random
import signal
import time
from dataclasses import replace
from math import sqrt

import killed_runs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from killed_runs import SIMULATIONS

from analyses.analysis import Analysis
from piquet_sim import checkpoint, cli, files, ledger, records, store
from piquet_sim.checkpoint import Checkpoint, Keeper, read_checkpoint, write_checkpoint
from piquet_sim.errors import InputError
from piquet_sim.estimate import estimate_measure
from piquet_sim.kernel.measures import OF
from piquet_sim.ledger import LEAST_BLOCK, Blocks, Ledger, join_spans, take_fingerprint
from piquet_sim.precision import FIRST_LOOK, Target, read_precision, set_target
from piquet_sim.result import INTERRUPTED, MOST, REACHED, TIME
from piquet_sim.run import go_on, keep_runs, run_simulation, simulate
from piquet_sim.simulation import Simulation
from piquet_sim.strategies import PlayView, Strategy, find_strategy, policy, register, registry
from piquet_sim.tally import Tally

SIMULATION = Simulation("club", "random", seed=6)


def interrupt_at(deals):
    def progress(done):
        if done >= deals:
            raise KeyboardInterrupt

    return progress


@pytest.fixture
def kept(tmp_path):
    """The checkpoint of a run of 60,000 deals that was interrupted."""
    path = tmp_path / "run.checkpoint"
    result = run_simulation(
        SIMULATION, 60_000_000, 2, interrupt_at(60_000), keeper=Keeper(path, print)
    )
    assert result.ended == INTERRUPTED
    assert result.goes_on_from == path
    return path


# ---- Ledgers ------------------------------------------------------------------------------------
@settings(max_examples=60)
@given(st.integers(0, 10**6).map(random.Random), st.integers(1, 400_000))
def test_ledger__hands_every_unit_out_once(chance, end):
    ledger = Ledger()
    ledger.extend(end)
    taken, seen = [], []
    while True:
        span = ledger.take(chance.randrange(1, max(end // 20, 2)))
        if span is not None:
            assert span[1] <= (span[0] // ledger.blocks.units + 1) * ledger.blocks.units
            taken.append(span)
        if taken and (span is None or chance.random() < 0.6):
            one = taken.pop(chance.randrange(len(taken)))
            if chance.random() < 0.2:
                ledger.put_back(one)
            else:
                ledger.give(one, Tally())
                seen.append(one)
        elif span is None:
            break
    assert join_spans(seen) == [(0, end)] == ledger.done
    assert sum(last - first for first, last in seen) == end
    assert ledger.is_done
    assert len(ledger.blocks.fingerprints) == -(-end // ledger.blocks.units) <= 64
    assert ledger.blocks.units == LEAST_BLOCK or end > 8 * ledger.blocks.units


def test_fingerprint__adds_up_and_tells_deals_apart():
    parts = []
    for first, units in ((0, 30), (30, 70), (0, 100), (0, 99)):
        tally = Tally()
        SIMULATION.count_units(first, units, tally.arrays)
        parts.append(take_fingerprint(tally))
    assert (parts[0] + parts[1]) % 2**64 == parts[2]
    assert len(set(parts)) == 4
    tally = Tally()
    SIMULATION.count_units(0, 100, tally.arrays)
    tally.arrays.totals[3] += 1
    assert take_fingerprint(tally) != parts[2]


def test_blocks__join_as_the_run_grows():
    grown = Blocks()
    one, two = Tally(), Tally()
    SIMULATION.count_units(0, 1024, one.arrays)
    SIMULATION.count_units(1024, 1024, two.arrays)
    grown.stretch(2048)
    grown.add(0, one)
    grown.add(1024, two)
    grown.stretch(1024 * 17)
    assert grown.units == 2048
    assert grown.fingerprints[0] == take_fingerprint(one + two)
    assert len(grown.fingerprints) == 9


def test_blocks__follow_from_what_is_counted():
    """Whatever was asked for: a run that was stopped has those of a run of so many deals."""
    stopped = run_simulation(SIMULATION, 10**9, 2, interrupt_at(200_000))
    assert stopped.blocks == run_simulation(SIMULATION, stopped.deals).blocks
    assert stopped.as_json() == run_simulation(SIMULATION, stopped.deals).as_json()


# ---- Going on -----------------------------------------------------------------------------------
@pytest.mark.parametrize("threads", [1, 3])
def test_resume__to_the_same_bits(kept, threads):
    before = read_checkpoint(kept)
    counted = before.ledger.tally.deals
    assert 60_000 <= counted < 60_000_000
    asked = counted + 50_000
    result = run_simulation(SIMULATION, asked, threads, keeper=Keeper(kept, print), before=before)
    alone = run_simulation(SIMULATION, asked, threads=2)
    assert result.tally == alone.tally
    assert result.estimates == alone.estimates
    assert result.is_complete
    assert read_checkpoint(kept).ledger.tally == alone.tally


def test_resume__counts_gaps_first(kept):
    """Of a run killed while two ranges were in hand the later may be counted, the earlier not."""
    ledger = Ledger()
    ledger.extend(5000)
    spans = [ledger.take(50), ledger.take(50), ledger.take(28)]
    for span in spans[1:]:
        tally = Tally()
        SIMULATION.count_units(span[0], span[1] - span[0], tally.arrays)
        ledger.give(span, tally)
    write_checkpoint(kept, Checkpoint(SIMULATION, Target(5000), ledger.copy(), 1.0))
    before = read_checkpoint(kept)
    assert before.ledger.done == [(50, spans[2][1])]
    assert before.ledger.take(1000) == (0, 50)
    before = read_checkpoint(kept)
    result = run_simulation(SIMULATION, Target(5000), before=before)
    assert result.tally == run_simulation(SIMULATION, 5000).tally
    assert result.blocks == run_simulation(SIMULATION, 5000).blocks


def test_resume__of_precise_runs_looks_at_the_same_deals(tmp_path):
    simulation, target = SIMULATIONS["precise"]
    alone = run_simulation(simulation, target)
    assert alone.ended == REACHED
    path = tmp_path / "run.checkpoint"
    for stop in (300, 3000, 20_000, 40_000):
        before = read_checkpoint(path) if path.exists() else None
        run_simulation(
            simulation, target, 2, interrupt_at(stop), keeper=Keeper(path, print), before=before
        )
    result = run_simulation(simulation, target, before=read_checkpoint(path))
    assert result.tally == alone.tally
    assert result.ended == REACHED


def test_termination__is_heeded_as_an_interruption(tmp_path):
    path = tmp_path / "run.checkpoint"

    def end(done):
        if done:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.1)

    result = run_simulation(SIMULATION, 10**9, 2, end, keeper=Keeper(path, print))
    assert result.ended == INTERRUPTED
    assert read_checkpoint(path).ledger.tally == result.tally
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


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
            done = read_checkpoint(path).ledger
        if child.exitcode == 0:
            break
        assert child.exitcode == -signal.SIGKILL
    strays = [one.name for one in path.parent.iterdir() if one != path]
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
def test_kill__hundreds_of_times(tmp_path, kind):
    simulation, target = SIMULATIONS[kind]
    alone = run_simulation(simulation, target)
    chance = random.Random(2)
    killed = 0
    for turn in range(60):
        path = tmp_path / f"{turn}.checkpoint"
        more, done = _kill_and_go_on(kind, path, 6, chance)
        killed += more
        assert done.tally == alone.tally
        assert done.blocks == alone.blocks
        for one in tmp_path.iterdir():
            one.unlink()
    print(f"{kind}: {killed} kills survived")
    assert killed > 100


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
        with pytest.raises(InputError) as refusal:
            read_checkpoint(kept)
        assert "\n" not in str(refusal.value)


def _rewrite(path, change):
    content = path.read_bytes()[:-64]
    line, _, cells = content.partition(b"\n")
    head = json.loads(line)
    cells = change(head, cells) or cells
    body = json.dumps(head).encode() + b"\n" + cells
    path.write_bytes(body + hashlib.sha256(body).hexdigest().encode())


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda head, _: head["code"].update(version="9.9"), "version 9.9 there, 0.1.0 here"),
        (lambda head, _: head["code"].update(engine="abc"), "made by other code: engine abc there"),
        (lambda head, _: head["code"]["strategies"].update(club="x"), "strategies club x there"),
        (lambda head, _: head.update(format="piquet checkpoint 9"), "'piquet checkpoint 9'"),
        (lambda head, _: head["simulation"].update(elder="mine"), "come with --load"),
        (lambda head, _: head["simulation"].update(rules="rubicn"), "did you mean 'rubicon'"),
        (lambda head, _: head["simulation"].update(seed=-1), "seed: -1"),
        (lambda head, _: head["simulation"].update(seed=True), "not a whole number"),
        (lambda head, _: head["simulation"].update(mirrored=1), "mirrored is 1"),
        (lambda head, _: head["simulation"].update(given="elder has"), "given: "),
        (lambda head, _: head["simulation"].update(other=1), "not the description"),
        (lambda head, _: head.update(simulation=3), "not the description"),
        (lambda head, _: head.update(done=[[0, 5], [3, 9]]), "damaged"),
        (lambda head, _: head.update(done=[[0, 5]]), "damaged"),
        (lambda head, _: head.update(done="x"), "damaged"),
        (lambda head, _: head.update(end=-1), "damaged"),
        (lambda head, _: head.update(end=10**30), "damaged"),
        (lambda head, _: head["blocks"].update(units=100), "damaged"),
        (lambda head, _: head["blocks"].update(units=1 << 40), "damaged"),
        (lambda head, _: head["blocks"].update(fingerprints=[1]), "damaged"),
        (lambda head, _: head.update(seconds="long"), "damaged"),
        (lambda head, _: head["target"].update(deals=0), "damaged"),
        (lambda head, _: head["target"].update(precisions=["x=1"]), "no estimate 'x'"),
        (lambda head, _: head.update(arrays={}), "other parts"),
        (lambda head, _: b"no cells", "damaged"),
        (lambda head, cells: cells[:-9], "damaged"),
        (lambda head, _: __import__("zlib").compress(bytes(10**8)), "damaged"),
    ],
)  # fmt: skip
def test_checkpoint__of_something_else_is_refused_in_one_line(kept, change, part):
    _rewrite(kept, change)
    with pytest.raises(InputError) as refusal:
        read_checkpoint(kept)
    assert part in str(refusal.value)
    assert str(kept) in str(refusal.value)
    assert "\n" not in str(refusal.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


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
    inner[key] = data.draw(VALUES)
    body = json.dumps(head).encode() + b"\n" + cells
    path = tmp_path_factory.getbasetemp() / "wild.checkpoint"
    path.write_bytes(body + hashlib.sha256(body).hexdigest().encode())
    said = ""
    try:
        read_checkpoint(path)
    except InputError as error:
        said = str(error)
    assert "\n" not in said


@pytest.fixture(scope="module")
def kept_content(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "run.checkpoint"
    run_simulation(SIMULATION, 5000, keeper=Keeper(path, print))
    line, _, cells = path.read_bytes()[:-64].partition(b"\n")
    return json.loads(line), cells


def test_checkpoint__no_such_file(tmp_path):
    for path, part in (
        (tmp_path / "none", "no such file"),
        (tmp_path, "not a file"),
    ):
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


@policy
def play_lowest(view: PlayView) -> int:
    return view.legal & -view.legal


@policy
def play_highest(view: PlayView) -> int:
    rest = view.legal
    while rest & (rest - 1):
        rest &= rest - 1
    return rest


def test_checkpoint__of_a_strategy_that_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    discard = find_strategy("club").discard
    register(Strategy("mine", discard, play_lowest))
    path = tmp_path / "run.checkpoint"
    run_simulation(Simulation("mine", "club"), 2000, keeper=Keeper(path, print))
    assert read_checkpoint(path).ledger.tally.deals == 2000
    register(Strategy("mine", discard, play_highest))
    with pytest.raises(InputError, match="made by other code: strategies mine"):
        read_checkpoint(path)
    registry._registered.clear()
    with pytest.raises(InputError, match="come with --load"):
        read_checkpoint(path)


def test_simulate__goes_on_from_its_checkpoint_or_refuses(tmp_path):
    path = tmp_path / "run.checkpoint"
    simulate("club", "novice", 3000, checkpoint=path)
    with pytest.warns(UserWarning, match="going on after 3,000 deals"):
        result = simulate("club", "novice", 5000, checkpoint=path)
    assert result.tally == simulate("club", "novice", 5000).tally
    with pytest.raises(InputError, match="of another simulation: seed 1 there, 2 here"):
        simulate("club", "novice", 5000, seed=2, checkpoint=path)
    with pytest.raises(InputError, match="given none there, elder has AS here"):
        simulate("club", "novice", 5000, given="elder has AS", checkpoint=path)
    with (
        pytest.raises(InputError, match="5,000 deals are counted there already"),
        pytest.warns(UserWarning, match="going on"),
    ):
        simulate("club", "novice", 1000, checkpoint=path)
    with pytest.raises(InputError, match="cannot write"):
        simulate("club", "novice", 1000, checkpoint=tmp_path / "missing" / "run.checkpoint")


# ---- Disks that fail ----------------------------------------------------------------------------
def test_keeper__a_full_disk_is_told_once_and_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "_SECONDS_APART", 0.0)
    path = tmp_path / "run.checkpoint"
    told = []
    failing = [False]
    honest = os.fsync

    def fsync(handle):
        if failing[0]:
            raise OSError(28, "No space left on device")
        honest(handle)

    monkeypatch.setattr(checkpoint.os, "fsync", fsync)

    def progress(done):
        failing[0] = 100_000 < done < 300_000

    result = run_simulation(SIMULATION, 400_000, 2, progress, keeper=Keeper(path, told.append))
    assert len(told) == 1
    assert "no space left on device; the run goes on without" in told[0]
    assert result.tally == run_simulation(SIMULATION, 400_000).tally
    assert read_checkpoint(path).ledger.tally == result.tally
    assert [one.name for one in tmp_path.iterdir()] == ["run.checkpoint"]


def test_keeper__a_folder_that_disappears(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "_SECONDS_APART", 0.0)
    home = tmp_path / "home"
    home.mkdir()
    told = []

    def progress(done):
        if done > 50_000 and home.exists():
            for one in home.iterdir():
                one.unlink()
            home.rmdir()

    result = run_simulation(
        SIMULATION, 300_000, 2, progress, keeper=Keeper(home / "x", told.append)
    )
    assert len(told) == 1
    assert "no such file or directory" in told[0]
    assert result.tally == run_simulation(SIMULATION, 300_000).tally
    assert result.goes_on_from is None


def test_command__keeps_long_runs_by_itself(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkpoint, "_SECONDS_APART", 0.05)
    kept = []

    def told(*arguments, **options):
        path = next(tmp_path.glob("results/checkpoints/*.checkpoint"), None)
        if path is not None and not kept:
            kept.append(path)
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.2)
        return honest(*arguments, **options)

    honest = Keeper.keep
    monkeypatch.setattr(Keeper, "keep", told)
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", "-n", "1e9", "--json"])
    assert ended.value.code == 130
    said = capsys.readouterr()
    counted = json.loads(said.out)["n"]
    assert f"to go on: piquet resume results/checkpoints/{kept[0].name}" in said.err
    monkeypatch.setattr(Keeper, "keep", honest)
    before = read_checkpoint(kept[0])
    assert before.ledger.tally.deals == counted
    before.target, before.ledger.end = Target(counted + 10_000), counted + 10_000
    write_checkpoint(kept[0], before)
    with pytest.raises(SystemExit) as ended:
        cli.main(["resume", str(kept[0]), "--json"])
    assert ended.value.code == 0
    answer = json.loads(capsys.readouterr().out)
    alone = simulate(n=counted + 10_000)
    assert answer["n"] == counted + 10_000
    assert answer["estimates"] == json.loads(json.dumps(alone.as_json()["estimates"]))


def test_command__removes_the_checkpoint_of_a_run_that_ended(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkpoint, "_SECONDS_APART", 0.0)
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", "-n", "300_000", "--json"])
    assert ended.value.code == 0
    assert list(tmp_path.rglob("*.checkpoint")) == []
    assert capsys.readouterr().err == ""


def test_command__in_a_folder_that_cannot_be_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkpoint, "_SECONDS_APART", 0.0)
    (tmp_path / "results").write_text("a file, not a folder")
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", "-n", "300_000", "--json"])
    assert ended.value.code == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["n"] == 300_000
    assert said.err.count("\n") == 1
    assert "the run goes on without" in said.err


# ---- Precision ----------------------------------------------------------------------------------
def test_precision__is_reached_and_agrees_with_the_long_run():
    asked = ["difference=0.15", "elder_repique=4%"]
    result = simulate("club", "novice", precision=asked, seed=2)
    estimates = result.estimates
    assert result.ended == REACHED
    assert estimates["difference"].se <= 0.15
    assert estimates["elder_repique"].se <= 0.04 * estimates["elder_repique"].value
    relative = estimates["elder_repique"].se / estimates["elder_repique"].value
    assert max(estimates["difference"].se / 0.15, relative / 0.04) > 0.9
    again = simulate("club", "novice", precision=asked, seed=3)
    long = simulate("club", "novice", 400_000, seed=9)
    for name in ("difference", "elder_repique"):
        for one in (result, again):
            error = sqrt(one.estimates[name].se ** 2 + long.estimates[name].se ** 2)
            assert abs(one.estimates[name].value - long.estimates[name].value) < 4 * error
    assert result.tally == simulate("club", "novice", precision=asked, seed=2, threads=1).tally


def test_precision__gives_up_at_the_most_deals_or_in_time():
    result = simulate(precision="younger_pique=1%", max_deals=20_000)
    assert (result.ended, result.deals) == (MOST, 20_000)
    assert result.is_complete
    result = simulate(precision="younger_pique=1%", max_time=0.3)
    assert result.ended == TIME
    assert result.is_complete
    assert result.tally == simulate(n=result.deals).tally


def test_precision__is_not_reached_by_seeing_nothing():
    """No carte blanche in the first thousand deals is not a standard error of zero."""
    target = set_target(precisions=["elder_carte_blanche=0.0004"])
    simulation = Simulation(seed=1)
    tally = Tally()
    simulation.count_units(0, FIRST_LOOK, tally.arrays)
    tally.arrays.totals[:] = 0
    tally.arrays.squares[:] = 0
    assert not target.is_reached(tally)
    assert target.plan(tally, 1) > FIRST_LOOK
    assert run_simulation(simulation, target).deals > 2500


@pytest.mark.parametrize(
    ("precisions", "options", "part"),
    [
        (["difference"], {}, "write ESTIMATE=ERROR"),
        (["diference=1"], {}, "did you mean 'difference'"),
        (["difference=0"], {}, "positive number"),
        (["difference=-1%"], {}, "positive number"),
        (["difference=nan"], {}, "positive number"),
        (["difference=1e400"], {}, "positive number"),
        (["difference=x%"], {}, "positive number"),
        (["difference=1", "difference=2"], {}, "stands twice"),
        (["difference=1"], {"n": 5}, "not both"),
        ([], {"n": 5, "most": 7}, "not both"),
        (["difference=1"], {"most": 1, "deals_per_unit": 2}, "at least 2"),
        ([], {"seconds": float("nan")}, "positive number of seconds"),
    ],
)
def test_precision__refused_in_one_line(precisions, options, part):
    with pytest.raises(InputError) as refusal:
        set_target(precisions=precisions, **options)
    assert part in str(refusal.value)


def _coverage(precision, truth, runs, seed):
    covered = sizes = 0
    for run in range(runs):
        simulation = Simulation("novice", "novice", seed=seed + run)
        result = run_simulation(simulation, set_target(precisions=[precision]), threads=1)
        estimate = estimate_measure(result.tally, precision.partition("=")[0])
        covered += estimate.low <= truth <= estimate.high
        sizes += result.deals
    return covered / runs, sizes / runs


@pytest.mark.parametrize("precision", ["difference=0.6", "elder_repique=12%"])
def test_precision__leaves_the_intervals_what_they_are(precision):
    truth = (
        simulate("novice", "novice", 1_000_000, seed=999_999)
        .estimates[precision.partition("=")[0]]
        .value
    )
    coverage, _ = _coverage(precision, truth, 250, 1000)
    assert abs(coverage - 0.95) < 3.5 * sqrt(0.95 * 0.05 / 250)


@pytest.mark.slow
@pytest.mark.parametrize(
    "precision", ["difference=0.6", "elder_repique=12%", "younger_capot=0.002", "elder_wins=1%"]
)
def test_precision__coverage_of_runs_that_stopped_themselves(precision):
    truth = (
        simulate("novice", "novice", 20_000_000, seed=999_999)
        .estimates[precision.partition("=")[0]]
        .value
    )
    coverage, deals = _coverage(precision, truth, 4000, 100_000)
    print(f"{precision}: {coverage:.2%} of 4,000 runs of {deals:,.0f} deals on average")
    assert 0.935 <= coverage <= 0.965


def test_precision__read_back_as_it_is_written():
    for text in ("difference=0.05", "elder_repique=2%"):
        assert str(read_precision(text)) == text
    assert replace(read_precision("difference=0.05"), bound=5.0).is_relative is False


def test_file__strays_of_killed_writers_are_removed(tmp_path):
    path = tmp_path / "run[1].checkpoint"
    stray = tmp_path / ".run[1].checkpoint.abc"
    stray.write_text("half")
    other = tmp_path / ".run.checkpoint.abc"
    other.write_text("another's")
    with files.replace_file(path, keep_strays=False) as temporary:
        temporary.write_text("whole")
    assert sorted(one.name for one in tmp_path.iterdir()) == [other.name, path.name]
    assert go_on(None, SIMULATION) == {}


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
    monkeypatch.setattr(checkpoint, "_SECONDS_APART", 0.0)
    told = []
    with keep_runs(tmp_path, told.append):
        first = _study(SIMULATION, stop=1)
    assert told == ["stopped; the same command goes on where it was"]
    kept = sorted((tmp_path / "checkpoints").iterdir())
    assert len(kept) == 3
    with keep_runs(tmp_path, told.append):
        again = _study(SIMULATION)
    assert [one.tally for one in again] == [one.tally for one in _study(SIMULATION)]
    assert [f"100,000 deals of {one}" in "".join(told) for one in kept].count(True) == 2
    assert first[0].tally == again[0].tally
    interrupted = set(kept) - {path for path in kept if not path.exists()}
    assert len(interrupted) == 1, "the run of another length is another run"


def test_keep_runs__leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "_SECONDS_APART", 0.0)
    with keep_runs(tmp_path, print):
        _study(SIMULATION)
    assert list(tmp_path.iterdir()) == []


def test_study__is_told_even_if_it_cannot_be_written(tmp_path, monkeypatch, capsys):
    def fail(self, folder):
        raise InputError("cannot write chart.svg: no space left on device")

    monkeypatch.setattr(Analysis, "write", fail)
    for options in ((), ("--json",)):
        with pytest.raises(SystemExit) as ended:
            cli.main(["study", "pique", "-n", "20000", "--out", str(tmp_path), *options])
        assert ended.value.code == 2
        said = capsys.readouterr()
        assert "repique" in said.out
        assert said.err == "piquet: cannot write chart.svg: no space left on device\n"


def test_records__that_cannot_be_written_lose_nothing_counted(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(records, "RECORD_CHUNK_UNITS", 1000)
    calls = []

    def write(self, rows):
        calls.append(len(rows))
        if len(calls) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.RecordFile, "write", write)
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", "-n", "9000", "--json", "--records", str(tmp_path / "d.parquet")])
    assert ended.value.code == 2
    said = capsys.readouterr()
    counted = json.loads(said.out)
    assert counted["estimates"] == simulate(n=3000).as_json()["estimates"]
    assert said.err.count("\n") == 1
    assert "no space left on device; the 3,000 deals counted are told" in said.err
    assert list(tmp_path.iterdir()) == []


def test_keeper__of_a_run_that_goes_on_is_never_short(tmp_path, monkeypatch):
    """Nobody named the file; once there is one, it is kept however soon the run is stopped."""
    path = tmp_path / "checkpoints" / "run.checkpoint"
    result = run_simulation(
        SIMULATION, 10**9, 2, interrupt_at(10_000), keeper=Keeper(path, print, is_asked_for=False)
    )
    assert not path.exists()
    assert result.goes_on_from is None
    path.parent.mkdir()
    write_checkpoint(path, Checkpoint(SIMULATION, Target(10**9), Ledger(), 0.0))
    counted = 0
    for _ in range(3):
        kept = go_on(path, SIMULATION, [].append, is_asked_for=False)
        result = run_simulation(SIMULATION, 10**9, 2, interrupt_at(counted + 20_000), **kept)
        assert result.goes_on_from == path
        assert read_checkpoint(path).ledger.tally == result.tally
        assert result.deals > counted
        counted = result.deals


def test_study__that_is_stopped_does_not_say_that_it_is_done(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(ledger, "FIRST_CHUNK", 1024)
    honest, sent = Ledger.give, []

    def give(self, span, tally):
        honest(self, span, tally)
        if self.tally.deals > 100_000 and not sent:
            sent.append(True)
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(Ledger, "give", give)
    with pytest.raises(SystemExit) as ended:
        cli.main(["study", "pique", "-n", "1e8", "--out", str(tmp_path)])
    assert ended.value.code == 130
    assert capsys.readouterr().err == "piquet: stopped; so short a run is not kept\n"


@pytest.mark.parametrize("name", ["elder_repique", "elder_score", "elder_wins"])
def test_checkpoint__with_sums_that_cannot_be_is_refused(kept, name):
    before = read_checkpoint(kept)
    place = getattr(OF, name)
    before.ledger.tally.arrays.totals[place] = 2**40
    write_checkpoint(kept, before)
    with pytest.raises(InputError, match="its numbers do not fit each other"):
        read_checkpoint(kept)


def test_precision__is_read_back_exactly():
    for text in ("difference=0.0123456789", "elder_repique=0.7%", "elder_wins=1e-3"):
        one = read_precision(text)
        assert read_precision(str(one)) == one
        bare = replace(one, text="")
        assert read_precision(str(bare)).bound == pytest.approx(one.bound, rel=1e-15)


def test_target__of_a_time_without_end_is_refused(kept):
    for seconds in (1e9, -1.0, float("inf")):
        with pytest.raises(InputError, match="max-time"):
            set_target(seconds=seconds)
    _rewrite(kept, lambda head, _: head["target"].update(seconds=1e12))
    with pytest.raises(InputError, match="max-time"):
        read_checkpoint(kept)
