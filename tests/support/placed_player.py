"""Strategies that other processes find by their module and name."""

from piquet_sim.strategies import PlayView, Strategy, find_strategy, policy

_CLUB = find_strategy("club")


@policy
def play_highest_legal(view: PlayView) -> int:
    """Play the highest legal card, as masks are ordered."""
    rest = view.legal
    while rest & (rest - 1):
        rest &= rest - 1
    return rest


@policy
def play_lowest_until_unlucky(view: PlayView) -> int:
    """Play the lowest legal card; once in some hundred deals none at all, as younger."""
    return 0 if (view.seat == 1 and view.luck >> 5 & 0xFFF == 0) else view.legal & -view.legal


PLACED = Strategy("placed", _CLUB.discard, play_highest_legal)
BAD = Strategy("bad", _CLUB.discard, play_lowest_until_unlucky)
