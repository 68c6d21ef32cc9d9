"""What given discards of many hands are worth, and what each card is worth in many views.

Discards are reckoned by what was learned and what their draws come to, cards over all hands that
the opponent can hold. There calls can be left out of account: then the opponent may hold any hand
that agrees with the cards, and cards that were called or shown are no surer than others.
"""

from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import find_place, inline_kernel, kernel
from piquet_sim.kernel.deal.learned_blocks import find_block
from piquet_sim.kernel.deal.tricks import suit_of
from piquet_sim.kernel.deal.views import READERS, PlayView
from piquet_sim.kernel.opponent.hand_lists import (
    FEW_HANDS,
    MANY_IMAGINED,
    MOST_HANDS,
    choose_weighed_hands,
)
from piquet_sim.kernel.opponent.knowledge import ANYTHING, Knowledge, know_opponent
from piquet_sim.kernel.players.card_values import CARD_PLACES, find_tried, pick_card, pique_needs
from piquet_sim.kernel.players.discard_values import ENTRIES, UNIT, sum_entries, taken_entry
from piquet_sim.kernel.players.short_lists import AMOUNTS, DRAWS, reckon_discards, weigh_amounts
from piquet_sim.kernel.players.world_values import MOST_TOGETHER, add_hands, add_hands_live
from piquet_sim.kernel.shelf import scratch, shelf_play_table

_LAWS = RUBICON.laws()
_TRIES = 2_400
_read_play = READERS[PlayView]
_ROOM = 600
"""For what is counted of as many as a hundred discards of a hand."""
MOST_RATED = _ROOM // AMOUNTS
"""Discards of a hand at most."""


@kernel
def rate_discards(laws, entries, seat, hands, tooks, discards, worths):
    """Reckon what discards are worth, in UNIT parts of a point.

    Parameters
    ----------
    laws : Laws
    entries : int64 array
        What was learned.
    seat : int64
    hands, tooks : int64 array
        What was dealt, and how many cards elder exchanged; -1 where the seat is elder.
    discards, worths : int64 array, shape (hands, choices)
        At most MOST_RATED choices.
    """
    amounts = scratch(_ROOM)
    for place in range(hands.shape[0]):
        hand, took = hands[place], tooks[place]
        reckon_discards(laws, hand, took, discards.shape[1], discards[place], amounts)
        for choice in range(discards.shape[1]):
            thrown = discards[place, choice]
            entry = sum_entries(entries, seat * ENTRIES, hand, hand ^ thrown)
            entry += entries[seat * ENTRIES + taken_entry(took, count(thrown))]
            worth = weigh_amounts(entries, seat, entry, amounts, choice)
            worths[place, choice] = worth // (UNIT * DRAWS.shape[0])


@inline_kernel
def _know_without_calls(view):
    known = know_opponent(_LAWS, view)
    return Knowledge(
        0,
        known.pool | known.held,
        known.wanted + count(known.held),
        known.played,
        known.unseen,
        0,
        ANYTHING,
        0,
        ANYTHING,
        0,
        ANYTHING,
        known.opponent_dealt,
        known.kept,
    )


@inline_kernel
def _list_hands(view, knowledge, wanted, hands, weights):
    # Some are imagined where one of the two sank something, or there is no room for all.
    return choose_weighed_hands(
        _LAWS,
        view,
        knowledge,
        find_block(view, 0),
        wanted,
        MANY_IMAGINED,
        _TRIES,
        scratch(0),
        hands,
        weights,
    )


@inline_kernel
def _add_worths(view, found, hands, weights, tried, worths):
    worths[:] = 0
    table, needed = shelf_play_table(), pique_needs(view)
    if needed:
        add_hands_live(_LAWS, view, table, found, hands, weights, tried, needed, worths, 0)
        return
    for first in range(0, found, MOST_TOGETHER):
        some = min(MOST_TOGETHER, found - first)
        add_hands(view, table, some, hands[first:], weights[first:], tried, worths, 0)


@kernel
def rate_views(views, width, rated):
    """Write down what each legal card makes, by the place of its bit.

    Parameters
    ----------
    views : int64 array
        The views one after the other, the fields of a `PlayView` first.
    width : int64
        Numbers of each.
    rated : float64 array, shape (views, CARD_PLACES)
    """
    hands, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
    worths = scratch(CARD_PLACES)
    for row in range(rated.shape[0]):
        view = _read_play(find_place(views, row * width))
        tried = find_tried(view)
        found = _list_hands(view, know_opponent(_LAWS, view), MOST_HANDS, hands, weights)
        _add_worths(view, found, hands, weights, tried, worths)
        total = weights[:found].sum()
        # A card is as good as the one tried that touches it, which is higher.
        left, suit, worth = view.legal, 0, 0.0
        while left:
            place = highest_bit(left)
            card = 1 << place
            left ^= card
            if tried & card:
                suit, worth = suit_of(card), worths[place] / total
            if suit & card:
                rated[row, place] = worth


def play_unheeding(view: PlayView) -> int:
    """The card of the best mean over hands that agree with the cards seen, calls left aside."""
    tried = find_tried(view)
    worths = scratch(CARD_PLACES)
    if tried & (tried - 1):
        hands, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
        found = _list_hands(view, _know_without_calls(view), FEW_HANDS, hands, weights)
        _add_worths(view, found, hands, weights, tried, worths)
    return pick_card(view, tried, worths)
