"""Kernels that other kernels call: lowered to LLVM's language, never to machine code of their own.

A kernel is swallowed by whatever calls it and is optimised there, so what numba makes of every
function by default (its own optimised machine code, a wrapper to be called from Python and
another for C) would be thrown away. That was more than half of the time to compile the engine.
What is called from Python is compiled as usual.

In all of them an index is taken as it is. Below zero it would count from the end in Python, and
asking that of every index was a sixth of a deal between experts. No kernel has such an index, which
a test makes sure of, with bounds checked; functions of others keep theirs.
"""

from functools import cache

from llvmlite.binding import create_new_function_pass_manager, parse_bitcode
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult

_KIND = "inner"
_OURS = "_ZN10piquet_sim"
"""How the names of the package's compiled functions begin."""


@cache
def take_indices_as_they_are() -> None:
    """Let no kernel that is compiled from now on ask whether an index is below zero."""
    from numba.np import arrayobj  # late: what is kept on disk is loaded without it

    fix_index = arrayobj.fix_integer_index

    def fix_index_of_others(
        context: object, builder: object, kind: types.Integer, index: object, size: object
    ) -> object:
        if not builder.function.name.startswith(_OURS):
            return fix_index(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = fix_index_of_others


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

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        self._ensure_finalized()
        return self.name, _KIND, self._get_module_for_linking().as_bitcode()


class InnerCompiler(Compiler):
    """numba's compiler, which stops before there is machine code."""

    def define_pipelines(self) -> list:
        name = self.state.func_id.func_qualname
        self.state.library = _InnerLibrary(self.state.targetctx.codegen(), name)
        return super().define_pipelines()


def is_inner(payload: tuple) -> bool:
    """Whether a result of numba's compiler, as it is kept on disk, was made by `InnerCompiler`."""
    return payload[0][1] == _KIND


def rebuild_inner(target_context: object, payload: tuple) -> CompileResult:
    """What `InnerCompiler` made, from what was kept on disk."""
    return CompileResult._rebuild(_Reader(target_context), *payload)._replace(
        target_context=target_context
    )


class _Reader:
    # A target context that reads what is kept as a library of our kind.

    def __init__(self, target_context: object) -> None:
        self._context = target_context
        self.typing_context = target_context.typing_context
        self.get_executable = target_context.get_executable

    def codegen(self) -> "_Reader":
        return self

    def unserialize_library(self, kept: tuple[str, str, bytes]) -> _InnerLibrary:
        name, _, code = kept
        library = _InnerLibrary(self._context.codegen(), name)
        library._final_module = parse_bitcode(code)
        library._finalize_dynamic_globals()
        library._finalized = True
        return library
