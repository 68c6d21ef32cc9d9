"""The private parts of numba that are used, each with what would replace it.

numba promises nothing of what lies below ``numba.core``, nor of names that begin with ``_``.
With them compiled code is checked before it is run, is found wherever the sources lie, and takes
less than half of the time to compile. Each was tried with the versions of `TRIED`;
``pyproject.toml`` allows no others, and a test asks of the installed one whether all parts are
there. When a new version comes: run the tests with it, mend what is listed here, and move the
limits.

Everything else that is used is public: `numba.njit`, `numba.types`, `numba.extending`,
`numba.carray`, and llvmlite's ``ir`` and ``binding``.
"""

from typing import NamedTuple

TRIED = ("0.67", "0.68")
"""The versions of numba with which everything here was tried, oldest and newest."""


class Part(NamedTuple):
    """Something of numba that it does not promise to keep."""

    names: tuple[str, ...]
    """Where it is, from the package down; ``dispatcher`` is any compiled function."""
    used_in: str
    """Our module."""
    purpose: str
    instead: str
    """What would replace it, and at what price."""


PARTS = (
    Part(
        (
            "numba.core.caching.FunctionCache._load_overload",
            "numba.core.caching.FunctionCache._impl_class.rebuild",
            "numba.core.caching.FunctionCache.load_overload",
            "numba.core.caching.FunctionCache.save_overload",
            "numba.core.caching.NullCache.load_overload",
            "numba.core.caching.NullCache.save_overload",
            "dispatcher._cache",
        ),
        "piquet_sim.kernel.base.compiled_cache",
        "compiled code is kept without a place being decided for each function when it is loaded, "
        "and what is compiled is counted",
        "njit(cache=True): a place is decided for each function on import, and no bar is shown "
        "while the engine is compiled",
    ),
    Part(
        (
            "numba.core.caching.IndexDataCacheFile._dump",
            "numba.core.caching.IndexDataCacheFile._load_index",
            "numba.core.caching.IndexDataCacheFile._save_index",
            "numba.core.caching.IndexDataCacheFile._load_data",
            "numba.core.caching.IndexDataCacheFile._data_path",
            "numba.core.caching.IndexDataCacheFile._open_for_write",
        ),
        "piquet_sim.kernel.base.compiled_cache",
        "files of compiled code have a checksum and are not read if another user could have "
        "written them; a folder that is shared is read, too",
        "the folder alone is judged before NUMBA_CACHE_DIR is set to it; damage is not noticed",
    ),
    Part(
        (
            "numba.core.caching.UserProvidedCacheLocator.get_suitable_cache_subpath",
            "numba.core.caching.UserProvidedCacheLocator.get_source_stamp",
            "numba.core.caching.UserProvidedCacheLocator.from_function",
        ),
        "piquet_sim.kernel.base.compiled_cache",
        "code is found by what the sources say, wherever they lie and whenever they were written",
        "NUMBA_CACHE_DIR named by the digest: another checkout compiles everything anew",
    ),
    Part(
        ("numba.core.runtime.rtsys.initialize",),
        "piquet_sim.kernel.base.compiled_cache",
        "kept code is loaded without all that numba compiles with",
        "leaving it out: numba loads its compiler for each command",
    ),
    Part(
        (
            "numba.core.compiler.Compiler.define_pipelines",
            "numba.core.compiler.CompileResult._rebuild",
            "numba.core.codegen.JITCodeLibrary._optimize_functions",
            "numba.core.codegen.JITCodeLibrary._raise_if_finalized",
            "numba.core.codegen.JITCodeLibrary._ensure_finalized",
            "numba.core.codegen.JITCodeLibrary._finalize_dynamic_globals",
            "numba.core.codegen.JITCodeLibrary._get_module_for_linking",
            "numba.core.codegen.JITCodeLibrary.serialize_using_object_code",
        ),
        "piquet_sim.kernel.base._inner",
        "kernels that only other kernels call are not made into machine code",
        "njit without pipeline_class: the engine takes more than twice as long to compile",
    ),
    Part(
        (
            "numba.core.compiler_lock.global_compiler_lock",
            "numba.core.typeinfer.register_dispatcher",
            "dispatcher._can_compile",
            "dispatcher._compiling_counter",
            "dispatcher.get_call_template",
            "dispatcher.get_overload",
            "dispatcher.disable_compile",
        ),
        "piquet_sim.kernel.base._jit",
        "a function of one signature is compiled when it is first used, not when it is written, "
        "and no literal argument makes another function of it",
        "njit(signature): everything is compiled on import; literals passed as arrays of one",
    ),
    Part(
        ("numba.np.arrayobj", "numba.np.arrayobj.fix_integer_index"),
        "piquet_sim.kernel.base._inner",
        "no kernel asks of an index whether it counts from the end",
        "leaving it out: a deal between experts takes a fifth longer",
    ),
    Part(
        (
            "numba.core.cgutils.pack_array",
            "numba.core.cgutils.get_null_value",
            "numba.core.cgutils.create_struct_proxy",
        ),
        "piquet_sim.kernel.base.shared_tables, piquet_sim.kernel.base.borrow",
        "a shared table is read without its references being counted",
        "numba.carray of an address, in each kernel that reads a table",
    ),
    Part(
        (
            "numba.core.dispatcher.Dispatcher",
            "dispatcher.targetoptions",
            "numba.core.errors.NumbaError",
            "numba.core.errors.NumbaWarning",
            "numba.core.errors.NumbaExperimentalFeatureWarning",
            "numba.core.errors.UnsupportedBytecodeError",
        ),
        "piquet_sim.strategies.policies",
        "indices are checked in a user's own compiled functions, and errors are said in one line",
        "leaving it out: an index beyond the end in a function that a policy calls is not noticed",
    ),
)  # fmt: skip
