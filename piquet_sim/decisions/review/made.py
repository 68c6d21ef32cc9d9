"""The decisions of a played deal, each judged by what its seat knew when it decided.

A call that sank something also says what is certain once all cards are seen: how many more points
would have been counted at once, including a repique, if all of the class had been called. Cards
that touch are one choice; where there is only one, nothing was decided.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import comb
from time import monotonic

from piquet_sim.deals.narration import say_call
from piquet_sim.decisions.decision import Decision, judge
from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.kinds.card import PlayAdvice
from piquet_sim.decisions.kinds.discard import advise
from piquet_sim.decisions.kinds.question import Question, ask_discard
from piquet_sim.decisions.review.records import Record
from piquet_sim.decisions.review.verdicts import (
    BLANCHE,
    CALL,
    DISCARD,
    LEAD,
    REPLY,
    Reviewed,
    name_cards,
)
from piquet_sim.decisions.seen import CARD, see
from piquet_sim.decisions.walkthrough import trace_deal
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import HAND_CARDS, count_cards, format_card
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.players.card_values import find_tried

_ORDER = [(kind, seat) for kind in CLASSES for seat in (0, 1)]
_ANSWERED_DEALS = 1 << 12
"""For what younger would have thrown had elder taken another number: no loss depends on it."""


@dataclass(frozen=True)
class Made:
    """A decision that was made, before it is valued."""

    told: Reviewed
    choice: int
    """A discard or a card as a mask, or a call."""
    at: tuple[int, str, int | None, int | None]
    """Seat, kind, class and number of the card, as `see` takes them."""
    say: Callable[[int], str] = name_cards
    """A choice in words."""


# ---- What was decided ----------------------------------------------------------------------------
def list_discards(record: Record) -> Iterator[Made]:
    """The discards of both seats, elder's first."""
    for seat, thrown in enumerate(record.thrown):
        numbers = exchange_limits(SEATS[seat], record.took[0] if seat else None, record.rules)
        choices = sum(comb(HAND_CARDS, number) for number in numbers)
        told = Reviewed(seat, DISCARD, 0, name_cards(thrown), (), None, choices)
        yield Made(told, thrown, (seat, DISCARD, None, None))


def list_blanches(record: Record) -> Iterator[Reviewed]:
    """Cartes blanches not announced: the laws of the books give no reason to keep one."""
    for seat, dealt in enumerate(record.dealt):
        if has_carte_blanche(dealt) and not record.announced[seat]:
            counted = record.rules.laws().carte_blanche
            yield Reviewed(
                seat, BLANCHE, 0, "not announced", (), None, choices=2, not_counted=counted
            )


def list_calls(record: Record) -> Iterator[Made]:
    """The calls of each class that a seat held: class by class, elder first."""
    for step, (kind, seat) in enumerate(_ORDER):
        held, place = getattr(record.holdings[seat], kind), CLASSES.index(kind)
        if not held:
            continue
        called, not_counted, changed = record.called[seat][place], 0, 0
        if called != held:
            could = record.with_call(seat, kind, held).before_play.margin
            not_counted = (could - record.before_play.margin) * (-1 if seat else 1)
            changed = _find_margin(record, step + 1) - _find_margin(record, step)
        say = partial(_say, record.rules.pack, kind, held)
        told = Reviewed(
            seat,
            CALL,
            0,
            say(called),
            (),
            None,
            choices=2,
            not_counted=not_counted,
            changed=changed,
            place=place,
        )
        yield Made(told, called, (seat, CALL, place, None), say)


def _find_margin(record: Record, steps: int) -> int:
    # Elder's margin, all cards seen, with the first calls as they were made and the others in full.
    deal = record
    for kind, seat in _ORDER[steps:]:
        deal = deal.with_call(seat, kind, getattr(record.holdings[seat], kind))
    return trace_deal(deal, ())[0].margin


def _say(pack: int, kind: str, held: int, called: int) -> str:
    full = say_call(kind, held, pack)
    if called == held:
        return f"{full}, called in full"
    return f"{full}, called as {say_call(kind, called, pack)}" if called else f"{full}, sunk"


def list_cards(record: Record) -> Iterator[Made]:
    """The cards with which something was decided, in the order in which they fell."""
    moments = enumerate(zip(record.follow(), record.plays, strict=False), start=1)
    for number, (course, card) in moments:
        if course.legal & (course.legal - 1) == 0:
            continue
        seat = course.turn
        told = Reviewed(
            seat,
            REPLY if course.led else LEAD,
            number,
            format_card(card),
            (),
            None,
            count_cards(course.legal),
        )
        at = seat, CARD, None, number
        if count_cards(int(find_tried(see(record, *at).as_play_view(0)))) > 1:
            yield Made(told, card, at, format_card)


# ---- What it lost --------------------------------------------------------------------------------
def value(record: Record, made: Made, effort: Effort, seed: int) -> tuple[Reviewed, int | None]:
    """A decision with what it lost.

    Parameters
    ----------
    record : Record
    made : Made
    effort : Effort
    seed : int
        Of the deals.

    Returns
    -------
    Reviewed
    int or None
        The best choice, the one made where it is among the best; None where it is not valued.
    """
    told = made.told
    try:
        decision = Decision(see(record, *made.at), record.stake(told.seat), seed=seed)
        loss = judge(decision, made.choice, effort)
    except InputError as error:  # such as where nobody like that throws what was thrown
        if told.kind != CALL:
            raise
        return replace(told, why_not=str(error).removeprefix("view: ").partition(";")[0]), None
    valued = replace(
        told,
        loss=loss.estimate,
        best=tuple(map(made.say, loss.best)),
        points=loss.points,
        choices=told.choices if told.kind == DISCARD else loss.choices,
        hands=loss.hands,
        judged=loss.verdict,
    )
    return valued, made.choice if made.choice in loss.best else loss.best[0]


def value_calls(record: Record, effort: Effort, seed: int) -> Iterator[Reviewed]:
    """The calls of both seats with what they lost; what time there is is shared out."""
    calls = list(list_calls(record))
    until = None if effort.seconds is None else monotonic() + effort.seconds
    for place, one in enumerate(calls):
        share = None if until is None else (until - monotonic()) / (len(calls) - place)
        yield value(record, one, replace(effort, seconds=share), seed)[0]


def ask_card(record: Record, number: int) -> PlayAdvice:
    """What each card makes that could be played, by what judges the record."""
    seen = record.view(number)
    return PlayAdvice(seen, record.stake(seen.seat), 1)


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
    question = ask_discard(see(record, seat, DISCARD), record.stake(seat), seed=seed)
    return question if took is None else replace(question, took=took)


def find_answer(record: Record, took: int, seed: int, threads: int | None = None) -> int:
    """What younger would best have thrown if elder had taken that many cards."""
    question = ask(record, 1, took, seed)
    return advise(question, threads=threads, deals=_ANSWERED_DEALS, shown=2).candidates[0].discard
