"""The published claims as data (``data/published_claims.json``): who said what, about which rules.

Their figures are in a form that can be compared.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Claim:
    """One published claim."""

    id: str
    source: str
    quantity: str
    claimed: str
    """In the author's words."""
    kind: str
    """"exact", or "strategy" where it depends on how people play."""
    rules: str
    figures: tuple[dict[str, Any], ...]
    """What was claimed, in numbers: each with one of ``odds_against``, ``odds_on`` (two
    numbers), ``fraction`` (two), ``one_in``, ``probability``, ``number`` (with ``digits`` where
    it was rounded to that many), ``suits`` (all that make a point, as in 79TT), bounds (see
    `judge_estimate`), and a ``label`` where there are several."""
    deal: dict[str, Any] | None = None
    counts: tuple[int, ...] | None = None
    """A whole table of counts, where one was given."""


def load_claims() -> tuple[Claim, ...]:
    """All claims, in the order of the file.

    Examples
    --------
    >>> len(load_claims()) > 50
    True
    """
    text = files("piquet_sim").joinpath("data", "published_claims.json").read_text("utf-8")
    claims = []
    for given in json.loads(text):
        given["claimed"] = "–" if given["claimed"] is None else str(given["claimed"])
        given["figures"] = tuple(given["figures"])
        if given.get("counts"):
            given["counts"] = tuple(given["counts"])
        claims.append(Claim(**given))
    return tuple(claims)


def find_claim(name: str) -> Claim:
    """A claim by its id.

    Examples
    --------
    >>> find_claim("CB-HAND").quantity
    'named player dealt carte blanche (12 cards, no K Q J)'
    """
    return next(claim for claim in load_claims() if claim.id == name)
