"""Conditions from text: "elder has AS AH AD and 5+ spades, younger has no ace".

Says who (elder, younger, talon, both, either, nobody), has or lacks, and what: cards in any of
their text forms, a number and a kind of card, carte blanche, a named sequence, a trio or quatorze,
or a measure of the hand with a bound (``longest_suit>=7``). `grammar` has all forms with examples;
`scope` says what a word governs in a list. Read, a condition is in its normal form, of which
`wording` makes the reading that every answer shows.
"""

from dataclasses import replace
from math import inf

from lark import Token, Transformer, v_args
from lark.exceptions import VisitError

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute
from piquet_sim.conditions.model import Compared, Condition, simplify
from piquet_sim.conditions.reading.grammar import parse_words, plain_letters
from piquet_sim.conditions.reading.nouns import (
    AT_LEAST_ONE,
    CARDS,
    CARTE_BLANCHE,
    COURT_CARDS,
    Bounds,
    Noun,
    bound,
    name_all,
    name_all_cards,
    name_bare,
    name_cards,
    name_choice,
    name_guarded,
    name_long_suit,
    name_ranks,
    name_runs,
    name_sequence,
    name_sets,
    name_short_suits,
    name_suit,
    name_suits,
)
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
    NOBODY,
    NOR,
    OR,
    PLAIN,
    SEMICOLON,
    SIGNED,
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
    Saying,
    Single,
    Statement,
    Subject,
)
from piquet_sim.conditions.reading.tokens import (
    find_cards,
    find_letter,
    find_numbers,
    find_place,
    find_rank,
    find_run,
    find_suit,
    join_cards,
)
from piquet_sim.game.cards import ACE, SIX, iterate_cards
from piquet_sim.game.errors import InputError

_SHORTEST = 3
POINT = "POINT"
"""The measure whose number is that of the longest suit, and whose order is also by pips."""
_SPELT = {"CARD_NAME", "CARDS_OF_SUIT", "CARDS_OF_SUITS"}


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
    try:
        chain = _Builder(plain, pack).transform(parse_words(plain))
    except VisitError as error:
        raise error.orig_exc from None
    return simplify(ListReader(plain, pack).read(chain), pack)


