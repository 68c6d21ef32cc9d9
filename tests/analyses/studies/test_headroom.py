"""The study of what a player would make who sees what is hidden."""

from math import hypot

import numpy as np
import pytest

from analyses.studies.players import seen_hands
from analyses.studies.players.headroom import STUDY
from piquet_sim import Simulation
from piquet_sim.estimates.luck import DRAW_TAKEN_OUT, PARTS


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


def test_headroom__luck_of_the_draw_leaves_what_seeing_brings(monkeypatch):
    right, experts = seen_hands.find_luck_of_first, Simulation("expert", "club", seed=4)
    asked = []

    def find_off(simulation, deals):
        # The deals as they are played unseen come first, then those of who sees: ten too many.
        asked.append(deals)
        return right(simulation, deals) + 10 * PARTS * (len(asked) % 3 != 1)

    def read(find_luck):
        monkeypatch.setattr(seen_hands, "find_luck_of_first", find_luck)
        return STUDY.answer(experts, 5_000, threads=1).table

    found, plain, wrong = map(read, (right, lambda _, deals: np.zeros(len(deals)), find_off))
    for shown, least in (("the exchange", 1.5), ("both", 1.2)):
        one, other, off = (pick(table, shown) for table in (found, plain, wrong))
        errors = [pick(table, shown, column="se") for table in (found, plain)]
        assert errors[1] ** 2 > least * errors[0] ** 2
        assert abs(one - other) < 4 * hypot(*errors) < abs(off - other)
        assert (found[found.shown == shown].method == DRAW_TAKEN_OUT).all()
    same = [table[table.shown == "the play"].reset_index() for table in (found, plain)]
    assert same[0].equals(same[1])  # the same cards are drawn
