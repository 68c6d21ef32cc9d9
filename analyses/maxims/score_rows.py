"""What the study of the score says about maxims: rows with verdicts, and words."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.maxims.maxim import load_maxims
from analyses.maxims.score import (
    DEAL_FIRST,
    NEEDED,
    OF_PARTIES,
    SCORE_MAXIMS,
    ScoreJudged,
    scale_estimate,
)
from analyses.maxims.verdict import FEWEST, NOT_JUDGED, SHARE_OF_CASES, count_verdicts, decide
from analyses.results.analysis import estimate_row, read_estimate, read_estimates
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.sentences import Sentence, percent, say

WORTH, GAIN, FOLLOWED = "following less breaking", "gain of always following", "is followed"
CHANCE = "what is needed is reached"
BOLD, USUAL = "discarding for it", "discarding for the mean"
MORE_REACHED = "what is needed is reached oftener"


def make_row(quantity: str, estimate: Estimate, **told: Any) -> dict[str, Any]:
    """A row of the study's table; columns without a value stay empty."""
    return estimate_row(quantity, estimate, **{**_PLACES, **told})


_PLACES = dict.fromkeys(
    ("seat", "own", "theirs", "when", "forecast", "needed", "maxim", "advice", "headline",
     "verdict", "unit"), ""
)  # fmt: skip


def list_judged(judged: ScoreJudged) -> list[dict[str, Any]]:
    """The rows of a maxim."""
    maxim = judged.maxim
    named = {
        "seat": judged.seat, "maxim": maxim.id, "advice": maxim.name,
        "headline": maxim.is_headline, "verdict": _decide(judged), "when": judged.kind,
        "unit": judged.unit,
    }  # fmt: skip
    chances = judged.chances or (None, None)
    numbers = {
        WORTH: judged.worth, GAIN: judged.gain, SHARE_OF_CASES: judged.share,
        FOLLOWED: judged.followed,
        f"{CHANCE}, {BOLD}": chances[0], f"{CHANCE}, {USUAL}": chances[1],
        **{f"{WORTH}, {name}": one for name, one in judged.parts.items()},
    }  # fmt: skip
    return [make_row(name, one, **named) for name, one in numbers.items() if one is not None]


def _decide(judged: ScoreJudged) -> str:
    if judged.maxim.no_test:
        return NOT_JUDGED
    # What matters is as many points, or as many parties in a hundred.
    scale = 100 if judged.unit == OF_PARTIES else 1
    return decide(scale_estimate(judged.worth, scale))


def list_reached(seat: str, reached: np.ndarray) -> list[dict[str, Any]]:
    """How often the points needed are made: by the discard chosen for that, and by the usual
    one.
    """
    rows = []
    for place, needed in enumerate(NEEDED):
        bold, usual = reached[:, place].T
        for name, values, limits in (
            (f"{CHANCE}, {BOLD}", bold, (0, 1)),
            (f"{CHANCE}, {USUAL}", usual, (0, 1)),
            (MORE_REACHED, bold - usual, (-1, 1)),
        ):
            told = estimate_values(values, limits=limits)
            rows.append(make_row(name, told, seat=seat, needed=needed))
    return rows


def read_worths(table: pd.DataFrame) -> pd.DataFrame:
    """What each maxim is worth where it is judged, as rows of the table."""
    return table[table["quantity"] == WORTH]


def list_not_judged(table: pd.DataFrame) -> dict[str, str]:
    """Maxims of which there is no row, or only what is no test, and why."""
    judged = set(read_worths(table)["maxim"])
    return {
        one.id: one.no_test or _NEEDS.get(one.id, "too few cases were met")
        for one in SCORE_MAXIMS
        if one.id not in judged or one.no_test
    }


_NEEDS = {DEAL_FIRST.id: "needs a player who can play to the score"}


def tell_headlines(table: pd.DataFrame) -> list[str]:
    """A paragraph on each of the maxims best known."""
    told, published = [], load_maxims()
    of_maxims = table[(table["maxim"] != "") & (table["headline"] == True)]  # noqa: E712
    for maxim, rows in of_maxims.groupby("maxim", sort=False):
        seats = [_tell_seat(rows[rows["seat"] == seat]) for seat in dict.fromkeys(rows["seat"])]
        told.append(f"{published[maxim].author}: “{published[maxim].maxim}” {' '.join(seats)}")
    return told


def _tell_seat(rows: pd.DataFrame) -> str:
    return " ".join(_tell_kind(*kind) for kind in rows.groupby(["seat", "when"], sort=False))


def _tell_kind(kind: tuple[str, str], rows: pd.DataFrame) -> str:
    found, (seat, when) = read_estimates(rows), kind
    start = f"As {seat}{f', {when},' if when else ''} it" if seat else "It"
    often = (
        f"applies to {percent(found[SHARE_OF_CASES])} of totals; it "
        if SHARE_OF_CASES in found
        else ""
    )
    chances = [found.get(f"{CHANCE}, {way}") for way in (BOLD, USUAL)]
    reached = (
        f"; what is needed is reached in {percent(chances[0])} of deals, else in "
        f"{percent(chances[1])}"
        if None not in chances
        else ""
    )
    always = f"; against the player's own choice {say(found[GAIN])}" if GAIN in found else ""
    return (
        f"{start} {often}gains {say(found[WORTH])} of settlement against what it is compared "
        f"with{always}{reached}: {rows['verdict'].iloc[0]}."
    )


def say_maxims(table: pd.DataFrame) -> Sentence:
    """The verdicts, and what following each maxim makes."""
    worths = read_worths(table)
    told = []
    for name, rows in worths.groupby("advice", sort=False):
        pieces = [
            _say_worth(read_estimate(row), row.unit) + _say_where(row, _say_parts(table, row))
            for row in iterate_rows(rows)
        ]
        told.append(f"“{name}” {', '.join(pieces)}")
    return Sentence(
        f"{_say_verdicts(worths)}; gain from "
        "following, in settlement, against what it is compared with: "
        f"{'; '.join(told)}."
    )


def _say_verdicts(worths: pd.DataFrame) -> str:
    judged = worths[worths["verdict"] != NOT_JUDGED]
    counts = count_verdicts(judged["verdict"])
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number)
    return (
        f"{len(judged)} verdicts on {judged['maxim'].nunique()} maxims on the score, by seat and "
        f"situation: {told or 'none judged'}"
    )


def _say_worth(worth: Estimate, unit: str) -> str:
    if worth.method != "exact" and (worth.n < FEWEST or worth.is_unvaried):
        return "too few cases"
    return percent(worth) if unit == OF_PARTIES else say(worth)


def _say_parts(table: pd.DataFrame, row: Any) -> list[str]:
    own = table[
        table["maxim"].eq(row.maxim) & table["seat"].eq(row.seat) & table["when"].eq(row.when)
    ]
    parts = own[own["quantity"].str.startswith(f"{WORTH}, ")]
    return [
        f"{part.quantity.removeprefix(f'{WORTH}, ')} {say(read_estimate(part))}"
        for part in iterate_rows(parts)
    ]


def _say_where(row: Any, parts: list[str]) -> str:
    where = f" as {row.seat}" if row.seat else ""
    notes = [row.when, *parts, NOT_JUDGED if row.verdict == NOT_JUDGED else ""]
    told = ", ".join(filter(None, notes))
    return f"{where} ({told})" if told else where
