"""The one module that knows numba's flags.

Compiled code is cached in a folder whose name is a digest of the engine's sources, since numba
notices a change in a function's own file only, not in a constant or a callee elsewhere. Folders
of earlier sources are removed when a new one is made.
"""

import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numba
from numba import config, types
from numba.core.errors import NumbaExperimentalFeatureWarning

# Strategies are first-class functions, which numba calls experimental; they are tested here.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

IS_COMPILED: bool = not config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT is set and kernels run as plain Python."""

_PACKAGE = Path(__file__).resolve().parent.parent


_ENGINE = ("cards.py", "rules.py", "conditions", "kernel", "strategies")
"""Everything that compiled code is made of or takes a constant from, and what numbers the deals
that fulfil a condition."""


@cache
def digest_engine() -> str:
    """A digest of the sources that decide what happens in a deal: 16 hexadecimal digits."""
    digest = hashlib.sha256()
    parts = (_PACKAGE / part for part in _ENGINE)
    for path in sorted(
        path for part in parts for path in (part.rglob("*.py") if part.is_dir() else (part,))
    ):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _digest_compiled() -> str:
    made_by = f"{digest_engine()} {numba.__version__} {sys.version}"
    return hashlib.sha256(made_by.encode()).hexdigest()[:16]


def cache_home() -> Path:
    """The folder for what can be computed again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "piquet-sim"


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
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


_FOLDER = _cache_folder() if IS_COMPILED else None


def _decorate(function: Callable, *signature: object, cache: bool, **flags: bool) -> Callable:
    # numba reads the cache folder when it decorates; the user's own functions keep theirs.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_FOLDER) if cache else before
    try:
        decorated = numba.njit(*signature, nogil=True, cache=cache, error_model="numpy", **flags)(
            function
        )
    finally:
        config.CACHE_DIR = before
    if IS_COMPILED:
        _widen_literals(decorated)
    return decorated


def _widen_literals(dispatcher: Callable) -> None:
    # To numba a literal argument is a type of its own, for which it would compile the function
    # once more: for each class of calls, for either seat.
    choose = dispatcher.get_call_template

    def choose_widened(arguments: Sequence[types.Type], named: Mapping[str, types.Type]) -> tuple:
        return choose(
            tuple(types.unliteral(one) for one in arguments),
            {name: types.unliteral(one) for name, one in named.items()},
        )

    dispatcher.get_call_template = choose_widened


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
    """Compile a function of the engine for one explicit signature.

    For what takes strategies: the signature names first-class function types, so that the
    function is compiled once whatever strategies it is given.
    """

    def decorate(function: Callable) -> Callable:
        return _decorate(function, *signature, cache=_FOLDER is not None)

    return decorate


def compile_policy(function: Callable, signature: object, own: bool) -> Callable:
    """Compile a decision of a strategy for its one signature.

    Parameters
    ----------
    function : callable
        A Python function of one view.
    signature : numba signature
        int64 of the view's type.
    own : bool
        Whether the function is part of this package, whose code may be cached.
    """
    return _decorate(function, signature, cache=own and _FOLDER is not None)
