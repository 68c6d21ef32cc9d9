"""The charts of the field: what is on their axes is what they were given."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from legible import assert_legible, find_outside, find_overlaps, find_pale, find_struck

from analyses.charts import draw_chances, draw_review, draw_values, list_margins
from analyses.charts.chances import chances_of
from analyses.charts.review import list_steps
from analyses.charts.rows import Mark, Row, Words, draw_rows
from analyses.charts.style import COLUMN_WIDTH, MM
from piquet_sim import InputError, Simulation, review_deal
from piquet_sim.deals.json import describe_deal
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import ScoreLaw


def estimate(value, se=0.1, n=1000):
    return Estimate(value, se, value - 2 * se, value + 2 * se, n, "a test")


def headline(figure):
    return " ".join(figure.get_suptitle().split())


def find_marks(axes, mark):
    """Where the marks of a shape stand, along the measured axis."""
    return [float(line.get_xdata()[0]) for line in axes.lines if line.get_marker() == mark]


def test_rows__stand_where_they_are_told_with_their_words():
    rows = [
        Row(words=[Words("a head", 0, is_bold=True, options={"ha": "left"})]),
        Row("one", [Mark(estimate(0.2), words="a fifth"), Mark(0.4, "other", nudge=0.25)]),
        Row("two", [Mark(estimate(0.1), words="a tenth", is_left=True)], gap=1.5, is_bold=True),
    ]
    figure = draw_rows(
        rows, "A title", "percent", "told", height=60 * MM, scale=100, limits=(-20, 50), unit="%",
        ticked=(0, 20), words=[Words("above", up=0.5)],
    )  # fmt: skip
    (axes,) = figure.axes
    assert list(axes.get_yticks()) == [1, 2.5]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["one", "two"]
    assert [tick.get_fontweight() for tick in axes.get_yticklabels()] == ["normal", "bold"]
    assert find_marks(axes, "o") == pytest.approx([20, 10])
    assert [tuple(text.xy) for text in axes.texts] == [
        (0, 0), (pytest.approx(40), 1), (pytest.approx(-10), 2.5), (1, -0.5)
    ]  # fmt: skip
    (diamond,) = [one for one in axes.lines if one.get_marker() == "D"]
    assert (diamond.get_xdata()[0], diamond.get_ydata()[0]) == (40, 1.25)
    assert axes.get_xlim() == (-20, 50)
    assert min(axes.get_xticks()) >= 0
    assert max(axes.get_xticks()) <= 20
    assert axes.get_ylim() == pytest.approx((3.1, -0.6))
    assert axes.get_xlabel() == "%"


@cache
def table_of_chances():
    counts = np.zeros((200, 200), np.int64)
    counts[30, 20] = counts[10, 40] = counts[50, 5] = 100
    law = ScoreLaw(counts)
    return ChanceTable(law, law)


def test_chances__lines_are_the_table():
    table = table_of_chances()
    figure = draw_chances(table, most=100)
    (axes,) = figure.axes
    assert len(axes.lines) == 5
    for left, line in enumerate(axes.lines, start=1):
        chance = table.find_chances(30, 0, 6 - left + 1, 0).wins.value
        assert line.get_ydata()[30] == pytest.approx(100 * chance)
        assert float(chances_of(table, left, np.array(30))) == pytest.approx(chance)


@pytest.fixture(scope="module")
def reviewed():
    deal = describe_deal(Simulation("club", "novice", seed=4).replay_deal(2))
    return review_deal(deal, deals=400)


def test_margins__end_with_what_was_played(reviewed):
    assert list_margins(reviewed).margin.tolist()[3:] == list(reviewed.valuation.plays)


def of_loss(review, kind, seat, points):
    """A decision of the review, but of another loss."""
    one = next(one for one in review.decisions if one.kind == kind and one.seat == seat)
    ends = (points - 0.2, points + 0.2) if points else (-0.2, 0.2)
    return replace(one, loss=Estimate(points, 0.1, *ends, 256, "normal"), settled=None)


LOSSES = {
    (): "{0} wins {2} to {3}, and no decision was worse beyond doubt",
    ((0, "discard", 9.0),): "{0} wins {2} to {3}, though one decision cost {0} 9.0 points",
    ((1, "call", 9.0), (1, "discard", 20.0)):
        "{0} wins {2} to {3}; two decisions cost {1} 29.0 points",
    ((0, "call", 9.0), (1, "reply", 8.0)): "{0} wins {2} to {3}; decisions cost {0} 9.0 points, "
        "{1} 8.0",
}  # fmt: skip
"""Seats, what they decided and what it cost, with elder the winner."""


@pytest.mark.parametrize("losses", LOSSES)
def test_review__each_error_is_a_step_of_its_cost_and_the_rest_is_luck(reviewed, losses):
    decisions = tuple(of_loss(reviewed, kind, seat, points) for seat, kind, points in losses)
    review = replace(reviewed, decisions=decisions)
    steps = list_steps(review)
    assert sum(one.change for one in steps) == review.margin
    costs = {(one.seat, float(one.change)) for one in steps if one.seat}
    signs = {0: -1, 1: 1}
    assert costs == {(SEATS[seat], signs[seat] * points) for seat, _, points in losses}
    figure = draw_review(review, "Played by strategies.")
    names, scores = [one.capitalize() for one in review.players], review.record.scores
    assert scores[0] > scores[1]
    assert headline(figure) == LOSSES[losses].format(*names, *scores)
    assert_legible(figure)
    assert find_overlaps(figure) == find_pale(figure) == find_outside(figure) == []
    assert find_struck(figure) == []


@pytest.mark.parametrize(
    ("draw", "match"),
    [
        (lambda: draw_values({}, "A title"), "one figure"),
        (lambda: draw_values({"a": estimate(1)}, "A title", beside="b"), "one of a to compare"),
    ],
)
def test_charts__refuse_what_cannot_be_drawn(draw, match):
    with pytest.raises(InputError, match=match):
        draw()


@pytest.mark.parametrize(
    "figure",
    [
        lambda: draw_chances(table_of_chances(), "told " * 30, most=100),
        lambda: draw_values(
            {"an ace": estimate(4), "any": estimate(1), "none": estimate(-9)},
            "A title",
            "points",
            "told " * 20,
            beside="any",
        ),
    ],
)
def test_charts__fit_a_column(figure):
    drawn = figure()
    assert drawn.get_figwidth() == COLUMN_WIDTH
    assert_legible(drawn)
    assert find_overlaps(drawn) == []
    assert find_outside(drawn) == []
    if not drawn.axes[0].images and drawn.axes[0].axison:  # letters stand on squares and cards
        assert find_pale(drawn) == []
