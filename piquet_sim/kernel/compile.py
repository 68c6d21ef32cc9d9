"""The decorators that compile kernels and keep their machine code on disk.

A kernel is compiled when it is first used, and what was compiled is kept, one file for each
signature, so that the engine is compiled once on a machine. A file or folder that another user
could have written is not trusted, since what is loaded is run (`piquet_sim.game.folders`). A file
carries a checksum; one that is damaged, or cannot be loaded for any other reason, is compiled again
and replaced. Where nothing can be kept, all else works.

The folder is named by a digest of the sources, byte by byte: numba itself notices a change in the
function's own file only, not one in a constant or a function elsewhere. A folder that can only be
read, as an administrator's, is read; what is missing there goes into one of the user's own.

Plain ``numba.njit(cache=True)`` would do the same more slowly; what each departure buys stands in
`numba_private`, with all that is private in numba.
"""

import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import config, int64, types
from numba.core import cgutils
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from piquet_sim.game.files import PACKAGE, replace_file_at, say_reason
from piquet_sim.game.folders import (
    find_fault,
    find_own_folder,
    find_user,
    is_trusted,
    make_private_folder,
)
from piquet_sim.kernel.numba_private import (
    InnerCompiler,
    dumps,
    global_compiler_lock,
    hasten_compiler,
    load_code,
    pack_code,
    register_dispatcher,
    remember_address,
    rtsys,
    use_inside,
)

# Strategies are first-class functions, which numba calls experimental; they are tested here.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

IS_COMPILED: bool = not config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT is set and kernels run as plain Python."""

_KEPT_FOLDERS = 4

COMPILING = "compiling the engine, once on this machine: usually half a minute or less"


@cache
def say_once(text: str) -> None:
    """Print a line to standard error, once in a process, unless ``PIQUET_QUIET`` is set."""
    if not os.environ.get("PIQUET_QUIET"):
        print(f"piquet: {text}", file=sys.stderr, flush=True)


# ---- Sources -------------------------------------------------------------------------------------
_ENGINE = (
    "game/cards.py",
    "game/laws.py",
    "game/rules.py",
    "game/terms.py",
    "game/settlement.py",
    "kernel",
    *(f"strategies/{name}.py" for name in ("__init__", "policies", "registry")),
    *(f"strategies/{name}.py" for name in ("learned", "score_values")),
    *(f"strategies/{name}.py" for name in ("random", "novice", "club", "expert", "master")),
    *(f"conditions/{name}.py" for name in ("attributes", "model", "counting", "dealing")),
)
"""Everything that compiled code is made of or takes a constant from, what a score is worth to
players who heed it, and what numbers the deals that fulfil a condition. How a condition is read is
no part of it: results carry the reading."""
_QUESTIONS = PACKAGE / "kernel" / "questions"
_ROOMS = ("game", "kernel", "strategies", "conditions", "deals")


def list_engine_files() -> list[Path]:
    """The files of the package that decide what happens in a deal."""
    parts = [PACKAGE / part for part in _ENGINE]
    files = [path for part in parts for path in (part, *part.rglob("*.py"))]
    return sorted(path for path in files if path.is_file() and path.parent != _QUESTIONS)


def list_compiled_files() -> list[Path]:
    """All files of the rooms that hold kernels, or constants that kernels use."""
    return sorted(path for room in _ROOMS for path in (PACKAGE / room).rglob("*.py"))


# ---- Folders -------------------------------------------------------------------------------------
class Folders(NamedTuple):
    """Folders of what was made from just these sources."""

    own: Path | None
    """Where it is kept; None where there is no room for it."""
    shared: Path | None
    """A trusted one that cannot be written, in which it is looked for, too."""
    fault: str
    """Why the usual folder is not this user's own; empty if it is."""


@cache
def name_folder() -> str:
    """The folder's name: a digest of the sources, byte by byte, and of the compiler."""
    digest = hashlib.sha256(f"2 {numba.__version__} {sys.version}".encode())
    for path in list_compiled_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return f"compiled-{digest.hexdigest()[:16]}"


def _list_homes() -> Iterator[Path]:
    with suppress(RuntimeError):  # no home folder is known
        yield find_own_folder()
        yield Path.home() / ".cache" / "piquet-sim"
    yield Path(tempfile.gettempdir(), f"piquet-sim-{find_user() or 0}")


