"""What the study of the score tells of maxims: rows with verdicts, and words."""

import numpy as np
import pandas as pd

from analyses.analysis import estimate_row, read_estimate, read_estimates
from analyses.drawings.maxims import FOLLOWED, GAIN, WORTH
from analyses.drawings.score import BOLD, CHANCE, MORE_REACHED, USUAL
from analyses.published_maxims import load_maxims, tell_maxims
from analyses.score_maxims import FEWEST, NAMES, PERCENT, Judged
from analyses.score_trials import NEEDED
from analyses.sentences import Sentence, percent, say
from analyses.verdicts import NOT_SETTLED, VERDICTS, decide
from piquet_sim.estimates.estimate import Estimate, estimate_values

SHARE = "share of cases"


def make_row(quantity: str, estimate: Estimate, **told: object) -> dict[str, object]:
    """A row of the study's table: columns that are not told stay empty."""
    return estimate_row(quantity, estimate, **{**_PLACES, **told})


_PLACES = dict.fromkeys(
    ("seat", "own", "theirs", "when", "forecast", "needed", "maxim", "advice", "headline",
     "verdict", "unit"), ""
)  # fmt: skip


def list_judged(judged: Judged, tests: int) -> list[dict[str, object]]:
    """The rows of a maxim, one of so many judged together."""
    is_told = judged.worth.method == "exact" or judged.worth.n >= FEWEST
    told = {
        "seat": judged.seat, "when": judged.kind, "maxim": judged.maxim,
        "advice": NAMES[judged.maxim], "headline": load_maxims()[judged.maxim].is_headline,
        "verdict": decide(judged.worth, judged.gain, tests) if is_told else NOT_SETTLED,
        "unit": judged.unit,
    }  # fmt: skip
    chances = judged.chances or (None, None)
    numbers = {
        WORTH: judged.worth, GAIN: judged.gain, SHARE: judged.share, FOLLOWED: judged.followed,
        f"{CHANCE}, {BOLD}": chances[0], f"{CHANCE}, {USUAL}": chances[1],
    }  # fmt: skip
    return [make_row(name, one, **told) for name, one in numbers.items() if one is not None]


def list_reached(seat: str, reached: np.ndarray) -> list[dict[str, object]]:
    """How often so many points are made: by the discard chosen for that, and by the usual one."""
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


def _read_worths(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["quantity"] == WORTH]


def count_verdicts(table: pd.DataFrame) -> dict[str, int]:
    """How many maxims have each verdict, each seat and situation counted."""
    found = _read_worths(table)["verdict"].value_counts()
    return {verdict: int(found.get(verdict, 0)) for verdict in VERDICTS}


def list_not_judged(table: pd.DataFrame) -> dict[str, str]:
    """Maxims of which there is no row, and why."""
    judged = set(_read_worths(table)["maxim"])
    return {name: _WHY.get(name, "too few cases were met") for name in NAMES if name not in judged}


_WHY = {"CAV-S11": "needs a player who can play to the score"}


def tell_headlines(table: pd.DataFrame) -> list[str]:
    """A paragraph on each of the maxims best known."""
    return tell_maxims(table[table["maxim"] != ""], _tell_seat)


def _tell_seat(rows: pd.DataFrame) -> str:
    return " ".join(_tell_kind(*kind) for kind in rows.groupby(["seat", "when"], sort=False))


def _tell_kind(kind: tuple[str, str], rows: pd.DataFrame) -> str:
    found, (seat, when) = read_estimates(rows), kind
    start = f"As {seat}{f', {when},' if when else ''} it" if seat else "It"
    often = f"applies to {percent(found[SHARE])} of totals; it " if SHARE in found else ""
    chances = [found.get(f"{CHANCE}, {way}") for way in (BOLD, USUAL)]
    reached = (
        f"; what is needed is reached in {percent(chances[0])} of deals, else in "
        f"{percent(chances[1])}"
        if None not in chances
        else ""
    )
    always = f"; against the own choice {say(found[GAIN])}" if GAIN in found else ""
    return (
        f"{start} {often}makes {say(found[WORTH])} of settlement, what it is compared with taken "
        f"off{always}{reached}: {rows['verdict'].iloc[0]}."
    )


def say_maxims(table: pd.DataFrame) -> Sentence:
    """The verdicts, and what following each maxim makes."""
    worths = _read_worths(table)
    counts = ", ".join(f"{n} {verdict}" for verdict, n in count_verdicts(table).items() if n)
    told = []
    for name, rows in worths.groupby("advice", sort=False):
        pieces = [
            _say_worth(read_estimate(row), row.unit) + _say_where(row) for row in rows.itertuples()
        ]
        told.append(f"“{name}” {', '.join(pieces)}")
    return Sentence(
        f"Of {worths['maxim'].nunique()} maxims on the score, judged by seat and situation: "
        f"{counts}; following makes, in settlement, what it is compared with taken off: "
        f"{'; '.join(told)}."
    )


def _say_worth(worth: Estimate, unit: str) -> str:
    if worth.method != "exact" and (worth.n < FEWEST or worth.is_unvaried):
        return "too few cases"
    return say(worth) + ("%" if unit == PERCENT else "")


def _say_where(row: object) -> str:
    where = f" as {row.seat}" if row.seat else ""
    return f"{where} ({row.when})" if row.when else where
