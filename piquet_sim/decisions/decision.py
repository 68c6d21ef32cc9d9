"""A decision is asked alike whatever its kind: what a seat knows, what is at stake, what it did.

A fourth kind would be a module of `kinds` with a function `judge`, and a line in `JUDGES`.
"""

from piquet_sim.decisions.judge import Effort, Loss
from piquet_sim.decisions.kinds import call, card, discard
from piquet_sim.decisions.seen import CALL, CARD, DISCARD, Seen
from piquet_sim.decisions.stake import Stake

JUDGES = {DISCARD: discard.judge, CALL: call.judge, CARD: card.judge}


def judge(seen: Seen, stake: Stake, made: int, effort: Effort, seed: int = 1) -> Loss:
    """What a choice loses against the best.

    The opponent exchanges as `expert`; where strategies play on, both are `expert`.

    Parameters
    ----------
    seen : Seen
    stake : Stake
    made : int
        A discard or a card as a mask, or a call.
    effort : Effort
    seed : int
        Of the deals, where they are drawn.

    Raises
    ------
    InputError
        If no deal agrees with what is known.
    """
    return JUDGES[seen.kind](seen, stake, made, effort, seed)
