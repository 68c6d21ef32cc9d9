"""Moments of the play: as strategies were asked, in names of cards, and what a card is worth."""

from collections import namedtuple
from dataclasses import replace
from functools import cache

import numpy as np
from naive_playing import Seen
from naive_worlds import named
from reference_hands import wins
from specimens import LAWS, as_mask

from piquet_sim import Simulation
from piquet_sim.deals.branches import HEARD, lay_out, listen
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.game.cards import format_card, parse_card
from piquet_sim.game.rules import find_rules
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.views import PlayView
from piquet_sim.kernel.opponent.hands import list_hands, weigh_hands
from piquet_sim.kernel.opponent.knowledge import know_opponent
from piquet_sim.strategies import find_strategy, outside_policy
from piquet_sim.strategies.learned import find_learned

Decision = namedtuple("Decision", "view deal true_hand")
"""One card that a seat was asked for, and what it did not see: what the opponent really held."""


def play_deals(elder, younger, seed, indices, rules="rubicon"):
    """All decisions of both seats in some deals of a simulation."""
    strategies = [find_strategy(one) for one in (elder, younger)]
    asked, decisions = [], []

    @outside_policy
    def play(view: PlayView) -> int:
        asked.append(view)
        return strategies[view.seat].play(view)

    simulation = Simulation(
        *(replace(strategy, play=play) for strategy in strategies), rules=rules, seed=seed
    )
    for index in indices:
        asked.clear()
        deal = simulation.replay_deal(index)
        hands = [deal.record[f"{seat}_hand"] for seat in SEATS[::-1]]
        decisions += [
            Decision(view, deal, hands[view.seat] & ~view.opponent_played) for view in asked
        ]
    return decisions


BY_PIPS = find_rules("rubicon").replace(sequence_best_by="pips")


def find_equal_by_pips(simulation, deals):
    """Deals under `BY_PIPS` of whose equal sequences the top cards are not the same ([004])."""
    records = simulation.record_units(0, deals)
    calls = (records[f"{seat}_sequence_call"] for seat in SEATS)
    return np.flatnonzero((records["sequence_result"] == 3) & np.not_equal(*calls)).tolist()


LEARNED = find_learned().lay_out()


def list_and_weigh(view):
    """All hands that the opponent may hold, one by one, and what was learned of their weights."""
    (hands, weights), knowledge = np.zeros((2, 1 << 16), np.int64), know_opponent(LAWS, view)
    found = list_hands(LAWS, knowledge, hands)
    weigh_hands(LEARNED, 1 - view.seat, knowledge, found, hands, weights)
    return hands[:found], weights[:found]


@cache
def worth_by_table(hand, mine, led, card, tricks):
    """The difference still to come, of the kind `naive_inference.Worth`."""
    others, rest = 12 - len(hand) - tricks, hand - {card}
    if led is None:
        ending = Ending(as_mask(hand), as_mask(mine), 0, tricks, others)
        return solve_ending(ending).plays[parse_card(card)]
    won = wins(card, led)
    ending = Ending(as_mask(rest), as_mask(mine), int(not won), tricks + won, others + (not won))
    return won + solve_ending(ending).value


def see(row):
    """A moment in names."""
    view = dict(zip(HEARD, row.tolist(), strict=True))
    seen = ("opponent_may_hold", "opponent_holds", "shown", "discard", "played", "opponent_played")
    answers = ("nobody", "mine", "theirs", "equal")
    return Seen(
        SEATS[view["seat"]],
        named(view["hand"]),
        format_card(view["led"]) if view["led"] else None,
        *(named(view[name]) for name in seen),
        view["tricks"],
        view["opponent_tricks"],
        view["points"],
        view["opponent_points"],
        tuple(answers[view[f"{kind}_result"]] for kind in ("point", "sequence", "set")),
        view["opponent_point"] >> 8,
    )


@cache
def list_moments():
    """Moments of deals by club and at random in which a player had a choice, and many first leads;
    and what is seen in each.
    """
    rows = []
    for player, seed, deals in (("club", 3, 250), ("random", 3, 250), ("club", 5, 3_000)):
        simulation = Simulation(player, player, seed=seed)
        _, heard = listen(simulation, lay_out(simulation, range(deals)))
        rows.append(heard[heard[:, :, HEARD.index("legal")] != 0] if deals == 250 else heard[:, 0])
    rows = np.concatenate(rows)
    return rows, [see(row) for row in rows]
