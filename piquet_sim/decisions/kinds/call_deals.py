"""What may be called, and the deals that agree with what a seat knows when it is to call."""

from collections.abc import Iterator
from itertools import islice
from math import comb, inf
from time import monotonic
from typing import Any

import numpy as np

from piquet_sim.deals.branches import number_deals, order_stock
from piquet_sim.deals.deal import lay_talon, place_draws
from piquet_sim.deals.exchange_view import view_call, view_exchange
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.seen import Seen
from piquet_sim.game.cards import (
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    RANKS,
    SUITS,
    TEN,
    count_cards,
    iterate_cards,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import (
    POINT,
    call_strength,
    evaluate_hand,
    has_carte_blanche,
    holds_sequence,
    holds_set,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OWN, THEIRS
from piquet_sim.kernel.opponent.hands import find_hands
from piquet_sim.kernel.tables import POINT_SHIFT, SHORTEST_SEQUENCE, TOP_SHIFT
from piquet_sim.strategies import Strategy, call_everything
from piquet_sim.strategies.policies import FAILED, Policy

_MOST_LESSER = 2
"""How many lesser calls are tried in a class: the best."""
_SHORTEST_SUIT = 3
"""A lesser point of fewer cards is as good as none."""
_ATTEMPTS, _FEWEST_ATTEMPTS = 200, 20_000
"""The most deals drawn: for each one wanted, and before giving up because none agrees."""
_FEW_ATTEMPTS = 20
"""The same where fewer will do than are wanted."""


def list_ways(question: Seen) -> list[tuple[int, int, int]]:
    """The ways to call: everything, in one class less or nothing, and nothing at all.

    Returns
    -------
    list of tuple of three int
        Point, sequence and set; everything first.
    """
    calls = (*question.calls, *question.best[question.place :])
    lesser = (
        (*calls[:place], call, *calls[place + 1 :])
        for place in range(question.place, len(CLASSES))
        for call in list_lesser(question, place)
    )
    nothing = (*question.calls, *(0 for _ in CLASSES[question.place :]))
    return list(dict.fromkeys((calls, *lesser, nothing)))


def list_lesser(question: Seen, place: int) -> list[int]:
    """What else may be called in a class where something is held.

    The best of other suits of three cards and more, of shorter runs, or of smaller sets; and 0,
    nothing.
    """
    if not question.best[place]:
        return []
    laws, hand = question.laws, question.full
    strength = call_strength(laws, POINT + place, question.best[place])
    suits = (hand & LANE_MASK << LANE_BITS * suit for suit in range(SUITS))
    points = (evaluate_hand(laws, cards).point for cards in suits)
    lengths, sizes = range(SHORTEST_SEQUENCE, RANKS + 1), (3, 4)
    runs = (length << TOP_SHIFT | top for length in lengths for top in range(RANKS))
    sets = (size << TOP_SHIFT | rank for size in sizes for rank in range(TEN, RANKS))
    held = (
        (point for point in points if point >> POINT_SHIFT >= _SHORTEST_SUIT),
        (run for run in runs if holds_sequence(laws, hand, run)),
        (one for one in sets if holds_set(laws, hand, one)),
    )
    calls = {int(one) for one in held[place] if one}
    lesser = [call for call in calls if call_strength(laws, POINT + place, call) < strength]
    return [*sorted(lesser, reverse=True)[:_MOST_LESSER], 0]


def count_fitting(question: Seen) -> tuple[int, int] | None:
    """How many hands the opponent may hold, and how many agree with what has been called: exact.

    Whether the opponent would have kept such a hand is left out of account.

    Returns
    -------
    tuple of two int, or None
        By the cards that the seat has seen, and by the calls and answers, too; None if they are
        more than a hundred thousand, or the opponent has shown a carte blanche.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> from piquet_sim.decisions.one_hand import read_knowledge
    >>> deal = Simulation("club", "club").replay_deal(2)
    >>> count_fitting(read_knowledge(deal, "elder", "sequence"))
    (455, 84)
    """
    known = question.opponent
    ways = comb(count_cards(known.pool), known.wanted)
    if question.opponent_dealt or ways > 100_000:
        return None
    return ways, len(find_hands(question.laws, known))


class Drawing:
    """Deals that agree with what is known, drawn as they are wanted, and who plays them on.

    Parameters
    ----------
    question : Seen
    strategy : str
        Plays on for the seat.
    opponent : str
        Exchanges, calls and plays for the opponent.
    seed : int
    deals : int
        How many are wanted at most.
    seconds : float, optional
        After so many no more are looked for.
    least : int, optional
        How many are enough; by default all.
    """

    def __init__(
        self,
        question: Seen,
        strategy: str,
        opponent: str,
        seed: int,
        deals: int,
        seconds: float | None = None,
        least: int | None = None,
    ) -> None:
        names = (strategy, opponent) if question.seat == ELDER_SEAT else (opponent, strategy)
        self.simulation = Simulation(*names, rules=question.rules, seed=seed)
        self.question = question
        self.until = inf if seconds is None else monotonic() + seconds
        self.is_late = False
        self.least = deals if least is None else least
        self.attempts = (
            max(_FEWEST_ATTEMPTS, deals * _ATTEMPTS) if least is None else deals * _FEW_ATTEMPTS
        )
        self._rows: list[tuple[int, ...]] = []
        self._agreeing = self._list_agreeing(seed)

    @property
    def other(self) -> Strategy:
        """Exchanges, calls and plays for the opponent."""
        return (self.simulation.elder, self.simulation.younger)[1 - self.question.seat]

    def draw(self, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """The first deals, and what the opponent throws in each.

        Parameters
        ----------
        deals : int
            There are fewer if time is up, or if fewer agree that are enough.

        Returns
        -------
        dealt : int64 array, shape (drawn, 4)
            As `branches.lay_out` has it.
        thrown : int64 array, shape (drawn,)

        Raises
        ------
        InputError
            If too few deals agree before the attempts are used up.
        """
        rows, tried = self._rows, self.attempts
        rows += islice(self._agreeing, max(deals - len(rows), 0))
        if self.is_late or len(rows) >= min(deals, self.least):
            laid = np.array(rows[:deals], np.int64).reshape(-1, 4)
            return number_deals(laid), laid[:, 3].copy()
        agree = f"view: if {SEATS[1 - self.question.seat]} exchanges as {self.other.name} does,"
        if not rows:
            raise InputError(
                f"{agree} none of {min(tried, _FEWEST_ATTEMPTS):,} deals agrees with what is "
                "known; try another opponent"
            )
        raise InputError(
            f"{agree} only {len(rows):,} of {tried:,} deals agree with what is known; ask for "
            f"{len(rows):,} deals at most, or try another opponent"
        )

    def _list_agreeing(self, seed: int) -> Iterator[tuple[int, ...]]:
        # Elder's hand, younger's, the order of the stock, and what the opponent throws.
        question, other = self.question, self.other
        other.prepare()
        laws, seat, known, dealt = question.laws, question.seat, question.hidden, question.dealt
        took = count_cards(question.discard)
        own, left = (list(iterate_cards(one)) for one in (question.drawn, question.left))
        answers: dict[int, int] = {}
        for attempt, (hand, drawn, rest) in enumerate(
            _imagine(question, np.random.default_rng(seed), self.attempts)
        ):
            self.is_late = monotonic() > self.until
            if self.is_late or (attempt == _FEWEST_ATTEMPTS and not self._rows):
                return
            if hand not in answers:
                answers[hand] = _ask(
                    other.discard, view_exchange(laws, 1 - seat, hand, dealt, took, len(answers))
                )
            discard = answers[hand]
            kept = hand & ~discard | sum(drawn)
            is_so = count_cards(discard) == known.took and not discard & known.holds
            if is_so and _calls_as_heard(question, other, hand, discard, kept, attempt):
                yield *_lay_out(question, hand, drawn, own, [*left, *rest]), discard


def _ask(policy: Policy, view: Any) -> int:
    # What the view says need not be checked again: only a policy that fails must say why.
    answer = int(policy.compiled(view))
    return policy(view) if answer == FAILED else answer


def _calls_as_heard(
    question: Seen, other: Strategy, dealt: int, discard: int, hand: int, luck: int
) -> bool:
    # Whether the opponent, with this hand, would have called and answered what was heard; or has
    # called all of it, as people do.
    if question.fits(hand):
        return True
    if other.call is call_everything:
        return False
    laws, seat, took = question.laws, question.seat, count_cards(question.discard)
    best, is_elder = evaluate_hand(laws, hand), seat == ELDER_SEAT
    results: list[int] = []
    for place, heard in enumerate(question.calls if is_elder else question.hidden.heard):
        told = dealt, discard, hand, took, heard if is_elder else 0, results, luck
        view = view_call(laws, 1 - seat, place, best[place], *told)
        call = _ask(other.call, view) if best[place] else 0
        least, most = question.bounds[place]
        if not least <= call_strength(laws, POINT + place, call) <= most:
            return False
        if is_elder:
            # How a class stands for the other, by how it stands for the seat; else it is level.
            results.append({THEIRS: OWN, OWN: THEIRS}.get(question.hidden.results[place], LEVEL))
    return True


def _imagine(
    question: Seen, luck: np.random.Generator, attempts: int
) -> Iterator[tuple[int, list[int], list[int]]]:
    # The opponent's dealt hand, what they drew, and the other cards that nobody has seen. What they
    # have for certain is in one of both.
    dealt, is_elder = question.opponent_dealt, question.seat == ELDER_SEAT
    pool = np.array(list(iterate_cards(question.others & ~dealt)))
    sure = list(iterate_cards(question.hidden.holds & ~dealt))
    wanted = 0 if dealt else HAND_CARDS
    more = wanted + question.hidden.took - len(sure)
    for _ in range(attempts):
        order = luck.permutation(pool).tolist()
        had, rest = order[:more], order[more:]
        if is_elder:  # what younger has for certain was drawn
            had = [*had, *sure]
        elif sure:  # what elder has shown was dealt or drawn
            had = luck.permutation([*had, *sure]).tolist()
        hand = dealt or sum(had[:wanted])
        if dealt or not has_carte_blanche(hand):
            yield hand, had[wanted:], rest


def _lay_out(
    question: Seen, hand: int, drawn: list[int], own: list[int], rest: list[int]
) -> tuple[int, int, int]:
    # Elder's hand, younger's, and the order of the stock, its lowest card number 0.
    turn = 1 if question.seat == ELDER_SEAT else -1
    # Of what younger draws, elder may have seen the first.
    holds, hands = question.hidden.holds, (question.dealt, hand)[::turn]
    draws = (own, sorted(drawn, key=lambda card: not card & holds))[::turn]
    talon = lay_talon(
        place_draws(question.laws, bool(has_carte_blanche(hands[0])), *map(len, draws)), draws, rest
    )
    return (*hands, order_stock(talon))
