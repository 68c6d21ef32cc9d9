"""What sinking costs, and how many hands each answer leaves."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_reach
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import draw_interval, light_grid, tick_sparsely, write_at
from analyses.charts.style import EXACT_COLOUR, HIGHEST, MM, chart_style, letters, new_chart
from analyses.maxims.judge import APPLIES, WORTH
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import Sentence, brief, choose, compose, is_within, join_pieces

COST, LEFT = "cost of sinking", "hands left"
ALL = "all deals with something to call"
UNGUARDED = "where a king or queen lacks its guard"
SMALL = "a tierce or trio, a king or queen unguarded"
WORTH_OF_CALLS = "following less breaking, calls with pique and repique"
SINKS = ("point", "sequence", "set", "trio of a quatorze", "everything")
"""What may be sunk: a class, one card of a quatorze, or all."""
ANSWERS = ("before any call", "after the point", "after the sequence", "after the set")

_NAMES = {
    "point": "no point called", "sequence": "no sequence called", "set": "no set called",
    "trio of a quatorze": "a quatorze called\nas a trio", "everything": "nothing called at all",
}  # fmt: skip
_APART = 0.4
_FEWEST = 30
"""Deals of which a title tells."""


def read_costs(table: pd.DataFrame, seat: str, opponent: str) -> dict[str, Estimate]:
    """What each way to sink costs a seat against an opponent, in all deals."""
    rows = table[
        (table["quantity"] == COST) & (table["kind"] == ALL) & (table["seat"] == seat)
        & (table["opponent"] == opponent)
    ]  # fmt: skip
    return {row.way: read_estimate(row) for row in iterate_rows(rows)}


def _read_own(table: pd.DataFrame) -> dict[str, dict[str, Estimate]]:
    # Against the first opponent of each seat: those of the study itself.
    found = {}
    for seat in SEATS:
        rows = table[(table["seat"] == seat) & (table["quantity"] == COST)]
        if len(rows):
            found[seat] = read_costs(table, seat, rows["opponent"].iloc[0])
    return found


def say_costs(table: pd.DataFrame) -> Sentence:
    """Which way to sink costs elder most."""
    costs = _read_own(table)[SEATS[0]]
    way = _order(costs)[0]
    return choose(
        Sentence(
            f"{_TITLES[way]} costs elder {brief(costs[way])} points",
            is_within(f"what it costs elder: {way}", costs[way], above=0),
        ),
        Sentence(f"{_TITLES[way]} changes elder’s margin by {brief(negate(costs[way]), sign='+')}"),
    )


_TITLES = {
    "point": "Sinking the point", "sequence": "Sinking the sequence", "set": "Sinking the set",
    "trio of a quatorze": "Hiding a quatorze", "everything": "Calling nothing",
}  # fmt: skip


def _order(costs: Mapping[str, Estimate]) -> list[str]:
    # The ways to sink, the costliest first.
    return sorted(costs, key=lambda way: -costs[way].value)


def draw_costs(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """What each way to sink costs each seat."""
    own = _read_own(table)
    every = say_alike(cost for costs in own.values() for cost in costs.values())
    places = len(every[0].partition(".")[2]) if every else 0
    with chart_style():
        figure, axes = new_chart(height=70 * MM)
        order = _order(own[SEATS[0]])
        order += [way for way in SINKS if way not in order]
        for number, (seat, costs) in enumerate(own.items()):
            told = dict(zip(costs, say_alike(costs.values(), places=places), strict=True))
            for way, cost in costs.items():
                place = order.index(way) + (number - 0.5) * _APART
                draw_interval(axes, place, cost, seat)
                end = cost.value if cost.high is None else cost.high
                words = f"{seat} {told[way]}" if way == order[0] else told[way]
                write_at(axes, end, place, words, seat, (5, 0), bbox=None)
        axes.set_yticks(range(len(SINKS)), [_NAMES[way] for way in order])
        axes.set_ylim(len(SINKS) - 0.4, -0.6)
        axes.margins(x=0.16)
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, 0) if low < 0 else 0, high)
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("points lost a deal in which it is called")
        light_grid(axes, "x")
        add_headline(
            figure, say_costs(table), "Compared with the player's own calls, in the same deals"
        )
        add_small_print(
            figure,
            f"{say_origin(captions, _count_deals(captions, 'deals'))} 95% intervals: "
            f"{say_reach(cost for costs in own.values() for cost in costs.values())} at most.",
        )
    return figure


def _count_deals(captions: Mapping[str, Any], key: str) -> str:
    return f"{captions[key]:,} deals"


def _read_sinking(table: pd.DataFrame) -> pd.DataFrame:
    rows = table[table["headline"].eq(True) & table["quantity"].isin((WORTH, WORTH_OF_CALLS))]
    return rows[rows["kind"] == APPLIES]


def say_sinking(table: pd.DataFrame) -> Sentence:
    """What sinking a small score, a king or queen being unguarded, makes in each seat."""
    rows = _read_sinking(table)
    pieces: list[Sentence] = []
    said = ""
    for seat in SEATS:
        own = rows[(rows["seat"] == seat) & (rows["quantity"] == WORTH)]
        if len(own) and own["n"].iloc[0] >= _FEWEST:
            worth = read_estimate(next(iterate_rows(own)))
            words = f"what sinking a small score makes as {seat}"
            verb = choose(
                Sentence("costs", is_within(words, worth, below=0)),
                Sentence("gains", is_within(words, worth, above=0)),
                Sentence("makes"),
            )
            amount = brief(negate(worth) if verb == "costs" else worth,
                           sign="+" if verb == "makes" else "")  # fmt: skip
            start = "" if verb == said else f"{verb} "
            pieces.append(Sentence(f"{start}{seat} {amount}", *verb.grounds))
            said = str(verb)
    if not pieces:
        return Sentence("To sink a small score when unguarded: too few deals to tell")
    return compose("To sink a small score when unguarded ", join_pieces(", ", pieces), " points")


def draw_sinking(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What sinking a small score when unguarded makes, and what of it is given up in calls."""
    rows = _read_sinking(table)
    places = list(dict.fromkeys(zip(rows["seat"], rows["opponent"], strict=True)))
    with chart_style():
        figure, axes = new_chart(height=72 * MM)
        for row in iterate_rows(rows):
            place = places.index((row.seat, row.opponent))
            is_whole = row.quantity == WORTH
            shift, meaning = (-0.17, row.seat) if is_whole else (0.17, "neutral")
            estimate = read_estimate(row)
            draw_interval(axes, place + shift, estimate, meaning)
            end = estimate.value if estimate.high is None else estimate.high
            words = brief(estimate, sign="+")
            if place == 0:
                words += " in all" if is_whole else " apart from tricks"
            write_at(axes, end, place + shift, words, meaning, (5, 0), bbox=None)
        axes.set_yticks(range(len(places)), [f"{seat}\nv {other}" for seat, other in places])
        axes.set_ylim(max(len(places), 1) - 0.4, -0.6)
        axes.margins(x=0.1)
        low, high = axes.get_xlim()
        axes.set_xlim(low, max(high, 0) + 0.25 * (max(high, 0) - low))
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6), zorder=1)
        tick_sparsely(axes.xaxis, 5)
        axes.set_xlabel("points a deal to which it applies")
        light_grid(axes, "x")
        add_headline(
            figure, say_sinking(table), "Compared with the player's own calls, in the same deals"
        )
        add_small_print(
            figure,
            f"{say_origin(captions, _say_most(rows))} Unguarded: a bare king, or a queen with one "
            "guard or none, that all calls would show. Lines: 95% intervals.",
        )
    return figure


