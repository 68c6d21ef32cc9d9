"""Phrases of numbers in a condition: how many, compared with whom, bounds of measures.

Each method handles a rule of the grammar (`grammar`) and makes a statement of it (`sentences`).
"""

from math import inf

from lark import Transformer, v_args

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute
from piquet_sim.conditions.model import Compared, Condition
from piquet_sim.conditions.reading.nouns import Bounds, Noun, bound
from piquet_sim.conditions.reading.sentences import PLAIN, SIGNED, WORDED, Saying, Subject
from piquet_sim.conditions.reading.tokens import find_numbers, find_place
from piquet_sim.game.errors import InputError

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


def _bounds_of(sign: str, number: int) -> Bounds:
    return {
        ">=": (number, inf), ">": (number + 1, inf), "<=": (0, number), "<": (0, number - 1),
        "=": (number, number),
    }[sign]  # fmt: skip
