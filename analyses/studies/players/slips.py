"""Slips: in what share of hands does a discard lose more than a few points?

A mean hides them: a hand in fifty that loses four points is less than a tenth of a point a deal.
What one hand loses is itself estimated, and noise would push hands over a threshold: therefore the
better discard is chosen by some deals and judged by others, fresh and many, and a hand counts if it
is over the threshold by twice the standard error of these. So hardly a hand counts wrongly, and
some that lose more are missed: the share is a bound from below, as is the loss itself.

Slips are frequent where a repique is within reach. Hands of which one card more could make thirty
points, if all is good, are therefore judged in greater number than they are dealt; the share is put
together of theirs and that of all other hands as often as each is dealt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from analyses.results.analysis import estimate_row
from piquet_sim.advice.near_repiques import is_near_repique
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, estimate_values, negate

POINTS = (1, 2, 3, 4, 5, 6)
"""What is a slip: to lose more than so many points."""

ALL, NEAR = "all hands", "a repique within reach"

_ERRORS = 2.0
_HANDS_DEALT = 100_000
_BLOCK = 256


class Judged(Protocol):
    """A hand with what its discard loses in fresh deals."""

    seat: str
    is_near: bool
    loss: Estimate


@dataclass(frozen=True)
class DealtHand:
    """A hand to be judged."""

    seat: str
    number: int
    """Of its deal."""
    hand: int
    took: int | None
    """Number of cards elder exchanged, where the hand is younger's."""


def find_near(simulation: Simulation, seat: str, first: int, hands: int) -> Iterator[DealtHand]:
    """The first hands of a seat with a repique within reach, from a deal on."""
    while hands:
        dealt = simulation.record_units(first, _BLOCK)
        for place in np.flatnonzero(is_near_repique(dealt[f"{seat}_dealt"]))[:hands]:
            took = None if seat == "elder" else int(dealt["elder_exchanged"][place])
            hand = int(dealt[f"{seat}_dealt"][place])
            yield DealtHand(seat, first + int(place), hand, took)
            hands -= 1
        first += _BLOCK


def share_near() -> float:
    """How often a dealt hand has a repique within reach: of many hands, its error is small."""
    dealt = Simulation("random", "random").record_units(0, _HANDS_DEALT)
    return float(is_near_repique(dealt["elder_dealt"]).mean())


def is_slip(one: Judged, points: float) -> bool:
    """Whether a hand loses more than so many points beyond doubt."""
    return one.loss.value - _ERRORS * one.loss.se > points


def estimate_share(hands: Sequence[Judged], points: float, near: float) -> Estimate | None:
    """The share of all hands dealt that lose more than so many points.

    Parameters
    ----------
    hands : sequence of Judged
        As many near a repique as one likes.
    points : float
    near : float
        The share of hands dealt that are near a repique.

    Returns
    -------
    Estimate or None
        Its interval is made of Wilson's of both kinds of hands; None if there are none of a kind.
    """
    shares = []
    for is_near, weight in ((True, near), (False, 1 - near)):
        slips = [is_slip(one, points) for one in hands if one.is_near == is_near]
        if not slips:
            return None
        shares.append(_weigh(estimate_values(slips), weight))
    found = subtract_estimates(shares[0], negate(shares[1]))
    method = found.method if found.se else f"{found.method}, one value seen"
    return replace(found, method=method)


def _weigh(share: Estimate, weight: float) -> Estimate:
    value, se, low, high = (weight * one for one in (share.value, share.se, share.low, share.high))
    return replace(share, value=value, se=se, low=low, high=high)


def name_loss(points: int) -> str:
    """The quantity of the rows on hands that lose more than so many points."""
    return f"loses more than {points} point{'s' if points > 1 else ''}"


def list_shares(hands: Sequence[Judged], near: float) -> list[dict[str, Any]]:
    """The rows of one seat: of all hands, and of those near a repique."""
    rows = []
    for points in POINTS:
        name = name_loss(points)
        whole = estimate_share(hands, points, near)
        own = [is_slip(one, points) for one in hands if one.is_near]
        for kind, share in ((ALL, whole), (NEAR, estimate_values(own) if own else None)):
            if share is not None:
                rows.append(estimate_row(name, share, seat=hands[0].seat, kind=kind))
    return rows
