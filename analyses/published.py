"""Published figures: what do the books say, and what is true?

Claims that can be counted get their exact value and a verdict; claims about how people play get
what the players of the simulation make of them, with an interval. Where an author gives a
frequency in ten thousand hands, his own sampling error is allowed for.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analyses.analysis import Analysis, derive, describe
from analyses.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    PAGE_WIDTH,
    YOUNGER_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.claims import (
    AGREES,
    NOT_JUDGED,
    RIGHT,
    ROUNDED,
    WRONG,
    Claim,
    Judged,
    claimed_probability,
    judge_estimate,
    judge_exact_claims,
    load_claims,
    say_exact,
    say_figure,
)
from piquet_sim.estimate import Estimate, estimate_proportion, estimate_values, subtract_estimates
from piquet_sim.records import RECORD_CHUNK_UNITS
from piquet_sim.result import Result
from piquet_sim.run import Progress, run_simulation
from piquet_sim.settlement import PARTIE_DEALS, RUBICON_LINE, settle_totals
from piquet_sim.simulation import Simulation

TITLE = "Which published figures about Piquet are right?"

_NOT_JUDGED = "not judged"
_PARTIES = ("CAV-RUBICON", "CAV-PARTIE")
_NO_PARTIES = "needs one strategy in both seats, for the players change them"
_LEAST = 30
"""Observations below which no mean is judged."""


class _TooFew(Exception):
    pass


_AUTHORS_HANDS = 10_000
_MOST_RECORDS = 240_000
_COLUMNS = ("elder_score", "younger_score", "point_result", "elder_tricks")
_ELDER, _YOUNGER = 1, 2


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge every claim: by counting, or from n deals.

    Raises
    ------
    InputError
        If n makes no sense.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    Which published figures about Piquet are right?
    """
    result = run_simulation(simulation, n, threads, progress)
    judged = judge_exact_claims()
    played = list(_judge_played(result))
    rows = [_exact_row(one) for one in judged]
    rows += [row for row, _ in played]
    rows += [
        _unjudged_row(claim, NOT_JUDGED[claim.id])
        for claim in load_claims()
        if claim.id in NOT_JUDGED
    ]
    table = pd.DataFrame(rows)
    return Analysis(
        "published",
        TITLE,
        table,
        partial(_draw, simulation, result, judged, played),
        _summarise(table),
        describe(simulation, result.deals),
        result.seconds,
        {"intervals": "Wilson for proportions, normal for means",
         "claims": "not judged: the reason stands under how it was found",
         **derive(**_count_verdicts(table))},
        runs=(result,),
    )  # fmt: skip


def _exact_row(judged: Judged) -> dict[str, object]:
    is_odds = any("odds" in key for figure in judged.claim.figures for key in figure)
    return {
        "id": judged.claim.id,
        "source": judged.claim.source,
        "quantity": judged.claim.quantity,
        "figure": judged.label,
        "claimed": judged.claimed,
        "kind": "exact",
        "found": say_exact(judged.exact, is_odds),
        "value": float(judged.exact),
        "verdict": judged.verdict,
        "computation": judged.computation,
    }


def _unjudged_row(claim: Claim, reason: str) -> dict[str, object]:
    return {
        "id": claim.id,
        "source": claim.source,
        "quantity": claim.quantity,
        "figure": "",
        "claimed": claim.claimed,
        "kind": claim.kind,
        "found": "",
        "verdict": _NOT_JUDGED,
        "computation": reason,
    }


# ---- Claims about play --------------------------------------------------------------------------
def _judge_played(result: Result) -> Iterator[tuple[dict[str, object], Estimate | None]]:
    for claim in load_claims():
        if claim.kind != "strategy" or claim.id in NOT_JUDGED:
            continue
        if claim.counts:
            yield from _judge_scores(claim, result)
            continue
        if claim.id in _PARTIES and result.simulation.elder != result.simulation.younger:
            yield _unjudged_row(claim, _NO_PARTIES), None
            continue
        try:
            found = _ESTIMATES[claim.id](result)
        except _TooFew:
            yield _unjudged_row(claim, "too few deals"), None
            continue
        for figure, (label, estimate) in zip(claim.figures, found, strict=True):
            probability = claimed_probability(figure)
            verdict = judge_estimate(figure, estimate, _AUTHORS_HANDS).verdict
            claimed = say_figure(figure) or claim.claimed
            row = _played_row(claim, label, claimed, estimate, verdict)
            row["claimed_value"] = None if probability is None else float(probability)
            yield row, estimate


