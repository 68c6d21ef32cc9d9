"""Python as one would guess it: twelve verbs, text accepted, answers that show themselves.

Covers `verbs`, `estimates.shown`, `analyses.charts.display`.
"""

import json
import pickle
import pydoc

import pandas as pd
import pytest
from matplotlib import pyplot
from specimens import ENDING, HAND

import piquet_sim as piquet

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")
VERBS = [
    "simulate", "study", "advise", "review", "odds", "census", "duel", "chances", "settle",
    "solve", "score", "deal",
]  # fmt: skip


def test_help__is_a_page_that_names_the_verbs_and_begins_with_what_is_needed():
    page = piquet.__doc__.splitlines()
    assert [line.split()[0] for line in page if line[4:14].strip() in VERBS] == VERBS
    assert len(page) <= 60
    first = piquet.simulate.__doc__.splitlines()[:4]
    assert any('simulate("club", "novice", n=1_000_000)' in line for line in first)


@pytest.mark.parametrize("name", ["DiscardView", "CallView", "PlayView"])
def test_view__its_help_explains_every_field(name):
    view = getattr(piquet, name)
    said = pydoc.render_doc(view, renderer=pydoc.plaintext)
    for field in view._fields:
        assert len(getattr(view, field).__doc__) > 8
        assert getattr(view, field).__doc__.split()[-1] in said


ANSWERS = {
    "simulate": lambda: piquet.simulate("club", "novice", n=400),
    "duel": lambda: piquet.duel("club", "novice", 50),
    "odds": lambda: piquet.odds("♠AKJ♥AQJ8♦98♣J87", "♠K ♦98 ♣87"),
    "ranked": lambda: piquet.odds("AKJ AQJ8 98 J87", aim="quatorze:J"),
    "census": lambda: piquet.census("aces", "voids"),
    "condition": lambda: piquet.census(given="hand.aces == 3 and hand.voids >= 1"),
    "chances": lambda: piquet.chances("68-155", 6, n=1_000),
    "solve": lambda: piquet.solve(json.dumps(ENDING)),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer__shows_itself(name):
    found = ANSWERS[name]()
    assert isinstance(found.table(), pd.DataFrame)
    assert 1 <= len(repr(found).splitlines()) <= 12
    assert found._repr_html_().startswith("<table")
    assert repr(pickle.loads(pickle.dumps(found))) == repr(found)


@pytest.mark.parametrize("name", ["simulate", "ranked"])
def test_answer__is_drawn(name):
    assert ANSWERS[name]().plot().axes


DRAWN = {"odds": "probability", "ranked": "quatorze:J", "census": "hands", "condition": "hands",
         "chances": "value", "solve": "value"}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_plot__shows_the_column_that_answers(name):
    found = ANSWERS[name]()
    (axes,) = found.plot().axes
    shown = found.table()[DRAWN[name]].iloc[: len(axes.patches)]
    assert [bar.get_width() for bar in axes.patches] == shown.tolist()
    assert axes.get_xlabel() == DRAWN[name]


def test_plot__is_a_figure_of_its_own():
    own, mine = pyplot.subplots()
    one, two = (piquet.census(name).plot() for name in ("best_sequence", "aces"))
    (counts,), (others,) = one.axes, two.axes
    assert [len(one.patches) for one in (counts, others)] == [7, 5]
    assert [one.get_text() for one in others.get_yticklabels()][:2] == ["aces 0", "aces 1"]
    assert not mine.has_data()
    assert pyplot.get_fignums() == [own.number]
    pyplot.close(own)


def test_verbs__take_text_as_well_as_objects():
    hand = piquet.parse_hand(HAND)
    best = [
        piquet.advise(asked, deals=64, **more).candidates[0].discard
        for asked, more in ((HAND, {}), (hand, {}), (piquet.Question(hand), {}), (HAND, {
            "discards": ["♠K ♦98 ♣87"], "rules": "rubicon",
        }))
    ]  # fmt: skip
    assert len(set(best)) == 1
    played = piquet.deal(2, seed=3)
    text = piquet.write_deal(piquet.describe_deal(played))
    assert piquet.score(text) == piquet.score(played) == piquet.score(piquet.describe_deal(played))
    assert piquet.settle("27-13 15-31") == piquet.settle([[27, 13], [15, 31]])
    losses = [[one.loss for one in piquet.review(asked, deals=64).deals[0].decisions]
              for asked in (text, played)]  # fmt: skip
    assert losses[0] == losses[1]


def test_records__are_the_rows_of_the_deals():
    rows = piquet.simulate("club", "novice", n=50, seed=4, records=True)
    assert rows.equals(piquet.record_deals(piquet.Simulation("club", "novice", seed=4), 50))
