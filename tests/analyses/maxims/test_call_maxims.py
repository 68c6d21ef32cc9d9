"""Maxims on calling: how calls are tried.

Covers `analyses.maxims.call_trial`.
"""

import pytest

from analyses.maxims.call_trial import find_deals, read_calling, try_blanche, try_call_maxims
from analyses.maxims.maxim import find_maxim
from analyses.maxims.trial import FOLLOW, OWN
from piquet_sim import Simulation
from piquet_sim.deals.deal import margin
from piquet_sim.exact.census import carte_blanche_probability

CLUBS = Simulation("club", "club")


def test_trial__of_the_own_calls_is_the_deal_as_it_was_played():
    rule, records = find_maxim("CAV-C09"), CLUBS.record_units(0, 600)
    found = find_deals({"elder": [rule]}, CLUBS, 600, 20, 2)["elder"]
    (tried,) = try_call_maxims(found, CLUBS, 2)
    follow, against = rule.sides(read_calling(records, "elder"))
    played = margin(records, "elder")[(follow != against).any(axis=1)][:20]
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
