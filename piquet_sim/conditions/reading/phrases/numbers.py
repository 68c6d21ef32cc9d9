"""Phrases of numbers in a condition: how many, compared with whom, bounds of measures.

Each method handles a rule of the grammar (`grammar`) and makes a statement of it (`sentences`).
"""

import re
from dataclasses import replace
from math import inf

from lark import Token, Transformer, v_args

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute, count_cards_of
from piquet_sim.conditions.model import All, Compared, Condition
from piquet_sim.conditions.reading.nouns import PIPS, POINT_RANK, Bounds, Noun, bound, check_pips
from piquet_sim.conditions.reading.sentences import EXACT, PLAIN, SIGNED, WORDED, Saying, Subject
from piquet_sim.conditions.reading.suit_counts import SEQUENCE_RANK
from piquet_sim.conditions.reading.tokens import (
    find_cards,
    find_numbers,
    find_place,
    find_run,
    join_cards,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER, YOUNGER

_HOW = re.compile(
    r"(?P<length>longer|shorter|\blong\b)|(?P<rank>better|worse|higher|lower|good|high)"
)
POINT = "POINT"
"""The measure whose number is that of the longest suit, and whose order is also by pips."""


@v_args(inline=True)
class NumberPhrases(Transformer):
    """The rules of the grammar for numbers, comparisons and measures."""

    pack: int

    # ---- Comparisons and measures ---------------------------------------------------------------
    def comparison(self, noun, sign, token, other):
        return self._compare(noun, sign, Subject((find_place(token),)), other)

    def more(self, _, noun, __, other):
        return self._compare(noun, ">", *self._other(noun, other))

    def fewer(self, _, noun, __, other):
        return self._compare(noun, "<", *self._other(noun, other))

    def more_of_suit(self, _, __, noun, *said):
        return self._compare(noun, ">", *self._other(noun, said[-1]))

    def fewer_of_suit(self, _, __, noun, *said):
        return self._compare(noun, "<", *self._other(noun, said[-1]))

    def as_many(self, _, noun, __, other):
        return self._compare(noun, "=", *self._other(noun, other))

    def at_least_as_many(self, _, noun, __, other):
        return self._compare(noun, ">=", *self._other(noun, other))

    def at_most_as_many(self, _, noun, __, other):
        return self._compare(noun, "<=", *self._other(noun, other))

    def other(self, *said):
        return said

    def _other(self, noun, other):
        # Whose, and of what: "younger", "kings", "younger has kings".
        place = Subject((find_place(other[0]),)) if isinstance(other[0], Token) else None
        return place, other[-1] if isinstance(other[-1], Noun) else noun

    def same_number(self, _, noun):
        attribute = self._countable(noun)

        def says(place: str) -> Condition:
            there = YOUNGER if place == ELDER else ELDER
            return Compared(place, attribute, "=", there, attribute)

        return Saying(says, is_comparison=True, is_equality=True, is_same=True)

    def summed(self, token):
        # The normal form of several kinds, or cards, as one number: "of kings and queens".
        words = token.lower().split()[1:]
        masks = [ATTRIBUTES[word].mask for word in words if word in ATTRIBUTES]
        cards = join_cards(masks) if masks else find_cards("CARD", " ".join(words), self.pack)
        return count_cards_of(cards, self.pack)

    # ---- Measures of two seats ------------------------------------------------------------------
    def rival(self, *said):
        return said

    def longest(self, *said):
        return said[-1]

    def longest_suits(self, *_):
        return ATTRIBUTES["longest_suit"]

    def measure_more(self, *said):
        return self._compare_measures(">", said)

    def measure_fewer(self, *said):
        return self._compare_measures("<", said)

    def measure_equal(self, *said):
        return self._compare_measures("=", said)

    def longest_sequence(self, *_):
        return ATTRIBUTES["best_sequence"]

    def worth_more(self, _, __, rival):
        return self._compare_measures(">", (ATTRIBUTES["value"], rival))

    def worth_fewer(self, _, __, rival):
        return self._compare_measures("<", (ATTRIBUTES["value"], rival))

    def point_more(self, *said):
        return self._compare_measures(">", said)

    def point_fewer(self, *said):
        return self._compare_measures("<", said)

    def _compare_measures(self, sign, said):
        # A measure is POINT, which is text, or an attribute; all else is a token or the rival.
        measure = next(one for one in said if one == POINT or isinstance(one, Attribute))
        rival = said[-1]
        if not isinstance(rival[0], Token) or isinstance(rival[-1], Noun):
            raise InputError("given: a measure is compared with that of a seat, as in 'elder "
                             "longest_suit > younger longest_suit'")  # fmt: skip
        how = next((_HOW.search(one.lower()) for one in said[:-1] if isinstance(one, Token)
                    and _HOW.search(one.lower())), None)  # fmt: skip
        if measure == POINT and how and how["length"]:
            measure = ATTRIBUTES["longest_suit"]  # a longer point has more cards
            rival = rival[:1] if rival[-1] == POINT else rival
        elif measure == ATTRIBUTES["best_sequence"] and how and how[0] in ("better", "worse"):
            measure = SEQUENCE_RANK
        elif measure not in (POINT, ATTRIBUTES["value"]) and how and how["rank"]:
            raise InputError(f"given: {how[0]!r} of a suit or sequence: by its cards write "
                             "'longer' or 'shorter'")  # fmt: skip
        is_named = rival[-1] == POINT or isinstance(rival[-1], Attribute)
        other = rival[-1] if is_named else measure
        return self._compare(measure, sign, Subject((find_place(rival[0]),)), other)

    def _compare(self, noun, sign, subject, other):
        if POINT in (noun, other):
            if noun != other:
                raise InputError("given: a point is compared with a point, as in 'elder point > "
                                 "younger point'")  # fmt: skip
            check_pips(self.pack)
        one, two = (
            POINT_RANK if said == POINT else self._countable(said) for said in (noun, other)
        )

        def compare(first, second, whose):
            def says(place: str) -> Condition:
                there = place if whose is None else whose.places[0]
                if there == place and first == second:
                    raise InputError(f"given: {first.name} of {place} compared with themselves")
                if sign == "!=":
                    return Compared(place, first, "=", there, second).deny()
                return Compared(place, first, sign, there, second)

            return Saying(says, is_comparison=True, is_equality=sign in ("=", "!="))

        is_of_one = subject is not None and noun is other

        def follow(more):
            first, second = (more.attribute,) * 2 if is_of_one else (one, more.attribute)
            each = compare(first, second, subject)
            both = compare(one, two, subject), each
            if not is_of_one and two.mask and more.cards:
                sum_of = count_cards_of(two.mask | more.cards, self.pack)
                return (compare(one, sum_of, subject),), both
            return (both,)

        rival = "" if subject is None else subject.places[0]
        return replace(compare(one, two, subject), follow=follow, rival=rival)

    def _countable(self, said):
        if said == POINT:
            return ATTRIBUTES["longest_suit"]
        if isinstance(said, Attribute):
            return said
        if said.is_fixed or said.attribute is None:
            raise InputError(f"given: {said.name!r} is not a number that can be compared")
        return said.attribute

    def sign(self, token):
        plain = token.replace("==", "=").replace("≥", ">=")
        return plain.replace("≤", "<=").replace("≠", "!=")

    def kind_bound(self, noun, sign, token):
        return self._bound_by(noun, sign, token)

    def measure(self, token):
        if token.type == "SEQUENCE_RANK":
            return SEQUENCE_RANK
        names = {"BEST_SEQUENCE": "best_sequence", "VALUE": "value"}
        return POINT if token.type == POINT else ATTRIBUTES[names.get(token.type, "longest_suit")]

    def measure_bound(self, measure, sign, token):
        return self._bound_by(measure, sign, token)

    def _bound_by(self, measure, sign, token):
        number = find_numbers(token)[0]
        if sign != "!=":
            return self._bound(measure, (_bounds_of(sign, number),))
        return self.measured_not(measure, None, ((number, number),))

    def worth(self, _, ranges):
        return self._bound(ATTRIBUTES["value"], ranges)

    def at_most_run(self, _, __, token):
        return self._bound(ATTRIBUTES["best_sequence"], ((0, find_run(token)),))

    def measured_at_least(self, *said):
        return self._bound(said[2], ((find_numbers(said[-1])[0], inf),))

    def measure_worth(self, *said):
        measure = next(one for one in said if one == POINT or isinstance(one, Attribute))
        return self._worth(measure, said[-1])

    def measured_worth(self, *said):
        *_, measure, _, cards, _, ranges = said
        first, second = self._bound(measure, cards), self._worth(measure, ranges)
        return Saying(lambda place: All((first.says(place), second.says(place))))

    def _worth(self, measure, ranges):
        if measure != POINT:
            raise InputError("given: what is worth so much is a hand or a point, as in 'worth at "
                             "least 20' or 'a point worth 49'")  # fmt: skip
        check_pips(self.pack)
        return self._bound(PIPS, ranges)

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

        def again(others: tuple[Bounds, ...]) -> Saying:
            says = Saying(lambda place: bound(place, attribute, others, self.pack))
            return replace(says, again=again)

        return again(ranges)

    # ---- Numbers: ranges, and how they are bounded ----------------------------------------------
    def quantity(self, count, *_):
        return count[0]

    length = pip_count = quantity

    def amount(self, ranges):
        return ranges

    def exactly(self, *tokens):
        number = find_numbers(tokens[-1])[0]
        is_exact = tokens[0].type == "EXACTLY"
        return ((number, number),), EXACT if is_exact else PLAIN

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


def _bounds_of(sign: str, number: int) -> Bounds:
    return {
        ">=": (number, inf), ">": (number + 1, inf), "<=": (0, number), "<": (0, number - 1),
        "=": (number, number),
    }[sign]  # fmt: skip
