"""Maxims of one's own, judged by the study that judges those of the books."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.values import draw_values
from analyses.maxims.findings import Judgement, read_findings
from analyses.maxims.judge import COST, GAIN, KNOWN, WORTH
from analyses.maxims.maxim import PLAY, Maxim, Published
from analyses.results.analysis import Analysis, read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.studies.books import maxims, playing
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.running.run import Progress

_SOURCE = "one's own"


def judge_own(
    maxim: Maxim,
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[Judgement, Analysis]:
    """Judge one maxim of one's own as its study judges those of the books.

    Parameters
    ----------
    maxim : Maxim
        As `analyses.discard_maxim` or `analyses.play_maxim` registers it.
    simulation : Simulation
        Whose players exchange and play.
    n : int
        How many deals are looked through: one hand, or one moment of the play, is judged for
        every hundred.
    threads : int, optional
    progress : callable, optional

    Returns
    -------
    Judgement, Analysis
        What was found, and the result that can be written.

    Raises
    ------
    InputError
        As the study.
    """
    study = playing.STUDY if maxim.kind == PLAY else maxims.STUDY
    made = replace(
        study.answer(simulation, n, threads, progress, rules=(maxim,)),
        name=maxim.id.lower(),
        title=f"{maxim.name}: is that right?",
        draw=draw_own,
    )
    published = Published(maxim.id, _SOURCE, maxim.kind, maxim.name, "", "", "")
    return Judgement(published, "", "", read_findings(made.table)), made


def draw_own(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What a maxim of one's own is worth, and what of that its words know, by seat.

    It is shown, too, what always following it brings, and what breaking it costs who obeys anyway.
    """
    findings = read_findings(table)
    values: dict[str, Estimate] = {}
    for one in findings:
        values[f"{one.seat}, what the words know"] = one.numbers[KNOWN]
        values[f"{one.seat}, following less breaking"] = one.numbers[WORTH]
        values[f"{one.seat}, always following"] = one.numbers[GAIN]
    told = dict.fromkeys(one.verdict for one in findings)
    verdicts = "; ".join(
        told if len(told) == 1 else (f"{one.seat} {one.verdict}" for one in findings)
    )
    broken = table[table["quantity"] == COST]
    for row in iterate_rows(broken):
        values[f"{row.seat}, breaking where it is obeyed"] = read_estimate(row)
    return draw_values(
        values,
        f"“{findings[0].advice}”: {verdicts}",
        "Points a deal to which it applies; known: beyond a random rule",
        say_origin(captions),
    )
