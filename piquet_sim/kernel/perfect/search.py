"""Perfect play by search, for any aim under any rule book, both hands seen.

The search is alpha-beta over tricks with a memory of positions. It serves two kinds of aims. One is
a weighted sum of both players' points from here on; what was counted before does not matter. The
other is the settlement of a match, which depends on both totals, so that what has been counted is
part of the position.

Cards of a hand that touch, with no card of the other player between them, and count alike are one
choice. No other play is left out, since what a table of the difference need not try
(`kernel.play_table`) is proved for the difference alone. A live pique is part of the position:
one side has counted nothing yet, and the other needs so many points.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, ONE_OF_EACH_SUIT, RANKS, SUITS, TRICKS
from piquet_sim.game.laws import (
    BY_LEADER,
    GAMES_WON,
    HIGH_LEADS,
    LEADS_AND_WINS,
    RUBICON_SETTLEMENT,
    Laws,
    MatchLaws,
)
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import (
    find_place,
    inline_kernel,
    kernel,
    kernel_of,
    store_tuple,
    tuple_reader,
)
from piquet_sim.kernel.deal.deal import FINISH, laws_at
from piquet_sim.kernel.deal.deal_state import PLAYS_AT
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import (
    HIGH_MASK,
    beats,
    close_deal,
    count_cards,
    count_hands,
    count_lead,
    count_trick,
    lead_worth,
    legal_cards,
    suit_of,
    trick_worth,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT

NOBODY_LIVE, ELDER_LIVE, YOUNGER_LIVE = 0, 1, 2
"""Who may still make a pique; both are live until somebody counts."""

_INFINITE = 1_000_000
_MEMORY_BITS = 19
MEMORY_SHAPE = (1 << _MEMORY_BITS, 4)
"""Of the room for positions that have been searched, zeros at first."""
_OFFSET = 1 << 21
_BOUND_BITS = 22
_BOUND_MASK = (1 << _BOUND_BITS) - 1
_TOTAL_BITS = 17


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


class Objective(NamedTuple):
    """What elder makes as much of as possible, and younger as little."""

    elder_weight: int
    """What a point that elder still makes is worth to elder: 1 or 0. With both weights 0 the
    objective is the settlement, to be paid to elder."""
    younger_weight: int
    """What a point of younger's is worth to elder: -1 or 0."""
    elder_total: int
    """For the settlement, what has been counted in the match so far; else 0."""
    younger_total: int


DIFFERENCE = Objective(1, -1, 0, 0)
"""Elder's points less younger's."""


_LAWS, _MATCH_LAWS = len(Laws._fields), len(MatchLaws._fields)
_read_match_laws = tuple_reader(types.NamedUniTuple(int64, _MATCH_LAWS, MatchLaws))


def write_code(laws: Laws, match: MatchLaws, times: int) -> np.ndarray:
    """What the search reads of a rule book, the settlement of its matches included.

    Parameters
    ----------
    laws : Laws
    match : MatchLaws
    times : int
        How many times the scores of the deal count in the match.
    """
    return np.array([*laws, *match, times], np.int64)


@inline_kernel
def _read_code(code):
    laws, match = laws_at(find_place(code, 0)), _read_match_laws(find_place(code, _LAWS))
    return laws, match, code[_LAWS + _MATCH_LAWS]


# ---- Plays --------------------------------------------------------------------------------------
@inline_kernel
def _find_kinds(laws):
    # The cards that count otherwise than others: of ten and higher, and in the last trick.
    last = laws.last_high_ranks * (laws.last_trick != laws.last_trick_high)
    return HIGH_MASK if laws.play_scores > BY_LEADER else 0, last * ONE_OF_EACH_SUIT


@inline_kernel
def _list_choices(hand, other, led, kinds):
    # The lowest card of each run of touching cards of one kind, of those that may be played.
    legal, chosen = legal_cards(hand, led), 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        mine = legal >> shift & LANE_MASK
        if mine == 0:
            continue
        theirs = (other | led) >> shift & LANE_MASK
        before = -1
        for rank in range(RANKS):
            card = 1 << (shift + rank)
            if theirs >> rank & 1:
                before = -1
            elif mine >> rank & 1:
                kind = (1 if kinds[0] & card else 0) + (2 if kinds[1] & card else 0)
                if kind != before:
                    chosen |= card
                before = kind
    return chosen


