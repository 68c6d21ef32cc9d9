"""Cards rated in milliseconds make what the advice on the play says, piques included."""

import numpy as np
import pytest

from piquet_sim.advice.card_ratings import rate_cards
from piquet_sim.advice.cards import value_plays
from piquet_sim.advice.knowledge import read_view
from piquet_sim.deals.branches import lay_out, listen
from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.kernel.deal.views import THEIRS
from piquet_sim.strategies import PlayView

_DEALS = 60
_THIRTY = 30
_COLUMNS = {name: PlayView._fields.index(name) for name in (
    "points", "hand", "opponent_points", "point_result", "sequence_result", "set_result",
)}  # fmt: skip


def _centre(values: np.ndarray) -> np.ndarray:
    # Ratings are known up to a constant of the view.
    return values - np.nanmean(values, axis=1, keepdims=True)


def _compare(simulation: Simulation, heard: np.ndarray, deals: list[int]) -> None:
    # At the first lead: later the advice weighs the hands by what the opponent has played, too.
    views = [read_view(describe_deal(simulation.replay_deal(deal)), card=1) for deal in deals]
    rated = _centre(rate_cards(heard[deals, 0]))
    np.testing.assert_allclose(rated, _centre(value_plays(views)), atol=1e-9)


@pytest.mark.parametrize("player", ["club", "expert"])
def test_ratings_are_the_values_of_the_advice(player):
    simulation = Simulation(player, player, seed=3)
    _, heard = listen(simulation, lay_out(simulation, range(_DEALS)))
    _compare(simulation, heard, list(range(_DEALS)))


def test_no_pique_is_counted_that_younger_forestalls():
    # What was not good younger counts after elder's first lead: then thirty is no pique. Where
    # elder called nothing, it hangs on what younger holds.
    simulation = Simulation("expert", "expert", seed=1)
    _, heard = listen(simulation, lay_out(simulation, range(1_500)))
    first = {name: heard[:, 0, place] for name, place in _COLUMNS.items()}
    reaches = first["points"] + np.bitwise_count(first["hand"]) + 1 >= _THIRTY
    reaches &= (first["opponent_points"] == 0) & (first["points"] < _THIRTY - 1)
    results = np.column_stack([first[f"{kind}_result"] for kind in ("point", "sequence", "set")])
    forestalled, open_class = (results == THEIRS).any(axis=1), (results == 0).any(axis=1)
    for chosen in (reaches & forestalled, reaches & ~forestalled & open_class):
        deals = np.flatnonzero(chosen).tolist()[:25]
        assert len(deals) > 5
        _compare(simulation, heard, deals)
