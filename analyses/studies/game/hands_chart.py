"""How rare a holding is in a dealt hand: exact."""

from collections.abc import Mapping
from math import comb
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.rows import Mark, Row, draw_rows
from analyses.charts.style import MM
from piquet_sim.sentences import Sentence

_TITLED = ("a quint or longer", "four aces")
_LENGTHS = {5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
_RUNS = {4: "a quart or longer", 5: "a quint or longer", 6: "a sixième or longer"}
_SEQUENCES = ("none", "tierce", "quart", "quint", "sixième", "septième", "huitième", "neuvième")


def list_rarities(table: pd.DataFrame) -> dict[str, float]:
    """How many hands hold a thing, one in so many, the most frequent first: exact."""
    counts = {
        kind: dict(zip(own.quantity, own.hands, strict=True))
        for kind, own in table.groupby("attribute", sort=False)
    }
    of = int(table.of.iloc[0])
    pack = next(pack for pack in (32, 36) if comb(pack, 12) == of)
    longest = {int(name.split()[0]): hands for name, hands in counts["longest suit"].items()}
    runs = {
        _SEQUENCES.index(name) + 2: hands
        for name, hands in counts["best sequence"].items()
        if name != "none"
    }
    sets = counts["sets"]
    whole = max(longest)
    found = {
        "a trio or quatorze": of - sets["none"],
        "a quatorze": sets["quatorze"],
        "four aces": comb(pack - 4, 8),
        "a carte blanche": comb(pack - 12, 12),
        f"all {_LENGTHS[whole]} of a suit": longest[whole],
    }
    for cards in (5, 6, 7):
        found[f"a suit of {_LENGTHS[cards]} or more"] = _add_from(longest, cards)
    for cards, name in _RUNS.items():
        found[name] = _add_from(runs, cards)
    ordered = sorted(found.items(), key=lambda item: -item[1])
    return {name: of / hands for name, hands in ordered}


def _add_from(counts: Mapping[int, int], least: int) -> int:
    return sum(hands for cards, hands in counts.items() if cards >= least)


def _say_odds(odds: float) -> str:
    return f"{odds:.1f}" if odds < 10 else f"{odds:,.0f}"


def say_rarity(table: pd.DataFrame) -> Sentence:
    """How rare a quint and four aces are."""
    rarities = list_rarities(table)
    one, two = (_say_odds(rarities[name]) for name in _TITLED)
    return Sentence(f"A quint or longer is dealt to one hand in {one}, four aces to one in {two}")


def draw_rarities(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """A ladder of rarity: one dot a holding."""
    rarities = list_rarities(table)
    rows = []
    for name, odds in rarities.items():
        is_titled = name in _TITLED
        meaning, ink = ("exact", "ink") if is_titled else ("neutral", "neutral")
        mark = Mark(odds, meaning, _say_odds(odds), ink=ink, is_bold=is_titled, size=6)
        rows.append(Row(name, [mark], is_bold=is_titled))

    def scale_odds(axes: Axes) -> None:
        axes.set_xscale("log")
        axes.set_xlim(1, max(20_000, 5 * max(rarities.values())))
        axes.set_xticks([1, 10, 100, 1_000], ["all", "1 in 10", "1 in 100", "1 in 1,000"])
        axes.set_xticks([], minor=True)

    return draw_rows(
        rows, say_rarity(table), "Dealt to one hand in so many (log scale)",
        f"Exact: counted over all {int(table.of.iloc[0]):,} hands of twelve cards. The table has "
        f"the hands of {captions['n']:,} simulated deals beside it.",
        apart=5, height=72 * MM, has_zero=False, grid="y", further=scale_odds,
    )  # fmt: skip
