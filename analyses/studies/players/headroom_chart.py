"""What a player would gain who sees what is hidden."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin
from analyses.charts.rows import Mark, Row, Words, draw_rows
from analyses.charts.style import HIGHEST, MM
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.sentences import Sentence, brief, choose, is_within

_BOTH = "both seats"
_SHOWN = {
    "the play": "seen in the play",
    "the exchange": "seen in the exchange",
    "both": "seen in both",
}


def say_gain(table: pd.DataFrame) -> Sentence:
    """What seeing the other hand brings where it brings most: in the play, or in the exchange."""
    rows = table[table.shown.isin(("the play", "the exchange")) & (table.seat == _BOTH)]
    rows = rows[rows.player == rows.player.iloc[0]]
    most = rows.sort_values("value", kind="stable").iloc[[-1]]
    name, sight = most.player.iloc[0], most.shown.iloc[0]
    gain = read_estimate(next(iterate_rows(most)))
    return choose(
        Sentence(
            f"Seeing the other hand in {sight} would bring {name} {brief(gain)} points a pair",
            is_within(f"what {name} gains", gain, above=0),
        ),
        Sentence(
            f"Shown the other hand in {sight}, {name}’s score changes by "
            f"{brief(gain, sign='+')} points a pair"
        ),
    )


def draw_gains(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What each sight brings, a row for each player."""
    players = list(dict.fromkeys(table.player))
    rows = table[table.seat == _BOTH]
    gains = {(one.shown, one.player): read_estimate(one) for one in iterate_rows(rows)}
    said = dict(zip(gains, say_alike(gains.values(), sign="+"), strict=True))
    shown: list[Row] = []
    for sight, words in _SHOWN.items():
        head = Words(words, 0, shift=(4, 0), is_bold=True, options=_AT_ZERO)
        shown.append(Row(words=[head], gap=1.15 if shown else 1.0))
        for player in players:
            gain = gains[sight, player]
            meaning = "exact" if player == players[0] else "neutral"
            shown.append(Row(player, [Mark(gain, meaning, said[sight, player])]))

    def show_zero(axes: Axes) -> None:
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, -0.02 * high), high)

    pairs = {one.player: int(one.n) for one in iterate_rows(rows)}
    told = " and ".join(f"{n:,} pairs of {name}" for name, n in pairs.items())
    return draw_rows(
        shown, say_gain(table), "Gain over the same pairs of deals, nothing shown",
        f"{say_origin(captions, told)} In the exchange the hand as dealt, not the stock. Thin "
        "lines: 95% intervals; thick: the middle half.",
        unit="points a pair of deals gained by seeing", apart=5,
        height=min((28 + (7 + 5 * len(players)) * len(_SHOWN)) * MM, HIGHEST), above=0.7, below=0.7,
        further=show_zero,
    )  # fmt: skip


_AT_ZERO = {"xycoords": "data", "ha": "left", "bbox": None}
