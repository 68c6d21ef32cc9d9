"""How often the exchange makes a hand hold more, in each seat."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.rows import Mark, Row, Words, draw_rows
from analyses.charts.style import MM
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.sentences import Sentence, brief

_SEATS = ("elder", "younger")
_EXCHANGES = "exchanges"
_SETS = ("none", "1 trio", "trios", "four")
ROWS = (
    ("point", "4", "longest suit of 4"),
    ("point", "5", "of 5"),
    ("point", "6", "of 6"),
    ("sequence", "none", "no sequence"),
    ("sequence", "3", "tierce"),
    ("sequence", "4", "quart"),
    ("sets", "none", "no trio"),
    ("sets", "1 trio", "one trio"),
    ("sets", "trios", "more trios"),
)
"""Classes with what was dealt, as the table and as the chart have them."""

_NEAR = 5.0
"""Percent: marks nearer to each other are nudged apart."""


def find_better(table: pd.DataFrame, seat: str, kind: str, dealt: str) -> Estimate | None:
    """Of the hands of a seat dealt so, the share that holds more after the exchange."""
    rows = table[(table.seat == seat) & (table.quantity == kind) & (table.dealt == dealt)]
    if not len(rows):
        return None
    deals = (rows.value * rows.n).round().astype(int)
    better = [order_classes(kind, held) > order_classes(kind, dealt) for held in rows.held]
    return estimate_proportion(int(deals[better].sum()), int(rows.n.iloc[0]))


def find_lengthened(table: pd.DataFrame, seat: str) -> Estimate | None:
    """Of the hands of a seat that were dealt a longest suit of four, the share that lengthens."""
    return find_better(table, seat, "point", "4")


def order_classes(kind: str, label: str) -> int:
    """The place of a class among those of a kind, from the least: "none" of sequences is 0."""
    if kind == "sets":
        return _SETS.index(label)
    return 0 if label == "none" else int(label)


def say_lengthened(table: pd.DataFrame) -> Sentence:
    """How often each seat lengthens a suit of four."""
    shares = [find_lengthened(table, seat) for seat in _SEATS]
    if None in shares:
        return Sentence("What the exchange does to a hand")
    elder, younger = (f"{brief(one, 100, most=0)}%" for one in shares)
    return Sentence(f"Elder lengthens a suit of four in {elder} of hands, younger in {younger}")


def draw_better(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """For what was dealt, the share of hands that hold more after the exchange, of both seats."""
    rows, found = [], []
    for number, (kind, dealt, name) in enumerate(ROWS):
        shares = {seat: find_better(table, seat, kind, dealt) for seat in _SEATS}
        shares = {seat: one for seat, one in shares.items() if one is not None}
        is_first = number > 0 and kind != ROWS[number - 1][0]
        rows.append(_make_row(name, shares, 1.45 if is_first else 1.0))
        found += shares.values()
    heads = [
        Words(f"{seat}, {_usual_cards(table, seat)} cards", x, seat, up=1.05, is_bold=True)
        for seat, x in (("younger", 0.54), ("elder", 1.0))
    ]
    return draw_rows(
        rows, say_lengthened(table), "Percent of hands that hold more after the exchange",
        f"{say_origin(captions)} Thin lines: 95% intervals, {say_reach(found, 100)} at most. More: "
        "a longer suit, a longer sequence, more trios or a quatorze.",
        height=75 * MM, scale=100, limits=(0, 100), has_zero=False, above=1.5, words=heads,
        further=lambda axes: axes.set_xticks([0, 25, 50, 75, 100]),
    )  # fmt: skip


def _usual_cards(table: pd.DataFrame, seat: str) -> str:
    rows = table[(table.seat == seat) & (table.quantity == _EXCHANGES)]
    return str(rows.held[rows.value.idxmax()])


def _make_row(name: str, shares: Mapping[str, Estimate], gap: float) -> Row:
    ends = sorted(100 * one.value for one in shares.values())
    near = len(ends) > 1 and ends[1] - ends[0] < _NEAR
    first = min(shares, key=lambda seat: shares[seat].value, default="")
    marks = []
    for seat, one in shares.items():
        nudge = near * (-0.17 if seat == "elder" else 0.17)
        is_left = seat == first and len(shares) > 1
        told = brief(one, 100, most=0)
        marks.append(Mark(one, seat, told, is_left, nudge=nudge, up=nudge, size=4.6))
    line = (ends[0], ends[1]) if len(ends) > 1 and not near else None
    return Row(name, marks, line=line, gap=gap)
