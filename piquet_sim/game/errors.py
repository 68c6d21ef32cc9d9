"""The exception for invalid input, and suggestions for misspelt names."""

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """Invalid input from a user.

    The message is one line that says what is wrong, where, and what would be right; the
    command line prints it as it stands and ends with exit code 2.

    Examples
    --------
    >>> from piquet_sim import InputError, Simulation
    >>> try:
    ...     Simulation("clbu")
    ... except InputError as error:
    ...     print(error)
    no strategy 'clbu'; did you mean 'club'?
    """


def describe_error(error: BaseException) -> str:
    """The type of an error and the first line of what it says.

    Examples
    --------
    >>> describe_error(KeyError("AS"))
    "KeyError: 'AS'"
    """
    try:
        said = str(error).strip()
    except Exception:  # raised by a class from elsewhere
        said = ""
    return ": ".join([type(error).__name__, *said.splitlines()[:1]])


_LONGEST_LIST = 240
"""Characters of a list of names that is still read."""


def suggest(name: str, known: Iterable[str], kind: str) -> str:
    """One line that says that a name is unknown and which name was probably meant.

    Parameters
    ----------
    name : str
        What was written.
    known : iterable of str
        The names that exist.
    kind : str
        What the name stands for, as in "preset" or "strategy".

    Returns
    -------
    str
        "no preset 'rubicn'; did you mean 'rubicon'?"; where none is near the list of all names, or
        the nearest of very many.

    Examples
    --------
    >>> suggest("rubicn", ["rubicon", "american"], "preset")
    "no preset 'rubicn'; did you mean 'rubicon'?"
    >>> suggest("six", ["rubicon", "american"], "preset")
    "no preset 'six'; there are: american, rubicon"
    >>> suggest("six", [f"code{number}" for number in range(40)], "preset")
    "no preset 'six'; the nearest of 40 are: code9, code8, code7"
    """
    names = sorted(known)
    lowered = {known_name.lower(): known_name for known_name in names}
    near = get_close_matches(name.lower(), lowered, n=1)
    if near:
        return f"no {kind} {name!r}; did you mean {lowered[near[0]]!r}?"
    listed = ", ".join(names)
    if len(listed) <= _LONGEST_LIST:
        return f"no {kind} {name!r}; there are: {listed}"
    nearest = get_close_matches(name.lower(), lowered, n=3, cutoff=0)
    return (
        f"no {kind} {name!r}; the nearest of {len(names)} are: "
        f"{', '.join(lowered[one] for one in nearest)}"
    )
