"""Stages for deals with decisions prescribed or recorded, or a hand shown, without compiling.

`staged_deals` puts a layer around each policy, and compiles it with the policy inside, which takes
half a minute in each process for a player who imagines hands. Here the layers are compiled once and
kept. They read which policies to ask from the memory after the card table, where the scripts also
lie. With compilation switched off, the stage is that of `staged_deals`.

What a player sees at each card can be recorded on the way (`Stage.listen`).
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache

import numpy as np
from llvmlite import ir
from numba import carray, int64
from numba.extending import intrinsic

from piquet_sim.deals import staged_deals
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.deals.staged_deals import (
    _FIRST_AT,
    _SCRIPTS_AT,
    OWN,
    SCRIPT,
    _find_table,
    new_scripts,
)
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.compile import IS_COMPILED, compile_policy, find_entry, inline_kernel
from piquet_sim.kernel.deal.deal import Player
from piquet_sim.kernel.deal.deal_state import PLAYS, SEEN, VIEW_AT, at_seat
from piquet_sim.kernel.deal.dealing import deal_cards
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

__all__ = ["HEARD", "OWN", "SCRIPT", "Stage", "lay_out", "new_scripts",
           "order_stock", "place_call", "write_scripts"]  # fmt: skip

HEARD = (*PlayView._fields, "choice")
"""What is written down of a card: the player's view, and which card it was."""

# Before the scripts lies a row with the places of the policies: of the player named first, then of
# the other, what is asked for a discard, a call and a card, and who is asked with the hand shown.
_DISCARD, _CALL, _PLAY, _SHOWN, _ASKED = range(5)
# Behind them stands where it is written down what players see, or 0.
_HEARD_AT = 2 * _ASKED

_MOST_HEARD = 1 << 30
_FAR, _LONGEST = 256, 8192
"""To begin anew costs as much as so many prescribed deals; the most units played at once."""
_PLACE_BITS = 4
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


if IS_COMPILED:
    from piquet_sim.deals.staged_deals import _point_to

    @inline_kernel
    def _write_down(address, table, view, fallen, card):
        heard = carray(_point_to(address), (_MOST_HEARD,), np.int64)
        at = ((table[AT.index] + 1 - table[_FIRST_AT]) * PLAYS + fallen) * len(HEARD)
        store_tuple(heard, at, view)
        heard[at + len(HEARD) - 1] = card


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
    fallen = count(view.played | view.opponent_played)
    told = _read_script(table, SCRIPT.plays + fallen)
    card = _ask(table, player, _PLAY, place) if told == OWN else told
    if table[_SCRIPTS_AT + _HEARD_AT]:
        _write_down(table[_SCRIPTS_AT + _HEARD_AT], table, view, fallen, card)
    return card


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


def _hear(ask: Callable, heard: np.ndarray, first: int) -> Callable:
    # A policy that is not compiled, which writes down what it is asked and what it answers.
    def play(place: np.ndarray) -> int:
        view, card = _read_play(place), ask(place)
        deal = int(_find_table(place, at_seat(view.seat))[AT.index]) + 1 - first
        heard[deal, count(view.played | view.opponent_played)] = (*view, card)
        return card

    return play


def lay_out(simulation: Simulation, numbers: np.ndarray) -> np.ndarray:
    """The cards of some deals of a simulation, as `Stage.play` takes them.

    Returns
    -------
    int64 array, shape (deals, 3)

    Examples
    --------
    >>> cards = lay_out(Simulation("club", "club"), np.array([0, 7]))
    >>> np.bitwise_count(cards[:, :2]).tolist()
    [[12, 12], [12, 12]]
    """
    pack, seed = simulation.rules.pack, simulation.seed
    dealt = [deal_cards(pack, seed, int(number)) for number in numbers]
    return np.array([(one[0], one[1], one[3]) for one in dealt], np.int64).reshape(-1, 3)


