"""Discards: how many cards are exchanged, and what does the exchange do to a hand?"""

import numpy as np
import pandas as pd

from analyses.analysis import Analysis, derive, describe, estimate_row, say_who_plays
from analyses.drawings.discards import draw_better, find_lengthened, say_lengthened
from analyses.sentences import Sentence, percent, say
from analyses.study import Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

TITLE = "How many cards are exchanged, and what does the exchange do?"
_SEATS = ("elder", "younger")
_CLASSES = ("point", "sequence", "sets")
_EXCHANGES = "exchanges"
_SET_LABELS = ("none", "1 trio", "trios", "four")


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
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    How many cards are exchanged, and what does the exchange do?
    """
    result = run_simulation(simulation, n, threads, progress)
    table = pd.DataFrame(_rows(result))
    return Analysis(
        "discards",
        TITLE,
        table,
        draw_better,
        _summarise(result),
        describe(simulation, result.deals),
        result.seconds,
        {
            "intervals": "Wilson, deals as units",
            "matrix": "of hands dealt so, the fraction that held so after the exchange",
            **derive(
                **{f"{seat}_exchanged": result.estimates[f"{seat}_exchanged"] for seat in _SEATS},
                **_changes(result),
                **{f"{seat}_lengthened": find_lengthened(table, seat) for seat in _SEATS},
            ),
        },
        runs=(result,),
        headlines=(say_lengthened(table),),
    )


def _cells(result: Result, seat: int, place: int) -> tuple[np.ndarray, list[str]]:
    # Deals by what was dealt (rows) and what was held (columns), and the labels of both.
    matrix = result.tally.arrays.changes[seat, place]
    if _CLASSES[place] == "sets":
        return matrix[: len(_SET_LABELS), : len(_SET_LABELS)], list(_SET_LABELS)
    used = np.flatnonzero(matrix.sum(axis=0) + matrix.sum(axis=1))
    return matrix[np.ix_(used, used)], [str(cards) if cards else "none" for cards in used]


def _rows(result: Result) -> list[dict[str, object]]:
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


def _kept_or_gained(matrix: np.ndarray) -> tuple[int, int, int]:
    # Deals in which a class got better, stayed, and got worse.
    dealt, held = np.indices(matrix.shape)
    better = int(matrix[held > dealt].sum())
    worse = int(matrix[held < dealt].sum())
    return better, int(matrix.sum()) - better - worse, worse


def _changes(result: Result) -> dict[str, Estimate]:
    # In what share of deals elder's exchange makes a class better or worse.
    told = {}
    for place, kind in enumerate(_CLASSES):
        better, _, worse = _kept_or_gained(_cells(result, 0, place)[0])
        told[f"{kind}_better"] = estimate_proportion(better, result.deals)
        told[f"{kind}_worse"] = estimate_proportion(worse, result.deals)
    return told


def _summarise(result: Result) -> tuple[Sentence, ...]:
    elder, younger = result.estimates["elder_exchanged"], result.estimates["younger_exchanged"]
    most = result.simulation.rules.elder_exchange_most
    full = estimate_proportion(int(result.tally.arrays.exchanged[0, most]), result.deals)
    shares = _changes(result)
    changes = [
        f"{kind} better in {percent(shares[f'{kind}_better'])} and worse in "
        f"{percent(shares[f'{kind}_worse'])}"
        for kind in _CLASSES
    ]
    trio = _cells(result, 0, 2)[0][1]
    filled = "no deal that was seen"
    if trio.sum():
        filled = f"{percent(estimate_proportion(int(trio[3]), int(trio.sum())))} of such deals"
    return (
        Sentence(
            f"{say_who_plays(result.simulation)}elder exchanges {say(elder)} cards, all {most} in "
            f"{percent(full)} of deals; younger exchanges {say(younger)}."
        ),
        Sentence(f"Elder's exchange makes the {'; the '.join(changes)} of deals."),
        Sentence(
            f"An elder dealt one trio holds a quatorze after the exchange in {filled} "
            "(± standard error)."
        ),
    )


STUDY = Study(TITLE, analyse, draw_better, seconds=100)
