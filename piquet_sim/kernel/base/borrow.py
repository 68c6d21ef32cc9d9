"""An array without its reference count.

numba counts references to an array, atomically, wherever it is handed to a function that is not
inlined; in a deal that was a sixth of the time. The outermost kernel borrows the table once,
and its caller keeps it alive.
"""

from numba.core import cgutils
from numba.extending import intrinsic

from piquet_sim.kernel.compile import IS_COMPILED

if IS_COMPILED:

    @intrinsic
    def borrow(typing_context, array):
        """The same array, not counted; it must not outlive the call in which it is borrowed."""

        def emit(context, builder, signature, arguments):
            made = context.make_array(array)(context, builder, arguments[0])
            made.meminfo = cgutils.get_null_value(made.meminfo.type)
            return made._getvalue()

        return array(array), emit

else:

    def borrow(array):
        """The same array."""
        return array
