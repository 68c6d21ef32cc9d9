"""Make the pages of the API from the docstrings: ``python .ci/make_api.py [FOLDER]``.

pdoc writes them: it reads numpydoc sections, needs neither a configuration nor pages written by
hand, and what it makes works from a folder without a network. Added here are what this project
has and pdoc has not: the game's words as links to a page that explains them, formulas as MathML,
and a first page that begins with what one asks.
"""

import re
import shutil
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import jinja2
import pdoc
import pdoc.render
from latex2mathml.converter import convert as convert_formula

import piquet_sim
from piquet_sim.cli.guides import GUIDES, list_sections, say_topic
from piquet_sim.game.glossary import WORDS, split_words

ROOT = Path(__file__).parent.parent
FOLDER = ".api"
_HERE = Path(__file__).parent
_HIDDEN = ("kernel", "cli", "explorer", "data", "__main__")
"""Rooms of which users see nothing: what is compiled, the command line and the page."""

_TOO_COMMON = {"set", "sets", "cards", "the cards"}
"""Words that mostly mean something else in a docstring."""

_ROLE = re.compile(r":math:`([^`]+)`")
_DIRECTIVE = re.compile(r"^[ ]*\.\. math::[ ]*(.+(?:\n[ ]+\S.*)*)", re.MULTILINE)
_HOLDER = re.compile(r"FORMULA(\d+)END")
_TAGS = re.compile(r"(<[^>]*>)")
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


def _first_sentence(docstring: str | None) -> str:
    first = " ".join((docstring or "").strip().split("\n\n")[0].split())
    return re.sub(r"`+", "", first)


def make_pages(folder: Path) -> Path:
    """Write all pages to a folder, which is replaced; a warning is an error.

    Returns
    -------
    Path
        The first page.
    """
    warnings.simplefilter("error")
    shutil.rmtree(folder, ignore_errors=True)
    names = list_modules()
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
        if callable(getattr(piquet_sim, name))
    ]
    env.globals["described"] = [
        (name, _first_sentence(import_module(name).__doc__)) for name in names
    ]
    env.globals["guides"] = [
        (topic, package, say_topic(topic).replace("`", ""), list_sections(topic))
        for topic, package in GUIDES.items()
        if package in names
    ]
    env.globals["version"] = piquet_sim.__version__
    pdoc.render.configure(
        docformat="numpy",
        include_undocumented=True,
        show_source=True,
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
    written["glossary.html"] = env.get_template("glossary.html.jinja2").render()
    for name, page in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = formulas.put_back(page)
        if name != "glossary.html":
            whole = link_words(whole, "../" * name.count("/") + "glossary.html")
        path.write_text(whole, encoding="utf-8")
    index = _HOLDER.sub("", pdoc.render.search_index(modules))
    (folder / "search.js").write_text(index, encoding="utf-8")
    env.filters["to_markdown"] = to_markdown
    return folder / "index.html"


if __name__ == "__main__":
    print(make_pages(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / FOLDER)))
