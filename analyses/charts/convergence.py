"""Convergence of an estimate: its 95% band as the number of deals grows."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from analyses.charts.marks import write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import ELDER_COLOUR, EXACT_COLOUR, MM, figure_of, letters
from piquet_sim.estimates.digits import decimals_of
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.errors import InputError
from piquet_sim.sentences import Sentence, percent, say

_MOST_NAMED = 5


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
        What is estimated and in what unit, for the subtitle.
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
    subtitle = unit[:1].upper() + unit[1:]
    with one_panel(
        _say_finding(ordered[-1], scale, exact, sign), subtitle, caption, height=62 * MM,
        unit="deals (log scale)",
    ) as axes:  # fmt: skip
        axes.fill_between(deals, [scale * one.low for one in ordered],
                          [scale * one.high for one in ordered], color=ELDER_COLOUR, alpha=0.22,
                          linewidth=0)  # fmt: skip
        axes.plot(deals, [scale * one.value for one in ordered], color=ELDER_COLOUR, marker="o",
                  markersize=letters(3))  # fmt: skip
        axes.set_xscale("log")
        if exact is not None:
            axes.axhline(scale * exact, color=EXACT_COLOUR, linestyle=(0, (3, 1.5)),
                         linewidth=letters(0.9))  # fmt: skip
            write_at(axes, deals[-1], scale * exact, "exact", "exact", (0, 7), ha="right",
                     bbox=None)  # fmt: skip
        write_at(axes, deals[0], scale * ordered[0].high, "95% interval", "elder", (3, -5),
                 bbox=None)  # fmt: skip
        named = deals[:: -(-len(deals) // _MOST_NAMED)]
        axes.set_xticks(named, [f"{one:,}" for one in named])
        axes.set_xticks([], minor=True)
    return figure_of(axes)


def _say_finding(last: Estimate, scale: float, exact: float | None, sign: str) -> Sentence:
    value = percent(last) if (scale, sign) == (100, "%") else f"{say(last, scale)}{sign}"
    if exact is None:
        return Sentence(f"{last.n:,} deals give {value}")
    true = f"{scale * exact:.{decimals_of(scale * last.se)}f}" if last.se else f"{scale * exact:g}"
    return Sentence(f"{last.n:,} deals give {value} (exactly {true}{sign})")
