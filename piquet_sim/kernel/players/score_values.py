"""What a deal's two scores are worth to the partie: its expected settlement afterwards.

The table (`strategies.score_values`) says for every pair of totals and number of deals left what
the player who is elder next may expect to be paid at the end. Totals beyond it are worth a point
more or less for each point.
"""

import numpy as np

from piquet_sim.game.laws import LAW, PARTIE, PARTIE_DEALS, RUBICON_SETTLEMENT, TIE_DEALS
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.laws import read_law
from piquet_sim.kernel.shelf import PROSPECTS, lies_on_shelf, shelf_prospects

TOTALS = 512
"""Totals from 0 to 511 stand in the table."""

FINENESS = 64
"""Entries a point of the settlement."""


@inline_kernel
def plays_to_score(view, block):
    """Whether a view tells of a partie of six as under Rubicon, and the table of what totals are
    worth to those who learned a block is there.
    """
    return (
        view.deal > 0
        and lies_on_shelf(PROSPECTS + block)
        and read_law(view, LAW.match) == PARTIE
        and read_law(view, LAW.partie_deals) == PARTIE_DEALS
        and read_law(view, LAW.settlement) == RUBICON_SETTLEMENT
    )


@inline_kernel
def worth_of_scores(view, own, theirs, block):
    """The expected settlement if this deal is scored so, in sixty-fourths of a point.

    Parameters
    ----------
    view : a view of a match
        Own and the opponent's totals before the deal, and its number.
    own, theirs : int64
        Scores of the deal.
    block : int64
        Number of the block that was learned (`learned_blocks`).
    """
    last = PARTIE_DEALS if view.deal <= PARTIE_DEALS else PARTIE_DEALS + TIE_DEALS
    left = max(last - view.deal, 0)
    mine, other = view.score + own, view.opponent_score + theirs
    beyond = max(mine - (TOTALS - 1), 0) - max(other - (TOTALS - 1), 0)
    mine, other = min(mine, TOTALS - 1), min(other, TOTALS - 1)
    table = shelf_prospects(block)
    # Who is younger now is elder next.
    if view.seat == 1:
        worth = np.int64(table[(left * TOTALS + mine) * TOTALS + other])
    else:
        worth = -np.int64(table[(left * TOTALS + other) * TOTALS + mine])
    return worth + FINENESS * beyond
