"""The one module that knows numba's flags.

Compiled code is cached in a folder whose name is a digest of the engine's files, byte by byte,
since numba notices a change in a function's own file only, not in a constant or a callee
elsewhere. Folders of earlier sources are removed when a new one is made. Every file carries a
checksum: one that is damaged, as a power cut leaves it, is compiled again. Where there is no room,
nothing is kept.
"""

import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numba
from numba import config, types
from numba.core.caching import FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.typeinfer import register_dispatcher

from piquet_sim.kernel.base._inner import InnerCompiler, is_inner, rebuild_inner
from piquet_sim.kernel.base.sources import PACKAGE, list_engine_files

# Strategies are first-class functions, which numba calls experimental; they are tested here.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

IS_COMPILED: bool = not config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT is set and kernels run as plain Python."""


_ENGINE_FILES = frozenset(list_engine_files())


def _digest_compiled() -> str:
    # Every byte counts here: a change that no result depends on may move what callers swallowed.
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
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
        usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "piquet-sim"
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
            folder.mkdir(parents=True)
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


_FOLDER = _cache_folder() if IS_COMPILED else None


def compiled_folder() -> Path | None:
    """The folder of the code compiled from just these sources; None where nothing is kept."""
    return _FOLDER


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
        super().__init__(function, path)
        place = Path(path).resolve()
        self._is_engine = place in _ENGINE_FILES
        if self._is_engine:
            inside = place.relative_to(PACKAGE).parent.as_posix()
            self._cache_path = os.path.join(config.CACHE_DIR, inside.replace("/", "."))

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
    # Compiled code on disk, without which everything goes on, too.

    _impl_class = _CompiledCode
    _is_given_up = False

    def __init__(self, function: Callable, suffix: str) -> None:
        super().__init__(function)
        locator = self._impl.locator
        name = self._impl.filename_base + suffix
        self._cache_file = _CacheFile(locator.get_cache_path(), name, locator.get_source_stamp())

    def load_overload(self, sig: tuple, target_context: object) -> object:
        try:
            return super().load_overload(sig, target_context)
        except OSError as error:
            self._give_up(error)
            return None

    def save_overload(self, sig: tuple, data: object) -> None:
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


def _decorate(function: Callable, *signature: object, cache: bool, **flags: bool) -> Callable:
    if not IS_COMPILED:
        return function
    outer = _make_dispatcher(function, signature, cache, "", flags)
    inside = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}
    inner = _make_dispatcher(function, signature, cache, ".inner", flags | inside)
    outer.get_call_template = _widen_literals(inner.get_call_template)
    outer.get_overload = inner.get_overload
    inner._compiling_counter = outer._compiling_counter  # by which recursion is known
    return outer


def _make_dispatcher(
    function: Callable, signature: tuple, cache: bool, suffix: str, flags: dict[str, object]
) -> Callable:
    dispatcher = numba.njit(nogil=True, error_model="numpy", **flags)(function)
    if cache:
        # numba reads the cache folder when it decorates; the user's own functions keep theirs.
        before = config.CACHE_DIR
        config.CACHE_DIR = str(_FOLDER)
        try:
            dispatcher._cache = _Cache(function, suffix)
        finally:
            config.CACHE_DIR = before
    for one in signature:
        _fix_signature(dispatcher, one)
    return dispatcher


def _fix_signature(dispatcher: Callable, signature: object) -> None:
    # For whatever types numba would compile it, when it is first called, named by another kernel
    # or handed over as a pointer: it is compiled for this signature, once.
    compile_once = dispatcher.compile

    def compile_fixed(_: object = None) -> object:
        with global_compiler_lock, register_dispatcher(dispatcher):
            if dispatcher._can_compile:
                with warnings.catch_warnings():
                    # Who calls may have made warnings errors since this module was loaded.
                    warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
                    compile_once(signature)
                dispatcher.disable_compile()
        (compiled,) = dispatcher.overloads.values()
        return compiled.entry_point

    dispatcher.compile = compile_fixed


def compile_now(*functions: Callable) -> None:
    """Compile functions of one signature, or load their compiled code, before they are called."""
    for function in functions if IS_COMPILED else ():
        function.compile()


def _widen_literals(choose: Callable) -> Callable:
    # To numba a literal argument is a type of its own, for which it would compile the function
    # once more: for each class of calls, for either seat.
    def choose_widened(arguments: Sequence[types.Type], named: Mapping[str, types.Type]) -> tuple:
        return choose(
            tuple(types.unliteral(one) for one in arguments),
            {name: types.unliteral(one) for name, one in named.items()},
        )

    return choose_widened


def kernel(function: Callable) -> Callable:
    """Compile a function of the engine: no Python objects, no lock held, cached on disk."""
    return _decorate(function, cache=_FOLDER is not None)


def inline_kernel(function: Callable) -> Callable:
    """Compile a function of the engine into its callers.

    For what takes or returns whole named tuples in the inner loop: passing thirty integers
    costs more than most such functions do with them.
    """
    return _decorate(function, cache=_FOLDER is not None, forceinline=True)


def kernel_of(*signature: object) -> Callable[[Callable], Callable]:
    """Compile a function of the engine, or a kernel again, for one explicit signature.

    For what takes strategies: the signature names first-class function types, so that the
    function is compiled once whatever strategies it is given.
    """

    def decorate(function: Callable) -> Callable:
        written = getattr(function, "py_func", function)
        return _decorate(written, *signature, cache=_FOLDER is not None)

    return decorate


def compile_policy(function: Callable, signature: object, own: bool) -> Callable:
    """Compile a decision of a strategy for its one signature; one of the user's at once.

    Parameters
    ----------
    function : callable
        A Python function of one view.
    signature : numba signature
        int64 of the view's type.
    own : bool
        Whether the function is part of this package, whose code may be cached.
    """
    compiled = _decorate(function, signature, cache=own and _FOLDER is not None)
    if not own:
        compile_now(compiled)
    return compiled
