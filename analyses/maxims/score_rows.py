"""What the study of the score says about maxims: rows with verdicts, and words."""

from typing import Any

import numpy as np

from analyses.maxims.score import NEEDED, OF_PARTIES, ScoreJudged, scale_estimate
from analyses.maxims.verdict import NOT_JUDGED, SHARE_OF_CASES, decide
from piquet_sim.estimates.estimate import Estimate, estimate_values

WORTH, GAIN, FOLLOWED = "following less breaking", "gain of always following", "is followed"
CHANCE = "what is needed is reached"
BOLD, USUAL = "discarding for it", "discarding for the mean"
MORE_REACHED = "what is needed is reached oftener"


Row = tuple[str, Estimate, dict[str, Any]]
"""What is told, the estimate, and the cells beside it."""


def list_judged(judged: ScoreJudged) -> list[Row]:
    """The rows of a maxim."""
    maxim = judged.maxim
    named = {
        "seat": judged.seat, "maxim": maxim.id, "advice": maxim.name,
        "headline": maxim.is_headline, "verdict": _decide(judged), "when": judged.kind,
        "unit": judged.unit,
    }  # fmt: skip
    chances = judged.chances or (None, None)
    numbers = {
        WORTH: judged.worth, GAIN: judged.gain, SHARE_OF_CASES: judged.share,
        FOLLOWED: judged.followed,
        f"{CHANCE}, {BOLD}": chances[0], f"{CHANCE}, {USUAL}": chances[1],
        **{f"{WORTH}, {name}": one for name, one in judged.parts.items()},
    }  # fmt: skip
    return [(name, one, named) for name, one in numbers.items() if one is not None]


def _decide(judged: ScoreJudged) -> str:
    if judged.maxim.no_test:
        return NOT_JUDGED
    # What matters is as many points, or as many parties in a hundred.
    scale = 100 if judged.unit == OF_PARTIES else 1
    return decide(scale_estimate(judged.worth, scale))


def list_reached(seat: str, reached: np.ndarray) -> list[Row]:
    """How often the points needed are made: by the discard chosen for that, and by the usual
    one.
    """
    rows = []
    for place, needed in enumerate(NEEDED):
        bold, usual = reached[:, place].T
        for name, values, limits in (
            (f"{CHANCE}, {BOLD}", bold, (0, 1)),
            (f"{CHANCE}, {USUAL}", usual, (0, 1)),
            (MORE_REACHED, bold - usual, (-1, 1)),
        ):
            told = estimate_values(values, limits=limits)
            rows.append((name, told, {"seat": seat, "needed": needed}))
    return rows
