"""The hands that the opponent can hold, as far as a seat has seen, called and been answered.

A *world* is one such hand. It holds the cards they are known to hold, takes the others from those
they may hold, and would have been called as they called: the other player is taken to call
everything, and so is this one. (Where that leaves no world, because one of them has sunk
something, calls are left out of account.)

Calls are compared as the laws of the deal compare them.

Worlds are weighed by how likely the opponent is to have kept these cards and to have thrown the
others that are not seen, a sum of entries as in `discard_values`, learned from the players' own
discards.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import ACE, HAND_CARDS, LANE_BITS, LANE_MASK, SUITS
from piquet_sim.kernel.base.bits import count, deposit
from piquet_sim.kernel.base.philox import random_below
from piquet_sim.kernel.base.suit_tables import PIPS_MASK
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.deal.dealing import FIRST_OF_SIZE, SUBSETS, pack_of
from piquet_sim.kernel.deal.holdings import POINT, SEQUENCE, SET, call_strength, evaluate_hand
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OPEN, OWN
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    KEPT_AT,
    UNIT,
    lowest_rank,
    rank_entry,
    rank_numbers,
    shape_entry,
    suit_entry,
    top_entry,
)
from piquet_sim.kernel.players.sunk_sets import bound_silence

_ANYTHING = 1 << 20
_FULL_WEIGHT = 1 << 20
_PLACES = 32
_WAYS = np.array(
    [[comb(places, cards) for cards in range(HAND_CARDS + 1)] for places in range(_PLACES)]
)
FEW = 200
"""Ways that are looked at one by one where a few hands are wanted."""

MOST_PLACES = 18
"""Places that a table of subsets covers; beyond it worlds are drawn card by card."""


class Knowledge(NamedTuple):
    """What a seat knows of the opponent's hand in the play."""

    held: int
    """Cards that they certainly still hold."""
    pool: int
    """Other cards that they may still hold."""
    wanted: int
    """How many cards of the pool they hold."""
    played: int
    """Cards they have played."""
    unseen: int
    """All cards that they hold, played, threw or left unseen."""
    point_least: int
    """Bounds of the strength of their best point, sequence and set (`holdings.call_strength`)."""
    point_most: int
    sequence_least: int
    sequence_most: int
    set_least: int
    set_most: int
    opponent_dealt: int
    """What they were dealt, if they showed it for carte blanche."""
    kept: int
    """How many of those they kept."""


@inline_kernel
def _bound_younger(laws, kind, result, mine, heard, has_led):
    # The strength of younger's best as elder knows it.
    mine, heard = call_strength(laws, kind, mine), call_strength(laws, kind, heard)
    if result == OWN:
        return 0, mine - 1
    if result == LEVEL:
        return mine, mine
    if result == OPEN:
        return 0, 0 if has_led else _ANYTHING
    if heard:
        return heard, heard
    return mine + 1, _ANYTHING


@inline_kernel
def know_opponent(laws, view):
    """What a `PlayView` tells of the opponent's hand."""
    mine = view.hand | view.played
    pool = view.opponent_may_hold & ~view.opponent_holds
    still = count(view.hand) - (1 if view.led else 0)
    unseen = pack_of(laws) & ~(view.dealt | mine | view.left_seen)
    if view.seat == ELDER_SEAT:
        holding = evaluate_hand(laws, mine)
        has_led = view.played != 0
        point = _bound_younger(
            laws, POINT, view.point_result, holding.point, view.opponent_point, has_led
        )
        sequence = _bound_younger(
            laws, SEQUENCE, view.sequence_result, holding.sequence, view.opponent_sequence, has_led
        )
        sets = _bound_younger(laws, SET, view.set_result, holding.set, view.opponent_set, has_led)
    else:
        heard = view.opponent_point
        strength = call_strength(laws, POINT, heard)
        point = strength, strength
        if heard == 0:
            point = 0, _ANYTHING
        elif heard & PIPS_MASK == 0:
            point = heard, heard | PIPS_MASK
        strength = call_strength(laws, SEQUENCE, view.opponent_sequence)
        sequence = strength, strength
        sets = view.opponent_set, view.opponent_set
        if view.opponent_set == 0:
            seen = view.dealt | mine | view.left_seen
            sets = 0, bound_silence(laws, view.took, view.opponent_took, seen)
    return Knowledge(
        view.opponent_holds,
        pool,
        still - count(view.opponent_holds),
        view.opponent_played,
        unseen,
        point[0],
        point[1],
        sequence[0],
        sequence[1],
        sets[0],
        sets[1],
        view.opponent_dealt,
        HAND_CARDS - view.opponent_took,
    )


