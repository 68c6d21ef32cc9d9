"""Cards rated in milliseconds make what the advice on the play says, piques included."""

import numpy as np

from piquet_sim.deals.branches import lay_out, listen
from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.kinds.card_ratings import rate_cards
from piquet_sim.decisions.one_hand import read_view
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.deal.views import THEIRS
from piquet_sim.strategies import PlayView


def compare(simulation, heard, deals):
    """At the first lead: later the advice weighs the hands by what the opponent has played, too.

    Ratings are known up to a constant of the view.
    """
    views = [read_view(describe_deal(simulation.replay_deal(deal)), card=1) for deal in deals]
    gaps = rate_cards(heard[deals, 0])
    for row, view in zip(gaps, views, strict=True):
        values = {card: one.difference for one in advise_play(view).candidates
                  for card in (one.card, *one.same)}  # fmt: skip
        row -= [values.get(1 << place, np.nan) for place in range(len(row))]
    assert (np.nanmax(gaps, axis=1) - np.nanmin(gaps, axis=1) < 1e-9).all()


def test_ratings__are_the_values_of_the_advice_and_count_no_pique_that_younger_forestalls():
    """What was not good younger counts after elder's first lead: then thirty is no pique. Where
    elder called nothing, it hangs on what younger holds."""
    simulation = Simulation("expert", "club", seed=1)
    _, heard = listen(simulation, lay_out(simulation, range(1_500)))
    first = PlayView(*heard[:, 0, : len(PlayView._fields)].T)
    reaches = (first.points < 29) & (first.points + np.bitwise_count(first.hand) + 1 >= 30)
    reaches &= first.opponent_points == 0
    results = np.array([getattr(first, f"{kind}_result") for kind in CLASSES])
    forestalled, is_open = ((results == result).any(axis=0) for result in (THEIRS, 0))
    for chosen in (~reaches, reaches & forestalled, reaches & ~forestalled & is_open):
        deals = np.flatnonzero(chosen)[:25].tolist()
        assert len(deals) > 5
        compare(simulation, heard, deals)
