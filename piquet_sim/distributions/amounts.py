"""The amounts for which a tally counts the deals value by value."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from piquet_sim.estimates.tally import Tally, find_measure
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.kernel.batch.batch import HIGHEST_SCORE
from piquet_sim.kernel.batch.measures import MEASURES

AT_LEAST, AT_MOST, EXACTLY = "at least", "at most", "exactly"

Event = tuple[str, int]
"""`AT_LEAST`, `AT_MOST` or `EXACTLY`, and a value."""

_POINTS = (30, 60, 100)
_CARDS = (3, 4, 5)


@dataclass(frozen=True)
class Amount:
    """How a tally counts an amount, and what is asked about it."""

    count: Callable[[Tally], tuple[np.ndarray, np.ndarray]]
    """Gives values in rising order, and the deals of each."""
    tails: tuple[Event, ...]
    """The events whose shares are reported."""
    flags: dict[Event, str] = field(default_factory=dict)
    """Events that the tally counts on their own, by unit."""


def _count_scores(seat: str) -> Amount:
    def count(tally: Tally) -> tuple[np.ndarray, np.ndarray]:
        deals = tally.score_counts(seat)
        return np.arange(len(deals)), deals

    return Amount(count, tuple((AT_LEAST, value) for value in _POINTS))


def _count_cards(place: int) -> Amount:
    def count(tally: Tally) -> tuple[np.ndarray, np.ndarray]:
        deals = tally.arrays.exchanged[place]
        return np.arange(len(deals)), deals

    return Amount(count, tuple((AT_LEAST, value) for value in _CARDS))


AMOUNTS: dict[str, Amount] = {
    "elder_score": _count_scores("elder"),
    "younger_score": _count_scores("younger"),
    "difference": Amount(
        Tally.difference_counts,
        (
            *((AT_LEAST, value) for value in (1, *_POINTS)),
            *((AT_MOST, -value) for value in (1, *_POINTS)),
        ),
        {(AT_LEAST, 1): "elder_wins", (AT_MOST, -1): "younger_wins", (EXACTLY, 0): "drawn"},
    ),
    "elder_exchanged": _count_cards(0),
    "younger_exchanged": _count_cards(1),
}
"""By the names of their estimates."""


def find_amount(name: str) -> Amount:
    """The amount with this name.

    Raises
    ------
    InputError
        If there is none, or its distribution does not follow from a tally.

    Examples
    --------
    >>> from piquet_sim import InputError
    >>> try:
    ...     find_amount("diference")
    ... except InputError as error:
    ...     print(error)
    no distribution 'diference'; did you mean 'difference'?
    """
    if name in AMOUNTS:
        return AMOUNTS[name]
    if name not in [measure.name for measure in MEASURES]:
        raise InputError(suggest(name, AMOUNTS, "distribution"))
    is_flag = find_measure(name).is_flag
    reason = "a share of deals has no distribution" if is_flag else "only its mean is counted"
    raise InputError(f"distribution: {name}: {reason}; choose from: {', '.join(AMOUNTS)}")


def count_pooled(tally: Tally, name: str) -> int:
    """Deals in which a score was at least `HIGHEST_SCORE`, and is counted as that."""
    scores = tally.arrays.scores
    elder, younger = int(scores[HIGHEST_SCORE].sum()), int(scores[:, HIGHEST_SCORE].sum())
    both = elder + younger - int(scores[HIGHEST_SCORE, HIGHEST_SCORE])
    return {"elder_score": elder, "younger_score": younger, "difference": both}.get(name, 0)
