"""The distribution that a run reports beside its estimates: in words, as JSON, as a chart."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from piquet_sim.cli.completion import complete_distribution
from piquet_sim.cli.forms import answer
from piquet_sim.cli.options import check_chart
from piquet_sim.cli.screen import find_width, print_table, print_text, show_interval, show_value
from piquet_sim.game.errors import InputError, load_extra

if TYPE_CHECKING:
    from piquet_sim.running.distribution import Distribution
    from piquet_sim.running.result import Result

DistributionName = Annotated[
    str | None,
    typer.Option(
        "--distribution",
        help="Also print how an amount spreads over the deals: quantiles, tails, a histogram.",
        metavar="AMOUNT",
        autocompletion=complete_distribution,
    ),
]
DistributionChart = Annotated[
    Path | None,
    typer.Option("--chart", help="Draw that distribution as a chart.", metavar="FILE.svg"),
]


class Wanted(NamedTuple):
    """A distribution that is asked for."""

    name: str
    chart: Path | None


def want_distribution(name: str | None, chart: Path | None) -> Wanted | None:
    """Which distribution is asked for, or None; refused before anything is played.

    Raises
    ------
    InputError
        If it is not counted, or the chart cannot be written.
    """
    if name is None:
        if chart is not None:
            raise InputError("--chart requires --distribution")
        return None
    from piquet_sim.running.distribution import check_amount

    check_amount(name)
    load_extra("scipy.special", "--distribution")
    if chart is not None:
        check_chart(chart)
    return Wanted(name, chart)


@dataclass(frozen=True)
class _Joined:
    result: "Result"
    distribution: "Distribution"

    def as_json(self) -> dict[str, Any]:
        return {**self.result.as_json(), "distribution": self.distribution.as_json()}


def answer_run(result: "Result", tell: Callable[[], Any], wanted: Wanted | None) -> None:
    """Print what a run found, with the distribution that is wanted, and draw its chart.

    Parameters
    ----------
    result : Result
    tell : callable
        Prints the estimates for people.
    wanted : Wanted, optional
    """
    if wanted is None:
        answer(result, tell)
        return
    from piquet_sim.running.distribution import find_distribution

    found = find_distribution(result.tally, wanted.name, result.simulation.rules)
    answer(_Joined(result, found), lambda: (tell(), _print_distribution(found)))
    if wanted.chart is not None:
        from analyses.charts.distribution import draw_distribution
        from analyses.charts.style import save_chart

        save_chart(draw_distribution(found, f"{result.simulation}"), wanted.chart)


def _print_distribution(found: "Distribution") -> None:
    from piquet_sim.running.distribution import draw_bars

    print()
    print_text(f"{found.name}: {found.label}; {found.n:,} deals")
    print()
    rows = [
        (f"{one.percent}%", f"{one.value}", f"{one.low} to {one.high}", "")
        for one in found.quantiles
    ]
    print_table("", ("quantile", "value", "95% interval", ""), rows)
    print()
    rows = [
        (f"{side} {value}", show_value(share, 100, "%"), show_interval(share, 100, "%"), "")
        for (side, value), share in found.tails.items()
    ]
    print_table("", ("share of deals", "value ± se", "95% interval", ""), rows)
    print()
    for line in draw_bars(found, find_width()):
        print(line)
    notes = []
    if found.is_paired:
        notes.append("errors: each mirrored pair counts as one deal where the tally does not know "
                     "how both deals vary together")  # fmt: skip
    if found.pooled:
        notes.append(f"in {found.pooled:,} deals a score of 191 or more is counted as 191")
    for note in notes:
        print()
        print_text(note)
