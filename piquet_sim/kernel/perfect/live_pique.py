"""Perfect play while elder may still make a pique.

The bonus for a pique does not telescope: it depends on elder's run of tricks from the first. As
long as younger has counted nothing, elder's points are those in hand and one a lead; elder makes
the pique with the lead that brings the thirtieth point (be it a losing one), or with the last
trick's extra point after winning all twelve. So the search goes only as deep as elder goes on
winning; all else is looked up in the table of plays, whose value p also bounds every position of
the search: p <= value <= p + bonus. Where elder makes too few tricks by p, the pique cannot be had
against that defence, and the value is p; where enough leads are sure, the pique can be had with
these tricks at least. Positions that were reached in another order are remembered.
"""

import numpy as np
from numba import int64, types

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, SUITS, TRICKS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_of, woven_kernel
from piquet_sim.kernel.perfect.lookup import (
    WIN,
    after_loss,
    after_win,
    count_leads,
    find_keys,
    losing_suits,
    outcome_of_reply,
    string_of_key,
    top_run,
)
from piquet_sim.kernel.play_table import CHANGES_BITS, PLAY_TABLE, read_position
from piquet_sim.kernel.suit_strings import AFTER_WIN, NO_CHILD, SURE

UNBOUNDED = 999
"""Beyond every difference of a deal."""
_MEMORY_BITS = 10
_STRING_BITS = 9
_NEEDED_BITS = 4
_SEARCHES = 1 << (62 - _NEEDED_BITS - SUITS * _STRING_BITS)
_SEARCH_AT = 1 << _MEMORY_BITS
"""Behind the places stands the number of the search, so that nothing need be wiped."""


MEMORY_SHAPE = (_SEARCH_AT + 1, 3)


def new_memory() -> np.ndarray:
    """Room for what searches remember: position, least and greatest value."""
    return np.zeros(MEMORY_SHAPE, np.int64)


@inline_kernel
def deal_difference(bonuses, value):
    """Elder's points in play less younger's, cards or capot included, of a whole deal.

    Parameters
    ----------
    bonuses : tuple of three int64
        For the cards, for capot, for a pique.
    value : int64
        s of the whole deal for elder: 2 * tricks + (1 for the last).
    """
    tricks = value >> 1
    bonus = bonuses[1] if tricks == TRICKS or tricks == 0 else bonuses[0]
    winner = int(2 * tricks > TRICKS) - int(2 * tricks < TRICKS)
    return 2 * tricks - TRICKS + (value & 1) + bonus * winner


@inline_kernel
def start_search(memory):
    """Forget what was remembered of other deals."""
    memory[_SEARCH_AT, 0] += 1
    if memory[_SEARCH_AT, 0] == _SEARCHES:
        memory[:, :] = 0
        memory[_SEARCH_AT, 0] = 1


@woven_kernel
def answer_lead(
    table, bonuses, level, keys, suit, run, needed, low, high, memory, follows_low=False
):
    """The difference of the whole deal when elder leads a run while a pique is live, and the reply.

    Parameters
    ----------
    table, bonuses, level, keys, needed, low, high, memory
        As for `pique_value`; `needed` before the lead.
    suit, run : int64
        Which run of touching cards of the suit, from the top.
    follows_low : bool
        Whether, of equally good replies, a losing one in the suit led is preferred to a winning
        one.

    Returns
    -------
    value, reply : int64
        The reply is WIN, or the suit of the card that loses; of equally good ones it is the winning
        one unless `follows_low`, else that of the first suit.
    """
    value, reply = UNBOUNDED, WIN
    wins = AFTER_WIN[string_of_key(keys[suit]), run]
    if wins:
        left = read_position(table, level - 1, *after_win(keys, suit, wins))
        value = deal_difference(bonuses, 2 * TRICKS - 1 - left)
        value += bonuses[2] if needed == 1 else 0
    first, end = losing_suits(keys, suit)
    for lost in range(first, end):
        loses, child = after_loss(keys, suit, run, lost)
        if loses and value > low:
            most = value + (follows_low and reply == WIN)
            reached = pique_value(
                table, bonuses, level - 1, child, needed - 1, low, min(high, most), memory
            )
            if reached < most:
                value, reply = reached, lost
    return value, reply


