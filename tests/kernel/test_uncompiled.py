"""The kernels as plain Python: the same deals, and no warning."""

import json

import pytest
from specimens import PAIRS, run_uncompiled
from uncompiled_deals import count_exactly, play_all, play_codes, play_strong

from piquet_sim.kernel.base._jit import IS_COMPILED

DEALS = 60


@pytest.fixture(scope="module")
def uncompiled_deals():
    """Deals of all pairs, from one process."""
    return json.loads(run_uncompiled("uncompiled_deals.py", "deals", DEALS))


@pytest.mark.parametrize("place", range(len(PAIRS)), ids=["-".join(pair) for pair in PAIRS])
def test_uncompiled__plays_the_same_deals(uncompiled_deals, place):
    assert IS_COMPILED
    uncompiled = uncompiled_deals[place]
    assert len(uncompiled) == DEALS
    assert uncompiled == play_all(place, DEALS)
    assert len({tuple(record) for record in uncompiled}) == DEALS


def test_uncompiled__counts_the_same():
    """Perfect play, the census and the odds of the draw; the table is read from its file."""
    compiled = json.loads(json.dumps(count_exactly()))
    uncompiled = json.loads(run_uncompiled("uncompiled_deals.py", "exact"))
    assert uncompiled == compiled
    assert len(uncompiled["table"]) > 500


def test_uncompiled__strong_players_decide_the_same():
    compiled = play_strong()
    assert json.loads(run_uncompiled("uncompiled_deals.py", "strong")) == compiled


def test_uncompiled__plays_every_code_alike():
    compiled = play_codes()
    assert json.loads(run_uncompiled("uncompiled_deals.py", "codes")) == compiled
    assert len(compiled) > 100
