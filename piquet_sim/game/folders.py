"""Folders: made and replaced as a whole, and the private ones of code that is kept.

Code that is kept on a disk is run when it is loaded, so a folder of it is private: it belongs to
this user or to the administrator, nobody else can write to it, and the same holds for all folders
above it. In one with the sticky bit, like ``/tmp``, others can
write, but not rename what is not theirs. Where a system has no such owners and modes (Windows), a
folder is trusted if it lies below the user's home folder or that for temporary files.
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from filecmp import cmpfiles
from pathlib import Path

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason


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
        try:
            yield new
        except InputError as error:  # which names the file that was asked for
            raise InputError(str(error).replace(str(new), str(folder))) from None
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
