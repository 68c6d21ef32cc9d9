"""Conditions as kernels check them, deal by deal."""

from math import inf

import numpy as np

from piquet_sim.conditions.attributes import Attribute, set_ranks
from piquet_sim.conditions.model import PLACES, SIGNS, All, Compared, Condition, Held, Numbering
from piquet_sim.game.rules import RuleSet
from piquet_sim.kernel.base.suit_tables import LANE_SEQUENCES_SCORE
from piquet_sim.kernel.counting import checking
from piquet_sim.kernel.counting.checking import Checks

_NO_BOUND = 1 << 40
_MOST_PARTS = 60
_SIGNS = {
    ">": checking.GREATER, ">=": checking.AT_LEAST, "<": checking.LESS, "<=": checking.AT_MOST,
    "=": checking.EQUAL,
}  # fmt: skip
assert set(_SIGNS) == set(SIGNS)


def write_checks(conditions: tuple[Condition, ...], rules: RuleSet) -> Checks:
    """The program that checks whether all of some conditions hold.

    Parameters
    ----------
    conditions : tuple of Condition
    rules : RuleSet
        What sets are made of and count.
    """
    writer = _Writer()
    if conditions:
        writer.join(checking.ALL, conditions)
    return Checks(
        steps=np.array(writer.steps, np.int64).reshape(-1, 4),
        numbers=np.array(writer.numbers, np.int64).reshape(-1, 4),
        tables=np.array(writer.tables, np.int64).reshape(-1, len(LANE_SEQUENCES_SCORE)),
        low_rank=set_ranks(rules).start,
        trio=rules.trio_scores,
        quatorze=rules.quatorze_scores,
    )


class _Writer:
    def __init__(self) -> None:
        self.steps: list[tuple[int, int, int, int]] = []
        self.numbers: list[tuple[int, int, int, int]] = []
        self.tables: list[tuple[int, ...]] = []
        self.places: dict[tuple[str, str], int] = {}

    def join(self, kind: int, parts: tuple[Condition, ...]) -> None:
        # As many at a time as the stack has bits for.
        self.write(parts[0])
        for first in range(1, len(parts), _MOST_PARTS):
            some = parts[first : first + _MOST_PARTS]
            for part in some:
                self.write(part)
            self.steps.append((kind, len(some) + 1, 0, 0))

    def write(self, condition: Condition) -> None:
        if isinstance(condition, Held):
            place = PLACES.index(condition.place)
            self.steps.append((checking.HOLDS, place, condition.cards, 0))
        elif isinstance(condition, Numbering):
            number = self.number(condition.place, condition.attribute)
            high = _NO_BOUND if condition.high == inf else int(condition.high)
            self.steps.append((checking.BOUNDED, number, condition.low, high))
        elif isinstance(condition, Compared):
            one = self.number(condition.place, condition.attribute)
            two = self.number(condition.other_place, condition.other)
            self.steps.append((checking.COMPARED, one, _SIGNS[condition.sign], two))
        else:
            kind = checking.ALL if isinstance(condition, All) else checking.SOME
            self.join(kind, condition.parts)

    def number(self, place: str, attribute: Attribute) -> int:
        key = place, attribute.name
        if key not in self.places:
            suits = sum(1 << suit for suit in attribute.suits)
            if attribute.mask:
                made = checking.COUNTED, attribute.mask, 0
            elif attribute.of_sets:
                made = checking.SETS, attribute.of_sets, 0
            elif attribute.sums:
                made = checking.SUMMED, self.table(attribute.sums), suits
            elif attribute.most:
                made = checking.MOST, self.table(attribute.most), suits
            else:
                made = checking.WORTH, self.table(tuple(LANE_SEQUENCES_SCORE.tolist())), suits
            self.places[key] = len(self.numbers)
            self.numbers.append((PLACES.index(place), *made))
        return self.places[key]

    def table(self, lanes: tuple[int, ...]) -> int:
        if lanes not in self.tables:
            self.tables.append(lanes)
        return self.tables.index(lanes)
