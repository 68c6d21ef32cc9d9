"""Folders of kept code: which may be read, and which written.

Whoever loads compiled code from a disk runs it; whoever could write it there would run code as that
user. A folder is trusted if nobody but this user and the administrator can change what is
found under its name: it belongs to one of them and is not writable by others, and the same holds
for all folders and links on the way to it. In a folder above it with the sticky bit, like ``/tmp``,
others can write, but not rename what is not theirs.

Where a system has no such owners and modes (Windows), a folder is trusted if it lies in this user's
own part of the disk: below the home folder or that for temporary files.

Folders that are made here are readable by all and writable by their owner, whatever the umask.
"""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import or_
from pathlib import Path
from typing import BinaryIO, NamedTuple

from piquet_sim.systems import find_user

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
"""The bits of a mode that let others than the owner write."""

_MOST_LINKS = 40
_FLAGS = ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")
_READING = os.O_RDONLY | reduce(or_, (getattr(os, one, 0) for one in _FLAGS))
_FOLDER_MODE, _FILE_MODE = 0o755, 0o644


class Access(NamedTuple):
    """What may be done with a folder."""

    may_read: bool
    may_write: bool
    reason: str
    """Why it may not be read, or not be written; empty if both may be done."""


class Untrusted(Exception):
    """A file that another user may have written; the message says why."""


def find_usual_home() -> Path:
    """The folder for what can be computed again: of XDG_CACHE_HOME, or where the system has such.

    That is ``~/.cache`` on Linux, ``~/Library/Caches`` on macOS and ``%LOCALAPPDATA%`` on Windows.

    Raises
    ------
    RuntimeError
        If no home folder is known.
    """
    return find_own_folder("cache", ".cache")


def find_own_folder(kind: str, usual: str) -> Path:
    """A user's own folder for files of one kind, where the system keeps such files.

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


def list_own_homes() -> Iterator[Path]:
    """Folders of this user's own, for where the usual one may not be written, made when asked for.

    Below the home folder; a temporary one, the same for every command; a new one. They are to be
    judged, since another user may have taken the name of the second.

    Raises
    ------
    OSError
        If there is no room for temporary files.
    """
    with suppress(OSError, RuntimeError):
        home = Path.home() / ".cache" / "piquet-sim"
        make_trusted_folder(home)
        yield home
    home = Path(tempfile.gettempdir(), f"piquet-sim-{find_user() or 0}")
    make_trusted_folder(home, 0o700)
    if not home.is_symlink():
        yield home
    yield Path(tempfile.mkdtemp(prefix="piquet-sim-"))


def make_trusted_folder(path: Path, mode: int = _FOLDER_MODE) -> None:
    """Make a folder and all that are missing above it, writable by this user alone.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    missing = [one for one in (path, *path.parents) if not os.path.lexists(one)]
    for one in reversed(missing):
        one.mkdir(mode, exist_ok=True)


def judge_folder(path: Path) -> Access:
    """Whether a folder that exists may be read and written.

    Raises
    ------
    OSError
        If there is no such folder.
    """
    if find_user() is None:
        return _judge_by_place(path)
    *above, (place, about) = _follow(path)
    makers = _trusted_users() | {os.lstat("/").st_uid}  # who made the root can do everything
    for one, found in above:
        reason = _find_fault(one, found, makers, is_above=True)
        if reason:
            return Access(False, False, reason)
    return _judge(place, about)


def judge_tree(path: Path) -> Access:
    """As `judge_folder`, with all folders within; one that does not exist yet is no obstacle.

    The folder that it is in must have been judged.
    """
    if find_user() is None or not os.path.lexists(path):
        return Access(True, True, "")
    may_write, reason = True, ""
    for one in (
        path,
        *(Path(folder, name) for folder, names, _ in os.walk(path) for name in names),
    ):
        access = _judge(one, one.lstat())
        if not access.may_read:
            return access
        may_write, reason = may_write and access.may_write, reason or access.reason
    return Access(True, may_write, reason)


