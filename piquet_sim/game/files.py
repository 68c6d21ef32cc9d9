"""Files and lines: read line by line, and written under a temporary name that is then changed.

A file is therefore never seen half written. Beside a temporary file lies its lock, which its writer
holds while it lives; a file whose lock is free was left behind by a process that was killed, and
the next writer in its folder removes both.

Code that is kept on a disk is run when it is loaded, so a folder of it is private: it belongs to
this user or to the administrator, nobody else can write to it, and the same holds for all folders
above it. In one with the sticky bit, like ``/tmp``, others can write, but not rename what is not
theirs. Where a system has no such owners and modes (Windows), a folder is trusted if it lies below
the user's home folder or that for temporary files.
"""

import csv
import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from filecmp import cmp, cmpfiles
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from signal import Signals

    from filelock import BaseFileLock

PACKAGE = Path(__file__).resolve().parents[1]
"""The folder of the package."""

_NEAR, _MOST_BESIDE = 0.75, 1000


_TEMPORARY = ".piquet-part"
_LOCK = ".lock"
_NO_LOCKS = (OSError, NotImplementedError)
"""What comes where a file system knows no locks; then nothing is locked, and nothing removed."""


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that replaces it when the block ends without error.

    A file whose content does not change is not touched. Temporary files that killed writers left
    in the folder are removed.

    Parameters
    ----------
    path : Path

    Raises
    ------
    InputError
        If the folder does not exist or cannot be written, the path is something other than a
        file, or the disk is full.
    """
    path = Path(path)
    try:
        # A device or a folder would otherwise be replaced, or be noticed only after hours of work.
        if path.exists() and not path.is_file():
            raise InputError(f"cannot write {path}: it exists and is not a file")
        _remove_strays(path.parent)
        temporary, lock = _make_temporary(path)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {path}: {say_reason(error)}") from None
    try:
        yield temporary
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        if not (path.is_file() and cmp(temporary, path, shallow=False)):
            replace_file_at(path, temporary)
    except OSError as error:
        raise InputError(f"cannot write {path}: {say_reason(error)}") from None
    finally:
        _remove_locked(temporary, lock)


def _make_temporary(path: Path) -> "tuple[Path, BaseFileLock]":
    while True:
        handle, name = tempfile.mkstemp(_TEMPORARY, f".{path.name}.", path.parent)
        os.close(handle)  # no system lets an open file be renamed everywhere
        temporary = Path(name)
        lock = _name_lock(temporary)
        try:
            lock.acquire(blocking=False)
        except _load_locks().Timeout:
            continue  # it is just being taken for a stray
        except _NO_LOCKS:
            return temporary, lock
        if temporary.exists():
            return temporary, lock
        _remove_locked(temporary, lock)  # it was taken for a stray before it was locked


def _remove_strays(folder: Path) -> None:
    names = {one.name for one in folder.glob(f".*{_TEMPORARY}")}
    names |= {one.name.removesuffix(_LOCK) for one in folder.glob(f".*{_TEMPORARY}{_LOCK}")}
    for stray in (folder / name for name in sorted(names)):
        lock = _name_lock(stray)
        with suppress(_load_locks().Timeout, *_NO_LOCKS):  # its writer lives
            lock.acquire(blocking=False)
            _remove_locked(stray, lock)


def _name_lock(temporary: Path) -> "BaseFileLock":
    return _load_locks().FileLock(f"{temporary}{_LOCK}")


@cache
def _load_locks() -> ModuleType:
    # Slow to import, and few commands write files. It warns where the system knows no locks.
    with catch_warnings():
        simplefilter("ignore")
        import filelock
    return filelock


def _remove_locked(temporary: Path, lock: "BaseFileLock") -> None:
    # The lock goes last, so that nobody takes a file for a stray that is just being renamed.
    with suppress(OSError):  # the folder may be gone
        temporary.unlink(missing_ok=True)
    lock.release()
    with suppress(OSError):
        Path(lock.lock_file).unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Refuse a path that no file can be written to, before the work for it is done.

    Raises
    ------
    InputError
        As `replace_file`.
    """
    with suppress(_Unused), replace_file(path):
        raise _Unused


class _Unused(Exception):
    # Ends the block of `replace_file` so that nothing takes the name.
    pass


