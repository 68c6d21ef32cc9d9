"""A range of deals, played by their numbers, whatever the strategies.

The deals are folded into a tally of integers, or their records written into columns, or both.
Tallies of different ranges add up, in any order.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.batch.measures import (
    CONTROLS,
    FIRST_CONTROL,
    MEASURES,
    control_deal,
    measure_deals,
)
from piquet_sim.kernel.batch.rubicon_like import assume_usual
from piquet_sim.kernel.compile import borrow, inline_kernel, kernel, kernel_of
from piquet_sim.kernel.deal.deal import SITTING, play_deal, sit_down
from piquet_sim.kernel.deal.deal_state import (
    HEARD_AT,
    HEARD_SIZE,
    LISTENS,
    PLAYS,
    RECORD_SIZE,
    ROOMS_AT,
    SCRIPT,
    SCRIPT_AT,
    STAGED_AT,
    MatchState,
)
from piquet_sim.kernel.deal.dealing import Cards, deal_block, pack_of
from piquet_sim.kernel.deal.holdings import evaluate_hand
from piquet_sim.kernel.deal.record import AT, SEAT_COLUMNS
from piquet_sim.kernel.deal.views import SEAT_COUNT
from piquet_sim.kernel.random import BLOCK, PLAYERS_STREAM, WORDS, fill_words, random_words
from piquet_sim.kernel.shelf import scratch, scratch_16

HIGHEST_SCORE = 191
"""Scores above this (none is possible under Rubicon, where 174 is the most) share its cell."""

TOGETHER = BLOCK // 2
"""Units that are summed together: their squares fit into 32 bits, whatever the rules count."""

_MEASURED = FIRST_CONTROL + len(CONTROLS)


class TallyArrays(NamedTuple):
    """The integers that deals are counted in; each is a count or a sum."""

    counts: np.ndarray
    """int64[3]: units (deals, or mirrored pairs), deals, and deals dealt: more than were played
    where those that do not fulfil a condition are thrown away."""
    totals: np.ndarray
    """int64[measure]: sums over units, see `MEASURES`."""
    squares: np.ndarray
    """int64[measure]: sums of squares over units."""
    scores: np.ndarray
    """int64[elder's score, younger's score]: deals."""
    exchanged: np.ndarray
    """int64[seat, cards]: deals in which the seat exchanged so many."""
    controls: np.ndarray
    """int64[control]: sums over units, see `CONTROLS`."""
    crosses: np.ndarray
    """int64[control, measure or control]: sums of products over units; first the measures."""


def new_tally_arrays() -> TallyArrays:
    """A tally of no deals."""
    cells = HIGHEST_SCORE + 1
    return TallyArrays(
        counts=np.zeros(3, np.int64),
        totals=np.zeros(len(MEASURES), np.int64),
        squares=np.zeros(len(MEASURES), np.int64),
        scores=np.zeros((cells, cells), np.int64),
        exchanged=np.zeros((SEAT_COUNT, HAND_CARDS + 1), np.int64),
        controls=np.zeros(len(CONTROLS), np.int64),
        crosses=np.zeros((len(CONTROLS), len(MEASURES) + len(CONTROLS)), np.int64),
    )


class Staging(NamedTuple):
    """How a range of deals is staged."""

    ways: int
    """SCRIPTED and what goes with it (`deal_state`), or 0 where deals are not staged."""
    scripts: np.ndarray
    """int64[deal, SCRIPT.size]: what is decided beforehand; no rows where deals are not staged."""
    heard: np.ndarray
    """int64[deal, PLAYS, HEARD_SIZE]: what is seen at each card, and the card; zeros where nobody
    is asked. Filled where the staging listens, else without rows."""


NOT_STAGED = Staging(
    0, np.zeros((0, SCRIPT.size), np.int64), np.zeros((0, PLAYS, HEARD_SIZE), np.int64)
)

NUMBER = 3
"""The column of dealt cards in which the number of the deal stands, by which its luck goes."""


@kernel
def _add_deals(laws, records, units, tally, measured):
    # One deal of each of some units that are summed together.
    measure_deals(records, units, measured)
    for unit in range(units):
        tally.scores[
            min(records[AT.elder_score, unit], HIGHEST_SCORE),
            min(records[AT.younger_score, unit], HIGHEST_SCORE),
        ] += 1
    for seat in range(SEAT_COUNT):
        at = SEAT_COLUMNS * seat
        for unit in range(units):
            tally.exchanged[seat, records[AT.elder_exchanged + at, unit]] += 1
            dealt = records[AT.elder_dealt + at, unit]
            # Exact expectations are known of Rubicon's holdings.
            control_deal(seat, dealt, evaluate_hand(assume_usual(laws), dealt), measured, unit)


@inline_kernel
def _add_product(total, one, other):
    return np.int32(total + np.int32(one * np.int32(other)))


@kernel
def _add_units(measured, units, deals, tally):
    # Some units, and empty columns after them. Their sums and products are of 32 bits, of which
    # eight are worked on at once; each measure is read once for all the controls.
    tally.counts[0] += units
    tally.counts[1] += units * deals
    tally.counts[2] += units
    for place in range(_MEASURED):
        total = square = first = second = third = fourth = fifth = sixth = np.int32(0)
        for unit in range(TOGETHER):
            value = np.int32(measured[place, unit])
            total = np.int32(total + value)
            square = np.int32(square + np.int32(value * value))
            first = _add_product(first, value, measured[FIRST_CONTROL, unit])
            second = _add_product(second, value, measured[FIRST_CONTROL + 1, unit])
            third = _add_product(third, value, measured[FIRST_CONTROL + 2, unit])
            fourth = _add_product(fourth, value, measured[FIRST_CONTROL + 3, unit])
            fifth = _add_product(fifth, value, measured[FIRST_CONTROL + 4, unit])
            sixth = _add_product(sixth, value, measured[FIRST_CONTROL + 5, unit])
        if place < FIRST_CONTROL:
            tally.totals[place] += total
            tally.squares[place] += square
        else:
            tally.controls[place - FIRST_CONTROL] += total
        for control, product in enumerate((first, second, third, fourth, fifth, sixth)):
            tally.crosses[control, place] += product
    measured[:] = 0


@kernel
def _write_columns(records, first, units, deals, columns):
    for column in range(RECORD_SIZE):
        for unit in range(units):
            for turn in range(deals):
                columns[column, (first + unit) * deals + turn] = records[turn, column, unit]


_INTEGERS = int64[::1]
_TALLY = types.NamedTuple(
    [_INTEGERS, _INTEGERS, _INTEGERS, int64[:, ::1], int64[:, ::1], _INTEGERS, int64[:, ::1]],
    TallyArrays,
)
_STAGING = types.NamedTuple([int64, int64[:, ::1], int64[:, :, ::1]], Staging)
_PLAY_RANGE = int64(
    SITTING,
    types.NamedUniTuple(int64, len(MatchState._fields), MatchState),
    int64,
    int64,
    int64,
    int64,
    int64,
    int64[:, ::1],
    _STAGING,
    _INTEGERS,
    _TALLY,
    int64[:, ::1],
)


@kernel
def _lay_dealt(seed, dealt, first, blocks, deals):
    # A block of cards that lie ready, and the luck of those that have a number.
    for row in range(min(BLOCK, dealt.shape[0] - first)):
        for column in range(3):
            blocks[2, column, row] = dealt[first + row, column]
        if dealt.shape[1] > NUMBER:
            for turn in range(deals):
                blocks[turn, 2, row], blocks[turn, 3, row] = random_words(
                    seed, dealt[first + row, NUMBER], PLAYERS_STREAM + turn, 0
                )


def _range_kernel(usual):
    # The compiler drops what usual books never ask, which makes a deal a tenth faster.

    @kernel_of(_PLAY_RANGE)
    def play_range(
        sitting, match, seed, first, units, mirrored, counted, dealt, staging, table, tally, columns
    ):
        """Play a range of deals and count them.

        Parameters
        ----------
        sitting : Sitting
        match : MatchState
        seed : int64
        first, units : int64
            Number of the first unit, and how many: deals, or pairs if mirrored.
        mirrored : int64
            1 to play every deal a second time with the strategies exchanged. Deal i of the
            simulation is then the deal number i // 2, mirrored where i is odd.
        counted : int64
            1 to add the deals to the tally.
        dealt : int64 array, shape (units or 0, 3 or 4)
            The cards of each unit if it has rows, see `conditional_dealing.deal_attempts`; else
            they come from the seed and the number of the unit. A fourth column says which number
            that is, for cards and deals that do not follow one another.
        staging : Staging
        table : int64 array, shape (TABLE_SIZE,)
            The deal in hand.
        tally : TallyArrays
            Is added to.
        columns : int64 array, shape (len(COLUMNS), deals or 0)
            Filled with the records of the deals, column by column, if it has room for them.

        Returns
        -------
        int64
            How many units were finished: `units`, or fewer if a policy gave an illegal answer,
            which then stands in the fault record of the table.
        """
        laws, one, two, card_play, finish = sit_down(sitting)
        if usual:
            laws = assume_usual(laws)
        table, dealt = borrow(table), borrow(dealt)
        # Of a block of deals the random words, those of mirrored twins, and the cards.
        blocks = scratch((3, WORDS, BLOCK))
        # Of units that are summed together the records, by turns, and the measures and controls.
        records = scratch((2, RECORD_SIZE, TOGETHER))
        measured = scratch_16((_MEASURED, TOGETHER))
        measured[:] = 0
        # References to seven arrays counted would take a twelfth of a deal's time.
        tally = TallyArrays(
            borrow(tally.counts),
            borrow(tally.totals),
            borrow(tally.squares),
            borrow(tally.scores),
            borrow(tally.exchanged),
            borrow(tally.controls),
            borrow(tally.crosses),
        )
        staging = Staging(staging.ways, borrow(staging.scripts), borrow(staging.heard))
        deals = 2 if mirrored else 1
        for unit in range(units):
            place, together = unit % BLOCK, unit % TOGETHER
            if place == 0:
                for turn in range(deals):
                    fill_words(seed, first + unit, turn, blocks[turn])
                if dealt.shape[0]:
                    _lay_dealt(seed, dealt, unit, blocks, deals)
                else:
                    deal_block(laws.pack, seed, first + unit, blocks[0], blocks[2])
            elder, younger = blocks[2, 0, place], blocks[2, 1, place]
            cards = Cards(elder, younger, pack_of(laws) ^ elder ^ younger, blocks[2, 2, place])
            is_numbered = dealt.shape[0] and dealt.shape[1] > NUMBER
            number = dealt[unit, NUMBER] if is_numbered else first + unit
            for turn in range(deals):
                players = (one, two) if turn == 0 else (two, one)
                luck = (blocks[turn, 2, place], blocks[turn, 3, place])
                if not usual and staging.ways:
                    table[STAGED_AT] = staging.ways
                    table[SCRIPT_AT:HEARD_AT] = staging.scripts[unit * deals + turn]
                    if staging.ways & LISTENS:
                        table[HEARD_AT:ROOMS_AT] = 0
                if not play_deal(laws, players, card_play, finish, match, cards, luck, turn, table):
                    return unit
                table[AT.index] = number * deals + turn
                if not usual and staging.ways & LISTENS:
                    staging.heard[unit * deals + turn] = table[HEARD_AT:ROOMS_AT].reshape(
                        PLAYS, HEARD_SIZE
                    )
                for column in range(RECORD_SIZE):
                    records[turn, column, together] = table[column]
            if together == TOGETHER - 1 or unit == units - 1:
                if counted:
                    for turn in range(deals):
                        _add_deals(laws, records[turn], together + 1, tally, measured)
                    _add_units(measured, together + 1, deals, tally)
                if columns.shape[1]:
                    _write_columns(records, unit - together, together + 1, deals, columns)
        return units

    return play_range


play_usual_deals = _range_kernel(True)
"""For rule books that differ from Rubicon's in numbers only, see `rubicon_like.is_usual`, and deals
that are not staged."""

play_other_deals = _range_kernel(False)
"""For any rule book, and deals that are staged."""
