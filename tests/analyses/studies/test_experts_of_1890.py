"""Beside the table of 1890: mid-ranks of its classes, and whose scores are higher by them."""

import pytest

from analyses.stored import load_table
from analyses.studies.experts_of_1890 import OUTSCORES, STUDY
from piquet_sim.deals.simulation import Simulation

DEALS = 4_000


@pytest.fixture(scope="module")
def study():
    return STUDY.ask(Simulation("club", "club", seed=2), DEALS)


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_ranks__are_those_of_all_pairs_of_a_deal_and_a_hand(study, seat):
    table, published = study.table()[study.table().seat == seat], load_table()[seat]
    classes = table[table.published_mid_rank.notna()]
    below = [sum(published[:place]) for place in range(16)]
    # Hands of one class would have the ranks from the next on; each has their mean.
    ranks = [under + (hands + 1) / 2 for under, hands in zip(below, published, strict=True)]
    assert classes.published_mid_rank.tolist() == ranks
    deals = [round(value * DEALS) for value in classes.value]
    won = sum(
        number * hands * ((one > two) + (one == two) / 2)
        for one, number in enumerate(deals)
        for two, hands in enumerate(published)
    )
    (row,) = table[table.quantity == OUTSCORES].itertuples()
    assert row.value == pytest.approx(won / (DEALS * sum(published)))
    assert row.low < row.value < row.high
    assert row.published == 0.5
