"""Dealt hands only: who would be good before any exchange.

No player decides anything here, so the kernel measures how fast cards are dealt and evaluated, and
its counts have exact expected values.
"""

from piquet_sim.kernel.base.philox import BLOCK, fill_words
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.dealing import deal_from_words
from piquet_sim.kernel.deal.declarations import compare
from piquet_sim.kernel.deal.holdings import evaluate_hand, has_carte_blanche


@kernel
def count_dealt(laws, seed, first, deals, block, counts):
    """Count who is good in each class as hands are dealt.

    Parameters
    ----------
    laws : Laws
    seed, first, deals : int64
        Deals `first` to `first + deals - 1` of a seed.
    block : int64 array, shape (4, BLOCK)
        Room for random words.
    counts : int64 array, shape (4, 4)
        Is added to: point, sequence and set by result (see `declarations`), and in the last row
        cartes blanches of elder and younger, and the sum of what both hands count.

    Returns
    -------
    int64
        The bitwise sum of the orders of the stock, so that no work can be left out.
    """
    orders = 0
    for deal in range(deals):
        number, place = first + deal, deal % BLOCK
        if place == 0:
            fill_words(seed, number, 0, block)
        elder, younger, _, order = deal_from_words(
            laws.pack, seed, number, block[0, place], block[1, place]
        )
        mine = evaluate_hand(laws, elder)
        theirs = evaluate_hand(laws, younger)
        counts[0, compare(mine.point, theirs.point)] += 1
        counts[1, compare(mine.sequence, theirs.sequence)] += 1
        counts[2, compare(mine.set, theirs.set)] += 1
        counts[3, 0] += 1 if has_carte_blanche(elder) else 0
        counts[3, 1] += 1 if has_carte_blanche(younger) else 0
        counts[3, 2] += mine.sequences_score + mine.sets_score
        counts[3, 3] += theirs.sequences_score + theirs.sets_score
        orders ^= order
    return orders
