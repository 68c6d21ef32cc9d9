"""The names that your own measures are made of: numbers and statements about a deal.

They are those of the estimates (`kernel.batch.measures`) and of the columns of a record
(`kernel.deal.record`), and mean here what they mean there. If an estimate that is a share of deals
has the same name as a column, the name means the column where a number is expected, and the event
of the estimate where something true or false is expected.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from piquet_sim.estimates.limits import Limits, limit_amounts, limit_parts
from piquet_sim.game.cards import SUITS, TRICKS
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.base.suit_tables import POINT_SHIFT, TOP_SHIFT
from piquet_sim.kernel.batch.measures import MEASURES, Measure
from piquet_sim.kernel.deal.declarations import EQUAL, TO_ELDER, TO_YOUNGER
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.measures.bonus_order import (
    IN_HAND,
    Columns,
    find_pique_tricks,
    find_repique_classes,
)


class Meaning(NamedTuple):
    """What a name stands for in a deal, and how it follows from the record."""

    words: str
    compute: Callable[[Columns], np.ndarray]


_COUNTED_IN = ("points", "cards", "tricks", "class")
"""Units of columns that are numbers; others hold cards or calls, or the number of the deal."""

_CALLS = {"point": POINT_SHIFT, "sequence": TOP_SHIFT, "set": TOP_SHIFT}
"""Classes of calls, and the bits below the number of cards in each."""


def _take(column: str) -> Callable[[Columns], np.ndarray]:
    return lambda of: of(column)


def _is_positive(column: str) -> Callable[[Columns], np.ndarray]:
    return lambda of: of(column) > 0


def _is(column: str, value: int) -> Callable[[Columns], np.ndarray]:
    return lambda of: of(column) == value


def _is_within(least: int, most: int) -> Callable[[Columns], np.ndarray]:
    return lambda of: (of("elder_tricks") >= least) & (of("elder_tricks") <= most)


def _find_difference(of: Columns) -> np.ndarray:
    return of("elder_score") - of("younger_score")


def _score_strategy(own: str, other: str) -> Callable[[Columns], np.ndarray]:
    return lambda of: np.where(of("mirrored") == 0, of(own), of(other))


def _find_lead(of: Columns) -> np.ndarray:
    return np.where(of("mirrored") == 0, 1, -1) * _find_difference(of)


_MADE_NUMBERS = {
    "difference": _find_difference,
    "first_score": _score_strategy("elder_score", "younger_score"),
    "second_score": _score_strategy("younger_score", "elder_score"),
    "first_less_second": _find_lead,
}
_MADE_STATEMENTS = {
    "elder_wins": lambda of: of("elder_score") > of("younger_score"),
    "younger_wins": lambda of: of("elder_score") < of("younger_score"),
    "drawn": lambda of: of("elder_score") == of("younger_score"),
    "elder_cards": _is_within(TRICKS // 2 + 1, TRICKS - 1),
    "younger_cards": _is_within(1, TRICKS // 2 - 1),
    "cards_divided": _is_within(TRICKS // 2, TRICKS // 2),
    "elder_capot": _is_within(TRICKS, TRICKS),
    "younger_capot": _is_within(0, 0),
    **{
        f"{whose}_{kind}": _is(f"{kind}_result", result)
        for kind in _CALLS
        for whose, result in (("elder", TO_ELDER), ("younger", TO_YOUNGER), ("equal", EQUAL))
    },
}
"""What `kernel.batch.measures.measure_deal` counts, of whole columns; a test compares the two."""


def _compute_amount(measure: Measure) -> Callable[[Columns], np.ndarray]:
    # A part of a score is the column of that part.
    return _MADE_NUMBERS.get(measure.name) or _take(f"{measure.seat}_{measure.bound}")


def _compute_event(measure: Measure) -> Callable[[Columns], np.ndarray]:
    # An event that bears the name of a column is that the column is not zero.
    return _MADE_STATEMENTS.get(measure.name) or _is_positive(measure.name)


def _count_called(column: str, shift: int) -> Callable[[Columns], np.ndarray]:
    return lambda of: of(column) >> shift


NUMBERS: dict[str, Meaning] = {
    one.name: Meaning(one.meaning, _take(one.name)) for one in COLUMNS if one.unit in _COUNTED_IN
}
"""Names of what is a whole number in every deal."""

NUMBERS |= {
    one.name: Meaning(one.meaning, _compute_amount(one))
    for one in MEASURES
    if not one.is_flag and one.name not in NUMBERS
}
NUMBERS |= {
    f"{seat}_{kind}_called": Meaning(
        f"cards of the {kind} that {seat} calls, 0 for none",
        _count_called(f"{seat}_{kind}_call", shift),
    )
    for seat in SEATS
    for kind, shift in _CALLS.items()
}

BONUS_ORDER: dict[str, Meaning] = {
    "elder_pique_trick": Meaning(
        "trick in which elder reaches a pique, 1 to 12; 0 for no pique", find_pique_tricks
    ),
    **{
        f"{seat}_repique_class": Meaning(
            f"class in which {seat} reaches a repique: 1 carte blanche, 2 point, 3 sequences, "
            "4 sets; 0 for no repique",
            partial(find_repique_classes, seat=seat),
        )
        for seat in SEATS
    },
}
"""Where a pique or a repique came about; see `measures.bonus_order.check_bonus_order`."""

NUMBERS |= BONUS_ORDER

STATEMENTS: dict[str, Meaning] = {
    **{one.name: Meaning(one.meaning, _compute_event(one)) for one in MEASURES if one.is_flag},
    **{
        one.name: Meaning(one.meaning.removeprefix("1 if "), _is_positive(one.name))
        for one in COLUMNS
        if one.unit == "flag"
    },
}
"""Names of what is true or false in every deal."""

NAMES = tuple(dict.fromkeys([*STATEMENTS, *NUMBERS]))
"""All names; some are both."""

NO_NUMBERS = {one.name: one.meaning for one in COLUMNS if one.name not in NUMBERS | STATEMENTS}
"""Columns that are neither."""


@cache
def limit_numbers(rules: RuleSet) -> dict[str, Limits]:
    """The least and the most of every number in a deal, by name.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> limit_numbers(RUBICON)["elder_point"], limit_numbers(RUBICON)["elder_tricks"]
    ((0, 8), (0, 12))
    """
    longest = rules.pack // SUITS
    called = {"point": longest, "sequence": longest, "set": SUITS}
    limits = {name: ends for name, ends in limit_amounts(rules).items() if name in NUMBERS}
    for seat in SEATS:
        limits |= {f"{seat}_{part}": ends for part, ends in limit_parts(rules, seat).items()}
        limits |= {f"{seat}_{kind}_called": (0, most) for kind, most in called.items()}
        limits[f"{seat}_tricks"] = (0, TRICKS)
        limits[f"{seat}_repique_class"] = (0, len(IN_HAND))
    limits["elder_pique_trick"] = (0, TRICKS)
    return limits | {f"{kind}_result": (0, EQUAL) for kind in _CALLS}
