"""The one module that knows numba's flags."""

import warnings
from collections.abc import Callable
from functools import cache
from types import FunctionType

import numba
from numba import config, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.typeinfer import register_dispatcher

from piquet_sim.kernel.base._inner import InnerCompiler
from piquet_sim.kernel.base.compiled_cache import keep_on_disk

# Strategies are first-class functions, which numba calls experimental; they are tested here.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

IS_COMPILED: bool = not config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT is set and kernels run as plain Python."""


def _decorate(
    function: Callable, *signature: object, is_kept: bool = True, **flags: bool
) -> Callable:
    if not IS_COMPILED:
        return function
    outer = _make_dispatcher(function, signature, is_kept, "", flags)
    if not is_kept:  # what calls Python back needs surroundings that inner kernels have not
        return outer
    inside = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}

    @cache
    def make_inner() -> Callable:  # when it is first compiled into something, which is seldom
        inner = _make_dispatcher(function, signature, is_kept, ".inner", flags | inside)
        inner._compiling_counter = outer._compiling_counter  # by which recursion is known
        return inner

    # To numba a literal argument is a type of its own, for which it would compile the function
    # once more: for each class of calls, for either seat.
    outer.get_call_template = lambda arguments, named: make_inner().get_call_template(
        tuple(types.unliteral(one) for one in arguments),
        {name: types.unliteral(one) for name, one in named.items()},
    )
    outer.get_overload = lambda signature: make_inner().get_overload(signature)
    return outer


def _make_dispatcher(
    function: Callable, signature: tuple, is_kept: bool, suffix: str, flags: dict[str, object]
) -> Callable:
    dispatcher = numba.njit(nogil=True, error_model="numpy", **flags)(function)
    if is_kept:
        keep_on_disk(dispatcher, function, suffix)
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
    for function in functions:
        find_entry(function)


def find_entry(function: Callable) -> Callable:
    """The compiled code of a function of one signature, to be called from Python.

    It takes its arguments for what the signature says, which saves a quarter of a millisecond a
    call where these are strategies.
    """
    return function.compile() if IS_COMPILED else function


def kernel(function: Callable) -> Callable:
    """Compile a function of the engine: no Python objects, no lock held, cached on disk."""
    return _decorate(function)


def inline_kernel(function: Callable) -> Callable:
    """Compile a function of the engine into its callers.

    For what takes or returns whole named tuples in the inner loop: passing thirty integers
    costs more than most such functions do with them.
    """
    return _decorate(function, forceinline=True)


def kernel_of(*signature: object) -> Callable[[Callable], Callable]:
    """Compile a function of the engine, or a kernel again, for one explicit signature.

    For what takes strategies: the signature names first-class function types, so that the
    function is compiled once whatever strategies it is given.
    """

    def decorate(function: Callable) -> Callable:
        written = getattr(function, "py_func", function)
        return _decorate(written, *signature)

    return decorate


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
    return _decorate(function, signature, is_kept=is_kept, forceinline=True)


def _answer(place):
    return decide(read_view(place))  # noqa: F821 - globals that `compile_entry` gives it


def compile_entry(
    decide: Callable, function: Callable, read_view: Callable, signature: object, is_kept: bool
) -> Callable:
    """Compile a decision to be asked by a pointer, with the place of the view; outsiders' at once.

    Parameters
    ----------
    decide : callable
        Takes the view.
    function : callable
        The Python function that it was made of.
    read_view : callable
        Reads the view from its place.
    signature : numba signature
    is_kept : bool
    """
    # Code on disk is found by the file, name and line of a function: those of the decision, with
    # what it closes over.
    written = function.__code__
    code = _answer.__code__.replace(
        co_name=written.co_name,
        co_qualname=written.co_qualname,
        co_filename=written.co_filename,
        co_firstlineno=written.co_firstlineno,
    )
    entry = FunctionType(code, {"decide": decide, "read_view": read_view}, function.__name__)
    entry.__module__ = function.__module__
    if not IS_COMPILED:
        return entry
    closed = "".join(f".{cell.cell_contents}" for cell in function.__closure__ or () if is_kept)
    compiled = _make_dispatcher(entry, (signature,), is_kept, f".entry{closed}", {})
    if not is_kept:
        compile_now(compiled)
    return compiled
