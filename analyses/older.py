"""Studies whose tables are data frames, as studies over findings."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.findings import Findings
from analyses.results.analysis import read_captions, read_data
from analyses.study import Asked
from analyses.study import Study as OlderStudy


def frame(found: Findings) -> pd.DataFrame:
    """The table as it is read from its file."""
    return read_data(StringIO(found.table.to_csv(index=False)))


def adapt(draw: Callable[..., Figure]) -> Callable[[Findings], Figure]:
    """What draws a chart from a data frame, over findings."""
    return lambda found: draw(frame(found), found.about)


def answer_as(older: OlderStudy) -> Callable[..., Findings]:
    """What answers a study with a data frame, over findings."""

    def answer(asked: Asked, **options: Any) -> Findings:
        made = older.analyse(asked, **options)
        about = {"n": asked.n, **asked.simulation.describe(), **made.about}
        noted = {**made.notes, "description": about}
        said = (made.say or older.say)(asked.simulation, made.table, noted)
        derived = {**made.notes.get("derived", {}), **said.get("derived", {})}
        captions = read_captions({**made.notes, "derived": derived, "description": about})
        return Findings.read_table(made.table, captions)

    return answer


def tell_as(tell: Callable[..., Any]) -> Callable[[Findings], tuple[str, ...]]:
    """What says plain words of a data frame, over findings."""

    def words(found: Findings) -> tuple[str, ...]:
        said = tell(frame(found), found.about)
        return (str(said.finding), *map(str, said.brief))

    return words
