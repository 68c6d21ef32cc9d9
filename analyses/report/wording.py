"""Texts of a page: typographic signs, words linked to the glossary, and the templates."""

import re

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from piquet_sim.game.glossary import split_words

_MINUS = re.compile(r"(?<![\w.)])-(?=\d)")
_ERROR = re.compile(r" ± (?=\d)")


def set_text(text: str) -> str:
    """A text with true minus signs, and no line broken between a number and its error."""
    return _ERROR.sub("\u00a0±\u00a0", _MINUS.sub("−", text))


def link_words(text: str, linked: set[str]) -> Markup:
    """A text as HTML, each word of the game linked where it first appears.

    Parameters
    ----------
    text : str
    linked : set of str
        Words linked so far; newly linked words are added.
    """
    told = []
    for piece, word in split_words(set_text(text)):
        if word is None or word.key in linked:
            told.append(escape(piece))
            continue
        linked.add(word.key)
        told.append(Markup('<a class="word" href="#word-{}">{}</a>').format(word.key, piece))
    return Markup("").join(told)


TEMPLATES = Environment(
    loader=PackageLoader("analyses.report"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
"""The templates of the page; what they show is escaped."""

TEMPLATES.filters.update(link_words=link_words, set_text=set_text)
TEMPLATES.globals.update(new_set=set)
