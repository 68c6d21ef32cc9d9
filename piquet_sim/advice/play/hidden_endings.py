"""Endings in which one hand is not known: all hands that fit, and what each card makes of them.

Every hand that the opponent can hold is listed, given the cards that are left, those that they
certainly hold, and what they have called: what is called must be held in the twelve cards after the
exchange. That a player has called nothing better proves nothing, since anything may be sunk.

Each card that may be played is then valued against every hand, both playing on perfectly and seeing
all cards (`exact.ending_solutions`). The least of these values is what the card is sure to make if
the player sees the other hand from then on. A player who does not see it can be sure of no more,
and sometimes of less, since they may have to guess later.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from piquet_sim.advice.play.exchange_views import read_heard
from piquet_sim.advice.play.weighed_hands import ANYTHING, count_holding, keep_full_calls
from piquet_sim.exact.ending_solutions import EndingSolver, check_aim, check_score
from piquet_sim.exact.endings import Ending, read_standing, refuse_deal
from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.game.cards import (
    HAND_CARDS,
    count_cards,
    format_card,
    iterate_cards,
    name_card,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import require_object
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import join_words
from piquet_sim.kernel.players.opponent_hands import Knowledge
from piquet_sim.kernel.questions.possible_hands import UNKNOWN, list_possible_hands

MOST_HANDS = 200_000
"""The most ways to hold the unseen cards that are listed."""

_KEYS = {
    *SEATS, "unseen", "holds", "lacks", "played", "calls",
    "rules", "leads", "table", "tricks", "points",
}  # fmt: skip
_MOST_TOLD = 4


@dataclass(frozen=True)
class HiddenEnding:
    """What a seat knows of an ending; `read_hidden_ending` makes it and checks it."""

    seat: int
    """0 elder, 1 younger: whose hand is known, and whose turn it is."""
    hand: int
    unseen: int
    """Cards that the opponent may hold."""
    holds: int
    """Those of them that they certainly hold."""
    played: int
    """Cards that they have played, one on the table among them."""
    calls: tuple[int, int, int]
    """Point, sequence and set that they have called, 0 for none."""
    standing: tuple[int, int, int, int | None, int | None, RuleSet, int]
    """What an `Ending` is besides its hands."""

    @property
    def rules(self) -> RuleSet:
        """The rule book."""
        return self.standing[-2]

    @property
    def cards(self) -> int:
        """How many cards the opponent holds."""
        return count_cards(self.hand) - (self.standing[-1] > 0)

    def with_hand(self, opponent: int) -> Ending:
        """The ending if the opponent holds a hand."""
        hands = (opponent, self.hand) if self.seat else (self.hand, opponent)
        return Ending(*hands, *self.standing)

    @property
    def ways(self) -> int:
        """In how many ways the opponent can hold this number of the cards, ignoring calls."""
        wanted = self.cards - count_cards(self.holds)
        return comb(count_cards(self.unseen & ~self.holds), wanted) if wanted >= 0 else 0

    def list_hands(self) -> np.ndarray:
        """All hands that fit, int64.

        Raises
        ------
        InputError
            If there is none, or there are too many ways.
        """
        other, ways = SEATS[1 - self.seat], self.ways
        if ways > MOST_HANDS:
            raise InputError(
                f"unseen: {other} can hold these cards in {ways:,} ways; at most {MOST_HANDS:,} "
                "are listed"
            )
        said = "unseen: no possible hand is left"
        if not ways:
            raise InputError(
                f"{said}: {other} still has {self.cards} cards, of "
                f"{count_cards(self.unseen)} that may be {other}'s and "
                f"{count_cards(self.holds)} that certainly are"
            )
        laws = prepare_laws(self.rules)
        point = self.calls[0]
        knowledge = Knowledge(
            self.holds, self.unseen & ~self.holds, self.cards - count_cards(self.holds),
            self.played, self.unseen, point, ANYTHING, 0, ANYTHING, 0, ANYTHING, 0, 0,
        )  # fmt: skip
        if laws.point_by_pips:
            knowledge = knowledge._replace(point_least=0)
        classes = np.array(
            [[0, 0, call, UNKNOWN] for call in keep_full_calls(self.calls)], np.int64
        )
        room = np.zeros(ways, np.int64)
        found = list_possible_hands(laws, knowledge, classes, room)
        if not found:
            raise InputError(f"{said} with which {other} could have called what they called")
        return room[:found]


@dataclass(frozen=True)
class HiddenSolution:
    """What each card makes against all hands that fit, from the side of the player to move."""

    ending: HiddenEnding
    aim: str
    score: tuple[int, int] | None
    hands: np.ndarray
    """int64[hand]."""
    plays: dict[int, np.ndarray]
    """By card int64[hand]: the player's points less the opponent's, their points, or their
    payment."""

    @cached_property
    def certain_at_most(self) -> int:
        """The most that some card makes at least against every hand.

        A player who does not see the other hand can make no more certain.
        """
        return max(int(values.min()) for values in self.plays.values())

    def count_holding(self) -> dict[int, int]:
        """In how many of the hands each card is that may be held, the card in most first."""
        return count_holding(self.hands, self.ending.unseen)

    def count_best(self) -> dict[int, int]:
        """In how many of the hands each card is best, alone or with others."""
        most = np.max(list(self.plays.values()), axis=0)
        return {card: int((values == most).sum()) for card, values in self.plays.items()}

    def as_json(self) -> dict[str, Any]:
        """The answer of ``piquet solve --hidden``."""
        best = self.count_best()
        told: dict[str, Any] = {
            "hands": len(self.hands),
            "ways": self.ending.ways,
            "holds": {format_card(card): held for card, held in self.count_holding().items()},
            "certain_at_most": self.certain_at_most,
            "plays": {
                format_card(card): {
                    "least": int(values.min()),
                    "most": int(values.max()),
                    "best": best[card],
                    "hands": {str(value): count for value, count in _count_values(values)},
                }
                for card, values in self.plays.items()
            },
        }
        if self.aim != "difference":
            told["aim"] = self.aim
        if self.score is not None:
            told["score"] = list(self.score)
        return told


def _count_values(values: np.ndarray) -> list[tuple[int, int]]:
    return sorted(Counter(values.tolist()).items())


def read_hidden_ending(given: object, rules: RuleSet = RUBICON) -> HiddenEnding:
    """Read from its JSON object an ending in which one hand is not known.

    Parameters
    ----------
    given : dict
        ``elder`` or ``younger`` (the hand that is known, of the player to move), ``unseen`` (the
        cards that the opponent may hold), ``leads``, ``tricks`` and optionally ``rules``,
        ``points`` and ``table`` as for `exact.endings.read_ending`. Optionally ``holds`` and
        ``lacks`` (cards that the opponent certainly holds, or does not), and ``calls`` (what they
        have called, as in the record of a deal; of a point ``length`` alone will do), for which
        ``played`` (the cards that they have played to complete tricks) must be given, too.
    rules : RuleSet
        For an ending that names none.

    Raises
    ------
    InputError
        If anything is invalid; the message says what.

    Examples
    --------
    >>> from piquet_sim import format_hand
    >>> hidden = read_hidden_ending({
    ...     "elder": "AQ...", "unseen": "KJ.A..", "leads": "elder",
    ...     "tricks": {"elder": 5, "younger": 5},
    ... })
    >>> [format_hand(int(hand)) for hand in hidden.list_hands()]
    ['KJ...', 'J.A..', 'K.A..']
    """
    refuse_deal(given)
    read = require_object(given, _KEYS, "ending")
    known = [seat for seat in SEATS if seat in read]
    if len(known) != 1:
        more = "; where both hands are known leave out --hidden" if known else ""
        raise InputError(
            f"ending: expected the hand of elder or of younger, and unseen for the other{more}"
        )
    for key in ("unseen", "leads", "tricks"):
        if key not in read:
            raise InputError(f"{key} is missing")
    standing = read_standing(read, rules)
    rules, table, leads = standing[-2], standing[-1], standing[0]
    own, seat = known[0], SEATS.index(known[0])
    other = SEATS[1 - seat]
    hand = parse_hand(read[own], own, rules.pack)
    unseen, holds, lacks, played = (
        parse_hand(read.get(key, "..."), key, rules.pack)
        for key in ("unseen", "holds", "lacks", "played")
    )
    for cards, what, others, where in (
        (unseen | holds, "unseen", hand, f"in {own}'s own hand"),
        (holds, "holds", lacks, "among the cards that are not held"),
        (played, "played", hand | unseen | holds, "still to be played"),
        (table, "table", hand | unseen | holds | played, "elsewhere, too"),
    ):
        if cards & others:
            raise InputError(
                f"{what}: {format_card(next(iterate_cards(cards & others)))} is {where}"
            )
    if (1 - leads if table else leads) != seat:
        raise InputError(f"{own}: it is {other}'s turn; the hand that is known must be to move")
    if table:
        played |= table
    hidden = HiddenEnding(
        seat, hand, unseen & ~lacks | holds, holds, played,
        read_heard(read.get("calls"), other, rules.laws()), standing,
    )  # fmt: skip
    after_exchange = hidden.cards + count_cards(played)
    if any(hidden.calls) and after_exchange != HAND_CARDS:
        raise InputError(
            f"played: {other} has played {HAND_CARDS - hidden.cards} cards, got "
            f"{count_cards(played)}; what was called is looked for among all twelve"
        )
    if hidden.ways:  # sizes and tricks are checked with any hand
        cards = list(iterate_cards(hidden.holds)) + list(iterate_cards(hidden.unseen & ~holds))
        hidden.with_hand(sum(cards[: hidden.cards]))
    return hidden


def solve_hidden_ending(
    ending: HiddenEnding, aim: str = "difference", score: tuple[int, int] | None = None
) -> HiddenSolution:
    """The value of each card against every hand that fits, all cards being seen from then on.

    Parameters
    ----------
    ending : HiddenEnding
    aim : str
    score : tuple of two int, optional
        As for `exact.ending_solutions.solve_ending`; own points are those of the player to move.

    Raises
    ------
    InputError
        If no hand fits, too many do, or the aim or the score cannot be.

    Examples
    --------
    Against any two of three cards elder makes two points, if the hand is seen after the lead:

    >>> hidden = read_hidden_ending({
    ...     "elder": "AQ...", "unseen": "KJ.A..", "leads": "elder",
    ...     "tricks": {"elder": 5, "younger": 5},
    ... })
    >>> solution = solve_hidden_ending(hidden, "own")
    >>> len(solution.hands), solution.certain_at_most
    (3, 2)
    """
    check_aim(aim, score, None)
    hands = ending.list_hands()
    seat = SEATS[ending.seat]
    sign = -1 if ending.seat and aim != "own" else 1
    solver = EndingSolver(ending.rules, aim, score, seat if aim == "own" else None)
    found: dict[int, list[int]] = {}
    if score is not None:
        check_score(ending.with_hand(int(hands[0])), score)
    for hand in hands.tolist():
        for card, value in solver.value_plays(ending.with_hand(hand))[0].items():
            found.setdefault(card, []).append(sign * value)
    plays = {card: np.array(values) for card, values in found.items()}
    return HiddenSolution(ending, aim, score, hands, plays)


# ---- In words -----------------------------------------------------------------------------------
def explain_hidden(solution: HiddenSolution) -> str:
    """A solution in words, the cards that make the most certain first.

    Examples
    --------
    >>> hidden = read_hidden_ending({
    ...     "elder": "AQ...", "unseen": "KJ.A..", "leads": "elder",
    ...     "tricks": {"elder": 5, "younger": 5},
    ... })
    >>> explain_hidden(solve_hidden_ending(hidden, "own")).partition(". ")[0]
    '3 hands fit; the king of spades is in 2, JS in 2, AH in 2'
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for card, values in solution.plays.items():
        groups.setdefault(tuple(values.tolist()), []).append(card)
    ordered = sorted(groups.items(), key=lambda pair: (-min(pair[0]), -sum(pair[0])))
    cards = "; ".join(_say_cards(solution, cards, values) for values, cards in ordered)
    said = (
        f"{_say_hands(solution)}. {_say_aim(solution)}, both playing on perfectly and seeing all "
        f"cards: {cards}."
    )
    if len(solution.hands) == 1:
        return said
    other, certain = SEATS[1 - solution.ending.seat], _sign(solution, solution.certain_at_most)
    return f"{said} Without seeing {other}'s hand no more than {certain} can be made certain."


