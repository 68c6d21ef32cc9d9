"""The exact odds of an event given in words, over all draws that may follow a discard."""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from piquet_sim.conditions.attributes import SEQUENCE_NAMES
from piquet_sim.conditions.counting import find_share
from piquet_sim.conditions.dealing import allot_condition
from piquet_sim.conditions.model import Compared, Condition, DealtCards
from piquet_sim.conditions.reading import LATER, plain_letters, read_condition
from piquet_sim.conditions.wording import say_condition
from piquet_sim.exact.census import count_hands
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.odds import say_odds
from piquet_sim.game.cards import (
    ACE,
    LANE_BITS,
    PACK_32_MASK,
    SEVEN,
    SUITS,
    count_cards,
    iterate_cards,
)
from piquet_sim.game.errors import InputError, read_texts
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.kernel.tables import SHORTEST_SEQUENCE

_BREAKS = re.compile(rf"(?:has\s+)?breaks?\s+every\s+({'|'.join(SEQUENCE_NAMES)})", re.IGNORECASE)
_ONLY_DRAWN, _ONLY_ONE = "only elder's hand draws", "hands are counted without a seat, or elder's"


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

    def as_json(self) -> dict[str, Any]:
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
    try:
        # All that is said of a draw is said of the hand after the exchange.
        condition = read_condition(LATER.sub(" ", text).strip(), seat=seat)
    except InputError as error:
        raise InputError(f"event: {str(error).removeprefix('given: ')}") from None
    for leaf in condition.leaves():
        places = {leaf.place, leaf.other_place} if isinstance(leaf, Compared) else {leaf.place}
        if places != {seat}:
            other = min(places - {seat})
            raise InputError(f"event: {text!r} is about {other}; only {seat}'s hand draws")
    return condition


def breaks_every(seen: np.ndarray, cards: int) -> np.ndarray:
    """Whether nobody can hold a sequence of that many cards among those not seen.

    Parameters
    ----------
    seen : ndarray of int64
        Masks of cards of the pack of 32.
    cards : int
        From 3 to 8.

    Returns
    -------
    ndarray of bool

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> tens = parse_hand("T.T.T.T")  # every quint has the ten and the knave
    >>> breaks_every(np.array([tens]), 5).tolist(), breaks_every(np.array([tens]), 3).tolist()
    ([True], [False])
    """
    broken = np.ones(len(seen), bool)
    for suit in range(SUITS):
        for lowest in range(SEVEN, ACE - cards + 2):
            run = ((1 << cards) - 1) << lowest << LANE_BITS * suit
            broken &= seen & run != 0
    return broken


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
        In words, as `read_event` takes it, or "breaks every quint" (or another sequence): then
        none can be made of the cards that the seat was not dealt and does not draw.
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
    breaks = _BREAKS.fullmatch(plain_letters(event))
    if breaks:
        run = breaks[1].lower()
        # What was thrown out is with nobody, either.
        seen = list_drawn(hand, discard) | discard
        happened = breaks_every(seen, SEQUENCE_NAMES.index(run) + SHORTEST_SEQUENCE)
        word = event.rsplit(maxsplit=1)[-1].lower()
        reading = f"no {word} among the cards that {seat} has not seen"
        return EventOdds(event, reading, int(happened.sum()), len(seen))
    condition = read_event(event, seat)
    condition.check(rules)
    hands = list_drawn(hand, discard)
    happened = condition.holds(DealtCards(hands, hands, hands), rules)
    return EventOdds(event, say_condition(condition), int(happened.sum()), len(hands))


# ---- Hands as dealt -----------------------------------------------------------------------------
@dataclass(frozen=True)
class HandCount:
    """How many hands meet a condition."""

    condition: str
    """As it was written."""
    reading: str
    """As it was read."""
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
        As a condition is written; the seat need not be named: "3 aces and a void".
    rules : RuleSet

    Raises
    ------
    InputError
        If it cannot be read, is impossible or not about elder's hand, or cannot be counted.

    Examples
    --------
    >>> count_hands_meeting("4 aces")
    HandCount(condition='4 aces', reading='elder: 4 aces', hands=3108105, of=225792840)
    """
    (text,), rules = read_texts("given", [text]), find_rules(rules)
    try:
        condition = read_event(text)
    except InputError as error:
        said = str(error).removeprefix("event: ").replace(_ONLY_DRAWN, _ONLY_ONE)
        raise InputError(f"given: {said}") from None
    allotment = allot_condition(condition, rules, text)
    share = find_share(allotment.condition, rules)
    share = allotment.probability if share is None else share
    if share is None:
        raise InputError(f"given: {text!r} cannot be counted exactly")
    of = count_hands(rules.pack)
    return HandCount(text, allotment.reading, int(share * of), of)
