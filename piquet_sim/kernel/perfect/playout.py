"""A deal finished by perfect play, both sides seeing all cards.

Of equally good cards one is chosen, always the same. The leader leads one card of a run of
touching cards, the second player wins with the cheapest card, or plays the lowest of the suit,
or throws the lowest of some suit. Of plays that make the same difference both choose that which
brings both more points (see `play_table`); then the leader takes the first suit in the order
spades, hearts, diamonds, clubs, its highest run and the highest card of it, and the second
player wins if that is as good as losing, and throws from the first suit that is as good as any.
While a pique is live and worth having, or younger would let it live, only the difference counts.
"""

from typing import NamedTuple

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, SUITS, TRICKS
from piquet_sim.game.laws import BY_LEADER
from piquet_sim.kernel.base.bits import highest_bit
from piquet_sim.kernel.base.play_table import (
    CHANGES_BITS,
    prefer_reply,
    read_outcome,
    split_outcome,
)
from piquet_sim.kernel.base.suit_strings import (
    AFTER_DISCARD,
    AFTER_LOSS,
    AFTER_RENOUNCE,
    AFTER_WIN,
    NO_CHILD,
    RUNS,
    TURNED,
)
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.deal.deal import FINISH
from piquet_sim.kernel.deal.deal_state import PLAYS_AT
from piquet_sim.kernel.deal.declarations import hand_points
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import Progress, close_deal, count_lead, count_reply
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.perfect.live_pique import (
    after_younger_wins,
    deal_difference,
    pique_value,
    start_search,
)
from piquet_sim.kernel.perfect.lookup import (
    after_follow,
    after_renounce,
    find_keys,
    other_keys,
    string_of_key,
    top_run,
    turn_keys,
    with_key,
)

_MOST = 999
_LOSE, _WIN = -1, -2
"""Replies that follow suit; a suit number is a discard from that suit."""


class Trick(NamedTuple):
    """A lead and its reply."""

    suit: int
    run: int
    """Which run of touching cards of the suit is led, from the top."""
    reply: int


_NO_TRICK = Trick(-1, 0, 0)


@inline_kernel
def _choose_trick(table, level, outcome, keys):
    # The trick that perfect play makes of a position with this outcome.
    turned = turn_keys(keys)
    for suit in range(SUITS):
        string = string_of_key(keys[suit])
        runs = RUNS[string]
        if runs == 0:
            if AFTER_RENOUNCE[string] == NO_CHILD:
                continue
            reached, thrown = after_renounce(table, level, suit, keys)
            if reached == outcome:
                return Trick(suit, 0, thrown)
            continue
        others, others_turned = other_keys(suit, keys), other_keys(suit, turned)
        for run in range(runs):
            won, lost = after_follow(table, level, string, run, others, others_turned)
            if prefer_reply(won, lost) == outcome:
                return Trick(suit, run, _WIN if won == outcome else _LOSE)
    return _NO_TRICK


@kernel
def _throw_live(table, bonuses, level, suit, keys, needed, value, memory):
    # From which suit younger throws to a bare suit led while a pique is live; -1 if the lead
    # is worth less than `value`.
    best = -1
    left = with_key(keys, suit, AFTER_RENOUNCE[string_of_key(keys[suit])])
    for thrown in range(SUITS):
        after = AFTER_DISCARD[string_of_key(keys[thrown])]
        if thrown == suit or after == NO_CHILD:
            continue
        child = with_key(left, thrown, after)
        reached = pique_value(
            table, bonuses, level - 1, child, needed - 1, value - 1, value + 1, memory
        )
        if reached < value:
            return -1
        if reached == value and best < 0:
            best = thrown
    return best


@kernel
def _choose_trick_live(table, bonuses, level, value, keys, needed, memory):
    # As `_choose_trick`, while elder can still make a pique; `value` is that of `pique_value`.
    for suit in range(SUITS):
        string = string_of_key(keys[suit])
        runs = RUNS[string]
        if runs == 0:
            if AFTER_RENOUNCE[string] != NO_CHILD:
                thrown = _throw_live(table, bonuses, level, suit, keys, needed, value, memory)
                if thrown >= 0:
                    return Trick(suit, 0, thrown)
            continue
        for run in range(runs):
            wins, loses = AFTER_WIN[string, run], AFTER_LOSS[string, run]
            won = lost = _MOST
            if wins:
                won = after_younger_wins(table, bonuses, level, suit, wins, keys)
            if loses and won >= value:
                child = with_key(keys, suit, loses)
                lost = pique_value(
                    table, bonuses, level - 1, child, needed - 1, value - 1, value, memory
                )
            if min(won, lost) >= value:
                return Trick(suit, run, _WIN if won == value else _LOSE)
    return _NO_TRICK


