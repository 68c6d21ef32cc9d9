"""Studies of strong players' scores: the luck taken out, and beside the table of 1890.

The same truth with less error; mid-ranks of the table's classes, and whose scores are higher.

Covers `analyses.studies.experts_of_1890`.
"""

from math import hypot

import pandas as pd
import pytest

from analyses import find_study
from analyses.statistics import estimate_score
from analyses.stored import load_table
from analyses.studies.experts_of_1890 import OUTSCORES, STUDY
from piquet_sim import Simulation, simulate
from piquet_sim.estimates import luck as steadied
from piquet_sim.estimates.luck import TAKEN_OUT, take_luck_out
from piquet_sim.estimates.tally import estimate_all
from piquet_sim.game.rules import COTTON_1674

DEALS = 2_000
FARTHEST = 4.0
EXPERTS = Simulation("expert", "expert", seed=31)
SCORES = "elder_score", "younger_score", "difference"


def read_scores(name, columns):
    """The rows of the scores: by their names, or of each seat by the mean."""
    table = find_study(name).ask(EXPERTS, DEALS).found.table()
    table = table[(table[list(columns)] == pd.Series(columns, dtype=object)).all(axis=1)]
    if name == "experts-of-1890":
        table = table.assign(quantity=table.seat + table.quantity.map({"mean score": "_score"}))
    return table[table.quantity.isin(SCORES)].set_index("quantity")


def count_errors(row, plain):
    """By how many standard errors a row is off from an estimate of the same deals."""
    return abs(row.value - plain.value) / hypot(row.se, plain.se)


@pytest.mark.parametrize(
    ("name", "columns", "scores"),
    [
        ("elder-advantage", {"elder": "expert", "younger": "expert"}, 3),
        ("sixes", {"laws": "Rubicon", "pack": 32}, 3),
        ("experts-of-1890", {}, 2),
    ],
)
def test_scores__of_experts_agree_with_the_deals_as_they_lay(name, columns, scores, monkeypatch):
    plain = estimate_all(simulate("expert", "expert", n=DEALS, seed=31).tally)
    rows = read_scores(name, columns)
    assert len(rows) == scores
    for score, row in rows.iterrows():
        assert row.method == TAKEN_OUT
        assert count_errors(row, plain[score]) < FARTHEST
        assert plain[score].se ** 2 > 2 * row.se**2
    # Off by three points, the luck of the deal would be seen.
    right = steadied.expect_dealt
    monkeypatch.setattr(steadied, "expect_dealt", lambda *asked: right(*asked) + 3)
    wrong = read_scores(name, columns).loc["elder_score"]
    assert count_errors(wrong, plain["elder_score"]) > FARTHEST


@pytest.mark.parametrize(
    "simulation", [Simulation("club", "club"), Simulation("expert", "expert", COTTON_1674)]
)
def test_scores__of_quick_players_and_of_other_packs_stay_as_they_lay(simulation):
    result = simulate(simulation.elder, simulation.younger, rules=simulation.rules, n=1_000)
    for score in SCORES:
        assert estimate_score(result, score).method == "normal"
        assert estimate_score(result, score).value == result.estimates[score].value
        assert take_luck_out(result.estimates[score]).reduced is result.estimates[score].reduced


DEALS_OF_CLUB = 4_000


@pytest.fixture(scope="module")
def study():
    return STUDY.ask(Simulation("club", "club", seed=2), DEALS_OF_CLUB)


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_ranks__are_those_of_all_pairs_of_a_deal_and_a_hand(study, seat):
    table, published = study.found.table()[study.found.table().seat == seat], load_table()[seat]
    classes = table[table.published_mid_rank.notna()]
    below = [sum(published[:place]) for place in range(16)]
    # Hands of one class would have the ranks from the next on; each has their mean.
    ranks = [under + (hands + 1) / 2 for under, hands in zip(below, published, strict=True)]
    assert classes.published_mid_rank.tolist() == ranks
    deals = [round(value * DEALS_OF_CLUB) for value in classes.value]
    won = sum(
        number * hands * ((one > two) + (one == two) / 2)
        for one, number in enumerate(deals)
        for two, hands in enumerate(published)
    )
    (row,) = table[table.quantity == OUTSCORES].itertuples()
    assert row.value == pytest.approx(won / (DEALS_OF_CLUB * sum(published)))
    assert row.low < row.value < row.high
    assert row.published == 0.5
