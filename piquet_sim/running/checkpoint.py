"""Checkpoints: the counts of a run on disk, from which it continues to the same result.

A checkpoint is one line of JSON that says what was run, by which code, and which units have been
counted, followed by the cells of the tally, compressed, and a checksum of everything before. It
holds numbers and text only. It is written under a temporary name and then renamed, so a run that is
killed at any moment leaves its last complete checkpoint or the one before.
"""

import hashlib
import json
import os
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.luck.steadied import STEADIED, pays
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, shorten
from piquet_sim.game.files import make_folder, replace_file, suggest_file
from piquet_sim.game.rules import RuleSet, read_rules
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.measures.own_measures import OwnMeasures, read_measures
from piquet_sim.running.ledger import LEAST_BLOCK, MOST_BLOCKS, Blocks, Ledger, join_spans
from piquet_sim.running.precision import Target, check_seconds, read_precision
from piquet_sim.running.provenance import describe_code, describe_simulation

FORMAT = "piquet checkpoint 1"
_CHECKSUM = 64
_MOST_BYTES = 4_000_000
_MOST_UNITS = 1 << 62
SECONDS_APART = 5.0
"""Seconds from one checkpoint of a run to the next."""

SHORT = 10.0
"""Seconds of a run that needs no checkpoint, unless one is asked for."""

LEVELS, RARE = "two levels", "the rare event "
"""Kinds of runs that have several parts (`levels.parts`)."""


@dataclass
class Checkpoint:
    """The state of a run when it was last written."""

    simulation: Simulation
    target: Target
    ledger: Ledger
    seconds: float
    """Seconds it had taken."""
    kind: str = ""
    """What kind of run, where it is not one of plain deals: `LEVELS`, or `RARE` and the event."""
    others: tuple[Ledger, ...] = ()
    """Its further parts, where it has several."""

    @property
    def deals(self) -> int:
        """Deals counted, of those that were asked for."""
        others = () if self.kind == LEVELS else self.others
        return sum(one.tally.deals for one in (self.ledger, *others))


def _shapes() -> dict[str, list[int]]:
    return {name: list(array.shape) for name, array in new_tally_arrays()._asdict().items()}


def _describe_ledger(ledger: Ledger) -> dict[str, object]:
    tally, blocks = ledger.tally, ledger.blocks
    return {
        "end": ledger.end,
        "done": ledger.done,
        "blocks": vars(blocks),
        **({"own": tally.own} if tally.own else {}),
        **({"steadied": tally.steadied} if tally.steadied else {}),
    }


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint completely or not at all.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    simulation, ledger = checkpoint.simulation, checkpoint.ledger
    head = {
        "format": FORMAT,
        "code": describe_code((simulation.elder, simulation.younger)),
        "simulation": describe_simulation(simulation),
        "target": checkpoint.target.describe(),
        **_describe_ledger(ledger),
        "seconds": checkpoint.seconds,
        "arrays": _shapes(),
    }
    if checkpoint.kind:
        head["kind"] = checkpoint.kind
        head["others"] = [_describe_ledger(one) for one in checkpoint.others]
    cells = b"".join(
        array.astype("<i8").tobytes()
        for one in (ledger, *checkpoint.others)
        for array in one.tally.arrays
    )
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
    path = Path(path)
    head, body = _read_parts(path)
    try:
        return _rebuild(path, head, body)
    except InputError as error:
        said = str(error)
        raise InputError(said if str(path) in said else f"checkpoint {path}: {said}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, zlib.error) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"checkpoint {path}: damaged ({reason})") from None


def _read_parts(path: Path) -> tuple[dict[str, Any], bytes]:
    try:
        if not path.is_file():
            missing = "not a file" if path.exists() else f"no such file{suggest_file(path)}"
            raise InputError(f"checkpoint {path}: {missing}")
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"checkpoint {path}: too large to be a checkpoint")
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"checkpoint {path}: {(error.strerror or str(error)).lower()}") from None
    body, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
    line, _, cells = body.partition(b"\n")
    try:
        head = json.loads(line)
        is_one = isinstance(head, dict) and str(head.get("format")).startswith("piquet checkpoint")
    except (ValueError, RecursionError):
        is_one = False
    if not is_one:
        raise InputError(f"checkpoint {path}: not a checkpoint, or its beginning is damaged")
    if head["format"] != FORMAT:
        raise InputError(f"checkpoint {path}: expected format {FORMAT!r}, got {head['format']!r}")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise InputError(f"checkpoint {path}: damaged: its checksum differs")
    return head, cells


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