@kernel_of(
    int64(
        PLAY_TABLE,
        types.UniTuple(int64, 3),
        int64,
        types.UniTuple(int64, SUITS),
        int64,
        int64,
        int64,
        int64[:, ::1],
    )
)
def pique_value(table, bonuses, level, keys, needed, low, high, memory):
    """The best difference while a pique is live, with elder on lead.

    Parameters
    ----------
    table : PlayTable
    bonuses : tuple of three int64
        For the cards, for capot, for a pique.
    level : int64
        Cards each; elder has won all tricks before.
    keys : tuple of four int64
        The suits, for elder.
    needed : int64
        Points that elder still needs for thirty: 1 or more, one a lead.
    low, high : int64
        Window: a value at or beyond its ends is only a bound.
    memory : int64 array
        From `new_memory`, after `start_search`.

    Returns
    -------
    int64
        Elder less younger in play, the whole deal's, with cards, capot and pique.
    """
    bonus = bonuses[2]
    before = 2 * (TRICKS - level)
    if level == 0:
        return deal_difference(bonuses, before + 1) + (bonus if needed <= 1 else 0)
    position, sure = memory[_SEARCH_AT, 0], 0
    for suit in range(SUITS):
        string = string_of_key(keys[suit])
        position = position << _STRING_BITS | string
        sure += SURE[string]
    position = position << _NEEDED_BITS | needed
    mixed = position ^ position >> 9 ^ position >> 16 ^ position >> 27
    place = mixed & (_SEARCH_AT - 1)
    least, most = memory[place, 1], memory[place, 2]
    if memory[place, 0] != position:
        made = read_position(table, level, *keys)
        plain = deal_difference(bonuses, before + made)
        if needed <= 1:
            return plain + bonus
        if made >> 1 < needed - 1:
            return plain
        least, most = plain, plain + bonus  # elder may always give the pique up
        if sure >= needed - 1:
            made = 2 * sure + (sure == level)
            least = max(least, deal_difference(bonuses, before + made) + bonus)
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    low, high = max(low, least), min(high, most)
    best = least
    for beatable in range(2):  # unbeatable leads first
        for suit in range(SUITS):
            for run in range(count_leads(keys, suit)):
                wins = AFTER_WIN[string_of_key(keys[suit]), run]
                if (wins != NO_CHILD) == beatable and best < high:
                    floor = max(low, best)
                    value, _ = answer_lead(
                        table, bonuses, level, keys, suit, run, needed, floor, high, memory
                    )
                    best = max(best, value)
    if best > low:
        least = max(least, best)
    if best < high:
        most = min(most, best)
    memory[place, 0], memory[place, 1], memory[place, 2] = position, least, most
    return best


@kernel
def add_leads(table, bonuses, own, other, asked, needed, weight, memory, worths):
    """Add the difference of the whole deal, times a weight, for each card asked of elder's.

    Parameters are those of `answer_lead`, elder's hand and younger's, the cards, and an int64 array
    of 64, which is added to at the bits of the cards.
    """
    level, keys = count(own), find_keys(own, other)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        mine, theirs = own >> shift & LANE_MASK, other >> shift & LANE_MASK
        run = 0
        while mine:
            cards = top_run(mine, theirs)
            mine ^= cards
            left = cards << shift & asked
            if left:
                value, _ = answer_lead(
                    table, bonuses, level, keys, suit, run, needed, -UNBOUNDED, UNBOUNDED, memory
                )
                while left:
                    worths[highest_bit(left)] += weight * value
                    left ^= 1 << highest_bit(left)
            run += 1


@kernel
def add_replies(table, bonuses, own, other, led, asked, needed, weight, memory, worths):
    """Take off elder's difference of the whole deal, times a weight, for replies of younger's.

    Parameters are those of `add_leads`, younger's hand and elder's, and the card led; younger makes
    as much as elder loses.
    """
    while asked:
        card = highest_bit(asked)
        reply = 1 << card
        asked ^= reply
        wins, outcome = outcome_of_reply(table, own ^ reply, other, led, reply)
        if wins:
            value = deal_difference(bonuses, 2 * TRICKS - 1 - (outcome >> CHANGES_BITS))
        else:
            level, keys = count(own) - 1, find_keys(other, own ^ reply)
            value = pique_value(table, bonuses, level, keys, needed, -UNBOUNDED, UNBOUNDED, memory)
        worths[card] -= weight * value
