"""A maxim: as it was published, in our own words, and as it can be tried.

The file of maxims records what the authors wrote. A `Maxim` is the part of it that can be judged;
each arena (`discard`, `calls`, `cards`, `score`) adds how to distinguish what follows it from what
breaks it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from analyses.maxims.published import Published, load_maxims
from piquet_sim.game.terms import SEATS

BOTH = tuple(SEATS)
ELDER, YOUNGER = BOTH[:1], BOTH[1:]
"""The seats to which a maxim is addressed."""

Sides = tuple[np.ndarray | int, np.ndarray | int]
"""What follows a maxim and what breaks it, in one case or in many; alike where it does not apply.
"""


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
        """What the file of maxims says about it; None for your own maxims."""
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
