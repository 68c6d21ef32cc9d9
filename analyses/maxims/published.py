"""The maxims as they were published, in our own words: what the file of maxims says of each."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Protocol, TypeVar

import pandas as pd

from piquet_sim.game.terms import SEATS

BOTH = tuple(SEATS)
ELDER, YOUNGER = BOTH[:1], BOTH[1:]
"""The seats to which a maxim is addressed."""


class HasSeats(Protocol):
    """A rule that is judged by seat."""

    seats: tuple[str, ...]


_Rule = TypeVar("_Rule", bound=HasSeats)


def list_judged(rules: Sequence[_Rule]) -> list[tuple[_Rule, str]]:
    """Each rule with each of its seats."""
    return [(rule, seat) for rule in rules for seat in rule.seats]


@dataclass(frozen=True)
class Maxim:
    """A maxim as it was published, in our own words."""

    id: str
    source: str
    kind: str
    """discard, call, play, or score."""
    maxim: str
    situation: str
    says: str
    against: str
    claimed: str = ""
    """What it is said to be worth; empty where the author does not say."""
    contradicts: tuple[str, ...] = ()
    """Names of maxims that say the opposite."""
    see: tuple[str, ...] = ()
    """Names of maxims that belong to it."""
    is_headline: bool = False

    @property
    def author(self) -> str:
        """Who gives it, in two words at most."""
        return _AUTHORS[self.id.partition("-")[0]]


_AUTHORS = {
    "CAV": "Cavendish",
    "HOY": "Hoyle",
    "ACA": "Hoyle’s academy",
    "PAR": "Parlett",
    "COT": "Cotton",
    "SFT": "programs",
    "L4E": "les4enseignes",
}


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


@cache
def load_maxims() -> dict[str, Maxim]:
    """All published maxims by their names, in the order of the file.

    Examples
    --------
    >>> load_maxims()["CAV-M15"].maxim
    'If you must part with ace or king of a suit holding both, throw the ace and keep the king.'
    """
    text = files("piquet_sim").joinpath("data", "published_maxims.json").read_text("utf-8")
    fields = ("id", "source", "kind", "maxim", "situation", "says", "against")
    return {
        one["id"]: Maxim(
            *(one[name] for name in fields), one["claimed"] or "",
            *(tuple(one.get(name, ())) for name in ("contradicts", "see")),
            bool(one.get("headline")),
        )
        for one in json.loads(text)
    }  # fmt: skip
