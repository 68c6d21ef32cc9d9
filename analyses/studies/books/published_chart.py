"""Which published figures are right: odds that can be counted, what people make, draws."""

import re
from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.rows import Mark, Row, draw_rows
from analyses.charts.style import (
    EXACT_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    OTHER_COLOUR,
    PAPER_COLOUR,
    SEAT_COLOURS,
    SEAT_LINES,
    figure_of,
    letters,
)
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.compare.published_claims import (
    AGREES,
    RIGHT,
    ROUNDED,
    WRONG,
    claimed_probability,
    load_claims,
    say_figure,
)
from piquet_sim.sentences import Sentence

_ODDS = "against| on"
_TABLES = "CAV-TABLE"
_STEP = 0.5
"""Percent: dots are stacked by how far off they are, to so much."""

_PLAYED = {
    ("CAV-SHOW-E", ""): "elder makes 28 or more",
    ("CAV-SHOW-Y", ""): "younger makes 14 or more",
    ("CAV-CARDS", "elder"): "elder wins the cards",
    ("CAV-CARDS", "younger"): "younger wins the cards",
    ("CAV-CARDS", "divided"): "the cards are divided",
    ("CAV-RUBICON", "in a partie"): "a partie is a rubicon",
    ("CAV-RUBICON", "a named player"): "one player is rubiconed",
    ("CAV-REP-E", ""): "elder repiques",
    ("CAV-REP-Y", ""): "younger repiques",
    ("CAV-PIQUE", ""): "elder piques or repiques",
    ("CAV-DEAL7", "the dealer, seven ahead, wins"): "dealer wins, seven ahead",
    ("HOYLE-14-13", "winning now"): "wins a game at once",
    ("HOYLE-5-4", ""): "first elder wins a game",
}
"""Claims about play, as the chart names them: by identifier and figure."""

_WRONG_NAMES = {"CAV-DRAW-E3of4": "3 of 4 named", "CAV-EX-6b": "100 or more"}


# ---- Odds that can be counted -------------------------------------------------------------------
def count_counted(table: pd.DataFrame) -> dict[str, int]:
    """How many figures that can be counted have each verdict."""
    verdicts = table[table.kind == "exact"].verdict.value_counts()
    counts = {verdict: int(verdicts.get(verdict, 0)) for verdict in (RIGHT, ROUNDED, WRONG)}
    return {"counted": sum(counts.values()), **counts}


def say_verdicts(table: pd.DataFrame) -> Sentence:
    """How many are right."""
    count = count_counted(table)
    return Sentence(
        f"Of {count['counted']} published figures {count[RIGHT]} are right, {count[ROUNDED]} right "
        f"to the rounding, {count[WRONG]} wrong"
    )


def _find_errors(table: pd.DataFrame) -> list[tuple[float, Any]]:
    # How far each claimed odds are from the true ones, in percent.
    claims = {claim.id: claim for claim in load_claims()}
    odds = table[table.verdict.isin((RIGHT, ROUNDED, WRONG)) & table.claimed.str.contains(_ODDS)]
    found = []
    for one in iterate_rows(odds):
        figure = next(
            figure for figure in claims[one.id].figures if say_figure(figure) == one.claimed
        )
        said, true = (p / (1 - p) for p in (float(claimed_probability(figure)), one.value))
        found.append((100 * (said / true - 1), one))
    return found


