"""Conditions from text: "elder: AS KS, 3+ hearts; younger: 0 aces".

`reading.lark` reads the normal form that `wording` writes, and what card players say most. A text
is one list or several; in a list stand things ("3 aces", "a quint in hearts"), and places with what
they govern ("younger lacks ..."). A sentence has one meaning, or it is refused: where "no", a
number or "and" beside "or" could be taken in two ways, the refusal says what to write. What cannot
be read at all is refused with the place, what may stand there, and three sentences near to it.
"""

import difflib
import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import pairwise
from math import inf
from operator import or_
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from piquet_sim.conditions.attributes import (
    ATTRIBUTES,
    COURTS,
    MEASURES,
    PIPS,
    SEQUENCE_NAMES,
    Attribute,
    bound_guards,
    count_cards_of,
    count_guarded,
    count_headed_suits,
    count_pips_in,
    count_runs,
    count_runs_or_longer,
    count_suits,
    name_rank,
)
from piquet_sim.conditions.model import (
    TALON,
    All,
    Compared,
    Condition,
    Held,
    Numbering,
    Some,
    cards_in,
    simplify,
)
from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    RANK_LETTERS,
    RANK_NAMES,
    SIX,
    SUIT_NAMES,
    TEN,
    card_mask,
    card_rank,
    card_suit,
    count_cards,
    format_cards,
    iterate_cards,
    pack_mask,
    parse_hand,
    rank_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.kernel.tables import SHORTEST_SEQUENCE

LONGEST = 2000
"""Maximum length of a condition in characters."""
_DEEPEST = 20
LATER = re.compile(
    r"\s*,?\s*\b(?:after|following)\s+(?:(?:the|an?|his|her|their)\s+)?(?:exchange|draw|discard)\b,?"
    r"\s*",
    re.I,
)
"""Words that speak of the hands that are played, not of those dealt."""
_JOINED_SEAT = re.compile(r"\b(elder|younger|talon)_(?=[a-z])", re.IGNORECASE)
"""A seat before a name as measures have it: "elder_aces"."""
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_SUITS = ("s♠♤", "h♥♡", "d♦♢", "c♣♧")
_RANK_WORD = re.compile(rf"{'|'.join(RANK_NAMES)}|jack|10|[6-9tjqka]")
_COLOURS = {"red": ("hearts", "diamonds"), "black": ("spades", "clubs")}
_LENGTHS = ("void", "singleton", "doubleton")
_SIGNS = {"==": "=", "≥": ">=", "≤": "<="}
_COMPARISONS = {
    "at least as many": ">=", "at most as many": "<=", "no more": "<=", "no fewer": ">=",
    "more": ">", "fewer": "<", "less": "<",
}  # fmt: skip
"""The sign for each way to compare how many; all others say that there are as many."""
_BETTER = {
    ("better", "point"): "point", ("better", "sequence"): "best_sequence_rank",
    ("longer", "point"): "longest_suit", ("longer", "sequence"): "best_sequence",
    ("longer", "suit"): "longest_suit", ("longer", "longest_suit"): "longest_suit",
    ("longer", "best_sequence"): "best_sequence", ("better", "best_sequence"): "best_sequence_rank",
    ("greater", "value"): "value",
}  # fmt: skip
_WORSE = {"worse": "better", "shorter": "longer"}

EXAMPLES = (
    "elder has 4 aces", "elder: AS KS QS", "elder has the ace of spades and the AK of hearts",
    "elder has AKJ.AQJ8.98.J87", "younger: 5+ hearts, 0 kings",
    "elder: 3+ aces, 2+ kings; younger: carte blanche", "elder has at least 3 aces",
    "elder has 2 or 3 aces", "elder has between 2 and 4 hearts", "elder has fewer than 2 tens",
    "elder has no aces or kings", "younger lacks aces and kings", "younger lacks the ace of spades",
    "elder has neither aces nor kings", "younger does not have a quint",
    "elder has 3 aces without the king of hearts", "elder has all four aces",
    "elder has one of AS KS QS", "elder: 2-3 of AS KS QS", "elder has 3 of aces and kings",
    "elder has AS or KS", "elder has four aces or younger has four aces",
    "elder has 3 aces and (a quint or a point of 6)", "not (elder has AS and younger has KS)",
    "elder has a quint", "elder has a tierce major in hearts", "elder has a quart to the king",
    "elder: 1+ quarts or longer in spades", "elder has a sequence of at least 5",
    "elder has a trio of kings", "elder has a quatorze of aces or a quatorze of kings",
    "elder has a quatorze", "elder has a point of 6", "elder's longest suit is at least 6",
    "elder: longest_suit>=7", "elder: pips>=49", "elder's hand is worth at least 20",
    "elder is void in hearts", "elder has a void", "elder has 2 suits of 5",
    "elder has a suit of 6 to the ace and king", "younger's hand is 5-4-2-1",
    "dealer has no court cards", "elder has 8 red cards", "elder has both AS and KS",
    "elder has a bare king", "elder has two guarded kings", "elder guards the king of hearts",
    "both have carte blanche", "either has a quatorze", "one player has 4 aces and a quint",
    "nobody has a quint", "exactly one player has a void", "only elder has an ace",
    "the talon holds 2 aces", "the ace of spades is in the talon",
    "elder has more aces than younger", "elder has as many hearts as spades",
    "elder aces > younger aces", "elder hearts >= elder spades",
    "elder's point is better than younger's", "younger has the better sequence",
)  # fmt: skip
"""A sentence for each form; a refusal shows the three nearest."""
_EXPECTED = {
    "SEAT": "elder, younger or talon", "HAS": "has", "INT": "a number", "CARD": "cards (AS KH)",
    "RANK": "aces", "SUIT": "hearts", "RUN": "quint", "NO": "no", "IN_SUIT": "in hearts",
    "THAN": "than", "SIGN": ">=", "_OF": "of", "AND": "and", "OR": "or", "_OPEN": "(",
    "_CLOSE": ")", "$END": "the end",
}  # fmt: skip
"""How a refusal names what may stand at a place; what is not listed goes without saying."""
_MOST_EXPECTED = 6

