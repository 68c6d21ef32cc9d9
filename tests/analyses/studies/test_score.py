"""The study of the score: the worth of points, advice held against it, and what is said."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from specimens import estimate

from analyses.maxims.score import scale_estimate
from analyses.statistics.partie_points import FIRST, FORECAST, PLAYED_TO, find_worth
from analyses.studies.score import GRID, OTHER_GRID, RISK, STUDY, WISH, read_points
from piquet_sim import InputError, Simulation
from piquet_sim.game.settlement import settle_totals
from piquet_sim.matches.score_law import ScoreLaw, measure_scores

DEALS, SEED = 2_500, 5


@pytest.fixture(scope="module")
def found():
    return STUDY.ask(Simulation("club", "club", seed=SEED), DEALS).found


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
    risks = {int(own): one.value for own, one in found.read_by("own", quantity=RISK).items()}
    # 5 ahead: 107 is lost, 105 is sure, 117 is won; 15 ahead: 103, 115 and 127.
    assert risks[155] == pytest.approx(float(Fraction(105 + 107, 117 + 107)))
    assert risks[145] == pytest.approx(float(Fraction(12, 224)))
    assert risks[165] == risks[135] == 0.5


def test_forecast__by_the_shows_is_judged_in_other_parties(found):
    told = found.find(quantity=FORECAST, forecast="by the shows", when="6")
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
        rows = found.read_by("when", quantity=FORECAST, forecast=name)
        deals = [rows[str(deal)].value for deal in range(2, 7)]
        assert rows["deals 2 to 6"].value == pytest.approx(np.mean(deals))


def test_score__is_played_to_only_by_who_can(found):
    assert not {FIRST, PLAYED_TO} & {row["quantity"] for row in found.rows}
    with pytest.raises(InputError, match="leave out"):
        STUDY.ask(Simulation("expert+score", "expert"), 100)


def test_score__expert_plays_to_it():
    answer = STUDY.ask(Simulation("expert", "expert", seed=SEED), 100)
    assert {FIRST, PLAYED_TO} <= set(answer.table.quantity)
    assert any("Playing to the score" in said for said in answer.sentences)


def test_wish__to_be_elder_next_is_what_a_settlement_says(found):
    law, _ = measure_scores("club", "club", DEALS, seed=SEED)
    elder, younger = np.nonzero(law.counts)
    settled = [settle(125 + int(a), 125 + int(b)) for a, b in zip(elder, younger, strict=True)]
    mean = np.average(settled, weights=law.counts[elder, younger])
    wishes = found.read_by("when", quantity=WISH)
    assert wishes["6"].value == pytest.approx(2 * mean, abs=1)  # level: two deals more
    assert all(wishes[deal].value == 0 for deal in "135")
    assert all(wishes[deal].low > 0 for deal in "24")


def test_scaled_estimate__has_its_ends_in_order():
    scaled = scale_estimate(estimate(2.0, 0.5), -3)
    assert (scaled.value, scaled.se) == (-6.0, 1.5)
    assert scaled.low < -6 < scaled.high
    assert scale_estimate(scale_estimate(estimate(2.0, 0.5), -3), -1 / 3).low == pytest.approx(1.02)
