"""How many hands lose at least so much by their discard."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_origin
from analyses.charts.hand import lay_cards
from analyses.charts.marks import draw_interval, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import MM, NEUTRAL_COLOUR, SEAT_COLOURS, SEAT_LINES, figure_of, letters
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.cards import parse_cards, parse_hand
from piquet_sim.sentences import Sentence, brief_percent

_SEATS = ("elder", "younger")
_ALL = "all hands"
_LOSES = re.compile(r"loses more than (\d+) points?")
WORST = "one of the worst slips"
_TITLED = 3


def _read_shares(table: pd.DataFrame, seat: str) -> dict[int, Estimate]:
    rows = table[(table.seat == seat) & (table.kind == _ALL)]
    return {
        int(_LOSES.fullmatch(one.quantity).group(1)): read_estimate(one)
        for one in iterate_rows(rows)
        if _LOSES.fullmatch(one.quantity)
    }


def _say_who(captions: Mapping[str, Any]) -> tuple[str, str]:
    names = list(dict.fromkeys((str(captions["elder"]), str(captions["younger"]))))
    return capitalise(" and ".join(names)), "loses" if len(names) == 1 else "lose"


def say_slips(table: pd.DataFrame, captions: Mapping[str, Any]) -> Sentence:
    """How often a discard loses over three points beyond doubt."""
    who, verb = _say_who(captions)
    shares = {seat: _read_shares(table, seat).get(_TITLED) for seat in _SEATS}
    if None in shares.values():
        return Sentence(f"What {who} {verb} by the discard")
    elder, younger = map(brief_percent, shares.values())
    names = [str(captions[seat]) for seat in _SEATS]
    if names[0] != names[1]:
        return Sentence(
            f"{capitalise(names[0])} loses over three points in {elder} of hands as elder, "
            f"{names[1]} in {younger} as younger"
        )
    return Sentence(
        f"{who} {verb} over three points in {elder} of hands as elder, {younger} as younger"
    )


def find_worst(table: pd.DataFrame) -> pd.Series | None:
    """The hand that loses most of those judged in fresh deals; None where none was judged."""
    rows = table[table.kind == WORST]
    return rows.loc[rows.value.idxmax()] if len(rows) else None


def draw_slips(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How often so many points are lost and more, with the costliest hand as cards."""
    shares = {seat: _read_shares(table, seat) for seat in _SEATS}
    worst = find_worst(table)
    n = max((one.n for own in shares.values() for one in own.values()), default=0)
    amount = f"{n:,} hands in each seat"
    with one_panel(
        say_slips(table, captions), "Percent of hands that lose so much (log scale)",
        f"{say_origin(captions, amount)} Lines: 95% intervals. A loss counts if two standard "
        "errors less is still more than so much: a bound from below.",
        height=75 * MM, unit="lost to the best discard found, more than so many points",
    ) as axes:  # fmt: skip
        seen = [100 * one.value for own in shares.values() for one in own.values() if one.value]
        low = 10 ** np.floor(np.log10(min(seen, default=0.1) / 2))
        for seat, own in shares.items():
            there = {points: one for points, one in own.items() if one.value}
            nudge = -0.05 if seat == "elder" else 0.05
            axes.plot([points + nudge for points in there],
                      [100 * one.value for one in there.values()], color=SEAT_COLOURS[seat],
                      linestyle=SEAT_LINES[seat])  # fmt: skip
            for points, one in there.items():
                draw_interval(axes, points + nudge, one, seat, 100, upright=True, has_middle=False)
        axes.set_yscale("log")
        _name_seats(axes, shares)
        most = 1.0 if worst is None else float(worst["value"])
        axes.set_xlim(0.4, max(most, *(max(own, default=1) for own in shares.values())) + 0.6)
        axes.set_ylim(low, 60)
        ticks = [one for one in (0.001, 0.01, 0.1, 1, 10) if one >= low]
        axes.set_yticks(ticks, [f"{one:g}" for one in ticks])
        axes.set_yticks([], minor=True)
        tick_sparsely(axes.xaxis, 10)
        if worst is not None and worst["low"] > 0:
            _show_worst(axes, worst, low)
    return figure_of(axes)


def _name_seats(axes: Axes, shares: Mapping[str, Mapping[int, Estimate]]) -> None:
    first = min((min(own) for own in shares.values() if own), default=1)
    named = [seat for seat in _SEATS if first in shares[seat] and shares[seat][first].value]
    named.sort(key=lambda seat: shares[seat][first].value)
    for number, seat in enumerate(named):
        one = shares[seat][first]
        is_lower = number == 0 and len(named) > 1
        end = 100 * ((one.low if is_lower else one.high) or one.value)
        write_at(axes, first, end, seat, seat, (-4, -7 if is_lower else 7), ha="left", bbox=None,
                 fontweight="bold")  # fmt: skip


def _show_worst(axes: Axes, worst: pd.Series, low: float) -> None:
    # The costliest hand above its place on the axis: what was thrown stands lower.
    value = float(worst["value"])
    inset = axes.inset_axes((0.4, 0.68, 0.6, 0.32))
    hand, thrown = parse_hand(worst["hand"]), sum(parse_cards(worst["discard"]))
    lay_cards(inset, hand, thrown, 0.6)
    axes.plot([value] * 2, [low, 3], color=NEUTRAL_COLOUR, linewidth=letters(0.8), zorder=1)
    words = f"the costliest seen: {worst['seat']} loses {value:.1f}\nby throwing the lowered cards"
    write_at(axes, 1.0, 0.655, words, "ink", xycoords="axes fraction", ha="right", va="top",
             linespacing=1.05)  # fmt: skip
