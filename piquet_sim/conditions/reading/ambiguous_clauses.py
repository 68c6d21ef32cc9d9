"""Whole clauses that can be read in two ways."""

from dataclasses import replace

from piquet_sim.conditions.model import All, Condition, Some, count_cards_of, simplify
from piquet_sim.conditions.reading.ambiguity import Clause, Group, Reading, refuse, say_reading
from piquet_sim.conditions.reading.nouns import AT_LEAST_ONE, CARDS, RANK, bound
from piquet_sim.conditions.reading.sentences import (
    AND,
    BOTH,
    COMMA,
    HAS,
    HAS_NOT,
    LACKS,
    NOR,
    OR,
    PLAIN,
    TRAILED,
    WITHOUT,
    WORDED,
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
from piquet_sim.game.cards import count_cards, pack_mask
from piquet_sim.game.errors import InputError


def check_clause(reader: Reading, clause: Clause) -> None:
    """Refuse a clause that is ambiguous.

    Raises
    ------
    InputError
    """
    if clause.whose.is_sum:
        _check_together(reader, clause)
        return
    for rule in (
        _check_same, _check_denied_twice, _check_pairs, _check_subject, _check_denied,
        _check_bounds, _check_none, _check_rows,
    ):  # fmt: skip
        rule(reader, clause)


def _check_together(reader: Reading, clause: Clause) -> None:
    if clause.verb != HAS:
        raise InputError(
            f"given: {reader.text!r}: 'together' denied; say how many they have, as in 'together "
            "have 3 aces'"
        )


def _check_same(reader: Reading, clause: Clause) -> None:
    # "elder has the same number of aces": as whom?
    is_pair = len(clause.whose.places) > 1 and not clause.whose.is_any
    for group in clause.groups:
        if isinstance(group.said, Saying) and group.said.is_of_two and is_pair:
            raise InputError(
                f"given: {reader.text!r}: as many of both kinds, or as many as the other? as in "
                "'elder has the same number of hearts and spades' or 'elder and younger have the "
                "same number of hearts'"
            )
        is_same = isinstance(group.said, Saying) and group.said.is_same
        if is_same and (not is_pair or clause.whose.is_none):
            raise InputError(
                f"given: {reader.text!r}: the same as whom? as in 'elder aces = younger aces' or "
                "'elder and younger have the same number of aces'"
            )


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
    is_twice = clause.verb != HAS and clause.whose.is_none
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
        typed = _find_typed(reader, group, first)
        is_whole = words == [needed] or (first == "either" and words[-1:] == [OR])
        if not is_whole or any(word not in (needed, COMMA) for word in words):
            raise InputError(
                f"given: {typed!r} in {reader.text!r} requires two things, as in "
                f"'{first} AS {needed} KS'"
            )
        if clause.denies and first == "both":
            held, none = (
                All(tuple(
                    reader.say_of(Subject(clause.whose.places), one, is_denied)
                    for one in clause.groups[place:]
                ))
                for is_denied in (False, True)
            )  # fmt: skip
            raise refuse(reader, f"{typed!r} denied", held.deny(), none)


def _find_typed(reader: Reading, group: Group, word: str) -> str:
    # The word as it was typed: "each" stands for "both".
    said = reader.text[group.span[0] : group.span[1]].lower()
    return "each" if word not in said and "each" in said else word


def _check_subject(reader: Reading, clause: Clause) -> None:
    subject = clause.subject
    if subject.is_joint and any(
        isinstance(one.said, Counted | CountedOf | Single)
        or (isinstance(one.said, Named) and one.said.noun.family == CARDS)
        for one in clause.groups
    ):
        each = "nobody has" if clause.denies else "both have"
        raise InputError(
            f"given: {reader.text!r}: each of the two, or both together? write {each!r} or "
            "'together have'"
        )
    if subject.is_any and not subject.is_one and clause.verb != HAS:
        raise InputError(
            f"given: {reader.text!r}: 'either' cannot be negated; write 'nobody has' or 'not (')"
        )
    is_same = all(isinstance(one.said, Saying) and one.said.is_same for one in clause.groups)
    is_of_all = len(subject.places) > 1 and not (subject.is_any or subject.limit)
    if is_of_all and clause.verb == HAS_NOT and not is_same:
        single = [Subject((place,)) for place in subject.places]
        none = [reader.say_of(one, group, True) for one in single for group in clause.groups]
        held = [reader.say_of(one, group, False) for one in single for group in clause.groups]
        why = "'both'" if "both" in reader.text.lower() else repr(reader.text)
        raise refuse(reader, f"{why} denied", All(tuple(none)), All(tuple(held)).deny())


def _check_denied(reader: Reading, clause: Clause) -> None:
    if not clause.denies:
        return
    for group in clause.groups:
        if _is_open_denied(clause, group):
            words = reader.text[group.span[0] : group.span[1]]
            why = f"{words!r} denied"
            subject = replace(clause.subject, is_none=False, is_joint=False)
            plain = reader.say_of(subject, group, True)
            other = _read_otherwise(reader, clause, group)
            if other is not None and not clause.is_after and _is_alike(reader, plain, other):
                continue  # "does not have 4 aces": there are no more
            if other is not None:
                raise refuse(reader, why, plain, other)
            raise InputError(f"given: {why} can be read in two ways; write what is held, as in "
                             f"'{say_reading(reader, plain)}'")  # fmt: skip
    subject = replace(clause.subject, is_none=False)
    if len(clause.groups) > 1:
        words = {group.word for group in clause.groups[1:]}
        is_plain = all(isinstance(group.said, Named | Single) for group in clause.groups)
        if not is_plain or not words <= {OR, NOR} or clause.verb == LACKS:
            readings = []
            for is_denied in (True, False):
                of_each = []
                for place in subject.places:
                    first, *others = clause.groups
                    said = [reader.say_of(Subject((place,)), first, True)]
                    said += [reader.say_of(Subject((place,)), one, is_denied) for one in others]
                    of_each.append(All(tuple(said)))
                readings.append(subject.put_together(tuple(of_each)))
            raise refuse(reader, "a list after a denial", *readings)


def _is_alike(reader: Reading, one: Condition, two: Condition) -> bool:
    return simplify(one, reader.pack) == simplify(two, reader.pack)


def _is_open_denied(clause: Clause, group: Group) -> bool:
    # Whether what it is not to have this is open.
    said, is_missing = group.said, clause.verb in (LACKS, WITHOUT)
    has_or = any(word == OR for word, _ in group.nouns)
    if isinstance(said, Chain | Single):
        return False
    if isinstance(said, Saying):
        return (said.is_equality and not said.is_same) or is_missing
    if isinstance(said, Counted | CountedOf):
        if isinstance(said, CountedOf) and said.is_any:
            return clause.verb == LACKS or clause.is_after
        return is_missing or clause.is_after or said.bounded == PLAIN
    if _is_listed(group) and clause.verb == HAS_NOT and not clause.is_after:
        return True
    assert isinstance(said, Named)
    if said.is_some or (clause.is_after and (said.has_article or has_or)):
        return True
    if said.noun.is_all:
        return is_missing or clause.is_after or bool(group.nouns)
    if said.noun.is_hand:
        return is_missing or bool(group.nouns)
    return clause.verb == LACKS and has_or


def _is_listed(group: Group) -> bool:
    # "has not the aces of spades and hearts", "has not AS and KS": none, or not all?
    nouns = group.families()
    return all(noun.family == CARDS for noun in nouns) and (
        any(noun.is_joined for noun in nouns) or any(word == AND for word, _ in group.nouns)
    )


def _read_otherwise(reader: Reading, clause: Clause, group: Group) -> Condition | None:
    # "lacks two aces": all but two; "does not have two aces": fewer than two.
    said, pack = group.said, reader.pack
    parts = []
    for place in clause.whose.places:
        if isinstance(said, Named) and _is_listed(group):
            plain = reader.say_of(Subject((place,)), group, False)
            parts.append(plain.deny())
            continue
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
        if clause.verb == HAS_NOT or clause.whose.is_none:
            ranges = ((0, low - 1),) if low else None
        else:
            ranges = ((max(0, total - int(min(high, total))), total - low),)
        if ranges is None or len(said.ranges) > 1:
            return None
        parts.append(bound(place, attribute, ranges, pack))
    return All(tuple(parts))


def _check_bounds(reader: Reading, clause: Clause) -> None:
    # "at least 3 hearts and 2 spades": two, or at least two?
    counted = [
        (one, one.said) for one in clause.groups if isinstance(one.said, Counted | CountedOf)
    ]
    kinds = [said.bounded for _, said in counted]
    open_places = _find_open(kinds)
    if not open_places:
        return
    put = Some if any(one.word == OR for one, _ in counted[1:]) else All
    subject = Subject(clause.whose.places)
    worded = next(said for _, said in counted if said.bounded in (WORDED, TRAILED))
    plain = [reader.say_of(subject, one, False) for one, _ in counted]
    wider = []
    for place, (one, written) in enumerate(counted):
        if place in open_places:
            ((number, _),) = written.ranges[:1]
            low, high = worded.ranges[0]
            ranges = ((number, high),) if high > low and low else ((0, number),)
            said = (
                Counted(written.noun, ranges)
                if isinstance(written, Counted)
                else CountedOf(written.nouns, ranges)
            )
            wider.append(reader.say_of(subject, Group("", said, one.span, nouns=one.nouns), False))
        else:
            wider.append(reader.say_of(subject, one, False))
    why = "a number after 'at least' or 'at most'"
    raise refuse(reader, why, put(tuple(plain)), put(tuple(wider)))


def _find_open(kinds: list[str]) -> list[int]:
    # Which numbers the words that bound another may bound, too: those behind "at least 3 hearts",
    # and those before "3 hearts or more".
    return [
        place
        for place, kind in enumerate(kinds)
        if kind == PLAIN and (WORDED in kinds[:place] or TRAILED in kinds[place:])
    ]


def _check_none(reader: Reading, clause: Clause) -> None:
    # "no aces or 3 kings": does "no" hold for the kings?
    none = [one for one in clause.groups if isinstance(one.said, NoneOf | Neither)]
    if _repeats_no(clause):  # "no hearts or no spades"
        return
    if none and any(one.word in (OR, NOR) for one in clause.groups[1:]):
        subject = Subject(clause.whose.places)
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


def _repeats_no(clause: Clause) -> bool:
    return all(
        isinstance(one.said, NoneOf) and not one.nouns and one.word in ("", OR)
        for one in clause.groups
    )


def _check_rows(reader: Reading, clause: Clause) -> None:
    # "AS KS or QS": both of the first, or any of the three?
    for group in clause.groups:
        nouns = group.families()
        is_choice = any(word == OR for word, _ in group.nouns)
        if not is_choice or not any(one.is_row for one in nouns):
            continue
        subject = Subject(clause.whose.places)
        cards = 0
        for one in nouns:
            cards |= one.cards
        any_of = count_cards_of(cards)
        each = tuple(bound(place, any_of, (AT_LEAST_ONE,), reader.pack) for place in subject.places)
        raise refuse(reader, repr(reader.text), reader.say_of(subject, group, False), Some(each))
