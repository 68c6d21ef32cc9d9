"""The sums from which the factors of a short list are fitted.

Of each hand the short list is reckoned in all draws, and each of its discards is finished with the
same cards and the same opponent, by perfect play. What a discard made is then fitted to its learned
worth and what was counted of it, centred within the hand: a regression on seven numbers.
"""

import numpy as np

from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.dealing import deal_cards
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.learning.training import pair_discards, take_up_hand
from piquet_sim.kernel.players.continuation import continue_deal
from piquet_sim.kernel.players.discard_values import ENTRIES, list_best_discards
from piquet_sim.kernel.players.rollouts import TAKES
from piquet_sim.kernel.players.short_lists import (
    AMOUNTS,
    FACTORS,
    SHORT_LIST,
    WITHIN,
    reckon_discards,
)
from piquet_sim.kernel.shelf import scratch

_ROOM = SHORT_LIST * AMOUNTS


@kernel
def sum_short_lists(
    laws, seat, entries, rival, seed, first, hands, solution, memory, squares, products
):
    """Deal hands, finish the discards of their short lists, and sum for the regression.

    Parameters
    ----------
    laws : Laws
    seat : int64
        Whose discards are tried: 0 elder, 1 younger.
    entries : int16 array, shape (2 * ENTRIES,)
        What both seats have learned; that of the seat is read.
    rival : int16 array
        What the other seat discards by (see `choose_as`).
    seed, first, hands : int64
        Hands are those of so many deals of this seed, from `first` on.
    solution : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
    squares : float64 array, shape (FACTORS, FACTORS)
    products : float64 array, shape (FACTORS,)
        Are added to: of worths and amounts, centred within the hand, the products with each other,
        and with the difference of scores.
    """
    record = scratch(RECORD_SIZE)
    worths, chosen, amounts = scratch(SHORT_LIST), scratch(SHORT_LIST), scratch(_ROOM)
    made, answers = scratch(SHORT_LIST), scratch(TAKES)
    counted = np.zeros((SHORT_LIST, FACTORS), np.int64)
    for number in range(first, first + hands):
        elder, younger, _, order = deal_cards(laws.pack, seed, number)
        hand, least, most, took, answer = take_up_hand(
            laws, seat, rival, elder, younger, laws.elder_least, laws.elder_most
        )
        kept = list_best_discards(
            entries, seat * ENTRIES, hand, least, most, took, SHORT_LIST, WITHIN, worths, chosen
        )
        if kept == 1:
            continue
        reckon_discards(laws, hand, took, kept, chosen, amounts)
        answers[:] = 0
        for choice in range(kept):
            both = pair_discards(laws, seat, rival, younger, answer, chosen[choice], answers)
            mine, theirs = continue_deal(
                laws, (elder, younger), both, order, solution, memory, record
            )
            made[choice] = mine - theirs if seat == ELDER_SEAT else theirs - mine
        counted[:, 0], counted[:, 1:] = worths, amounts.reshape(SHORT_LIST, AMOUNTS)
        for choice in range(kept):
            # Centred, times the number of discards, so that all are whole numbers.
            centred = kept * counted[choice] - counted[:kept].sum(axis=0)
            products += centred * ((kept * made[choice] - made[:kept].sum()) / (kept * kept))
            squares += np.outer(centred, centred) / (kept * kept)
