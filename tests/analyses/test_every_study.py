"""What is so of every study: one file, sound tables, charts and words of its findings alone.

Words are held against the table at several numbers of deals and seeds: every number in a headline
or a sentence stands in the table as printed, and every comparison agrees with the interval of its
difference, by a z-value that is worked out in `honest`.

Covers `sentences`, `analyses.study`, `analyses.findings`, `analyses.charts.captions`,
`analyses.meaning`,
`analyses.studies.carte_blanche`, `analyses.studies.discards`, `analyses.studies.elder_advantage`,
`analyses.studies.hands`, `analyses.studies.pique`, `analyses.studies.sixes`.
"""

import ast
import json
import pickle
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from honest import NOT_SHOWN, find_lies_of_table, is_shown
from legible import assert_legible, find_faults
from matplotlib.text import Text
from PIL import Image
from refusals import refuses
from specimens import RESULTS

from analyses import findings
from analyses.charts.style import draw_svg
from analyses.contents import ENTRIES, GROUPS, find_study, list_studies
from analyses.findings import Findings
from analyses.stored import read_result
from analyses.studies import hands
from analyses.studies.elder_advantage import name_hump
from piquet_sim import Simulation, simulate
from piquet_sim.estimates.quantity import write_number
from piquet_sim.sentences import brief, one_in, percent, say

STUDIES = list_studies()
SOME = ((500, 1), (3_000, 2))
"""Numbers of deals, each with a seed."""
LONG = ("calling", "leads", "lose", "maxims", "playing", "score", "throwing")
"""Studies that take seconds however few the deals: they are asked once, with cards that play
themselves where that is possible."""
QUICK = [one for one in STUDIES if one not in LONG]
SHOWN = "carte-blanche"
CASES = [
    pytest.param(name, n, seed, marks=pytest.mark.slow if name in LONG else ())
    for name in STUDIES
    for n, seed in (SOME if name not in LONG else SOME[:1])
]


@pytest.fixture(scope="module")
def answers():
    @cache
    def answer(name, n=SOME[1][0], seed=SOME[1][1]):
        n, play = (SOME[0][0], "double-dummy") if name in LONG else (n, "strategies")
        return find_study(name).ask(Simulation("club", "club", seed=seed, play=play), n)

    return answer


# ---- Files --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ENTRIES)
def test_study__is_one_file_that_says_what_it_is(name):
    entry, study = ENTRIES[name], find_study(name)
    assert (study.name, study.command) == (name, entry.command)
    assert [(key, chart.shows) for key, chart in study.charts.items()] == [*entry.charts.items()]
    assert next(iter(study.charts)) == name
    assert re.fullmatch(r"It does not .*\.", study.not_meant, re.DOTALL)
    assert study.assumed.endswith(".")


def test_contents__list_every_file_of_a_study_by_its_group():
    files = (path.stem for path in Path(findings.__file__).parent.glob("studies/[a-z]*.py"))
    assert sorted(ENTRIES) == sorted(stem.replace("_", "-") for stem in files)
    groups = [GROUPS.index(find_study(name).group) for name in ENTRIES]
    assert groups == sorted(groups)


MOST = 150
"""Statements of a study, without imports and docstrings."""


@pytest.mark.parametrize("name", ENTRIES)
def test_study__can_be_read_at_one_sitting(name):
    home = Path(find_study(name).answer.__globals__["__file__"])
    nodes = [
        one for one in ast.walk(ast.parse(home.read_text("utf-8"))) if isinstance(one, ast.stmt)
    ]
    texts = [
        one for one in nodes if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    ]
    imports = [one for one in nodes if isinstance(one, ast.Import | ast.ImportFrom)]
    assert len(nodes) - len(texts) - len(imports) <= MOST


@pytest.mark.parametrize("name", QUICK)
def test_study__is_told_and_drawn_from_its_files(answers, name, tmp_path):
    made = answers(name)
    made.found.write(tmp_path / "data.csv")
    again = Findings.read_file(tmp_path / "data.csv", json.loads(json.dumps(made.found.about)))
    again.write(tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "data.csv").read_bytes()
    assert made.study.words(again) == made.words
    for chart in made.study.charts.values():
        assert draw_svg(chart.draw(again)) == draw_svg(chart.draw(made.found))