@cache
def find_folders() -> Folders:
    """The folders that this process reads and writes.

    The usual one is in ``XDG_CACHE_HOME``, or where the system has such folders. Where it cannot be
    used, one in the home folder or among temporary files takes its place, which is said unless the
    usual one can be read.
    """
    own, shared, faults = None, None, []
    for home in _list_homes():
        folder = home / name_folder()
        try:
            make_private_folder(folder)
            fault = find_fault(folder)
        except OSError as error:
            fault = f"{folder}: {say_reason(error)}"
        if not fault and os.access(folder, os.W_OK):
            own = folder
            _remove_old_folders(folder)
            break
        if not fault:
            shared, fault = shared or folder, f"{folder} cannot be written"
        faults.append(fault)
    if faults and shared is None:
        say_once(f"{faults[0]}; compiled code is {f'kept in {own}' if own else 'not kept'}")
    return Folders(own, shared, next(iter(faults), ""))


def _remove_old_folders(used: Path) -> None:
    # But for those that were used last, so that two branches are not compiled in turn.
    with suppress(OSError):  # another process may be removing them
        os.utime(used)
        folders = sorted(used.parent.glob("compiled-*"), key=lambda path: path.stat().st_mtime)
        for old in folders[:-_KEPT_FOLDERS]:
            shutil.rmtree(old, ignore_errors=True)


# ---- What is kept --------------------------------------------------------------------------------
_CHECKSUM_BYTES = hashlib.sha256().digest_size

refusals: list[str] = []
"""Why this process could not keep something."""


def _open_to_read(path: str, flags: int) -> int:
    # A link is not followed, and a pipe not waited for.
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def read_kept(name: str) -> np.ndarray | None:
    """Bytes kept under a name; None if there are none that are whole and can be trusted."""
    own, shared, _ = find_folders()
    for folder in filter(None, (own, shared)):
        with suppress(OSError), open(folder / name, "rb", opener=_open_to_read) as file:
            about = os.fstat(file.fileno())
            if stat.S_ISREG(about.st_mode) and is_trusted(about):
                whole = np.empty(about.st_size, np.uint8)  # in large pages, where it is large
                file.readinto(whole)
                checksum, content = np.split(whole, [_CHECKSUM_BYTES])
                if hashlib.sha256(content).digest() == checksum.tobytes():
                    return content
    return None


def keep(name: str, content: bytes | memoryview) -> None:
    """Keep something under a name, completely or not at all; say once why if there is no room."""
    folder = find_folders().own
    if folder is None:
        return
    try:
        with tempfile.TemporaryDirectory(dir=folder) as aside:
            path = Path(aside, name)
            path.touch(0o600)
            with path.open("wb") as file:
                file.write(hashlib.sha256(content).digest())
                file.write(content)
            replace_file_at(folder / name, path)
    except OSError as error:
        refusals.append(f"{folder}: {say_reason(error)}; compiled code is not kept")
        say_once(refusals[-1])


@cache
def name_source(path: str) -> tuple[str, str]:
    """Where a function is written, and the digest of that file unless the folder is named by it."""
    place = Path(path).resolve()
    if any(place.is_relative_to(PACKAGE / room) for room in _ROOMS):
        return place.relative_to(PACKAGE).as_posix(), ""
    return str(place), hashlib.sha256(place.read_bytes()).hexdigest()


def _name_closed(function: Callable) -> list[object]:
    # What a function closes over; of a kernel its name, and what it closes over itself.
    closed = [cell.cell_contents for cell in function.__closure__ or ()]
    return [
        [f"{one.__module__}.{one.__qualname__}", *_name_closed(one.py_func)]
        if hasattr(one, "py_func")
        else one
        for one in closed
    ]


class KeptCode:
    """The compiled code of a function on disk, a file for each signature.

    numba calls `load_overload` before it compiles the function, and `save_overload` afterwards.

    Parameters
    ----------
    function : callable
        The Python function.
    suffix : str
        Distinguishes what is compiled of one function in several ways.
    """

    def __init__(self, function: Callable, suffix: str) -> None:
        self._function = function
        self._suffix = suffix

    cache_path = property(lambda self: str(find_folders().own))
    """What numba shows among a function's ``stats``."""

    def _name(self, signature: object, target_context: object) -> str:
        written = self._function.__code__
        closed = _name_closed(self._function)
        about = (
            *(*name_source(written.co_filename), written.co_firstlineno, self._suffix),
            *(str(signature), target_context.codegen().magic_tuple()),
        )
        digest = hashlib.sha256(repr(about).encode() + (dumps(closed) if closed else b""))
        return f"{self._function.__name__}-{digest.hexdigest()[:32]}"

    def load_overload(self, signature: object, target_context: object) -> object:
        """The kept code for a signature; None if there is none that can be loaded."""
        rtsys.initialize(target_context)  # all that kept code needs; the compiler is not loaded
        with suppress(Exception):  # whatever is wrong with it, it can be compiled again
            known, payload = pickle.loads(read_kept(self._name(signature, target_context)))
            if known == signature:
                return load_code(target_context, payload)
        say_once(COMPILING)
        hasten_compiler()
        return None

    def save_overload(self, signature: object, compiled: object) -> None:
        """Keep what was compiled for a signature."""
        packed = pack_code(compiled)
        if packed:
            keep(self._name(signature, compiled.target_context), dumps((signature, packed)))


