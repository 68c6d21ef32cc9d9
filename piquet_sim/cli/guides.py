"""The guides: what ``piquet help TOPIC`` prints, read from the docstrings of the packages.

The first sentence of a package's docstring says what it is; what follows is its guide. The files
are read as text, so that a guide costs nothing to import.
"""

import ast
import re
from functools import cache, partial
from pathlib import Path
from textwrap import fill, indent

from piquet_sim.game.errors import read_name

_ROOT = Path(__file__).parents[2]

GUIDES: dict[str, tuple[str, ...]] = {
    "game": ("piquet_sim.game",),
    "strategies": ("piquet_sim.strategies",),
    "simulation": ("piquet_sim.running",),
    "expressions": ("piquet_sim.conditions", "piquet_sim.running.distribution"),
    "estimates": ("piquet_sim.estimates",),
    "exact": ("piquet_sim.exact",),
    "advice": ("piquet_sim.decisions",),
    "review": ("piquet_sim.decisions.review",),
    "matches": ("piquet_sim.matches", "piquet_sim.compare"),
    "studies": ("analyses", "analyses.charts", "analyses.report"),
    "maxims": ("analyses.maxims",),
    "deals": ("piquet_sim.deals",),
    "notation": ("piquet_sim.deals.notation",),
    "explorer": ("piquet_sim.explorer",),
    "command-line": ("piquet_sim.cli",),
}
"""The packages whose docstrings are the guide to a topic; each but the first is a section of it."""

_ALSO = {
    "hands": "game",
    "laws": "game",
    "checkpoints": "simulation",
    "cluster": "simulation",
    "records": "simulation",
    "running": "simulation",
    "conditions": "expressions",
    "measures": "expressions",
    "distributions": "expressions",
    "intervals": "estimates",
    "charts": "studies",
    "page": "explorer",
    "pqn": "notation",
}
"""Topics by other words for them."""

_HEADING = re.compile(r"^([A-Z][A-Za-z ]+)\n---+$", re.MULTILINE)
_FENCED = re.compile(r"^```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*])\*(\w(?:[^*]*\w)?)\*(?![\w*])")
"""Words that a web page sets in italics, between asterisks; a screen shows them plain."""
_PROSE = re.compile(r"^(- .+(\n  .+)*|(?![ '>.]|---).+(\n(?![ '>]|- |---).+)*)$", re.MULTILINE)
"""A paragraph, or what stands behind a dash; not what is set as it is."""
_WIDEST, _NARROWEST = 100, 40


@cache
def read_docstring(name: str) -> str:
    """The docstring of a package or module as it is written, without importing it.

    Examples
    --------
    >>> read_docstring("piquet_sim.cli.guides").startswith("The guides")
    True
    """
    place = _ROOT.joinpath(*name.split("."))
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""


def read_guide(topic: str) -> str:
    """The guide to a topic as it is written, without importing anything.

    Examples
    --------
    >>> read_guide("matches").splitlines()[0]
    'Matches: parties and races, what a score is worth, chouette.'
    """
    guide, *others = map(read_docstring, GUIDES[topic])
    for one in others:  # a section each, headed by what it is about
        first, _, rest = one.partition("\n\n")
        heading = first.partition(":")[0]
        guide += f"\n\n{heading}\n{'-' * len(heading)}\n{rest}"
    return guide


def say_topic(topic: str) -> str:
    """What a guide is about: its first sentence.

    Examples
    --------
    >>> say_topic("exact").partition(":")[0]
    'Exact answers'
    """
    return " ".join(read_guide(topic).partition("\n\n")[0].split()).rstrip(".").replace("``", "`")


def list_sections(topic: str) -> list[str]:
    """The headings of a guide.

    Examples
    --------
    >>> list_sections("game")[0]
    'Rule books'
    """
    return _HEADING.findall(read_guide(topic))


def find_guide(name: str) -> str | None:
    """The topic that is meant by its name, another word for it or a heading; None if there is none.

    Examples
    --------
    >>> find_guide("Conditions"), find_guide("rule books"), find_guide("hands")
    ('expressions', 'game', 'game')
    """
    key = read_name("name", name)
    if key in GUIDES or key in _ALSO:
        return _ALSO.get(key, key)
    return next(
        (
            topic
            for topic in GUIDES
            if key in [read_name("name", one) for one in list_sections(topic)]
        ),
        None,
    )


def show_guide(topic: str, width: int) -> str:
    """A guide as it is read on a screen: paragraphs are filled, all else stays as it is.

    Parameters
    ----------
    topic : str
        One of `GUIDES`.
    width : int
        Cells of the screen.
    """
    text = _FENCED.sub(lambda match: indent(match[1].rstrip(), "    "), read_guide(topic))
    cells = max(_NARROWEST, min(width, _WIDEST))
    return _PROSE.sub(partial(_fill, cells), text.replace("``", "`"))


def _fill(cells: int, paragraph: re.Match[str]) -> str:
    return fill(
        _EMPHASIS.sub(r"\1", re.sub(r"\n *", " ", paragraph[0])),
        cells,
        subsequent_indent="  " * paragraph[0].startswith("- "),
        break_long_words=False,
        break_on_hyphens=False,
    )
