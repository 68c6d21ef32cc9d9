"""What a player would gain who sees what is hidden."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    MM,
    add_headline,
    add_small_print,
    chart_style,
    draw_interval,
    letters,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.results.analysis import read_estimate
from analyses.words.sentences import (
    Sentence,
    brief,
    choose,
    is_within,
)

_BOTH = "both seats"
_SHOWN = {
    "the play": "seen in the play",
    "the exchange": "seen in the exchange",
    "both": "seen in both",
}


def say_gain(table: pd.DataFrame) -> Sentence:
    """What seeing the other hand in the play brings."""
    first = table[(table.shown == "the play") & (table.seat == _BOTH)].iloc[[0]]
    name, gain = first.player.iloc[0], read_estimate(next(first.itertuples()))
    return choose(
        Sentence(
            f"Seeing the other hand in the play would bring {name} {brief(gain)} points a pair",
            is_within(f"what {name} gains", gain, above=0),
        ),
        Sentence(
            f"Shown the other hand in the play, {name}’s score changes by "
            f"{brief(gain, sign='+')} points a pair"
        ),
    )


def draw_gains(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """What each sight brings, a row for each player."""
    players = list(dict.fromkeys(table.player))
    rows = table[table.seat == _BOTH]
    gains = {(one.shown, one.player): read_estimate(one) for one in rows.itertuples()}
    with chart_style():
        height = min((28 + (7 + 5 * len(players)) * len(_SHOWN)) * MM, HIGHEST)
        figure, axes = new_chart(height=height)
        place, places, names = 0.0, [], []
        for shown, words in _SHOWN.items():
            write_at(axes, 0, place, words, "ink", (4, 0),
                     ha="left", fontweight="bold", bbox=None)  # fmt: skip
            for player in players:
                place += 1
                gain = gains[shown, player]
                draw_interval(axes, place, gain, "exact" if player == players[0] else "neutral")
                end = gain.high if gain.high is not None else gain.value
                write_at(axes, end, place, brief(gain, sign="+"), "ink", (5, 0))
                places.append(place)
                names.append(player)
            place += 1.15
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6), ymax=1)
        axes.set_yticks(places, names)
        axes.set_ylim(places[-1] + 0.7, -0.7)
        axes.margins(x=0.12)
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, -0.02 * high), high)
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("points a pair of deals gained by seeing")
        light_grid(axes, "x")
        add_headline(figure, say_gain(table), "Gain over the same pairs of deals, nothing shown")
        pairs = {one.player: int(one.n) for one in rows.itertuples()}
        told = " and ".join(f"{n:,} pairs of {name}" for name, n in pairs.items())
        add_small_print(
            figure,
            f"{say_origin(captions, told)} In the exchange the hand as dealt, not the stock. "
            "Thin lines: 95% intervals; thick: the middle half.",
        )
    return figure
