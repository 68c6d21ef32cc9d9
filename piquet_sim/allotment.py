"""How many deals fulfil a condition, exactly, and dealing only those.

What can be counted is dealt without rejection (`ways`). What cannot (comparisons, *or*), or would
take too many states, is left to rejection: deals that fulfil the rest are dealt until one fulfils
it all. Both give every deal that fulfils the condition the same probability.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt

import numpy as np

from piquet_sim.cards import HAND_CARDS, pack_mask
from piquet_sim.conditions import Condition, DealtCards
from piquet_sim.errors import InputError
from piquet_sim.kernel.allotting import Frame, Ways, deal_allotted
from piquet_sim.phrases import read_condition
from piquet_sim.rules import RUBICON, RuleSet
from piquet_sim.ways import lay_out

_BATCH = 1 << 16
_MOST_ATTEMPTS = 1 << 24


def count_deals(pack: int = 32) -> int:
    """All ways to deal two hands: 28,443,124,054,800 from 32 cards.

    Examples
    --------
    >>> f"{count_deals():,}"
    '28,443,124,054,800'
    """
    return comb(pack, HAND_CARDS) * comb(pack - HAND_CARDS, HAND_CARDS)


@dataclass(frozen=True)
class Allotment:
    """All deals that fulfil a condition.

    Parameters
    ----------
    text : str
        The condition as it was written.
    rules : RuleSet
    condition : Condition
    frame, ways
        How those deals are found that fulfil all that can be counted.
    rejected : tuple of Condition
        What is left to rejection.

    Examples
    --------
    >>> allot("elder has 4 aces").describe(1, 1)["method"]
    'exact'
    """

    text: str
    rules: RuleSet
    condition: Condition = field(repr=False)
    frame: Frame = field(repr=False, compare=False)
    ways: Ways = field(repr=False, compare=False)
    rejected: tuple[Condition, ...] = field(repr=False)

    @property
    def counted(self) -> Fraction:
        """The probability of what can be counted: that of the condition if nothing is rejected."""
        return Fraction(self.frame.deals, count_deals(self.rules.pack))

    @property
    def probability(self) -> Fraction | None:
        """The probability of the condition, where it is known exactly."""
        return None if self.rejected else self.counted

    def describe(self, dealt: int, kept: int) -> dict[str, object]:
        """What stands in a result: the condition, how it was dealt, how probable it is.

        Parameters
        ----------
        dealt, kept : int
            Deals dealt, and those that fulfilled it.
        """
        acceptance = kept / dealt if dealt else None
        about: dict[str, object] = {
            "condition": self.text,
            "method": "rejection" if self.rejected else "exact",
            "acceptance": acceptance,
        }
        probability = self.counted
        if self.rejected:
            about["counted"] = _fraction_json(self.counted)
            if dealt > 1 and kept > 1:
                # Dealing until so many fit is negative binomial; this is its unbiased estimate.
                share = (kept - 1) / (dealt - 1)
                error = share * sqrt((1 - share) / (kept - 1))
                scale = float(self.counted)
                about["probability"] = {"value": scale * share, "se": scale * error}
        else:
            about["probability"] = _fraction_json(probability)
        return about

    def deal(self, seed: int, first: int, units: int) -> tuple[np.ndarray, int]:
        """The cards of a range of units.

        Returns
        -------
        cards : ndarray of int64, shape (units, 3)
            Elder's hand, younger's hand and the order of the stock.
        dealt : int
            Deals that were dealt to find them.

        Raises
        ------
        InputError
            If one unit needs more than some sixteen million.
        """
        numbers = np.arange(first, first + units, dtype=np.int64)
        cards = np.zeros((units, 3), np.int64)
        if not self.rejected:
            deal_allotted(self.ways, self.frame, seed, numbers, np.zeros_like(numbers), cards)
            return cards, units
        waiting = np.arange(units)
        attempt = dealt = 0
        while len(waiting):
            tries = max(1, _BATCH // len(waiting))
            rows = np.repeat(waiting, tries)
            attempts = np.tile(np.arange(attempt, attempt + tries, dtype=np.int64), len(waiting))
            found = np.zeros((len(rows), 3), np.int64)
            deal_allotted(self.ways, self.frame, seed, numbers[rows], attempts, found)
            fits = self._fits(found).reshape(len(waiting), tries)
            done = fits.any(axis=1)
            place = fits.argmax(axis=1)
            cards[waiting[done]] = found.reshape(len(waiting), tries, 3)[done, place[done]]
            dealt += int((place[done] + 1).sum()) + tries * int((~done).sum())
            waiting = waiting[~done]
            attempt += tries
            if attempt > _MOST_ATTEMPTS and len(waiting):
                raise InputError(
                    f"given: {self.text}: not met once in {attempt:,} deals; impossible, or too "
                    "rare to wait for"
                )
        return cards, dealt

    def _fits(self, cards: np.ndarray) -> np.ndarray:
        elder, younger = cards[:, 0], cards[:, 1]
        dealt = DealtCards(elder, younger, pack_mask(self.rules.pack) & ~(elder | younger))
        return np.logical_and.reduce([one.holds(dealt, self.rules) for one in self.rejected])


def _fraction_json(probability: Fraction) -> dict[str, object]:
    return {
        "numerator": probability.numerator,
        "denominator": probability.denominator,
        "value": float(probability),
    }


def allot(text: str, rules: RuleSet = RUBICON) -> Allotment:
    """All deals that fulfil a condition.

    Parameters
    ----------
    text : str
        See `phrases`.
    rules : RuleSet
        The pack, and what sets are made of.

    Raises
    ------
    InputError
        If the condition cannot be read or fulfilled.

    Examples
    --------
    >>> allot("elder has carte blanche").probability
    Fraction(323, 578956)
    >>> allot("elder has AS AH AD AC, younger has KS KH KD KC").frame.deals
    9465511770
    """
    text = " ".join(str(text).split())
    condition = read_condition(text, rules.pack)
    condition.check(rules)
    clauses = list(condition.demands())
    frame, ways, rejected = lay_out(clauses, rules)
    if not frame.deals:
        raise InputError(f"given: {text}: impossible with {rules.pack} cards")
    found = Allotment(text, rules, condition, frame, ways, rejected)
    if rejected:
        found.deal(0, 0, 1)  # refused now rather than in the middle of a run
    return found
