"""When an error is asked about again, and how many points a decision loses."""

from collections.abc import Sequence
from datetime import date, timedelta
from math import sqrt

INTERVALS = (1, 1, 3, 7, 16, 35)
"""Days until an error is due again, by its box; a new one is in none (0) and due tomorrow."""
LAST_BOX = len(INTERVALS) - 1
RATED = 50
"""Decisions over which the rating is a mean."""


def move(box: int, is_right: bool, today: date) -> tuple[int, date]:
    """The box after an answer, and the day on which the error is due again.

    Examples
    --------
    >>> move(1, True, date(2026, 11, 25)), move(4, False, date(2026, 11, 25))
    ((2, datetime.date(2026, 11, 28)), (0, datetime.date(2026, 11, 26)))
    """
    now = min(box + 1, LAST_BOX) if is_right else 0
    return now, today + timedelta(INTERVALS[now])


def rate(losses: Sequence[float]) -> tuple[float, float] | None:
    """Points lost a decision over the last fifty, and their standard error; None of fewer.

    Examples
    --------
    >>> value, error = rate([1.0, 0.0] * 25)
    >>> value, round(error, 6)
    (0.5, 0.071429)
    """
    last = losses[-RATED:]
    if len(last) < RATED:
        return None
    mean = sum(last) / RATED
    spread = sum((one - mean) ** 2 for one in last) / (RATED - 1)
    return mean, sqrt(spread / RATED)


def draw_curve(losses: Sequence[float], points: int = 24) -> list[dict[str, float]]:
    """The rating as it went: after so many decisions its mean and its standard error."""
    places = range(RATED, len(losses) + 1)
    step = max(1, len(places) // points)
    chosen = sorted({*places[::step], *places[-1:]})
    curve = []
    for place in chosen:
        mean, se = rate(losses[:place])
        curve.append({"decisions": place, "mean": mean, "se": se})
    return curve
