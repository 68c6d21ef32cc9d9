"""What goes without saying in the second half of a sentence: of what, and by which player.

"Elder has no aces and younger has four": four aces. "One player has three aces and the other has
none": whichever it is.
"""

from dataclasses import replace

from piquet_sim.conditions.attributes import count_cards_of
from piquet_sim.conditions.model import All, Condition, Some
from piquet_sim.conditions.reading.ambiguity import Clause, Group, Reading
from piquet_sim.conditions.reading.nouns import AT_LEAST_ONE, OTHER, Bounds, Noun
from piquet_sim.conditions.reading.sentences import (
    EXACT,
    HAS,
    OR,
    OTHER_PLAYER,
    PLAIN,
    SEMICOLON,
    Counted,
    CountedOf,
    Elided,
    Named,
    NoneOf,
    Object,
    Saying,
    Single,
    Statement,
    Subject,
)
from piquet_sim.game.cards import count_cards, pack_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER, YOUNGER

_OTHERS = {ELDER: YOUNGER, YOUNGER: ELDER}


# ---- Of what ------------------------------------------------------------------------------------
def complete(reader: Reading, word: str, part: Statement, last: Clause | None) -> Statement:
    """A statement with what it leaves unsaid, which the clause before it has.

    Raises
    ------
    InputError
        If the clause before does not have it.
    """
    part = _name_other(reader, part, last)
    said = part.said
    if isinstance(said, Saying) and said.is_open:
        _check_rival(reader, part, last)
    if isinstance(said, Saying) and said.is_whole and part.subject is None and last is not None:
        words = reader.text[part.span[0] : part.span[1]]
        raise InputError(f"given: {words!r}: of what stands before it, too? name the seat again")
    if not isinstance(said, Elided):
        return part
    group = last.groups[-1] if last is not None and last.groups else None
    is_bare = part.verb is None and part.subject is None and word != OR  # "3 aces and 2"
    is_bare = is_bare and said.among is None
    if group is None or group.nouns or is_bare or (part.verb is None and last.verb != HAS):
        raise _ask_of_what(reader, part)
    whole = _say_rest(reader, said.ranges, group) if said.is_rest else _say_again(said, group)
    if whole is None:
        raise _ask_of_what(reader, part)
    return replace(part, said=whole)


def _ask_of_what(reader: Reading, part: Statement) -> InputError:
    words = reader.text[part.span[0] : part.span[1]]
    return InputError(
        f"given: {words!r}: how many of what? write what is counted behind the number, as in "
        "'4 aces'"
    )


def _say_again(said: Elided, group: Group) -> Object | None:
    before = group.said
    if isinstance(before, Saying):
        return before.again(said.ranges) if before.again is not None else None
    if isinstance(before, CountedOf):
        return CountedOf(before.nouns, said.ranges, said.bounded)
    noun = _find_counted(before)
    if noun is None:
        return None
    if said.among is not None:
        both = count_cards_of(noun.cards & said.among.cards)
        among = Noun(OTHER, both.name, both.mask, both)
        return Counted(among, said.ranges, said.bounded) if both.mask else None
    return NoneOf(noun) if said.ranges == ((0, 0),) else Counted(noun, said.ranges, said.bounded)


def _find_counted(said: object) -> Noun | None:
    # What was counted, where a number of it can stand again.
    if not isinstance(said, Counted | NoneOf | Single | Named) or said.noun.attribute is None:
        return None
    noun = said.noun
    if noun.is_all:
        return replace(noun, bounds=AT_LEAST_ONE, is_all=False, is_fixed=False)
    return None if noun.is_fixed else noun


def _say_rest(reader: Reading, ranges: tuple[Bounds, ...], group: Group) -> Object | None:
    # "Elder has 3 aces and younger has the other": all that are left.
    before, said = group.said, None
    if isinstance(before, Counted) and before.bounded in (PLAIN, EXACT) and before.noun.cards:
        ((low, high), *others) = before.ranges
        left = count_cards(before.noun.cards & pack_mask(reader.pack)) - low
        if low == high and not others and left > 0:
            if ranges not in ((), ((left, left),)):
                raise InputError(f"given: {reader.text!r}: the other? there are {left} more")
            said = Counted(before.noun, ((left, left),), PLAIN)
    return said


def _check_rival(reader: Reading, part: Statement, last: Clause | None) -> None:
    # "more aces than the talon and more kings": than whose?
    before = last.groups[-1].said if last is not None and last.groups else None
    if part.subject is not None or not isinstance(before, Saying) or before.rival is None:
        return
    subject = last.subject
    if subject is None or before.rival != _OTHERS.get(subject.places[0]):
        words = reader.text[part.span[0] : part.span[1]]
        raise InputError(
            f"given: {words!r}: more than whose? name the seat, as in 'more kings than younger'"
        )


# ---- By which player ----------------------------------------------------------------------------
def _name_other(reader: Reading, part: Statement, last: Clause | None) -> Statement:
    # A statement of "the other", with that player's seat where one was named before.
    if part.subject is not OTHER_PLAYER:
        return part
    subject = last.subject if last is not None else None
    if subject is not None and subject.is_any:
        return part
    if subject is None or len(subject.places) != 1 or subject.places[0] not in _OTHERS:
        raise InputError(f"given: {reader.text!r}: the other of whom? name the seat")
    return replace(part, subject=Subject((_OTHERS[subject.places[0]],)))


def join_players(reader: Reading, clauses: list[Clause]) -> list[Clause]:
    """Clauses about one player, and about the other, as one that holds for either way round.

    Raises
    ------
    InputError
        If it is open whom they are about.
    """
    joined: list[Clause] = []
    for run in _list_runs(clauses):
        clause = run[0] if len(run) == 1 else _join_same(reader, run)
        if clause.subject is not OTHER_PLAYER:
            joined.append(clause)
            continue
        if clause.word == OR:
            raise InputError(f"given: {reader.text!r}: 'or the other' is not read; write 'and'")
        first = joined.pop()
        if first.whole is not None:
            raise InputError(f"given: {reader.text!r}: the other of whom? name the seat")
        ways: list[Condition] = [
            All((reader.say_clause(first, one), reader.say_clause(clause, other)))
            for one, other in _OTHERS.items()
        ]
        joined.append(Clause(first.word, first.subject, whole=Some(tuple(ways)), is_closed=True))
    return joined


def _list_runs(clauses: list[Clause]) -> list[list[Clause]]:
    # Each clause about one player who is not named, with the clauses after it about the same one.
    runs: list[list[Clause]] = []
    for clause in clauses:
        subject = clause.subject
        is_open = subject is not None and (subject.is_one or bool(subject.limit))
        if runs and is_open and clause.is_inherited and clause.word != SEMICOLON:
            runs[-1].append(clause)
        else:
            runs.append([clause])
    return runs


def _join_same(reader: Reading, run: list[Clause]) -> Clause:
    first, subject = run[0], run[0].subject
    words = {clause.word == OR for clause in run[1:]}
    if len(words) > 1 or any(clause.whole is not None for clause in run):
        raise InputError(f"given: {reader.text!r}: of one player or of two? name the seats")
    put = Some if True in words else All
    of_each = (
        put(tuple(reader.say_clause(clause, place) for clause in run)) for place in subject.places
    )
    return Clause(first.word, subject, whole=subject.put_together(tuple(of_each)), is_closed=True)