Bounds = tuple[int, float]


def read_condition(text: str, pack: int = 32, seat: str | None = None) -> Condition:
    """A condition from its text, in its normal form.

    Parameters
    ----------
    text : str
        See `EXAMPLES`.
    pack : int
        32 or 36.
    seat : str, optional
        The place that is spoken of where the text names none.

    Raises
    ------
    InputError
        If it cannot be read, has two meanings, or names more than there can be.

    Examples
    --------
    >>> from piquet_sim.conditions.wording import say_condition
    >>> say_condition(read_condition("dealer has a quint; the talon holds no ace"))
    'younger: 1+ quints; talon: 0 aces'
    >>> read_condition("elder has five aces")
    Traceback (most recent call last):
    piquet_sim.game.errors.InputError: given: 5 aces: impossible with 32 cards; elder has 4 at most
    """
    if not isinstance(text, str):
        raise InputError(f"given: {text!r} is not text")
    plain = plain_letters(text)
    if LATER.search(plain):
        raise _refuse_later(plain, pack)
    return simplify(_Reader(plain, pack).read(seat), pack)


def plain_letters(text: str) -> str:
    """The text without accents, on one line; letters that only look alike stay.

    Examples
    --------
    >>> plain_letters("a huitième,  1² aces")
    'a huitieme, 1² aces'
    """
    letters = []
    for letter in " ".join(text.split()):
        parts = unicodedata.normalize("NFD", letter)
        is_accented = len(parts) > 1 and parts[0].isascii()
        letters.append(parts[0] if is_accented else letter)
    plain = _JOINED_SEAT.sub(r"\1 ", "".join(letters))
    if plain.endswith(".") and plain.rpartition(" ")[2].count(".") == 1:
        plain = plain[:-1]  # the end of a sentence, not of a hand
    return plain


def _refuse_later(text: str, pack: int) -> InputError:
    # What is held after the exchange is counted when the deal has been played.
    rest = LATER.sub(" ", text, count=1).strip()
    try:
        read_condition(rest, pack)
    except InputError as error:
        return error
    said = f"after the exchange {rest}"
    return InputError(
        f'given: conditions describe the cards dealt; write --measure "{said}", or --measure '
        f'elder_wins --given-outcome "{said}"'
    )


@cache
def _load_grammar() -> Lark:
    return Lark.open("reading.lark", rel_to=__file__, parser="lalr", maybe_placeholders=False)


# ---- Refusals -----------------------------------------------------------------------------------
def _refuse(said: str) -> InputError:
    return InputError(f"given: {said}")


def _refuse_text(text: str, error: UnexpectedInput) -> InputError:
    # Where it cannot be read, what may stand there, what was probably meant, and the three nearest
    # examples.
    token = getattr(error, "token", None)
    at = len(text) if token is not None and token.type == "$END" else error.pos_in_stream
    start = re.search(r"[\w²³¹]*$", text[:at]).start() if re.match(r"\w", text[at:]) else at
    wrong = re.match(r"[\w²³¹]+|\S?", text[start:])[0]
    begun = _load_grammar().parse_interactive(text[:start])
    with suppress(UnexpectedInput):
        begun.exhaust_lexer()
    possible = begun.accepts()
    words = [said for name, said in _EXPECTED.items() if name in possible][:_MOST_EXPECTED]
    known = set(re.findall(r"[a-z]{4,}", " ".join(EXAMPLES)))
    slip = "" if wrong in known else wrong
    alike = difflib.get_close_matches(slip, sorted(known), n=1, cutoff=0.75)
    meant = text[:start] + alike[0] + text[start + len(wrong) :] if alike else text
    near = sorted(EXAMPLES, key=lambda one: -difflib.SequenceMatcher(None, meant, one).ratio())
    return _refuse(
        f"at {repr(wrong) if wrong else 'the end'} expected {', '.join(words) or 'other words'}"
        + (f"; did you mean {alike[0]!r}?" if alike else "")
        + f"; as in {'; '.join(map(repr, near[:3]))}"
    )


# ---- What is read -------------------------------------------------------------------------------
Says = Callable[[str], Condition]
"""Makes a condition on a place."""

