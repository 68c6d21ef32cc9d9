"""The two seats by their names."""

from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS

_SEATS = {
    "elder": SEATS[0],
    "pone": SEATS[0],
    "non-dealer": SEATS[0],
    "nondealer": SEATS[0],
    "younger": SEATS[1],
    "dealer": SEATS[1],
}
"""Seats by all words for them."""


def read_seat(seat: object, name: str = "seat") -> str:
    """A seat by one of its names: the dealer is younger.

    Raises
    ------
    InputError
        If there is no such seat.

    Examples
    --------
    >>> read_seat("dealer"), read_seat("Elder")
    ('younger', 'elder')
    """
    asked = seat.strip().lower() if isinstance(seat, str) else ""
    if asked not in _SEATS:
        raise InputError(f"{name}: expected elder or younger, got {seat!r}")
    return _SEATS[asked]


def read_player(player: object, name: str = "elder") -> str:
    """A player of a match, "a" or "b".

    Raises
    ------
    InputError
        If there is no such player.
    """
    asked = player.strip().lower() if isinstance(player, str) else ""
    if asked not in ("a", "b"):
        raise InputError(f"{name}: expected a or b, got {player!r}")
    return asked


def other(seat: str) -> str:
    """The other seat.

    Examples
    --------
    >>> other("elder")
    'younger'
    """
    return SEATS[1 - SEATS.index(seat)]