@inline_kernel
def _count(laws, live, needed, is_elder, worth):
    # Points for one side: what follows for a pique. Returns the worth with the bonus, and live
    # and needed afterwards.
    if worth == 0 or live == NOBODY_LIVE:
        return worth, live, needed
    side = ELDER_LIVE if is_elder else YOUNGER_LIVE
    if live & side == 0:
        return worth, NOBODY_LIVE, 0
    made = worth >= needed
    return (worth + laws.pique, NOBODY_LIVE, 0) if made else (worth, side, needed - worth)


@inline_kernel
def _best_first(cards, led):
    # The next card to try: leads from the top, replies that win cheaply, then the lowest.
    if led:
        higher = cards & ~((led << 1) - 1) & suit_of(led)
        if higher:
            return higher & -higher
    for step in range(RANKS):
        at_rank = cards & (ONE_OF_EACH_SUIT << (step if led else RANKS - 1 - step))
        if at_rank:
            return at_rank & -at_rank
    return 0


@inline_kernel
def play_card(laws, position, led, card):
    """Lead a card (`led` 0) or answer one: what elder gains by it, and the position then.

    Between lead and reply the card led is out of the leader's hand.
    """
    elder, younger, leader, tricks, live, needed = position
    to_elder = leader == ELDER_SEAT
    if led == 0:
        worth = lead_worth(laws, card, TRICKS - count(elder))
    else:
        wins = beats(card, led)
        trick = TRICKS - count(younger if to_elder else elder)
        leader = 1 - leader if wins else leader
        to_elder = leader == ELDER_SEAT
        tricks += 1 if to_elder else 0
        of_winner = tricks if to_elder else trick + 1 - tricks
        worth = trick_worth(laws, led, card, wins, trick, of_winner)
    worth, live, needed = _count(laws, live, needed, to_elder, worth)
    after = Position(elder & ~card, younger & ~card, leader, tricks, live, needed)
    return worth if to_elder else -worth, after


@inline_kernel
def _divide_hands(position, led):
    # The hands of the player to move and of the other, and whether it is elder's turn.
    elder, younger = position.elder, position.younger
    is_elder = (position.leader == ELDER_SEAT) == (led == 0)
    return (elder, younger, True) if is_elder else (younger, elder, False)


@inline_kernel
def _count_gain(times, objective, gained):
    # Points of one player, younger's negative, counted for the objective: what they are worth
    # at once, and the objective afterwards.
    elder_weight, younger_weight, elder_total, younger_total = objective
    if elder_weight | younger_weight:
        return elder_weight * gained if gained > 0 else -younger_weight * gained, objective
    elder_total += times * max(gained, 0)
    younger_total += times * max(-gained, 0)
    return 0, Objective(elder_weight, younger_weight, elder_total, younger_total)


# ---- Bounds -------------------------------------------------------------------------------------
@inline_kernel
def _bound_cards(laws, tricks, level):
    # The least and the most that the cards or capot bring to who has won so many tricks.
    one, two = count_cards(laws, tricks), count_cards(laws, tricks + level)
    three = count_cards(laws, max(tricks, min(tricks + level, TRICKS - 1)))
    return min(one, two, three), max(one, two, three)


@inline_kernel
def _most_in_play(laws, own, both, level):
    # More than nobody can count in the tricks that are left, the last trick's extra included.
    if laws.play_scores == LEADS_AND_WINS:
        most = level
    elif laws.play_scores == BY_LEADER:
        most = level + 1  # two for a trick leave the lead to be lost first, before the next two
    else:
        high = count(both & HIGH_MASK)
        most = min(level, count(own & HIGH_MASK)) if laws.play_scores == HIGH_LEADS else high
    return most + max(laws.last_trick, laws.last_trick_high)


@inline_kernel
def _bound_points(laws, position, level):
    # The least and the most that elder, and younger, can still count.
    both = position.elder | position.younger
    elder_least, elder_most = _bound_cards(laws, position.tricks, level)
    younger_least, younger_most = _bound_cards(laws, TRICKS - level - position.tricks, level)
    elder_most += _most_in_play(laws, position.elder, both, level)
    younger_most += _most_in_play(laws, position.younger, both, level)
    elder_most += laws.pique if position.live & ELDER_LIVE else 0
    younger_most += laws.pique if position.live & YOUNGER_LIVE else 0
    return elder_least, elder_most, younger_least, younger_most


