"""Two discards of one hand side by side, and what makes the difference.

Both are finished in the same deals (`advice`), so that the difference is that of pairs, part by
part. The error of a part is found from groups of deals, as that of advice is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from piquet_sim.advice import BATCH, Question, Stopped, Trial, find_variance, sum_squares
from piquet_sim.cards import count_cards, format_cards, iterate_cards
from piquet_sim.errors import InputError
from piquet_sim.learned import prepare_learned
from piquet_sim.odds import exchange_limits
from piquet_sim.rules import RUBICON
from piquet_sim.run import count_threads

FIRST_BATCHES = 8
MOST_DEALS = 1 << 17


@dataclass(frozen=True)
class Gap:
    """How much more the first discard makes of something than the second."""

    value: float
    """Points a deal; what counts for the opponent is turned round, so that more is better."""
    se: float


@dataclass(frozen=True)
class Contrast:
    """Two discards compared in common deals."""

    discards: tuple[int, int]
    deals: int
    values: tuple[float, float]
    """What each makes: points, own less the opponent's, or the settlement to expect."""
    gap: Gap
    """The first less the second, in the unit of `values`."""
    points: Gap
    """The same in points, in a partie, too: the sum of `parts`."""
    parts: dict[str, Gap]
    """Parts of the difference of points: the own ones and, with `_against`, the opponent's."""

    def as_json(self) -> dict[str, object]:
        """As data for machines."""
        return {
            "discards": [format_cards(iterate_cards(one)) for one in self.discards],
            "deals": self.deals,
            "values": list(self.values),
            "gap": {"value": self.gap.value, "se": self.gap.se},
            "points": {"value": self.points.value, "se": self.points.se},
            "parts": {name: {"value": gap.value, "se": gap.se} for name, gap in self.parts.items()},
        }


def watch_contrast(
    question: Question,
    one: int,
    two: int,
    deals: int = MOST_DEALS,
    threads: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Contrast]:
    """Two discards in ever more common deals.

    Parameters
    ----------
    question : Question
    one, two : int
        Discards, as masks.
    deals : int
        Where to end; rounded up to the batches of `advice`.
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    stop : callable
        Is asked now and then; True ends it.

    Yields
    ------
    Contrast
        After 2,048 deals, and whenever there are twice as many.

    Raises
    ------
    InputError
        As `Question.check`; if a discard is not in the hand or not of a number that may be
        exchanged; or if both are the same.
    """
    question.check()
    limits = exchange_limits(question.seat, question.took, RUBICON)
    for discard in (one, two):
        cards = format_cards(iterate_cards(discard))
        if discard & ~question.hand:
            raise InputError(f"discard: {cards} is not in the hand")
        if count_cards(discard) not in limits:
            raise InputError(
                f"discard: {count_cards(discard)} cards; {question.seat} may exchange "
                f"{limits[0]} to {limits[-1]}"
            )
    if one == two:
        raise InputError("compare: two different discards are needed")
    if not 1 <= deals <= MOST_DEALS:
        raise InputError(f"deals: {deals}; from 1 to {MOST_DEALS:,}")
    prepare_learned()
    trial = _Pair(question, np.array([one, two], np.int64), count_threads(threads), stop=stop)
    wanted = FIRST_BATCHES * BATCH
    while True:
        try:
            trial.play([0, 1], min(wanted, -(-deals // BATCH) * BATCH) - trial.deals(0))
        except Stopped:
            return
        yield trial.contrast()
        if trial.deals(0) >= deals:
            return
        wanted *= 2


class _Pair(Trial):
    # Two discards, and how much the first makes more than the second of every part.

    def __init__(self, *arguments, **options) -> None:
        super().__init__(*arguments, **options)
        self.less = np.zeros(self.parts.shape[1], np.int64)
        self.less_squares = np.zeros_like(self.less)

    def count_groups(self, choices: list[int], parts: np.ndarray, sizes: np.ndarray) -> None:
        super().count_groups(choices, parts, sizes)
        less = parts[:, 0] - parts[:, 1]
        self.less += less.sum(axis=0)
        self.less_squares += sum_squares(less, sizes)

    def tell_gap(self, column: int) -> Gap:
        deals, groups = self.deals(0), int(self.groups[0])
        total, squares = int(self.less[column]), int(self.less_squares[column])
        variance = find_variance(squares, total, deals, groups)
        return Gap(total / deals, sqrt(variance / deals))

    def contrast(self) -> Contrast:
        first, second = self.worths(0), self.worths(1)
        less = first - second
        parts = {}
        for name, column in self.part_columns().items():
            gap = self.tell_gap(column)
            # What the opponent makes less is to the good.
            parts[name] = Gap(-gap.value, gap.se) if name.endswith("_against") else gap
        return Contrast(
            (int(self.discards[0]), int(self.discards[1])),
            len(less),
            (float(first.mean()), float(second.mean())),
            _mean(less),
            _mean((self.made[0].astype(np.int64) - self.made[1]) @ (1, -1)),
            parts,
        )


def _mean(values: np.ndarray) -> Gap:
    return Gap(float(values.mean()), float(values.std(ddof=1) / sqrt(len(values))))
