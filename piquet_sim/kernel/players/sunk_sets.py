"""Trios that an elder hand keeps to herself, because younger may hold something better.

A trio that is not good tells younger three cards, and brings nothing. Elder knows of every rank how
many cards younger can hold: all but those of elder's own hand, of elder's discard, and of the talon
as far as elder saw it. A trio is sunk where these leave three of a higher rank. Which trios that
may be younger knows as well, for what elder does not see is what younger has seen; so who hears no
set takes such trios for possible (`bound_silence`).

Against a player who takes silence for an empty hand this is worth half a point a deal of elder's
and younger's together; against one who counts with such trios, or pays no heed, nothing. Where
only a quatorze of a lower rank could better a trio it is called: to sink it, too, gains .09 ± .03
from the first and gives .09 ± .01 to the last.
With the sixes all is called: there sinking lost .18 ± .04.
"""

from piquet_sim.game.cards import PACK_32_MASK
from piquet_sim.game.laws import LAW
from piquet_sim.kernel.base.bits import highest_bit
from piquet_sim.kernel.base.rulings import read_law
from piquet_sim.kernel.base.suit_tables import TOP_SHIFT
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.deal.dealing import PACK_32
from piquet_sim.kernel.deal.holdings import SET, find_ranks
from piquet_sim.kernel.deal.learned_blocks import has_sixes
from piquet_sim.kernel.deal.views import ELDER_SEAT


@inline_kernel
def find_sinkable(lowest_set, unseen):
    """The best trio that elder keeps to herself where these cards are unseen by elder.

    Parameters
    ----------
    lowest_set : int64
        The lowest rank of a set under the laws.
    unseen : int64
        All cards that elder has not seen.

    Returns
    -------
    int64
        As `holdings.evaluate_hand` writes a set; all lower trios are sunk as well; 0 for none.
    """
    three = find_ranks(unseen)[1]
    if three >> lowest_set == 0:
        return 0
    return 3 << TOP_SHIFT | highest_bit(three) - 1


@inline_kernel
def bound_silence(laws, took, others_took, seen):
    """The best set that elder may hold who calls none, as younger knows it.

    Where cards of the talon were left, elder does not see them either, and nor may younger: then
    it may be any trio that a whole pack could better.

    Parameters
    ----------
    laws : Laws
    took, others_took : int64
        Cards exchanged by both.
    seen : int64
        All cards that younger has seen.
    """
    if laws.pack != PACK_32:
        return 0
    if took + others_took < laws.stock:
        seen = PACK_32_MASK
    return find_sinkable(laws.lowest_set, seen)


@inline_kernel
def sinks_trio(view):
    """Whether elder, asked by a `CallView`, has only a trio that younger may better."""
    if view.seat != ELDER_SEAT or view.kind != SET:
        return False
    if has_sixes(view):
        return False
    unseen = PACK_32_MASK & ~(view.hand | view.dealt | view.left_seen)
    return view.best <= find_sinkable(read_law(view, LAW.lowest_set), unseen)
