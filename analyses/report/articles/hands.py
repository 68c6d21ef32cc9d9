"""The article on a hand: what should be thrown from it?"""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any

import pandas as pd

from analyses.charts.hand import draw_hand
from analyses.report.articles.draft import VERDICT, Draft, draw_into
from analyses.report.making import Watch
from analyses.report.sections import Order
from analyses.results.analysis import write_data
from piquet_sim import __version__
from piquet_sim.advice.advice import watch_advice
from piquet_sim.advice.advised_discards import Advice
from piquet_sim.advice.trials import Question
from piquet_sim.estimates.digits import decimals_of
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.cards import format_hand, format_hand_symbols
from piquet_sim.game.files import make_folder
from piquet_sim.game.terms import YOUNGER
from piquet_sim.game.wording import say_cards

SHOWN = 8
"""Discards in the table, at most."""
_HEADS = ("", "value ± error", "behind the best", "95% interval", "deals", VERDICT)


@dataclass(frozen=True)
class HandAsked:
    """A hand on which an article is asked for."""

    hand: int
    """A mask."""
    seat: str
    took: int | None = None
    """Number of cards elder exchanged, where the hand is younger's; 5 by default."""

    @property
    def name(self) -> str:
        """A name for its folder, which no system reads as hidden."""
        return f"{self.seat}-{format_hand(self.hand).replace('.', '-')}"

    def ask(self, order: Order) -> Question:
        """The question that advice answers.

        Raises
        ------
        InputError
            If the hand, the seat or the number of cards is invalid.
        """
        question = Question(
            self.hand, self.seat, self.took, order.main, seed=order.seed
        )  # fmt: skip
        question.check()
        return question


def draft_hand(asked: HandAsked, order: Order, home: Path, watch: Watch | None = None) -> Draft:
    """What the article on a hand says; its chart and the values of all discards are written.

    Parameters
    ----------
    asked : HandAsked
    order : Order
        Its deals are the most for each discard, half to choose and half to judge.
    home : Path
    watch : callable, optional
        Makes the progress callback.
    """
    question = asked.ask(order)
    with watch(asked.name, order.n) if watch else nullcontext():
        *_, advice = watch_advice(question, None, order.threads, deals=order.n, shown=SHOWN)
    best = advice.candidates[0]
    write_data(pd.DataFrame(_list_rows(advice)), make_folder(home) / "data.csv")
    told = question.describe()
    figure = draw_hand(
        asked.hand, best.discard, f"The best discard: {format_hand_symbols(best.discard)}",
        f"{asked.seat}; lowered and grey: thrown.".capitalize(),
    )  # fmt: skip
    chart = draw_into(
        home, figure, f"The hand, and the best discard as {asked.seat}", {}, {**told, "n": order.n}
    )
    return Draft(
        "hand", asked.name, "", _ask(question), _answer(advice), _HEADS,
        [_show(advice, place) for place, _ in advice.list_shown(SHOWN)],
        "The best discards, in points more than the opponent; their parts are in",
        [
            ("Chosen and judged", f"{advice.say_how(SHOWN)}."),
            ("Assumed", f"{advice.say_assumed()}."),
            ("Intervals", best.worth.method),
        ],
        f"opponent {told['strategy']}, rules {told['rules']}, n = {best.deals:,} deals for each "
        f"discard, seed {told['seed']}, piquet-sim {__version__}, "
        f"{datetime.now(UTC).date().isoformat()}",
        _say_again(asked, order), chart, rest=list(_say_why(advice)),
    )  # fmt: skip


def _ask(question: Question) -> str:
    took = f", after elder took {question.elder_took()}" if question.seat == YOUNGER else ""
    return f"What should {question.seat} throw from {format_hand_symbols(question.hand)}{took}?"


def _answer(advice: Advice) -> str:
    best = advice.candidates[0]
    answer = (
        f"{format_hand_symbols(best.discard)}: with it {advice.question.seat} makes {best.worth} "
        "points more than the opponent"
    )
    if len(advice.candidates) == 1:
        return f"{answer}; no other discard was worth judging."
    second = advice.candidates[1]
    return (
        f"{answer}, and {second.behind} more than with the next, "
        f"{format_hand_symbols(second.discard)} ({advice.say_verdict(0)})."
    )


def _say_why(advice: Advice) -> Iterator[str]:
    best = advice.candidates[0]
    for other in advice.candidates[1:2]:
        start = f"What makes {say_cards(best.discard)} differ from {say_cards(other.discard)}"
        told = "; ".join(f"{gain} {whose}" for gain, whose in other.list_reasons())
        yield f"{start}, in points a deal: {told or 'no part is beyond its error'}."
    for one in advice.candidates[:SHOWN]:
        if one.same:
            others = " or ".join(map(say_cards, one.same))
            yield f"{say_cards(one.discard)} equals {others} up to renaming suits."


def _show(advice: Advice, place: int) -> list[str]:
    one = advice.candidates[place]
    behind = interval = "–"
    if place:
        behind, interval = str(one.behind), _say_interval(one.behind)
    cards = say_cards(one.discard)
    return [cards, str(one.worth), behind, interval, f"{one.deals:,}", advice.say_verdict(place)]


def _say_interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return "–"
    digits = decimals_of(estimate.se)
    return f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"


def _list_rows(advice: Advice) -> Iterator[dict[str, Any]]:
    for place, one in enumerate(advice.candidates):
        behind, worth = one.behind, one.worth
        yield {
            "discard": say_cards(one.discard), "verdict": advice.say_verdict(place),
            "value": worth.value, "se": worth.se, "low": worth.low, "high": worth.high,
            "n": worth.n, "behind": behind.value, "behind_se": behind.se,
            "behind_low": behind.low, "behind_high": behind.high,
            **{name: part.value for name, part in one.parts.items()},
            **{f"{name}_se": part.se for name, part in one.parts.items()},
        }  # fmt: skip


def _say_again(asked: HandAsked, order: Order) -> str:
    words = ["piquet", "advise", format_hand(asked.hand), "--seat", asked.seat]
    if asked.took is not None:
        words += ["--took", str(asked.took)]
    words += ["-n", str(order.n), "--opponent", order.main, "--seed", str(order.seed)]
    words += ["--load", order.loaded] if order.loaded else []
    return " ".join(map(quote, words))
