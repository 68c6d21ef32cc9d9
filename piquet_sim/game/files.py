"""Read files line by line, and replace a file so that nobody sees it half written."""

import hashlib
import json
import os
import re
import secrets
import stat
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from difflib import get_close_matches
from filecmp import cmp
from itertools import islice
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, BinaryIO

from piquet_sim.game.errors import InputError, read_known, refuse, refuse_twice

if TYPE_CHECKING:
    from signal import Signals

PACKAGE = Path(__file__).resolve().parents[1]
"""The folder of the package."""

_NEAR, _MOST_BESIDE = 0.75, 1000
_MOST_JSON = 20_000_000
WRITER_COMES_WITHIN = 30.0
"""Seconds to wait for somebody to write to a named pipe."""


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that replaces it when the block ends without error.

    A file whose content does not change is not touched; one that changes keeps its mode
    and, where this user may say so, its owner; a link goes on leading to its file. A process that
    is killed meanwhile leaves a file whose name begins with a dot and ends in ``.piquet-part``.

    Parameters
    ----------
    path : Path

    Raises
    ------
    InputError
        If the folder does not exist or cannot be written, the path is something other than a
        file, or one that is read-only, or the disk is full.
    """
    with naming(f"cannot write {path}", OSError, RuntimeError, ValueError):  # a ring of links
        path = Path(path)
        path = path.resolve() if path.is_symlink() else path
        before = path.stat() if path.exists() else None
        # A device or a folder would otherwise be replaced, or be noticed only after hours of work.
        refuse(
            {
                "it exists and is not a file": before is not None and not path.is_file(),
                "it is read-only": before is not None and not before.st_mode & 0o222,
            }
        )
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.piquet-part")
        temporary.touch(0o666 if before is None else 0o600, exist_ok=False)
    try:
        yield temporary
        if before is not None:
            with suppress(OSError, AttributeError):  # only an administrator may give a file away
                os.chown(temporary, before.st_uid, before.st_gid)
            temporary.chmod(stat.S_IMODE(before.st_mode))
        if not (path.is_file() and cmp(temporary, path, shallow=False)):
            replace_file_at(path, temporary)
    except OSError as error:
        raise InputError(f"cannot write {path}: {say_reason(error)}") from None
    finally:
        with suppress(OSError):  # the folder may be gone
            temporary.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Refuse a path that no file can be written to, before the work for it is done.

    Raises
    ------
    InputError
        As `replace_file`.
    """
    with closing(replace_file.__wrapped__(path)) as begun:  # ended so that nothing takes the name
        next(begun)


def say_reason(error: Exception) -> str:
    """Why a file cannot be read or written: in the system's words, or in ours.

    Names with a NUL or of no known encoding are a ValueError.
    """
    if isinstance(error, InputError):
        return str(error)
    return (getattr(error, "strerror", None) or str(error)).lower()


@contextmanager
def naming(what: object, *errors: type[Exception]) -> Iterator[None]:
    """Turn errors of a block into an `InputError` that says what they are about.

    Parameters
    ----------
    what : object
        What the message begins with; nothing if it is empty.
    errors : type
        The kinds of errors.

    Raises
    ------
    InputError
        As `say_reason` has it.
    """
    try:
        yield
    except errors as error:
        raise InputError(f"{what}: " * bool(what) + say_reason(error)) from None


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


# ---- What differs from system to system ----------------------------------------------------------


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
    for seconds in (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, None):
        try:
            os.replace(by, path)
            return
        except PermissionError as error:
            # Windows refuses to rename over an open file: access denied, or a sharing violation.
            if getattr(error, "winerror", None) not in (5, 32):
                raise
            if seconds is None:
                raise PermissionError(error.errno, "it is open in another program") from None
            time.sleep(seconds)


def list_end_signals() -> "tuple[Signals, ...]":
    """The signals of this system that ask a process to end.

    A terminal that is closed sends SIGHUP, or SIGBREAK on Windows.
    """
    import signal  # which loads a good deal of the standard library

    return tuple(
        getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
    )


