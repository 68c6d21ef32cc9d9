"""The charts of the field: what is on their axes is what they were given.

Covers `analyses.charts.chances`, `analyses.charts.review`.
"""

from dataclasses import replace

import numpy as np
import pytest
from legible import assert_readable
from specimens import estimate

from analyses.charts import draw_chances, draw_review
from analyses.charts.review import list_steps
from analyses.charts.style import COLUMN_WIDTH
from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.review.deal_review import review_deal
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import ScoreLaw

COUNTS = np.zeros((200, 200), np.int64)
COUNTS[[30, 10, 50], [20, 40, 5]] = 100_000_000
LAW = ScoreLaw(COUNTS)
TABLE = ChanceTable(LAW, LAW)


def test_chances__lines_are_the_table():
    (axes,) = draw_chances(TABLE, most=100).axes
    assert len(axes.lines) == 5
    for left, line in enumerate(axes.lines, start=1):
        chance = TABLE.find_chances(30, 0, 6 - left + 1, 0).wins.value
        assert line.get_ydata()[30] == pytest.approx(100 * chance)


@pytest.fixture(scope="module")
def reviewed():
    deal = describe_deal(Simulation("club", "novice", seed=4).replay_deal(2))
    return review_deal(deal, deals=400)


def of_loss(review, seat, kind, points):
    """A decision of the review, but of another loss."""
    one = next(one for one in review.decisions if one.kind == kind and one.seat == seat)
    return replace(one, loss=estimate(points, 0.1), judged="worse beyond doubt")


LOSSES = {
    (): "{0} wins {2} to {3}, and no decision was worse beyond doubt",
    ((0, "discard", 9.0),): "{0} wins {2} to {3}, though one decision cost {0} 9.0 points",
    (
        (1, "call", 9.0),
        (1, "discard", 20.0),
    ): "{0} wins {2} to {3}; two decisions cost {1} 29.0 points",
    ((0, "call", 9.0), (1, "reply", 8.0)): "{0} wins {2} to {3}; decisions cost {0} 9.0 points, "
    "{1} 8.0",
}
"""Seats, what they decided and what it cost, with elder the winner."""


@pytest.mark.parametrize("losses", LOSSES)
def test_review__each_error_is_a_step_of_its_cost_and_the_rest_is_luck(reviewed, losses):
    review = replace(reviewed, decisions=tuple(of_loss(reviewed, *one) for one in losses))
    steps, scores = list_steps(review), review.record.scores
    assert sum(one.change for one in steps) == review.margin
    costs = {(one.seat, float(one.change)) for one in steps if one.seat}
    assert costs == {(SEATS[seat], (-points, points)[seat]) for seat, _, points in losses}
    figure = draw_review(review, "Played by strategies.")
    names = [one.capitalize() for one in review.players]
    assert scores[0] > scores[1]
    assert " ".join(figure.get_suptitle().split()) == LOSSES[losses].format(*names, *scores)
    assert_readable(figure)


def test_chances__fit_a_column():
    figure = draw_chances(TABLE, "told " * 30, most=100)
    assert figure.get_figwidth() == COLUMN_WIDTH
    assert_readable(figure)
