"""Regret: how much does a strategy's discard lose to the best one?

For each hand the best discard is found in a race of those that the learned evaluation thinks
sensible, and fresh deals judge how much more it makes than the strategy's (`advice.losses`), the
opponent exchanging as `expert` does and both playing perfectly. The opponent is held fixed and
only some discards are tried: the result is a lower bound of what one step could gain. What is lost
so is lost when experts play the cards, too (a test). That `master`, whose exchange tries a few
dozen fresh deals, makes no more by it than `expert` (`skill`) is therefore no contradiction:
differences of some tenths of a point need thousands.

Beside the mean stands the share of hands that lose more than one to six points (`slips`),
what calls and cards lose to the best found (`regret_of_play`), and what a specialist gains who
learned to beat this player's exchange (`best_response`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import (
    derive,
    estimate_row,
    read_derived,
    read_estimate,
    read_estimates,
)
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.studies.players.best_response import list_gains, measure_gains, say_gain
from analyses.studies.players.regret_chart import WORST, draw_slips, find_worst, say_slips
from analyses.studies.players.regret_of_play import (
    ALL_CALLS,
    ALL_CARDS,
    BOTH,
    OF_CALLS,
    OF_CARDS,
    judge_play,
    list_rows,
)
from analyses.studies.players.slips import (
    ALL,
    DealtHand,
    find_near,
    list_shares,
    name_loss,
    share_near,
)
from analyses.study import UNDER_RUBICON, Answer, Asked, Reported, Study
from piquet_sim.advice.losses import QUICK_DEALS, judge_discard
from piquet_sim.advice.near_repiques import is_near_repique
from piquet_sim.advice.trials import Question
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.limits import limit_change
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import (
    SUITS,
    count_cards,
    format_cards,
    format_hand,
    iterate_cards,
    suit_mask,
)
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import play_in_order
from piquet_sim.sentences import Sentence, choose, compose, is_bounded, is_within, percent, say
from piquet_sim.strategies import DiscardView, Strategy

TITLE = "How much does a discard lose to the best one?"

_DEALS_ASKED_A_HAND = 2500
"""Number of deals asked for per hand in each seat."""
_SEATS = ("elder", "younger")
_REGRET = "regret"
_ALL = "all hands"
_KINDS = ("longest suit 3 or 4", "longest suit 5", "longest suit 6 or more")
_WORST = 5
_SHARES = {"discards": 0.28, "slips": 0.21, "calls and cards": 0.46, "specialists": 0.05}
"""About what of the time each part takes."""
_SLIP = 3
_WIDEST_SHARE = 0.5
"""Between bounds of a share, beyond which they are not worth a word."""
_LIMITS = limit_change(RUBICON)
"""Limits of what one discard can lose to another."""


@dataclass(frozen=True)
class _Judged:
    seat: str
    hand: int
    took: int | None
    seed: int
    """Of the deals that judge."""
    chosen: int
    found: int
    """The best discard found; the one chosen where it is that, suits renamed."""
    loss: Estimate
    """Of this hand, over the deals that judge."""
    is_near: bool
    """Whether a repique is within reach."""


def analyse(asked: Asked) -> Answer:
    """Judge discards: elder's by the strategy named elder, younger's by the other.

    One hand in each seat is judged for every 2,500 deals asked for, at least two, and half as many
    more with a repique within reach; all calls and cards of one deal for every 5,000.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 1_000).title)
    How much does a discard lose to the best one?
    """
    simulation, n, threads, course = asked.simulation, asked.n, asked.threads, asked.course
    hands = max(n // _DEALS_ASKED_A_HAND, 2)
    judged, slips = _judge_discards(asked, hands)
    near = share_near()
    played = judge_play(simulation, n, threads, course.begin(_SHARES["calls and cards"], n))
    course.begin(_SHARES["specialists"])
    gained = measure_gains(simulation, n, threads)
    table = pd.DataFrame(
        [*_rows(judged), *_list_slips(slips, near), *list_rows(played), *list_gains(gained)]
    )
    return Answer(
        table,
        say_slips(table, simulation.describe()),
        {
            "intervals": "normal, hands as units",
            "opponent": "exchanges as expert; calls full, cards played perfectly by both",
            **derive(
                hands_judged=len(judged),
                hands_judged_with_more_near_a_repique=len(slips),
                best_found_is_theirs=_share_of_best(judged),
                regret_of_both=_mean(judged),
                share_near_repique=near,
                decisions_of_play=played.decisions,
                decisions_left_out=played.left_out,
            ),
        },
        about={"hands": hands, "deals_a_hand": QUICK_DEALS},
    )


def _judge_discards(asked: Asked, hands: int) -> tuple[list[_Judged], list[_Judged]]:
    # Those of so many hands in each seat, and these with more that have a repique within reach.
    simulation = asked.simulation
    experts = Simulation("expert", "expert", simulation.rules, simulation.seed)
    dealt = experts.record_units(0, hands)
    players = {"elder": simulation.elder, "younger": simulation.younger}
    for player in players.values():
        player.prepare()
    judged: list[_Judged] = []
    told = asked.course.begin(_SHARES["discards"], 2 * hands)

    def work(part: DealtHand) -> _Judged:
        return _judge(players[part.seat], part, simulation.seed + part.number)

    def deal(part: tuple[str, int]) -> DealtHand:
        seat, place = part
        took = None if seat == "elder" else int(dealt["elder_exchanged"][place])
        return DealtHand(seat, place, int(dealt[f"{seat}_dealt"][place]), took)

    for seat in _SEATS:
        parts = map(deal, product([seat], range(hands)))
        for one in play_in_order(work, parts, asked.threads):
            judged.append(one)
            told(len(judged))
    more = [one for seat in _SEATS for one in find_near(experts, seat, hands, (hands + 1) // 2)]
    told, slips = asked.course.begin(_SHARES["slips"], len(more)), list(judged)
    for one in play_in_order(work, more, asked.threads):
        slips.append(one)
        told(len(slips) - len(judged))
    return judged, slips


def _judge(player: Strategy, part: DealtHand, seed: int) -> _Judged:
    seat, hand, took = part.seat, part.hand, part.took
    limits = exchange_limits(seat, took)
    view = DiscardView(
        _SEATS.index(seat), hand, limits[0], limits[-1], -1 if took is None else took,
        0, 0, 0, 0, 0, seed,
    )  # fmt: skip
    chosen = player.discard(view)
    found = judge_discard(Question(hand, seat, took, seed=seed), chosen, QUICK_DEALS)
    better = chosen if chosen in found.best else found.best[0]
    is_near = bool(is_near_repique(np.array([hand]))[0])
    return _Judged(seat, hand, took, seed, chosen, better, found.estimate, is_near)


def _kind(hand: int) -> str:
    longest = max(count_cards(hand & suit_mask(suit)) for suit in range(SUITS))
    return _KINDS[min(max(longest - 4, 0), 2)]


def _mean(judged: list[_Judged]) -> Estimate:
    return estimate_values(np.array([one.loss.value for one in judged]), limits=_LIMITS)


def _rows(judged: list[_Judged]) -> list[dict[str, Any]]:
    rows = []
    for seat in _SEATS:
        own = [one for one in judged if one.seat == seat]
        rows.append(estimate_row(_REGRET, _mean(own), seat=seat, kind=_ALL))
        for kind in _KINDS:
            some = [one for one in own if _kind(one.hand) == kind]
            if some:
                rows.append(estimate_row(_REGRET, _mean(some), seat=seat, kind=kind))
        same = estimate_values([one.found == one.chosen for one in own])
        rows.append(estimate_row("chooses the best found", same, seat=seat, kind=_ALL))
    return rows


def _list_slips(slips: list[_Judged], near: float) -> list[dict[str, Any]]:
    rows = []
    for seat in _SEATS:
        own = [one for one in slips if one.seat == seat]
        rows += list_shares(own, near)
        for one in sorted(own, key=lambda one: -one.loss.value)[:_WORST]:
            rows.append(
                estimate_row(
                    _REGRET, one.loss, seat=seat, kind=WORST,
                    hand=format_hand(one.hand), discard=format_cards(iterate_cards(one.chosen)),
                    better=format_cards(iterate_cards(one.found)), elder_took=one.took,
                    seed=one.seed,
                )
            )  # fmt: skip
    return rows


def _share_of_best(judged: list[_Judged]) -> Estimate:
    return estimate_values([one.found == one.chosen for one in judged])


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    lost, same = [], read_derived(notes, "best_found_is_theirs")
    for seat in _SEATS:
        own = read_estimates(table, seat=seat, kind=_ALL)
        lost.append(f"{say_lost(own[_REGRET])} as {seat}")
    cards, calls = (
        read_estimates(table, seat=BOTH, kind=kind)[what]
        for what, kind in ((OF_CARDS, ALL_CARDS), (OF_CALLS, ALL_CALLS))
    )
    said = (
        Sentence(
            f"The discards of {simulation.elder.name} (elder) and {simulation.younger.name} "
            f"(younger) lose {' and '.join(lost)} to the best discard found; all cards of both "
            f"{say(cards)} a deal to the best found, all calls {say(calls)}."
        ),
        compose(
            f"In {percent(same)} of {notes['derived']['hands_judged']:,} hands their discard is "
            f"the best found itself{_say_slips(table)}.",
            say_gain(table),
        ),
        _say_worst(find_worst(table), notes["derived"]["hands_judged_with_more_near_a_repique"]),
    )
    return {"summary": said}


def say_lost(lost: Estimate) -> str:
    """What a discard loses, or that so few hands do not tell."""
    if not is_bounded(lost):
        return "an amount that so few hands do not tell"
    return f"{say(lost)} points a deal"


def _say_slips(table: pd.DataFrame) -> str:
    # How often a discard loses three points and more, errors allowed for.
    told = []
    for seat in _SEATS:
        share = read_estimates(table, seat=seat, kind=ALL).get(name_loss(_SLIP))
        if share is None or (share.is_unvaried and share.high - share.low > _WIDEST_SHARE):
            return ""
        told.append(f"{percent(share)} as {seat}")
    return f"; {_SLIP} points are lost, two standard errors allowed for, in {' and '.join(told)}"


def _say_worst(worst: pd.Series, hands: int) -> Sentence:
    loss = read_estimate(worst)
    told = (
        f"{worst['seat']} with {worst['hand']} throws {worst['discard']}; the best found "
        f"({worst['better']}) makes {format_with_error(loss.value, loss.se)} more in fresh deals."
    )
    return choose(
        Sentence(
            f"The costliest of all {hands:,} hands judged: {told}",
            is_within("lost by the discard", loss, above=0),
        ),
        Sentence(f"The largest difference seen, which may be chance: {told}"),
    )


def _pick(rows: Sequence[Row]) -> list[Pick]:
    everywhere, both = {"kind": "all hands"}, {"seat": "both seats"}
    return [
        *(
            Pick(f"{seat}'s discard loses, a deal", POINTS,
                  {**everywhere, "seat": seat, "quantity": "regret"})
            for seat in ("elder", "younger")
        ),
        *(
            Pick(f"{seat} throws the best found", PERCENT,
                  {**everywhere, "seat": seat, "quantity": "chooses the best found"})
            for seat in ("elder", "younger")
        ),
        *(
            Pick(f"{seat} loses more than 3 points", PERCENT,
                  {**everywhere, "seat": seat, "quantity": "loses more than 3 points"})
            for seat in ("elder", "younger")
        ),
        Pick("all cards of both lose, a deal", POINTS,
              {**both, "kind": "all cards", "quantity": "regret of cards"}),
        Pick("all calls of both lose, a deal", POINTS,
              {**both, "kind": "all calls", "quantity": "regret of calls"}),
    ]  # fmt: skip


REPORTED = Reported(
    "The opponent exchanges as the strategy named expert does, everything held is called, "
    "and both play the cards perfectly, seeing all. The best discard is sought among those "
    "that the learned evaluation likes, which makes the loss a lower bound. Calls and cards "
    "are judged in deals that the player may imagine, played on by the same players.",
    _pick,
    share=0.1,
    least=10_000,
    is_compiled_anew=True,
    columns=(
        "seat",
        "kind",
        "hand",
        "discard",
        "better",
        "quantity",
        "value",
        "se",
        "n",
        "elder_took",
        "seed",
        "position",
        "played",
    ),
)

STUDY = Study(
    TITLE, analyse, draw_slips, fixed=UNDER_RUBICON, say=_say_table, reported=REPORTED, seconds=200
)
