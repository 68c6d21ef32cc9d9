"""What a deal's two scores are worth to the partie: its expected settlement afterwards.

The table (`strategies.score_values`) says for every pair of totals and number of deals left what
the player who is elder next may expect to be paid at the end. Totals beyond it are worth a point
more or less for each point. Who plays for the settlement weighs both scores of a discard by it.
"""

import numpy as np

from piquet_sim.game.cards import SIX
from piquet_sim.game.laws import LAW, PARTIE, PARTIE_DEALS, RUBICON_SETTLEMENT, TIE_DEALS
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.laws import read_law
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    MOST_TAKEN,
    OWN_AT,
    RANK_AT,
    SUIT_AT,
    SUIT_ENTRIES,
    SUIT_ENTRIES_WITHOUT_SIX,
    choose_discard,
    lowest_rank,
)
from piquet_sim.kernel.shelf import (
    PROSPECTS,
    lies_on_shelf,
    scratch,
    shelf_learned,
    shelf_prospects,
)

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
    elder, younger = (mine, other) if view.seat == 1 else (other, mine)
    worth = np.int64(table[(left * TOTALS + elder) * TOTALS + younger])
    return (worth if view.seat == 1 else -worth) + FINENESS * beyond


# ---- Discards ------------------------------------------------------------------------------------
_MEAN_SCORES = ((33, 19), (19, 33))
"""About what elder and younger make of a deal, and the opponent."""
# How far scores lie from their means in so many of a hundred deals, the last standing for piques
# and repiques; and the same from the mean of these, twice, times their number.
_OFFSETS = (-18, -6, 6, 20, 70)
_TIMES = (30, 30, 20, 13, 7)
_LEVERS = tuple(times * (2 * offset - 3) for offset, times in zip(_OFFSETS, _TIMES, strict=True))
_LEVER_SHIFT = 11
_BLEND_SHIFT = 11
_LEAST_SHARE = 4


@inline_kernel
def weigh_scores(view, block):
    """What a point of one's own, and one of the opponent's, changes in the settlement.

    The slopes of the line that comes nearest to what scores are worth, over the scores that deals
    bring: a point is worth much to one who is near a hundred, and little far from it.

    Parameters
    ----------
    view : a view of a match

    Returns
    -------
    own, theirs : int64
        In the same unit. Neither is less than a quarter of the other, since what makes points
        makes piques, too.
    """
    own, theirs = _MEAN_SCORES[view.seat]
    gain = loss = 0
    for place in range(len(_OFFSETS)):
        offset, lever = _OFFSETS[place], _LEVERS[place]
        gain += lever * worth_of_scores(view, own + offset, theirs, block)
        loss -= lever * worth_of_scores(view, own, theirs + offset, block)
    gain, loss = gain >> _LEVER_SHIFT, loss >> _LEVER_SHIFT
    return max(gain, loss // _LEAST_SHARE, 1), max(loss, gain // _LEAST_SHARE, 1)


@inline_kernel
def is_lost(view, block):
    """Whether more points, a few or as many as a repique, only add to what this seat has to pay."""
    own, theirs = _MEAN_SCORES[view.seat]
    worth = worth_of_scores(view, own, theirs, block)
    for place in range(2, len(_OFFSETS)):
        if worth_of_scores(view, own + _OFFSETS[place], theirs, block) >= worth:
            return False
    return True


@kernel
def blend_entries(view, block, blended):
    """Entries of a seat for one who plays for the settlement: both scores weighed as they count.

    Parameters
    ----------
    view : DiscardView
        Of a match.
    block : int64
        Number of the block that was learned (`learned_blocks`).
    blended : int64 array, shape (ENTRIES,)
        Is filled, as far as the hand of the view needs it.
    """
    learned = shelf_learned(block)
    gain, loss = weigh_scores(view, block)
    difference, own = view.seat * ENTRIES, (OWN_AT + view.seat) * ENTRIES
    suits = SUIT_ENTRIES if lowest_rank(view.hand) == SIX else SUIT_ENTRIES_WITHOUT_SIX
    for first, last in ((SUIT_AT, suits), (RANK_AT, ENTRIES)):
        for entry in range(first, last):
            worth = (gain - loss) * learned[own + entry] + loss * learned[difference + entry]
            blended[entry] = worth >> _BLEND_SHIFT


@kernel
def discard_learned(view, block):
    """The discard worth most by what was learned, of the block of a number, for a `DiscardView`."""
    most = min(view.most, MOST_TAKEN)
    if plays_to_score(view, block):
        blended = scratch(ENTRIES)
        blend_entries(view, block, blended)
        return choose_discard(blended, 0, view.hand, view.least, most, view.opponent_took)
    return choose_discard(
        shelf_learned(block), view.seat * ENTRIES, view.hand, view.least, most, view.opponent_took
    )
