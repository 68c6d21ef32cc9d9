"""What each seat makes under six codes of the game."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.style import (
    HIGHEST,
    MM,
    NEUTRAL_COLOUR,
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
from analyses.results.analysis import read_estimates
from analyses.words.sentences import (
    Sentence,
    brief,
    choose,
    is_within,
)
from piquet_sim.estimates.estimate import Estimate

NAMES = {
    "cotton_1674": "Cotton 1674",
    "au_cent": "au cent 1873",
    "rubicon": "Rubicon 1882",
    "boussac_1896": "Boussac 1896",
    "parlett": "Parlett",
    "american": "American",
}
"""Presets by age, as charts name them."""

_SEATS = ("elder", "younger")


def _read_codes(table: pd.DataFrame) -> dict[str, dict[str, Estimate]]:
    return {words: read_estimates(table, rules=name) for name, words in NAMES.items()}


def say_leads(table: pd.DataFrame) -> Sentence:
    """The least and the greatest lead of elder, under which codes."""
    leads = {name: code["difference"] for name, code in _read_codes(table).items()}
    least, most = (end(leads, key=lambda name: leads[name].value) for end in (min, max))
    if brief(leads["Rubicon 1882"]) == brief(leads[most]):
        most = "Rubicon 1882"
    one, other = (name.replace(" ", "\u00a0") for name in (least, most))
    words = f"{brief(leads[least])} points under {one}, by {brief(leads[most])} under {other}"
    ahead = [
        is_within(f"elder's lead under {name}", leads[name], above=0) for name in (least, most)
    ]
    return choose(
        Sentence(f"Elder leads by {words}", *ahead),
        Sentence(
            f"Elder’s lead is {brief(leads[least], sign='+')} points under {one}, "
            f"{brief(leads[most], sign='+')} under {other}"
        ),
    )


def draw_leads(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """Both seats' points a deal joined by a line, one row for codes that print the same."""
    groups: dict[tuple[str, ...], list[str]] = {}
    codes = _read_codes(table)
    for name, code in codes.items():
        printed = tuple(brief(code[one]) for one in ("younger_score", "elder_score", "difference"))
        groups.setdefault(printed, []).append(name)
    ordered = sorted(groups.values(), key=lambda names: codes[names[0]]["difference"].value)
    with chart_style():
        height = min(30 * MM + 10.5 * MM * len(ordered), HIGHEST)
        figure, axes = new_chart(height=height)
        for place, names in enumerate(ordered):
            _draw_row(axes, place, names, codes[names[0]], place == 0)
        write_at(axes, 1, -0.42, "lead", "neutral", xycoords=axes.get_yaxis_transform(), ha="right")
        scores = [code[f"{seat}_score"].value for code in codes.values() for seat in _SEATS]
        low, high = min(scores), max(scores)
        axes.set_xlim(low - 0.32 * (high - low) - 1, high + 0.62 * (high - low) + 1)
        axes.set_ylim(len(ordered) - 0.5, -0.8)
        axes.set_yticks([])
        tick_sparsely(axes.xaxis, 7)
        axes.set_xlabel("points a deal")
        light_grid(axes, "x")
        add_headline(figure, say_leads(table), "Mean points a deal of both seats, and elder’s lead")
        seats = [code[f"{seat}_score"] for code in codes.values() for seat in _SEATS]
        leads = [code["difference"] for code in codes.values()]
        same = " Codes in one row print alike." if len(ordered) < len(codes) else ""
        amount = f"{captions['n']:,} deals of each code"
        add_small_print(
            figure,
            f"{say_origin(captions, amount, rules='')} Lines at the marks: 95% intervals, "
            f"{say_reach(seats)} of a score and {say_reach(leads)} of a lead at most.{same}",
        )
    return figure


def _draw_row(
    axes: Axes, place: float, names: list[str], code: Mapping[str, Estimate], is_first: bool
) -> None:
    elder, younger = (code[f"{seat}_score"] for seat in _SEATS)
    ends = sorted((elder.value, younger.value))
    axes.plot(ends, [place] * 2, color=NEUTRAL_COLOUR, alpha=0.5, linewidth=letters(2.2), zorder=2)
    left, right = ("younger", "elder") if elder.value >= younger.value else ("elder", "younger")
    for seat, side, ha in ((left, -1, "right"), (right, 1, "left")):
        one = code[f"{seat}_score"]
        draw_interval(axes, place, one, seat)
        end = (one.low if side < 0 else one.high) if one.low is not None else one.value
        words = brief(one)
        if is_first:
            words = f"{seat}  {words}" if side < 0 else f"{words}  {seat}"
        write_at(axes, end, place, words, seat, (6 * side, 0), ha=ha,
                 fontweight="bold" if is_first else "normal")  # fmt: skip
    across = axes.get_yaxis_transform()
    write_at(axes, 0, place - 0.42, ", ".join(names), "ink", (1, 0), xycoords=across, ha="left")
    write_at(axes, 1, place, brief(code["difference"], sign="+"), "ink", xycoords=across,
             ha="right", fontweight="bold")  # fmt: skip
