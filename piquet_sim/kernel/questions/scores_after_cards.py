"""What each card makes of a deal against each hand that the opponent can hold.

Both play on perfectly for the difference of points, seeing all: the table of perfect play has the
answer, with the points of both (`kernel.play_table`). While elder may still make a pique the
tricks are played one by one, each card by the search of `kernel.perfect.live_pique`. Among
equally good suits the choice depends on how their cards are divided, so that nothing depends on the
names of the suits.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import LANE_BITS, TRICKS
from piquet_sim.kernel.bits import count, lowest_bit
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.calls import CLASS_COUNT, TO_ELDER, reckon_repiques
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.record import AT, SEAT_COLUMNS
from piquet_sim.kernel.deal.tricks import (
    Progress,
    close_deal,
    count_hands,
    count_lead,
    count_trick,
    suit_of,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT, OPEN, OWN, THEIRS
from piquet_sim.kernel.perfect.live_pique import (
    MEMORY_SHAPE,
    UNBOUNDED,
    answer_lead,
    pique_value,
    start_search,
)
from piquet_sim.kernel.perfect.lookup import WIN, find_keys, find_lead_outcomes, top_run
from piquet_sim.kernel.perfect.playout import Trick, choose_trick_live, find_cards, finish_by_table
from piquet_sim.kernel.play_table import read_outcome, sort_keys
from piquet_sim.kernel.players.card_values import CARD_PLACES
from piquet_sim.kernel.questions.possible_hands import CALLED, OWN_POINTS, RESULT, count_class
from piquet_sim.kernel.shelf import scratch, shelf_play_table

OWN_SCORE, OTHER_SCORE, TRICKS_WON, BONUSES = range(4)
"""What stands in the last axis of the scores: both scores of the deal, the tricks that the seat
wins in it, and who makes a pique or repique."""
OWN_PIQUE, OTHER_PIQUE, OWN_REPIQUE, OTHER_REPIQUE = 1, 2, 4, 8
PARTS = 4

_NO_PIQUE = 1 << 30


class Position(NamedTuple):
    """A moment of the play as far as one seat knows it, beside its classes."""

    seat: int
    """0 elder, 1 younger."""
    hand: int
    """The cards this seat still holds."""
    led: int
    """The card to be answered; 0 when this seat leads."""
    tried: int
    """The cards that are tried."""
    opponent_played: int
    elder_blanche: int
    """Points for a carte blanche."""
    younger_blanche: int
    has_led: int
    """1 once elder has led for the first time, after which younger has reckoned."""


class BetweenTricks(NamedTuple):
    """The deal between two tricks."""

    elder: int
    """Both hands."""
    younger: int
    leader: int
    """0 elder, 1 younger."""
    elder_tricks: int
    needed: int
    """Points that elder still needs for a pique before the next lead; where elder cannot make one
    more than there are leads."""


@kernel
def _reckon_hands(laws, position, classes, opponent, record):
    # What both count in hand if the opponent holds this hand, and the repiques.
    record[:] = 0
    own = AT.elder_carte_blanche + SEAT_COLUMNS * position.seat
    other = AT.younger_carte_blanche - SEAT_COLUMNS * position.seat
    record[AT.elder_carte_blanche] = position.elder_blanche
    record[AT.younger_carte_blanche] = position.younger_blanche
    full = opponent | position.opponent_played
    for place in range(CLASS_COUNT):
        result = classes[place, RESULT]
        if result == OWN:
            record[own + 1 + place] = classes[place, OWN_POINTS]
        # What elder did not call younger may yet reckon.
        if result == THEIRS or (result == OPEN and not position.has_led):
            record[other + 1 + place] = count_class(laws, place, full, classes[place, CALLED])
    reckon_repiques(laws, record)


@kernel
def _choose_live(laws, table, memory, elder, younger, led, needed):
    # The lead, unless a card is led, and the reply while a pique is live; `needed` before the lead.
    # Suits stand in the order of their keys, the greatest first.
    bonuses, level = (laws.cards, laws.capot, laws.pique), count(elder)
    keys = find_keys(elder, younger)
    one, two, three, four = sort_keys(
        keys[0] << 2 | 3, keys[1] << 2 | 2, keys[2] << 2 | 1, keys[3] << 2
    )
    keys = one >> 2, two >> 2, three >> 2, four >> 2
    suits = 3 - (one & 3), 3 - (two & 3), 3 - (three & 3), 3 - (four & 3)
    if led == 0:
        value = pique_value(table, bonuses, level, keys, needed, -UNBOUNDED, UNBOUNDED, memory)
        trick = choose_trick_live(table, bonuses, level, value, keys, needed, memory, True)
    else:
        place = run = 0
        while suits[place] != lowest_bit(led) // LANE_BITS:
            place += 1
        left, theirs = elder & suit_of(led), younger & suit_of(led)
        while top_run(left, theirs) & led == 0:
            left ^= top_run(left, theirs)
            run += 1
        _, reply = answer_lead(
            table, bonuses, level, keys, place, run, needed, -UNBOUNDED, UNBOUNDED, memory, True
        )
        trick = Trick(place, run, reply)
    reply = trick.reply if trick.reply == WIN else suits[trick.reply]
    first, answer = find_cards(elder, younger, Trick(suits[trick.suit], trick.run, reply))
    return led if led else first, answer


@kernel
def _play_trick(laws, standing, led, reply, progress):
    # The deal after a whole trick, of which the lead has been counted.
    trick = TRICKS - count(standing.elder)
    progress, winner, elder_tricks = count_trick(
        laws, progress, standing.leader, led, reply, trick, standing.elder_tricks
    )
    both = led | reply
    left = BetweenTricks(
        standing.elder & ~both,
        standing.younger & ~both,
        winner,
        elder_tricks,
        standing.needed - 1 if winner == ELDER_SEAT else _NO_PIQUE,
    )
    return left, progress


@kernel
def _follow(laws, position, plays, opponent, record):
    # The deal after the cards that have fallen, against one hand, and what has been counted. A card
    # led lies on the table, and is still counted among its player's.
    progress = count_hands(record)
    mine, theirs = position.hand, opponent | position.opponent_played
    for card in plays:
        mine |= card & ~position.opponent_played
    elder, younger = (mine, theirs) if position.seat == ELDER_SEAT else (theirs, mine)
    has_repique = record[AT.elder_repique] | record[AT.younger_repique]
    is_live = has_repique == 0 and progress.younger_points == 0
    needed = laws.pique_needs - progress.elder_points if is_live else _NO_PIQUE
    standing = BetweenTricks(elder, younger, ELDER_SEAT, 0, needed)
    for place in range(len(plays)):
        trick = place // 2
        if place % 2 == 0:
            progress = count_lead(laws, progress, standing.leader, plays[place], trick)
        else:
            standing, progress = _play_trick(
                laws, standing, plays[place - 1], plays[place], progress
            )
    return standing, progress


@kernel
def _finish(laws, table, memory, standing, progress, led, outcome):
    # What has been counted when all is played, and elder's tricks. If a card is led already, which
    # is still in its player's hand, `outcome` is that of the table.
    level = count(standing.elder)
    while level > 0 and standing.needed <= level + 1:
        if standing.needed <= 1:
            progress = Progress(progress.elder_points, progress.younger_points, TO_ELDER)
            break
        led, reply = _choose_live(
            laws, table, memory, standing.elder, standing.younger, led, standing.needed
        )
        progress = count_lead(laws, progress, ELDER_SEAT, led, TRICKS - level)
        standing, progress = _play_trick(laws, standing, led, reply, progress)
        level -= 1
        led = 0
    if level == 0:
        return progress, standing.elder_tricks
    if led == 0:
        elder, younger, is_elder = standing.elder, standing.younger, standing.leader == ELDER_SEAT
        keys = find_keys(elder, younger) if is_elder else find_keys(younger, elder)
        outcome = read_outcome(table, level, *keys)
    progress, won = finish_by_table(laws, level, outcome, standing.leader, progress)
    return progress, standing.elder_tricks + won


@kernel
def _write_scores(seat, record, scores):
    # The deal's scores as a seat sees them.
    own, other = SEAT_COLUMNS * seat, SEAT_COLUMNS * (1 - seat)
    scores[OWN_SCORE] = record[AT.elder_score + own]
    scores[OTHER_SCORE] = record[AT.elder_score + other]
    scores[TRICKS_WON] = record[AT.elder_tricks + own]
    scores[BONUSES] = (
        OWN_PIQUE * (record[AT.elder_pique + own] > 0)
        + OTHER_PIQUE * (record[AT.elder_pique + other] > 0)
        + OWN_REPIQUE * (record[AT.elder_repique + own] > 0)
        + OTHER_REPIQUE * (record[AT.elder_repique + other] > 0)
    )


@kernel
def score_cards(laws, position, classes, plays, hands, scores):
    """The scores of the deal after each card tried, against each hand.

    Parameters
    ----------
    laws : Laws
        Under which the table is perfect play (`play_table_cache.check_solvable`).
    position : Position
    classes : int64 array, shape (3, 4)
        As for `possible_hands.keep_counted`.
    plays : int64 array
        The cards that have fallen, in their order.
    hands : int64 array
        What the opponent may still hold.
    scores : int16 array, shape (hands, cards tried, PARTS)
        Is filled: OWN_SCORE, OTHER_SCORE, TRICKS_WON, BONUSES; the cards from the lowest bit.
    """
    table = shelf_play_table()
    memory = np.zeros(MEMORY_SHAPE, np.int64)
    start_search(memory)
    record, outcomes = scratch(RECORD_SIZE), scratch(CARD_PLACES)
    for place in range(len(hands)):
        theirs = hands[place]
        _reckon_hands(laws, position, classes, theirs, record)
        standing, progress = _follow(laws, position, plays, theirs, record)
        if position.led == 0:
            find_lead_outcomes(table, count(position.hand), position.hand, theirs, outcomes)
        tried, number = position.tried, 0
        while tried:
            card = tried & -tried
            tried ^= card
            if position.led == 0:
                outcome = outcomes[lowest_bit(card)]
                ended, won = _finish(laws, table, memory, standing, progress, card, outcome)
            else:
                left, ended = _play_trick(laws, standing, position.led, card, progress)
                ended, won = _finish(laws, table, memory, left, ended, 0, 0)
            close_deal(laws, won, ended, record)
            _write_scores(position.seat, record, scores[place, number])
            number += 1
