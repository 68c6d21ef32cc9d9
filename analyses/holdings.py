"""Holdings: what is a hand worth that is dealt a quatorze, a quint, a long suit, or no ace?

Deals in which a seat is dealt such a hand are dealt as such, and the seat's margin in them is
compared with its margin over all deals. So the worth is that of the whole hand and of all that
follows from it, in the exchange and the play, too. As in `codes`, `club` plays unless another is
named.
"""

from dataclasses import replace

import pandas as pd

from analyses.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    say_who_plays,
    shift_progress,
    turn_margin,
)
from analyses.drawings.holdings import HOLDINGS, draw_worths, name_worth, read_worths, say_worths
from analyses.sentences import Sentence, choose, compose, is_within, say
from analyses.study import Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS
from piquet_sim.running.run import Progress, run_simulation

TITLE = "What is a hand worth that is dealt a quatorze, a quint, or no ace?"

_CONDITIONS = {
    "quatorze of aces": "has 4 aces",
    "quint": "has a quint",
    "six of a suit": "has a suit of at least 6 cards",
    "trio of tens": "has 3 tens",
    "no ace": "has no aces",
}
"""What the deals are dealt under, by what charts call it."""


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n random deals, and n with each holding in each seat.

    Raises
    ------
    InputError
        If n is not a valid number of deals, or the deals already have a condition.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 1_000).title)
    What is a hand worth that is dealt a quatorze, a quint, or no ace?
    """
    if simulation.given is not None:
        raise InputError("study holdings: deals under its own conditions; leave out the condition")
    everywhere = run_simulation(simulation, n, threads, progress)
    results, rows = [everywhere], []
    for seat in SEATS:
        average = turn_margin(everywhere.estimates["difference"], seat)
        rows.append(estimate_row("margin over all deals", average, seat=seat))
        for holding in HOLDINGS:
            one = replace(simulation, given=f"{seat} {_CONDITIONS[holding]}")
            done = shift_progress(progress, n * len(results))
            result = run_simulation(one, n, threads, done)
            results.append(result)
            own = turn_margin(result.estimates["difference"], seat)
            rows.append(estimate_row(f"margin with {holding}", own, seat=seat))
            if own.low is not None and average.low is not None:
                worth = subtract_estimates(own, average)
                rows.append(estimate_row(name_worth(holding), worth, seat=seat))
    table = pd.DataFrame(rows)
    return Analysis(
        "holdings",
        TITLE,
        table,
        draw_worths,
        _summarise(simulation, table),
        describe(simulation, everywhere.deals),
        sum(one.seconds for one in results),
        {
            "dealt": "common deals, and as many with each holding in each seat",
            "intervals": "of the difference, made of both (MOVER)",
            **derive(),
        },
        runs=tuple(results),
        headlines=(say_worths(table),),
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: all, and those with each holding in each seat."""
    return 1 + len(SEATS) * len(HOLDINGS)


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    worths, players = read_worths(table), say_who_plays(simulation)
    told = {
        seat: ", ".join(f"{holding} {say(one)}" for holding, one in own.items())
        for seat, own in worths.items()
    }
    return (
        *(
            Sentence(
                f"{players}{seat} makes, against an average deal in that seat, in points: "
                f"{told[seat] or 'too few deals to tell'}."
            )
            for seat in SEATS
        ),
        compose(
            "Own points less the opponent's (mean ± standard error), all that follows from the "
            "hand counted",
            *(_say_dearest(worths[seat], seat) for seat in SEATS),
            ".",
        ),
    )


def _say_dearest(worths: dict[str, Estimate], seat: str) -> Sentence:
    # What no ace costs, where that can be told.
    if "no ace" not in worths:
        return Sentence("")
    cost = worths["no ace"]
    return choose(
        Sentence(f"; without an ace {seat} loses {say(negate(cost))}",
                 is_within(f"what no ace is worth to {seat}", cost, below=0)),
        Sentence(""),
    )  # fmt: skip


STUDY = Study(TITLE, analyse, draw_worths, strategy="club", count_runs=_count_runs)
