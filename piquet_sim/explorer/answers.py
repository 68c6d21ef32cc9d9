"""The explorer's answers, as data for the page: odds, advice, two discards, a deal.

Every number is formatted here with its error, so that the page and the command line show the same
digits; the page only displays them.
"""

import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from piquet_sim import __version__
from piquet_sim.conditions.drawn_hands import AIM_OF_VALUE, AIMS, rank_discards
from piquet_sim.conditions.expression import Expression, read_expression
from piquet_sim.conditions.names import AIM, list_names
from piquet_sim.deals.narration import (
    tell_blanche,
    tell_class,
    tell_deal,
    tell_holdings,
    tell_repiques,
)
from piquet_sim.decisions.kinds.contrast import Contrast, watch_contrast
from piquet_sim.decisions.kinds.discard import Advice, watch_advice
from piquet_sim.decisions.kinds.question import Question, find_throw
from piquet_sim.decisions.review.records import read_record
from piquet_sim.decisions.walkthrough import Moment, play_best, trace_deal
from piquet_sim.estimates.differences import judge_gap
from piquet_sim.exact.draw_odds import (
    ASSUMED,
    EVENTS,
    DrawOdds,
    check_discard,
    exchange_limits,
    read_countable,
)
from piquet_sim.exact.odds import say_odds
from piquet_sim.explorer.questions import PATIENCE, RECORDED, Asked, list_slow
from piquet_sim.explorer.records import EXAMPLE, write_code
from piquet_sim.explorer.themes import THEMES, deal_hands
from piquet_sim.explorer.words.figures import say_error, say_estimate, say_number, say_signed
from piquet_sim.explorer.words.reasons import RANKS, tell_ends, tell_parts, tell_reasons, tell_share
from piquet_sim.game.cards import (
    HAND_CARDS,
    TRICKS,
    count_cards,
    format_card,
    format_cards,
    format_hand,
    format_hand_symbols,
    iterate_cards,
    name_card,
    pack_mask,
    read_typed_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.glossary import WORDS
from piquet_sim.game.rules import PRESETS, RUBICON, SOURCES, RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import say_cards
from piquet_sim.strategies import strategy_names

LEAST_DEALS = 16_384
"""Deals that judge every listed discard, so that the values of the worse ones are also known to a
few tenths of a point."""
FEWEST = 8
"""Discards that are valued at least, so that the list also shows what a poor one loses."""


def list_choices() -> dict[str, Any]:
    """What can be chosen on the page."""
    return {
        "version": __version__,
        "rules": {name: SOURCES[name] for name in PRESETS},
        "packs": {name: list_cards(pack_mask(rules.pack)) for name, rules in PRESETS.items()},
        "elder_takes": {
            name: _limit_exchange("elder", None, rules) for name, rules in PRESETS.items()
        },
        "strategies": strategy_names(),
        "slow": list_slow(),
        "patience": PATIENCE[True],
        "aims": {aim: _name_aim(event) for aim, event in AIMS.items()},
        "names": list_names(AIM),
        "example": write_code(read_record(EXAMPLE)),
        "words": [{"key": one.key, "name": one.name, "meaning": one.meaning} for one in WORDS],
        "themes": {
            name: {"title": theme.title, "meaning": theme.meaning} for name, theme in THEMES.items()
        },
    }


def _limit_exchange(seat: str, took: int | None, rules: RuleSet) -> list[int]:
    limits = exchange_limits(seat, took, rules)
    return [limits[0], limits[-1]]


_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def _name_aim(event: str) -> str:
    kind, _, of = event.replace(">=", ":").partition(":")
    if kind in ("point", "sequence"):
        return f"a {kind} of {of} cards or more"
    if kind == "guard":
        return f"{_SUITS[of]} guarded"
    if kind in ("trio", "quatorze"):
        return f"a {kind} of {RANKS[of]}"
    return {"value": "what it counts if all is good", "any_quatorze": "any quatorze"}[event]


def _card(card: int) -> dict[str, str]:
    return {"card": format_card(card), "name": name_card(card)}


def list_cards(cards: int) -> list[str]:
    """Cards by their names, as the page has them."""
    return [format_card(card) for card in iterate_cards(cards)]


def _tell_cards(cards: int) -> dict[str, Any]:
    return {"symbols": format_hand_symbols(cards), "cards": list_cards(cards)}


def tell_throw(discard: int) -> dict[str, Any]:
    """A throw as the page has it."""
    return {
        "discard": say_cards(discard),
        "cards": list_cards(discard),
        "symbols": format_hand_symbols(discard),
    }


def read_hand(asked: Asked) -> dict[str, Any]:
    """The cards laid out, in any notation, and what they hold."""
    hand = asked.hand
    payload = {
        "cards": list_cards(hand),
        "dotted": format_hand(hand),
        "symbols": format_hand_symbols(hand),
        "pack": list_cards(pack_mask(asked.rules.pack)),
        "needed": HAND_CARDS - count_cards(hand),
    }
    if not payload["needed"]:
        payload["exchange"] = _limit_exchange(asked.seat, asked.took, asked.rules)
        payload["holds"] = tell_holdings(hand, asked.rules)
        payload["blanche"] = tell_blanche(hand, asked.rules)
    return payload


def read_text(asked: Asked) -> dict[str, Any]:
    """The cards of a text that is being typed: those that are sure, and what is wrong."""
    hand, problem = read_typed_hand(asked["text"], asked.rules.pack)
    return {"dotted": format_hand(hand), "cards": list_cards(hand), "problem": problem}


def deal_hand(asked: Asked) -> dict[str, Any]:
    """A hand of the theme, dealt at random by its number, and what expert throws out of it."""
    (hand,) = deal_hands(asked["theme"], asked.number, 1, asked.seat, asked.rules)
    payload = {"hand": format_hand(hand)}
    if asked.rules == RUBICON:
        throw = find_throw("expert", Question(hand, asked.seat))
        payload["discard"] = say_cards(throw)
    return payload


@lru_cache(8)
def _rank(hand: int, aim: str, seat: str, took: int | None, rules: RuleSet) -> tuple[DrawOdds, ...]:
    return tuple(rank_discards(hand, aim, seat, took, rules))


def _count_all(asked: Asked) -> dict[int, DrawOdds]:
    # The exact odds of every discard.
    return {
        one.discard: one
        for one in _rank(asked.whole_hand, AIM_OF_VALUE, asked.seat, asked.took, asked.rules)
    }


def find_discard_odds(asked: Asked) -> dict[str, Any]:
    """The exact odds of the draw: the best discards for an aim, and what is chosen in full."""
    hand, rules = read_countable(asked.whole_hand, asked.rules)
    read = read_expression(asked["aim"], rules, AIM)
    ranked = _rank(hand, read.text, asked.seat, asked.took, rules)
    is_value = read.text == AIM_OF_VALUE
    payload: dict[str, Any] = {
        "aim": read.text,
        "aim_name": _name_aim(AIMS[read.text]) if read.text in AIMS else read.text,
        "heads": [] if is_value else ["chance", "odds"] if read.is_yes else ["mean"],
        "assumed": ASSUMED[asked.seat],
        "all": len(ranked),
        "discards": [_tell_discard(one, read) for one in ranked[: asked.rows]],
        "command": _command(asked, "odds", "" if is_value else f' --aim "{read.text}"'),
    }
    for name, discard in (("chosen", asked.discard), ("versus", asked.versus)):
        if discard is not None:
            check_discard(hand, discard, asked.seat, asked.took, rules)
            place, odds = next(
                (place, one) for place, one in enumerate(ranked, 1) if one.discard == discard
            )
            payload[name] = {
                **_tell_discard(odds, read),
                "rank": place,
                "events": [_tell_chance(odds, event) for event in EVENTS],
            }
    return payload


def _tell_discard(odds: DrawOdds, read: Expression) -> dict[str, Any]:
    mean, rate = odds.value_mean, odds.rate(read.text)
    is_value, percent = read.text == AIM_OF_VALUE, f"{float(100 * rate):.2f}%"
    return {
        **tell_throw(odds.discard),
        "draws": odds.draws,
        "value": float(mean),
        "value_said": f"{float(mean):.2f}",
        "count": say_number(float(mean)),
        "value_exact": f"{mean.numerator}/{mean.denominator}",
        "rates": []
        if is_value
        else [percent, say_odds(rate)]
        if read.is_yes
        else [f"{float(rate):.2f}"],
    }


def _tell_chance(odds: DrawOdds, event: str) -> dict[str, Any]:
    favourable = odds.events[event]
    return {
        "event": event,
        "name": _name_aim(event),
        "favourable": favourable,
        "of": odds.draws,
        "percent": f"{100 * favourable / odds.draws:.2f}%",
    }


def _command(asked: Asked, name: str, more: str = "") -> str:
    # The command that makes the same numbers.
    said = f"piquet {name} '{format_hand(asked.whole_hand)}'"
    if asked.seat == "younger":
        said += " --seat younger" + ("" if asked.took is None else f" --took {asked.took}")
    if name == "odds" and asked.rules.name != "rubicon":
        said += f" --rules {asked.rules.name}"
    if name == "advise":
        if asked.score is not None:
            said += f" --score {asked.score[0]}-{asked.score[1]} --deal {asked.deal}"
        if asked.strategy != "expert":
            said += f" --opponent {asked.strategy}"
    return said + more


def _tell_setting(asked: Asked, question: Question) -> dict[str, Any]:
    unit = "points, less the opponent's"
    if asked.score is not None:
        own, theirs = asked.score
        unit = f"expected settlement of the partie at {own}-{theirs}, deal {asked.deal}"
    assumed = (
        f"the opponent exchanges as {asked.strategy}; both call everything and play perfectly, "
        "seeing all cards"
    )
    return {"unit": unit, "assumed": assumed, "seed": question.seed}


def stream_advice(asked: Asked, stop: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """Advice on the hand, again and again with smaller errors."""
    question = asked.question()
    begun = time.perf_counter()
    counts = _count_all(asked)
    payload: dict[str, Any] = {}
    for advice in watch_advice(
        question, asked.seconds, stop=stop, least=LEAST_DEALS, fewest=FEWEST
    ):
        elapsed = time.perf_counter() - begun
        payload = {
            "deals": advice.candidates[0].deals,
            "raced": advice.raced,
            "judged": advice.trials is not None,
            "elapsed": elapsed,
            "elapsed_said": say_number(elapsed),
            "sure": advice.is_settled,
            "over": False,
            **_tell_setting(asked, question),
            "command": _command(asked, "advise", f" --seconds {asked.seconds:g}"),
            "discards": [
                _tell_advised(advice, place, counts) for place in range(len(advice.candidates))
            ],
        }
        yield payload
    yield {**payload, "over": True}


def _tell_advised(advice: Advice, place: int, counts: dict[int, DrawOdds]) -> dict[str, Any]:
    one = advice.candidates[place]
    return {
        **tell_throw(one.discard),
        "same": [list_cards(other) for other in one.same],
        "value": one.value,
        "se": one.worth.se,
        "said": say_estimate(one.worth),
        "gap": one.gap,
        "gap_se": one.behind.se,
        "loses": say_number(-one.gap, one.behind.se) if place else "0",
        "loses_se": say_error(one.behind.se) if place else "",
        "count": say_number(float(counts[one.discard].value_mean)),
        "deals": one.deals,
        "verdict": advice.say_verdict(place),
    }


def stream_contrast(asked: Asked, stop: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """Two discards side by side, again and again with smaller errors."""
    if asked.discard is None or asked.versus is None:
        raise InputError("compare: expected two discards")
    question = asked.question()
    begun = time.perf_counter()
    payload: dict[str, Any] = {}
    for contrast in watch_contrast(question, asked.discard, asked.versus, asked.deals, stop=stop):
        payload = {
            "deals": contrast.table.deals(0),
            "elapsed": time.perf_counter() - begun,
            "over": False,
            **_tell_setting(asked, question),
            "in_partie": asked.score is not None,
            **_tell_contrast(contrast, _count_all(asked)),
        }
        yield payload
        if time.perf_counter() - begun > asked.seconds:
            break
    yield {**payload, "over": True}


def _tell_contrast(contrast: Contrast, counts: dict[int, DrawOdds]) -> dict[str, Any]:
    gap, points, table = contrast.gap, contrast.points, contrast.table
    one, two = (counts[discard] for discard in table.choices)
    worths = table.worths(0), table.worths(1)
    return {
        "discards": [
            {
                **tell_throw(odds.discard),
                "value": value,
                "said": say_number(value),
                "count": say_number(float(odds.value_mean)),
            }
            for odds, value in ((one, table.mean(0)), (two, table.mean(1)))
        ],
        "gap": gap.value,
        "se": gap.se,
        "said": say_signed(gap.value, gap.se),
        "se_said": say_error(gap.se),
        "less": say_number(abs(gap.value), gap.se),
        "sure": contrast.is_clear,
        "verdict": judge_gap(gap, table.stake.reach),
        "points": points.value,
        "points_se": points.se,
        "points_said": say_signed(points.value, points.se),
        "better": round(100 * float((worths[0] > worths[1]).mean())),
        "equal": round(100 * float((worths[0] == worths[1]).mean())),
        "parts": tell_parts(contrast),
        "reasons": tell_reasons(contrast, (one, two)),
        "mostly": tell_share(contrast),
        "ends": tell_ends(contrast),
    }


def walk(asked: Asked) -> dict[str, Any]:
    """A deal that contains the hand and the discard, card by card, and one moment of it.

    Margins are points of the whole deal, the asked seat's less the other's, if both play their
    best from there on; None if the rules have no table of perfect play.
    """
    deal = (
        {**asked.record.written, "play": None} if asked["number"] == RECORDED else asked.lay_out()
    )
    moments = trace_deal(deal, asked.plays)
    moment = moments[asked.step]
    course, scored = moment.course, moment.scored
    best = list(play_best(moment)) if moment.values else []
    cards = [*asked.plays[: asked.step], *best]
    payload: dict[str, Any] = {
        "deal": deal,
        "seat": asked.seat,
        "hands": {
            seat: [_card(card) for card in iterate_cards(hand)]
            for seat, hand in zip(SEATS, course.hands, strict=True)
        },
        "exchange": {
            seat: {
                "discarded": _tell_cards(scored.value(f"{seat}_discard")),
                "drawn": _tell_cards(scored.value(f"{seat}_hand") & ~scored.value(f"{seat}_dealt")),
            }
            for seat in SEATS
        },
        "calls": _tell_calls(moment),
        "points": dict(zip(SEATS, moment.counted, strict=True)),
        "tricks": {seat: course.won(place) for place, seat in enumerate(SEATS)},
        "margins": [_turn_margin(asked, one.margin) for one in moments],
        "played": tell_played(moments, asked.plays),
        "course": [
            {
                "leader": SEATS[trick.leader],
                "led": _card(trick.led),
                "reply": _card(trick.reply),
                "winner": SEATS[trick.winner],
            }
            for trick in course.tricks
        ],
        "led": _card(course.led) if course.led else None,
        "step": asked.step,
        "ends": dict(zip(SEATS, scored.deal.score(cards).of_both("score"), strict=True))
        if len(cards) == 2 * TRICKS  # where all are known
        else None,
        "turn": None if course.is_over else SEATS[course.turn],
        "over": course.is_over,
        "moves": _list_moves(asked, moment),
        "best": [format_card(card) for card in best],
    }
    if course.is_over:
        payload["score"] = {seat: scored.value(f"{seat}_score") for seat in SEATS}
        payload["story"] = list(tell_deal(scored))
        if moment.margin is not None:
            payload["record"] = write_code(read_record({**deal, "play": format_cards(asked.plays)}))
    return payload


def _tell_calls(moment: Moment) -> list[str]:
    scored = moment.scored
    blanche = [
        f"{seat.capitalize()} has shown a carte blanche: {scored.value(f'{seat}_carte_blanche')}."
        for seat in SEATS
        if scored.value(f"{seat}_carte_blanche")
    ]
    classes = [tell_class(scored, kind) for kind in ("point", "sequence", "set")]
    return [*blanche, *classes, *tell_repiques(scored)]


def _turn_margin(asked: Asked, margin: int | None) -> int | None:
    # From elder's margin to that of the seat that was asked for.
    return margin if margin is None or asked.seat == "elder" else -margin


def tell_played(moments: list[Moment], plays: tuple[int, ...]) -> list[dict[str, Any]]:
    """The cards played, each with the player and what it gave away where that is known."""
    return [
        {
            **_card(card),
            "seat": SEATS[moment.course.turn],
            "gave": None if moment.values is None else moment.cost(card),
        }
        for moment, card in zip(moments, plays, strict=False)
    ]


def _list_moves(asked: Asked, moment: Moment) -> list[dict[str, Any]]:
    # The cards that may be played, the best first where that is known.
    values = moment.values or {}

    def weigh(card: int) -> dict[str, Any]:
        value = values[card]
        ends = _turn_margin(asked, moment.margin_after(value))
        return {"value": value, "ends": ends, "cost": moment.cost(card)}

    legal = iterate_cards(0 if moment.course.is_over else moment.course.legal)
    return [{**_card(card), **(weigh(card) if values else {})} for card in legal]
