"""What hands hold, asked of one hand or of a column of hands, as `record_deals` returns them.

Policies may call these functions, too: there they are those of `kernel.questions.held_cards`, which
know only one hand.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numba.extending import overload

from piquet_sim.game.cards import PACK_36_MASK, RANKS
from piquet_sim.game.errors import InputError, shorten
from piquet_sim.kernel.questions import held_cards

if TYPE_CHECKING:
    import pandas as pd

    Hands = int | np.ndarray | pd.Series

_LONGEST = 40
"""Characters of a value that is quoted."""


def _ask(name: str, kernel: Callable, hand: "Hands", *rank: int) -> "Hands":
    for one in rank:
        if not isinstance(one, int | np.integer) or not 0 <= one < RANKS:
            raise InputError(
                f"{name}: expected a rank from 0 for the six to {RANKS - 1} for the ace (ACE, KING "
                f"and so on name them), got {shorten(repr(one), _LONGEST)}"
            )
    is_column = not isinstance(hand, int | np.integer)
    masks = np.asarray(hand if is_column else [hand])
    if masks.ndim != 1 or masks.dtype.kind not in "iu":
        raise _refuse(name, hand)
    masks = masks.astype(np.int64)
    for wrong in masks[(masks & ~PACK_36_MASK) != 0]:  # negative numbers, too
        raise _refuse(name, int(wrong))
    if not is_column:
        return kernel(int(hand), *rank)
    answers = np.fromiter((kernel(mask, *rank) for mask in masks.tolist()), np.int64, len(masks))
    if not hasattr(hand, "index") or not hasattr(hand, "dtype"):
        return answers
    import pandas as pd

    return pd.Series(answers, hand.index, name=hand.name)


def _refuse(name: str, hand: object) -> InputError:
    said = " ".join(repr(hand).split())
    if hasattr(hand, "columns"):
        said = "a whole frame"
    elif hasattr(hand, "dtype"):
        said = f"values of type {hand.dtype}"
    return InputError(
        f"{name}: expected a hand as parse_hand gives it, or a column of hands such as elder_hand, "
        f"got {shorten(said, _LONGEST)}"
    )


def count_rank(hand: "Hands", rank: int) -> "Hands":
    """How many cards of a rank a hand holds.

    Parameters
    ----------
    hand : int, or array or Series of int
        A mask, as `parse_hand` gives it, or a column of masks.
    rank : int
        From 0 for the six to 8 for the ace; `ACE`, `KING` and so on name them.

    Returns
    -------
    int, or array or Series of int
        As `hand`.

    Raises
    ------
    InputError
        If it is no hand, or no rank.

    Examples
    --------
    >>> from piquet_sim import ACE, Simulation, record_deals
    >>> table = record_deals(Simulation("club", "club"), 5)
    >>> count_rank(table.elder_dealt, ACE).tolist()
    [1, 2, 0, 2, 1]
    """
    return _ask("count_rank", held_cards.count_rank, hand, rank)


def cards_of_rank(hand: "Hands", rank: int) -> "Hands":
    """The cards of a rank that a hand holds, as a mask.

    Parameters, returns and raises as `count_rank`.

    Examples
    --------
    >>> from piquet_sim import ACE, format_hand, parse_hand
    >>> format_hand(cards_of_rank(parse_hand("AKQJT.A.A.AK987"), ACE))
    'A.A.A.A'
    """
    return _ask("cards_of_rank", held_cards.cards_of_rank, hand, rank)


def longest_suit(hand: "Hands") -> "Hands":
    """The cards of the suit that makes a hand's point; of equal points those of the first suit.

    Parameters, returns and raises as `count_rank`, but for the rank.

    Examples
    --------
    >>> from piquet_sim import format_hand, parse_hand
    >>> format_hand(longest_suit(parse_hand("AKQJT.A.A.AK987")))
    'AKQJT...'
    """
    return _ask("longest_suit", held_cards.longest_suit, hand)


def hand_value(hand: "Hands") -> "Hands":
    """What a hand counts under Rubicon Piquet if all of it is good, a carte blanche apart.

    Its point, all its sequences, all its trios and quatorzes, as census and conditions count it
    under the name `value`. Parameters, returns and raises as `count_rank`, but for the rank.

    Examples
    --------
    >>> from piquet_sim import parse_hand
    >>> hand_value(parse_hand("AKQJT.A.A.AK987"))
    37
    """
    return _ask("hand_value", held_cards.hand_value, hand)


# In a policy numba takes the kernels, by arguments of the same names.
def _answer_in_policies(asked: Callable, kernel: Callable) -> None:
    written = getattr(kernel, "py_func", kernel)
    overload(asked, strict=False)(lambda *arguments, **named: written)


for _asked in (count_rank, cards_of_rank, longest_suit, hand_value):
    _answer_in_policies(_asked, getattr(held_cards, _asked.__name__))
