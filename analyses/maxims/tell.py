"""What is said of maxims: their verdicts, and a paragraph on each of those best known."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from analyses.maxims.judge import CLASS, FOLLOWED, GAIN, WORTH, read_worths
from analyses.maxims.maxim import load_maxims
from analyses.results.analysis import read_estimate
from analyses.statistics.exceptions import NOT
from analyses.words.sentences import Sentence, percent, say
from analyses.words.verdicts import ALWAYS, BUT_FOR, FEWEST, MATTERS, say_verdicts
from piquet_sim.estimates.estimate import Estimate


class Words(NamedTuple):
    """How maxims are spoken of in an arena."""

    cases: str
    """What they are judged on: "hands"."""
    comes: str
    """What they do with them: "applies to"."""
    own: str
    """What of the player following is held against: "discard"."""
    rest: str = ""
    """All cases that are not of a class."""


def explain_verdicts(what: str, cases: str, table: pd.DataFrame) -> Sentence:
    """How many maxims have each verdict, and what the verdicts mean.

    Parameters
    ----------
    what, cases : str
        What the maxims are about, and what they are judged on: "hands".
    table : DataFrame
    """
    return Sentence(
        f"{say_verdicts(what, 'seat', read_worths(table))}. Right: what following makes lies above "
        "what breaking makes, and to follow in every deal takes at most "
        f"{MATTERS} points a deal from the player; right as a rule: it may take a larger amount; "
        f"right but for some hands: above on average, below in one class of {cases}; of no "
        f"consequence: neither, and within {MATTERS} either way; wrong: below; not settled: none "
        f"of these, or under {FEWEST} {cases}. All verdicts hold together at a level of 95%.",
    )


def say_range(worths: pd.DataFrame, where: str) -> str:
    """Between what following makes least, of some maxims, and most; where each comes up."""
    ordered = worths.sort_values("value")
    first, last = (_say_worth(ordered.iloc[place]) for place in (0, -1))
    return (
        f"the gain from following one, compared with breaking it, in a deal {where}, lies between "
        f"{first} and {last}"
    )


def _say_worth(row: pd.Series) -> str:
    return f"{say(read_estimate(row))} points (“{row['advice']}”, {row['seat']})"


def list_twice(table: pd.DataFrame, maxims: Sequence[str]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Of maxims on which other judges are heard, too, what each kind of judge finds, by seat."""
    for maxim in maxims:
        own = table[(table["maxim"] == maxim) & (table["quantity"] == WORTH)]
        for seat in dict.fromkeys(own["seat"]):
            yield maxim, own[own["seat"] == seat].drop_duplicates("kind").set_index("kind")


def tell_maxims(table: pd.DataFrame, tell_seat: Callable[[pd.DataFrame], str]) -> list[str]:
    """A paragraph on each of the maxims best known, from a table of verdicts.

    Parameters
    ----------
    table : DataFrame
        With the columns ``maxim``, ``seat`` and ``headline``.
    tell_seat : callable
        Tells what the rows of a maxim in a seat say.
    """
    told, published = [], load_maxims()
    for maxim, rows in table[table["headline"]].groupby("maxim", sort=False):
        seats = [tell_seat(rows[rows["seat"] == seat]) for seat in dict.fromkeys(rows["seat"])]
        told.append(f"{published[maxim].author}: “{published[maxim].maxim}” {' '.join(seats)}")
    return told


def tell_case(
    found: Mapping[str, Estimate], words: Words, who: str, often: str, worth: str, verdict: str
) -> str:
    """What following a maxim makes in a seat, and what always following it would.

    Parameters
    ----------
    found : mapping
        By quantity.
    words : Words
    who : str
        In which seat, and against whom.
    often : str
        In which share of the cases.
    worth : str
        What following makes more than breaking.
    verdict : str
    """
    return (
        f"As {who} it {words.comes} {often} of {words.cases} and is followed in "
        f"{percent(found[FOLLOWED])} of these. Following it gains, compared with breaking it, "
        f"{worth}; always following it, against the player's own {words.own}, "
        f"{say(found[GAIN])}, or {say(found[ALWAYS])} per 100 {words.cases} of all: {verdict}."
    )


def say_worth(worth: Estimate, rows: pd.DataFrame, words: Words) -> str:
    """What a maxim is worth in a seat, and in which class it is otherwise."""
    parts = rows[(rows["kind"] == CLASS) & (rows["verdict"] == BUT_FOR)].itertuples()
    classes = (
        f"; with {words.rest if row.text.startswith(NOT) else row.text} {say(read_estimate(row))}"
        for row in parts
    )
    return f"{say(worth)} points{''.join(classes)}"
