"""Tuples of integers handed over in memory, instead of one integer after another.

Who hands over stores a tuple, or keeps it where it lies, and passes its place on; who takes over
reads it whole, of which the compiler keeps what is used. Without compilation a place is a slice of
the array.
"""

from collections.abc import Callable

import numpy as np
from llvmlite import ir
from numba import int64, types
from numba.extending import intrinsic

from piquet_sim.kernel.compile import IS_COMPILED

if IS_COMPILED:

    @intrinsic
    def find_place(typing_context, array, place):
        """The address of an element of an int64 array, which must outlive its use."""

        def emit(context, builder, signature, arguments):
            held, at = arguments
            data = context.make_array(array)(context, builder, held).data
            return builder.ptrtoint(builder.gep(data, [at]), ir.IntType(64))

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
