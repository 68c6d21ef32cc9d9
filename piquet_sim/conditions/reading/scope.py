"""What "no", a number, "lacks" and "not" govern in a list.

A list is read from left to right. A noun without an article or number belongs to what stands before
it: "no aces or kings" means neither, "2 of AS KS and QS" counts three cards, "void in clubs and
hearts" means two voids. Anything with its own number, "no" or verb stands by itself. What English
leaves ambiguous ("3 aces or kings", "4 aces or 4 kings and a quint", "does not have both AS and
KS") is refused, and two readings are shown in a form that can be typed: `ambiguity` has those
rules.
"""

from dataclasses import dataclass, replace
from math import inf

from piquet_sim.conditions.model import PLACES, All, Condition, Some, count_cards_of
from piquet_sim.conditions.reading.ambiguity import Clause, Group, read_both_ways, refuse
from piquet_sim.conditions.reading.ambiguous_clauses import check_clause, check_neither
from piquet_sim.conditions.reading.ambiguous_nouns import belongs, check_detail
from piquet_sim.conditions.reading.ellipsis import complete, join_players
from piquet_sim.conditions.reading.nouns import SUIT, Bounds, Noun, bound
from piquet_sim.conditions.reading.sentences import (
    AND,
    BUT,
    COMMA,
    HAS,
    HAS_NOT,
    NOR,
    OR,
    OTHER_PLAYER,
    SEMICOLON,
    Bracket,
    Chain,
    Counted,
    CountedOf,
    Denied,
    Named,
    Neither,
    NoneOf,
    Part,
    Saying,
    Single,
    Statement,
    Subject,
    exactly_one,
)
from piquet_sim.game.cards import count_cards, pack_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER


@dataclass(frozen=True)
class _Entry:
    # What is joined by "and" or "or" on the level of the whole list.
    word: str
    condition: Condition
    inner: str = ""
    # The word that joins its own parts, where they stand without brackets.


