"""Checkpoints: files of what was counted, from which the same question continues to the same bits.

A checkpoint is one line of JSON that says what was asked, by which code it is answered, and what
each of its runs has counted; then the cells of their tallies, compressed; and a checksum of
everything before. It holds numbers and text, and of studies what their works
answered (`running.kept_answers`). It is written under a temporary name and then
renamed, so a process that is killed at any moment leaves its last complete checkpoint, or none.
"""

import hashlib
import json
import os
import time
import warnings
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from piquet_sim.game.errors import InputError, refuse, shorten
from piquet_sim.game.files import check_writable, read_content, replace_file
from piquet_sim.running.provenance import check_digestible, describe_code
from piquet_sim.strategies.registry import Strategy

FORMAT = "piquet checkpoint 6"
_BEGINNING, _CHECKSUM = b'{"format": "piquet checkpoint ', 64
_MOST_BYTES, _MOST_CELLS = 200_000_000, 100_000_000
_MOST_DIFFERENCES = 3
SECONDS_APART = 10.0
"""Seconds from one writing of a checkpoint to the next."""

HowFar = tuple[dict[str, Any], np.ndarray]
"""How far a run has come: a few numbers and texts, and its cells, all int64."""


class Checkpoint:
    """The file that keeps how far the runs of a question have come.

    A file that cannot be written later does not end a run: this is reported once, and writing is
    tried again.

    Parameters
    ----------
    path : str or Path
        If there is such a file, what it holds is continued.
    question : dict
        All that decides the answer but for the number of deals, as JSON has it.
    strategies : iterable of Strategy
        Who plays.
    tell : callable
        Called with one line if a checkpoint is continued, or could not be written.

    Raises
    ------
    InputError
        If the file is not a checkpoint, is damaged, cannot be written, or belongs to another
        question or to other code, and says what differs; or a strategy reads what has no digest.
    """

    def __init__(
        self,
        path: str | Path,
        question: dict[str, Any],
        strategies: Iterable[Strategy],
        tell: Callable[[str], None] = warnings.warn,
    ) -> None:
        if not isinstance(path, str | Path):
            raise InputError(f"checkpoint: {path!r} is not the name of a file")
        self.path: Path = Path(path)
        strategies = tuple(strategies)
        check_digestible(strategies)
        self._head = json.loads(
            json.dumps({"format": FORMAT, "code": describe_code(strategies), "question": question})
        )
        self._runs: dict[str, tuple[dict[str, Any], bytes]] = {}
        self._live: dict[str, Callable[[], HowFar]] = {}
        self._tell: Callable[[str], None] | None = tell
        self._next = time.monotonic() + SECONDS_APART
        if not self.path.exists():
            check_writable(self.path)  # refused now rather than when there is something to lose
            return
        try:
            self._read()
        except InputError as error:
            raise InputError(f"checkpoint {self.path}: {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            raise InputError(f"checkpoint {self.path}: damaged") from None
        tell(f"continuing from {self.path}")

    def _read(self) -> None:
        content = read_content(self.path, _MOST_BYTES)
        body, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
        line, _, cells = body.partition(b"\n")
        if not line.startswith(_BEGINNING):
            raise InputError("not a checkpoint, or its beginning is damaged")
        head = json.loads(line)
        refuse(
            {
                f"expected format {FORMAT!r}, got {head['format']!r}": head["format"] != FORMAT,
                "damaged: its checksum differs": (
                    hashlib.sha256(body).hexdigest().encode() != checksum
                ),
            }
        )
        for part, said in (
            ("question", "made for another question"),
            ("code", "made by other code"),
        ):
            different = find_differences(head[part], self._head[part])
            if different:
                more = len(different) - _MOST_DIFFERENCES
                listed = different[:_MOST_DIFFERENCES] + [f"and {more} more"] * (more > 0)
                raise InputError(f"{said}: {' '.join('; '.join(listed).split())}")
        start = 0
        for name, (about, size) in head["runs"].items():
            self._runs[name] = dict(about), cells[start : start + size]
            start += size

    def find(self, run: str) -> HowFar | None:
        """How far a run has come; None if nothing is known of it.

        Raises
        ------
        InputError
            If its cells are damaged.
        """
        if run not in self._runs:
            return None
        about, packed = self._runs[run]
        unpack = zlib.decompressobj()
        try:
            cells = np.frombuffer(unpack.decompress(packed, 8 * _MOST_CELLS), "<i8")
            if not unpack.eof:
                raise ValueError("cut off, or too large")
            return about, cells
        except (zlib.error, ValueError):
            raise InputError(f"checkpoint {self.path}: damaged") from None

    def keep(self, run: str, stand: Callable[[], HowFar], now: bool = False) -> None:
        """Write how far a run has come if it is time, or now."""
        self._live[run] = stand
        if now or time.monotonic() >= self._next:
            self.write()

    def forget(self, run: str) -> None:
        """Drop what is kept of a run."""
        self._live.pop(run, None)
        self._runs.pop(run, None)

    def write(self) -> None:
        """Write how far all runs have come."""
        self._next = time.monotonic() + SECONDS_APART
        for name, stand in self._live.items():
            about, cells = stand()
            if cells.size <= _MOST_CELLS:
                self._runs[name] = about, zlib.compress(cells.astype("<i8").tobytes(), 1)
            else:
                self._miss(f"{name} has more than {_MOST_CELLS:,} numbers")
        self._live = {}
        runs = {name: [about, len(packed)] for name, (about, packed) in self._runs.items()}
        line = json.dumps(self._head | {"runs": runs}).encode() + b"\n"
        body = line + b"".join(packed for _, packed in self._runs.values())
        try:
            refuse({f"larger than {_MOST_BYTES:,} bytes": len(body) + _CHECKSUM > _MOST_BYTES})
            with replace_file(self.path) as temporary, temporary.open("wb") as file:
                file.write(body + hashlib.sha256(body).hexdigest().encode())
                file.flush()
                os.fsync(file.fileno())
        except InputError as error:
            self._miss(error)

    def _miss(self, why: object) -> None:
        if self._tell is not None:
            self._tell(f"checkpoint: {why}; the run continues without it")
        self._tell = None

    def remove(self) -> None:
        """Remove the file: the question is answered."""
        with suppress(OSError):  # it does no harm if it stays
            self.path.unlink(missing_ok=True)


def find_differences(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """The differences of two descriptions: "engine 12ab there, 34cd here"."""
    different = []
    for key in dict.fromkeys([*there, *here]):
        one, two = there.get(key), here.get(key)
        if isinstance(one, dict) and isinstance(two, dict):
            different += [f"{key} {rest}" for rest in find_differences(one, two)]
        elif one != two:
            different.append(f"{key} {_show(one)} there, {_show(two)} here")
    return different


def _show(value: object) -> str:
    text = "none" if value is None else value if isinstance(value, str) else json.dumps(value)
    return shorten(text, 80)
