"""The article on a study: its question, its rows that matter, its sentences."""

import shutil
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from itertools import count as count_from
from pathlib import Path
from typing import Any

import pandas as pd

from analyses.charts.hand import draw_hand
from analyses.charts.headlines import leave_out_headlines
from analyses.charts.style import COLUMN_WIDTH
from analyses.contents import find_entry
from analyses.report.articles.choosing import choose_hand
from analyses.report.articles.draft import CHARTS, HAND, Draft, Drawn
from analyses.report.articles.shown_hands import ShownHand
from analyses.report.made import MadePart
from analyses.report.pages import show_part
from analyses.results.analysis import write_pictures
from analyses.results.stored import read_result
from piquet_sim.game.files import make_folder
from piquet_sim.sentences import Sentence

_ONE_COLUMN = 1.2 * COLUMN_WIDTH


def draft_study(made: MadePart, home: Path) -> Draft:
    """What the article on a study says; its charts and data are copied to its folder."""
    shown = show_part(made, 1, count_from(1))
    for chart in shown["charts"]:
        copy_chart(made, chart["file"], home)
    for name in made.meta["files"]:
        if name.endswith(".csv"):
            shutil.copyfile(made.home / name, make_folder(home) / name)
    name, table = made.part.name, shown["table"]
    rows, captions = read_result(made.home)
    chart = draw_chart(made, rows, captions, shown["charts"][0], home)
    hand = choose_hand(name, rows, captions)
    if hand is not None:
        draw_cards(hand, home, made.meta["description"])
    return Draft(
        "study", name, name, str(shown["title"]), shown["answer"], table.heads,
        [row.cells for row in table.rows],
        f"{len(table.rows)} of {table.total} rows; all are in", shown["notes"], shown["origin"],
        shown["again"], chart, words=shown["words"], rest=shown["rest"],
        answers=shown["answers"], plain=find_entry(name).tell(rows, captions),
        surprise=find_surprise(name, rows, captions) or "", hand=hand,
    )  # fmt: skip


def draw_chart(
    made: MadePart,
    table: pd.DataFrame,
    captions: Mapping[str, Any],
    chart: dict[str, str],
    home: Path,
) -> Drawn:
    """Draw the chart of a study without its headline, which stands over the article."""
    with leave_out_headlines():
        figure = made.part.draw(table, captions)
    about = made.meta["description"]
    write_pictures(figure, make_folder(home / CHARTS), chart["file"], chart["about"], about)
    return replace(show_chart(chart), is_wide=figure.get_figwidth() > _ONE_COLUMN)


def draw_cards(hand: ShownHand, home: Path, origin: dict[str, Any]) -> None:
    """Draw the hand that an article shows."""
    caption = f"Lowered and grey: {hand.mark}." if hand.marked else ""
    figure = draw_hand(hand.hand, hand.marked, caption=caption)
    write_pictures(figure, make_folder(home / CHARTS), HAND, hand.described, origin)


def copy_chart(made: MadePart, file: str, home: Path) -> None:
    """Copy a chart of a study into the folder of an article."""
    for kind in ("svg", "png"):
        name = f"{file}.{kind}"
        shutil.copyfile(made.home / name, make_folder(home / CHARTS) / name)


def show_chart(chart: dict[str, str]) -> Drawn:
    """A chart of a study, as `pages.show_part` describes it."""
    return Drawn(chart["file"], chart["title"], chart["description"], chart["caption"])


def find_surprise(
    name: str, table: pd.DataFrame, captions: Mapping[str, object]
) -> Sentence | None:
    """What a reader would not expect of what a study found, in a sentence.

    Parameters
    ----------
    name : str
        Of the study, the ladder or the census.
    table : DataFrame
    captions : mapping
        As `tell` takes them.

    Returns
    -------
    Sentence or None
        None where its grounds do not hold, or nothing is known to be surprising.

    Raises
    ------
    InputError
        If no study has that name; the error suggests the nearest.
    """
    words = import_module(f"{find_entry(name).module}_words")
    said = words.surprise(table, captions) if hasattr(words, "surprise") else None
    return said if said is not None and said.holds else None
