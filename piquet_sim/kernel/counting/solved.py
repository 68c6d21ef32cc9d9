"""Positions solved in a loop, so that the benchmark measures the work and not its calling."""

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.play_table import PlayTable
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.perfect.live_pique import pique_value, start_search
from piquet_sim.kernel.perfect.lookup import find_keys, position_value, value_leads

_MOST = 999
_BONUSES = (10, 40, 30)


@kernel
def sum_values(table, elder, younger):
    """The sum of the values of whole hands, elder leading."""
    table = PlayTable(borrow(table.values), borrow(table.starts))
    total = 0
    for place in range(elder.shape[0]):
        total += position_value(table, HAND_CARDS, elder[place], younger[place])
    return total


@kernel
def sum_leads(table, elder, younger, values):
    """The same by the values of all leads; `values` is room for 64 integers."""
    table = PlayTable(borrow(table.values), borrow(table.starts))
    values = borrow(values)
    total = 0
    for place in range(elder.shape[0]):
        total += value_leads(table, HAND_CARDS, elder[place], younger[place], values)
    return total


@kernel
def sum_live(table, elder, younger, memory):
    """The sum of values with a live pique: 3 to 13 points needed, in turn."""
    table = PlayTable(borrow(table.values), borrow(table.starts))
    memory = borrow(memory)
    total = 0
    for place in range(elder.shape[0]):
        start_search(memory)
        keys = find_keys(elder[place], younger[place])
        needed = 3 + place % 11
        total += pique_value(table, _BONUSES, HAND_CARDS, keys, needed, -_MOST, _MOST, memory)
    return total
