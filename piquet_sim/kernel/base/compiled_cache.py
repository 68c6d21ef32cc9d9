"""Where compiled code is kept, so that it is compiled once on a machine.

It lies in a folder whose name is a digest of all files that hold kernels, byte by byte, since numba
notices a change in a function's own file only, not in a constant or a callee elsewhere. Folders of
earlier sources are removed when a new one is made. Every file carries a checksum: one that is
damaged, as a power cut leaves it, is compiled again, and so is one that another user could have
written: what is kept is run. Where there is no room, nothing is kept. Each function that is not
found is reported to `piquet_sim.preparation`.

A usual folder that is trusted and cannot be written, as that of an image or a classroom, is shared:
it is read, and what is missing there is kept in a folder of this user's own.

Nothing here decides what happens in a deal: this module is not part of the engine's digest.
"""

import hashlib
import os
import pickle
import shutil
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numba
from numba import config
from numba.core.caching import (
    FunctionCache,
    IndexDataCacheFile,
    NullCache,
    UserProvidedCacheLocator,
)
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys

from piquet_sim.cache_folders import (
    Access,
    Untrusted,
    find_usual_home,
    judge_folder,
    judge_tree,
    list_own_homes,
    make_trusted_file,
    make_trusted_folder,
    open_trusted,
)
from piquet_sim.engine_sources import PACKAGE, list_compiled_files
from piquet_sim.kernel.base._inner import is_inner, rebuild_inner, take_indices_as_they_are
from piquet_sim.preparation import Compilation
from piquet_sim.systems import replace_file_at

_FORM = 1
"""Changes when what is kept changes its form."""

_OWN_FILES = frozenset(list_compiled_files())


@cache
def name_folder() -> str:
    """The folder's name: a digest of the kernels' files, byte by byte, and of the compiler."""
    # Every byte counts: a change that no result depends on may move what callers swallowed.
    digest = hashlib.sha256(f"{_FORM} {numba.__version__} {sys.version}".encode())
    for path in list_compiled_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return f"compiled-{digest.hexdigest()[:16]}"


def _tell(text: str) -> None:
    print(f"piquet: {text}", file=sys.stderr)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


class Homes(NamedTuple):
    """Folders for what can be computed again."""

    own: Path
    """Where it is kept; one that cannot be made, where there is no room."""

    shared: Path | None
    """Where it is only looked for: the usual folder, if it is trusted and cannot be written."""

    reason: str
    """Why the usual folder is not this user's own, and what is done about it: one line."""


@cache
def find_homes() -> Homes:
    """The folders for what can be computed again; a line is printed if it is not the usual one.

    Nothing is said if the usual one can only be read and holds code of just these sources.
    """
    shared = None
    try:
        usual = find_usual_home()
        make_trusted_folder(usual)
        access = _judge_home(usual)
        if access.may_write:
            return Homes(usual, None, "")
        reason = access.reason
        shared = usual if access.may_read and (usual / name_folder()).is_dir() else None
    except RuntimeError:
        reason = "no home folder is known"
    except OSError as error:
        reason = f"cannot make {usual}: {_reason(error)}"
    try:
        own = _find_own_home()
        place = f"; compiled code is kept in {own} (XDG_CACHE_HOME names another folder)"
    except OSError as error:
        own = Path(os.devnull, "piquet-sim")  # nothing can be written there
        place = f", and no temporary folder ({_reason(error)}); compiled code is not kept"
    if shared is None:
        _tell(reason + place)
    return Homes(own, shared, reason + place)


def _judge_home(home: Path) -> Access:
    access = judge_folder(home)
    if not access.may_read:
        return access
    within = judge_tree(home / name_folder())
    return within if access.may_write or not within.may_read else access


def _find_own_home() -> Path:
    for home in list_own_homes():
        if _judge_home(home).may_write:
            break
    return home


def cache_home() -> Path:
    """The folder for what can be computed again; a temporary one where there is no other."""
    return find_homes().own


