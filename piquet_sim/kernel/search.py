"""Perfect play where cards themselves count: a search, both hands seen.

Where points in play depend on which cards fall (Cotton 1674, 004) no table of relative ranks
serves. The search is alpha-beta over tricks with a memory of positions. Cards of a hand that
touch, with no card of the other player between them, and count alike are one choice. A live pique
is part of the position: one side has counted nothing yet, and the other needs so many points.

Values are elder's points less younger's from here on, with the cards or capot as the tricks
already won decide, and with what a pique brings.
"""

from collections import namedtuple
from typing import NamedTuple

import numpy as np
from numba import int64

from piquet_sim.cards import LANE_BITS, LANE_MASK, RANKS, SUITS, TRICKS
from piquet_sim.kernel._jit import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.calling import hand_points
from piquet_sim.kernel.deal import FINISH
from piquet_sim.kernel.play import (
    HIGH_MASK,
    Progress,
    beats,
    close_deal,
    count_lead,
    count_reply,
    legal_cards,
)
from piquet_sim.kernel.record import AT
from piquet_sim.kernel.table import PLAYS_AT
from piquet_sim.kernel.views import ELDER_SEAT
from piquet_sim.rules import BY_LEADER, HIGH_CARDS, HIGH_LEADS, LEADS_AND_WINS

_CODE_NAMES = (
    "play_scores", "last_trick", "last_trick_high", "last_high_cards", "last_with_capot", "cards",
    "capot", "pique", "pique_needs",
)  # fmt: skip
CODE = namedtuple("CODE", _CODE_NAMES)(*range(len(_CODE_NAMES)))
"""Laws that the search reads, as places of an array: a recursion hands on one argument."""

NOBODY_LIVE, ELDER_LIVE, YOUNGER_LIVE = 0, 1, 2
"""Who may still make a pique; both are live until somebody counts."""

_INFINITE = 10_000
_MEMORY_BITS = 19
MEMORY_SHAPE = (1 << _MEMORY_BITS, 4)
_OFFSET = 1 << 20
_BOUND_BITS = 21
_BOUND_MASK = (1 << _BOUND_BITS) - 1
_ONE_OF_EACH_SUIT = sum(1 << LANE_BITS * suit for suit in range(SUITS))


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


@inline_kernel
def fill_code(laws, code):
    """Write what the search reads of the laws."""
    code[CODE.play_scores] = laws.play_scores
    code[CODE.last_trick] = laws.last_trick
    code[CODE.last_trick_high] = laws.last_trick_high
    code[CODE.last_high_cards] = laws.last_high_ranks * _ONE_OF_EACH_SUIT
    code[CODE.last_with_capot] = laws.last_with_capot
    code[CODE.cards] = laws.cards
    code[CODE.capot] = laws.capot
    code[CODE.pique] = laws.pique
    code[CODE.pique_needs] = laws.pique_needs


@inline_kernel
def _lead_worth(code, led, is_first):
    scores = code[CODE.play_scores]
    if scores == LEADS_AND_WINS:
        return 1
    if scores == HIGH_LEADS:
        return 1 if led & HIGH_MASK else 0
    return 1 if scores == BY_LEADER and is_first else 0


@inline_kernel
def _trick_worth(code, led, reply, wins, level, tricks_of_winner):
    scores = code[CODE.play_scores]
    if scores == LEADS_AND_WINS:
        worth = 1 if wins else 0
    elif scores == BY_LEADER:
        worth = 2 if wins else 1
    elif scores == HIGH_CARDS:
        worth = (1 if led & HIGH_MASK else 0) + (1 if reply & HIGH_MASK else 0)
    else:
        worth = 1 if wins and reply & HIGH_MASK else 0
    if level == 1 and (tricks_of_winner < TRICKS or code[CODE.last_with_capot]):
        is_high = code[CODE.last_high_cards] & (reply if wins else led)
        worth += code[CODE.last_trick_high] if is_high else code[CODE.last_trick]
    return worth


@inline_kernel
def _count(code, live, needed, is_elder, worth):
    # Points for one side: what follows for a pique. Returns the worth with the bonus, and live
    # and needed afterwards.
    if worth == 0 or live == NOBODY_LIVE:
        return worth, live, needed
    side = ELDER_LIVE if is_elder else YOUNGER_LIVE
    if live & side == 0:
        return worth, NOBODY_LIVE, 0
    if worth >= needed:
        return worth + code[CODE.pique], NOBODY_LIVE, 0
    return worth, side, needed - worth


