"""Checkpoints: the counts of a run on disk, from which it continues to the same result.

A checkpoint is one line of JSON that says what was run, by which code, and how many units have been
counted, followed by the cells of their tally, compressed, and a checksum of everything before. It
holds numbers and text only. It is written under a temporary name and then renamed, so a run that is
killed at any moment leaves its last complete checkpoint or the one before.
"""

import hashlib
import json
import os
import time
import warnings
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.luck import STEADIED, counts_luck
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, shorten
from piquet_sim.game.files import check_writable, read_content, replace_file
from piquet_sim.game.folders import make_folder
from piquet_sim.game.rules import RuleSet, read_rules
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target, check_seconds, read_precision
from piquet_sim.running.provenance import describe_code, describe_simulation

FORMAT = "piquet checkpoint 4"
_CHECKSUM = 64
_MOST_BYTES = 4_000_000
SECONDS_APART = 5.0
"""Seconds from one checkpoint of a run to the next."""

SHORT = 10.0
"""Runs shorter than this, in seconds, are not checkpointed unless a checkpoint is asked for."""


@dataclass
class Checkpoint:
    """How far a run has come."""

    simulation: Simulation
    target: Target
    tally: Tally
    """It counts the first units."""
    end: int
    """The unit up to which to count before the next check of a precision."""
    seconds: float
    """Seconds it had taken."""

    def check_target(self, target: Target) -> None:
        """Check that a run can continue from here with a target.

        Raises
        ------
        InputError
            If more deals are counted than it asks for, or it asks for other measures.
        """
        if self.tally.deals > target.deals:
            raise InputError(
                f"checkpoint: it already holds {self.tally.deals:,} deals, more than the "
                f"{target.deals:,} asked for"
            )
        if target.measures != self.target.measures:
            raise InputError(
                f"checkpoint: it counts other measures: {self.target.measures} there, "
                f"{target.measures} here"
            )


# ---- Files ---------------------------------------------------------------------------------------
def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint completely or not at all.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    simulation, tally = checkpoint.simulation, checkpoint.tally
    head = {
        "format": FORMAT,
        "code": describe_code((simulation.elder, simulation.younger)),
        "simulation": describe_simulation(simulation),
        "target": checkpoint.target.describe(),
        "units": tally.units,
        "end": checkpoint.end,
        "seconds": checkpoint.seconds,
        "own": list(tally.own.items()),
        "steadied": tally.steadied,
    }
    cells = b"".join(array.astype("<i8").tobytes() for array in tally.arrays)
    body = json.dumps(head, ensure_ascii=True).encode() + b"\n" + zlib.compress(cells, 1)
    with replace_file(path) as temporary, temporary.open("wb") as file:
        file.write(body + hashlib.sha256(body).hexdigest().encode())
        file.flush()
        os.fsync(file.fileno())


def read_checkpoint(path: Path) -> Checkpoint:
    """Read a checkpoint, and check that it was made by the current code.

    Raises
    ------
    InputError
        If there is no such file, it is damaged, or it was made by another version, by other
        strategies or for something that cannot be simulated here; the message says what differs.
    """
    what = f"checkpoint {path}"
    try:
        content = read_content(Path(path), _MOST_BYTES)
        body, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
        line, _, cells = body.partition(b"\n")
        try:
            head = json.loads(line)
            is_one = str(head["format"]).startswith("piquet checkpoint")
        except (ValueError, TypeError, KeyError, RecursionError):
            is_one = False
        if not is_one:
            raise InputError("not a checkpoint, or its beginning is damaged")
        if head["format"] != FORMAT:
            raise InputError(f"expected format {FORMAT!r}, got {head['format']!r}")
        if hashlib.sha256(body).hexdigest().encode() != checksum:
            raise InputError("damaged: its checksum differs")
        return _rebuild(head, cells, what)
    except InputError as error:
        raise InputError(f"{what}: {str(error).removeprefix(f'{what}: ')}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, zlib.error) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{what}: damaged ({reason})") from None


