"""The verdict on a maxim, and the table rows that state it, whatever the maxim is about."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analyses.maxims.maxim import Maxim
from analyses.maxims.trial import LOTS, Trial
from analyses.results.analysis import estimate_row
from analyses.statistics.exceptions import NOT, CaseClass
from analyses.words.verdicts import ALWAYS, FEWEST, decide, find_cost, mean
from piquet_sim.estimates.estimate import Estimate, estimate_values, negate

WORTH = "following less breaking"
KNOWN = "what the words know"
"""The worth less that of a random rule of the same size (`trial.LOTS`): of the one that leaves
least."""
GAIN = "gain of always following"
LOSS = "cost of always breaking"
COST = "cost of breaking"
NEVER = "always breaking, per 100 deals of all"
SHARES = SHARE, SHARE_OF_DEALS, SHARE_OF_CASES = (
    "share of hands",
    "share of deals",
    "share of cases",
)
"""How often a maxim on the discard applies, one on calling or the play, and one on the score."""
FOLLOWED = "is followed"
ALL, ALL_DEALS, APPLIES = "all hands", "all deals", "deals to which it applies"
"""Of maxims on the discard, on the play, and on calling."""
FOLLOWED_ONLY = "where it is followed"
CLASS = "a class of hands"
MOST_RIGHT, MOST_WRONG = "seems most right", "seems most wrong"
PLAYED_ON = "played on by "
PERFECT, MORE = "played perfectly by both", "perfect play makes more"
"""What a maxim is worth by a judge who sees all cards, and how much more that is."""


class Arena(NamedTuple):
    """What maxims are tried in, and how that is spoken of."""

    what: str
    """What the maxims are about."""
    kind: str
    """What rows of all cases are called."""
    share: str
    """What their share is called."""
    cases: str
    comes: str
    """What a maxim does with them."""
    own: str
    """What following is compared with."""
    rest: str = ""
    """All cases that are not of a class."""


ON_DISCARD = Arena(
    "the discard", ALL, SHARE, "hands", "applies to", "discard", "all other hands"
)  # fmt: skip
ON_PLAY = Arena(
    "the play of the cards", ALL_DEALS, SHARE_OF_DEALS, "deals", "comes up in", "card", "all else"
)
ON_CALLS = Arena("calling", APPLIES, SHARE_OF_DEALS, "deals", "applies to", "calls")


@dataclass(frozen=True)
class Judged:
    """What is known of a maxim in one seat or situation."""

    maxim: Maxim
    seat: str
    worth: Estimate
    """What following makes more than what it is compared with."""
    known: tuple[Estimate, ...] = ()
    """What of this its words know beside each random rule, the least first; nothing where it
    compares one way with one other: then it is all."""
    gain: Estimate | None = None
    """How much more always following makes than the player's own choice."""
    loss: Estimate | None = None
    """How much less always breaking makes than that."""
    share: Estimate | None = None
    """How often it applies."""
    followed: Estimate | None = None
    """How often the player's own choice follows it."""
    cost: Estimate | None = None
    """What breaking costs, where it is followed often enough."""
    is_own: bool = False
    """Whether the player's own choice always follows it: then always following changes nothing."""
    parts: Mapping[str, Estimate] = field(default_factory=dict)
    """What following makes more in classes that were named beforehand."""


def measure(trial: Trial) -> Judged:
    """What a trial says of its maxim."""
    cost = mean(trial.cost) if len(trial.cost) >= FEWEST else None
    known = tuple(sorted(map(mean, trial.known), key=lambda one: one.value))
    return Judged(
        trial.maxim, trial.seat, mean(trial.worth), known, mean(trial.gain),
        mean(trial.loss), trial.share, estimate_values(trial.is_followed), cost,
        bool(trial.is_followed.all()),
    )  # fmt: skip


def judge(judged: Judged) -> str:
    """The verdict on a maxim."""
    known = judged.known or (judged.worth,)
    return decide(known, judged.worth, None if judged.is_own else judged.gain)


