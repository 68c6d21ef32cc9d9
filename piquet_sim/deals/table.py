"""A deal or a match that is played one decision at a time.

The engine plays it again from its first card with the answers given so far, and stops at the first
question that has none. So no law stands here: who is asked what and when, what the seat sees and
what a deal scores are the engine's, and a table is its description and its answers.
"""

import numpy as np

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import ACE, RANKS, TEN, count_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.deal.holdings import (
    POINT,
    SEQUENCE,
    SET,
    holds_sequence,
    holds_set,
    point_cards,
)
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.kernel.tables import LANE_POINT, PIPS_MASK, SHORTEST_SEQUENCE, TOP_SHIFT
from piquet_sim.strategies.policies import Outsider, Policy
from piquet_sim.strategies.registry import Strategy

CALLS: dict[str, list[int]] = {
    "point": np.unique(LANE_POINT)[1:].tolist(),
    "sequence": [
        length << TOP_SHIFT | top
        for length in range(SHORTEST_SEQUENCE, RANKS + 1)
        for top in range(length - 1, RANKS)
    ],
    "set": [size << TOP_SHIFT | rank for size in (3, 4) for rank in range(TEN, ACE + 1)],
}
"""All calls of each class, as views have them (`kernel.deal.holdings`), the least first."""

_UNANSWERED = -1
"""No legal answer to any question: the engine refuses it and stops."""


class Table:
    """A deal, or a whole match, whose players are asked one decision after another.

    The cards and the order of events are the engine's: game number i is deal (or match) number i of
    the simulation with the same rules and seed.

    Parameters
    ----------
    rules : str or RuleSet
        A preset's name or a rule book.
    seed : int
        Fixes the cards.
    number : int
        Which deal or match of the simulation.
    is_match : bool
        Whether a whole match is played, whatever the rule book calls one.

    Attributes
    ----------
    view : DiscardView, CallView, PlayView or None
        What the seat that is to decide sees; None when the game is over.
    answers : list of int
        All answers so far.
    result : record or ndarray of int64
        When the game is over: the record of the deal, or the outcome of the match
        (`kernel.batch.matches.OUTCOME`).

    Raises
    ------
    InputError
        If a parameter is out of range.

    Examples
    --------
    >>> table = Table(seed=1)
    >>> table.what, table.view.most
    ('discard', 5)
    >>> table.answer(table.legal[-1])
    >>> table.view.seat, table.view.opponent_took
    (1, 1)
    """

    def __init__(
        self, rules: str | RuleSet = RUBICON, seed: int = 1, number: int = 0, is_match: bool = False
    ) -> None:
        self.rules: RuleSet = find_rules(rules)
        self.seed, self.number, self.is_match = seed, number, is_match
        self.answers: list[int] = []
        self._play_on()

    def _play_on(self) -> None:
        self.view: DiscardView | CallView | PlayView | None = None
        self.result: np.void | np.ndarray | None = None
        to_come = self.answers[::-1]

        def ask(view: tuple) -> int:
            if to_come:
                return to_come.pop()
            self.view = view
            return _UNANSWERED

        policies = (
            Policy("table", view, ask, ask, Outsider(view, ask))
            for view in (DiscardView, PlayView, CallView)
        )
        player = Strategy("table", *policies)
        simulation = Simulation(player, player, self.rules, self.seed)
        try:
            if self.is_match:
                self.result = simulation.play_matches(self.number, 1)[0][0, 0]
            else:
                self.result = simulation.record_units(self.number, 1)[0]
        except IllegalDecision:
            if self.view is None:
                raise

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.view is None

    @property
    def what(self) -> str:
        """What is to be decided: "discard", a class to be called, "play", or "over"."""
        if isinstance(self.view, CallView):
            # Questions that a `CallView` asks, by its kind.
            return ("carte_blanche", *CLASSES, "left_cards")[self.view.kind]
        return {DiscardView: "discard", PlayView: "play"}.get(type(self.view), "over")

    @property
    def player(self) -> int:
        """Which player is to decide: 0 the one who is elder in the first deal."""
        return self.view.seat ^ (self.view.deal + 1 & 1 if self.is_match else 0)

    @property
    def legal(self) -> list[int]:
        """The legal answers; of a discard, whose answer is several cards, the cards of the hand."""
        view, laws = self.view, self.rules.laws()
        if not isinstance(view, CallView):
            return list(iterate_cards(view.hand if self.what == "discard" else view.legal))
        calls, hand = CALLS.get(self.what, [1]), view.hand
        if view.kind == POINT:
            least = laws.point_least_pips
            calls = [one for one in calls if one & PIPS_MASK >= least and point_cards(hand, one)]
        elif view.kind == SEQUENCE:
            calls = [one for one in calls if holds_sequence(laws, hand, one)]
        elif view.kind == SET:
            calls = [one for one in calls if holds_set(laws, hand, one)]
        return sorted({0, view.best, *calls})

    def answer(self, answer: int) -> None:
        """Answer the question, and play on to the next.

        Parameters
        ----------
        answer : int
            As a strategy answers its view: the cards of a discard, a call, or a card.

        Raises
        ------
        InputError
            If it is not legal, or the game is over.
        """
        view, what = self.view, self.what
        if view is None:
            raise InputError("table: the game is over")
        if what == "discard":
            if answer & ~view.hand or not view.least <= count_cards(answer) <= view.most:
                raise InputError(f"discard: expected {view.least} to {view.most} cards of the hand")
        elif answer not in self.legal:
            raise InputError(f"{what}: {answer} is not legal here")
        self.answers.append(answer)
        self._play_on()
