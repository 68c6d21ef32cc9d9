"""Several deals reviewed, such as those of a partie: errors by player and kind of decision."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from piquet_sim.decisions.meaning import describe_partie
from piquet_sim.decisions.review.deal_review import (
    KINDS,
    DealReview,
    Reviewed,
    add_losses,
    review_deal,
)
from piquet_sim.decisions.review.records import Record, read_record
from piquet_sim.estimates.estimate import Estimate, estimate_values, scale_estimate
from piquet_sim.estimates.shown import Shown
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS


@dataclass(frozen=True)
class Errors:
    """The decisions of one player of one kind."""

    player: str
    kind: str
    decisions: int
    errors: int | None
    """How many were worse beyond doubt; None if none is valued."""
    lost: Estimate | None
    """Points lost a deal by those that are valued; None if none is."""
    grade: Estimate | None
    """Points that one of them lost on average."""
    not_counted: int
    """For calls: points that were not counted because something was not called."""
    not_valued: int
    """How many are not valued: of them nothing is in the other numbers."""


@dataclass(frozen=True, repr=False)
class PartieReview(Shown):
    """The review of several deals."""

    deals: tuple[DealReview, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The players, as they are first met; the seats where no names are given.

        All who sat in a seat without a name count as one player.
        """
        return tuple(dict.fromkeys(name for deal in self.deals for name in deal.players))

    @property
    def is_partie(self) -> bool:
        """Whether the settlement judges all deals, so that losses are added up by it."""
        return all(deal.record.standing.totals is not None for deal in self.deals)

    numbers = describe_partie

    def lost(self, player: str) -> Estimate:
        """What a player lost a deal, by what they knew, where that is valued.

        Points or, where it judges all deals, settlement.
        """
        return _mean_loss(self.list_played(player), not self.is_partie)

    def list_errors(self) -> list[Errors]:
        """The errors by player and kind of decision; kinds that did not occur are left out."""
        rows = []
        for player, kind in product(self.players, KINDS):
            deals = [[one for one in deal if one.kind == kind] for deal in self.list_played(player)]
            decisions = [one for deal in deals for one in deal]
            valued = [one for one in decisions if one.loss is not None]
            lost = _mean_loss(deals, not self.is_partie) if valued else None
            grade = lost and scale_estimate(lost, len(deals) / len(valued))
            errors = sum(one.is_error for one in valued) if valued else None
            counts = sum(one.not_counted or 0 for one in decisions), len(decisions) - len(valued)
            if decisions:
                rows.append(Errors(player, kind, len(decisions), errors, lost, grade, *counts))
        return rows

    def list_played(self, player: str) -> list[list[Reviewed]]:
        """The decisions of a player, by deal that they played."""
        return [
            deal.list_of(deal.players.index(player))
            for deal in self.deals
            if player in deal.players
        ]

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "deals": [one.as_json() for one in self.deals],
            "players": {
                name: {
                    "deals": len(self.list_played(name)),
                    "lost": self.lost(name).as_json(),
                    "is_named": name not in SEATS,
                }
                for name in self.players
            },
            "errors": [
                {
                    **vars(one),
                    "lost": one.lost and one.lost.as_json(),
                    "grade": one.grade and one.grade.as_json(),
                }
                for one in self.list_errors()
            ],
        }


def _mean_loss(deals: list[list[Reviewed]], by_points: bool) -> Estimate:
    # Of one deal the error is that of the judgement; deals of several differ by more than that.
    losses = [add_losses(one, by_points) for one in deals]
    several = estimate_values([one.value for one in losses])
    return replace(losses[0], n=1) if len(losses) == 1 else several


def review_deals(
    records: "Iterable[Record | dict[str, Any]]",
    seconds: float | None = None,
    seed: int = 1,
    rules: RuleSet | None = None,
    deals: int | None = None,
) -> PartieReview:
    """Review several deals, or a whole partie.

    All records are read and checked before the first is reviewed.

    Parameters
    ----------
    records : iterable of Record or dict
    seconds : float, optional
        For each deal.
    seed, rules, deals
        As for `review_deal`.

    Returns
    -------
    PartieReview

    Raises
    ------
    InputError
        As `review_deal`.

    Examples
    --------
    >>> from piquet_sim import Simulation
    >>> from piquet_sim.deals.json import describe_deal
    >>> played = Simulation("club", "novice").replay_deal(0)
    >>> partie = review_deals([describe_deal(played)], deals=512)
    >>> partie.players, partie.list_errors()[0].kind
    (('elder', 'younger'), 'discard')
    """
    read = [one if isinstance(one, Record) else read_record(one, rules) for one in records]
    return PartieReview(tuple(review_deal(one, seconds, seed, deals=deals) for one in read))
