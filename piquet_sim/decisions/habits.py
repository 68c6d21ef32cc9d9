"""What one decision (a discard, a call, a card) loses against the best, by what the seat knew.

Everything that states what a decision loses uses this module: advice and reviews on the command
line and on the page, the quiz, studies and reports. So the same question, seed and number of deals
has the same answer everywhere, to the last digit.

For a discard or a call, one half of the deals finds the best and fresh ones judge, so that the luck
by which the best was chosen is not part of the loss. For a card, all hands that the opponent can
still hold are examined.

For many throws together, it says what they lose.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

import numpy as np

from piquet_sim.deals.exchange_view import view_exchange
from piquet_sim.decisions.kinds.call import CallTable, list_ways
from piquet_sim.decisions.kinds.card import PlayAdvice
from piquet_sim.decisions.kinds.discard import Contrast, advise, watch_contrast
from piquet_sim.decisions.kinds.discard_table import Question
from piquet_sim.estimates.differences import judge_gap
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.standing import POINTS
from piquet_sim.strategies import Strategy, find_strategy

DEALS = 1 << 16
"""For a discard, half to find the best and half to judge: the loss is known to a quarter of a
point."""
QUICK_DEALS = 1 << 14
"""The same where many discards are judged or somebody waits: known to half a point."""
LEAST_DEALS = 32
"""With fewer deals nothing is said about a call."""

_SHOWN = 2
_EQUAL = 1e-9


@dataclass(frozen=True)
class Loss:
    """What one decision loses against the best."""

    best: tuple[int, ...]
    """What is best, the first by name: discards as masks, calls of one class, or cards. The one
    made is among them where nothing is lost."""
    estimate: Estimate
    """How much more the best makes, by the deals or hands that judge: points, or the expected
    settlement where the question has a score; exactly 0 where it was made."""
    deals: int | None = None
    """How many deals were asked for, half of them to find the best; None for a card."""
    choices: int = 0
    """How many choices were looked at: of a discard those in the race."""
    worth: Estimate | None = None
    """What the best discard makes: points, or the expected settlement."""
    points: Estimate | None = None
    """How many points more the best makes, where the settlement judges; it may be fewer."""


def judge_discard(
    question: Question, throw: int, deals: int | None = DEALS, seconds: float | None = None,
    threads: int | None = None,
) -> Loss:  # fmt: skip
    """What a discard loses against the best of its hand.

    Parameters
    ----------
    question : Question
    throw : int
        As a mask.
    deals : int
        Half choose the best throw and half judge it; at least 4.
    seconds : float, optional
        When to stop; with it the number of deals depends on the machine.
    threads : int, optional
        By default one for each processor.

    Returns
    -------
    Loss
        Points, or the expected settlement where the question has a score; the standard error is
        over deals.

    Raises
    ------
    InputError
        As `advise`.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> question = Question(parse_hand("AKJ.AQJ8.98.J87"))
    >>> loss = judge_discard(question, parse_hand("K..98.87"), QUICK_DEALS)
    >>> named = advise(question, deals=QUICK_DEALS, named=[parse_hand("K..98.87")])
    >>> [one.behind for one in named.candidates if one.is_named] == [loss.estimate]
    True
    """
    advice = advise(question, seconds, threads, deals=deals, shown=_SHOWN, named=[throw])
    best = advice.candidates[0]
    made = next(one for one in advice.candidates if throw in (one.discard, *one.same))
    best_ones, points = (best.discard, *best.same), None
    if question.score is not None:
        points = know_exactly(0.0)
        if throw not in best_ones:
            *_, contrast = watch_contrast(question, best.discard, throw, made.behind.n, threads)
            points = contrast.points
    return Loss(best_ones, made.behind, deals, advice.tried, best.worth, points)


def judge_call(table: CallTable, made: int) -> Loss:
    """What a call in one class loses against the best, classes after it called in full.

    Parameters
    ----------
    table : CallTable
        The table of the class that is to be called.
    made : int
        The call; 0 for none.

    Returns
    -------
    Loss
        Points a deal; the standard error is over deals.
    """
    place, half = table.question.place, len(table) // 2
    full, *others = list_ways(table.question)
    ways = [full, *(way for way in others if way == table.change(way[place]))]
    own = table.change(made)
    ways += [own] * (own not in ways)
    means = {way: table.judge(table.play(way, 0, half)).mean() for way in ways}
    best = [way[place] for way in ways if means[way] == max(means.values())]
    lost = points = know_exactly(0.0)
    if made not in best:
        lost = table.compare(best[0], made, half)
        points = table.compare(best[0], made, half, by_points=True)
    if table.score is None:
        points = None
    return Loss(tuple(best), lost, len(table), len(ways), points=points)


def judge_card(advice: PlayAdvice, card: int) -> Loss:
    """What a card loses against the best, over all hands that the opponent can still hold.

    Parameters
    ----------
    advice : PlayAdvice
    card : int
        One of the legal cards.

    Returns
    -------
    Loss
        By the aim of the advice; the error is that of the weights (`PlayAdvice.compare`).
    """
    best, aim = advice.candidates[0], advice.aim
    good = [one for one in advice.candidates if best.value(aim) - one.value(aim) <= _EQUAL]
    made = next(one for one in advice.candidates if card in (one.card, *one.same))
    equal = tuple(other for one in good for other in (one.card, *one.same))
    lost = points = know_exactly(0.0)
    if made not in good:
        lost = advice.compare(best.card, made.card)
        points = advice.compare(best.card, made.card, POINTS)
    if aim == POINTS:
        points = None
    return Loss(equal, lost, choices=len(advice.tried), points=points)


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
        return self.loss.value > 0 and not judge_gap(self.loss)

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
    loss = judge_discard(question, throw, QUICK_DEALS)
    if throw in loss.best:
        return Judged(question, throw, loss, None)
    *_, contrast = watch_contrast(question, throw, loss.best[0], QUICK_DEALS // 2)
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
    return int(player.discard(view_exchange(find_laws(RUBICON), seat, question.hand, None, took,
                                           question.seed)))  # fmt: skip


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
