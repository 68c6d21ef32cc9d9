"""Rate each legal card of many views, over all hands the opponent can hold, in milliseconds.

All hands that agree with the cards seen and the calls are listed and weighted, as `expert` lists
them (`kernel.opponent.hands`). `expert` then looks at twelve hands that stand for all; here
every hand is used. Against each, both play on perfectly, seeing all cards. That is good enough to
choose a card; what the card then makes must be judged by deals.

`UNHEEDING` plays as `expert`, but ignores calls: the opponent may hold any hand that agrees with
the cards, and cards that were called or shown are no more certain than others.
"""

from dataclasses import replace

import numpy as np

from piquet_sim.kernel.compile import compile_entry, compile_policy
from piquet_sim.kernel.deal.views import ANSWER, READERS, SIGNATURES, PlayView
from piquet_sim.kernel.players.card_values import CARD_PLACES
from piquet_sim.kernel.questions.ratings import play_unheeding, rate_views
from piquet_sim.strategies.learned import prepare_learned
from piquet_sim.strategies.policies import Policy
from piquet_sim.strategies.registry import find_strategy

_WIDTH = len(PlayView._fields)


def rate_cards(views: np.ndarray) -> np.ndarray:
    """What each legal card makes on average over all hands that the opponent can hold.

    Parameters
    ----------
    views : ndarray of int64, shape (views, columns)
        Under Rubicon's laws; the first columns are the fields of a `PlayView`.

    Returns
    -------
    ndarray of float64, shape (views, 64)
        By the place of the card's bit: points of the deal less the opponent's, up to a constant of
        the view; nan where the card is not legal.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> from piquet_sim.deals.branches import lay_out, listen
    >>> clubs = Simulation("club", "club")
    >>> _, heard = listen(clubs, lay_out(clubs, [0]))
    >>> int(np.isfinite(rate_cards(heard[0, :1])).sum())
    12
    """
    prepare_learned()  # and the table of perfect play
    rated = np.full((len(views), CARD_PLACES), np.nan)
    columns = np.ascontiguousarray(views[:, :_WIDTH], np.int64).reshape(-1)
    rate_views(columns, _WIDTH, rated)
    return rated


# ---- A player ------------------------------------------------------------------------------------
def _make_policy() -> Policy:
    # Kept on disk: to compile it takes half a minute.
    compiled = compile_policy(play_unheeding, SIGNATURES[PlayView], True)
    entry = compile_entry(compiled, play_unheeding, READERS[PlayView], ANSWER, True)
    return Policy(
        "play", PlayView, play_unheeding, compiled, entry, lambda in_match: prepare_learned()
    )


UNHEEDING = replace(
    find_strategy("expert"), name="expert, calls unheeded", play=_make_policy(), call_to_score=None
)
"""Exchanges and calls as `expert`, and plays the cards as if nothing had been called or answered:
by hands that agree with the cards that were seen alone. As elder who has left cards, it does not
heed either which of those younger took."""
