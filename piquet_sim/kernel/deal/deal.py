"""One whole deal: a function from the description and a number to a record.

The order of events is that of the Laws: carte blanche announced, the exchange, calls class by
class with elder first, elder's first lead, younger's reckoning, the play. What each seat learns at
each of them is put together here; `decisions.seen`, `deals.exchange_view` and
`kernel.players.rollouts` put together the same for one decision. Tests hold what the first two say
against what the engine shows (test_card_advice.py, test_views.py).
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types

from piquet_sim.game.cards import LANE_BITS, LANE_MASK
from piquet_sim.game.laws import AT_ONCE, YOUNGER_FIRST, Laws
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import borrow, inline_kernel, kernel_of, tuple_reader
from piquet_sim.kernel.deal.calls import EQUAL, TO_YOUNGER, reckon_class, reckon_repiques
from piquet_sim.kernel.deal.deal_state import (
    ELDER_AT,
    PLAYS_AT,
    SEEN,
    YOUNGER_AT,
    MatchState,
    exchange_hand,
    see_left_cards,
    take_seat,
)
from piquet_sim.kernel.deal.dealing import draw_cards
from piquet_sim.kernel.deal.decisions import HEEDS_SCORE, ILLEGAL, ask_call, ask_discard
from piquet_sim.kernel.deal.holdings import (
    CARTE_BLANCHE,
    POINT,
    SET,
    evaluate_hand,
    has_carte_blanche,
)
from piquet_sim.kernel.deal.record import AT, SEAT_COLUMNS
from piquet_sim.kernel.deal.tricks import play_tricks
from piquet_sim.kernel.deal.views import (
    ELDER_SEAT,
    LEVEL,
    OPEN,
    OWN,
    POLICY,
    SEAT_COUNT,
    THEIRS,
    YOUNGER_SEAT,
)
from piquet_sim.kernel.play_table import PLAY_TABLE, PlayTable
from piquet_sim.kernel.tables import LANE_POINT, POINT_SHIFT

BY_STRATEGIES, PERFECT, PERFECT_TOLD = 0, 1, 2
"""Ways to play the cards."""


class CardPlay(NamedTuple):
    """Who plays the cards once the calls are over."""

    mode: int
    """BY_STRATEGIES, PERFECT, or PERFECT_TOLD to keep the cards as they fall, too."""
    solution: PlayTable
    """The table of perfect play; empty where strategies play."""
    memory: np.ndarray
    """From `live_pique.new_memory`; empty where strategies play."""


CARD_PLAY = types.NamedTuple([int64, PLAY_TABLE, int64[:, ::1]], CardPlay)
LAWS = types.NamedUniTuple(int64, len(Laws._fields), Laws)
laws_at = tuple_reader(LAWS)
"""The laws that lie at a place in memory."""
_FINISH = int64(LAWS, PLAY_TABLE, int64[:, ::1], int64, int64[::1])
FINISH = types.FunctionType(_FINISH)
"""How a deal is finished that strategies do not play; a function of its own, so that the engine
need not wait for perfect play to be compiled where it is not wanted."""


@kernel_of(_FINISH)
def finish_nothing(laws, solution, memory, told, record):
    """Stands in where strategies play the cards."""
    return 0


_NO_MATCH = MatchState(0, 0, 0)


class Player(NamedTuple):
    """The three policies of one strategy."""

    traits: int
    """CALLS_EVERYTHING, HEEDS_SCORE and how often classes are sunk (`pack_traits`)."""
    discard: object
    call: object
    play: object


class Sitting(NamedTuple):
    """Who plays, by which laws: what stays the same from deal to deal."""

    laws: Laws
    first: Player
    """Of the strategy named first, elder in the first deal."""
    second: Player
    card_play: CardPlay
    finish: object
    """A function of type FINISH: `playout.play_perfectly`, or `finish_nothing` where strategies
    play."""


_PLAYER = types.Tuple([int64, POLICY, POLICY, POLICY])
SITTING = types.Tuple([LAWS, _PLAYER, _PLAYER, CARD_PLAY, FINISH])
"""A `Sitting` as it is handed over from Python: plain tuples, for numba takes a compiled function
as a pointer in those only."""


@inline_kernel
def sit_down(sitting):
    """A `Sitting` from the tuples of `SITTING`, whose arrays belong to the caller."""
    laws, first, second, card_play, finish = sitting
    solution = PlayTable(borrow(card_play.solution.values), borrow(card_play.solution.starts))
    card_play = CardPlay(card_play.mode, solution, borrow(card_play.memory))
    return Sitting(laws, Player(*first), Player(*second), card_play, finish)


_RESULT_SEEN = np.array([(OPEN, OWN, THEIRS, LEVEL), (OPEN, THEIRS, OWN, LEVEL)])
"""By seat, how it sees a result of the table."""
_BLANCHE_AFTER = np.array([(0, 0), (0, 1), (0, 0), (2, 1), (0, 0)])
"""By `Laws.blanche_shown` after how many discards elder, and younger, announces a carte blanche."""


@inline_kernel
def _announce(laws, players, table, discards):
    # Carte blanche, of the seats that announce it once so many have discarded: the record notes who
    # does. False if an answer is illegal.
    for seat in range(SEAT_COUNT):
        column, is_due = SEAT_COLUMNS * seat, _BLANCHE_AFTER[laws.blanche_shown, seat] == discards
        if is_due and has_carte_blanche(table[AT.elder_dealt + column]):
            answer = ask_call(laws, players[seat], table, seat, CARTE_BLANCHE, 1, 0)
            if answer == ILLEGAL:
                return False
            table[AT.elder_carte_blanche + column] = answer
    return True


@inline_kernel
def _exchange_cards(laws, players, stock, order, table):
    # Carte blanche and both exchanges; False if an answer is illegal.
    #
    # Both know of a carte blanche when they discard if it is announced at once (Law 19), and have
    # always seen its twelve cards when they play. The other books (RULES 9): younger waits until
    # elder has drawn; elder's is shown after both have drawn and younger's once elder has; elder
    # who has it says how many cards to take, and younger draws first; or the cards are shown first.
    elder_dealt = table[AT.elder_dealt]
    younger_dealt = table[AT.younger_dealt]
    table[AT.elder_carte_blanche] = table[AT.younger_carte_blanche] = 0
    if not _announce(laws, players, table, 0):
        return False
    elder_blanche, younger_blanche = table[AT.elder_carte_blanche], table[AT.younger_carte_blanche]
    if laws.blanche_shown == AT_ONCE:
        table[YOUNGER_AT + SEEN.opponent_dealt] = elder_dealt if elder_blanche else 0
        table[ELDER_AT + SEEN.opponent_dealt] = younger_dealt if younger_blanche else 0
    elder_discard = ask_discard(
        laws,
        players[0],
        table,
        ELDER_SEAT,
        laws.elder_least,
        laws.elder_most,
        elder_blanche,
        younger_blanche,
    )
    if elder_discard == ILLEGAL:
        return False
    elder_took = count(elder_discard)
    table[YOUNGER_AT + SEEN.opponent_took] = elder_took
    if not _announce(laws, players, table, 1):
        return False
    younger_blanche = table[AT.younger_carte_blanche]
    younger_discard = ask_discard(
        laws,
        players[1],
        table,
        YOUNGER_SEAT,
        laws.younger_least,
        min(laws.younger_most, laws.stock - elder_took),
        younger_blanche,
        elder_blanche,
    )
    if younger_discard == ILLEGAL:
        return False
    younger_took = count(younger_discard)
    if not _announce(laws, players, table, 2):
        return False
    elder_blanche = table[AT.elder_carte_blanche]
    elder_from = younger_took if laws.blanche_shown == YOUNGER_FIRST and elder_blanche else 0
    younger_drawn = draw_cards(stock, order, 0 if elder_from else elder_took, younger_took)
    elder_hand = (elder_dealt ^ elder_discard) | draw_cards(stock, order, elder_from, elder_took)
    exchange_hand(table, ELDER_SEAT, elder_discard, elder_took, elder_hand)
    younger_hand = (younger_dealt ^ younger_discard) | younger_drawn
    exchange_hand(table, YOUNGER_SEAT, younger_discard, younger_took, younger_hand)
    if laws.elder_looks and elder_took < laws.elder_most:
        looked_from = elder_from + elder_took
        looks = min(laws.elder_most - elder_took, laws.stock - looked_from)
        looked_at = draw_cards(stock, order, looked_from, looks)
        see_left_cards(table, ELDER_SEAT, looked_at & ~younger_drawn)
        table[ELDER_AT + SEEN.opponent_holds] = looked_at & younger_drawn
    if elder_blanche:
        table[YOUNGER_AT + SEEN.opponent_dealt] = elder_dealt
    if younger_blanche:
        table[ELDER_AT + SEEN.opponent_dealt] = younger_dealt
    worth = 0 if laws.blanche_cancels and elder_blanche and younger_blanche else laws.carte_blanche
    table[AT.elder_carte_blanche] *= worth
    table[AT.younger_carte_blanche] *= worth
    return True


@inline_kernel
def _call_class(laws, players, table, kind, hands, holdings):
    # One class, elder first; False if an answer is illegal.
    #
    # Elder hears whether the call is good, or equal; what younger reckons, and younger's cards,
    # elder learns after the first lead. Younger hears of a point its number of cards, and its
    # pips only if younger's has as many or it is not bettered; of sequences and sets younger
    # hears length and rank at once (document 000). Where pips alone decide, elder bids them.
    place = kind - POINT
    call = ask_call(laws, players[0], table, ELDER_SEAT, kind, holdings[0][place], 0)
    if call == ILLEGAL:
        return False
    hears_cards = kind == POINT and not laws.point_by_pips
    heard = call >> POINT_SHIFT << POINT_SHIFT if hears_cards else call
    answer = ask_call(laws, players[1], table, YOUNGER_SEAT, kind, holdings[1][place], heard)
    if answer == ILLEGAL:
        return False
    table[AT.elder_point_call + place] = call
    table[AT.younger_point_call + place] = answer
    result, elder_shown, younger_shown = reckon_class(
        laws, kind, hands[0], hands[1], holdings[0], holdings[1], table
    )
    if result != TO_YOUNGER or call >> POINT_SHIFT == answer >> POINT_SHIFT:
        heard = call
    table[YOUNGER_AT + SEEN.opponent_point + place] = heard
    table[ELDER_AT + SEEN.opponent_point + place] = call if result == EQUAL else 0
    if call:  # else elder hears nothing of the class until younger reckons
        table[ELDER_AT + SEEN.point_result + place] = _RESULT_SEEN[ELDER_SEAT, result]
    table[YOUNGER_AT + SEEN.point_result + place] = _RESULT_SEEN[YOUNGER_SEAT, result]
    table[ELDER_AT + SEEN.shown] |= elder_shown
    table[YOUNGER_AT + SEEN.opponent_holds] |= elder_shown
    # Elder sees younger's cards of the class after the first lead.
    table[YOUNGER_AT + SEEN.shown] |= younger_shown
    return True


@inline_kernel
def play_deal(laws, players, card_play, finish, match, cards, luck, mirrored, table):
    """Exchange, call, play and score one deal.

    Parameters
    ----------
    laws : Laws
    players : tuple of two Player
        Elder and younger.
    card_play : CardPlay
    finish : function of type FINISH
        Plays the cards where strategies do not.
    match : MatchState
    cards : Cards
        As they were dealt.
    luck : tuple of two int64
        Random words of elder and younger.
    mirrored : int64
        1 for the second deal of a mirrored pair: the same cards with the strategies exchanged,
        and luck of its own for both.
    table : int64 array of TABLE_SIZE
        Afterwards it holds the record (all columns but `index`), what the seats have seen and
        the cards in the order in which they fell.

    Returns
    -------
    bool
        False if a policy gave an illegal answer; then the table holds the fault and the record
        means nothing.
    """
    elder_told = match if players[0].traits & HEEDS_SCORE else _NO_MATCH
    take_seat(laws, table, ELDER_SEAT, cards.elder, elder_told, luck[0])
    younger_told = match if players[1].traits & HEEDS_SCORE else _NO_MATCH
    take_seat(laws, table, YOUNGER_SEAT, cards.younger, younger_told, luck[1])
    table[AT.mirrored] = mirrored
    if not _exchange_cards(laws, players, cards.stock, cards.order, table):
        return False
    hands = (table[AT.elder_hand], table[AT.younger_hand])
    holdings = (evaluate_hand(laws, hands[0]), evaluate_hand(laws, hands[1]))
    for kind in range(POINT, SET + 1):
        if not _call_class(laws, players, table, kind, hands, holdings):
            return False
    reckon_repiques(laws, table)
    if card_play.mode != BY_STRATEGIES:
        told = 1 if card_play.mode == PERFECT_TOLD else 0
        finish(Laws(*laws), card_play.solution, card_play.memory, told, table)
    elif not play_tricks(laws, players, cards.stock & ~(hands[0] | hands[1]), table):
        return False
    # No branch, though it would always go the same way: a deal would take a tenth longer.
    lead = table[PLAYS_AT]  # 0 where perfect play lays no cards
    suit = hands[0] >> (highest_bit(lead | 1) & -LANE_BITS) & LANE_MASK
    table[AT.first_lead] = lead
    table[AT.lead_of_point] = (lead > 0) & (LANE_POINT[suit] == holdings[0].point)
    return True
