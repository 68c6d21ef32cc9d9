"""What is said of maxims in plain words: how many verdicts, and an example of each kind."""

import pandas as pd

from analyses.maxims.judge import WORTH, read_worths
from analyses.results.analysis import read_estimate
from analyses.words.plain import capitalise, size, spell
from analyses.words.verdicts import BAD, GOOD, HINT, NOT_JUDGED, count_verdicts
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, is_within


def say_finding(table: pd.DataFrame, what: str) -> Sentence:
    """How many verdicts there are on how many maxims, and how many call them right.

    Parameters
    ----------
    table : DataFrame
    what : str
        What the maxims are about.
    """
    judged = _read_judged(table)
    counts, maxims = count_verdicts(judged["verdict"]), len(set(judged["maxim"]))
    right = counts[GOOD] + counts[HINT]
    verdicts = f"{len(judged)} verdict{'' if len(judged) == 1 else 's'}"
    advice, verb = ("maxim", "holds") if maxims == 1 else ("maxims", "hold")
    return Sentence(f"{maxims} old {advice} on {what} {verb} good in {right} of {verdicts}")


def say_counts(table: pd.DataFrame) -> Sentence:
    """How many of the right ones are good advice, and how many only hints."""
    counts = count_verdicts(_read_judged(table)["verdict"])
    return Sentence(
        f"{capitalise(spell(counts[GOOD]))} verdict{'' if counts[GOOD] == 1 else 's'} "
        f"call{'s' if counts[GOOD] == 1 else ''} a maxim good advice, {spell(counts[HINT])} a good "
        "hint, not to be obeyed blindly."
    )


def list_examples(table: pd.DataFrame) -> tuple[Sentence, ...]:
    """A right and a bad maxim: those of the greatest gain and loss by following, if there are."""
    found = []
    for is_loss in (False, True):
        row = find_example(table, is_loss)
        if row is not None:
            found.append(_say_example(row, read_estimate(row), is_loss))
    return tuple(one for one in found if one.holds)


def find_example(table: pd.DataFrame, is_loss: bool = False) -> "pd.Series | None":
    """The row of the right maxim that gains most by following, or of the bad one that loses most.

    Parameters
    ----------
    table : DataFrame
    is_loss : bool
        Whether it is a bad one.
    """
    judged = _read_judged(table)
    verdicts = (BAD,) if is_loss else (GOOD, HINT)
    rows = judged[judged["verdict"].isin(verdicts) & ~judged["advice"].str.contains(r"\d")]
    if not len(rows):
        return None
    return rows.loc[rows["value"].idxmin() if is_loss else rows["value"].idxmax()]


def _say_example(row: pd.Series, worth: Estimate, is_loss: bool) -> Sentence:
    side = {"below": 0} if is_loss else {"above": 0}
    verb = "costs" if is_loss else "gains"
    return Sentence(
        f"Following “{row['advice']}” {verb} {row['seat']} {size(worth)} points, compared with "
        "breaking it.",
        is_within(f"what {row['maxim']} is worth as {row['seat']}", worth, **side),
    )


def _read_judged(table: pd.DataFrame) -> pd.DataFrame:
    worths = read_worths(table, WORTH)
    return worths[worths["verdict"].notna() & (worths["verdict"] != NOT_JUDGED)]
