"""Ten hands of a day, what the user's throws lose, and one decision asked again.

What is asked shows nothing of the cards that the seat could not see.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import hypot
from typing import Any

from piquet_sim.decisions.judge import Loss
from piquet_sim.decisions.kinds.card import advise_play, judge_card
from piquet_sim.decisions.kinds.contrast import Contrast
from piquet_sim.decisions.kinds.discard import QUICK_DEALS, advise, judge_discard
from piquet_sim.decisions.kinds.question import Question, find_throw
from piquet_sim.estimates.differences import AS_GOOD, judge_gap
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.exact.draw_odds import exchange_limits, find_odds
from piquet_sim.explorer.answers import list_cards
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.themes import deal_hands
from piquet_sim.explorer.words.figures import say_error, say_number
from piquet_sim.explorer.words.reasons import tell_reasons, tell_share
from piquet_sim.game.cards import format_card, format_hand, parse_card, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import say_cards

HANDS = 10
RIVALS = ("expert", "club")
"""Strategies whose throws are judged beside the user's."""
MARKS = ((3.0, "under3"), (8.0, "under8"))
"""Below so many points lost a slip has this mark; from the last on it is "more"."""
_KEPT = 1_024


def _ask_day(asked: Asked) -> list[Question]:
    return [Question(hand) for hand in deal_hands("any", asked.series, HANDS)]


def deal_series(asked: Asked) -> dict[str, Any]:
    """The hands of a day, without any judgement."""
    return {
        "hands": [
            {"hand": format_hand(one.hand), "cards": list_cards(one.hand)}
            for one in _ask_day(asked)
        ]
    }


def stream_quiz(asked: Asked, stop: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """What the throws of a day's hands lost together, and what the rivals' throws would lose."""
    questions, throws = _ask_day(asked), asked.throws
    if len(throws) > HANDS:
        raise InputError(f"throws: {len(throws)}; a day has {HANDS} hands")
    own: list[Loss] = []
    rivals: dict[str, list[Loss]] = {name: [] for name in RIVALS}
    for question, throw in zip(questions, throws, strict=False):
        if throw is None:
            continue
        if stop():
            return
        own.append(judge_throw(question, throw))
        for name, theirs in rivals.items():
            theirs.append(judge_throw(question, find_throw(name, question)))
    yield {
        "lost": _say_sum(own),
        "rivals": {name: _say_sum(theirs) for name, theirs in rivals.items()},
    }


@lru_cache(_KEPT)
def judge_throw(question: Question, throw: int) -> Loss:
    """What a throw loses against the best of its hand, by `QUICK_DEALS` deals."""
    return judge_discard(question, throw, QUICK_DEALS)


def _say_sum(losses: list[Loss]) -> str:
    # Of different hands, so that their errors are independent; slips alone count.
    slips = [one.estimate for one in losses if one.is_slip]
    return _say(sum(one.value for one in slips), hypot(*(one.se for one in slips)))


def _tell_lost(loss: Estimate, is_best: bool, reach: float) -> dict[str, Any]:
    # What is as good or too close to call is no loss.
    word, lost = judge_gap(loss, reach), loss.value
    mark = next((mark for below, mark in MARKS if lost < below), "more")
    if is_best or word or lost <= 0:
        mark, lost = "best" if is_best else "good" if word == AS_GOOD else "close", 0.0
    return {"mark": mark, "lost": lost, "said": _say(loss.value, loss.se)}


def _say(value: float, se: float | None) -> str:
    return f"{say_number(value, se)} ± {say_error(se)}" if se else say_number(value)


# ---- One decision, asked anew -------------------------------------------------------------------
def ask_again(asked: Asked) -> dict[str, Any]:
    """A decision of a deal, or a throw out of a hand: what the seat knew and, once it is answered,
    whether the answer is as good as the best.

    For a call, the answer holds only what was known; the ways to call and the best stand in the
    review.
    """
    if "decision" not in asked.state:
        return _ask_throw(asked)
    record, name = asked.record, asked.state["decision"]
    if name.startswith("call-"):
        return {
            "kind": "calls",
            "ask": "What would you call?",
            "seat": asked.seat,
            "cards": list_cards(record.hands[SEATS.index(asked.seat)]),
        }
    view = record.view(asked.card_number)
    question = {
        "kind": "cards",
        "ask": "What would you play?" if view.course.led else "What would you lead?",
        "seat": SEATS[view.seat],
        "cards": list_cards(view.hand),
        "legal": list_cards(view.course.legal),
        "led": format_card(view.course.led) if view.course.led else None,
        "plays": [format_card(card) for card in view.plays],
        "won": [view.course.won(view.seat), view.course.won(1 - view.seat)],
    }
    if not asked["decided"]:
        return question
    card = parse_card(asked["decided"])
    if not card & view.course.legal:
        raise InputError(f"answer: {asked['decided']} may not be played here")
    loss = judge_card(advise_play(view), card)
    verdict = _tell_lost(loss.estimate, not loss.estimate.value, 0)
    verdict["bests"] = [format_card(one) for one in loss.best]
    return {**question, "verdict": verdict}


def _ask_throw(asked: Asked) -> dict[str, Any]:
    question = asked.question()
    least, *_, most = exchange_limits(question.seat, question.took, RUBICON)
    shape = {
        "kind": "exchange",
        "ask": "What would you throw?",
        "seat": question.seat,
        "took": question.took,
        "cards": list_cards(question.hand),
        "least": least,
        "most": most,
    }
    if not asked["decided"]:
        return shape
    throw = parse_hand(asked["decided"], "answer")
    advice = advise(question, deals=QUICK_DEALS, shown=2, named=[throw])
    loss = advice.find_loss(throw)
    verdict = {
        **_tell_lost(loss.estimate, throw in loss.best, loss.doubt.reach),
        "bests": [say_cards(one) for one in loss.best],
        "reasons": [],
    }
    if throw not in loss.best:
        table, both = advice.trials, (throw, loss.best[0])
        contrast = Contrast(table, *map(table.choices.index, both))
        odds = tuple(find_odds(question.hand, discard, question.seat) for discard in both)
        verdict |= {
            "reasons": [one for one in tell_reasons(contrast, odds) if not one["gains"]],
            "mostly": tell_share(contrast),
        }
    return {**shape, "verdict": verdict}
