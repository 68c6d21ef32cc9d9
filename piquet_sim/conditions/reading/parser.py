"""Conditions from text: "elder has AS AH AD and 5+ spades, younger has no ace".

A condition names who (elder, younger, talon, both, either, nobody), then has or lacks, then what:
cards in any of their text forms, a number and a kind of card, carte blanche, a named sequence, a
trio or quatorze, or a measure of the hand with a bound (``longest_suit>=7``). `grammar` has all
forms with examples; `scope` says what a word governs in a list. Once read, a condition is in its
normal form, from which `wording` makes the reading that every answer shows.
"""

import re
from dataclasses import replace

from lark import Token, v_args
from lark.exceptions import VisitError

from piquet_sim.conditions.model import Condition, simplify
from piquet_sim.conditions.reading.grammar import LATER, parse_words, plain_letters
from piquet_sim.conditions.reading.nouns import (
    AT_LEAST_ONE,
    CARDS,
    PIPS,
    SUIT,
    Noun,
    name_all,
    name_all_cards,
    name_at_least,
)
from piquet_sim.conditions.reading.phrases.cards import CardPhrases
from piquet_sim.conditions.reading.phrases.differences import DifferencePhrases
from piquet_sim.conditions.reading.phrases.measures import MeasurePhrases
from piquet_sim.conditions.reading.phrases.numbers import NumberPhrases
from piquet_sim.conditions.reading.phrases.seats import SeatPhrases
from piquet_sim.conditions.reading.phrases.suits import SuitPhrases
from piquet_sim.conditions.reading.scope import ListReader
from piquet_sim.conditions.reading.sentences import (
    AND,
    BOTH,
    BUT,
    COMMA,
    EITHER,
    HAS,
    HAS_NOT,
    LACKS,
    NOR,
    OR,
    PLAIN,
    SEMICOLON,
    SIGNED,
    TRAILED,
    WITHOUT,
    WORDED,
    Bracket,
    Chain,
    Counted,
    CountedOf,
    Denied,
    Named,
    Neither,
    NoneOf,
    Single,
    Statement,
    Subject,
)
from piquet_sim.conditions.reading.suit_counts import name_runs_or_longer
from piquet_sim.conditions.reading.tokens import find_numbers, find_place
from piquet_sim.game.errors import InputError

_UNFINISHED = re.compile(r"(?<=\w)\s*(?:[,;]|\b(?:and|or|but|nor)\b)\s*$", re.IGNORECASE)
_SEVEN = 7
"""From here a number before the sign of a suit may be a card."""


def read_condition(text: str, pack: int = 32) -> Condition:
    """A condition from its text, in its normal form.

    Parameters
    ----------
    text : str
        See the module.
    pack : int
        32 or 36.

    Raises
    ------
    InputError
        If it cannot be read, with the word where reading failed; if it is ambiguous, with two ways
        to say it; or if it names more than there can be.

    Examples
    --------
    >>> read_condition("talon has AS")
    Held(place='talon', cards=256)
    """
    if not isinstance(text, str):
        raise InputError(f"given: {text!r} is not text")
    plain = plain_letters(text)
    if LATER.search(plain):
        raise _refuse_later(plain, pack)
    try:
        tree = parse_words(plain)
    except InputError:
        if unfinished := _UNFINISHED.search(plain):  # what is wrong before it comes first
            read_condition(plain[: unfinished.start()], pack)
        raise
    try:
        chain = _Builder(plain, pack).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return simplify(ListReader(plain, pack).read(chain), pack)


def _refuse_later(text: str, pack: int) -> InputError:
    # What is held after the exchange is counted when the deal has been played.
    rest = " ".join(LATER.sub(" ", text, count=1).split())
    try:
        read_condition(rest, pack)
    except InputError as error:
        return error
    said = f"after the exchange {rest}"
    return InputError(
        f'given: conditions describe the cards dealt; write --measure "{said}", or --measure '
        f'elder_wins --given-outcome "{said}"'
    )


