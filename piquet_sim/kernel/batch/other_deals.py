"""Many deals under any rule book; compiled when such a book is first played."""

from piquet_sim.kernel.base._jit import kernel_of
from piquet_sim.kernel.batch.batch import PLAY_RANGE, play_range


@kernel_of(PLAY_RANGE)
def play_other_deals(
    laws,
    match,
    seed,
    first,
    units,
    mirrored,
    counted,
    first_discard,
    first_call,
    first_play,
    second_discard,
    second_call,
    second_play,
    first_traits,
    second_traits,
    card_play,
    finish,
    dealt,
    table,
    room,
    blocks,
    tally,
    rows,
):
    """`batch.play_range` under any laws."""
    return play_range(
        laws,
        match,
        seed,
        first,
        units,
        mirrored,
        counted,
        first_discard,
        first_call,
        first_play,
        second_discard,
        second_call,
        second_play,
        first_traits,
        second_traits,
        card_play,
        finish,
        dealt,
        table,
        room,
        blocks,
        tally,
        rows,
    )
