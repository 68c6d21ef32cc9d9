"""The study of the score: the worth of points, advice held against it, and what is said.

Covers `analyses.statistics.partie_points`.
"""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from command_line import refuses
from reference_matches import settle_totals
from scipy.stats import sem
from specimens import make_law

from analyses.statistics.partie_points import (
    CHOSEN_BY,
    FIRST,
    FORECAST,
    NEEDED,
    PLAYED_TO,
    discard_for_points,
    find_worth,
    settle_risk,
    weigh_concession,
)
from analyses.studies.score import GRID, OTHER_GRID, RISK, STUDY, WISH, read_points
from piquet_sim import Simulation
from piquet_sim.matches.score_law import measure_scores

DEALS, SEED = 2_500, 5
FEW = "analyses.statistics.partie_points.CHOSEN_BY"
CLUBS = Simulation("club", "club", seed=SEED)


def settle(own, theirs):
    """What is paid to the first player; nothing where they are level."""
    settled = settle_totals(own, theirs, {})
    return settled["settlement"] * (1 if settled["winner"] == "A" else -1)


@pytest.fixture(scope="module")
def found():
    """Discards for points are chosen by fewer deals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FEW, CHOSEN_BY // 8)
        yield STUDY.ask(CLUBS, DEALS).found


@pytest.mark.parametrize("seat", ["elder", "younger"])
@pytest.mark.parametrize("totals", [(72, 150), (40, 150), (95, 80), (150, 150), (99, 120)])
def test_worth__is_the_mean_over_the_deals(seat, totals):
    deals = [(28, 14), (35, 9), (61, 3), (12, 40), (28, 14), (104, 0)]
    law = make_law(Counter(deals))
    ends = [np.add(totals, deal if seat == "elder" else deal[::-1]) for deal in deals]
    changes = [settle(own + 10, theirs) - settle(own, theirs) for own, theirs in ends]
    worth = find_worth((law, law), seat, totals, (10, 0))
    assert (worth.value, worth.se) == pytest.approx((np.mean(changes) / 10, sem(changes) / 10))
    # To both it is nothing where both are safe.
    assert (find_worth((law, law), seat, totals, (10, 10)).method == "exact") == (
        min(totals) >= 100
    )


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_table__holds_what_was_measured(found, seat):
    laws, points = measure_scores("club", "club", DEALS, seed=SEED), read_points(found, seat)
    assert set(product(GRID, OTHER_GRID)) <= set(points)
    assert points[80, 120] == find_worth(laws, seat, (80, 120), (10, 0))


def test_risks__are_what_a_settlement_makes_of_twelve_points(found):
    # 5 ahead: 107 is lost, 105 is sure, 117 is won; 15 ahead: 103, 115 and 127.
    assert {
        int(own): one.value for own, one in found.read_by("own", quantity=RISK).items()
    } == pytest.approx({135: 0.5, 145: 12 / 224, 155: 212 / 224, 165: 0.5})


def test_forecast__by_the_shows_is_judged_in_other_parties(found):
    told, judged = found.find(quantity=FORECAST, forecast="by the shows", when="6"), []
    for seed in (SEED, SEED + 1):
        played = replace(CLUBS, seed=seed).play_matches(0, DEALS // 50, with_scores=True)
        leads = np.array([-np.subtract(*scores[:6].T) for (scores,) in played[1]])
        guess = -leads[:, :5].sum(axis=1) - 14  # the other is elder
        judged.append(((1 + np.sign(guess) * np.sign(-leads.sum(axis=1))) / 2).mean())
    assert [told.value == pytest.approx(one) for one in judged] == [False, True]
    for name in ("by the shows", "by the scores measured"):
        rows = found.read_by("when", quantity=FORECAST, forecast=name)
        deals = [rows[str(deal)].value for deal in range(2, 7)]
        assert rows["deals 2 to 6"].value == pytest.approx(np.mean(deals))


def test_score__is_played_to_only_by_who_can(found, monkeypatch):
    assert not {FIRST, PLAYED_TO} & {row["quantity"] for row in found.rows}
    with refuses("leave out"):
        STUDY.ask(Simulation("expert+score", "expert"), 100)
    monkeypatch.setattr(FEW, CHOSEN_BY // 8)
    answer = STUDY.ask(Simulation("expert", "expert", seed=SEED), 20)
    assert {FIRST, PLAYED_TO} <= {row["quantity"] for row in answer.found.rows}
    assert "Playing to the score" in " ".join(answer.sentences)


def test_wish__to_be_elder_next_is_what_a_settlement_says(found):
    law, _ = measure_scores("club", "club", DEALS, seed=SEED)
    scores = np.transpose(np.nonzero(law.counts))
    settled = [settle(125 + int(one), 125 + int(two)) for one, two in scores]
    mean = np.average(settled, weights=law.counts[tuple(scores.T)])
    wishes = found.read_by("when", quantity=WISH)
    assert wishes["6"].value == pytest.approx(2 * mean, abs=1)  # level: two deals more
    assert [(wishes[deal].value == 0, wishes[deal].low > 0) for deal in "12345"] == [
        (deal % 2 > 0, deal % 2 == 0) for deal in range(1, 6)
    ]


def test_points_needed__are_made_oftener_by_a_discard_for_them(found):
    for seat, reached in discard_for_points(CLUBS, 40, 2).items():
        assert reached.shape == (40, len(NEEDED), 2), seat
        bold, usual = reached.mean(axis=0).T
        assert (np.diff(usual) <= 0).all()  # more points are made less often
        assert (bold - usual)[1:5].mean() > 0


def test_concession__saves_what_is_played_beyond_twenty_three():
    changes, divided = weigh_concession(CLUBS, 500, 2)
    records = CLUBS.record_units(0, 500)
    play, cards = (
        sum(records[f"{seat}_{part}"].astype(int) for seat in ("elder", "younger"))
        for part in ("play", "cards")
    )
    # Without a capot, what conceding saves is ten times what is lacking of the least chance.
    plain = cards <= 10
    saved = (play + cards - 23)[plain].mean() / 10 + (cards == 0)[plain].mean()
    assert ((divided.value, changes.value), settle_risk(-5, 150, 12)) == (
        pytest.approx(((cards == 0).mean(), saved)),
        (-117, -105, 107),
    )