@v_args(inline=True)
class _Builder(
    NumberPhrases, MeasurePhrases, DifferencePhrases, CardPhrases, SuitPhrases, SeatPhrases
):
    # Makes a chain of the parse tree; each method is a rule of the grammar.

    def __init__(self, text: str, pack: int) -> None:
        super().__init__()
        self.text = text
        self.pack = pack

    def start(self, chain):
        return chain

    def chain(self, *parts):
        words = parts[1::2]
        breaks = tuple(place for place, (_, is_break) in enumerate(words) if is_break)
        return Chain(parts[::2], tuple(word for word, _ in words), breaks=breaks)

    def one_only(self, *parts):
        return replace(self.chain(*parts[:-1]), is_one_only=True)

    def connector(self, token):
        words = {
            "OR": OR,
            "NOR": NOR,
            "NOR_SEAT": NOR,
            "BUT": BUT,
            "AND": AND,
            "SEMICOLON": SEMICOLON,
        }
        is_break = token.type == "OR" and token.startswith(",")
        return words.get(token.type, COMMA), is_break

    # ---- Parts ----------------------------------------------------------------------------------
    def part(self, statement):
        return statement

    def denied(self, _, statement):
        return Denied(statement)

    def bracket(self, chain):
        return Bracket(chain)

    def denied_bracket(self, _, chain):
        return Bracket(chain, is_denied=True)

    def either_whole(self, _, statement):
        return statement

    @v_args(meta=True, inline=False)
    def statement_of(self, meta, children):
        subject, (verb, said) = children
        return Statement(*self._open(said, meta), subject, verb, self._pair(said))

    @v_args(meta=True, inline=False)
    def statement_on(self, meta, children):
        verb, said = children
        return Statement(*self._open(said, meta), None, verb, self._pair(said))

    @v_args(meta=True, inline=False)
    def statement_bare(self, meta, children):
        said = children[-1]
        return Statement(*self._open(said, meta), pair=self._pair(said))

    @v_args(meta=True, inline=False)
    def statement_in(self, meta, children):
        return self._lie(meta, children, HAS)

    @v_args(meta=True, inline=False)
    def statement_not_in(self, meta, children):
        return self._lie(meta, children, HAS_NOT)

    @v_args(meta=True, inline=False)
    def statement_together(self, meta, children):
        subject, verb, *rest = children
        said = next(one for one in rest if not isinstance(one, Token))
        if len(subject.places) < 2 or subject.is_any or subject.is_none:
            raise InputError(f"given: {self.text!r}: 'together' takes two seats")
        together = Subject(subject.places, is_sum=True)
        return Statement(*self._open(said, meta), together, verb, self._pair(said))

    @v_args(meta=True, inline=False)
    def statement_each(self, meta, children):
        subject, verb, said, _ = children
        if len(subject.places) < 2 or subject.is_any or subject.is_none or subject.is_sum:
            raise InputError(f"given: {self.text!r}: 'each' behind a number takes two seats")
        both = Subject(subject.places)
        return Statement(*self._open(said, meta), both, verb, self._pair(said))

    def _lie(self, meta, children, verb):
        said, token = children[-2:]
        place = Subject((find_place(token),))
        return Statement(*self._open(said, meta), place, verb, self._pair(said), is_after=True)

    @staticmethod
    def _open(said, meta):
        # What is said without "both" or "either", and where it stands.
        return said[1] if isinstance(said, tuple) else said, (meta.start_pos, meta.end_pos)

    @staticmethod
    def _pair(said):
        return said[0] if isinstance(said, tuple) else None

    def what(self, said):
        is_acted = isinstance(said, tuple) and said[0] not in (BOTH, EITHER)
        return said if is_acted else (None, said)

    def acted(self, first, said):
        return (HAS if isinstance(first, Token) else first, said)  # a colon is as good as a verb

    def neither_has(self, _, verb, *said):
        if verb != HAS:
            raise InputError(f"given: {self.text!r} has two negations; use only one")
        return (HAS, Neither(tuple(one for one in said if not isinstance(one, Token))))

    def has(self, _):
        return HAS

    def has_not(self, _):
        return HAS_NOT

    def lacks(self, _):
        return LACKS

    def without(self, _):
        return WITHOUT

    def said(self, said):
        return said

    def said_bracket(self, chain):
        return chain

    # ---- Objects --------------------------------------------------------------------------------
    def object(self, said):
        return said

    def object_both(self, token, said):
        if token.lower() == "each" and isinstance(said, Named) and said.noun.attribute:
            return Named(name_all(said.noun, self.pack))
        return BOTH, said

    def object_either(self, _, said):
        if isinstance(said, Counted) and said.bounded == PLAIN:
            low, high = said.ranges[0][0], said.ranges[-1][1]
            if low != high:  # "either 1 or 2 aces"
                return said
        return EITHER, said

    def neither(self, *said):
        return Neither(tuple(one for one in said if not isinstance(one, Token)))

    def bare(self, noun):
        return Named(self._spell(noun))

    @staticmethod
    def _spell(noun):
        # "Ks" behind a number are kings; else it may be the king of spades.
        if noun.attribute == PIPS:
            raise InputError("given: pips need a number, as in 'a point worth 49'")
        if noun.letters and noun.family != SUIT:
            raise InputError(
                f"given: {noun.letters!r} can be read in two ways; write {noun.letters.upper()!r} "
                f"for the card, or '{noun.name}'"
            )
        return noun

    def with_article(self, article, noun):
        if noun.letters and article == "A":
            raise self._refuse_letter(article, noun)
        return Named(self._spell(noun), has_article=True)

    @staticmethod
    def _refuse_letter(before, noun):
        # "A ♥" and "7 ♥": the card, or how many?
        said = noun.name.removesuffix("s") if before == "A" else noun.name
        return InputError(
            f"given: '{before} {noun.letters}' can be read in two ways; write "
            f"'{before}{noun.letters}' for the card, or '{before.lower()} {said}'"
        )

    def with_some(self, _, noun):
        return Named(noun, has_article=True, is_some=True)

    def single_kind(self, _, noun):
        if noun.is_fixed or noun.attribute is None:
            return Named(noun, has_article=True)
        return Single(noun)

    def with_no(self, _, noun):
        return NoneOf(self._spell(noun))

    def definite(self, *said):
        noun = said[-1]
        if len(said) == 3:
            return self.every(said[0], said[1], noun)
        if noun.has_adjective and noun.cards and noun.name.endswith("s"):  # "the red aces"
            return Named(name_all(noun, self.pack))
        raise InputError(
            f"given: 'the' before {noun.name}: which? write 'all {noun.name}' or 'any "
            f"{noun.name}', or name the card, as in AS or 'the ace of spades'"
        )

    def every(self, *said):
        number = find_numbers(said[1])[0] if len(said) == 3 else None
        return Named(name_all(said[-1], self.pack, number))

    def no_of_suit(self, _, __, noun):
        return NoneOf(noun)

    def some_of_suit(self, _, __, noun):
        return Named(noun, has_article=True)

    def every_of(self, *said):
        return Named(name_all(said[-1], self.pack, find_numbers(said[-2])[0]))

    def none_of_every(self, *said):
        self.every_of(*said)  # there must be so many
        return NoneOf(said[-1])

    def any_of_every(self, *said):
        self.every_of(*said)
        return Named(said[-1], has_article=True)

    def counted_of_every(self, count, *said):
        self.every_of(*said)
        return Counted(said[-1], *count)

    def at_least_kind(self, _, __, noun):
        return Named(name_at_least(self._spell(noun)), has_article=True)

    def kind_at_least(self, _, noun, __):
        return self.at_least_kind(_, __, noun)

    def exactly_kind(self, _, __, noun):
        return self.counted((((1, 1),), PLAIN), noun)

    def none_of(self, _, nouns):
        return CountedOf(nouns, ((0, 0),), bounded=SIGNED)

    def all_of(self, _, nouns):
        # All of each: what follows by "and" as well.
        if any(noun.family == CARDS for noun in nouns):
            cards = self._cards_of(nouns)
            return Named(name_all_cards(cards))
        first, *others = nouns
        made = name_all(first, self.pack)
        for noun in others:
            name_all(noun, self.pack)
        return Named(made)

    def any_of(self, _, nouns):
        return CountedOf(nouns, (AT_LEAST_ONE,), bounded=WORDED, is_any=True)

    def counted(self, count, noun, change=None):
        ranges, bounded = count
        if change is not None:
            if len(ranges) > 1 or ranges[0][0] != ranges[0][1]:
                raise InputError(f"given: two numbers before {noun.name!r}; give one")
            ranges, bounded = (change(int(ranges[0][0])),), TRAILED
        elif noun.letters and noun.family == SUIT and bounded == PLAIN and ranges[0][0] >= _SEVEN:
            raise self._refuse_letter(str(ranges[0][0]), noun)
        if noun.name == "sequence":  # alone it bounds the longest; with a number it is counted
            noun = name_runs_or_longer(noun.bounds[0])
        if noun.is_fixed or noun.attribute is None:
            said = noun.name
            raise InputError(f"given: {said!r} cannot have a number; leave it out")
        return Counted(noun, ranges, bounded)

    def counted_of_suit(self, count, _, noun):
        return Counted(noun, *count)

    def counted_of(self, count, _, nouns):
        return CountedOf(nouns, *count)

    def members(self, *said):
        nouns = tuple(one for one in said if isinstance(one, Noun))
        self._cards_of(nouns)
        return nouns

    def member(self, said):
        return said if isinstance(said, Noun) else self.cards(said)

    def _cards_of(self, nouns):
        cards = 0
        if len({noun.family == CARDS for noun in nouns}) > 1:
            raise InputError("given: cards and kinds of cards in one count; name the cards")
        for noun in nouns:
            if not noun.cards or noun.is_fixed:
                raise InputError(f"given: {noun.name!r} is not a card, as in '2 of AS KS QS'")
            if noun.family == CARDS and cards & noun.cards:
                raise InputError(f"given: {noun.name} twice")
            cards |= noun.cards
        return cards