def open_trusted(path: str | Path) -> BinaryIO:
    """Open a file for reading that nobody else can have written.

    Raises
    ------
    OSError
        If it cannot be read.
    Untrusted
        If it belongs to another user, others can write to it, or it is not a file.
    """
    try:
        handle = os.open(path, _READING)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Untrusted(f"{path} is a link") from None
        raise
    about = os.fstat(handle)
    reason = _find_fault(Path(path), about, _trusted_users())
    if not reason and not stat.S_ISREG(about.st_mode):
        reason = f"{path} is not a file"
    if reason:
        os.close(handle)
        raise Untrusted(reason)
    return open(handle, "rb")


def _judge_by_place(path: Path) -> Access:
    place = Path(path).resolve(strict=True)
    own = [Path(tempfile.gettempdir()).resolve()]
    with suppress(RuntimeError):
        own.append(Path.home().resolve())
    if not any(place.is_relative_to(one) for one in own):
        return Access(False, False, f"{place} is outside your own folders")
    if not os.access(place, os.R_OK):
        return Access(False, False, f"{place} cannot be read")
    if not os.access(place, os.W_OK):
        return Access(True, False, f"{place} cannot be written")
    return Access(True, True, "")


def make_trusted_file(path: str, flags: int) -> int:
    """An opener for `open`, of a new file that others cannot write to."""
    return os.open(path, flags | os.O_EXCL, _FILE_MODE)


def _judge(place: Path, about: os.stat_result) -> Access:
    reason = _find_fault(place, about, _trusted_users())
    if not reason and not stat.S_ISDIR(about.st_mode):
        reason = f"{place} is not a folder"
    if not reason and not _may(place, os.R_OK | os.X_OK):
        reason = f"{place} cannot be read"
    if reason:
        return Access(False, False, reason)
    if about.st_uid == find_user() and _may(place, os.W_OK):
        return Access(True, True, "")
    return Access(True, False, f"{place} cannot be written")


def _may(place: Path, what: int) -> bool:
    return os.access(place, what, effective_ids=os.access in os.supports_effective_ids)


def _follow(path: Path) -> Iterator[tuple[Path, os.stat_result]]:
    # Every folder and link that the system passes on its way to a path, and what is there.
    place = Path("/")
    yield place, place.lstat()
    waiting = list(reversed(Path.cwd().joinpath(path).parts[1:]))
    links = 0
    while waiting:
        step = place / waiting.pop()
        if step.name == "..":
            place = place.parent
            yield place, place.lstat()
            continue
        about = step.lstat()
        yield step, about
        if not stat.S_ISLNK(about.st_mode):
            place = step
            continue
        links += 1
        if links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        target = step.readlink()
        waiting.extend(reversed(target.parts[1:] if target.is_absolute() else target.parts))
        place = Path("/") if target.is_absolute() else place


def _find_fault(
    place: Path, about: os.stat_result, owners: set[int], is_above: bool = False
) -> str:
    # Why others can change what is here; empty if they cannot, or the system does not say.
    if not owners:
        return ""
    if about.st_uid not in owners:
        return f"{place} belongs to another user"
    others = about.st_mode & OTHERS_WRITE
    if not others or stat.S_ISLNK(about.st_mode):  # the mode of a link means nothing
        return ""
    if is_above and about.st_mode & stat.S_ISVTX:
        return ""
    if others == stat.S_IWGRP and _is_own_group(about.st_gid):
        return ""
    return f"{place} can be written by others"


def _trusted_users() -> set[int]:
    user = find_user()
    return set() if user is None else {0, user}


def _is_own_group(group: int) -> bool:
    # That of this user alone, for whom systems with such groups let the group write (umask 002).
    try:
        import grp
        import pwd

        user, members = pwd.getpwuid(find_user()), grp.getgrgid(group)
    except (ImportError, KeyError):
        return False
    return (
        user.pw_uid != 0
        and members.gr_name == user.pw_name
        and set(members.gr_mem) <= {user.pw_name}
    )
