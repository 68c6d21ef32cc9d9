"""The maxims as they were published, in our own words: what the file of maxims says about each."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


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