@pytest.mark.parametrize("name", ENTRIES)
def test_result__says_what_its_table_gives(name, tmp_path, monkeypatch):
    home, study = RESULTS / name, find_study(name)
    meta, found = json.loads((home / "meta.json").read_text("utf-8")), read_result(home)
    assert [meta["headline"], *meta["sentences"]] == [*study.words(found)]
    assert (meta["question"], meta["not_meant"]) == (study.question, study.not_meant)
    found.write(tmp_path / "data.csv")
    assert (tmp_path / "data.csv").read_bytes() == (home / "data.csv").read_bytes()
    if name in STUDIES:
        check_words(name, study, found, monkeypatch)


def test_answer__is_the_same_when_it_was_pickled(answers):
    for name in QUICK:
        copy = pickle.loads(pickle.dumps(answers(name)))
        assert copy == answers(name), name
        assert (copy.study, copy.words) == (find_study(name), answers(name).words)
    one, other = answers(QUICK[0]), answers(QUICK[1])
    assert replace(one, found=other.found) != one


FILES = ["chart.png", "chart.svg", "data.csv", "meta.json"]


def test_study__writes_four_files_and_nothing_else(answers, tmp_path):
    home = answers(SHOWN).write(tmp_path)
    assert sorted(path.name for path in home.iterdir()) == FILES
    meta = json.loads((home / "meta.json").read_text())
    assert {"version", "engine", "seconds", "files"} <= set(meta)
    assert meta["description"] == answers(SHOWN).found.about
    with Image.open(home / "chart.png") as chart:
        told = json.loads(chart.text["Description"])
    assert told == told | meta["description"] | {"strategies": {"club": told["strategies"]["club"]}}


def test_study__that_comes_out_the_same_is_not_written_again(answers, tmp_path):
    # Each copy draws its chart afresh, as a command does: a figure saved twice is laid out twice.
    home = replace(answers(SHOWN)).write(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in home.iterdir()}
    replace(answers(SHOWN), seconds=1e6).write(tmp_path)
    assert before == {path: path.stat().st_mtime_ns for path in home.iterdir()}
    replace(answers(SHOWN)).write(tmp_path, made_by="another")
    assert json.loads((home / "meta.json").read_text())["made_by"] == "another"
    (home / "meta.json").write_bytes(b"{\xff")
    replace(answers(SHOWN)).write(tmp_path)
    assert json.loads((home / "meta.json").read_text())["headline"] == answers(SHOWN).headline


@pytest.mark.parametrize("name", QUICK)
def test_study__says_who_played_the_cards(answers, name):
    found = answers(name).found
    searched = Findings.read_table(found.table(), found.about | {"play": "double-dummy"})
    drawn = answers(name).study.charts[name].draw(searched)
    said = " ".join(text.get_text() for text in drawn.findobj(Text))
    # Nobody plays where a chart shows what was counted.
    assert ("double-dummy" in said) != (name in ("hands", "published"))


@pytest.mark.parametrize(("name", "n"), [("holdings", 5_000), ("leads", 1_000)])
def test_study__has_the_same_bits_for_any_number_of_threads(name, n):
    clubs = Simulation("club", "club")
    one, two = (find_study(name).ask(clubs, n, count).found.table() for count in (1, 2))
    assert one.equals(two)


@pytest.mark.parametrize("name", list_studies())
def test_study__takes_a_condition_where_it_plays_deals(name):
    study, given = find_study(name), Simulation("club", "club", given="elder.aces == 4")
    if name in ("pique", "discards", "holdings", "elder-advantage"):
        assert study.no_condition == ""
        study.check_condition(given)
        return
    with refuses(f"study {name}: ", "; leave out the condition"):
        study.ask(given, 500)


@pytest.mark.parametrize(
    ("name", "given", "cells", "column", "others", "said"),
    [
        ("discards", "elder.aces == 4", {"quantity": "sets"}, "dealt", set(), "four"),
        ("pique", "elder.carte_blanche", {}, "made_of", {"anything"}, "carte blanche"),
    ],
)
def test_study__of_deals_given_is_of_these_alone(name, given, cells, column, others, said):
    found = find_study(name).ask(Simulation("club", "club", given=given), 500).found
    of = {row[column] for row in found.select(seat="elder", **cells)} - others
    assert [one for one in of if said not in one] == [] != [*of]


