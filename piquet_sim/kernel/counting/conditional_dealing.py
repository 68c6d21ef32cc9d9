"""Deals that fulfil a condition, each equally likely.

All deals that fulfil the condition are numbered, suit by suit: what elder and younger hold of
spades leads to a state, from there what they hold of hearts, and so on (`conditions` lays the
states out, each with the number of ways to go on). A random number below that of all deals is
then taken apart into the cards it stands for, so that nothing dealt is thrown away. Numbers are
drawn by masking random bits and drawing again what is too large.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, SUITS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.dealing import CHOICES, choose_by_number, pack_of, shuffle_places
from piquet_sim.kernel.deal.holdings import find_ranks
from piquet_sim.kernel.random import CONDITION_STREAM, random_words


class Ways(NamedTuple):
    """All ways to fulfil a condition.

    They are in terms, of which no two have a deal in common. States are numbered suit by suit, and
    so on from term to term.
    """

    pack: int
    """Cards of the pack."""
    deals: int
    """Deals that fulfil the condition."""
    bits: int
    """As many ones as the number of the last deal has binary digits."""
    terms: np.ndarray
    """int64[term, 7], see `TERM`."""
    onward: np.ndarray
    """int64[state]: ways from here to the end."""
    edges: np.ndarray
    """int64[state + 1]: where the edges of a state begin."""
    below: np.ndarray
    """int64[edge]: ways by the edges of the same state before this one."""
    choices: np.ndarray
    """int64[edge, 2]: where the choices of an edge begin, and the state it leads to."""
    elder: np.ndarray
    """int64[choice]: cards of the suit that elder holds."""
    younger: np.ndarray
    """int64[choice]: cards of the suit that younger holds."""


class Term(NamedTuple):
    """What is the same in all deals of a term; also the columns of `Ways.terms`."""

    below: int
    """Deals of the terms before it."""
    elder: int
    """Cards of elder beside those that are chosen suit by suit."""
    younger: int
    talon: int
    """Cards that stay in the talon."""
    filled: int
    """The seat whose hand is filled up with any of the other cards: 0 elder, 1 younger."""
    missing: int
    """How many cards that takes."""
    root: int
    """Its first state."""


TERM = Term(*range(len(Term._fields)))
"""The column of each number."""


@kernel
def list_valuable(lanes, starts, sums, low_rank, trio, quatorze, low, high, found):
    """All hands of twelve cards that count so much if all is good.

    Parameters
    ----------
    lanes : int64 array
        The lanes of the pack, by rising number of cards.
    starts : int64 array
        Where the lanes of so many cards begin, and behind them where the last end.
    sums : int64 array
        By lane: points for its sequences.
    low_rank : int64
        The lowest rank of which sets are made.
    trio, quatorze : int64
        What they count.
    low, high : int64
        Bounds of what the hand counts.
    found : int64 array
        Is filled with as many hands as it has room for.

    Returns
    -------
    int64
        How many there are.
    """
    listed = 0
    longest_lane = starts.shape[0] - 2
    for one in lanes:
        for two in lanes:
            left = HAND_CARDS - count(one) - count(two)
            if left < 0 or left > 2 * longest_lane:
                continue
            fewest, most = max(0, left - longest_lane), min(left, longest_lane)
            for place in range(starts[fewest], starts[most + 1]):
                three = lanes[place]
                last = left - count(three)
                longest = max(max(count(one), count(two)), max(count(three), last))
                value = longest + sums[one] + sums[two] + sums[three]
                for other in range(starts[last], starts[last + 1]):
                    four = lanes[other]
                    hand = one | two << LANE_BITS | three << 2 * LANE_BITS | four << 3 * LANE_BITS
                    fours, threes = find_ranks(hand)
                    quatorzes = count(fours >> low_rank)
                    trios = count(threes >> low_rank) - quatorzes
                    counts = value + sums[four] + quatorze * quatorzes + trio * trios
                    if low <= counts <= high:
                        if listed < found.shape[0]:
                            found[listed] = hand
                        listed += 1
    return listed


@inline_kernel
def _deal_one(ways, seed, number, attempt):
    # Elder's hand, younger's, and the order of the stock.
    drawn = 0
    while True:
        word, places = random_words(seed, number, CONDITION_STREAM + drawn, attempt)
        order, is_fair = shuffle_places(ways.pack - 2 * HAND_CARDS, places)
        if word & ways.bits < ways.deals and is_fair:
            break
        drawn += 1
    left = word & ways.bits
    place = np.searchsorted(ways.terms[:, TERM.below], left, side="right") - 1
    left -= ways.terms[place, TERM.below]
    talon, missing = ways.terms[place, TERM.talon], ways.terms[place, TERM.missing]
    fillings = CHOICES[ways.pack - 2 * HAND_CARDS - count(talon) + missing, missing]
    filling = left % fillings
    left //= fillings
    elder, younger = ways.terms[place, TERM.elder], ways.terms[place, TERM.younger]
    state = ways.terms[place, TERM.root]
    for _ in range(SUITS):
        first, end = ways.edges[state], ways.edges[state + 1]
        edge = first + np.searchsorted(ways.below[first:end], left, side="right") - 1
        left -= ways.below[edge]
        state = ways.choices[edge, 1]
        choice = ways.choices[edge, 0] + left // ways.onward[state]
        left %= ways.onward[state]
        elder |= ways.elder[choice]
        younger |= ways.younger[choice]
    others = choose_by_number(pack_of(ways) & ~(elder | younger | talon), missing, filling)
    if ways.terms[place, TERM.filled]:
        return elder, younger | others, order
    return elder | others, younger, order


@kernel
def deal_attempts(ways, seed, numbers, attempt, dealt):
    """Deal cards that fulfil a condition, so often for each of some numbers.

    Parameters
    ----------
    ways : Ways
    seed : int64
    numbers : int64 array
    attempt : int64
        How often each was dealt before.
    dealt : int64 array, shape (numbers, attempts, 3)
        Is filled: elder's hand, younger's, and the order of the stock.
    """
    for place in range(dealt.shape[0]):
        for later in range(dealt.shape[1]):
            dealt[place, later, 0], dealt[place, later, 1], dealt[place, later, 2] = _deal_one(
                ways, seed, numbers[place], attempt + later
            )
