"""The maxims as they were published, in our own words: what the file of maxims says of each."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


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
