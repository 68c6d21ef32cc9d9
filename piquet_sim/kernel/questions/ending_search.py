"""Endings searched for any aim under any rule book, both hands seen.

The search is alpha-beta over tricks with a memory of positions. It serves two kinds of aims. One is
a weighted sum of both players' points from here on; what was counted before does not matter. The
other is the settlement of a match, which depends on both totals, so that what has been counted is
part of the position. As soon as it is certain who wins and whether the loser is rubiconed, a
settlement is such a sum as well.

Cards of a hand that touch, with no card of the other player between them, and count alike are one
choice. No other play is left out, since what a table of the difference need not try
(`kernel.base.play_table`) is proved for the difference alone.
"""

from typing import NamedTuple

import numpy as np
from numba import int64

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
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.deal.tricks import HIGH_MASK, count_cards, legal_cards
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.perfect.search import (
    ELDER_LIVE,
    YOUNGER_LIVE,
    PlayLaws,
    Position,
    _best_first,
    new_code,
    play_card,
)

HIGHEST_TOTAL = 10_000
"""The highest total of a match before an ending."""

_INFINITE = 1_000_000
_MEMORY_BITS = 20
_OFFSET = 1 << 21
_BOUND_BITS = 22
_BOUND_MASK = (1 << _BOUND_BITS) - 1
_TOTAL_BITS = 17


class Objective(NamedTuple):
    """What elder makes as much of as possible, and younger as little."""

    elder_weight: int
    """What a point that elder still makes is worth to elder: from -2 to 2. With both weights 0
    the objective is the settlement, to be paid to elder."""
    younger_weight: int
    elder_total: int
    """For the settlement, what has been counted in the match so far; else 0."""
    younger_total: int


class _Terms(NamedTuple):
    # What a match is settled at, and how many times a point of this deal counts in it.
    is_games: int
    game: int
    rubicon: int
    target: int
    double_below: int
    win_is_immediate: int
    times: int


_LAWS, _TERMS = len(PlayLaws._fields), len(_Terms._fields)


def write_code(laws: Laws, match: MatchLaws, times: int) -> np.ndarray:
    """What the search reads of a rule book, as one array that a recursion hands on.

    Parameters
    ----------
    laws : Laws
    match : MatchLaws
    times : int
        How many times the scores of the deal count in the match.
    """
    is_games = match.settlement == GAMES_WON
    rubicon = match.rubicon if match.settlement == RUBICON_SETTLEMENT else 0
    terms = _Terms(
        int(is_games), match.game, rubicon, match.target, match.double_below,
        int(is_games and match.win_is_immediate), times,
    )  # fmt: skip
    return np.concatenate([new_code(laws), np.array(terms, np.int64)])


def new_search_memory() -> np.ndarray:
    """Room for positions that have been searched: int64, shape (positions, 4)."""
    return np.zeros((1 << _MEMORY_BITS, 4), np.int64)


@inline_kernel
def _read_laws(code):
    return PlayLaws(code[0], code[1], code[2], code[3], code[4], code[5], code[6], code[7])


@inline_kernel
def _read_terms(code):
    at = _LAWS
    return _Terms(
        code[at], code[at + 1], code[at + 2], code[at + 3], code[at + 4], code[at + 5],
        code[at + 6],
    )  # fmt: skip


# ---- Plays --------------------------------------------------------------------------------------
@inline_kernel
def _list_choices(laws, hand, other, led):
    # The lowest card of each run of touching cards that count alike, of those that may be played.
    legal = legal_cards(hand, led)
    kinds = HIGH_MASK if laws.play_scores > BY_LEADER else 0
    special = laws.last_high_ranks * ONE_OF_EACH_SUIT
    if laws.last_trick == laws.last_trick_high:
        special = 0
    chosen = 0
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
                kind = (1 if kinds & card else 0) + (2 if special & card else 0)
                if kind != before:
                    chosen |= card
                before = kind
    return chosen


