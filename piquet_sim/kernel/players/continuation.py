"""A deal finished from its exchange: both call everything and play the cards perfectly.

This is what the value of a discard is measured by: fast enough for thousands of continuations
in a millisecond, and the same for all discards that are compared.

Perfect play is that under Rubicon's laws, whatever the laws are. Where cards of ten and higher
count themselves, what falls is scored as the laws have it, but nobody plays for that; and with
the sixes hands are taken for hands of the pack of 32 (`smaller_pack`).
"""

import numpy as np

from piquet_sim.game.cards import ACE, SEVEN
from piquet_sim.game.laws import HIGH_CARDS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.calls import reckon_hands
from piquet_sim.kernel.deal.deal_state import PLAYS, PLAYS_AT, RECORD_SIZE, VIEW_AT
from piquet_sim.kernel.deal.dealing import PACK_32, draw_cards, pack_of
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import (
    HIGH_MASK,
    beats,
    close_deal,
    count_hands,
    count_lead,
    count_reply,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.perfect.playout import find_margin, play_perfectly
from piquet_sim.kernel.perfect.smaller_pack import take_for_32
from piquet_sim.kernel.shelf import scratch


@inline_kernel
def _stand_in(card, high):
    return 1 << ACE if card & high else 1 << SEVEN


@inline_kernel
def _score_cards(laws, high, table):
    # The play that stands on a table, scored card by card; `high` are the cards of ten and higher.
    progress, leader, elder_tricks = count_hands(table), ELDER_SEAT, 0
    for trick in range(PLAYS // 2):
        led, reply = table[PLAYS_AT + 2 * trick], table[PLAYS_AT + 2 * trick + 1]
        won = np.int64(beats(reply, led))
        led, reply = _stand_in(led, high), _stand_in(reply, high)
        progress = count_lead(laws, progress, leader, led, trick)
        elder_tricks += (leader ^ won) == ELDER_SEAT
        tricks = elder_tricks if (leader ^ won) == ELDER_SEAT else trick + 1 - elder_tricks
        progress = count_reply(laws, progress, leader, led, reply, won, trick, tricks)
        leader ^= won
    close_deal(laws, elder_tricks, progress, table)


@kernel
def _play_otherwise(laws, solution, memory, record):
    # With the sixes, or where cards count themselves.
    table = scratch(VIEW_AT)
    table[:RECORD_SIZE] = record
    elder, younger, high = table[AT.elder_hand], table[AT.younger_hand], HIGH_MASK
    if laws.pack != PACK_32:
        elder, younger, high = take_for_32(elder, younger, high)
    table[AT.elder_hand], table[AT.younger_hand] = elder, younger
    is_told = laws.play_scores >= HIGH_CARDS
    play_perfectly(laws, solution, memory, 1 if is_told else 0, table)
    if is_told:
        _score_cards(laws, high, table)
    table[AT.elder_hand], table[AT.younger_hand] = record[AT.elder_hand], record[AT.younger_hand]
    record[:] = table[:RECORD_SIZE]


@inline_kernel
def continue_deal(laws, dealt, thrown, order, solution, memory, record, is_margin=False):
    """Finish a deal whose exchange is decided.

    Parameters
    ----------
    laws : Laws
    dealt : tuple of two int64
        The hands dealt to elder and younger.
    thrown : tuple of two int64
        What they discard.
    order : int64
        The order of the stock, for `dealing.draw_cards`.
    solution : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
    record : int64 array
        Room for a record; afterwards it holds hands, calls, parts and totals.
    is_margin : bool
        Whether only the difference of the scores is wanted, under Rubicon's laws: elder's score
        then is this difference, and younger's 0.

    Returns
    -------
    elder, younger : int64
        The scores of the deal.
    """
    stock = pack_of(laws) & ~(dealt[0] | dealt[1])
    elder_took = count(thrown[0])
    elder = dealt[0] ^ thrown[0] | draw_cards(stock, order, 0, elder_took)
    younger = dealt[1] ^ thrown[1] | draw_cards(stock, order, elder_took, count(thrown[1]))
    record[AT.elder_hand] = elder
    record[AT.younger_hand] = younger
    elder_blanche, younger_blanche = has_carte_blanche(dealt[0]), has_carte_blanche(dealt[1])
    cancels = laws.blanche_cancels and elder_blanche and younger_blanche
    blanche = 0 if cancels else laws.carte_blanche
    record[AT.elder_carte_blanche] = blanche if elder_blanche else 0
    record[AT.younger_carte_blanche] = blanche if younger_blanche else 0
    reckon_hands(laws, elder, younger, record)
    if is_margin:
        return find_margin(laws, solution, memory, record), 0
    if laws.pack == PACK_32 and laws.play_scores < HIGH_CARDS:
        play_perfectly(laws, solution, memory, 0, record)
    else:
        _play_otherwise(laws, solution, memory, record)
    return record[AT.elder_score], record[AT.younger_score]