@inline_kernel
def fits_dealt(knowledge, full):
    """Whether a hand after the exchange keeps as many as it must of a hand shown as dealt."""
    if knowledge.opponent_dealt == 0:
        return True
    return count(full & knowledge.opponent_dealt) == knowledge.kept


@inline_kernel
def fits_calls(laws, knowledge, full):
    """Whether a hand of twelve cards after the exchange would have been called as it was."""
    holding = evaluate_hand(laws, full)
    point = call_strength(laws, POINT, holding.point)
    sequence = call_strength(laws, SEQUENCE, holding.sequence)
    return (
        knowledge.point_least <= point <= knowledge.point_most
        and knowledge.sequence_least <= sequence <= knowledge.sequence_most
        and knowledge.set_least <= holding.set <= knowledge.set_most
    )


@inline_kernel
def weigh_hand(entries, at, unseen, full):
    """The logarithm of the weight of a hand, in hundredths.

    Parameters
    ----------
    entries : int16 array
        Of which those for the opponent's seat begin at `at`.
    unseen : int64
        All cards that they hold, played, threw or left unseen.
    full : int64
        The twelve that they held after the exchange.
    """
    thrown = unseen & ~full
    worth = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        entry = suit_entry(full >> shift & LANE_MASK, thrown >> shift & LANE_MASK)
        worth += entries[at + entry]
    for rank in range(lowest_rank(unseen), ACE + 1):
        entry = rank_entry(rank, rank_numbers(unseen, rank), rank_numbers(full, rank))
        worth += entries[at + entry]
    spades, hearts = full & LANE_MASK, full >> LANE_BITS & LANE_MASK
    diamonds, clubs = full >> 2 * LANE_BITS & LANE_MASK, full >> 3 * LANE_BITS & LANE_MASK
    worth += entries[at + top_entry(spades, hearts, diamonds, clubs)]
    worth += entries[at + shape_entry(spades, hearts, diamonds, clubs)]
    return worth


@inline_kernel
def weigh_hands(entries, seat, knowledge, found, worlds, weights):
    """The weights of worlds, as whole numbers, the likeliest 2**20.

    Parameters
    ----------
    entries : int16 array
        As `Learned.lay_out` orders them.
    seat : int64
        The opponent's.
    knowledge : Knowledge
    found : int64
        How many worlds there are.
    worlds, weights : int64 array
        The cards they still hold, and what is filled in.
    """
    at = (KEPT_AT + seat) * ENTRIES
    best = -(1 << 60)
    for place in range(found):
        weights[place] = weigh_hand(entries, at, knowledge.unseen, worlds[place] | knowledge.played)
        best = max(best, weights[place])
    for place in range(found):
        weight = np.exp(np.float64(weights[place] - best) / UNIT) * _FULL_WEIGHT
        weights[place] = np.int64(weight) + 1


@inline_kernel
def pick_subset(pool, wanted, number):
    """One of the ways to take so many cards of a pool of at most MOST_PLACES, by its number."""
    return deposit(np.int64(SUBSETS[FIRST_OF_SIZE[wanted] + number]), pool)


@inline_kernel
def count_ways(knowledge):
    """How many hands there are before calls are looked at."""
    return _WAYS[count(knowledge.pool), knowledge.wanted]


@inline_kernel
def _draw_outside(pool, wanted, luck, drawn):
    # Whether each card of the pool beyond those of the table is held; at random.
    forced = 0
    places = count(pool)
    while places > MOST_PLACES:
        card = pool & -pool
        pool ^= card
        if random_below(luck, places, drawn) < wanted:
            forced |= card
            wanted -= 1
        places -= 1
        drawn += 1
    return pool, wanted, forced


