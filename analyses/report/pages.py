"""The page of a report: one self-contained HTML file without scripts."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count as count_from
from pathlib import Path
from typing import Any

from analyses.contents import find_entry
from analyses.report.attachments import attach, attach_all
from analyses.report.made import MadePart
from analyses.report.pictures import DARK, Picture, draw_inline
from analyses.report.rows import read_key_rows
from analyses.report.sections import Order
from analyses.report.wording import TEMPLATES
from analyses.results.stored import read_result, trusting
from analyses.words.documents import list_cited
from analyses.words.game import IN_100_WORDS
from analyses.words.plain import end
from piquet_sim import __version__
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason, write_text
from piquet_sim.game.glossary import WORDS
from piquet_sim.game.wording import join_words

TITLE = "Piquet, counted"

_MOST_PIXELS = 100_000
"""Bytes of a picture."""
_LONG = 100
"""Tables of more rows are inside the page as CSV alone; their LaTeX lies beside it."""
_NOTES = {
    "intervals": "Intervals",
    "method": "Method",
    "matrix": "Matrix",
    "exact": "Exact values",
    "estimate": "Estimates",
    "opponent": "Opponent",
    "distance": "Distance",
    "parties": "Parties",
    "claims": "Claims",
    "source": "Source",
}
"""Notes of studies on how they were made, and their labels on the page."""


def write_page(path: Path, parts: Sequence[MadePart], order: Order) -> None:
    """Write the page from the files of its parts.

    Raises
    ------
    InputError
        If a file of a part cannot be read, or the page cannot be written.
    """
    write_text(path, make_page(parts, order))


def make_page(parts: Sequence[MadePart], order: Order) -> str:
    """The text of the page."""
    count = count_from(1)
    shown = [show_part(one, place, count) for place, one in enumerate(parts, start=1)]
    return TEMPLATES.get_template("page.html.jinja2").render(
        title=TITLE,
        order=order,
        parts=shown,
        cover=_choose_cover(shown),
        piquet=IN_100_WORDS,
        words=WORDS,
        works=list_cited(text for one in shown for text in one["texts"]),
        dark=DARK,
        version=__version__,
        date=datetime.now(UTC).date().isoformat(),
    )


_MOST_ON_COVER = 4
_WIDE = 400
"""Points of width from which the letters of a chart are too small for the first page."""


def _choose_cover(shown: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    # The charts of the first page are those of the sections with which the report opens.
    return [{**one, "svg": one["read_chart"]("cover-")} for one in shown[:_MOST_ON_COVER]]


def show_part(made: MadePart, place: int, count: Iterator[int]) -> dict[str, Any]:
    """What a template shows of a part.

    Parameters
    ----------
    made : MadePart
    place : int
        Number of the section and of its table.
    count : iterator of int
        Numbers of the charts.

    Raises
    ------
    InputError
        If the result that it was taken from is not one of the study, or a file cannot be read.
    """
    if made.source is None:
        return _show_part(made, place, count)
    with trusting(made.source, made.part.name):
        return _show_part(made, place, count)


def _show_part(made: MadePart, place: int, count: Iterator[int]) -> dict[str, Any]:
    meta = made.meta
    if not all(isinstance(one, str) for one in (*meta["sentences"], *meta.get("answers", ()))):
        raise TypeError("a sentence that is no text")
    said = list(meta["sentences"])
    answer = said.pop(made.part.reported.lead)
    charts = [_show_chart(made, one, next(count)) for one in meta["report"]["charts"]]
    small = next((one for one in charts if one["svg"].width < _WIDE), charts[0])
    notes = [
        ("Assumed", made.part.reported.assumed),
        *((label, meta[name]) for name, label in _NOTES.items() if isinstance(meta.get(name), str)),
    ]
    words = find_entry(made.part.name).tell(*read_result(made.home))
    table = read_key_rows(made.part.reported, made.home / "data.csv")
    answers, origin = meta.get("answers", []), _say_origin(meta)
    cells = [cell for row in table.rows for cell in row.cells]
    return {
        "name": made.part.name,
        "number": place,
        "section": made.part.called or made.section.title,
        "where": made.where,
        "title": meta["question"],
        "plain": words,
        "answer": answer,
        "rest": said,
        "answers": answers,
        "words": made.part.reported.words,
        "charts": charts,
        "read_chart": lambda prefix: _draw_inline(made, small, prefix),
        "table": table,
        "files": {
            name: attach_all(made.home, made.where, name, _choose_forms(made.home, name))
            for name in meta["tables"]
        },
        "others": [
            attach(made.home, made.where, name)
            for name in sorted(meta["files"])
            if name.endswith(".csv") and name.removesuffix(".csv") not in meta["tables"]
        ],
        "origin_file": attach(made.home, made.where, "meta.json"),
        "again": made.again,
        "notes": notes,
        "origin": origin,
        "texts": [
            *words.sentences,
            answer,
            made.part.reported.words,
            *said,
            *answers,
            *cells,
            *(note for _, note in notes),
            origin,
        ],
    }


def _choose_forms(home: Path, name: str) -> tuple[str, ...]:
    # In which forms a table is inside the page.
    with (home / f"{name}.csv").open(encoding="utf-8") as lines:
        return ("csv", "tex") if sum(1 for _ in lines) <= _LONG + 1 else ("csv",)


def _show_chart(made: MadePart, chart: dict[str, str], number: int) -> dict[str, Any]:
    # Pictures in pixels are heavy: of a part's first chart alone, and only if it is no whole page,
    # so that the report can be mailed.
    pixels = made.home / f"{chart['file']}.png"
    is_first = chart is made.meta["report"]["charts"][0]
    is_light = is_first and pixels.exists() and pixels.stat().st_size < _MOST_PIXELS
    kinds = ("svg", "png") if is_light else ("svg",)
    return {
        **chart,
        "number": number,
        "caption": end(chart["about"]),
        "svg": _draw_inline(made, chart),
        "files": attach_all(made.home, made.where, chart["file"], kinds),
    }


def _draw_inline(made: MadePart, chart: dict[str, str], prefix: str = "") -> Picture:
    path = made.home / f"{chart['file']}.svg"
    try:
        svg = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    key = f"{prefix}{made.where.replace('/', '-')}-{chart['file']}"
    return draw_inline(svg, key, chart["title"], chart["description"])


def _say_origin(meta: dict[str, Any]) -> str:
    about = meta["description"]
    players = about.get("strategies") or list(
        dict.fromkeys([about.get("elder", ""), about.get("younger", "")])
    )
    size = f"n = {about['n']:,} deals" if "n" in about else f"{about['pairs']:,} pairs a duel"
    if "n" in about and "pairs" in about:
        size += f" asked for: {join_words([f'{pairs:,}' for pairs in about['pairs']])} pairs"
    if "matches" in meta:
        size += f", {meta['matches']:,} matches of each kind"
    if "hands" in about:
        size += f" asked for: {about['hands']:,} hands in each seat"
    return ", ".join(
        [
            "strategies " + " and ".join(map(str, players)),
            f"rules {about['rules']}",
            size,
            f"seed {about['seed']}",
            f"piquet-sim {meta['version']}",
            str(meta["date"]),
        ]
    )
