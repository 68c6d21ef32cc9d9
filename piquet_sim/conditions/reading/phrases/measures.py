"""Phrases in which the other player is understood: "younger has the better point", "equal points".

They compare two hands by a measure and name one or none of them. Also measures that are held
against a number or a run by name: "longer than 4", "is at least a quart".
"""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from lark import Token, Transformer, v_args

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute
from piquet_sim.conditions.model import Compared, Condition
from piquet_sim.conditions.reading.nouns import POINT_RANK, Noun, check_pips
from piquet_sim.conditions.reading.sentences import Saying, Statement, Subject
from piquet_sim.conditions.reading.suit_counts import SEQUENCE_RANK
from piquet_sim.conditions.reading.tokens import find_numbers, find_run
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER, YOUNGER

_BY_CARDS = ("longer", "shorter", "long", "longest")
_BY_RANK = ("better", "best", "worse", "wins", "win", "takes", "take", "loses", "lose")
_BEST = {"sequence": SEQUENCE_RANK, "point": POINT_RANK}


@v_args(inline=True)
class MeasurePhrases(Transformer):
    """The rules of the grammar for measures of two hands, one of which goes without saying."""

    pack: int
    text: str
    # Rules that other phrases have.
    _bound: Callable[..., Any]
    _compare_measures: Callable[..., Any]

    # ---- Than the other player's ----------------------------------------------------------------
    def better_measure(self, *said):
        return self._rival(">", said)

    def worse_measure(self, *said):
        return self._rival("<", said)

    def not_better(self, *said):
        return self._rival("<=", said)

    def not_worse(self, *said):
        return self._rival(">=", said)

    def best_of_two(self, token):
        if not token.lower().startswith("the "):
            raise InputError(
                f"given: '{token}' needs a bound, as in '{token}>=5', or 'the' before it"
            )
        measure = "longest_suit" if token.type == "LONGEST_SUIT" else "best_sequence"
        return compare_players(self._order(ATTRIBUTES[measure], token.lower().split()[1]), ">")

    def _rival(self, sign, said):
        words = [one.lower() for one in said if isinstance(one, Token)]
        measure = next(one for one in said if not isinstance(one, Token))
        how = next(word for word in words if word in (*_BY_CARDS, *_BY_RANK, "higher", "lower",
                                                      "greater", "larger", "smaller"))  # fmt: skip
        return compare_players(self._order(measure, how), sign)

    def _order(self, measure, how):
        # By what two measures are compared: "longer" by cards, "better" as in the game.
        if measure == "POINT":
            if how in _BY_CARDS:
                return ATTRIBUTES["longest_suit"]
            check_pips(self.pack)
            return POINT_RANK
        if measure == ATTRIBUTES["best_sequence"] and how in _BY_RANK:
            return SEQUENCE_RANK
        if measure == ATTRIBUTES["longest_suit"] and how in _BY_RANK:
            raise InputError(f"given: {how!r} of a suit: by its cards write 'longer' or 'shorter'")
        return measure

    def equal_measures(self, token):
        return replace(self._equal(token), is_same=True)

    def statement_equal(self, token):
        said = self._equal(token)
        start = token.start_pos, token.end_pos
        return Statement(said, start, Subject((ELDER,)), "has")

    def _equal(self, token):
        words = token.lower()
        if "longest" in words:
            is_suit = "suit" in words
            return compare_players(ATTRIBUTES["longest_suit" if is_suit else "best_sequence"], "=")
        if "point" in words:
            check_pips(self.pack)
        return compare_players(_BEST["point" if "point" in words else "sequence"], "=")

    # ---- Than a number --------------------------------------------------------------------------
    def measure_over(self, *said):
        return self._bound_over(said, False)

    def measure_under(self, *said):
        return self._bound_under(said, False)

    def measure_not_over(self, *said):
        return self._bound_over(said, True)

    def measure_not_under(self, *said):
        return self._bound_under(said, True)

    def _bound_over(self, said, is_denied):
        measure, number = self._held_against(said)
        return self._bound(measure, ((0, number) if is_denied else (number + 1, inf),))

    def _bound_under(self, said, is_denied):
        measure, number = self._held_against(said)
        return self._bound(measure, ((number, inf) if is_denied else (0, number - 1),))

    @staticmethod
    def _held_against(said):
        measure = next(one for one in said if one == "POINT" or isinstance(one, Attribute))
        number = next(one for one in said if isinstance(one, Token) and one.type == "NUMBER")
        return measure, find_numbers(number)[0]

    def measure_not_more(self, measure, _, how, rival):
        return self._compare_measures("<=", (measure, how, rival))

    def measure_not_fewer(self, measure, _, how, rival):
        return self._compare_measures(">=", (measure, how, rival))

    # ---- A run by name --------------------------------------------------------------------------
    def measured_run(self, measure, *said):
        if measure != ATTRIBUTES["best_sequence"]:
            raise InputError(f"given: {self.text!r}: a point or a suit has a number of cards")
        kinds = {one.type: one for one in said}
        number = find_run(kinds["RUN"])
        is_least = "AT_LEAST" in kinds or "OR_LONGER" in kinds
        return self._bound(measure, ((number, inf if is_least else number),))

    # ---- What has no number ---------------------------------------------------------------------
    def measured_by_name(self, _, __, noun):
        raise InputError(
            f"given: {self.text!r}: write how long it is, as in 'elder has 5+ {noun.name}'"
        )

    def better_hand(self, token):
        raise InputError(
            f"given: '{token}': better in what? write 'elder has the better point' or 'elder's "
            "hand is worth more than younger's'"
        )


def compare_players(attribute: Attribute, sign: str) -> Saying:
    """A number of one player's hand against the same of the other's."""

    def says(place: str) -> Condition:
        if place not in (ELDER, YOUNGER):
            raise InputError(f"given: {attribute.name} of the {place}: compared with whose?")
        other = YOUNGER if place == ELDER else ELDER
        return Compared(place, attribute, sign, other, attribute)

    def follow(more: Noun) -> tuple[tuple[Saying, ...], ...]:
        return ((compare_players(attribute, sign), compare_players(more.attribute, sign)),)

    return Saying(says, is_comparison=True, is_equality=sign == "=", is_open=True, follow=follow)
