"""Holdings: what each thing is worth to hold, before the exchange and after it.

A hand scores by aces, guarded kings, long suits and sequences all together. Here each thing is
valued alone: by the points that it adds while all else in the hand stays the same. Deals are played
and recorded; least squares then explain a seat's margin by what its hand holds (`hand_columns`,
`least_squares`), for both seats, with the twelve cards dealt and with those after the exchange. A
weight belongs to these players in random deals; what no column records, such as which suit guards
which, is averaged over.

The worth of a whole hand with a holding is another number: the mean margin in the deals in which it
is dealt, less the mean margin of all deals.

Given the hands dealt and the discards, the luck of the draw (`estimates.luck`) is zero on average.
It is therefore removed from margins explained by the hands dealt, where a strong player plays, but
not from those after the exchange, when the hands hold what was drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_reach
from analyses.charts.rows import Mark, Row, Words, draw_rows, find_ends, widen
from analyses.charts.style import HIGHEST, MM
from analyses.findings import ESTIMATE_COLUMNS, Finding, Findings, compare_values, say_who_plays
from analyses.statistics.hand_columns import (
    AFTER,
    BEFORE,
    COLUMNS,
    FINE,
    MOMENTS,
    WORTHS,
    fit_all,
    sum_deals,
)
from analyses.statistics.least_squares import Fit, estimate_sum, find_covariance
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study
from piquet_sim.conditions.attributes import ATTRIBUTES
from piquet_sim.estimates.estimate import Estimate, estimate_mean
from piquet_sim.estimates.intervals import bound_mean
from piquet_sim.estimates.luck import counts_luck
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.running.run import count_units
from piquet_sim.sentences import brief

ALONE, WHOLE = "all else being equal", "the whole hand"
HOLDINGS = {
    "quatorze of aces": lambda hands: _number("aces", hands) == 4,
    "quint": lambda hands: _number("quints", hands) > 0,
    "six of a suit": lambda hands: _number("longest_suit", hands) >= 6,
    "trio of tens": lambda hands: _number("tens", hands) == 3,
    "no ace": lambda hands: _number("aces", hands) == 0,
}
"""Whether hands have a holding, by what charts call it."""
SHOWN = (
    "fourth ace", "third ace", "ace for a seven", "king for a seven", "king’s guard", "fourth ten",
    "third ten", "quint", "quart", "suit of six", "thirty if all is good", "void",
)  # fmt: skip
"""The dozen that is drawn."""
_NAMES = {
    "ace for a seven": "ace in place of a seven", "king for a seven": "king in place of a seven",
    "void": "no card of a suit",
}  # fmt: skip
"""Words for what a table calls more briefly."""
_FEWEST, _FEWEST_FITTED = 30, 500
"""Hands of which the mean has an error, and to which weights are fitted."""


def _number(name: str, hands: np.ndarray) -> np.ndarray:
    return ATTRIBUTES[name].measure(hands, RUBICON)


# ---- Reckoning ----------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """The worths of n deals, and what whole hands make."""
    progress = asked.course.begin(1, count_units(asked.simulation, asked.n))
    sums = sum_deals(asked.simulation, asked.n, asked.threads, list(HOLDINGS.values()), progress)
    findings = Findings(columns=("seat", "when", "kind", "quantity", *ESTIMATE_COLUMNS))
    for moment in MOMENTS:
        products = sums.products[moment]
        _add_worths(findings, moment, fit_all(products), products, sums.spread[moment])
    for seat, whole in zip(SEATS, sums.whole, strict=True):
        _add_whole(findings, seat, whole)
    if counts_luck(asked.simulation):
        findings.rows = [_name_luck(row) if row["when"] == BEFORE else row for row in findings.rows]
    return findings


def _name_luck(row: Finding) -> Finding:
    method = f"{row.estimate.method}, the luck of the draw taken out"
    return replace(row, estimate=replace(row.estimate, method=method))


def _add_worths(
    findings: Findings, moment: str, fits: Sequence[Fit], products: np.ndarray, spread: np.ndarray
) -> None:
    hands, size = [int(one[0, 0]) for one in products], len(COLUMNS)
    covariance = find_covariance(fits, spread, min(hands))
    weights = np.concatenate([fit.weights[:size] for fit in fits])

    def add(seat: str, quantity: str, times: np.ndarray) -> None:
        estimate = estimate_sum(times, weights, covariance, hands[SEATS.index(seat)])
        if estimate is not None:
            findings.add(estimate, seat=seat, when=moment, kind=ALONE, quantity=quantity)

    if min(hands) < _FEWEST_FITTED:
        return
    for place, (seat, fit) in enumerate(zip(SEATS, fits, strict=True)):
        for quantity, parts in WORTHS.items():
            places = [COLUMNS.index(name) for name in parts]
            if set(places) <= set(fit.chosen):
                times = np.zeros(len(weights))
                times[[place * size + one for one in places]] = list(parts.values())
                add(seat, quantity, times)


def _add_whole(findings: Findings, seat: str, sums: np.ndarray) -> None:
    cells = {"seat": seat, "when": BEFORE, "kind": WHOLE}
    every = _estimate_mean(*map(int, sums[-1]))
    findings.add(every, **cells, quantity="margin over all deals")
    for holding, (hands, total, squares) in zip(HOLDINGS, sums[:-1].tolist(), strict=True):
        if not _FEWEST <= hands < sums[-1, 0]:
            continue
        own = _estimate_mean(hands, total, squares)
        findings.add(own, **cells, quantity=f"margin with {holding}")
        # All deals hold those with it: their mean has the covariance se² hands / all with it.
        less, share = own.value - every.value, hands / int(sums[-1, 0])
        se = sqrt(max(own.se**2 * (1 - 2 * share) + every.se**2, 0.0))
        if se > 0:
            ends = bound_mean(less, se)
            worth = Estimate(less, se, ends.low, ends.high, hands, ends.method)
            findings.add(worth, **cells, quantity=f"worth of {holding}")


def _estimate_mean(hands: int, total: int, squares: int) -> Estimate:
    # In points, from sums in `FINE` a point.
    mean = estimate_mean(total, squares, hands, hands)
    numbers = {name: getattr(mean, name) for name in ("value", "se", "low", "high")}
    return replace(mean, **{name: number and number / FINE for name, number in numbers.items()})


# ---- Telling ------------------------------------------------------------------------------------
def words(findings: Findings) -> tuple[str, ...]:
    """What a fourth ace and an ace in place of a seven are worth in either seat."""
    said = []
    for when, holding, name in (
        (AFTER, "fourth ace", "A fourth ace held after the exchange"),
        (AFTER, "ace for a seven", "An ace in place of a seven"),
        (BEFORE, "fourth ace", "A fourth ace dealt"),
    ):
        worths = [
            findings.get(seat=seat, when=when, kind=ALONE, quantity=holding) for seat in SEATS
        ]
        if None not in worths:
            elder, younger = (compare_values(one, unit="points") for one in worths)
            said.append(f"{name} brings elder {elder}, younger {younger}.")
    aces = [
        findings.get(seat=seat, when=AFTER, kind=ALONE, quantity="fourth ace") for seat in SEATS
    ]
    if None in aces:
        sentences = said or [f"{findings.about['n']:,} deals say nothing of it."]
        return "What a card is worth to hold: too few deals", *sentences
    elder, younger = map(brief, aces)
    said[0] = f"{say_who_plays(findings)}{said[0][0].lower()}{said[0][1:]}"
    return (
        f"By regression, a fourth ace adds {elder} points to elder’s lead, {younger} to younger’s",
        *said,
    )


def draw_worths(findings: Findings) -> Figure:
    """A dozen things in both seats after the exchange, those worth most to elder on top."""
    worths = {
        seat: findings.read_by("quantity", seat=seat, when=AFTER, kind=ALONE) for seat in SEATS
    }
    known = [one for one in SHOWN if any(one in own for own in worths.values())]
    ordered = sorted(known, key=lambda one: -_value(worths["elder"], one))
    every = [worths[seat][one] for seat in SEATS for one in ordered if one in worths[seat]]
    ends = find_ends(every, -1.0, 1.0)
    columns = []  # the numbers in two columns at the right, where no mark is
    for seat, x in zip(SEATS, (0.72, 1.0), strict=True):
        columns.append(Words(seat, x, seat, up=1.1, is_bold=True))
        columns += [
            Words(brief(worths[seat][holding], sign="+", most=0), x, seat, up=-place)
            for place, holding in enumerate(ordered)
            if holding in worths[seat]
        ]
    return draw_rows(
        [
            Row(
                _NAMES.get(holding, holding),
                [
                    Mark(worths[seat][holding], seat, nudge=nudge, size=3.6)
                    for seat, nudge in (("elder", -0.17), ("younger", 0.17))
                    if holding in worths[seat]
                ],
            )
            for holding in ordered
        ],
        words(findings)[0], "Points that each adds after the exchange, all else equal",
        f"{say_origin(findings.about)} In place of a seven, of a longest suit of four or fewer, of "
        "a bare king; sequences and thirty: beyond their cards. Lines: 95% intervals, "
        f"{say_reach(every)} at most.",
        unit=_UNIT, height=HIGHEST, limits=widen(*ends, 0.05, 0.8), ticked=ends, above=1.5,
        words=columns,
    )  # fmt: skip


_UNIT = "points a deal in the seat’s margin"


def draw_whole(findings: Findings) -> Figure:
    """Each holding in both seats as dealt, those worth most to elder on top."""
    worths = {
        seat: {
            holding: one
            for holding in HOLDINGS
            if (one := findings.get(seat=seat, kind=WHOLE, quantity=f"worth of {holding}"))
        }
        for seat in SEATS
    }
    every = [one for own in worths.values() for one in own.values()]
    keys = [(seat, holding) for seat, own in worths.items() for holding in own]
    numbers = dict(zip(keys, say_alike(every, sign="+"), strict=True))
    rows = [
        Row(
            holding,
            [
                Mark(one, seat, numbers[seat, holding], one.value < 0, nudge=nudge, size=4.8)
                for seat, nudge in (("elder", -0.22), ("younger", 0.22))
                if (one := worths[seat].get(holding)) is not None
            ],
        )
        for holding in sorted(HOLDINGS, key=lambda one: -_value(worths["elder"], one))
    ]
    heads = [
        Words(seat, x, seat, up=0.72, is_bold=True) for seat, x in (("elder", 0.76), ("younger", 1))
    ]
    best, worst = (worths["elder"].get(one) for one in ("quatorze of aces", "no ace"))
    return draw_rows(
        rows,
        f"A hand dealt four aces is worth {numbers['elder', 'quatorze of aces']} points to elder, "
        f"one with no ace {numbers['elder', 'no ace']}" if best and worst
        else "What a hand with a holding makes: too few deals",
        "Points more than the seat makes in an average deal",
        f"{say_origin(findings.about)} Hands as dealt, before the exchange, with all that goes "
        f"with the holding. Lines: 95% intervals, {say_reach(every)} at most.",
        unit=_UNIT, height=72 * MM, limits=widen(*find_ends(every, -1.0, 1.0), 0.28, 0.2),
        above=0.95, words=heads,
    )  # fmt: skip


def _value(worths: Mapping[str, Estimate], holding: str) -> float:
    return worths[holding].value if holding in worths else 0.0


STUDY = Study(
    name="holdings",
    question="What is each thing worth to hold, before the exchange and after it?",
    group="game",
    answer=answer,
    words=words,
    charts={
        "holdings": Chart(draw_worths, "what each thing is worth to hold, all else equal"),
        "whole-hands": Chart(draw_whole, "what a hand with a quatorze or no ace makes"),
    },
    not_meant="It does not say what a whole hand with a fourth ace makes, which holds other good "
    "cards too, nor what an ace makes in place of another card in the same deals.",
    assumed=BETWEEN + "The worths of things held add up, except where a column joins two of them; "
    "what has no column is averaged over. A card is valued in place of a seven.",
    fixed=UNDER_RUBICON,
    seconds=70,
)
