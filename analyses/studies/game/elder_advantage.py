"""Elder's advantage: what is it worth to be elder hand, between which players?

Of strong players, whose deals are dear, the luck of the draw and of the deal is taken out of scores
and margins (`estimates.luck`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import (
    STEADIED_SCORES,
    estimate_row,
    estimate_score,
    read_estimate,
    read_estimates,
    say_who_plays,
)
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.game.elder_advantage_chart import (
    CLASS_WIDTH,
    HUMP_WIDTH,
    HUMPS,
    MARGIN,
    draw_margins,
    name_hump,
    say_worth,
)
from analyses.study import BETWEEN, Answer, Asked, Reported, Study
from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.game.cards import TRICKS
from piquet_sim.running.records import record_deals
from piquet_sim.running.result import Result
from piquet_sim.sentences import Sentence, choose, compose, exceeds, is_so, percent, say
from piquet_sim.strategies import Strategy, find_strategy, strategy_names
from piquet_sim.strategies.roster import ROSTER

TITLE = "What is it worth to be elder hand?"
_SHOWN_CLASSES = 16
_RECORDED = 100_000
_MEASURES = ("elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "drawn")


def analyse(asked: Asked) -> Answer:
    """Answer the question from n deals of each pair of strategies.

    The pair of the simulation comes first and gives the distributions; every other pair of the
    named strategies that are fast is played with the same seed, so with the same cards.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    What is it worth to be elder hand?
    """
    results = []
    for place, (elder, younger) in enumerate(_pairs(asked.simulation)):
        mirrored = asked.simulation.mirrored and place == 0
        one = replace(asked.simulation, elder=elder, younger=younger, mirrored=mirrored)
        results.append(asked.play(one, place))
    main = results[0]
    rows = [
        estimate_row(measure, estimate_score(result, measure),
                     elder=result.simulation.elder.name,
                     younger=result.simulation.younger.name)
        for result in results
        for measure in _MEASURES
    ]  # fmt: skip
    table = pd.DataFrame([*rows, *_distribution_rows(main), *_count_humps(main)])
    notes = {"pairs": len(results), "intervals": f"{STEADIED_SCORES}; fractions: Wilson"}
    return Answer(table, say_worth(table), notes, tuple(results))


def _list_fast() -> list[str]:
    # Those with whom every pair can be played; primer is club with another exchange.
    return [
        name for name in strategy_names() if name != "primer" and not find_strategy(name).is_slow
    ]


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: once per pair of strategies."""
    return len(_pairs(simulation))


def _pairs(simulation: Simulation) -> list[tuple[Strategy, Strategy]]:
    own = (simulation.elder, simulation.younger)
    named = [find_strategy(name) for name in _list_fast()]
    others = [(elder, younger) for elder in named for younger in named]
    return [own, *(pair for pair in others if pair != own)]


def _distribution_rows(result: Result) -> list[dict[str, Any]]:
    rows = []
    for seat in ("elder", "younger"):
        for low, deals in _by_class(result.tally.score_counts(seat)):
            estimate = estimate_proportion(deals, result.deals)
            rows.append(_pair_row(_name_class(seat, low), estimate, result))
    differences, counts = result.tally.difference_counts()
    classes = differences // CLASS_WIDTH
    for place in np.unique(classes[counts > 0]):
        low = int(place) * CLASS_WIDTH
        estimate = estimate_proportion(int(counts[classes == place].sum()), result.deals)
        name = f"{MARGIN}{low} to {low + CLASS_WIDTH - 1}"
        rows.append(_pair_row(name, estimate, result))
    return rows


def _count_humps(result: Result) -> list[dict[str, Any]]:
    # What the deals of the two humps of the margin contain, of recorded ones.
    records = record_deals(result.simulation, min(result.deals, _RECORDED))
    less = margin(records)
    pique, repique = records["elder_pique"] > 0, records["elder_repique"] > 0
    capot = records["elder_tricks"] == TRICKS
    contained = (pique | capot, repique | (pique & capot))
    rows = []
    for low, wanted in zip(HUMPS, contained, strict=True):
        there = (low <= less) & (less < low + HUMP_WIDTH)
        if there.any():
            share = estimate_proportion(int(wanted[there].sum()), int(there.sum()))
            rows.append(_pair_row(name_hump(low), share, result))
    return rows


