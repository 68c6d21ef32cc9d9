"""The exception for invalid input, readers that raise it, and suggestions for unknown names."""

import operator
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from math import inf
from numbers import Real
from types import MappingProxyType, ModuleType
from typing import Any

TRACEBACK = "PIQUET_TRACEBACK"
"""The environment variable that asks for tracebacks, set to anything."""

_LONGEST_WORD = 160
"""The most characters of a word in a message; of a longer one the middle is left out."""
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")
_BREAKS = {ord(sign): repr(sign)[1:-1] for sign in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"}
"""Characters that would break a line, as a message of one line writes them."""


def shorten(text: str, most: int) -> str:
    """A text of at most the given number of characters: the beginning and the end of a longer one.

    Examples
    --------
    >>> shorten("abcdefghijklmnopqrstuvwxyz", 10)
    'abcdef…xyz'
    """
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end - 1]}…{text[len(text) - end :]}"


class InputError(ValueError):
    """Invalid input from a user.

    The message is one line that says what is wrong, where, and what would be right; the
    command line prints it as it stands and ends with exit code 2. Whatever it quotes, it stays
    short enough to be read: of long words, and of a long message, the middle is left out.

    Examples
    --------
    >>> from piquet_sim import InputError, Simulation
    >>> try:
    ...     Simulation("clbu")
    ... except InputError as error:
    ...     print(error)
    no strategy 'clbu'; did you mean 'club'?
    """

    _longest = 600
    """The most characters of a message."""

    def __init__(self, message: object = "") -> None:
        said = str(message).translate(_BREAKS)
        words = _LONG_WORD.sub(lambda word: shorten(word[0], _LONGEST_WORD), said)
        super().__init__(shorten(words, self._longest))


def refuse(faults: Mapping[str, object]) -> None:
    """Refuse input that has one of the given faults.

    Parameters
    ----------
    faults : mapping
        By message, whether the input has the fault.

    Raises
    ------
    InputError
        With the message of the first fault that it has.

    Examples
    --------
    >>> refuse({"n: expected a number above 0, got 3": 3 < 0, "n: expected at most 9": 3 > 9})
    """
    for fault, is_so in faults.items():
        if is_so:
            raise InputError(fault)


EXTRAS = {
    "pyarrow": ("Parquet", "records"),
    "scipy": ("SciPy", "statistics"),
    "distributed": ("Dask", "cluster"),
}
"""Libraries that may be missing: the name in messages, and the extra that installs them."""


def load_extra(module: str, asked: str) -> ModuleType:
    """Import a module of a library that is not always installed.

    Parameters
    ----------
    module : str
        Its full name; the library is one of `EXTRAS`.
    asked : str
        What it is needed for, with which the error begins.

    Raises
    ------
    InputError
        If it is not installed; the error says how to get it.

    Examples
    --------
    >>> load_extra("scipy.special", "--distribution").__name__
    'scipy.special'
    """
    library = module.partition(".")[0]
    if find_spec(library) is None:
        called, extra = EXTRAS[library]
        raise InputError(f"{asked}: {called} is not installed; pip install 'piquet-sim[{extra}]'")
    return import_module(module)


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


UNSEEN: dict[int, None] = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
)
"""Characters of no width, as a table with which `str.translate` removes them."""
_PLAIN = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣-", "-") | dict.fromkeys("\ufe0e\ufe0f")) | UNSEEN


def read_signs(text: str) -> str:
    """A text with a hyphen for every dash and minus, and without characters of no width.

    Examples
    --------
    >>> read_signs("68–155\u200b")
    '68-155'
    """
    return text.translate(_PLAIN)


