"""The source documents, as studies name them where they answer what a document claims."""

import json
from importlib.resources import files

CAVENDISH = "Cavendish (000)"
COTTON_REPORT = "The report on Cotton (001)"
CLUB_SUMMARY = "The club summary (002)"
SURVEY = "The survey of rules (003)"


def load_table() -> dict[str, object]:
    """The table of hands recorded in 1890, and the odds that its author drew from it.

    Examples
    --------
    >>> sorted(load_table())[:2]
    ['classes', 'elder']
    """
    text = files("piquet_sim").joinpath("data/hands_of_1890.json").read_text(encoding="utf-8")
    return json.loads(text)
