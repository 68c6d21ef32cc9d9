"""Where a word stands in a text, and errors that point at it."""

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from piquet_sim.game.cards import RANK_LETTERS, SUIT_LETTERS, format_card
from piquet_sim.game.errors import InputError, shorten

_MOST_SHOWN = 60
_CARD = re.compile(rf"\b[{RANK_LETTERS}][{SUIT_LETTERS}]\b")
_WORDS = (
    "Notation:", "Elder:", "Younger:", "Talon:", "Play:", "Total:", "Deal:", "Rules:", "Number:",
    "Score:", "holds", "throws", "draws", "unknown", "calls", "sinks", "carte", "blanche",
    "nothing", "everything", "point", "sequence", "set", "tierce", "quart", "quint", "sixième",
    "septième", "huitième", "neuvième", "trio", "quatorze", "making", "major", "minor", "good",
    "equal", "aces", "kings", "queens", "knaves", "tens", "cards",
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


class Placed(NamedTuple):
    """A card and the word in which it stands."""

    card: int
    place: Place


@dataclass
class Pointer:
    """Where everything is that an error can be about, by the words with which the error begins."""

    first: Place
    """Of the deal; for what stands nowhere."""
    places: dict[str, Place] = field(default_factory=dict)
    cards: dict[str, list[Placed]] = field(default_factory=dict)

    def note_cards(self, what: str, cards: list[Placed], head: Place) -> None:
        """Note where cards stand; what is wrong with all of them is said at the first.

        Parameters
        ----------
        what : str
        cards : list of Placed
        head : Place
            Where it is said if there are none.
        """
        self.places[what] = cards[0].place if cards else head
        self.cards[what] = cards

    def point_at(self, error: InputError) -> MisplacedWord:
        """The error, at the first card that it names or where its cards or call begin."""
        said = str(error)
        names = [name for name in self.places if said.startswith(name)]
        if not names:
            return self.first.refuse(said)
        name = max(names, key=len)
        named = _CARD.search(said)
        for card, place in self.cards.get(name, ()):
            if named and format_card(card) == named[0]:
                return place.refuse(said)
        return self.places[name].refuse(said)
