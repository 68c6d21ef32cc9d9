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

from dataclasses import dataclass
from typing import Any

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.cards import format_cards, iterate_cards
from piquet_sim.game.terms import SEATS

DISCARD, CALL, LEAD, REPLY = "discard", "call", "lead", "reply"
BLANCHE = "carte blanche"
KINDS = (BLANCHE, DISCARD, CALL, LEAD, REPLY)
"""Kinds of decisions, in the order in which they first come."""

STRONG = "expert"
"""The strategy that exchanges and, where calls are valued, plays on."""


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
        shape: dict[str, Any] = {
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
        }
        if self.points is not None:
            shape["lost_points"] = self.points.as_json()
        if self.hands is not None:
            shape["hands"] = self.hands
        if self.not_counted is not None:
            shape["not_counted"] = self.not_counted
        if self.why_not:
            shape["why_not"] = self.why_not
        return shape


def name_cards(cards: int) -> str:
    """Cards as a decision has them; "nothing" for none.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> name_cards(parse_hand("K..98.87")), name_cards(0)
    ('KS 9D 8D 8C 7C', 'nothing')
    """
    return format_cards(iterate_cards(cards)) or "nothing"