def _pair_row(name: str, estimate: Estimate, result: Result) -> dict[str, Any]:
    players = result.simulation
    return estimate_row(name, estimate, elder=players.elder.name, younger=players.younger.name)


def _name_class(seat: str, low: int) -> str:
    return f"{seat} makes {low} to {low + CLASS_WIDTH - 1}"


def _by_class(counts: np.ndarray) -> list[tuple[int, int]]:
    # Deals by classes of ten points, the published table's classes.
    most = _SHOWN_CLASSES * CLASS_WIDTH
    classes = [
        (low, int(counts[low : low + CLASS_WIDTH].sum())) for low in range(0, most, CLASS_WIDTH)
    ]
    rest = int(counts[most:].sum())
    return [*classes[:-1], (classes[-1][0], classes[-1][1] + rest)]


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    return {"summary": _summarise(simulation, table)}


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    elder, younger = simulation.elder.name, simulation.younger.name
    estimates = read_estimates(table, elder=elder, younger=younger)
    difference = estimates["difference"]
    margins = iterate_rows(table[table["quantity"] == "difference"])
    same = {row.elder: read_estimate(row) for row in margins if row.elder == row.younger}
    ordered = sorted(same, key=lambda name: (name not in ROSTER, [*ROSTER, name].index(name)))
    told = ", ".join(f"{name} {say(same[name])}" for name in ordered)
    rising = [
        exceeds(f"elder's margin between {better} less that between {one}", same[better], same[one])
        for one, better in pairwise(ordered)
    ]
    return (
        compose(
            f"{say_who_plays(simulation)}elder makes {say(estimates['elder_score'])} and "
            f"younger {say(estimates['younger_score'])} points a deal: ",
            choose(
                Sentence(
                    f"being elder is worth {say(difference)} points.",
                    is_so("both seats are played alike", elder == younger),
                ),
                Sentence(f"elder's margin is {say(difference)}."),
            ),
        ),
        Sentence(
            f"Elder makes more than younger in {percent(estimates['elder_wins'])} of deals, less "
            f"in {percent(estimates['younger_wins'])}, the same in {percent(estimates['drawn'])}."
        ),
        choose(
            Sentence(
                f"It grows with skill; between equal players elder's margin is: {told} (mean ± "
                "standard error).",
                is_so("all are players of the package", set(ordered) <= set(ROSTER)),
                *rising,
            ),
            Sentence(f"Between equal players elder's margin is: {told} (mean ± standard error)."),
        ),
    )


def _pick(rows: Sequence[Row]) -> list[Pick]:
    elder, younger = rows[0]["elder"], rows[0]["younger"]
    between = {"elder": elder, "younger": younger}
    equals = dict.fromkeys(row["elder"] for row in rows if row["elder"] == row["younger"])
    return [
        Pick("elder's score", POINTS, {**between, "quantity": "elder_score"}),
        Pick("younger's score", POINTS, {**between, "quantity": "younger_score"}),
        Pick("elder's lead", POINTS, {**between, "quantity": "difference"}),
        Pick("elder makes more", PERCENT, {**between, "quantity": "elder_wins"}),
        Pick("younger makes more", PERCENT, {**between, "quantity": "younger_wins"}),
        *(
            Pick(
                f"elder's lead, {name} against {name}", POINTS,
                {"elder": name, "younger": name, "quantity": "difference"},
            )
            for name in equals
            if name != elder or name != younger
        ),
    ]  # fmt: skip


REPORTED = Reported(
    BETWEEN + "Every pair of strategies plays the same deals. The score of a partie is "
    "not heeded: each deal is played for its own points.",
    _pick,
)

STUDY = Study(
    TITLE, analyse, draw_margins, count_runs=_count_runs, list_others=_list_fast, say=_say_table,
    reported=REPORTED, seconds=130,
)  # fmt: skip
