"""The parts of a condition as a sentence: subjects, verbs, objects, and lists of them.

An object is what stands between two commas: a noun, perhaps with an article, "no" or a number
before it, or something complete in itself ("more aces than younger"). `scope` decides what its
words govern.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from piquet_sim.conditions.model import All, Condition, Some
from piquet_sim.conditions.reading.nouns import Bounds, Noun
from piquet_sim.game.terms import ELDER, YOUNGER

AND, OR, NOR, BUT, COMMA, SEMICOLON = "and", "or", "nor", "but", ",", ";"
"""Words between parts."""

HAS, HAS_NOT, LACKS, WITHOUT = "has", "does not have", "lacks", "without"
"""Verbs; the last three deny, each in a different way."""


ONLY_ONE, ONE_AT_MOST, ONLY_FIRST = "exactly one", "at most one", "only the first"
"""Of how many of two seats something holds."""


@dataclass(frozen=True)
class Subject:
    """Whom a statement is about: one place, both hands, either of them, or neither."""

    places: tuple[str, ...]
    is_any: bool = False
    is_none: bool = False
    is_joint: bool = False
    """Whether two are named without "both": "elder and younger have 3 aces"."""
    is_sum: bool = False
    """Whether what the two hold is counted as one: "together they have 3 aces"."""
    is_one: bool = False
    """Whether it is one of the two, whichever: what is denied of "one player" is lacked by one."""
    limit: str = ""
    """ONLY_ONE, ONE_AT_MOST or ONLY_FIRST, where it says of whom it does not hold."""

    def put_together(self, parts: tuple[Condition, ...]) -> Condition:
        """What is said of the subject, from what is said of each of its places."""
        if len(parts) == 1:
            return parts[0]
        if not self.limit:
            return Some(parts) if self.is_any else All(parts)
        first, second = parts
        if self.limit == ONLY_FIRST:
            return All((first, second.deny()))
        if self.limit == ONLY_ONE:
            return exactly_one(first, second)
        return Some((first.deny(), second.deny()))


def exactly_one(first: Condition, second: Condition) -> Condition:
    """That one of two conditions holds, and the other does not."""
    return Some((All((first, second.deny())), All((first.deny(), second))))


BOTH = Subject((ELDER, YOUNGER))
TOGETHER = Subject((ELDER, YOUNGER), is_sum=True)
EITHER = Subject((ELDER, YOUNGER), is_any=True)
OTHER_PLAYER = Subject(())
"""The one of the two players who was not named before."""
ONE_PLAYER = Subject((ELDER, YOUNGER), is_any=True, is_one=True)
NOBODY = Subject((ELDER, YOUNGER), is_none=True)


# ---- Objects ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Named:
    """A noun alone, or with an article."""

    noun: Noun
    has_article: bool = False
    is_some: bool = False
    """Whether the article is "some", which denied is open."""


@dataclass(frozen=True)
class Single:
    """Exactly one of a kind, which denied is none: "not a single ace"."""

    noun: Noun


@dataclass(frozen=True)
class NoneOf:
    """A noun with "no" before it."""

    noun: Noun


PLAIN, EXACT, WORDED, TRAILED, SIGNED = "plain", "exact", "worded", "trailed", "signed"
"""How a number is bounded: not at all ("3"), by "exactly", by words before it ("at least 3") or
behind its noun ("3 aces or more"), by a sign ("3+", "2-4")."""


@dataclass(frozen=True)
class Counted:
    """A noun with a number before it."""

    noun: Noun
    ranges: tuple[Bounds, ...]
    bounded: str = PLAIN
    """PLAIN, EXACT, WORDED, TRAILED or SIGNED."""


@dataclass(frozen=True)
class CountedOf:
    """A number of cards out of several: "2 of AS KS QS", "3 of aces and kings"."""

    nouns: tuple[Noun, ...]
    ranges: tuple[Bounds, ...]
    bounded: str = PLAIN
    is_any: bool = False
    """Whether it is "any of", which denied is none."""


@dataclass(frozen=True)
class Saying:
    """Something that says all by itself."""

    says: Callable[[str], Condition]
    is_comparison: bool = False
    is_equality: bool = False
    """Whether it is "as many as", which denied means fewer to some."""
    is_same: bool = False
    """Whether it compares the two seats that are its subject: "the same number of aces"."""
    follow: Callable[[Noun], "tuple[tuple[Saying, ...], ...]"] | None = None
    """What a noun behind a comparison may mean: readings, each of one or more parts."""
    is_of_two: bool = False
    """Whether two kinds of one place are as many: of two seats that is open."""
    rival: str | None = None
    """With which place a comparison is; "" where it is within one place."""
    is_open: bool = False
    """Whether the rival went without saying: "and more kings"."""
    is_whole: bool = False
    """Whether it begins with its noun, so that a noun before it would be left alone: "kings and
    queens are guarded"."""
    again: "Callable[[tuple[Bounds, ...]], Saying] | None" = None
    """The same measure with another bound: "and younger's is six"."""


