"""The cards of a played deal, judged by what each seat knew.

Every card that could be played is valued over all hands that the opponent can still hold
(`advice.play`). Cards that touch are one choice; where there is only one, nothing was decided.
"""

import numpy as np

from piquet_sim.advice.play.advice import PlayAdvice, advise_play
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.intervals import NORMAL, Z_95
from piquet_sim.game.cards import format_card
from piquet_sim.review.decisions import LEAD, REPLY, Decision
from piquet_sim.review.records import Record

_EQUAL = 1e-9


def judge_cards(record: Record, seed: int) -> list[Decision]:
    """The cards with which something was decided, in the order in which they fell.

    Parameters
    ----------
    record : Record
    seed : int
        Of the hands by which the opponent's earlier cards are judged (`advise_play`).
    """
    numbers = range(1, len(record.plays) + 1)
    judged = (_judge_card(record, number, seed) for number in numbers)
    return [one for one in judged if one is not None]


def _judge_card(record: Record, number: int, seed: int) -> Decision | None:
    view, card = record.view(number), record.plays[number - 1]
    if view.legal & (view.legal - 1) == 0:
        return None
    advice = advise_play(view, seed=seed)
    if len(advice.tried) == 1:
        return None
    best = advice.candidates[0]
    good = [one for one in advice.candidates if best.difference - one.difference <= _EQUAL]
    cards = [card for one in good for card in (one.card, *one.same)]
    made = next(one for one in advice.candidates if card in (one.card, *one.same))
    loss = know_exactly(0.0) if made in good else _estimate_loss(advice, best.card, made.card)
    return Decision(
        view.seat, REPLY if view.led else LEAD, number, format_card(card),
        tuple(format_card(one) for one in cards), loss, len(advice.tried), len(advice.hands),
    )  # fmt: skip


def _estimate_loss(advice: PlayAdvice, best: int, made: int) -> Estimate:
    # The error is that of a weighted sample, see `decisions`.
    ends, weights = advice.differences, advice.weights
    gaps = ends[:, advice.tried.index(best)] - ends[:, advice.tried.index(made)]
    value = float(weights @ gaps)
    error = float(np.sqrt(weights**2 @ (gaps - value) ** 2))
    if error <= _EQUAL:
        return know_exactly(value)
    low, high = value - Z_95 * error, value + Z_95 * error
    return Estimate(value, error, low, high, len(gaps), NORMAL)
