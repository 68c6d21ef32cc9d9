"""Endings in points: elder's remaining points in play less younger's, cards or capot included."""

from typing import NamedTuple

from piquet_sim.game.cards import TRICKS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import borrow, inline_kernel, kernel
from piquet_sim.kernel.perfect.live_pique import deal_difference, start_search, value_leads
from piquet_sim.kernel.perfect.lookup import find_lead_outcomes, position_value
from piquet_sim.kernel.play_table import CHANGES_BITS, PlayTable


class Standing(NamedTuple):
    """What has been won before an ending."""

    leads: int
    """0 elder, 1 younger."""
    elder_tricks: int
    needed: int
    """Points that elder still needs for a pique that is live, else 0."""


@inline_kernel
def _value_of_elder(standing, level, value):
    # s for elder, of cards that are worth `value` to the player on lead.
    return 2 * level + 1 - value if standing.leads else value


@inline_kernel
def _points_before(standing, level):
    # What elder has counted more than younger in the tricks before, a lead that is due included.
    return 2 * standing.elder_tricks - (TRICKS - level) + standing.leads


@kernel
def value_ending_leads(laws, table, memory, standing, elder, younger, values):
    """Values of all cards that may be led in an ending.

    Parameters
    ----------
    laws : Laws
    table : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
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
    bonuses, level = (laws.cards, laws.capot, laws.pique), count(elder)
    own, other = (younger, elder) if standing.leads else (elder, younger)
    best = find_lead_outcomes(table, level, own, other, values)
    if standing.needed:
        start_search(memory)
        value_leads(table, bonuses, own, other, own, standing.needed, memory, values)
    while own:
        card = highest_bit(own)
        own ^= 1 << card
        if not standing.needed:
            made = _value_of_elder(standing, level, values[card] >> CHANGES_BITS)
            values[card] = deal_difference(bonuses, 2 * standing.elder_tricks + made)
        values[card] -= _points_before(standing, level)
    return _value_of_elder(standing, level, best) >> 1


@kernel
def value_endings(laws, table, elder, younger, leads, elder_tricks, values):
    """Values of many endings, no pique being live; arrays of one length."""
    table = PlayTable(borrow(table.values), borrow(table.starts))
    bonuses = (laws.cards, laws.capot, laws.pique)
    for place in range(elder.shape[0]):
        standing = Standing(leads[place], elder_tricks[place], 0)
        own, other = elder[place], younger[place]
        if standing.leads:
            own, other = other, own
        level = count(own)
        made = _value_of_elder(standing, level, position_value(table, level, own, other))
        difference = deal_difference(bonuses, 2 * standing.elder_tricks + made)
        values[place] = difference - _points_before(standing, level)
