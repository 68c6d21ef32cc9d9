"""The calls of a played deal: what each lost, by what the seat knew, and what was not counted.

Each way to call in a class is tried in deals that agree with what the seat knew, against `expert`,
who draws conclusions from what is called and not called (`decisions.kinds.call`). Half of the
deals choose the best way; fresh ones judge it and the call that was made. Earlier classes are
called as they were, later ones in full. The review also says what is certain once all cards are
seen: how many more points would have been counted at once, including a repique, if all of the class
had been called.
"""

from dataclasses import replace
from time import monotonic

from piquet_sim.deals.narration import say_call
from piquet_sim.decisions.habits import LEAST_DEALS, judge_call
from piquet_sim.decisions.kinds.call import CallTable
from piquet_sim.decisions.review.records import Record
from piquet_sim.decisions.review.valuation import value_point
from piquet_sim.decisions.review.verdicts import (
    BLANCHE,
    CALL,
    SETTLING_SEED,
    STRONG,
    TIMES_SETTLING,
    Decision,
    Effort,
)
from piquet_sim.decisions.seen import read_knowledge
from piquet_sim.decisions.walkthrough import trace_deal
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche

_ORDER = [(kind, seat) for kind in CLASSES for seat in (0, 1)]
_DRAWING = 0.6
"""Share of the time for a call that goes to drawing deals; the rest is for playing them."""

DEALS = 512
"""Half choose the best way to call and half judge it."""


def judge_calls(record: Record, effort: Effort | None = None, seed: int = 1) -> list[Decision]:
    """The calls of both seats: of each class that a seat held, and of a carte blanche.

    Parameters
    ----------
    record : Record
    effort : Effort, optional
        Deals for each call, and seconds for all of them; without it none is valued.
    seed : int
        Seed of the deals in which ways to call are tried.

    Returns
    -------
    list of Decision
        Class by class, elder first, as they were made. A carte blanche is among them only if it was
        not announced: the laws of the books give no reason to keep it.
    """
    judged = [_judge_blanche(record, seat) for seat in (0, 1)]
    judged += [_judge_call(record, seat, kind, place) for place, (kind, seat) in enumerate(_ORDER)]
    calls = [one for one in judged if one is not None]
    if effort is None:
        return calls
    until = None if effort.seconds is None else monotonic() + effort.seconds
    for place, one in enumerate(calls):
        if one.kind == CALL:
            share = None if until is None else (until - monotonic()) / (len(calls) - place)
            calls[place] = _value_call(record, one, Effort(effort.deals, share), seed)
    return calls


def _judge_blanche(record: Record, seat: int) -> Decision | None:
    if not has_carte_blanche(record.dealt[seat]) or record.announced[seat]:
        return None
    counted = record.rules.laws().carte_blanche
    return Decision(
        seat, BLANCHE, 0, "not announced", (), None, choices=2, not_counted=counted
    )  # fmt: skip


def _judge_call(record: Record, seat: int, kind: str, place: int) -> Decision | None:
    held = getattr(record.holdings[seat], kind)
    if not held:
        return None
    called = record.called[seat][CLASSES.index(kind)]
    not_counted = changed = 0
    if called != held:
        not_counted = _count_lost(record, seat, kind, held)
        changed = _find_margin(record, place + 1) - _find_margin(record, place)
    return Decision(
        seat, CALL, 0, _say(record, kind, held, called), (), None, choices=2,
        not_counted=not_counted, changed=changed, place=CLASSES.index(kind),
    )  # fmt: skip


def _say(record: Record, kind: str, held: int, called: int) -> str:
    pack = record.rules.pack
    if called == held:
        return f"{say_call(kind, held, pack)}, called in full"
    if not called:
        return f"{say_call(kind, held, pack)}, sunk"
    return f"{say_call(kind, held, pack)}, called as {say_call(kind, called, pack)}"


# ---- What a call is worth ------------------------------------------------------------------------


def _value_call(record: Record, plain: Decision, effort: Effort, seed: int) -> Decision:
    # What a call loses against the best in its class; classes after it are called in full.
    if effort.deals < LEAST_DEALS:
        return replace(plain, why_not="too few deals")
    place = plain.place
    kind, seat = CLASSES[place], SEATS[plain.seat]
    held = getattr(record.holdings[plain.seat], kind)
    seconds = None if effort.seconds is None else max(_DRAWING * effort.seconds, 0.0)
    try:
        question = read_knowledge(record, seat, kind)
        at = record.at(plain.seat)
        table = CallTable(
            question, STRONG, STRONG, seed, effort.deals, seconds, LEAST_DEALS,
            threads=effort.threads, **at
        )  # fmt: skip
    except InputError as error:  # such as where nobody like that throws what was thrown
        return replace(plain, why_not=str(error).removeprefix("view: ").partition(";")[0])
    if len(table) < LEAST_DEALS:
        return replace(plain, why_not="too little time")
    made = record.called[plain.seat][place]
    loss = judge_call(table, made)
    said = tuple(_say(record, kind, held, call) for call in loss.best)
    valued = replace(
        plain, loss=loss.estimate, best=said, choices=loss.choices, points=loss.points,
        worth=value_point(record.judge.standing),
    )  # fmt: skip
    if valued.is_open and effort.seconds is None:
        deals = TIMES_SETTLING * effort.deals
        settling = CallTable(
            question, STRONG, STRONG, SETTLING_SEED, deals, least=LEAST_DEALS, **at
        )  # fmt: skip
        valued = replace(valued, settled=settling.compare(loss.best[0], made))
    return valued


def _find_margin(record: Record, steps: int) -> int:
    # Elder's margin, all cards seen, with the first calls as they were made and the others in full.
    deal = record
    for kind, seat in _ORDER[steps:]:
        deal = deal.with_call(seat, kind, getattr(record.holdings[seat], kind))
    return trace_deal(deal, ())[0].margin


# ---- What a call counts --------------------------------------------------------------------------


def _count_lost(record: Record, seat: int, kind: str, held: int) -> int:
    # Own points less the other's before the play, all called, less those as it was called.
    could = record.with_call(seat, kind, held).before_play.margin
    return (could - record.before_play.margin) * (-1 if seat else 1)
