"""Ambiguous sentences: each rule here refuses one kind, and shows two readings.

Readings are shown in the normal form, so that the one that is meant can be typed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from piquet_sim.conditions.model import All, Condition, Some, count_cards_of, simplify
from piquet_sim.conditions.reading.nouns import AT_LEAST_ONE, CARDS, RANK, SUIT, Noun, bound
from piquet_sim.conditions.reading.sentences import (
    AND,
    BOTH,
    BUT,
    COMMA,
    HAS,
    HAS_NOT,
    LACKS,
    NOR,
    OR,
    PLAIN,
    WITHOUT,
    WORDED,
    Chain,
    Counted,
    CountedOf,
    Named,
    Neither,
    NoneOf,
    Object,
    Saying,
    Single,
    Subject,
)
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.cards import count_cards, pack_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER


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

    @property
    def denies(self) -> bool:
        """Whether its verb or its subject does."""
        return self.verb != HAS or (self.subject is not None and self.subject.is_none)


class Reading(Protocol):
    """What the rules use of the reader of lists."""

    text: str
    pack: int

    def say_of(self, subject: Subject, group: Group, is_denied: bool) -> Condition:
        """What a group says of a subject."""


def refuse(reader: Reading, why: str, *readings: Condition) -> InputError:
    """The error for a sentence with several readings, of which two are shown."""
    said = dict.fromkeys(_say(reader, one) for one in readings)
    ways = " or ".join(f"'{one}'" for one in list(said)[:2])
    return InputError(f"given: {why} can be read in two ways; write {ways}")


def _say(reader: Reading, condition: Condition) -> str:
    return say_condition(simplify(condition, reader.pack), reader.pack)


def quote(reader: Reading, first: Group, last: tuple[int, int]) -> str:
    """The words from a group to a place."""
    return repr(reader.text[first.span[0] : last[1]])


# ---- A noun behind an object --------------------------------------------------------------------
def belongs(
    reader: Reading, clause: Clause, group: Group, word: str, noun: Noun, span: tuple[int, int]
) -> bool:
    """Whether a noun without article and number belongs to the object before it.

    Raises
    ------
    InputError
        If that is ambiguous.
    """
    said = group.said
    if word == BUT:
        raise _refuse_but(reader, clause, group, noun, span)
    if isinstance(said, Chain):
        return False
    if isinstance(said, Saying):
        if said.is_comparison:
            raise _refuse_apart(reader, clause, group, word, noun, span)
        return False
    if isinstance(said, Neither):
        if word != NOR:
            raise _refuse_apart(reader, clause, group, word, noun, span)
        return True
    if isinstance(said, Counted | Single):
        if noun.family == CARDS and not noun.is_spelt:
            return False
        raise _refuse_counted(reader, clause, group, word, noun, span)
    if isinstance(said, CountedOf):
        is_alike = (noun.family == CARDS) == (said.nouns[0].family == CARDS)
        if not noun.cards or noun.is_fixed or not is_alike:
            raise _refuse_apart(reader, clause, group, word, noun, span)
        return True
    if said.noun.again(noun) is not None:
        return True
    if said.noun.has_top and noun.family == RANK:
        raise _refuse_apart(reader, clause, group, word, noun, span)
    if isinstance(said, NoneOf) or clause.denies:
        if not _is_alike(said.noun, noun, word):
            raise _refuse_apart(reader, clause, group, word, noun, span)
        return True
    families = [one.family for one in group.families()]
    if "guard" in (said.noun.sort, noun.sort):
        raise _refuse_apart(reader, clause, group, word, noun, span)
    if (noun.family in (RANK, SUIT) and CARDS in families) or (
        noun.is_spelt and set(families) & {RANK, SUIT}
    ):
        raise _refuse_detail(reader, clause, group, word, noun, span)
    return True


def _is_alike(one: Noun, two: Noun, word: str) -> bool:
    # Whether "no" before the one plainly holds for the other.
    kinds = [noun.attribute is not None and not noun.is_fixed for noun in (one, two)]
    if CARDS in (one.family, two.family):
        return one.family == two.family
    return all(kinds) or word in (OR, NOR)


def _of_whom(clause: Clause) -> Subject:
    return clause.subject or clause.pair or Subject((ELDER,))


def _follow(
    reader: Reading, clause: Clause, group: Group, noun: Noun, is_denied: bool
) -> Condition:
    other = Group("", Named(noun), group.span)
    return reader.say_of(Subject(_of_whom(clause).places), other, is_denied)


def _refuse_apart(
    reader: Reading, clause: Clause, group: Group, word: str, noun: Noun, span: tuple[int, int]
) -> InputError:
    # "no aces and KS": is the king held or not?
    subject = _of_whom(clause)
    first = reader.say_of(Subject(subject.places), group, clause.denies)
    put = Some if word == OR else All
    denied, held = (_follow(reader, clause, group, noun, one) for one in (True, False))
    return refuse(reader, quote(reader, group, span), All((first, denied)), put((first, held)))


def _refuse_but(
    reader: Reading, clause: Clause, group: Group, noun: Noun, span: tuple[int, int]
) -> InputError:
    # "all aces but AS": and, or except?
    subject = _of_whom(clause)
    first = reader.say_of(Subject(subject.places), group, clause.denies)
    held = _follow(reader, clause, group, noun, False)
    return InputError(
        f"given: 'but' in {quote(reader, group, span)} can mean 'and' or 'except'; for 'and' write "
        f"'{_say(reader, All((first, held)))}', else name the cards one by one"
    )


def _refuse_detail(
    reader: Reading, clause: Clause, group: Group, word: str, noun: Noun, span: tuple[int, int]
) -> InputError:
    # "a king or queen of hearts": is the king of hearts?
    subject = _of_whom(clause)
    put = Some if word == OR else All
    first = reader.say_of(Subject(subject.places), group, False)
    plain = put((first, _follow(reader, clause, group, noun, False)))
    return InputError(
        f"given: {quote(reader, group, span)} can be read in two ways; write "
        f"'{_say(reader, plain)}', or each card by rank and suit, as in KH QH"
    )


def _refuse_counted(
    reader: Reading, clause: Clause, group: Group, word: str, other: Noun, span: tuple[int, int]
) -> InputError:
    # "3 aces or kings": three of both together, three of the one, or three of each?
    said = group.said
    ranges = said.ranges if isinstance(said, Counted) else ((1, 1),)
    noun, put = said.noun, Some if word == OR else All
    subject = _of_whom(clause)

    def of_all(make: Callable[[str], Condition]) -> Condition:
        return (Some if subject.is_any else All)(tuple(map(make, subject.places)))

    ways = []
    if noun.cards and other.cards and not (noun.is_fixed or other.is_fixed):
        cards = count_cards_of(noun.cards | other.cards)
        ways.append(of_all(lambda place: bound(place, cards, ranges, reader.pack)))
    if other.attribute is not None and not other.is_fixed:
        ways.append(of_all(lambda place: put(tuple(
            bound(place, one.attribute, ranges, reader.pack) for one in (noun, other)
        ))))  # fmt: skip
    ways.append(of_all(lambda place: put((
        bound(place, noun.attribute, ranges, reader.pack), other.says(place, reader.pack)
    ))))  # fmt: skip
    return refuse(reader, quote(reader, group, span), *ways)


def check_detail(
    reader: Reading, clause: Clause, group: Group, word: str, said: Named, span: tuple[int, int]
) -> None:
    """Refuse a detail that may be meant of what stands before: "a trio or quatorze of kings".

    Raises
    ------
    InputError
    """
    before = group.said
    if not isinstance(before, Named | NoneOf) or word == BUT:
        return
    one, two = before.noun, said.noun
    if one.sort[:4] == two.sort[:4] != "" and one.like is None and two.like is not None:
        subject = _of_whom(clause)
        put = Some if word == OR else All
        is_denied = isinstance(before, NoneOf) or clause.denies
        readings = []
        for first in (two.like(one), one):
            parts = [
                reader.say_of(Subject(subject.places), Group("", Named(noun), span), is_denied)
                for noun in (first, two)
            ]
            readings.append((All if is_denied else put)(tuple(parts)))
        raise refuse(reader, quote(reader, group, span), *readings)
    if said.has_article and two.is_spelt and one.family in (RANK, SUIT):
        raise _refuse_detail(reader, clause, group, word, two, span)


# ---- Whole clauses ------------------------------------------------------------------------------
def check_clause(reader: Reading, clause: Clause) -> None:
    """Refuse a clause that is ambiguous.

    Raises
    ------
    InputError
    """
    for rule in (
        _check_denied_twice, _check_pairs, _check_subject, _check_denied, _check_bounds,
        _check_none, _check_rows,
    ):  # fmt: skip
        rule(reader, clause)


def check_neither(reader: Reading, said: Neither) -> None:
    """Refuse a suit that may be meant of all: "neither king nor queen of hearts".

    Raises
    ------
    InputError
    """
    nouns = [one.noun for one in said.objects if isinstance(one, Named)]
    if any(noun.is_spelt for noun in nouns) and any(noun.family == RANK for noun in nouns):
        raise InputError(
            f"given: the suit in {reader.text!r} may apply to one card or to all; name each card, "
            "as in 'neither KH nor QH'"
        )


def _check_denied_twice(reader: Reading, clause: Clause) -> None:
    is_twice = clause.verb != HAS and clause.subject.is_none
    if is_twice or (
        clause.denies and any(isinstance(one.said, NoneOf | Neither) for one in clause.groups)
    ):
        raise InputError(f"given: {reader.text!r} has two negations; use only one")


def _check_pairs(reader: Reading, clause: Clause) -> None:
    # "both AS and KS", "either AS or KS": two things, and the word that goes with them.
    for place, group in enumerate(clause.groups):
        if group.pair is None:
            continue
        words = [word for word, _ in group.nouns]
        words += [one.word for one in clause.groups[place + 1 :]]
        first, needed = ("both", AND) if group.pair == BOTH else ("either", OR)
        is_whole = words == [needed] or (first == "either" and words[-1:] == [OR])
        if not is_whole or any(word not in (needed, COMMA) for word in words):
            raise InputError(
                f"given: {first!r} in {reader.text!r} requires two things, as in "
                f"'{first} AS {needed} KS'"
            )
        if clause.denies and first == "both":
            parts = [
                reader.say_of(Subject(clause.subject.places), one, False)
                for one in clause.groups[place:]
            ]
            none = [
                reader.say_of(Subject(clause.subject.places), one, True)
                for one in clause.groups[place:]
            ]
            raise refuse(reader, "'both' denied", All(tuple(parts)).deny(), All(tuple(none)))


def _check_subject(reader: Reading, clause: Clause) -> None:
    subject = clause.subject
    if subject.is_joint and any(
        isinstance(one.said, Counted | CountedOf | Single)
        or (isinstance(one.said, Named) and one.said.noun.family == CARDS)
        for one in clause.groups
    ):
        raise InputError(
            f"given: {reader.text!r}: each of the two, or both together? for each write 'both have'"
        )
    if subject.is_any and clause.verb != HAS:
        raise InputError(
            f"given: {reader.text!r}: 'either' cannot be negated; write 'nobody has' or 'not (')"
        )
    if len(subject.places) > 1 and not subject.is_any and clause.verb == HAS_NOT:
        single = [Subject((place,)) for place in subject.places]
        none = [reader.say_of(one, group, True) for one in single for group in clause.groups]
        held = [reader.say_of(one, group, False) for one in single for group in clause.groups]
        raise refuse(reader, "'both' denied", All(tuple(none)), All(tuple(held)).deny())


def _check_denied(reader: Reading, clause: Clause) -> None:
    if not clause.denies:
        return
    for group in clause.groups:
        if _is_open_denied(clause, group):
            words = reader.text[group.span[0] : group.span[1]]
            why = f"{words!r} denied"
            subject = Subject(clause.subject.places)
            plain = reader.say_of(subject, group, True)
            other = _read_otherwise(reader, clause, group)
            if other is not None:
                raise refuse(reader, why, plain, other)
            raise InputError(f"given: {why} can be read in two ways; write what is held, as in "
                             f"'{_say(reader, plain)}'")  # fmt: skip
    subject = Subject(clause.subject.places)
    if len(clause.groups) > 1:
        words = {group.word for group in clause.groups[1:]}
        is_plain = all(isinstance(group.said, Named | Single) for group in clause.groups)
        if not is_plain or not words <= {OR, NOR} or clause.verb == LACKS:
            denied = [reader.say_of(subject, group, True) for group in clause.groups]
            held = [reader.say_of(subject, group, False) for group in clause.groups[1:]]
            raise refuse(
                reader, "a list behind a denial", All(tuple(denied)), All((denied[0], *held))
            )


def _is_open_denied(clause: Clause, group: Group) -> bool:
    # Whether what it is not to have this is open.
    said, is_missing = group.said, clause.verb in (LACKS, WITHOUT)
    has_or = any(word == OR for word, _ in group.nouns)
    if isinstance(said, Chain | Single):
        return False
    if isinstance(said, Saying):
        return said.is_equality or is_missing
    if isinstance(said, Counted | CountedOf):
        if isinstance(said, CountedOf) and said.is_any:
            return clause.verb == LACKS or clause.is_after
        return is_missing or clause.is_after or said.bounded == PLAIN
    if said.is_some or (clause.is_after and (said.has_article or has_or)):
        return True
    if said.noun.is_all:
        return is_missing or clause.is_after or bool(group.nouns)
    if said.noun.is_hand:
        return is_missing or bool(group.nouns)
    return clause.verb == LACKS and has_or


def _read_otherwise(reader: Reading, clause: Clause, group: Group) -> Condition | None:
    # "lacks two aces": all but two; "does not have two aces": fewer than two.
    said, pack = group.said, reader.pack
    parts = []
    for place in clause.subject.places:
        if isinstance(said, Counted) and said.noun.cards:
            attribute, cards = said.noun.attribute, said.noun.cards
        elif isinstance(said, CountedOf):
            cards = 0
            for noun in (*said.nouns, *(noun for _, noun in group.nouns)):
                cards |= noun.cards
            attribute = count_cards_of(cards & pack_mask(pack))
        else:
            return None
        total = count_cards(cards & pack_mask(pack))
        low, high = said.ranges[0]
        if clause.verb == HAS_NOT or clause.subject.is_none:
            ranges = ((0, low - 1),) if low else None
        else:
            ranges = ((max(0, total - int(min(high, total))), total - low),)
        if ranges is None or len(said.ranges) > 1:
            return None
        parts.append(bound(place, attribute, ranges, pack))
    return All(tuple(parts))


def _check_bounds(reader: Reading, clause: Clause) -> None:
    # "at least 3 hearts and 2 spades": two, or at least two?
    counted = [one for one in clause.groups if isinstance(one.said, Counted | CountedOf)]
    kinds = {one.said.bounded for one in counted}
    if not {PLAIN, WORDED} <= kinds or clause.subject is None:
        return
    subject = Subject(clause.subject.places)
    worded = next(one.said for one in counted if one.said.bounded == WORDED)
    plain = [reader.say_of(subject, one, False) for one in counted]
    wider = []
    for one in counted:
        if one.said.bounded == PLAIN:
            ((number, _),) = one.said.ranges[:1]
            low, high = worded.ranges[0]
            ranges = ((number, high),) if high > low and low else ((0, number),)
            said = type(one.said)(
                one.said.noun if isinstance(one.said, Counted) else one.said.nouns, ranges
            )
            wider.append(reader.say_of(subject, Group("", said, one.span, nouns=one.nouns), False))
        else:
            wider.append(reader.say_of(subject, one, False))
    why = "a number behind 'at least' or 'at most'"
    raise refuse(reader, why, All(tuple(plain)), All(tuple(wider)))


def _check_none(reader: Reading, clause: Clause) -> None:
    # "no aces or 3 kings": does "no" hold for the kings?
    none = [one for one in clause.groups if isinstance(one.said, NoneOf | Neither)]
    if none and any(one.word in (OR, NOR) for one in clause.groups[1:]):
        subject = Subject(clause.subject.places)
        parts = [reader.say_of(subject, one, False) for one in clause.groups]
        denied = [
            part if isinstance(one.said, NoneOf | Neither) else part.deny()
            for one, part in zip(clause.groups, parts, strict=True)
        ]
        raise refuse(reader, "'no' in a list with 'or'", Some(tuple(parts)), All(tuple(denied)))
    if any(word == NOR for one in clause.groups for word, _ in one.nouns) and not (
        none or clause.denies
    ):
        raise InputError(f"given: 'nor' in {reader.text!r} requires 'neither' or 'no' before it")


def _check_rows(reader: Reading, clause: Clause) -> None:
    # "AS KS or QS": both of the first, or any of the three?
    for group in clause.groups:
        nouns = group.families()
        is_choice = any(word == OR for word, _ in group.nouns)
        if not is_choice or not any(one.is_row for one in nouns):
            continue
        subject = Subject(clause.subject.places)
        cards = 0
        for one in nouns:
            cards |= one.cards
        any_of = count_cards_of(cards)
        each = tuple(bound(place, any_of, (AT_LEAST_ONE,), reader.pack) for place in subject.places)
        raise refuse(reader, repr(reader.text), reader.say_of(subject, group, False), Some(each))


# ---- "and" with "or" ----------------------------------------------------------------------------
def read_both_ways(
    entries: "Iterable[tuple[str, Condition]]",
) -> tuple[Condition, Condition]:
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
