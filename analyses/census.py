"""The census: what do all hands of twelve cards hold? Exact counts."""

import time

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.analysis import Analysis
from analyses.sentences import one_in
from analyses.style import (
    COLUMN_WIDTH,
    ELDER_COLOUR,
    HEAT_MAP,
    PAGE_WIDTH,
    add_headline,
    add_small_print,
    chart_style,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.exact import census
from piquet_sim.game.rules import RUBICON, RuleSet

TITLE = "What do all hands of twelve cards hold?"

_MOST_BARS = 16


def count_attributes(names: list[str], rules: RuleSet = RUBICON) -> Analysis:
    """Count all hands by each of some attributes.

    Parameters
    ----------
    names : list of str
        From `census.ATTRIBUTES`; empty for all.
    rules : RuleSet

    Raises
    ------
    InputError
        If there is no such attribute.

    Examples
    --------
    >>> count_attributes(["aces"]).table.hands.tolist()
    [30421755, 85896720, 78738660, 27627600, 3108105]
    """
    start = time.perf_counter()
    if names:
        wanted = [census.find_attribute(name).name for name in names]
        counts = {name: census.count_hands_by(name, rules) for name in wanted}
    else:
        counts = census.count_all(rules)
    table = census.census_table(counts, rules)
    seconds = time.perf_counter() - start
    return Analysis(
        "-".join(["census", *counts]) if names else "census", TITLE, table,
        _draw, _summarise(rules),
        _describe(rules, list(counts)), seconds, {"method": "exact, by classes of suits"},
        chart_notes={"pack": rules.pack},
    )  # fmt: skip


def count_jointly(first: str, second: str, rules: RuleSet = RUBICON) -> Analysis:
    """Count all hands by two attributes together.

    Raises
    ------
    InputError
        If there is no such attribute, or both are the same.

    Examples
    --------
    >>> count_jointly("aces", "voids").name
    'census-aces-by-voids'
    """
    start = time.perf_counter()
    table = census.joint_table(first, second, rules)
    seconds = time.perf_counter() - start
    row, column = np.unravel_index(table.to_numpy().argmax(), table.shape)
    summary = (
        f"Of {census.count_hands(rules.pack):,} hands, {table.to_numpy().max():,} "
        f"({table.to_numpy().max() / census.count_hands(rules.pack):.1%}) have "
        f"{table.index.name}={table.index[row]} and "
        f"{table.columns.name}={table.columns[column]}, the most frequent pair.",
        f"{int((table.to_numpy() > 0).sum())} of {table.size} pairs of values occur.",
        "All counts are exact.",
    )
    return Analysis(
        f"census-{table.index.name}-by-{table.columns.name}",
        f"{TITLE} {table.index.name} by {table.columns.name}",
        table.reset_index(),
        _draw_jointly, summary,
        _describe(rules, [table.index.name, table.columns.name]), seconds,
        {"method": "exact, by classes of suits"},
        chart_notes={"across": table.columns.name, "hands": census.count_hands(rules.pack)},
    )  # fmt: skip


def _describe(rules: RuleSet, names: list[str]) -> dict[str, object]:
    return {"rules": rules.name, "hands": census.count_hands(rules.pack), "attributes": names}


def _summarise(rules: RuleSet) -> tuple[str, ...]:
    hands = census.count_hands(rules.pack)
    values = census.count_hands_by("value", rules)
    mean = sum(value * number for value, number in values.items()) / hands
    best = max(values)
    blanche = census.count_hands_by("carte_blanche", rules)[1]
    quatorzes = hands - census.count_hands_by("quatorzes", rules)[0]
    return (
        f"There are {hands:,} hands; if everything is good a hand counts {mean:.4f} points on "
        f"average (point, sequences, trios and quatorzes), at most {best}, as {values[best]:,} "
        "hands do.",
        f"A quatorze is dealt {one_in(quatorzes / hands)}, a carte blanche "
        f"{one_in(blanche / hands)} ({blanche:,} hands).",
        "All counts are exact.",
    )


def _draw(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    counts = {
        name: dict(zip(own.value, own.hands, strict=True))
        for name, own in table.groupby("attribute", sort=False)
    }
    shown = {name: values for name, values in counts.items() if name != "carte_blanche"} or counts
    hands = int(table.of.iloc[0])
    rows = (len(shown) + 1) // 2 if len(shown) > 1 else 1
    columns = 2 if len(shown) > 1 else 1
    with chart_style():
        figure, panels = new_chart(
            rows, columns, height=1.0 + 1.75 * rows,
            width=PAGE_WIDTH if columns == 2 else COLUMN_WIDTH, squeeze=False,
        )  # fmt: skip
        for axes in panels.flat[len(shown) :]:
            axes.set_visible(False)
        for axes, (name, values) in zip(panels.flat, shown.items(), strict=False):
            _draw_attribute(axes, name, values, hands)
        add_headline(figure, _headline(shown, hands))
        add_small_print(
            figure, f"Exact, over all {hands:,} hands of the pack of {captions['pack']}."
        )
    return figure


def _headline(counts: dict[str, dict[int, int]], hands: int) -> str:
    if "best_sequence" in counts and "longest_suit" in counts:
        none = counts["best_sequence"].get(0, 0) / hands
        longest = max(counts["longest_suit"], key=counts["longest_suit"].get)
        return (
            f"{1 - none:.0%} of hands hold a sequence; the longest suit has most often "
            f"{longest} cards"
        )
    name, values = next(iter(counts.items()))
    likely = max(values, key=values.get)
    label = census.label_value(name, likely)
    return f"{values[likely] / hands:.1%} of hands: {name.replace('_', ' ')} {label}, the most"


def _draw_attribute(axes: Axes, name: str, values: dict[int, int], hands: int) -> None:
    shares = np.array(list(values.values())) / hands * 100
    if len(values) > _MOST_BARS:
        places = np.arange(len(values)) if name == "point" else np.array(list(values))
        axes.bar(places, shares, color=ELDER_COLOUR, width=0.85)
        if name == "point":
            labels = [census.label_value(name, value) for value in values]
            step = max(1, len(labels) // 6)
            axes.set_xticks(places[::step], [label.replace(" cards, ", "/") for label in
                                             labels[::step]])  # fmt: skip
            axes.set_xlabel("cards/pips")
        else:
            axes.set_xlabel("points")
        axes.set_ylabel("percent")
        light_grid(axes, "y")
    else:
        places = np.arange(len(values))
        axes.barh(places, shares, color=ELDER_COLOUR, height=0.75)
        for place, share in zip(places, shares, strict=True):
            text = f" {share:.2f}%" if share >= 0.1 else f" {one_in(share / 100)}"
            axes.annotate(text, (share, place), va="center", fontsize=letters(6.5))
        axes.set_yticks(places, [str(value) for value in values])
        axes.set_xlim(0, shares.max() * 1.25)
        axes.invert_yaxis()
        axes.set_xlabel("percent")
        light_grid(axes, "x")
    axes.set_title(name.replace("_", " ").capitalize())


def _draw_jointly(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    hands = captions["hands"]
    table = table.set_index(table.columns[0]).rename_axis(columns=captions["across"])
    shares = table.to_numpy() / hands
    rows, columns = shares.shape
    with chart_style():
        figure, axes = new_chart(
            height=min(9.0, 1.2 + 0.2 * rows),
            width=min(PAGE_WIDTH, max(COLUMN_WIDTH, 1.0 + 0.42 * columns)),
        )
        with np.errstate(divide="ignore"):
            axes.imshow(np.log10(shares), cmap=HEAT_MAP, aspect="auto", vmin=-8, vmax=0)
        if table.size <= 150:
            for row in range(rows):
                for column in range(columns):
                    share = shares[row, column]
                    if share:
                        text = f"{share:.1%}" if share >= 0.001 else f"{share:.0e}"
                        axes.annotate(text, (column, row), ha="center", va="center",
                                      fontsize=letters(6.5),
                                      color="white" if share > 0.003 else "black")  # fmt: skip
        step = max(1, columns // 16)
        axes.set_xticks(range(0, columns, step), list(table.columns)[::step])
        step = max(1, rows // 40)
        axes.set_yticks(range(0, rows, step), list(table.index)[::step])
        axes.set_xlabel(table.columns.name.replace("_", " "))
        axes.set_ylabel(table.index.name.replace("_", " "))
        row, column = np.unravel_index(shares.argmax(), shares.shape)
        add_headline(
            figure,
            f"{shares.max():.1%} of hands: {table.index.name.replace('_', ' ')} "
            f"{table.index[row]}, {table.columns.name.replace('_', ' ')} "
            f"{table.columns[column]}, the most",
        )
        add_small_print(
            figure, f"Exact shares of all {hands:,} hands; darker is more frequent (logarithmic)."
        )
    return figure