_LONGEST_LIST = 240
"""The most characters of a list of names in a message."""


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
    >>> suggest("am", ["rubicon", "american"], "preset").partition("; ")[2]
    'there are: american, rubicon'
    >>> suggest("elder", ["pique", "elder-advantage"], "study")
    "no study 'elder'; did you mean 'elder-advantage'?"
    >>> suggest("six", ["rubicon", "american"], "preset")
    "no preset 'six'; there are: american, rubicon"
    >>> suggest("six", [f"code{number}" for number in range(40)], "preset")
    "no preset 'six'; the nearest of 40 are: code9, code8, code7"
    """
    name = shorten(name, _LONGEST_WORD)
    lowered = {one.lower(): one for one in sorted(known)}
    begun = [one for one in lowered if len(name) > 2 and one.startswith(name.lower())]
    near = get_close_matches(name.lower(), lowered, n=1) or begun
    if near:
        return f"no {kind} {name!r}; did you mean {lowered[near[0]]!r}?"
    said, listed = f"no {kind} {name!r}; ", ", ".join(lowered.values())
    if len(listed) <= _LONGEST_LIST:
        return f"{said}there are: {listed}"
    nearest = get_close_matches(name.lower(), lowered, n=3, cutoff=0)
    return (
        f"{said}the nearest of {len(lowered)} are: {', '.join(map(lowered.__getitem__, nearest))}"
    )


def read_known(name: Any, known: Collection[Any], kind: str, what: str = "") -> Any:
    """A name, if it is one of those that exist.

    Parameters
    ----------
    name : str
        What was written.
    known : collection of str
        The names that exist.
    kind : str
        What the name stands for, as in "preset" or "strategy".
    what : str
        What was asked for, before the message.

    Raises
    ------
    InputError
        If it is not; the message suggests the nearest.

    Examples
    --------
    >>> read_known("rubicon", ["rubicon", "american"], "preset")
    'rubicon'
    """
    if name not in known:
        raise InputError(f"{what}: " * bool(what) + suggest(str(name), known, kind))
    return name


def refuse_twice(what: str, names: Sequence[str]) -> None:
    """Refuse a name that is given twice.

    Raises
    ------
    InputError
        At the first.
    """
    refuse({f"{what}: {name} is given twice": times > 1 for name, times in Counter(names).items()})


HIGHEST_SEED = 2**63 - 1
"""The highest seed of a simulation, as a number of 64 bits with a sign; deals have no higher index.
"""


def quote(value: object) -> str:
    """A value as a message quotes it: on one line, shortened if it is long.

    Examples
    --------
    >>> quote([1, 2])
    '[1, 2]'
    """
    return shorten(" ".join(repr(value).split()), _LONGEST_WORD)


def read_whole(name: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """A whole number as Python's own; NumPy's are read too.

    Raises
    ------
    InputError
        If it is not a whole number, a truth value, less than `least`, or more than `most`.

    Examples
    --------
    >>> read_whole("seed", 7, most=10)
    7
    """
    try:
        number = operator.index(None if isinstance(value, bool) else value)
    except TypeError:
        raise InputError(f"{name}: {quote(value)} is not a whole number") from None
    if most is not None and not least <= number <= most:
        raise InputError(f"{name}: expected a number from {least} to {most}, got {number}")
    if number < least:
        raise InputError(f"{name}: expected at least {least}, got {number}")
    return number


def read_positive(name: str, value: Any, most: float = inf, what: str = "number") -> float:
    """A positive number, such as seconds or a standard error.

    Parameters
    ----------
    name : str
        What the error begins with.
    value : float
    most : float
        The number must be below this.
    what : str
        What was expected, as in "number of seconds".

    Raises
    ------
    InputError
        If it is not a number, not positive, or not below `most`.

    Examples
    --------
    >>> read_positive("seconds", 3)
    3.0
    """
    if isinstance(value, Real) and not isinstance(value, bool) and 0 < value < most:
        return float(value)
    below = f" below {most:g}" * (most < inf)
    raise InputError(f"{name}: expected a positive {what}{below}, as in 2.5, got {quote(value)}")


def read_text(name: str, value: object) -> str:
    """A text, without the blanks around it.

    Raises
    ------
    InputError
        If it is something else.

    Examples
    --------
    >>> read_text("aim", " value ")
    'value'
    """
    if not isinstance(value, str):
        raise InputError(f"{name}: {quote(value)} is not text")
    return value.strip()


def read_name(what: str, value: object) -> str:
    """A name in lower case with hyphens, however it was typed.

    Raises
    ------
    InputError
        If it is not text; the error begins with what it names.

    Examples
    --------
    >>> read_name("study", " Elder_advantage")
    'elder-advantage'
    """
    return read_text(what, value).lower().replace("_", "-").replace(" ", "-")


def read_choice(
    name: str,
    value: object,
    words: Collection[str],
    others: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """One of a few words, in lower case.

    Parameters
    ----------
    name : str
        What the error begins with.
    value : str
    words : collection of str
    others : mapping
        Other words for some of these.

    Raises
    ------
    InputError
        If it is none of them.

    Examples
    --------
    >>> read_choice("seat", "Pone", ("elder", "younger"), {"pone": "elder"})
    'elder'
    """
    asked = value.strip().lower() if isinstance(value, str) else ""
    if others.get(asked, asked) not in words:
        raise InputError(f"{name}: expected {' or '.join(words)}, got {quote(value)}")
    return others.get(asked, asked)


def read_list(name: str, value: Any, what: str) -> list[Any]:
    """The items of a list or of any other iterable.

    Parameters
    ----------
    name : str
        What the error begins with.
    value : iterable
    what : str
        What was expected, as in "pairs of scores".

    Raises
    ------
    InputError
        If it is not iterable, or is a text.

    Examples
    --------
    >>> read_list("deals", ((27, 13), (15, 31)), "pairs of scores")
    [(27, 13), (15, 31)]
    """
    if not isinstance(value, str | bytes):
        with suppress(TypeError):
            return list(value)
    raise InputError(f"{name}: expected {what}, got {quote(value)}")


def read_texts(name: str, value: object) -> tuple[str, ...]:
    """Several texts, or one alone, with single blanks between their words.

    Raises
    ------
    InputError
        If it is neither a text nor a sequence of texts.

    Examples
    --------
    >>> read_texts("measure", "elder_wins"), read_texts("measure", [])
    (('elder_wins',), ())
    """
    texts = [value] if isinstance(value, str) else read_list(name, value, "text")
    return tuple(" ".join(read_text(name, one).split()) for one in texts)


def read_yes(name: str, value: object) -> bool:
    """A truth value as Python's own: True, False, or one of NumPy's.

    Raises
    ------
    InputError
        If it is something else, such as "no", which Python takes for true.

    Examples
    --------
    >>> read_yes("mirrored", True)
    True
    """
    if type(value).__name__ not in ("bool", "bool_"):
        raise InputError(f"{name}: {quote(value)} is neither True nor False")
    return bool(value)


def read_seed(seed: object) -> int:
    """A seed: the whole number given, or one drawn from a source of random numbers.

    Parameters
    ----------
    seed : int, numpy.random.Generator, numpy.random.SeedSequence or None
        None draws one from the system.

    Raises
    ------
    InputError
        If it is something else, or out of range.

    Examples
    --------
    >>> read_seed(7)
    7
    """
    import numpy as np

    if seed is None or isinstance(seed, np.random.SeedSequence | np.random.Generator):
        return int(np.random.default_rng(seed).integers(HIGHEST_SEED, endpoint=True))
    return read_whole("seed", seed, most=HIGHEST_SEED)
