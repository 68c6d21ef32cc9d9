"""The two seats by their names."""

from typing import Any

from piquet_sim.game.errors import read_choice
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER

_OTHER_WORDS = {"pone": ELDER, "non-dealer": ELDER, "nondealer": ELDER, "dealer": YOUNGER}


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
    return read_choice(name, seat, SEATS, _OTHER_WORDS)


def read_player(player: object, name: str = "elder") -> str:
    """A player of a match, "a" or "b".

    Raises
    ------
    InputError
        If there is no such player.
    """
    return read_choice(name, player, ("a", "b"))


def other(seat: str) -> str:
    """The other seat.

    Examples
    --------
    >>> other("elder")
    'younger'
    """
    return SEATS[1 - SEATS.index(seat)]


def turn_pair(pair: tuple[Any, Any], seat: int) -> tuple[Any, Any]:
    """Elder's and younger's with a seat's own first; or own and the other's with elder's first.

    Parameters
    ----------
    pair : tuple of two
    seat : int
        0 elder, for whom it stays as it is, 1 younger.

    Examples
    --------
    >>> turn_pair((70, 82), 1)
    (82, 70)
    """
    return pair[:: -1 if seat else 1]
