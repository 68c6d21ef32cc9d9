"""What each card to play is worth against many hands at once.

With both hands seen the table of perfect play has the answer; here it is read for every card that
a seat may play, and turned into the difference of points of the whole deal, so that hands can be
added up: the cards and capot count in it. All cards are tried against all hands together: keys of
positions are sorted for several hands at once, in numbers of 32 bits, and only then is the table of
perfect play read, from one position to the next. Nearly every read misses the processor's caches,
and so many misses are waited for together instead of one after the other.
"""

import numpy as np

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, SUITS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.tricks import beats
from piquet_sim.kernel.perfect.live_pique import MEMORY_SHAPE, add_leads, add_replies, start_search
from piquet_sim.kernel.perfect.lookup import (
    after_loss,
    find_lead_outcomes,
    other_keys,
    outcome_of_reply,
)
from piquet_sim.kernel.perfect.smaller_pack import take_for_32
from piquet_sim.kernel.play_table import CHANGES_BITS, place_in_tuple, read_position, sort_keys
from piquet_sim.kernel.players.card_values import BONUSES, CARD_PLACES, DIFFERENCES, keeps_silent
from piquet_sim.kernel.shelf import scratch, scratch_32
from piquet_sim.kernel.suit_strings import (
    AFTER_LOSS_OF,
    AFTER_WIN_OF,
    CLASS_SHIFT,
    KEYS,
    NO_CHILD,
    STRING_OF,
    TERNARY,
    TURNED,
)

MOST_TOGETHER = 32
"""Hands whose values are read together."""

_SUITS_TOGETHER = SUITS * MOST_TOGETHER
_STARTS = tuple(range(0, _SUITS_TOGETHER, MOST_TOGETHER))
_MOST_PLACES = 2 * HAND_CARDS * MOST_TOGETHER
_NEVER = 99


@inline_kernel
def _find_together(hands, first, changed, keys, suit, numbers, places):
    # Fill in from `first` on which tuples of classes positions after a trick are of, and their
    # places in these, where keys are those given but for one suit.
    one, two, three = other_keys(suit, _STARTS)
    for place in range(hands):
        a, b, c, d = sort_keys(
            changed[first + place], keys[one + place], keys[two + place], keys[three + place]
        )
        high, middle, low = a >> CLASS_SHIFT, b >> CLASS_SHIFT, c >> CLASS_SHIFT
        # As `play_table.find_position` has it, but reckoned: 43691 / 2**17 is a third.
        third = (high * (high + 1) * (high + 2) >> 1) * 43691 >> 17
        numbers[first + place] = third + (middle * (middle + 1) >> 1) + low
        places[first + place] = place_in_tuple(a, b, c, d)


@inline_kernel
def _value_thrown(table, level, keys, suit, place):
    # The leader's value of a card led of a suit of which the other has none.
    each = (
        np.int64(keys[place]),
        np.int64(keys[MOST_TOGETHER + place]),
        np.int64(keys[2 * MOST_TOGETHER + place]),
        np.int64(keys[3 * MOST_TOGETHER + place]),
    )
    least = _NEVER
    for thrown in range(SUITS):
        loses, child = after_loss(each, suit, 0, thrown)
        if loses:
            least = min(least, 2 + read_position(table, level, *child))
    return least


