"""Whole deals that strategies play, with each view of the play in which they were asked."""

from dataclasses import replace
from typing import NamedTuple

from piquet_sim import Simulation
from piquet_sim.deals.deal import PlayedDeal
from piquet_sim.kernel.deal.views import PlayView
from piquet_sim.strategies import find_strategy, outside_policy

SEATS = ("elder", "younger")


class Decision(NamedTuple):
    """One card that a seat was asked for, and what it did not see."""

    view: PlayView
    deal: PlayedDeal
    true_hand: int
    """What the opponent really held."""


def play_deals(elder, younger, seed, indices, rules="rubicon"):
    """All decisions of both seats in some deals of a simulation."""
    strategies = [find_strategy(one) for one in (elder, younger)]
    asked = []

    @outside_policy
    def play(view: PlayView) -> int:
        asked.append(view)
        return strategies[view.seat].play(view)

    noted = (replace(strategy, play=play) for strategy in strategies)
    simulation = Simulation(*noted, rules=rules, seed=seed)
    decisions = []
    for index in indices:
        asked.clear()
        deal = simulation.replay_deal(index)
        for view in asked:
            full = deal.record[f"{SEATS[1 - view.seat]}_hand"]
            decisions.append(Decision(view, deal, full & ~view.opponent_played))
    return decisions
