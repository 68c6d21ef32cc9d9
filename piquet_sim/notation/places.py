"""Where a word stands in a text, and errors that point at it."""

from difflib import get_close_matches
from typing import NamedTuple

from piquet_sim.game.errors import InputError, shorten

_MOST_SHOWN = 60
_WORDS = (
    "Elder:", "Younger:", "Talon:", "Play:", "Total:", "Deal:", "Rules:", "Number:", "Score:",
    "holds", "throws", "draws", "unknown", "calls", "sinks", "carte", "blanche", "nothing",
    "everything", "point", "sequence", "set", "tierce", "quart", "quint", "sixième", "septième",
    "huitième", "neuvième", "trio", "quatorze", "making", "major", "minor", "good", "equal",
    "aces", "kings", "queens", "knaves", "tens", "cards",
)  # fmt: skip


class MisplacedWord(InputError):
    """A refusal that says where its word stands."""


class Place(NamedTuple):
    """A word and where it stands; lines and columns are counted from 1."""

    word: str
    line: int
    column: int

    def refuse(self, why: str) -> MisplacedWord:
        """A refusal that points at this word.

        Examples
        --------
        >>> print(Place("AX", 3, 14).refuse("expected a card"))
        line 3, column 14: at 'AX': expected a card
        """
        at = repr(shorten(self.word, _MOST_SHOWN)) if self.word else "the end"
        return MisplacedWord(f"line {self.line}, column {self.column}: at {at}: {why}")


def suggest_word(word: str) -> str:
    """What a word that was not understood was probably meant to be; nothing if none is near.

    Examples
    --------
    >>> suggest_word("Yuonger:")
    "; did you mean 'Younger:'?"
    """
    known = {one.lower(): one for one in _WORDS}
    near = get_close_matches(word[:_MOST_SHOWN].lower(), known, n=1, cutoff=0.75)
    return f"; did you mean {known[near[0]]!r}?" if near and near[0] != word.lower() else ""