def _played_row(
    claim: Claim, label: str, claimed: str, estimate: Estimate, verdict: str
) -> dict[str, object]:
    return {
        "id": claim.id,
        "source": claim.source,
        "quantity": claim.quantity,
        "figure": label,
        "claimed": claimed,
        "kind": "strategy",
        "found": str(estimate),
        "value": estimate.value,
        "se": estimate.se,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
        "verdict": verdict,
        "computation": f"simulated; {estimate.method}",
    }


def _judge_scores(claim: Claim, result: Result) -> Iterator[tuple[dict[str, object], Estimate]]:
    # A table of scores by tens; the last class has no end.
    seat = "elder" if claim.id.endswith("-E") else "younger"
    scores = result.tally.score_counts(seat)
    for place, count in enumerate(claim.counts):
        last = place == len(claim.counts) - 1
        deals = scores[10 * place : None if last else 10 * place + 10].sum()
        estimate = estimate_proportion(int(deals), result.deals)
        share = count / sum(claim.counts)
        verdict = judge_estimate(share, estimate, _AUTHORS_HANDS).verdict
        label = f"{10 * place} or more" if last else f"{10 * place} to {10 * place + 9}"
        row = _played_row(claim, label, f"{count:,} of {sum(claim.counts):,}", estimate, verdict)
        row["claimed_value"] = share
        yield row, estimate


def _share(result: Result, *measures: str) -> Estimate:
    return estimate_proportion(
        sum(result.tally.total(measure) for measure in measures), result.deals
    )


def _score_at_least(result: Result, seat: str, least: int) -> Estimate:
    deals = result.tally.score_counts(seat)[least:].sum()
    return estimate_proportion(int(deals), result.deals)


def _read_records(result: Result) -> dict[str, np.ndarray]:
    simulation = result.simulation
    n = min(result.deals, _MOST_RECORDS)
    chunks = []
    for first in range(0, n, RECORD_CHUNK_UNITS):
        records = simulation.record_units(first, min(RECORD_CHUNK_UNITS, n - first))
        chunks.append({name: records[name].astype(np.int64) for name in _COLUMNS})
    return {name: np.concatenate([chunk[name] for chunk in chunks]) for name in _COLUMNS}


def _mean(values: np.ndarray) -> Estimate:
    if len(values) < _LEAST:
        raise _TooFew
    return estimate_values(values)


def _swing(result: Result, ours: str) -> Estimate:
    # How much better elder's margin is where he has something than where younger has it.
    records = _read_records(result)
    margin = records["elder_score"] - records["younger_score"]
    if ours == "point":
        mine, theirs = (records["point_result"] == seat for seat in (_ELDER, _YOUNGER))
    else:
        mine, theirs = records["elder_tricks"] > 6, records["elder_tricks"] < 6
    return subtract_estimates(_mean(margin[mine]), _mean(margin[theirs]))


def _play_parties(result: Result) -> tuple[np.ndarray, np.ndarray]:
    # Totals of both players over parties of six deals, each elder in turn.
    records = _read_records(result)
    parties = len(records["elder_score"]) // PARTIE_DEALS
    shape = (parties, PARTIE_DEALS)
    elder, younger = (
        records[f"{seat}_score"][: parties * PARTIE_DEALS].reshape(shape)
        for seat in ("elder", "younger")
    )
    if parties < _LEAST:
        raise _TooFew
    one = elder[:, ::2].sum(axis=1) + younger[:, 1::2].sum(axis=1)
    two = younger[:, ::2].sum(axis=1) + elder[:, 1::2].sum(axis=1)
    return one, two


def _rubicons(result: Result) -> list[tuple[str, Estimate]]:
    one, two = _play_parties(result)
    lost = (np.minimum(one, two) < RUBICON_LINE) & (one != two)
    named = (one < RUBICON_LINE) & (one < two)
    return [
        ("in a partie", estimate_proportion(int(lost.sum()), len(lost))),
        ("a named player", estimate_proportion(int(named.sum()), len(named))),
    ]


