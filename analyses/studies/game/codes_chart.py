"""What each seat makes under six codes of the game."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.rows import Mark, Row, Words, draw_rows
from analyses.charts.style import HIGHEST, MM
from analyses.results.analysis import read_estimates
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, brief, choose, is_within

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


def draw_leads(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Both seats' points a deal joined by a line, one row for codes that print the same."""
    groups: dict[tuple[str, ...], list[str]] = {}
    codes = _read_codes(table)
    for name, code in codes.items():
        printed = tuple(brief(code[one]) for one in ("younger_score", "elder_score", "difference"))
        groups.setdefault(printed, []).append(name)
    ordered = sorted(groups.values(), key=lambda names: codes[names[0]]["difference"].value)
    seats = [code[f"{seat}_score"] for code in codes.values() for seat in _SEATS]
    leads = [code["difference"] for code in codes.values()]
    low, high = (end(one.value for one in seats) for end in (min, max))
    same = " Codes in one row are alike when rounded." if len(ordered) < len(codes) else ""
    amount = f"{captions['n']:,} deals of each code"
    return draw_rows(
        [_make_row(names, codes[names[0]], names is ordered[0]) for names in ordered],
        say_leads(table), "Mean points a deal of both seats, and elder’s lead",
        f"{say_origin(captions, amount, rules='')} Lines at the marks: 95% intervals, "
        f"{say_reach(seats)} of a score and {say_reach(leads)} of a lead at most.{same}",
        unit="points a deal", height=min(30 * MM + 10.5 * MM * len(ordered), HIGHEST),
        limits=(low - 0.32 * (high - low) - 1, high + 0.62 * (high - low) + 1), ticks=7,
        has_zero=False, above=0.8, below=0.5, thick=2.2,
        words=[Words("lead", meaning="neutral", up=0.42)],
    )  # fmt: skip


def _make_row(names: list[str], code: Mapping[str, Estimate], is_first: bool) -> Row:
    elder, younger = (code[f"{seat}_score"] for seat in _SEATS)
    left, right = ("younger", "elder") if elder.value >= younger.value else ("elder", "younger")
    marks = []
    for seat in (left, right):
        one = code[f"{seat}_score"]
        words = brief(one)
        if is_first:
            words = f"{seat}  {words}" if seat == left else f"{words}  {seat}"
        marks.append(Mark(one, seat, words, seat == left, is_bold=is_first))
    return Row(
        marks=marks,
        words=[
            Words(", ".join(names), 0, shift=(1, 0), up=0.42, options={"ha": "left"}),
            Words(brief(code["difference"], sign="+"), is_bold=True),
        ],
        line=(code[f"{left}_score"].value, code[f"{right}_score"].value),
    )