@inline_kernel
def _choices(code, hand, other, led):
    # One card of each run of touching cards that count alike, of those that may be played.
    legal = legal_cards(hand, led)
    chosen = 0
    kinds = HIGH_MASK
    special = code[CODE.last_high_cards]
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
                kind = (1 if kinds & card else 0) + (2 if special & card else 0)
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
def _best_first(cards, wins_first, led):
    # The next card to try: leads from the top, replies that win cheaply, then the lowest.
    if led == 0:
        rank_bit = 1 << (RANKS - 1)
        while True:
            at_rank = cards & (rank_bit * _ONE_OF_EACH_SUIT)
            if at_rank:
                return at_rank & -at_rank
            rank_bit >>= 1
    if wins_first:
        higher = cards & ~((led << 1) - 1) & (LANE_MASK << _shift_of(led))
        if higher:
            return higher & -higher
    rank_bit = 1
    while True:
        at_rank = cards & (rank_bit * _ONE_OF_EACH_SUIT)
        if at_rank:
            return at_rank & -at_rank
        rank_bit <<= 1


@inline_kernel
def _shift_of(card):
    shift = 0
    while card >> shift & LANE_MASK == 0:
        shift += LANE_BITS
    return shift


@inline_kernel
def _end_worth(code, tricks):
    # The cards or capot.
    if tricks == TRICKS:
        return code[CODE.capot]
    if tricks == 0:
        return -code[CODE.capot]
    if 2 * tricks > TRICKS:
        return code[CODE.cards]
    return -code[CODE.cards] if 2 * tricks < TRICKS else 0


@inline_kernel
def _most_points(code, own, both, level):
    # More than one side can count in the tricks that are left, the last trick's extra included.
    most = 2 * level + 1
    if code[CODE.play_scores] == HIGH_LEADS:
        most = min(level, count(own & HIGH_MASK))
    elif code[CODE.play_scores] == HIGH_CARDS:
        most = count(both & HIGH_MASK)
    return most + max(code[CODE.last_trick], code[CODE.last_trick_high])


@inline_kernel
def _slot(position):
    mixed = (position[0] ^ (position[1] * 0x9E3779B97F4A7C1)) * 0x2545F4914F6CDD1
    mixed ^= (position[2] + 2 * position[3] + 64 * position[4] + 512 * position[5]) * 0x9E3779B1
    return (mixed >> 20) & ((1 << _MEMORY_BITS) - 1)


_NO_CARD = np.int64(0)  # a literal would be a type of its own in a recursion
_SEARCH = int64(int64[::1], int64[:, ::1], *[int64] * 9)


