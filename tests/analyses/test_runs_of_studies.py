"""Runs of studies: what they count of each deal, and that a study that is stopped plays the rest.

Covers `analyses.runs`, `running.kept_answers`.
"""

from dataclasses import replace
from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest
from command_line import refuses

from analyses import find_study
from analyses import runs as module
from analyses.contents import list_studies
from analyses.runs import Asked, Runs
from analyses.statistics import SET_KIND
from piquet_sim import Simulation
from piquet_sim import ask as ask_frame
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.matches import matches
from piquet_sim.running import blocks, checkpoint
from piquet_sim.running import run as running
from piquet_sim.running.checkpoint import Checkpoint
from piquet_sim.running.kept_answers import KeptAnswers
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation


@pytest.fixture
def often_kept(monkeypatch):
    """Runs keep what they have counted after each of many small blocks."""
    monkeypatch.setattr(blocks, "BLOCK", 512)
    monkeypatch.setattr(checkpoint, "SECONDS_APART", 0.0)


TEXTS = [SET_KIND.format("elder.after"), "difference // 10", "elder_wins"]


@pytest.mark.parametrize("mirrored", [False, True])
def test_groups__that_are_counted_alone_are_those_of_the_frame(mirrored):
    simulation = Simulation("club", "novice", seed=3, mirrored=mirrored)
    asked = read_measures((), rules=simulation.rules, by="elder_exchanged", counted=TEXTS)
    result = run_simulation(simulation, Target(1_000, measures=asked))
    frame = record_deals(simulation, 1_000)
    for text in TEXTS:
        groups, values = result.group(text), ask_frame(frame, text).astype(int).value_counts()
        assert {key: groups.count(key) for (key,) in groups.sums} == dict(values)
        shares = run_simulation(simulation, Target(1_000, measures=read_measures((), by=text)))
        assert {(key,): groups.share(key) for (key,) in shares.groups.estimates} == {
            key: estimates["share"] for key, estimates in shares.groups.estimates.items()
        }
    assert groups.share(2).value == groups.count(2) == 0
    by = run_simulation(simulation, Target(1_000, measures=read_measures((), by="elder_exchanged")))
    assert result.groups.estimates == by.groups.estimates


SOME = ("pique", "discards", "elder-advantage", "leads", "partie")
"""Studies with groups, and with works of their own; the others are many, and slower."""
CASES = [
    pytest.param(name, marks=() if name in SOME else pytest.mark.slow)
    for name in list_studies()
    if name not in ("census", "ladder")
]


@pytest.mark.parametrize("name", CASES)
def test_study__that_is_stopped_plays_the_rest_and_says_the_same(
    name, tmp_path, monkeypatch, often_kept
):
    monkeypatch.setattr(matches, "_CHUNK", 16)
    play = "double-dummy" if name in ("lose", "maxims", "playing", "score") else "strategies"
    study, players, n = find_study(name), Simulation("club", "club", play=play), 1_500
    file, kept, honest = tmp_path / "run", [], Checkpoint.keep

    def ask(stop_at=0):
        def keep(self, run, stand, now=False):
            honest(self, run, stand, now)
            kept.extend([run] * (not now))  # a run that is complete says so each time
            if not now and len(kept) == stop_at:
                raise KeyboardInterrupt

        kept.clear()
        monkeypatch.setattr(Checkpoint, "keep", keep)
        runs = Runs([(study, players, n)], file, lambda said: None)
        answered = study.ask(players, n, 1, None, runs)
        runs.end()
        return answered.found, len(kept)

    whole, steps = ask()
    with pytest.raises(KeyboardInterrupt):
        ask(steps // 2)
    begun, was_kept = len(kept), file.exists()
    again, rest = ask()
    assert (was_kept, file.exists(), begun + rest <= steps + 1) == (True, False, steps > 2)
    assert (again.table().to_csv(), again.about) == (whole.table().to_csv(), whole.about)


def test_records__of_a_run_that_is_stopped_are_those_of_its_deals(tmp_path, often_kept):
    study, players = find_study("published"), Simulation("club", "club")

    def play(progress=None):
        runs = Runs([(study, players, 3_000)], tmp_path / "run", lambda said: None)
        return runs.play(players, 3_000, 1, progress).records

    with pytest.raises(KeyboardInterrupt):
        play(Mock(side_effect=[None, None, KeyboardInterrupt]))
    frame = record_deals(players, 3_000)
    assert {name: column.tolist() for name, column in play().items()} == {
        name: frame[name].tolist() for name in study.recorded
    }


def test_studies__that_are_answered_are_not_asked_again(tmp_path, monkeypatch, often_kept):
    file, players = tmp_path / "run", Simulation("club", "club")
    asked = [(find_study(name), players, 600) for name in ("hands", "experts-of-1890")]

    def answer():
        runs = Runs(asked, file, lambda said: None)
        return [
            (made.found.about, made.words, made.to_csv())
            for made in (study.ask(players, 600, 1, None, runs) for study, *_ in asked)
        ]

    first = answer()
    monkeypatch.setattr(module, "run_simulation", None)  # nothing is played
    assert answer() == first
    with refuses("made for another question: hands deals 600 there, 601 here"):
        Runs([(study, players, 601) for study, *_ in asked], file)


def test_answers__are_numbers_texts_and_own_classes_or_the_file_is_damaged(tmp_path):
    players = find_study("hands").players
    one = Runs([(find_study("hands"), Simulation(players, players), 600)], tmp_path / "run")
    _, keep = KeptAnswers(one.checkpoint, "hands").begin()
    answer = (1, "a", None, Fraction(1, 3), estimate_proportion(1, 3), np.arange(3))
    keep(answer)
    one.checkpoint.write()
    (known,), keep = KeptAnswers(one.checkpoint, "hands").begin()
    assert (known[:-1], known[-1].tolist()) == (answer[:-1], [0, 1, 2])
    keep(print)
    one.checkpoint.write()
    with refuses("damaged"):
        KeptAnswers(one.checkpoint, "hands").begin()


def test_run__of_several_studies_is_of_the_same_deals_and_counts_for_all(monkeypatch):
    players, play = Simulation("club", "club"), Mock(wraps=run_simulation)
    monkeypatch.setattr(module, "run_simulation", play)
    studies = [find_study(name) for name in ("pique", "discards", "published")]
    runs = Runs((one, players, 500) for one in studies)
    for one in studies:
        result = Asked(one.fix(players), 500, 1, None, runs).play()
        assert all(result.group(text).sums for text in one.counted)
        assert {*one.recorded} <= {*result.records}
    play.assert_called_once()


def test_run__of_which_nothing_is_asked_goes_on_from_what_others_counted(monkeypatch):
    players, played = Simulation("club", "club"), Mock(wraps=blocks.count_span)
    monkeypatch.setattr(running, "count_span", played)
    runs = Runs([(find_study("pique"), players, 500)])
    alone = [run_simulation(players, n).tally for n in (700, 1_100)]
    asked = Target(700, measures=read_measures("elder_wins"))
    played.reset_mock()
    results = [runs.play(players, n, 1, None) for n in (500, asked, 700, 1_100)]
    assert sum(call.args[3][1] for call in played.mock_calls) == 500 + 700 + 400
    assert results[1] is results[2]
    assert [replace(one.tally, own={}) for one in results[2:]] == alone
    # Records are wanted of the first deals, which are played again.
    recorded = runs.play(players, 1_200, 1, None, ["elder_score"]).records["elder_score"]
    assert (recorded == record_deals(players, 1_200)["elder_score"]).all()
