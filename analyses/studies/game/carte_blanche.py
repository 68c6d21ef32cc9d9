"""Carte blanche: how often is it dealt, and what is it worth?

The worth is measured as the books mean it: the seat's margin in deals with a carte blanche less its
margin over all deals. It is not the ten points alone, since the hand has no courts, and since it
saves piques and repiques. Deals in which the seat has one are dealt as such: one in 1,792 of all
deals would be too few to measure it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from analyses.results.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    read_estimates,
    say_who_plays,
    shift_progress,
    turn_margin,
)
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.results.retelling import Retold
from analyses.studies.game.carte_blanche_chart import draw_worths, say_worths
from analyses.study import Reported, Study
from analyses.words.sentences import (
    Sentence,
    choose,
    compose,
    is_within,
    join_pieces,
    one_in,
    percent,
    say,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RuleSet
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

TITLE = "How often is a carte blanche dealt, and what is it worth?"
_SEATS = ("elder", "younger")
_SHOWS, _WORTH = " shows a carte blanche", ": worth"


@dataclass(frozen=True)
class _Held:
    # Deals in which a seat has a carte blanche, beside all deals.
    seat: str
    result: Result
    everywhere: Result

    @property
    def within(self) -> Estimate:
        # Own points less the other's.
        return turn_margin(self.result.estimates["difference"], self.seat)

    @property
    def average(self) -> Estimate:
        return turn_margin(self.everywhere.estimates["difference"], self.seat)

    @property
    def worth(self) -> Estimate | None:
        if self.within.low is None or self.average.low is None:
            return None
        return subtract_estimates(self.within, self.average)


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
    held: int | None = None,
) -> Analysis:
    """Answer the question from n random deals, and as many in which each seat has a carte blanche.

    Parameters
    ----------
    simulation : Simulation
    n : int
    threads : int, optional
    progress : callable, optional
    held : int, optional
        Deals with a carte blanche in each seat; by default n.

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
    fewer, found = held or n, []
    for place, seat in enumerate(_SEATS, start=1):
        one = replace(simulation, given=f"{seat} has carte blanche")
        own = run_simulation(one, fewer, threads, shift_progress(progress, n * place))
        found.append(_Held(seat, own, result))
    rows = [
        estimate_row(f"{seat}{_SHOWS}", result.estimates[f"{seat}_carte_blanche"])
        for seat in _SEATS
    ]
    exact = carte_blanche_probability(simulation.rules.pack)
    rows.append(estimate_row("a hand is a carte blanche", know_exactly(exact)))
    for one in found:
        rows.append(estimate_row(f"{one.seat}: margin with it", one.within))
        rows.append(estimate_row(f"{one.seat}: margin over all deals", one.average))
        if one.worth is not None:
            rows.append(estimate_row(f"{one.seat}{_WORTH}", one.worth))
    table = pd.DataFrame(rows)
    told = _retell(simulation, table, {})
    return Analysis(
        "carte-blanche",
        TITLE,
        table,
        draw_worths,
        told["summary"],
        {**describe(simulation, result.deals), **({} if fewer == n else {"held": fewer})},
        sum(one.seconds for one in (result, *(one.result for one in found))),
        {"dealt": "common deals, and others in which each seat is dealt a carte blanche",
         "derived": told["derived"]},
        runs=(result, *(one.result for one in found)),
        headlines=(say_worths(table, told["derived"]),),
    )  # fmt: skip


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: all, and those with a carte blanche in each seat."""
    return 1 + len(_SEATS)


def _retell(simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, object]) -> Retold:
    rules, found = simulation.rules, read_estimates(table)
    exact = carte_blanche_probability(rules.pack)
    elder = found[f"elder{_SHOWS}"]
    worths = [_say_worth(seat, found.get(f"{seat}{_WORTH}"), rules) for seat in _SEATS]
    said = (
        Sentence(
            f"A given hand is a carte blanche once in {1 / float(exact):,.1f} "
            f"({exact.numerator} in {exact.denominator:,}), exactly."
        ),
        Sentence(
            f"{say_who_plays(simulation)}elder showed one in {percent(elder)} of "
            f"{elder.n:,} deals ({one_in(elder)})."
        ),
        compose(
            "To be dealt one is worth, against an average deal in that seat, ",
            join_pieces("; ", worths),
            " (own points less the opponent's; mean ± standard error).",
        ),
    )
    numbers = {"in_so_many_hands": exact.denominator, "so_many_are": exact.numerator}
    return {"summary": said, **derive(**numbers, ten=rules.carte_blanche_scores)}


def _say_worth(seat: str, worth: Estimate | None, rules: RuleSet) -> Sentence:
    if worth is None:
        return Sentence(f"to {seat} what one deal cannot tell")
    ten = rules.carte_blanche_scores
    plain = f"{say(worth)} points to {seat}"
    what = f"what a carte blanche is worth to {seat}"
    return choose(
        Sentence(f"{plain}, less than the {ten} that it scores", is_within(what, worth, below=ten)),
        Sentence(f"{plain}, more than the {ten} that it scores", is_within(what, worth, above=ten)),
        Sentence(f"{plain} (it scores {ten})"),
    )


def _pick(rows: Sequence[Row]) -> list[Pick]:
    return [
        Pick("a hand is a carte blanche", PERCENT, {"quantity": "a hand is a carte blanche"}),
        *(
            Pick(f"{seat} {said}", unit, {"quantity": f"{seat}{name}"})
            for said, name, unit in (
                ("shows one", " shows a carte blanche", PERCENT),
                ("leads by, with one", ": margin with it", POINTS),
                ("gains by it", ": worth", POINTS),
            )
            for seat in ("elder", "younger")
        ),
    ]


REPORTED = Reported(
    "How often it is dealt is exact. Its worth holds between these players, who show "
    "every carte blanche that they are dealt.",
    _pick,
)

STUDY = Study(
    TITLE,
    analyse,
    draw_worths,
    count_runs=_count_runs,
    retell=_retell,
    reported=REPORTED,
    seconds=300,
)