@inline_kernel
def add_hands(view, table, found, hands, weights, tried, worths, apart):
    """Add the worths of the cards tried against some hands, no pique being live.

    Parameters
    ----------
    view : PlayView
        Or a `Mover`.
    table : PlayTable
    found : int64
        How many hands there are, at most MOST_TOGETHER.
    hands, weights : int64 array
        The cards that the opponent still holds, and what the worths are multiplied by.
    tried : int64
        The cards whose worths are wanted.
    worths : array of 64, or of as many for each hand
        Is added to, at the bits of the cards: weight times the difference of points.
    apart : int64
        How far the worths of one hand lie from those of the next: 0 to add them up.
    """
    theirs, strings = scratch_32(_SUITS_TOGETHER), scratch_32(_SUITS_TOGETHER)
    keys, turned = scratch_32(_SUITS_TOGETHER), scratch_32(_SUITS_TOGETHER)
    changed, values = scratch_32(_MOST_PLACES), scratch_32(_MOST_PLACES)
    numbers, thrown = scratch_32(_MOST_PLACES), scratch_32(MOST_TOGETHER)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        mine = TERNARY[view.hand >> shift & LANE_MASK]
        for place in range(found):
            at = MOST_TOGETHER * suit + place
            theirs[at] = 2 * TERNARY[hands[place] >> shift & LANE_MASK]
            strings[at] = STRING_OF[mine + theirs[at]]
            keys[at], turned[at] = KEYS[strings[at]], TURNED[strings[at]]
    level, first = count(view.hand) - 1, 0
    left = tried
    while left:
        card = highest_bit(left)
        left ^= 1 << card
        suit = card // LANE_BITS
        row, own = MOST_TOGETHER * suit, view.hand >> LANE_BITS * suit & LANE_MASK
        if view.led == 0:
            above, second = count(own >> card - LANE_BITS * suit) - 1, first + found
            for place in range(found):
                changed[first + place] = AFTER_WIN_OF[strings[row + place], above]
                changed[second + place] = AFTER_LOSS_OF[strings[row + place], above]
            _find_together(found, first, changed, turned, suit, numbers, values)
            _find_together(found, second, changed, keys, suit, numbers, values)
            first = second
        else:
            mine = TERNARY[own ^ 1 << card - LANE_BITS * suit]
            if beats(1 << card, view.led):
                for place in range(found):
                    changed[first + place] = KEYS[STRING_OF[mine + theirs[row + place]]]
                _find_together(found, first, changed, keys, suit, numbers, values)
            else:
                for place in range(found):
                    changed[first + place] = TURNED[STRING_OF[mine + theirs[row + place]]]
                _find_together(found, first, changed, turned, suit, numbers, values)
        first += found
    for place in range(first):
        at = table.starts[level, numbers[place]] + values[place]
        values[place] = at if changed[place] != NO_CHILD else 0
    for place in range(first):
        values[place] = table.values[values[place]] >> CHANGES_BITS
    most, first = 2 * level + 1, 0
    left, suit = tried, SUITS
    while left:
        card = highest_bit(left)
        left ^= 1 << card
        end = first + found
        if view.led == 0:
            before, suit, worst = suit, card // LANE_BITS, 0
            for place in range(first, end):
                won, lost = changed[place], changed[found + place]
                value = most - values[place] if won != NO_CHILD else _NEVER
                other = 2 + values[found + place] if lost != NO_CHILD else _NEVER
                values[place] = min(value, other)
                worst = max(worst, values[place])
            if worst == _NEVER:
                for place in range(found):
                    if values[first + place] == _NEVER:
                        # Where the other has none of a suit, all its cards come to the same.
                        if suit != before:
                            thrown[place] = _value_thrown(table, level, keys, suit, place)
                        values[first + place] = thrown[place]
            end += found
        else:
            wins = beats(1 << card, view.led)
            for place in range(first, end):
                values[place] = 2 + values[place] if wins else most - values[place]
        for place in range(found):
            difference = DIFFERENCES[2 * view.tricks + values[first + place]]
            worths[card + apart * place] += weights[place] * difference
        first = end


@kernel
def add_hands_live(laws, view, table, found, hands, weights, tried, needed, worths, apart):
    """As `add_hands` while elder's pique is live, which is searched for; of any number of hands.

    Parameters are those of `add_hands`, the laws, and the points that elder still needs
    (`card_values.pique_needs`).
    """
    memory = np.zeros(MEMORY_SHAPE, np.int64)
    start_search(memory)
    for place in range(found):
        row, hand, weight = worths[apart * place :], hands[place], weights[place]
        if not keeps_silent(laws, view, hand):
            add_hands(view, table, 1, hands[place:], weights[place:], tried, row, 0)
        elif view.led:
            add_replies(
                table, BONUSES, view.hand, hand, view.led, tried, needed, weight, memory, row
            )
        else:
            add_leads(table, BONUSES, view.hand, hand, tried, needed, weight, memory, row)


@kernel
def add_world_with_sixes(view, table, opponent, tried, weight, worths):
    """As `add_hands` against one hand of the opponent, with the pack of 36."""
    own, led = view.hand, view.led
    if led:
        while tried:
            card = highest_bit(tried)
            reply = 1 << card
            tried ^= reply
            mine, theirs, _ = take_for_32(own ^ reply, opponent, 0)
            wins, outcome = outcome_of_reply(table, mine, theirs, led, reply)
            value = outcome >> CHANGES_BITS
            value = 2 + value if wins else 2 * count(mine) + 1 - value
            worths[card] += weight * DIFFERENCES[2 * view.tricks + value]
        return
    outcomes = scratch(CARD_PLACES)
    mine, theirs, _ = take_for_32(own, opponent, 0)
    find_lead_outcomes(table, count(own), mine, theirs, outcomes)
    at = highest_bit(mine)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        lane, moved = own >> shift & LANE_MASK, mine >> shift & LANE_MASK
        while lane:
            card = highest_bit(lane)
            lane ^= 1 << card
            if moved:  # else it is the six of a full suit, as good as the card above it
                at = shift + highest_bit(moved)
                moved ^= 1 << at - shift
            if tried >> shift + card & 1:
                value = 2 * view.tricks + (outcomes[at] >> CHANGES_BITS)
                worths[shift + card] += weight * DIFFERENCES[value]
