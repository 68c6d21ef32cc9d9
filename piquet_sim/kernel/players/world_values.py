"""What each card to play is worth against many hands at once, no pique being live.

The values are those of `card_values.add_world`. Here all places of the table of perfect play are
found first, and then the table is read from one to the next: nearly every read misses the
processor's caches, and so many misses are waited for together instead of one after the other.
"""

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, SUITS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.tricks import suit_of
from piquet_sim.kernel.perfect.lookup import (
    find_keys,
    find_lead_outcomes,
    other_keys,
    position_value,
    string_of_key,
    top_run,
    turn_keys,
    with_key,
)
from piquet_sim.kernel.perfect.smaller_pack import take_for_32
from piquet_sim.kernel.play_table import CHANGES_BITS, find_position, find_string
from piquet_sim.kernel.players.card_values import CARD_PLACES, DIFFERENCES
from piquet_sim.kernel.shelf import scratch
from piquet_sim.kernel.suit_strings import (
    AFTER_DISCARD,
    AFTER_LOSS,
    AFTER_RENOUNCE,
    AFTER_WIN,
    KEYS,
    NO_CHILD,
    TURNED,
)

MOST_TOGETHER = 24
"""Hands whose values are read together."""

_MOST_READS = 48  # of one hand: two of each of twelve cards, three discards of each of four suits
_READS = MOST_TOGETHER * _MOST_READS
_NEVER = 99


@inline_kernel
def _add_read(reads, made, at, is_theirs, entry):
    # The value of a position is wanted for an entry; `is_theirs` if the opponent then leads.
    places, theirs, entries = reads
    places[made], theirs[made], entries[made] = at, is_theirs, entry
    return made + 1


@inline_kernel
def _ask_leads(table, own, opponent, tried, reads, made, cards, entry):
    # All reads for the cards led against one hand; an entry for each run of touching cards.
    level = count(own)
    keys = find_keys(own, opponent)
    turned = turn_keys(keys)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        asked = tried >> shift & LANE_MASK
        if asked == 0:
            continue
        mine, theirs = own >> shift & LANE_MASK, opponent >> shift & LANE_MASK
        string = string_of_key(keys[suit])
        if theirs == 0:
            left = with_key(keys, suit, AFTER_RENOUNCE[string])
            for thrown in range(SUITS):
                after = AFTER_DISCARD[string_of_key(keys[thrown])]
                if thrown == suit or after == NO_CHILD:
                    continue
                child = with_key(left, thrown, after)
                at = find_position(table, level - 1, child[0], child[1], child[2], child[3])
                made = _add_read(reads, made, at, 0, entry)
            cards[entry] = asked << shift
            entry += 1
            continue
        others, others_turned = other_keys(suit, keys), other_keys(suit, turned)
        run = 0
        while asked:
            touching = top_run(mine, theirs)
            mine ^= touching
            wanted = touching & asked
            if wanted:
                asked ^= wanted
                wins, loses = AFTER_WIN[string, run], AFTER_LOSS[string, run]
                if wins:
                    key, rest = TURNED[string_of_key(wins)], others_turned
                    at = find_position(table, level - 1, key, rest[0], rest[1], rest[2])
                    made = _add_read(reads, made, at, 1, entry)
                if loses:
                    at = find_position(table, level - 1, loses, others[0], others[1], others[2])
                    made = _add_read(reads, made, at, 0, entry)
                cards[entry] = wanted << shift
                entry += 1
            run += 1
    return made, entry


@inline_kernel
def _ask_replies(table, own, opponent, led, tried, reads, made, cards, entry):
    # The read for each reply against one hand.
    suit = suit_of(led)
    level = count(own) - 1
    winning, losing = find_keys(own, opponent), find_keys(opponent, own)
    while tried:
        place = highest_bit(tried)
        reply = 1 << place
        tried ^= reply
        lane = place // LANE_BITS
        if reply > led and reply & suit:
            rest = other_keys(lane, winning)
            key = KEYS[find_string(own ^ reply, opponent, lane)]
            is_theirs = 0
        else:
            rest = other_keys(lane, losing)
            key = KEYS[find_string(opponent, own ^ reply, lane)]
            is_theirs = 1
        at = find_position(table, level, key, rest[0], rest[1], rest[2])
        made = _add_read(reads, made, at, is_theirs, entry)
        cards[entry] = reply
        entry += 1
    return made, entry


@inline_kernel
def add_hands(view, table, found, hands, weights, tried, worths):
    """Add the worths of the cards tried against some hands, no pique being live.

    Parameters
    ----------
    view : PlayView
    table : PlayTable
    found : int64
        How many hands there are, at most MOST_TOGETHER.
    hands, weights : int64 array
        The cards that the opponent still holds, and what the worths are multiplied by.
    tried : int64
        The cards whose worths are wanted.
    worths : int64 array of 64
        Is added to, at the bits of the cards: weight times the difference of points.
    """
    places, theirs, entries = scratch(_READS), scratch(_READS), scratch(_READS)
    cards, best, weight_of = scratch(_READS), scratch(_READS), scratch(_READS)
    reads = places, theirs, entries
    made, entry, most = 0, 0, 2 * count(view.hand) - 1
    for place in range(found):
        before, hand = entry, hands[place]
        if view.led == 0:
            made, entry = _ask_leads(table, view.hand, hand, tried, reads, made, cards, entry)
        else:
            made, entry = _ask_replies(
                table, view.hand, hand, view.led, tried, reads, made, cards, entry
            )
        for one in range(before, entry):
            weight_of[one] = weights[place]
            best[one] = _NEVER
    for read in range(made):
        places[read] = table.values[places[read]]
    for read in range(made):
        value = places[read] >> CHANGES_BITS
        value = most - value if theirs[read] else value + 2
        best[entries[read]] = min(best[entries[read]], value)
    for one in range(entry):
        worth = weight_of[one] * DIFFERENCES[2 * view.tricks + best[one]]
        left = cards[one]
        while left:
            card = highest_bit(left)
            left ^= 1 << card
            worths[card] += worth


@kernel
def add_world_with_sixes(table, own, opponent, led, tried, tricks, weight, worths):
    """As `card_values.add_world`, with the pack of 36.

    Parameters
    ----------
    table : PlayTable
    own, opponent : int64
        What this seat and the opponent hold.
    led : int64
        The card to be answered; 0 when this seat leads.
    tried, tricks, weight, worths
        As for `add_world`; `tricks` this seat has won.
    """
    if led:
        level, suit = count(own) - 1, suit_of(led)
        while tried:
            card = highest_bit(tried)
            reply = 1 << card
            tried ^= reply
            mine, theirs, _ = take_for_32(own ^ reply, opponent, 0)
            if reply > led and reply & suit:
                value = 2 * (tricks + 1) + position_value(table, level, mine, theirs)
            else:
                left = position_value(table, level, theirs, mine)
                value = 2 * tricks + 2 * level + 1 - left
            worths[card] += weight * DIFFERENCES[value]
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
                value = 2 * tricks + (outcomes[at] >> CHANGES_BITS)
                worths[shift + card] += weight * DIFFERENCES[value]
