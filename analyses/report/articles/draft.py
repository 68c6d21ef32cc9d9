"""A draft: all that an article says, whatever it is about, and how it is written."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from analyses.report.articles.shown_hands import ShownHand
from analyses.report.making import describe_chart
from analyses.report.sections import Order
from analyses.report.tables import escape_markdown, markdown_rows, quote_markdown
from analyses.report.wording import TEMPLATES, set_text
from analyses.results.analysis import write_pictures
from analyses.words.documents import list_cited
from analyses.words.game import IN_100_WORDS, PLAYERS
from analyses.words.plain import Words
from piquet_sim import __version__
from piquet_sim.game.files import make_folder, write_text
from piquet_sim.game.glossary import split_words

CHARTS = "charts"
"""The folder of an article's charts."""
HAND = "hand"
"""The chart of the hand that an article shows."""

VERDICT = "verdict"
"""The head of a column of words, which begin at the left."""

_COMMON = ("cards", "the cards", "set", "exchange", "strategy", "strategies", "honour")
"""Forms of the game’s words that mean other things as well, except in the story of a deal."""
_OTHER = ("cards", "Rubicon")
"""Those that do so there, too."""
_LONGEST = 600
"""Characters of what a chart shows, at most, that are read aloud in its place."""
_NAME = re.compile(r"(?<!\ba )\b[a-z]+")
"""A word that may name a player: not "a master", which is a card."""

TEMPLATES.filters.update(markdown=escape_markdown, markdown_code=quote_markdown)


@dataclass(frozen=True)
class Drawn:
    """A chart of an article, whose files are in the folder `CHARTS`."""

    file: str
    """Its name without an ending."""
    title: str
    description: str
    caption: str
    is_wide: bool = False
    """Whether it has more than one column of a page."""


@dataclass(frozen=True)
class Draft:
    """What an article says."""

    kind: str
    """study, maxim, claim or hand."""
    name: str
    """Of what it is about, and of its folder."""
    study: str
    """The study that answers it; empty where none does."""
    title: str
    """The question."""
    answer: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    table_about: str
    """What the table shows, up to the file in which there is more."""
    notes: Sequence[tuple[str, str]]
    """How it was measured: labels and sentences."""
    origin: str
    again: str
    """The command that makes the numbers again."""
    chart: Drawn | None = None
    quote: str = ""
    """What an author says."""
    source: str = ""
    """Where it says so."""
    words: str = ""
    """What the words of the chart mean."""
    rest: Sequence[str] = ()
    """Further sentences."""
    answers: Sequence[str] = ()
    """What books say, and what is found."""
    plain: Words | None = None
    """The finding in plain words, of a study; the others begin with their question."""
    surprise: str = ""
    """What a reader would not expect; empty where there is nothing."""
    hand: ShownHand | None = None
    """A hand that is drawn as cards, in the chart `HAND`."""

    @property
    def alt(self) -> str:
        """What the chart shows, for who does not see it: the finding first."""
        assert self.chart is not None
        found = (self.headline,) if self.plain else ()
        titles = dict.fromkeys((*found, self.chart.title))
        described = self.chart.description
        if len(described) > _LONGEST:  # a listener wants no table; it is in the article
            described = f"{described[:_LONGEST].rpartition('. ')[0]}."
        return ". ".join((*titles, described))

    @property
    def headline(self) -> str:
        """The finding, or the question where there are no plain words."""
        return self.plain.headline if self.plain else self.title

    @property
    def terms(self) -> list[tuple[str, str]]:
        """What the words of the game and the players in its plain text are, by their names."""
        if self.plain is None:
            return []
        shown = (self.chart.description,) if self.chart else ()
        story = (self.hand.chosen, *self.hand.story) if self.hand else ()
        own = (*self.plain.sentences, self.surprise)
        pieces = [piece for one in (*own, *shown) for piece in split_words(one)]
        pieces = [(piece, word) for piece, word in pieces if piece.lower() not in _COMMON]
        pieces += [piece for one in story for piece in split_words(one)]
        found = {word.name: word.meaning for piece, word in pieces if word and piece not in _OTHER}
        names = {name for one in (*own, *story) for name in _NAME.findall(one.lower())}
        players = {name: meaning for name, meaning in PLAYERS.items() if name in names}
        return sorted({**found, **players}.items())

    @property
    def texts(self) -> list[str]:
        """All texts that may speak of a work."""
        return [
            self.answer, self.source, self.words, *self.rest, *self.answers, self.origin,
            *(note for _, note in self.notes), *(cell for row in self.rows for cell in row),
        ]  # fmt: skip


@dataclass(frozen=True)
class Article:
    """An article on disk."""

    kind: str
    """study, maxim, claim or hand."""
    name: str
    study: str
    """The study that answers it; empty where none does."""
    folder: Path
    title: str
    """The question."""
    headline: str
    """What stands above the article."""
    answer: str
    files: tuple[Path, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "kind": self.kind,
            "name": self.name,
            "study": self.study,
            "folder": str(self.folder),
            "title": self.title,
            "headline": self.headline,
            "answer": self.answer,
            "files": [path.relative_to(self.folder).as_posix() for path in self.files],
        }


def draw_into(
    home: Path, figure: Figure, about: str, captions: Mapping[str, Any], origin: dict
) -> Drawn:
    """Write a chart into the folder of an article.

    Parameters
    ----------
    home : Path
        Of the article.
    figure : Figure
    about : str
        What it shows, as its caption.
    captions : mapping
        What stands beside its table.
    origin : dict
        Who played what, for the metadata of its files.
    """
    write_pictures(figure, make_folder(home / CHARTS), "chart", about, origin)
    told = describe_chart(figure, {"about": about, "captions": captions})
    return Drawn("chart", told["title"], told["description"], f"{about}.")


def write_draft(draft: Draft, order: Order, home: Path) -> None:
    """Write an article into its folder, beside its charts and its data.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    rows = [[set_text(cell) for cell in row] for row in draft.rows]
    is_number = [place > 0 and head != VERDICT for place, head in enumerate(draft.heads)]
    told = {
        "order": order,
        "draft": draft,
        "rows": rows,
        "table": markdown_rows(draft.heads, rows, is_number),
        "piquet": IN_100_WORDS,
        "works": list_cited(draft.texts),
        "version": __version__,
        "date": datetime.now(UTC).date().isoformat(),
    }
    for kind in ("md", "html"):
        template = TEMPLATES.get_template(f"article.{kind}.jinja2")
        write_text(make_folder(home) / f"article.{kind}", template.render(told))


def describe_article(draft: Draft, home: Path) -> Article:
    """An article that was written to a folder."""
    files = tuple(sorted(path for path in home.rglob("*") if path.is_file()))
    return Article(
        draft.kind, draft.name, draft.study, home, draft.title, draft.headline, draft.answer, files
    )
