"""The study of what a player would make who sees what is hidden."""

import pytest

from analyses.studies.players.headroom import STUDY
from piquet_sim import Simulation


@pytest.fixture(scope="module")
def found():
    return STUDY.answer(Simulation("expert", "club", seed=3), 10_000).table


def pick(table, shown, seat="both seats", column="value"):
    return float(table[(table.shown == shown) & (table.seat == seat)][column].iloc[0])


def test_headroom__seats_add_up(found):
    for shown in ("the play", "the exchange", "both"):
        seats = pick(found, shown, "elder") + pick(found, shown, "younger")
        assert pick(found, shown) == pytest.approx(seats)


def test_headroom__seeing_loses_nothing(found):
    for shown in ("the play", "the exchange", "both"):
        for seat in ("elder", "younger", "both seats"):
            assert pick(found, shown, seat) > -3 * pick(found, shown, seat, "se")
    assert pick(found, "both") > 3 * pick(found, "both", column="se")


def test_headroom__who_does_not_look_gains_nothing():
    table = STUDY.answer(Simulation("random", "club", seed=3), 1_000).table
    assert pick(table, "the play") == 0
    assert pick(table, "both") == pick(table, "the exchange")


def test_headroom__is_played_with_one_pair_for_fifty_deals(found):
    assert set(found.n) == {200}
    assert set(found.player) == {"expert"}
