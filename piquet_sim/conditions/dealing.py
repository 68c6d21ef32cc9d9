"""Counting the deals that meet a condition exactly, and dealing only those.

Parts that can be counted are dealt directly (`counting`). Parts that cannot (comparisons of what
hands count or of sets), or would take too many states, use rejection sampling: deals that meet the
other parts are dealt until one meets them all. Both ways give every deal that meets the condition
the same probability.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt

import numpy as np

from piquet_sim.conditions.counting import lay_out
from piquet_sim.conditions.expression import read_given
from piquet_sim.conditions.model import All, Condition, DealtCards, simplify
from piquet_sim.game.cards import HAND_CARDS, pack_mask
from piquet_sim.game.errors import InputError, read_texts
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.kernel.counting.conditional_dealing import Ways, deal_attempts

_TOGETHER = 1 << 12
"""Deals that are dealt before any of them is checked."""
_STEP, _FOUND, _TRIED = 64, 1024, 1 << 21
"""For estimating a probability: deals searched at a time, and the limits of the search."""
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
    """All deals that meet a condition.

    Parameters
    ----------
    text : str
        The condition as an expression in its normal form, which can be typed back.
    rules : RuleSet
    condition : Condition
        In its normal form.
    ways : Ways
        The deals that meet all parts that can be counted.
    rejected : tuple of Condition
        The parts left to rejection sampling.

    Examples
    --------
    >>> allot("elder.aces == 4").describe(1, 1)["method"]
    'exact'
    """

    text: str
    rules: RuleSet
    condition: Condition = field(repr=False)
    ways: Ways = field(repr=False, compare=False)
    rejected: tuple[Condition, ...] = field(repr=False)

    def __reduce__(self) -> tuple:
        return allot, (self.text, self.rules)

    @property
    def counted(self) -> Fraction:
        """The probability of the parts that can be counted."""
        return Fraction(self.ways.deals, count_deals(self.rules.pack))

    @property
    def probability(self) -> Fraction | None:
        """The probability of the condition, where it is known exactly."""
        return None if self.rejected else self.counted

    def __str__(self) -> str:
        return self.text

    def say_probability(self) -> dict[str, object]:
        """The condition and its probability, without any deals.

        Examples
        --------
        >>> allot("elder.carte_blanche").say_probability()["probability"]["denominator"]
        578956
        """
        dealt = kept = 0
        while self.rejected and dealt < _TRIED and kept < _FOUND:
            dealt += self.deal(0, kept, _STEP)[1]
            kept += _STEP
        return self.describe(dealt, kept)

    def describe(self, dealt: int, kept: int) -> dict[str, object]:
        """The description in a result: the condition, how it was dealt, its probability.

        Parameters
        ----------
        dealt, kept : int
            Deals dealt, and those that met it.
        """
        about: dict[str, object] = {
            "condition": self.text,
            "method": "rejection" if self.rejected else "exact",
            "acceptance": kept / dealt if dealt else None,
        }
        if self.rejected:
            about["counted"] = _fraction_json(self.counted)
            if dealt > 1 and kept > 1:
                # Dealing until so many fit is negative binomial; this is its unbiased estimate.
                share = (kept - 1) / (dealt - 1)
                error = share * sqrt((1 - share) / (kept - 1))
                scale = float(self.counted)
                about["probability"] = {"value": scale * share, "se": scale * error}
        else:
            about["probability"] = _fraction_json(self.counted)
        return about

    def deal(self, seed: int, first: int, units: int) -> tuple[np.ndarray, int]:
        """The cards of a range of units.

        Returns
        -------
        cards : ndarray of int64, shape (units, 3)
            Elder's hand, younger's hand and the order of the stock.
        dealt : int
            Deals dealt to find them.

        Raises
        ------
        InputError
            If one unit needs more than about sixteen million.
        """
        cards, whole = np.zeros((units, 3), np.int64), pack_mask(self.rules.pack)
        left, attempt, dealt = np.arange(units), 0, 0
        while len(left):
            if attempt > _MOST_ATTEMPTS:
                raise InputError(
                    f"given: {self.text}: not met once in {attempt:,} deals; impossible, or too "
                    "rare to wait for"
                )
            # The fewer units are left, the more attempts at each are dealt together.
            ahead = max(1, _TOGETHER // len(left)) if self.rejected else 1
            tried = np.zeros((len(left), ahead, 3), np.int64)
            deal_attempts(self.ways, seed, first + left, attempt, tried)
            elder, younger = tried[:, :, 0], tried[:, :, 1]
            seen = DealtCards(elder, younger, whole & ~(elder | younger))
            meets = np.broadcast_to(All(self.rejected).holds(seen, self.rules), elder.shape)
            is_met, place = meets.any(axis=1), meets.argmax(axis=1)
            cards[left[is_met]] = tried[is_met, place[is_met]]
            dealt += int(np.where(is_met, place + 1, ahead).sum())
            left, attempt = left[~is_met], attempt + ahead
        return cards, dealt


def _fraction_json(probability: Fraction) -> dict[str, object]:
    return {
        "numerator": probability.numerator,
        "denominator": probability.denominator,
        "value": float(probability),
    }


def allot(text: str, rules: RuleSet = RUBICON) -> Allotment:
    """All deals that meet a condition.

    Parameters
    ----------
    text : str
        An expression on the cards dealt (see `expression`).
    rules : RuleSet
        The pack, and what sets are made of.

    Raises
    ------
    InputError
        If the condition cannot be read or is impossible.

    Examples
    --------
    >>> allot("elder.carte_blanche").probability
    Fraction(323, 578956)
    >>> allot("elder.aces+elder.kings==0").text
    'elder.aces + elder.kings == 0'
    """
    (text,), rules = read_texts("given", [text]), find_rules(rules)
    condition, text = read_given(text, rules)
    return allot_condition(condition, rules, text)


def allot_condition(condition: Condition, rules: RuleSet = RUBICON, text: str = "") -> Allotment:
    """All deals that meet a condition that is already parsed.

    Parameters
    ----------
    condition : Condition
    rules : RuleSet
    text : str
        The expression that it is, in its normal form; without it the answer is not pickled.

    Raises
    ------
    InputError
        If it is impossible, or uses something the rules do not have.
    """
    plain = simplify(condition, rules.pack)
    plain.check(rules)
    ways, rejected = lay_out(plain, rules)
    if not ways.deals:
        raise InputError(f"given: {text}: impossible with {rules.pack} cards")
    allotment = Allotment(text, rules, plain, ways, rejected)
    if rejected:
        allotment.deal(0, 0, 1)  # refused now rather than in the middle of a run
    return allotment