def read_simulation(about: dict[str, Any], what: str) -> Simulation:
    """A simulation from `provenance.describe_simulation`.

    Parameters
    ----------
    about : dict
    what : str
        Where it was found, for error messages.

    Raises
    ------
    InputError
        If it does not describe a simulation, or a strategy is unknown here.
    """
    keys = {"seed", "rules", "elder", "younger", "play", "mirrored"}
    if not isinstance(about, dict) or not keys <= set(about) <= keys | {"given", "reading"}:
        raise InputError(f"{what}: not the description of a simulation")
    for key, kind in (("elder", str), ("younger", str), ("play", str), ("mirrored", bool)):
        if not isinstance(about[key], kind):
            raise InputError(f"{what}: {key} is {_show(about[key])}")
    if not isinstance(about.get("given", ""), str):
        raise InputError(f"{what}: given is {_show(about['given'])}")
    try:
        simulation = Simulation(
            about["elder"], about["younger"], read_rules(about["rules"]), about["seed"],
            about["mirrored"], about["play"], about.get("given"),
        )  # fmt: skip
    except InputError as error:
        hint = "; load your own strategies with --load" if "strategy" in str(error) else ""
        raise InputError(f"{what}: {error}{hint}") from None
    reading = None if simulation.given is None else simulation.given.reading
    if about.get("reading", reading) != reading:
        raise InputError(
            f"{what}: {about['given']!r} was read as {_show(about['reading'])!r} there, and is "
            f"{reading!r} here"
        )
    return simulation


def _read_target(about: dict[str, Any], rules: RuleSet) -> Target:
    deals, seconds = about["deals"], about["seconds"]
    if not isinstance(deals, int) or isinstance(deals, bool) or not 0 < deals <= _MOST_UNITS:
        raise ValueError("deals")
    if seconds is not None and not isinstance(seconds, int | float):
        raise ValueError("seconds")
    check_seconds(seconds)
    measures = read_measures(about.get("measures", ()), about.get("given_outcome"), rules)
    precisions = tuple(read_precision(one, measures) for one in about["precisions"])
    return Target(deals, precisions, seconds, measures)


def _read_own(found: object, measures: OwnMeasures | None, tally: Tally) -> tuple[int, ...]:
    # The sums of measures of one's own: as many as there must be, and possible. Those of other
    # kinds of runs are checked by who knows them (None).
    if not isinstance(found, list) or any(type(one) is not int for one in found):
        raise ValueError("sums of measures")
    if measures is None:
        return tuple(found)
    if len(found) != (measures.size if tally.units else 0):
        raise ValueError("sums of measures are missing")
    if found and not 0 <= found[0] <= tally.deals:
        raise ValueError("its numbers are inconsistent")
    return tuple(found)


def _read_steadied(found: object, simulation: Simulation, tally: Tally) -> tuple[int, ...]:
    # The sums with luck taken out: as many as there must be, and possible.
    wanted = 2 * len(STEADIED) if tally.units and pays(simulation) else 0
    if (
        not isinstance(found, list)
        or any(type(one) is not int for one in found)
        or len(found) != wanted
        or any(
            total * total > square * tally.units
            for total, square in zip(found[::2], found[1::2], strict=True)
        )
    ):
        raise ValueError("sums without luck")
    return tuple(found)