# ---- Decorators ----------------------------------------------------------------------------------
def kernel(
    function: Callable,
    *signature: object,
    is_kept: bool = True,
    kind: type | None = None,
    never: Callable | None = None,
    **flags: bool | str,
) -> Callable:
    """Compile a function of the engine: no Python objects, no lock held, cached on disk.

    Kernels that call it are given its inner form.

    Parameters
    ----------
    function : callable
    *signature : numba signature
        The only one; by default it is compiled for whatever types it is given.
    is_kept : bool
        Whether its code may be kept on disk.
    kind, never : type and callable, optional
        As for `kernel_unless`.
    **flags
        Of ``numba.njit``.
    """
    if not IS_COMPILED:
        return function
    flags.setdefault("forceinline", False)  # else it is taken from whoever calls it first
    outer = _make_dispatcher(function, signature, is_kept, "", flags)
    if not is_kept:  # what calls Python back needs surroundings that inner kernels have not
        return outer
    inside = flags | {
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "pipeline_class": InnerCompiler,
    }
    use_inside(
        outer, lambda: _make_dispatcher(function, signature, is_kept, ".inner", inside), kind, never
    )
    return outer


def _make_dispatcher(
    function: Callable, signature: tuple, is_kept: bool, suffix: str, flags: dict[str, object]
) -> Callable:
    dispatcher = numba.njit(nogil=True, error_model="numpy", **flags)(function)
    if is_kept:
        dispatcher._cache = KeptCode(function, suffix)
    compile_once = dispatcher.compile

    def compile_fixed(_: object = None) -> object:
        # For whatever types numba would compile it, when it is first called, named by another
        # kernel or handed over as a pointer: it is compiled for its signature, once.
        if dispatcher._can_compile:
            with global_compiler_lock, register_dispatcher(dispatcher), warnings.catch_warnings():
                # The caller may have made warnings errors since this module was loaded.
                warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
                if dispatcher._can_compile:  # no other thread was quicker
                    compile_once(*signature)
                    remember_address(dispatcher)
        (compiled,) = dispatcher.overloads.values()
        return compiled.entry_point

    if signature:
        dispatcher.compile = compile_fixed
    return dispatcher


def find_entry(function: Callable) -> Callable:
    """The compiled code of a function of one signature, to be called from Python.

    It takes its arguments for what the signature says, which saves a quarter of a millisecond a
    call where these are strategies.
    """
    return function.compile() if IS_COMPILED else function


inline_kernel = partial(kernel, forceinline=True)
"""Compile a function of the engine into its callers.

For what takes or returns whole named tuples in the inner loop: passing thirty integers
costs more than most such functions do with them.
"""

woven_kernel = partial(kernel, inline="always")
"""Write a function of the engine out in its callers before they are compiled.

For what a recursion does between its calls of itself.
"""


def kernel_unless(kind: type, never: Callable) -> Callable[[Callable], Callable]:
    """Compile a function of the engine, but not into kernels that never ask it.

    Those are known by the type of the first argument: where it is a `kind` of named tuple, `never`
    is compiled in its place, which takes and returns the same.
    """
    return lambda function: kernel(function, kind=kind, never=kernel(never))


def kernel_of(*signature: object) -> Callable[[Callable], Callable]:
    """Compile a function of the engine for one explicit signature.

    For what takes strategies: the signature names first-class function types, so that the
    function is compiled once whatever strategies it is given.
    """
    return lambda function: kernel(function, *signature)


def compile_policy(function: Callable, signature: object, is_kept: bool) -> Callable:
    """Compile a decision of a strategy into whatever asks it with a view.

    Parameters
    ----------
    function : callable
        A Python function of one view.
    signature : numba signature
        int64 of the view's type.
    is_kept : bool
        Whether its code may be kept on disk: for functions of this package.
    """
    return kernel(function, signature, is_kept=is_kept, forceinline=True)


# Their globals are those that `compile_entry` gives them.
def _answer(place):
    return decide(read_view(place))  # noqa: F821


