"""Throws beside the best of their hands, as the page asks for them, and what many lose together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

import numpy as np

from piquet_sim.deals.exchange_view import view_exchange
from piquet_sim.decisions.judge import Loss
from piquet_sim.decisions.kinds.contrast import Contrast, contrast_discards
from piquet_sim.decisions.kinds.discard import advise
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.estimates.differences import judge_gap
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies import Strategy, find_strategy

QUICK_DEALS = 1 << 14
"""For a discard where many are judged or somebody waits, half to find the best and half to judge:
what it loses is known to half a point."""


# ---- Throws of a hand ---------------------------------------------------------------------------
_KEPT = 1_024


@dataclass(frozen=True)
class Judged:
    """A throw beside the best one of its hand."""

    question: Question
    throw: int
    found: Loss
    contrast: Contrast | None
    """The throw beside the best, part by part, in the deals that judged it; None if both are the
    same, up to renaming suits. It has no single deals."""

    @property
    def best(self) -> int:
        """The best throw."""
        return self.found.best[0]

    @property
    def is_best(self) -> bool:
        """Whether it is the best, up to renaming suits."""
        return self.contrast is None

    @property
    def loss(self) -> Estimate:
        """How much more the best makes, in common deals."""
        return self.found.estimate

    @property
    def is_slip(self) -> bool:
        """Whether it is worse than the best (`judge_gap`)."""
        return self.loss.value > 0 and not judge_gap(self.loss, self.question.stake.reach)

    @property
    def lost(self) -> float:
        """What it lost; 0 where it is the best, as good, or too close to call."""
        return self.loss.value if self.is_slip else 0.0


@lru_cache(_KEPT)
def judge_throw(question: Question, throw: int) -> Judged:
    """What a throw loses against the best of its hand, by `QUICK_DEALS` deals.

    Parameters
    ----------
    question : Question
    throw : int
        As a mask.

    Raises
    ------
    InputError
        As `judge_discard`.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> question = Question(parse_hand("AKJ.AQJ8.98.J87"))
    >>> judged = judge_throw(question, parse_hand("K..98.87"))
    >>> judged.is_slip, round(judged.lost)
    (True, 6)
    """
    advice = advise(question, deals=QUICK_DEALS, shown=2, named=[throw])
    loss, table = advice.find_loss(throw), advice.trials
    if throw in loss.best or table is None:
        return Judged(question, throw, loss, None)
    contrast = contrast_discards(table, *map(table.choices.index, (throw, loss.best[0])))
    no_deals = np.zeros((0, 2), np.int64)  # many are kept, and those of each are a megabyte
    return Judged(question, throw, loss, replace(contrast, ends=no_deals, bonuses={}))


def find_throw(strategy: "str | Strategy", question: Question) -> int:
    """The cards that a strategy throws out of a hand, where the deal stands alone.

    Parameters
    ----------
    strategy : str or Strategy
    question : Question

    Returns
    -------
    int
        A mask.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> format_hand(find_throw("expert", Question(parse_hand("AKJ.AQJ8.98.J87"))))
    '.8.98.87'
    """
    player = find_strategy(strategy)
    player.prepare()
    seat, took = SEATS.index(question.seat), question.elder_took()
    return int(
        player.discard(
            view_exchange(find_laws(RUBICON), seat, question.hand, None, took, question.seed)
        )
    )


@dataclass(frozen=True)
class Lost:
    """What some throws lost together."""

    throws: int
    lost: float
    se: float
    """Standard error of what was lost."""


def add_losses(judged: Iterable[Judged]) -> Lost:
    """What throws lost together; of different hands, so that their errors are independent."""
    losses = list(judged)
    errors = [one.loss.se for one in losses if one.is_slip]
    return Lost(len(losses), sum(one.lost for one in losses), hypot(*errors))
