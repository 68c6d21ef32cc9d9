"""The review of a played deal: what each decision cost, step by step, and one card asked about.

What the page finally shows comes from `review_deal`. What is known earlier is shown at once: the
deal and its line, then the cards, then the discards as fewer deals judge them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.kinds.card import PlayAdvice, advise_play, judge_card
from piquet_sim.decisions.review.deal_review import (
    BLANCHE,
    CALL,
    DISCARD,
    LEAD,
    REPLY,
    DealReview,
    Reviewed,
    list_blanches,
    list_calls,
    list_discards,
    review_deal,
    value_decision,
)
from piquet_sim.decisions.review.deal_review import list_cards as list_cards_played
from piquet_sim.decisions.review.records import Record, value_play
from piquet_sim.decisions.walkthrough import trace_deal
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.explorer.answers import LEAST_DEALS, list_cards, tell_played
from piquet_sim.explorer.questions import RECORDED, Asked
from piquet_sim.explorer.records import YOU, read_code, read_pasted, write_code
from piquet_sim.explorer.words.figures import say_error, say_number, say_signed
from piquet_sim.explorer.words.steps import PARTS, tell_given, tell_ledger, tell_steps
from piquet_sim.game.cards import count_cards, format_card, format_cards, format_hand
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import say_cards

_SEED = 1
_EFFORT = Effort(1 << 12)
"""For each discard, before all its deals are played."""
_LEAST_SHOWN = 0.05
_HOLDINGS = 6
"""Cards of which the page says how likely the other holds them."""
_WHEN = {DISCARD: "Exchange", CALL: "Calls", BLANCHE: "Calls"}
_PART_OF = {kind: part for part, kinds in PARTS.items() for kind in kinds}
_DOES = {DISCARD: "throws", LEAD: "leads", REPLY: "plays"}


def read_deals(asked: Asked) -> dict[str, Any]:
    """Deals that were pasted, as the address of the page has each, and who scored what."""
    listed = [
        {"record": write_code(one), "players": one.players, "scores": one.scores}
        for one in read_pasted(asked["pasted"])
    ]
    return {"record": listed[0]["record"], "deals": listed}


@lru_cache(16)
def _judge(code: str, list_made: Callable[[Record], Iterable]) -> tuple[Reviewed, ...]:
    # The cards or the discards of a deal.
    record = read_code(code)
    return tuple(value_decision(record, one, _EFFORT, _SEED) for one in list_made(record))


@lru_cache(8)
def _review(code: str) -> DealReview:
    return review_deal(read_code(code), seed=_SEED)


def stream_review(asked: Asked, stop: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """A deal and its decisions: at once what is known, at the end what `review_deal` finds."""
    record, code, seat = asked.record, asked["record"], SEATS.index(asked.seat)
    names = {at: "your" if one == YOU else f"{one}’s" for at, one in enumerate(record.players)}
    deal, values = _tell_deal(record), value_play(record)
    decisions = (*list_blanches(record), *list_calls(record))
    choices = sum(1 for _ in list_cards_played(record))
    to_count = 2 + len(decisions) + choices

    def tell(counted: int, over: bool = False) -> dict[str, Any]:
        return {
            **deal,
            **_tell_decisions(record, decisions),
            "is_own": record.players[seat] == YOU,
            "steps": tell_steps(values, seat, names, name_decisions(decisions)),
            "ledger": None if values.dealt is None else tell_ledger(values, decisions, seat, names),
            "over": over,
            "counted": counted,
            "to_count": to_count,
        }

    yield tell(0)
    counted = 0
    for list_made, number in ((list_cards_played, choices), (list_discards, 2)):
        if stop():
            return
        decisions, counted = (*decisions, *_judge(code, list_made)), counted + number
        yield tell(counted)
    if not stop():
        review = _review(code)
        decisions, values = review.decisions, review.valuation
        yield tell(to_count, over=True)


def _tell_deal(record: Record) -> dict[str, Any]:
    moments = trace_deal(record, record.plays)
    names = [
        name.capitalize() if name == seat else f"{'You' if name == YOU else name} ({seat})"
        for seat, name in zip(SEATS, record.players, strict=True)
    ]
    return {
        "title": ", ".join(
            f"{name} {score}" for name, score in zip(names, record.scores, strict=True)
        )
        + str(record.standing),
        "names": names,
        "played": tell_played(moments, record.plays),
        "winners": [SEATS[trick.winner] for trick in moments[-1].course.tricks],
        "dealt": [
            {"hand": list_cards(dealt), "thrown": list_cards(thrown), "drawn": list_cards(drawn)}
            for dealt, thrown, drawn in zip(record.dealt, record.thrown, record.drawn, strict=True)
        ],
    }


def name_decisions(decisions: Iterable[Reviewed]) -> dict[str, Reviewed]:
    """The decisions of a deal by name: the number of the card, the seat that throws, or the place
    among the calls.
    """
    calls = [one for one in decisions if one.kind in (CALL, BLANCHE)]
    named = {}
    for one in sorted(decisions, key=lambda one: (one.number, one.kind != DISCARD)):
        name = str(one.number) if one.number else SEATS[one.seat]
        named[f"call-{calls.index(one) + 1}" if one in calls else name] = one
    return named


def _tell_decisions(record: Record, made: Iterable[Reviewed]) -> dict[str, Any]:
    decisions = list(made)
    named = name_decisions(decisions)
    worst = sorted(named, key=lambda name: (not named[name].is_error, -named[name].lost))
    slips = [name for name in worst if named[name].lost >= _LEAST_SHOWN]
    shown = {*slips, *(key for key, one in named.items() if one.kind == DISCARD or one.not_counted)}
    return {
        "given": [tell_given(decisions, seat) for seat in (0, 1)],
        "decisions": {name: _tell_decision(record, one) for name, one in named.items()},
        "order": list(named),
        "worst": [name for name in worst if name in shown],
        "slips": slips,
    }


def _tell_loss(loss: Estimate) -> dict[str, Any]:
    return {
        "value": loss.value,
        "said": say_signed(-loss.value, loss.se) if loss.se or loss.value else "0",
        "plain": say_number(loss.value, loss.se),
        "se_said": say_error(loss.se) if loss.se else "",
    }


def _tell_decision(record: Record, one: Reviewed) -> dict[str, Any]:
    is_call = one.kind in (CALL, BLANCHE)
    cards = None if is_call else _split(one.done)
    best = [] if is_call else [_split(best) for best in one.best]
    if one.kind in (LEAD, REPLY):  # each of them alone
        best = [[card for (card,) in best]]
    return {
        "seat": SEATS[one.seat],
        "kind": _PART_OF[one.kind],
        "number": one.number,
        "done": one.done,
        "bests": list(one.best),
        "when": f"Trick {one.trick}" if one.trick else _WHEN[one.kind],
        "title": _name_decision(record, one),
        "does": one.done if is_call else _DOES[one.kind],
        "cards": cards,
        "best": best[0] if best else None,
        "better": one.best[0] if is_call and one.best else None,
        "is_best": one.done in one.best,
        "lost": None if one.loss is None else _tell_loss(one.loss),
        "verdict": one.verdict,
        "is_error": one.is_error,
        "not_counted": one.not_counted,
        "open": _open(record, one),
        "why": _ask_why(record, one),
    }


def _name_decision(record: Record, one: Reviewed) -> str:
    name = record.players[one.seat]
    if one.trick:
        does = ("lead", "answer")[one.kind != LEAD] + ("" if name == YOU else "s")
        return f"Trick {one.trick}: {name} {does}"
    said = "exchange" if one.kind == DISCARD else "calls"
    return f"{'Your' if name == YOU else name[0].upper() + name[1:] + '’s'} {said}"


def _open(record: Record, one: Reviewed) -> dict[str, str] | None:
    # The state of the page in which another view shows the decision, if one does.
    rules = record.rules.describe()
    if not isinstance(rules, str):
        return None
    if one.number:
        return {
            "view": "play",
            "number": RECORDED,
            "seat": SEATS[one.seat],
            "rules": rules,
            "play": format_cards(record.plays),
            "step": str(one.number - 1),
            "shown": "",
        }
    if one.kind != DISCARD or rules != RUBICON.name:
        return None
    at = record.standing.seen_from(one.seat)
    return {
        "view": "discard",
        "hand": format_hand(record.dealt[one.seat]),
        "seat": SEATS[one.seat],
        "took": str(count_cards(record.thrown[0])) if one.seat else "",
        "rules": rules,
        "discard": say_cards(record.thrown[one.seat]),
        **dict.fromkeys(("versus", "score", "strategy", "draw", "number", "play", "step"), ""),
        **({"score": "{}-{}".format(*at["score"]), "deal": str(at["deal"])} if at else {}),
    }


def _ask_why(record: Record, one: Reviewed) -> dict[str, str] | None:
    # The question whose answer has the reasons for the loss of a discard.
    opened = _open(record, one)
    if one.number or opened is None or one.done in one.best:
        return None
    asked = ("hand", "seat", "took", "discard", *(("score", "deal") if "deal" in opened else ()))
    return {
        **{key: opened[key] for key in asked},
        "versus": "" if one.best[0] == "nothing" else one.best[0],
        "deals": str(LEAST_DEALS),
    }


def _split(cards: str) -> list[str]:
    return [] if cards == "nothing" else cards.split()


@lru_cache(32)
def _advise_card(code: str, number: int) -> PlayAdvice:
    return advise_play(read_code(code).view(number))


def advise_card(asked: Asked) -> dict[str, Any]:
    """Every card that could be played, over all hands that the other could hold.

    Nothing that the seat did not see has part in it.
    """
    asked.record.view(asked.card_number)  # or it says why there is none
    return _tell_cards(_advise_card(asked.state["record"], asked.card_number))


def advise_position(asked: Asked) -> dict[str, Any]:
    """The same of a card in mid-deal, of which the seat's own hand was laid out."""
    return _tell_cards(advise_play(asked.position))


def _tell_cards(advice: PlayAdvice) -> dict[str, Any]:
    view, holding = advice.view, advice.count_holding()
    losses = [judge_card(advice, one.card).estimate.value for one in advice.candidates]
    return {
        "seat": SEATS[view.seat],
        "led": format_card(view.course.led) if view.course.led else None,
        "hand": list_cards(view.hand),
        "hands": len(advice.hands),
        "cards": [
            {
                "card": format_card(one.card),
                "same": [format_card(other) for other in one.same],
                "mean": say_signed(getattr(one, advice.stake.aim)),
                "loses": say_number(lost, _LEAST_SHOWN / 2 if lost < _LEAST_SHOWN else None)
                if lost  # nothing only where it is nothing
                else "0",
                "best": f"{100 * one.best:.0f}%",
            }
            for one, lost in zip(advice.candidates, losses, strict=True)
        ],
        "holds": [
            {
                "card": format_card(card),
                "hands": holding[card],
                "chance": f"{100 * advice.chance_of(card):.0f}%",
            }
            for card in sorted(holding, key=lambda card: -advice.chance_of(card))[:_HOLDINGS]
            if holding[card]
        ],
    }
