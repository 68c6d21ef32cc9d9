"""What is said about maxims: their verdicts, and a paragraph on each of the best known."""

from collections.abc import Callable, Iterator, Sequence

import pandas as pd

from analyses.maxims.judge import CLASS, FOLLOWED, GAIN, KNOWN, MORE, WORTH, Arena, read_worths
from analyses.maxims.maxim import load_maxims
from analyses.maxims.trial import LOTS
from analyses.results.analysis import read_estimate
from analyses.statistics.exceptions import NOT
from analyses.statistics.rows import iterate_rows
from analyses.words.verdicts import ALWAYS, HINT, say_verdicts, widen
from piquet_sim.sentences import Sentence, is_within, percent, say


def say_together(table: pd.DataFrame, arena: Arena) -> Sentence:
    """How many maxims have each verdict, and what they are held against."""
    verdicts = say_verdicts(arena.what, "seat", read_worths(table))
    return Sentence(
        f"{verdicts}. Each is held against a random rule of its size, drawn by lot (“piquet help "
        "studies” tells what a verdict means); verdicts of all studies hold together at a level of "
        "95%."
    )


def say_range(worths: pd.DataFrame, where: str) -> str:
    """Between what following makes least, of some maxims, and most; where each comes up."""
    ordered = worths.sort_values("value")
    first, last = (_say_worth(ordered.iloc[place]) for place in (0, -1))
    gain = f"the gain from following one, compared with breaking it, in a deal {where},"
    return f"{gain} is {first}" if first == last else f"{gain} lies between {first} and {last}"


def _say_worth(row: pd.Series) -> str:
    return f"{say(read_estimate(row))} points (“{row['advice']}”, {row['seat']})"


def list_twice(table: pd.DataFrame, maxims: Sequence[str]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Of maxims on which other judges are heard, too, what each kind of judge finds, by seat."""
    for maxim in maxims:
        own = table[(table["maxim"] == maxim) & (table["quantity"] == WORTH)]
        for seat in dict.fromkeys(own["seat"]):
            yield maxim, own[own["seat"] == seat].drop_duplicates("kind").set_index("kind")


def say_perfect(table: pd.DataFrame, judge: str) -> Sentence:
    """On which maxims a judge who sees all cards finds otherwise than players who do not.

    By more than the errors of all verdicts together.

    Parameters
    ----------
    table : DataFrame
    judge : str
        The kind of the rows of that judge.
    """
    places = [name for name in ("maxim", "seat", "opponent") if name in table]
    by_place = table[table["kind"] == judge].set_index(places)
    told, grounds = [], []
    for row in iterate_rows(table[table["kind"] == MORE]):
        low, high = widen(read_estimate(row))
        if low > 0 or high < 0:
            perfect = by_place.loc[[tuple(getattr(row, name) for name in places)]]
            told.append(f"{row.advice} ({row.seat}) {say(read_estimate(perfect.iloc[0]))}")
            side = {"above": 0} if low > 0 else {"below": 0}
            words = f"what perfect play adds to {row.maxim} as {row.seat}"
            grounds.append(is_within(words, read_estimate(row), **side))
    if not told:
        return Sentence("What perfect play makes, where both see all cards, stands in the table.")
    return Sentence(
        "Perfect play of both, who then see all cards, finds otherwise, by more than the errors "
        f"together: {'; '.join(told)}. There nobody guesses: what the other does not know of is "
        "worth nothing more, and a wrong guess costs nothing.",
        *grounds,
    )


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


def tell_case(rows: pd.DataFrame, arena: Arena, who: str, more: str = "") -> str:
    """What following a maxim makes in a seat, and what always following it would.

    Parameters
    ----------
    rows : DataFrame
        Of the maxim in the seat.
    arena : Arena
    who : str
        In which seat, and against whom.
    more : str
        What is to be said of its worth.
    """
    whole = rows[rows["kind"] == arena.kind]
    found = {row.quantity: read_estimate(row) for row in iterate_rows(whole)}
    share = found[arena.share]
    often = percent(share) if share.exact is None else f"{100 * float(share.exact):.4g}%"
    has_lot = f"{WORTH}{LOTS[0]}" in found
    known = f", of which its words know {say(found[KNOWN])}" if has_lot else ""
    parts = iterate_rows(rows[(rows["kind"] == CLASS) & (rows["verdict"] == HINT)])
    classes = (
        f"; with {arena.rest if row.text.startswith(NOT) else row.text} {say(read_estimate(row))}"
        for row in parts
    )
    return (
        f"As {who} it {arena.comes} {often} of {arena.cases} and is followed in "
        f"{percent(found[FOLLOWED])} of these. Following it gains, compared with breaking it, "
        f"{say(found[WORTH])} points{more}{known}{''.join(classes)}; always following it, against "
        f"the player's own {arena.own}, {say(found[GAIN])}, or {say(found[ALWAYS])} per 100 "
        f"{arena.cases} of all: {rows['verdict'].iloc[0]}."
    )
