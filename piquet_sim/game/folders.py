"""Folders: made and filled as a whole, and the private ones of code that is kept.

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
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import check_writable, naming, replace_file, say_reason


def check_replaceable(folder: Path, names: Iterable[str]) -> None:
    """Refuse a folder into which some files cannot be written, before the work for them is done.

    Raises
    ------
    InputError
        If something else has its name, such as a link that leads nowhere; it cannot be made or
        written; or one of these files may only be read.
    """
    with replace_folder(folder):
        for name in names:
            check_writable(folder / name)


@contextmanager
def replace_folder(folder: Path) -> Iterator[Path]:
    """An empty folder whose files go to another one when the block ends without error.

    That other folder is made if it is missing. If not, it stays the same folder, with its mode, its
    owner and what it holds besides; files of these names keep theirs, and a link goes on leading to
    its file. All are written, and their places checked, before the first takes its place; equal
    ones are not touched.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    InputError
        If the folder or one of the files cannot be written.
    """
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    with naming(f"cannot create the folder {folder}", OSError, ValueError):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=".piquet-", dir=folder) as aside:
            try:
                yield Path(aside)
            except InputError as error:  # which names the file that was asked for
                raise InputError(str(error).replace(aside, str(folder))) from None
            written = sorted(os.listdir(aside))
            for name in written:
                check_writable(folder / name)
            for name in written:
                with replace_file(folder / name) as temporary:
                    shutil.move(Path(aside, name), temporary)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {say_reason(error)}") from None
    finally:
        for one in made:
            with suppress(OSError):  # unless there is something in it
                one.rmdir()


# ---- Private folders -----------------------------------------------------------------------------
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
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named).absolute() / "piquet-sim"
    home = Path.home()  # the library would take the folder of the name ~ for one that is not known
    try:
        import platformdirs
    except ImportError:  # it needs numbers of users on each system but Windows
        return home / ".cache" / "piquet-sim"
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