@inline_kernel
def _after_trick(keys, trick):
    # The keys after a trick, for the player on lead to the next.
    string = string_of_key(keys[trick.suit])
    if trick.reply == _WIN:
        turned = turn_keys(keys)
        won = TURNED[string_of_key(AFTER_WIN[string, trick.run])]
        return with_key(turned, trick.suit, won)
    if trick.reply == _LOSE:
        return with_key(keys, trick.suit, AFTER_LOSS[string, trick.run])
    thrown = AFTER_DISCARD[string_of_key(keys[trick.reply])]
    return with_key(with_key(keys, trick.suit, AFTER_RENOUNCE[string]), trick.reply, thrown)


@inline_kernel
def _find_cards(own, other, trick):
    # The cards of a trick.
    shift = LANE_BITS * trick.suit
    mine, theirs = own >> shift & LANE_MASK, other >> shift & LANE_MASK
    for _ in range(trick.run):
        mine ^= top_run(mine, theirs)
    led = 1 << highest_bit(mine)
    if trick.reply == _WIN:
        higher = theirs & -led
        reply = (higher & -higher) << shift
    elif trick.reply == _LOSE:
        reply = (theirs & -theirs) << shift
    else:
        shift_thrown = LANE_BITS * trick.reply
        lane = other >> shift_thrown & LANE_MASK
        reply = (lane & -lane) << shift_thrown
    return led << shift, reply


@inline_kernel
def _finish_by_table(laws, level, outcome, leader, progress):
    # The points and the leader's tricks when the rest is played perfectly, without playing it.
    if laws.play_scores == BY_LEADER:
        # The same points in the end, counted at other times: the point for the last trick stands
        # for elder's first lead, and a lead counts when its trick is won.
        leaders, others, tricks = split_outcome(1, level, outcome)
        leaders -= level < TRICKS
    else:
        leaders, others, tricks = split_outcome(laws.last_trick, level, outcome)
    elder_points, younger_points, pique = progress
    if leader == ELDER_SEAT:
        elder_points += leaders
        younger_points += others
    else:
        elder_points += others
        younger_points += leaders
    return Progress(elder_points, younger_points, pique), tricks


@kernel_of(FINISH.signature)
def play_perfectly(laws, table, memory, told, record):
    """Twelve tricks by perfect play, and the deal's totals.

    Parameters
    ----------
    laws : Laws
    table : PlayTable
    memory : int64 array
        From `pique.new_memory`.
    told : int64
        1 to play all cards and write them as they fall; else only as many as a live pique needs
        are played, with the same totals.
    record : int64 array
        The table of the deal, with hands and what was reckoned in hand.

    Returns
    -------
    int64
        0.
    """
    own, other = record[AT.elder_hand], record[AT.younger_hand]
    elder_points = hand_points(AT.elder_carte_blanche, record)
    progress = Progress(elder_points, hand_points(AT.younger_carte_blanche, record), 0)
    bonuses = (laws.cards, laws.capot, laws.pique)
    leader = ELDER_SEAT
    own_tricks = other_tricks = 0
    keys = find_keys(own, other)
    needed = laws.pique_needs - elder_points
    live = progress.younger_points == 0 and record[AT.elder_repique] == 0 and needed <= TRICKS + 1
    target = 0
    if live and needed > 1:
        start_search(memory)
        target = pique_value(table, bonuses, TRICKS, keys, needed, -_MOST, _MOST, memory)
    level = TRICKS
    while level > 0:
        if live and needed <= 1:  # the next lead makes it
            progress = Progress(progress.elder_points, progress.younger_points, 1)
            live = False
        outcome = read_outcome(table, level, keys[0], keys[1], keys[2], keys[3])
        if live:
            won_before = 2 * (TRICKS - level)
            trick = _NO_TRICK
            if deal_difference(bonuses, won_before + (outcome >> CHANGES_BITS)) == target:
                # The pique brings nothing: where younger may win at once, it is as without it.
                trick = _choose_trick(table, level, outcome, keys)
            if trick.reply != _WIN:
                trick = _choose_trick_live(table, bonuses, level, target, keys, needed, memory)
        else:
            if not told:
                progress, tricks = _finish_by_table(laws, level, outcome, leader, progress)
                own_tricks += tricks
                other_tricks += level - tricks
                break
            trick = _choose_trick(table, level, outcome, keys)
        if told:
            led, reply = _find_cards(own, other, trick)
            own ^= led
            other ^= reply
            record[PLAYS_AT + 2 * (TRICKS - level)] = led
            record[PLAYS_AT + 2 * (TRICKS - level) + 1] = reply
        won = trick.reply == _WIN
        # Where the cards themselves count the table is of no use, so that they may stay unnamed.
        progress = count_lead(laws, progress, leader, 0, TRICKS - level)
        progress = count_reply(laws, progress, leader, 0, 0, won, TRICKS - level, 0)
        keys = _after_trick(keys, trick)
        needed -= 1
        level -= 1
        if won:
            live = False
            leader = 1 - leader
            own, other = other, own
            own_tricks, other_tricks = other_tricks, own_tricks
        own_tricks += 1
    close_deal(laws, own_tricks if leader == ELDER_SEAT else other_tricks, progress, record)
    return 0
