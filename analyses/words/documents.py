"""The works that the studies answer: by what name sentences call them, and how they are cited."""

import json
from importlib.resources import files
from typing import Any, NamedTuple

CAVENDISH = "Cavendish"
COTTON_REPORT = "The report on Cotton"
CLUB_SUMMARY = "The club summary"
SURVEY = "The survey of rules"


class Work(NamedTuple):
    """A work as a list of references has it."""

    name: str
    """What sentences call it."""
    reference: str
    pattern: str
    """A regular expression for texts that speak of it."""


WORKS = (
    Work(
        CAVENDISH,
        "Cavendish (Henry Jones), The Laws of Piquet adopted by the Portland and Turf Clubs, with "
        "a Treatise on the Game. London: De La Rue, editions of about 1890 and later.",
        r"Cavendish|Rubicon|rubicon|experts of 1890",
    ),
    Work("Hoyle", "Hoyle's Games Improved, the chapter on Piquet: the odds of the draw.", r"Hoyle"),
    Work(
        COTTON_REPORT,
        "Justin du Coeur, Game Report: Picket, 1995. Reconstructed from Charles Cotton, The "
        "Compleat Gamester. London, 1674.",
        r"Cotton|1674",
    ),
    Work(
        SURVEY,
        "A survey of the rules of Piquet: the English laws of 1873 and 1882, and those of Jean "
        "Boussac, Encyclopédie des jeux de cartes. Paris: Chailley, 1896.",
        r"[Ss]urvey of rules|au cent|Boussac|1873|1896",
    ),
    Work(
        CLUB_SUMMARY,
        "A club's summary of the rules of Piquet as they are played today.",
        r"club summary|Parlett",
    ),
    Work(
        "The American description",
        "Piquet, Classic French Card Game: an American description of the rules.",
        r"American",
    ),
)
"""All works, in the order of a list of references."""


def load_table() -> dict[str, Any]:
    """The table of hands recorded in 1890, and the odds that its author drew from it.

    Examples
    --------
    >>> sorted(load_table())[:2]
    ['classes', 'elder']
    """
    text = files("piquet_sim").joinpath("data/hands_of_1890.json").read_text(encoding="utf-8")
    return json.loads(text)
