"""The study of the score: the worth of points, advice held against it, and what is said."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from legible import assert_legible, find_outside, find_overlaps, find_pale
from specimens import estimate

from analyses.maxims.judge import WORTH
from analyses.maxims.score.judging import scale_estimate
from analyses.maxims.score.rows import say_maxims
from analyses.results.analysis import estimate_row, read_estimates
from analyses.studies.parties.score import (
    FIRST,
    FORECAST,
    PLAYED_TO,
    RISK,
    STUDY,
    _tell_play,
    find_worth,
)
from analyses.studies.parties.score_chart import (
    CURVE,
    GRID,
    OPPONENT,
    OTHER_GRID,
    POINT,
    WISH,
    draw_curve,
    read_curve,
    read_points,
    say_peak,
    say_point,
)
from piquet_sim import InputError, Simulation
from piquet_sim.game.settlement import settle_totals
from piquet_sim.matches.score_law import ScoreLaw, measure_scores

DEALS, SEED = 5_000, 5


@pytest.fixture(scope="module")
def found():
    return STUDY.answer(Simulation("club", "club", seed=SEED), DEALS).table


def settle(one, two):
    """What the first is paid, one partie at a time."""
    return settle_totals(one, two) * ((one > two) - (one < two))


def make_law(*deals):
    counts = np.zeros((192, 192), np.int64)
    for pair, times in Counter(deals).items():
        counts[pair] = times
    return ScoreLaw(counts)


@pytest.mark.parametrize("seat", ["elder", "younger"])
@pytest.mark.parametrize("totals", [(72, 150), (40, 150), (95, 80), (150, 150)])
def test_worth__is_the_mean_over_the_deals(seat, totals):
    deals = [(28, 14), (35, 9), (61, 3), (12, 40), (28, 14), (104, 0)]
    law = make_law(*deals)
    own, theirs = totals
    place = ("elder", "younger").index(seat)
    changes = [
        settle(own + deal[place] + 10, theirs + deal[1 - place])
        - settle(own + deal[place], theirs + deal[1 - place])
        for deal in deals
    ]
    worth = find_worth((law, law), seat, totals, (10, 0))
    assert worth.value == pytest.approx(np.mean(changes) / 10)
    assert worth.se == pytest.approx(np.std(changes, ddof=1) / len(deals) ** 0.5 / 10)


def test_worth__is_that_of_the_own_seat():
    law = make_law((28, 14), (30, 20))
    seats = [
        find_worth((law, law), seat, (80, 150), (10, 0)).value for seat in ("elder", "younger")
    ]
    assert seats[0] == 1  # saved already, and too far behind to win
    assert seats[1] > 5


def test_worth__to_both_is_nothing_where_both_are_safe():
    law = make_law((28, 14), (30, 20))
    assert find_worth((law, law), "elder", (150, 120), (10, 10)).method == "exact"
    assert find_worth((law, law), "elder", (99, 120), (10, 10)).method != "exact"


def test_table__holds_what_was_measured(found):
    laws = measure_scores("club", "club", DEALS, seed=SEED)
    for seat in ("elder", "younger"):
        points = read_points(found, seat)
        assert {(own, theirs) for own in GRID for theirs in OTHER_GRID} <= set(points)
        assert points[80, 120] == find_worth(laws, seat, (80, 120), (10, 0))


def test_risks__are_what_a_settlement_makes_of_twelve_points(found):
    risks = found[found.quantity == RISK].set_index("own").value
    # 5 ahead: 107 is lost, 105 is sure, 117 is won; 15 ahead: 103, 115 and 127.
    assert risks[155] == pytest.approx(float(Fraction(105 + 107, 117 + 107)))
    assert risks[145] == pytest.approx(float(Fraction(12, 224)))
    assert risks[165] == risks[135] == 0.5


def test_forecast__by_the_shows_is_judged_in_other_parties(found):
    told = read_estimates(found, forecast="by the shows", when="6")[FORECAST]
    parties = DEALS // 50
    judged = {}
    for seed in (SEED, SEED + 1):
        played = Simulation("club", "club", seed=seed).play_matches(0, parties, with_scores=True)
        hits = []
        for (scores,) in played[1]:
            lead = int((scores[:5, 0] - scores[:5, 1]).sum())
            last = lead + int(scores[5, 0] - scores[5, 1])
            hits.append((1 + np.sign(lead - 14) * np.sign(last)) / 2)  # the other is elder
        judged[seed] = np.mean(hits)
    assert told.value == pytest.approx(judged[SEED + 1])
    assert told.value != pytest.approx(judged[SEED])


def test_forecast__whole_is_the_mean_of_the_deals(found):
    for name in ("by the shows", "by the scores measured"):
        rows = found[(found.quantity == FORECAST) & (found.forecast == name)].set_index("when")
        deals = [rows.value[str(deal)] for deal in range(2, 7)]
        assert rows.value["deals 2 to 6"] == pytest.approx(np.mean(deals))


def test_score__is_played_to_only_by_who_can(found):
    assert not {FIRST, PLAYED_TO} & set(found.quantity)
    with pytest.raises(InputError, match="leave out"):
        STUDY.answer(Simulation("expert+score", "expert"), 100)


def test_score__expert_plays_to_it():
    answer = STUDY.answer(Simulation("expert", "expert", seed=SEED), 200)
    assert {FIRST, PLAYED_TO} <= set(answer.table.quantity)
    assert "playing to the score" in answer.summary[2]


# ---- What is said -------------------------------------------------------------------------------
def make_row(quantity, value, se, **told):
    places = {"seat": "", "own": "", "theirs": "", "when": "", "forecast": ""}
    return estimate_row(quantity, estimate(value, se), **{**places, **told})


def test_title__of_a_point_names_the_greatest_cell_shown_and_says_more_only_if_it_is():
    cases = {
        "A point more brings elder up to 6.6, at 80 to 160 before the last deal": (6.57, 0.05),
        "A point is worth +1 to elder at 80 to 160 before the last deal": (1.1, 0.5),
    }
    squares = [(own, theirs) for own in GRID for theirs in OTHER_GRID if (own, theirs) != (80, 160)]
    for title, told in cases.items():
        rows = [
            make_row(POINT, *told, seat="elder", own=80, theirs=160),
            make_row(POINT, 9.0, 0.1, seat="elder", own=72, theirs=OPPONENT),  # not on the chart
            *(make_row(POINT, 1.0, 0.1, seat="elder", own=a, theirs=b) for a, b in squares),
        ]
        assert say_point(pd.DataFrame(rows), "elder") == title


@pytest.mark.parametrize(
    ("worth", "se", "said"),
    [
        (8.87, 0.01, "With 86 before the last deal, a point is worth 8.9 to younger"),
        (1.2, 0.5, "With 86 to 150 before the last deal a point is worth +1 to younger"),
    ],
)
def test_title__of_the_curve_names_the_greatest_worth_against_150(worth, se, said):
    rows = [
        make_row(POINT, worth, se, seat="younger", own=86, theirs=OPPONENT),
        make_row(POINT, 1.1, 0.1, seat="elder", own=72, theirs=OPPONENT),
        make_row(POINT, 20.0, 0.1, seat="elder", own=80, theirs=160),  # not on the chart
    ]
    assert say_peak(pd.DataFrame(rows)) == said


def test_curve__is_of_every_two_totals_and_can_be_read(found):
    assert set(CURVE) == set(read_curve(found, "elder")) == set(read_curve(found, "younger"))
    told = {"elder": "club", "younger": "club", "rules": "rubicon", "seed": SEED, "n": DEALS}
    figure = draw_curve(found, told)
    assert_legible(figure)
    assert find_overlaps(figure) == find_pale(figure) == find_outside(figure) == []


def test_maxims__are_told_with_their_verdicts_and_where_they_hold():
    told = {"maxim": "CAV-S04", "advice": "Do it", "unit": "settlement", "seat": "elder"}
    rows = [
        make_row(WORTH, 4.0, 0.1, when="short", verdict="good advice", **told),
        make_row(WORTH, -7.0, 0.1, when="safe", verdict="bad advice", **told),
    ]
    said = say_maxims(pd.DataFrame(rows))
    assert "2 verdicts on 1 maxim on the score, by seat and situation: 1 good advice, " in said
    assert "1 bad advice;" in said
    assert "“Do it” 4.00 ± 0.10 as elder (short), -7.00 ± 0.10 as elder (safe)." in said


def test_wish__to_be_elder_next_is_what_a_settlement_says(found):
    law, _ = measure_scores("club", "club", DEALS, seed=SEED)
    elder, younger = np.nonzero(law.counts)
    settled = [settle(125 + int(a), 125 + int(b)) for a, b in zip(elder, younger, strict=True)]
    mean = np.average(settled, weights=law.counts[elder, younger])
    wishes = found[found["quantity"] == WISH].set_index("when")
    assert wishes.loc["6", "value"] == pytest.approx(2 * mean, abs=1)  # level: two deals more
    assert (wishes.loc[["1", "3", "5"], "value"] == 0).all()
    assert (wishes.loc[["2", "4"], "low"] > 0).all()


def test_scaled_estimate__has_its_ends_in_order():
    scaled = scale_estimate(estimate(2.0, 0.5), -3)
    assert (scaled.value, scaled.se) == (-6.0, 1.5)
    assert scaled.low < -6 < scaled.high
    assert scale_estimate(scale_estimate(estimate(2.0, 0.5), -3), -1 / 3).low == pytest.approx(1.02)


def test_play__says_deal_first_only_where_it_brings_something():
    risks = [make_row(RISK, 0.5, 0.0, own=150 + lead) for lead in (-15, -5, 5, 15)]
    for first, words in (
        (0.1, ": deal first."),
        (-0.1, ": do not"),
        (0.01, "not settled; a difference of 3.1%"),
    ):
        rows = [*risks, make_row(PLAYED_TO, 9, 1), make_row(FIRST, first, 0.01)]
        told = _tell_play(pd.DataFrame(rows), "expert")
        assert words in told
        assert "playing to the score gains expert 9" in told
    rows = [*risks, make_row(PLAYED_TO, 1, 1), make_row(FIRST, 0.01, 0.01)]
    assert "gains" not in _tell_play(pd.DataFrame(rows), "expert")
    few = [*risks, make_row(PLAYED_TO, 1, 100), make_row(FIRST, 0.0, 0.33)]
    told = _tell_play(pd.DataFrame(few), "expert")
    assert told.endswith("not settled by so few parties.")
