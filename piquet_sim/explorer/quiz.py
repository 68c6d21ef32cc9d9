"""The quiz: ten hands that a number names, what throws lose, and what to learn from them."""

from collections.abc import Callable, Iterator

from piquet_sim.advice.slips import (
    JUDGED_DEALS,
    Judged,
    add_losses,
    find_best,
    find_habits,
    find_throw,
    judge_throw,
)
from piquet_sim.advice.trials import Question
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.explorer.answers import name_part
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.themes import deal_hands, find_theme
from piquet_sim.game.cards import (
    format_card,
    format_cards,
    format_hand,
    format_hand_symbols,
    iterate_cards,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON

HANDS = 10
RIVALS = ("expert", "club")
"""Strategies whose throws are judged beside the user's."""
MARKS = ((3.0, "under3"), (8.0, "under8"))
"""Below so many points lost a slip has this mark; from the last on it is "more"."""
_REASONS = 2


def _questions(asked: Asked) -> list[Question]:
    if asked.rules != RUBICON:
        raise InputError(f"quiz: requires the rules of rubicon, got {asked.rules.name}")
    hands = deal_hands(asked.theme, asked.series, HANDS, asked.seat)
    return [Question(hand, asked.seat) for hand in hands]


def _list_cards(cards: int) -> list[str]:
    return [format_card(card) for card in iterate_cards(cards)]


def deal_series(asked: Asked) -> dict[str, object]:
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
            {
                "hand": format_hand(question.hand),
                "symbols": format_hand_symbols(question.hand),
                "cards": _list_cards(question.hand),
            }
            for question in _questions(asked)
        ],
    }


def stream_quiz(asked: Asked, stop: Callable[[], bool]) -> Iterator[dict[str, object]]:
    """What each throw of a series lost, one after another, and what they lost together.

    After that the best throw of the next hand is found, so that its verdict comes at once.
    """
    questions, throws = _questions(asked), asked.throws
    if len(throws) > HANDS:
        raise InputError(f"throws: {len(throws)}; a series has {HANDS} hands")
    judged: dict[int, tuple[Judged, dict[str, Judged]]] = {}
    for place, (question, throw) in enumerate(zip(questions, throws, strict=False)):
        if throw is not None:
            rivals = {}
            for name in RIVALS:
                if stop():
                    return
                rivals[name] = judge_throw(question, find_throw(name, question))
            judged[place] = judge_throw(question, throw), rivals
            yield {"place": place, "over": False, **_tell_verdict(*judged[place])}
    yield {"over": True, **_tell_sum(list(judged.values()), len(throws))}
    for question in questions[len(throws) : len(throws) + 1]:
        if not stop():
            find_best(question)


def _mark(judged: Judged) -> str:
    if not judged.is_slip:
        return "best" if judged.is_best else "close"
    return next((mark for below, mark in MARKS if judged.lost < below), "more")


def _tell_loss(judged: Judged) -> dict[str, object]:
    return {
        "cards": _list_cards(judged.throw),
        "symbols": format_hand_symbols(judged.throw),
        "mark": _mark(judged),
        "lost": judged.lost,
        "short": f"{judged.lost:.0f}",
        "said": format_with_error(judged.loss.value, judged.loss.se),
    }


def _tell_verdict(judged: Judged, rivals: dict[str, Judged]) -> dict[str, object]:
    best = judged.best
    return {
        **_tell_loss(judged),
        "discard": format_cards(iterate_cards(judged.throw)),
        "best": {
            "discard": format_cards(iterate_cards(best.discard)),
            "cards": _list_cards(best.discard),
            "symbols": format_hand_symbols(best.discard),
            "said": str(best.worth),
        },
        "why": _tell_reasons(judged),
        "deals": JUDGED_DEALS,
        "rivals": {name: _tell_loss(one) for name, one in rivals.items()},
    }


def _tell_reasons(judged: Judged) -> list[dict[str, object]]:
    # The parts in which the throw lost most, beyond their errors.
    costs = [pair for pair in judged.parts.items() if (pair[1].low or 0) > 0]
    costs.sort(key=lambda pair: -pair[1].value)
    return [{"name": name_part(name), "said": str(part)} for name, part in costs[:_REASONS]]


def _tell_sum(judged: list[tuple[Judged, dict[str, Judged]]], seen: int) -> dict[str, object]:
    own = [one for one, _ in judged]
    return {
        "hands": HANDS,
        "seen": seen,
        "judged": len(own),
        "best": sum(not one.is_slip for one in own),
        "lost": str(add_losses(own)) if own else "0",
        "rivals": {name: str(add_losses(rivals[name] for _, rivals in judged)) for name in RIVALS}
        if own
        else {},
        "habits": [
            {
                "title": habit.title,
                "throws": lost.throws,
                "lost": str(lost),
                "mean": lost.say_mean(),
            }
            for habit, lost in find_habits(own)
        ],
    }