def _answer_in_room(place):
    view = read_view(place)  # noqa: F821
    return decide(view, find_room(place, view.seat))  # noqa: F821


def compile_entry(
    decide: Callable,
    function: Callable,
    read_view: Callable,
    signature: object,
    is_kept: bool,
    find_room: Callable | None = None,
) -> Callable:
    """Compile a decision to be asked by a pointer, with the place of the view; outsiders' at once.

    Parameters
    ----------
    decide : callable
        Takes the view, and the room of its seat if that is to be looked for.
    function : callable
        The Python function that it was made of.
    read_view : callable
        Reads the view from its place.
    signature : numba signature
    is_kept : bool
    find_room : callable, optional
        Finds the room of a seat from the place of the view.
    """
    # Code on disk is found by the file, name and line of a function: those of the decision, with
    # what it closes over.
    written = function.__code__
    code = (_answer if find_room is None else _answer_in_room).__code__.replace(
        co_name=written.co_name,
        co_qualname=written.co_qualname,
        co_filename=written.co_filename,
        co_firstlineno=written.co_firstlineno,
    )
    known = {"decide": decide, "read_view": read_view, "find_room": find_room}
    entry = FunctionType(code, known, function.__name__)
    entry.__module__ = function.__module__
    if not IS_COMPILED:
        return entry
    closed = "".join(f".{one}" for one in _name_closed(function)) if is_kept else ""
    compiled = _make_dispatcher(entry, (signature,), is_kept, f".entry{closed}", {})
    if not is_kept:
        find_entry(compiled)
    return compiled


# ---- Memory --------------------------------------------------------------------------------------
# numba counts references to an array, atomically, wherever it is handed to a function that is not
# inlined; a deal or a match between club players would take 1.2 times as long, a deal finished by
# perfect play 1.13 times. So the outermost kernel borrows its arrays once, and its caller keeps
# them alive; where less than a tenth of the time hangs on it, as in training, none is borrowed. A
# tuple of integers is handed over in memory, not one integer after another: it is stored, or lies
# already, at a place of an array; who takes it over reads it whole, of which the compiler keeps
# what is used. Without compilation a place is a slice of the array.
if IS_COMPILED:

    @intrinsic
    def borrow(typing_context, array):
        """The same array, not counted; it must not outlive the call in which it is borrowed."""

        def emit(context, builder, signature, arguments):
            made = context.make_array(array)(context, builder, arguments[0])
            made.meminfo = cgutils.get_null_value(made.meminfo.type)
            return made._getvalue()

        return array(array), emit

    @intrinsic
    def find_place(typing_context, array, place):
        """The address of an element of an int64 array, which must outlive its use."""

        def emit(context, builder, signature, arguments):
            held, at = arguments
            start = builder.gep(context.make_array(array)(context, builder, held).data, [at])
            return builder.ptrtoint(start, ir.IntType(64))

        return int64(array, int64), emit

    @intrinsic
    def store_tuple(typing_context, array, place, stored):
        """Store a tuple of integers in an int64 array from a place on."""

        def emit(context, builder, signature, arguments):
            held, at, values = arguments
            pointer = builder.gep(context.make_array(array)(context, builder, held).data, [at])
            for number, kind in enumerate(stored):
                value = context.cast(builder, builder.extract_value(values, number), kind, int64)
                builder.store(value, builder.gep(pointer, [ir.Constant(ir.IntType(64), number)]))
            return context.get_dummy_value()

        return types.none(array, int64, stored), emit

    def tuple_reader(kind: types.Type) -> Callable:
        """A kernel that reads a tuple of one numba type from a place."""

        @intrinsic
        def read_tuple(typing_context, place):
            def emit(context, builder, signature, arguments):
                pointer = context.get_value_type(kind).as_pointer()
                return builder.load(builder.inttoptr(arguments[0], pointer))

            return kind(int64), emit

        return read_tuple

else:

    def borrow(array):
        """The same array."""
        return array

    def find_place(array: np.ndarray, place: int) -> np.ndarray:
        """The elements of an array from one on."""
        return array[place:]

    def store_tuple(array: np.ndarray, place: int, stored: tuple[int, ...]) -> None:
        """Store a tuple in an array from a place on."""
        array[place : place + len(stored)] = stored

    def tuple_reader(kind: types.Type) -> Callable:
        """A function that reads a tuple of one numba type from a place."""

        def read_tuple(place: np.ndarray) -> tuple[int, ...]:
            return kind.instance_class(*place[: kind.count].tolist())

        return read_tuple
