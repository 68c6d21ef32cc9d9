"""Texts of a page: typographic signs, and words linked to the glossary."""

import re
from html import escape

from piquet_sim.game.glossary import split_words

_MINUS = re.compile(r"(?<![\w.)])-(?=\d)")
_ERROR = re.compile(r" ± (?=\d)")


def set_text(text: str) -> str:
    """A text with true minus signs, and no line broken between a number and its error."""
    return _ERROR.sub("\u00a0±\u00a0", _MINUS.sub("−", text))


def link_words(text: str, linked: set[str]) -> str:
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
        told.append(f'<a class="word" href="#word-{word.key}">{escape(piece)}</a>')
    return "".join(told)
