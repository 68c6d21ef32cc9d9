"""What a maxim is: as it was published, in our own words, and as it can be tried.

The file of maxims says what the authors wrote. A `Maxim` is what can be judged of that; each arena
(`discard`, `calls`, `cards`, `score`) adds how to tell what follows it from what breaks it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TypeVar

import numpy as np

from piquet_sim.game.terms import SEATS

BOTH = tuple(SEATS)
ELDER, YOUNGER = BOTH[:1], BOTH[1:]
"""The seats to which a maxim is addressed."""

Sides = tuple[np.ndarray | int, np.ndarray | int]
"""What follows a maxim and what breaks it, in one case or in many; alike where it does not apply.
"""


@dataclass(frozen=True)
class Published:
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
        """Who gives it, in two words at most; who the source is, where it is not in the file."""
        return _AUTHORS.get(self.id.partition("-")[0], self.source)


_AUTHORS = {
    "CAV": "Cavendish",
    "HOY": "Hoyle",
    "ACA": "Hoyle’s academy",
    "PAR": "Parlett",
    "COT": "Cotton",
    "SFT": "programs",
    "L4E": "les4enseignes",
}


@dataclass(frozen=True)
class Maxim:
    """A maxim that can be judged.

    Examples
    --------
    >>> Maxim("CAV-M15", "From ace-king, throw the ace", BOTH).published.author
    'Cavendish'
    """

    id: str
    """Its name in the file of maxims, or one of your own."""
    name: str
    """What it prescribes, in a few words."""
    seats: tuple[str, ...]
    reading: str = field(default="", kw_only=True)
    """How hedged words were read, where that is not what the file of maxims says."""

    @property
    def published(self) -> Published | None:
        """What the file of maxims says of it; None of one's own."""
        return load_maxims().get(self.id)

    @property
    def is_headline(self) -> bool:
        """Whether it is one of those best known."""
        return self.published is not None and self.published.is_headline


_Maxim = TypeVar("_Maxim", bound=Maxim)


def list_judged(maxims: Sequence[_Maxim]) -> list[tuple[_Maxim, str]]:
    """Each maxim with each of its seats."""
    return [(maxim, seat) for maxim in maxims for seat in maxim.seats]


def sort_maxims(maxims: Iterable[_Maxim]) -> tuple[_Maxim, ...]:
    """Published maxims in the order of the file."""
    order = list(load_maxims())
    return tuple(sorted(maxims, key=lambda maxim: order.index(maxim.id)))


def list_readings(maxims: Iterable[Maxim]) -> dict[str, str]:
    """By maxim how its words were read, where that is not what the file says."""
    return {maxim.id: maxim.reading for maxim in maxims if maxim.reading}


@cache
def load_maxims() -> dict[str, Published]:
    """All published maxims by their names, in the order of the file.

    Examples
    --------
    >>> load_maxims()["CAV-M15"].maxim
    'If you must part with ace or king of a suit holding both, throw the ace and keep the king.'
    """
    text = files("piquet_sim").joinpath("data", "published_maxims.json").read_text("utf-8")
    fields = ("id", "source", "kind", "maxim", "situation", "says", "against")
    return {
        one["id"]: Published(
            *(one[name] for name in fields), one["claimed"] or "",
            *(tuple(one.get(name, ())) for name in ("contradicts", "see")),
            bool(one.get("headline")),
        )
        for one in json.loads(text)
    }  # fmt: skip