def test_elder_advantage__of_deals_given_is_of_these_alone():
    given, low = "elder.value >= 30", 60
    found = find_study("elder-advantage").ask(Simulation("club", "club", given=given), 500).found
    result = simulate(
        "club",
        "club",
        n=500,
        given=given,
        measures="elder_pique > 0 or elder_tricks == 12",
        given_outcome=f"{low} <= difference < {low + 20}",
    )
    cells = {"elder": "club", "younger": "club"}
    assert found.find(**cells, quantity="elder_wins") == result.estimates["elder_wins"]
    (measured,) = result.measures.values()
    assert found.find(**cells, quantity=name_hump(low)).value == measured.value


# ---- Tables and words ---------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "n", "seed"), CASES)
def test_study__rows_have_honest_intervals_and_its_words_stand_in_them(
    answers, name, n, seed, monkeypatch
):
    made = answers(name, n, seed)
    assert find_lies_of_table(made.found.table()) == []
    check_words(name, made.study, made.found, monkeypatch)


_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?(?:e-\d+)?")
_CODES = ("1674", "1873", "1882", "1890", "1896", "99.8", "200")
"""Years name codes and authors, a level how sure a comparison is, 200 points were paid in 1890: no
numbers of a finding."""
DERIVED = {"hands": lambda found: [hands.find_chance_of_farthest(found)]}
"""Numbers that follow from several rows, by functions that have tests of their own."""


def list_numbers(texts):
    """The numbers in some texts, as printed."""
    return set(_NUMBER.findall(" ".join(texts)))


def list_typed(study, found):
    """What is said in words of its own: in claims all but the numbers whose meaning is known."""
    if not study.rows:
        return study.words(found)
    some = study.headline, study.sentences, *(chart.title for chart in study.charts.values())
    claims = [claim for one in some for claim in (one(found) if callable(one) else one)]
    typed = [before for claim in claims for before, *_ in Formatter().parse(claim.text)]
    return typed + [one for claim in claims for one in claim.fills.values() if isinstance(one, str)]


def list_forms(one):
    """All forms in which a sentence may print an estimate."""
    return say(one), say(one, 100), brief(one), brief(one, 100), write_number(one.value, 1)


def list_evidence(name, found, gaps):
    """The numbers that may be typed: of rows, of what was played, and of comparisons."""
    estimates = [row.estimate for row in found.rows if row.estimate]
    forms = [form for one in estimates for form in list_forms(one)]
    forms += [one_in(one.exact) for one in estimates if one.exact]
    forms += [form for gap in gaps for form in (say(gap), percent(gap))]
    forms += [f"{one:.2g}" for one in DERIVED.get(name, lambda found: [])(found)]
    cells = [row[column] for row in found.rows for column in row.cells]
    counts = map(str, range(len(found.rows) + 1))
    return list_numbers([*forms, *cells, json.dumps(found.about), *counts, *_CODES])


def check_words(name, study, found, monkeypatch):
    """Assert that the words of findings are few, stand in the table, and compare rightly."""
    gaps, own = [], findings.say_side

    def note(gap):
        gaps.append((gap, *own(gap)))
        return gaps[-1][1:]

    monkeypatch.setattr(findings, "say_side", note)
    headline, *sentences = study.words(found)
    assert len(headline.split()) <= 25
    assert (headline.endswith("."), 1 <= len(sentences) <= 4) == (False, True)
    assert [said for said in sentences if not re.fullmatch(r"(?!.*  )[A-Z0-9].*\.", said)] == []
    for gap, side, doubt in gaps:
        assert (side or NOT_SHOWN) == is_shown(gap, times=1), gap
        assert bool(doubt) == (bool(side) and is_shown(gap) != side)
        assert (f"{side}{doubt}" or NOT_SHOWN) in " ".join([headline, *sentences])
    evidence = list_evidence(name, found, [gap for gap, *_ in gaps])
    assert list_numbers(list_typed(study, found)) <= evidence, (headline, sentences)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(("n", "seed"), SOME)
def test_chart__can_be_read_at_every_number_of_deals(answers, name, n, seed):
    made = answers(name, n, seed)
    for chart in made.study.charts.values():
        figure = chart.draw(made.found)
        assert_legible(figure)
        assert not {"find_overlaps", "find_outside"} & set(find_faults(figure))
