"""What the pages of `make_api` have beside the API: charts, the notation's standard, the search.

Everything is laid into the pages themselves, so that they work wherever they are put, from a file
or below any path of a host.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pdoc.doc
from markupsafe import Markup, escape
from pdoc.render_helpers import to_html

from piquet_sim.cli.guides import GUIDES, STANDARD, list_guide_sections, read_standard
from piquet_sim.game.glossary import WORDS

_TAGS = re.compile(r"<[^>]*>")
_ROLE = re.compile(r":\w+:`([^`]*)`")
_SECTION = re.compile(r"^\w+\n-{3,}$", re.MULTILINE)
"""What follows in a docstring: parameters, what is returned, examples."""
_MOST_LETTERS = 400
"""Of the text of an entry, in which words are found and from which a piece is shown."""


class Chart(NamedTuple):
    """A chart among the published results."""

    name: str
    title: str
    sentences: list[str]
    made_by: str
    picture: str
    """As an address that holds the picture itself."""


class Entry(NamedTuple):
    """What the search finds: a title, where it leads, what it is, and a piece of its text."""

    title: str
    address: str
    kind: str
    text: str


def slug(heading: str) -> str:
    """The anchor of a heading, as the pages have it.

    Examples
    --------
    >>> slug("What piquet deal prints")
    'what-piquet-deal-prints'
    """
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def read_charts(folder: Path) -> list[Chart]:
    """The charts of published results that have a title and a picture."""
    charts = []
    for path in sorted(folder.glob("*/meta.json")):
        meta, picture = json.loads(path.read_text("utf-8")), path.with_name("chart.svg")
        if picture.is_file() and "title" in meta:
            address = f"data:image/svg+xml;base64,{b64encode(picture.read_bytes()).decode()}"
            sentences = list(meta.get("summary", ()))
            made_by = meta.get("made_by", f"piquet study {path.parent.name} --published")
            charts.append(Chart(path.parent.name, meta["title"], sentences, made_by, address))
    return charts


def write_standard() -> str:
    """The page of the exchange notation, its schema and the files to try a reader with."""
    vectors = json.loads((STANDARD.parent / "vectors.json").read_text("utf-8"))
    parts = [to_html(_with_anchors(read_standard())), '<h2 id="schema">The schema</h2>']
    parts.append(_show((STANDARD.parent / "deal.schema.json").read_text("utf-8")))
    parts.append('<h2 id="right-files">Files that every reader must accept</h2>')
    for right in vectors["right"]:
        path = STANDARD.parent / right["file"]
        parts += (_fold(right["file"], path.read_text("utf-8-sig")),)
        parts.append(_fold(f"{right['file']}.json", Path(f"{path}.json").read_text("utf-8")))
    parts.append('<h2 id="wrong-files">Files that every reader must refuse</h2>')
    for wrong in vectors["wrong"]:
        text = (STANDARD.parent / wrong["file"]).read_text("utf-8", errors="replace")
        parts.append(_fold(wrong["file"], text, wrong["message"]))
    return "\n".join(parts)


def _with_anchors(text: str) -> str:
    # Headings by hand, since those of a page follow no module.
    def mark(found: re.Match) -> str:
        level = len(found[1])
        return f'<h{level} id="{slug(found[2])}">{escape(found[2])}</h{level}>\n'

    parts = re.split(r"(^```.*?^```$)", text, flags=re.DOTALL | re.MULTILINE)
    return "".join(
        part if part.startswith("```") else re.sub(r"^(#+) (.+)$", mark, part, flags=re.MULTILINE)
        for part in parts
    )


def _show(text: str) -> str:
    return Markup('<div class="pdoc-code codehilite"><pre><code>{}</code></pre></div>').format(text)


def _fold(name: str, text: str, said: str = "") -> str:
    said = Markup('<p class="said">{}</p>').format(said) if said else ""
    return Markup("<details><summary><code>{}</code>{}</summary>{}</details>").format(
        name, said, Markup(_show(text))
    )


def list_entries(
    modules: dict[str, pdoc.doc.Module], guides: dict[str, str], charts: list[Chart]
) -> Iterator[Entry]:
    """All that the search finds, guides first.

    Parameters
    ----------
    modules : dict of str to pdoc.doc.Module
    guides : dict of str to str
        The pages of the guides, by topic.
    charts : list of Chart
    """
    for topic, title, paragraphs, _ in list_guide_sections():
        if topic in guides:
            anchor = "" if title == topic else f"#{slug(title)}"
            yield _enter(title, guides[topic] + anchor, f"guide: {topic}", " ".join(paragraphs))
    heading = ""
    for part in re.split(r"^## ", read_standard(), flags=re.MULTILINE):
        heading, _, text = part.partition("\n")
        first = heading.startswith("#")
        anchor = "" if first else f"#{slug(heading)}"
        yield _enter(f"PQN: {heading}".replace("PQN: # ", ""), f"notation.html{anchor}",
                     "notation", re.sub(r"```.*?```", "", text, flags=re.DOTALL))  # fmt: skip
    for word in WORDS:
        also = f" {', '.join(word.also)}" if word.also else ""
        yield _enter(word.name, f"glossary.html#{word.key}", "word", f"{word.meaning}{also}")
    for chart in charts:
        yield _enter(chart.title, f"charts.html#{chart.name}", "chart", " ".join(chart.sentences))
    seen = set()
    for name, module in modules.items():
        page = f"{name.replace('.', '/')}.html"
        if name not in GUIDES.values():
            yield _enter(name, page, "module", module.docstring)
        for member in module.flattened_own_members:
            shown = (member.qualname, member.docstring)  # what is exported has two pages
            is_public = not member.name.startswith("_") and member.kind in ("function", "class")
            if is_public and shown not in seen:
                seen.add(shown)
                yield _enter(member.qualname, f"{page}#{member.qualname}",
                             f"{member.kind} of {name}", member.docstring)  # fmt: skip


def _enter(title: str, address: str, kind: str, text: str) -> Entry:
    prose = _SECTION.split(text)[0]
    plain = " ".join(_TAGS.sub(" ", _ROLE.sub(r"\1", prose)).replace("`", "").split())
    return Entry(title, address, kind, plain[:_MOST_LETTERS])


def write_search(entries: Iterator[Entry]) -> str:
    """The file that the pages load at the first search."""
    listed = json.dumps([list(one) for one in entries], ensure_ascii=False, separators=(",", ":"))
    return f"window.siteEntries = {listed};\n".replace("</", "<\\/")