def _say_most(rows: pd.DataFrame) -> str:
    return f"{int(rows['n'].max()) if len(rows) else 0:,} such deals in a row at most"


def say_answers(table: pd.DataFrame) -> Sentence:
    """How many hands the answers leave."""
    left = _read_left(table)
    first, last = (brief(left[name]) for name in (ANSWERS[0], ANSWERS[-1]))
    return Sentence(f"Three answers leave elder {last} of {first} hands that younger may hold")


def _read_left(table: pd.DataFrame) -> dict[str, Estimate]:
    rows = table[table["quantity"] == LEFT]
    return {row.kind: read_estimate(row) for row in iterate_rows(rows)}


def draw_answers(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How many of younger's hands are left after each answer."""
    left = _read_left(table)
    with chart_style():
        figure, axes = new_chart(height=min(60 * MM, HIGHEST))
        for place, name in enumerate(ANSWERS):
            one = left[name]
            axes.barh(place, one.value, height=0.55, color="piquet:younger")
            write_at(axes, one.value, place, brief(one), "younger", (4, 0), fontweight="bold")
        axes.set_yticks(range(len(ANSWERS)), ANSWERS)
        axes.set_ylim(len(ANSWERS) - 0.4, -0.6)
        axes.set_xlim(0, 1.14 * max(one.value for one in left.values()))
        tick_sparsely(axes.xaxis, 5)
        axes.set_xlabel("hands that younger may hold, mean")
        light_grid(axes, "x")
        add_headline(figure, say_answers(table), "Hands that agree with what elder has heard")
        add_small_print(
            figure,
            f"{say_origin(captions, _count_deals(captions, 'counted'))} Counted one by one in each "
            f"deal; 95%: {say_reach(left.values())} at most.",
        )
    return figure
