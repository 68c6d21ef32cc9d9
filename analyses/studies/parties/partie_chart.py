"""How parties go: how often a lead holds, what the loser pays, what the first deal is worth."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.marks import draw_interval, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.rows import Mark, Row, draw_rows
from analyses.charts.style import EXACT_COLOUR, MM, NEUTRAL_COLOUR, OTHER_COLOUR, figure_of, letters
from analyses.results.analysis import read_estimate, read_estimates
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.errors import InputError
from piquet_sim.sentences import Sentence, brief, brief_percent, is_within

_MAIN = "partie of six"
_LINES = {_MAIN: ("exact", "-"), "partie of four": ("neutral", (0, (5, 1.2)))}
_HOLDS = "lead_holds_"
PAYS = "the loser pays "
"""The rows of what parties cost begin so."""
OR_MORE = "or more"
"""So the class without an end is named among them."""
FIRST_DEAL = "first dealer's wins less losses"
"""The rows of what the first deal is worth."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
CLASS_WIDTH = 20
_RUBICON_FROM = 300
"""Points: about what who is rubiconed pays at least."""


# ---- Leads --------------------------------------------------------------------------------------
def _read_holds(table: pd.DataFrame, form: str) -> dict[int, Estimate]:
    estimates = read_estimates(table, form=form)
    return {
        int(name.removeprefix(_HOLDS)): one
        for name, one in estimates.items()
        if name.startswith(_HOLDS) and int(name.removeprefix(_HOLDS)) < _deals_of(form)
    }


def _deals_of(form: str) -> int:
    return NUMBERS.index(form.rpartition(" ")[2])


def say_holds(table: pd.DataFrame) -> Sentence:
    """How often who leads after the first deal, and after the last but one, wins."""
    holds = _read_holds(table, _MAIN)
    if len(holds) < 2:
        return Sentence("How often a lead holds")
    first, last = min(holds), max(holds)
    return Sentence(
        f"Who leads after {NUMBERS[first]} deal wins {brief_percent(holds[first])} of parties, "
        f"after {NUMBERS[last]} {brief_percent(holds[last])}"
    )