@v_args(inline=True)
class _Builder(Transformer):
    # Makes a chain of the parse tree; each method is a rule of the grammar.

    def __init__(self, text: str, pack: int) -> None:
        super().__init__()
        self.text = text
        self.pack = pack

    def start(self, chain):
        return chain

    def chain(self, *parts):
        return Chain(parts[::2], parts[1::2])

    def connector(self, token):
        words = {"OR": OR, "NOR": NOR, "BUT": BUT, "AND": AND, "SEMICOLON": SEMICOLON}
        return words.get(token.type, COMMA)

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

    # ---- Subjects -------------------------------------------------------------------------------
    def place(self, token):
        return Subject((find_place(token),))

    def both(self, *tokens):
        return self._seats(tokens, BOTH)

    def either(self, *tokens):
        return self._seats(tokens, EITHER)

    def nobody(self, *tokens):
        return self._seats(tokens, NOBODY)

    def _seats(self, tokens, subject):
        kinds = [one.type for one in tokens]
        places = [
            find_place(one) for one, kind in zip(tokens, kinds, strict=True) if kind == "PLACE"
        ]
        if not places:
            return subject
        if len(set(places)) < len(places):
            raise InputError(f"given: {places[0]} is named twice in {self.text!r}")
        is_joint = subject is BOTH and "BOTH" not in kinds
        return Subject(tuple(places), subject.is_any, subject.is_none, is_joint)

    # ---- Objects --------------------------------------------------------------------------------
    def object(self, said):
        return said

    def object_both(self, _, said):
        return BOTH, said

    def object_either(self, _, said):
        return EITHER, said

    def neither(self, *said):
        return Neither(tuple(one for one in said if not isinstance(one, Token)))

    def bare(self, noun):
        return Named(self._spell(noun))

    @staticmethod
    def _spell(noun):
        # "Ks" behind a number are kings; else it may be the king of spades.
        if noun.letters:
            raise InputError(
                f"given: {noun.letters!r} can be read in two ways; write {noun.letters.upper()!r} "
                f"for the card, or '{noun.name}'"
            )
        return noun

    def with_article(self, _, noun):
        return Named(self._spell(noun), has_article=True)

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
        raise InputError(
            f"given: 'the' before {noun.name}: which? write 'all {noun.name}' or 'any "
            f"{noun.name}', or name the card, as in AS or 'the ace of spades'"
        )

    def every(self, *said):
        number = find_numbers(said[1])[0] if len(said) == 3 else None
        return Named(name_all(said[-1], self.pack, number))

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
            ranges, bounded = (change(int(ranges[0][0])),), WORDED
        if noun.is_fixed or noun.attribute is None:
            said = f"{noun.name} or longer" if noun.name == "sequence" else noun.name
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

    # ---- Comparisons and measures ---------------------------------------------------------------
    def comparison(self, noun, sign, token, other):
        return self._compare(noun, sign, Subject((find_place(token),)), other)

    def more(self, _, noun, __, other):
        return self._compare(noun, ">", *self._other(noun, other))

    def fewer(self, _, noun, __, other):
        return self._compare(noun, "<", *self._other(noun, other))

    def as_many(self, _, noun, __, other):
        return self._compare(noun, "=", *self._other(noun, other))

    def at_least_as_many(self, _, noun, __, other):
        return self._compare(noun, ">=", *self._other(noun, other))

    def at_most_as_many(self, _, noun, __, other):
        return self._compare(noun, "<=", *self._other(noun, other))

    def other(self, *said):
        return said[0]

    def _other(self, noun, other):
        if isinstance(other, Noun):
            return None, other
        return Subject((find_place(other),)), noun

    def _compare(self, noun, sign, subject, other):
        one, two = (self._countable(one) for one in (noun, other))

        if POINT in (noun, other):
            raise InputError(
                "given: points of as many cards are compared by their pips, which a condition does "
                "not count; write 'elder longest_suit > younger longest_suit' for their cards"
            )

        def says(place: str) -> Condition:
            there = place if subject is None else subject.places[0]
            if there == place and one == two:
                raise InputError(f"given: {noun.name} of {place} compared with themselves")
            return Compared(place, one, sign, there, two)

        return Saying(says, is_comparison=True, is_equality=sign == "=")

    def _countable(self, said):
        if said == POINT:
            return ATTRIBUTES["longest_suit"]
        if isinstance(said, Attribute):
            return said
        if said.is_fixed or said.attribute is None:
            raise InputError(f"given: {said.name!r} is not a number that can be compared")
        return said.attribute

    def sign(self, token):
        return token.replace("==", "=").replace("≥", ">=").replace("≤", "<=")

    def kind_bound(self, noun, sign, token):
        return self._bound(noun, (_bounds_of(sign, find_numbers(token)[0]),))

    def measure(self, token):
        names = {"BEST_SEQUENCE": "best_sequence", "VALUE": "value"}
        return POINT if token.type == POINT else ATTRIBUTES[names.get(token.type, "longest_suit")]

    def measure_bound(self, measure, sign, token):
        return self._bound(measure, (_bounds_of(sign, find_numbers(token)[0]),))

    def measure_range(self, measure, sign, token):
        if sign != "=":
            attribute = self._countable(measure)
            raise InputError(
                f"given: {attribute.name}{sign}{token}: write {attribute.name}={token}"
            )
        return self._bound(measure, self.range(token)[0])

    def measured(self, *said):
        measure, _, ranges = said[-3:]
        return self._bound(measure, ranges)

    def measured_not(self, *said):
        measure, _, ranges = said[-3:]
        attribute = self._countable(measure)
        return Saying(lambda place: bound(place, attribute, ranges, self.pack).deny())

    def measured_short(self, *said):
        number = find_numbers(said[-2])[0]
        return self._bound(said[-1], ((number, number),))

    def _bound(self, measure, ranges):
        attribute = self._countable(measure)
        return Saying(lambda place: bound(place, attribute, ranges, self.pack))

    # ---- Numbers: ranges, and how they are bounded ----------------------------------------------
    def quantity(self, count, *_):
        return count[0]

    def exactly(self, *tokens):
        number = find_numbers(tokens[-1])[0]
        return ((number, number),), PLAIN

    def plus(self, token):
        return ((find_numbers(token)[0], inf),), SIGNED

    def at_least(self, *tokens):
        return ((find_numbers(" ".join(tokens))[0], inf),), WORDED

    def at_most(self, *tokens):
        return ((0, find_numbers(" ".join(tokens))[0]),), WORDED

    def more_than(self, _, token):
        return ((find_numbers(token)[0] + 1, inf),), WORDED

    def fewer_than(self, _, token):
        return ((0, find_numbers(token)[0] - 1),), WORDED

    def range(self, token):
        low, high = find_numbers(token)
        if low > high:
            raise InputError(f"given: {token}: write the smaller number first, as in 2-4")
        return ((low, high),), SIGNED

    def numbers(self, token):
        ranges: list[tuple[int, int]] = []
        for number in sorted(set(find_numbers(token))):
            if ranges and ranges[-1][1] == number - 1:
                ranges[-1] = (ranges[-1][0], number)
            else:
                ranges.append((number, number))
        return tuple(ranges), PLAIN

    def exactly_after(self, _):
        return lambda number: (number, number)

    def at_least_after(self, _):
        return lambda number: (number, inf)

    def at_most_after(self, _):
        return lambda number: (0, number)

    # ---- Cards and kinds ------------------------------------------------------------------------
    def cards(self, *found):
        cards = join_cards([mask for mask, _ in found])
        kinds = [kind for _, kind in found]
        is_spelt = bool(_SPELT.intersection(kinds))
        return name_cards(cards, is_spelt, is_row=len(found) > 1, is_hand="HAND" in kinds)

    def cards_once(self, token):
        return find_cards(token.type, str(token), self.pack), token.type

    def article_card(self, _, token):
        return Named(self.cards(self.cards_once(token)), has_article=True)

    def bare_card(self, *tokens):
        return Named(name_bare(self.cards_once(tokens[-1])[0]), has_article=True)

    def card_choice(self, token):
        cards = find_cards("CARDS_OF_SUIT", str(token), self.pack)
        return Named(name_choice(tuple(iterate_cards(cards))), has_article=True)

    def guarded_cards(self, *said):
        return Named(name_guarded(next(one for one in said if isinstance(one, Noun))))

    def guarded_article(self, *said):
        return Named(name_guarded(said[-1]), has_article=True)

    def guarded(self, noun):
        return Named(name_guarded(noun))

    guarded_suit = guarded

    def rank(self, token):
        return name_ranks(find_rank(token), self.pack)

    def rank_letters(self, token):
        return replace(name_ranks(find_letter(token), self.pack), letters=str(token))

    def suit(self, token):
        return name_suit(find_suit(token))

    def courts(self, _):
        return COURT_CARDS

    def carte_blanche(self, _):
        return CARTE_BLANCHE

    def run(self, token, *details):
        cards, found = find_run(token), dict(details)
        if found.get("top") == "minor":
            found["top"] = (SIX if self.pack == 36 else SIX + 1) + cards - 1
        return name_runs(cards, **found)

    def run_top(self, token):
        if token.type == "MAJOR":
            return "top", ACE
        return "top", "minor" if token.type == "MINOR" else find_rank(token)

    def suit_place(self, token):
        return "suit", find_suit(token)

    def run_or_longer(self, token, _):
        return name_sequence(find_run(token))

    def any_sequence(self, _):
        return name_sequence(_SHORTEST)

    def sequence_of(self, _, __, ranges, *details):
        low, high = _one_range(ranges, "a sequence", "'a sequence of 5' or 'best_sequence<=5'")
        if low == high:
            return name_runs(low, **dict(details))
        if details:
            raise InputError("given: a sequence in one suit has a number, as in 'a sequence of 5'")
        return name_sequence(low)

    def sequence_short(self, token, _, *details):
        return name_runs(find_numbers(token)[0], **dict(details))

    def suits_of(self, _, __, ranges):
        low, high = _one_range(ranges, "a suit", "'a suit of 5' or 'longest_suit<=5'")
        return name_suits(low, self.pack) if low == high else name_long_suit(low)

    def suits_short(self, token, _):
        return name_suits(find_numbers(token)[0], self.pack)

    def suits_or_longer(self, token, *_):
        return name_long_suit(find_numbers(token)[0])

    def set(self, token):
        return name_sets(_set_cards(token))

    def set_of(self, token, _, rank):
        return name_sets(_set_cards(token), find_rank(rank))

    def void(self, _, *details):
        return name_short_suits(0, **dict(details))

    def singleton(self, _, *details):
        return name_short_suits(1, **dict(details))

    def doubleton(self, _, *details):
        return name_short_suits(2, **dict(details))


def _set_cards(token: str) -> int:
    return 3 if token.lower().startswith("trio") else 4


def _one_range(ranges: tuple[Bounds, ...], what: str, example: str) -> Bounds:
    # A number, or a number and more.
    low, high = ranges[0]
    if len(ranges) > 1 or high not in (low, inf):
        raise InputError(f"given: {what} of which length? as in {example}")
    return low, high


def _bounds_of(sign: str, number: int) -> Bounds:
    return {
        ">=": (number, inf), ">": (number + 1, inf), "<=": (0, number), "<": (0, number - 1),
        "=": (number, number),
    }[sign]  # fmt: skip
