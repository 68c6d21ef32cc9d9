"""The cards of a played deal, judged by what each seat knew.

Every card that could be played is valued over all hands that the opponent can still hold
(`decisions.kinds.card`). Cards that touch are one choice; where there is only one, nothing was
decided.
"""

from piquet_sim.deals.deal import Course
from piquet_sim.decisions.habits import judge_card
from piquet_sim.decisions.kinds.card import PlayAdvice, advise_play
from piquet_sim.decisions.review.records import Record
from piquet_sim.decisions.review.verdicts import LEAD, REPLY, Decision
from piquet_sim.game.cards import format_card
from piquet_sim.matches.standing import POINTS, SETTLEMENT


def judge_cards(record: Record) -> list[Decision]:
    """The cards with which something was decided, in the order in which they fell.

    Parameters
    ----------
    record : Record
    """
    moments = enumerate(zip(record.follow(), record.plays, strict=False), start=1)
    judged = (_judge_card(record, number, course, card) for number, (course, card) in moments)
    return [one for one in judged if one is not None]


def ask_card(record: Record, number: int) -> PlayAdvice:
    """What each card makes that could be played, by what judges the record."""
    view = record.view(number)
    at = record.at(view.seat)
    return advise_play(view, aim=SETTLEMENT if at else POINTS, **at)


def _judge_card(record: Record, number: int, course: Course, card: int) -> Decision | None:
    if course.legal & (course.legal - 1) == 0:
        return None
    kind = REPLY if course.led else LEAD
    advice = ask_card(record, number)
    if len(advice.tried) == 1:
        return None
    loss = judge_card(advice, card)
    return Decision(
        course.turn, kind, number, format_card(card),
        tuple(format_card(one) for one in loss.best), loss.estimate, loss.choices,
        len(advice.hands), points=loss.points,
    )  # fmt: skip
