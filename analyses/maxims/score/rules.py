"""Maxims on the score, and what they ask about the totals before a deal of a partie."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from analyses.maxims.maxim import BOTH, ELDER, Maxim
from piquet_sim.game.seats import other
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import SEATS

SHOWS: dict[str, int] = dict(zip(SEATS, (28, 14), strict=True))
"""What Cavendish expects each seat to make in a deal."""
RUBICON_LINE = 100


@dataclass(frozen=True)
class ScoreMaxim(Maxim):
    """A maxim on the score; addressed to no seat where it is about the partie."""

    no_test: str = field(default="", kw_only=True)
    """Why the computation does not test the maxim, where that is so."""
    needs: str = field(default="too few cases were met", kw_only=True)
    """Why nothing is reported about it, where that is so."""


SCORE_MAXIMS = (
    ScoreMaxim(
        "CAV-S01", "With a safe lead, discard for six tricks", BOTH,
        reading="Own total and shows to come above the opponent’s; of twenty discards, the most "
        "promising, that with most deals of six tricks against that with the best mean.",
    ),
    ScoreMaxim(
        "CAV-S02", "In need at the end, discard for it", BOTH,
        reading="To pass 100 where the own show does not reach it, else to win, by one whom the "
        "shows leave behind; discards as in CAV-S01.",
    ),
    ScoreMaxim(
        "CAV-S03", "Add the shows to judge the partie", (),
        reading="The share of forecasts before deals 2 to 6 that come true, against the scores "
        "measured.",
    ),
    ScoreMaxim(
        "CAV-S04", "Short, change the lead; safe, do not", ELDER,
        reading="One point more to both, at totals of parties that were played, where the own show "
        "does not reach 100, or the opponent’s alone does not. As younger the same, "
        "elder’s two situations exchanged.",
    ),
    ScoreMaxim(
        "CAV-S05", "Forgo a pique to rubicon the other", ELDER,
        reading="Both hands seen: perfect play for points makes a pique and loses the cards, six "
        "tricks could be won, and perfect play for the settlement brings more.",
        no_test="the best line with both hands seen less one line, where it brings more: never "
        "less than nothing",
    ),
    ScoreMaxim(
        "CAV-S07", "If lost and short, concede", (),
        reading="In all deals: the opponent counts 23 and the own play nothing, against playing on "
        "as always; a pique in play is left out.",
        no_test="the mean of all deals, not of those in which the partie is lost and a hundred is "
        "out of reach",
    ),
    ScoreMaxim(
        "CAV-S08", "In the lead, divide for certain; else risk", (),
        reading="At an even chance to win or lose the cards, both safe.",
    ),
    ScoreMaxim(
        "CAV-S11", "Winning the cut, deal first", (),
        reading="Players who play to the score; twice what the first dealer’s settlement is.",
        needs="needs a player who can play to the score",
    ),
    ScoreMaxim(
        "HOY-S03", "In a race, avoid the first deal", (),
        reading="The race to 100 of 1896, by the share of games won less that of games lost.",
    ),
)  # fmt: skip
"""In the order of the file."""
(
    SAFE, IN_NEED, BY_SHOWS, CHANGE_LEAD, FORGO, CONCEDE, RISK_CARDS, DEAL_FIRST, IN_A_RACE,
) = SCORE_MAXIMS  # fmt: skip


# ---- The discard --------------------------------------------------------------------------------
class Standing(NamedTuple):
    """Totals before a deal."""

    own: int
    theirs: int
    deal: int


class Results(NamedTuple):
    """What discards came to: int64[deal, discard]."""

    own: np.ndarray
    theirs: np.ndarray
    is_divided: np.ndarray
    """bool: whether six tricks or more were won."""

    @property
    def margin(self) -> np.ndarray:
        """Own points less the opponent's."""
        return self.own - self.theirs


Aim = Callable[[Results, Standing], np.ndarray]
"""Whether what is aimed at was reached: bool[deal, discard]."""


def _sum_shows(seat: str, deal: int) -> tuple[int, int]:
    # Of the seat and of the opponent, from this deal on.
    own, theirs = SHOWS[seat], SHOWS[other(seat)]
    left = PARTIE_DEALS - deal + 1
    more = left // 2 * (own + theirs)
    return (more + own, more + theirs) if left % 2 else (more, more)


def is_well_ahead(seat: str, standing: Standing) -> bool:
    """Whether the shows leave a player ahead, and the opponent short of a hundred.

    Examples
    --------
    >>> is_well_ahead("elder", Standing(120, 80, 6)), is_well_ahead("elder", Standing(120, 90, 6))
    (True, False)
    """
    own, theirs = _sum_shows(seat, standing.deal)
    ahead = standing.own + own > standing.theirs + theirs and standing.own > standing.theirs
    return ahead and standing.theirs + theirs < RUBICON_LINE


def find_needed(seat: str, standing: Standing) -> tuple[str, int]:
    """What a player in the last deal needs: to pass a hundred or to win, and how many points.

    To win, if the opponent makes their show.

    Examples
    --------
    >>> find_needed("elder", Standing(60, 150, 6)), find_needed("elder", Standing(110, 150, 6))
    (('pass', 40), ('win', 55))
    """
    own, theirs = _sum_shows(seat, standing.deal)
    if standing.own + own < RUBICON_LINE:
        return "pass", RUBICON_LINE - standing.own
    return "win", standing.theirs + theirs - standing.own + 1


def is_far_behind(seat: str, standing: Standing) -> bool:
    """Whether more points are needed in the last deal than the show, by one who is not ahead.

    Examples
    --------
    >>> is_far_behind("elder", Standing(60, 150, 6)), is_far_behind("elder", Standing(90, 80, 6))
    (True, False)
    """
    own, theirs = _sum_shows(seat, standing.deal)
    behind = standing.own + own < standing.theirs + theirs
    return behind and find_needed(seat, standing)[1] > own


def reach_needed(seat: str, results: Results, standing: Standing) -> np.ndarray:
    """Whether what is needed was reached: a hundred, or the partie."""
    own = standing.own + results.own
    if find_needed(seat, standing)[0] == "pass":
        return own >= RUBICON_LINE
    return own > standing.theirs + results.theirs


@dataclass(frozen=True)
class Plan:
    """A discard for the score: when a maxim asks for it, and what it aims at."""

    maxim: Maxim
    kind: str
    """The situation, where a maxim has more than one."""
    deals: tuple[int, ...]
    """In which deals of a partie it is asked for."""
    applies: Callable[[str, Standing], bool]
    """To the totals of a seat."""
    aim: Aim

    @property
    def name(self) -> str:
        """By maxim and, after a blank, the situation."""
        return f"{self.maxim.id} {self.kind}".rstrip()


def list_plans(seat: str) -> tuple[Plan, ...]:
    """The discards for the score."""

    def aim(results: Results, standing: Standing) -> np.ndarray:
        return reach_needed(seat, results, standing)

    def needs(kind: str, needed: str) -> Plan:
        return Plan(
            IN_NEED, kind, (PARTIE_DEALS,),
            lambda seat, one: is_far_behind(seat, one) and find_needed(seat, one)[0] == needed, aim,
        )  # fmt: skip

    return (
        Plan(SAFE, "", (5, 6), is_well_ahead, lambda results, _: results.is_divided),
        needs("to pass 100", "pass"),
        needs("to win", "win"),
    )