def order_stock(talon: Sequence[int]) -> int:
    """The order in which a stock lies, the third column of `lay_out`."""
    places = {card: place for place, card in enumerate(sorted(talon))}
    return sum(places[card] << _PLACE_BITS * turn for turn, card in enumerate(talon))


def place_call(seat: int, number: int) -> int:
    """Where in a script a seat's call in a class stands: 0 point, 1 sequence, 2 set."""
    return SCRIPT.calls + CLASS_COUNT * seat + number


def write_scripts(
    deals: int,
    discards: "Mapping[int, int | np.ndarray]",
    calls: "Mapping[int, Sequence[int] | np.ndarray]",
    plays: "Sequence[int] | np.ndarray" = (),
) -> np.ndarray:
    """Scripts with some decisions; the players take all others.

    Parameters
    ----------
    deals : int
    discards : dict of int to int or array
        By seat, 0 elder and 1 younger: the same in all deals, or one for each.
    calls : dict of int to sequence or array
        By seat in the first classes, point first; or an array of shape (deals, classes).
    plays : sequence of int or array
        The first cards, or an array of shape (deals, cards).

    Returns
    -------
    int64 array, shape (deals, SCRIPT.size)

    Examples
    --------
    >>> scripts = write_scripts(2, {0: 7}, {1: [5, 0]}, plays=[4])
    >>> scripts[1, [SCRIPT.discards, place_call(1, 0), place_call(1, 1), SCRIPT.plays]].tolist()
    [7, 5, 0, 4]
    >>> int((scripts == OWN).sum(axis=1)[0]) == SCRIPT.size - 4
    True
    """
    scripts = new_scripts(deals)
    for seat, thrown in discards.items():
        scripts[:, SCRIPT.discards + seat] = thrown
    for seat, called in calls.items():
        scripts[:, place_call(seat, 0) : place_call(seat, np.shape(called)[-1])] = called
    scripts[:, SCRIPT.plays : SCRIPT.plays + np.shape(plays)[-1]] = plays
    return scripts


