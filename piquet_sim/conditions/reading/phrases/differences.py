"""Phrases of how much more: "two more aces than younger", "twice as many hearts as spades"."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from typing import Any

from lark import Transformer, v_args

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute
from piquet_sim.conditions.model import All, Compared, Condition, Numbering, Some, cards_in
from piquet_sim.conditions.reading.nouns import bound, name_all
from piquet_sim.conditions.reading.phrases.measures import compare_players
from piquet_sim.conditions.reading.sentences import (
    EXACT,
    HAS,
    Counted,
    Elided,
    Saying,
    Statement,
    Subject,
)
from piquet_sim.conditions.reading.tokens import find_numbers, find_place
from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER, YOUNGER

_TIMES = {"twice": (2, 1), "double": (2, 1), "three": (3, 1), "half": (1, 2)}


@v_args(inline=True)
class DifferencePhrases(Transformer):
    """The rules of the grammar for differences, and for what goes without saying."""

    pack: int
    text: str
    # Rules that other phrases have.
    _other: Callable[..., Any]
    _countable: Callable[..., Any]
    _compare: Callable[..., Any]

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
        said = self._compare(noun, ">", *self._other(noun, other))
        return replace(said, is_whole=True)

    # ---- What goes without saying ---------------------------------------------------------------
    def more_open(self, _, noun):
        return compare_players(self._countable(noun), ">")

    def fewer_open(self, _, noun):
        return compare_players(self._countable(noun), "<")

    def elided(self, count):
        return Elided(*count)

    def any_cards(self, count, _):
        raise InputError(
            f"given: {self.text!r}: which of the {HAND_CARDS} cards of a hand? write what is "
            "counted, as in '5 red cards' or '3 court cards'"
        )

    def elided_none(self, _):
        return Elided(((0, 0),))

    def elided_among(self, count, _, noun):
        if not noun.cards or noun.is_fixed:
            raise InputError(f"given: {self.text!r}: {noun.name} are no cards of those before")
        return Elided(*count, among=noun)

    def short_of(self, _, token, noun):
        # "short of one ace": all but one
        whole, number = name_all(noun, self.pack).bounds[0], find_numbers(token)[0]
        if not 0 < number < whole:
            raise InputError(f"given: {self.text!r}: there are {whole} {noun.name}")
        return Counted(noun, ((whole - number, whole - number),), EXACT)

    def all_but(self, _, noun, __, token):
        return self.short_of(None, token, noun)

    @v_args(meta=True, inline=False)
    def statement_split(self, meta, children):
        _, noun, _, *said = children
        numbers = [one for token in said for one in find_numbers(token) if token.type != "BETWEEN"]
        between = next((one for one in said if one.type == "BETWEEN"), "")
        is_turned = find_place(between) == YOUNGER if "and" in between else False
        is_open = "and" not in between
        attribute = self._countable(noun)
        ways = {tuple(reversed(numbers)) if is_turned else tuple(numbers)}
        ways |= {tuple(reversed(numbers))} if is_open else set()

        def says(_: str) -> Condition:
            return Some(tuple(
                All((
                    bound(ELDER, attribute, ((one, one),), self.pack),
                    bound(YOUNGER, attribute, ((two, two),), self.pack),
                ))
                for one, two in sorted(ways)
            ))  # fmt: skip

        return Statement(Saying(says), (meta.start_pos, meta.end_pos), Subject((ELDER,)), HAS)

    def rest(self, token):
        numbers = find_numbers(token) or [1] * token.lower().endswith("other")
        return Elided(tuple((one, one) for one in numbers), is_rest=True)
