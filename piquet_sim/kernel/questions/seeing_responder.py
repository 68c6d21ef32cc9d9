"""What a responder makes at most who sees all cards and knows each answer in advance.

The opponent decides by a policy, which is a function of its view. A responder who knows both hands
and the policy can work out what the opponent will answer to each card, so that the play is a
problem of one player. Positions are reached one after another: from each, every legal card of the
responder is played and answered. A position that was reached before is not looked at again, since
the best end that can be reached from it is known; one from which not even all tricks that are left
would beat the best end so far is left as well. What is found is therefore the most that any play of
the cards can make.

The responder may be bound in part: leads or replies can be left to a policy in their place, too.

Two positions count as one where both would see the same in both but for the order in which earlier
tricks fell. No policy may ask for that order (`read_trick`).
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types

from piquet_sim.game.cards import PACK_32_MASK, PACK_36_MASK, TRICKS
from piquet_sim.kernel.base.bits import highest_bit
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.deal.deal import FINISH, LAWS, Player
from piquet_sim.kernel.deal.deal_state import (
    ELDER_AT,
    PLAYS,
    PLAYS_AT,
    SEEN,
    TABLE_SIZE,
    YOUNGER_AT,
    at_seat,
    see_left_cards,
)
from piquet_sim.kernel.deal.decisions import ILLEGAL, PLAY_STEP, ask_card
from piquet_sim.kernel.deal.declarations import hand_points
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import (
    Progress,
    _hear_younger,
    _see_card,
    _see_points,
    close_deal,
    count_cards,
    count_lead,
    count_reply,
    legal_cards,
    suit_of,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT, POLICY, YOUNGER_SEAT
from piquet_sim.kernel.questions.draw_luck import PARTS

# What is kept of a position beside its card table: whose lead it is, which cards of the responder
# are still to be tried, what was led, what was counted, and tricks of elder.
_LEADER, _TO_TRY, _LED, _ELDER_POINTS, _YOUNGER_POINTS, _PIQUE, _ELDER_TRICKS = range(7)
_KEPT = 7

_SLOT_BITS = 20
_SLOTS = (1 << _SLOT_BITS) - 1
_FULL = 3 << _SLOT_BITS - 2  # slots that are used before new positions are not remembered any more
_KEY = 5
_MIX, _MIXED = 0x9E3779B97F4A7C1, 20
_POINTS_AT, _POINT_BITS, _SEARCH_AT = 7, 8, 23
"""Where in the last part of a position the points stand, and the number of the search."""

LEADS, REPLIES = 1, 2
"""What the responder chooses; the rest is left to the player in their place."""


class Room(NamedTuple):
    """Where positions lie while they are looked at."""

    tables: np.ndarray
    """The card tables on the way: int64, shape (13, size)."""
    ways: np.ndarray
    """What else is kept of them: int64, shape (13, 7)."""
    reached: np.ndarray
    """The positions that were reached: int64, shape (slots, 5)."""


def new_room() -> Room:
    """Room for the positions of one search after the other."""
    return Room(
        np.zeros((TRICKS + 1, TABLE_SIZE), np.int64),
        np.zeros((TRICKS + 1, _KEPT), np.int64),
        np.zeros((1 << _SLOT_BITS, _KEY), np.int64),
    )


@kernel_of(FINISH.signature)
def keep_table(laws, table, kept, told, record):
    """Stands in for the play of the cards: keeps the card table, and leaves all points at nothing.

    The first row says how many tables are kept; they stand in those after it.
    """
    kept[0, 0] += 1
    row = kept[0, 0]
    for place in range(TABLE_SIZE):
        kept[row, place] = record[place]
    close_deal(laws, 0, Progress(0, 0, 0), record)
    return 0


@inline_kernel
def _is_new(reached, counts, own, other, may_hold, others_may_hold, rest):
    # Whether a position was not reached before in this search; it is remembered from now on. What
    # an earlier search left in a slot has another number in `rest`.
    mixed = (own ^ other * 3 ^ may_hold * 5 ^ others_may_hold * 11 ^ rest * 7) * _MIX
    slot = (mixed >> _MIXED) & _SLOTS
    while reached[slot, 0] >> _SEARCH_AT == rest >> _SEARCH_AT:
        if (
            reached[slot, 0] == rest
            and reached[slot, 1] == own
            and reached[slot, 2] == other
            and reached[slot, 3] == may_hold
            and reached[slot, 4] == others_may_hold
        ):
            return False
        slot = (slot + 1) & _SLOTS
    if counts[0] < _FULL:
        counts[0] += 1
        reached[slot, 0], reached[slot, 1], reached[slot, 2] = rest, own, other
        reached[slot, 3], reached[slot, 4] = may_hold, others_may_hold
    return True


@inline_kernel
def _margin_at_most(laws, seat, way, table, left):
    # What the responder can still come to if all tricks that are left are theirs.
    elder_tricks = way[_ELDER_TRICKS]
    won = elder_tricks if seat == ELDER_SEAT else TRICKS - left - elder_tricks
    lost = TRICKS - left - won
    lead = way[_ELDER_POINTS] - way[_YOUNGER_POINTS]
    lead += table[AT.elder_repique] - table[AT.younger_repique]
    if table[AT.elder_repique] + table[AT.younger_repique] == 0:
        may_pique = way[_PIQUE] != 0
        if seat == ELDER_SEAT and way[_YOUNGER_POINTS] == 0:
            may_pique |= way[_ELDER_POINTS] + left + laws.last_trick >= laws.pique_needs
        lead += laws.pique * may_pique
    best = lead if seat == ELDER_SEAT else -lead
    best += left + laws.last_trick - (way[_LEADER] != seat)
    return best + count_cards(laws, won + left) - count_cards(laws, lost)


@inline_kernel
def _count_margin(laws, seat, way, table):
    progress = Progress(way[_ELDER_POINTS], way[_YOUNGER_POINTS], way[_PIQUE])
    close_deal(laws, way[_ELDER_TRICKS], progress, table)
    more = table[AT.elder_score] - table[AT.younger_score]
    return more if seat == ELDER_SEAT else -more


@inline_kernel
def find_left(laws, table):
    """The cards of the stock that nobody took."""
    pack = PACK_36_MASK if laws.pack == 36 else PACK_32_MASK
    seen = table[AT.elder_dealt] | table[AT.younger_dealt]
    return pack & ~(seen | table[AT.elder_hand] | table[AT.younger_hand])


@inline_kernel
def _lead(laws, opponent, faces, table, way, bonuses, trick, led):
    # A card is led before both; False if a policy gave an illegal answer.
    leader = way[_LEADER]
    if trick == 0:
        left = find_left(laws, table)
        if not _hear_younger(laws, opponent, led, left if faces < 0 else 0, table):
            return False
        if faces > 0 and left:
            see_left_cards(table, ELDER_SEAT, left)
            see_left_cards(table, YOUNGER_SEAT, left)
            table[AT.faced] = 1
        table[YOUNGER_AT + SEEN.luck] += PLAY_STEP
    _see_card(table, at_seat(leader), at_seat(1 - leader), led)
    progress = count_lead(
        laws, Progress(way[_ELDER_POINTS], way[_YOUNGER_POINTS], way[_PIQUE]), leader, led, trick
    )
    way[_ELDER_POINTS], way[_YOUNGER_POINTS], way[_PIQUE] = progress
    way[_LED] = led
    _see_points(table, progress, bonuses)
    return True


@inline_kernel
def _reply(laws, table, way, bonuses, trick, reply):
    # The trick is complete, and the next one may be led.
    leader, led = way[_LEADER], way[_LED]
    second = 1 - leader
    at, other = at_seat(leader), at_seat(second)
    suit = suit_of(led)
    following = table[other + SEEN.hand] & suit
    _see_card(table, other, at, reply)
    if following == 0:
        table[at + SEEN.opponent_may_hold] &= ~suit
    won = np.int64((reply > led) & (following != 0))
    table[PLAYS_AT + 2 * trick] = led
    table[PLAYS_AT + 2 * trick + 1] = reply
    winner = leader ^ won
    way[_ELDER_TRICKS] += 1 - winner
    elder_tricks = way[_ELDER_TRICKS]
    younger_tricks = trick + 1 - elder_tricks
    table[ELDER_AT + SEEN.tricks] = table[YOUNGER_AT + SEEN.opponent_tricks] = elder_tricks
    table[YOUNGER_AT + SEEN.tricks] = table[ELDER_AT + SEEN.opponent_tricks] = younger_tricks
    tricks = younger_tricks if winner else elder_tricks
    progress = count_reply(
        laws,
        Progress(way[_ELDER_POINTS], way[_YOUNGER_POINTS], way[_PIQUE]),
        leader, led, reply, won, trick, tricks,
    )  # fmt: skip
    way[_ELDER_POINTS], way[_YOUNGER_POINTS], way[_PIQUE] = progress
    _see_points(table, progress, bonuses)
    for place in (ELDER_AT, YOUNGER_AT):
        table[place + SEEN.luck] += 1
    way[_LEADER] = winner
    way[_LED] = 0


@inline_kernel
def _start(laws, seat, table, way):
    # The first position: no card has been led.
    way[:] = 0
    way[_LEADER] = ELDER_SEAT
    way[_ELDER_POINTS] = hand_points(AT.elder_carte_blanche, table)
    way[_YOUNGER_POINTS] = hand_points(AT.younger_carte_blanche, table)
    table[ELDER_AT + SEEN.points] = way[_ELDER_POINTS]
    table[ELDER_AT + SEEN.opponent_points] = table[AT.younger_carte_blanche]
    table[ELDER_AT + SEEN.luck] += PLAY_STEP
    for at in (ELDER_AT, YOUNGER_AT):
        table[at + SEEN.ever_shown] = table[at + SEEN.shown]


@inline_kernel
def _list_tried(own, chooses, what, table, seat, led):
    # The cards of the responder that are tried: all that are legal, or that of the policy.
    legal = legal_cards(table[at_seat(seat) + SEEN.hand], led)
    return legal if chooses & what else ask_card(own.play, table, seat, led, legal)


@kernel
def _search(laws, opponent, own, seat, chooses, faces, room, search, least, best_play, counts):
    # The most that is made from the table in the first row of the room, if it is more than `least`;
    # None of it is known where a policy gave an illegal answer, which is refused.
    tables, ways, reached = room
    opponent_at, own_at = at_seat(1 - seat), at_seat(seat)
    table, way = tables[0], ways[0]
    _start(laws, seat, table, way)
    has_repique = table[AT.elder_repique] or table[AT.younger_repique]
    pique = 0 if has_repique else laws.pique
    bonuses = (table[AT.elder_repique], table[AT.younger_repique], pique)
    best, depth, is_entered = least, 0, True
    counts[0] = 0
    while depth >= 0:
        table, way = tables[depth], ways[depth]
        if is_entered:
            is_entered = False
            if depth == TRICKS:
                made = _count_margin(laws, seat, way, table)
                if made > best:
                    best = made
                    for place in range(PLAYS):
                        best_play[place] = table[PLAYS_AT + place]
                depth -= 1
                continue
            if _margin_at_most(laws, seat, way, table, TRICKS - depth) <= best:
                depth -= 1
                continue
            rest = way[_LEADER] | way[_PIQUE] << 1 | way[_ELDER_TRICKS] << 3
            points = way[_ELDER_POINTS] | way[_YOUNGER_POINTS] << _POINT_BITS
            rest |= points << _POINTS_AT | search << _SEARCH_AT
            held, others_held = table[own_at + SEEN.hand], table[opponent_at + SEEN.hand]
            is_bound = chooses != LEADS | REPLIES
            may_hold = table[own_at + SEEN.opponent_may_hold] if is_bound else 0
            others_may_hold = table[opponent_at + SEEN.opponent_may_hold]
            if not _is_new(reached, counts, held, others_held, may_hold, others_may_hold, rest):
                depth -= 1
                continue
            if way[_LEADER] == seat:
                way[_TO_TRY] = _list_tried(own, chooses, LEADS, table, seat, 0)
            else:
                led = ask_card(opponent.play, table, 1 - seat, 0, others_held)
                if led == ILLEGAL:
                    return ILLEGAL, best
                if not _lead(laws, opponent, faces, table, way, bonuses, depth, led):
                    return ILLEGAL, best
                way[_TO_TRY] = _list_tried(own, chooses, REPLIES, table, seat, led)
            if way[_TO_TRY] == ILLEGAL:
                return ILLEGAL, best
        if way[_TO_TRY] == 0:
            depth -= 1
            continue
        card = 1 << highest_bit(way[_TO_TRY])
        way[_TO_TRY] ^= card
        further, onward = tables[depth + 1], ways[depth + 1]
        further[:] = table
        onward[:] = way
        reply = card
        if way[_LEADER] == seat:
            if not _lead(laws, opponent, faces, further, onward, bonuses, depth, card):
                return ILLEGAL, best
            legal = legal_cards(further[opponent_at + SEEN.hand], card)
            reply = ask_card(opponent.play, further, 1 - seat, card, legal)
            if reply == ILLEGAL:
                return ILLEGAL, best
        _reply(laws, further, onward, bonuses, depth, reply)
        depth += 1
        is_entered = True
    return counts[0], best


_PLAYER = types.Tuple([int64, POLICY, POLICY, POLICY])
_TABLES = int64[:, ::1]
_ROOM = types.NamedTuple([_TABLES] * len(Room._fields), Room)
_ROW = int64[::1]


@kernel_of(
    int64(LAWS, _PLAYER, _PLAYER, int64, int64, _TABLES, _ROW, _ROW, int64, _ROOM, _ROW, _ROW)
)
def find_best_play(
    laws, answers, own, seat, chooses, starts, faces, lucks, least, room, best_play, counts
):
    """The most that a responder makes in one of some deals, each less its luck.

    Parameters
    ----------
    laws : Laws
        Rubicon's, or such as differ in numbers only.
    answers : Player
        The opponent's. Neither card policy may read the order of earlier tricks.
    own : Player
        Who decides in the responder's place what they do not choose.
    seat : int64
        The responder's.
    chooses : int64
        What the responder chooses: `LEADS`, `REPLIES` or both together.
    starts : int64 array, shape (deals, size)
        Card tables of `keep_table`.
    faces : int64 array, shape (deals,)
        What is done with cards that younger left: 1 faced by the responder, 0 not, -1 as younger
        decides.
    lucks : int64 array, shape (deals,)
        Taken from the responder's margin, in parts of a point (`draw_luck.PARTS`).
    least : int64
        Only more than this is sought, in such parts.
    room : Room
    best_play : int64 array, shape (24,)
        The cards as they fall where the most is made; left alone where no more is found.
    counts : int64 array, shape (3,)
        How many searches were made in this room, which goes on counting; in which deal the most is
        made, -1 if in none; and how many positions were reached.

    Returns
    -------
    int64
        The most in parts of a point, `least` where no play makes more. After an illegal answer the
        number of searches that is left in `counts` is negative.
    """
    answers, own = Player(*answers), Player(*own)
    tables, ways, reached = borrow(room.tables), borrow(room.ways), borrow(room.reached)
    starts, best_play = borrow(starts), borrow(best_play)
    positions = scratch(1)
    best = least
    counts[1] = -1
    for deal in range(len(starts)):
        for place in range(TABLE_SIZE):
            tables[0, place] = starts[deal, place]
        counts[0] += 1
        floor = (best + lucks[deal]) // PARTS
        found, made = _search(
            laws, answers, own, seat, chooses, faces[deal], (tables, ways, reached), counts[0],
            floor, best_play, positions,
        )  # fmt: skip
        if found == ILLEGAL:
            counts[0] = -counts[0]
            return best
        counts[2] += found
        if made > floor:
            best = made * PARTS - lucks[deal]
            counts[1] = deal
    return best
