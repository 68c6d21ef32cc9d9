"""What all hands of twelve cards are worth, and how often they hold a thing: exact."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    COLUMN_WIDTH,
    EXACT_COLOUR,
    HEAT_MAP,
    HIGHEST,
    INK_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    PAGE_WIDTH,
    PAPER_COLOUR,
    SMALL_COLOUR,
    chart_style,
    figure_of,
    letters,
    new_chart,
)
from analyses.statistics.rows import iterate_rows

VALUE = "value"
_LABELLED = 12


def _pick(table: pd.DataFrame) -> pd.DataFrame:
    # One story: what a hand is worth if that was counted, else what was named first.
    named = list(dict.fromkeys(table.attribute))
    return table[table.attribute == (VALUE if VALUE in named else named[0])]


def say_spread(table: pd.DataFrame) -> str:
    """The mean worth of a hand, or the most frequent value of another attribute."""
    rows = _pick(table)
    hands, of = rows.hands.to_numpy(float), float(rows.of.iloc[0])
    name = str(rows.attribute.iloc[0])
    if name == VALUE:
        mean = float((rows.value.astype(int) * hands).sum() / of)
        return f"If all is good, a hand counts {mean:.1f} points"
    most = rows.iloc[int(hands.argmax())]
    words = name.replace("_", " ")
    return f"{capitalise(words)}: {most.label} in {most.hands / of:.1%} of hands"


def draw_spread(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How one attribute spreads over all hands."""
    rows = _pick(table)
    name = str(rows.attribute.iloc[0])
    shares = 100 * rows.hands.to_numpy(float) / float(rows.of.iloc[0])
    is_value = name == VALUE
    places = rows.value.astype(int).to_numpy() if name != "point" else np.arange(len(rows))
    words = name.replace("_", " ")
    others = list(dict.fromkeys(table.attribute[table.attribute != name]))
    also = f" The other {len(others)} attributes are in the table." if others else ""
    with one_panel(
        say_spread(table),
        "Point, sequences and sets together, percent of hands" if is_value
        else "Percent of hands",
        f"Exact: counted over all {int(rows.of.iloc[0]):,} hands of twelve cards.{also}",
        height=64 * MM,
        unit="points of a hand" if is_value else f"{words} (cards/pips)" if name == "point"
        else words,
    ) as axes:  # fmt: skip
        seen = places <= _CUT if is_value else np.full(len(places), True)
        axes.bar(places[seen], shares[seen], 0.84, color=EXACT_COLOUR)
        axes.set_ylim(0, 1.15 * shares.max())
        tick_sparsely(axes.yaxis)
        if is_value:
            _name_ends(axes, rows, places, shares)
            tick_sparsely(axes.xaxis, 7)
        elif len(rows) <= _LABELLED:
            axes.set_xticks(places, [str(label) for label in rows.label])
            for place, share, row in zip(places, shares, iterate_rows(rows), strict=True):
                told = f"{share:.1f}" if share >= 0.05 else f"1 in {row.of / row.hands:,.0f}"
                write_at(axes, place, share, told, "ink", (0, 2), ha="center", va="bottom")
        elif name == "point":
            step = max(1, len(rows) // 6)
            labels = [str(label).replace(" cards, ", "/") for label in rows.label]
            axes.set_xticks(places[::step], labels[::step])
    return figure_of(axes)


def _name_ends(axes: Axes, rows: pd.DataFrame, places: np.ndarray, shares: np.ndarray) -> None:
    # The mean, and the greatest value with how many hands have it.
    mean, top = float((places * shares).sum() / shares.sum()), 1.15 * shares.max()
    foot = float(shares[np.abs(places - mean).argmin()])
    axes.plot([mean] * 2, [foot, 0.98 * top], color=SMALL_COLOUR, linewidth=letters(1))
    write_at(axes, mean, 0.94 * top, f"{mean:.1f} on average", "ink", (3, 0))
    last = rows.iloc[-1]
    hands = "one hand" if last.hands == 1 else f"{last.hands:,} hands"
    words = f"{places[-1]}, the greatest:\n{hands} of all"
    end = places[-1]
    if end > _CUT:  # what lies beyond is too little to be seen
        beyond = float(shares[places > _CUT].sum())
        words = f"over {_CUT}: {beyond:.1g}% of hands,\nup to {places[-1]} ({hands} of all)"
        end = _CUT
        axes.set_xlim(-1, _CUT + 0.6)
    else:
        axes.plot([end] * 2, [shares[-1], 0.14 * top], color=NEUTRAL_COLOUR, linewidth=letters(0.8))
    write_at(axes, end, 0.15 * top, words, "ink", (2, 0), ha="right", va="bottom",
             linespacing=1.0)  # fmt: skip


_CUT = 40
"""Points of a hand at which the axis ends."""


def draw_jointly(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How two attributes go together: a square for each pair of values."""
    hands = captions["hands"]
    table = table.set_index(table.columns[0]).rename_axis(columns=captions["across"])
    shares = table.to_numpy() / hands
    rows, columns = shares.shape
    down, across = (name.replace("_", " ") for name in (table.index.name, table.columns.name))
    row, column = np.unravel_index(shares.argmax(), shares.shape)
    with chart_style():
        wide = COLUMN_WIDTH if columns <= _MOST_IN_COLUMN else PAGE_WIDTH
        figure, axes = new_chart(height=min(HIGHEST, (26 + 5 * rows) * MM), width=wide)
        with np.errstate(divide="ignore"):
            axes.imshow(np.log10(shares), cmap=HEAT_MAP, aspect="auto", vmin=-8, vmax=0)
        if table.size <= _WRITTEN:
            for (one, other), share in np.ndenumerate(shares):
                if share:
                    text = f"{share:.1%}" if share >= 0.001 else f"{share:.0e}"
                    axes.text(other, one, text, ha="center", va="center", fontsize=letters(6.8),
                              color=PAPER_COLOUR if share > 0.003 else INK_COLOUR)  # fmt: skip
        for axis, labels, most in ((axes.xaxis, table.columns, 16), (axes.yaxis, table.index, 15)):
            step = -(-len(labels) // most)
            axis.set_ticks(range(0, len(labels), step), [str(one) for one in labels[::step]])
        axes.set_xlabel(across)
        axes.set_title(f"down: {down}", color=SMALL_COLOUR, fontweight="normal")
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        add_headline(
            figure,
            f"{shares.max():.1%} of hands: {down} {table.index[row]}, {across} "
            f"{table.columns[column]}, the most frequent pair",
            "Share of all hands",
        )
        add_small_print(
            figure,
            f"Exact: counted over all {hands:,} hands. Further from the paper: more frequent (on "
            "a logarithmic scale).",
        )
    return figure


_MOST_IN_COLUMN, _WRITTEN = 7, 75
