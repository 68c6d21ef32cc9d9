"""What the engine takes of numba beyond its documented names, each part with what it saves.

Measured with numba 0.68 in processor time: the first run is ``simulate -n 100`` of club with
nothing kept. A part stays where a first run or a deal would take a tenth longer without it.

*Inner kernels.* What other kernels call is optimised there, so it is not made into machine code
of its own, nor given wrappers for Python and C. A first run would take 1.44 times as long.

*No literal types.* The arguments 0 and 1 are two types to numba, each compiled apart. Within
kernels they lose their literal types. A first run would take 1.58 times as long.

*Operators once.* What an operator gives for integers is the same wherever it stands; numba would
try all that it knows of the operator each time. A first run would take 1.07 to 1.21 times as
long.

*Machine code alone.* numba keeps what a function was compiled from beside its machine code, for
others to take in; here they take the inner form. To load what a review calls would take 3.4 times
as long.

*Indices as they are.* In Python a negative index counts from the end. No kernel has one, which a
test makes sure of with bounds checked, so none asks: a deal between experts would take 1.26 times
as long. Functions of others keep their indices.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite.binding import create_new_function_pass_manager, parse_bitcode
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.typeinfer import register_dispatcher
from numba.core.types.functions import BaseFunction

__all__ = ["dumps", "global_compiler_lock", "register_dispatcher", "rtsys"]

TRIED_WITH = "0.68"
"""The version of numba with which all of this was tried."""

_OURS = "_ZN10piquet_sim"
"""How the names of the package's compiled functions begin."""


@cache
def hasten_compiler() -> None:
    """Let numba compile what is to come without what no kernel needs."""
    from numba.np import arrayobj  # late: kept code is loaded without it

    fix_index, find_call, known = arrayobj.fix_integer_index, BaseFunction.get_call_type, {}

    def fix_index_of_others(
        context: object, builder: Any, kind: types.Integer, index: object, size: object
    ) -> object:
        if not builder.function.name.startswith(_OURS):
            return fix_index(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def find_call_once(operator: BaseFunction, context: object, given: tuple, named: dict) -> Any:
        if named or not all(isinstance(one, types.Integer | types.Boolean) for one in given):
            return find_call(operator, context, given, named)
        if (operator, given) not in known:
            known[operator, given] = find_call(operator, context, given, named)
        return known[operator, given]

    arrayobj.fix_integer_index, BaseFunction.get_call_type = fix_index_of_others, find_call_once


# ---- Inner kernels -------------------------------------------------------------------------------
_INNER = "inner"


class _NoEnvironment:
    # Code that is not loaded has no place for its environment; its caller's holds them all.

    @staticmethod
    def set_env(name: str, environment: object) -> None:
        pass


class _InnerLibrary(JITCodeLibrary):
    # The code of a function and of all that it calls, linked but neither optimised nor loaded.

    codegen = _NoEnvironment()

    def _optimize_functions(self, module: object) -> None:
        # Only what makes it small.
        module.data_layout = self._codegen._data_layout
        passes = create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.add_aggressive_dce_pass()
        passes.add_refprune_pass()
        builder = self._codegen._pass_builder()
        for function in module.functions:
            passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        return self.name, _INNER, self._get_module_for_linking().as_bitcode()


class InnerCompiler(Compiler):
    """numba's compiler, which stops before there is machine code."""

    def define_pipelines(self) -> list:
        """The usual ones, which fill a library of ours."""
        name = self.state.func_id.func_qualname
        self.state.library = _InnerLibrary(self.state.targetctx.codegen(), name)
        return super().define_pipelines()


class _Reader:
    # A target context that reads what is kept as a library of our kind.

    def __init__(self, target_context: object) -> None:
        self._context = target_context
        self.typing_context = target_context.typing_context
        self.get_executable = target_context.get_executable

    def codegen(self) -> "_Reader":
        return self

    def unserialize_library(self, kept: tuple) -> JITCodeLibrary:
        name, kind, code = kept
        codegen = self._context.codegen()
        if kind == _INNER:
            library = _InnerLibrary(codegen, name)
            library._final_module = parse_bitcode(code)
            library._finalize_final_module()
            return library
        code, symbols = code
        library = codegen.create_library(name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(symbols)
        return library


def pack_code(compiled: CompileResult) -> tuple | None:
    """What is to be kept of compiled code; None if it holds addresses."""
    if compiled.library.has_dynamic_globals:
        return None
    (name, kind, code), *rest = compiled._reduce()
    if kind != _INNER:
        about = compiled.fndesc
        code = (
            code[0],
            {about.llvm_func_name, about.llvm_cpython_wrapper_name, about.llvm_cfunc_wrapper_name},
        )
    return (name, kind, code), *rest


def load_code(target_context: object, packed: tuple) -> CompileResult:
    """Compiled code from what was kept of it."""
    loaded = CompileResult._rebuild(_Reader(target_context), *packed)
    return loaded._replace(target_context=target_context)


def use_inside(outer: Any, make_inner: Callable[[], Any], kind: type | None, never: Any) -> None:
    """Let kernels that call a function use its inner form, whose arguments are no literals.

    Parameters
    ----------
    outer : dispatcher
    make_inner : callable
        Makes the inner form when it is first compiled into something, which is seldom.
    kind : type, optional
        A named tuple; where the first argument is one, another function is used.
    never : dispatcher
        That function.
    """

    @cache
    def find_inner() -> Any:
        inner = make_inner()
        inner._compiling_counter = outer._compiling_counter  # by which recursion is known
        return inner

    def find(given: tuple) -> Any:
        is_kind = kind and getattr(given[0], "instance_class", None) is kind
        return never if is_kind else find_inner()

    outer.get_call_template = lambda given, named: find(given).get_call_template(
        tuple(types.unliteral(one) for one in given),
        {name: types.unliteral(one) for name, one in named.items()},
    )
    outer.get_overload = lambda given: find(given).get_overload(given)


def remember_address(dispatcher: Any) -> None:
    """Let a function of one signature, once compiled, be handed over without a search.

    numba looks up the address of each strategy twice in every call, by hashing its types and asking
    the linker: that took longer than playing a hundred deals.
    """
    dispatcher.disable_compile()
    (compiled,) = dispatcher.overloads.values()
    dispatcher.get_compile_result = lambda _: compiled
    compiled.library.get_pointer_to_function = cache(compiled.library.get_pointer_to_function)
