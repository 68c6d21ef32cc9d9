"""Two discards side by side, part by part, in common deals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from piquet_sim.decisions.kinds.discard_table import (
    AGAINST,
    JUDGED_FROM,
    PARTIE,
    DiscardTable,
    Stopped,
    never_stop,
)
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.estimates.differences import judge_gap
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.game.errors import InputError
from piquet_sim.game.threads import count_threads
from piquet_sim.matches.standing import POINTS
from piquet_sim.strategies.learned import prepare_learned

_CONTRAST_FIRST = 2_048


MOST_COMPARED = 1 << 17
"""Maximum number of deals in which two discards are compared."""


@dataclass(frozen=True)
class Contrast:
    """Two discards compared in common deals."""

    discards: tuple[int, int]
    deals: int
    values: tuple[float, float]
    """The value of each: the player's points less the opponent's, or the expected settlement."""
    gap: Estimate
    """The first less the second, in the unit of `values`."""
    points: Estimate
    """The difference in points, also in a partie: the sum of `parts`."""
    parts: dict[str, Estimate]
    """Parts of the difference of points: the player's and, with `_against`, the opponent's; the
    opponent's have the opposite sign, so that more is better."""
    together: dict[str, Estimate]
    """The same with the player's and the opponent's part in one, by the name of the player's."""
    better: float
    """Share of the deals in which the first makes more than the second, in the unit of `values`."""
    equal: float
    """Share of the deals in which both make the same."""
    ends: np.ndarray = field(repr=False, compare=False)
    """The player's points less the opponent's in every deal: int64, shape (deals, 2)."""
    bonuses: dict[str, np.ndarray] = field(repr=False, compare=False)
    """Whether a pique or repique was made, by the name of the part: bool, shape (deals, 2)."""
    reach: float = 0.0
    """The most by which they can differ in one deal, in the unit of `values`."""

    @property
    def is_clear(self) -> bool:
        """Whether one is better than the other (`judge_gap`)."""
        return not judge_gap(self.gap, self.reach)


def watch_contrast(
    question: Question,
    one: int,
    two: int,
    deals: int = MOST_COMPARED,
    threads: int | None = None,
    stop: Callable[[], bool] = never_stop,
) -> Iterator[Contrast]:
    """Two discards in ever more common deals.

    Parameters
    ----------
    question : Question
    one, two : int
        Discards, as masks.
    deals : int
        Maximum number of deals, at least 2.
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    stop : callable
        Called now and then; True stops it.

    Yields
    ------
    Contrast
        After 2,048 deals, and after each doubling.

    Raises
    ------
    InputError
        If a discard is not in the hand or has an illegal number of cards, or both are the same.
    """
    for discard in (one, two):
        question.check_throw(discard)
    if one == two:
        raise InputError("compare: expected two different discards, got the same one twice")
    if not 2 <= deals <= MOST_COMPARED:
        raise InputError(f"deals: expected 2 to {MOST_COMPARED:,}, got {deals}")
    prepare_learned()
    crew = count_threads(threads)
    trial = DiscardTable(question, [one, two], crew, JUDGED_FROM, True, stop, lists_hands=True)
    deals, wanted = trial.limit_deals(deals), _CONTRAST_FIRST
    while True:
        try:
            trial.play([0, 1], min(wanted, deals) - trial.deals(0))
        except Stopped:
            return
        yield contrast_discards(trial)
        if trial.deals(0) >= deals:
            return
        wanted *= 2


_BONUSES = tuple(name + ending for name in ("pique", "repique") for ending in ("", AGAINST))


def contrast_discards(table: DiscardTable, one: int = 0, two: int = 1) -> Contrast:
    """Two discards of a table that keeps parts, by their places."""
    places = one, two
    differences = table.subtract_parts(one, two)
    differences.pop(PARTIE, None)  # the parts are those of the points
    worths, points = ([table.worths(at, aim) for at in places] for aim in (None, POINTS))
    parts = [table.values_of_parts(place) for place in places]
    return Contrast(
        tuple(table.choices[place] for place in places),
        table.deals(one),
        tuple(table.mean(place) for place in places),
        table.compare(one, two),
        table.compare(one, two, POINTS),
        table.estimate_differences(differences),
        {
            name: estimate_values(values + differences[name + AGAINST])
            for name, values in differences.items()
            if not name.endswith(AGAINST)
        },
        float((worths[0] > worths[1]).mean()),
        float((worths[0] == worths[1]).mean()),
        np.stack(points, axis=1),
        {name: np.stack([one[name] > 0 for one in parts], axis=1) for name in _BONUSES},
        table.stake.reach,
    )