@inline_kernel
def _count_gain(code, objective, gained):
    # Points of one player, younger's negative, counted for the objective: what they are worth
    # at once, and the objective afterwards.
    elder_weight, younger_weight, elder_total, younger_total = objective
    if elder_weight | younger_weight:
        worth = elder_weight * gained if gained > 0 else -younger_weight * gained
        return worth, objective
    times = _read_terms(code).times
    if gained > 0:
        elder_total += times * gained
    else:
        younger_total -= times * gained
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
    elif laws.play_scores == HIGH_LEADS:
        most = min(level, count(own & HIGH_MASK))
    else:
        most = count(both & HIGH_MASK)
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
def _most_paid(terms, own_least, own_most, other_least, other_most):
    # The most that one player is paid where both totals are known within bounds.
    if terms.is_games:
        if own_most >= terms.target and (terms.win_is_immediate or own_most > other_least):
            return 2 if other_least < terms.double_below else 1
        if other_least >= terms.target and other_least > own_most:
            return -2 if own_most < terms.double_below else -1
        return 0
    if own_most > other_least:
        paid = -_INFINITE
        if other_most >= terms.rubicon:
            paid = own_most - max(other_least, terms.rubicon)
        if other_least < terms.rubicon:
            paid = max(paid, own_most + min(other_most, terms.rubicon - 1, own_most - 1))
        return paid + terms.game
    if own_most == other_least:
        return 0
    paid = -_INFINITE
    if own_most >= terms.rubicon:
        paid = own_most - other_least
    if own_least < terms.rubicon:
        paid = max(paid, -own_least - other_least)
    return paid - terms.game


@inline_kernel
def _find_sum(terms, own_least, own_most, other_least, other_most):
    # The sign with which the other's points count where one player is certain to win a partie
    # and it is certain whether the loser is rubiconed; else 0.
    if terms.is_games or own_least <= other_most:
        return 0
    if other_least >= terms.rubicon:
        return -1
    return 1 if other_most < terms.rubicon else 0


@inline_kernel
def _slot(position, totals):
    mixed = (position.elder ^ (position.younger * 0x9E3779B97F4A7C1)) * 0x2545F4914F6CDD1
    mixed ^= int(totals) * 0x9E3779B1  # a number of NumPy's would overflow where uncompiled
    mixed = (mixed ^ (mixed >> 29)) * 0x2545F4914F6CDD1
    return (mixed >> 24) & ((1 << _MEMORY_BITS) - 1)


# ---- The search ---------------------------------------------------------------------------------
_NO_CARD = np.int64(0)  # a literal would be a type of its own in a recursion
_SEARCH = int64(int64[::1], int64[:, ::1], *[int64] * 13)


