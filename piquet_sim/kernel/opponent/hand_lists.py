"""The hands that the opponent may hold, listed suit by suit, with their weights.

Of these some are picked that stand for all: those of great weight each for itself, of the others
every so much weight one. So no weight is lost and few hands are looked at.

References
----------
Fearnhead, Clifford: On-line inference for hidden Markov models via particle filters. Journal of the
Royal Statistical Society B 65, 2003 (keeping the heavy ones, resampling the others evenly).
"""

import numpy as np

from piquet_sim.game.cards import ACE, LANE_BITS, LANE_MASK, SEVEN
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, store_tuple
from piquet_sim.kernel.deal.holdings import POINT, SEQUENCE, call_strength
from piquet_sim.kernel.opponent.hands import (
    count_ways,
    imagine_hands,
    list_hands,
    scale_weights,
    weigh_hands,
)
from piquet_sim.kernel.opponent.knowledge import fits_dealt
from piquet_sim.kernel.players.discard_values import (
    CARDS_AT,
    ENTRIES,
    KEPT_AT,
    LOW_ENTRIES,
    SHAPE_SHIFT,
    TOP_ENTRIES,
    WAY_SIZES,
    Ways,
    add_way,
    joint_worth,
    new_ways,
    pair_of_suits,
    pair_suits,
    sum_ranks,
)
from piquet_sim.kernel.random import PICK_DRAW, random_below
from piquet_sim.kernel.shelf import scratch, shelf_learned
from piquet_sim.kernel.tables import LANE_POINT, LANE_RANKS, LANE_SEQUENCE, RANK_BITS, TOP_SHIFT

MOST_PAIRS = 2000
"""Ways to hold cards of two suits that there is room for."""
MOST_HANDS = 8000
"""Hands that there is room for."""
FEW_HANDS = 12
"""So many stand for all where a player has no time for more."""
MANY_IMAGINED = 600
"""So many are imagined where one has, and not all can be listed."""
_LISTED_SINGLY = 16


# ---- Suit by suit --------------------------------------------------------------------------------
# To list hands one by one and to weigh each takes 29 microseconds a view of an expert's, this 13:
# with ten views a deal, a deal would take more than twice as long. So the four suits are taken in
# two pairs, as those of a discard are (`discard_values`): every way in which the opponent can hold
# cards of a pair of suits is worked out once, with all that calls and weights need of it, and
# joining one way of each pair takes a few additions. Ranks are counted in one integer, four bits
# each, so that trios and quatorzes are found for all ranks together.
_FIRST_SUITS = (1 << 2 * LANE_BITS) - 1
_RANKS = ACE - SEVEN + 1  # no set is of sixes
_ONES = sum(1 << RANK_BITS * rank for rank in range(_RANKS))

# Beside the counts, whether the point, and the sequence, that was called is there; above these,
# from CARDS_AT on, the number of unknown cards.
_POINT_AT, _SEQUENCE_AT = RANK_BITS * _RANKS, RANK_BITS * (_RANKS + 1)
_HAS_BOTH = 1 << _POINT_AT | 1 << _SEQUENCE_AT
_CARRY, _CARRIED = 7 * _HAS_BOTH, 8 * _HAS_BOTH


@inline_kernel
def _allow_sets(laws, knowledge):
    # Which trios and quatorzes a hand must not have, and of which it must have one.
    no_trio = no_quatorze = trio = quatorze = 0
    for rank in range(laws.lowest_set, ACE + 1):
        field = 1 << RANK_BITS * (rank - SEVEN)
        one, all_four = 3 << TOP_SHIFT | rank, 4 << TOP_SHIFT | rank
        no_trio |= field * (one > knowledge.set_most)
        no_quatorze |= field * (all_four > knowledge.set_most)
        trio |= field * (one >= knowledge.set_least)
        quatorze |= field * (all_four >= knowledge.set_least)
    return no_trio, no_quatorze, trio, quatorze


@inline_kernel
def _list_suit(laws, entries, at, knowledge, suit):
    # The ways to hold cards of one suit that were called as they called, and how many there are.
    ways, found = new_ways(), 0
    shift = LANE_BITS * suit
    fixed = (knowledge.held | knowledge.played) >> shift & LANE_MASK
    unseen = knowledge.unseen >> shift & LANE_MASK
    pool = knowledge.pool >> shift & LANE_MASK
    # Fewer would leave more to the other suits than they have.
    fewest = knowledge.wanted - count(knowledge.pool) + count(pool)
    more = pool
    while True:
        lane = fixed | more
        cards = count(more)
        point = call_strength(laws, POINT, np.int64(LANE_POINT[lane]))
        sequence = call_strength(laws, SEQUENCE, np.int64(LANE_SEQUENCE[lane]))
        if (
            fewest <= cards <= knowledge.wanted
            and point <= knowledge.point_most
            and sequence <= knowledge.sequence_most
        ):
            counts = (
                LANE_RANKS[lane]
                | (np.int64(point >= knowledge.point_least) << _POINT_AT)
                | (np.int64(sequence >= knowledge.sequence_least) << _SEQUENCE_AT)
                | cards << CARDS_AT
            )
            add_way(entries, at, lane, unseen & ~lane, more << shift, counts, found, ways)
            found += 1
        if more == 0:
            return ways, found
        more = (more - 1) & pool


