"""Verification of a result: some of its deals are played again and compared.

A result carries the fingerprints of blocks of its deals (`ledger`). Blocks drawn at random are
counted again and must have the same fingerprint, and the result's estimates must agree with them
within their errors. Ranges of the deals of a Parquet file are played again and compared column
by column. Differences in code or files are reported.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.files import digest_file, read_json_file
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.running.checkpoint import find_differences, read_simulation
from piquet_sim.running.provenance import describe_code
from piquet_sim.running.run import count_threads

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

_FARTHEST = 6.0
"""Standard errors by which a result may differ from the deals counted again."""

_MOST_RUNS = 100
_RANGE = 8192
"""Rows of a file that are played again in one piece."""

Progress = Callable[[int], None]
"""Called now and then with the number of deals played again."""

AGREES, DIFFERS, NOT_CHECKED = "agrees", "differs", "not checked"
"""What becomes of a result."""


@dataclass(frozen=True)
class Finding:
    """One check and its outcome."""

    what: str
    agrees: bool | None
    """None for what was not made again."""
    said: str
    is_note: bool = False
    """Whether it is only a note: different code may give the same deals."""


@dataclass
class Verification:
    """The checks of a result, and whether it agrees."""

    path: Path
    checks: list[Finding] = field(default_factory=list)
    deals: int = 0
    """Deals counted again."""
    cases: int = 0
    """Other cases made again: hands, leads, parties."""
    is_exact: bool = False
    """Whether it was counted again exactly, without any deals."""
    progress: Progress | None = None
    threads: int | None = None
    """By default one for each processor; what comes out does not depend on it."""

    @property
    def differs(self) -> bool:
        """Whether something made again is not what the result says, notes aside."""
        return any(check.agrees is False and not check.is_note for check in self.checks)

    @property
    def agrees(self) -> bool:
        """Whether something was made again, and all that was is what the result says."""
        return not self.differs and bool(self.deals or self.cases or self.is_exact)

    @property
    def outcome(self) -> str:
        """What becomes of it: NOT_CHECKED where nothing could be made again."""
        return DIFFERS if self.differs else AGREES if self.agrees else NOT_CHECKED

    @property
    def not_checked(self) -> list[str]:
        """What was not made again, by name: that it agrees does not cover these."""
        return [check.what for check in self.checks if check.agrees is None]

    def add(self, what: str, agrees: bool | None, said: str, is_note: bool = False) -> None:
        """Record one check; None for what was not made again."""
        self.checks.append(Finding(what, agrees, said, is_note))

    def count(self, deals: int) -> None:
        """Add to the number of deals played again."""
        self.deals += deals
        if self.progress is not None:
            self.progress(self.deals)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "result": str(self.path),
            "agrees": self.agrees,
            "outcome": self.outcome,
            "not_checked": self.not_checked,
            "deals": self.deals,
            "cases": self.cases,
            "checks": [vars(check) for check in self.checks],
        }


def verify_result(
    path: Path, deals: int = 100_000, seed: int | None = None, progress: Progress | None = None,
    threads: int | None = None,
) -> Verification:  # fmt: skip
    """Count a random sample of a result's deals again.

    Parameters
    ----------
    path : Path
        A folder of results, what ``piquet simulate --json`` printed, or a Parquet file of records.
    deals : int
        About how many deals to play again, over all simulations of the result; at least a block
        of each.
    seed : int, optional
        To draw the same sample again.
    progress : callable, optional
        Called now and then with the deals played again.
    threads : int, optional
        By default one for each processor.

    Raises
    ------
    InputError
        If there is no such result, or it cannot be read, or the threads are no valid number.
    """
    path = Path(path)
    chance = random.Random(seed)
    count_threads(threads)
    found = Verification(path, progress=progress, threads=threads)
    if path.is_dir():
        _verify_folder(found)
    elif path.suffix == ".parquet":
        _verify_records(found, deals, chance)
    else:
        _verify_answer(found)
    return found


def _verify_answer(found: Verification) -> None:
    path = found.path
    about = read_json_file(path)
    estimates = about.get("estimates")
    if not isinstance(estimates, dict) or not isinstance(about.get("origin"), dict):
        raise InputError(f"verify {path}: not the output of `piquet simulate --json`")
    _verify_run(found, {**about["origin"], "n": about.get("n")}, str(path))
    if about.get("measures"):
        found.add("measures", None, "your own measures are not made again")


def _verify_folder(found: Verification) -> None:
    path = found.path
    meta = read_json_file(path / "meta.json")
    files = meta.get("files")
    if not isinstance(files, dict):
        raise InputError(
            f"verify {path}: meta.json lists no files; it was made by an older version"
        )
    for name, digest in files.items():
        if not re.fullmatch(r"[\w-]+\.[a-z]+", name):
            raise InputError(f"verify {path}: meta.json names a file outside the folder: {name!r}")
        same = digest_file(path / name) == digest
        found.add(name, same, "as it was written" if same else "changed since it was written")
    runs = meta.get("runs")
    if not isinstance(runs, list) or len(runs) > _MOST_RUNS:
        raise InputError(f"verify {path}: meta.json lists no simulations")
    code = {key: meta.get(key) for key in ("version", "rules_version", "engine")}
    _compare_code(found, code, describe_code(()), "code of the engine")
    if not runs:
        found.add("deals", None, "the result keeps no simulation that can be played again")
    for run in runs:
        if not isinstance(run, dict):
            raise InputError(f"verify {path}: meta.json: a run is not an object")
        _verify_run(found, run, f"{path}/meta.json")


def _compare_code(found: Verification, there: dict, here: dict, what: str) -> None:
    here = {key: here[key] for key in there if key in here}
    different = find_differences(there, here)
    listed = " ".join("; ".join(different).split())
    said = f"made by different code: {listed}" if different else "the same"
    found.add(what, not different, said, is_note=True)


def _verify_run(found: Verification, run: dict, what: str) -> None:
    # What is said of one simulation; its deals are not played again.
    simulation = read_simulation(run.get("simulation"), what)
    n, here = run.get("n"), describe_code((simulation.elder, simulation.younger))
    _compare_code(found, {key: run.get(key) for key in here}, here, f"code of {simulation}")
    if not isinstance(n, int) or isinstance(n, bool) or n < 1 or n % simulation.deals_per_unit:
        raise InputError(f"verify {what}: n is {n!r}")
    found.add(str(simulation), None, "its deals are not played again")


def shorten_numbers(told: object) -> Any:
    """What stands in JSON, numbers with as many digits as all processors share.

    Examples
    --------
    >>> shorten_numbers({"mean": [0.1 + 0.2, 3]})
    {'mean': [0.3, 3]}
    """
    if isinstance(told, dict):
        return {name: shorten_numbers(part) for name, part in told.items()}
    if isinstance(told, list | tuple):
        return [shorten_numbers(part) for part in told]
    return float(f"{told:.{_DIGITS}g}") if isinstance(told, float) else told


_DIGITS = 9


@contextmanager
def _refuse_other_files(path: Path) -> Iterator[None]:
    # What cannot be read as records, in one line.
    import pyarrow as pa

    try:
        yield
    except InputError:
        raise
    except (OSError, KeyError, ValueError, TypeError, RecursionError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"verify {path}: not a file of records ({reason})") from None


def _verify_records(found: Verification, deals: int, chance: random.Random) -> None:
    path = found.path
    pq = load_extra("pyarrow.parquet", f"verify {path}")
    with _refuse_other_files(path):
        file = pq.ParquetFile(path)
    with file:
        with _refuse_other_files(path):
            _check_columns(file, path)
            about = json.loads((file.schema_arrow.metadata or {})[b"simulation"])
            rows = file.metadata.num_rows
            stray = _find_stray(file)
        origin = about.pop("origin", {}) if isinstance(about, dict) else {}
        simulation = read_simulation(origin.get("simulation"), str(path))
        here = describe_code((simulation.elder, simulation.younger))
        _compare_code(found, {key: origin.get(key) for key in here}, here, f"code of {simulation}")
        asked = about.get("n")
        if rows != asked:
            found.add("n", False, f"{rows:,} rows, and {asked!r} deals asked for", is_note=True)
        ordered = "from the first deal on, each once"
        said = ordered if stray is None else f"row {stray} is out of order"
        found.add("order", stray is None, said)
        if not rows:
            found.add("rows", False, "the file has no rows")
            return
        differing = _play_again(found, file, simulation, min(rows, deals), chance)
    said = f"{found.deals:,} of {rows:,} deals played again: "
    found.add(
        "rows", not differing,
        said + (f"deal {min(differing)} differs" if differing else "the same in every column"),
    )  # fmt: skip


def _check_columns(file: "ParquetFile", path: Path) -> None:
    import pyarrow as pa

    names = [one.name for one in COLUMNS]
    missing = [name for name in names if name not in file.schema_arrow.names]
    if missing:
        raise InputError(f"verify {path}: no column {missing[0]}")
    wrong = [name for name in names if not pa.types.is_integer(file.schema_arrow.field(name).type)]
    if wrong:
        raise InputError(f"verify {path}: column {wrong[0]} does not hold whole numbers")


def _play_again(
    found: Verification,
    file: "ParquetFile",
    simulation: Simulation,
    wanted: int,
    chance: random.Random,
) -> list[int]:
    # The deals that differ in a sample of ranges, drawn at random from groups of rows.
    sizes = [file.metadata.row_group(one).num_rows for one in range(file.metadata.num_row_groups)]
    groups = list(range(len(sizes)))
    chance.shuffle(groups)
    differing = []
    for number in groups:
        taken = min(wanted - found.deals, sizes[number])
        if not taken:
            continue
        start = chance.randint(0, sizes[number] - taken)
        with _refuse_other_files(found.path):
            table = file.read_row_group(number, columns=[one.name for one in COLUMNS])
            if len(table) != sizes[number] or any(one.null_count for one in table.columns):
                raise InputError(f"verify {found.path}: values are missing")
        for place in range(start, start + taken, _RANGE):
            part = table.slice(place, min(_RANGE, start + taken - place))
            differing += _compare_rows(simulation, sum(sizes[:number]) + place, part)
            found.count(len(part))
    return differing


def _find_stray(file: "ParquetFile") -> int | None:
    # The first row that does not hold the deal of its number; group by group, for memory's sake.
    first = 0
    for number in range(file.metadata.num_row_groups):
        rows = file.read_row_group(number, columns=["index"]).column("index").to_numpy()
        wrong = np.nonzero(rows != np.arange(first, first + len(rows)))[0]
        if len(wrong):
            return first + int(wrong[0])
        first += len(rows)
    return None


def _compare_rows(simulation: Simulation, first: int, rows: "pa.Table") -> list[int]:
    # Deals from number `first` on, in the order of the rows, that are not what is played here.
    per_unit = simulation.deals_per_unit
    unit, turn = divmod(first, per_unit)
    units = -(-(turn + len(rows)) // per_unit)
    records = simulation.record_units(unit, units)[turn : turn + len(rows)]
    same = np.ones(len(rows), bool)
    for one in COLUMNS:
        same &= rows.column(one.name).to_numpy() == records[one.name]
    return [first + int(place) for place in np.nonzero(~same)[0]]
