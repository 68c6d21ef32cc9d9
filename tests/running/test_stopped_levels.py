"""Runs by two levels and of rare events that stop and go on: the same bits, on any threads."""

import pytest
from command_line import answer, command
from refusals import refuses
from stopped_runs import interrupt_at, join_checkpoint, split_checkpoint

from piquet_sim import Simulation
from piquet_sim.running.checkpoint import LEVELS, RARE, CheckpointWriter, read_checkpoint
from piquet_sim.running.levels.rare import run_rare
from piquet_sim.running.levels.runs import run_levels
from piquet_sim.running.precision import Target, set_target
from piquet_sim.running.result import INTERRUPTED
from piquet_sim.running.resuming import keep_runs, resume_arguments
from piquet_sim.running.run import run_simulation

EXPERTS = Simulation("expert", "expert", seed=71)
EVENT = "younger_repique"


def _by_levels(n, **how):
    return run_levels(EXPERTS, n, **how)


def _by_classes(n, **how):
    return run_rare(EXPERTS, EVENT, n, **how)


RUNS = {
    "levels": (_by_levels, LEVELS, 900, (20, 600, 900, 900)),
    "levels, precise": (
        _by_levels, LEVELS, set_target(precisions=["difference=0.25"]), (20, 512, 530),
    ),
    "rare": (_by_classes, RARE + EVENT, 3_000, (20, 900, 2_000)),
    "rare, precise": (
        _by_classes, RARE + EVENT, set_target(precisions=[f"{EVENT}=5%"]), (900, 2_100),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(RUNS))
def test_run__stopped_often_comes_to_the_same_bits(tmp_path, name):
    run, kind, n, stops = RUNS[name]
    path, done = tmp_path / "run.checkpoint", -1
    for place, stop in enumerate(stops):
        kept = resume_arguments(path, EXPERTS, lambda _: None, kind=kind)
        found = run(n, threads=1 + place % 2, progress=interrupt_at(stop), wait=0.001, **kept)
        assert (found.ended, found.goes_on_from) == (INTERRUPTED, path)
        assert not found.estimates
        assert found.deals == read_checkpoint(path).deals >= max(done, min(stop, found.deals))
        done = found.deals
    kept = resume_arguments(path, EXPERTS, lambda _: None, kind=kind)
    assert kept["before"].deals == done > 0
    whole, alone = run(n, threads=2, **kept), run(n, threads=1)
    assert whole.as_json() == alone.as_json()
    assert whole.estimates


def test_deals__may_be_more_than_those_of_the_run_before(tmp_path):
    path = tmp_path / "run.checkpoint"
    run_levels(EXPERTS, 100, writer=CheckpointWriter(path, print))
    kept = resume_arguments(path, EXPERTS, lambda _: None, kind=LEVELS)
    assert run_levels(EXPERTS, 150, **kept).as_json() == run_levels(EXPERTS, 150).as_json()
    kept = resume_arguments(path, EXPERTS, lambda _: None, kind=LEVELS)
    for target, part in (
        (100, "already holds 150 deals"),
        (set_target(precisions=["difference=1"]), "another precision"),
    ):
        with refuses(part):
            run_levels(EXPERTS, target, **kept)


def test_checkpoint__of_another_kind_or_with_other_sums_is_refused(tmp_path):
    path = tmp_path / "run.checkpoint"
    run_levels(EXPERTS, 70, writer=CheckpointWriter(path, print))
    for kind in ("", RARE + EVENT):
        with refuses("belongs to a run of two levels"):
            resume_arguments(path, EXPERTS, kind=kind)
    head, cells = split_checkpoint(path)

    def change(part, place, value):
        changed = {**head, "others": [dict(one) for one in head["others"]]}
        where = changed if part is None else changed["others"][part]
        where["own"] = list(where["own"])
        where["own"][place] = value
        join_checkpoint(path, changed, cells)
        kept = resume_arguments(path, EXPERTS, lambda _: None, kind=LEVELS)
        with refuses("its sums are impossible"):
            run_levels(EXPERTS, 100, **kept)

    change(None, 0, 10**9)  # a sum that its squares do not allow
    change(0, 2, -1)
    for own, others in ((head["own"][:3], head["others"]), ("many", head["others"])):
        join_checkpoint(path, {**head, "own": own, "others": others}, cells)
        with refuses("damaged"):
            kept = resume_arguments(path, EXPERTS, lambda _: None, kind=LEVELS)
            run_levels(EXPERTS, 100, **kept)
    for key in ("kind", "others"):
        join_checkpoint(path, {**head, key: 3}, cells)
        with refuses("damaged"):
            read_checkpoint(path)
    join_checkpoint(path, {one: head[one] for one in head if one != "others"}, cells)
    with refuses("damaged"):  # its cells are of two parts
        read_checkpoint(path)


def test_runs__within_something_longer_continue(tmp_path):
    def play(progress=None):
        return run_levels(EXPERTS, 600, 1, progress, wait=0.001)

    with keep_runs(tmp_path, lambda _: None, seconds=60.0) as kept:
        assert play(interrupt_at(64)).ended == INTERRUPTED
    assert kept.is_interrupted
    said = []
    with keep_runs(tmp_path, said.append, seconds=60.0):
        assert play().as_json() == play().as_json() == run_levels(EXPERTS, 600).as_json()
    assert said[0].startswith("continuing after ")
    assert not (tmp_path / "checkpoints").exists()


def test_plain_run__takes_no_checkpoint_of_levels(tmp_path):
    path = tmp_path / "run.checkpoint"
    run_simulation(EXPERTS, Target(100), writer=CheckpointWriter(path, print))
    with refuses("belongs to a run of plain deals, not of two levels"):
        resume_arguments(path, EXPERTS, kind=LEVELS)
    with refuses("belongs to a run of plain deals"):
        run_levels(EXPERTS, 100, before=read_checkpoint(path))


def test_command__resumes(tmp_path):
    path = str(tmp_path / "levels.checkpoint")
    players = ("--elder", "expert", "--younger", "expert")
    asked = ("simulate", "--levels", *players, "-n", "100", "--json")
    told = answer(*asked)
    assert answer(*asked, "--checkpoint", path) == told
    assert answer("resume", path, "--json") == told
    done = command("resume", path, "--chart", str(tmp_path / "one.png"))
    assert done.code == 2
    path = str(tmp_path / "rare.checkpoint")
    asked = ("simulate", "--rare", EVENT, "-n", "2000", "--json")
    told = answer(*asked, "--checkpoint", path)
    assert answer("resume", path, "--json") == told
    assert command("resume", path, "--all").code == 2