# ---- The table ----------------------------------------------------------------------------------
COLUMNS = (
    "seat", "maxim", "advice", "headline", "verdict", "kind", "other", "text", "hand", "follow",
    "against", "quantity", "value", "se", "low", "high", "n", "method", "exact", "z",
)  # fmt: skip
"""Of a table of maxims on the discard, or on the play."""
_PLAIN = {"other": False, "text": "", "hand": "", "follow": "", "against": ""}


def name_verdict(maxim: Maxim, seat: str, verdict: str, **more: Any) -> dict[str, Any]:
    """The columns that all rows of a maxim in a seat share."""
    return {
        "seat": seat, "maxim": maxim.id, "advice": maxim.name, "headline": maxim.is_headline,
        "verdict": verdict, **more,
    }  # fmt: skip


def make_row(
    named: Mapping[str, Any], quantity: str, estimate: Estimate, **more: Any
) -> dict[str, Any]:
    """A row of such a table; columns without a value stay empty."""
    return estimate_row(quantity, estimate, **{**_PLAIN, **named, **more})


def list_numbers(trial: Trial, share: str) -> list[tuple[str, Estimate]]:
    """What is known of a maxim over all cases: names and numbers.

    Parameters
    ----------
    trial : Trial
    share : str
        What the share of the cases is called.
    """
    judged = measure(trial)
    always, never = (find_cost(one, judged.share) for one in (judged.gain, negate(judged.loss)))
    numbers = [
        (WORTH, judged.worth), (KNOWN, judged.known[0]), (GAIN, judged.gain), (LOSS, judged.loss),
        (share, judged.share), (ALWAYS, always), (NEVER, never),
        (FOLLOWED, judged.followed),
    ]  # fmt: skip
    for lot, one in trial.by_lot.items():
        made = ((WORTH, one.worth), (GAIN, one.gain), (LOSS, one.loss))
        numbers += [(f"{name}{lot}", mean(values)) for name, values in made]
    return numbers


def list_rows(
    trial: Trial,
    exception: CaseClass | None,
    arena: Arena,
    classes: Iterable[tuple[str, np.ndarray]],
    others: Mapping[str, Estimate],
) -> tuple[list[dict[str, Any]], Callable[..., dict[str, Any]]]:
    """The rows of a maxim in a seat.

    Parameters
    ----------
    trial : Trial
    exception : CaseClass or None
        The class of cases in which the other way seems best.
    arena : Arena
    classes : iterable
        Classes by which it is told in parts, and which cases are in them.
    others : mapping
        What it is worth by other judges.

    Returns
    -------
    list of dict
    callable
        Makes a further row of a quantity and an estimate.
    """
    judged = measure(trial)
    row = partial(make_row, name_verdict(trial.maxim, trial.seat, judge(judged), kind=arena.kind))
    rows = [
        row(name, one, other=name in _BESIDE or name.endswith(LOTS))
        for name, one in list_numbers(trial, arena.share)
    ]
    rows += [row(WORTH, worth, kind=kind, other=True) for kind, worth in others.items()]
    if judged.cost is not None:
        rows.append(row(COST, judged.cost, kind=FOLLOWED_ONLY))
    for kind, is_in in classes:
        if is_in.sum() >= FEWEST:
            rows.append(row(WORTH, mean(trial.worth[is_in]), kind=kind))
    if exception is not None:
        for start, worth in (("", exception.worth), (NOT, exception.rest)):
            text = f"{start}{exception.words}"
            rows.append(row(WORTH, worth, kind=CLASS, other=True, text=text))
    return rows, row


_BESIDE = (ALWAYS, NEVER)


def read_worths(table: pd.DataFrame, quantity: str = WORTH) -> pd.DataFrame:
    """What each maxim is worth where it is judged, as rows of the table: parts are left out.

    Parameters
    ----------
    table : DataFrame
    quantity : str
        By default what following makes more than breaking; or `KNOWN`, what its words know.
    """
    worths = table[table["quantity"] == quantity]
    return worths[worths["kind"].isin((ALL, ALL_DEALS, APPLIES))] if "kind" in worths else worths
