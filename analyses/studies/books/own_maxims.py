"""Maxims of one's own, judged by the study that judges those of the books."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.values import draw_values
from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.findings import Judgement, read_findings
from analyses.maxims.maxim import Maxim
from analyses.maxims.published import Published
from analyses.results.analysis import Analysis, read_estimate
from analyses.studies.books import maxims, playing
from piquet_sim.deals.simulation import Simulation
from piquet_sim.running.run import Progress

_SOURCE = "one's own"
_COST = "cost of breaking"


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
    maxim : Rule or PlayRule
        As `analyses.discard_maxim` or `analyses.play_maxim` registers it.
    simulation : Simulation
        Whose players exchange and play.
    n : int
        How many deals are looked through: one hand is judged for every thousand, one moment of
        the play for every hundred.
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
    is_play = isinstance(maxim, PlayRule)
    study, kind = (playing.STUDY, "play") if is_play else (maxims.STUDY, "discard")
    made = replace(
        study.answer(simulation, n, threads, progress, rules=(maxim,)),
        name=maxim.id.lower(),
        title=f"{maxim.name}: is that right?",
        draw=draw_own,
    )
    published = Published(maxim.id, _SOURCE, kind, maxim.name, "", "", "")
    return Judgement(published, "", "", read_findings(made.table)), made


def draw_own(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """What following a maxim of one's own makes more than breaking it, by seat.

    Where the player obeys by themself it is shown, too, what breaking it would cost them.
    """
    findings = read_findings(table)
    values = {f"{one.seat}: {one.verdict}": one.worth for one in findings}
    verdicts = "; ".join(dict.fromkeys(one.verdict for one in findings))
    broken = table[table["quantity"] == _COST]
    for row in broken.itertuples():
        values[f"{row.seat}, where it is obeyed"] = read_estimate(row)
    return draw_values(
        values,
        f"“{findings[0].advice}”: {verdicts}",
        "Points that following makes more than breaking, in a deal to which it applies",
        say_origin(captions),
    )
