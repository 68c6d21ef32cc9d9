"""Make the pages of the API from the docstrings: ``python .ci/make_api.py [FOLDER]``.

pdoc writes them: it reads numpydoc sections and needs neither a configuration nor pages written by
hand. Added here are what this project has and pdoc has not: the game's words as links to a page
that explains them, formulas as MathML, charts, the exchange notation, a search, and a first page
that begins with the guides. The pages can be put anywhere as they are: below any path of a host, or
opened from the folder; all links are relative, and nothing is loaded from elsewhere.
"""

import re
import shutil
import sys
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from posixpath import dirname, join, normpath

import jinja2
import pdoc
import pdoc.render
from latex2mathml.converter import convert as convert_formula
from pdoc.docstrings import convert
from pdoc.render_helpers import to_html
from site_parts import Entry, list_entries, read_charts, write_search, write_standard

import piquet_sim
from piquet_sim.cli.guides import GUIDES, list_sections, read_guide, say_topic
from piquet_sim.game.glossary import WORDS, split_words

ROOT = Path(__file__).parent.parent
FOLDER = ".api"
_HERE = Path(__file__).parent
_HIDDEN = ("kernel", "cli", "explorer", "data", "__main__")
"""Rooms of which users see nothing: what is compiled, the command line and the page."""

_GUIDES = "guides/"
"""The folder of the guides to rooms whose modules are hidden."""

PAGES = (("index.html", "Guides and modules"), ("glossary.html", "Glossary"),
         ("charts.html", "Charts"), ("notation.html", "Exchange notation"))  # fmt: skip
"""The pages that are no modules, and how each is called on all of them."""

_TOO_COMMON = {"set", "sets", "cards", "the cards"}
"""Words that mostly mean something else in a docstring."""

_ROLE = re.compile(r":math:`([^`]+)`")
_DIRECTIVE = re.compile(r"^[ ]*\.\. math::[ ]*(.+(?:\n[ ]+\S.*)*)", re.MULTILINE)
_HOLDER = re.compile(r"FORMULA(\d+)END")
_TAGS = re.compile(r"(<[^>]*>)")
_LINK = re.compile(r'<a href="([^":]*)">(.*?)</a>', re.DOTALL)
_ANCHOR = re.compile(r'\bid="([^"]+)"')
_DOCSTRING = '<div class="docstring">'
_OPAQUE = ("a", "code", "pre", "math", "h1", "h2", "h3", "h4", "h5", "h6", "button")


