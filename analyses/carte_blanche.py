"""Carte blanche: how often is it dealt, and what is it worth?

The worth is measured as the books mean it: what the seat makes more, less what the other makes,
in deals with a carte blanche than over all deals. It is more, or less, than the ten points
themselves, since the hand has no courts, and since it saves piques and repiques.
"""

from fractions import Fraction
from functools import partial

import numpy as np
import pandas as pd

from analyses.analysis import Analysis, derive, describe, estimate_row, one_in, percent
from analyses.style import (
    EXACT_COLOUR,
    SEAT_COLOURS,
    SEAT_MARKS,
    add_headline,
    add_small_print,
    chart_style,
    light_grid,
    new_chart,
)
from piquet_sim.census import carte_blanche_probability
from piquet_sim.estimate import Estimate, estimate_mean, format_with_error
from piquet_sim.records import select_records
from piquet_sim.result import Result
from piquet_sim.run import Progress
from piquet_sim.simulation import Simulation

TITLE = "How often is a carte blanche dealt, and what is it worth?"
_SEATS = ("elder", "younger")


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n deals.

    Raises
    ------
    InputError
        If n makes no sense.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 4_000).title)
    How often is a carte blanche dealt, and what is it worth?
    """
    result, records = select_records(
        simulation,
        n,
        lambda deals: (deals["elder_carte_blanche"] > 0) | (deals["younger_carte_blanche"] > 0),
        threads,
        progress,
    )
    estimates = result.estimates
    exact = carte_blanche_probability(simulation.rules.pack)
    rows = [
        estimate_row(f"{seat} shows a carte blanche", estimates[f"{seat}_carte_blanche"])
        for seat in _SEATS
    ]
    worths = {seat: _worths(seat, records, result) for seat in _SEATS}
    for seat, parts in worths.items():
        rows += [estimate_row(f"{seat}: {name}", estimate) for name, estimate in parts.items()]
    return Analysis(
        "carte-blanche",
        TITLE,
        pd.DataFrame(rows),
        partial(_draw, simulation, result, exact, worths),
        _summarise(result, exact, worths),
        describe(simulation, result.deals),
        result.seconds,
        {
            "intervals": "frequency: Wilson; worth: normal",
            **derive(in_so_many_hands=exact.denominator, so_many_are=exact.numerator),
        },
        runs=(result,),
    )


def _worths(seat: str, records: np.ndarray, result: Result) -> dict[str, Estimate]:
    # Own points less the other's, with a carte blanche, over all deals, and the difference.
    sign = 1 if seat == "elder" else -1
    held = records[records[f"{seat}_carte_blanche"] > 0]
    margins = sign * (held["elder_score"].astype(np.int64) - held["younger_score"])
    everywhere = result.estimates["difference"]
    if not len(margins):
        return {}
    total, squares = int(margins.sum()), int((margins**2).sum())
    within = estimate_mean(total, squares, len(margins), len(margins))
    overall = sign * everywhere.value
    if within.se is None or everywhere.se is None:
        return {"margin with it": within}
    # The deals with it are one in two thousand of all, so the two are all but independent.
    se = float(np.hypot(within.se, everywhere.se))
    gain = within.value - overall
    worth = Estimate(
        gain, se, gain - 1.96 * se, gain + 1.96 * se, within.n, "normal, difference of two means"
    )
    return {"margin with it": within, "worth": worth}


def _summarise(
    result: Result, exact: Fraction, worths: dict[str, dict[str, Estimate]]
) -> tuple[str, ...]:
    elder = result.estimates["elder_carte_blanche"]
    told = []
    for seat, parts in worths.items():
        if "worth" in parts:
            worth = parts["worth"]
            told.append(f"{format_with_error(worth.value, worth.se)} points to {seat}")
    return (
        f"A given hand is a carte blanche once in {1 / float(exact):,.1f} "
        f"({exact.numerator} in {exact.denominator:,}), exactly.",
        f"In {result.deals:,} deals elder showed one in {percent(elder)} of deals "
        f"({one_in(elder.value)}).",
        "A deal in which it is shown is worth, against the average deal of that seat, "
        + (" and ".join(told) or "nothing that so few deals can tell")
        + " (own points less the opponent's; mean ± standard error).",
    )


def _draw(
    simulation: Simulation,
    result: Result,
    exact: Fraction,
    worths: dict[str, dict[str, Estimate]],
) -> object:
    with chart_style():
        figure, (often, worth) = new_chart(2, 1, height=2.9)
        for place, seat in enumerate(_SEATS):
            estimate = result.estimates[f"{seat}_carte_blanche"]
            style = {"color": SEAT_COLOURS[seat], "marker": SEAT_MARKS[seat], "markersize": 4}
            scale = 100
            often.errorbar(
                estimate.value * scale,
                place,
                xerr=[
                    [(estimate.value - estimate.low) * scale],
                    [(estimate.high - estimate.value) * scale],
                ],
                **style,
            )
            if "worth" in worths[seat]:
                value = worths[seat]["worth"]
                worth.errorbar(
                    value.value, place, xerr=1.96 * value.se if value.se else None, **style
                )
        often.axvline(
            float(exact) * 100, color=EXACT_COLOUR, linestyle="--", linewidth=0.8,
            label="exact",
        )  # fmt: skip
        often.legend(loc="upper right", bbox_to_anchor=(1, 1.42))
        worth.axvline(
            simulation.rules.carte_blanche_scores, color=EXACT_COLOUR, linestyle=":",
            linewidth=0.8,
            label="ten points",
        )  # fmt: skip
        worth.legend(loc="upper right", bbox_to_anchor=(1, 1.42))
        add_headline(figure, f"Carte blanche is dealt {one_in(exact)}")
        shown = result.estimates["elder_carte_blanche"]
        often.set_title(f"Elder: in {percent(shown)}")
        often.set_xlabel("shown, percent of deals")
        gained = worths["elder"].get("worth")
        told = "not told" if gained is None else format_with_error(gained.value, gained.se)
        worth.set_title(f"Worth to elder: {told}".replace("-", "−"))
        worth.set_xlabel("points a deal more than that seat's average margin")
        for axes in (often, worth):
            axes.set_yticks(range(len(_SEATS)), _SEATS)
            axes.set_ylim(1.6, -0.6)
            light_grid(axes, "x")
        add_small_print(
            figure,
            f"{simulation}, {result.deals:,} deals. Bars: 95% intervals.",
        )
    return figure
