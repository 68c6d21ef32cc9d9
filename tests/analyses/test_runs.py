"""Runs of studies: what they count of each deal, and that a study that is stopped plays the rest.

Covers `analyses.runs`.
"""

import pytest

from analyses import ask, find_study
from analyses import runs as module
from analyses.runs import Asked, Runs
from analyses.statistics import SET_KIND
from piquet_sim import Simulation
from piquet_sim import ask as ask_frame
from piquet_sim.running import blocks, checkpoint
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation

TEXTS = [SET_KIND.format("elder.after"), "difference // 10", "elder_wins"]


@pytest.mark.parametrize("mirrored", [False, True])
def test_groups__that_are_counted_alone_are_those_of_the_frame(mirrored):
    simulation = Simulation("club", "novice", seed=3, mirrored=mirrored)
    asked = read_measures((), rules=simulation.rules, by="elder_exchanged", counted=TEXTS)
    result = run_simulation(simulation, Target(1_000, measures=asked))
    frame = record_deals(simulation, 1_000)
    for text in TEXTS:
        groups, values = result.group(text), ask_frame(frame, text).astype(int)
        assert {key: groups.count(key) for (key,) in groups.sums} == dict(values.value_counts())
        shares = run_simulation(simulation, Target(1_000, measures=read_measures((), by=text)))
        for (key,), estimates in shares.groups.estimates.items():
            assert groups.share(key) == estimates["share"]
    assert groups.share(2).value == groups.count(2) == 0
    alone = read_measures((), rules=simulation.rules, by="elder_exchanged")
    by = run_simulation(simulation, Target(1_000, measures=alone))
    assert result.groups.estimates == by.groups.estimates


STOPPED = {"pique": 9_000, "discards": 9_000, "elder-advantage": 3_000, "published": 3_000}
"""Studies with groups, or with records, and how many deals they are asked for."""


@pytest.mark.parametrize("name", STOPPED)
def test_study__that_is_stopped_plays_the_rest_and_says_the_same(name, tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK", 512)
    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.0)
    n, study, players = STOPPED[name], find_study(name), Simulation("club", "club")
    file, played, count = tmp_path / "run", [], blocks.count_span

    def note(simulation, measures, recorded, span):
        played.append((str(simulation), *span))
        return count(simulation, measures, recorded, span)

    monkeypatch.setattr("piquet_sim.running.run.count_span", note)

    def play(progress=None):
        played.clear()
        runs = Runs([(study, players, n)], file, lambda said: None)
        answered = study.ask(players, n, 1, progress, runs)
        runs.end()
        return answered, set(played)

    def stop(done):
        if done >= n / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(stop)
    first = set(played)
    again, rest = play()
    assert not file.exists()
    whole, every = play()
    assert first | rest == every
    kept = first - rest
    assert kept
    assert len(first & rest) <= 2  # what was in hand, and is counted in order
    answers = (one.write(tmp_path / at) / "data.csv" for at, one in (("a", again), ("w", whole)))
    one, other = (path.read_bytes() for path in answers)
    assert one == other


def test_run__of_several_studies_is_of_the_same_deals_and_counts_for_all(monkeypatch):
    names, players, played = ("pique", "discards", "published"), Simulation("club", "club"), []

    def note(simulation, target, *rest, **named):
        played.append((str(simulation), target.deals))
        return run_simulation(simulation, target, *rest, **named)

    monkeypatch.setattr(module, "run_simulation", note)
    studies = [find_study(name) for name in names]
    runs = Runs((one, players, 500) for one in studies)
    for one in studies:
        result = Asked(one.fix(players), 500, 1, None, runs).play()
        assert all(result.group(text).sums for text in one.counted)
        assert {*one.recorded} <= {*result.records}
    assert len(played) == 1
    assert ask("pique", 500, "club").table().equals(find_study("pique").ask(players, 500).table())
