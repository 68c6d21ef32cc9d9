"""What a hand is worth that is dealt a quatorze, a quint, a long suit, or no ace."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from analyses.analysis import read_estimates
from analyses.captions import say_origin, say_reach
from analyses.sentences import (
    Sentence,
    brief,
    choose,
    is_within,
)
from analyses.style import (
    EXACT_COLOUR,
    MM,
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
from piquet_sim.estimates.estimate import Estimate

HOLDINGS = ("quatorze of aces", "quint", "six of a suit", "trio of tens", "no ace")
_SEATS = ("elder", "younger")
_TITLED = ("quatorze of aces", "no ace")


def name_worth(holding: str) -> str:
    """The row of what a holding is worth."""
    return f"worth of {holding}"


def read_worths(table: pd.DataFrame) -> dict[str, dict[str, Estimate]]:
    """By seat and holding, what it is worth."""
    return {
        seat: {
            holding: found[name_worth(holding)]
            for found in [read_estimates(table, seat=seat)]
            for holding in HOLDINGS
            if name_worth(holding) in found
        }
        for seat in _SEATS
    }


def say_worths(table: pd.DataFrame) -> Sentence:
    """What four aces bring elder, and what no ace costs, as far as that can be told."""
    worths = read_worths(table)["elder"]
    if not set(_TITLED) <= set(worths):
        return Sentence("What a holding is worth: too few deals to tell")
    best, worst = (worths[holding] for holding in _TITLED)
    return choose(
        Sentence(
            f"Four aces are worth {brief(best)} points to elder; no ace costs {brief(worst)[1:]}",
            is_within("what four aces are worth to elder", best, above=0),
            is_within("what no ace is worth to elder", worst, below=0),
        ),
        Sentence(
            f"To elder four aces: {brief(best, sign='+')} points, no ace: {brief(worst, sign='+')}"
        ),
    )


def draw_worths(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """Each holding in both seats, those worth most to elder on top."""
    worths = read_worths(table)
    found = [one for own in worths.values() for one in own.values()]
    ordered = sorted(HOLDINGS, key=lambda one: -_value(worths["elder"], one))
    with chart_style():
        figure, axes = new_chart(height=72 * MM)
        for place, holding in enumerate(ordered):
            for seat, nudge in (("elder", -0.22), ("younger", 0.22)):
                one = worths[seat].get(holding)
                if one is None:
                    continue
                draw_interval(axes, place + nudge, one, seat, size=4.8)
                side = 1 if one.value >= 0 else -1
                end = (one.high if side > 0 else one.low) or one.value
                write_at(axes, end, place + nudge, brief(one, sign="+"), seat, (6 * side, 0),
                         ha="left" if side > 0 else "right")  # fmt: skip
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.set_yticks(range(len(ordered)), ordered)
        axes.set_ylim(len(ordered) - 0.4, -0.95)
        ends = [end for one in found for end in (one.low, one.high) if end is not None]
        low, high = min([-1.0, *ends]), max([1.0, *ends])
        axes.set_xlim(low - 0.28 * (high - low), high + 0.2 * (high - low))
        across = axes.get_yaxis_transform()
        for seat, place in (("elder", 0.76), ("younger", 1.0)):
            write_at(axes, place, -0.72, seat, seat, xycoords=across, ha="right",
                     fontweight="bold")  # fmt: skip
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("points a deal")
        light_grid(axes, "x")
        add_headline(
            figure, say_worths(table), "Points more than the seat makes in an average deal"
        )
        amount = f"{captions['n']:,} deals with each"
        add_small_print(
            figure,
            f"{say_origin(captions, amount)} Dealt so in twelve cards, before the exchange. Lines: "
            f"95% intervals, {say_reach(found)} at most.",
        )
    return figure


def _value(worths: Mapping[str, Estimate], holding: str) -> float:
    return worths[holding].value if holding in worths else 0.0
