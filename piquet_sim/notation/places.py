"""Where a word stands in a text, and refusals that point at it."""

from typing import NamedTuple

from piquet_sim.game.errors import InputError


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
        at = repr(self.word) if self.word else "the end"
        return MisplacedWord(f"line {self.line}, column {self.column}: at {at}: {why}")


def find_place(text: str, start: int, end: int) -> Place:
    r"""The place of a part of a text.

    Examples
    --------
    >>> find_place("Elder: AS\nTalon: KX", 17, 19)
    Place(word='KX', line=2, column=8)
    """
    line = text.count("\n", 0, start) + 1
    return Place(text[start:end], line, start - text.rfind("\n", 0, start))
