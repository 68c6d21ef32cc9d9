"""Whether two results differ beyond their errors.

For every quantity that both have, the difference over the root of the sum of both squared standard
errors is a normal deviate if they are equal and independent. With many quantities some deviates
are large by chance, so the verdicts use Holm's procedure: the chance that any quantity is wrongly
called different is below one in twenty (see `significance`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from piquet_sim.estimates.intervals import Z_95
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file, suggest_file

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
"""The family-wise error rate of the verdicts."""

_MOST_BYTES = 50_000_000


@dataclass(frozen=True)
class Reading:
    """The quantities of a result."""

    path: Path
    quantities: dict[str, tuple[float, float]]
    """By name: value and standard error."""
    about: dict[str, Any]
    """Its description."""


@dataclass(frozen=True)
class Comparison:
    """Two results side by side."""

    one: Reading
    two: Reading
    table: "pd.DataFrame"
    """Columns quantity, one, two, difference, se, z, p (Holm's), differs; by falling abs(z)."""
    notes: tuple[str, ...]
    """Remarks for the reader."""

    @property
    def differing(self) -> list[str]:
        """The quantities that differ beyond their errors."""
        return self.table.loc[self.table["differs"], "quantity"].tolist()

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        rows = [
            {key: (None if isinstance(value, float) and not isfinite(value) else value)
             for key, value in row.items()}
            for row in self.table.to_dict(orient="records")
        ]  # fmt: skip
        return {
            "one": str(self.one.path),
            "two": str(self.two.path),
            "differ": bool(self.differing),
            "notes": list(self.notes),
            "quantities": rows,
        }


def read_quantities(path: Path) -> Reading:
    """The quantities of a result with their errors.

    Parameters
    ----------
    path : Path
        A folder of results, its table (``data.csv``), or the output of a command with ``--json``.

    Raises
    ------
    InputError
        If there is no result, or it has no values with standard errors.
    """
    path = Path(path)
    if path.is_dir() or path.suffix == ".csv":
        table = path / "data.csv" if path.is_dir() else path
        meta = table.with_name("meta.json")
        about = read_json_file(meta).get("description", {}) if meta.is_file() else {}
        return Reading(path, _read_table(table), about if isinstance(about, dict) else {})
    found = read_json_file(path)
    estimates = found.pop("estimates", found)
    values = {
        name: pair
        for name, one in (estimates.items() if isinstance(estimates, dict) else ())
        if isinstance(one, dict) and (pair := _read_pair(one))
    }
    if not values:
        raise InputError(f"compare {path}: contains no estimates with standard errors")
    return Reading(path, values, found)


def _read_pair(row: "Mapping[str, Any]") -> tuple[float, float] | None:
    # A value and its standard error: where nothing varied, that of its interval.
    try:
        pair = float(row["value"]), float(row["se"])
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    if not all(map(isfinite, pair)) or pair[1] < 0:
        return None
    try:
        width = float(row["high"]) - float(row["low"])
    except (KeyError, TypeError, ValueError, OverflowError):
        return pair
    return (pair[0], max(pair[1], width / (2 * Z_95))) if isfinite(width) else pair


def _read_table(path: Path) -> dict[str, tuple[float, float]]:
    import pandas as pd

    try:
        if not path.is_file():
            raise InputError(f"compare {path}: no such file{suggest_file(path)}")
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"compare {path}: more than {_MOST_BYTES:,} bytes; not a result")
        table = pd.read_csv(path, dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:  # what pandas cannot read is a ValueError, too
        if isinstance(error, InputError):
            raise
        raise InputError(f"compare {path}: not a table ({str(error).splitlines()[0]})") from None
    if not {"quantity", "value", "se"} <= set(table.columns):
        raise InputError(f"compare {path}: requires the columns quantity, value and se")
    names = list(table.columns[: list(table.columns).index("quantity") + 1])
    values: dict[str, tuple[float, float]] = {}
    for _, row in table.iterrows():
        pair = _read_pair(row)
        if pair is not None:
            values.setdefault(", ".join(str(row[name]) for name in names if row[name]), pair)
    if not values:
        raise InputError(f"compare {path}: contains no values with standard errors")
    return values


def compare_results(one: Path, two: Path) -> Comparison:
    """Compare two results, quantity by quantity.

    Raises
    ------
    InputError
        If one cannot be read, or they have no quantity in common.

    Examples
    --------
    >>> import json
    >>> from tempfile import TemporaryDirectory
    >>> from piquet_sim import simulate
    >>> with TemporaryDirectory() as folder:
    ...     paths = [Path(folder, f"{name}.json") for name in ("club", "novice")]
    ...     for path in paths:
    ...         found = simulate(path.stem, "club", n=2_000).as_json()
    ...         _ = path.write_text(json.dumps(found))
    ...     compared = compare_results(*paths)
    >>> "elder_score" in compared.differing
    True
    """
    import pandas as pd

    first, second = read_quantities(one), read_quantities(two)
    shared = [name for name in first.quantities if name in second.quantities]
    if not shared:
        raise InputError(f"compare: {one} and {two} have no quantity in common")
    rows = []
    for name in shared:
        (a, a_error), (b, b_error) = first.quantities[name], second.quantities[name]
        error = hypot(a_error, b_error)
        z = (b - a) / error if error else (0.0 if a == b else inf)
        rows.append((name, a, b, b - a, error, z, normal_tails(z)))
    columns = ["quantity", "one", "two", "difference", "se", "z", "p"]
    table = pd.DataFrame(rows, columns=columns)
    table = table.sort_values("z", key=abs, ascending=False, kind="stable", ignore_index=True)
    table["p"] = adjust_by_holm(table["p"].tolist())
    table["differs"] = table["p"] < LEVEL
    return Comparison(first, second, table, _note(first, second, shared))


def _note(one: Reading, two: Reading, shared: list[str]) -> tuple[str, ...]:
    notes = []
    missing = len(one.quantities) + len(two.quantities) - 2 * len(shared)
    if missing:
        notes.append(f"{missing} quantities are in only one of the results")
    same = {key for key in ("seed", "rules", "elder", "younger", "play", "given")
            if one.about.get(key) == two.about.get(key)}  # fmt: skip
    if "seed" in same and one.about.get("seed") is not None:
        notes.append(
            "both have the same seed, so partly the same cards: their errors are not independent, "
            "and where one strategy, rule book or condition differs, a real difference may be "
            "clearer than it looks here"
        )
    return tuple(notes)
