"""Conditions as they are written: "elder has AS AH AD and 5+ spades, younger has no ace".

A clause says who (elder, younger, talon, both, either), has or lacks, and what: cards in any of
their text forms, a number and a kind of card, carte blanche, a named sequence, a trio or quatorze
(of a rank, or any), or a number by name with a bound (``longest_suit>=7``, or compared with the
other's: ``elder aces > younger aces``). Who may be left out where it is the same as before.
Clauses are put together by *and* (or a comma), *or*, *not* and brackets; *and* binds closer.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from math import inf

from piquet_sim.cards import (
    RANK_LETTERS,
    RANK_NAMES,
    SUIT_NAMES,
    TEN,
    count_cards,
    pack_mask,
    parse_hand,
)
from piquet_sim.conditions import (
    ATTRIBUTES,
    ELDER,
    PLACES,
    SEQUENCE_NAMES,
    SIGNS,
    TALON,
    YOUNGER,
    All,
    Attribute,
    Comparison,
    Condition,
    Denial,
    Holding,
    Numbering,
    Some,
)
from piquet_sim.errors import InputError, suggest

_SET_RANKS = {f"{name}s" for name in RANK_NAMES[TEN:]}
_LONGEST = 2000
_DEEPEST = 20
_WORD = re.compile(r"[(),;]|>=|<=|==|[<>=]|[^\s(),;<>=]+")
_CARD = re.compile(r"(10|[6-9TJQKA])[SHDC♠♥♦♣♤♡♢♧]", re.IGNORECASE)
_SUITS = re.compile(r"[♠♥♦♣♤♡♢♧].*|[SHDC]:.*", re.IGNORECASE)
_BOTH, _EITHER = "both", "either"
_RANK_WORDS = dict(zip(RANK_NAMES, RANK_LETTERS, strict=True))
_RANK_WORDS["jack"] = "J"
_ONE_CARD = rf"\b({'|'.join(_RANK_WORDS)}) of ({'|'.join(SUIT_NAMES)})\b"
_SAID_OTHERWISE = [
    (re.compile(pattern, re.IGNORECASE), meant)
    for pattern, meant in (
        (_ONE_CARD, lambda said: _RANK_WORDS[said[1].lower()] + said[2][0].upper()),
        (r"\b(?:a )?point of (\d)", r"\1 longest_suit"),
        (r"\b(longest) (suit)\b|\b(best) (sequence)\b", lambda said: said[0].replace(" ", "_")),
        (rf"\b({'|'.join(SEQUENCE_NAMES)}) major", r"\1_major"),
        (r"\bdoes not have\b", "lacks"),
        ("[\u2013\u2212]", "-"),
    )
]
"""What people say, and what is read for it: cards by name, "a point of six", "quint major"."""

_SUBJECTS = {
    **{place: place for place in PLACES}, "stock": TALON, "both": _BOTH, "each": _BOTH,
    "either": _EITHER, "elder's": ELDER, "younger's": YOUNGER, "talon's": TALON,
}  # fmt: skip
_HAS = {"was", "has", "have", "holds", "hold", "with", "contains", "is", "are"}
_LACKS = {"lacks", "lack", "without"}
_IDLE = {"the", "hand", "hands", "seats", "dealt", "its", "his"}
_NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "no",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
} | {"a": 1, "an": 1, "any": 1}
_OTHER_NAMES = {
    "jack": "knaves", "jacks": "knaves", "court": "courts", "point": "longest_suit",
    "sequence": "best_sequence", "six": "sixes", "suit": "longest_suit",
}  # fmt: skip


def read_condition(text: str, pack: int = 32) -> Condition:
    """A condition from its text.

    Parameters
    ----------
    text : str
        See the module.
    pack : int
        32 or 36.

    Raises
    ------
    InputError
        If it cannot be read, with the word at which it was not understood.

    Examples
    --------
    >>> read_condition("talon has AS")
    Holding(place='talon', cards=256)
    """
    if not isinstance(text, str):
        raise InputError(f"given: {text!r} is not text")
    if len(text) > _LONGEST:
        raise InputError(f"given: {len(text):,} characters; at most {_LONGEST:,} are read")
    return _Reader(text, pack).read()


class _Reader:
    def __init__(self, text: str, pack: int) -> None:
        plain = unicodedata.normalize("NFKD", text)
        plain = "".join(one for one in plain if not unicodedata.combining(one))
        for said, meant in _SAID_OTHERWISE:
            plain = said.sub(meant, plain)
        self.words = _WORD.findall(plain)
        self.pack = pack
        self.place = 0
        self.subject: str | None = None
        self.depth = 0

    # ---- Words ----------------------------------------------------------------------------------
    def peek(self, ahead: int = 0) -> str:
        at = self.place + ahead
        return self.words[at].lower() if at < len(self.words) else ""

    def take(self) -> str:
        self.place += 1
        return self.words[self.place - 1]

    def skip(self, words: set[str]) -> bool:
        if self.peek() in words and self.peek():
            self.place += 1
            return True
        return False

    def fail(self, needed: str, known: Iterable[str] = ()) -> InputError:
        found = f"{self.words[self.place]!r}" if self.place < len(self.words) else "the end"
        near = get_close_matches(self.peek(), known, n=1)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        return InputError(
            f"given: at {found} {needed} is needed, as in 'elder has AS 5+ hearts'{meant}"
        )

    # ---- Structure ------------------------------------------------------------------------------
    def read(self) -> Condition:
        found = self.read_some()
        if self.place < len(self.words):
            raise self.fail("'and', 'or' or the end", ("and", "or"))
        return found

    def read_some(self) -> Condition:
        parts = [self.read_all()]
        while self.skip({"or"}):
            parts.append(self.read_all())
        return parts[0] if len(parts) == 1 else Some(tuple(parts))

    def read_all(self) -> Condition:
        parts = [self.read_part()]
        while self.skip({"and", ",", ";"}):
            self.skip({"and"})
            parts.append(self.read_part())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def read_part(self) -> Condition:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise InputError("given: brackets and 'not' are nested too deeply")
        if self.skip({"not"}):
            found = _deny(self.read_part())
        elif self.skip({"("}):
            found = self.read_some()
            if not self.skip({")"}):
                raise self.fail("')'")
        else:
            found = self.read_clause()
        self.depth -= 1
        return found

    # ---- Clauses --------------------------------------------------------------------------------
    def read_clause(self) -> Condition:
        while self.skip(_IDLE):
            pass
        if self.is_cards():
            cards = self.take_cards()
            if self.skip({"in"}):
                while self.skip(_IDLE):
                    pass
                if self.peek() not in _SUBJECTS:
                    raise self.fail("elder, younger or talon")
                self.subject = _SUBJECTS[self.take().lower()]
                return self.of_subject(lambda place: Holding(place, cards))
            self.require_subject()
            return self.of_subject(lambda place: Holding(place, cards))
        if self.peek() in _SUBJECTS:
            self.subject = _SUBJECTS[self.take().lower()]
        self.require_subject()
        while self.skip(_IDLE):
            pass
        lacks = self.skip(_LACKS)
        if not lacks:
            self.skip(_HAS)
            lacks = self.skip({"not"})
        return self.read_object(lacks)

    def require_subject(self) -> None:
        if self.subject is None:
            raise self.fail("elder, younger, talon, both or either", _SUBJECTS)

    def of_subject(self, make: Callable[[str], Condition]) -> Condition:
        if self.subject in PLACES:
            return make(self.subject)
        hands = tuple(make(place) for place in (ELDER, YOUNGER))
        return All(hands) if self.subject == _BOTH else Some(hands)

    def read_object(self, lacks: bool) -> Condition:
        while self.skip(_IDLE):
            pass
        if self.is_cards():
            cards = self.take_cards()
            if lacks:
                none = Attribute("cards", "of these cards", mask=cards)
                return self.of_subject(lambda place: Numbering(place, none, 0, 0))
            return self.of_subject(lambda place: Holding(place, cards))
        if self.skip({"no"}):
            return self.read_object(lacks=not lacks)
        low, high = self.take_bounds()
        attribute, *fixed = self.take_attribute()
        if self.peek() in {*SIGNS, "=="}:
            if (low, high) != (1, inf) or fixed:
                raise self.fail("no second number")
            found = self.read_comparison(attribute)
            return Denial(found) if lacks else found
        low, high = fixed or (low, high)

        def number(place: str) -> Condition:
            found = Numbering(place, attribute, low, high)
            return _deny(found) if lacks else found

        return self.of_subject(number)

    def read_comparison(self, attribute: Attribute) -> Condition:
        sign = self.take().replace("==", "=")
        if self.peek() in _SUBJECTS:
            other = _SUBJECTS[self.take().lower()]
            if other not in PLACES or self.subject not in PLACES:
                raise self.fail("one seat on either side")
            while self.skip(_IDLE):
                pass
            return Comparison(self.subject, attribute, sign, other, self.take_attribute()[0])
        number = self.take_number()
        low, high = {
            ">=": (number, inf), ">": (number + 1, inf), "<=": (0, number), "<": (0, number - 1),
            "=": (number, number),
        }[sign]  # fmt: skip
        return self.of_subject(lambda place: Numbering(place, attribute, low, high))

    # ---- Parts of clauses -----------------------------------------------------------------------
    def is_cards(self) -> bool:
        word = self.words[self.place] if self.place < len(self.words) else ""
        return bool(_CARD.fullmatch(word) or word.count(".") == 3 or _SUITS.fullmatch(word))

    def take_cards(self) -> int:
        words = [self.take()]
        while self.is_cards() or (self.peek() == "," and self.place + 1 < len(self.words)):
            if self.peek() == ",":
                self.place += 1
                if not self.is_cards():
                    self.place -= 1
                    break
            words.append(self.take())
        cards = parse_hand(" ".join(words), "given", self.pack)
        if not count_cards(cards):
            raise InputError("given: no cards are named")
        return cards

    def take_number(self) -> int:
        word = self.peek()
        if word.isascii() and word.isdigit() and len(word) < 4:
            self.place += 1
            return int(word)
        if word in _NUMBERS:
            self.place += 1
            return _NUMBERS[word]
        raise self.fail("a number")

    def take_bounds(self) -> tuple[int, float]:
        """How many: "3", "3+", "2-4", "at least 3", "at most 3", "3 or more"; else at least one."""
        word = self.peek()
        if word in {"a", "an", "any"}:
            self.place += 1
            return 1, inf
        for more, change in (("more", 1), ("fewer", -1), ("less", -1)):
            if word == more and self.peek(1) == "than":
                self.place += 2
                number = self.take_number() + change
                return (number, inf) if change > 0 else (0, number)
        for at, low_is_number in (("least", True), ("most", False)):
            if word == "at" and self.peek(1) == at:
                self.place += 2
                number = self.take_number()
                return (number, inf) if low_is_number else (0, number)
        self.skip({"exactly"})
        word = self.peek()
        if re.fullmatch(r"[0-9]{1,3}\+", word):
            self.place += 1
            return int(word[:-1]), inf
        if re.fullmatch(r"[0-9]{1,3}-[0-9]{1,3}", word):
            self.place += 1
            low, high = map(int, word.split("-"))
            if low > high:
                raise InputError(f"given: {word}: the smaller number stands first, as in 2-4")
            return low, high
        if word not in _NUMBERS and not word.isdigit():
            return 1, inf
        number = self.take_number()
        if self.peek() == "or" and self.peek(1) in {"more", "fewer", "less"}:
            more = self.peek(1) == "more"
            self.place += 2
            return (number, inf) if more else (0, number)
        return number, number

    def take_attribute(self) -> tuple:
        """What is counted, and bounds where the words imply them: "trio of kings", three kings."""
        word = self.peek()
        if word == "of":
            self.place += 1
            if not self.is_cards():
                raise self.fail("cards, as in '2 of AS KS QS'")
            return (Attribute("cards", "of these cards", mask=self.take_cards()),)
        if word == "carte" and self.peek(1).startswith("blanche"):
            self.place += 2
            return ATTRIBUTES["courts"], 0, 0
        if word in {"trio", "quatorze"} and self.peek(1) == "of":
            self.place += 2
            attribute = self.take_attribute()[0]
            if attribute.name not in _SET_RANKS:
                raise self.fail("a rank from ten to ace")
            return (attribute, 3, 3) if word == "trio" else (attribute, 4, 4)
        name = _OTHER_NAMES.get(word, word)
        if name not in ATTRIBUTES and f"{name}s" in ATTRIBUTES:
            name += "s"
        if name not in ATTRIBUTES:
            if not word or word in SIGNS or word in "(),;":
                raise self.fail("cards or a kind of cards")
            known = [*ATTRIBUTES, *SEQUENCE_NAMES, "carte blanche"]
            pair = f"{word} {self.peek(1)}"
            if get_close_matches(pair, ["carte blanche"], cutoff=0.8):
                word = pair
            raise InputError("given: " + suggest(word, known, "kind of cards or number"))
        if name == "sixes" and not pack_mask(self.pack) & ATTRIBUTES[name].mask:
            raise InputError("given: there are no sixes in the pack of 32")
        self.place += 1
        if name == "courts":
            self.skip({"cards", "card"})
        return (ATTRIBUTES[name],)


def _deny(found: Condition) -> Condition:
    # The opposite, as a clause that can be counted where it is one.
    if isinstance(found, Holding):
        cards = Attribute("cards", "of these cards", mask=found.cards)
        return Numbering(found.place, cards, 0, count_cards(found.cards) - 1)
    if not isinstance(found, Numbering):
        return Denial(found)
    if found.high == inf and found.low > 0:
        return Numbering(found.place, found.attribute, 0, found.low - 1)
    if found.low == 0 and found.high != inf:
        return Numbering(found.place, found.attribute, int(found.high) + 1)
    return Denial(found)
