"""What studies say holds at every number of deals, and their intervals are never a lie.

Each sentence and each title is played for anew at several numbers of deals and seeds. Its grounds
are held against the numbers of its own table by a z-value that is worked out here; what claims
something in words must have grounds.
"""

import math
import re
from itertools import product

import numpy as np
import pytest
from honest import find_lies, find_lies_of_table
from legible import assert_legible, find_outside, find_overlaps
from matplotlib.text import Text
from scipy.stats import norm

from analyses import STUDIES, find_study
from analyses.charts.style import COLUMN_WIDTH
from analyses.contents import CHARTS
from analyses.report.extras import EXTRAS, find_drawing, make_extras
from analyses.report.sections import Order
from analyses.words.sentences import Sentence, choose, compose, exceeds, exceeds_all, is_within
from piquet_sim import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion

NUMBERS, SEEDS = (500, 5_000, 50_000), (1, 2, 3)
LONG = ("calling", "leads", "maxims", "playing", "regret", "score", "skill", "throwing")
"""Studies that take seconds however few the deals."""


def is_slow(name, n, seed):
    """Whether a study is played so among the slow checks alone."""
    is_big, is_once_more = n == NUMBERS[-1], seed > 1
    return is_big or is_once_more if name in LONG else is_big and is_once_more


CASES = [
    pytest.param(name, n, seed, marks=pytest.mark.slow if is_slow(name, n, seed) else ())
    for name, n, seed in [*product(STUDIES, NUMBERS, SEEDS), *product(STUDIES, (2_000,), (1,))]
]

WIDER = norm.isf(0.001) / norm.isf(0.025)
"""A level of 99.8% instead of 95%."""

CLAIMS = re.compile(
    r"\b(most|mostly|more|less|fewer|greatest|least|best|worst|better|worse|higher|lower|greater|"
    r"almost|nearly|agrees?|differs?|beyond|half|always|never|only|hardly|ahead|behind|otherwise|"
    r"clearly|rarely|often|seldom|wins|gains|costs?|pays?)\b",
    re.IGNORECASE,
)
_EVENTS = re.compile(
    r"at (least|most)\b|never seen|less the opponent's|less younger's|less those|"
    r"best (discard )?found|elder less younger|\d+ or more:|points ahead win \d|"
    r"(makes more|wins|pays|less|better|worse)( than younger)? (in|and|\d)",
    re.IGNORECASE,
)
"""Bounds, and what happens in a deal: these claim nothing about numbers."""


def find_false_grounds(said):
    """Grounds that do not hold by the number and interval that they state."""
    false = []
    for ground in said.grounds:
        ends = [ground.value + WIDER * (end - ground.value) for end in (ground.low, ground.high)]
        if not (ground.above < min(ends) and max(ends) < ground.below):
            false.append(ground)
    return false


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
    known = {}

    def answer(name, n, seed):
        if (name, n, seed) not in known:
            simulation = Simulation("club", "club", seed=seed)
            known[name, n, seed] = find_study(name).answer(simulation, n)
        return known[name, n, seed]

    return answer


@pytest.mark.parametrize(("name", "n", "seed"), CASES)
def test_study__says_what_its_numbers_bear_out(answers, name, n, seed):
    answer = answers(name, n, seed)
    for said in (*answer.summary, *answer.headlines):
        assert isinstance(said, Sentence), said
        assert not find_false_grounds(said), said
        assert said.grounds or not CLAIMS.search(_EVENTS.sub("", said)), said


@pytest.mark.parametrize("name", STUDIES)
def test_chart__shows_the_titles_whose_grounds_are_known(answers, name):
    answer = answers(name, 5_000 if name in LONG else 50_000, 1)  # numbers with more digits
    assert answer.figure.get_figwidth() == COLUMN_WIDTH
    assert_legible(answer.figure)
    assert find_overlaps(answer.figure) == []
    assert find_outside(answer.figure) == []
    shown = " ".join(text.get_text() for text in answer.figure.findobj(Text)).split()
    for title in answer.headlines:
        assert set(title.split()) <= set(shown), title


def assert_grounded(title):
    """A title claims nothing that it has no grounds for, and its grounds hold."""
    grounds = getattr(title, "grounds", ())
    assert not grounds or not find_false_grounds(title), title
    assert grounds or not CLAIMS.search(_EVENTS.sub("", title)), title


