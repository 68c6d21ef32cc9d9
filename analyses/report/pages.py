"""The page of a report: one self-contained HTML file without scripts."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from analyses.report.made import MadePart
from analyses.report.pictures import inline_svg, width_of
from analyses.report.sections import Order
from analyses.report.tables import read_table, table_html
from analyses.report.wording import TEMPLATES
from piquet_sim import __version__
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason, write_text
from piquet_sim.game.glossary import WORDS

TITLE = "Piquet, counted"

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
    return TEMPLATES.get_template("page.html.jinja2").render(
        title=TITLE,
        order=order,
        sections=[
            (section, [_show(one) for one in own])
            for section, own in groupby(parts, lambda one: one.section)
        ],
        words=WORDS,
        version=__version__,
        date=datetime.now(UTC).date().isoformat(),
    )


def _show(made: MadePart) -> dict[str, object]:
    # What the template of a part shows.
    meta, lead = made.meta, made.part.lead
    said = list(meta["summary"])
    answer = said.pop(lead)
    notes = [
        (label, meta[name]) for name, label in _NOTES.items() if isinstance(meta.get(name), str)
    ]
    return {
        "meta": meta,
        "where": made.where,
        "again": made.again,
        "answer": answer,
        "rest": said,
        "charts": [_show_chart(made, one) for one in meta["report"]["charts"]],
        "tables": [
            table_html(
                read_table(made.home / f"{name}.csv", made.part.shown_of(name)),
                title,
                f"{made.where}/{name}.csv",
            )
            for name, title in meta["tables"].items()
        ],
        "notes": [("Assumed", made.part.assumed), *notes],
        "origin": _say_origin(meta),
    }


def _show_chart(made: MadePart, chart: dict[str, str]) -> dict[str, object]:
    path = made.home / f"{chart['file']}.svg"
    try:
        svg = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    key = f"{made.where.replace('/', '-')}-{chart['file']}"
    drawn = inline_svg(svg, key, chart["title"], chart["description"])
    return {**chart, "svg": drawn, "width": width_of(svg)}


def _say_origin(meta: dict[str, object]) -> str:
    about = meta["description"]
    players = about.get("strategies") or list(
        dict.fromkeys([about.get("elder", ""), about.get("younger", "")])
    )
    size = f"{about['pairs']:,} pairs a duel" if "pairs" in about else f"n = {about['n']:,} deals"
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
