"""What a result says about its table, composed again from the table alone.

The sentences of a study, its answers to claims and most of its derived numbers follow from the rows
of its table. A study composes them with functions of the table and of the notes in ``meta.json``,
so that `piquet verify` can compose them again from the files, without playing a deal, and compare.
The plain words of a study, for readers who have never played, follow from its table as well.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from analyses.contents import find_entry
from analyses.words.plain import Words
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate

Retold = dict[str, Any]
"""Parts of ``meta.json`` by their names: ``summary``, ``answers``, ``derived`` and further notes.
Of derived numbers it may have some only."""

Retell = Callable[[Simulation, pd.DataFrame, Mapping[str, Any]], Retold]
"""``retell(simulation, table, notes)``, with a table as it was written and read again."""


def read_derived(notes: Mapping[str, Any], name: str) -> Estimate | None:
    """One of the derived numbers of a result, as an estimate; None where it has none of that name.

    Parameters
    ----------
    notes : mapping
        As `derive` makes them, or as they stand in ``meta.json``.
    name : str

    Examples
    --------
    >>> from analyses.results.analysis import derive
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> share = estimate_proportion(12, 400)
    >>> read_derived(derive(capots=share), "capots") == share
    True
    """
    told = notes["derived"].get(name)
    if told is None:
        return None
    return Estimate(*(told[key] for key in ("value", "se", "low", "high", "n", "method")))


def fill_texts(table: pd.DataFrame) -> pd.DataFrame:
    """A table whose empty texts are texts, as before it was written.

    Examples
    --------
    >>> fill_texts(pd.DataFrame({"seat": ["elder", None], "value": [1.0, None]})).seat.tolist()
    ['elder', '']
    """
    texts = [name for name in table.columns if not is_numeric_dtype(table[name])]
    return table.assign(**{name: table[name].fillna("") for name in texts})


def tell(name: str, table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What a study found in plain words, from its table.

    Parameters
    ----------
    name : str
        Of the study, the ladder or the census.
    table : DataFrame
        As it was made, or as it was written and read again.
    captions : mapping
        What stands beside it on its chart: the description of the result, and derived numbers.

    Raises
    ------
    InputError
        If no study has that name; the error suggests the nearest.
    """
    return import_module(f"{find_entry(name).module}_words").tell(table, captions)