@inline_kernel
def _draw_hand(knowledge, luck, tries, trial):
    # A hand at random; of a hand shown as dealt it keeps as many cards as they kept.
    pool, wanted, forced = knowledge.pool, knowledge.wanted, 0
    shown = knowledge.opponent_dealt
    if shown:
        from_shown = knowledge.kept - count((knowledge.held | knowledge.played) & shown)
        cards = pool & shown
        pool &= ~shown
        wanted -= from_shown
        if not (0 <= from_shown <= count(cards) and 0 <= wanted <= count(pool)):
            return knowledge.held
        number = random_below(luck, _WAYS[count(cards), from_shown], 17 * tries + trial)
        forced = pick_subset(cards, from_shown, number)
    pool, wanted, outside = _draw_outside(pool, wanted, luck, tries + 16 * trial)
    number = random_below(luck, _WAYS[count(pool), wanted], trial)
    return knowledge.held | forced | outside | pick_subset(pool, wanted, number)


@inline_kernel
def _step_through(ways):
    # A step by which all numbers below `ways` are visited once.
    if ways % 13:
        return 13
    return 11 if ways % 11 else 7


@inline_kernel
def _collect_hands(laws, knowledge, luck, most, tries, in_turn, worlds):
    # Hands that fit, each way once or at random; if none is found ten times as many are tried at
    # random, and then calls are left out of account.
    ways = count_ways(knowledge)
    start, step = 0, 1
    if in_turn and most < tries:  # from anywhere, so that none is favoured
        start, step = random_below(luck, ways, 1 << 20), _step_through(ways)
    for attempt in range(4):
        if attempt == 1 and in_turn:
            continue
        found = 0
        for trial in range(tries * 10 if attempt == 1 else tries):
            if in_turn:
                number = (start + trial * step) % ways
                hand = knowledge.held | pick_subset(knowledge.pool, knowledge.wanted, number)
            else:
                hand = _draw_hand(knowledge, luck, tries, trial)
            full = hand | knowledge.played
            if (attempt > 2 or fits_dealt(knowledge, full)) and (
                attempt > 1 or fits_calls(laws, knowledge, full)
            ):
                worlds[found] = hand
                found += 1
                if found == most:
                    return found
        if found:
            return found
    return 0


@inline_kernel
def imagine_hands(laws, knowledge, luck, most, tries, worlds):
    """A few of the hands that the opponent can hold, each as likely as any other that fits.

    Where there are no more than FEW ways each is looked at at most once, else hands are drawn at
    random and may be the same.

    Parameters
    ----------
    laws : Laws
    knowledge : Knowledge
    luck : int64
        Of the view.
    most, tries : int64
        How many hands are wanted, and how many are drawn to find them; ten times as many if none
        of these fits the calls.
    worlds : int64 array
        Is filled with the cards they still hold; room for `most`.

    Returns
    -------
    int64
        How many were found, at least one.
    """
    ways = count_ways(knowledge)
    in_turn = ways <= FEW
    return _collect_hands(laws, knowledge, luck, most, ways if in_turn else tries, in_turn, worlds)


@inline_kernel
def list_hands(laws, knowledge, luck, most, drawn, worlds):
    """All hands that the opponent can hold, or where there are too many some of them.

    Parameters
    ----------
    laws : Laws
    knowledge : Knowledge
    luck : int64
        Of the view.
    most : int64
        More are not enumerated; with as many places each, the table covers them.
    drawn : int64
        How many are drawn at random instead.
    worlds : int64 array
        Is filled with the cards they still hold; room for `most`, or for all ways if fewer.

    Returns
    -------
    int64
        How many were found, at least one.
    """
    ways = count_ways(knowledge)
    in_turn = ways <= most and count(knowledge.pool) <= MOST_PLACES
    tries = ways if in_turn else min(drawn, most)
    return _collect_hands(laws, knowledge, luck, tries, tries, in_turn, worlds)
