"""Counting and finding the cards of a mask, each in one machine instruction.

Masks are non-negative 64-bit integers. With the JIT switched off the same functions are plain
Python, so that every kernel also runs uncompiled.
"""

from llvmlite import binding, ir
from numba import config, types
from numba.extending import intrinsic

from piquet_sim.kernel.compile import IS_COMPILED, inline_kernel, kernel

# The instruction that deposits bits is asked for only where the code is compiled for this very
# processor and it has it; elsewhere a loop does the same, some fifty nanoseconds slower.
_HAS_DEPOSIT = (
    config.CPU_NAME is None
    and config.CPU_FEATURES is None
    and binding.get_host_cpu_features().get("bmi2", False)
)


def _deposit_one_by_one(bits, mask):
    placed = 0
    while bits:
        lowest = mask & -mask
        placed |= lowest & -(bits & 1)
        mask ^= lowest
        bits >>= 1
    return placed


if IS_COMPILED:

    @intrinsic
    def count(typing_context, mask):
        """The number of cards in a mask."""

        def emit(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic
    def lowest_bit(typing_context, mask):
        """The number of the lowest bit set in a mask that is not empty."""

        def emit(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), emit

    @intrinsic
    def _leading_zeros(typing_context, mask):
        def emit(context, builder, signature, arguments):
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), emit

    @inline_kernel
    def highest_bit(mask):
        """The number of the highest bit set in a mask that is not empty."""
        return 63 - _leading_zeros(mask)

    if _HAS_DEPOSIT:

        @intrinsic
        def deposit(typing_context, bits, mask):
            """Cards of a mask chosen by the low bits: bit k of `bits` is its k-th lowest card."""

            def emit(context, builder, signature, arguments):
                word = ir.IntType(64)
                kind = ir.FunctionType(word, [word, word])
                deposits = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
                return builder.call(deposits, arguments)

            return types.int64(types.int64, types.int64), emit

    else:
        deposit = kernel(_deposit_one_by_one)

else:

    def count(mask):
        """The number of cards in a mask."""
        return int(mask).bit_count()

    def lowest_bit(mask):
        """The number of the lowest bit set in a mask that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def highest_bit(mask):
        """The number of the highest bit set in a mask that is not empty."""
        return int(mask).bit_length() - 1

    deposit = _deposit_one_by_one


@inline_kernel
def next_choice(chosen):
    """The next greater number with as many bits; of none there is no next."""
    carried = chosen + (chosen & -chosen)
    return carried | (chosen ^ carried) >> lowest_bit(chosen) + 2
