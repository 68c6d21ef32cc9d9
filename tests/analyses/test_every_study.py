"""What is so of every study: one file, sound tables, charts and words of its findings alone.

Words are held against the table at several numbers of deals: every number in a headline or a
sentence stands in the table as printed, and every comparison agrees with the interval of its
difference, by a z-value that is worked out in `honest`. What no title, sentence, table or picture
may do is read from what is rendered of the published results, too.

Covers `analyses.sentences`, `analyses.study`, `analyses.findings`, `analyses.charts.captions`,
`analyses.meaning`,
`analyses.studies.carte_blanche`, `analyses.studies.discards`, `analyses.studies.elder_advantage`,
`analyses.studies.hands`, `analyses.studies.pique`, `analyses.studies.sixes`.
"""

import ast
import csv
import json
import pickle
import re
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import combinations
from pathlib import Path
from string import Formatter
from unittest.mock import Mock

import pytest
from command_line import refuses
from honest import NOT_SHOWN, find_lies_of_table, is_shown
from legible import assert_legible, assert_readable, find_faults
from matplotlib.text import Text
from PIL import Image
from specimens import RESULTS, estimate

from analyses import findings
from analyses.charts.plot import draw_numbers
from analyses.charts.style import STYLES, draw_svg, use_style
from analyses.contents import ENTRIES, GROUPS, find_study, list_studies
from analyses.findings import Findings
from analyses.sentences import brief, one_in, percent
from analyses.stored import read_result
from analyses.studies import elder_advantage, hands
from analyses.study import Answer, Chart
from piquet_sim import Simulation, advise, chances, duel, simulate
from piquet_sim.estimates.differences import is_clear, say_side
from piquet_sim.estimates.grounds import Exceeds, choose, say_one_in
from piquet_sim.estimates.quantity import (
    Quantity,
    Unit,
    find_places,
    say_range,
    write_number,
    write_range,
    write_value,
)
from piquet_sim.game.files import digest_file, read_json_file

STUDIES = list_studies()
LONG = ("calling", "leads", "lose", "maxims", "playing", "score", "throwing")
"""Studies that take seconds however few the deals: they are not asked of thousands."""
MOST = {**dict.fromkeys(("lose", "maxims", "score"), 0), "playing": 20, "throwing": 20}
"""Of how many deals those that judge for seconds are asked in the usual suite."""
QUICK = [one for one in STUDIES if one not in LONG]
DRAWN = ("hands", "pique", "sixes")
"""Those whose charts are drawn again from their files in the usual suite."""
CASES = [
    pytest.param(name, n, marks=pytest.mark.slow if n > MOST.get(name, 500) else ())
    for name in STUDIES
    for n in ((20, 500) if name in LONG else (20, 500, 3_000))
]
MEANT = {name: one.load() for name, one in ENTRIES.items() if one.load().rows}
"""Studies that say what their numbers mean."""
CHARTS = {
    (name, key): chart.draw.args[0]
    for name, study in MEANT.items()
    for key, chart in study.charts.items()
    if isinstance(next(iter(getattr(chart.draw, "args", ())), None), Chart)
}
"""Charts of numbers with their meaning, which are not drawn by hand."""
every = pytest.mark.parametrize("name", MEANT)
read_once = cache(read_result)


@pytest.fixture(scope="module")
def answers():
    return cache(lambda name, n: find_study(name).ask(Simulation("club", "club", seed=n), n))


# ---- Files --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ENTRIES)
def test_study__is_one_file_that_says_what_it_is_and_can_be_read_at_one_sitting(name):
    entry, study = ENTRIES[name], find_study(name)
    assert (study.name, study.command, next(iter(study.charts))) == (name, entry.command, name)
    assert [(key, chart.shows) for key, chart in study.charts.items()] == [*entry.charts.items()]
    assert re.fullmatch(r"(?s)It does not .*\.\n.*\.", f"{study.not_meant}\n{study.assumed}")
    # A study has at most 150 statements without imports and docstrings.
    nodes = [*ast.walk(ast.parse(Path(study.answer.__globals__["__file__"]).read_text("utf-8")))]
    asides = (
        isinstance(one, ast.Import | ast.ImportFrom)
        or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in nodes
    )
    assert sum(isinstance(one, ast.stmt) for one in nodes) - sum(asides) <= 150


