"""The verdict on a maxim, and the rows of a table that tell it, whatever the maxim is about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pandas as pd

from analyses.maxims.maxim import Maxim
from analyses.maxims.trial import Trial
from analyses.results.analysis import estimate_row
from analyses.statistics.exceptions import NOT, CaseClass
from analyses.words.verdicts import ALWAYS, FEWEST, decide, find_cost, mean, widen
from piquet_sim.estimates.estimate import Estimate, estimate_values

WORTH = "following less breaking"
GAIN = "gain of always following"
COST = "cost of breaking"
SHARE, SHARE_OF_DEALS, SHARE_OF_CASES = "share of hands", "share of deals", "share of cases"
"""How often a maxim on the discard applies, one on calling or the play, and one on the score."""
FOLLOWED = "is followed"
ALL, ALL_DEALS, APPLIES = "all hands", "all deals", "deals to which it applies"
"""Of maxims on the discard, on the play, and on calling."""
FOLLOWED_ONLY = "where it is followed"
CLASS = "a class of hands"
MOST_RIGHT, MOST_WRONG = "seems most right", "seems most wrong"
PLAYED_ON = "played on by "

_RIGHT_SHARE = 0.25
"""A maxim that is right in a smaller share of the cases, and wrong in all, is wrong."""


@dataclass(frozen=True)
class Judged:
    """What is known of a maxim in one seat or situation."""

    maxim: Maxim
    seat: str
    worth: Estimate
    """What following makes more than what it is compared with."""
    gain: Estimate | None = None
    """What always following makes more than the player's own choice."""
    share: Estimate | None = None
    """How often it applies."""
    followed: Estimate | None = None
    """How often the player's own choice follows it."""
    cost: Estimate | None = None
    """What breaking costs, where it is followed often enough."""
    is_own: bool = False
    """Whether the player's own choice always follows it: then always following changes nothing."""
    exception: CaseClass | None = None
    """A class of cases in which it seems to be otherwise."""
    parts: Mapping[str, Estimate] = field(default_factory=dict)
    """What following makes more in classes that were named beforehand."""

    @property
    def always(self) -> Estimate:
        """What always following makes over all deals."""
        return find_cost(self.gain, self.share)


def measure(trial: Trial, exception: CaseClass | None = None) -> Judged:
    """What a trial says of its maxim."""
    cost = mean(trial.cost) if len(trial.cost) >= FEWEST else None
    return Judged(
        trial.maxim, trial.seat, mean(trial.worth), mean(trial.gain), trial.share,
        estimate_values(trial.is_followed), cost, bool(trial.is_followed.all()), exception,
    )  # fmt: skip


def judge(judged: Judged, tests: int) -> str:
    """The verdict on a maxim, one of so many that are judged together."""
    gain = None if judged.is_own else judged.gain
    return decide(judged.worth, gain, tests, _has_exception(judged, tests))


def _has_exception(judged: Judged, tests: int) -> bool:
    # Beyond doubt: by a class that was looked for, or by one named beforehand.
    found = judged.exception
    if found is not None and found.parts and found.right_share >= _RIGHT_SHARE:
        return True
    ends = [widen(part, tests) for part in judged.parts.values()]
    return any(low > 0 for low, _ in ends) and any(high < 0 for _, high in ends)


# ---- The table ----------------------------------------------------------------------------------
COLUMNS = (
    "seat", "maxim", "advice", "headline", "verdict", "kind", "other", "text", "hand", "follow",
    "against", "quantity", "value", "se", "low", "high", "n", "method", "exact", "z",
)  # fmt: skip
"""Of a table of maxims on the discard, or on the play."""
_PLAIN = {"other": False, "text": "", "hand": "", "follow": "", "against": ""}


def name_verdict(maxim: Maxim, seat: str, verdict: str, **more: object) -> dict[str, object]:
    """The columns that all rows of a maxim in a seat share."""
    return {
        "seat": seat, "maxim": maxim.id, "advice": maxim.name, "headline": maxim.is_headline,
        "verdict": verdict, **more,
    }  # fmt: skip


def make_row(
    named: Mapping[str, object], quantity: str, estimate: Estimate, **more: object
) -> dict[str, object]:
    """A row of such a table: columns that nothing is said of stay plain."""
    return estimate_row(quantity, estimate, **{**_PLAIN, **named, **more})


def list_rows(
    judged: Judged,
    named: Mapping[str, object],
    share: str,
    parts: Mapping[str, Estimate],
    others: Mapping[str, Estimate],
) -> list[dict[str, object]]:
    """The rows of a maxim in a seat.

    Parameters
    ----------
    judged : Judged
    named : mapping
        What `name_verdict` says.
    share : str
        What its share is called.
    parts : mapping
        What it is worth in classes by which it is told in parts.
    others : mapping
        What it is worth by other judges.
    """
    row = partial(make_row, named)
    found = judged.exception
    classes = [] if found is None else [(found.words, found.worth),
                                        (f"{NOT}{found.words}", found.rest)]  # fmt: skip
    return [
        row(WORTH, judged.worth),
        row(GAIN, judged.gain),
        row(share, judged.share),
        row(ALWAYS, judged.always, other=True),
        row(FOLLOWED, judged.followed),
        *(row(WORTH, worth, kind=kind, other=True) for kind, worth in others.items()),
        *([] if judged.cost is None else [row(COST, judged.cost, kind=FOLLOWED_ONLY)]),
        *(row(WORTH, worth, kind=kind) for kind, worth in parts.items()),
        *(row(WORTH, worth, kind=CLASS, other=True, text=words) for words, worth in classes),
    ]


def measure_parts(trial: Trial, classes: Iterable[tuple[str, np.ndarray]]) -> dict[str, Estimate]:
    """What following makes more in classes of cases, where enough are in them."""
    return {name: mean(trial.worth[is_in]) for name, is_in in classes if is_in.sum() >= FEWEST}


def read_worths(table: pd.DataFrame) -> pd.DataFrame:
    """What each maxim is worth where it is judged, as rows of the table: parts are left out."""
    worths = table[table["quantity"] == WORTH]
    return worths[worths["kind"].isin((ALL, ALL_DEALS, APPLIES))] if "kind" in worths else worths
