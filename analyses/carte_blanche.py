"""Carte blanche: how often is it dealt, and what is it worth?

The worth is measured as the books mean it: the seat's margin in deals with a carte blanche less its
margin over all deals. It is not the ten points alone, since the hand has no courts, and since it
saves piques and repiques. Deals in which the seat has one are dealt as such: one in 1,792 of all
deals would be too few to measure it.
"""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    read_estimates,
    say_who_plays,
    shift_progress,
)
from analyses.sentences import (
    Sentence,
    about,
    choose,
    compose,
    is_within,
    join_pieces,
    one_in,
    percent,
    say,
)
from analyses.study import Study
from analyses.style import (
    EXACT_COLOUR,
    SEAT_COLOURS,
    SEAT_MARKS,
    add_headline,
    add_small_print,
    chart_style,
    interval_bars,
    light_grid,
    new_chart,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, know_exactly, negate
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.errors import InputError
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

TITLE = "How often is a carte blanche dealt, and what is it worth?"
_SEATS = ("elder", "younger")


@dataclass(frozen=True)
class _Held:
    # Deals in which a seat has a carte blanche, beside all deals.
    seat: str
    result: Result
    everywhere: Result

    @property
    def within(self) -> Estimate:
        # Own points less the other's.
        return _turn(self.result.estimates["difference"], self.seat)

    @property
    def average(self) -> Estimate:
        return _turn(self.everywhere.estimates["difference"], self.seat)

    @property
    def worth(self) -> Estimate | None:
        if self.within.low is None or self.average.low is None:
            return None
        return subtract_estimates(self.within, self.average)


def _turn(margin: Estimate, seat: str) -> Estimate:
    # Elder's margin as the seat's own.
    return margin if seat == "elder" else negate(margin)


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n random deals, and n in which each seat has a carte blanche.

    Raises
    ------
    InputError
        If n is not a valid number of deals, or the deals already have a condition.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 4_000).title)
    How often is a carte blanche dealt, and what is it worth?
    """
    if simulation.given is not None:
        raise InputError(
            "study carte-blanche: deals under its own conditions; leave out the condition"
        )
    result = run_simulation(simulation, n, threads, progress)
    held = []
    for place, seat in enumerate(_SEATS, start=1):
        one = replace(simulation, given=f"{seat} has carte blanche")
        own = run_simulation(one, n, threads, shift_progress(progress, n * place))
        held.append(_Held(seat, own, result))
    rows = [
        estimate_row(f"{seat} shows a carte blanche", result.estimates[f"{seat}_carte_blanche"])
        for seat in _SEATS
    ]
    exact = carte_blanche_probability(simulation.rules.pack)
    rows.append(estimate_row("a hand is a carte blanche", know_exactly(exact)))
    for one in held:
        rows.append(estimate_row(f"{one.seat}: margin with it", one.within))
        rows.append(estimate_row(f"{one.seat}: margin over all deals", one.average))
        if one.worth is not None:
            rows.append(estimate_row(f"{one.seat}: worth", one.worth))
    return Analysis(
        "carte-blanche",
        TITLE,
        pd.DataFrame(rows),
        _draw,
        _summarise(result, held),
        describe(simulation, result.deals),
        sum(one.seconds for one in (result, *(one.result for one in held))),
        {"dealt": "common deals, and as many in which each seat is dealt a carte blanche",
         **derive(in_so_many_hands=exact.denominator, so_many_are=exact.numerator,
                  ten=simulation.rules.carte_blanche_scores)},
        runs=(result, *(one.result for one in held)),
        headlines=_headlines(result, held),
        chart_notes={
            "players": str(simulation), "deals": result.deals,
            "scores": simulation.rules.carte_blanche_scores,
        },
    )  # fmt: skip


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: all, and those with a carte blanche in each seat."""
    return 1 + len(_SEATS)


def _summarise(result: Result, held: list[_Held]) -> tuple[Sentence, ...]:
    rules = result.simulation.rules
    exact = carte_blanche_probability(rules.pack)
    elder = result.estimates["elder_carte_blanche"]
    return (
        Sentence(
            f"A given hand is a carte blanche once in {1 / float(exact):,.1f} "
            f"({exact.numerator} in {exact.denominator:,}), exactly."
        ),
        Sentence(
            f"{say_who_plays(result.simulation)}elder showed one in {percent(elder)} of "
            f"{result.deals:,} deals ({one_in(elder)})."
        ),
        compose(
            "To be dealt one is worth, against an average deal in that seat, ",
            join_pieces("; ", [_say_worth(one, rules.carte_blanche_scores) for one in held]),
            " (own points less the opponent's; mean ± standard error).",
        ),
    )


def _say_worth(one: _Held, ten: int) -> Sentence:
    worth = one.worth
    if worth is None:
        return Sentence(f"to {one.seat} what one deal cannot tell")
    plain = f"{say(worth)} points to {one.seat}"
    what = f"what a carte blanche is worth to {one.seat}"
    return choose(
        Sentence(f"{plain}, less than the {ten} that it scores", is_within(what, worth, below=ten)),
        Sentence(f"{plain}, more than the {ten} that it scores", is_within(what, worth, above=ten)),
        Sentence(f"{plain} (it scores {ten})"),
    )


def _headlines(result: Result, held: list[_Held]) -> tuple[Sentence, ...]:
    # Over the chart, and over its two panels.
    exact = carte_blanche_probability(result.simulation.rules.pack)
    told = [f"{one.seat} {about(one.worth, sign='+')}" for one in held if one.worth is not None]
    return (
        Sentence(f"Carte blanche is dealt {one_in(exact)}"),
        Sentence(f"Elder: in {percent(result.estimates['elder_carte_blanche'])}"),
        Sentence(", ".join(told).capitalize().replace("-", "−") if told else "What it is worth"),
    )


def _draw(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    estimates = read_estimates(table)
    over, left, right = captions["headlines"]
    with chart_style():
        figure, (often, worth) = new_chart(2, 1, height=2.9)
        for place, seat in enumerate(_SEATS):
            estimate = estimates[f"{seat} shows a carte blanche"]
            style = {"color": SEAT_COLOURS[seat], "marker": SEAT_MARKS[seat], "markersize": 4}
            often.errorbar(
                100 * estimate.value, place, xerr=interval_bars([estimate], 100), **style
            )
            gain = estimates.get(f"{seat}: worth")
            if gain is not None:
                worth.errorbar(gain.value, place, xerr=interval_bars([gain]), **style)
        _mark(often, estimates["a hand is a carte blanche"].value * 100, "exact", "--")
        _mark(worth, captions["scores"], "it scores", ":")
        add_headline(figure, over)
        often.set_title(left)
        often.set_xlabel("shown, percent of deals")
        worth.set_title(right)
        worth.set_xlim(left=min(0.0, worth.get_xlim()[0]))
        worth.set_xlabel("points a deal more than that seat's average margin")
        for axes in (often, worth):
            axes.set_yticks(np.arange(len(_SEATS)), _SEATS)
            axes.set_ylim(1.6, -0.6)
            light_grid(axes, "x")
        add_small_print(
            figure,
            f"{captions['players']}, {captions['deals']:,} deals, and as many with a carte blanche "
            "in each seat. Bars: 95% intervals.",
        )
    return figure


def _mark(axes: Axes, place: float, label: str, line: str) -> None:
    axes.axvline(place, color=EXACT_COLOUR, linestyle=line, linewidth=0.8, label=label)
    axes.legend(loc="upper right", bbox_to_anchor=(1, 1.42))


STUDY = Study(TITLE, analyse, _draw, count_runs=_count_runs)