def _settlement(result: Result) -> Estimate:
    one, two = _play_parties(result)
    return _mean(np.array([settle_totals(int(a), int(b)) for a, b in zip(one, two, strict=True)]))


def _one(estimate: Estimate) -> list[tuple[str, Estimate]]:
    return [("", estimate)]


_ESTIMATES = {
    "CAV-SHOW-E": lambda result: _one(_score_at_least(result, "elder", 28)),
    "CAV-SHOW-Y": lambda result: _one(_score_at_least(result, "younger", 14)),
    "CAV-CARDS": lambda result: [
        ("elder", _share(result, "elder_cards", "elder_capot")),
        ("younger", _share(result, "younger_cards", "younger_capot")),
        ("divided", _share(result, "cards_divided")),
    ],
    "CAV-REP-E": lambda result: _one(_share(result, "elder_repique")),
    "CAV-REP-Y": lambda result: _one(_share(result, "younger_repique")),
    "CAV-PIQUE": lambda result: _one(_share(result, "elder_pique", "elder_repique")),
    "CAV-POINTVAL": lambda result: _one(_swing(result, "point")),
    "CAV-CARDSVAL": lambda result: _one(_swing(result, "cards")),
    "CAV-RUBICON": _rubicons,
    "CAV-PARTIE": lambda result: _one(_settlement(result)),
    "PARL-YW": lambda result: _one(_share(result, "younger_wins")),
    "BRIT-5": lambda result: _one(
        estimate_proportion(int(result.tally.arrays.exchanged[0, 5]), result.deals)
    ),
}


# ---- Telling ------------------------------------------------------------------------------------
def _count_verdicts(table: pd.DataFrame) -> dict[str, int]:
    exact = table[table.kind == "exact"]
    counts = exact.verdict.value_counts()
    played = table[(table.kind == "strategy") & (table.verdict != _NOT_JUDGED)]
    in_tables = played.id.str.startswith("CAV-TABLE")
    claims, classes = played[~in_tables], played[in_tables]
    return {
        "counted": len(exact[exact.verdict.isin([RIGHT, ROUNDED, WRONG])]),
        **{name: int(counts.get(verdict, 0)) for name, verdict in
           (("right", RIGHT), ("rounded", ROUNDED), ("wrong", WRONG))},
        "claims": len(claims),
        "claims_agreeing": int((claims.verdict == AGREES).sum()),
        "classes": len(classes),
        "classes_agreeing": int((classes.verdict == AGREES).sum()),
        "not_judged": len(set(table[table.verdict == _NOT_JUDGED].id)),
    }  # fmt: skip


def _summarise(table: pd.DataFrame) -> tuple[str, ...]:
    wrong = table[(table.kind == "exact") & (table.verdict == WRONG)].copy()
    wrong["quantity"] = wrong.quantity.map(lambda quantity: _name(quantity, ""))
    named = "; ".join(
        f"{row.quantity}: {row.claimed}, truly {row.found}" for row in wrong.itertuples()
    )
    count = _count_verdicts(table)
    return (
        f"Of {count['counted']} figures that can be counted, {count['right']} are exactly right, "
        f"{count['rounded']} right to the rounding and {count['wrong']} wrong"
        + (f" ({named})." if named else "."),
        f"Of {count['claims']} claims about how people play, {count['claims_agreeing']} agree "
        f"with what these players do, within the errors of both; of the {count['classes']} "
        f"classes of the two tables of scores {count['classes_agreeing']}.",
        f"{count['not_judged']} claims cannot be judged here yet, each for a stated reason.",
    )


_MARKS = {RIGHT: ("o", ELDER_COLOUR), ROUNDED: ("D", "white"), WRONG: ("X", YOUNGER_COLOUR)}