def shared_home() -> Path | None:
    """The folder in which that is looked for, too, and nothing is written."""
    return find_homes().shared


def make_cache_folder() -> Path | None:
    """Make the folder of the code compiled from just these sources; None if there is no room."""
    home = cache_home()
    folder = home / name_folder()
    try:
        if not folder.is_dir():
            make_trusted_folder(folder)  # another process may have been quicker
            others = [path for path in home.glob("compiled-*") if path != folder]
            others.sort(key=lambda path: path.stat().st_mtime)
            for old in others[:-3]:
                shutil.rmtree(old, ignore_errors=True)
    except NotADirectoryError:  # there is no cache, as has been said
        return None
    except OSError as error:
        _tell(f"the cache {folder}: {_reason(error)}; compiled code is not kept")
        return None
    return folder


_FOLDER = None if config.DISABLE_JIT else make_cache_folder()
_SHARED = None if config.DISABLE_JIT or shared_home() is None else shared_home() / name_folder()


def compiled_folder() -> Path | None:
    """The folder of the code compiled from just these sources; None where nothing is kept."""
    return _FOLDER


def compiled_folders() -> list[Path]:
    """The folders in which that code is looked for: this user's own, and one that is shared."""
    return [folder for folder in (_FOLDER, _SHARED) if folder is not None]


def is_kept() -> bool:
    """Whether what is compiled is kept: there is a folder, and it has room."""
    return _FOLDER is not None and not CodeCache.is_given_up


def _start_counting() -> Compilation:
    is_first = not any(True for folder in compiled_folders() for _ in folder.rglob("*.nbc"))
    return Compilation(_FOLDER and _FOLDER.parent / "compilations.txt", is_first)


COMPILATION = _start_counting()
"""What this process compiles."""


class _Damaged(Exception):
    # A file of compiled code that is not what was written.
    pass


class CodeFile(IndexDataCacheFile):
    """The files of one function, each with a checksum before its content.

    What is not found in this user's own folder is looked for in the one that is shared.
    """

    def __init__(self, *about: object, shared: "CodeFile | None" = None) -> None:
        super().__init__(*about)
        self._shared = shared

    def load(self, key: tuple) -> object:
        """What is kept under a key; None if there is nothing."""
        found = super().load(key)
        if found is None and self._shared is not None:
            with suppress(OSError):  # what cannot be read there is compiled
                return self._shared.load(key)
        return found

    def _dump(self, obj: object) -> bytes:
        content = super()._dump(obj)
        return hashlib.sha256(content).digest() + content

    def _read(self, path: str) -> object:
        with open_trusted(path) as file:
            whole = file.read()
        size = hashlib.sha256().digest_size
        content = whole[size:]
        if hashlib.sha256(content).digest() != whole[:size]:
            raise _Damaged(f"the compiled code in {path} is damaged")
        return pickle.loads(content)

    def _read_or_remove(self, path: str) -> object:
        try:
            return self._read(path)
        except (_Damaged, Untrusted) as error:
            removed = ""
            with suppress(OSError):
                Path(path).unlink()
                removed = " removed and"
            _tell(f"{error}; it is{removed} compiled again")
            raise FileNotFoundError(path) from None

    def _load_index(self) -> dict:
        try:
            stamp, overloads = self._read_or_remove(self._index_path)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict) -> None:
        with self._open_for_write(self._index_path) as file:
            file.write(self._dump((self._source_stamp, overloads)))

    def _load_data(self, name: str) -> object:
        return self._read_or_remove(self._data_path(name))

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[BinaryIO]:
        temporary = f"{path}.tmp.{uuid.uuid4().hex[:16]}"
        try:
            with open(temporary, "wb", opener=make_trusted_file) as file:
                yield file
            replace_file_at(path, temporary)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