def test_contents__list_every_file_and_result_of_a_study_by_its_group():
    assert sorted(ENTRIES) == sorted(
        path.stem.replace("_", "-")
        for path in Path(findings.__file__).parent.glob("studies/[a-z]*.py")
    )
    groups = [GROUPS.index(find_study(name).group) for name in ENTRIES]
    assert (groups, {path.parent.name for path in RESULTS.glob("*/meta.json")}) == (
        sorted(groups),
        {*ENTRIES},
    )


@pytest.fixture
def again(answers, name, tmp_path):
    """The findings of a study as they are read from its files."""
    found = answers(name, 500).found
    found.write(tmp_path / "data.csv")
    return Findings.read_file(tmp_path / "data.csv", json.loads(json.dumps(found.about)))


@pytest.mark.parametrize("name", QUICK)
def test_study__is_worded_from_its_files(answers, name, again, tmp_path):
    made = answers(name, 500)
    again.write(tmp_path / "again.csv")
    assert ((tmp_path / "again.csv").read_bytes(), made.study.words(again)) == (
        (tmp_path / "data.csv").read_bytes(),
        made.words,
    )
    copy = pickle.loads(pickle.dumps(made))
    assert (copy, copy.study, copy.words) == (made, made.study, made.words)
    assert replace(made, found=Findings(made.found.about)) != made


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=() if one in DRAWN else pytest.mark.slow) for one in QUICK]
)
def test_study__is_drawn_from_its_files_and_says_who_played(answers, name, again):
    made = answers(name, 500)
    assert [draw_svg(chart.draw(again)) for chart in made.study.charts.values()] == [
        draw_svg(chart.draw(made.found)) for chart in made.study.charts.values()
    ]
    searched = Findings.read_table(made.found.table(), again.about | {"play": "double-dummy"})
    drawn = made.study.charts[name].draw(searched).findobj(Text)
    # Nobody plays where a chart shows what was counted.
    is_said = "double-dummy" in " ".join(text.get_text() for text in drawn)
    assert is_said != (name in ("hands", "published"))


@pytest.mark.parametrize("name", ENTRIES)
def test_result__says_what_its_table_gives(name, tmp_path, monkeypatch):
    home, study = RESULTS / name, find_study(name)
    meta, found = read_json_file(home / "meta.json"), read_once(home)
    assert (
        (meta["question"], meta["not_meant"], meta["headline"], *meta["sentences"]),
        {file: digest_file(home / file) for file in meta["files"]},
    ) == ((study.question, study.not_meant, *study.words(found)), meta["files"])
    made_by = f"piquet study {name} --published"
    assert meta.get("made_by", made_by) == made_by
    found.write(tmp_path / "data.csv")
    assert (tmp_path / "data.csv").read_bytes() == (home / "data.csv").read_bytes()
    if name in STUDIES:
        check_words(name, study, found, monkeypatch)


