"""Which rows of a study's table matter: five to eight, with units, as a reader wants them.

All rows are in the data file; these are the ones that the finding is about. Each study picks its
own, from the rows as they stand in the file.
"""

from dataclasses import dataclass

Row = dict[str, str]
"""A row of a data file, as it stands there."""

PERCENT, POINTS, DEALS = "%", " points", " deals"
"""Units, as they follow a number."""


@dataclass(frozen=True)
class Pick:
    """One row to be shown: its label, its unit, and the cells by which it is found."""

    label: str
    unit: str
    where: Row
    texts: tuple[str, ...] = ()
    """Cells of words that are shown after the numbers."""
    is_exact: bool = False
    """Whether the exact value is shown where there is an estimate beside it."""