@inline_kernel
def _join_suits(laws, knowledge, one, two, ones, twos, pairs, hands, joints):
    # All hands that were called as they called; -1 if there is no room for them. Each is written
    # down and then kept or not: which are kept cannot be guessed, so there is no branch.
    no_trio, no_quatorze, trio, quatorze = _allow_sets(laws, knowledge)
    any_set = 1 if knowledge.set_least == 0 else 0
    found = 0
    for left in range(ones):
        for right in range(twos):
            counts_left = one.counts[left] + two.counts[right]
            rest = knowledge.wanted - (counts_left >> CARDS_AT)
            if rest < 0:
                continue
            start, end = pairs.numbers[rest], pairs.numbers[rest + 1]
            if found + end - start > MOST_HANDS:
                return -1
            cards = knowledge.held | one.cards[left] | two.cards[right]
            pair = pair_of_suits(one.classes[left], two.classes[right], 0)
            joint = one.joint[left] + two.joint[right] + (pair << SHAPE_SHIFT)
            for way in range(start, end):
                counts = counts_left + pairs.counts[way]
                four = counts >> 2 & _ONES
                three = counts & counts >> 1 & _ONES
                bad = (three & no_trio) | (four & no_quatorze)
                good = (three & trio) | (four & quatorze) | any_set
                bad |= (counts + _CARRY & _CARRIED) ^ _CARRIED
                hands[found], joints[found] = cards | pairs.cards[way], joint + pairs.joint[way]
                found += np.int64((bad == 0) & (good != 0))
    if knowledge.opponent_dealt:
        fitting = 0
        for place in range(found):
            hands[fitting], joints[fitting] = hands[place], joints[place]
            fitting += fits_dealt(knowledge, hands[place] | knowledge.played)
        found = fitting
    return found


@inline_kernel
def _list_many(laws, entries, at, knowledge, hands, joints):
    # Suit by suit; -1 if there is no room for them.
    one, ones = _list_suit(laws, entries, at, knowledge, 0)
    two, twos = _list_suit(laws, entries, at, knowledge, 1)
    three, threes = _list_suit(laws, entries, at, knowledge, 2)
    four, fours = _list_suit(laws, entries, at, knowledge, 3)
    pairs = Ways(
        scratch(MOST_PAIRS),
        scratch(MOST_PAIRS),
        scratch(MOST_PAIRS),
        one.classes,
        scratch(WAY_SIZES),
    )
    least = knowledge.wanted - count(knowledge.pool & _FIRST_SUITS)
    if not pair_suits(three, four, threes, fours, 2, least, WAY_SIZES, pairs):
        return -1
    found = _join_suits(laws, knowledge, one, two, ones, twos, pairs, hands, joints)
    if found > 1:
        top, low = scratch(TOP_ENTRIES), scratch(LOW_ENTRIES)
        fixed = knowledge.held | knowledge.played
        sum_ranks(entries, at, knowledge.unseen, fixed, knowledge.pool, top, low)
        for place in range(found):
            joints[place] = joint_worth(entries, at, joints[place], top, low)
    return found


# ---- Crossed out ---------------------------------------------------------------------------------
# A hand after the exchange weighs as much at every card, and hands stay in their order. So they are
# listed once in a deal, and again if more is known of their calls or of the cards that were left.
_CALLS_AT = 1
_HANDS_AT = 16
_WORTHS_AT = _HANDS_AT + MOST_HANDS


@inline_kernel
def _note(knowledge):
    # What is known apart from the cards that are held and have fallen.
    return (
        knowledge.unseen,
        knowledge.point_least,
        knowledge.point_most,
        knowledge.sequence_least,
        knowledge.sequence_most,
        knowledge.set_least,
        knowledge.set_most,
    )


@inline_kernel
def _are_noted(knowledge, room):
    # Whether hands lie in a room that were listed with the same calls.
    if len(room) == 0 or room[0] == 0:
        return False
    noted = True
    for place, bound in enumerate(_note(knowledge)):
        noted &= room[_CALLS_AT + place] == bound
    return noted


@inline_kernel
def _write_down(knowledge, found, hands, worths, room):
    room[0] = max(found, 0)
    store_tuple(room, _CALLS_AT, _note(knowledge))
    for place in range(found):
        room[_HANDS_AT + place] = hands[place] | knowledge.played
        room[_WORTHS_AT + place] = worths[place]


