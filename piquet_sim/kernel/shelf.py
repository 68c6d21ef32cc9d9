"""Large shared tables, which kernels read without an argument; they live as long as the process.

A policy takes a view and nothing else, so a strategy that needs the table of perfect play, or
what it has learned, finds it here. Compiled code knows the shelf by the name of a symbol, which
is resolved when the code is loaded; so it can be cached, and no table is copied into it. Rooms
to work in (`scratch`) lie on the stack of the thread that asks.
"""

from collections.abc import Callable
from math import factorial, prod
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import int16, int32, int64, types, uint8
from numba.core import cgutils
from numba.extending import intrinsic

from piquet_sim.game.laws import LAW, MOST_BOOKS
from piquet_sim.kernel.compile import IS_COMPILED, inline_kernel
from piquet_sim.kernel.play_table import STARTS_SHAPE, PlayTable

MOST_LEARNED, FAMILIES = 8, 4
"""Files of what was learned that can lie on the shelf at the same time, and the families of laws
for each of which a file names a block (`kernel.deal.learned_blocks`)."""
MOST_BLOCKS = MOST_LEARNED * FAMILIES

VALUES, STARTS, DIVISIONS, BOOKS, SUBSETS, ORDERS, LEARNED = range(7)
PROSPECTS = LEARNED + MOST_BLOCKS
"""Places on the shelf: the two arrays of the table of perfect play, the best divisions of hands
into runs, the rule books in use, and what cards are dealt by (`kernel.deal.dealing`); for each
block by its number, what was learned, and what totals of a partie are worth to those who learned
it."""

_PLACES = PROSPECTS + MOST_BLOCKS
_SYMBOL = "piquet_sim_shelf"
_addresses = np.zeros(_PLACES, np.int64)
_kept: dict[int, list[np.ndarray]] = {}


def put_on_shelf(place: int, array: np.ndarray) -> None:
    """Lay an array on the shelf, and keep it alive.

    An array that was there before is kept, too, since a thread may still be reading it.

    Parameters
    ----------
    place : int
        VALUES (uint8[position]), STARTS (int32[cards, triple]), DIVISIONS (int16[hand]), BOOKS
        (int64[book, law]), SUBSETS (int32[subset]), ORDERS (int32[order]), or for the block of a
        number LEARNED + number (int16[entry]) and PROSPECTS + number (int32[entry]).
    array : ndarray
        Contiguous, of that type and shape; nothing is checked here.
    """
    _kept.setdefault(place, []).append(array)
    _addresses[place] = array.ctypes.data