@contextmanager
def heed_termination() -> Iterator[None]:
    """Treat a request to end like Ctrl-C within a block, where signals can be received.

    A terminal that is closed is one (SIGHUP, or SIGBREAK on Windows), unless it is to be ignored
    (nohup).
    """
    import signal
    import threading

    def interrupt(*_: object) -> None:
        for one in before:  # a terminal that is closed may ask twice; what was counted is kept
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {
        one: handler
        for one in list_end_signals()
        if threading.current_thread() is threading.main_thread()
        and (handler := signal.getsignal(one)) != signal.SIG_IGN
    }
    for one in before:
        signal.signal(one, interrupt)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def count_processors() -> int:
    """The processors that this process may use."""
    find_own = getattr(os, "sched_getaffinity", None)
    return len(find_own(0)) if find_own else os.cpu_count() or 1


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
    with naming(f"cannot read {path}", OSError), Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def require_object(value: object, keys: Collection[str], what: str) -> dict[str, Any]:
    """Check that a value read from JSON is an object with no other keys than these.

    Raises
    ------
    InputError
        If it is not an object or has another key.
    """
    if not isinstance(value, dict):
        raise InputError(f"{what}: expected a JSON object, as in {{...}}")
    for key in value:
        read_known(key, keys, "key", what)
    return value


def _read_pairs(pairs: list[tuple[str, object]]) -> dict[str, Any]:
    refuse_twice("key", [repr(name) for name, _ in pairs])
    return dict(pairs)


def _refuse_number(name: str) -> object:
    raise InputError(f"unreadable JSON: {name} is not a number")


def read_json(text: str) -> Any:
    """Parse a JSON text, refusing repeated keys, halves of characters, infinity and NaN.

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
        read = json.loads(text, object_pairs_hook=_read_pairs, parse_constant=_refuse_number)
        if "\\ud" in text.lower() and not is_text(json.dumps(read, ensure_ascii=False)):
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


def name_encoding(start: bytes) -> str:
    """How a text is encoded, by its first bytes: some shells write UTF-16, with a mark.

    Examples
    --------
    >>> name_encoding("A".encode("utf-16")), name_encoding(b"A")
    ('utf-16', 'utf-8-sig')
    """
    return "utf-16" if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"


def open_file(path: Path | str) -> BinaryIO:
    """Open a file to read; a named pipe only if somebody writes to it within half a minute.

    Raises
    ------
    InputError
        If nobody does.
    OSError, ValueError
        If it cannot be opened.
    """
    if not stat.S_ISFIFO(os.stat(path).st_mode):
        return open(path, "rb")
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    # Reading would block where there is a writer, who may be slow.
    if not select([pipe], [], [], WRITER_COMES_WITHIN)[0]:
        with suppress(BlockingIOError):
            os.read(pipe, 1)
            os.close(pipe)
            raise InputError(f"{path}: nobody wrote to it within {WRITER_COMES_WITHIN:g} seconds")
    os.set_blocking(pipe, True)
    return open(pipe, "rb")


def read_content(path: Path, most: int) -> bytes:
    """The content of a file.

    Raises
    ------
    InputError
        If there is no such file, it is larger than `most` bytes, or cannot be read; the message
        does not name it.
    """
    with naming("", OSError, ValueError):
        if not path.is_file():
            raise InputError("not a file" if path.exists() else f"no such file{suggest_file(path)}")
        if path.stat().st_size > most:
            raise InputError(f"more than {most:,} bytes, which is too large")
        return path.read_bytes()


def read_json_file(path: Path) -> dict[str, Any]:
    """A JSON object from a file.

    Raises
    ------
    InputError
        If there is no such file, it is larger than 20 million bytes, or holds something else.
    """
    with naming(path, ValueError):
        content = read_content(path, _MOST_JSON)
        value = read_json(content.decode(name_encoding(content)))
        return require_object(value, set(value) if isinstance(value, dict) else set(), "content")


_HALVES = re.compile("[\ud800-\udfff]")


def is_text(line: str) -> bool:
    """Whether a text can be written as UTF-8; half a character stands for another byte."""
    return not _HALVES.search(line)


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
    number = 0
    for number, line in ((at, one) for at, one in enumerate(lines, 1) if one.strip()):
        try:
            refuse(
                {
                    "not UTF-8 text": not is_text(line),
                    f"not a JSON object; expected {expected}": line.lstrip()[:1] != "{",
                }
            )
            answered = answer(read_json(line))
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
        except RecursionError:  # quoting goes deeper than reading
            raise InputError(f"line {number}: brackets are nested too deeply") from None
        yield answered
    if not number:
        raise InputError(f"{source or 'the input'}: nothing in it; expected {expected}")
