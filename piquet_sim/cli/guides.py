"""The guides: what ``piquet help TOPIC`` prints, read from the docstrings of the packages.

The first sentence of a package's docstring says what it is; what follows is its guide. The files
are read as text, so that a guide costs nothing to import.
"""

import ast
import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from textwrap import fill, indent

from piquet_sim.game.errors import InputError, suggest

_ROOT = Path(__file__).parents[2]

GUIDES: dict[str, str] = {
    "game": "piquet_sim.game",
    "deals": "piquet_sim.deals",
    "notation": "piquet_sim.notation",
    "conditions": "piquet_sim.conditions",
    "running": "piquet_sim.running",
    "estimates": "piquet_sim.estimates",
    "distributions": "piquet_sim.distributions",
    "measures": "piquet_sim.measures",
    "exact": "piquet_sim.exact",
    "strategies": "piquet_sim.strategies",
    "advice": "piquet_sim.advice",
    "review": "piquet_sim.review",
    "compare": "piquet_sim.compare",
    "matches": "piquet_sim.matches",
    "environments": "piquet_sim.environments",
    "studies": "analyses",
    "report": "analyses.report",
    "charts": "analyses.charts",
    "explorer": "piquet_sim.explorer",
    "trust": "piquet_sim.trust",
    "command-line": "piquet_sim.cli",
    "house": "piquet_sim",
}
"""Packages by the topics under which ``piquet help`` finds their guides."""

_ALSO: dict[str, tuple[str, ...]] = {
    "game": ("hands", "cards", "law", "laws"),
    "deals": ("scoring", "formats"),
    "notation": ("words", "notes", "pqn", "standard", "schema", "vectors"),
    "running": ("runs", "checkpoints", "resuming", "stopping", "cluster", "records"),
    "estimates": ("errors", "intervals", "accuracy"),
    "measures": ("measure", "expressions", "outcomes", "given-outcome"),
    "exact": ("endings", "double-dummy", "draws"),
    "strategies": ("players", "policies"),
    "advice": ("discards",),
    "matches": ("parties", "settlements", "chouette"),
    "environments": ("learners", "learning", "pettingzoo", "gym"),
    "studies": ("analyses", "questions", "results"),
    "report": ("style", "styles"),
    "explorer": ("page", "browser"),
    "command-line": ("cli", "shell", "exit-codes"),
    "house": ("map", "rooms", "modules"),
}
"""Plain words by the topic that is meant by them."""

_HEADING = re.compile(r"^([A-Z][A-Za-z ]+)\n---+$", re.MULTILINE)
_FENCED = re.compile(r"^```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*])\*(\w(?:[^*]*\w)?)\*(?![\w*])")
"""Words that a web page sets in italics, between asterisks; a screen shows them plain."""
_MARKED = re.compile(r"^#+ (.+)$", re.MULTILINE)
_WIDEST, _NARROWEST = 100, 40
STANDARD = Path(__file__).parents[1] / "data" / "notation" / "PQN.md"
"""The page of the exchange notation; beside it lie its schema and files to try a reader with."""


@cache
def read_docstring(name: str) -> str:
    """The docstring of a package or module as it is written, without importing it.

    Examples
    --------
    >>> read_docstring("piquet_sim.bench").startswith("How fast")
    True
    """
    place = _ROOT.joinpath(*name.split("."))
    if name.startswith("analyses") and not place.exists():  # where the package is installed
        place = Path(__file__).parents[1].joinpath(*name.split("."))
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""


def say_first(docstring: str) -> str:
    r"""The first sentence of a docstring, which says what something is.

    Examples
    --------
    >>> say_first("The command line: ``piquet``,\nand more.\n\nThe rest.")
    'The command line: `piquet`, and more'
    """
    return " ".join(docstring.partition("\n\n")[0].split()).rstrip(".").replace("``", "`")


def read_guide(topic: str) -> str:
    """The guide to a topic as it is written, without importing anything.

    Examples
    --------
    >>> read_guide("matches").splitlines()[0]
    'Matches: parties and races, what a score is worth, chouette.'
    """
    return read_docstring(GUIDES[topic])


def say_topic(topic: str) -> str:
    """What a guide is about: its first sentence.

    Examples
    --------
    >>> say_topic("command-line")
    'The command line: `piquet`, what it prints, its exit codes, completion in the shell'
    """
    return say_first(read_guide(topic))


def list_sections(topic: str) -> list[str]:
    """The headings of a guide.

    Examples
    --------
    >>> list_sections("running")[:2]
    ['Precision', 'Two levels']
    """
    return _HEADING.findall(read_guide(topic))


