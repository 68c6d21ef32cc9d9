"""Where compiled code is kept, so that it is compiled once on a machine.

It lies in a folder whose name is a digest of the engine's files, byte by byte, since numba notices
a change in a function's own file only, not in a constant or a callee elsewhere. Folders of earlier
sources are removed when a new one is made. Every file carries a checksum: one that is damaged, as a
power cut leaves it, is compiled again. Where there is no room, nothing is kept. Each function that
is not found there is reported to `piquet_sim.preparation`.

Nothing here decides what happens in a deal: this module is not part of the engine's digest.
"""

import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path

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

from piquet_sim.engine_sources import PACKAGE, list_engine_files
from piquet_sim.kernel.base._inner import is_inner, rebuild_inner
from piquet_sim.preparation import Compilation, find_usual_home

_FORM = 1
"""Changes when what is kept changes its form."""

_ENGINE_FILES = frozenset(list_engine_files())


def _digest_compiled() -> str:
    # Every byte counts here: a change that no result depends on may move what callers swallowed.
    digest = hashlib.sha256(f"{_FORM} {numba.__version__} {sys.version}".encode())
    for path in list_engine_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _tell(text: str) -> None:
    print(f"piquet: {text}", file=sys.stderr)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


@cache
def cache_home() -> Path:
    """The folder for what can be computed again; a temporary one where there is no other."""
    try:
        usual = find_usual_home()
        usual.mkdir(parents=True, exist_ok=True)
        if os.access(usual, os.W_OK | os.X_OK):
            return usual
        reason = f"{usual} cannot be written"
    except RuntimeError:
        reason = "no home folder is known"
    except OSError as error:
        reason = f"cannot make {usual}: {_reason(error)}"
    try:
        home = _temporary_home()
    except OSError as error:
        _tell(f"{reason}, and no temporary folder ({_reason(error)}); compiled code is not kept")
        return Path(os.devnull, "piquet-sim")  # nothing can be written there
    _tell(f"{reason}; compiled code is kept in {home} (XDG_CACHE_HOME names another folder)")
    return home


def _temporary_home() -> Path:
    # The same for every command; not if another user has made it, whose code would be run.
    home = Path(tempfile.gettempdir(), f"piquet-sim-{os.getuid()}")
    home.mkdir(mode=0o700, exist_ok=True)
    about = home.lstat()
    is_own = stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid()
    if is_own and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return home
    return Path(tempfile.mkdtemp(prefix="piquet-sim-"))


def _cache_folder() -> Path | None:
    home = cache_home()
    folder = home / f"compiled-{_digest_compiled()}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)  # another process may have been quicker
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


_FOLDER = None if config.DISABLE_JIT else _cache_folder()


def compiled_folder() -> Path | None:
    """The folder of the code compiled from just these sources; None where nothing is kept."""
    return _FOLDER


def is_kept() -> bool:
    """Whether what is compiled is kept: there is a folder, and it has room."""
    return _FOLDER is not None and not _Cache._is_given_up


def _start_counting() -> Compilation:
    if _FOLDER is None:
        return Compilation(None, True)
    is_first = next(_FOLDER.rglob("*.nbc"), None) is None
    return Compilation(_FOLDER.parent / "compilations.txt", is_first)


COMPILATION = _start_counting()
"""What this process compiles."""


class _Damaged(Exception):
    # A file of compiled code that is not what was written.
    pass


class _CacheFile(IndexDataCacheFile):
    # The files of one function, each with a checksum before its content.

    def _dump(self, obj: object) -> bytes:
        content = super()._dump(obj)
        return hashlib.sha256(content).digest() + content

    def _read(self, path: str) -> object:
        whole = Path(path).read_bytes()
        size = hashlib.sha256().digest_size
        content = whole[size:]
        if hashlib.sha256(content).digest() != whole[:size]:
            raise _Damaged
        return pickle.loads(content)

    def _read_or_remove(self, path: str) -> object:
        try:
            return self._read(path)
        except _Damaged:
            Path(path).unlink(missing_ok=True)
            _tell(f"the compiled code in {path} is damaged; it is removed and compiled again")
            raise FileNotFoundError(path) from None

    def _load_index(self) -> dict:
        try:
            stamp, overloads = self._read_or_remove(self._index_path)
        except FileNotFoundError:
            return {}
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict) -> None:
        with self._open_for_write(self._index_path) as file:
            file.write(self._dump((self._source_stamp, overloads)))

    def _load_data(self, name: str) -> object:
        return self._read_or_remove(self._data_path(name))


class _Locator(UserProvidedCacheLocator):
    # The folder is that of just these sources, so neither where they lie nor when they were
    # written counts: another checkout, or the installed package, finds the code compiled.
    # Whether the folder can be written is seen when something is written.

    def __init__(self, function: Callable, path: str) -> None:
        self._py_file = path
        self._lineno = function.__code__.co_firstlineno
        place = Path(path).resolve()
        self._is_engine = place in _ENGINE_FILES
        if self._is_engine:
            inside = place.relative_to(PACKAGE).parent.as_posix().replace("/", ".")
        else:
            inside = self.get_suitable_cache_subpath(path)
        self._cache_path = str(_FOLDER / inside)

    def get_source_stamp(self) -> object:
        return None if self._is_engine else super().get_source_stamp()

    def ensure_cache_path(self) -> None:
        os.makedirs(self.get_cache_path(), exist_ok=True)

    @classmethod
    def from_function(cls, py_func: Callable, py_file: str) -> "_Locator":
        return cls(py_func, py_file)


class _CompiledCode(FunctionCache._impl_class):
    _locator_classes = (_Locator,)

    def rebuild(self, target_context: object, payload: tuple) -> CompileResult:
        if is_inner(payload):
            return rebuild_inner(target_context, payload)
        return super().rebuild(target_context, payload)


class _Cache(FunctionCache):
    # Compiled code on disk, without which everything goes on, too. Where it lies is worked out
    # when it is first asked for, since most functions are only ever swallowed by others.

    _is_given_up = False

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
    def _cache_file(self) -> _CacheFile:
        name = self._impl.filename_base + self._suffix
        return _CacheFile(self._cache_path, name, self._impl.locator.get_source_stamp())

    def load_overload(self, sig: tuple, target_context: object) -> object:
        try:
            # All that code needs to be loaded; numba would load what it compiles with, too.
            rtsys.initialize(target_context)
            found = self._load_overload(sig, target_context)
        except OSError as error:
            self._give_up(error)
            found = None
        if found is None:
            COMPILATION.begin_function()
        return found

    def save_overload(self, sig: tuple, data: object) -> None:
        COMPILATION.end_function()
        if _Cache._is_given_up:
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        if not _Cache._is_given_up:
            _tell(f"the cache {_FOLDER}: {_reason(error)}; compiled code is not kept")
        _Cache._is_given_up = True


class _NoCache(NullCache):
    # Where nothing is kept, what is compiled is still counted.

    def load_overload(self, sig: tuple, target_context: object) -> None:
        COMPILATION.begin_function()

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
    dispatcher._cache = _NoCache() if _FOLDER is None else _Cache(function, suffix)
