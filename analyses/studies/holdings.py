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

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt

import numpy as np

from analyses.findings import ESTIMATE_COLUMNS, Finding, Findings
from analyses.meaning import Row, of_seats
from analyses.statistics.hand_columns import (
    AFTER,
    BEFORE,
    COLUMNS,
    FINE,
    MOMENTS,
    RECORDED,
    WORTHS,
    fit_all,
    sum_deals,
)
from analyses.statistics.least_squares import Fit, estimate_sum, find_covariance
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study
from piquet_sim.conditions.attributes import ATTRIBUTES
from piquet_sim.estimates.estimate import (
    LUCK_OUT,
    Estimate,
    estimate_mean,
    estimate_normal,
    scale_estimate,
)
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.luck import counts_luck
from piquet_sim.estimates.quantity import POINTS, Of, Sign
from piquet_sim.estimates.shown import Look
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS

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
    "fourth ace",
    "third ace",
    "ace for a seven",
    "king for a seven",
    "king’s guard",
    "fourth ten",
    "third ten",
    "quint",
    "quart",
    "suit of six",
    "thirty if all is good",
    "void",
)
"""The dozen that is drawn."""
_NAMES = {
    "ace for a seven": "ace in place of a seven",
    "king for a seven": "king in place of a seven",
    "thirty if all is good": "calls of thirty, if all good",
    "void": "no card of a suit",
}
"""Words for what a table calls more briefly."""
_WITH = {"six of a suit": "six of a suit", "no ace": "no ace"}
"""Holdings that take no article."""
_FEWEST, _FEWEST_FITTED = 30, 500
"""Hands of which the mean has an error, and to which weights are fitted."""


def _number(name: str, hands: np.ndarray) -> np.ndarray:
    return ATTRIBUTES[name].measure(hands, RUBICON)


# ---- Reckoning ----------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """The worths of n deals, and what whole hands make."""
    result = asked.play(progress=asked.course.begin(0.6, asked.n))
    progress = asked.course.begin(0.4, result.tally.units)
    sums = sum_deals(result, asked.threads, list(HOLDINGS.values()), progress)
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
    return replace(row, estimate=replace(row.estimate, method=method, estimator=LUCK_OUT))


def _add_worths(
    findings: Findings, moment: str, fits: Sequence[Fit], products: np.ndarray, spread: np.ndarray
) -> None:
    hands, size = [int(one[0, 0]) for one in products], len(COLUMNS)
    covariance = find_covariance(fits, spread, min(hands))
    weights = np.concatenate([fit.weights[:size] for fit in fits])
    if min(hands) < _FEWEST_FITTED:
        return
    for place, (seat, fit) in enumerate(zip(SEATS, fits, strict=True)):
        for quantity, parts in WORTHS.items():
            places = [COLUMNS.index(name) for name in parts]
            if set(places) <= set(fit.chosen):
                times = np.zeros(len(weights))
                times[[place * size + one for one in places]] = list(parts.values())
                estimate = estimate_sum(times, weights, covariance, hands[place])
                if estimate is not None:
                    findings.add(estimate, seat=seat, when=moment, kind=ALONE, quantity=quantity)


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
            findings.add(estimate_normal(less, se, hands), **cells, quantity=f"worth of {holding}")


def _estimate_mean(hands: int, total: int, squares: int) -> Estimate:
    # In points, from sums in `FINE` a point.
    return scale_estimate(estimate_mean(total, squares, hands, hands), 1, FINE)


# ---- Telling -----------------------------------------------------------------------------------
_LEAD = {"unit": POINTS, "sign": Sign.CHANGE}