def say_reason(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written, in the system's words.

    Names with a NUL or of no known encoding are a ValueError.
    """
    return (getattr(error, "strerror", None) or str(error)).lower()


def suggest_file(path: Path | str) -> str:
    """A suggestion for a missing file: a file or folder of nearly that name, if there is one.

    Returns
    -------
    str
        "; did you mean 'results/pique'?", or nothing.
    """
    path = Path(path)
    try:
        beside = sorted(one.name for one in islice(path.parent.iterdir(), _MOST_BESIDE))
    except (OSError, ValueError):
        return ""
    near = get_close_matches(path.name, beside, n=1, cutoff=_NEAR)
    return f"; did you mean {str(path.with_name(near[0]))!r}?" if near else ""


def make_folder(path: Path) -> Path:
    """Create a folder if needed, and check that it can be written.

    Raises
    ------
    InputError
        If it cannot be made or written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot create the folder {path}: {say_reason(error)}") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise InputError(f"cannot write to the folder {path}: permission denied")
    return path


@contextmanager
def make_aside(folder: Path) -> Iterator[Path]:
    """A folder within another one for what shall be there as a whole or not at all.

    It is removed when the block ends, and with it the other one, if that was made for it and holds
    nothing.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    InputError
        If it cannot be made or written.
    """
    is_there = folder.exists()
    make_folder(folder)
    try:
        aside = Path(tempfile.mkdtemp(prefix=".piquet-", dir=folder))
        try:
            yield aside
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {say_reason(error)}") from None
    finally:
        if not is_there:
            with suppress(OSError):  # unless there is something in it
                folder.rmdir()


@contextmanager
def replace_folder(folder: Path) -> Iterator[Path]:
    """An empty folder that takes the place of another one when the block ends without error.

    What the other one holds under other names is kept. It is not touched where the block writes
    the files that it holds already.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    InputError
        If it cannot be written.
    """
    folder = folder.resolve()
    with make_aside(folder.parent) as aside:
        new, old = aside / "new", aside / "old"
        new.mkdir()
        yield new
        written = sorted(one.name for one in new.iterdir())
        if cmpfiles(new, folder, written, shallow=False)[0] == written:
            return
        try:
            if folder.exists():
                others = {one.name for one in folder.iterdir()} - set(written)
                for name in others:
                    one = folder / name
                    (shutil.copytree if one.is_dir() else shutil.copy2)(one, new / name)
                folder.rename(old)
            new.rename(folder)
        except BaseException:
            if old.exists() and not folder.exists():
                old.rename(folder)
            raise


# ---- Private folders -----------------------------------------------------------------------------
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def find_own_folder(kind: str, usual: str) -> Path:
    """A user's own folder for files of one kind, where the system keeps such files.

    For "cache" that is ``~/.cache`` on Linux, ``~/Library/Caches`` on macOS and ``%LOCALAPPDATA%``
    on Windows.

    Parameters
    ----------
    kind : str
        As platformdirs names it: "cache", or "data". ``XDG_CACHE_HOME`` and the like name another
        place.
    usual : str
        Where it is in the home folder without that library.

    Raises
    ------
    RuntimeError
        If no home folder is known.
    """
    named = os.environ.get(f"XDG_{kind.upper()}_HOME")
    if named:
        return Path(named).absolute() / "piquet-sim"
    home = Path.home()  # the library would take the folder of the name ~ for one that is not known
    try:
        import platformdirs
    except ImportError:  # it needs numbers of users on each system but Windows
        return home / usual / "piquet-sim"
    return getattr(platformdirs, f"user_{kind}_path")("piquet-sim", appauthor=False)


def find_user() -> int | None:
    """The number of this user; None where the system has no such numbers."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def make_private_folder(path: Path) -> None:
    """Make a folder and all that are missing above it, for this user alone.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    for one in (*reversed(path.parents), path):
        if not one.exists():
            one.mkdir(0o700, exist_ok=True)  # another process may be quicker


def is_trusted(about: os.stat_result, is_above: bool = False) -> bool:
    """Whether nobody but this user and the administrator can change a file or a folder.

    Parameters
    ----------
    about : os.stat_result
    is_above : bool
        Whether it is a folder above the one that is to be private.
    """
    user = find_user()
    if user is None:
        return True
    # Whoever made the root can do everything.
    owners = {0, user, os.stat("/").st_uid} if is_above else {0, user}
    is_open = about.st_mode & _OTHERS_WRITE and not (is_above and about.st_mode & stat.S_ISVTX)
    return about.st_uid in owners and not is_open


def find_fault(folder: Path) -> str:
    """Why a folder is not private; empty if it is.

    Raises
    ------
    OSError
        If there is no such folder.
    """
    place = folder.resolve(strict=True)
    if folder.is_symlink() or not place.is_dir():
        return f"{folder} is not a folder"
    if find_user() is None:
        own = [Path(tempfile.gettempdir())]
        with suppress(RuntimeError):
            own.append(Path.home())
        is_own = any(place.is_relative_to(one.resolve()) for one in own)
        return "" if is_own else f"{folder} is outside your own folders"
    for one in (place, *place.parents):
        if not is_trusted(one.stat(), is_above=one != place):
            return f"{one} belongs to another user or can be written by others"
    return ""


# ---- What differs from system to system ----------------------------------------------------------
_IN_USE = (5, 32)
"""Windows refuses to rename over an open file: access denied, or a sharing violation."""
_WAITS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)


def replace_file_at(path: Path | str, by: Path | str) -> None:
    """Rename a file over another one, waiting a moment if that one is open in another program.

    Parameters
    ----------
    path, by : Path or str
        The file to be replaced, which need not exist, and the one that takes its name.

    Raises
    ------
    OSError
        If it cannot be replaced; on Windows also if the file stays open for more than a second.
    """
    for seconds in _WAITS:
        try:
            os.replace(by, path)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
            time.sleep(seconds)
    try:
        os.replace(by, path)
    except PermissionError as error:
        raise PermissionError(error.errno, "it is open in another program") from None


