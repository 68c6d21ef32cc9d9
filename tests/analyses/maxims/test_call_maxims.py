"""Maxims on calling: how calls are tried."""

import pytest

from analyses.maxims.call_trial import find_deals, read_calling, try_blanche, try_call_maxims
from analyses.maxims.maxim import CALL, list_rules
from analyses.maxims.trial import FOLLOW, OWN
from piquet_sim import Simulation
from piquet_sim.exact.census import carte_blanche_probability

RULES = {one.id: one for one in list_rules(CALL)}


CLUBS = Simulation("club", "club")


def try_one(rule, seat, n, wanted, seed=1):
    clubs = Simulation("club", "club", seed=seed)
    (tried,) = try_call_maxims(find_deals({seat: [rule]}, clubs, n, wanted, 2)[seat], clubs, 2)
    return tried


def test_trial__of_the_own_calls_is_the_deal_as_it_was_played():
    tried = try_one(RULES["CAV-C09"], "elder", 600, 20)
    records = CLUBS.record_units(0, 600)
    margins = records["elder_score"].astype(int) - records["younger_score"]
    follow, against = RULES["CAV-C09"].sides(read_calling(records, "elder"))
    played = margins[(follow != against).any(axis=1)][:20]
    assert tried.made[:, OWN].tolist() == played.tolist()
    assert tried.made[:, FOLLOW].tolist() == played.tolist()
    assert (tried.worth > 0).mean() > 0.5
    assert (tried.obeys == 1).all()


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_carte_blanche__that_is_claimed_counts_ten_at_least(seat):
    tried = try_blanche(CLUBS, seat, 60, 2)
    assert tried.worth.mean() > 10
    assert tried.share.exact == carte_blanche_probability()
    assert try_blanche(Simulation("random", "random"), seat, 10, 1) is None
