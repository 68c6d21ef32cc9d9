"""Rollouts against any strategy's discard, for those who ask from Python.

It is a kernel of its own, since a signature that names a function type is compiled when its
module is loaded.
"""

from numba import int16, int64

from piquet_sim.kernel.base._jit import kernel_of
from piquet_sim.kernel.base.play_table import PLAY_TABLE
from piquet_sim.kernel.deal.deal import LAWS
from piquet_sim.kernel.deal.views import DISCARD_POLICY
from piquet_sim.kernel.players.rollouts import roll_discards


@kernel_of(
    int64(
        LAWS,
        int64,
        int64,
        int64,
        int64,
        int64[::1],
        DISCARD_POLICY,
        int64,
        PLAY_TABLE,
        int64[:, ::1],
        int64,
        int64,
        int16[:, :, ::1],
        int16[:, :, ::1],
    )
)
def roll_against(
    laws, seat, hand, opponent_took, opponent_blanche, discards, answer, attempts, solution,
    memory, seed, first, scores, parts,
):  # fmt: skip
    """`rollouts.roll_discards` against a policy that is given as a pointer."""
    return roll_discards(
        laws, seat, hand, opponent_took, opponent_blanche, discards, answer, attempts, solution,
        memory, seed, first, scores, parts,
    )  # fmt: skip
