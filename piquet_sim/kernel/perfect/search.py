"""Perfect play where cards themselves count: a search, both hands seen.

Where points in play depend on which cards fall (Cotton 1674, 004) no table of relative ranks
serves. The search is alpha-beta over tricks with a memory of positions. Cards of a hand that
touch, with no card of the other player between them, and count alike are one choice. A live pique
is part of the position: one side has counted nothing yet, and the other needs so many points.

Values are elder's points less younger's from here on, with the cards or capot as the tricks
already won decide, and with what a pique brings.
"""

from typing import NamedTuple

import numpy as np
from numba import int64

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, ONE_OF_EACH_SUIT, RANKS, SUITS, TRICKS
from piquet_sim.game.laws import HIGH_CARDS, HIGH_LEADS
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.deal.deal import FINISH
from piquet_sim.kernel.deal.deal_state import PLAYS_AT
from piquet_sim.kernel.deal.declarations import hand_points
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import (
    HIGH_MASK,
    Progress,
    beats,
    close_deal,
    count_cards,
    count_lead,
    count_reply,
    lead_worth,
    legal_cards,
    suit_of,
    trick_worth,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT


class PlayLaws(NamedTuple):
    """The laws that the search reads."""

    play_scores: int
    last_trick: int
    last_trick_high: int
    last_high_ranks: int
    last_with_capot: int
    cards: int
    capot: int
    pique: int


NOBODY_LIVE, ELDER_LIVE, YOUNGER_LIVE = 0, 1, 2
"""Who may still make a pique; both are live until somebody counts."""

_INFINITE = 10_000
_MEMORY_BITS = 19
MEMORY_SHAPE = (1 << _MEMORY_BITS, 4)
_OFFSET = 1 << 20
_BOUND_BITS = 21
_BOUND_MASK = (1 << _BOUND_BITS) - 1


class Position(NamedTuple):
    """Between two tricks."""

    elder: int
    younger: int
    leader: int
    """0 elder, 1 younger."""
    tricks: int
    """Won by elder."""
    live: int
    needed: int
    """Points that who is live needs."""


def new_memory() -> np.ndarray:
    """Room for positions that have been searched: int64, shape (positions, 4)."""
    return np.zeros(MEMORY_SHAPE, np.int64)


_LAWS = len(PlayLaws._fields)


@kernel
def new_code(laws):
    """What the search reads of the laws, as an array of the fields of `PlayLaws`.

    A recursion hands on an array, which is one argument, instead of eight.
    """
    code = np.zeros(_LAWS, np.int64)
    code[0], code[1], code[2] = laws.play_scores, laws.last_trick, laws.last_trick_high
    code[3], code[4] = laws.last_high_ranks, laws.last_with_capot
    code[5], code[6], code[7] = laws.cards, laws.capot, laws.pique
    return code


@inline_kernel
def _read_code(code):
    return PlayLaws(code[0], code[1], code[2], code[3], code[4], code[5], code[6], code[7])


@inline_kernel
def _count(laws, live, needed, is_elder, worth):
    # Points for one side: what follows for a pique. Returns the worth with the bonus, and live
    # and needed afterwards.
    if worth == 0 or live == NOBODY_LIVE:
        return worth, live, needed
    side = ELDER_LIVE if is_elder else YOUNGER_LIVE
    if live & side == 0:
        return worth, NOBODY_LIVE, 0
    if worth >= needed:
        return worth + laws.pique, NOBODY_LIVE, 0
    return worth, side, needed - worth


@inline_kernel
def _choices(laws, hand, other, led):
    # One card of each run of touching cards that count alike, of those that may be played.
    legal = legal_cards(hand, led)
    chosen = 0
    special = laws.last_high_ranks * ONE_OF_EACH_SUIT
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        mine = legal >> shift & LANE_MASK
        if mine == 0:
            continue
        theirs = other >> shift & LANE_MASK
        before = -1
        for rank in range(RANKS):
            card = 1 << (shift + rank)
            if theirs >> rank & 1:
                before = -1
            elif mine >> rank & 1:
                kind = (1 if HIGH_MASK & card else 0) + (2 if special & card else 0)
                if kind != before:
                    chosen |= card
                before = kind
        # The card led lies between cards of the reply that win and that lose.
        if led >> shift & LANE_MASK:
            above = mine & ~((led >> shift << 1) - 1)
            if above:
                chosen |= (above & -above) << shift
    return chosen


@inline_kernel
def _best_first(cards, led):
    # The next card to try: leads from the top, replies that win cheaply, then the lowest.
    if led == 0:
        rank_bit = 1 << (RANKS - 1)
        while True:
            at_rank = cards & (rank_bit * ONE_OF_EACH_SUIT)
            if at_rank:
                return at_rank & -at_rank
            rank_bit >>= 1
    higher = cards & ~((led << 1) - 1) & suit_of(led)
    if higher:
        return higher & -higher
    rank_bit = 1
    while True:
        at_rank = cards & (rank_bit * ONE_OF_EACH_SUIT)
        if at_rank:
            return at_rank & -at_rank
        rank_bit <<= 1


@inline_kernel
def _end_worth(laws, tricks):
    # The cards or capot, for elder.
    return count_cards(laws, tricks) - count_cards(laws, TRICKS - tricks)


@inline_kernel
def _most_points(laws, own, both, level):
    # More than one side can count in the tricks that are left, the last trick's extra included.
    most = 2 * level + 1
    if laws.play_scores == HIGH_LEADS:
        most = min(level, count(own & HIGH_MASK))
    elif laws.play_scores == HIGH_CARDS:
        most = count(both & HIGH_MASK)
    return most + max(laws.last_trick, laws.last_trick_high)


@inline_kernel
def _slot(position):
    mixed = (position[0] ^ (position[1] * 0x9E3779B97F4A7C1)) * 0x2545F4914F6CDD1
    mixed ^= (position[2] + 2 * position[3] + 64 * position[4] + 512 * position[5]) * 0x9E3779B1
    return (mixed >> 20) & ((1 << _MEMORY_BITS) - 1)


@inline_kernel
def play_card(laws, position, led, card):
    """Lead a card (`led` 0) or answer one: what elder gains by it, and the position then.

    Between lead and reply the card led is out of the leader's hand.
    """
    elder, younger, leader, tricks, live, needed = position
    leads = leader == ELDER_SEAT
    if led == 0:
        trick = TRICKS - count(elder)
        worth, live, needed = _count(laws, live, needed, leads, lead_worth(laws, card, trick))
        return worth if leads else -worth, Position(
            elder ^ card if leads else elder, younger if leads else younger ^ card, leader,
            tricks, live, needed,
        )  # fmt: skip
    trick = TRICKS - count(younger if leads else elder)
    wins = beats(card, led)
    to_elder = leads != wins
    won = tricks + (1 if to_elder else 0)
    of_winner = won if to_elder else trick + 1 - won
    worth, live, needed = _count(
        laws, live, needed, to_elder, trick_worth(laws, led, card, wins, trick, of_winner)
    )
    return worth if to_elder else -worth, Position(
        elder if leads else elder ^ card, younger ^ card if leads else younger,
        1 - leader if wins else leader, won, live, needed,
    )  # fmt: skip


@inline_kernel
def _bound_value(laws, position, level):
    # The least and the most that elder can make more from here on.
    tricks, live = position.tricks, position.live
    most, least = _end_worth(laws, tricks + level), _end_worth(laws, tricks)
    if laws.capot < laws.cards:  # then a trick more may be worth less
        most, least = laws.cards, -laws.cards
    both = position.elder | position.younger
    most += _most_points(laws, position.elder, both, level)
    least -= _most_points(laws, position.younger, both, level)
    most += laws.pique if live & ELDER_LIVE else 0
    least -= laws.pique if live & YOUNGER_LIVE else 0
    return least, most


_NO_CARD = np.int64(0)  # a literal would be a type of its own in a recursion
_SEARCH = int64(int64[::1], int64[:, ::1], *[int64] * 9)


@kernel_of(_SEARCH)
def search_position(code, memory, elder, younger, leader, tricks, live, needed, led, low, high):
    """The value of a position if it lies between two bounds, else a bound on that side.

    Parameters
    ----------
    code : int64 array
        From `new_code`.
    memory : int64 array
        From `new_memory`; of one code only.
    elder, younger, leader, tricks, live, needed : int64
        See `Position`.
    led : int64
        0 between two tricks; else the card to be answered, which is out of the leader's hand and
        has been counted.
    low, high : int64

    Returns
    -------
    int64
        Elder's points less younger's from here on.
    """
    laws = _read_code(code)
    position = Position(elder, younger, leader, tricks, live, needed)
    lower, upper = -_INFINITE, _INFINITE
    slot = meta = 0
    if led == 0:
        level = count(elder)
        if level == 0:
            return _end_worth(laws, tricks)
        slot = _slot(position)
        meta = leader | tricks << 1 | live << 5 | needed << 7
        if memory[slot, 0] == elder and memory[slot, 1] == younger and memory[slot, 2] == meta:
            lower = (memory[slot, 3] & _BOUND_MASK) - _OFFSET
            upper = (memory[slot, 3] >> _BOUND_BITS) - _OFFSET
            if lower >= high or lower == upper:
                return lower
            if upper <= low:
                return upper
        least, most = _bound_value(laws, position, level)
        if most <= low:
            return most
        if least >= high:
            return least
    is_elder = (leader == ELDER_SEAT) == (led == 0)
    own, other = (elder, younger) if is_elder else (younger, elder)
    best = -_INFINITE if is_elder else _INFINITE
    alpha, beta = max(low, lower), min(high, upper)
    first, last = alpha, beta
    cards = _choices(laws, own, other, led)
    while cards and alpha < beta:
        card = _best_first(cards, led)
        cards ^= card
        gained, after = play_card(laws, position, led, card)
        value = gained + search_position(
            code, memory, after.elder, after.younger, after.leader, after.tricks, after.live,
            after.needed, _NO_CARD if led else card, alpha - gained, beta - gained,
        )  # fmt: skip
        if is_elder:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    if led == 0:
        if best <= first:
            upper = min(upper, best)
        elif best >= last:
            lower = max(lower, best)
        else:
            lower = upper = best
        memory[slot, 0], memory[slot, 1], memory[slot, 2] = elder, younger, meta
        memory[slot, 3] = (lower + _OFFSET) | (upper + _OFFSET) << _BOUND_BITS
    return best


@kernel
def value_position(code, memory, position, led, low=-_INFINITE, high=_INFINITE):
    """`search_position` for a `Position`, by default exactly."""
    return search_position(
        code, memory, position.elder, position.younger, position.leader, position.tricks,
        position.live, position.needed, led, low, high,
    )  # fmt: skip


@kernel
def first_live(laws, elder_points, younger_points):
    """Who may make a pique as the play begins, and what they need."""
    if elder_points == 0 and younger_points == 0:
        return ELDER_LIVE | YOUNGER_LIVE, laws.pique_needs
    if younger_points == 0:
        return ELDER_LIVE, laws.pique_needs - elder_points
    if elder_points == 0:
        return YOUNGER_LIVE, laws.pique_needs - younger_points
    return NOBODY_LIVE, 0


@kernel
def choose_card(code, memory, position, led, value):
    """The first card that is worth as much as the position, the position then and its value."""
    laws = _read_code(code)
    own, other = position.elder, position.younger
    if (position.leader == ELDER_SEAT) != (led == 0):
        own, other = other, own
    cards = _choices(laws, own, other, led)
    while True:
        card = _best_first(cards, led)
        cards ^= card
        gained, after = play_card(laws, position, led, card)
        rest = value - gained
        if cards == 0:
            return card, after, rest
        answered = 0 if led else card
        if value_position(code, memory, after, answered, rest - 1, rest + 1) == rest:
            return card, after, rest


@kernel_of(FINISH.signature)
def play_by_search(laws, solution, memory, told, record):
    """Play the cards of a deal perfectly where they count themselves, and write its totals.

    Of equally good cards the first is chosen: the highest lead, the cheapest winner, the lowest
    card that loses; of these the first suit's.

    Parameters
    ----------
    laws : Laws
    solution : PlayTable
        Not used.
    memory : int64 array
        From `new_memory`; of these laws only.
    told : int64
        Not used: the cards are always written as they fall.
    record : int64 array
        The table of the deal, with hands and what was reckoned in hand.

    Returns
    -------
    int64
        0.
    """
    code = new_code(laws)
    elder_points = hand_points(AT.elder_carte_blanche, record)
    younger_points = hand_points(AT.younger_carte_blanche, record)
    progress = Progress(elder_points, younger_points, 0)
    live, needed = first_live(laws, elder_points, younger_points)
    if record[AT.elder_repique] or record[AT.younger_repique]:
        live = needed = 0
    position = Position(record[AT.elder_hand], record[AT.younger_hand], ELDER_SEAT, 0, live, needed)
    value = value_position(code, memory, position, 0)
    for trick in range(TRICKS):
        leader = position.leader
        led, position, value = choose_card(code, memory, position, 0, value)
        reply, position, value = choose_card(code, memory, position, led, value)
        wins = position.leader != leader
        of_winner = position.tricks
        if position.leader != ELDER_SEAT:
            of_winner = trick + 1 - position.tricks
        progress = count_lead(laws, progress, leader, led, trick)
        progress = count_reply(laws, progress, leader, led, reply, wins, trick, of_winner)
        record[PLAYS_AT + 2 * trick] = led
        record[PLAYS_AT + 2 * trick + 1] = reply
    close_deal(laws, position.tricks, progress, record)
    return 0
