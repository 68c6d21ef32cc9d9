"""What the points of a deal are worth to a seat: the difference, own points, or the settlement."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from piquet_sim.exact.limits import limit_change, limit_worths
from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.rules import RuleSet
from piquet_sim.matches.standing import POINTS, SETTLEMENT
from piquet_sim.strategies.score_values import find_prospects, score_worth

OWN = "own"
AIMS = (POINTS, OWN, SETTLEMENT)
"""What a card may be chosen for: the player's points less the opponent's, the player's points
alone, or the expected settlement of the partie."""


@dataclass(frozen=True)
class Stake:
    """By what the choices of a seat are judged."""

    rules: RuleSet
    seat: int
    """0 elder, 1 younger."""
    score: tuple[int, int] | None = None
    """Own and the opponent's totals of the partie before this deal, where they are known."""
    deal: int = PARTIE_DEALS
    """Number of this deal in the partie, where the score is known."""
    asked: str | None = None
    """One of AIMS that was asked for."""
    why_points: str = ""
    """Why the score of a record is not used, where it has one."""

    @property
    def aim(self) -> str:
        """What judges: as asked, or else the settlement where there is a score."""
        return self.asked or (POINTS if self.score is None else SETTLEMENT)

    def as_json(self) -> dict[str, Any]:
        """What is said of the score, where there is one."""
        if self.score is not None:
            return {"score": list(self.score), "deal": self.deal}
        return {"score_not_used": self.why_points} if self.why_points else {}

    def worths(self, scores: np.ndarray, aim: str | None = None) -> np.ndarray:
        """What deals are worth by an aim, or by that which judges.

        Parameters
        ----------
        scores : int array, shape (..., 2)
            Own points and the opponent's.
        aim : str, optional

        Returns
        -------
        array of int64, or of float64 where it is the settlement, shape (...)
        """
        own, theirs = scores[..., 0].astype(np.int64), scores[..., 1].astype(np.int64)
        aim = aim or self.aim
        if aim == OWN:
            return own
        if aim != SETTLEMENT or self.score is None:
            return own - theirs
        totals = self.score[0] + own, self.score[1] + theirs
        return score_worth(find_prospects(), self.seat == 0, self.deal, *totals)

    @property
    def reach(self) -> float:
        """The most by which two choices can differ in one deal, by what judges."""
        _, most = limit_worths(self.rules)
        best, worst = self.worths(np.array([[most, 0], [0, most]]))
        return float(best - worst)

    def limit_change(self, aim: str | None = None) -> tuple[float, float]:
        """How far that falls or rises from one choice to another."""
        return limit_change(self.rules, None if aim == POINTS else self.score)
