"""What is kept of a reviewed deal or a throw: each decision with its loss, errors to go over.

Beside the player's loss stands what `club` and `expert` would have lost with the same knowledge.
"""

import json
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from piquet_sim.advice.losses import find_throw, judge_card, judge_throw
from piquet_sim.advice.play.walkthrough import Start, lay_out_deal
from piquet_sim.advice.trials import Question
from piquet_sim.deals.json import normalise_deal, read_deal
from piquet_sim.explorer.history.boxes import INTERVALS, move
from piquet_sim.explorer.history.store import Store
from piquet_sim.explorer.records import YOU, read_code
from piquet_sim.explorer.review import name_decisions, review_code
from piquet_sim.game.cards import count_cards
from piquet_sim.game.terms import SEATS
from piquet_sim.review.decisions import BLANCHE, CALL, DISCARD, LEAD, REPLY, Decision, name_cards
from piquet_sim.review.discards import ask
from piquet_sim.review.plays import ask_card
from piquet_sim.review.records import Record
from piquet_sim.strategies import find_strategy

RIVALS = ("club", "expert")
KINDS = {DISCARD: "exchange", CALL: "calls", LEAD: "leads", REPLY: "replies"}
"""Kinds of decisions as the page names them."""
_IN_FULL = ", called in full"
_LUCK = 1


@dataclass(frozen=True)
class Kept:
    """One decision of the player, as it is kept."""

    name: str
    """Of no other decision."""
    day: date
    source: str
    deal: str
    decision: Decision
    place: str
    """The name of the decision in its deal."""
    record: dict[str, object]
    rivals: tuple[float | None, ...] = (None, None)
    counts: bool = True
    """Whether it is in the rating."""


def name_deal(deal: dict[str, object]) -> str:
    """A name for a deal, the same for the same cards, calls and play."""
    normal = normalise_deal(deal)
    parts = [normal.get(key) for key in ("elder", "younger", "talon", "play")]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def keep(store: Store, decisions: list[Kept], since: int) -> dict[str, int]:
    """Keep decisions, and as errors those that are worse beyond doubt: their numbers by place.

    Nothing is kept where everything was deleted since it had been deleted so often.
    """
    errors = [one for one in decisions if one.decision.is_error]
    with store.open() as kept:
        if store.times_forgotten != since:
            return {}
        for one in decisions:
            loss = one.decision.in_points
            kept.execute(
                "INSERT OR IGNORE INTO decisions (name, day, source, deal, kind, lost, se, club, "
                "expert, counts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (one.name, one.day.isoformat(), one.source, one.deal, KINDS[one.decision.kind],
                 loss.value, loss.se, *one.rivals, one.counts),
            )  # fmt: skip
        for one in errors:
            add_error(kept, one)
        numbers = {row["name"]: row["id"] for row in kept.execute("SELECT id, name FROM errors")}
    return {one.place: numbers[one.name] for one in errors}


def add_error(kept, one: Kept, box: int = 0, due: date | None = None) -> None:
    """Keep an error, unless it is kept already."""
    loss, done = one.decision.in_points, one.decision
    first = due or move(0, False, one.day)[1]
    kept.execute(
        "INSERT OR IGNORE INTO errors (name, day, source, kind, record, place, done, best, lost, "
        "se, box, due, is_kept) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
        (one.name, one.day.isoformat(), one.source, KINDS[done.kind], json.dumps(one.record),
         one.place, done.done, json.dumps(done.best), loss.value, loss.se,
         min(box, len(INTERVALS) - 1), first.isoformat()),
    )  # fmt: skip


# ---- Of a deal -----------------------------------------------------------------------------------


def list_review(code: str, seat: int, source: str, day: date, is_helped: bool) -> list[Kept]:
    """The decisions of a seat in a reviewed deal, those that are valued."""
    record = read_code(code)
    written = {**record.written, "players": {SEATS[seat]: YOU}}
    deal = name_deal(written)
    found = []
    for place, one in name_decisions(review_code(code).decisions).items():
        if one.seat != seat or one.loss is None or one.kind == BLANCHE:
            continue
        rivals = (None, None) if is_helped else tuple(
            _judge_rival(name, record, one) for name in RIVALS
        )  # fmt: skip
        found.append(Kept(f"{deal} {place}", day, source, deal, one, place, written, rivals,
                          not is_helped))  # fmt: skip
    return found


def _judge_rival(name: str, record: Record, one: Decision) -> float | None:
    # What a strategy would have lost there; None where that is not known.
    if one.kind == CALL:  # both call everything that may stand
        if one.done.endswith(_IN_FULL):
            return one.in_points.value
        return 0.0 if any(best.endswith(_IN_FULL) for best in one.best) else None
    if one.kind == DISCARD:
        question = ask(record, one.seat)
        throw = find_throw(name, question)
        if throw == record.thrown[one.seat]:
            return one.in_points.value
        return 0.0 if name_cards(throw) in one.best else judge_throw(question, throw).loss.value
    advice = ask_card(record, one.number)
    strategy = find_strategy(name)
    strategy.prepare()
    progress = record.follow()[one.number - 1].progress
    points = progress[one.seat], progress[1 - one.seat]
    view = advice.view.as_play_view(_LUCK)._replace(points=points[0], opponent_points=points[1])
    return judge_card(advice, int(strategy.play(view))).estimate.value


# ---- Of a throw ----------------------------------------------------------------------------------


def judge(question: Question, throw: int) -> Decision:
    """A throw as a decision of a deal."""
    judged = judge_throw(question, throw)
    seat = SEATS.index(question.seat)
    best = tuple(name_cards(one) for one in judged.found.best)
    return Decision(seat, DISCARD, 0, name_cards(throw), best, judged.loss, judged.found.choices)


def list_throw(question: Question, throw: int, source: str, day: date) -> list[Kept]:
    """A throw out of a hand that stands alone; the deal around it is one that may be."""
    decision = judge(question, throw)
    start = Start(question.hand, throw, question.seat, question.took)
    record = {**lay_out_deal(start), "players": {question.seat: YOU}}
    record.pop("play", None)
    name = name_deal(record)
    rivals = tuple(judge_throw(question, find_throw(one, question)).loss.value for one in RIVALS)
    return [
        Kept(f"{name} {question.seat}", day, source, name, decision, question.seat, record, rivals)
    ]


def read_throw(deal: dict[str, object], seat: str) -> tuple[Question, int]:
    """The hand of a seat in a deal with what it knew when it threw, and its throw."""
    read, place = read_deal({**deal, "play": None}), SEATS.index(seat)
    took = count_cards(read.thrown[0]) if place else None
    return Question(read.dealt[place], seat, took), read.thrown[place]
