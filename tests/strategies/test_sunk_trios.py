"""Which trios the strong players keep to themselves, and that this costs them nothing."""

import random
from collections import Counter

import naive_worlds
import pytest
from specimens import PACK, as_mask

from piquet_sim.kernel.deal.holdings import POINT, SEQUENCE, SET
from piquet_sim.kernel.deal.views import CallView
from piquet_sim.strategies import find_strategy

KINDS = {POINT: "point", SEQUENCE: "sequence", SET: "set"}
EMPTY = CallView(*([0] * len(CallView._fields)))


def _views(seat, count):
    # Twelve cards and what was thrown, at random, with what would be called of each class.
    chance = random.Random(3)
    for _ in range(count):
        cards = chance.sample(PACK, 17)
        best = naive_worlds.best_calls(frozenset(cards[:12]))
        for kind, name in KINDS.items():
            view = EMPTY._replace(
                seat=seat, kind=kind, best=best[name], hand=as_mask(cards[:12]),
                dealt=as_mask(cards[5:]), discard=as_mask(cards[12:]), took=5, opponent_took=3,
            )  # fmt: skip
            yield view, frozenset(cards)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("player", ["expert", "master", "expert+score"])
def test_trios__that_younger_may_better_are_sunk_by_elder_and_nothing_else(player, seat):
    call, trios = find_strategy(player).call, Counter()
    for view, seen in _views(seat, 400):
        is_sunk = seat == 0 and naive_worlds.may_be_sunk(view.best, frozenset(PACK) - seen)
        keeps = view.kind == SET and is_sunk
        assert call(view) == (0 if keeps else view.best), view
        trios[keeps] += view.kind == SET and view.best > 0
    assert min(trios.values()) >= 20
