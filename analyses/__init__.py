"""The questions, one module each, all with one face.

A module has a function ``analyse(simulation, n, threads, progress)`` that returns an
`Analysis`: a table, a figure and the answer in three sentences. `STUDIES` lists them.
"""

from importlib import import_module
from types import ModuleType

from piquet_sim.game.errors import InputError, suggest

STUDIES: dict[str, str] = {
    "carte-blanche": "analyses.carte_blanche",
    "pique": "analyses.pique",
    "elder-advantage": "analyses.elder_advantage",
    "discards": "analyses.discards",
    "hands": "analyses.hands",
    "published": "analyses.published",
    "regret": "analyses.regret",
    "experts-of-1890": "analyses.experts_of_1890",
    "codes": "analyses.codes",
    "sixes": "analyses.sixes",
    "partie": "analyses.partie",
}
"""Modules by the names under which ``piquet study`` finds them."""


def find_study(name: str) -> ModuleType:
    """The module that answers a question.

    Raises
    ------
    InputError
        If there is none of that name, with the nearest name.

    Examples
    --------
    >>> find_study("Elder advantage").__name__
    'analyses.elder_advantage'
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key not in STUDIES:
        raise InputError(suggest(key, [*STUDIES, "all"], "study"))
    return import_module(STUDIES[key])
