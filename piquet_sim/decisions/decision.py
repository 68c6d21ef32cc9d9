"""A decision: what a seat knows, what is at stake, and who plays; asked alike whatever its kind.

A fourth kind would be a module of `kinds` with a function `judge`, and a line in `KINDS`.
"""

from dataclasses import dataclass
from types import ModuleType

from piquet_sim.decisions.judge import Effort, Loss
from piquet_sim.decisions.kinds import call, card, discard
from piquet_sim.decisions.seen import CALL, CARD, DISCARD, Seen
from piquet_sim.decisions.stake import Stake


@dataclass(frozen=True)
class Decision:
    """What a seat is to decide."""

    seen: Seen
    stake: Stake
    strategy: str = "expert"
    """Who goes on for the seat, where strategies play on."""
    opponent: str = "expert"
    """Who exchanges for the opponent, and goes on for them."""
    seed: int = 1
    """Of the deals, where they are drawn."""


KINDS: dict[str, ModuleType] = {DISCARD: discard, CALL: call, CARD: card}


def judge(decision: Decision, made: int, effort: Effort) -> Loss:
    """What a choice loses against the best.

    Parameters
    ----------
    decision : Decision
    made : int
        A discard or a card as a mask, or a call.
    effort : Effort

    Raises
    ------
    InputError
        If no deal agrees with what is known.
    """
    return KINDS[decision.seen.kind].judge(decision, made, effort)