def _rebuild(head: dict[str, Any], cells: bytes, what: str) -> Checkpoint:
    simulation = read_simulation(head["simulation"], what)
    code = describe_code((simulation.elder, simulation.younger))
    different = find_differences(head["code"], code)
    if different:
        raise InputError(f"made by different code: {' '.join('; '.join(different).split())}")
    target, arrays = _read_target(head["target"], simulation.rules), new_tally_arrays()
    size = sum(array.nbytes for array in arrays)
    unpack = zlib.decompressobj()
    unpacked = unpack.decompress(cells, size + 1)
    if len(unpacked) != size or not unpack.eof:
        raise ValueError("its tally is incomplete")
    start = 0
    for array in arrays:
        array[...] = np.frombuffer(unpacked, "<i8", array.size, start).reshape(array.shape)
        start += array.nbytes
    own = {tuple(key): tuple(sums) for key, sums in head["own"]}
    tally = Tally(arrays, own, tuple(head["steadied"]))
    numbers = [one for key, sums in own.items() for one in (*key, *sums)]
    units, end, seconds = head["units"], head["end"], head["seconds"]
    steadied = 2 * len(STEADIED) if counts_luck(simulation) else 0
    if (
        any(type(one) is not int for one in (units, end, *numbers, *tally.steadied))
        or not isinstance(seconds, int | float)
        or not 0 <= units <= end
        or (tally.units, tally.deals) != (units, units * simulation.deals_per_unit)
        or len(tally.steadied) != (steadied if units else 0)
        or not (target.measures.fits(own) if units else not own)
    ):
        raise ValueError("its numbers are inconsistent")
    return Checkpoint(simulation, target, tally, end, float(seconds))


def find_differences(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """The differences of two descriptions: "engine 12ab there, 34cd here"."""
    different = []
    for key in dict.fromkeys([*there, *here]):
        one, two = there.get(key), here.get(key)
        if isinstance(one, dict) and isinstance(two, dict):
            different += [f"{key!s} {rest}" for rest in find_differences(one, two)]
        elif one != two:
            different.append(f"{key} {_show(one)} there, {_show(two)} here")
    return different


def _show(value: object) -> str:
    text = "none" if value is None else value if isinstance(value, str) else json.dumps(value)
    return shorten(text, 80)


_KINDS = {"seed": int, "rules": object, "elder": str, "younger": str, "play": str, "mirrored": bool}
_OF_CONDITION = {"given": str}


def read_simulation(about: dict[str, Any], what: str) -> Simulation:
    """A simulation from `provenance.describe_simulation`.

    Parameters
    ----------
    about : dict
    what : str
        Where it stands, for error messages.

    Raises
    ------
    InputError
        If it does not describe a simulation, or a strategy is unknown here.
    """
    if not isinstance(about, dict) or not set(_KINDS) <= set(about) <= {*_KINDS, *_OF_CONDITION}:
        raise InputError(f"{what}: not the description of a simulation")
    for key, value in about.items():
        if not isinstance(value, (_KINDS | _OF_CONDITION)[key]):
            raise InputError(f"{what}: {key} is {_show(value)}")
    try:
        simulation = Simulation(
            about["elder"], about["younger"], read_rules(about["rules"]), about["seed"],
            about["mirrored"], about["play"], about.get("given"),
        )  # fmt: skip
    except InputError as error:
        hint = "; load your own strategies with --load" if "strategy" in str(error) else ""
        raise InputError(f"{what}: {error}{hint}") from None
    return simulation


_OWN: dict[str, Any] = {"measures": (), "given_outcome": None, "by": ()}


def _read_target(about: dict[str, Any], rules: RuleSet) -> Target:
    deals, seconds = about["deals"], about["seconds"]
    if not (type(deals) is int and deals > 0 and isinstance(seconds, int | float | None)):
        raise ValueError("its target")
    check_seconds(seconds)
    own, outcome, by = (about.get(name, none) for name, none in _OWN.items())
    measures = read_measures(own, outcome, rules, by)
    precisions = tuple(read_precision(one, measures) for one in about["precisions"])
    return Target(deals, precisions, seconds, measures)


# ---- While a run is at work ---------------------------------------------------------------------
def name_checkpoint(folder: Path, simulation: Simulation, target: Target) -> Path:
    """The default checkpoint of a run, named by a digest of its description."""
    about = [describe_simulation(simulation), target.describe()]
    name = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:12]
    return Path(folder) / "checkpoints" / f"{name}.checkpoint"


