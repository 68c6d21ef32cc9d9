"""Players whom the engine asks without a pointer: it prepares only what they read."""

from math import comb

import numpy as np

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.bits import count, deposit
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.players.club import play_as_club, throw_as_club
from piquet_sim.kernel.random import random_below

CLUB, RANDOM = 1, 2
_OF_RANDOM = {"piquet_sim.strategies.random": RANDOM}
_OF_BOTH = {"piquet_sim.strategies.club": CLUB, **_OF_RANDOM}
NUMBERS = (_OF_BOTH, _OF_RANDOM, _OF_BOTH)
"""For discards, calls and cards: by the module of a policy the number by which it is asked for; all
others have a pointer."""

_MOST = 8
# All choices of up to eight of twelve cards, by size; _FIRST[k] is where those of k cards start.
_CHOICES = np.array(
    sorted((choice for choice in range(1 << HAND_CARDS)), key=lambda choice: choice.bit_count()),
    np.int16,
)
_FIRST = np.cumsum([0] + [comb(HAND_CARDS, cards) for cards in range(_MOST + 1)])


@inline_kernel
def throw_at_random(hand, least, most, luck):
    """Any legal discard, each as likely as any other."""
    first = _FIRST[least]
    choices = _FIRST[most + 1] - first
    return deposit(np.int64(_CHOICES[first + random_below(luck, choices)]), hand)


@inline_kernel
def call_at_random(kind, best, luck):
    """The best or nothing, with even chances; left cards are likewise faced or not."""
    return random_below(luck, 2) * max(best, 1 if kind == 4 else 0)


@inline_kernel
def play_at_random(legal, luck):
    """Any legal card, each as likely as any other."""
    return deposit(1 << random_below(luck, count(legal)), legal)


@inline_kernel
def throw_directly(number, laws, view):
    """The discard of a player of some number, from a `DiscardView`."""
    if number == CLUB:
        return throw_as_club(
            view.seat, view.hand, view.least, view.most, laws.across, laws.point_scores
        )
    return throw_at_random(view.hand, view.least, view.most, view.luck)


@inline_kernel
def play_directly(number, hand, against, tricks, led, legal, luck):
    """The card of a player of some number; parameters are fields of a `PlayView`."""
    if number == CLUB:
        return play_as_club(hand, against, tricks, led, legal)
    return play_at_random(legal, luck)