def draw_leads(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How often who leads after so many deals wins, in parties of six and of four."""
    by_form = {form: _read_holds(table, form) for form in _LINES}
    found = [one for holds in by_form.values() for one in holds.values()]
    matches = int(found[0].n) if found else 0
    amount = f"{captions.get('matches', matches):,} parties of each kind"
    with one_panel(
        say_holds(table), "Percent of those in the lead who win in the end",
        f"{say_origin(captions, amount, rules='')} Thin lines at the marks: 95% intervals, "
        f"{say_reach(found, 100, '%')} at most.",
        height=64 * MM, unit="deals played",
    ) as axes:  # fmt: skip
        for form, (meaning, line) in _LINES.items():
            holds = by_form[form]
            is_main = form == _MAIN
            axes.plot(list(holds), [100 * one.value for one in holds.values()], linestyle=line,
                      color=f"piquet:{meaning}")  # fmt: skip
            for deal, one in holds.items():
                draw_interval(axes, deal, one, meaning, 100, upright=True)
                write_at(axes, deal, 100 * one.value, brief_percent(one),
                         "ink" if is_main else "neutral", (0, -11 if is_main else 10), bbox=None,
                         ha="center", fontweight="bold" if is_main else "normal")  # fmt: skip
            if holds:
                last = max(holds)
                write_at(axes, last, 100 * holds[last].value, form, "ink" if is_main else "neutral",
                         (-12, 8) if is_main else (10, 19), ha="right",
                         fontweight="bold", bbox=None)  # fmt: skip
        axes.set_xticks(range(1, _deals_of(_MAIN)))
        axes.set_xlim(0.6, _deals_of(_MAIN) - 0.6)
        low = min((100 * (one.low or one.value) for one in found), default=50.0)
        axes.set_ylim(min(50, low), 100)
        tick_sparsely(axes.yaxis, 6)
    return figure_of(axes)


# ---- Payments -----------------------------------------------------------------------------------
def say_rubicons(table: pd.DataFrame) -> Sentence:
    """How often the loser does not reach a hundred points."""
    share = read_estimates(table, form=_MAIN)["rubicon"]
    return Sentence(f"{brief_percent(share)} of losers are rubiconed")


def draw_payments(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What the loser of a partie pays, coloured by whether it is a rubicon."""
    own = read_estimates(table, form=_MAIN)
    rows = {name: one for name, one in own.items() if name.startswith(PAYS)}
    if not rows:
        raise InputError("chart payments: this result does not hold what losers paid; play it anew")
    below: dict[int, float] = {}
    amount = f"{captions['matches']:,} parties"
    with one_panel(
        say_rubicons(table), "What the loser of six deals pays, percent of parties",
        f"{say_origin(captions, amount, rules='')} The columns "
        f"{say_reach(rows.values(), 100, '%')} at most (95%).",
        height=64 * MM,
    ) as axes:  # fmt: skip
        for name, one in rows.items():
            low = int(name.removeprefix(PAYS).split()[0])
            colour = OTHER_COLOUR if name.endswith(", rubicon") else NEUTRAL_COLOUR
            axes.bar(low + CLASS_WIDTH / 2, 100 * one.value, CLASS_WIDTH - 1.6,
                     bottom=below.get(low, 0.0), color=colour)  # fmt: skip
            below[low] = below.get(low, 0.0) + 100 * one.value
        mean = own["paid_mean"]
        top = 1.2 * max(below.values())
        axes.set_ylim(0, top)
        axes.axvline(mean.value, 0, 0.93, color=EXACT_COLOUR, linewidth=letters(1))
        write_at(axes, mean.value, 0.9 * top, f"mean {brief(mean)}", "exact", (3, 0))
        write_at(axes, mean.value, 0.4 * top, "no rubicon", "neutral", (5, 0), fontweight="bold")
        second = max((low for low in below if low >= _RUBICON_FROM), default=_RUBICON_FROM,
                     key=below.get)  # fmt: skip
        write_at(axes, second, below.get(second, 0.0) + 0.03 * top, "rubicon", "other", (8, 0),
                 fontweight="bold", va="bottom")  # fmt: skip
        tick_sparsely(axes.yaxis, 4)
        tick_sparsely(axes.xaxis, 6)
        is_open = any(f" {OR_MORE}" in name for name in rows)
        last = f" ({max(below)}: {OR_MORE})" if is_open else ""
        axes.set_xlabel(f"points paid, by twenties{last}")
    return figure_of(axes)


# ---- The first deal -----------------------------------------------------------------------------
def _read_first(table: pd.DataFrame) -> dict[str, Estimate]:
    rows = table[table.quantity == FIRST_DEAL]
    return {one.form: read_estimate(one) for one in iterate_rows(rows)}


def say_first_deal(table: pd.DataFrame) -> Sentence:
    """In which kinds of match the first deal is an advantage or not, as far as that can be told."""
    leads = _read_first(table)
    told, held = [], []
    for words, end in (("a disadvantage", {"below": 0}), ("an advantage", {"above": 0})):
        grounds = {
            form: is_within(f"dealing first in {form}", one, **end) for form, one in leads.items()
        }
        forms = [form for form, ground in grounds.items() if ground.holds]
        held += [grounds[form] for form in forms]
        if forms:
            where = " and ".join(forms) if len(forms) < 3 else f"{len(forms)} kinds of match"
            told.append(f"{words} in {where}")
    if not told:
        return Sentence("Whether it is good to deal first cannot be told")
    return Sentence(f"To deal first is {', '.join(told)}", *held)


def draw_first_deal(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How much more often the first dealer wins than loses, by the kind of match."""
    leads = _read_first(table)
    if not leads:
        raise InputError("chart first-deal: this result does not hold the first deal; play it anew")
    amount = f"{captions['matches']:,} matches of each kind"
    return draw_rows(
        [Row(form, [Mark(one, words=brief(one, 100, sign="+"))]) for form, one in leads.items()],
        say_first_deal(table), "First dealer’s wins less losses, percent",
        f"{say_origin(captions, amount, rules='')} Thin lines: 95% intervals; thick: the middle "
        "half.",
        unit="percent of matches", ticks=5, apart=5, height=60 * MM, scale=100,
    )  # fmt: skip
