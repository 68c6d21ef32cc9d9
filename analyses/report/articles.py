"""Articles: one question each, as Markdown and HTML that an author can edit, with its charts."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count as count_from
from pathlib import Path

from analyses.report.made import MadePart
from analyses.report.making import Watch, make_parts
from analyses.report.pages import show_part
from analyses.report.sections import SECTIONS, Order, Part, Section
from analyses.report.tables import escape_markdown, markdown_rows, quote_markdown
from analyses.report.wording import TEMPLATES
from analyses.words.documents import list_cited
from piquet_sim import __version__
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import make_aside, make_folder, write_text

DEALS = 20_000
"""Deals that are played for an article where no number is named."""

TEMPLATES.filters.update(markdown=escape_markdown, markdown_code=quote_markdown)

CHARTS = "charts"
"""The folder of an article's charts."""


@dataclass(frozen=True)
class Article:
    """An article on disk."""

    study: str
    folder: Path
    title: str
    """The question."""
    answer: str
    files: tuple[Path, ...] = field(default=())

    def as_json(self) -> dict[str, object]:
        """As the command line prints it with `--json`."""
        return {
            "study": self.study,
            "folder": str(self.folder),
            "title": self.title,
            "answer": self.answer,
            "files": [path.relative_to(self.folder).as_posix() for path in self.files],
        }


def write_articles(
    order: Order,
    studies: Sequence[str],
    out: Path,
    watch: Watch | None = None,
    tell: Callable[[str], None] = lambda told: None,
) -> list[Article]:
    """Write an article for each of some studies, all of them or none.

    Parameters
    ----------
    order : Order
        How they are played, or the results from which they are made.
    studies : sequence of str
    out : Path
        The folder in which each gets a folder of its own.
    watch : callable, optional
        Makes the progress callback of a study.
    tell : callable
        Called with one line for each file that could not be kept.

    Raises
    ------
    InputError
        If there is no such study, no result of it, an article of it is there already, or nothing
        can be written.
    """
    chosen = [_find_part(name) for name in studies]
    names = [part.name for _, part in chosen]
    if len(set(names)) < len(names):
        raise InputError("article: a study is given twice")
    out = Path(out)
    for section, part in chosen:
        if (out / part.name).exists():
            raise InputError(f"{out / part.name} exists; choose another folder with --out")
        if part not in section.chosen(order):
            source = order.results
            reason = f"{source} has no result of it" if source else "it requires two strategies"
            raise InputError(f"article: {part.name} cannot be written: {reason}")
    with make_aside(out) as work:
        parts = make_parts(order, chosen, work / "made", watch, tell)
        for part in parts:
            _write(part, order, work / part.part.name)
        for name in names:
            (work / name).replace(out / name)
    return [_describe(part, out / part.part.name) for part in parts]


def _find_part(name: str) -> tuple[Section, Part]:
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    parts = {part.name: (section, part) for section in SECTIONS for part in section.parts}
    if key not in parts:
        raise InputError(suggest(key, parts, "study"))
    return parts[key]


def _describe(made: MadePart, home: Path) -> Article:
    files = tuple(sorted(path for path in home.rglob("*") if path.is_file()))
    answer = made.meta["summary"][made.part.reported.lead]
    return Article(made.part.name, home, str(made.meta["title"]), answer, files)


def _write(made: MadePart, order: Order, home: Path) -> None:
    charts = make_folder(home / CHARTS)
    shown = show_part(made, 1, count_from(1))
    for chart in shown["charts"]:
        for kind in ("svg", "png"):
            name = f"{chart['file']}.{kind}"
            shutil.copyfile(made.home / name, charts / name)
    for name in made.meta["files"]:
        if name.endswith(".csv"):
            shutil.copyfile(made.home / name, home / name)
    table = shown["table"]
    told = {
        "order": order,
        "part": shown,
        "chart": shown["charts"][0],
        "table": markdown_rows(table.heads, [row.cells for row in table.rows]),
        "works": list_cited(shown["texts"]),
        "version": __version__,
        "date": datetime.now(UTC).date().isoformat(),
    }
    for kind in ("md", "html"):
        template = TEMPLATES.get_template(f"article.{kind}.jinja2")
        write_text(home / f"article.{kind}", template.render(told))
