"""Moments of the play in names of cards, as the naive rules of maxims read them."""

from functools import cache

import numpy as np
from naive_playing import Seen
from naive_worlds import named

from piquet_sim import Simulation
from piquet_sim.deals.branches import HEARD, lay_out, listen
from piquet_sim.game.cards import format_card
from piquet_sim.game.terms import SEATS

ANSWERS = ("nobody", "mine", "theirs", "equal")


def see(row):
    """A moment in names."""
    view = dict(zip(HEARD, row.tolist(), strict=True))
    sets = (named(view[name]) for name in (
        "opponent_may_hold", "opponent_holds", "shown", "discard", "played", "opponent_played",
    ))  # fmt: skip
    return Seen(
        SEATS[view["seat"]], named(view["hand"]), format_card(view["led"]) if view["led"] else None,
        *sets, view["tricks"], view["opponent_tricks"], view["points"], view["opponent_points"],
        tuple(ANSWERS[view[f"{kind}_result"]] for kind in ("point", "sequence", "set")),
        view["opponent_point"] >> 8,
    )  # fmt: skip


@cache
def list_moments():
    """Moments of deals by club and at random in which a player had a choice, and many first leads;
    and what is seen in each.
    """
    rows = []
    for player in ("club", "random"):
        simulation = Simulation(player, player, seed=3)
        _, heard = listen(simulation, lay_out(simulation, range(250)))
        rows.append(heard[heard[:, :, HEARD.index("legal")] != 0])
    simulation = Simulation("club", "club", seed=5)
    _, heard = listen(simulation, lay_out(simulation, range(3_000)))
    rows = np.concatenate([*rows, heard[:, 0]])
    return rows, [see(row) for row in rows]
