"""The exact odds of an event told in words, over all draws that may follow a discard."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from piquet_sim.conditions.model import Compared, Condition, DealtCards
from piquet_sim.conditions.reading.parser import read_condition
from piquet_sim.conditions.wording import say_condition
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.odds import say_odds
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet

_VERBS = ("has", "holds", "lacks")
_PLACES = ("younger", "elder", "talon", "both", "either", "nobody", "dealer", "pone")


@dataclass(frozen=True)
class EventOdds:
    """In how many draws an event comes about."""

    event: str
    """As it was written."""
    reading: str
    """As it was read."""
    favourable: int
    draws: int

    @property
    def probability(self) -> Fraction:
        """Exact, if all draws are equally likely."""
        return Fraction(self.favourable, self.draws)

    def as_json(self) -> dict[str, object]:
        """What ``piquet odds --event … --json`` prints of it."""
        return {
            "event": self.event,
            "reading": self.reading,
            "favourable": self.favourable,
            "of": self.draws,
            "probability": float(self.probability),
            "odds": say_odds(self.probability),
        }


def list_drawn(hand: int, discard: int) -> np.ndarray:
    """All hands that a discard may lead to, each as likely as any other.

    Parameters
    ----------
    hand, discard : int
        Masks: twelve cards dealt from the pack of 32, and those thrown out.

    Returns
    -------
    ndarray of int64
        One hand for each draw from the cards not seen.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> len(list_drawn(parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87")))
    15504
    """
    unseen = list(iterate_cards(PACK_32_MASK & ~hand))
    drawn = combinations(unseen, count_cards(discard))
    return np.fromiter(map(sum, drawn), np.int64) + (hand & ~discard)


def read_event(text: str, seat: str = "elder") -> Condition:
    """An event in words, as a condition on the hand of a seat.

    Parameters
    ----------
    text : str
        As a condition is written; the seat need not be named: "a quatorze or a point of 6".
    seat : str

    Raises
    ------
    InputError
        If it cannot be read, or speaks of other cards than the seat's.

    Examples
    --------
    >>> read_event("4 aces") == read_event("elder has four aces")
    True
    """
    first, _, rest = text.strip().partition(" ")
    if first.lower() in _PLACES:
        said = text
    elif first.lower() in _VERBS:
        said = f"{seat} {text}"
    elif first.lower() == "not":
        said = f"not {seat} has {rest}"
    else:
        said = f"{seat} has {text}"
    try:
        condition = read_condition(said)
    except InputError as error:
        raise InputError(f"event: {str(error).removeprefix('given: ')}") from None
    for leaf in condition.leaves():
        places = {leaf.place, leaf.other_place} if isinstance(leaf, Compared) else {leaf.place}
        if places != {seat}:
            other = min(places - {seat})
            raise InputError(f"event: {text!r} speaks of {other}; only {seat}'s hand is drawn to")
    return condition


def find_event_odds(
    hand: int, discard: int, event: str, seat: str = "elder", took: int | None = None,
    rules: RuleSet = RUBICON,
) -> EventOdds:  # fmt: skip
    """In how many of all draws after a discard an event comes about.

    Parameters
    ----------
    hand, discard : int
        Masks.
    event : str
        In words, as `read_event` takes it.
    seat, took, rules
        As in `find_odds`, with what it assumes.

    Raises
    ------
    InputError
        As `find_odds` and `read_event`; if the rules lack what the event speaks of.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> hand, discard = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87")
    >>> odds = find_event_odds(hand, discard, "4 knaves")
    >>> odds.favourable, odds.reading
    (3876, 'elder: 4 knaves')
    """
    find_odds(hand, discard, seat, took, rules)  # checks all of them
    condition = read_event(event, seat)
    condition.check(rules)
    hands = list_drawn(hand, discard)
    happened = condition.holds(DealtCards(hands, hands, hands), rules)
    return EventOdds(event, say_condition(condition), int(happened.sum()), len(hands))
