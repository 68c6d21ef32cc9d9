"""The score of the partie before a deal, and what the points of a deal are worth at that score.

Where the record of a deal has its number and the score before it, what is decided in the deal is
judged by the settlement of the partie that may be expected, not by points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from piquet_sim.deals.deal import Deal
from piquet_sim.deals.json import read_heading
from piquet_sim.game.errors import InputError, refuse, suggest
from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.rules import RUBICON, RuleSet, read_rules

HIGHEST_TOTAL = 2000
"""Highest total accepted; no partie comes near it."""

POINTS, SETTLEMENT = "difference", "settlement"
JUDGES = (POINTS, SETTLEMENT)
"""By what a decision may be judged: points less the opponent's, or the expected settlement."""


@dataclass(frozen=True)
class Standing:
    """The score before a deal, and which deal of the partie it is.

    Examples
    --------
    >>> Standing((70, 82), 6).seen_from(1)
    {'score': (82, 70), 'deal': 6}
    """

    totals: tuple[int, int]
    """Elder's and younger's."""
    deal: int
    """From 1 to 6."""

    def __str__(self) -> str:
        """As in a heading."""
        return f"{self.totals[0]} to {self.totals[1]}, deal {self.deal}"

    def seen_from(self, seat: int) -> dict[str, Any]:
        """The same as questions of a seat take it: own total first."""
        return {"score": self.totals[:: -1 if seat else 1], "deal": self.deal}


@dataclass(frozen=True)
class Judge:
    """By what the decisions of a deal are judged."""

    standing: Standing | None = None
    """It is None if points judge."""
    why_points: str = ""
    """Why the score of a record is not used, where it has one."""

    def as_json(self) -> dict[str, Any]:
        """As a review has it with `--json`: nothing where there is no score."""
        if self.standing is not None:
            score = list(self.standing.totals)
            return {"judged_by": SETTLEMENT, "before": score, "number": self.standing.deal}
        return {"score_not_used": self.why_points} if self.why_points else {}

    def __str__(self) -> str:
        """As a title goes on; nothing where there is no score."""
        if self.standing is not None:
            return f", by the settlement at {self.standing}"
        return ", by points (the score is not used)" if self.why_points else ""


BY_POINTS = Judge()


def check_totals(score: tuple[int, int], deal: int) -> None:
    """Refuse totals before a deal, or a number of the deal, that no partie has.

    Raises
    ------
    InputError
        The message names the total or the deal.
    """
    refuse(
        {
            f"score: {score[0]}-{score[1]}; totals must be from 0 to {HIGHEST_TOTAL}": (
                not 0 <= min(score) <= max(score) <= HIGHEST_TOTAL
            ),
            f"deal: {deal}; a partie has deals 1 to {PARTIE_DEALS}": (
                not 1 <= deal <= PARTIE_DEALS
            ),
        }
    )


def check_rules(rules: RuleSet) -> None:
    """Refuse rules under which it is not known what a total is worth.

    Raises
    ------
    InputError
    """
    if rules != RUBICON:
        raise InputError("score: what a total is worth is known only for Rubicon Piquet")


def check_judge(aim: str | None, score: tuple[int, int] | None, deal: int) -> None:
    """Refuse an aim by which decisions are not judged, and a score that no partie has.

    Raises
    ------
    InputError
        The message names the parameter.
    """
    if aim is not None and aim not in JUDGES:
        raise InputError("aim: " + suggest(str(aim), JUDGES, "aim"))
    if score is not None:
        check_totals(score, deal)


def find_judge(
    record: object,
    aim: str | None = None,
    standing: Standing | None = None,
    rules: RuleSet | None = None,
) -> Judge:
    """By what the decisions of a recorded deal are judged.

    Parameters
    ----------
    record : dict
        With ``score`` and ``number`` where it has them; anything else has no score.
    aim : str, optional
        One of `JUDGES`; by default the settlement where there is a score.
    standing : Standing, optional
        Instead of that of the record.
    rules : RuleSet, optional
        Rules of a record that names none.

    Raises
    ------
    InputError
        If the settlement is asked for and cannot be had; the message says why.

    Examples
    --------
    >>> find_judge({"score": [70, 82], "number": 6}).standing
    Standing(totals=(70, 82), deal=6)
    >>> find_judge({"score": [70, 82]}).why_points
    'the record does not say which deal of the partie it is (Number: 6)'
    """
    if aim == POINTS:
        return BY_POINTS
    if isinstance(record, Deal):
        heading, rules = record.heading, rules or record.rules
    else:
        given = record if isinstance(record, Mapping) else {}
        heading, rules = read_heading(given), rules or read_rules(given.get("rules", "rubicon"))
    if standing is None:
        if heading.get("score") is None:
            if aim == SETTLEMENT:
                raise InputError("aim: settlement requires a score")
            return BY_POINTS
        if heading.get("number") is None:
            why = "the record does not say which deal of the partie it is (Number: 6)"
            if aim == SETTLEMENT:
                raise InputError(f"aim: settlement cannot be judged: {why}")
            return Judge(None, why)
        standing = Standing(tuple(heading["score"]), heading["number"])
    try:
        check_totals(standing.totals, standing.deal)
        check_rules(rules)
    except InputError as error:
        if aim is not None or "score" not in heading:
            raise
        return Judge(None, str(error).removeprefix("score: "))
    return Judge(standing)
