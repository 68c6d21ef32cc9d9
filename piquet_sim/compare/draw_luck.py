"""The luck of the draw in mirrored pairs of deals, which is taken out of what one player gained.

What it is and why it is nothing on average stands in `kernel.questions.draw_luck`. It is taken out
as it is, with no coefficient: one that is fitted to the deals it is used on would make the error
too small.
"""

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.questions.draw_luck import TALON, find_draw_luck
from piquet_sim.strategies.registry import Strategy


def pays(simulation: Simulation) -> bool:
    """Whether pairs are dear enough for it: who plays takes some ten microseconds a deal or more.

    To count the luck of a deal takes about five. For the pack of 32 and its talon of eight alone.
    """
    rules = simulation.rules
    players = (simulation.elder, simulation.younger)
    return rules.pack == 32 and rules.stock == TALON and any(map(_takes_long, players))


def _takes_long(player: Strategy) -> bool:
    # Who can play to the score is one of those who learned.
    return player.is_slow or player.call_to_score is not None


def find_luck_of_pairs(simulation: Simulation, records: np.ndarray) -> np.ndarray:
    """What the first player owes to the draw in each pair.

    Parameters
    ----------
    simulation : Simulation
        Mirrored.
    records : structured array
        Of whole pairs, as `Simulation.record_units` makes them.

    Returns
    -------
    int64 array, one a pair
        In parts of a point, `kernel.questions.draw_luck.PARTS` to one.
    """
    dealt, discards, hands = (
        np.stack([records[f"{seat}_{what}"].astype(np.int64) for seat in SEATS], axis=1)
        for what in ("dealt", "discard", "hand")
    )
    luck = np.zeros(len(records), np.int64)
    find_draw_luck(simulation.rules.laws(), find_play_table(), dealt, discards, hands, luck)
    return luck[0::2] - luck[1::2]