def test_study__writes_four_files_again_only_where_it_comes_out_otherwise(answers, tmp_path):
    made = answers("carte-blanche", 500)
    home = made.write(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in home.iterdir()}
    assert sorted(path.name for path in before) == [
        "chart.png",
        "chart.svg",
        "data.csv",
        "meta.json",
    ]
    meta = json.loads((home / "meta.json").read_text())
    assert ({"version", "engine", "seconds", "files"} <= {*meta}, meta["description"]) == (
        True,
        made.found.about,
    )
    with Image.open(home / "chart.png") as chart:
        told = json.loads(chart.text["Description"])
    assert told == told | meta["description"] | {"strategies": {"club": told["strategies"]["club"]}}
    # Each copy draws its chart afresh, as a command does: a figure saved twice is laid out twice.
    replace(made, seconds=1e6).write(tmp_path)
    assert before == {path: path.stat().st_mtime_ns for path in home.iterdir()}
    replace(made).write(tmp_path, made_by="another")
    assert json.loads((home / "meta.json").read_text())["made_by"] == "another"
    (home / "meta.json").write_bytes(b"{\xff")
    replace(made).write(tmp_path)
    assert json.loads((home / "meta.json").read_text())["headline"] == made.headline
    # All files take their places, or none does.
    whole = {path: path.read_bytes() for path in home.iterdir()}
    (home / "data.csv").chmod(0o444)
    with refuses("data.csv"):
        answers("carte-blanche", 20).write(tmp_path)
    assert {path: path.read_bytes() for path in home.iterdir()} == whole


@pytest.mark.parametrize(
    ("name", "n"), [pytest.param("holdings", 5_000, marks=pytest.mark.slow), ("leads", 1_000)]
)
def test_study__has_the_same_bits_for_any_number_of_threads(name, n):
    clubs = Simulation("club", "club")
    one, two = (find_study(name).ask(clubs, n, count).found.table() for count in (1, 2))
    assert one.equals(two)


# ---- Deals with a condition ---------------------------------------------------------------------
@pytest.mark.parametrize("name", STUDIES)
def test_study__takes_a_condition_where_it_plays_deals(name):
    study, given = find_study(name), Simulation("club", "club", given="elder.aces == 4")
    if name in ("pique", "discards", "holdings", "elder-advantage"):
        study.check_condition(given)
    else:
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


def test_elder_advantage__of_deals_given_is_of_these_alone(monkeypatch):
    monkeypatch.setattr(elder_advantage, "list_fast", lambda: ["club"])
    given, low = "elder.aces == 4", 60
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
    assert [found.find(**cells, quantity=elder_advantage.name_hump(low)).value] == [
        one.value for one in result.measures.values()
    ]


# ---- Tables and words ---------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "n"), CASES)
def test_study__of_some_deals_says_and_draws_what_they_bear_out(answers, name, n, monkeypatch):
    made = answers(name, n)
    study, found = made.study, made.found
    assert find_lies_of_table(found.table()) == []
    check_words(name, study, found, monkeypatch)
    drawn = [key for key in study.charts if (name, key) in CHARTS]
    # Charts that are drawn by hand need more deals.
    for key in study.charts if n > 20 and name in QUICK else drawn[:1]:
        figure = study.charts[key].draw(found)
        assert_legible(figure)
        assert not {"overlaps", "outside"} & set(find_faults(figure))
    if not study.rows:
        assert "shown at" not in " ".join(made.sentences) or not judges(made.headline)
        return
    for one in (made.numbers(), *(study.read(found, CHARTS[name, key]) for key in drawn)):
        claim = choose(one.claims, one)
        assert claim.grounds or claim.fills or not judges(read_words(claim)), claim.text


_CODES = ("1674", "1873", "1882", "1890", "1896", "99.8", "200")
"""Years name codes and authors, a level how sure a comparison is, 200 points were paid in 1890: no
numbers of a finding."""


def list_numbers(texts):
    """The numbers in some texts, as printed."""
    return set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?(?:e-\d+)?", " ".join(texts)))


def list_claims(some, found):
    return [*(some(found) if callable(some) else some)]