if IS_COMPILED:
    binding.add_symbol(_SYMBOL, _addresses.ctypes.data)

    def _emit_array(context, builder, array_type, address, shape):
        # An array of memory that numba does not count.
        from numba.np.arrayobj import np_cfarray  # late: kept code is loaded without it

        given = types.CPointer(array_type.dtype), types.UniTuple(types.intp, len(shape))
        extents = cgutils.pack_array(builder, shape)
        return np_cfarray(context, builder, array_type(*given), (address, extents))

    def _load_address(builder, place):
        kind = ir.ArrayType(ir.IntType(64), _PLACES)
        known = builder.module.globals.get(_SYMBOL)
        symbol = known or ir.GlobalVariable(builder.module, kind, _SYMBOL)
        zero = ir.Constant(ir.IntType(32), 0)
        return builder.load(builder.gep(symbol, [zero, place]))

    @intrinsic
    def lies_on_shelf(typing_context, place):
        """Whether there is an array at a place."""

        def emit(context, builder, signature, arguments):
            address = _load_address(builder, arguments[0])
            return builder.icmp_unsigned("!=", address, ir.Constant(ir.IntType(64), 0))

        return types.boolean(int64), emit

    def _shelf_reader(first, array_type, shape) -> Callable[[int], np.ndarray]:
        # An intrinsic that gives the array of one place, or of the block of a number.
        @intrinsic
        def read(typing_context, number):
            def emit(context, builder, signature, arguments):
                place = builder.add(ir.Constant(ir.IntType(64), first), arguments[0])
                address = _load_address(builder, place)
                pointer = builder.inttoptr(address, ir.IntType(8).as_pointer())
                extents = [context.get_constant(types.intp, extent) for extent in shape]
                return _emit_array(context, builder, array_type, pointer, extents)

            return array_type(int64), emit

        return read

    def _scratch_of(kind) -> Callable[[int | tuple[int, ...]], np.ndarray]:
        # An intrinsic that makes room for an array of some size or shape (constants).
        @intrinsic
        def make_room(typing_context, shape):
            extents = getattr(shape, "types", [shape])
            sizes: list[Any] = [getattr(extent, "literal_value", None) for extent in extents]
            if None in sizes:
                return None
            array_type = types.Array(kind, len(sizes), "C")

            def emit(context, builder, signature, arguments):
                item = ir.IntType(kind.bitwidth)
                with builder.goto_entry_block():
                    block = builder.alloca(ir.ArrayType(item, prod(sizes)))
                pointer = builder.bitcast(block, ir.IntType(8).as_pointer())
                known = [context.get_constant(types.intp, size) for size in sizes]
                return _emit_array(context, builder, array_type, pointer, known)

            return array_type(shape), emit

        return make_room

    @intrinsic
    def open_room(typing_context, place, distance, size):
        """Room for so many int64, which lies at a distance in int64 behind a place in memory."""
        array_type = int64[::1]

        def emit(context, builder, signature, arguments):
            address, way, extent = arguments
            start = builder.inttoptr(address, ir.IntType(64).as_pointer())
            return _emit_array(context, builder, array_type, builder.gep(start, [way]), [extent])

        return array_type(int64, int64, int64), emit

else:

    def lies_on_shelf(place):
        """Whether there is an array at a place."""
        return place in _kept

    def _shelf_reader(first, array_type, shape) -> Callable[[int], np.ndarray]:
        def read(number):
            return _kept[first + number][-1]

        return read

    def _scratch_of(kind) -> Callable[[int | tuple[int, ...]], np.ndarray]:
        return lambda size: np.zeros(size, f"int{kind.bitwidth}")

    def open_room(place, distance, size):
        """Room for so many int64, which lies at a distance behind a place of an array."""
        return place[distance : distance + size]


scratch, scratch_32, scratch_16 = _scratch_of(int64), _scratch_of(int32), _scratch_of(int16)
"""Room for int64, int32 or int16 of some size or shape (constants), not zeroed, on the stack of the
caller; it must not outlive the call in which it is made."""

# The lengths of these are not known here; kernels read them without bounds.
shelf_learned = _shelf_reader(LEARNED, int16[::1], (1 << 30,))
"""What was learned, of the block of a number: int16 array (see `strategies.learned`)."""
shelf_prospects = _shelf_reader(PROSPECTS, int32[::1], (1 << 30,))
"""What totals are worth, by a block: int32 array (see `strategies.score_values`)."""
_read_values = _shelf_reader(VALUES, uint8[::1], (1 << 40,))
_read_starts = _shelf_reader(STARTS, int32[:, ::1], STARTS_SHAPE)
shelf_divisions = _shelf_reader(DIVISIONS, int16[::1], (1 << 21,))
"""Given 0, the best divisions, which must have been put on the shelf: int16 array."""
shelf_books = _shelf_reader(BOOKS, int64[:, ::1], (MOST_BOOKS, len(LAW)))
"""Given 0, the rule books in use: int64 array, shape (books, laws)."""
shelf_subsets = _shelf_reader(SUBSETS, int32[::1], (1 << 18,))
"""Given 0, subsets of half a pack: int32 array."""
shelf_orders = _shelf_reader(ORDERS, int32[::1], (factorial(8),))
"""Given 0, orders of eight places: int32 array."""


@inline_kernel
def shelf_play_table():
    """The table of perfect play, which must have been put on the shelf."""
    return PlayTable(_read_values(0), _read_starts(0))
