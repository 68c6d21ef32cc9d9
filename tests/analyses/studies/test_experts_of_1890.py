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
    table, published = study.table, load_table()[seat]
    classes = table[(table.seat == seat) & table.published_mid_rank.notna()]
    assert len(classes) == len(published) == 16
    below = 0
    for place, hands in enumerate(published):
        # Hands of one class would have the ranks from the next on; each has their mean.
        ranks = range(below + 1, below + hands + 1)
        expected = sum(ranks) / hands if hands else below + 0.5
        assert classes.published_mid_rank.iloc[place] == expected
        below += hands
    deals = [round(value * DEALS) for value in classes.value]
    won = sum(
        number * hands * ((one > two) + (one == two) / 2)
        for one, number in enumerate(deals)
        for two, hands in enumerate(published)
    )
    row = table[(table.seat == seat) & (table.quantity == OUTSCORES)].iloc[0]
    assert row.value == pytest.approx(won / (DEALS * sum(published)))
    assert row.low < row.value < row.high
    assert row.published == 0.5
