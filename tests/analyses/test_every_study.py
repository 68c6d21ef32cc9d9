"""What is so of every study: one face, sound tables, charts of their data, words with grounds.

What studies say holds at every number of deals, and their intervals are never a lie. Each sentence
and each title is played for anew at several numbers of deals and seeds. Its grounds are held
against the numbers of its own table by a z-value that is worked out in `honest`; what claims
something in words must have grounds.
"""

import json
import math
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from honest import assert_grounded, find_lies_of_table
from legible import assert_legible, find_outside, find_overlaps
from matplotlib.text import Text
from PIL import Image
from plain_words import find_faults

from analyses import STUDIES, find_study
from analyses.charts.style import COLUMN_WIDTH, save_chart
from analyses.contents import CHARTS
from analyses.report.extras import EXTRAS, find_drawing, make_extras
from analyses.report.sections import Order
from analyses.results import analysis
from analyses.results.analysis import read_data, write_data
from analyses.studies.books import claim_rows, maxims, playing
from piquet_sim import InputError, Simulation
from piquet_sim.sentences import Sentence

NUMBERS, SEEDS = (500, 5_000, 50_000), (1, 2, 3)
DEALS = NUMBERS[1]
FURTHER_DEALS = 2_000
"""Of which reports add charts."""

LONG = ("calling", "leads", "maxims", "playing", "regret", "score", "skill", "throwing")
"""Studies that take seconds however few the deals: a few of them are played once for all that is
asked here, with cards that play themselves, so that it is seen who played. More, and players who
play their cards, are among the slow checks."""

SHOWN = "carte-blanche"
"""Its chart is among those that are soon drawn."""

SEARCHED = {"codes": 2, "sixes": 2, "partie": 2, "published": 8}
"""Studies whose cards, where they count themselves, are played by a search: a hundred deals a
second, under each code. So few are enough to say who played."""


def is_slow(name, n, seed):
    """Whether a study is played so among the slow checks alone."""
    if name in LONG:
        return seed > 1 or n != NUMBERS[0]
    if n == FURTHER_DEALS:
        return name not in EXTRAS
    return n == NUMBERS[-1] or seed > (2 if n == NUMBERS[0] else 1)


def is_played(name, n, seed):
    """Whether a study is played so at all: what takes minutes with most deals, with one seed."""
    return not (name in LONG and n == NUMBERS[-1] and seed > SEEDS[0])


CASES = [
    pytest.param(name, n, seed, marks=pytest.mark.slow if is_slow(name, n, seed) else ())
    for name, n, seed in [
        *product(STUDIES, NUMBERS, SEEDS),
        *product(STUDIES, (FURTHER_DEALS,), (1,)),
    ]
    if is_played(name, n, seed)
]


def count_deals(name):
    """How many deals are asked for where one number is as good as another."""
    return NUMBERS[0] if name in LONG else DEALS


def find_numbers(cell):
    """All numbers in a cell of a table, or in what is noted of a study."""
    if isinstance(cell, dict):
        cell = list(cell.values())
    if isinstance(cell, list | tuple):
        return [number for one in cell for number in find_numbers(one)]
    is_number = isinstance(cell, int | float) and not isinstance(cell, bool)
    return [float(cell)] if is_number and math.isfinite(cell) else []


def list_evidence(answer):
    """The numbers of a study with their differences, ratios and complements, in order."""
    cells = find_numbers([answer.table.to_dict("list"), answer.notes])
    own = np.unique(cells)
    per = own / np.where(own == 0, 1, own)[:, None]
    judged = np.arange(1, len(answer.table))[:, None] * find_numbers(
        list(answer.table.get("p", []))
    )
    made = [own, -own, 1 - own, (own - own[:, None]).ravel(), per.ravel(), judged.ravel()]
    return np.sort(np.concatenate(made))


@pytest.fixture(scope="module")
def answers():
    @cache
    def answer(name, n, seed):
        play = "double-dummy" if name in LONG and n == NUMBERS[0] else "strategies"
        return find_study(name).answer(Simulation("club", "club", seed=seed, play=play), n)

    return lambda name, n=None, seed=SEEDS[0]: answer(name, n or count_deals(name), seed)


