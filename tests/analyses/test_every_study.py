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
from statistics import median

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
from piquet_sim.estimates.grounds import say_one_in
from piquet_sim.estimates.quantity import find_place, turn, write_number, write_range, write_value
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
    assert study.not_meant.startswith("It does not ")
    assert study.not_meant.endswith(".")
    assert study.assumed.endswith(".")


def test_contents__list_every_file_of_a_study_by_its_group():
    files = (path.stem for path in Path(findings.__file__).parent.glob("studies/[a-z]*.py"))
    assert sorted(ENTRIES) == sorted(stem.replace("_", "-") for stem in files)
    groups = [GROUPS.index(find_study(name).group) for name in ENTRIES]
    assert groups == sorted(groups)


MOST, MOST_TOLD = 150, 10
"""Statements of a study, without imports and docstrings; and in the median those that tell it."""
PLAYED = ("answer", "counted", "recorded", "count_runs", "list_others", "fixed")
"""What a study has for playing; all else tells it."""


def count_statements(tree):
    return sum(
        isinstance(one, ast.stmt)
        and not isinstance(one, ast.Import | ast.ImportFrom)
        and not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in ast.walk(tree)
    )


def read_tree(name):
    home = Path(find_study(name).answer.__globals__["__file__"])
    return ast.parse(home.read_text("utf-8"))


@pytest.mark.parametrize("name", ENTRIES)
def test_study__can_be_read_at_one_sitting(name):
    assert count_statements(read_tree(name)) <= MOST


def list_telling(tree):
    """The functions of a study's file that tell it: those that neither play it nor draw it."""
    own = {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}
    (made,) = (
        one.value
        for one in tree.body
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "STUDY"
    )

    def reach(nodes, found):
        for node in nodes:
            names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} & {*own}
            new = {one for one in names - found if not one.startswith("draw")}
            found |= reach([own[one] for one in new], found | new)
        return found

    played, told = (
        reach([one.value for one in made.keywords if (one.arg in PLAYED) == is_played], set())
        for is_played in (True, False)
    )
    return [own[name] for name in told - played]


def test_studies__are_told_in_a_few_statements():
    told = {
        name: sum(map(count_statements, list_telling(read_tree(name)))) for name in list_studies()
    }
    assert median(told.values()) <= MOST_TOLD, told


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
        answer = answers(name)
        copy = pickle.loads(pickle.dumps(answer))
        assert copy == answer, name
        assert (copy.study, copy.words) == (find_study(name), answer.words)
    one, other = answers(QUICK[0]), answers(QUICK[1])
    assert replace(one, found=other.found) != one


def test_study__writes_four_files_and_nothing_else(answers, tmp_path):
    made = answers(SHOWN)
    home = made.write(tmp_path)
    assert {path.name for path in home.iterdir()} == {
        "chart.png",
        "chart.svg",
        "data.csv",
        "meta.json",
    }
    meta = json.loads((home / "meta.json").read_text())
    assert {"version", "engine", "seconds", "files"} <= set(meta)
    assert meta["description"] == made.found.about
    with Image.open(home / "chart.png") as chart:
        told = json.loads(chart.text["Description"])
    assert meta["description"].items() <= told.items()
    assert set(told["strategies"]) == {"club"}


def test_study__that_comes_out_the_same_is_not_written_again(answers, tmp_path):
    # Each copy draws its chart afresh, as a command does: a figure saved twice is laid out twice.
    home = replace(answers(SHOWN)).write(tmp_path)
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in home.iterdir()}
    replace(answers(SHOWN), seconds=1e6).write(tmp_path)
    assert before == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in home.iterdir()}
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


def test_discards__of_deals_given_are_of_these_alone():
    found = find_study("discards").ask(Simulation("club", "club", given="elder.aces == 4"), 500)
    dealt = {row["dealt"] for row in found.found.select(seat="elder", quantity="sets")}
    assert dealt == {"four"}


def test_pique__of_deals_given_is_of_these_alone():
    found = find_study("pique").ask(Simulation("club", "club", given="elder.carte_blanche"), 500)
    made_of = {row["made_of"] for row in found.found.select(seat="elder")} - {"anything"}
    assert made_of
    assert all("carte blanche" in one for one in made_of)


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
_CODES = ("1674", "1873", "1882", "1890", "1896", "99.8")
"""Years name codes and authors, a level how sure a comparison is: no numbers of a finding."""
DERIVED = {"hands": lambda found: [hands.find_chance_of_farthest(found)]}
"""Numbers that follow from several rows, by functions that have tests of their own."""