def list_guide_sections() -> list[tuple[str, str, tuple[str, ...], str]]:
    """The sections of all guides: the topic, a title, paragraphs, and the command that prints it.

    Examples
    --------
    >>> [title for topic, title, *_ in list_guide_sections() if topic == "measures"]
    ['measures', 'Given an outcome', 'What the hands hold', 'Expressions', 'Names']
    """
    listed = []
    for topic in GUIDES:
        first, *rest = _HEADING.split(_EMPHASIS.sub(r"\1", read_guide(topic)))
        for title, text in ((topic, first), *zip(rest[::2], rest[1::2], strict=True)):
            prose = (" ".join(one.split()) for one in text.replace("``", "").split("\n\n")
                     if not one.startswith(("    ", "```")))  # fmt: skip
            listed.append((topic, title, tuple(filter(None, prose)), f"piquet help {topic}"))
    return listed


def find_guide(name: str, commands: Iterable[str] = ()) -> str:
    """The topic that is meant by its name, a plain word, its package or a heading.

    Parameters
    ----------
    name : str
        What was written.
    commands : iterable of str
        Commands, which may have been meant too.

    Raises
    ------
    InputError
        If there is no such topic, with the nearest name.

    Examples
    --------
    >>> find_guide("Conditions"), find_guide("rule books"), find_guide("hands")
    ('conditions', 'game', 'game')
    """
    key = _plain(name)
    known = {_plain(section): topic for topic in GUIDES for section in list_sections(topic)}
    known |= {word: topic for topic, words in _ALSO.items() for word in words}
    known |= {_plain(package): topic for topic, package in GUIDES.items()}
    known |= {topic: topic for topic in GUIDES}
    if key in known:
        return known[key]
    near = get_close_matches(key, [*known, *commands], n=1)
    raise InputError("help: " + suggest(name, near or GUIDES, "topic"))


def find_guides_of(command: str) -> list[str]:
    """Topics whose guides show how a command is used.

    Examples
    --------
    >>> find_guides_of("odds")
    ['game', 'exact', 'studies']
    """
    shown = re.compile(rf"^    piquet {re.escape(command)}\b", re.MULTILINE)
    return [topic for topic in GUIDES if shown.search(read_guide(topic))]


def show_guide(topic: str, width: int) -> str:
    """A guide as it is read on a screen: paragraphs are filled, all else stays as it is.

    Parameters
    ----------
    topic : str
        One of `GUIDES`.
    width : int
        Cells of the screen.
    """
    text = _FENCED.sub(lambda found: indent(found[1].rstrip(), "    "), read_guide(topic))
    width = max(_NARROWEST, min(width, _WIDEST))
    return "\n".join(_fill_paragraphs(text.replace("``", "`"), width))


def show_standard(width: int) -> str:
    """The page of the exchange notation as it is read on a screen, and where its files are.

    Parameters
    ----------
    width : int
        Cells of the screen.
    """
    text = _MARKED.sub(_underline, read_standard())
    text = _FENCED.sub(lambda found: indent(found[1].rstrip(), "    "), text)
    width = max(_NARROWEST, min(width, _WIDEST))
    return "\n".join((*_fill_paragraphs(text, width), f"These files: {STANDARD.parent}"))


@cache
def read_standard() -> str:
    """The page of the exchange notation as it is written, in Markdown.

    Examples
    --------
    >>> read_standard().splitlines()[0]
    '# PQN 1, a notation for deals of Piquet'
    """
    return STANDARD.read_text("utf-8")


def _underline(heading: re.Match) -> str:
    return f"{heading[1]}\n{'-' * len(heading[1])}"


def _fill_paragraphs(text: str, width: int) -> Iterable[str]:
    paragraph: list[str] = []
    lines = text.splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        is_heading = below.startswith("---") or line.startswith("---") or below.startswith("    ")
        is_rest = bool(paragraph) and paragraph[0].startswith("- ") and line.startswith("  ")
        is_prose = is_rest or (
            line and not line.startswith((" ", ">>>", "...", "'")) and not is_heading
        )
        if is_prose:
            paragraph.append(line.strip())
        if paragraph and (not is_prose or not below or below.startswith("- ")):
            yield fill(
                _EMPHASIS.sub(r"\1", " ".join(paragraph)),
                width,
                subsequent_indent="  " if paragraph[0].startswith("- ") else "",
                break_long_words=False,
                break_on_hyphens=False,
            )
            paragraph = []
        if not is_prose:
            yield line


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "-").replace("_", "-")