BARE, ARTICLE, CARDS, NUMBER, SIGNED, WORDED, AMONG, NONE, NAMED, WHOLE, CHOICE = (
    "bare", "article", "cards", "number", "signed", "worded", "among", "none", "named", "whole",
    "choice",
)  # fmt: skip
"""Kinds of things: "aces"; "an ace"; "AS KS"; "3 aces"; "3+ aces"; "at least 3 aces"; "2 of AS KS";
"no aces"; "carte blanche"; what means the same wherever it stands; "either AS or KS"."""


_PLAINLY_DENIED = {BARE, ARTICLE, CARDS, NAMED}


@dataclass(frozen=True)
class _Noun:
    attribute: Attribute
    is_plain: bool = True
    least: int = 0
    """Where one of it is said of the longest sequence, the least cards: "a quart or longer"."""


@dataclass(frozen=True)
class _Thing:
    # What may lie in a place.
    kind: str
    says: Says
    denies: Says | None = None
    """That it does not lie there; None if this has two meanings."""
    is_plain: bool = True
    """Whether it has no detail that could be meant of the next thing, too: "a quint in hearts"."""
    is_row: bool = False
    """Whether it is several cards side by side."""
    denied: str = ""
    """What "no" stands before: BARE or CARDS; "WITHOUT" if it is another word than "no"."""


@dataclass
class _Clause:
    # A place, and the things that are said of it, each with the word before it.
    kind: str
    """How many are spoken of: a terminal of the grammar, or "" for a place without a name."""
    places: tuple[str, ...]
    verb: str
    things: list[tuple[str, _Thing]]


_PLAIN_WORDS = {",": "and", "but": "and"}
_FEW = ("ONLY_SEAT", "ONLY_ONE", "AT_MOST_ONE")
_JOIN: dict[str, Callable[[Condition, Condition], Condition]] = {
    "SEAT": lambda one, _: one,
    "ONLY_SEAT": lambda one, two: All((one, two.deny())),
    "BOTH": lambda one, two: All((one, two)),
    "NOBODY": lambda one, two: All((one, two)),
    "EITHER": lambda one, two: Some((one, two)),
    "ONE": lambda one, two: Some((one, two)),
    "AT_MOST_ONE": lambda one, two: Some((one.deny(), two.deny())),
    "ONLY_ONE": lambda one, two: Some((All((one, two.deny())), All((one.deny(), two)))),
}
"""What is said of one seat and of the other, put together by how many are spoken of."""

_REPEAT = "repeat 'no', a number or the place before each, as in 'elder: 0 aces, 2 kings'"


def _join(units: list[tuple[str, Any]], seat: str | None) -> Condition:
    # Clauses, and conditions that stand for themselves, of one list.
    read = []
    words: set[str] = set()
    for word, unit in units:
        words.add(word)
        parts: list[Says] = []
        if isinstance(unit, _Clause):
            own, parts = _govern(unit)
            words.update(own)
        read.append((unit, parts))
    words = {_PLAIN_WORDS.get(word, word) for word in words} - {""}
    if len(words) > 1:
        raise _refuse(
            "'and' and 'or' in one list can be read in two ways; put brackets around what belongs "
            "together, as in 'elder: 4 aces or (elder: 4 kings, 1+ quints)'"
        )
    if "nor" in words:
        raise _refuse("'nor' without 'neither' or 'no' before it; write 'and' and what is lacked")
    kind = Some if "or" in words else All
    conditions = []
    for unit, parts in read:
        if not parts:
            conditions.append(unit(seat))
            continue
        is_list = len(unit.things) > 1
        if is_list and (unit.kind in _FEW or (unit.kind == "EITHER" and kind is All)):
            raise _refuse("a list after 'either', 'exactly one' or 'only' can be read in two ways; "
                          "write 'one player has', or say it of each part")  # fmt: skip
        if None in unit.places:
            raise _refuse("say of whom: elder, younger or talon, as in 'elder has 4 aces'")
        one, two = (_say_all(parts, kind)(place) for place in (*unit.places, *unit.places)[:2])
        conditions.append(_JOIN[unit.kind](one, two))
        seat = unit.places[0] if unit.kind == "SEAT" else None
    return conditions[0] if len(conditions) == 1 else kind(tuple(conditions))


