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
from piquet_sim.kernel.bits import highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.deal.deal import FINISH
from piquet_sim.kernel.deal.deal_state import PLAYS_AT
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import Progress, close_deal, count_hands, count_lead, count_reply
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.perfect.live_pique import (
    UNBOUNDED,
    answer_lead,
    deal_difference,
    pique_value,
    start_search,
)
from piquet_sim.kernel.perfect.lookup import (
    WIN,
    after_loss,
    after_win,
    choose_reply,
    count_leads,
    find_keys,
    string_of_key,
    top_run,
)
from piquet_sim.kernel.play_table import CHANGES_BITS, read_outcome, read_position, split_outcome
from piquet_sim.kernel.suit_strings import AFTER_WIN


class Trick(NamedTuple):
    """A lead and its reply."""

    suit: int
    run: int
    """Which run of touching cards of the suit is led, from the top."""
    reply: int
    """WIN, or the suit of the card that loses."""


_NO_TRICK = Trick(-1, 0, 0)


@inline_kernel
def _choose_trick(table, level, outcome, keys):
    # The trick that perfect play makes of a position with this outcome.
    for suit in range(SUITS):
        for run in range(count_leads(keys, suit)):
            reached, reply = choose_reply(table, level, keys, suit, run)
            if reached == outcome:
                return Trick(suit, run, reply)
    return _NO_TRICK


@kernel
def choose_trick_live(table, bonuses, level, value, keys, needed, memory, follows_low=False):
    """The first trick of perfect play while elder can still make a pique.

    Parameters are those of `live_pique.answer_lead`, and what `pique_value` found.
    """
    for suit in range(SUITS):
        for run in range(count_leads(keys, suit)):
            reached, reply = answer_lead(
                table,
                bonuses,
                level,
                keys,
                suit,
                run,
                needed,
                value - 1,
                value + 1,
                memory,
                follows_low,
            )
            if reached == value:
                return Trick(suit, run, reply)
    return _NO_TRICK


@inline_kernel
def find_cards(own, other, trick):
    """The cards of a trick, the lead and the reply."""
    shift = LANE_BITS * trick.suit
    mine, theirs = own >> shift & LANE_MASK, other >> shift & LANE_MASK
    for _ in range(trick.run):
        mine ^= top_run(mine, theirs)
    led = 1 << highest_bit(mine)
    if trick.reply == WIN:
        higher = theirs & -led
        return led << shift, (higher & -higher) << shift
    shift_lost = LANE_BITS * trick.reply
    lane = other >> shift_lost & LANE_MASK
    return led << shift, (lane & -lane) << shift_lost


@inline_kernel
def finish_by_table(laws, level, outcome, leader, progress):
    """The points and elder's tricks when the rest is played perfectly, without playing it.

    Parameters
    ----------
    laws : Laws
    level : int64
        Cards each.
    outcome : int64
        From the table, for the player on lead.
    leader : int64
        0 elder, 1 younger.
    progress : Progress
        What has been counted before.
    """
    # By the leader these are the same points in the end, counted at other times: the point for the
    # last trick stands for elder's first lead, and a lead counts when its trick is won.
    by_leader = laws.play_scores == BY_LEADER
    leaders, others, tricks = split_outcome(1 if by_leader else laws.last_trick, level, outcome)
    leaders -= by_leader and level < TRICKS
    elder_points, younger_points, pique = progress
    if leader == ELDER_SEAT:
        return Progress(elder_points + leaders, younger_points + others, pique), tricks
    return Progress(elder_points + others, younger_points + leaders, pique), level - tricks


@inline_kernel
def find_margin(laws, table, memory, record):
    """Elder's score less younger's after perfect play, where it is Rubicon's, without playing it.

    Parameters
    ----------
    laws : Laws
    table : PlayTable
    memory : int64 array
        From `live_pique.new_memory`, after `start_search`: what is remembered holds for all deals
        under the same laws.
    record : int64 array
        The table of the deal, with hands and what was reckoned in hand.
    """
    own, other, _ = count_hands(record)
    repique = record[AT.elder_repique]
    in_hand = own + repique - other - record[AT.younger_repique]
    keys = find_keys(record[AT.elder_hand], record[AT.younger_hand])
    bonuses, needed = (laws.cards, laws.capot, laws.pique), laws.pique_needs - own
    if other == 0 and repique == 0 and needed <= TRICKS + 1:
        return in_hand + pique_value(
            table, bonuses, TRICKS, keys, needed, -UNBOUNDED, UNBOUNDED, memory
        )
    return in_hand + deal_difference(bonuses, read_position(table, TRICKS, *keys))


@kernel_of(FINISH.signature)
def play_perfectly(laws, table, memory, told, record):
    """Twelve tricks by perfect play, and the deal's totals.

    Parameters
    ----------
    laws : Laws
    table : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
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
    progress = count_hands(record)
    bonuses = (laws.cards, laws.capot, laws.pique)
    leader = ELDER_SEAT
    elder_tricks = 0
    keys = find_keys(own, other)
    needed = laws.pique_needs - progress.elder_points
    live = progress.younger_points == 0 and record[AT.elder_repique] == 0 and needed <= TRICKS + 1
    target = 0
    if live and needed > 1:
        start_search(memory)
        target = pique_value(table, bonuses, TRICKS, keys, needed, -UNBOUNDED, UNBOUNDED, memory)
    level = TRICKS
    while level > 0:
        if live and needed <= 1:  # the next lead makes it
            progress = Progress(progress.elder_points, progress.younger_points, 1)
            live = False
        outcome = read_outcome(table, level, *keys)
        if live:
            trick, value = _NO_TRICK, 2 * (TRICKS - level) + (outcome >> CHANGES_BITS)
            if deal_difference(bonuses, value) == target:
                # The pique brings nothing: where younger may win at once, it is as without it.
                trick = _choose_trick(table, level, outcome, keys)
            if trick.reply != WIN:
                trick = choose_trick_live(table, bonuses, level, target, keys, needed, memory)
        else:
            if not told:
                progress, tricks = finish_by_table(laws, level, outcome, leader, progress)
                elder_tricks += tricks
                break
            trick = _choose_trick(table, level, outcome, keys)
        if told:
            led, reply = find_cards(own, other, trick)
            own ^= led
            other ^= reply
            record[PLAYS_AT + 2 * (TRICKS - level)] = led
            record[PLAYS_AT + 2 * (TRICKS - level) + 1] = reply
        won = trick.reply == WIN
        # Where the cards themselves count the table is of no use, so that they may stay unnamed.
        progress = count_lead(laws, progress, leader, 0, TRICKS - level)
        progress = count_reply(laws, progress, leader, 0, 0, won, TRICKS - level, 0)
        needed, level = needed - 1, level - 1
        if won:
            wins = AFTER_WIN[string_of_key(keys[trick.suit]), trick.run]
            keys, live, leader = after_win(keys, trick.suit, wins), False, 1 - leader
            own, other = other, own
        else:
            _, keys = after_loss(keys, trick.suit, trick.run, trick.reply)
        elder_tricks += 1 - leader
    close_deal(laws, elder_tricks, progress, record)
    return 0