def check_words(name, study, found, monkeypatch):
    """Assert that the words of findings are few and stand in the table."""
    asked = Mock(side_effect=findings.say_side)
    monkeypatch.setattr(findings, "say_side", asked)
    headline, *sentences = study.words(found)
    gaps = [call.args[0] for call in asked.mock_calls]
    least = "too few deals" not in headline
    assert (len(headline.split()) <= 25, headline.endswith(".")) == (True, False)
    assert least <= len(sentences) <= 4
    assert [said for said in sentences if not re.fullmatch(r"(?!.*  )[A-Z0-9].*\.", said)] == []
    # All forms in which a sentence may print an estimate; and what else may be typed.
    estimates = [row.estimate for row in found.rows if row.estimate]
    forms = [
        *(
            form
            for one in estimates
            for by in (1, 100)
            for form in (say_range(Quantity("", "", one, Unit("", scale=by))), brief(one, by))
        ),
        *(write_number(one.value, 1) for one in estimates),
        *(one_in(one.exact) for one in estimates if one.exact),
        *(
            form
            for gap in gaps
            for form in (say_range(Quantity("", "", gap, Unit(""))), percent(gap))
        ),
        # What follows from several rows, by a function that has tests of its own.
        *([f"{hands.find_chance_of_farthest(found):.2g}"] if name == "hands" else []),
        *(row[column] for row in found.rows for column in row.cells),
    ]
    counts = map(str, range(len(found.rows) + 1))
    typed = [headline, *sentences]
    if study.rows:  # in claims all but the numbers whose meaning is known
        some = study.headline, study.sentences, *(chart.title for chart in study.charts.values())
        claims = [claim for one in some for claim in list_claims(one, found)]
        fills = (one for claim in claims for one in claim.fills.values() if isinstance(one, str))
        typed = [*map(read_words, claims), *fills]
    evidence = list_numbers([*forms, json.dumps(found.about), *counts, *_CODES])
    assert list_numbers(typed) <= evidence, (headline, sentences)


# ---- What a title may claim ---------------------------------------------------------------------
JUDGING = re.compile(
    r"\b(most|least|best|worst|greatest|smallest|highest|lowest|commonest|only|more|less|fewer|"
    r"better|worse|oftener|than|above|below|never|always|none|half|twice|nearly|no)\b",
    re.I,
)
"""Words that order, compare or count."""
NAMES = (
    "nothing costs",
    "no set",
    "no sequence",
    "no point",
    "best found",
    "best sequence",
    "too few deals",
    "Too few deals",
    "wins less losses",
)
"""In which such a word names a thing and judges nothing."""


def read_words(claim):
    """What is said without the numbers."""
    return "".join(before for before, *_ in Formatter().parse(claim.text))


def judges(words):
    return JUDGING.search(re.sub("|".join(NAMES), "", words))


VERBS = {
    "simulate": lambda n: simulate("club", "novice", n=n).numbers(),
    "groups": lambda n: simulate(n=n, by="elder.aces").groups.numbers(),
    "duel": lambda n: duel("club", "novice", n=n).numbers(),
    "duel, parties": lambda n: duel("expert", "club", n=n, parties=True).numbers(),
    "duel, near": lambda n: duel("club", "primer", n=n).numbers(),
    "advise": lambda n: advise("AKJ.AQJ8.98.J87", n=n).numbers(),
    "chances": lambda n: chances("68-155", 6, n=n),
}


@pytest.mark.parametrize("n", [20, 400])
@pytest.mark.parametrize("verb", VERBS)
def test_verb__of_few_deals_names_the_ground_of_what_it_states(verb, n):
    found = VERBS[verb](n)
    claim = choose(found.claims, found)
    words = read_words(claim)
    assert claim.grounds or "not shown" in words or not judges(words), claim.text


def test_what_is_clear__is_so_by_a_z_value_that_is_worked_out_apart():
    for value in range(-400, 401):
        one = estimate(value / 100, 1.0)
        side, sure = is_shown(one, times=1), is_shown(one)
        assert say_side(one) == (
            side.replace(NOT_SHOWN, ""),
            ", not shown at 99.8%" * (side != sure),
        )
        assert (
            is_clear(one, above=0),
            is_clear(one, below=0),
            is_clear(one, above=-1, below=1),
        ) == (
            sure == "more",
            sure == "less",
            is_shown(one, -1) == "more" and is_shown(one, 1) == "less",
        )


