"""What the record of a deal says besides its cards and calls: names, and its place in a partie."""

import re
from typing import Any

from piquet_sim.game.errors import InputError, shorten
from piquet_sim.game.files import require_object
from piquet_sim.game.terms import SEATS

NOTATION = "PQN 1"
"""Name and version of the notation that is read and written: ``piquet help notation``."""
HEADING = {"notation", "condition", "name", "players", "number", "score", "totals"}
"""The keys of what does not change a deal's score; totals are compared with it."""
_HIGHEST = 9999
"""Of a deal's number, and of the points before it."""
_LONGEST_NAME = 200
_LONGEST_QUOTE = 50
_ENDS_NAME = re.compile(r"\)\s*:")
"""How the name of a player ends where it is written down: ``Elder (Ann):``."""


def read_heading(deal: dict[str, Any]) -> dict[str, Any]:
    """What a record says beside its cards and calls, checked.

    Parameters
    ----------
    deal : dict
        As `referee.score_deal` reads it. Each key may be missing or null.

    Returns
    -------
    dict
        ``name``, ``players``, ``number``, ``score`` and ``totals``, as far as they are there;
        names with single blanks.

    Raises
    ------
    InputError
        If one of them, or the condition, is something else than it must be.

    Examples
    --------
    >>> read_heading({"players": {"elder": "Ann"}, "score": [45, 30], "number": None})
    {'players': {'elder': 'Ann'}, 'score': [45, 30]}
    """
    given = {key: deal[key] for key in HEADING if deal.get(key) is not None}
    heading: dict[str, Any] = {}
    if "name" in given:
        heading["name"] = _read_name(given["name"], "name")
    if "players" in given:
        players = require_object(given["players"], set(SEATS), "players")
        named = {
            seat: _read_player(players[seat], f"players: {seat}")
            for seat in SEATS
            if players.get(seat) is not None
        }
        if named:
            heading["players"] = named
    if "number" in given:
        number = given["number"]
        if type(number) is not int or not 1 <= number <= _HIGHEST:
            raise InputError(
                f"number: expected the number of the deal from 1, got {_quote(number)}"
            )
        heading["number"] = number
    heading |= {
        key: list(_read_pair(given[key], key)) for key in ("score", "totals") if key in given
    }
    condition = given.get("condition", {"condition": ""})
    if not isinstance(condition, dict) or not isinstance(condition.get("condition"), str):
        raise InputError(
            'condition: expected an object with the condition as text, as in {"condition": "elder '
            f'has 4 aces"}}, got {_quote(condition)}'
        )
    return heading


def check_notation(given: object) -> None:
    """Check the version of the notation that a record says it is written in.

    Raises
    ------
    InputError
        If it is not the one that is read here.

    Examples
    --------
    >>> check_notation("PQN 1")
    """
    if given != NOTATION:
        raise InputError(
            f"notation: expected {NOTATION}, the version that is read here, got {_quote(given)}"
        )


def _quote(value: object) -> str:
    return shorten(repr(value), _LONGEST_QUOTE)


def _read_name(name: object, what: str) -> str:
    plain = " ".join(name.split()) if isinstance(name, str) else ""
    if not 1 <= len(plain) <= _LONGEST_NAME:
        raise InputError(
            f"{what}: expected a name of 1 to {_LONGEST_NAME} characters, got {_quote(name)}"
        )
    odd = next((letter for letter in plain if letter == "#" or not letter.isprintable()), None)
    if odd is not None:
        raise InputError(f"{what}: a name cannot contain {odd!r}")
    return plain


def _read_player(name: object, what: str) -> str:
    plain = _read_name(name, what)
    if _ENDS_NAME.search(plain):
        raise InputError(f"{what}: a name cannot contain a colon after a bracket, as in {plain!r}")
    return plain


def read_whole(value: object, what: str) -> int:
    """A whole number from JSON.

    Raises
    ------
    InputError
        If it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{what}: {_quote(value)} is not a whole number")
    return value


def _read_pair(given: object, what: str) -> tuple[int, int]:
    if not isinstance(given, list | tuple) or len(given) != len(SEATS):
        raise InputError(f"{what}: expected two numbers, elder's first, got {_quote(given)}")
    pair = tuple(read_whole(one, what) for one in given)
    if not all(0 <= points <= _HIGHEST for points in pair):
        raise InputError(f"{what}: expected points from 0 to {_HIGHEST}, got {_quote(given)}")
    return pair