@dataclass(frozen=True)
class Elided:
    """A number of what was counted before: "and younger has four"."""

    ranges: tuple[Bounds, ...] = ()
    bounded: str = PLAIN
    is_rest: bool = False
    """Whether it is all that is left: "and younger has the other"."""
    among: Noun | None = None
    """What is counted among the cards before: "four hearts, three of them court cards"."""


@dataclass(frozen=True)
class Neither:
    """Neither of several objects."""

    objects: "tuple[Object, ...]"


Object = Named | Single | NoneOf | Counted | CountedOf | Saying | Elided | Neither


# ---- Lists --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Statement:
    """One part of a list, with its subject and its verb where they were given."""

    said: "Object | Chain"
    span: tuple[int, int]
    """Where it stands in the text."""
    subject: Subject | None = None
    verb: str | None = None
    """HAS, HAS_NOT, LACKS or WITHOUT; None where there is no verb."""
    pair: Subject | None = None
    """BOTH or EITHER, where that word stands before the object."""
    is_after: bool = False
    """Whether the subject was named after the object: "AS is in the talon"."""

    @property
    def is_plain(self) -> bool:
        """Whether it says what one place has."""
        is_of_one = self.subject is None or len(self.subject.places) == 1
        return is_of_one and self.verb in (None, HAS) and not self.is_after

    @property
    def may_belong(self) -> bool:
        """Whether it is a noun that may belong to what stands before it."""
        is_bare = isinstance(self.said, Named) and not self.said.has_article
        return is_bare and self.subject is None and self.verb is None


@dataclass(frozen=True)
class Denied:
    """A statement with "not" before it."""

    statement: Statement


@dataclass(frozen=True)
class Bracket:
    """A list in brackets, perhaps with "not" before it."""

    chain: "Chain"
    is_denied: bool = False


Part = Statement | Denied | Bracket


@dataclass(frozen=True)
class Chain:
    """Parts and the words between them, of which there is one fewer."""

    parts: tuple[Part, ...]
    words: tuple[str, ...] = ()
    is_one_only: bool = False
    """Whether "but not both" ends it."""
    breaks: tuple[int, ...] = ()
    """Where a word "or" has a comma before it."""

    def split(self) -> "tuple[Chain, ...]":
        """Its parts, where every "or" has a comma and only "and" stands without one.

        "An ace and a king, or four tens" has two; a list without "and", or with a denial, has one.
        """
        is_plain = all(isinstance(part, Statement) and part.is_plain for part in self.parts)
        places = tuple(place for place, word in enumerate(self.words) if word == OR)
        if not is_plain or places != self.breaks or {*self.words} != {AND, OR}:
            return (self,)
        if any(self.parts[place + 1].may_belong for place in places):
            return (self,)
        edges = (-1, *places, len(self.words))
        return tuple(
            Chain(self.parts[start + 1 : end + 1], self.words[start + 1 : end])
            for start, end in pairwise(edges)
        )
