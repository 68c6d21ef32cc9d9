"""What one decision loses against the best, by what the seat knew: of a discard, a call, a card.

Everything that says what a decision loses asks here: advice and reviews on the command line and on
the page, the quiz, studies and reports. So the same question, seed and number of deals has the same
answer everywhere, to the last digit.

Of a discard and a call one half of the deals finds the best and fresh ones judge, so that the luck
by which the best was chosen is no part of the loss. Of a card all hands are gone through that the
opponent can still hold.
"""

from dataclasses import dataclass

import numpy as np

from piquet_sim.advice.advice import advise
from piquet_sim.advice.play.advice import PlayAdvice
from piquet_sim.advice.play.call_advice import CallTable, compare_ways
from piquet_sim.advice.trials import Question
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.intervals import NORMAL, Z_95

DEALS = 1 << 16
"""For a discard, half to find the best and half to judge: the loss is known to a quarter of a
point."""
QUICK_DEALS = 1 << 14
"""The same where many discards are judged or somebody waits: known to half a point."""
LEAST_DEALS = 32
"""With fewer nothing is said of a call."""

_SHOWN = 2
_EQUAL = 1e-9


@dataclass(frozen=True)
class Loss:
    """What one decision loses against the best."""

    best: tuple[int, ...]
    """What is best, the first by name: discards as masks, calls of one class, or cards. The one
    made is among them where nothing is lost."""
    estimate: Estimate
    """How many points more the best makes, by the deals or hands that judge; exactly 0 where it was
    made."""
    deals: int | None = None
    """How many deals were asked for, half of them to find the best; None for a card."""
    choices: int = 0
    """How many choices were looked at: of a discard those in the race."""
    worth: Estimate | None = None
    """What the best discard makes: points, or the expected settlement."""


def judge_discard(
    question: Question, throw: int, deals: int | None = DEALS, seconds: float | None = None
) -> Loss:
    """What a discard loses against the best of its hand.

    Parameters
    ----------
    question : Question
    throw : int
        As a mask.
    deals : int
        Half find the best and half judge, at least 4.
    seconds : float, optional
        When to stop; with it the number of deals depends on the machine.

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
    advice = advise(question, seconds, deals=deals, shown=_SHOWN, named=[throw])
    best = advice.candidates[0]
    made = next(one for one in advice.candidates if throw in (one.discard, *one.same))
    return Loss((best.discard, *best.same), made.behind, deals, advice.tried, worth=best.worth)


def judge_call(table: CallTable, made: int) -> Loss:
    """What a call in one class loses against the best, classes after it called in full.

    Parameters
    ----------
    table : CallTable
        Of the class that is to be called.
    made : int
        The call; 0 for none.

    Returns
    -------
    Loss
        Points a deal; the standard error is over deals.
    """
    question, deals = table.question, len(table)
    place = question.first
    full, *others = question.list_ways()

    def change(call: int) -> tuple[int, ...]:
        return (*full[:place], call, *full[place + 1 :])

    ways = [full, *(way for way in others if way == change(way[place]))]
    ways += [change(made)] * (change(made) not in ways)
    half = deals // 2
    means = {way: table.list_margins(way, 0, half).mean() for way in ways}
    best = [way for way in ways if means[way] == max(means.values())]
    lost = know_exactly(0.0)
    if change(made) not in best:
        judged = (table.list_margins(way, half, deals) for way in (best[0], change(made)))
        lost = compare_ways(question, *judged)
    return Loss(tuple(way[place] for way in best), lost, deals, len(ways))


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
        Points; the error is that of a weighted sample (`review.decisions`).
    """
    best = advice.candidates[0]
    good = [one for one in advice.candidates if best.difference - one.difference <= _EQUAL]
    made = next(one for one in advice.candidates if card in (one.card, *one.same))
    equal = tuple(other for one in good for other in (one.card, *one.same))
    lost = know_exactly(0.0) if made in good else _compare_cards(advice, best.card, made.card)
    return Loss(equal, lost, choices=len(advice.tried))


def _compare_cards(advice: PlayAdvice, best: int, made: int) -> Estimate:
    ends, weights = advice.differences, advice.weights
    gaps = ends[:, advice.tried.index(best)] - ends[:, advice.tried.index(made)]
    value = float(weights @ gaps)
    error = float(np.sqrt(weights**2 @ (gaps - value) ** 2))
    if error <= _EQUAL:
        return know_exactly(value)
    low, high = value - Z_95 * error, value + Z_95 * error
    return Estimate(value, error, low, high, len(gaps), NORMAL)
