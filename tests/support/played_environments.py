"""Strategies that play in environments, and strategies that keep what the engine asks them."""

from functools import cache

import numpy as np

from piquet_sim.environments.actions import list_actions
from piquet_sim.strategies import CallView, DiscardView, PlayView, Strategy, outside_policy

RANDOM_STEPS = 5_000
"""Steps of random play in the quick suite."""


def ask(strategy, view):
    """A strategy's answer to a view."""
    if isinstance(view, DiscardView):
        return strategy.discard(view)
    return strategy.call(view) if isinstance(view, CallView) else strategy.play(view)


def play_through(games, strategies, watch=lambda game, player, view: None, most=100_000):
    """Let two strategies, by player, decide in a batch without restarts until all games are over.

    Returns the rewards of each game added up, and all steps' rewards in a list.
    """
    waiting = [[] for _ in range(games.games)]
    total, steps = np.zeros((games.games, 2)), []
    for _ in range(most):
        actions = np.zeros(games.games, np.int64)
        live = False
        for game in range(games.games):
            view = games.view(game)
            if view is None:
                continue
            live = True
            if not waiting[game]:
                player = int(games.players[game])
                watch(game, player, view)
                waiting[game] = list_actions(view, ask(strategies[player], view))
            actions[game] = waiting[game].pop(0)
        if not live:
            return total, steps
        steps.append(games.step(actions).rewards)
        total += steps[-1]
    raise AssertionError("the games do not end")


kept: list[tuple[int, tuple]] = []
"""The player and view of each decision that the engine asked for."""


@cache
def keep_views(player):
    """A strategy that decides by what it sees, in many ways, and keeps all views."""

    @outside_policy
    def discard(view: DiscardView) -> int:
        kept.append((player, view))
        return decide(view)

    @outside_policy
    def call(view: CallView) -> int:
        kept.append((player, view))
        return decide(view)

    @outside_policy
    def play(view: PlayView) -> int:
        kept.append((player, view))
        return decide(view)

    return Strategy(f"keeper-{player}", discard=discard, call=call, play=play)


def decide(view):
    """Some legal answer, by the luck of a view."""
    chance = np.random.default_rng(view.luck)
    if isinstance(view, DiscardView):
        cards = pick_cards(view.hand)
        size = int(chance.integers(view.least, view.most + 1))
        return sum(int(one) for one in chance.permutation(np.array(cards))[:size])
    if isinstance(view, CallView):
        return (
            int(chance.integers(2)) if view.kind == 4 else view.best * int(chance.integers(3) > 0)
        )
    return int(chance.choice(np.array(pick_cards(view.legal))))


def pick_cards(hand):
    """The cards of a hand, as masks."""
    return [1 << place for place in range(64) if hand >> place & 1]


class Decider:
    """Decides as the strategies of `keep_views` do, without the engine."""

    discard = call = play = staticmethod(decide)
