"""Is it certain to reckon so many points before the other reckons so many, whatever is drawn?

A repique is thirty points in hand before the other has one, a pique the same in hand and play.
Near the end of a race, or of a partie, it may be eight before twenty-three. All draws and all hands
that the other may then hold are gone through, in the order in which scores reckon.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from piquet_sim.exact.draw_odds import check_discard, check_hand
from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.exact.odds import say_odds
from piquet_sim.game.cards import count_cards, pack_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.laws import HIGH_LEADS, LEADS_AND_WINS
from piquet_sim.game.rules import HIGHEST_TARGET, RUBICON, RuleSet
from piquet_sim.game.terms import ELDER
from piquet_sim.kernel.questions.reckoning_race import (
    BY_LEADS,
    IN_HAND,
    OPEN,
    OPPONENT,
    OUTCOMES,
    run_races,
)

ASSUMED_OF_RACES = (
    "both call everything, carte blanche is left out, and in play only the leads count that "
    "nothing can beat, and one more"
)
"""The assumptions behind a race, beside those of the draw."""


@dataclass(frozen=True)
class Race:
    """Who has so many points first, in all cases: a draw and a hand of the other player each."""

    needs: tuple[int, int]
    """Points of the seat that asks, and of the other."""
    in_hand: int
    """Cases in which the seat has its points before the play, and before the other has theirs."""
    by_leads: int
    """Cases in which it has them with sure leads: cards that nothing beats, and one lead more."""
    opponent: int
    """Cases in which the other has theirs in hand before."""
    open: int
    """Cases that depend on the play."""
    draws: int
    """All draws, equally likely."""
    certain_draws: int
    """Draws after which the seat has its points first whatever the other holds."""

    @property
    def cases(self) -> int:
        """All cases."""
        return self.in_hand + self.by_leads + self.opponent + self.open

    @property
    def is_certain(self) -> bool:
        """Whether the seat has its points first whatever is drawn and held."""
        return self.certain_draws == self.draws

    @property
    def probability(self) -> Fraction:
        """The probability of a draw after which it is certain: exact for elder."""
        return Fraction(self.certain_draws, self.draws)

    def as_json(self) -> dict[str, Any]:
        """What ``piquet odds --before … --json`` prints of it."""
        return {
            "needs": list(self.needs),
            "certain": self.is_certain,
            "certain_draws": self.certain_draws,
            "of": self.draws,
            "probability": float(self.probability),
            "odds": say_odds(self.probability),
            "cases": self.cases,
            "in_hand": self.in_hand,
            "by_sure_leads": self.by_leads,
            "opponent_first": self.opponent,
            "open": self.open,
        }


def run_race(
    hand: int, discard: int, needs: tuple[int, int], seat: str = ELDER, took: int | None = None,
    rules: RuleSet = RUBICON,
) -> Race:  # fmt: skip
    """Who reckons so many points first after a discard, over all draws and all hands of the other.

    The other may hold any twelve of the cards that the seat has neither been dealt nor drawn. Both
    call everything; carte blanche is left out. Elder's leads count as long as they win no matter
    who holds what. How the rest of the play goes is left open, and so is all of younger's play.

    Parameters
    ----------
    hand, discard : int
        Masks.
    needs : tuple of two int
        Points of the seat and of the other: (30, 1) for a pique or repique.
    seat, took
        As in `find_odds`.
    rules : RuleSet

    Raises
    ------
    InputError
        If the discard is not legal, a number is out of range, or points in play are counted
        otherwise than by leads.

    Examples
    --------
    Elder wants eight points and younger twenty-three. Hoyle has elder throw five cards, and be
    certain of the eight. But younger may hold clubs from the knave to the seven, and a tierce.

    >>> from piquet_sim.game.cards import parse_hand
    >>> hand, discard = parse_hand("J97.AJ9.AKT.AKQ"), parse_hand("J97...KQ")
    >>> race = run_race(hand, discard, (8, 23))
    >>> race.cases, race.opponent, race.open
    (7054320, 4725, 0)
    >>> race.is_certain, say_odds(race.probability)
    (False, 'about 114 to 1 on')

    References
    ----------
    Hoyle's Games Improved, Piquet, p. 210, case 5.
    """
    _check_needs(needs)
    if rules.pack != 32:
        raise InputError("before: requires the pack of 32")
    laws = prepare_laws(rules)
    if laws.play_scores not in (LEADS_AND_WINS, HIGH_LEADS):
        raise InputError(
            f"before: points in play must be counted by leads; the rules have "
            f"play_scores={rules.play_scores!r}"
        )
    check_hand(hand)
    check_discard(hand, discard, seat, took, rules)
    counts = np.zeros(OUTCOMES, np.int64)
    draws, certain = run_races(
        laws, int(seat == ELDER), hand & ~discard, pack_mask(rules.pack) & ~hand,
        count_cards(discard), *needs, counts,
    )  # fmt: skip
    ends = (int(counts[outcome]) for outcome in (IN_HAND, BY_LEADS, OPPONENT, OPEN))
    return Race(needs, *ends, int(draws), int(certain))


def _check_needs(needs: tuple[int, int]) -> None:
    for whose, points in zip(("your", "the other's"), needs, strict=True):
        if not 1 <= points <= HIGHEST_TARGET:
            raise InputError(
                f"before: {whose} points must be from 1 to {HIGHEST_TARGET}, got {points}"
            )
