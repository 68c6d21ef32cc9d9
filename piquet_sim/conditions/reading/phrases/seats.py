"""Phrases of who: seats by name, both, either, one player, exactly one, only elder, the other."""

from lark import Transformer, v_args

from piquet_sim.conditions.reading.sentences import (
    BOTH,
    EITHER,
    NOBODY,
    ONE_AT_MOST,
    ONE_PLAYER,
    ONLY_FIRST,
    ONLY_ONE,
    OTHER_PLAYER,
    TOGETHER,
    Subject,
)
from piquet_sim.conditions.reading.tokens import find_place
from piquet_sim.game.errors import InputError


@v_args(inline=True)
class SeatPhrases(Transformer):
    """The rules of the grammar for subjects."""

    text: str

    def place(self, token):
        return Subject((find_place(token),))

    def both(self, *tokens):
        return self._seats(tokens, BOTH)

    def either(self, *tokens):
        return self._seats(tokens, EITHER)

    def nobody(self, *tokens):
        return self._seats(tokens, NOBODY)

    def other_player(self, _):
        return OTHER_PLAYER

    def one_player(self, _):
        return ONE_PLAYER

    def only_one(self, _):
        return Subject(BOTH.places, limit=ONLY_ONE)

    def one_at_most(self, _):
        return Subject(BOTH.places, limit=ONE_AT_MOST)

    def only_place(self, token):
        first = find_place(token)
        other = next(place for place in BOTH.places if place != first)
        return Subject((first, other), limit=ONLY_FIRST)

    def together(self, *tokens):
        return self._seats(tokens, TOGETHER)

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
        return Subject(tuple(places), subject.is_any, subject.is_none, is_joint, subject.is_sum)