def _gather(units: list[tuple[str, Any]], seat: str | None) -> list[tuple[str, Any]]:
    # A thing without a place belongs to the place before it, or to that which ends the list: "AS
    # and KS are in the talon".
    gathered: list[tuple[str, Any]] = []
    for word, said in units:
        last = gathered[-1][1] if gathered else None
        unit = said
        if isinstance(said, _Clause) and said.kind == "SAME":
            if last is not None and getattr(last, "kind", "") != "SEAT":
                raise _refuse("a verb without a place: say the place again, as in 'elder has AS'")
            unit = replace(said, kind="SEAT", places=last.places if last else (seat,))
        is_last = isinstance(unit, _Clause) and unit.verb == "IN" and isinstance(last, _Clause)
        is_open = is_last and last.places == (None,)
        if is_open and {one.kind for _, one in last.things} <= {CARDS, NONE}:
            last.places = unit.places
        elif is_open or (is_last and len(last.things) > 1):
            raise _refuse("what lies in the talon can be read in two ways; write 'talon:' and what "
                          "lies there")  # fmt: skip
        if isinstance(unit, _Clause) and not unit.verb and _is_denied(last):
            raise _refuse("a denial before a place without a verb can be read in two ways; write "
                          "'has' or 'lacks' after each place")  # fmt: skip
        if isinstance(unit, _Thing) and isinstance(last, _Clause):
            last.things.append((word, unit))
        elif is_last and last.places is unit.places:
            last.things.append((word, unit.things[0][1]))
        elif isinstance(unit, _Thing):
            gathered.append((word, _Clause("SEAT", (seat,), "HAS", [("", unit)])))
        elif isinstance(unit, _Clause):
            gathered.append((word, replace(unit, things=[*unit.things])))
        else:
            gathered.append((word, unit))
    return gathered


def _is_denied(unit: Any) -> bool:
    return isinstance(unit, _Clause) and (
        unit.verb in ("LACKS", "HAS_NOT") or any(one.kind == NONE for _, one in unit.things)
    )


def _govern(clause: _Clause) -> tuple[list[str], list[Says]]:
    # What "no", "lacks" and the like govern in the things of a clause: the words that are left
    # between them, and what each says of a place.
    if clause.verb in ("HAS_NOT", "LACKS") or clause.kind == "NOBODY":
        return [], [_deny(clause)]
    words, said, denied, before = [], [], None, None
    for word, thing in clause.things:
        if thing.kind == NONE:
            denied = thing
        elif denied and thing.kind in (BARE, CARDS, NAMED):
            is_like = thing.kind == denied.denied or (thing.kind == NAMED and word in ("or", "nor"))
            if not (is_like and denied.is_plain and thing.is_plain):
                raise _refuse(f"what 'no' is said of can be read in two ways; {_REPEAT}")
            said[-1] = _say_all((said[-1], thing.denies))
            continue
        elif before is not None:
            _check_next(before, thing, word)
            is_without = denied and denied.denied == "WITHOUT" and thing.kind in (ARTICLE, WHOLE)
            if word == "nor" or (denied and word == "or") or is_without:
                raise _refuse(f"'no' in a list with '{word}' can be read in two ways; {_REPEAT}")
            denied = None
        words.append(word)
        said.append(thing.says)
        before = thing
    return words, said


def _check_next(before: _Thing, thing: _Thing, word: str) -> None:
    # Refuse a thing without a number or an article that may belong to what stands before it.
    follows_kind = before.kind in (BARE, ARTICLE)
    is_open = {
        BARE: not (follows_kind and before.is_plain and thing.is_plain),
        NAMED: follows_kind and not thing.is_plain,
        CARDS: before.kind == AMONG or (follows_kind and not thing.is_plain and not thing.is_row),
        NUMBER: before.kind == WORDED,
    }
    is_row = word == "or" and before.kind == thing.kind == CARDS and before.is_row | thing.is_row
    is_but = word == "but" and thing.kind == CARDS  # "and", or "except"?
    if is_row or is_but or is_open.get(thing.kind) or before.kind == CHOICE:
        raise _refuse(f"a list behind a number or a detail can be read in two ways; {_REPEAT}")


def _deny(clause: _Clause) -> Says:
    # That none of the things of a clause lies there.
    is_lacking = clause.verb == "LACKS"
    is_denied_twice = clause.kind == "NOBODY" and clause.verb not in ("HAS", "COLON")
    if is_denied_twice or clause.kind == "EITHER" or (clause.kind == "BOTH" and not is_lacking):
        raise _refuse("two denials, or one of two players, can be read in two ways; write 'nobody "
                      "has', or say it of each")  # fmt: skip
    things = [thing for _, thing in clause.things]
    kinds = {thing.kind for thing in things}
    words = {_PLAIN_WORDS.get(word, word) for word, _ in clause.things[1:]}
    is_clear = len(things) == 1 or all(thing.is_plain for thing in things)
    is_clear &= is_lacking or not any(thing.is_row for thing in things)
    if is_lacking:
        is_clear &= words <= {"and"} and (len(things) == 1 or kinds in ({BARE}, {CARDS}))
    elif "and" in words:
        is_clear &= kinds == {BARE}
    may_be_said = _PLAINLY_DENIED
    if not is_lacking and not words:
        may_be_said = {*_PLAINLY_DENIED, NUMBER, SIGNED, WORDED, AMONG, WHOLE}
    if not is_clear or not kinds <= may_be_said or not all(thing.denies for thing in things):
        raise _refuse("what is denied can be read in two ways; write what is held, as in 'elder: 0 "
                      "aces, 0-2 kings'")  # fmt: skip
    return _say_all(tuple(thing.denies for thing in things))


def _say_all(parts: Sequence[Says], kind: type = All) -> Says:
    return parts[0] if len(parts) == 1 else lambda place: kind(tuple(one(place) for one in parts))


