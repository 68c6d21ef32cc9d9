"""Expressions asked of one hand, exactly: over all draws after a discard, or all hands dealt."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from piquet_sim.conditions.expression import Deals, Expression, read_expression, read_given
from piquet_sim.conditions.names import AIM, CENSUS, EVENT
from piquet_sim.conditions.sayings import SUCCESSORS
from piquet_sim.conditions.share import find_share
from piquet_sim.exact.census import count_hands
from piquet_sim.exact.draw_odds import (
    EVENTS,
    VALUE,
    DrawOdds,
    check_discard,
    rank_by_value,
    read_countable,
)
from piquet_sim.exact.odds import say_odds
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards
from piquet_sim.game.errors import InputError, read_texts
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules

AIM_OF_VALUE = SUCCESSORS[VALUE]
AIMS: dict[str, str] = {SUCCESSORS[event]: event for event in (VALUE, *EVENTS)}
"""Expressions by which discards are ranked at once, with the event of `exact.draw_odds`."""


@dataclass(frozen=True)
class EventOdds:
    """In how many draws an event comes about."""

    event: str
    """The expression, in its normal form."""
    favourable: int
    draws: int

    @property
    def probability(self) -> Fraction:
        """Exact, if all draws are equally likely."""
        return Fraction(self.favourable, self.draws)

    def as_json(self) -> dict[str, Any]:
        """What ``piquet odds --event … --json`` prints of it."""
        return {
            "event": self.event,
            "favourable": self.favourable,
            "of": self.draws,
            "probability": float(self.probability),
            "odds": say_odds(self.probability),
        }


@lru_cache(8)
def list_draws(hand: int, cards: int) -> np.ndarray:
    """All draws of so many cards, each as likely as any other: int64 masks.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> len(list_draws(parse_hand("AKJ.AQJ8.98.J87"), 5))
    15504
    """
    return np.fromiter(map(sum, combinations(iterate_cards(PACK_32_MASK & ~hand), cards)), np.int64)


def _sum_over_draws(
    read: Expression, hand: int, discard: int, draws: np.ndarray, rules: RuleSet
) -> int:
    held = hand & ~discard | draws
    values = read.compute(
        Deals({"hand": held, "unseen": PACK_32_MASK & ~(hand | held)}.__getitem__, rules.pack)
    )
    return int(np.broadcast_to(values, len(draws)).sum())


def find_event_odds(
    hand: int,
    discard: int,
    event: str,
    seat: str = "elder",
    took: int | None = None,
    rules: RuleSet = RUBICON,
) -> EventOdds:
    """In how many of all draws after a discard an event comes about.

    Parameters
    ----------
    hand, discard : int
        Masks.
    event : str
        An expression on `hand` as it is after the draw, and on `unseen`, the cards that the seat
        was not dealt and does not draw.
    seat, took, rules
        As in `find_odds`, with what it assumes.

    Raises
    ------
    InputError
        As `find_odds` and `read_expression`.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> hand, discard = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87")
    >>> find_event_odds(hand, discard, "hand.knaves==4")
    EventOdds(event='hand.knaves == 4', favourable=3876, draws=15504)
    """
    hand, rules = read_countable(hand, rules)
    check_discard(hand, discard, seat, took, rules)
    (event,) = read_texts(EVENT, [event])
    read, draws = read_expression(event, rules, EVENT), list_draws(hand, count_cards(discard))
    return EventOdds(read.text, _sum_over_draws(read, hand, discard, draws, rules), len(draws))


def rank_discards(
    hand: int | str,
    aim: str = AIM_OF_VALUE,
    seat: str = "elder",
    took: int | None = None,
    rules: RuleSet = RUBICON,
) -> list[DrawOdds]:
    """All legal discards of a hand, the best for an aim first.

    Parameters
    ----------
    hand : int or str
        The twelve cards dealt: a mask or text.
    aim : str
        An expression on `hand` after the draw and on `unseen`: a number, of which the mean is
        taken, or an event. Those in `AIMS` are answered at once, others take some seconds.
    seat, took, rules
        As in `find_odds`.

    Returns
    -------
    list of DrawOdds
        ``rate(aim)`` is the mean or the probability. Ties are ordered by the average count of the
        hand, then by fewer cards, then by the order of the cards in the hand.

    Raises
    ------
    InputError
        If the hand, the aim or a number is invalid.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> best = rank_discards(parse_hand("AKJ.AQJ8.98.J87"), "hand.knaves == 4")[0]
    >>> format_hand(best.discard), best.rate("hand.knaves == 4")
    ('.8.98.87', Fraction(1, 4))
    """
    held, rules = read_countable(hand, rules)
    (aim,) = read_texts(AIM, [aim])
    read = read_expression(aim, rules, AIM)
    ranked = rank_by_value(held, seat, took, rules)
    if read.text in AIMS:
        rates = [one.rate(AIMS[read.text]) for one in ranked]
    else:
        sizes = [count_cards(one.discard) for one in ranked]
        draws = {cards: list_draws(held, cards) for cards in {*sizes}}
        rates = [
            Fraction(_sum_over_draws(read, held, one.discard, draws[cards], rules), one.draws)
            for one, cards in zip(ranked, sizes, strict=True)
        ]
    named = [
        replace(one, asked={aim: rate, read.text: rate})
        for one, rate in zip(ranked, rates, strict=True)
    ]
    return sorted(named, key=lambda one: -one.rate(aim))


# ---- Hands as dealt -----------------------------------------------------------------------------
@dataclass(frozen=True)
class HandCount:
    """How many hands meet a condition."""

    condition: str
    """The expression, in its normal form."""
    hands: int
    of: int
    """All hands."""

    @property
    def probability(self) -> Fraction:
        """The probability that a dealt hand meets it: exact."""
        return Fraction(self.hands, self.of)

    def as_json(self) -> dict[str, Any]:
        """What ``piquet census --given … --json`` prints."""
        return {**vars(self), "probability": float(self.probability)}


def count_hands_meeting(text: str, rules: RuleSet = RUBICON) -> HandCount:
    """The hands of twelve cards that meet a condition: exact.

    Parameters
    ----------
    text : str
        An expression on `hand`.
    rules : RuleSet

    Raises
    ------
    InputError
        If it cannot be read, is impossible, or cannot be counted.

    Examples
    --------
    >>> count_hands_meeting("hand.aces == 4")
    HandCount(condition='hand.aces == 4', hands=3108105, of=225792840)
    """
    from piquet_sim.conditions.dealing import allot_condition

    (text,), rules = read_texts("given", [text]), find_rules(rules)
    condition, text = read_given(text, rules, CENSUS)
    allotment = allot_condition(condition, rules, text)
    share = find_share(allotment.condition, rules)
    share = allotment.probability if share is None else share
    if share is None:
        raise InputError(f"given: {text} cannot be counted exactly")
    of = count_hands(rules.pack)
    return HandCount(text, int(share * of), of)
