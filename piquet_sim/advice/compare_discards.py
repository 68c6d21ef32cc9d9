"""Two discards of one hand side by side, and what makes the difference.

Both are played out in the same deals, the ones that advice uses to judge: a paired comparison, part
by part.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from piquet_sim.advice.trials import AGAINST, JUDGED_FROM, PARTIE, Question, Stopped, Trial
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.game.errors import InputError
from piquet_sim.running.run import count_threads
from piquet_sim.strategies.learned import prepare_learned

FIRST_DEALS = 2_048
MOST_DEALS = 1 << 17


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

    @property
    def is_clear(self) -> bool:
        """Whether the gap is beyond its error: its interval excludes 0."""
        low, high = self.gap.low, self.gap.high
        return low is not None and high is not None and not low <= 0 <= high


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
    if not 2 <= deals <= MOST_DEALS:
        raise InputError(f"deals: expected 2 to {MOST_DEALS:,}, got {deals}")
    prepare_learned()
    discards = np.array([one, two], np.int64)
    crew = count_threads(threads)
    trial = Trial(question, discards, crew, JUDGED_FROM, True, stop, lists_hands=True)
    deals, wanted = trial.limit_deals(deals), FIRST_DEALS
    while True:
        try:
            trial.play([0, 1], min(wanted, deals) - trial.deals(0))
        except Stopped:
            return
        yield _contrast(trial)
        if trial.deals(0) >= deals:
            return
        wanted *= 2


_BONUSES = tuple(name + ending for name in ("pique", "repique") for ending in ("", AGAINST))


def _contrast(trial: Trial) -> Contrast:
    differences = trial.subtract_parts(0, 1)
    differences.pop(PARTIE, None)  # the parts are those of the points
    worths = trial.worths(0), trial.worths(1)
    parts = [trial.values_of_parts(choice) for choice in (0, 1)]
    return Contrast(
        (int(trial.discards[0]), int(trial.discards[1])),
        trial.deals(0),
        (trial.estimate_worth(0).value, trial.estimate_worth(1).value),
        trial.compare_worths(0, 1),
        trial.compare_points(0, 1),
        trial.estimate_differences(differences),
        {
            name: estimate_values(values + differences[name + AGAINST])
            for name, values in differences.items()
            if not name.endswith(AGAINST)
        },
        float((worths[0] > worths[1]).mean()),
        float((worths[0] == worths[1]).mean()),
        np.stack([trial.points(0), trial.points(1)], axis=1),
        {name: np.stack([one[name] > 0 for one in parts], axis=1) for name in _BONUSES},
    )
