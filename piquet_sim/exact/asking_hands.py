"""What one hand holds, for strategies: in Python, and in policies as they are compiled.

Of a frame of deals `running.records.ask` is asked.
"""

from collections.abc import Callable

import numpy as np
from numba.extending import overload

from piquet_sim.game.cards import PACK_36_MASK, RANKS
from piquet_sim.game.errors import InputError, shorten
from piquet_sim.kernel.questions import held_cards

_LONGEST = 40
"""The most characters of a value in a message."""


def _ask(name: str, kernel: Callable, hand: int, *rank: int) -> int:
    for one in rank:
        if not isinstance(one, int | np.integer) or not 0 <= one < RANKS:
            raise InputError(
                f"{name}: expected a rank from 0 for the six to {RANKS - 1} for the ace (ACE, KING "
                f"and so on name them), got {shorten(repr(one), _LONGEST)}"
            )
    is_mask = isinstance(hand, int | np.integer) and not isinstance(hand, bool)
    if not is_mask or hand & ~PACK_36_MASK:  # negative numbers, too
        said = f"a {type(hand).__name__}" if hasattr(hand, "dtype") and not is_mask else repr(hand)
        raise InputError(
            f"{name}: expected one hand as parse_hand gives it, got "
            f"{shorten(' '.join(said.split()), _LONGEST)}; ask(frame, 'elder.after.aces') asks a "
            "whole frame"
        )
    return kernel(int(hand), *rank)


def count_rank(hand: int, rank: int) -> int:
    """How many cards of a rank a hand holds.

    Parameters
    ----------
    hand : int
        A mask, as `parse_hand` gives it.
    rank : int
        From 0 for the six to 8 for the ace; `ACE`, `KING` and so on name them.

    Returns
    -------
    int

    Raises
    ------
    InputError
        If it is not a hand, or not a rank.

    Examples
    --------
    >>> from piquet_sim import ACE, parse_hand
    >>> count_rank(parse_hand("AKQJT.A.A.AK987"), ACE)
    4
    """
    return _ask("count_rank", held_cards.count_rank, hand, rank)


def cards_of_rank(hand: int, rank: int) -> int:
    """The cards of a rank that a hand holds, as a mask.

    Parameters, returns and raises as `count_rank`.

    Examples
    --------
    >>> from piquet_sim import ACE, format_hand, parse_hand
    >>> format_hand(cards_of_rank(parse_hand("AKQJT.A.A.AK987"), ACE))
    'A.A.A.A'
    """
    return _ask("cards_of_rank", held_cards.cards_of_rank, hand, rank)


def longest_suit(hand: int) -> int:
    """The cards of the suit that makes a hand's point; of equal points those of the first suit.

    Parameters, returns and raises as `count_rank`, but for the rank.

    Examples
    --------
    >>> from piquet_sim import format_hand, parse_hand
    >>> format_hand(longest_suit(parse_hand("AKQJT.A.A.AK987")))
    'AKQJT...'
    """
    return _ask("longest_suit", held_cards.longest_suit, hand)


def hand_value(hand: int) -> int:
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
