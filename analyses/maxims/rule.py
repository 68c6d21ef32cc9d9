"""What a maxim is: where it applies, which discards follow it and which break it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from analyses.maxims.cards import Choices, Hands
from piquet_sim.game.terms import SEATS

Applies = Callable[[Hands], np.ndarray]
Picks = Callable[[Choices], np.ndarray]
Swaps = Callable[[int, int], tuple[int, int] | None]


@dataclass(frozen=True)
class Rule:
    """A maxim about the discard, over hands and discards.

    A discard can neither follow nor break a maxim; the strong player's own may be such a one. A
    maxim applies to a hand if some discard follows it and some other breaks it.

    Examples
    --------
    >>> Rule("MY-M01", "Keep all aces", ("elder",), lambda hands: hands.number_of(8) > 0,
    ...      lambda choices: choices.keeps(choices.hand.cards & 256),
    ...      lambda choices: choices.throws(choices.hand.cards & 256) > 0).seats
    ('elder',)
    """

    maxim: str
    """Its name in the file of maxims, or one of your own."""
    name: str
    """What it prescribes, in a few words."""
    seats: tuple[str, ...]
    applies: Applies
    """To which hands: bool, by hand."""
    follows: Picks | None = None
    """Which discards do as it says: bool, by discard."""
    breaks: Picks | None = None
    """Which do what it is compared with."""
    swap: Swaps | None = None
    """Instead of these: what follows and what breaks it, given a hand and the strong player's own
    discard; None where that leaves nothing to be exchanged."""
    reading: str = ""
    """How hedged words were read, where that is not what the file of maxims says."""


BOTH = tuple(SEATS)
ELDER, YOUNGER = BOTH[:1], BOTH[1:]


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
        one["id"]: Maxim(*(one[name] for name in fields), bool(one.get("headline")))
        for one in json.loads(text)
    }


def list_judged(rules: Sequence[Rule]) -> list[tuple[Rule, str]]:
    """Each rule with each of its seats."""
    return [(rule, seat) for rule in rules for seat in rule.seats]
