"""Ambiguous sentences: what can be read in two ways is refused, and two readings are shown.

The rules are in `ambiguous_nouns` and `ambiguous_clauses`; each refuses one kind.

Readings are shown in the normal form, so that the one that is meant can be typed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from piquet_sim.conditions.model import All, Condition, Some, simplify
from piquet_sim.conditions.reading.nouns import Noun
from piquet_sim.conditions.reading.sentences import HAS, OR, Chain, Named, NoneOf, Object, Subject
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.errors import InputError


@dataclass
class Group:
    """An object and the nouns that belong to it, each with the word before it."""

    word: str
    said: "Object | Chain"
    span: tuple[int, int]
    pair: Subject | None = None
    """BOTH or EITHER, where that word stands before it."""
    nouns: list[tuple[str, Noun]] = field(default_factory=list)

    def families(self) -> list[Noun]:
        """All nouns of a noun with followers."""
        first = [self.said.noun] if isinstance(self.said, Named | NoneOf) else []
        return [*first, *(noun for _, noun in self.nouns)]


@dataclass
class Clause:
    """One subject and verb, and what they govern."""

    word: str
    subject: Subject | None
    verb: str = HAS
    pair: Subject | None = None
    """Who is meant if nobody is named: "both 2 aces"."""
    groups: list[Group] = field(default_factory=list)
    whole: Condition | None = None
    """What it says, where that is known without a subject: brackets, "not ..."."""
    is_closed: bool = False
    """Whether a subject must be named in what follows."""
    is_after: bool = False
    """Whether the subject was named after the object."""
    is_inherited: bool = False
    """Whether the subject is that of the clause before: "one player has AS and lacks KS"."""

    @property
    def whose(self) -> Subject:
        """Its subject, which is known when all clauses are."""
        assert self.subject is not None
        return self.subject

    @property
    def denies(self) -> bool:
        """Whether its verb or its subject does."""
        return self.verb != HAS or (self.subject is not None and self.subject.is_none)

    @property
    def trails(self) -> bool:
        """Whether its last noun may belong to what follows."""
        last = self.groups[-1] if self.groups else None
        if last is None:
            return False
        is_bare = isinstance(last.said, Named) and not last.said.has_article
        return bool(last.nouns) or (len(self.groups) > 1 and is_bare)


class Reading(Protocol):
    """What the rules use of the reader of lists."""

    text: str
    pack: int

    def say_of(self, subject: Subject, group: Group, is_denied: bool) -> Condition:
        """What a group says of a subject."""

    def say_clause(self, clause: Clause, place: str) -> Condition:
        """What a clause says of a place."""


def refuse(reader: Reading, why: str, *readings: Condition) -> InputError:
    """The error for a sentence with several readings, of which two are shown."""
    said = dict.fromkeys(say_reading(reader, one) for one in readings)
    ways = " or ".join(f"'{one}'" for one in list(said)[:2])
    return InputError(f"given: {why} can be read in two ways; write {ways}")


def say_reading(reader: Reading, condition: Condition) -> str:
    """A condition in the normal form, in words."""
    return say_condition(simplify(condition, reader.pack), reader.pack)


def quote(reader: Reading, first: Group, last: tuple[int, int]) -> str:
    """The words from a group to a place."""
    return repr(reader.text[first.span[0] : last[1]])


def read_both_ways(entries: "Iterable[tuple[str, Condition]]") -> tuple[Condition, Condition]:
    """A list of "and" and "or", with "and" binding closer, and with "or"."""
    listed = list(entries)
    readings = []
    for is_or, outer, inner in ((False, Some, All), (True, All, Some)):
        groups: list[list[Condition]] = []
        for word, condition in listed:
            if groups and (word == OR) == is_or:
                groups[-1].append(condition)
            else:
                groups.append([condition])
        readings.append(outer(tuple(inner(tuple(group)) for group in groups)))
    return readings[0], readings[1]
