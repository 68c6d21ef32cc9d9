"""Private folders for compiled code.

Code that is kept on a disk is run when it is loaded, so a folder of it is private: it belongs to
this user or to the administrator, nobody else can write to it, and the same holds for all folders
above it. In a folder with the sticky bit, like ``/tmp``, others can write, but not rename what is
not theirs. Where a system has no such owners and modes (Windows), a folder is trusted if it lies
below the user's home folder or that for temporary files.
"""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def find_own_folder() -> Path:
    """A user's own folder for what can be made again, where the system keeps such files.

    That is ``~/.cache`` on Linux, ``~/Library/Caches`` on macOS and ``%LOCALAPPDATA%`` on Windows;
    ``XDG_CACHE_HOME`` names another place.

    Raises
    ------
    RuntimeError
        If no home folder is known.
    """
    import platformdirs

    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named).absolute() / "piquet-sim"
    Path.home()  # where none is known, the library would make a folder of the name ~
    return platformdirs.user_cache_path("piquet-sim", appauthor=False)


def find_user() -> int | None:
    """The number of this user; None if the system has no such numbers."""
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
