"""A deal finished from its exchange: both call everything and play the cards perfectly.

This is what the value of a discard is measured by: fast enough for thousands of continuations
in a millisecond, and the same for all discards that are compared.
"""

from piquet_sim.game.cards import PACK_32_MASK
from piquet_sim.kernel.base._jit import inline_kernel
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.deal.dealing import draw_cards
from piquet_sim.kernel.deal.declarations import reckon_class, reckon_repiques
from piquet_sim.kernel.deal.holdings import POINT, SEQUENCE, SET, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.perfect.playout import play_perfectly


@inline_kernel
def continue_deal(laws, dealt, thrown, order, solution, memory, record):
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
        From `pique.new_memory`.
    record : int64 array
        Room for a record; afterwards it holds hands, calls, parts and totals.

    Returns
    -------
    elder, younger : int64
        The scores of the deal.
    """
    stock = PACK_32_MASK & ~(dealt[0] | dealt[1])
    elder_took = count(thrown[0])
    elder = dealt[0] ^ thrown[0] | draw_cards(stock, order, 0, elder_took)
    younger = dealt[1] ^ thrown[1] | draw_cards(stock, order, elder_took, count(thrown[1]))
    record[AT.elder_hand] = elder
    record[AT.younger_hand] = younger
    blanche = laws.carte_blanche
    record[AT.elder_carte_blanche] = blanche if has_carte_blanche(dealt[0]) else 0
    record[AT.younger_carte_blanche] = blanche if has_carte_blanche(dealt[1]) else 0
    mine, theirs = evaluate_hand(laws, elder), evaluate_hand(laws, younger)
    for place in range(3):
        record[AT.elder_point_call + place] = mine[place]
        record[AT.younger_point_call + place] = theirs[place]
    reckon_class(laws, POINT, elder, younger, mine, theirs, record)
    reckon_class(laws, SEQUENCE, elder, younger, mine, theirs, record)
    reckon_class(laws, SET, elder, younger, mine, theirs, record)
    reckon_repiques(laws, record)
    play_perfectly(laws, solution, memory, 0, record)
    return record[AT.elder_score], record[AT.younger_score]
