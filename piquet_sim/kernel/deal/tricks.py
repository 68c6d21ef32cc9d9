"""The play of the cards: what may be played, who wins, and what a trick counts.

`count_trick` and `count_cards` are the only places where points in play are made; the engine
and the referee both use them.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    SUITS,
    TEN,
    TRICKS,
    rank_mask,
)
from piquet_sim.game.laws import BY_LEADER, HIGH_CARDS, HIGH_LEADS, LEADS_AND_WINS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.deal.calls import (
    CLASS_COUNT,
    EQUAL,
    NOBODY,
    TO_ELDER,
    TO_YOUNGER,
    hand_points,
)
from piquet_sim.kernel.deal.deal_state import ELDER_AT, PLAYS_AT, SEEN, YOUNGER_AT, see_left_cards
from piquet_sim.kernel.deal.decisions import (
    ILLEGAL,
    PLAY,
    Held,
    Play,
    ask_call,
    ask_card,
    find_number,
    find_staging,
)
from piquet_sim.kernel.deal.holdings import LEFT_CARDS
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.views import ELDER_SEAT, THEIRS, YOUNGER_SEAT

HIGH_MASK = sum(rank_mask(rank) for rank in range(TEN, ACE + 1))
"""Cards of ten or higher, which alone count in play under some books."""


CARD_BITS = 6
CARD_BITS_MASK = (1 << CARD_BITS) - 1
"""Bits that a card takes in the tricks of a view."""
_TRICKS_TOGETHER = 4


class Progress(NamedTuple):
    """What has been counted: points in hand and play without bonuses, and who has made a pique:
    0 nobody, `TO_ELDER` or `TO_YOUNGER`.
    """

    elder_points: int
    younger_points: int
    pique: int


@inline_kernel
def count_hands(record):
    """The `Progress` before the first lead: what both have reckoned in hand."""
    elder = hand_points(AT.elder_carte_blanche, record)
    return Progress(elder, hand_points(AT.younger_carte_blanche, record), NOBODY)


@inline_kernel
def suit_of(card):
    """All places of the suit of a card, as a mask."""
    return LANE_MASK << (highest_bit(card) & -LANE_BITS)


@inline_kernel
def legal_cards(hand, led):
    """The cards of a hand that may answer a card led, or be led if there is none (Law 58)."""
    following = hand & suit_of(led) if led else hand
    return following if following else hand


@inline_kernel
def beats(reply, led):
    """Whether the second card wins the trick: a higher card of the suit led."""
    return reply > led and reply & suit_of(led) != 0


@inline_kernel
def find_sure_leads(hand, against):
    """The cards that win every trick if they are led from the start, no matter who holds what.

    The highest cards of a suit win as long as none of those against them is higher. If there are at
    least as many as cards against them, all of these fall, and the rest of the suit wins, too.

    Parameters
    ----------
    hand : int64
    against : int64
        All cards that the other may hold.
    """
    sure = 0
    for suit in range(SUITS):
        mine = hand >> LANE_BITS * suit & LANE_MASK
        theirs = against >> LANE_BITS * suit & LANE_MASK
        above = highest_bit(theirs) + 1 if theirs else 0
        top = mine >> above << above
        sure |= (mine if count(top) >= count(theirs) else top) << LANE_BITS * suit
    return sure


@inline_kernel
def _add_points(laws, progress, is_elder, worth):
    # Sums and not branches, here and below: whose trick it is cannot be guessed.
    elder_points = progress.elder_points + worth * is_elder
    younger_points = progress.younger_points + worth * (1 - is_elder)
    is_elders = (elder_points >= laws.pique_needs) & (younger_points == 0)
    pique = TO_ELDER if is_elders else progress.pique
    if laws.play_scores >= HIGH_CARDS and elder_points == 0 and younger_points >= laws.pique_needs:
        pique = TO_YOUNGER
    return Progress(elder_points, younger_points, pique)


@inline_kernel
def lead_worth(laws, led, trick):
    """What leading a card to a trick counts.

    One for each lead (Law 57), for elder's first alone (002 read to the letter), for a card of
    ten or higher (004), or nothing (Cotton 1674).
    """
    if laws.play_scores == HIGH_LEADS:
        return 1 if led & HIGH_MASK else 0
    is_first = laws.play_scores == BY_LEADER and trick == 0
    return 1 if laws.play_scores == LEADS_AND_WINS or is_first else 0


@inline_kernel
def trick_worth(laws, led, reply, second_wins, trick, tricks):
    """What the winner of a trick counts when it is complete, the last trick's extra included.

    Parameters are those of `count_reply`.
    """
    if laws.play_scores <= BY_LEADER:
        worth = (1 if second_wins else 0) + (1 if laws.play_scores == BY_LEADER else 0)
    elif laws.play_scores == HIGH_CARDS:
        worth = (1 if led & HIGH_MASK else 0) + (1 if reply & HIGH_MASK else 0)
    else:
        worth = 1 if second_wins and reply & HIGH_MASK else 0
    if trick == TRICKS - 1 and (tricks < TRICKS or laws.last_with_capot):
        is_high = laws.last_high_ranks * ONE_OF_EACH_SUIT & (reply if second_wins else led)
        worth += laws.last_trick_high if is_high else laws.last_trick
    return worth


@inline_kernel
def count_lead(laws, progress, leader, led, trick):
    """The points for leading a card to a trick, and the pique that they may make.

    A pique is made when one has thirty in hand and play while the other has reckoned nothing, be
    the card led a losing one. Where each lead counts only elder, who leads first, can make it.
    """
    return _add_points(laws, progress, leader == ELDER_SEAT, lead_worth(laws, led, trick))


@inline_kernel
def count_reply(laws, progress, leader, led, reply, second_wins, trick, tricks):
    """The points after the reply, those of the last trick included.

    One to a second player who wins (Law 57); under other books what the trick's winner counts.

    Parameters
    ----------
    laws : Laws
    progress : Progress
        After the lead.
    leader, led, reply : int64
        0 elder, 1 younger; both cards.
    second_wins : bool
    trick : int64
        0 to 11.
    tricks : int64
        Tricks won by the winner of this one, with it; read for the last trick only.
    """
    worth = trick_worth(laws, led, reply, second_wins, trick, tricks)
    return _add_points(laws, progress, (leader == ELDER_SEAT) != second_wins, worth)


@inline_kernel
def count_trick(laws, progress, leader, led, reply, trick, elder_tricks):
    """The points after the reply, who leads to the next trick, and elder's tricks then.

    Parameters are those of `count_reply`; `elder_tricks` were won before.
    """
    won = np.int64(beats(reply, led))
    winner = leader ^ won
    elder_tricks += 1 - winner
    tricks = trick + 1 - elder_tricks if winner else elder_tricks
    progress = count_reply(laws, progress, leader, led, reply, won, trick, tricks)
    return progress, winner, elder_tricks


@inline_kernel
def count_cards(laws, tricks):
    """Points for the cards (seven to eleven tricks) or, instead, for capot (RULES 6)."""
    # Chosen, not branched to: who wins the cards cannot be guessed.
    cards = laws.cards if 2 * tricks > TRICKS else 0
    return laws.capot if tricks == TRICKS else cards


@inline_kernel
def close_deal(laws, elder_tricks, progress, record):
    """Write what the play came to: points in play, the cards, a pique, tricks and totals.

    The record holds what was reckoned in hand; a repique excludes a pique.
    """
    younger_tricks, in_hand = TRICKS - elder_tricks, count_hands(record)
    record[AT.elder_play] = progress.elder_points - in_hand.elder_points
    record[AT.younger_play] = progress.younger_points - in_hand.younger_points
    record[AT.elder_cards] = count_cards(laws, elder_tricks)
    record[AT.younger_cards] = count_cards(laws, younger_tricks)
    has_repique = record[AT.elder_repique] or record[AT.younger_repique]
    made_by = NOBODY if has_repique else progress.pique
    record[AT.elder_pique] = laws.pique if made_by == TO_ELDER else 0
    record[AT.younger_pique] = laws.pique if made_by == TO_YOUNGER else 0
    record[AT.elder_tricks] = elder_tricks
    record[AT.younger_tricks] = younger_tricks
    record[AT.elder_score] = (
        progress.elder_points
        + record[AT.elder_cards]
        + record[AT.elder_pique]
        + record[AT.elder_repique]
    )
    record[AT.younger_score] = (
        progress.younger_points
        + record[AT.younger_cards]
        + record[AT.younger_pique]
        + record[AT.younger_repique]
    )


@inline_kernel
def _see_trick(table, trick, fallen, led, reply):
    # Both seats remember which cards fell together, and in which order. Returns what fell in the
    # tricks that are kept together with this one.
    at = trick % _TRICKS_TOGETHER
    fell = (1 + highest_bit(led)) | (1 + highest_bit(reply)) << CARD_BITS
    fallen = fallen * (at > 0) | fell << 2 * CARD_BITS * at
    seen = SEEN.early_tricks + trick // _TRICKS_TOGETHER
    table[ELDER_AT + seen] = fallen
    table[YOUNGER_AT + seen] = fallen
    return fallen


@inline_kernel
def read_trick(view, trick):
    """The card led to a trick and the reply, from a `PlayView`; 0 if it is not complete.

    Parameters
    ----------
    view : PlayView
    trick : int64
        From 0.
    """
    later = view.late_tricks if trick >= 2 * _TRICKS_TOGETHER else view.middle_tricks
    together = later if trick >= _TRICKS_TOGETHER else view.early_tricks
    fell = together >> 2 * CARD_BITS * (trick % _TRICKS_TOGETHER)
    return (1 << (fell & CARD_BITS_MASK)) >> 1, (1 << (fell >> CARD_BITS & CARD_BITS_MASK)) >> 1


@inline_kernel
def play_tricks(laws, players, left, table):
    """Twelve tricks, elder leading, and the deal's totals.

    What the seats have seen is kept on the table as they see it, card by card.

    Parameters
    ----------
    laws : Laws
    players : tuple of two Player
        Elder, and younger whose call decides whether the cards that younger left are faced.
    left : int64
        Cards of the stock that nobody took.
    table : int64 array
        Hands and what was reckoned in hand; the play and the totals are written to it.

    Returns
    -------
    bool
        False if a policy gave an illegal answer.
    """
    pique = 0 if table[AT.elder_repique] or table[AT.younger_repique] else laws.pique
    progress = count_hands(table)
    for at in (ELDER_AT, YOUNGER_AT):
        table[at + SEEN.ever_shown] = table[at + SEEN.shown]
    # Who asks by a pointer may read which cards fell together.
    is_told = find_staging(laws, table) or not (
        find_number(players[0], PLAY) and find_number(players[1], PLAY)
    )
    leader = ELDER_SEAT
    elder_tricks = fallen = 0
    # The hands of the leader and of the second player, and what each may be as the other sees it.
    hand, other = table[AT.elder_hand], table[AT.younger_hand]
    may_be = table[YOUNGER_AT + SEEN.opponent_may_hold]
    other_may_be = table[ELDER_AT + SEEN.opponent_may_hold]
    for trick in range(TRICKS):
        led = ask_card(
            laws,
            players[1] if leader else players[0],
            table,
            leader,
            0,
            hand,
            Held(hand, other_may_be, other),
            Play(trick, progress, pique, elder_tricks),
        )
        if led == ILLEGAL:
            return False
        if trick == 0:
            faced = _hear_younger(laws, players[1], led, left, table)
            if faced == ILLEGAL:
                return False
            if faced:
                may_be, other_may_be = may_be & ~left, other_may_be & ~left
        hand, may_be = hand ^ led, may_be & ~led
        progress = count_lead(laws, progress, leader, led, trick)
        following = other & suit_of(led)
        reply = ask_card(
            laws,
            players[0] if leader else players[1],
            table,
            1 - leader,
            led,
            following if following else other,
            Held(other, may_be, hand),
            Play(trick, progress, pique, elder_tricks),
        )
        if reply == ILLEGAL:
            return False
        other ^= reply
        other_may_be &= ~(reply if following else reply | suit_of(led))
        table[PLAYS_AT + 2 * trick] = led
        table[PLAYS_AT + 2 * trick + 1] = reply
        if is_told:
            fallen = _see_trick(table, trick, fallen, led, reply)
        progress, winner, elder_tricks = count_trick(
            laws, progress, leader, led, reply, trick, elder_tricks
        )
        if winner != leader:
            leader, hand, other, may_be, other_may_be = winner, other, hand, other_may_be, may_be
    close_deal(laws, elder_tricks, progress, table)
    return True


@inline_kernel
def _hear_younger(laws, younger_player, led, left, table):
    # What happens between elder's first lead and the reply: younger reckons and shows what is
    # good or equal, and decides whether the cards left by younger are faced: 0, 1 or ILLEGAL.
    for place in range(CLASS_COUNT):
        result = table[AT.point_result + place]
        if result == TO_YOUNGER or result == EQUAL:
            table[ELDER_AT + SEEN.opponent_point + place] = table[AT.younger_point_call + place]
        if result == TO_YOUNGER:
            table[ELDER_AT + SEEN.point_result + place] = THEIRS
    table[ELDER_AT + SEEN.opponent_holds] |= table[YOUNGER_AT + SEEN.shown]
    table[AT.faced] = 0
    if left == 0 or not laws.younger_may_face:
        return 0
    table[YOUNGER_AT + SEEN.led] = led
    faced = ask_call(laws, younger_player, table, YOUNGER_SEAT, LEFT_CARDS, 0, 0)
    if faced > 0:
        see_left_cards(table, ELDER_SEAT, left)
        see_left_cards(table, YOUNGER_SEAT, left)
    table[AT.faced] = faced
    return faced