def list_forms(estimate):
    """All forms in which a sentence may print an estimate."""
    forms = [
        say(estimate),
        say(estimate, 100),
        brief(estimate),
        brief(estimate, 100),
        brief(estimate, 100, most=0),
        write_number(estimate.value, 1),
        one_in(estimate),
        f"{estimate.n:,}",
    ]
    return [*forms, one_in(estimate.exact)] if estimate.exact else forms


def list_numbers(texts):
    """The numbers in some texts, as printed."""
    return set(_NUMBER.findall(" ".join(texts)))


def list_evidence(name, found, gaps):
    """The numbers that sentences may print: of rows, of what was played, and of comparisons."""
    forms = [form for row in found.rows if row.estimate for form in list_forms(row.estimate)]
    forms += [form for gap in gaps for form in (say(gap), percent(gap))]
    cells = [row[column] for row in found.rows for column in row.cells]
    raw = {float(one.replace(",", "")) for cell in cells for one in _NUMBER.findall(cell)}
    raw |= {int(row["hands"]) / int(row["of"]) for row in found.rows if row["hands"]}
    for number in raw.union(DERIVED[name](found) if name in DERIVED else ()):
        forms += [
            f"{number:.1f}",
            f"{number:.0f}",
            f"{number:,.0f}",
            f"{number:.3f}",
            f"{number:.2g}",
            f"{number:.1%}",
            f"{number:.2%}",
        ]
    counts = map(str, range(len(found.rows) + 1))
    return list_numbers([*forms, *cells, json.dumps(found.about)]) | set(counts) | set(_CODES)


def list_meant(study, found):
    """The forms of numbers whose meaning the study gives, and of the differences that it says."""
    numbers = study.read(found) if study.rows else None
    if numbers is None:
        return []
    some = study.headline, study.sentences, *(chart.title for chart in study.charts.values())
    claims = [claim for one in some for claim in (one(found) if callable(one) else one)]
    pairs = {
        tuple(hole.split(" - "))
        for claim in claims
        for hole in re.findall(r"{([^{}:]+ - [^{}:]+)", claim.text)
    }
    gaps = [numbers.subtract(*pair) for pair in pairs if pair[0] in numbers and pair[1] in numbers]
    forms = [write_number(abs(one.value), find_place(one)) for one in gaps]
    for one in [*numbers.quantities, *gaps, *map(turn, gaps)]:
        forms += [write_value(one), write_range(one), say_one_in(one)]
        forms += [write_value(one, places) for places in range(4)]
    return forms


def check_words(name, study, found, monkeypatch):
    """Assert that the words of findings are few, stand in the table, and compare rightly."""
    gaps, own = [], findings.say_side

    def note(gap):
        gaps.append((gap, *own(gap)))
        return gaps[-1][1:]

    monkeypatch.setattr(findings, "say_side", note)
    headline, *sentences = study.words(found)
    assert not headline.endswith(".")
    assert len(headline.split()) <= 25
    assert 1 <= len(sentences) <= 4
    for said in sentences:
        assert re.fullmatch(r"(?!.*  )[A-Z0-9].*\.", said)
    for gap, side, doubt in gaps:
        assert (side or NOT_SHOWN) == is_shown(gap, times=1), gap
        assert bool(doubt) == (bool(side) and is_shown(gap) != side)
        assert (f"{side}{doubt}" or NOT_SHOWN) in " ".join([headline, *sentences])
    evidence = list_evidence(name, found, [gap for gap, *_ in gaps])
    unknown = list_numbers([headline, *sentences]) - evidence
    unknown -= list_numbers(list_meant(study, found))
    assert not unknown, (unknown, headline, sentences)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(("n", "seed"), SOME)
def test_chart__can_be_read_at_every_number_of_deals(answers, name, n, seed):
    made = answers(name, n, seed)
    for chart in made.study.charts.values():
        figure = chart.draw(made.found)
        assert_legible(figure)
        assert not {"find_overlaps", "find_outside"} & set(find_faults(figure))