# ---- Face and files -----------------------------------------------------------------------------
@pytest.mark.parametrize("name", STUDIES)
def test_study__has_table_figure_and_three_sentences(answers, name):
    answer = answers(name)
    assert answer.name == name
    assert len(answer.summary) == 3
    assert all(sentence.endswith(".") for sentence in answer.summary)
    assert answer.description["n"] == count_deals(name)
    assert {"quantity", "value", "se", "low", "high", "n"} <= set(answer.table.columns)


@pytest.mark.parametrize("name", STUDIES)
def test_study__tells_its_pictures_and_its_data_the_same(answers, name, tmp_path, monkeypatch):
    told = {}

    def note(figure, home, file, title, description):
        told.update(json.loads(json.dumps(description)))
        return ()

    monkeypatch.setattr(analysis, "write_pictures", note)
    home = replace(answers(name), draw=lambda *_, **__: None).write(tmp_path)
    assert sorted(path.name for path in home.iterdir()) == ["data.csv", "meta.json"]
    check_told(told, json.loads((home / "meta.json").read_text()), count_deals(name))


def check_told(told, meta, n):
    assert meta["description"]["seed"] == 1
    assert meta["description"]["n"] == n
    assert {"version", "seconds", "sentences", "headline", "brief"} <= set(meta)
    assert {key: told[key] for key in meta["description"]} == meta["description"]
    assert told["strategies"] == meta["strategies"]
    assert set(told["strategies"]) == {
        meta["description"][seat] for seat in ("elder", "younger") if seat in meta["description"]
    }


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == SHOWN else pytest.mark.slow) for name in STUDIES],
)
def test_study__writes_four_files_and_nothing_else(answers, name, tmp_path):
    home = answers(name).write(tmp_path)
    files = ["chart.png", "chart.svg", "data.csv", "meta.json"]
    assert sorted(path.name for path in home.iterdir()) == files
    with Image.open(home / "chart.png") as chart:
        told = json.loads(chart.text["Description"])
    check_told(told, json.loads((home / "meta.json").read_text()), count_deals(name))


def test_study__that_comes_out_the_same_is_not_written_again(answers, tmp_path):
    # Each copy draws its chart afresh, as a command does: a figure saved twice is laid out twice.
    home = replace(answers(SHOWN)).write(tmp_path)
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in home.iterdir()}
    replace(answers(SHOWN), seconds=answers(SHOWN).seconds + 60).write(tmp_path)
    for path in home.iterdir():
        assert (path.stat().st_mtime_ns, path.read_bytes()) == before[path.name]
    replace(answers(SHOWN), summary=("Other.",) * 3).write(tmp_path)
    assert json.loads((home / "meta.json").read_text())["sentences"] == ["Other."] * 3
    (home / "meta.json").write_bytes(b"{\xff")
    answers(SHOWN).write(tmp_path)
    assert json.loads((home / "meta.json").read_text())["question"] == answers(SHOWN).title


@pytest.mark.parametrize("name", STUDIES)
def test_study__chart_is_drawn_from_what_stands_in_files(answers, name, tmp_path):
    answer, pictures = answers(name), []
    write_data(answer.table, tmp_path / "data.csv")
    kept = read_data(tmp_path / "data.csv"), json.loads(json.dumps(answer.captions))
    for table, said in ((answer.table, answer.captions), kept):
        figure = find_study(name).draw(table, said)
        save_chart(figure, tmp_path / "chart.svg")
        pictures.append((tmp_path / "chart.svg").read_bytes())
    assert pictures[0] == pictures[1]


def raise_too_few(*_, **__):
    raise claim_rows.TooFew("no matches")


@pytest.mark.parametrize("name", [*STUDIES, pytest.param("matches", marks=pytest.mark.slow)])
def test_study__says_who_played_the_cards(answers, name, monkeypatch):
    if name == "published":  # whose matches are of some thousand deals
        for one in ("_play_matches", "weigh_stopping"):
            monkeypatch.setattr(claim_rows, one, raise_too_few)
    name = "published" if name == "matches" else name
    if name in LONG:
        answer = answers(name)
    else:
        simulation = Simulation("club", "club", seed=11, play="double-dummy")
        answer = find_study(name).answer(simulation, SEARCHED.get(name, 600))
    assert answer.description["play"] == "double-dummy"
    drawn = " ".join(text.get_text() for text in answer.figure.findobj(Text))
    # Nobody plays where a chart shows what was counted.
    assert ("double-dummy" in drawn) != (name in ("hands", "published"))


