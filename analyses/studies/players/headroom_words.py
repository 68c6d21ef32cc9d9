"""What a player would gain who sees what is hidden, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.words.plain import Words, capitalise, size
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, is_within

_PLAY, _EXCHANGE, _ALL = "the play", "the exchange", "both"
_BOTH = "both seats"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    own = table[table.seat == _BOTH]
    gains = {(one.player, one.shown): read_estimate(one) for one in iterate_rows(own)}
    player, *others = dict.fromkeys(own.player)
    exchange = gains[player, _EXCHANGE]
    finding = choose(
        Sentence(
            f"Seeing the other hand before the exchange would bring {player} {size(exchange)} "
            "points over two deals",
            is_within(f"what {player} gains by seeing in the exchange", exchange, above=0),
        ),
        Sentence("What seeing the other hand would bring cannot be told from zero"),
    )
    said = [
        _say(player, "in the play alone", gains[player, _PLAY]),
        _say(player, "in exchange and play", gains[player, _ALL]),
        *(_say(other, "in the play", gains[other, _PLAY]) for other in others[:1]),
    ]
    return Words(
        finding,
        "Much of Piquet is to guess what the other player holds. Here a player is shown it, in the "
        "exchange or in the play, and what that brings bounds what good guessing can bring.",
        tuple(said),
        "It does not mean that a player can gain so much: nobody sees the other hand, and the best "
        "guess can be wrong.",
    )


def _say(player: str, where: str, gain: Estimate) -> Sentence:
    who = f"{capitalise(player)}, shown the other hand {where},"
    what = f"what {player} gains, shown the other hand {where}"
    return choose(
        Sentence(f"{who} gains {size(gain)} points over two deals.",
                 is_within(what, gain, above=0)),
        Sentence(f"What sight brings {player} {where} cannot be told from zero."),
    )  # fmt: skip