@v_args(inline=True)
class _Reader(Transformer):
    # Makes a condition of the parse tree; each method is a rule of the grammar.

    def __init__(self, text: str, pack: int) -> None:
        super().__init__()
        self.text, self.pack = text, pack

    def read(self, seat: str | None) -> Condition:
        text, depth = self.text, 0
        if len(text) > LONGEST:
            raise _refuse(f"{len(text):,} characters; at most {LONGEST:,} are allowed")
        for letter in text:
            depth += {"(": 1, ")": -1}.get(letter, 0)
            if depth > _DEEPEST:
                raise _refuse(f"brackets are nested more than {_DEEPEST} deep")
        try:
            return self.transform(_load_grammar().parse(text))(seat)
        except UnexpectedInput as error:
            raise _refuse_text(text, error) from None
        except VisitError as error:
            raise error.orig_exc from None

    def start(self, sentence):
        return sentence

    # ---- Lists ----------------------------------------------------------------------------------
    def sentence(self, *chains):
        if len(chains) == 1:
            return chains[0]
        return lambda seat: All(tuple(chain(seat) for chain in chains))

    def bracket(self, *tokens):
        return tokens[0]

    def denied(self, _, sentence):
        return lambda seat: sentence(seat).deny()

    def denied_alone(self, _, unit):
        return lambda seat: self.chain(unit)(seat).deny()

    def link(self, token):
        if token.type == "AND" and token.lower().endswith("but"):
            return "but"
        return {"COMMA": ","}.get(token.type, token.type.lower())

    def trail(self, word, said):
        return self.none(word, said)

    def chain(self, first, *rest):
        units, word = [("", first)], "and"  # "and" before "without"
        for part in rest:
            if isinstance(part, str):
                word = part
            else:
                units.append((word, part))
                word = "and"
        return lambda seat: _join(_gather(units, seat), seat)

    # ---- Places ---------------------------------------------------------------------------------
    def many(self, *tokens):
        kind = next(one.type for one in tokens if one.type not in ("SEAT", "AND", "OR", "NOR"))
        named = [_find_place(one) for one in tokens if one.type in ("SEAT", "ONLY_SEAT")]
        if len(set(named)) < len(named) or TALON in named:
            raise _refuse(f"{self.text!r}: name elder and younger, each once")
        if kind == "ONLY_SEAT":
            named.append(ELDER if named[0] == YOUNGER else YOUNGER)
        return {"NEITHER": "NOBODY"}.get(kind, kind), tuple(named) or SEATS

    def clause(self, place, *said):
        verb = said[0].type if len(said) > 1 else ""
        if not isinstance(place, Token):
            kind, places = place
        elif place.type == "NEITHER":
            kind, places = "NOBODY", SEATS
        else:
            kind, places = "SEAT", (_find_place(place),)
        return _Clause(kind, places, verb, [("", said[-1])])

    def same_place(self, verb, thing):
        return _Clause("SAME", (), verb.type, [("", thing)])

    def there(self, thing, token):
        return _Clause("SEAT", (_find_place(token),), "IN", [("", thing)])

    # ---- Things ---------------------------------------------------------------------------------
    def bracketed(self, sentence):
        return _Thing(WHOLE, sentence)

    def all_of_two(self, _, one, __, two):
        return _Thing(WHOLE, _say_all((one.says, two.says)))

    def one_of_two(self, _, one, __, two):
        return _Thing(CHOICE, _say_all((one.says, two.says), Some))

    def cards(self, *cards):
        held = _join_cards([mask for mask, _ in cards])

        def denies(place):
            return Numbering(place, count_cards_of(held), 0, 0)

        in_words = [mask for mask, is_plain in cards if not is_plain]
        is_one = all(count_cards(mask) == 1 for mask in in_words)
        return _Thing(CARDS, lambda place: Held(place, held), denies if is_one else None,
                      not in_words, count_cards(held) > 1)  # fmt: skip

    def card(self, token):
        # Cards, and whether nothing before "of hearts" in their names can be meant by itself.
        if token.type != "CARD_NAME":
            cards = parse_hand(token, "given", self.pack)
            if not cards:
                raise _refuse("no cards are named")
            return cards, True
        ranks, _, suit = token.lower().rpartition(" of ")
        named = _find_ranks(ranks)
        cards = _join_cards([card_mask(rank, _find_suit(suit)) for rank in named])
        if cards & ~pack_mask(self.pack):
            raise _refuse(f"{token} is not in the pack of {self.pack}")
        is_one = ranks.startswith("the ") or ranks.isdigit()
        return cards, is_one and len(named) == 1

    def bare(self, noun):
        return self.count(noun, 1, inf, BARE)

    def article(self, word, noun):
        if noun.least:
            return self.measure_named(MEASURES["best_sequence"], (noun.least, inf, WORDED))
        thing = self.count(noun, 1, inf, ARTICLE)
        return replace(thing, denies=None) if word.lower() == "some" else thing

    def none(self, word, said):
        thing = self.bare(said) if isinstance(said, _Noun) else said
        if thing.denies is None:
            raise _refuse(f"what {word.lower()!r} is said of can be read in two ways; {_REPEAT}")
        denied = word.type if word.type == "WITHOUT" else thing.kind
        return _Thing(NONE, thing.denies, is_plain=thing.is_plain, denied=denied)

    def neither(self, *said):
        things = [one for one in said if isinstance(one, _Thing)]
        for one, two in pairwise(things):
            _check_next(one, two, "nor")
        if not all(one.denies and one.kind in {*_PLAINLY_DENIED, WHOLE} for one in things):
            raise _refuse(f"what 'neither' is said of can be read in two ways; {_REPEAT}")
        return _Thing(NONE, _say_all([one.denies for one in things]))

    def counted(self, size, noun):
        return self.count(noun, *size)

    def counted_of(self, size, noun):
        return replace(self.counted(size, noun), kind=AMONG)

    def among(self, size, *said):
        low, high, kind = (1, inf, WORDED) if isinstance(size, Token) else size
        thing = self.count(said[-1], low, high, kind)
        return replace(thing, kind=AMONG)

    def every(self, *said):
        *_, what = said
        if isinstance(what, _Thing):
            return replace(what, kind=WHOLE, denies=None)
        most = count_cards(what.attribute.mask & pack_mask(self.pack))
        number = int(said[1]) if len(said) > 2 else most
        if not most or number != most:
            raise _refuse(f"there are {most or 'not all'} {what.attribute.name}, not {number}")
        return replace(self.count(what, most, inf, SIGNED), kind=AMONG)

    def at_least_run(self, _, __, run):
        return self.measure_named(MEASURES["best_sequence"], (_find_run(run), inf, WORDED))

    def count(self, noun, low, high, kind):
        # A number of something; "not 3 aces" has two meanings, "not 4 aces" has one.
        attribute = noun.attribute
        if noun.least and kind == BARE:
            raise _refuse(f"how many {attribute.name}? as in 'elder has at least a quint'")
        if attribute == PIPS and kind in (BARE, ARTICLE):
            raise _refuse("pips need a number, as in 'elder: pips>=49'")

        def says(place):
            return self.bound(place, attribute, low, high)

        most = attribute.limits(HAND_CARDS, self.pack)[1]
        is_all = high == inf or (attribute.mask and high == most)
        denies = None if kind == NUMBER and not is_all else lambda place: says(place).deny()
        return _Thing(kind, says, denies, noun.is_plain)

    def bound(self, place, attribute, low, high):
        cards = cards_in(place, self.pack)
        most = attribute.limits(cards, self.pack)[1]
        named = low if high == inf else high
        if high < 0:
            raise _refuse(f"fewer than 0 {attribute.name}: impossible")
        if low > high:
            raise _refuse(f"{low}-{high}: write the smaller number first")
        if named > most:
            raise _refuse(f"{named} {attribute.name}: impossible with {self.pack} cards; {place} "
                          f"has {most} at most")  # fmt: skip
        if self.pack != 32 and attribute.name in ("pips", "point"):
            raise _refuse("points are compared by their pips, which a condition counts with 32 "
                          "cards only; write longest_suit for their cards")  # fmt: skip
        return Numbering(place, attribute, low, inf if high >= most else high)

    # ---- Things with a name ---------------------------------------------------------------------
    def whole(self, *said):
        is_named = len(said) == 1 or said[-1].kind == AMONG
        return said[-1] if is_named else replace(said[-1], kind=WHOLE)

    def name(self, says, denies=None, is_plain=True):
        return _Thing(NAMED, says, denies or (lambda place: says(place).deny()), is_plain)

    def set_of(self, word, rank):
        if _find_rank(rank) < TEN:
            raise _refuse(f"{word} of {rank}; a rank from ten to ace makes one")
        cards = 3 if word.lower().startswith("trio") else 4
        kind = self.kind(rank).attribute
        return self.name(lambda place: self.bound(place, kind, cards, cards), is_plain=False)

    def length_in(self, word, suit):
        cards = _LENGTHS.index(word.lower().removesuffix("s"))
        attribute = ATTRIBUTES[SUIT_NAMES[_find_suit(suit)]]
        return self.name(lambda place: Numbering(place, attribute, cards, cards), is_plain=False)

    def blanche(self, _):
        return self.name(lambda place: Numbering(place, COURTS, 0, 0))

    def sequence(self, _):
        return self.name(lambda place: Numbering(place, MEASURES["best_sequence"], 3))

    def guarded_card(self, word, name):
        cards, _ = self.card(name)
        adjective = "guarded" if word.type == "GUARDS" else word.lower()
        ends = [(card, bound_guards(adjective, card_rank(card))) for card in iterate_cards(cards)]

        def says(place):
            return All(tuple(
                All((Held(place, card),
                     self.bound(place, ATTRIBUTES[SUIT_NAMES[card_suit(card)]], low, high)))
                for card, (low, high) in ends
            ))  # fmt: skip

        return replace(self.name(says), kind=AMONG)

    def shape(self, token):
        lengths = [int(one) for one in re.findall(r"\d", token)]

        def says(place):
            if sum(lengths) != cards_in(place, self.pack):
                raise _refuse(f"{token} makes {sum(lengths)} cards; {place} has "
                              f"{cards_in(place, self.pack)}")  # fmt: skip
            return All(tuple(
                self.bound(place, count_suits(one), lengths.count(one), lengths.count(one))
                for one in sorted(set(lengths))
            ))  # fmt: skip

        return self.name(says)

    # ---- Measures and comparisons ---------------------------------------------------------------
    def measure_named(self, attribute, size):
        low, high, _ = size
        return _Thing(WHOLE, lambda place: self.bound(place, attribute, low, high),
                      lambda place: self.bound(place, attribute, low, high).deny())  # fmt: skip

    def point_of(self, *said):
        return self.measure_named(MEASURES["longest_suit"], said[-1])

    def sequence_of(self, *said):
        low, high, _ = said[-1]
        if low not in _RUN_LENGTHS or high not in (low, inf):
            raise _refuse("sequences have 3 to 8 cards, as in 'a sequence of 4 or more'")
        if low == high:
            return self.measure_named(count_runs(low), (1, inf, SIGNED))
        return self.measure_named(MEASURES["best_sequence"], (low, inf, SIGNED))

    def measured(self, name, _, size):
        return self.measure_named(_find_measure(name, "longest_suit"), size)

    def point_worth(self, *said):
        if isinstance(said[0], _Measure) and said[0].name != "point":
            raise _refuse("a point is worth pips, and a hand points: 'elder is worth at least 20'")
        return self.measure_named(PIPS, next(one for one in said if isinstance(one, tuple)))

    def worth(self, size):
        return self.measure_named(MEASURES["value"], size)

    def bound_by_sign(self, quantity, sign, size):
        low, high, kind = size
        sign = _SIGNS.get(sign, str(sign))
        if sign != "=" and kind != NUMBER:
            raise _refuse(f"two bounds behind {sign!r}; write one, as in 'elder: longest_suit>=6'")
        bounds = {"=": (low, high), ">=": (low, inf), ">": (low + 1, inf), "<=": (0, low),
                  "<": (0, low - 1)}[sign]  # fmt: skip
        return self.measure_named(_find_measure(quantity, "longest_suit"), (*bounds, SIGNED))

    def compared(self, quantity, sign, place, other):
        one, two = (_find_measure(each, "point") for each in (quantity, other))
        return self.compare(one, _SIGNS.get(sign, str(sign)), _find_place(place), two)

    def compare(self, one, sign, place, two):
        # A place of None is the place of which it is said.
        if one != two and {one.name, two.name} & {"point", "best_sequence_rank"}:
            raise _refuse("a point is compared with a point, and a sequence with a sequence")

        def says(here):
            self.bound(here, one, 0, 0)
            if one == two and place in (None, here):
                raise _refuse(f"{one.name} of {here} compared with themselves")
            return Compared(here, one, sign, place or here, two)

        return _Thing(WHOLE, says, None if sign == "=" else lambda here: says(here).deny())

    def more(self, word, noun, _, other):
        place, two = other
        sign = _COMPARISONS.get(word.lower(), "=")
        return self.compare(noun.attribute, sign, place, (two or noun).attribute)

    def other(self, *said):
        place = _find_place(said[0]) if isinstance(said[0], Token) else None
        return place, said[-1] if isinstance(said[-1], _Noun) else None

    def better(self, *said):
        names = [one for one in said if isinstance(one, _Measure)]
        words = {one.type: one.lower() for one in said if isinstance(one, Token)}
        word = words["BETTER"].removeprefix("the ")
        plain = _WORSE.get(word, word)
        measure = _BETTER.get((plain, names[0].name))
        if measure is None or names[0] != names[-1]:
            raise _refuse(f"{word} in what? as in 'elder has a better point than younger'")
        attribute, sign = MEASURES[measure], "<" if word in _WORSE else ">"
        if "SEAT" in words:
            return self.compare(attribute, sign, _find_place(words["SEAT"]), attribute)

        def says(here):
            if here == TALON:
                raise _refuse(f"{attribute.name} of the talon: compared with whose?")
            return Compared(here, attribute, sign, ELDER if here == YOUNGER else YOUNGER, attribute)

        return _Thing(WHOLE, says, lambda here: says(here).deny())

    def quantity(self, what):
        return what

    def measure(self, token):
        said = token.lower().removeprefix("the ").removesuffix("s").replace(" ", "_")
        return _Measure(said.replace("longest_sequence", "best_sequence"))

    # ---- Nouns ----------------------------------------------------------------------------------
    def members(self, *said):
        if isinstance(said[0], Token):
            names = re.findall(r"[a-z]+s\b", said[0].lower().replace("jacks", "knaves"))
            cards = reduce(or_, (ATTRIBUTES[name].mask for name in names))
        else:
            cards = _join_cards([mask for mask, _ in said])
        return _Noun(count_cards_of(cards, self.pack))

    def kind(self, token):
        said = token.lower()
        first, _, last = said.partition(" ")
        if first in _COLOURS:
            cards = sum(ATTRIBUTES[suit].mask for suit in _COLOURS[first])
            if not last.startswith("card"):
                cards &= rank_mask(_find_rank(last))
            return _Noun(count_cards_of(cards, self.pack), is_plain=False)
        if token.type == "COURTS":
            return _Noun(COURTS)
        if token.type == "SUIT":
            return _Noun(ATTRIBUTES[SUIT_NAMES[_find_suit(said)]])
        rank = _find_rank(said)
        if rank == SIX and self.pack == 32:
            raise _refuse("there are no sixes in the pack of 32")
        return _Noun(ATTRIBUTES[name_rank(rank)])

    def sets(self, word):
        return _Noun(ATTRIBUTES[f"{word.lower().removesuffix('s')}s"])

    def lengths(self, word):
        return _Noun(count_suits(_LENGTHS.index(word.lower().removesuffix("s"))))

    def run(self, word, *details):
        cards, top, suit = _find_run(word), None, None
        for detail in details:
            if detail.type == "IN_SUIT":
                suit = _find_suit(detail)
            elif detail.type == "MINOR":
                top = cards - (self.pack == 36)
            else:
                top = ACE if detail.type == "MAJOR" else _find_rank(detail.split()[-1])
        return _Noun(count_runs(cards, top, suit), is_plain=not details)

    def run_or_longer(self, word, _, *suit):
        suits = [_find_suit(one) for one in suit]
        cards = _find_run(word)
        return _Noun(count_runs_or_longer(cards, *suits), False, 0 if suits else cards)

    def suits(self, _, cards, *headed):
        if not 0 < cards <= self.pack // len(SUIT_NAMES):
            raise _refuse(f"a suit of {cards}; suits have 1 to {self.pack // len(SUIT_NAMES)}")
        if not headed:
            return _Noun(count_suits(cards))
        ranks = tuple(_find_ranks(headed[0].lower().partition(" the ")[2]))
        is_highest = not headed[0].lower().startswith("including")
        return _Noun(count_headed_suits(cards, ranks, is_highest), is_plain=False)

    def guarded(self, word, rank):
        return _Noun(count_guarded(word.lower(), _find_rank(rank)), is_plain=False)

    def pips(self, _, *suit):
        return _Noun(count_pips_in(_find_suit(suit[0])) if suit else PIPS, not suit)

    # ---- Numbers --------------------------------------------------------------------------------
    def INT(self, token):  # noqa: N802
        return int(token) if token.isdigit() else _NUMBERS.index(token.lower())

    def exact(self, *said):
        return said[-1], said[-1], NUMBER if len(said) == 1 else SIGNED

    def at_least(self, one, two):
        is_sign = isinstance(two, Token) and two.type == "PLUS"
        return one if isinstance(two, Token) else two, inf, SIGNED if is_sign else WORDED

    def at_most(self, one, two):
        return 0, one if isinstance(two, Token) else two, WORDED

    def more_than(self, _, number):
        return number + 1, inf, WORDED

    def fewer_than(self, _, number):
        return 0, number - 1, WORDED

    def range(self, *said):
        low, high = (one for one in said if not isinstance(one, Token))
        if any(isinstance(one, Token) and one.type == "OR" for one in said) and high != low + 1:
            raise _refuse(f"{low} or {high}: write the noun after each, as in '3 aces or 5 aces'")
        return low, high, SIGNED


