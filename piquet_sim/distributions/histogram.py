"""Histograms: values in classes, and their bars as text."""

from typing import NamedTuple

import numpy as np

from piquet_sim.distributions.distribution import Distribution
from piquet_sim.estimates.digits import format_value

_WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200)
_MOST_ROWS = 24
_POOLED = 0.005
"""Share of deals at either end whose values get no classes of their own."""

_EIGHTHS = "▏▎▍▌▋▊▉█"
_FINEST = 1e-5
"""Standard error below which no more digits are shown."""


class ValueClass(NamedTuple):
    """Values next to each other, and how many deals have one of them."""

    low: int | None
    """None in the lowest class where it has no lower end."""
    high: int | None
    """None in the highest class where it has no upper end."""
    deals: int

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.high} or less"
        if self.high is None:
            return f"{self.low} or more"
        return f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"


def divide_values(
    values: np.ndarray, deals: np.ndarray, most: int = _MOST_ROWS, pooled: float = _POOLED
) -> list[ValueClass]:
    """Values in classes of equal width that begin at its multiples.

    Parameters
    ----------
    values : int64 array
        In rising order.
    deals : int64 array
        How many deals had each.
    most : int
        Maximum number of closed classes.
    pooled : float
        Largest share of deals on either side whose values need no closed class, where each value
        cannot have its own.

    Examples
    --------
    >>> [str(one) for one in divide_values(np.array([-3, 0, 39]), np.array([1, 5, 2]), most=5)]
    ['-10 to -1', '0 to 9', '10 to 19', '20 to 29', '30 to 39']
    """
    low, high = int(values[0]), int(values[-1])
    if high - low >= most:
        reached = deals.cumsum()
        low = int(values[np.searchsorted(reached, pooled * reached[-1], side="right")])
        high = int(values[np.searchsorted(reached, (1 - pooled) * reached[-1])])
    width = next((one for one in _WIDTHS if high // one - low // one < most), _WIDTHS[-1])
    first, last = low // width, high // width
    places = np.clip(values // width, first - 1, last + 1) - (first - 1)
    counts = np.bincount(places, deals, last - first + 3).astype(np.int64).tolist()
    below, above = counts[0], counts[-1]
    closed = [
        ValueClass(place * width, place * width + width - 1, counts[place - first + 1])
        for place in range(first, last + 1)
    ]
    return [
        *([ValueClass(None, first * width - 1, below)] if below else []),
        *closed,
        *([ValueClass((last + 1) * width, None, above)] if above else []),
    ]


def draw_bars(distribution: Distribution, width: int) -> list[str]:
    """A histogram as lines of text: class, bar and percent of deals.

    Parameters
    ----------
    distribution : Distribution
    width : int
        Characters in a line; lines are longer where a bar of one character does not fit.
    """
    classes = divide_values(distribution.values, distribution.deals)
    labels = [str(one) for one in classes]
    shares = [_say_share(distribution, one.deals) for one in classes]
    label_width, share_width = (max(map(len, column)) for column in (labels, shares))
    room = max(1, width - label_width - share_width - 2)
    most = max(one.deals for one in classes)
    return [
        f"{label:>{label_width}} {draw_bar(one.deals, most, room):<{room}} {share:>{share_width}}"
        for label, one, share in zip(labels, classes, shares, strict=True)
    ]


def _say_share(distribution: Distribution, deals: int) -> str:
    if deals in (0, distribution.n):
        return "100%" if deals else "0%"
    share = distribution.estimate_deals(deals)
    return format_value(share.value, max(share.se or 0, _FINEST), 100) + "%"


def draw_bar(deals: int, most: int, room: int) -> str:
    """A bar, which has the given number of cells for the largest class; any class that occurred is
    visible.

    Examples
    --------
    >>> draw_bar(1, 4, 8), draw_bar(1, 1_000, 8)
    ('██', '▏')
    """
    whole, eighths = divmod(max(8 * room * deals // most, bool(deals)), 8)
    return "█" * whole + (_EIGHTHS[eighths - 1] if eighths else "")
