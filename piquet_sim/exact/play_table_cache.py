"""The table of perfect play: built once, kept beside the compiled code, verified on reading.

If what is kept is damaged or not trusted, or there is nothing, the table is built again. If it
cannot be kept, it is in memory only.
"""

import threading
from functools import cache
from math import prod

import numpy as np

from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.errors import InputError, refuse
from piquet_sim.game.laws import BY_LEADER, LEADS_AND_WINS
from piquet_sim.game.rules import RuleSet
from piquet_sim.kernel.compile import keep, read_kept, say_once
from piquet_sim.kernel.play_table import STARTS_SHAPE, PlayTable, build_play_table

BUILDING = "building the play table, once on this machine: a few seconds"

_KEPT = "positions"
"""The name of its file, which holds where tuples of classes begin, then the values."""

_LAST_TRICK = {LEADS_AND_WINS: 1, BY_LEADER: 0}
"""What the last trick must add, by the way in which the play scores."""

_lock = threading.Lock()


def find_play_table() -> PlayTable:
    """The table of perfect play, from memory, from the disk, or built now."""
    with _lock:
        return load_play_table()


@cache
def load_play_table() -> PlayTable:
    """The table from the disk, or built now; only one thread may ask at a time."""
    kept = read_kept(_KEPT)
    if kept is not None:
        starts, values = np.split(kept, [np.int32().nbytes * prod(STARTS_SHAPE)])
        return PlayTable(values, starts.view(np.int32).reshape(STARTS_SHAPE))
    say_once(BUILDING)
    table = build_play_table()
    keep(_KEPT, np.concatenate([table.starts.view(np.uint8).ravel(), table.values]))
    return table


def check_solvable(rules: RuleSet) -> None:
    """Refuse rules under which the table is not perfect play.

    Its order of outcomes is that of the difference of points if the play scores one a lead, one
    a second player who wins and one for the last trick, and the cards and capot do not reward
    fewer tricks. One to a winner who led, two to one who did not, and one for elder's first lead
    come to the same points (`kernel.perfect.playout`).

    Raises
    ------
    InputError
        The message names the option.
    """
    laws = find_laws(rules)
    last = _LAST_TRICK.get(laws.play_scores)
    refuse(
        {
            "play: double-dummy requires the pack of 32": rules.pack != 32,
            f"play: double-dummy does not support play_scores={rules.play_scores!r}; it requires "
            "that tricks and leads count alike": last is None,
            f"play: with play_scores={rules.play_scores!r}, double-dummy requires "
            f"last_trick_scores={last} for any winning card, also with a capot; another value "
            "changes the order of the outcomes": (
                (laws.last_trick, laws.last_trick_high) != (last, last) or not laws.last_with_capot
            ),
            "play: double-dummy requires capot_scores of at least cards_scores "
            f"({laws.cards}), got {laws.capot}": not 0 <= laws.cards <= laws.capot,
        }
    )


def is_solvable(rules: RuleSet) -> bool:
    """Whether the table is perfect play under a rule book.

    Examples
    --------
    >>> from piquet_sim.game.rules import PRESETS
    >>> [name for name, rules in PRESETS.items() if not is_solvable(rules)]
    ['cotton_1674', 'american']
    """
    try:
        check_solvable(rules)
    except InputError:
        return False
    return True