@kernel_of(_SEARCH)
def search_position(code, memory, elder, younger, leader, tricks, live, needed, led, low, high):
    """The value of a position if it lies between two bounds, else a bound on that side.

    Parameters
    ----------
    code : int64 array
        From `fill_code`.
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
    leads = leader == ELDER_SEAT
    if led:
        own, other = (younger, elder) if leads else (elder, younger)  # own answers
        level = count(own)
        best = _INFINITE if leads else -_INFINITE
        replies = _choices(code, own, other, led)
        while replies and low < high:
            reply = _best_first(replies, True, led)
            replies ^= reply
            wins = beats(reply, led)
            to_elder = leads != wins
            after = tricks + (1 if to_elder else 0)
            worth, live_after, needed_after = _count(
                code, live, needed, to_elder,
                _trick_worth(
                    code, led, reply, wins, level,
                    after if to_elder else TRICKS - level + 1 - after,
                ),
            )  # fmt: skip
            gained = worth if to_elder else -worth
            left = own ^ reply
            value = gained + search_position(
                code, memory, other if leads else left, left if leads else other,
                1 - leader if wins else leader, after, live_after, needed_after, _NO_CARD,
                low - gained, high - gained,
            )  # fmt: skip
            if leads:
                best = min(best, value)
                high = min(high, best)
            else:
                best = max(best, value)
                low = max(low, best)
        return best
    level = count(elder)
    if level == 0:
        return _end_worth(code, tricks)
    slot = _slot((elder, younger, leader, tricks, live, needed))
    meta = leader | tricks << 1 | live << 5 | needed << 7
    lower, upper = -_INFINITE, _INFINITE
    if memory[slot, 0] == elder and memory[slot, 1] == younger and memory[slot, 2] == meta:
        lower = (memory[slot, 3] & _BOUND_MASK) - _OFFSET
        upper = (memory[slot, 3] >> _BOUND_BITS) - _OFFSET
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
    both = elder | younger
    most, least = _end_worth(code, tricks + level), _end_worth(code, tricks)
    if code[CODE.capot] < code[CODE.cards]:  # then a trick more may be worth less
        most, least = code[CODE.cards], -code[CODE.cards]
    most += _most_points(code, elder, both, level)
    least -= _most_points(code, younger, both, level)
    most += code[CODE.pique] if live & ELDER_LIVE else 0
    least -= code[CODE.pique] if live & YOUNGER_LIVE else 0
    if most <= low:
        return most
    if least >= high:
        return least
    own, other = (elder, younger) if leads else (younger, elder)
    best = -_INFINITE if leads else _INFINITE
    alpha, beta = max(low, lower), min(high, upper)
    first, last = alpha, beta
    cards = _choices(code, own, other, 0)
    while cards and alpha < beta:
        card = _best_first(cards, False, 0)
        cards ^= card
        worth, live_after, needed_after = _count(
            code, live, needed, leads, _lead_worth(code, card, level == TRICKS)
        )
        gained = worth if leads else -worth
        value = gained + search_position(
            code, memory, elder ^ card if leads else elder, younger if leads else younger ^ card,
            leader, tricks, live_after, needed_after, card, alpha - gained, beta - gained,
        )  # fmt: skip
        if leads:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    if best <= first:
        upper = min(upper, best)
    elif best >= last:
        lower = max(lower, best)
    else:
        lower = upper = best
    memory[slot, 0], memory[slot, 1], memory[slot, 2] = elder, younger, meta
    memory[slot, 3] = (lower + _OFFSET) | (upper + _OFFSET) << _BOUND_BITS
    return best


@inline_kernel
def play_card(code, position, led, card):
    """Lead a card (`led` 0) or answer one: what elder gains by it, and the position then.

    Between lead and reply the card led is out of the leader's hand.
    """
    elder, younger, leader, tricks, live, needed = position
    leads = leader == ELDER_SEAT
    if led == 0:
        first = count(elder) == TRICKS
        worth, live, needed = _count(code, live, needed, leads, _lead_worth(code, card, first))
        return worth if leads else -worth, Position(
            elder ^ card if leads else elder, younger if leads else younger ^ card, leader,
            tricks, live, needed,
        )  # fmt: skip
    level = count(younger if leads else elder)
    wins = beats(card, led)
    to_elder = leads != wins
    won = tricks + (1 if to_elder else 0)
    of_winner = won if to_elder else TRICKS - level + 1 - won
    worth, live, needed = _count(
        code, live, needed, to_elder, _trick_worth(code, led, card, wins, level, of_winner)
    )
    return worth if to_elder else -worth, Position(
        elder if leads else elder ^ card, younger ^ card if leads else younger,
        1 - leader if wins else leader, won, live, needed,
    )  # fmt: skip


@kernel
def value_position(code, memory, position, led, low=-_INFINITE, high=_INFINITE):
    """`search_position` for a `Position`, by default exactly."""
    return search_position(
        code, memory, position.elder, position.younger, position.leader, position.tricks,
        position.live, position.needed, led, low, high,
    )  # fmt: skip


@kernel
def first_live(laws, elder_points, younger_points):
    """Who may make a pique as the play begins, and what he needs."""
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
    is_elder = (position.leader == ELDER_SEAT) == (led == 0)
    own, other = position.elder, position.younger
    if not is_elder:
        own, other = other, own
    cards = _choices(code, own, other, led)
    while True:
        card = _best_first(cards, led != 0, led)
        cards ^= card
        gained, after = play_card(code, position, led, card)
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
    code = np.zeros(len(CODE), np.int64)
    fill_code(laws, code)
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
