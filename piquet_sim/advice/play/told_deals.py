"""Deals in which both exchanges and one seat's calls are told; the players decide the rest.

What is told lies behind the card table, as in `deals.staged_deals`. Here nobody is asked where
something is told, so that the two policies need no player and are compiled once and for all.
"""

from dataclasses import replace

import numpy as np

from piquet_sim.deals.illegal_decisions import read_fault
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.deals.staged_deals import _FIRST_AT, _SCRIPTS_AT, SCRIPT, _find_table, _read_script
from piquet_sim.kernel.base._jit import IS_COMPILED, compile_now, compile_policy, find_entry
from piquet_sim.kernel.batch.batch import (
    new_tally_arrays,
    new_workspace,
    play_other_deals,
    play_usual_deals,
)
from piquet_sim.kernel.batch.rubicon_like import is_usual
from piquet_sim.kernel.deal.deal import Player
from piquet_sim.kernel.deal.deal_state import VIEW_AT, MatchState
from piquet_sim.kernel.deal.decisions import HEEDS_SCORE
from piquet_sim.kernel.deal.declarations import CLASS_COUNT
from piquet_sim.kernel.deal.holdings import POINT, SET
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.views import ANSWER, READERS, CallView, DiscardView
from piquet_sim.ordered_threads import play_in_order

_read_discard, _read_call = map(READERS.get, (DiscardView, CallView))

_BATCH = 64


def _tell_discard(place):
    seat = _read_discard(place).seat
    return _read_script(_find_table(place, VIEW_AT), SCRIPT.discards + seat)


def _tell_call(place):
    view = _read_call(place)
    if view.kind < POINT or view.kind > SET:
        return view.best
    at = SCRIPT.calls + CLASS_COUNT * view.seat + view.kind - POINT
    return _read_script(_find_table(place, VIEW_AT), at)


_discard = compile_policy(_tell_discard, ANSWER, is_kept=True)
_call = compile_policy(_tell_call, ANSWER, is_kept=True)


def play_told_deals(
    simulation: Simulation, seat: int, dealt: np.ndarray, scripts: np.ndarray, threads: int
) -> np.ndarray:
    """Play deals with given cards, discards and calls of a seat.

    Parameters
    ----------
    simulation : Simulation
        Rules, seed and players; the other seat calls, and both play, as they do.
    seat : int
        Whose calls are told: 0 elder, 1 younger. A carte blanche is announced.
    dealt : int64 array, shape (deals, 3)
        Elder's hand, younger's, and the order of the stock (`dealing.Cards`).
    scripts : int64 array, shape (deals, SCRIPT.size)
        Both discards, and the seat's three calls; the rest is not read.
    threads : int
        The deals do not depend on it.

    Returns
    -------
    ndarray
        The records, of `RECORD_DTYPE`.

    Raises
    ------
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    if IS_COMPILED:
        compile_now(_discard, _call)
    simulation = replace(simulation, given=None)
    sitting = simulation.sit_down()
    seated = (sitting.first, sitting.second)
    players = [Player(*player)._replace(discard=_discard) for player in seated]
    players[seat] = players[seat]._replace(traits=players[seat].traits & HEEDS_SCORE, call=_call)
    sitting = sitting._replace(first=tuple(players[0]), second=tuple(players[1]))
    play = find_entry(play_usual_deals if is_usual(sitting.laws) else play_other_deals)

    def work(first: int) -> np.ndarray:
        deals = min(_BATCH, len(dealt) - first)
        rows = np.zeros((deals, len(COLUMNS)), np.int64)
        mine = scripts[first : first + deals].reshape(-1)
        table = np.concatenate([np.zeros(_SCRIPTS_AT, np.int64), mine])
        table[_FIRST_AT] = first
        table[AT.index] = first - 1
        done = play(
            tuple(sitting), MatchState(0, 0, 0), simulation.seed, first, deals, 0, 0,
            np.ascontiguousarray(dealt[first : first + deals]),
            new_workspace()._replace(table=table), new_tally_arrays(), rows,
        )  # fmt: skip
        if done < deals:
            named = (simulation.elder, simulation.younger)
            raise read_fault(table, named, simulation.seed, first + done)
        return rows

    rows = np.concatenate(list(play_in_order(work, range(0, len(dealt), _BATCH), threads)))
    records = np.empty(len(rows), RECORD_DTYPE)
    for place, column in enumerate(COLUMNS):
        records[column.name] = rows[:, place]
    return records
