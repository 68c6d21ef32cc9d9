"""Findings: the estimates of a study by key, which are the rows of its table.

A study puts each number in once, with the cells that say what it is. Its sentences and its charts
take the same number out by the same cells, so that no number changes its form between the deals and
the page, also after the table was read back from ``data.csv``.

A row has an estimate and cells. Cells are compared as they stand in the file: a number is its text,
and a cell that a row does not have is empty. A search names as many cells of a row as are needed to
know it from the others; what else stands in a row (a verdict, a hand, how far it lies from a book)
are cells, too, which no search has to name.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isnan
from pathlib import Path
from typing import Any

import pandas as pd

from piquet_sim.estimates.differences import (
    LESS,
    MORE,
    NOT_SHOWN,
    is_clear,
    say_side,
    subtract_dependent,
)
from piquet_sim.estimates.estimate import PLAIN, Estimate, know_exactly, negate
from piquet_sim.estimates.intervals import is_of_share
from piquet_sim.estimates.quantity import Quantity, Unit, say_range
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import replace_file, say_reason

ESTIMATE_COLUMNS = ("value", "se", "low", "high", "n", "method", "exact", "z", "estimator")
"""What a table says of an estimate; the other columns are cells."""


@dataclass(frozen=True)
class Finding:
    """One row: an estimate, and the cells that say what it is."""

    cells: Mapping[str, Any]
    estimate: Estimate | None
    """It is None if nothing was estimated, and the cells say why."""
    before: int = 0
    """How many of its cells stand before the estimate in the table."""

    def __getitem__(self, column: str) -> str:
        """A cell as it stands in the file; empty where the row has none."""
        return _write_cell(self.cells.get(column))

    def has(self, wanted: Mapping[str, Any]) -> bool:
        """Whether the row has all of some cells."""
        return all(self[column] == _write_cell(cell) for column, cell in wanted.items())

    def as_dict(self) -> dict[str, Any]:
        """The row of the table."""
        cells = list(self.cells.items())
        if self.estimate is None:
            return dict(cells)
        numbers = {name: getattr(self.estimate, name) for name in ESTIMATE_COLUMNS}
        if numbers["exact"] is not None:
            numbers["exact"] = float(numbers["exact"])
        return {**dict(cells[: self.before]), **numbers, **dict(cells[self.before :])}


class Findings:
    """The rows of a study's table, and what was played.

    Parameters
    ----------
    about : mapping
        What was played, as ``meta.json`` describes it.
    columns : iterable of str
        The columns of the table, in order, where they are not as the rows have them.
    rows : iterable of Finding
        The first rows, as other findings have them.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> findings = Findings()
    >>> findings.add(estimate_proportion(12, 400), seat="elder", event="capot")
    >>> findings.find(seat="elder").value
    0.03
    >>> findings.table().columns[:4].tolist()
    ['seat', 'event', 'value', 'se']
    >>> findings.find(seat="elder", event="capots")
    Traceback (most recent call last):
        ...
    KeyError: "no seat='elder', event='capots' among the findings; did you mean 'elder, capot'?"
    """

    def __init__(
        self,
        about: Mapping[str, Any] | None = None,
        columns: Iterable[str] = (),
        rows: Iterable[Finding] = (),
    ) -> None:
        self.about = dict(about or {})
        self.columns = tuple(columns)
        self.rows = list(rows)
        self.read: list[Finding] = []
        """The rows that were taken out one by one: of a study's sentences, those they speak of."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Findings):
            return NotImplemented
        return (self.about, self.columns) == (other.about, other.columns) and self.table().equals(
            other.table()
        )

    __hash__ = object.__hash__  # it grows

    def add(
        self, estimate: Estimate | None, after: Mapping[str, Any] | None = None, /, **cells: Any
    ) -> None:
        """Add a row.

        Parameters
        ----------
        estimate : Estimate, optional
        after : mapping, optional
            Cells that stand behind the estimate in the table.
        **cells : Any
            Cells before it.
        """
        self.rows.append(Finding({**cells, **(after or {})}, estimate, len(cells)))

    def select(self, **cells: Any) -> Iterator[Finding]:
        """The rows with some cells, in order."""
        return (row for row in self.rows if row.has(cells))

    def read_by(self, column: str, **cells: Any) -> dict[str, Estimate]:
        """The estimates of the rows with some cells, by their cell of a column."""
        return {row[column]: row.estimate for row in self.select(**cells) if row.estimate}

    def get(self, **cells: Any) -> Estimate | None:
        """The estimate of the first row with some cells; None if there is none."""
        row = next((one for one in self.select(**cells) if one.estimate), None)
        if row is None:
            return None
        self.read.append(row)
        return row.estimate

    def find(self, **cells: Any) -> Estimate:
        """The same of a row that must be there.

        Raises
        ------
        KeyError
            If it is not; the error names the nearest.
        """
        estimate = self.get(**cells)
        if estimate is not None:
            return estimate
        wanted = ", ".join(map(_write_cell, cells.values()))
        named = [", ".join(row[column] for column in cells) for row in self.rows]
        near = difflib.get_close_matches(wanted, named, n=1, cutoff=0.0) or [""]
        asked = ", ".join(f"{column}={cell!r}" for column, cell in cells.items())
        raise KeyError(f"no {asked} among the findings; did you mean {near[0]!r}?")

    def table(self) -> pd.DataFrame:
        """One row for each finding, in the order in which they were added."""
        return pd.DataFrame([row.as_dict() for row in self.rows], columns=self.columns or None)

    def write(self, path: Path) -> None:
        """Write the table as CSV, each number with all its digits.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        with replace_file(path) as temporary:
            self.table().to_csv(temporary, index=False, lineterminator="\n")

    @classmethod
    def read_file(cls, path: Path, about: Mapping[str, Any] | None = None) -> "Findings":
        """The findings that `write` wrote, each number as it was.

        Raises
        ------
        InputError
            If it cannot be read.
        """
        try:
            return cls.read_table(pd.read_csv(path, dtype=str, keep_default_na=False), about)
        except OSError as error:
            raise InputError(f"cannot read {path}: {say_reason(error)}") from None
        except (ValueError, KeyError):
            raise InputError(f"cannot read {path}: not a table of findings") from None

    @classmethod
    def read_table(cls, table: pd.DataFrame, about: Mapping[str, Any] | None = None) -> "Findings":
        """The findings of a table, of texts as in the file or of what `table` gave."""
        findings = cls(about, table.columns)
        for row in table.to_dict("records"):
            # Counts have no errors, and are cells.
            numbers = {name: row.get(name) for name in ESTIMATE_COLUMNS if "se" in row}
            estimate = _read_estimate(numbers)
            is_kept = {name: estimate is None and _write_cell(one) for name, one in numbers.items()}
            cells = {name: cell for name, cell in row.items() if is_kept.get(name, True)}
            findings.rows.append(Finding(cells, estimate, len(cells)))
        return findings


def _write_cell(cell: Any) -> str:
    if isinstance(cell, str):  # as nearly all are
        return cell
    return "" if cell is None or (isinstance(cell, float) and isnan(cell)) else str(cell)


def _read_estimate(numbers: Mapping[str, Any]) -> Estimate | None:
    texts = {name: _write_cell(cell) for name, cell in numbers.items()}
    if not texts.get("value"):
        return None
    se, low, high, exact = (
        float(texts[name]) if texts[name] else None for name in ("se", "low", "high", "exact")
    )
    return Estimate(
        float(texts["value"]),
        se,
        low,
        high,
        int(float(texts["n"] or 0)),
        texts["method"],
        None if exact is None else Fraction(exact),
        estimator=texts.get("estimator") or PLAIN,
    )


# ---- Words --------------------------------------------------------------------------------------
def judge_difference(difference: Estimate, than: float = 0.0) -> str:
    """Whether a difference is shown to lie above zero or below, beyond its error.

    Parameters
    ----------
    difference : Estimate
    than : float
        What it is held against, if not zero.

    Returns
    -------
    str
        `MORE` or `LESS` where the 99.8% interval lies above or below; else `NOT_SHOWN`.
    """
    if is_clear(difference, above=than):
        return MORE
    return LESS if is_clear(difference, below=than) else NOT_SHOWN


def compare_values(
    one: Estimate, two: Estimate | float = 0.0, unit: str = "", is_share: bool = False
) -> str:
    """How two numbers compare, with the interval of their difference: the only comparison in words.

    Parameters
    ----------
    one : Estimate
    two : Estimate or float
        By default zero: then `one` is a difference already. Both may depend on each other, as
        numbers of the same deals do: their errors are added.
    unit : str
        Unit of the difference, if they are not shares: "points".
    is_share : bool
        Whether they are shares, or differences of shares, where their method does not say so.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> rare, usual = estimate_proportion(10, 1_000), estimate_proportion(300, 1_000)
    >>> compare_values(usual, rare)
    '29.0 (25.4 to 32.4) percentage points more'
    >>> compare_values(rare, usual)
    '29.0 (25.4 to 32.4) percentage points less'
    >>> compare_values(rare, rare)
    'no difference shown at 99.8%: 0.0 (−1.3 to 1.3) percentage points'
    """
    if one.low is None or (isinstance(two, Estimate) and two.low is None):
        return NOT_SHOWN
    gap = subtract_dependent(one, two if isinstance(two, Estimate) else know_exactly(two))
    side, doubt = say_side(gap)
    size = negate(gap) if side == LESS else gap
    is_share = is_share or is_of_share(one.method)
    unit, scale = ("percentage points", 100) if is_share else (unit, 1)
    number = say_range(Quantity("", "", size, Unit("", scale=scale))) + f" {unit}" * bool(unit)
    return f"{number} {side}{doubt}" if side else f"{NOT_SHOWN}: {number}"


def say_who_plays(findings: Findings) -> str:
    """Whose play a finding holds for, before a sentence about it.

    Examples
    --------
    >>> say_who_plays(Findings({"elder": "club", "younger": "novice"}))
    'With club as elder and novice as younger, '
    >>> say_who_plays(Findings({"elder": "expert", "younger": "expert"}))
    'When two experts play, '
    """
    elder, younger = (findings.about.get(seat, "") for seat in ("elder", "younger"))
    if not elder:  # each against each
        return ""
    if elder == younger:
        # Strategies whose names are words for a person.
        return (
            f"When two {elder}s play, "
            if elder in ("novice", "expert", "master")
            else f"With {elder} in both seats, "
        )
    return f"With {elder} as elder and {younger} as younger, "
