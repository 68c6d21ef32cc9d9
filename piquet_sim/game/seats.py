"""The two seats by their names."""

from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS


def name_seat(seat: object) -> str:
    """The seat of that name.

    Raises
    ------
    InputError
        If there is none.
    """
    if not isinstance(seat, str) or seat not in SEATS:
        raise InputError(f"seat: expected elder or younger, got {seat!r}")
    return str(seat)


def other(seat: str) -> str:
    """The other seat.

    Examples
    --------
    >>> other("elder")
    'younger'
    """
    return SEATS[1 - SEATS.index(seat)]
