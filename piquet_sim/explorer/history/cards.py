"""An error asked anew: what the seat knew then, and whether the answer is as good as the best.

It shows nothing of the cards that the seat could not see.
"""

import json
import sqlite3
from dataclasses import dataclass

from piquet_sim.advice.losses import judge_card
from piquet_sim.advice.trials import Question
from piquet_sim.deals.json import read_deal
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.explorer.history.decisions import judge, read_throw
from piquet_sim.explorer.words.figures import say_error, say_number
from piquet_sim.game.cards import format_card, format_hand, iterate_cards, parse_card, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.review.decisions import LEAD, Decision
from piquet_sim.review.plays import ask_card
from piquet_sim.review.records import read_record

_SUNK, _FULL = ", sunk", ", called in full"


def _list(cards: int) -> list[str]:
    return [format_card(card) for card in iterate_cards(cards)]


@dataclass(frozen=True)
class Answered:
    """An answer to an error, judged."""

    is_right: bool
    """Best, or too close to call."""
    lost: str
    best: list[str]


def ask_question(row: sqlite3.Row) -> dict[str, object]:
    """What the player is asked, and what the seat knew.

    Parameters
    ----------
    row : sqlite3.Row
        Of the errors that are kept.
    """
    told: dict[str, object] = {"kind": row["kind"], "done": row["done"]}
    if row["kind"] == "exchange":
        question = find_question(row)
        limits = exchange_limits(question.seat, question.took, RUBICON)
        return {**told, "ask": "What would you throw now?", "seat": question.seat,
                "took": question.took, "cards": _list(question.hand), "most": limits[-1],
                "least": limits[0], "hand": format_hand(question.hand)}  # fmt: skip
    deal = json.loads(row["record"])
    if row["kind"] == "calls":
        seat = _find_seat(deal)
        held = read_deal({**deal, "play": None}).hands[SEATS.index(seat)]
        return {**told, "ask": "What would you call?", "seat": seat, "cards": _list(held),
                "ways": _list_ways(row)}  # fmt: skip
    view = read_record(deal).view(int(row["place"]))
    lead = row["kind"] == "leads"
    trick = len(view.plays) // 2 + 1
    return {**told, "ask": "What would you lead?" if lead else "What would you play?",
            "seat": SEATS[view.seat], "cards": _list(view.hand), "legal": _list(view.legal),
            "led": format_card(view.led) if view.led else None, "trick": trick,
            "plays": [format_card(card) for card in view.plays],
            "won": [view.won(view.seat), view.won(1 - view.seat)]}  # fmt: skip


def find_question(row: sqlite3.Row) -> Question:
    """The hand of an exchange, and what the seat knew."""
    return read_throw(json.loads(row["record"]), row["place"])[0]


def _find_seat(deal: dict) -> str:
    return next(iter(deal["players"]))


def _list_ways(row: sqlite3.Row) -> list[str]:
    held = row["done"].partition(",")[0]
    others = [*json.loads(row["best"]), row["done"]]
    return list(dict.fromkeys([held + _FULL, *others, held + _SUNK]))


def judge_answer(row: sqlite3.Row, answer: str) -> Answered:
    """Whether an answer is right: the best, or too close to call.

    Raises
    ------
    InputError
        If it is no answer to this error.
    """
    if row["kind"] == "calls":
        if answer not in _list_ways(row):
            raise InputError("answer: expected one of the calls")
        best = json.loads(row["best"])
        return Answered(answer in best, "", best)
    if row["kind"] == "exchange":
        question = find_question(row)
        decision = judge(question, parse_hand(answer, "answer"))
    else:
        advice = ask_card(read_record(json.loads(row["record"])), int(row["place"]))
        card = parse_card(answer)
        if not card & advice.view.legal:
            raise InputError(f"answer: {answer} may not be played here")
        loss = judge_card(advice, card)
        decision = Decision(advice.view.seat, LEAD, 1, answer,
                            tuple(format_card(one) for one in loss.best), loss.estimate,
                            loss.choices)  # fmt: skip
    lost = decision.in_points
    said = "" if not lost.value else f"{say_number(lost.value, lost.se)} ± {say_error(lost.se)}"
    return Answered(not decision.is_error, said, list(decision.best))


def open_error(row: sqlite3.Row) -> dict[str, str]:
    """The state of the page in which another view shows an exchange in full."""
    question = find_question(row)
    return {"view": "discard", "hand": format_hand(question.hand), "seat": question.seat,
            "took": "" if question.took is None else str(question.took),
            "discard": row["done"]}  # fmt: skip
