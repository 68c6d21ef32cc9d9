"""Convergence of an estimate: its 95% band as the number of deals grows."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from analyses.sentences import Sentence, percent, say
from analyses.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    light_grid,
    new_chart,
)
from piquet_sim.estimates.digits import decimals_of
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.errors import InputError

_MOST_NAMED = 6


def draw_convergence(
    estimates: Sequence[Estimate],
    unit: str,
    scale: float = 1.0,
    exact: float | None = None,
    caption: str = "",
    sign: str = "",
) -> Figure:
    """One quantity estimated from more and more deals, with its interval.

    Parameters
    ----------
    estimates : sequence of Estimate
        From few deals to many.
    unit : str
        What is estimated and in what unit, for the axis.
    scale : float
        Factor of the estimates; 100 for percentages.
    exact : float, optional
        The true value, where it is known.
    caption : str
        Description of what was played, for the small print.
    sign : str
        Unit after the numbers of the headline.

    Raises
    ------
    InputError
        If there are fewer than two, or an error is missing.
    """
    ordered = sorted(estimates, key=lambda one: one.n)
    if len(ordered) < 2 or any(one.se is None for one in ordered):
        raise InputError("charts: expected at least two estimates with standard errors")
    deals = [one.n for one in ordered]
    with chart_style():
        figure, axes = new_chart(height=2.3)
        axes.fill_between(deals, [scale * one.low for one in ordered],
                          [scale * one.high for one in ordered], color=ELDER_COLOUR, alpha=0.25,
                          linewidth=0, label="95% interval")  # fmt: skip
        axes.plot(deals, [scale * one.value for one in ordered], color=ELDER_COLOUR, marker="o",
                  markersize=3, label="estimate")  # fmt: skip
        if exact is not None:
            axes.axhline(scale * exact, color=EXACT_COLOUR, linestyle="--", linewidth=0.9,
                         label="exact")  # fmt: skip
        axes.set_xscale("log")
        named = deals[:: -(-len(deals) // _MOST_NAMED)]
        axes.set_xticks(named, [f"{one:,}" for one in named])
        axes.set_xticks([], minor=True)
        axes.set_xlabel("deals (log scale)")
        axes.set_ylabel(unit)
        axes.legend(loc="best")
        light_grid(axes, "y")
        add_headline(figure, _say_finding(ordered[-1], scale, exact, sign))
        add_small_print(figure, caption)
    return figure


def _say_finding(last: Estimate, scale: float, exact: float | None, sign: str) -> Sentence:
    value = percent(last) if (scale, sign) == (100, "%") else f"{say(last, scale)}{sign}"
    if exact is None:
        return Sentence(f"{last.n:,} deals give {value}")
    true = f"{scale * exact:.{decimals_of(scale * last.se)}f}" if last.se else f"{scale * exact:g}"
    return Sentence(f"{last.n:,} deals give {value} (exactly {true}{sign})")
