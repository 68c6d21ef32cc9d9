"""Deals that are staged: cards laid out, decisions told beforehand, a player shown the other hand.

Studies ask what a decision or a piece of knowledge is worth. They play such deals by the same
engine with the same players; around the policies lies something that sees the whole card table and
answers what was told beforehand, or shows a player the other hand. It belongs to the staging and
not to a player: a `Strategy` has policies of views and nothing else, and none is made here.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numba import carray, int64, types
from numba.extending import intrinsic

from piquet_sim.deals.illegal_decisions import read_fault
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.batch.batch import (
    new_tally_arrays,
    new_workspace,
    play_other_deals,
    play_usual_deals,
)
from piquet_sim.kernel.batch.rubicon_like import is_usual
from piquet_sim.kernel.compile import (
    IS_COMPILED,
    compile_now,
    compile_policy,
    find_entry,
    inline_kernel,
)
from piquet_sim.kernel.deal.deal import Player
from piquet_sim.kernel.deal.deal_state import PLAYS, SEEN, TABLE_SIZE, VIEW_AT, MatchState, at_seat
from piquet_sim.kernel.deal.decisions import CALLS_EVERYTHING
from piquet_sim.kernel.deal.declarations import CLASS_COUNT
from piquet_sim.kernel.deal.handover import find_place, store_tuple
from piquet_sim.kernel.deal.holdings import POINT, SET
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.views import (
    ANSWER,
    LONGEST_VIEW,
    READERS,
    SEAT_COUNT,
    CallView,
    DiscardView,
    PlayView,
)

OWN = -1
"""In a script: the player decides."""


class ScriptPlaces(NamedTuple):
    """Where the decisions of a deal stand in its script."""

    discards: int
    """Of elder and younger."""
    calls: int
    """Of elder in each class, then of younger."""
    plays: int
    """The cards in the order in which they fall."""
    size: int


_CALLS_AT = SEAT_COUNT
_PLAYS_AT = _CALLS_AT + SEAT_COUNT * CLASS_COUNT
SCRIPT = ScriptPlaces(0, _CALLS_AT, _PLAYS_AT, _PLAYS_AT + PLAYS)

_FIRST_AT = TABLE_SIZE
_SCRIPTS_AT = TABLE_SIZE + 1
"""Behind the card table lie the index of the first deal, and the scripts where there are any."""

_read_discard, _read_call, _read_play = map(READERS.get, (DiscardView, CallView, PlayView))

if IS_COMPILED:
    _ANY_LENGTH = 1 << 30
    _BYTES = np.dtype(np.int64).itemsize

    @intrinsic
    def _point_to(typing_context, address):
        def emit(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

        return types.voidptr(int64), emit

    @inline_kernel
    def _find_table(place, at):
        # The card table on which a view lies at a place.
        return carray(_point_to(place - _BYTES * at), (_ANY_LENGTH,), np.int64)

else:

    def _find_table(place, at):
        return place.base


@inline_kernel
def _read_script(table, at):
    # What the script of the deal in hand says; the table still has the index of the one before.
    deal = table[AT.index] + 1 - table[_FIRST_AT]
    return table[_SCRIPTS_AT + deal * SCRIPT.size + at]


def _tell_discard(ask: Callable) -> Callable:
    def discard(place):
        seat = _read_discard(place).seat
        told = _read_script(_find_table(place, VIEW_AT), SCRIPT.discards + seat)
        return ask(place) if told == OWN else told

    return discard


def _tell_call(ask: Callable) -> Callable:
    def call(place):
        view = _read_call(place)
        if view.kind < POINT or view.kind > SET:
            return ask(place)
        at = SCRIPT.calls + CLASS_COUNT * view.seat + view.kind - POINT
        told = _read_script(_find_table(place, VIEW_AT), at)
        return ask(place) if told == OWN else told

    return call


def _tell_card(ask: Callable) -> Callable:
    def play(place):
        view = _read_play(place)
        fallen = count(view.played | view.opponent_played)
        told = _read_script(_find_table(place, at_seat(view.seat)), SCRIPT.plays + fallen)
        return ask(place) if told == OWN else told

    return play


def _show_hand(ask: Callable) -> Callable:
    def play(place):
        view = _read_play(place)
        table = _find_table(place, at_seat(view.seat))
        hand = table[at_seat(1 - view.seat) + SEEN.hand]
        room = scratch(LONGEST_VIEW)
        store_tuple(room, 0, view)
        room[SEEN.opponent_may_hold] = hand
        room[SEEN.opponent_holds] = hand
        return ask(find_place(room, 0))

    return play


@cache
def _surround(ask: Callable, around: Callable) -> Callable:
    # Made for this process: what it is made of may be anybody's policy.
    made = compile_policy(around(ask), ANSWER, is_kept=False)
    if IS_COMPILED:
        compile_now(made)
    return made


def _follow_script(player: Player) -> Player:
    return Player(
        player.traits & ~CALLS_EVERYTHING,  # else it would not be asked
        _surround(player.discard, _tell_discard),
        _surround(player.call, _tell_call),
        _surround(player.play, _tell_card),
    )


def _see_hand(player: Player) -> Player:
    return player._replace(play=_surround(player.play, _show_hand))


def new_scripts(deals: int) -> np.ndarray:
    """Scripts in which the players decide everything: int64[deal, place], see `SCRIPT`."""
    return np.full((deals, SCRIPT.size), OWN, np.int64)


class Stage:
    """A simulation whose deals are staged.

    Parameters
    ----------
    simulation : Simulation
        A condition is left out of account.
    first_sees : bool
        In the play the strategy named first is shown the other hand: its view says that the
        opponent may hold, and certainly holds, the cards that they do hold. A player who plays by
        hands that the opponent can hold then finds this one.
    has_scripts : bool
        The decisions of both come from scripts where these have any.

    Examples
    --------
    >>> stage = Stage(Simulation("club", "club"), first_sees=True)
    >>> len(stage.play(0, 10))
    10
    """

    def __init__(
        self, simulation: Simulation, first_sees: bool = False, has_scripts: bool = False
    ) -> None:
        self.simulation = replace(simulation, given=None)
        sitting = self.simulation.sit_down()
        first, second = Player(*sitting.first), Player(*sitting.second)
        if first_sees:
            first = _see_hand(first)
        if has_scripts:
            first, second = _follow_script(first), _follow_script(second)
        self._players = {"first": tuple(first), "second": tuple(second)}

    def play(
        self,
        first: int,
        units: int,
        scripts: np.ndarray | None = None,
        dealt: np.ndarray | None = None,
    ) -> np.ndarray:
        """Play a range of units.

        Parameters
        ----------
        first, units : int
            Number of the first unit and how many: deals, or pairs if mirrored. Cards and luck are
            those of the simulation.
        scripts : int64 array, shape (deals, SCRIPT.size), optional
            What is decided beforehand; needed where the stage has scripts.
        dealt : int64 array, shape (units, 3), optional
            Other cards: elder's hand, younger's, and the order of the stock (`dealing.Cards`).

        Returns
        -------
        ndarray
            The records, of `RECORD_DTYPE`.

        Raises
        ------
        IllegalDecision
            If a strategy, or a script, gives an illegal answer.
        """
        simulation = self.simulation
        deals = simulation.deals_per_unit
        rows = np.zeros((units * deals, len(COLUMNS)), np.int64)
        told = np.zeros(0, np.int64) if scripts is None else scripts.reshape(-1)
        table = np.concatenate([np.zeros(_SCRIPTS_AT, np.int64), told])
        table[_FIRST_AT] = first * deals
        table[AT.index] = first * deals - 1
        sitting = simulation.sit_down()._replace(**self._players)
        done = find_entry(play_usual_deals if is_usual(sitting.laws) else play_other_deals)(
            tuple(sitting),
            MatchState(0, 0, 0),
            simulation.seed,
            first,
            units,
            int(simulation.mirrored),
            0,
            np.zeros((0, 3), np.int64) if dealt is None else np.ascontiguousarray(dealt),
            new_workspace()._replace(table=table),
            new_tally_arrays(),
            rows,
        )
        if done < units:
            players = (simulation.elder, simulation.younger)
            index = (first + done) * deals + int(table[AT.mirrored])
            raise read_fault(table, players, simulation.seed, index)
        records = np.empty(len(rows), RECORD_DTYPE)
        for place, column in enumerate(COLUMNS):
            records[column.name] = rows[:, place]
        return records
