"""What is said of one discard: its worth by part, how its deals end, how likely it is the best."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from piquet_sim.decisions.kinds.discard_table import AGAINST, PARTIE, DiscardTable
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.game.cards import format_cards, iterate_cards
from piquet_sim.matches.standing import POINTS

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
    >>> from piquet_sim.decisions.kinds.discard import advise
    >>> from piquet_sim.decisions.kinds.question import Question
    >>> from piquet_sim.game.cards import parse_hand
    >>> best, *_ = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), deals=512).candidates
    >>> best.outcomes.worst_tenth < best.worth.value < best.outcomes.best_tenth
    True
    """

    chances: dict[str, Estimate]
    """Chances of winning the cards, and of capot, pique and repique; with `_against` the
    opponent's."""
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


def find_outcomes(trial: DiscardTable, choice: int) -> Outcomes:
    """How the deals of one discard of a trial that keeps parts ended."""
    points = trial.worths(choice, POINTS)
    least = int(points.min()) // STEP * STEP
    deals = np.bincount((points - least) // STEP)
    worst, best = np.quantile(points, (0.1, 0.9), method="inverted_cdf")
    return Outcomes(
        _find_chances(trial, choice), int(worst), int(best), least, tuple(deals.tolist())
    )


def _find_chances(trial: DiscardTable, choice: int) -> dict[str, Estimate]:
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


def find_chances_of_best(trial: DiscardTable) -> np.ndarray:
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
        One for each discard; they add up to 1. They are estimated by 20,000 draws, always the same:
        an error of .004 at most.
    """
    worths = np.stack([trial.worths(choice) for choice in range(len(trial.choices))]).astype(float)
    if len(worths) == 1:
        return np.ones(1)
    errors = np.cov(worths) / worths.shape[1]
    draws = np.random.default_rng(_SEED).multivariate_normal(worths.mean(axis=1), errors, _DRAWS)
    return np.bincount(draws.argmax(axis=1), minlength=len(worths)) / _DRAWS


@dataclass(frozen=True)
class Advised:
    """One discard, and what it makes."""

    discard: int
    same: tuple[int, ...]
    """Discards that are equal up to renaming suits."""
    worth: Estimate
    """The player's points less the opponent's, or the expected settlement of the partie."""
    behind: Estimate
    """How much more the best discard makes, deal by deal in common deals."""
    is_settled: bool
    """Whether it is worse than the best beyond doubt."""
    parts: dict[str, Estimate] = field(default_factory=dict)
    """Points per deal of each part, for and against the player; those for less those against add up
    to the value. In a partie, also the effect of the totals. Empty before the end."""
    differences: dict[str, Estimate] = field(default_factory=dict)
    """How much better the best discard does in each part, deal by deal; they add up to the gap."""
    reasons: tuple[str, ...] = ()
    """The parts where that is beyond its error, the greatest first."""
    rest: Estimate | None = None
    """All other parts of the gap together."""
    is_named: bool = False
    """Whether it was asked about by name, so that it is judged whatever it is worth."""
    outcomes: Outcomes | None = None
    """How its deals end. None before the end."""
    chance_best: float | None = None
    """The chance that it is the best of those judged (`find_chances_of_best`). None before the
    end."""

    @property
    def value(self) -> float:
        """What it makes on average."""
        return self.worth.value

    @property
    def gap(self) -> float:
        """The value of the best less this one."""
        return self.behind.value

    @property
    def deals(self) -> int:
        """Deals by which its value is known."""
        return self.worth.n

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        behind = self.behind.as_json()
        return {
            "discard": format_cards(iterate_cards(self.discard)),
            "same": [format_cards(iterate_cards(one)) for one in self.same],
            **self.worth.as_json(),
            "gap": behind.pop("value"),
            **{f"gap_{name}": gap for name, gap in behind.items()},
            "settled": self.is_settled,
            "deals": self.deals,
            "parts": {name: part.value for name, part in self.parts.items()},
            "parts_se": {name: part.se for name, part in self.parts.items()},
            "differences": {name: less.as_json() for name, less in self.differences.items()},
            "reasons": list(self.reasons),
            "rest": None if self.rest is None else self.rest.as_json(),
            "named": self.is_named,
            "chance_best": self.chance_best,
            **({} if self.outcomes is None else self.outcomes.as_json()),
        }


def name_part(name: str) -> str:
    """A part of a discard's value in words.

    Examples
    --------
    >>> name_part("carte_blanche_against")
    'opponent: carte blanche'
    """
    if name == PARTIE:
        return "by the totals of the partie"
    part = name.removesuffix(AGAINST).replace("_", " ")
    return f"opponent: {part}" if name.endswith(AGAINST) else part
