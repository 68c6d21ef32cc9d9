"""The engine, stopped at each decision: deals are played again with the answers given so far.

The players of such a deal answer from a script. Where it has no answer yet they give none, which
the engine refuses; what it then keeps of the refusal is the view of the decision. So no law stands
here: who is asked, what and when, what the seat sees, what a deal scores and when a match ends are
the engine's. To play a deal from its first card takes it less than a microsecond.

This module holds the compiled code of that, and takes its constants from the engine alone, since
the cache of compiled code notices no change elsewhere.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types

from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.philox import random_words
from piquet_sim.kernel.base.streams import PLAYERS_STREAM
from piquet_sim.kernel.batch.matches import MATCH_LAWS, OUTCOME, play_matches
from piquet_sim.kernel.compile import (
    IS_COMPILED,
    compile_policy,
    find_entry,
    inline_kernel,
    kernel_of,
)
from piquet_sim.kernel.deal.deal import SITTING, Player, play_deal, sit_down
from piquet_sim.kernel.deal.deal_state import (
    FAULT_AT,
    FAULT_HEAD,
    PLAYS,
    RECORD_SIZE,
    SEEN,
    TABLE_SIZE,
    VIEW_AT,
    MatchState,
    at_seat,
)
from piquet_sim.kernel.deal.dealing import deal_cards
from piquet_sim.kernel.deal.decisions import (
    CALL_FAULT,
    CALLS_EVERYTHING,
    DISCARD_FAULT,
    HEEDS_SCORE,
)
from piquet_sim.kernel.deal.handover import tuple_reader
from piquet_sim.kernel.deal.holdings import LEFT_CARDS
from piquet_sim.kernel.deal.views import (
    ANSWER,
    LONGEST_VIEW,
    READERS,
    SEAT_COUNT,
    CallView,
    DiscardView,
    PlayView,
)

UNANSWERED = -1
"""In a script: nothing has been answered yet. It is no legal answer to any question."""


class Decisions(NamedTuple):
    """What is to be decided."""

    over: int
    """Nothing: the deal or the match is over."""
    discard: int
    carte_blanche: int
    """Whether to announce it."""
    point: int
    """What to call."""
    sequence: int
    set: int
    left_cards: int
    """Whether they are faced for both."""
    play: int
    """Which card."""


DECIDE = Decisions(*range(len(Decisions._fields)))


class AskedPlaces(NamedTuple):
    """Where in a row of what is asked something stands."""

    decision: int
    """See `Decisions`."""
    seat: int
    """0 elder, 1 younger."""
    deal: int
    """Number of the deal in its match, from 1; 0 where it stands alone."""
    slot: int
    """Where the answer belongs in the script of the deal."""
    refused: int
    """The answer that was refused; UNANSWERED, unless an illegal one was given."""


ASKED = AskedPlaces(*range(len(AskedPlaces._fields)))

_KINDS = LEFT_CARDS + 1
_CALLS_AT = SEAT_COUNT
_PLAYS_AT = _CALLS_AT + SEAT_COUNT * _KINDS
SCRIPT_SIZE = _PLAYS_AT + PLAYS
"""Answers of a deal: both discards, each seat's calls by kind, the cards as they fall."""

RESULT_SIZE = max(RECORD_SIZE, len(OUTCOME))
"""Columns of what a deal came to (`record.AT`) or a match (`matches.OUTCOME`)."""

_ONE = types.NamedUniTuple(int64, 1, NamedTuple("One", [("answer", int)]))
_read_one = tuple_reader(_ONE)
_read_discard, _read_call, _read_play = map(READERS.get, (DiscardView, CallView, PlayView))
_DISCARD_FIELDS, _CALL_FIELDS, _PLAY_FIELDS = (
    len(view._fields) for view in (DiscardView, CallView, PlayView)
)
_WORD = np.dtype(np.int64).itemsize

if IS_COMPILED:

    @inline_kernel
    def _look_on(place, by):
        return place + _WORD * by

else:

    def _look_on(place, by):
        return place[by:]


@inline_kernel
def _read_script(place, at, deal, slot):
    # The scripts lie behind the card table, on which the view lies at a place.
    row = max(deal - 1, 0) * SCRIPT_SIZE + slot
    return _read_one(_look_on(place, TABLE_SIZE - at + row)).answer


@inline_kernel
def _find_call(seat, kind):
    return _CALLS_AT + _KINDS * seat + kind


@inline_kernel
def _find_play(played, opponent_played):
    return _PLAYS_AT + count(played | opponent_played)


def _discard(place):
    view = _read_discard(place)
    return _read_script(place, VIEW_AT, view.deal, view.seat)


def _call(place):
    view = _read_call(place)
    return _read_script(place, VIEW_AT, view.deal, _find_call(view.seat, view.kind))


def _play(place):
    view = _read_play(place)
    slot = _find_play(view.played, view.opponent_played)
    return _read_script(place, at_seat(view.seat), view.deal, slot)


_SCRIPTED = tuple(
    compile_policy(one, ANSWER, is_kept=True) if IS_COMPILED else one
    for one in (_discard, _call, _play)
)


def make_scripted(asks_calls: bool) -> tuple:
    """A player who answers from the script, as a sitting has it.

    Parameters
    ----------
    asks_calls : bool
        Whether it is asked what to call; else it calls everything.
    """
    for one in _SCRIPTED:
        find_entry(one)
    return tuple(Player(HEEDS_SCORE | (0 if asks_calls else CALLS_EVERYTHING), *_SCRIPTED))


