"""Nouns after an object: whether they belong to it, and where this is ambiguous."""

from collections.abc import Callable

from piquet_sim.conditions.model import All, Condition, Some, count_cards_of
from piquet_sim.conditions.reading.ambiguity import (
    Clause,
    Group,
    Reading,
    quote,
    refuse,
    say_reading,
)
from piquet_sim.conditions.reading.nouns import CARDS, RANK, SUIT, Noun, bound
from piquet_sim.conditions.reading.sentences import (
    BUT,
    NOR,
    OR,
    Chain,
    Counted,
    CountedOf,
    Named,
    Neither,
    NoneOf,
    Saying,
    Single,
    Subject,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER


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
    if clause.subject is not None and clause.subject.is_sum:
        raise InputError(
            f"given: {quote(reader, group, span)}: a list after 'together'; write a number before "
            "each, as in 'together have 3 aces and 2 kings'"
        )
    if noun.family == RANK and any(one.has_adjective for one in _list_named(group)):
        raise _refuse_adjective(reader, group, noun, span)
    if isinstance(said, Saying):
        if said.is_comparison:
            if said.follow is not None and noun.attribute is not None and not noun.is_fixed:
                raise _refuse_compared(reader, clause, group, word, noun, span)
            raise _refuse_adjective(reader, group, noun, span)
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


def _list_named(group: Group) -> list[Noun]:
    counted = [group.said.noun] if isinstance(group.said, Counted | Single) else []
    return [*counted, *group.families()]


def _refuse_adjective(
    reader: Reading, group: Group, noun: Noun, span: tuple[int, int]
) -> InputError:
    # "a red ace or king": is any king meant?
    return InputError(
        f"given: {quote(reader, group, span)} can be read in two ways; repeat the word before "
        f"{noun.name!r}, or write a number, as in '1+ {noun.name}'"
    )


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


def _refuse_compared(
    reader: Reading, clause: Clause, group: Group, word: str, noun: Noun, span: tuple[int, int]
) -> InputError:
    # "more aces than kings and queens": than both together, or than each?
    subject = Subject(_of_whom(clause).places)
    put = Some if word == OR else All
    ways = [
        put(tuple(reader.say_of(subject, Group("", one, span), clause.denies) for one in parts))
        for parts in group.said.follow(noun)
    ]
    if len(ways) == 1:
        plain = reader.say_of(subject, group, clause.denies)
        ways.append(put((plain, _follow(reader, clause, group, noun, False))))
    return refuse(reader, quote(reader, group, span), *ways)


def _refuse_but(
    reader: Reading, clause: Clause, group: Group, noun: Noun, span: tuple[int, int]
) -> InputError:
    # "all aces but AS": and, or except?
    subject = _of_whom(clause)
    first = reader.say_of(Subject(subject.places), group, clause.denies)
    held = _follow(reader, clause, group, noun, False)
    return InputError(
        f"given: 'but' in {quote(reader, group, span)} can mean 'and' or 'except'; for 'and' write "
        f"'{say_reading(reader, All((first, held)))}', else name the cards one by one"
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
        f"'{say_reading(reader, plain)}', or each card by rank and suit, as in KH QH"
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