@inline_kernel
def _most_paid(match, own_least, own_most, other_least, other_most):
    # The most that one player is paid where both totals are known within bounds.
    if match.settlement == GAMES_WON:
        if own_most >= match.target and (match.win_is_immediate or own_most > other_least):
            return 2 if other_least < match.double_below else 1
        if other_least >= match.target and other_least > own_most:
            return -2 if own_most < match.double_below else -1
        return 0
    rubicon = match.rubicon if match.settlement == RUBICON_SETTLEMENT else 0
    if own_most > other_least:
        summed = min(other_most, rubicon - 1, own_most - 1)
        return own_most + match.game + (-other_least if other_least >= rubicon else summed)
    if own_most == other_least:
        return 0
    return (own_most if own_most >= rubicon else -own_least) - other_least - match.game


@inline_kernel
def _slot(position, totals):
    mixed = (position.elder ^ (position.younger * 0x9E3779B97F4A7C1)) * 0x2545F4914F6CDD1
    mixed ^= int(totals) * 0x9E3779B1  # a number of NumPy's would overflow where uncompiled
    mixed = (mixed ^ (mixed >> 29)) * 0x2545F4914F6CDD1
    return (mixed >> 24) & ((1 << _MEMORY_BITS) - 1)


# ---- The search ---------------------------------------------------------------------------------
_NO_CARD = np.int64(0)  # a literal would be a type of its own in a recursion
_POSITION = types.NamedUniTuple(int64, len(Position._fields), Position)
_OBJECTIVE = types.NamedUniTuple(int64, len(Objective._fields), Objective)
_SEARCH = int64(int64[::1], int64[:, ::1], _POSITION, int64, _OBJECTIVE, int64, int64)


@kernel_of(_SEARCH)
def search_position(code, memory, position, led, objective, low, high):
    """The value of a position if it lies between two bounds, else a bound on that side.

    Parameters
    ----------
    code : int64 array
        From `write_code`.
    memory : int64 array
        Of MEMORY_SHAPE; of one code only.
    position : Position
    led : int64
        0 between two tricks; else the card to be answered, which is out of the leader's hand and
        has been counted.
    objective : Objective
    low, high : int64

    Returns
    -------
    int64
        The objective, of points only those that are counted from here on.
    """
    # It is one long function, since parts of their own would be compiled for themselves and again
    # in here.
    laws, match, times = _read_code(code)
    elder_weight, younger_weight, elder_total, younger_total = objective
    is_sum = elder_weight | younger_weight
    ends_early = match.win_is_immediate and match.settlement == GAMES_WON and not is_sum
    if ends_early and max(elder_total, younger_total) >= match.target:
        return _most_paid(match, elder_total, elder_total, younger_total, younger_total)
    lower, upper = -_INFINITE, _INFINITE
    slot = meta = 0
    if led == 0:
        level = count(position.elder)
        elder_least, elder_most, younger_least, younger_most = _bound_points(laws, position, level)
        if level == 0:
            elder_most, younger_most = elder_least, younger_least
        if is_sum:
            least = elder_weight * elder_least + younger_weight * younger_most
            most = elder_weight * elder_most + younger_weight * younger_least
        else:
            elder_least = elder_total + times * elder_least
            elder_most = elder_total + times * elder_most
            younger_least = younger_total + times * younger_least
            younger_most = younger_total + times * younger_most
            most = _most_paid(match, elder_least, elder_most, younger_least, younger_most)
            least = -_most_paid(match, younger_least, younger_most, elder_least, elder_most)
        if most <= low or least == most:
            return most
        if least >= high:
            return least
        meta = position.leader | position.tricks << 1 | position.live << 5 | position.needed << 7
        meta |= elder_weight << 15 | -younger_weight << 16
        meta |= elder_total << 17 | younger_total << (17 + _TOTAL_BITS)
        slot = _slot(position, meta)
        if (
            memory[slot, 0] == position.elder
            and memory[slot, 1] == position.younger
            and memory[slot, 2] == meta
        ):
            lower = (memory[slot, 3] & _BOUND_MASK) - _OFFSET
            upper = (memory[slot, 3] >> _BOUND_BITS) - _OFFSET
            if lower >= high or lower == upper:
                return lower
            if upper <= low:
                return upper
    own, other, is_elder = _divide_hands(position, led)
    best = -_INFINITE if is_elder else _INFINITE
    alpha, beta = max(low, lower), min(high, upper)
    first, last = alpha, beta
    cards = _list_choices(own, other, led, _find_kinds(laws))
    while cards and alpha < beta:
        card = _best_first(cards, led)
        cards ^= card
        gained, after = play_card(laws, position, led, card)
        worth, left = _count_gain(times, objective, gained)
        value = worth + search_position(
            code, memory, after, _NO_CARD if led else card, left, alpha - worth, beta - worth
        )
        if is_elder:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    if led == 0:
        if best < last:
            upper = min(upper, best)
        if best > first:
            lower = max(lower, best)
        memory[slot, 0], memory[slot, 1], memory[slot, 2] = position.elder, position.younger, meta
        memory[slot, 3] = (lower + _OFFSET) | (upper + _OFFSET) << _BOUND_BITS
    return best