def _draw(
    simulation: Simulation,
    result: Result,
    judged: list[Judged],
    played: list[tuple[dict[str, object], Estimate | None]],
) -> object:
    odds = [one for one in judged if "against" in one.claimed or " on" in one.claimed]
    shares = [
        (row, estimate)
        for row, estimate in played
        if estimate and row.get("claimed_value") is not None and "TABLE" not in row["id"]
    ]
    with chart_style():
        figure, panels = new_chart(
            2, 1, height=1.6 + 0.16 * (len(odds) + len(shares)), width=PAGE_WIDTH,
            height_ratios=[len(odds) + 3, len(shares) + 2],
        )  # fmt: skip
        _draw_odds(panels[0], odds)
        _draw_played(panels[1], shares)
        by_verdict = [sum(one.verdict == verdict for one in judged)
                      for verdict in (RIGHT, ROUNDED, WRONG)]  # fmt: skip
        add_headline(
            figure,
            f"Of {sum(by_verdict)} published figures that can be counted {by_verdict[0]} are "
            f"exactly right, {by_verdict[1]} to the rounding, {by_verdict[2]} wrong",
        )
        add_small_print(
            figure,
            f"Above: the {len(odds)} that are odds, exactly; right to the rounding: no whole "
            "number in place of the first comes nearer.\n"
            f"Below: {simulation}, {result.deals:,} deals (parties of six from the first "
            f"{min(result.deals, _MOST_RECORDS):,}); bars are 95% intervals.",
        )
    return figure


_SHORTER = (
    ("P(a partie ends in a rubicon); named player rubiconed", "rubicon"),
    ("5 random cards of 32 are a quint major / any quint", "five cards of 32"),
    ("needs 10: P(>=10)", "at least 10"),
    (" (140 behind)", ""),
    (" (e.g. an ace, having none)", ""),
    ("P(>=10)", "at least 10"),
    (">=", "at least "),
    ("(>6 tricks)", "(seven tricks or more)"),
)


def _name(quantity: str, label: str) -> str:
    text = quantity.replace("(arithmetic on his own table)", "(his table)").split(" (to save")[0]
    for said, shown in _SHORTER:
        text = text.replace(said, shown)
    long = "no ace or king held (8 missing): draw at least one of each in"
    text = text.replace(long, "an ace and a king in")
    return f"{text}: {label}" if label else text


def _draw_odds(axes: Axes, odds: list[Judged]) -> None:
    for place, one in enumerate(odds):
        figure = next(figure for figure in one.claim.figures if say_figure(figure) == one.claimed)
        said, true = (p / (1 - p) for p in (float(claimed_probability(figure)), float(one.exact)))
        error = 100 * (said / true - 1)
        mark, colour = _MARKS[one.verdict]
        axes.hlines(place, 0, error, color=EXACT_COLOUR, linewidth=0.7)
        axes.plot(error, place, marker=mark, color=colour, markeredgecolor=EXACT_COLOUR,
                  markeredgewidth=0.6, markersize=4.5, linestyle="none")  # fmt: skip
    axes.axvline(0, color=EXACT_COLOUR, linewidth=0.8)
    labels = [f"{_name(one.claim.quantity, one.label)}: {one.claimed}" for one in odds]
    axes.set_yticks(range(len(odds)), labels, fontsize=letters(6.5))
    axes.set_ylim(len(odds) - 0.4, -0.6)
    axes.set_xlabel("claimed odds of the event, percent above the true odds")
    for verdict, (mark, colour) in _MARKS.items():
        axes.plot([], [], marker=mark, color=colour, markeredgecolor=EXACT_COLOUR,
                  markeredgewidth=0.6, markersize=4.5, linestyle="none", label=verdict)  # fmt: skip
    axes.legend(loc="upper left")
    axes.set_title("Odds that can be counted")
    light_grid(axes, "x")


def _draw_played(axes: Axes, shares: list[tuple[dict[str, object], Estimate]]) -> None:
    for place, (row, estimate) in enumerate(shares):
        axes.errorbar(
            100 * estimate.value, place,
            xerr=[[100 * (estimate.value - estimate.low)],
                  [100 * (estimate.high - estimate.value)]],
            marker="o", markersize=4, color=ELDER_COLOUR,
            label="simulated" if place == 0 else None,
        )  # fmt: skip
        axes.plot(100 * row["claimed_value"], place, marker="D", markersize=7, linestyle="none",
                  color="none", zorder=3, markeredgecolor=EXACT_COLOUR, markeredgewidth=0.8,
                  label="claimed" if place == 0 else None)  # fmt: skip
    labels = [_name(str(row["quantity"]), str(row["figure"])) for row, _ in shares]
    axes.set_yticks(range(len(shares)), labels, fontsize=letters(6.5))
    axes.set_ylim(len(shares) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("percent of deals (of parties, for the rubicon)")
    axes.legend(loc="lower right")
    axes.set_title("Claims about how people play")
    light_grid(axes, "x")
