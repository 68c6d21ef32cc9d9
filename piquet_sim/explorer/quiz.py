"""Ten hands chosen by a number, what throws lose, and one decision asked anew.

What is asked shows nothing of the cards that the seat could not see.
"""

from collections.abc import Callable, Iterator
from typing import Any

from piquet_sim.decisions.habits import (
    Judged,
    add_losses,
    find_habits,
    find_throw,
    judge_card,
    judge_throw,
)
from piquet_sim.decisions.kinds.discard_table import Question
from piquet_sim.decisions.review.plays import ask_card
from piquet_sim.estimates.differences import AS_GOOD, judge_gap
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.exact.draw_odds import exchange_limits, find_odds
from piquet_sim.explorer.answers import list_cards, tell_throw
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.themes import deal_hands, find_theme
from piquet_sim.explorer.words.figures import say_error, say_estimate, say_number
from piquet_sim.explorer.words.reasons import tell_reasons, tell_share
from piquet_sim.game.cards import (
    format_card,
    format_cards,
    format_hand,
    iterate_cards,
    parse_card,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS

HANDS = 10
RIVALS = ("expert", "club")
"""Strategies whose throws are judged beside the user's."""
MARKS = ((3.0, "under3"), (8.0, "under8"))
"""Below so many points lost a slip has this mark; from the last on it is "more"."""
_CALL = "call-"
"""How the names of calls begin."""


def _questions(asked: Asked) -> list[Question]:
    if asked.rules != RUBICON:
        raise InputError(f"quiz: requires the rules of rubicon, got {asked.rules.name}")
    hands = deal_hands(asked.theme, asked.series, HANDS, asked.seat)
    return [Question(hand, asked.seat) for hand in hands]


def deal_series(asked: Asked) -> dict[str, Any]:
    """The hands of a series, without any judgement."""
    theme = find_theme(asked.theme)
    limits = exchange_limits(asked.seat, None, RUBICON)
    return {
        "series": asked.series,
        "seat": asked.seat,
        "theme": asked.theme,
        "title": theme.title,
        "exchange": [limits[0], limits[-1]],
        "hands": [
            {"hand": format_hand(one.hand), "cards": list_cards(one.hand)}
            for one in _questions(asked)
        ],
    }


def stream_quiz(asked: Asked, stop: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """What each throw of a series lost, one after another, and what they lost together.

    Each is reported twice: at once, and again with what the rivals' throws lose.
    After that expert's throw of the next hand is judged, so that its verdict comes sooner.
    """
    questions, throws = _questions(asked), asked.throws
    if len(throws) > HANDS:
        raise InputError(f"throws: {len(throws)}; a series has {HANDS} hands")
    thrown = [(place, throw) for place, throw in enumerate(throws) if throw is not None]
    judged: dict[int, tuple[Judged, dict[str, Judged]]] = {}
    for place, throw in thrown:
        if stop():
            return
        judged[place] = judge_throw(questions[place], throw), {}
        yield {"place": place, "over": False, **_tell_verdict(*judged[place])}
    for place, _ in thrown:
        for name in RIVALS:
            if stop():
                return
            question = questions[place]
            judged[place][1][name] = judge_throw(question, find_throw(name, question))
        yield {"place": place, "over": False, **_tell_verdict(*judged[place])}
    yield {"over": True, **_tell_sum(list(judged.values()), len(throws))}
    for question in questions[len(throws) : len(throws) + 1]:
        if not stop():
            judge_throw(question, find_throw(RIVALS[0], question))


def _tell_lost(loss: Estimate, is_best: bool) -> dict[str, Any]:
    # What is as good or too close to call is no loss.
    word = judge_gap(loss)
    if is_best or word or loss.value <= 0:
        return {"mark": "best" if is_best else "good" if word == AS_GOOD else "close", "lost": 0.0}
    mark = next((mark for below, mark in MARKS if loss.value < below), "more")
    return {"mark": mark, "lost": loss.value}


def _say(value: float, se: float | None) -> str:
    return f"{say_number(value, se)} ± {say_error(se)}" if se else say_number(value)


def _tell_loss(judged: Judged) -> dict[str, Any]:
    return {
        **tell_throw(judged.throw),
        **_tell_lost(judged.loss, judged.is_best),
        "short": f"{judged.lost:.0f}",
        "said": _say(judged.loss.value, judged.loss.se),
    }


def _tell_verdict(judged: Judged, rivals: dict[str, Judged]) -> dict[str, Any]:
    contrast = judged.contrast
    payload = {
        **_tell_loss(judged),
        "best": {**tell_throw(judged.best), "said": say_estimate(judged.found.worth)},
        "rivals": {name: _tell_loss(one) for name, one in rivals.items()},
        "reasons": [],
    }
    if contrast is not None:
        question = judged.question
        odds = tuple(
            find_odds(question.hand, discard, question.seat) for discard in contrast.discards
        )
        payload |= {
            "deals": contrast.deals,
            "reasons": [one for one in tell_reasons(contrast, odds) if not one["gains"]],
            "mostly": tell_share(contrast),
        }
    return payload


def _tell_sum(judged: list[tuple[Judged, dict[str, Judged]]], seen: int) -> dict[str, Any]:
    own = [one for one, _ in judged]
    lost = add_losses(own)
    rivals = {name: add_losses(theirs[name] for _, theirs in judged) for name in RIVALS}
    return {
        "hands": HANDS,
        "seen": seen,
        "judged": len(own),
        "best": sum(not one.is_slip for one in own),
        "lost": _say(lost.lost, lost.se),
        "rivals": {name: _say(one.lost, one.se) for name, one in rivals.items()},
        "habits": [
            {
                "title": habit.title,
                "throws": one.throws,
                "lost": _say(one.lost, one.se),
                "mean": _say(one.lost / one.throws, one.se / one.throws),
            }
            for habit, one in find_habits(own)
        ],
    }


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
    if name.startswith(_CALL):
        held = record.hands[SEATS.index(asked.seat)]
        return {"kind": "calls", "ask": "What would you call?", "seat": asked.seat,
                "cards": list_cards(held)}  # fmt: skip
    number = asked.card_number
    view = record.view(number)
    question = {
        "kind": "cards",
        "ask": "What would you play?" if view.led else "What would you lead?",
        "seat": SEATS[view.seat],
        "cards": list_cards(view.hand),
        "legal": list_cards(view.legal),
        "led": format_card(view.led) if view.led else None,
        "plays": [format_card(card) for card in view.plays],
        "won": [view.won(view.seat), view.won(1 - view.seat)],
    }
    if not asked.decided:
        return question
    card = parse_card(asked.decided)
    if not card & view.legal:
        raise InputError(f"answer: {asked.decided} may not be played here")
    loss = judge_card(ask_card(record, number), card)
    lost = loss.estimate
    verdict = {
        **_tell_lost(lost, not lost.value),
        "said": _say(lost.value, lost.se),
        "bests": [format_card(one) for one in loss.best],
    }
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
    if not asked.decided:
        return shape
    judged = judge_throw(question, parse_hand(asked.decided, "answer"))
    bests = [format_cards(iterate_cards(one)) for one in judged.found.best]
    return {**shape, "verdict": {**_tell_verdict(judged, {}), "bests": bests}}