def draw_odds(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Every odds a dot, stacked by how far off; only the wrong ones are named."""
    found = _find_errors(table)
    heights: dict[float, int] = {}
    wrong = []
    with one_panel(
        say_verdicts(table), f"The {len(found)} that are odds: how far from the true odds, percent",
        "Cavendish (about 1890) and Hoyle’s Games beside exact counts; a dot is a figure, to "
        "half a percent. To the rounding: no other whole number is nearer.",
        height=70 * MM, unit="◂ odds too long      odds too short ▸", grid="",
    ) as axes:  # fmt: skip
        order = {RIGHT: 0, ROUNDED: 1, WRONG: 2}
        ink = {"markeredgecolor": EXACT_COLOUR, "markeredgewidth": letters(0.9)}
        for error, one in sorted(found, key=lambda item: order[item[1].verdict]):
            place = round(error / _STEP) * _STEP + 0.0
            heights[place] = height = heights.get(place, 0) + 1
            if one.verdict == WRONG:
                draw_mark(axes, place, height, "other", 6.4, markerfacecolor=OTHER_COLOUR)
                wrong.append((place, height, one))
            else:
                face = EXACT_COLOUR if one.verdict == RIGHT else PAPER_COLOUR
                draw_mark(axes, place, height, "exact", 4.6, markerfacecolor=face, **ink)
        top = max(heights.values())
        _name_wrong(axes, wrong, top)
        axes.axvline(0, color=NEUTRAL_COLOUR, linewidth=letters(0.8), zorder=1)
        middle = 0.88 * sum(one.verdict == RIGHT for _, one in found)
        draw_mark(axes, 0.75, middle, "exact", 4.6, **ink)
        write_at(axes, 0.75, middle, "right", "ink", (6, 0), fontweight="bold")
        write_at(axes, -0.6, top - 0.5, "right to the rounding", "ink", (-6, 0), ha="right",
                 fontweight="bold")  # fmt: skip
        draw_mark(axes, -0.6, top - 0.5, "exact", 4.6, markerfacecolor=PAPER_COLOUR, **ink)
        places = [place for place, *_ in wrong] + [error for error, _ in found]
        axes.set_xlim(min([*places, -6]) - 1.4, max([*places, 4]) + 2.6)
        axes.set_ylim(0.3, top + 1.2)
        axes.set_yticks([])
        ticks = range(-8, 5, 2)
        named = ["true" if not one else f"{one:+}".replace("-", "−") for one in ticks]
        axes.set_xticks(ticks, named)
    return figure_of(axes)


def _name_wrong(axes: Axes, wrong: list[tuple[float, int, Any]], top: int) -> None:
    # Neighbours' names stand at different heights.
    for number, (place, height, one) in enumerate(sorted(wrong, key=lambda item: item[0])):
        label = max(height + 1.4, (0.15 + 0.3 * (number % 2)) * top + 1)
        author = "Hoyle" if one.figure == "Hoyle" else "Cavendish"
        true = float(one.found.split(" to ")[0])
        words = (
            f"{_WRONG_NAMES.get(one.id, one.quantity)}:\n{author} "
            f"{one.claimed.removesuffix(' against')},\ntruly {true:.1f}"
        )
        axes.plot([place] * 2, [height + 0.4, label], color=NEUTRAL_COLOUR,
                  linewidth=letters(0.8), zorder=1)  # fmt: skip
        write_at(axes, place, label, words, "other", (0, 1) if number else (-14, 1),
                 ha="center" if number else "left", va="bottom", linespacing=1.05)  # fmt: skip


# ---- Claims about play --------------------------------------------------------------------------
def _read_played(table: pd.DataFrame) -> pd.DataFrame:
    rows = table[table.claimed_value.notna() & ~table.id.str.contains(_TABLES)]
    rows = rows[rows.claimed_value <= 1].fillna({"figure": ""}).assign(exact=None)
    return rows.assign(more=rows.value - rows.claimed_value).sort_values("more")


def say_played(table: pd.DataFrame) -> Sentence:
    """How many shares that the books print lie within the errors of both."""
    rows = _read_played(table)
    near = int((rows.verdict == AGREES).sum())
    return Sentence(f"{near} of {len(rows)} printed shares within the errors of book and players")


def draw_played(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What these players make, with intervals, and what the authors print, as diamonds."""
    played = _read_played(table)
    rows = []
    for one in iterate_rows(played):
        name = _PLAYED.get((one.id, one.figure), one.quantity)
        seat = next((seat for seat in SEAT_COLOURS if name.startswith(seat)), "neutral")
        printed = Mark(one.claimed_value, "other", size=6.2)
        line = (100 * one.value, 100 * one.claimed_value)
        rows.append(Row(name, [printed, Mark(read_estimate(one), seat, size=4.4)], line=line))
    most = max(played.value.max(), played.claimed_value.max())
    return draw_rows(
        rows, say_played(table), "Percent of deals, parties or games; diamonds: as printed",
        f"{say_origin(captions)} From above: fewer than printed to more. Lines at the marks: 95% "
        "intervals. Diamonds: Cavendish and Hoyle’s Games.",
        height=75 * MM, scale=100, limits=(0, 100 * most + 4), ticks=7, has_zero=False, thick=1.6,
    )  # fmt: skip


def find_chart(table: pd.DataFrame, claim: str) -> str | None:
    """The name of the chart on which a claim can be seen: wrong odds have names on theirs.

    Parameters
    ----------
    table : DataFrame
    claim : str
        Its id.

    Returns
    -------
    str or None
        None where no chart shows it, or only as one of many dots without a name.
    """
    if claim in set(_read_played(table).id):
        return "published-play"
    is_named = any(one.id == claim and one.verdict == WRONG for _, one in _find_errors(table))
    return "published" if is_named else None


# ---- What five cards bring ----------------------------------------------------------------------
_UNSEEN, _MOST_HELPING, _MOST_DRAWN = 20, 8, 5
_DRAWERS = {5: "elder", 3: "younger"}
_SHIFTS = {5: 3, 4: -2, 3: -3}
"""Points by which names at the ends of lines are moved apart."""


def chance_of_one(helping: int, drawn: int) -> float:
    """The chance that of 20 cards not seen one at least of some is among those drawn: exact."""
    return 1 - comb(_UNSEEN - helping, drawn) / comb(_UNSEEN, drawn)


def say_draw() -> Sentence:
    """What elder finds who takes five cards."""
    return Sentence(
        f"Who takes five cards draws one of four that help in {chance_of_one(4, 5):.0%} of deals"
    )


def draw_draws(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """The chance of drawing one card at least of those that help, by how many are drawn."""
    helping = np.arange(1, _MOST_HELPING + 1)
    with one_panel(
        say_draw(), "Chance of drawing at least one of them, percent",
        "Exact, for one to five cards drawn. Diamonds: the odds that Cavendish prints (about "
        "1890), for elder drawing five cards and younger drawing three.",
        height=72 * MM, unit="cards that would help, of twenty not seen",
    ) as axes:  # fmt: skip
        for drawn in range(1, _MOST_DRAWN + 1):
            chances = [100 * chance_of_one(cards, drawn) for cards in helping]
            meaning = _DRAWERS.get(drawn, "neutral")
            is_named = drawn in _DRAWERS
            axes.plot(helping, chances, color=f"piquet:{meaning}",
                      linestyle=SEAT_LINES.get(meaning, "-"),
                      linewidth=letters(1.6 if is_named else 0.9))  # fmt: skip
            words = f"{meaning}, {drawn}" if is_named else f"{drawn} drawn"
            write_at(axes, _MOST_HELPING, chances[-1], words, meaning, (6, _SHIFTS.get(drawn, 0)),
                     fontweight="bold" if is_named else "normal")  # fmt: skip
        for cards, claimed in _read_draws():
            draw_mark(axes, cards, 100 * claimed, "other")
        draw_mark(axes, 1.15, 96, "other")
        write_at(axes, 1.15, 96, "Cavendish’s odds", "other", (6, 0), fontweight="bold")
        axes.set_xticks(helping)
        axes.set_xlim(0.7, _MOST_HELPING + 0.15)
        axes.set_ylim(0, 104)
        axes.set_yticks(range(0, 101, 25))
    return figure_of(axes)


def _read_draws() -> list[tuple[int, float]]:
    # How many cards help, and the chance that Cavendish prints for one at least.
    found = []
    for claim in load_claims():
        match = re.fullmatch(r"CAV-DRAW-[EY]1(?:of(\d))?", claim.id)
        if match:
            figure = claim.figures[0]
            found.append((int(match.group(1) or 1), float(claimed_probability(figure))))
    return found