# ---- Words --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Measure:
    name: str


_PLACES = {"stock": TALON, "dealer": YOUNGER, "pone": ELDER, "nondealer": ELDER}
_RUN_LENGTHS = range(SHORTEST_SEQUENCE, SHORTEST_SEQUENCE + len(SEQUENCE_NAMES))


def _find_place(text: str) -> str:
    plain = text.lower().replace("-", "")
    word = re.findall(r"elder|younger|talon|stock|nondealer|dealer|pone", plain)[0]
    return _PLACES.get(word, word)


def _find_rank(word: str) -> int:
    plain = word.lower()
    if plain in ("10", "t") or len(plain) == 1:
        return RANK_LETTERS.index(plain.upper().replace("10", "T"))
    return next(rank for rank, name in enumerate(RANK_NAMES)
                if plain.replace("jack", "knave").startswith(name))  # fmt: skip


def _find_ranks(text: str) -> list[int]:
    return list(map(_find_rank, _RANK_WORD.findall(re.sub(r"\b(?:the|and)\b", " ", text))))


def _find_suit(text: str) -> int:
    first = text.lower().split()[-1][0]
    return next(suit for suit, letters in enumerate(_SUITS) if first in letters)


def _find_run(word: str) -> int:
    return SHORTEST_SEQUENCE + SEQUENCE_NAMES.index(word.lower().removesuffix("s"))


def _find_measure(what: "_Noun | _Measure", point: str) -> Attribute:
    if isinstance(what, _Noun):
        return what.attribute
    name = {"point": point, "sequence": "best_sequence"}.get(what.name, what.name)
    if name not in MEASURES:
        raise _refuse(f"{name!r} is no number; write longest_suit for cards of the longest suit")
    return MEASURES[name]


def _join_cards(masks: list[int]) -> int:
    cards = 0
    for mask in masks:
        if cards & mask:
            raise _refuse(f"{format_cards(iterate_cards(cards & mask))} twice")
        cards |= mask
    return cards