def new_table(scripts: np.ndarray) -> np.ndarray:
    """A card table with room behind it for the script of a match, and of one deal more."""
    return np.zeros(TABLE_SIZE + (scripts.shape[1] + 1) * SCRIPT_SIZE, np.int64)


@inline_kernel
def _lay_script(table, script):
    deals = script.shape[0]
    for deal in range(deals):
        for slot in range(SCRIPT_SIZE):
            table[TABLE_SIZE + deal * SCRIPT_SIZE + slot] = script[deal, slot]
    for slot in range(SCRIPT_SIZE):
        table[TABLE_SIZE + deals * SCRIPT_SIZE + slot] = UNANSWERED


@inline_kernel
def _see_question(table, asked, view):
    # What the engine kept of the answer that it refused; nothing of what lay there before.
    fault, seat = table[FAULT_AT], table[FAULT_AT + 1]
    first = FAULT_AT + FAULT_HEAD
    if fault == DISCARD_FAULT:
        size, decision, slot = _DISCARD_FIELDS, DECIDE.discard, seat
    elif fault == CALL_FAULT:
        size = _CALL_FIELDS
        kind = table[first + 1]
        decision, slot = DECIDE.carte_blanche + kind, _find_call(seat, kind)
    else:
        size, decision = _PLAY_FIELDS, DECIDE.play
        slot = _find_play(table[first + SEEN.played], table[first + SEEN.opponent_played])
    for place in range(LONGEST_VIEW):
        view[place] = table[first + place] if place < size else 0
    asked[ASKED.decision] = decision
    asked[ASKED.seat] = seat
    # A player who does not heed the score is not told the number of the deal.
    asked[ASKED.deal] = max(table[at_seat(0) + SEEN.deal], table[at_seat(1) + SEEN.deal])
    asked[ASKED.slot] = slot
    asked[ASKED.refused] = table[FAULT_AT + 2]


_ROWS = int64[:, ::1]
_REPLAY_DEALS = int64(
    SITTING, int64, int64, int64[::1], int64[::1], int64[:, :, ::1], int64[::1], _ROWS, _ROWS, _ROWS
)


@kernel_of(_REPLAY_DEALS)
def replay_deals(sitting, seed, mirrored, numbers, due, scripts, table, asked, views, results):
    """Play some deals up to the next decision that is not in their scripts.

    Parameters
    ----------
    sitting : Sitting
    seed : int64
    mirrored : int64
        1 if every deal is played a second time with the players exchanged: deal i has the cards of
        number i // 2.
    numbers : int64 array, shape (games,)
    due : int64 array, shape (games,)
        1 for each deal that is to be played on.
    scripts : int64 array, shape (games, 1, SCRIPT_SIZE)
    table : int64 array
        From `new_table`.
    asked, views, results : int64 arrays, shape (games, ...)
        Rows of the deals that are due are filled: with what is asked (`ASKED`) and the view of it,
        or with `DECIDE.over` and the record.

    Returns
    -------
    int64
        How many of them are over.
    """
    laws, one, two, card_play, finish = sit_down(sitting)
    table = borrow(table)
    over = 0
    for game in range(numbers.shape[0]):
        if due[game] == 0:
            continue
        _lay_script(table, scripts[game])
        turn = numbers[game] & 1 if mirrored else 0
        number = numbers[game] >> 1 if mirrored else numbers[game]
        players = (one, two) if turn == 0 else (two, one)
        cards = deal_cards(laws.pack, seed, number)
        luck = random_words(seed, number, PLAYERS_STREAM + turn, 0)
        match = MatchState(0, 0, 0)
        if play_deal(laws, players, card_play, finish, match, cards, luck, turn, table):
            asked[game, ASKED.decision] = DECIDE.over
            views[game] = 0
            for column in range(RECORD_SIZE):
                results[game, column] = table[column]
            over += 1
        else:
            _see_question(table, asked[game], views[game])
    return over


_REPLAY_MATCHES = int64(
    SITTING, MATCH_LAWS, int64, int64[::1], int64[::1], int64[:, :, ::1], int64[::1], _ROWS, _ROWS,
    _ROWS,
)  # fmt: skip


@kernel_of(_REPLAY_MATCHES)
def replay_matches(sitting, match, seed, numbers, due, scripts, table, asked, views, results):
    """Play some matches up to the next decision that is not in their scripts.

    Parameters are those of `replay_deals`; `scripts` has one for each deal, and `results` is filled
    with outcomes.
    """
    table = borrow(table)
    outcome = np.zeros((1, 1, len(OUTCOME)), np.int64)
    no_scores = np.zeros((0, 1, 1, 2), np.int64)
    over = 0
    for game in range(numbers.shape[0]):
        if due[game] == 0:
            continue
        _lay_script(table, scripts[game])
        start = (0, 0)
        if play_matches(sitting, match, seed, numbers[game], 1, start, table, outcome, no_scores):
            asked[game, ASKED.decision] = DECIDE.over
            views[game] = 0
            for column in range(len(OUTCOME)):
                results[game, column] = outcome[0, 0, column]
            over += 1
        else:
            _see_question(table, asked[game], views[game])
    return over


def new_scripts(games: int, deals: int) -> np.ndarray:
    """Scripts without answers: int64[game, deal, SCRIPT_SIZE]."""
    return np.full((games, deals, SCRIPT_SIZE), UNANSWERED, np.int64)