@inline_kernel
def _cross_out(knowledge, room, hands, worths):
    # Those hands of a room that still agree, which alone stay there; without branches.
    held = knowledge.held | knowledge.played
    certain = held | ~knowledge.pool
    found = 0
    for place in range(room[0]):
        full, worth = room[_HANDS_AT + place], room[_WORTHS_AT + place]
        room[_HANDS_AT + found], room[_WORTHS_AT + found] = full, worth
        hands[found], worths[found] = full ^ knowledge.played, worth
        found += np.int64(full & certain == held)
    room[0] = found
    return found


@inline_kernel
def list_weighed_hands(laws, entries, seat, knowledge, room, hands, weights):
    """All hands that agree with what is known, with their weights.

    They are those of `list_hands` and `weigh_hands`, in another order where there are many.
    Sequences are taken to lie in one suit, and every point to be called.

    Parameters
    ----------
    laws : Laws
    entries : int16 array
        As `Learned.lay_out` orders them.
    seat : int64
        The opponent's.
    knowledge : Knowledge
    room : int64 array
        Of this seat (`deal_state.find_room`), or empty: then all are listed anew.
    hands, weights : int64 array
        Are filled with the cards they still hold, and with weights, the likeliest 2**20 + 1 (of one
        hand alone 1); room for MOST_HANDS.

    Returns
    -------
    int64
        How many there are; -1 if there is no room for them.
    """
    if count_ways(knowledge) <= _LISTED_SINGLY:  # less work than to prepare the joining
        found = list_hands(laws, knowledge, hands)
        if found > 1:
            weigh_hands(entries, seat, knowledge, found, hands, weights)
    else:
        if _are_noted(knowledge, room):
            found = _cross_out(knowledge, room, hands, weights)
        else:
            found = _list_many(laws, entries, (KEPT_AT + seat) * ENTRIES, knowledge, hands, weights)
            if len(room):
                _write_down(knowledge, found, hands, weights, room)
        if found > 1:
            scale_weights(found, weights)
    if found <= 1:
        weights[0] = 1
    return found


# ---- Some that stand for all ---------------------------------------------------------------------
@inline_kernel
def pick_weighed_hands(luck, wanted, found, hands, weights):
    """About so many of weighed hands, which stand for all of them, with their weights.

    Hands of more than a certain weight are kept as they are; of the others one is taken wherever
    their summed weights pass a multiple of it, and is given that weight. So the expectation of
    every weight is what it was.

    Parameters
    ----------
    luck : int64
        Of the view.
    wanted, found : int64
        How many hands are wanted, at most, and how many there are.
    hands, weights : int64 array
        Those that are picked come first in them afterwards.

    Returns
    -------
    int64
        How many were picked.
    """
    light, heavy, share = 0, 0, 1 << 62
    while True:
        # Heavy hands leave less to be shared, so that more may be heavy by what is left.
        light, before, heavy = 0, heavy, 0
        for place in range(found):
            light += weights[place] if weights[place] < share else 0
            heavy += weights[place] >= share
        if (heavy == before and share < 1 << 62) or heavy >= wanted:
            break
        share = light // (wanted - heavy) + 1
    passed = random_below(luck, share, PICK_DRAW)
    picked = 0
    for place in range(found):
        weight = weights[place]
        if weight >= share:
            hands[picked], weights[picked] = hands[place], weight
            picked += 1
            continue
        passed += weight
        if passed >= share:
            passed -= share
            hands[picked], weights[picked] = hands[place], share
            picked += 1
    return picked


@inline_kernel
def choose_weighed_hands(
    laws, view, knowledge, block, wanted, imagined, tries, room, hands, weights
):
    """About so many hands that stand for all the opponent can hold, under any laws.

    Where sequences go through suits, or there is no room for all hands, some are imagined.

    Parameters
    ----------
    laws : Laws
        Of the deal.
    view : PlayView
    knowledge : Knowledge
        What it tells of the opponent's hand.
    block : int64
        Number of the block that was learned (`learned_blocks`).
    wanted : int64
    imagined, tries : int64
        How many are imagined, as for `imagine_hands`.
    room, hands, weights : int64 array
        As for `list_weighed_hands`.

    Returns
    -------
    int64
        How many there are, at least one where the opponent can hold any.
    """
    learned, opponent = shelf_learned(block), 1 - view.seat
    can_list = not laws.across and laws.point_least_pips == 0
    found = (
        list_weighed_hands(laws, learned, opponent, knowledge, room, hands, weights)
        if can_list
        else -1
    )
    if found <= 0:
        found = imagine_hands(laws, knowledge, view.luck, imagined, tries, hands)
        weigh_hands(learned, opponent, knowledge, found, hands, weights)
    if found > wanted:
        found = pick_weighed_hands(view.luck, wanted, found, hands, weights)
    return found
