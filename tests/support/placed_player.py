"""A strategy that other processes find by its module and name."""

from piquet_sim.strategies import PlayView, Strategy, find_strategy, policy


@policy
def play_highest_legal(view: PlayView) -> int:
    """Play the highest legal card, as masks are ordered."""
    rest = view.legal
    while rest & (rest - 1):
        rest &= rest - 1
    return rest


PLACED = Strategy("placed", find_strategy("club").discard, play_highest_legal)
