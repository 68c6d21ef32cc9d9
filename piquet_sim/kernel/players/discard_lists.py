"""All discards of a hand with their learned worths, for those who ask from Python."""

from piquet_sim.kernel.base._jit import kernel
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.players.discard_values import value_discards


@kernel
def list_discards(entries, at, hand, least, most, opponent_took, values, discards):
    """`exchange.value_discards`: fills values and discards, and returns how many there are."""
    return value_discards(
        borrow(entries), at, hand, least, most, opponent_took, borrow(values), borrow(discards)
    )
