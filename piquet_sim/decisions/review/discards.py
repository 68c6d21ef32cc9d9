"""The discards of a played deal, judged by what each seat knew (`decisions.habits`)."""

from dataclasses import dataclass, replace
from math import comb

from piquet_sim.deals.exchange_view import knows_blanche
from piquet_sim.decisions import habits as losses
from piquet_sim.decisions.kinds.discard import MOST_COMPARED, advise, watch_contrast
from piquet_sim.decisions.kinds.discard_table import Question
from piquet_sim.decisions.review.records import Record
from piquet_sim.decisions.review.valuation import value_point
from piquet_sim.decisions.review.verdicts import (
    DISCARD,
    SETTLING_SEED,
    TIMES_SETTLING,
    Decision,
    Effort,
    name_cards,
)
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import HAND_CARDS, count_cards
from piquet_sim.game.terms import SEATS

_ANSWERED_DEALS = 1 << 12
"""For what younger would have thrown had elder taken another number: no loss depends on it."""
_JUDGED = 2


@dataclass(frozen=True)
class JudgedDiscard:
    """A discard beside the best."""

    decision: Decision
    best: int
    """The best discard; the one made where it is as good, suits renamed."""


def ask(record: Record, seat: int, took: int | None = None, seed: int = 1) -> Question:
    """What a seat had to decide in the exchange, and what it knew.

    Parameters
    ----------
    record : Record
    seat : int
        0 elder, 1 younger.
    took : int, optional
        How many cards elder took, if not as many as in the record.
    seed : int
    """
    is_known = knows_blanche(record.laws, seat, 1 - seat)
    if seat and took is None:
        took = count_cards(record.thrown[0])
    return Question(
        record.dealt[seat], SEATS[seat], took, seed=seed, rules=record.rules,
        opponent_blanche=is_known and record.announced[1 - seat], **record.at(seat),
    )  # fmt: skip


def judge_discard(record: Record, seat: int, effort: Effort, seed: int) -> JudgedDiscard:
    """What a discard lost against the best, by what the seat knew.

    Parameters
    ----------
    record : Record
    seat : int
        0 elder, 1 younger.
    effort : Effort
    seed : int
        Seed of the deals by which discards are judged.
    """
    thrown, choices = record.thrown[seat], _count_choices(record, seat)
    question = ask(record, seat, seed=seed)
    loss = losses.judge_discard(question, thrown, effort.deals, effort.seconds, effort.threads)
    decision = Decision(
        seat, DISCARD, 0, name_cards(thrown), tuple(name_cards(one) for one in loss.best),
        loss.estimate, choices, points=loss.points,
        worth=value_point(record.judge.standing),
    )  # fmt: skip
    if decision.is_open and effort.seconds is None:
        settling = replace(question, seed=SETTLING_SEED)
        deals = min(TIMES_SETTLING * effort.deals // 2, MOST_COMPARED)
        *_, contrast = watch_contrast(settling, loss.best[0], thrown, deals, effort.threads)
        decision = replace(decision, settled=contrast.gap)
    return JudgedDiscard(decision, thrown if thrown in loss.best else loss.best[0])


def find_answer(record: Record, took: int, seed: int, threads: int | None = None) -> int:
    """What younger would best have thrown if elder had taken that many cards."""
    advice = advise(
        ask(record, 1, took, seed), threads=threads, deals=_ANSWERED_DEALS, shown=_JUDGED
    )
    return advice.candidates[0].discard


def _count_choices(record: Record, seat: int) -> int:
    # All legal discards, not only those that are sensible.
    numbers = exchange_limits(SEATS[seat], record.took[0] if seat else None, record.rules)
    return sum(comb(HAND_CARDS, number) for number in numbers)