def list_end_signals() -> "tuple[Signals, ...]":
    """The signals by which a process is asked to end, of those that this system has.

    A terminal that is closed sends SIGHUP, or SIGBREAK on Windows.
    """
    import signal  # which loads a good deal of the standard library

    names = ("SIGTERM", "SIGHUP", "SIGBREAK")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def count_processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole or not at all.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    with replace_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def digest_file(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None


def require_object(deal: object, keys: set[str], what: str) -> dict[str, Any]:
    """Check that a value read from JSON is an object with no other keys than these.

    Raises
    ------
    InputError
        If it is not an object or has another key.
    """
    if not isinstance(deal, dict):
        raise InputError(f"{what}: expected a JSON object, as in {{...}}")
    unknown = sorted(map(str, set(deal) - keys))
    if unknown:
        raise InputError(
            f"{what}: unknown key {unknown[0]!r}; choose from: {', '.join(sorted(keys))}"
        )
    return deal


_HALF = "\\ud"
"""How a half of a character above the first 65,536 begins in JSON."""


def _refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for name, value in pairs:
        if name in read:
            raise InputError(f"the key {name!r} appears twice")
        read[name] = value
    return read


def read_json(text: str) -> Any:
    """Parse a JSON text, refusing repeated keys and halves of characters.

    Raises
    ------
    InputError
        If it is not JSON, a key appears twice, or it cannot be read.

    Examples
    --------
    >>> read_json('{"pack": 32}')
    {'pack': 32}
    """
    try:
        read = json.loads(text, object_pairs_hook=_refuse_twice)
        if _HALF in text.lower() and not is_text(json.dumps(read, ensure_ascii=False)):
            raise InputError("unreadable JSON: half a character, as in \\ud800")
        return read
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg.lower()} at column {error.colno}") from None
    except InputError:
        raise
    except (ValueError, RecursionError):
        raise InputError(
            "unreadable JSON: a number is too long, or brackets are nested too deeply"
        ) from None


def read_content(path: Path, most: int) -> bytes:
    """What a file holds.

    Raises
    ------
    InputError
        If there is no such file, it is larger than `most` bytes, or cannot be read; the message
        does not name it.
    """
    try:
        if not path.is_file():
            raise InputError("not a file" if path.exists() else f"no such file{suggest_file(path)}")
        if path.stat().st_size > most:
            raise InputError(f"more than {most:,} bytes; too large to be one")
        return path.read_bytes()
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(say_reason(error)) from None


def read_json_file(path: Path, most: int = 20_000_000) -> dict[str, Any]:
    """A JSON object from a file.

    Raises
    ------
    InputError
        If there is no such file, it is larger than `most` bytes, or holds something else.
    """
    try:
        found = read_json(read_content(path, most).decode("utf-8"))
        return require_object(found, set(found) if isinstance(found, dict) else set(), "content")
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except ValueError as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, each cell as it stands there, by the names in its first row.

    Raises
    ------
    InputError
        If it cannot be read, or a row has more or fewer cells than the first.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            rows = []
            for row in reader:
                if None in row or None in row.values():
                    raise InputError(
                        f"{path}: line {reader.line_num}: expected {len(reader.fieldnames)} cells, "
                        "as in the first line"
                    )
                rows.append(row)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    except csv.Error as error:
        raise InputError(f"{path}: line {reader.line_num}: {error}") from None
    return rows


def _read_line(line: str, expected: str) -> Any:
    try:
        return read_json(line)
    except InputError:
        if line.lstrip().startswith(("{", "[")):
            raise  # it was meant to be JSON
        raise InputError(f"not JSON; expected {expected}") from None


def is_text(line: str) -> bool:
    """Whether a text can be written as UTF-8; halves of characters stand for other bytes."""
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_lines(
    lines: Iterable[str],
    answer: Callable[[dict[str, Any]], Any],
    expected: str = "one JSON object per line",
    source: str = "",
) -> Iterator[Any]:
    """Answer JSON objects line by line; empty lines are skipped.

    Parameters
    ----------
    lines : iterable of str
    answer : callable
        Answers an object.
    expected : str
        What is expected of a line, for errors: "one ending per line, as in {...}".
    source : str
        The name of the file, or nothing, for an error that is about all of it.

    Yields
    ------
    object
        The result of `answer` for each object.

    Raises
    ------
    InputError
        For the first line that is not JSON or is refused, with its number; if there is none.
    """
    is_empty = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            is_empty = False
            if not is_text(line):
                raise InputError("not UTF-8 text")
            answered = answer(_read_line(line, expected))
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
        except RecursionError:  # quoting goes deeper than reading
            raise InputError(f"line {number}: brackets are nested too deeply") from None
        yield answered
    if is_empty:
        raise InputError(f"{source or 'the input'}: nothing in it; expected {expected}")