class ListReader:
    """Makes conditions of lists.

    Parameters
    ----------
    text : str
        What was written, for messages.
    pack : int
        32 or 36.
    """

    def __init__(self, text: str, pack: int) -> None:
        self.text = text
        self.pack = pack

    def read(self, chain: Chain, subject: Subject | None = None) -> Condition:
        """The condition of a list, in which the subject may have been named before.

        Raises
        ------
        InputError
            If it is ambiguous, denied twice, impossible, or nobody is named.
        """
        if chain.is_one_only:
            return self._read_one_only(chain, subject)
        if len(pieces := chain.split()) > 1:
            return self._read_pieces(pieces, subject)
        segments: list[list[_Entry]] = []
        for clause in self._find_clauses(chain, subject):
            entries = self._enter(clause)
            if not segments or entries[0].word == SEMICOLON:  # which parts more than "or" does
                segments.append([])
            for entry in entries:
                if entry.word == SEMICOLON and segments[-1]:
                    segments.append([])
                segments[-1].append(entry)
        joined = tuple(self._join(segment) for segment in segments)
        return joined[0] if len(joined) == 1 else All(joined)

    def _read_pieces(self, pieces: tuple[Chain, ...], subject: Subject | None) -> Condition:
        # "an ace and a king, or four tens": the seat may be named once.
        read = []
        for piece in pieces:
            read.append(self.read(piece, subject))
            named = [part.subject for part in piece.parts if part.subject is not None]
            subject = named[-1] if named else subject
        return Some(tuple(read))

    def _read_one_only(self, chain: Chain, subject: Subject | None) -> Condition:
        # "AS or KS but not both"
        whole = self.read(replace(chain, is_one_only=False), subject)
        if not isinstance(whole, Some) or len(whole.parts) != 2:
            raise InputError(
                f"given: 'not both' in {self.text!r} requires two things with 'or' between them"
            )
        return exactly_one(*whole.parts)

    # ---- Clauses --------------------------------------------------------------------------------
    def _find_clauses(self, chain: Chain, subject: Subject | None) -> list[Clause]:
        clauses: list[Clause] = []
        for place, (word, written) in enumerate(zip(("", *chain.words), chain.parts, strict=True)):
            last = clauses[-1] if clauses else None
            known = subject if last is None or last.subject is None else last.subject
            part = (
                complete(self, word, written, last) if isinstance(written, Statement) else written
            )
            if last is not None and last.is_closed and not _is_complete(part):
                raise self._miss_subject()
            if isinstance(part, Bracket):
                inner = self.read(part.chain, known)
                whole = inner.deny() if part.is_denied else inner
                clauses.append(Clause(word, known, whole=whole, is_closed=True))
            elif isinstance(part, Denied):
                clauses.append(self._deny(word, part.statement, known, chain, place))
            elif part.is_after and last is not None and last.subject is None and not last.is_closed:
                # "AS and KS are in the talon"
                self._add(last, word, part)
                last.subject, last.verb = part.subject, part.verb
                last.is_closed = last.is_after = True
            elif part.is_after and word != SEMICOLON and last is not None and last.trails:
                raise self._explain_trailing(last, part)
            elif _begins_clause(part, word, last):
                # The first may still be said to lie elsewhere: "(AS and KS are in the talon)".
                own = part.subject or (known if last is not None else None)
                self._check_gap(part, last)
                clause = Clause(
                    word, own, part.verb or HAS, part.pair, is_closed=part.is_after,
                    is_after=part.is_after, is_inherited=part.subject is None,
                )  # fmt: skip
                self._add(clause, "", part)
                clauses.append(clause)
            else:
                self._add(last, word, part)
        for clause in clauses:
            clause.subject = clause.subject or subject or clause.pair
            if clause.subject is None and clause.whole is None:
                raise self._miss_subject()
            if clause.subject is clause.pair and clause.groups:
                clause.groups[0].pair = None  # "both 2 aces": the word named the seats
            if clause.whole is None and clause.subject is not OTHER_PLAYER:
                check_clause(self, clause)
        return join_players(self, clauses)

    def _deny(
        self, word: str, denied: Statement, known: Subject | None, chain: Chain, place: int
    ) -> Clause:
        following = chain.parts[place + 1 :]
        if denied.subject is None and denied.verb is None and known is not None:
            return self._lack(word, denied, known, chain, place)
        subject = denied.subject or known
        if subject is None or denied.pair is not None:
            raise InputError(
                f"given: 'not' in {self.text!r}: put the negated part in brackets, as in 'not "
                "(elder has AS and KS)'"
            )
        if denied.is_after and isinstance(denied.said, Single):  # "not a single ace is in ..."
            clause = Clause(word, subject, HAS_NOT, is_closed=True)
            self._add(clause, "", denied)
            return clause
        if denied.is_after and isinstance(denied.said, Counted):
            raise InputError(
                f"given: {self.text!r} can be read in two ways; say how many cards are there"
            )
        alone = self.read(Chain((denied,)), subject).deny()
        if following:  # how far does it reach?
            all_of_it = self.read(Chain((denied, *following), chain.words[place:]), subject)
            others = []
            for one in following:
                said = self.read(Chain((one,)), subject)
                others.append(said if _is_complete(one) else said.deny())
            raise refuse(self, "'not' before a list", all_of_it.deny(), All((alone, *others)))
        return Clause(word, subject, whole=alone, is_closed=True)

    def _lack(
        self, word: str, denied: Statement, known: Subject, chain: Chain, place: int
    ) -> Clause:
        # "AS and not KS": lacks it. What follows by "and" may be held or not.
        before = chain.parts[place - 1] if place else None
        if isinstance(before, Statement) and (
            before.verb not in (None, HAS) or isinstance(before.said, NoneOf | Neither)
        ):
            raise InputError(f"given: 'not' after a denial in {self.text!r}; say what is held")
        if place < len(chain.words) and chain.words[place] in (AND, COMMA):
            after = chain.parts[place + 1]
            if isinstance(after, Statement) and after.subject is None and after.verb is None:
                raise InputError(
                    f"given: 'not' before a list in {self.text!r} can be read in two ways; write "
                    "'has' or 'has no' before each"
                )
        clause = Clause(word, known, HAS_NOT, is_inherited=True)
        self._add(clause, "", denied)
        return clause

    def _add(self, clause: Clause, word: str, part: Statement) -> None:
        # One object more for a clause, as a group of its own or to the last one.
        said = part.said
        if isinstance(said, Neither):
            check_neither(self, said)
        last = clause.groups[-1] if clause.groups and word != SEMICOLON else None
        if last is not None and isinstance(said, Named):
            check_detail(self, clause, last, word, said, part.span)
            if not said.has_article and belongs(self, clause, last, word, said.noun, part.span):
                last.nouns.append((word, said.noun))
                last.span = (last.span[0], part.span[1])
                return
        clause.groups.append(Group(word, said, part.span, part.pair))

    def _check_gap(self, part: Statement, last: Clause | None) -> None:
        # "elder lacks AS and younger KS": does younger lack it, too?
        is_gap = part.subject is not None and part.verb is None and not part.is_after
        if not is_gap or last is None or not last.groups or not isinstance(part.said, Named):
            return
        if last.verb != HAS or isinstance(last.groups[-1].said, NoneOf | Neither):
            raise InputError(
                f"given: {self.text!r} can be read in two ways; write 'has' or 'lacks' after each "
                "seat"
            )

    # ---- What clauses say -----------------------------------------------------------------------
    def _enter(self, clause: Clause) -> list[_Entry]:
        if clause.whole is not None:
            return [_Entry(clause.word, clause.whole)]
        groups, subject = clause.groups, clause.subject
        assert subject is not None
        is_of_one = subject.is_any or subject.limit
        if len(subject.places) > 1 and len(groups) > 1 and is_of_one:
            return [self._enter_each(clause)]
        if clause.denies:
            said = tuple(self.say_of(subject, group, clause.denies) for group in groups)
            return [_Entry(clause.word, said[0] if len(said) == 1 else All(said))]
        if len(subject.places) > 1 and len(groups) > 1 and not subject.is_sum:
            return [self._enter_each(clause)]
        return [
            _Entry(word, self.say_of(subject, group, False), self._find_word(group))
            for word, group in zip(
                (clause.word, *(group.word for group in groups[1:])), groups, strict=True
            )
        ]

    def say_clause(self, clause: Clause, place: str) -> Condition:
        """What a clause says if it is about this place, instead of its own subject."""
        own = replace(clause, word="", subject=Subject((place,)))
        check_clause(self, own)
        return self._join(self._enter(own))

    def _enter_each(self, clause: Clause) -> _Entry:
        # Of both seats, or of either, a whole list.
        words = [OR if group.word == OR else AND for group in clause.groups[1:]]
        of_each = []
        for place in clause.whose.places:
            one = Clause("", Subject((place,)), clause.verb, groups=clause.groups)
            of_each.append(self._join(self._enter(one)))
        if clause.whose.is_any and not clause.whose.is_one and AND in words:
            apart = tuple(self.say_of(clause.whose, group, False) for group in clause.groups)
            raise refuse(self, "a list after 'either'", Some(tuple(of_each)), All(apart))
        whole = clause.whose.put_together(tuple(of_each))
        return _Entry(clause.word, whole, "" if clause.whose.limit else words[-1])

    def say_of(self, subject: Subject, group: Group, is_denied: bool) -> Condition:
        """What a group says of a subject, or its denial."""
        if subject.is_sum:
            return self._say_sum(subject, group)
        parts = tuple(self._say(group, place, is_denied) for place in subject.places)
        return subject.put_together(parts)

    def _say_sum(self, subject: Subject, group: Group) -> Condition:
        # What two places do not hold of some cards lies in the third.
        counted = self._find_counted(group)
        if counted is None:
            raise InputError(
                f"given: {self.text!r}: 'together' takes a number of cards, as in 'elder and "
                "younger together have 3 aces'"
            )
        cards, ranges = counted
        total = count_cards(cards & pack_mask(self.pack))
        place = next(one for one in PLACES if one not in subject.places)
        if any(low > total for low, _ in ranges):
            raise InputError(
                f"given: {self.text!r}: impossible with {self.pack} cards; there are {total}"
            )
        left = tuple((total - min(high, total), total - low) for low, high in ranges)
        return bound(place, count_cards_of(cards, self.pack), left, self.pack)

    def _find_counted(self, group: Group) -> tuple[int, tuple[Bounds, ...]] | None:
        # The cards that are counted, and how many.
        said = group.said
        if group.nouns or group.pair is not None:
            return None
        if isinstance(said, CountedOf):
            cards = 0
            for noun in said.nouns:
                cards |= noun.cards
            return cards, said.ranges
        if not isinstance(said, Counted | Named | NoneOf | Single):
            return None
        noun = said.noun
        if noun.attribute is None:
            number = count_cards(noun.cards)
            return (noun.cards, ((number, number),)) if isinstance(said, Named) and number else None
        ranges = {
            Counted: getattr(said, "ranges", None), NoneOf: ((0, 0),), Single: ((1, 1),),
        }.get(type(said), (noun.bounds,))  # fmt: skip
        return (noun.attribute.mask, ranges) if noun.attribute.mask else None

    def _say(self, group: Group, place: str, is_denied: bool) -> Condition:
        said, pack = group.said, self.pack
        if isinstance(said, Chain):
            whole = self.read(said, Subject((place,)))
        elif isinstance(said, Neither):
            named = (*said.objects, *(Named(noun) for _, noun in group.nouns))
            parts = (Group("", one, group.span) for one in named)
            whole = All(tuple(self._say(one, place, True) for one in parts))
        elif isinstance(said, Named | NoneOf):
            return self._say_nouns(group, place, is_denied)
        elif isinstance(said, Single):
            if is_denied:
                return said.noun.denies(place, pack)
            whole = bound(place, said.noun.attribute, ((1, 1),), pack)
        elif isinstance(said, Saying):
            whole = said.says(place)
        elif isinstance(said, Counted):
            whole = bound(place, said.noun.attribute, said.ranges, pack)
        else:
            whole = self._count_of(group, place)
        return whole.deny() if is_denied else whole

    def _say_nouns(self, group: Group, place: str, is_denied: bool) -> Condition:
        said, pack = group.said, self.pack
        assert isinstance(said, Named | NoneOf)
        nouns = [said.noun]
        nouns += [said.noun.again(noun) or noun for _, noun in group.nouns]
        is_whole = said.noun.is_all or said.noun.is_hand
        if isinstance(said, NoneOf) or (is_denied and not is_whole):
            return All(tuple(noun.denies(place, pack) for noun in nouns))
        parts = tuple(noun.says(place, pack) for noun in nouns)
        whole = Some(parts) if self._find_word(group) == OR else All(parts)
        return whole.deny() if is_denied else whole

    def _count_of(self, group: Group, place: str) -> Condition:
        said = group.said
        assert isinstance(said, CountedOf)
        nouns: tuple[Noun, ...] = (*said.nouns, *(noun for _, noun in group.nouns))
        if len(nouns) == 1 and nouns[0].family == SUIT:
            low, high = said.ranges[0]
            number = f"{low}" if low == high else f"{low}+" if high == inf else f"{low}-{high}"
            name = nouns[0].name
            raise InputError(f"given: {number} of {name}: write '{number} {name}'")
        cards = 0
        for noun in nouns:
            cards |= noun.cards
        cards &= pack_mask(self.pack)
        return bound(place, count_cards_of(cards), said.ranges, self.pack)

    def _find_word(self, group: Group) -> str:
        # The one word between the nouns of a group: commas are as the word before the last noun.
        if not group.nouns or not isinstance(group.said, Named):
            return ""
        words = [AND if word == BUT else OR if word == NOR else word for word, _ in group.nouns]
        last = AND if words[-1] == COMMA else words[-1]
        if any(word not in (COMMA, last) for word in words):
            nouns = (group.said.noun, *(noun for _, noun in group.nouns))
            says = (noun.says(ELDER, self.pack) for noun in nouns)
            ways = read_both_ways(zip(("", *words), says, strict=True))
            raise refuse(self, "'and' and 'or' in one list", *ways)
        each_is_all = all(noun.is_all for _, noun in group.nouns)
        if last == OR and group.said.noun.is_all and not each_is_all:
            nouns = [group.said.noun.again(noun) or noun for _, noun in group.nouns]
            each = Some(tuple(one.says(ELDER, self.pack) for one in (group.said.noun, *nouns)))
            some = Some((group.said.noun.says(ELDER, self.pack),
                         *(noun.says(ELDER, self.pack) for _, noun in group.nouns)))  # fmt: skip
            raise refuse(self, repr(self.text[group.span[0] : group.span[1]]), each, some)
        return last

    # ---- Joining --------------------------------------------------------------------------------
    def _join(self, entries: list[_Entry]) -> Condition:
        if len(entries) == 1:
            return entries[0].condition
        words = {OR if entry.word == OR else AND for entry in entries[1:]}
        words |= {entry.inner for entry in entries if entry.inner}
        if len(words) > 1:
            ways = read_both_ways((entry.word, entry.condition) for entry in entries)
            if all(entry.word in ("", COMMA, OR) and not entry.inner for entry in entries):
                ways = (Some(tuple(entry.condition for entry in entries)), ways[1])
            raise refuse(self, "'and' and 'or' in one list", *ways)
        parts = tuple(entry.condition for entry in entries)
        return Some(parts) if words == {OR} else All(parts)

    # ---- What is refused ------------------------------------------------------------------------
    def _miss_subject(self) -> InputError:
        return InputError(
            f"given: {self.text!r} does not name a seat; write one, as in 'elder has 4 aces' or "
            "'AS is in the talon'"
        )

    def _explain_trailing(self, last: Clause, part: Statement) -> InputError:
        # "elder has 4 kings, AS and KS are in the talon": where is the ace?
        group = last.groups[-1]
        taken = group.nouns.pop() if group.nouns else None
        if taken is None:
            last.groups.pop()
        noun = group.said.noun if taken is None else taken[1]
        rest = Group("", Named(noun), part.span)
        own = Group("", part.said, part.span)
        before = [self.say_of(last.subject, one, last.denies) for one in last.groups]
        denied = part.verb != HAS
        held = self.say_of(part.subject, own, denied)
        first = self.say_of(last.subject, rest, last.denies)
        second = self.say_of(part.subject, rest, denied)
        return refuse(
            self,
            f"{noun.name} between two places",
            All((*before, first, held)),
            All((*before, second, held)),
        )


def _is_complete(part: Part) -> bool:
    # Whether it says of whom it speaks.
    statement = part.statement if isinstance(part, Denied) else part
    return isinstance(statement, Bracket) or statement.subject is not None


def _begins_clause(part: Statement, word: str, last: Clause | None) -> bool:
    if last is None or part.subject is not None or part.verb is not None:
        return True
    # "no aces; 3 kings", and "lacks AS but 3 kings"
    said = part.said
    is_nobody = last.subject is not None and last.subject.is_none
    is_all = isinstance(said, Named) and said.noun.is_all and not is_nobody
    is_bare = isinstance(said, Named) and not said.has_article and not is_all
    return word == SEMICOLON or (word == BUT and (is_all or last.verb != HAS) and not is_bare)
