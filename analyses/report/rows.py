"""The rows that matter of each study: five to eight, with units, as a reader wants them.

All rows are in the data file; these are the ones that the finding is about.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from analyses.results.picks import PERCENT, Pick, Row
from analyses.study import Reported
from piquet_sim.estimates.digits import decimals_of, format_with_error
from piquet_sim.game.files import read_rows

MOST = 8
"""The maximum number of rows."""
_MINUS = "−"
_LONGEST = 105
"""Letters of a label of at most two lines; the data file has the whole."""


@dataclass(frozen=True)
class Quantity:
    """A number of a data file, as it is shown: `shown` times `scale` is what the file says."""

    shown: str
    raw: str
    is_percent: bool = False


@dataclass(frozen=True)
class KeyRow:
    """One row: what it is about, the value with its error and unit, and the interval."""

    label: str
    value: Quantity | None = None
    error: Quantity | None = None
    """None where the value is exact, or all cases were alike."""
    low: Quantity | None = None
    high: Quantity | None = None
    unit: str = ""
    texts: tuple[str, ...] = ()
    """Cells of words, in place of numbers or after them."""

    @property
    def said(self) -> str:
        """The value as prose has it: "9.552 ± 0.029%"."""
        error = f" ± {self.error.shown}" if self.error else ""
        return f"{self.value.shown}{error}{self.unit}"

    @property
    def interval(self) -> str:
        """The 95% interval: "9.494 to 9.610"; "exact" where it has none."""
        if self.low is None or self.high is None:
            return "exact"
        return f"{self.low.shown} to {self.high.shown}{self.sign}"

    @property
    def sign(self) -> str:
        """What comes after the ends of an interval."""
        return self.unit if self.unit == PERCENT else ""

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells as texts."""
        numbers = () if self.value is None else (self.said, self.interval)
        return (self.label, *numbers, *self.texts)


@dataclass(frozen=True)
class KeyTable:
    """The rows that matter of one data file."""

    heads: tuple[str, ...]
    rows: tuple[KeyRow, ...]
    total: int
    """Rows in the file."""
    size: str = ""
    """The number of cases, where it is one for all rows."""

    @property
    def is_exact(self) -> bool:
        """Whether every value is exact, so that no row has an interval."""
        return all(row.value and not (row.low and row.high) for row in self.rows)


_HEADS = ("", "value ± error", "95% interval")


def read_key_rows(reported: Reported, path: Path) -> KeyTable:
    """The rows that matter of a study's data file.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    rows = read_rows(path)
    if reported.pick is None:
        return KeyTable(("figure", "printed", "truly"), _list_claims(rows), len(rows))
    found = []
    for pick in reported.pick(rows):
        row = next((row for row in rows if pick.where.items() <= row.items()), None)
        if row is not None and row["value"]:
            found.append(_show(row, pick))
    heads = (*_HEADS, *reported.heads)
    sizes = {row["n"] for row in rows if row.get("n")}
    size = f"{int(sizes.pop()):,}" if len(sizes) == 1 else ""
    return KeyTable(heads, tuple(found[:MOST]), len(rows), size)


def _show(row: Row, pick: Pick) -> KeyRow:
    scale = 100.0 if pick.unit == PERCENT else 1.0
    exact, error = row.get("exact", ""), row.get("se", "")
    is_counted = bool(error) and float(error) > 0
    digits = decimals_of(scale * float(error)) if is_counted else None

    def quantity(raw: str, places: int | None = digits) -> Quantity:
        return Quantity(_round(scale * float(raw), places), raw, scale > 1)

    if exact and (pick.is_exact or (not is_counted and float(exact) == float(row["value"]))):
        return KeyRow(pick.label, quantity(exact, None), unit=pick.unit, texts=pick.texts)
    ends = [quantity(row[end]) if row.get(end) else None for end in ("low", "high")]
    return KeyRow(
        pick.label,
        quantity(row["value"]),
        quantity(error) if is_counted else None,
        *ends,
        pick.unit,
        pick.texts,
    )


def _round(value: float, places: int | None) -> str:
    if not isfinite(value):
        return str(value)
    told = f"{value:#,.4g}".rstrip(".") if places is None else f"{value:,.{places}f}"
    return told.replace("-", _MINUS)


def _list_claims(rows: Sequence[Row]) -> tuple[KeyRow, ...]:
    # The figures that are wrong, then those of the play that differ most.
    wrong = [row for row in rows if row["verdict"] == "wrong"]
    differ = [
        row for row in rows if row["verdict"] == "these players differ" and "buckets" not in
        row["quantity"]
    ]  # fmt: skip
    return tuple(_tell_claim(row) for row in [*wrong, *differ][:MOST])


def _tell_claim(row: Row) -> KeyRow:
    # Shares as percentages; what was counted, as its author writes odds.
    quantity, figure = row["quantity"].partition(" (arithmetic")[0], row["figure"]
    label = (f"{quantity}: {figure}" if figure else quantity).replace(">=", "at least ")
    if len(label) > _LONGEST:
        label = f"{label[:_LONGEST].rpartition(', ')[0]} …"
    return KeyRow(label, texts=(row["claimed"], show_found(row)))


def show_found(row: Row) -> str:
    """What was found of a published figure: a share in percent, odds as their author writes them.

    Examples
    --------
    >>> show_found({"value": "0.131", "se": "0.00034", "found": "0.13100 ± 0.00034"})
    '13.100 ± 0.034%'
    """
    value, error = float(row["value"]), float(row["se"] or 0)
    return f"{format_with_error(value, error, 100)}%" if error and 0 < value < 1 else row["found"]