def _sign(solution: HiddenSolution, value: int) -> str:
    # Own points need no sign.
    return f"{value:+}" if value and solution.aim != "own" else f"{value}"


def _say_hands(solution: HiddenSolution) -> str:
    number, ways = len(solution.hands), solution.ending.ways
    said = "1 hand fits" if number == 1 else f"{number:,} hands fit"
    if ways > number:
        said += f", of {ways:,} without the calls"
    counted = solution.count_holding()
    parts = [
        f"{format_card(card) if place else f'the {name_card(card)} is'} in {held:,}"
        for place, (card, held) in enumerate(
            (card, held) for card, held in counted.items() if 0 < held < number
        )
    ]
    for wanted, what in ((number, "certainly held"), (0, "in none")):
        cards = ["the " + name_card(card) for card, held in counted.items() if held == wanted]
        if cards:
            parts.append(f"{join_words(cards)} {'is' if len(cards) == 1 else 'are'} {what}")
    return f"{said}; {', '.join(parts)}" if parts else said


def _say_aim(solution: HiddenSolution) -> str:
    own, other = SEATS[solution.ending.seat], SEATS[1 - solution.ending.seat]
    if solution.score is not None:
        one, two = solution.score
        unit = "games" if solution.ending.rules.settlement == "games" else "points"
        return f"At {one}-{two}, in {unit} paid to {own}"
    if solution.aim == "own":
        return f"In {own}'s points from here"
    return f"In {own}'s points less {other}'s from here"


def _say_cards(solution: HiddenSolution, cards: list[int], values: tuple[int, ...]) -> str:
    named = join_words(["the " + name_card(card) for card in cards])
    verb = "makes" if len(cards) == 1 else "make"
    levels, number = sorted(set(values)), len(values)
    shown = [_sign(solution, level) for level in levels]
    if len(levels) == 1:
        return f"{named} {verb} {shown[0]}{' in every case' if number > 1 else ''}"
    said = f"{named} {verb} at least {shown[0]} in every case"
    places = range(1, len(levels))
    of = f" of {number:,}"
    for place in places if len(levels) <= _MOST_TOLD else (places[0], places[-1]):
        or_more = " or more" if place < places[-1] else ""
        at_least = sum(value >= levels[place] for value in values)
        said += f", {shown[place]}{or_more} in {at_least:,}{of}"
        of = ""
    return said
