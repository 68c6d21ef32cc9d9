"""Endings in points: elder's remaining points in play less younger's, cards or capot included."""

from typing import NamedTuple

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, SUITS, TRICKS
from piquet_sim.kernel.base.bits import count, highest_bit
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.play_table import PlayTable
from piquet_sim.kernel.base.suit_strings import (
    AFTER_DISCARD,
    AFTER_LOSS,
    AFTER_RENOUNCE,
    AFTER_WIN,
    NO_CHILD,
)
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.perfect.live_pique import (
    after_younger_wins,
    pique_value,
    side_of_cards,
    start_search,
)
from piquet_sim.kernel.perfect.lookup import (
    find_keys,
    position_value,
    string_of_key,
    top_run,
    value_leads,
    with_key,
)

_MOST = 999


class Standing(NamedTuple):
    """What has been won before an ending."""

    leads: int
    """0 elder, 1 younger."""
    elder_tricks: int
    cards: int
    """Cards each that are left."""
    needed: int
    """Points that elder still needs for a pique that is live, else 0."""


@inline_kernel
def _points_to_come(laws, standing, value):
    # From s of the player on lead to elder's points less younger's: the sum of the tricks, half
    # a point for who leads first and for who wins the last, and the cards or capot.
    elder_value = value
    if standing.leads:
        elder_value = 2 * standing.cards + 1 - value
    tricks, last = elder_value >> 1, elder_value & 1
    points = 2 * tricks - standing.cards + last - standing.leads
    won = standing.elder_tricks + tricks
    if won == TRICKS:
        return points + laws.capot
    if won == 0:
        return points - laws.capot
    return points + laws.cards * side_of_cards(won)


@kernel
def _value_live_lead(laws, table, memory, standing, keys, suit, run):
    # Of a lead while a pique is live: elder has won every trick so far.
    bonuses = (laws.cards, laws.capot, laws.pique)
    level, needed = standing.cards, standing.needed
    string = string_of_key(keys[suit])
    counted = TRICKS - level  # points of the leads before
    value = _MOST
    if AFTER_RENOUNCE[string] != NO_CHILD:
        left = with_key(keys, suit, AFTER_RENOUNCE[string])
        for thrown in range(SUITS):
            after = AFTER_DISCARD[string_of_key(keys[thrown])]
            if thrown != suit and after != NO_CHILD:
                child = with_key(left, thrown, after)
                reached = _value_live(table, bonuses, level - 1, child, needed - 1, memory)
                value = min(value, reached)
        return value - counted
    wins, loses = AFTER_WIN[string, run], AFTER_LOSS[string, run]
    if wins:
        value = after_younger_wins(table, bonuses, level, suit, wins, keys)
        value += laws.pique if needed == 1 else 0
    if loses:
        child = with_key(keys, suit, loses)
        value = min(value, _value_live(table, bonuses, level - 1, child, needed - 1, memory))
    return value - counted


@kernel
def _value_live(table, bonuses, level, keys, needed, memory):
    # As `pique_value`; with the thirty reached the bonus is certain.
    if needed == 0:
        free = (bonuses[0], bonuses[1], 0)
        return bonuses[2] + pique_value(table, free, level, keys, 1, -_MOST, _MOST, memory)
    return pique_value(table, bonuses, level, keys, needed, -_MOST, _MOST, memory)


@kernel
def value_ending_leads(laws, table, memory, standing, elder, younger, values):
    """Values of all cards that may be led in an ending.

    Parameters
    ----------
    laws : Laws
    table : PlayTable
    memory : int64 array
        From `pique.new_memory`.
    standing : Standing
    elder, younger : int64
    values : int64 array of 64
        Filled at the bits of the cards of the player on lead: elder's remaining points less
        younger's if that card is led, a pique to come included.

    Returns
    -------
    int64
        Tricks that elder wins of those left, no heed being paid to a pique.
    """
    table = PlayTable(borrow(table.values), borrow(table.starts))
    memory = borrow(memory)
    own, other = (younger, elder) if standing.leads else (elder, younger)
    best = value_leads(table, standing.cards, own, other, values)
    tricks = best >> 1
    if standing.leads:
        tricks = (2 * standing.cards + 1 - best) >> 1
    start_search(memory)
    keys = find_keys(own, other)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        mine, theirs = own >> shift & LANE_MASK, other >> shift & LANE_MASK
        run = 0
        while mine:
            cards = top_run(mine, theirs)
            if standing.needed:
                value = _value_live_lead(laws, table, memory, standing, keys, suit, run)
            else:
                value = _points_to_come(laws, standing, values[shift + highest_bit(cards)])
            mine ^= cards
            while cards:
                values[shift + highest_bit(cards)] = value
                cards ^= 1 << highest_bit(cards)
            run += 1
    return tricks


@kernel
def value_endings(laws, table, elder, younger, leads, elder_tricks, values):
    """Values of many endings, no pique being live; arrays of one length."""
    table = PlayTable(borrow(table.values), borrow(table.starts))
    for place in range(elder.shape[0]):
        cards = count(elder[place])
        own, other = elder[place], younger[place]
        if leads[place]:
            own, other = other, own
        standing = Standing(leads[place], elder_tricks[place], cards, 0)
        value = position_value(table, cards, own, other)
        values[place] = _points_to_come(laws, standing, value)