def list_modules() -> list[str]:
    """All modules that users may need; of a room that says what it exports, the room alone."""
    names = []
    for package in ("piquet_sim", "analyses"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if any(part in _HIDDEN or part.startswith("_") for part in parts[:-1]):
                continue
            if parts[-1] != "__init__" and (parts[-1] in _HIDDEN or parts[-1].startswith("_")):
                continue
            room = parts[:-1]
            is_inside = len(room) > 1 and parts[-1] != "__init__"
            if not (is_inside and hasattr(import_module(".".join(room)), "__all__")):
                names.append(".".join(parts).removesuffix(".__init__"))
    return sorted(names, key=lambda name: (name.partition(".")[0] != "piquet_sim", name))


class _Formulas:
    # Formulas stand aside while the text around them becomes HTML.

    def __init__(self) -> None:
        self.made: list[str] = []

    def put_aside(self, text: str) -> str:
        text = _DIRECTIVE.sub(lambda found: "\n" + self._keep(found[1], "block"), text)
        return _ROLE.sub(lambda found: self._keep(found[1], "inline"), text)

    def _keep(self, formula: str, display: str) -> str:
        self.made.append(convert_formula(" ".join(formula.split()), display=display))
        return f"FORMULA{len(self.made) - 1}END"

    def put_back(self, page: str) -> str:
        return _HOLDER.sub(lambda found: self.made[int(found[1])], page)


def link_words(page: str, glossary: str) -> str:
    """The first of each of the game's words in the docstrings of a page, as a link."""
    seen: set[str] = set()
    pieces = []
    depth, opaque = 0, 0
    for piece in _TAGS.split(page):
        if piece.startswith("<"):
            name = piece.strip("</>").split(" ")[0].split("\n")[0]
            step = -1 if piece.startswith("</") else 1
            if depth or piece == _DOCSTRING:
                depth += step if name == "div" else 0
                opaque += step if name in _OPAQUE else 0
            pieces.append(piece)
        elif depth and not opaque:
            pieces += _link_text(piece, glossary, seen)
        else:
            pieces.append(piece)
    return "".join(pieces)


def _link_text(text: str, glossary: str, seen: set[str]) -> Iterator[str]:
    for piece, word in split_words(text):
        if word is None or word.key in seen or piece.lower() in _TOO_COMMON:
            yield piece
        else:
            seen.add(word.key)
            yield f'<a class="word" href="{glossary}#{word.key}">{piece}</a>'


def drop_dead_links(page: str, name: str, anchors: dict[str, set[str]]) -> str:
    """A page without links to what has no anchor, such as a method that a hidden class gives.

    Parameters
    ----------
    page : str
    name : str
        Where it lies among the pages.
    anchors : dict of str to set of str
        Of each page.
    """

    def keep(found: re.Match) -> str:
        path, _, anchor = found[1].partition("#")
        target = normpath(join(dirname(name), path)) if path else name
        is_there = target in anchors and (not anchor or anchor in anchors[target])
        return found[0] if is_there else found[2]

    return _LINK.sub(keep, page)


def _first_sentence(docstring: str | None) -> str:
    first = " ".join((docstring or "").strip().split("\n\n")[0].split())
    return re.sub(r"`+", "", first)


def find_guides(names: Sequence[str]) -> dict[str, str]:
    """The pages of the guides by topic: that of the package, or one of its own for what is hidden.

    Parameters
    ----------
    names : sequence of str
        The modules that have pages.
    """
    places = {}
    for topic, package in GUIDES.items():
        if package in names:
            places[topic] = f"{package.replace('.', '/')}.html"
        elif package.rpartition(".")[2] in _HIDDEN:
            places[topic] = f"{_GUIDES}{topic}.html"
    return places


def _write_page(title: str, body: str, root: str) -> str:
    headings = [(anchor, re.sub(r"<[^>]*>", "", heading)) for anchor, heading in
                re.findall(r'<h[2-6] id="([^"]+)">(.*?)</h[2-6]>', body)]  # fmt: skip
    template = pdoc.render.env.get_template("page.html.jinja2")
    return template.render(title=title, body=body, root=root, headings=headings)


def make_pages(folder: Path, names: Sequence[str] | None = None) -> Path:
    """Write all pages to a folder, which is replaced; a warning is an error.

    Parameters
    ----------
    folder : Path
    names : sequence of str, optional
        Only these modules; by default all that users may need.

    Returns
    -------
    Path
        The first page.
    """
    warnings.simplefilter("error")
    shutil.rmtree(folder, ignore_errors=True)
    names = list_modules() if names is None else list(names)
    for package in map(import_module, names):  # named lazily; pdoc looks at what is there
        named = getattr(package, "__all__", ())
        vars(package).update({name: getattr(package, name) for name in named})
    formulas = _Formulas()
    to_markdown = pdoc.render.env.filters["to_markdown"]

    @jinja2.pass_context
    def to_markdown_with_formulas(context: jinja2.runtime.Context, docstring: str) -> str:
        return to_markdown(context, formulas.put_aside(docstring))

    env = pdoc.render.env
    env.filters["to_markdown"] = to_markdown_with_formulas
    env.globals["words"] = WORDS
    env.globals["exported"] = [
        (name, _first_sentence(getattr(piquet_sim, name).__doc__))
        for name in piquet_sim.__all__
        if "piquet_sim" in names and callable(getattr(piquet_sim, name))
    ]
    env.globals["described"] = [
        (name, _first_sentence(import_module(name).__doc__)) for name in names
    ]
    places = find_guides(names)
    charts = read_charts(ROOT / "results")
    env.globals["charts"] = charts
    env.globals["pages"] = PAGES
    env.globals["root"] = ""
    env.globals["guides"] = [
        (topic, place, say_topic(topic).replace("`", ""), list_sections(topic))
        for topic, place in places.items()
    ]
    env.globals["version"] = piquet_sim.__version__
    pdoc.render.configure(
        docformat="numpy",
        include_undocumented=True,
        show_source=False,
        template_directory=_HERE / "api",
        footer_text=f"piquet-sim {piquet_sim.__version__}",
    )
    modules = {name: pdoc.doc.Module.from_name(name) for name in names}
    # A default that is written as a lambda is taken for a function whose source cannot be read.
    warnings.filterwarnings("ignore", r"Error parsing source code[\s\S]*default=lambda")
    written = {
        f"{name.replace('.', '/')}.html": pdoc.render.html_module(module, modules)
        for name, module in modules.items()
    }
    written["index.html"] = pdoc.render.html_index(modules)
    for page in ("glossary", "charts"):
        written[f"{page}.html"] = env.get_template(f"{page}.html.jinja2").render()
    prose = {place: (f"Guide: {topic}", convert(read_guide(topic), "numpy", None), "../")
             for topic, place in places.items() if place.startswith(_GUIDES)}  # fmt: skip
    for place, (title, text, root) in prose.items():
        made = to_html(formulas.put_aside(text))
        written[place] = _write_page(title, f"<h1>{title}</h1>{made}", root)
    written["notation.html"] = _write_page("PQN, a notation for deals", write_standard(), "")
    anchors = {name: set(_ANCHOR.findall(page)) for name, page in written.items()}
    for name, page in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = drop_dead_links(formulas.put_back(page), name, anchors)
        if name not in ("glossary.html", "charts.html", "notation.html"):
            whole = link_words(whole, "../" * name.count("/") + "glossary.html")
        path.write_text(whole, encoding="utf-8")
    entries = [_point(one, anchors) for one in list_entries(modules, places, charts)]
    (folder / "search.js").write_text(write_search(entries), encoding="utf-8")
    env.filters["to_markdown"] = to_markdown
    return folder / "index.html"


def _point(entry: Entry, anchors: dict[str, set[str]]) -> Entry:
    # To the page alone where it has no such heading.
    page, _, anchor = entry.address.partition("#")
    return entry if not anchor or anchor in anchors[page] else entry._replace(address=page)


if __name__ == "__main__":
    print(
        make_pages(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / FOLDER), sys.argv[2:] or None)
    )