@cache
def _prescribe_deal(rules: RuleSet) -> tuple[np.ndarray, np.ndarray]:
    # A script that leaves nobody anything to decide, and the cards that it is for.
    simulation = Simulation("club", "club", rules)
    cards, script = lay_out(simulation, np.array([0])), new_scripts(1)
    records, heard = Stage(simulation, has_scripts=True).listen(0, 1, script, cards)
    for seat, name in enumerate(SEATS):
        script[0, SCRIPT.discards + seat] = records[f"{name}_discard"][0]
        script[0, place_call(seat, 0) : place_call(seat, CLASS_COUNT)] = 0
    # Where one card alone is legal nobody is asked.
    played = heard[0, :, HEARD.index("choice")]
    script[0, SCRIPT.plays :] = np.where(played > 0, played, OWN)
    return script[0], cards[0]


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
        return self._play(first, units, scripts, dealt, 0)

    def play_needed(
        self, first: int, needed: np.ndarray, scripts: np.ndarray, dealt: np.ndarray
    ) -> np.ndarray:
        """Play some units of a range, each with the luck that it has in the whole range.

        Parameters
        ----------
        first : int
        needed : ndarray of bool
            Which units of the range are played; of a stage that is not mirrored.
        scripts, dealt : ndarray
            As of `play`, of all units of the range.

        Returns
        -------
        ndarray
            The records, as of `play`; those of units that are not needed mean nothing.

        Examples
        --------
        >>> stage = Stage(Simulation("club", "club"), has_scripts=True)
        >>> cards, needed = lay_out(stage.simulation, np.arange(3)), np.array([True, False, True])
        >>> some = stage.play_needed(0, needed, new_scripts(3), cards)
        >>> bool((some == stage.play(0, 3, new_scripts(3), cards))[needed].all())
        True
        """
        if needed.all():
            return self.play(first, len(needed), scripts, dealt)
        # In their places lies a deal in which every decision is prescribed, so that it costs
        # nothing; left out, they would shift the luck of those behind them.
        told, cards = _prescribe_deal(self.simulation.rules)
        scripts, dealt = scripts.copy(), dealt.copy()
        scripts[~needed], dealt[~needed] = told, cards
        return self.play(first, len(needed), scripts, dealt)

    def play_numbers(self, numbers: np.ndarray, scripts: np.ndarray) -> np.ndarray:
        """Play deals of the simulation that lie apart, as `play` does one by one.

        Parameters
        ----------
        numbers : int64 array
            Of the deals, rising; of a simulation that is not mirrored.
        scripts : int64 array, shape (deals, SCRIPT.size)

        Returns
        -------
        ndarray
            The records, as of `play`.

        Examples
        --------
        >>> stage = Stage(Simulation("club", "club"), has_scripts=True)
        >>> some = stage.play_numbers(np.array([3, 7, 5_000]), new_scripts(3))
        >>> bool((some[2:] == stage.play(5_000, 1, new_scripts(1))).all())
        True
        """
        told, cards = _prescribe_deal(self.simulation.rules)
        dealt = lay_out(self.simulation, numbers)
        played, start = [np.empty(0, RECORD_DTYPE)], 0
        while start < len(numbers):
            first = int(numbers[start])
            far = np.flatnonzero(np.diff(numbers[start:]) > _FAR)
            end = start + int(far[0]) + 1 if len(far) else len(numbers)
            end = min(end, int(np.searchsorted(numbers, first + _LONGEST)))
            places = numbers[start:end] - first
            rows, hands = (np.tile(one, (int(places[-1]) + 1, 1)) for one in (told, cards))
            rows[places], hands[places] = scripts[start:end], dealt[start:end]
            played.append(self.play(first, len(rows), rows, hands)[places])
            start = end
        return np.concatenate(played)

    def _play(
        self,
        first: int,
        units: int,
        scripts: np.ndarray | None,
        dealt: np.ndarray | None,
        heard_at: int,
    ) -> np.ndarray:
        if IS_COMPILED:
            rows = np.zeros((0, SCRIPT.size), np.int64) if scripts is None else scripts
            asked = self._asked.copy()
            asked[0, _HEARD_AT] = heard_at
            scripts = np.concatenate([asked, rows.reshape(-1, SCRIPT.size)])
        return super().play(first, units, scripts, dealt)

    def listen(
        self,
        first: int,
        units: int,
        scripts: np.ndarray | None = None,
        dealt: np.ndarray | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play a range of units, and write down what is seen at each card.

        Only of a stage that has scripts.

        Parameters
        ----------
        first, units : int
            As of `play`.
        scripts, dealt : ndarray, optional
            As of `play`; without scripts the players decide all.

        Returns
        -------
        records : ndarray
            As of `play`.
        heard : int64 array, shape (deals, 24, len(HEARD))
            What was seen at each card by who played it, by the columns of `HEARD`, and the card;
            zeros where one card alone was legal, since nobody is asked for it.

        Examples
        --------
        >>> stage = Stage(Simulation("club", "club"), has_scripts=True)
        >>> records, heard = stage.listen(0, 5)
        >>> heard.shape[:2], bool((heard[:, 0, HEARD.index("hand")] == records["elder_hand"]).all())
        ((5, 24), True)
        """
        deals = units * self.simulation.deals_per_unit
        heard = np.zeros((deals, PLAYS, len(HEARD)), np.int64)
        scripts = new_scripts(deals) if scripts is None else scripts
        if IS_COMPILED:
            return self._play(first, units, scripts, dealt, heard.ctypes.data), heard
        listener = copy(self)  # other threads may play on this one
        at = first * self.simulation.deals_per_unit
        listener._players = {
            name: (*asked[:3], _hear(asked[3], heard, at)) for name, asked in self._players.items()
        }
        return listener.play(first, units, scripts, dealt), heard