OF_STUDIES = [key for key, chart in CHARTS.items() if chart.study in STUDIES]


@pytest.mark.parametrize("key", OF_STUDIES)
def test_chart__its_title_has_grounds(answers, key):
    study = CHARTS[key].study
    for seed in SEEDS[:1] if study in LONG else SEEDS:
        answer = answers(study, 2_000 if study in LONG else 5_000, seed)
        assert_grounded(CHARTS[key].draw(answer.table, answer.captions).headline)


@pytest.mark.parametrize("name", EXTRAS)
def test_report__titles_of_its_further_charts_have_grounds(answers, name):
    for seed in SEEDS[:1] if name in LONG else SEEDS:
        order = Order(n=2_000, strategies=("club",), seed=seed)
        answer = answers(name, 2_000, seed)
        extras = make_extras(name, order, answer)
        assert extras
        for extra in extras:
            table = answer.table if extra.table is None else extra.table
            figure = find_drawing(extra.name)(table, extra.captions, **extra.tables)
            assert_grounded(figure.headline)


@pytest.mark.parametrize("name", STUDIES)
def test_study__grounds_are_numbers_of_its_table(answers, name):
    answer = answers(name, 5_000, 1)
    evidence = list_evidence(answer)
    for said in (*answer.summary, *answer.headlines):
        for ground in said.grounds:
            if ground.low == ground.high and ground.value in (0, 1):
                continue  # what is known to be so, or not
            place = np.searchsorted(evidence, ground.value)
            near = evidence[max(place - 1, 0) : place + 1]
            assert np.abs(near - ground.value).min() < 1e-9, ground


@pytest.mark.parametrize(("name", "n", "seed"), CASES)
def test_study__every_row_has_an_honest_interval(answers, name, n, seed):
    lies = find_lies_of_table(answers(name, n, seed).table)
    assert not lies, lies[:5]


# ---- The guards themselves ----------------------------------------------------------------------
MADE_UP = estimate_proportion(52, 100), estimate_proportion(5_200, 10_000)


def test_sentence__is_said_only_where_its_ground_holds():
    for share, said in zip(MADE_UP, ("52%", "Most"), strict=True):
        most = Sentence("Most", is_within("the share", share, above=0.5))
        assert choose(most, Sentence("52%")) == said
    sure = is_within("the share", MADE_UP[1], above=0.5)
    assert compose("a", Sentence("b", sure), "c").grounds == (sure,)
    assert find_false_grounds(Sentence("Most", is_within("it", MADE_UP[0], above=0.5)))
    assert not find_false_grounds(Sentence("Most", sure))


def test_ground__of_numbers_without_an_interval_never_holds():
    alone = Estimate(0.9, None, None, None, 1, "no interval")
    assert not is_within("the share", alone, above=0.5).holds
    assert not exceeds("which is greater", alone, MADE_UP[1]).holds
    assert not all(one.holds for one in exceeds_all("the greatest", MADE_UP[1], [alone]))


def test_claims__are_found():
    for words in ("Most of the lead is play", "almost as in 1890", "It never happens"):
        assert CLAIMS.search(_EVENTS.sub("", words))
    for words in ("at most 3%", "makes more in 62% of deals", "at least 2 and at most 3"):
        assert not CLAIMS.search(_EVENTS.sub("", words))


@pytest.mark.parametrize(
    "row",
    [
        (3.0, 0.0, 3.0, 3.0, "normal"),
        (0.5, 0.1, 0.3, 0.7, ""),
        (0.0, 0.0, 0.0, 0.1, "Wilson"),
        (0.4, 0.0, 0.3, 0.5, "normal"),
        (0.4, 0.1, 0.5, 0.6, "normal"),
        (0.4, 0.0, 0.3, 0.5, "exact"),
        (0.4, None, None, None, "Wilson"),
        (float("nan"), None, None, None, "Wilson"),
        (0.4, None, 0.3, 0.5, "no interval: nothing says how far it may be off"),
    ],
)
def test_lies__are_found(row):
    assert find_lies(*row)


def test_lies__are_not_found_in_what_is_true():
    assert not find_lies(0.5, 0.1, 0.3, 0.7, "normal")
    assert not find_lies(0.0, 0.0, 0.0, 0.1, "Wilson, one-sided")
    assert not find_lies(0.25, 0.0, 0.25, 0.25, "exact")
    assert not find_lies(28.0, None, 0.0, 174.0, "one unit: all that is possible")
