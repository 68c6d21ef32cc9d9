"""Who plays the cards, by name."""

from piquet_sim.game.errors import InputError, read_name, suggest

STRATEGIES, DOUBLE_DUMMY = WAYS_TO_PLAY = ("strategies", "double-dummy")
"""Who plays the cards: the strategies, or both sides perfectly, seeing all cards."""


def find_play(name: str) -> str:
    """A way to play the cards by its name.

    Raises
    ------
    InputError
        If nothing has that name.

    Examples
    --------
    >>> find_play("Double dummy")
    'double-dummy'
    """
    key = read_name("play", name)
    if key not in WAYS_TO_PLAY:
        raise InputError("play: " + suggest(key, WAYS_TO_PLAY, "way to play"))
    return key
