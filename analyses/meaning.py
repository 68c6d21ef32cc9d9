"""What the rows of a study's table mean: their names, units, denominators and seats.

``data.csv`` knows nothing of it. A `Row` names the cells that find a number among the findings, and
says beside them what it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from analyses.findings import ESTIMATE_COLUMNS, Finding, Findings
from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.intervals import is_of_share
from piquet_sim.estimates.quantity import (
    ALL_DEALS,
    NOTHING,
    PERCENT,
    Of,
    Quantity,
    Sign,
    Unit,
    reverse_sign,
)
from piquet_sim.game.terms import SEATS


@dataclass(frozen=True)
class Row:
    """Where a number stands among the findings, and what it means; as `Quantity` has it."""

    key: str
    name: str
    cells: Mapping[str, Any] | Finding
    """The cells of its row, or the row itself."""
    unit: Unit = PERCENT
    of: Of = ALL_DEALS
    seat: str = ""
    group: str = ""
    sign: Sign = Sign.AMOUNT
    against: str = ""
    source: str = "deals"
    verdict: str = ""
    is_turned: bool = False
    """Whether the table has it with the other sign."""
    printed: str = ""
    """The cell that has it, where it is not the estimate: a number that a book prints."""

    def find(self, findings: Findings) -> Finding | None:
        """Its row, the first that has the cells and an estimate."""
        if isinstance(self.cells, Finding):
            return self.cells
        return next((one for one in findings.select(**self.cells) if one.estimate), None)

    def read(self, findings: Findings) -> Quantity | None:
        """Its number with its meaning; None where there is none."""
        found = self.find(findings)
        if found is None:
            return None
        names = {one.name for one in fields(Quantity)} & {*vars(self)}
        estimate = know_exactly(float(found[self.printed])) if self.printed else found.estimate
        one = Quantity(estimate=estimate, **{name: getattr(self, name) for name in names})
        return reverse_sign(one) if self.is_turned else one


Rows = Sequence[Row] | Callable[[Findings], Iterable[Row]]
Claims = Sequence[Claim] | Callable[[Findings], Iterable[Claim]]
"""The same for all findings, or as they have it."""


def of_seats(key: str, name: str, cells: Mapping[str, Any], **meaning: Any) -> list[Row]:
    """A row of each seat, whose cell `seat` says whose it is; its key begins with the seat."""
    return [
        Row(f"{seat}_{key}", name, {"seat": seat, **cells}, seat=seat, **meaning) for seat in SEATS
    ]


def read_plainly(findings: Findings) -> list[Quantity]:
    """The findings of a study that does not say what they mean: named by their cells."""
    return [
        Quantity(
            f"row {place}",
            ", ".join(
                row[name] for name in row.cells if name not in ESTIMATE_COLUMNS and row[name]
            ),
            row.estimate,
            PERCENT
            if is_of_share(row.estimate.method)
            else Unit("as the row says", " ", is_per=False),
            NOTHING,
        )
        for place, row in enumerate(findings.rows)
        if row.estimate
    ]
