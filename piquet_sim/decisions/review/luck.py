"""Luck apart from skill: terms whose sum is the result of the deal, exactly.

Between two steps of a deal its value with all cards seen changes (`valuation`). Where cards are
dealt or drawn the change is luck. Where a seat decides, part of the change is what the decision
lost, judged by what the seat knew. The rest is luck again: how the decision fared against the cards
as they lay. So every such change splits into a term of skill and a term of luck, as with a control
variate, and nothing is left over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import hypot
from typing import Any

from piquet_sim.decisions.review.valuation import Valuation
from piquet_sim.decisions.review.verdicts import CALL, DISCARD, Reviewed
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.intervals import NORMAL, Z_95

SEEN, KNOWN, BOTH = "all cards seen", "what the seat knew", "the difference of both"


@dataclass(frozen=True)
class Term:
    """A part of the result: points for elder."""

    name: str
    says: str
    """What it is, in words."""
    by: str
    """SEEN, KNOWN or BOTH: from which cards it is computed."""
    exactly: Fraction
    """The number as it is added up."""
    se: float
    """Its standard error; 0 where it is exact."""

    @property
    def value(self) -> float:
        """Points for elder."""
        return float(self.exactly)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "term": self.name,
            "says": self.says,
            "by": self.by,
            "value": self.value,
            "se": self.se,
        }


def add_losses(decisions: Iterable[Reviewed], by_points: bool = False) -> Estimate:
    """What decisions of one seat in one deal lost together.

    By what each was judged or, with `by_points`, in points.

    Errors of discards and of calls are independent of each other and of those of cards. Those of
    cards rest on the same weights of the opponent's hands: they are added as if all erred the same
    way.
    """
    valued = [one for one in decisions if one.loss is not None]
    if not valued:
        return know_exactly(0.0)
    losses = [one.in_points if by_points else one.loss for one in valued]
    value = sum(loss.value for loss in losses)
    is_sampled = [one.kind in (DISCARD, CALL) for one in valued]
    sampled = hypot(*(loss.se for loss, is_so in zip(losses, is_sampled, strict=True) if is_so))
    weighed = (loss.se for loss, is_so in zip(losses, is_sampled, strict=True) if not is_so)
    error = hypot(sampled, sum(weighed))
    if error == 0:
        return know_exactly(value)
    low, high = value - Z_95 * error, value + Z_95 * error
    return Estimate(value, error, low, high, len(valued), NORMAL)


def divide_result(valuation: Valuation, decisions: Iterable[Reviewed]) -> tuple[Term, ...]:
    """The result of a deal as a sum of luck and skill.

    Parameters
    ----------
    valuation : Valuation
    decisions : iterable of Reviewed
        Those of both seats.

    Returns
    -------
    tuple of Term
        Their `exactly` add up to elder's score less younger's.
    """
    values, counted = valuation, list(decisions)
    seats = [[one for one in counted if one.seat == seat] for seat in (0, 1)]
    errors = [add_losses(of_seat, by_points=True).se for of_seat in seats]
    elder, younger = (
        sum((Fraction(one.in_points.value) for one in of_seat if one.loss is not None), Fraction())
        for of_seat in seats
    )
    before, se = values.before_exactly, values.before.se
    called = sum(one.changed for one in counted if one.loss is not None)
    changed = values.plays[-1] - values.plays[0] + called + values.both_thrown - values.dealt
    kept = Fraction(values.plays[0] - values.drawn - called)
    return (
        Term("before", "elder's advantage before the deal", SEEN, before, se),
        Term("dealt", "the cards dealt", SEEN, values.dealt - before, se),
        Term("drawn", "the cards drawn", SEEN, values.drawn - values.both_thrown, 0.0),
        Term("calls", "what was not called and is not valued", SEEN, kept, 0.0),
        Term("elder", "elder's decisions", KNOWN, -elder, errors[0]),
        Term("younger", "younger's decisions", KNOWN, younger, errors[1]),
        Term("fared", "how the decisions fared", BOTH, changed + elder - younger, hypot(*errors)),
    )