def list_rows(findings: Findings) -> Iterator[Row]:
    """Weights of the regression, before the exchange and after; what whole hands make more."""
    for when, key in ((AFTER, "after"), (BEFORE, "before")):
        for holding in SHOWN:
            cells = {"when": when, "kind": ALONE, "quantity": holding}
            yield from of_seats(
                f"{key}_{holding}",
                _NAMES.get(holding, holding),
                cells,
                group=when,
                against="hands that hold as much of all else",
                **_LEAD,
            )
    for holding in HOLDINGS:
        cells = {"kind": WHOLE, "quantity": f"worth of {holding}"}
        yield from of_seats(
            f"whole_{holding}",
            holding,
            cells,
            of=Of("hand", f"dealt {_WITH.get(holding, f'a {holding}')}", findings.about["n"]),
            group="whole hands",
            against="the seat’s mean lead",
            **_LEAD,
        )


STUDY = Study(
    name="holdings",
    question="What is each thing worth to hold, before the exchange and after it?",
    group="game",
    answer=answer,
    rows=list_rows,
    headline=[
        Claim(
            "All else alike, a fourth ace adds {elder_after_fourth ace:size} to elder’s "
            "lead, {younger_after_fourth ace:size} to younger’s",
            [Exceeds(f"{seat}_after_fourth ace", 0) for seat in SEATS],
        ),
        Claim(
            "All else alike, a fourth ace changes elder’s lead by "
            "{elder_after_fourth ace}, younger’s by {younger_after_fourth ace}"
        ),
        Claim("What a card is worth to hold: too few deals"),
    ],
    sentences=[
        Claim(
            "By regression on all that is held after the exchange, a fourth ace changes elder’s "
            "lead by {elder_after_fourth ace:range}, younger’s by "
            "{younger_after_fourth ace:range}."
        ),
        Claim(
            "By regression on what is held after it, an ace in place of a seven changes elder’s "
            "lead by {elder_after_ace for a seven:range}, younger’s by "
            "{younger_after_ace for a seven:range}."
        ),
        Claim(
            "By regression on the hands dealt, a fourth ace changes elder’s lead by "
            "{elder_before_fourth ace:range}, younger’s by {younger_before_fourth ace:range}."
        ),
        Claim(
            "In {elder_whole_no ace:of}, elder’s lead changes by {elder_whole_no ace:range}, "
            "younger’s by {younger_whole_no ace:range}."
        ),
    ],
    charts={
        "holdings": Chart(
            Look(
                ["*_after_*"],
                "What each adds to the lead, held after the exchange, in hands alike in all else",
                "points a deal of the seat’s lead",
                is_sorted=True,
                is_wide=True,
                note="By regression on all that is listed. It is not what exchanging a card "
                "changes in one deal.",
            )
        ),
        "whole-hands": Chart(
            Look(
                ["*_whole_*"],
                "The seat’s lead in such hands, less its mean",
                "points a deal of the seat’s lead",
                is_sorted=True,
                note="Hands as dealt, with all that goes with the holding.",
            ),
            title=[
                Claim(
                    "Elder’s lead in {elder_whole_quatorze of aces:of} is "
                    "{elder_whole_quatorze of aces:size} above its mean, in "
                    "{elder_whole_no ace:of} {elder_whole_no ace:size} below",
                    [Exceeds("elder_whole_quatorze of aces", 0), Exceeds(0, "elder_whole_no ace")],
                ),
                Claim("Elder’s lead in {elder_whole_quint:of} changes by {elder_whole_quint}"),
                Claim("What a hand with a holding makes: too few deals"),
            ],
        ),
    },
    not_meant="It does not say what a whole hand with a fourth ace makes, which holds other good "
    "cards too, nor what an ace makes in place of another card in the same deals.",
    assumed=BETWEEN + "A weight is the mean difference of the lead between hands with a thing and "
    "hands without it that hold as much of all else that has a column; what has no column is "
    "averaged over. The weights add up, except where a column joins two things. No card is "
    "exchanged for another in one deal. A card is valued in place of a seven, a suit in place of a "
    "longest suit of four or fewer, a guard in place of none; sequences and thirty beyond their "
    "cards.",
    fixed=UNDER_RUBICON,
    recorded=RECORDED,
    kept=1_000_000,
    seconds=70,
)