# ---- Published results --------------------------------------------------------------------------
def is_printed(one, said, text):
    """Whether a number is said to some place, or what it and another differ by."""
    places = (write_value(one, places) for places in range(4))
    forms = [write_value(one), write_range(one), say_one_in(one), f"{one.n or 0:,}", *places]
    holes = ((hole or "").split(" - ") for _, hole, *_ in Formatter().parse(text))
    is_apart = any(one.key in hole for hole in holes if len(hole) > 1)
    return is_apart or f"{{{one.key}:of}}" in text or list_numbers(forms) & list_numbers([said])


@every
def test_words__say_units_both_denominators_and_whose_it_is_and_titles_name_their_grounds(name):
    study, findings = MEANT[name], read_once(RESULTS / name)
    some = study.headline, *(chart.title for one, chart in CHARTS.items() if one[0] == name)
    titles = [claim for one in some for claim in list_claims(one, findings)]
    for claim in titles:
        words = read_words(claim)
        fills = [one for one in claim.fills.values() if isinstance(one, Exceeds)]
        assert claim.grounds or fills or not judges(words), claim.text
        assert not re.search(r"\d", words), claim.text
    found = study.read(findings)
    claims = (*titles, *list_claims(study.sentences, findings))
    for claim in (one for one in claims if one.holds(found)):
        said, numbers = claim.say(found), [found[key] for key in claim.list_keys(found)]
        assert [one.key for one in numbers if not is_printed(one, said, claim.text)] == [], said
        for one, two in combinations(numbers, 2):
            if one.of.many != two.of.many:
                assert all(
                    {each.of.one in said, each.of.many in said} != {False} for each in (one, two)
                ), said
        for one in numbers:
            assert re.search(rf"(?i)\b({one.seat}|both)\b", said), (said, one.key)
            unit = one.unit.mark.strip() or one.unit.name[:-1]
            assert unit in said or f"{{{one.key}:odds}}" in claim.text, said


@pytest.mark.parametrize(
    ("name", "chart"),
    [pytest.param(*one, marks=() if len({*one}) == 1 else pytest.mark.slow) for one in CHARTS],
)
def test_picture__has_one_unit_an_axis_and_no_word_outside_or_over_another(name, chart):
    """Where it is narrowest; other styles are in `test_drawings`.

    The usual suite looks at the first of each study.
    """
    found = MEANT[name].read(read_once(RESULTS / name), CHARTS[name, chart])
    with use_style(STYLES["narrow"]):
        figure = draw_numbers(found)
        assert_readable(figure)
    assert len(figure.axes) == len({one.unit for one in found.drawn})
    texts = " ".join(one.get_text() for one in figure.texts)
    drawn = [(*line.get_xdata(),) for axes in figure.axes for line in axes.lines]
    for one in found.drawn[:4]:
        places = find_places(other for other in found.drawn if other.unit == one.unit)
        assert write_value(one, places) in texts
        assert found.look.has_bars or not one.ends or pytest.approx(one.ends) in drawn


@every
def test_table__says_the_same_in_all_forms(name):
    findings = read_once(RESULTS / name)
    answer = Answer(MEANT[name], findings, 0.0)
    numbers, rows = answer.numbers(), csv.DictReader(StringIO(answer.to_csv()))
    assert [float(row["value"]) for row in rows if row["unit"] and row["method"]] == [
        one.estimate.value for one in numbers.quantities
    ]
    texts = str(numbers), answer.to_markdown(), answer.to_html()
    assert not any("±" in text for text in texts)
    printed = [form(one) for one in numbers.quantities for form in (write_value, write_range)]
    assert [one for one in printed if not all(one in text for text in texts)] == []
    values = {row.estimate.value for row in findings.rows if row.estimate}
    assert [
        row.key
        for row in list_claims(MEANT[name].rows, findings)
        if not (row.is_turned or row.find(findings).estimate.value in values)
    ] == []