@kernel
def value_cards(code, memory, position, led, objective, values):
    """Values of all cards that may be played in an ending.

    Parameters
    ----------
    code, memory, position, led, objective
        As for `search_position`.
    values : int64 array of 64
        Filled at the bits of the cards that may be played: the objective if that card is played,
        of points only those that are counted from here on.

    Returns
    -------
    int64
        The cards that may be played.
    """
    laws, _, times = _read_code(code)
    own, other, _ = _divide_hands(position, led)
    chosen, legal = _list_choices(own, other, led, _find_kinds(laws)), legal_cards(own, led)
    value = 0
    for place in range(SUITS * LANE_BITS - 1):
        card = 1 << place
        if chosen & card:
            gained, after = play_card(laws, position, led, card)
            worth, left = _count_gain(times, objective, gained)
            value = worth + search_position(
                code, memory, after, _NO_CARD if led else card, left, -_INFINITE, _INFINITE
            )
        if legal & card:
            values[place] = value
    return legal


# ---- A deal played out --------------------------------------------------------------------------
@kernel
def first_live(laws, elder_points, younger_points):
    """Who may make a pique as the play begins, and what they need."""
    live = NOBODY_LIVE if younger_points else ELDER_LIVE
    live |= NOBODY_LIVE if elder_points else YOUNGER_LIVE
    return live, laws.pique_needs - max(elder_points, younger_points) if live else 0


@kernel
def _choose_card(laws, code, memory, position, led, value):
    # The first card that is worth as much as the position, the position then and its value. Cards
    # of ten and higher are told from lower ones whether or not they count otherwise.
    own, other, _ = _divide_hands(position, led)
    cards = _list_choices(own, other, led, (HIGH_MASK, laws.last_high_ranks * ONE_OF_EACH_SUIT))
    while True:
        card = _best_first(cards, led)
        cards ^= card
        gained, after = play_card(laws, position, led, card)
        rest, answered = value - gained, _NO_CARD if led else card
        if cards == 0 or rest == search_position(
            code, memory, after, answered, DIFFERENCE, rest - 1, rest + 1
        ):
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
        Of MEMORY_SHAPE; of these laws only.
    told : int64
        Not used: the cards are always written as they fall.
    record : int64 array
        The table of the deal, with hands and what was reckoned in hand.

    Returns
    -------
    int64
        0.
    """
    code = np.zeros(_LAWS + _MATCH_LAWS + 1, np.int64)  # no match is settled
    store_tuple(code, 0, laws)
    progress = count_hands(record)
    live, needed = first_live(laws, progress.elder_points, progress.younger_points)
    if record[AT.elder_repique] or record[AT.younger_repique]:
        live = needed = 0
    position = Position(record[AT.elder_hand], record[AT.younger_hand], ELDER_SEAT, 0, live, needed)
    value = search_position(code, memory, position, _NO_CARD, DIFFERENCE, -_INFINITE, _INFINITE)
    leader = ELDER_SEAT
    elder_tricks = 0
    for trick in range(TRICKS):
        led, position, value = _choose_card(laws, code, memory, position, _NO_CARD, value)
        reply, position, value = _choose_card(laws, code, memory, position, led, value)
        progress = count_lead(laws, progress, leader, led, trick)
        progress, leader, elder_tricks = count_trick(
            laws, progress, leader, led, reply, trick, elder_tricks
        )
        record[PLAYS_AT + 2 * trick] = led
        record[PLAYS_AT + 2 * trick + 1] = reply
    close_deal(laws, elder_tricks, progress, record)
    return 0
