"""Holdings: what is each thing worth to hold, before the exchange and after it?

Deals are played and recorded. A seat's margin is then reckoned from what its hand holds, by least
squares (`hand_columns`, `least_squares`): what each thing adds in points, all else in the hand
being equal. It is done for both seats, with the twelve cards dealt and with those after the
exchange. A weight says what goes with a holding where these players meet in random deals, other
columns held fast; what no column tells, such as which suit guards which, is averaged over.

How much the columns tell is judged on deals that they were not fitted to: those of one half by the
weights of the other. Beside it stands the learned evaluation of the discard made, by which `expert`
chooses, as one column; it was made to tell discards of one hand apart, not hands.

What the whole of a hand is worth that holds something, with all that goes with it, is another
number: the mean margin in the deals in which it is dealt, against that of all deals.

Given the hands dealt and the discards, the luck of the draw (`estimates.luck`) is nothing
on average. So it is taken out of margins that are reckoned from hands as they were dealt, where a
strong player plays; not of those after the exchange, since the hands then hold what was drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import derive, estimate_row, read_estimates, say_who_plays
from analyses.results.picks import POINTS, Pick, Row
from analyses.statistics.least_squares import (
    STEPS,
    Fit,
    count_missed,
    estimate_sum,
    estimate_told,
    find_covariance,
    find_rare,
    fit_columns,
    multiply,
)
from analyses.studies.game.hand_columns import COLUMNS, THIRTY, WORTHS, measure_columns
from analyses.studies.game.holdings_chart import (
    AFTER,
    ALONE,
    HOLDINGS,
    WHOLE,
    draw_worths,
    find_worths,
    name_worth,
    say_worths,
)
from analyses.study import BETWEEN, UNDER_RUBICON, Answer, Asked, Reported, Study
from piquet_sim.advice.discard_worths import rate_discards
from piquet_sim.conditions.attributes import ATTRIBUTES
from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_mean
from piquet_sim.estimates.intervals import bound_mean
from piquet_sim.estimates.luck import PARTS, find_luck_of_elder, pays
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import play_ranges
from piquet_sim.running.run import count_units
from piquet_sim.sentences import Sentence, choose, compose, is_within, percent, say

TITLE = "What is each thing worth to hold, before the exchange and after it?"

BEFORE = "before the exchange"
ELDERS_PLACE = "elder’s place with the same hand"
TOLD, LEARNED = "share told by holdings", "share told by the learned evaluation"

_MOMENTS = {BEFORE: "dealt", AFTER: "hand"}
"""The columns of a record with the twelve cards, by when they are held."""
_PILOT_DEALS = 1 << 16
"""By the weights of so many deals it is reckoned what is left of the margin of each."""
_GROUPS = 64
_PARTS = 2 * _GROUPS
_MOST_UNITS = 2_048
_HUNDREDTHS = 100
_FINE = 1_680
"""Parts of a point in which margins are counted less their luck: every number of ways to draw
divides it, so that they are whole numbers."""
_FEWEST, _FEWEST_FITTED = 30, 500
"""Hands of which the mean has an error, and to which weights are fitted."""
_PLACES = list(range(len(COLUMNS)))
_LEARNED_PLACE = len(COLUMNS)


@dataclass
class _Sums:
    """What is summed over deals."""

    products: dict[str, np.ndarray]
    """By moment: int64[seat, column, column], the learned worth, the margin, and the margin without
    luck in `_FINE` a point last."""
    spread: dict[str, np.ndarray]
    """By moment: int64[seat and column, seat and column]."""
    whole: np.ndarray
    """int64[seat, holding, (hands, margins, squares)], all hands last."""


def analyse(asked: Asked) -> Answer:
    """Answer the question from n deals.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 1_000).title)
    What is each thing worth to hold, before the exchange and after it?
    """
    groups, spread, whole = _sum_deals(asked)
    rows, condition = [], 1.0
    for moment in _MOMENTS:
        fits = _fit_all(groups[moment].sum(axis=0))
        rows += _list_worths(moment, fits, groups[moment].sum(axis=0), spread[moment])
        rows += _judge(moment, groups[moment])
        condition = max(condition, *(fit.condition for fit in fits))
    rows += _list_whole(whole)
    table = pd.DataFrame(rows, columns=list(estimate_row("", _NOTHING, seat="", when="", kind="")))
    return Answer(
        table,
        say_worths(table),
        {
            "intervals": "all else being equal: normal, by robust errors (HC1); told: by groups of "
            "deals; whole hands: of the difference from all; of hands as dealt, the luck of the "
            "draw taken out where a strong player plays",
            "condition": round(condition, 1),
            **derive(),
        },
    )


_NOTHING = Estimate(0.0, None, None, None, 0, "")


# ---- Sums over deals ----------------------------------------------------------------------------
def _sum_deals(asked: Asked) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray], np.ndarray]:
    # Products by group of deals; what is left of the margins; whole hands. The first deals are
    # kept, since their weights must be known before anything is left.
    simulation, threads = asked.simulation, asked.threads
    units = count_units(simulation, asked.n)
    told = asked.course.begin(1, units)
    size = max(1, min(_MOST_UNITS, -(-units // _PARTS)))
    known = min(units, -(-_PILOT_DEALS // simulation.deals_per_unit) // size * size or size)
    pilot = list(play_ranges(simulation.record_units, known, size, threads))
    rare = {
        moment: [
            find_rare(np.concatenate([measure_columns(deals[f"{seat}_{name}"]) for deals in pilot]))
            for seat in SEATS
        ]
        for moment, name in _MOMENTS.items()
    }
    first: dict[str, Any] = dict.fromkeys(_MOMENTS, 0)
    for deals in pilot:
        for moment, rows in _measure(deals, _take_luck_out(simulation, deals), rare).items():
            first[moment] = first[moment] + np.array([multiply(one) for one in rows])
    weights = {
        moment: [one.weights for one in _fit_all(products)] for moment, products in first.items()
    }

    def work(at: int, count: int) -> _Sums:
        deals = pilot[at // size] if at < known else simulation.record_units(at, count)
        return _add_up(simulation, deals, rare, weights)

    wide = len(COLUMNS) + 3
    groups = {moment: np.zeros((_GROUPS, len(SEATS), wide, wide), np.int64) for moment in _MOMENTS}
    spread = dict.fromkeys(_MOMENTS, 0)
    whole = 0
    for place, part in enumerate(play_ranges(work, units, size, threads)):
        for moment in _MOMENTS:
            groups[moment][place % _GROUPS] += part.products[moment]
            spread[moment] = spread[moment] + part.spread[moment]
        whole = whole + part.whole
        told(min((place + 1) * size, units))
    return groups, spread, whole


def _fit_all(products: np.ndarray) -> list[Fit]:
    # Of both seats, the margin without luck by the columns, in points.
    fits = [fit_columns(one, _PLACES) for one in products]
    return [replace(one, weights=one.weights / _FINE) for one in fits]


def _take_luck_out(simulation: Simulation, deals: np.ndarray) -> dict[str, np.ndarray]:
    # By seat the margin in `_FINE` a point, less the luck of the draw.
    luck = np.zeros(len(deals), np.int64)
    if pays(simulation):
        luck = find_luck_of_elder(simulation, deals) // (PARTS // _FINE)
    left = _FINE * margin(deals).astype(np.int64) - luck
    return {ELDER: left, YOUNGER: -left}


def _measure(
    deals: np.ndarray, left: dict[str, np.ndarray], rare: dict[str, list[list[int]]]
) -> dict[str, list[np.ndarray]]:
    # By moment, the rows of each seat: its columns, the learned worth of its discard in hundredths,
    # its margin with luck, and without where hands are as dealt. Hands that hold what is too rare
    # have rows of zeros, which add nothing.
    rows: dict[str, list[np.ndarray]] = {moment: [] for moment in _MOMENTS}
    for seat in SEATS:
        own = f"{seat}_discard"
        took = deals["elder_exchanged"] if seat == "younger" else np.full(len(deals), -1)
        dealt, thrown = deals[f"{seat}_dealt"], deals[own].astype(np.int64)[:, None]
        learned = np.rint(_HUNDREDTHS * rate_discards(seat, dealt, took, thrown)).astype(np.int64)
        for moment, column in _MOMENTS.items():
            held = measure_columns(deals[f"{seat}_{column}"])
            left_out = (held[:, rare[moment][SEATS.index(seat)]] != 0).any(axis=1)
            made = margin(deals, seat).astype(np.int64)
            fitted = left[seat] if moment == BEFORE else _FINE * made
            whole = np.column_stack([held, learned, made, fitted])
            rows[moment].append(np.where(left_out[:, None], 0, whole))
    return rows


def _add_up(
    simulation: Simulation,
    deals: np.ndarray,
    rare: dict[str, list[list[int]]],
    weights: dict[str, list[np.ndarray]],
) -> _Sums:
    products, spread = {}, {}
    without_luck = _take_luck_out(simulation, deals)
    for moment, rows in _measure(deals, without_luck, rare).items():
        left = [
            np.rint(STEPS * (one[:, -1] / _FINE - one @ weight)).astype(np.int64)[:, None]
            * one[:, :-3]
            for one, weight in zip(rows, weights[moment], strict=True)
        ]
        wide = np.hstack(left)
        units = wide.reshape(-1, simulation.deals_per_unit, wide.shape[1]).sum(axis=1)
        products[moment] = np.array([multiply(one) for one in rows])
        spread[moment] = multiply(units)
    whole = [_sum_whole(deals[f"{seat}_dealt"], without_luck[seat]) for seat in SEATS]
    return _Sums(products, spread, np.array(whole))


_HELD = {
    "quatorze of aces": lambda hands: _number("aces", hands) == 4,
    "quint": lambda hands: _number("quints", hands) > 0,
    "six of a suit": lambda hands: _number("longest_suit", hands) >= 6,
    "trio of tens": lambda hands: _number("tens", hands) == 3,
    "no ace": lambda hands: _number("aces", hands) == 0,
}
"""Whether a hand has a holding, by what charts call it."""


def _number(name: str, hands: np.ndarray) -> np.ndarray:
    return ATTRIBUTES[name].measure(hands, RUBICON)


def _sum_whole(hands: np.ndarray, margin: np.ndarray) -> list[list[int]]:
    chosen = [*(_HELD[name](hands) for name in HOLDINGS), np.ones(len(hands), bool)]
    return [[int(one.sum()), *(int((margin[one] ** k).sum()) for k in (1, 2))] for one in chosen]


# ---- What they say ------------------------------------------------------------------------------
def _list_worths(
    moment: str, fits: Sequence[Fit], products: np.ndarray, spread: np.ndarray
) -> list[dict[str, Any]]:
    hands, size = [int(one[0, 0]) for one in products], len(COLUMNS)
    covariance = find_covariance(fits, spread, min(hands))
    weights = np.concatenate([fit.weights[:size] for fit in fits])
    rows = []

    def add(seat: str, quantity: str, times: np.ndarray) -> None:
        estimate = estimate_sum(times, weights, covariance, hands[SEATS.index(seat)])
        if estimate is not None:
            rows.append(estimate_row(quantity, estimate, seat=seat, when=moment, kind=ALONE))

    if min(hands) < _FEWEST_FITTED:
        return rows
    for place, (seat, fit) in enumerate(zip(SEATS, fits, strict=True)):
        for quantity, parts in WORTHS.items():
            places = [COLUMNS.index(name) for name in parts]
            if set(places) <= set(fit.chosen):
                times = np.zeros(len(weights))
                times[[place * size + one for one in places]] = list(parts.values())
                add(seat, quantity, times)
    elder, younger = (fit.chosen.tolist() for fit in fits)
    if elder == younger:
        # The mean hand of both seats, with elder's weights and with younger's.
        sums = products.sum(axis=0)[0, :size]
        mean = sums / sums[0]
        add(SEATS[0], ELDERS_PLACE, np.concatenate([mean, -mean]))
    return rows


def _judge(moment: str, groups: np.ndarray) -> list[dict[str, Any]]:
    # Each half by the weights of the other, and by the learned worth alone and beside them: of the
    # margin as it was, luck and all.
    groups = groups[..., :-1, :-1]
    is_first = np.arange(len(groups)) % 2 == 0
    models = {TOLD: _PLACES}
    if moment == BEFORE:
        models |= {LEARNED: [0, _LEARNED_PLACE], _TOLD_BY_BOTH: [*_PLACES, _LEARNED_PLACE]}
    rows = []
    for place, seat in enumerate(SEATS):
        own = groups[:, place]
        if (hands := int(own[:, 0, 0].sum())) < _FEWEST_FITTED:
            continue
        missed = {name: np.zeros(len(own)) for name in models}
        whole = np.zeros(len(own))
        for half in (is_first, ~is_first):
            before = own[~half].sum(axis=0)
            for name, columns in models.items():
                missed[name][half] = count_missed(own[half], fit_columns(before, columns))
            whole[half] = count_missed(own[half], fit_columns(before, _PLACES[:1]))
        told = {name: estimate_told(one, whole, hands) for name, one in missed.items()}
        if LEARNED in missed:
            told[_GAP] = estimate_told(whole + missed[TOLD] - missed[LEARNED], whole, hands)
        rows += [
            estimate_row(name, one, seat=seat, when=moment, kind=_FIT)
            for name, one in told.items()
            if one is not None
        ]
    return rows


_FIT = "told on other deals"
_TOLD_BY_BOTH = f"{TOLD} and the learned evaluation"
_GAP = f"{TOLD} less {LEARNED.partition(' ')[2]}"


def _estimate_mean(total: int, squares: int, hands: int) -> Estimate:
    # In points, from sums in `_FINE` a point.
    found = estimate_mean(total, squares, hands, hands)
    numbers = {name: getattr(found, name) for name in ("value", "se", "low", "high")}
    return replace(found, **{name: number and number / _FINE for name, number in numbers.items()})


def _list_whole(whole: np.ndarray) -> list[dict[str, Any]]:
    rows = []
    for seat, sums in zip(SEATS, whole, strict=True):
        hands, total, squares = (int(one) for one in sums[-1])
        every = _estimate_mean(total, squares, hands)
        told = {"seat": seat, "when": BEFORE, "kind": WHOLE}
        rows.append(estimate_row("margin over all deals", every, **told))
        for holding, one in zip(HOLDINGS, sums[:-1].tolist(), strict=True):
            if one[0] < _FEWEST or one[0] == hands:
                continue
            own = _estimate_mean(one[1], one[2], one[0])
            rows.append(estimate_row(f"margin with {holding}", own, **told))
            # All deals hold those with it: their mean has the covariance se² hands / all with it.
            share = one[0] / hands
            less = own.value - every.value
            se = sqrt(max(own.se**2 * (1 - 2 * share) + every.se**2, 0.0))
            if se > 0:
                found = bound_mean(less, se)
                worth = Estimate(less, se, found.low, found.high, one[0], found.method)
                rows.append(estimate_row(name_worth(holding), worth, **told))
    return rows


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    after = compose(
        f"{say_who_plays(simulation)}after the exchange, in points and all else in the hand "
        "being equal, to elder and to younger: ",
        _tell(table, AFTER),
        _tell_place(table),
        ".",
    )
    before = compose("Before the exchange, of the hand dealt: ", _tell(table, BEFORE), ".")
    return {"summary": (after, before, _tell_shares(table))}


_NAMED = ("fourth ace", "ace for a seven", "king’s guard", "quint", "suit of six", THIRTY)


def _tell(table: pd.DataFrame, when: str) -> Sentence:
    elder, younger = find_worths(table, when).values()
    told = [
        f"{name} {say(elder[name])} and {say(younger[name])}"
        for name in _NAMED
        if name in elder and name in younger
    ]
    return Sentence(", ".join(told) or _TOO_FEW)


_TOO_FEW = "too few deals to tell"


def _tell_place(table: pd.DataFrame) -> Sentence:
    place = find_worths(table)[SEATS[0]].get(ELDERS_PLACE)
    if place is None:
        return Sentence("")
    return choose(
        Sentence(
            f"; a hand makes {say(place)} more in elder's place",
            is_within("what elder's place is worth with the same hand", place, above=0),
        ),
        Sentence(f"; the same hand in elder's place {say(place)}"),
    )


def _tell_shares(table: pd.DataFrame) -> Sentence:
    found = {
        when: [read_estimates(table, seat=seat, when=when) for seat in SEATS] for when in _MOMENTS
    }
    if not all(TOLD in own for both in found.values() for own in both):
        return Sentence("How much of a margin holdings tell: too few deals to judge.")

    def tell(when: str, name: str) -> str:
        return " and ".join(percent(own[name]) for own in found[when])

    return Sentence(
        "On deals that it was not fitted to, this explains, of the variance of elder's and "
        f"younger's margins, {tell(AFTER, TOLD)} after the exchange and {tell(BEFORE, TOLD)} "
        "before it; the learned evaluation, made to tell discards of one hand apart, explains "
        f"{tell(BEFORE, LEARNED)}, and both together {tell(BEFORE, _TOLD_BY_BOTH)}."
    )


def _pick(rows: Sequence[Row]) -> list[Pick]:
    return [
        Pick(f"{name}, held by {seat} after the exchange", POINTS,
              {"seat": seat, "when": "after the exchange", "quantity": name})
        for name in ("fourth ace", "ace for a seven", "king’s guard", "quint")
        for seat in ("elder", "younger")
    ]  # fmt: skip


REPORTED = Reported(
    BETWEEN + "The worths of things held add up, except where a column joins two of them; "
    "what has no column is averaged over. A card is valued in place of a seven.",
    _pick,
)

STUDY = Study(
    TITLE, analyse, draw_worths, fixed=UNDER_RUBICON, say=_say_table,
    reported=REPORTED, seconds=70,
)  # fmt: skip
"""What each thing is worth to hold."""