class _Locator(UserProvidedCacheLocator):
    # The folder is that of just these sources, so neither where they lie nor when they were
    # written counts: another checkout, or the installed package, finds the code compiled.
    # Whether the folder can be written is seen when something is written.

    def __init__(self, function: Callable, path: str) -> None:
        self._py_file = path
        self._lineno = function.__code__.co_firstlineno
        place = Path(path).resolve()
        self._is_own = place in _OWN_FILES
        if self._is_own:
            inside = place.relative_to(PACKAGE).parent.as_posix().replace("/", ".")
        else:
            inside = self.get_suitable_cache_subpath(path)
        self._inside = inside

    def get_source_stamp(self) -> object:
        return None if self._is_own else super().get_source_stamp()

    def get_cache_path(self) -> str:
        return str((_FOLDER or Path(os.devnull)) / self._inside)

    def get_shared_path(self) -> str:
        return str(_SHARED / self._inside)

    def ensure_cache_path(self) -> None:
        make_trusted_folder(Path(self.get_cache_path()))

    @classmethod
    def from_function(cls, py_func: Callable, py_file: str) -> "_Locator":
        return cls(py_func, py_file)


class _CompiledCode(FunctionCache._impl_class):
    _locator_classes = (_Locator,)

    def rebuild(self, target_context: object, payload: tuple) -> CompileResult:
        if is_inner(payload):
            return rebuild_inner(target_context, payload)
        return super().rebuild(target_context, payload)


def _begin_function() -> None:
    take_indices_as_they_are()
    COMPILATION.begin_function()


class CodeCache(FunctionCache):
    """One function's compiled code on disk, without which everything goes on, too.

    Where it lies is worked out when it is first asked for, since most functions are only ever
    swallowed by others.
    """

    is_given_up = False
    """Whether this process has stopped keeping code, for want of room."""

    def __init__(self, function: Callable, suffix: str) -> None:
        self._py_func = function
        self._name = repr(function)
        self._suffix = suffix
        self.enable()

    @cached_property
    def _impl(self) -> _CompiledCode:
        return _CompiledCode(self._py_func)

    @cached_property
    def _cache_path(self) -> str:
        return self._impl.locator.get_cache_path()

    @cached_property
    def _cache_file(self) -> CodeFile:
        name = self._impl.filename_base + self._suffix
        locator = self._impl.locator
        stamp, shared = locator.get_source_stamp(), None
        if _SHARED is not None:
            shared = CodeFile(locator.get_shared_path(), name, stamp)
        return CodeFile(self._cache_path, name, stamp, shared=shared)

    def load_overload(self, sig: tuple, target_context: object) -> object:
        """The function compiled for a signature; None, and counted, if it must be compiled."""
        try:
            # All that code needs to be loaded; numba would load what it compiles with, too.
            rtsys.initialize(target_context)
            found = self._load_overload(sig, target_context)
        except OSError as error:
            self._give_up(error)
            found = None
        if found is None:
            _begin_function()
        return found

    def save_overload(self, sig: tuple, data: object) -> None:
        """Keep what was compiled for a signature, if there is room."""
        COMPILATION.end_function()
        if CodeCache.is_given_up:
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        if not CodeCache.is_given_up:
            failed = f"the cache {_FOLDER}: {_reason(error)}; compiled code is not kept"
            _tell(find_homes().reason if _FOLDER is None else failed)
        CodeCache.is_given_up = True


class _NoCache(NullCache):
    # Where nothing is kept, what is compiled is still counted.

    def load_overload(self, sig: tuple, target_context: object) -> None:
        _begin_function()

    def save_overload(self, sig: tuple, data: object) -> None:
        COMPILATION.end_function()


def keep_on_disk(dispatcher: Callable, function: Callable, suffix: str) -> None:
    """Let a function's compiled code be looked for on disk, and be kept there.

    Parameters
    ----------
    dispatcher : numba dispatcher
    function : callable
        The Python function.
    suffix : str
        Tells apart what is compiled of one function in several ways.
    """
    dispatcher._cache = CodeCache(function, suffix) if compiled_folders() else _NoCache()
