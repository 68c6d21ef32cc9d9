"""One decision of a played deal: what was done, what was best, and what was lost.

A loss is computed from what the seat knew when it decided, and from nothing else. For a discard or
a call it is the mean over fresh deals of the cards not seen, with its standard error; for a card,
the mean over all hands that the opponent can still hold. Nothing in that mean is sampled, but the
weight of each hand comes from a model: the error is what it would be if every weight were off by as
much as the weight itself (`decisions.table`).

The deals that judge discards are played on perfectly, all cards seen. Against cards played by
`expert`, who sees only their own, what a discard loses was off by 0.7 points (standard deviation,
50 hands, the better of two sensible discards against the other) and by 0.05 ± 0.11 in the mean. The
deals that judge calls are played on by `expert` on both sides. Against `master`, what it loses to
sink a class was off by 0.6 points (standard deviation, 137 calls). What is beyond doubt allows for
these errors as well (`decisions.judge.Doubt`), here and in advice.

A sample may leave it open whether a discard is "worse beyond doubt", so that another seed would
give another verdict. Then a larger sample judges, which is the same for every seed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import hypot
from typing import Any

from piquet_sim.decisions.review.valuation import Valuation
from piquet_sim.decisions.seen import CALL, DISCARD
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.intervals import NORMAL, Z_95
from piquet_sim.game.cards import format_cards, iterate_cards
from piquet_sim.game.terms import SEATS

LEAD, REPLY, BLANCHE = "lead", "reply", "carte blanche"
KINDS = (BLANCHE, DISCARD, CALL, LEAD, REPLY)
"""Kinds of decisions, in the order in which they first come."""


@dataclass(frozen=True)
class Reviewed:
    """A decision, what was best, and what was lost with its error."""

    seat: int
    """0 elder, 1 younger."""
    kind: str
    """One of KINDS."""
    number: int
    """Number of the card played, 1 to 24; 0 before the first."""
    done: str
    """What was done: cards, or words for a call."""
    best: tuple[str, ...]
    """What was best by what the seat knew; empty where that is not computed."""
    loss: Estimate | None
    """How much more the best makes, points or the expected settlement; None for what is not
    valued."""
    choices: int
    """How many choices there were, of cards that are equal one."""
    hands: int | None = None
    """For a card: how many hands the opponent could hold."""
    not_counted: int | None = None
    """For a call: how many points more the class would have brought at once if all had been called,
    all cards seen."""
    place: int = 0
    """For a call: 0 point, 1 sequence, 2 set."""
    changed: int = 0
    """For a call: how much it changed elder's margin against the call in full, all cards seen."""
    why_not: str = ""
    """Why a call is not valued, where that was tried or could have been."""
    points: Estimate | None = None
    """How many points more the best makes, where `loss` is a settlement; it may be fewer."""
    judged: str = ""
    """The verdict on what is valued, as advice has it."""
    choice: int = 0
    """What was done: a discard or a card as a mask, or a call."""

    @property
    def trick(self) -> int | None:
        """The number of the trick, from 1; None before the play."""
        return (self.number + 1) // 2 if self.number else None

    @property
    def lost(self) -> float:
        """What was lost, the luck of the estimate included; 0 for what is not valued."""
        return 0.0 if self.loss is None else self.loss.value

    @property
    def in_points(self) -> Estimate | None:
        """What was lost in points, whatever it is judged by."""
        return self.loss if self.points is None else self.points

    @property
    def is_error(self) -> bool:
        """Whether it was worse than the best beyond doubt."""
        return self.judged == "worse beyond doubt"

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        if self.loss is None:
            return f"not valued: {self.why_not}" if self.why_not else "not valued"
        return self.judged

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        told = {
            "lost_points": None if self.points is None else self.points.as_json(),
            "hands": self.hands,
            "not_counted": self.not_counted,
            "why_not": self.why_not or None,
        }
        return {
            "seat": SEATS[self.seat],
            "kind": self.kind,
            "card": self.number or None,
            "trick": self.trick,
            "done": self.done,
            "best": list(self.best),
            "lost": None if self.loss is None else self.loss.as_json(),
            "verdict": self.verdict,
            "beyond_doubt": self.is_error,
            "choices": self.choices,
            **{key: one for key, one in told.items() if one is not None},
        }


def name_cards(cards: int) -> str:
    """Cards as a decision has them; "nothing" for none.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> name_cards(parse_hand("K..98.87")), name_cards(0)
    ('KS 9D 8D 8C 7C', 'nothing')
    """
    return format_cards(iterate_cards(cards)) or "nothing"


# ---- Luck and skill ------------------------------------------------------------------------------
# Between two steps of a deal its value with all cards seen changes (`valuation`). Where cards are
# dealt or drawn the change is luck. Where a seat decides, part of the change is what the decision
# lost, judged by what the seat knew. The rest is luck again: how the decision fared against the
# cards as they lay. So every such change splits into a term of skill and a term of luck, as with a
# control variate, and nothing is left over.
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
