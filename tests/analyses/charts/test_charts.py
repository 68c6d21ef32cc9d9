"""The charts of the field: what is on their axes is what they were given.

Covers `analyses.charts.chances`, `analyses.charts.review`.
"""

from dataclasses import replace

import numpy as np
import pytest
from legible import assert_readable
from matplotlib.colors import to_hex
from specimens import estimate, make_law

from analyses.charts import draw_chances, draw_review
from analyses.charts.chances import draw_score
from analyses.charts.plot import draw_numbers
from analyses.charts.review import list_steps
from analyses.charts.style import COLUMN_WIDTH, MARKS, SEAT_COLOURS
from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.review.deal_review import review_deal
from piquet_sim.estimates.quantity import POINTS, Quantity
from piquet_sim.estimates.shown import Look, Numbers
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.equity import ChanceTable

LAW = make_law(dict.fromkeys([(30, 20), (10, 40), (50, 5)], 100_000_000))
TABLE = ChanceTable(LAW, LAW)


def test_chances__lines_are_the_table_and_fit_a_column():
    figure = draw_chances(TABLE, "told " * 30)
    assert figure.get_figwidth() == COLUMN_WIDTH
    assert_readable(figure)
    (axes,) = figure.axes
    # With five deals left to one.
    assert [line.get_ydata()[30] for line in axes.lines] == pytest.approx(
        [100 * TABLE.find_chances(30, 0, deal, 0).wins.value for deal in range(6, 1, -1)]
    )


def test_score__shows_the_chances_and_what_a_point_is_worth():
    figure = draw_score(TABLE, (68, 155), 6, 0, ("club", "novice"))
    heat, worth = figure.axes[:2]
    here, point = (ask(68, 155, 6, 0) for ask in (TABLE.find_chances, TABLE.find_point_worth))
    # A's totals from 0 on and B's from 55 on, every second; of each point 101 before and after.
    assert np.reshape(heat.collections[0].get_array(), (101, 101))[50, 34] == pytest.approx(
        100 * here.wins.value
    )
    assert [line.get_ydata()[68] for line in worth.lines[:2]] == pytest.approx(
        [point.mine.value, point.theirs.value]
    )
    assert f"A wins {100 * here.wins.value:.0f}%" in " ".join(figure.get_suptitle().split())
    assert "A (club) is elder in deal 6, B (novice) younger; rubicon" in " ".join(
        figure.get_supxlabel().split()
    )


@pytest.mark.parametrize("has_bars", [False, True])
def test_numbers__of_two_players_stand_in_their_order_each_in_a_colour(has_bars):
    own = [
        Quantity(who, "score", estimate(made, 3), POINTS, seat=who)
        for who, made in (("Ann", 9), ("Ben", 10))
    ]
    (axes,) = draw_numbers(Numbers("", own, look=Look(has_bars=has_bars))).axes
    drawn = [(bar.get_y(), bar.get_width(), bar.get_facecolor()) for bar in axes.patches] or [
        (line.get_ydata()[0], line.get_xdata()[0], line.get_color())
        for line in axes.lines
        if line.get_marker() in MARKS.values()
    ]
    # From the top, where a mark is 0 high.
    assert [(made, to_hex(colour)) for _, made, colour in sorted(drawn)] == [
        *zip((9, 10), map(to_hex, SEAT_COLOURS.values()), strict=True)
    ]


@pytest.fixture(scope="module")
def reviewed():
    return review_deal(
        describe_deal(Simulation("club", "novice", seed=4).replay_deal(2)), deals=400
    )


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
    decisions = {(one.seat, one.kind): one for one in reversed(reviewed.decisions)}
    review = replace(
        reviewed,
        decisions=tuple(
            replace(decisions[seat, kind], loss=estimate(points, 0.1), judged="worse beyond doubt")
            for seat, kind, points in losses
        ),
    )
    steps, scores = list_steps(review), review.record.scores
    assert sum(one.change for one in steps) == review.margin
    assert {(one.seat, float(one.change)) for one in steps if one.seat} == {
        (SEATS[seat], (-points, points)[seat]) for seat, _, points in losses
    }
    figure = draw_review(review, "Played by strategies.")
    # What is written at the steps adds up to what is written at the end.
    *shown, end = (
        float(one.get_text().replace("−", "-")) for one in figure.axes[0].texts[: len(steps) + 1]
    )
    assert (" ".join(figure.get_suptitle().split()), pytest.approx(end)) == (
        LOSSES[losses].format(*map(str.capitalize, review.players), *scores),
        sum(shown),
    )
    assert_readable(figure)
