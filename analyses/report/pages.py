"""The page of a report: one self-contained HTML file without scripts."""

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from analyses.report.made import MadePart
from analyses.report.pictures import inline_svg, width_of
from analyses.report.sections import Order, Section
from analyses.report.tables import read_table, table_html
from analyses.report.wording import link_words, set_text
from piquet_sim import __version__
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason, write_text
from piquet_sim.game.glossary import WORDS, Word

TITLE = "Piquet, counted"

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_LARGEST_SCALE = 2.0
_BROAD = 300
"""Width in points above which a chart is wider than a column."""
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
    sections = [(key, list(own)) for key, own in groupby(parts, lambda one: one.section)]
    style = files("analyses").joinpath("report/report.css").read_text(encoding="utf-8")
    body = "".join(_section(section, own) for section, own in sections)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{TITLE}</title><style>{style}</style></head>\n<body>"
        '<a class="skip" href="#main">To the sections</a>'
        f"<header><h1>{TITLE}</h1>{_opening(order)}</header>\n{_contents(sections)}\n"
        f'<main id="main">{body}</main>\n{_glossary()}\n'
        f"<footer><p>piquet-sim {escape(__version__)}, "
        f"{datetime.now(UTC).date().isoformat()}.</p></footer></body></html>\n"
    )


def _opening(order: Order) -> str:
    players = ", ".join(order.players)
    return (
        "<p>Questions about the card game Piquet, answered by playing it: whole deals between two "
        "strategies, dealt, exchanged, called, played and scored. Where counting is possible, it "
        "is counted.</p>"
        f"<p>Unless stated otherwise, the strategy {escape(order.main)} plays, in {order.n:,} "
        f"deals or a share of them; the ladder compares {escape(players)}. The seed is "
        f"{order.seed}. "
        "The number after “±” is one standard error; intervals are 95% confidence intervals.</p>"
    )


def _contents(sections: list[tuple[Section, list[MadePart]]]) -> str:
    rows = []
    for section, parts in sections:
        answers = "".join(f"<p>{escape(set_text(_answer(part)))}</p>" for part in parts)
        link = f'<a href="#{section.key}">{escape(section.title)}</a>'
        rows.append(f"<li>{link}{answers}</li>")
    rows.append('<li><a href="#glossary">The words of the game</a></li>')
    return (
        '<nav aria-labelledby="contents"><h2 id="contents">The answers</h2>'
        f"<ol>{''.join(rows)}</ol></nav>"
    )


def _answer(made: MadePart) -> str:
    return str(made.meta["summary"][made.part.lead])


def _section(section: Section, parts: list[MadePart]) -> str:
    linked: set[str] = set()  # a word is explained where it first stands
    told = "".join(_part(part, linked) for part in parts)
    return (
        f'<section aria-labelledby="{section.key}"><h2 id="{section.key}">'
        f"{escape(section.title)}</h2>{told}</section>\n"
    )


def _part(made: MadePart, linked: set[str]) -> str:
    meta, key = made.meta, made.where.replace("/", "-")
    question = link_words(str(meta["title"]), linked)
    said = [str(one) for one in meta["summary"]]
    rest = [one for place, one in enumerate(said) if place != made.part.lead]
    told = [
        f"<h3>{question}</h3>",
        f'<p class="answer">{link_words(said[made.part.lead], linked)}</p>',
        *(f"<p>{link_words(one, linked)}</p>" for one in rest),
    ]
    answers = meta.get("answers")
    if isinstance(answers, list) and answers:
        told.append("<h4>What the books say, and what is found</h4><ul>")
        told += [f"<li>{link_words(str(one), linked)}</li>" for one in answers]
        told.append("</ul>")
    charts = meta["report"]["charts"]
    told.append(f'<div class="charts">{"".join(_chart(made, key, one) for one in charts)}</div>')
    for name, title in meta["tables"].items():
        table = read_table(made.home / f"{name}.csv", made.part.shown_of(name))
        told.append(table_html(table, str(title), f"{made.where}/{name}.csv"))
    told.append(_assumed(made, linked))
    told.append(_origin(made))
    return f'<div class="part">{"".join(told)}</div>'


def _chart(made: MadePart, key: str, chart: dict[str, str]) -> str:
    name = chart["file"]
    path = made.home / f"{name}.svg"
    try:
        svg = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    drawn = inline_svg(svg, f"{key}-{name}", chart["title"], chart["description"])
    width = width_of(svg)
    kind = ' class="broad"' if width > _BROAD else ""
    about = chart["about"] + ("" if chart["about"].endswith("?") else ".")
    links = ", ".join(
        f'<a href="{escape(f"{made.where}/{name}.{kind}")}">{kind.upper()}</a>'
        for kind in ("svg", "png")
    )
    links += ", data as " + ", ".join(
        f'<a href="{escape(made.where)}/{chart["data"]}.{kind}">{label}</a>'
        for kind, label in (("csv", "CSV"), ("md", "Markdown"), ("tex", "LaTeX"))
    )
    return (
        f'<figure{kind} style="max-width:{_LARGEST_SCALE * width:.0f}px">{drawn}'
        f"<figcaption>{escape(about)} <small>Chart as {links}.</small></figcaption>"
        "</figure>"
    )


def _assumed(made: MadePart, linked: set[str]) -> str:
    rows = [("Assumed", made.part.assumed)]
    rows += [
        (label, str(made.meta[name]))
        for name, label in _NOTES.items()
        if isinstance(made.meta.get(name), str)
    ]
    told = "".join(f"<dt>{label}</dt><dd>{link_words(text, linked)}</dd>" for label, text in rows)
    return f'<dl class="assumed">{told}</dl>'


def _origin(made: MadePart) -> str:
    meta = made.meta
    about = meta["description"]
    players = about.get("strategies") or list(
        dict.fromkeys([about.get("elder", ""), about.get("younger", "")])
    )
    size = f"{about['pairs']:,} pairs a duel" if "pairs" in about else f"n = {about['n']:,} deals"
    if "matches" in meta:
        size += f", {meta['matches']:,} matches of each kind"
    if "hands" in about:
        size += f" asked for: {about['hands']:,} hands in each seat"
    told = ", ".join(
        [
            "strategies " + " and ".join(map(str, players)),
            f"rules {about['rules']}",
            size,
            f"seed {about['seed']}",
            f"piquet-sim {meta['version']}",
            str(meta["date"]),
        ]
    )
    return (
        f'<p class="origin"><small>Made by: {escape(told)}. Again by '
        f"<code>{escape(made.again)}</code>; <code>piquet verify</code> checks "
        f'<a href="{escape(made.where)}/meta.json">{escape(made.where)}/meta.json</a>.'
        "</small></p>"
    )


# ---- The words of the game ----------------------------------------------------------------------
def _glossary() -> str:
    rows = "".join(_explain(word) for word in WORDS)
    return (
        '<section aria-labelledby="glossary"><h2 id="glossary">The words of the game</h2>'
        f"<dl>{rows}</dl></section>"
    )


def _explain(word: Word) -> str:
    meaning = link_words(word.meaning, {word.key})
    return f'<dt id="word-{word.key}">{escape(word.name)}</dt><dd>{meaning}</dd>'