@pytest.mark.parametrize(
    ("name", "n", "options"),
    [
        ("holdings", 5_000, {}),
        ("leads", 1_000, {}),
        ("maxims", 500, {"rules": maxims.RULES[:2]}),
        ("playing", 500, {"rules": playing.RULES[:2]}),
    ],
)
def test_study__has_the_same_bits_for_any_number_of_threads(name, n, options):
    clubs = Simulation("club", "club")
    one, two = (find_study(name).answer(clubs, n, count, **options).table for count in (1, 2))
    assert one.equals(two)


@pytest.mark.parametrize("name", ["leads", "playing"])
def test_study__of_moments_takes_no_condition(name):
    with pytest.raises(InputError, match="leave out the condition"):
        find_study(name).answer(Simulation("club", "club", given="elder has 4 aces"), 500)


# ---- Words --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "n", "seed"), CASES)
def test_study__says_what_its_numbers_bear_out(answers, name, n, seed):
    answer = answers(name, n, seed)
    for said in (*answer.summary, *answer.headlines):
        assert isinstance(said, Sentence), said
        assert_grounded(said)
    assert find_faults(answer.words.as_json()) == []
    for said in (answer.words.finding, *answer.words.brief):
        assert isinstance(said, Sentence), said
        assert_grounded(said)


@pytest.mark.parametrize(("name", "n", "seed"), CASES)
def test_study__every_row_has_an_honest_interval(answers, name, n, seed):
    lies = find_lies_of_table(answers(name, n, seed).table)
    assert not lies, lies[:5]


@pytest.mark.parametrize("name", STUDIES)
def test_study__grounds_are_numbers_of_its_table(answers, name):
    answer = answers(name)
    evidence = list_evidence(answer)
    plain = answer.words.finding, *answer.words.brief
    for said in (*answer.summary, *answer.headlines, *plain):
        for ground in said.grounds:
            if ground.low == ground.high and ground.value in (0, 1):
                continue  # what is known to be so, or not
            place = np.searchsorted(evidence, ground.value)
            near = evidence[max(place - 1, 0) : place + 1]
            assert np.abs(near - ground.value).min() < 1e-9, ground


OWN_TITLES = {"playing": "headline", "throwing": "under"}
"""Charts that show a part of what the headline of their study counts, or are a card to print, and
what names what they show."""
DOUBLE = ("maxims",)


@pytest.mark.parametrize(
    ("name", "n"),
    [
        *((name, None) for name in STUDIES),
        # With most deals its numbers have more digits.
        *(
            pytest.param(name, NUMBERS[-1], marks=pytest.mark.slow)
            for name in STUDIES
            if name not in LONG
        ),
    ],
)
def test_chart__shows_the_titles_whose_grounds_are_known(answers, name, n):
    answer = answers(name, n)
    assert answer.figure.get_figwidth() == COLUMN_WIDTH * (2 if name in DOUBLE else 1)
    assert_legible(answer.figure)
    assert find_overlaps(answer.figure) == []
    assert find_outside(answer.figure) == []
    shown = " ".join(text.get_text() for text in answer.figure.findobj(Text)).split()
    own = OWN_TITLES.get(name)
    for title in (getattr(answer.figure, own),) if own else answer.headlines:
        assert set(title.split()) <= set(shown), title


@pytest.mark.parametrize(
    ("key", "seed"),
    [
        pytest.param(key, seed, marks=pytest.mark.slow if seed > SEEDS[0] else ())
        for key, one in CHARTS.items()
        if one.study in STUDIES
        for seed in SEEDS[: 1 if one.study in LONG else None]
    ],
)
def test_chart__its_title_has_grounds(answers, key, seed):
    answer = answers(CHARTS[key].study, seed=seed)
    assert_grounded(CHARTS[key].draw(answer.table, answer.captions).headline)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param(name, seed, marks=pytest.mark.slow if seed > SEEDS[0] else ())
        for name in EXTRAS
        for seed in SEEDS[: 1 if name in LONG else None]
    ],
)
def test_report__titles_of_its_further_charts_have_grounds(answers, name, seed):
    n = count_deals(name) if name in LONG else FURTHER_DEALS
    order = Order(n=n, strategies=("club",), seed=seed)
    answer = answers(name, n, seed)
    extras = make_extras(name, order, answer)
    assert extras
    for extra in extras:
        table = answer.table if extra.table is None else extra.table
        figure = find_drawing(extra.name)(table, extra.captions, **extra.tables)
        assert_grounded(figure.headline)
