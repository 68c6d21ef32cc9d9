"""Stages for deals with decisions told or a hand shown, for which nothing need be compiled.

`staged_deals` puts a layer around each policy, and compiles it with the policy inside: half a
minute in each process for a player who imagines hands. Here the layers are compiled once and kept;
which policies they ask, they read behind the card table, where the scripts lie, too. Where nothing
is compiled the stage is that of `staged_deals`.
"""

from collections.abc import Callable

import numpy as np
from llvmlite import ir
from numba import int64
from numba.extending import intrinsic

from piquet_sim.deals import staged_deals
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.staged_deals import (
    _FIRST_AT,
    _SCRIPTS_AT,
    OWN,
    SCRIPT,
    _find_table,
    new_scripts,
)
from piquet_sim.kernel.base._jit import IS_COMPILED, compile_policy, find_entry, inline_kernel
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.deal.deal import Player
from piquet_sim.kernel.deal.deal_state import SEEN, VIEW_AT, at_seat
from piquet_sim.kernel.deal.decisions import CALLS_EVERYTHING
from piquet_sim.kernel.deal.declarations import CLASS_COUNT
from piquet_sim.kernel.deal.handover import find_place, store_tuple
from piquet_sim.kernel.deal.holdings import POINT, SET
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.views import (
    ANSWER,
    LONGEST_VIEW,
    READERS,
    CallView,
    DiscardView,
    PlayView,
)

__all__ = ["OWN", "SCRIPT", "Stage", "new_scripts"]

# Before the scripts lies a row with the places of the policies: of the player named first, then of
# the other, what is asked for a discard, a call and a card, and who is asked with the hand shown.
_DISCARD, _CALL, _PLAY, _SHOWN, _ASKED = range(5)

_read_discard, _read_call, _read_play = map(READERS.get, (DiscardView, CallView, PlayView))


@intrinsic
def _call_at(typing_context, address, place):
    def emit(context, builder, signature, arguments):
        word = ir.IntType(64)
        policy = ir.FunctionType(word, [word]).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], policy), [arguments[1]])

    return int64(int64, int64), emit


@inline_kernel
def _read_script(table, at):
    # The table still has the index of the deal before, and a row lies before the scripts.
    row = table[AT.index] + 2 - table[_FIRST_AT]
    return table[_SCRIPTS_AT + row * SCRIPT.size + at]


@inline_kernel
def _ask(table, player, what, place):
    return _call_at(table[_SCRIPTS_AT + player * _ASKED + what], place)


@inline_kernel
def _discard(place, player):
    table = _find_table(place, VIEW_AT)
    told = _read_script(table, SCRIPT.discards + _read_discard(place).seat)
    return _ask(table, player, _DISCARD, place) if told == OWN else told


@inline_kernel
def _call(place, player):
    view, table = _read_call(place), _find_table(place, VIEW_AT)
    told = OWN
    if POINT <= view.kind <= SET:
        at = SCRIPT.calls + CLASS_COUNT * view.seat + view.kind - POINT
        told = _read_script(table, at)
    return _ask(table, player, _CALL, place) if told == OWN else told


@inline_kernel
def _play(place, player):
    view = _read_play(place)
    table = _find_table(place, at_seat(view.seat))
    told = _read_script(table, SCRIPT.plays + count(view.played | view.opponent_played))
    return _ask(table, player, _PLAY, place) if told == OWN else told


def _discard_first(place):
    return _discard(place, 0)


def _discard_second(place):
    return _discard(place, 1)


def _call_first(place):
    return _call(place, 0)


def _call_second(place):
    return _call(place, 1)


def _play_first(place):
    return _play(place, 0)


def _play_second(place):
    return _play(place, 1)


def _play_seeing(place):
    # The player named first is asked with the other hand for what the opponent certainly holds.
    view = _read_play(place)
    table = _find_table(place, at_seat(view.seat))
    hand = table[at_seat(1 - view.seat) + SEEN.hand]
    room = scratch(LONGEST_VIEW)
    store_tuple(room, 0, view)
    room[SEEN.opponent_may_hold] = hand
    room[SEEN.opponent_holds] = hand
    return _ask(table, 0, _SHOWN, find_place(room, 0))


def _keep(policy: Callable) -> Callable:
    return compile_policy(policy, ANSWER, is_kept=True)


if IS_COMPILED:
    _TELLING = tuple(
        tuple(_keep(policy) for policy in policies)
        for policies in (
            (_discard_first, _call_first, _play_first),
            (_discard_second, _call_second, _play_second),
        )
    )
    _SEEING = _keep(_play_seeing)


def _locate(policy: Callable) -> int:
    # Where the compiled code of a policy lies in memory.
    find_entry(policy)
    (compiled,) = policy.overloads.values()
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)


class Stage(staged_deals.Stage):
    """A simulation whose deals are staged; see `staged_deals.Stage`.

    Examples
    --------
    >>> stage = Stage(Simulation("club", "club"), first_sees=True)
    >>> len(stage.play(0, 10))
    10
    """

    def __init__(
        self, simulation: Simulation, first_sees: bool = False, has_scripts: bool = False
    ) -> None:
        layers = (first_sees, has_scripts)
        super().__init__(simulation, *((False, False) if IS_COMPILED else layers))
        self._asked = np.zeros((1, SCRIPT.size), np.int64)
        if IS_COMPILED:
            self._put_between(*layers)

    def _put_between(self, first_sees: bool, has_scripts: bool) -> None:
        players = {}
        for number, (name, asked) in enumerate(self._players.items()):
            player, row = Player(*asked), number * _ASKED
            if first_sees and number == 0:
                self._asked[0, row + _SHOWN] = _locate(player.play)
                find_entry(_SEEING)
                player = player._replace(play=_SEEING)
            if has_scripts:
                asks = (player.discard, player.call, player.play)
                self._asked[0, row : row + _SHOWN] = [_locate(policy) for policy in asks]
                telling = _TELLING[number]
                for policy in telling:
                    find_entry(policy)
                # Who is known to call everything would not be asked.
                player = Player(player.traits & ~CALLS_EVERYTHING, *telling)
            players[name] = tuple(player)
        self._players = players

    def play(
        self,
        first: int,
        units: int,
        scripts: np.ndarray | None = None,
        dealt: np.ndarray | None = None,
    ) -> np.ndarray:
        """Play a range of units; see `staged_deals.Stage.play`."""
        if IS_COMPILED:
            rows = np.zeros((0, SCRIPT.size), np.int64) if scripts is None else scripts
            scripts = np.concatenate([self._asked, rows.reshape(-1, SCRIPT.size)])
        return super().play(first, units, scripts, dealt)
