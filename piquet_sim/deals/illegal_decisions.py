"""Illegal decisions of strategies, and the words that explain them."""

import numpy as np

from piquet_sim.game.cards import count_cards, format_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.deal_state import FAULT_AT
from piquet_sim.kernel.deal.decisions import CALL_FAULT, DISCARD_FAULT, FAULT_HEAD
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import CARD_BITS, CARD_BITS_MASK
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.strategies.policies import FAILED
from piquet_sim.strategies.registry import Strategy

_MASK_FIELDS = {
    "hand",
    "dealt",
    "discard",
    "left_seen",
    "opponent_holds",
    "opponent_may_hold",
    "opponent_dealt",
    "opponent_played",
    "led",
    "legal",
    "shown",
    "played",
    "ever_shown",
}


class IllegalDecision(InputError):
    """A strategy returned a discard, a call or a card that the laws do not allow."""

    _longest = 10_000  # with all that the strategy saw

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.index = index
        """Number of the deal."""

    def __reduce__(self) -> tuple[type, tuple[str, int]]:
        return type(self), (str(self), self.index)  # a worker process hands it on


def read_fault(
    table: np.ndarray, strategies: tuple[Strategy, Strategy], seed: int, index: int
) -> IllegalDecision:
    """The error for the illegal answer that a kernel has left on its table.

    Parameters
    ----------
    table : ndarray of int64
    strategies : tuple of two Strategy
        Elder's and younger's where deals are not mirrored.
    seed, index : int
        Seed and number of the deal.
    """
    kind, seat, answer = (int(value) for value in table[FAULT_AT : FAULT_AT + FAULT_HEAD])
    strategy = strategies[seat ^ bool(table[AT.mirrored])]
    view_type = {DISCARD_FAULT: DiscardView, CALL_FAULT: CallView}.get(kind, PlayView)
    start = FAULT_AT + FAULT_HEAD
    view = view_type(*(int(value) for value in table[start : start + len(view_type._fields)]))
    said = explain_answer(strategy, kind, answer, view)
    return IllegalDecision(
        f"strategy {strategy.name!r} as {SEATS[seat]}, deal {index} of seed {seed}: {said}; "
        f"the view was {format_view(view)}",
        index,
    )


def format_view(view: tuple) -> str:
    """A view on one line, hands as cards."""
    fields = []
    for name, value in view._asdict().items():
        if name in _MASK_FIELDS:
            fields.append(f"{name}={format_cards(iterate_cards(value)) or '-'}")
        elif name in {"early_tricks", "middle_tricks", "late_tricks"}:
            fields.append(f"{name}={_format_tricks(value)}")
        else:
            fields.append(f"{name}={value}")
    return f"{type(view).__name__}({', '.join(fields)})"


def _format_tricks(tricks: int) -> str:
    # Cards in the order in which they fell.
    cards = []
    while tricks:
        cards.append((1 << (tricks & CARD_BITS_MASK)) >> 1)
        tricks >>= CARD_BITS
    return format_cards(cards) or "-"


def explain_answer(strategy: Strategy, kind: int, answer: int, view: tuple) -> str:
    """Why a strategy's answer to a view is illegal.

    Parameters
    ----------
    strategy : Strategy
    kind : int
        `kernel.deal.decisions.DISCARD_FAULT`, CALL_FAULT or PLAY_FAULT.
    answer : int
    view : tuple
    """
    if answer == FAILED:
        policies = {DISCARD_FAULT: strategy.discard, CALL_FAULT: strategy.call}
        return policies.get(kind, strategy.play).explain(view)
    if kind == CALL_FAULT:
        return f"the call {answer} is not held"
    cards = "not a set of cards"
    if answer >= 0:
        cards = format_cards(iterate_cards(answer)) or "nothing"
    if kind == DISCARD_FAULT:
        if answer < 0 or answer & ~view.hand:
            return f"discards {cards}, which is not in the hand"
        legal = f"{view.least} to {view.most} may be exchanged"
        return f"discards {count_cards(answer)} cards ({cards}); {legal}"
    return f"plays {cards}; {format_cards(iterate_cards(view.legal))} may be played"