@kernel_of(_SEARCH)
def _search(
    code, memory, elder, younger, leader, tricks, live, needed, led,
    elder_weight, younger_weight, elder_total, younger_total, low, high,
):  # fmt: skip
    # The value of a position if it lies between two bounds, else a bound on that side. Where a
    # card is led it is out of the leader's hand and has been counted. It is one long function,
    # since parts of their own would be compiled for themselves and again in here.
    laws, terms = _read_laws(code), _read_terms(code)
    position = Position(elder, younger, leader, tricks, live, needed)
    objective = Objective(elder_weight, younger_weight, elder_total, younger_total)
    is_sum = elder_weight | younger_weight
    if terms.win_is_immediate and not is_sum:
        if elder_total >= terms.target:
            return 2 if younger_total < terms.double_below else 1
        if younger_total >= terms.target:
            return -2 if elder_total < terms.double_below else -1
    lower, upper = -_INFINITE, _INFINITE
    slot = meta = 0
    if led == 0:
        level = count(elder)
        elder_least, elder_most, younger_least, younger_most = _bound_points(laws, position, level)
        if level == 0:
            elder_most, younger_most = elder_least, younger_least
        if is_sum:
            least = min(elder_weight * elder_least, elder_weight * elder_most)
            least += min(younger_weight * younger_least, younger_weight * younger_most)
            most = max(elder_weight * elder_least, elder_weight * elder_most)
            most += max(younger_weight * younger_least, younger_weight * younger_most)
        else:
            elder_least = elder_total + terms.times * elder_least
            elder_most = elder_total + terms.times * elder_most
            younger_least = younger_total + terms.times * younger_least
            younger_most = younger_total + terms.times * younger_most
            most = _most_paid(terms, elder_least, elder_most, younger_least, younger_most)
            least = -_most_paid(terms, younger_least, younger_most, elder_least, elder_most)
        if most <= low or least == most:
            return most
        if least >= high:
            return least
        if not is_sum:
            to_elder = _find_sum(terms, elder_least, elder_most, younger_least, younger_most)
            to_younger = _find_sum(terms, younger_least, younger_most, elder_least, elder_most)
            if to_elder | to_younger:
                one = 1 if to_elder else -to_younger
                two = to_elder if to_elder else -1
                before = one * elder_total + two * younger_total
                before += terms.game if to_elder else -terms.game
                return before + _search(
                    code, memory, elder, younger, leader, tricks, live, needed, led,
                    one * terms.times, two * terms.times, _NO_CARD, _NO_CARD,
                    low - before, high - before,
                )  # fmt: skip
        meta = leader | tricks << 1 | live << 5 | needed << 7
        meta |= (elder_weight + 2) << 15 | (younger_weight + 2) << 18
        meta |= elder_total << 21 | younger_total << (21 + _TOTAL_BITS)
        slot = _slot(position, meta)
        if memory[slot, 0] == elder and memory[slot, 1] == younger and memory[slot, 2] == meta:
            lower = (memory[slot, 3] & _BOUND_MASK) - _OFFSET
            upper = (memory[slot, 3] >> _BOUND_BITS) - _OFFSET
            if lower >= high or lower == upper:
                return lower
            if upper <= low:
                return upper
    is_elder = (leader == ELDER_SEAT) == (led == 0)
    own, other = (elder, younger) if is_elder else (younger, elder)
    best = -_INFINITE if is_elder else _INFINITE
    alpha, beta = max(low, lower), min(high, upper)
    first, last = alpha, beta
    cards = _list_choices(laws, own, other, led)
    while cards and alpha < beta:
        card = _best_first(cards, led)
        cards ^= card
        gained, after = play_card(laws, position, led, card)
        worth, left = _count_gain(code, objective, gained)
        value = worth + _search(
            code, memory, after.elder, after.younger, after.leader, after.tricks, after.live,
            after.needed, _NO_CARD if led else card, left.elder_weight, left.younger_weight,
            left.elder_total, left.younger_total, alpha - worth, beta - worth,
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
def value_cards(code, memory, position, led, objective, values):
    """Values of all cards that may be played in an ending.

    Parameters
    ----------
    code : int64 array
        From `write_code`.
    memory : int64 array
        From `new_search_memory`; of one code only.
    position : Position
    led : int64
        0 between two tricks; else the card to be answered, which is out of the leader's hand and
        has been counted.
    objective : Objective
    values : int64 array of 64
        Filled at the bits of the cards that may be played: the objective if that card is played,
        of points only those that are counted from here on.

    Returns
    -------
    int64
        The cards that may be played.
    """
    laws = _read_laws(code)
    own, other = position.elder, position.younger
    if (position.leader == ELDER_SEAT) != (led == 0):
        own, other = other, own
    chosen, legal = _list_choices(laws, own, other, led), legal_cards(own, led)
    value = 0
    for place in range(SUITS * LANE_BITS - 1):
        card = 1 << place
        if chosen & card:
            gained, after = play_card(laws, position, led, card)
            worth, left = _count_gain(code, objective, gained)
            value = worth + _search(
                code, memory, after.elder, after.younger, after.leader, after.tricks, after.live,
                after.needed, _NO_CARD if led else card, left.elder_weight, left.younger_weight,
                left.elder_total, left.younger_total, -_INFINITE, _INFINITE,
            )  # fmt: skip
        if legal & card:
            values[place] = value
    return legal