def _read_whole(number: object, most: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise ValueError(f"{_show(number)} is not a number of units")
    return number


def _is_possible(tally: Tally) -> bool:
    # Counts are not negative, flags no more than deals, sums no greater than their squares allow.
    arrays, deals = tally.arrays, tally.deals
    counts = (arrays.counts, arrays.squares, arrays.scores, arrays.exchanged, arrays.changes,
              arrays.makers)  # fmt: skip
    return all(int(one.min()) >= 0 for one in counts) and all(
        int(total) ** 2 <= int(square) * tally.units and (not one.is_flag or 0 <= total <= deals)
        for one, total, square in zip(MEASURES, arrays.totals, arrays.squares, strict=True)
    )


def _rebuild(path: Path, head: dict[str, Any], body: bytes) -> Checkpoint:
    what = f"checkpoint {path}"
    simulation = read_simulation(head["simulation"], what)
    here = describe_code((simulation.elder, simulation.younger))
    different = find_differences(head["code"], here)
    if different:
        said = " ".join("; ".join(different).split())
        raise InputError(f"{what}: made by different code: {said}")
    if head["arrays"] != _shapes():
        raise InputError(f"{what}: its tally has a different layout from this version's")
    kind, others = head.get("kind", ""), head.get("others", [])
    if not isinstance(kind, str) or not isinstance(others, list) or (others and not kind):
        raise ValueError("its parts")
    size = sum(array.nbytes for array in new_tally_arrays())
    whole = size * (1 + len(others))
    unpack = zlib.decompressobj()
    cells = unpack.decompress(body, whole + 1)
    if len(cells) != whole or not unpack.eof:
        raise ValueError("its tally is incomplete")
    seconds = head["seconds"]
    if not isinstance(seconds, int | float) or not 0 <= seconds < 1e12:
        raise ValueError("its numbers are inconsistent")
    target = _read_target(head["target"], simulation.rules)
    measures = None if kind else target.measures
    ledger, *further = (
        _read_ledger(one, cells[size * place :], simulation, measures)
        for place, one in enumerate([head, *others])
    )
    return Checkpoint(simulation, target, ledger, float(seconds), kind, tuple(further))


def _read_ledger(
    head: dict, cells: bytes, simulation: Simulation, measures: OwnMeasures | None
) -> Ledger:
    # What one part counted: without the measures, one of another kind than plain deals.
    arrays, start = new_tally_arrays(), 0
    for array in arrays:
        part = np.frombuffer(cells, "<i8", array.size, start)
        array[...] = part.reshape(array.shape)
        start += array.nbytes
    done = [tuple(_read_whole(one, _MOST_UNITS) for one in span) for span in head["done"]]
    end = _read_whole(head["end"], _MOST_UNITS)
    blocks = head["blocks"]
    units = _read_whole(blocks["units"], _MOST_UNITS)
    prints = [_read_whole(one, (1 << 64) - 1) for one in blocks["fingerprints"]]
    if any(len(span) != 2 or span[0] >= span[1] for span in done) or join_spans(done) != done:
        raise ValueError("the completed units overlap or are out of order")
    tally = Tally(arrays)
    counted = sum(last - first for first, last in done)
    if (
        tally.units != counted
        or tally.deals != counted * simulation.deals_per_unit
        or int(arrays.scores.sum()) != tally.deals
        or not _is_possible(tally)
        or (done and done[-1][1] > end)
        or units < LEAST_BLOCK
        or units & (units - 1)
        or len(prints) > MOST_BLOCKS
        or len(prints) != (-(-done[-1][1] // units) if done else 0)
    ):
        raise ValueError("its numbers are inconsistent")
    tally.own = _read_own(head.get("own", []), measures, tally)
    if measures is not None:
        tally.steadied = _read_steadied(head.get("steadied", []), simulation, tally)
    # Checkpoints of earlier versions hold no fingerprints of sums.
    ledger = Ledger(tally, done, Blocks(units, prints, blocks.get("with_sums") is True))
    ledger.extend(end)
    return ledger


def name_checkpoint(folder: Path, simulation: Simulation, target: Target, kind: str = "") -> Path:
    """The default checkpoint of a run, named by a digest of its description."""
    about = [describe_simulation(simulation), target.describe(), *([kind] if kind else [])]
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
        False for a default file: then nothing is written for a run of less than ten seconds, and
        the file is removed when the run is complete.
    stays : bool
        Whether such a file stays nevertheless, because the run is part of something longer.
    is_long : bool
        Whether the run is no short one, however soon it is stopped: it continues from the file, or
        is expected to take `SHORT` seconds or more.
    """

    def __init__(
        self,
        path: Path,
        tell: Callable[[str], None],
        is_asked_for: bool = True,
        stays: bool = False,
        is_long: bool = False,
    ) -> None:
        self.path: Path = Path(path)
        self.is_asked_for = is_asked_for
        self._stays = stays
        self._tell = tell
        self._has_told = False
        self._is_short = not (is_asked_for or is_long)
        self._next = time.monotonic() + (SHORT if self._is_short else SECONDS_APART)

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
        self._is_short = False
        try:
            if not self.is_asked_for:
                make_folder(self.path.parent)
            write_checkpoint(self.path, checkpoint())
        except InputError as error:
            if not self._has_told:
                self._tell(f"checkpoint: {error}; the run continues without it")
            self._has_told = True
            return False
        return True

    def finish(self, checkpoint: Callable[[], Checkpoint], is_complete: bool) -> bool:
        """Write the last checkpoint, or remove one that is no longer needed.

        Returns
        -------
        bool
            Whether there is one to continue from.
        """
        if is_complete and not self.is_asked_for and not self._stays:
            with suppress(OSError):  # it does no harm if it stays
                self.path.unlink(missing_ok=True)
            return False
        if self._is_short and time.monotonic() < self._next:
            return False
        return self.keep(checkpoint, now=True)