class CheckpointWriter:
    """Writes the checkpoint of a run every few seconds.

    A checkpoint that cannot be written does not end the run: this is reported once, and writing is
    tried again.

    Parameters
    ----------
    path : Path
    tell : callable
        Called with one line when a checkpoint could not be written.
    is_asked_for : bool
        False for a default file: then nothing is written for a run of less than ten seconds, unless
        it continues from that file, and the file is removed when the run is complete.
    """

    def __init__(self, path: Path, tell: Callable[[str], None], is_asked_for: bool = True) -> None:
        self.path: Path = Path(path)
        self.is_asked_for = is_asked_for
        self._tell: Callable[[str], None] | None = tell
        is_short = not is_asked_for and not self.path.exists()
        self._next = time.monotonic() + (SHORT if is_short else SECONDS_APART)
        self._is_kept = not is_short

    def keep(self, checkpoint: Callable[[], Checkpoint], now: bool = False) -> bool:
        """Write the checkpoint if it is time, or now.

        Returns
        -------
        bool
            Whether it was written.
        """
        if not now and time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + SECONDS_APART
        self._is_kept = True
        try:
            if not self.is_asked_for:
                make_folder(self.path.parent)
            write_checkpoint(self.path, checkpoint())
        except InputError as error:
            if self._tell is not None:
                self._tell(f"checkpoint: {error}; the run continues without it")
            self._tell = None
            return False
        return True

    def finish(self, checkpoint: Callable[[], Checkpoint], is_complete: bool) -> bool:
        """Write the last checkpoint, or remove one that is no longer needed.

        Returns
        -------
        bool
            Whether there is one to continue from.
        """
        if is_complete and not self.is_asked_for:
            with suppress(OSError):  # it does no harm if it stays
                self.path.unlink(missing_ok=True)
            return False
        return self.keep(checkpoint, now=self._is_kept)


def resume_arguments(
    checkpoint: str | Path | None,
    simulation: Simulation,
    tell: Callable[[str], None] = warnings.warn,
    is_asked_for: bool = True,
) -> dict[str, object]:
    """Arguments of `run_simulation` for a run with a checkpoint: what was counted, and the writer.

    Parameters
    ----------
    checkpoint : path, optional
    simulation : Simulation
    tell : callable
        Called with one line where the run continues, or a checkpoint cannot be written.
    is_asked_for : bool
        See `CheckpointWriter`.

    Raises
    ------
    InputError
        If the file is the checkpoint of something else, or of other code.
    """
    if checkpoint is None:
        return {}
    path = Path(checkpoint)
    writer = CheckpointWriter(path, tell, is_asked_for)
    if not path.exists():
        if is_asked_for:  # refused now rather than when there is something to lose
            check_writable(path)
        return {"writer": writer}
    before = read_checkpoint(path)
    different = find_differences(
        describe_simulation(before.simulation), describe_simulation(simulation)
    )
    if different:
        raise InputError(
            f"checkpoint {path}: belongs to another simulation: {'; '.join(different)}"
        )
    tell(f"continuing after {before.tally.deals:,} deals from {path}")
    return {"writer": writer, "before": before}
