"""The score of the partie before a deal, and what the points of a deal are worth at that score.

Where the record of a deal has its number and the score before it, what is decided in the deal is
judged by the settlement of the partie that may be expected, not by points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from piquet_sim.game.errors import InputError, refuse, suggest
from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.seats import turn_pair

HIGHEST_TOTAL = 2000
"""Highest total accepted; no partie comes near it."""

POINTS, SETTLEMENT = "difference", "settlement"
JUDGES = (POINTS, SETTLEMENT)
"""What a decision may be judged by: points less the opponent's, or the expected settlement."""


@dataclass(frozen=True)
class Standing:
    """The score before a deal, by which its decisions are judged; without totals points judge.

    Examples
    --------
    >>> Standing((70, 82), 6).seen_from(1)
    {'score': (82, 70), 'deal': 6}
    """

    totals: tuple[int, int] | None = None
    """Elder's and younger's."""
    deal: int = PARTIE_DEALS
    """Which deal of the partie it is, from 1 to 6."""
    why_points: str = ""
    """Why the score of a record is not used, where it has one."""

    def __str__(self) -> str:
        """The end of a title; empty where there is no score."""
        if self.totals is not None:
            one, two = self.totals
            return f", by the settlement at {one} to {two}, deal {self.deal}"
        return ", by points (the score is not used)" if self.why_points else ""

    def seen_from(self, seat: int) -> dict[str, Any]:
        """Arguments for questions of a seat, its own total first; empty where there is no score."""
        if self.totals is None:
            return {}
        return {"score": turn_pair(self.totals, seat), "deal": self.deal}

    def as_json(self) -> dict[str, Any]:
        """What a review prints of it with `--json`; empty where there is no score."""
        if self.totals is not None:
            return {"judged_by": SETTLEMENT, "before": list(self.totals), "number": self.deal}
        return {"score_not_used": self.why_points} if self.why_points else {}


BY_POINTS = Standing()


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


def check_judge(
    aim: str | None, score: tuple[int, int] | None, deal: int, aims: Sequence[str] = JUDGES
) -> None:
    """Refuse an aim by which decisions are not judged, and a score that no partie has.

    Raises
    ------
    InputError
        The message names the parameter.
    """
    if aim is not None and aim not in aims:
        raise InputError("aim: " + suggest(str(aim), aims, "aim"))
    if score is not None:
        check_totals(score, deal)


def find_standing(
    heading: Mapping[str, Any],
    rules: RuleSet = RUBICON,
    aim: str | None = None,
    standing: Standing | None = None,
) -> Standing:
    """The score by which the decisions of a recorded deal are judged.

    Parameters
    ----------
    heading : dict
        Of the record, with ``score`` and ``number`` where it has them.
    rules : RuleSet
    aim : str, optional
        One of `JUDGES`; by default the settlement where there is a score.
    standing : Standing, optional
        Instead of that of the record.

    Raises
    ------
    InputError
        If the settlement is asked for and cannot be had; the message says why.

    Examples
    --------
    >>> find_standing({"score": [70, 82], "number": 6}).totals
    (70, 82)
    >>> find_standing({"score": [70, 82]}).why_points
    'the record does not say which deal of the partie it is (Number: 6)'
    """
    if aim == POINTS:
        return BY_POINTS
    if standing is None:
        if heading.get("score") is None:
            if aim == SETTLEMENT:
                raise InputError("aim: settlement requires a score")
            return BY_POINTS
        if heading.get("number") is None:
            why = "the record does not say which deal of the partie it is (Number: 6)"
            if aim == SETTLEMENT:
                raise InputError(f"aim: settlement cannot be judged: {why}")
            return Standing(why_points=why)
        standing = Standing(tuple(heading["score"]), heading["number"])
    try:
        check_totals(standing.totals, standing.deal)
        check_rules(rules)
    except InputError as error:
        if aim is not None or "score" not in heading:
            raise
        return Standing(why_points=str(error).removeprefix("score: "))
    return standing
