"""How the deals of a discard end: chances, best and worst tenth, and how the points spread."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from piquet_sim.advice.trials import AGAINST, Trial
from piquet_sim.estimates.estimate import Estimate, estimate_proportion

STEP = 10
"""Points: the width of a class of the histogram."""
CHANCES = ("cards", "capot", "pique", "repique")

_DRAWS = 20_000
_SEED = 7


@dataclass(frozen=True)
class Outcomes:
    """How the deals that judged a discard end, by the player's points less the opponent's.

    Examples
    --------
    >>> from piquet_sim.advice.advice import advise
    >>> from piquet_sim.advice.trials import Question
    >>> from piquet_sim.game.cards import parse_hand
    >>> best, *_ = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), deals=512).candidates
    >>> best.outcomes.worst_tenth < best.worth.value < best.outcomes.best_tenth
    True
    """

    chances: dict[str, Estimate]
    """Of winning the cards, and of capot, pique and repique; with `_against` the opponent's."""
    worst_tenth: int
    """The points of the best of the worst tenth of deals."""
    best_tenth: int
    """The points of the worst of the best tenth of deals."""
    least: int
    """The lowest points of the first class of the histogram, a multiple of ten."""
    deals: tuple[int, ...]
    """How many deals ended in each class of ten points, from `least` on."""

    def count_between(self, edges: Sequence[int]) -> list[int]:
        """Deals below the first of some multiples of ten, between two each, from the last on."""
        lower = self.least + STEP * np.arange(len(self.deals))
        places = np.searchsorted(np.asarray(edges), lower, side="right")
        return np.bincount(places, self.deals, len(edges) + 1).astype(int).tolist()

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "chances": {name: chance.as_json() for name, chance in self.chances.items()},
            "worst_tenth": self.worst_tenth,
            "best_tenth": self.best_tenth,
            "histogram": {"from": self.least, "step": STEP, "deals": list(self.deals)},
        }


def find_outcomes(trial: Trial, choice: int) -> Outcomes:
    """How the deals of one discard of a trial that keeps parts ended."""
    points = trial.points(choice)
    least = int(points.min()) // STEP * STEP
    deals = np.bincount((points - least) // STEP)
    worst, best = np.quantile(points, (0.1, 0.9), method="inverted_cdf")
    return Outcomes(
        _find_chances(trial, choice), int(worst), int(best), least, tuple(deals.tolist())
    )


def _find_chances(trial: Trial, choice: int) -> dict[str, Estimate]:
    parts = trial.values_of_parts(choice)
    capot = trial.question.rules.capot_scores
    chances = {}
    for mine, theirs in (("", AGAINST), (AGAINST, "")):
        cards, other = parts["cards" + mine], parts["cards" + theirs]
        happened = {
            "cards": cards > other,
            "capot": (cards == capot) & (cards > other),
            "pique": parts["pique" + mine] > 0,
            "repique": parts["repique" + mine] > 0,
        }
        for name in CHANCES:
            chances[name + mine] = estimate_proportion(int(happened[name].sum()), len(cards))
    return chances


def find_chances_of_best(trial: Trial) -> np.ndarray:
    """The chance that each discard of a trial is the best of them, given the deals.

    As all have been tried in the same deals, the errors of their means are jointly normal, with the
    covariance of these deals; before the deals any values are as likely as any others.

    Parameters
    ----------
    trial : Trial
        With at least two deals, and equally many for each discard.

    Returns
    -------
    ndarray of float64
        One for each discard; they add up to 1. They are found by 20,000 draws, always the same: an
        error of .004 at most.
    """
    worths = np.stack([trial.worths(choice) for choice in range(len(trial.discards))]).astype(float)
    if len(worths) == 1:
        return np.ones(1)
    errors = np.cov(worths) / worths.shape[1]
    draws = np.random.default_rng(_SEED).multivariate_normal(worths.mean(axis=1), errors, _DRAWS)
    return np.bincount(draws.argmax(axis=1), minlength=len(worths)) / _DRAWS
