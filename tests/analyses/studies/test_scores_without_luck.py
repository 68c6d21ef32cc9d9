"""Studies of strong players' scores: the luck taken out, and beside the table of 1890.

The same truth with less error; mid-ranks of the table's classes, and whose scores are higher.

Covers `analyses.studies.experts_of_1890`.
"""

from math import hypot

import pytest

from analyses import find_study
from analyses.statistics import estimate_score
from analyses.stored import load_table
from analyses.studies.experts_of_1890 import OUTSCORES, STUDY
from piquet_sim import Simulation, simulate
from piquet_sim.estimates.luck import TAKEN_OUT, take_luck_out
from piquet_sim.estimates.tally import estimate_all
from piquet_sim.game.rules import COTTON_1674

DEALS = 2_000
FARTHEST = 4.0
EXPERTS = Simulation("expert", "expert", seed=31)
SCORES = "elder_score", "younger_score", "difference"


@pytest.mark.parametrize(
    ("name", "columns", "scores"),
    [
        ("elder-advantage", {"elder": "expert", "younger": "expert"}, 3),
        pytest.param("sixes", {"laws": "Rubicon", "pack": 32}, 3, marks=pytest.mark.slow),
        ("experts-of-1890", {}, 2),
    ],
)
def test_scores__of_experts_agree_with_the_deals_as_they_lay(name, columns, scores):
    """The rows of the scores: by their names, or of each seat by the mean."""
    plain = estimate_all(simulate("expert", "expert", n=DEALS, seed=31).tally)
    names = {"mean score": "{}_score"} if name == "experts-of-1890" else {}
    rows = {
        names.get(row["quantity"], row["quantity"]).format(row.cells.get("seat")): row.estimate
        for row in find_study(name).ask(EXPERTS, DEALS).found.select(**columns)
    }
    assert len({*rows} & {*SCORES}) == scores
    for score in {*rows} & {*SCORES}:
        row, error = rows[score], hypot(rows[score].se, plain[score].se)
        assert (row.method, row.se**2 < plain[score].se ** 2 / 2) == (TAKEN_OUT, True)
        assert abs(row.value - plain[score].value) < FARTHEST * error
        # Off by three points, the luck of the deal would be seen.
        assert score != "elder_score" or abs(row.value + 3 - plain[score].value) > FARTHEST * error


@pytest.mark.parametrize(
    "simulation", [Simulation("club", "club"), Simulation("expert", "expert", COTTON_1674)]
)
def test_scores__of_quick_players_and_of_other_packs_stay_as_they_lay(simulation):
    result = simulate(simulation.elder, simulation.younger, rules=simulation.rules, n=1_000)
    for score in SCORES:
        one = estimate_score(result, score)
        assert (one.method, one.value) == ("normal", result.estimates[score].value)
        assert take_luck_out(result.estimates[score]).reduced is result.estimates[score].reduced


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_ranks__are_those_of_all_pairs_of_a_deal_and_a_hand(seat):
    n, published = 4_000, load_table()[seat]
    table = STUDY.ask(Simulation("club", "club", seed=2), n).found.table()
    classes = table[table.published_mid_rank.notna() & (table.seat == seat)]
    below = [sum(published[:place]) for place in range(16)]
    # Hands of one class would have the ranks from the next on; each has their mean.
    ranks = [under + (hands + 1) / 2 for under, hands in zip(below, published, strict=True)]
    assert classes.published_mid_rank.tolist() == ranks
    won = sum(
        number * hands * ((one > two) + (one == two) / 2)
        for one, number in enumerate(round(value * n) for value in classes.value)
        for two, hands in enumerate(published)
    )
    (row,) = table[(table.quantity == OUTSCORES) & (table.seat == seat)].itertuples()
    assert (row.value, row.published) == (pytest.approx(won / (n * sum(published))), 0.5)
    assert row.low < row.value < row.high
