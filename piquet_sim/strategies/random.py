"""Random play: the baseline of every comparison."""

from math import comb

import numpy as np

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.bits import count, deposit
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.kernel.random import random_below
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import ROSTER

_MOST = 8
# All choices of up to eight of twelve cards, by size; _FIRST[k] is where those of k cards start.
_CHOICES = np.array(
    sorted((choice for choice in range(1 << HAND_CARDS)), key=lambda choice: choice.bit_count()),
    np.int16,
)
_FIRST = np.cumsum([0] + [comb(HAND_CARDS, cards) for cards in range(_MOST + 1)])


@policy
def discard(view: DiscardView) -> int:
    """Any legal discard, each as likely as any other."""
    first = _FIRST[view.least]
    choices = _FIRST[view.most + 1] - first
    return deposit(np.int64(_CHOICES[first + random_below(view.luck, choices)]), view.hand)


@policy
def call(view: CallView) -> int:
    """The best or nothing, with even chances; left cards are likewise faced or not."""
    return random_below(view.luck, 2) * max(view.best, 1 if view.kind == 4 else 0)


@policy
def play(view: PlayView) -> int:
    """Any legal card, each as likely as any other."""
    return deposit(1 << random_below(view.luck, count(view.legal)), view.legal)


STRATEGY = Strategy(**ROSTER["random"].describe(), discard=discard, call=call, play=play)
