"""Carte blanche: how often is it dealt, and what is it worth?

The worth is measured as the books mean it: the seat's margin in deals with a carte blanche less its
margin over all deals. It is not the ten points alone, since the hand has no courts, and since it
saves piques and repiques. Deals in which the seat has one are dealt as such: one in 1,792 of all
deals would be too few to measure it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from analyses.results.analysis import (
    derive,
    estimate_row,
    estimate_score,
    read_estimates,
    say_who_plays,
    turn_margin,
)
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.studies.game.carte_blanche_chart import draw_worths, say_worths
from analyses.study import Answer, Asked, Reported, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.rules import RuleSet
from piquet_sim.running.result import Result
from piquet_sim.sentences import (
    Sentence,
    choose,
    compose,
    is_within,
    join_pieces,
    one_in,
    percent,
    say,
)

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
        return turn_margin(estimate_score(self.result, "difference"), self.seat)

    @property
    def average(self) -> Estimate:
        return turn_margin(estimate_score(self.everywhere, "difference"), self.seat)

    @property
    def worth(self) -> Estimate | None:
        if self.within.low is None or self.average.low is None:
            return None
        return subtract_estimates(self.within, self.average)


def analyse(asked: Asked, held: int | None = None) -> Answer:
    """Answer the question from n random deals, and as many in which each seat has a carte blanche.

    Parameters
    ----------
    asked : Asked
    held : int, optional
        Deals with a carte blanche in each seat; by default n.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 4_000).title)
    How often is a carte blanche dealt, and what is it worth?
    """
    everywhere, fewer, found = asked.play(), held or asked.n, []
    for place, seat in enumerate(_SEATS, start=1):
        one = replace(asked.simulation, given=f"{seat} has carte blanche")
        found.append(_Held(seat, asked.play(one, place, fewer), everywhere))
    rows = [
        estimate_row(f"{seat}{_SHOWS}", everywhere.estimates[f"{seat}_carte_blanche"])
        for seat in _SEATS
    ]
    exact = carte_blanche_probability(asked.simulation.rules.pack)
    rows.append(estimate_row("a hand is a carte blanche", know_exactly(exact)))
    for one in found:
        rows.append(estimate_row(f"{one.seat}: margin with it", one.within))
        rows.append(estimate_row(f"{one.seat}: margin over all deals", one.average))
        if one.worth is not None:
            rows.append(estimate_row(f"{one.seat}{_WORTH}", one.worth))
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_worths(table, {"ten": asked.simulation.rules.carte_blanche_scores}),
        {
            "dealt": "common deals, and others in which each seat is dealt a carte blanche",
            "intervals": "margins: normal; where a strong player plays the luck of the draw is "
            "taken out, of common deals that of the deal, too",
        },
        (everywhere, *(one.result for one in found)),
        {} if fewer == asked.n else {"held": fewer},
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: all, and those with a carte blanche in each seat."""
    return 1 + len(_SEATS)


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
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
    TITLE, analyse, draw_worths, no_condition="deals under its own conditions",
    count_runs=_count_runs, say=_say_table, reported=REPORTED, seconds=300,
)  # fmt: skip
