"""The card table: one array of integers that holds all there is about the deal in hand.

It has seven parts, one after the other: the record of the deal (see `record`), what the hands hold
of each class as tallies count it, what elder has seen, what younger has seen (each laid out as a
`PlayView`, which it is once the cards are played), the cards in the order in which they fell, the
view that is handed over before the play, and the fault record, which keeps an illegal answer with
the view that provoked it. Behind them lies what concerns staged deals alone: how they are staged,
the script, and what was seen at each card; and last a room for each seat, in which its player may
write from one card to the next what would otherwise be worked out anew.
Kernels pass the table along and read and write it by the names below: no allocation, and one
argument instead of sixty.
"""

from collections import namedtuple
from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import TRICKS
from piquet_sim.game.terms import CLASSES, SEATS, number_names
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.deal.dealing import pack_of
from piquet_sim.kernel.deal.record import AT, COLUMNS, SEAT_COLUMNS
from piquet_sim.kernel.deal.views import LONGEST_VIEW, PlayView
from piquet_sim.kernel.shelf import open_room

SEEN = number_names(*PlayView._fields)
"""Where each field stands in what a seat has seen."""

RECORD_SIZE = len(COLUMNS)
SEAT_SIZE = len(PlayView._fields)
ELDER_AT = RECORD_SIZE
YOUNGER_AT = ELDER_AT + SEAT_SIZE
PLAYS_AT = YOUNGER_AT + SEAT_SIZE
PLAYS = 2 * TRICKS
VIEW_AT = PLAYS_AT + PLAYS
FAULT_AT = VIEW_AT + LONGEST_VIEW
FAULT_HEAD = 3
"""Kind, seat and answer stand before the view in the fault record."""

OWN = -1
"""In a script: the player decides."""


_PLAYS_IN_SCRIPT = len(SEATS) + len(SEATS) * len(CLASSES)
SCRIPT = namedtuple("SCRIPT", "discards calls plays size")(
    0, len(SEATS), _PLAYS_IN_SCRIPT, _PLAYS_IN_SCRIPT + PLAYS
)
"""Where the decisions of a deal stand in its script: the discards of elder and younger, the calls
of elder in each class, then of younger, the cards in the order in which they fall; and its size."""

SCRIPTED, SHOWS_HAND, LISTENS = 1, 2, 4
"""How a deal is staged: decisions are prescribed; the player named first sees the other hand in the
play; what is seen at each card is written down. 0 in a deal that is not staged."""
STAGED_AT = FAULT_AT + FAULT_HEAD + LONGEST_VIEW
SCRIPT_AT = STAGED_AT + 1
HEARD_AT = SCRIPT_AT + SCRIPT.size
HEARD_SIZE = SEAT_SIZE + 1
"""The view at a card, and the card."""
ROOMS_AT = HEARD_AT + PLAYS * HEARD_SIZE
ROOM_SIZE = 1 << 14
TABLE_SIZE = ROOMS_AT + len(SEATS) * ROOM_SIZE

STEP_BITS = 5
"""Low bits of a seat's luck that are kept free for the number of the decision."""


class MatchState(NamedTuple):
    """The match before this deal, as the players of the two seats know it."""

    elder_score: int
    younger_score: int
    deal: int
    """From 1, or 0 for a deal that stands alone."""


def new_table() -> np.ndarray:
    """An empty table: int64, shape (TABLE_SIZE,)."""
    return np.zeros(TABLE_SIZE, np.int64)


@inline_kernel
def at_seat(seat):
    """Where what a seat has seen begins: 0 elder, 1 younger."""
    return ELDER_AT + SEAT_SIZE * seat


@inline_kernel
def find_room(place, seat):
    """The room of a seat's player, from the place of what the seat has seen.

    Its first number is 0 until the player writes another; what the others are is not known.
    """
    return open_room(place, ROOMS_AT + ROOM_SIZE * seat - at_seat(seat), ROOM_SIZE)


@inline_kernel
def take_seat(laws, table, seat, dealt, match, luck):
    """A seat takes up its twelve cards, and knows nothing else yet."""
    table[AT.elder_dealt + SEAT_COLUMNS * seat] = dealt
    at = at_seat(seat)
    table[at : at + SEAT_SIZE] = 0
    table[at + SEEN.seat] = seat
    table[at + SEEN.hand] = dealt
    table[at + SEEN.dealt] = dealt
    table[at + SEEN.opponent_may_hold] = pack_of(laws) & ~dealt
    table[at + SEEN.score] = match.younger_score if seat else match.elder_score
    table[at + SEEN.opponent_score] = match.elder_score if seat else match.younger_score
    table[at + SEEN.deal] = match.deal
    table[at + SEEN.rules] = laws.book
    table[at + SEEN.luck] = luck >> STEP_BITS << STEP_BITS
    table[ROOMS_AT + ROOM_SIZE * seat] = 0


@inline_kernel
def exchange_hand(table, seat, discard, took, hand):
    """A seat has thrown out a discard and drawn as many; the other knows how many."""
    column = SEAT_COLUMNS * seat
    table[AT.elder_discard + column] = discard
    table[AT.elder_hand + column] = hand
    table[AT.elder_exchanged + column] = took
    at, other = at_seat(seat), at_seat(1 - seat)
    table[at + SEEN.hand] = hand
    table[at + SEEN.discard] = discard
    table[at + SEEN.took] = took
    table[at + SEEN.opponent_may_hold] &= ~hand
    table[other + SEEN.opponent_took] = took


@inline_kernel
def see_left_cards(table, seat, cards):
    """A seat has seen cards of the stock that nobody took."""
    at = at_seat(seat)
    table[at + SEEN.left_seen] |= cards
    table[at + SEEN.opponent_may_hold] &= ~cards
