"""Phrases of how much more: "two more aces than younger", "twice as many hearts as spades"."""

from collections.abc import Iterator
from math import inf

from lark import Token, Transformer, v_args

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute
from piquet_sim.conditions.model import All, Compared, Condition, Numbering, Some, cards_in
from piquet_sim.conditions.reading.phrases.measures import compare_players
from piquet_sim.conditions.reading.sentences import Elided, Saying
from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.game.errors import InputError

_TIMES = {"twice": (2, 1), "double": (2, 1), "three": (3, 1), "half": (1, 2)}


@v_args(inline=True)
class DifferencePhrases(Transformer):
    """The rules of the grammar for differences, and for what goes without saying."""

    pack: int
    text: str

    # ---- So many more, so many times as many ----------------------------------------------------
    def more_by(self, count, _, noun, __, other):
        return self._differ(count[0], 1, noun, other)

    def fewer_by(self, count, _, noun, __, other):
        return self._differ(count[0], -1, noun, other)

    def _differ(self, ranges, way, noun, other):
        def pair(number: int) -> Iterator[tuple[tuple[int, float], tuple[int, float]]]:
            for low, high in ranges:
                more = (number + low, number + high)
                yield (more, (number, number)) if way > 0 else ((number, number), more)

        return self._relate(noun, other, pair)

    def times_as_many(self, token, noun, _, other):
        first, second = _TIMES[token.lower().split()[0]]

        def pair(number: int) -> Iterator[tuple[tuple[int, float], tuple[int, float]]]:
            yield (number * first,) * 2, (number * second,) * 2

        return self._relate(noun, other, pair)

    def _relate(self, noun, other, pair):
        # Two numbers, as every pair of them that there can be: each pair can be counted.
        subject, second = self._other(noun, other)
        one, two = self._countable(noun), self._countable(second)

        def says(place: str) -> Condition:
            there = place if subject is None else subject.places[0]
            if (place, one) == (there, two):
                raise InputError(f"given: {one.name} of {place} compared with themselves")
            most_one, most_two = (
                self._find_most(where, what) for where, what in ((place, one), (there, two))
            )
            parts = [
                All((Numbering(place, one, *first), Numbering(there, two, *last)))
                for number in range(max(most_one, most_two) + 1)
                for first, last in pair(number)
                if first[0] <= most_one and last[0] <= most_two
            ]
            if not parts:
                raise InputError(f"given: {self.text!r}: impossible with {self.pack} cards")
            return parts[0] if len(parts) == 1 else Some(tuple(parts))

        return Saying(says, is_comparison=True)

    def _find_most(self, place: str, attribute: Attribute) -> int:
        most = attribute.limits(cards_in(place, self.pack), self.pack)[1]
        if most > HAND_CARDS or most == inf:
            raise InputError(
                f"given: a difference of {attribute.name} is not read; only cards and what a hand "
                "has a few of"
            )
        return int(most)

    # ---- As many of two kinds, more of a kind ---------------------------------------------------
    def same_of_two(self, token):
        *_, first, _, second = token.lower().split()
        one, two = ATTRIBUTES[first], ATTRIBUTES[second]
        if one == two:
            raise InputError(f"given: {one.name} compared with themselves")
        return Saying(lambda place: Compared(place, one, "=", place, two), is_comparison=True,
                      is_equality=True, is_of_two=True)  # fmt: skip

    def outnumber(self, noun, _, other):
        return self._compare(noun, ">", *self._other(noun, other))

    # ---- What goes without saying ---------------------------------------------------------------
    def more_open(self, _, noun):
        return compare_players(self._countable(noun), ">")

    def fewer_open(self, _, noun):
        return compare_players(self._countable(noun), "<")

    def elided(self, count):
        return Elided(*count)

    def any_cards(self, count, _):
        raise InputError(
            f"given: {self.text!r}: which cards? each hand has {HAND_CARDS}; write what is counted, as "
            "in '5 red cards' or '3 court cards'"
        )

    def elided_none(self, _):
        return Elided(((0, 0),))

    def rest(self, token):
        is_one = isinstance(token, Token) and token.lower().endswith("other")
        return Elided(((1, 1),) if is_one else (), is_rest=True)
