"""The article on a study: its question, its rows that matter, its sentences."""

import shutil
from itertools import count as count_from
from pathlib import Path

from analyses.report.articles.draft import CHARTS, Draft, Drawn
from analyses.report.made import MadePart
from analyses.report.pages import show_part
from analyses.results.retelling import tell
from analyses.results.stored import read_result
from piquet_sim.game.files import make_folder


def draft_study(made: MadePart, home: Path) -> Draft:
    """What the article on a study says; its charts and data are copied to its folder."""
    shown = show_part(made, 1, count_from(1))
    for chart in shown["charts"]:
        copy_chart(made, chart["file"], home)
    for name in made.meta["files"]:
        if name.endswith(".csv"):
            shutil.copyfile(made.home / name, make_folder(home) / name)
    table = shown["table"]
    return Draft(
        "study", made.part.name, made.part.name, str(shown["title"]), shown["answer"], table.heads,
        [row.cells for row in table.rows],
        f"{len(table.rows)} of {table.total} rows; all are in", shown["notes"], shown["origin"],
        shown["again"], show_chart(shown["charts"][0]), words=shown["words"], rest=shown["rest"],
        answers=shown["answers"], plain=tell(made.part.name, *read_result(made.home)),
    )  # fmt: skip


def copy_chart(made: MadePart, file: str, home: Path) -> None:
    """Copy a chart of a study into the folder of an article."""
    for kind in ("svg", "png"):
        name = f"{file}.{kind}"
        shutil.copyfile(made.home / name, make_folder(home / CHARTS) / name)


def show_chart(chart: dict[str, str]) -> Drawn:
    """A chart of a study, as `pages.show_part` describes it."""
    return Drawn(chart["file"], chart["title"], chart["description"], chart["caption"])
