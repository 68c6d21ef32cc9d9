"""Discards: how many cards are exchanged, and what does the exchange do to a hand?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import (
    derive,
    estimate_row,
    read_derived,
    read_estimate,
    say_who_plays,
)
from analyses.results.picks import PERCENT, Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.game.discards_chart import (
    draw_better,
    find_lengthened,
    order_classes,
    say_lengthened,
)
from analyses.study import BETWEEN, Answer, Asked, Reported, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.running.result import Result
from piquet_sim.sentences import Sentence, percent, say

TITLE = "How many cards are exchanged, and what does the exchange do?"
_SEATS = ("elder", "younger")
_CLASSES = ("point", "sequence", "sets")
_EXCHANGES = "exchanges"
_SET_LABELS = ("none", "1 trio", "trios", "four")


def analyse(asked: Asked) -> Answer:
    """Answer the question from n deals.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    How many cards are exchanged, and what does the exchange do?
    """
    result = asked.play()
    table = pd.DataFrame(_rows(result))
    exchanged = {f"{seat}_exchanged": result.estimates[f"{seat}_exchanged"] for seat in _SEATS}
    return Answer(
        table,
        say_lengthened(table),
        {
            "intervals": "Wilson, deals as units",
            "matrix": "of hands dealt so, the fraction that held so after the exchange",
            **derive(**exchanged),
        },
        (result,),
    )


def _cells(result: Result, seat: int, place: int) -> tuple[np.ndarray, list[str]]:
    # Deals by what was dealt (rows) and what was held (columns), and the labels of both.
    matrix = result.tally.arrays.changes[seat, place]
    if _CLASSES[place] == "sets":
        return matrix[: len(_SET_LABELS), : len(_SET_LABELS)], list(_SET_LABELS)
    used = np.flatnonzero(matrix.sum(axis=0) + matrix.sum(axis=1))
    return matrix[np.ix_(used, used)], [str(cards) if cards else "none" for cards in used]


def _rows(result: Result) -> list[dict[str, Any]]:
    rows = []
    for seat, name in enumerate(_SEATS):
        counts = result.tally.arrays.exchanged[seat]
        for cards in np.flatnonzero(counts):
            estimate = estimate_proportion(int(counts[cards]), result.deals)
            rows.append(
                estimate_row(_EXCHANGES, estimate, seat=name, dealt="", held=str(int(cards)))
            )
        for place, kind in enumerate(_CLASSES):
            matrix, labels = _cells(result, seat, place)
            for dealt, line in zip(labels, matrix, strict=True):
                total = int(line.sum())
                for held, deals in zip(labels, line, strict=True):
                    if total and deals:
                        estimate = estimate_proportion(int(deals), total)
                        rows.append(estimate_row(kind, estimate, seat=name, dealt=dealt, held=held))
    return rows


def _count_changes(table: pd.DataFrame, kind: str) -> tuple[int, int, int]:
    # Deals in which elder's exchange makes a class better, and worse; and all of them.
    rows = table[(table["seat"] == "elder") & (table["quantity"] == kind)]
    better, worse, every = 0, 0, 0
    for row in iterate_rows(rows):
        deals = round(row.value * row.n)
        dealt, held = order_classes(kind, row.dealt), order_classes(kind, row.held)
        better, worse = better + deals * (held > dealt), worse + deals * (held < dealt)
        every += deals
    return better, worse, every


def _changes(table: pd.DataFrame) -> dict[str, Estimate]:
    # In what share of deals elder's exchange makes a class better or worse.
    told = {}
    for kind in _CLASSES:
        better, worse, every = _count_changes(table, kind)
        told[f"{kind}_better"] = estimate_proportion(better, every)
        told[f"{kind}_worse"] = estimate_proportion(worse, every)
    return told


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    lengthened = {f"{seat}_lengthened": find_lengthened(table, seat) for seat in _SEATS}
    return {
        "summary": _summarise(simulation, table, notes),
        **derive(**_changes(table), **lengthened),
    }


def _summarise(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> tuple[Sentence, ...]:
    elder, younger = (read_derived(notes, f"{seat}_exchanged") for seat in _SEATS)
    most = simulation.rules.elder_exchange_most
    own = table[table["seat"] == "elder"]
    full = own[(own["quantity"] == _EXCHANGES) & (own["held"] == str(most))]
    all_of_them = (
        read_estimate(next(iterate_rows(full)))
        if len(full)
        else estimate_proportion(0, _count_changes(table, _CLASSES[0])[2])
    )
    shares = _changes(table)
    changes = [
        f"{kind} better in {percent(shares[f'{kind}_better'])} and worse in "
        f"{percent(shares[f'{kind}_worse'])}"
        for kind in _CLASSES
    ]
    trio = own[(own["quantity"] == "sets") & (own["dealt"] == _SET_LABELS[1])]
    filled = "no deal that was seen"
    if len(trio):
        four = trio[trio["held"] == _SET_LABELS[3]]
        deals = sum(round(row.value * row.n) for row in iterate_rows(four))
        filled = f"{percent(estimate_proportion(deals, int(trio['n'].iloc[0])))} of such deals"
    return (
        Sentence(
            f"{say_who_plays(simulation)}elder exchanges {say(elder)} cards, all {most} in "
            f"{percent(all_of_them)} of deals; younger exchanges {say(younger)}."
        ),
        Sentence(f"Elder's exchange makes the {'; the '.join(changes)} of deals."),
        Sentence(
            f"An elder dealt one trio holds a quatorze after the exchange in {filled} "
            "(± standard error)."
        ),
    )


def _pick(rows: Sequence[Row]) -> list[Pick]:
    return [
        Pick("elder exchanges five cards", PERCENT,
              {"seat": "elder", "held": "5", "quantity": "exchanges"}),
        Pick("younger exchanges three cards", PERCENT,
              {"seat": "younger", "held": "3", "quantity": "exchanges"}),
        *(
            Pick(f"{seat}: {said}", PERCENT,
                  {"seat": seat, "dealt": dealt, "held": held, "quantity": quantity})
            for said, dealt, held, quantity in (
                ("a suit of four becomes one of five", "4", "5", "point"),
                ("a suit of five becomes one of six", "5", "6", "point"),
                ("one trio becomes a quatorze", "1 trio", "four", "sets"),
            )
            for seat in ("elder", "younger")
        ),
    ]  # fmt: skip


REPORTED = Reported(
    BETWEEN + "What an exchange does to a hand depends on what the player keeps.", _pick
)

STUDY = Study(TITLE, analyse, draw_better, say=_say_table, reported=REPORTED, seconds=100)
