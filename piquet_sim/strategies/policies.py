"""From a Python function of a view to a policy that the engine calls at full speed.

A policy is compiled once for the fixed signature of its view and is handed to the engine as a
pointer: the engine itself is never compiled again, whatever strategies it runs.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from operator import index
from typing import get_type_hints

import numba
from numba import int64, types
from numba.core.errors import NumbaError, NumbaWarning, UnsupportedBytecodeError

from piquet_sim.errors import InputError, describe_error
from piquet_sim.kernel._jit import IS_COMPILED, compile_policy
from piquet_sim.kernel.rulings import open_book
from piquet_sim.kernel.views import (
    CALL_SIGNATURE,
    DISCARD_SIGNATURE,
    PLAY_SIGNATURE,
    CallView,
    DiscardView,
    PlayView,
)

_SIGNATURES = {
    DiscardView: DISCARD_SIGNATURE,
    CallView: CALL_SIGNATURE,
    PlayView: PLAY_SIGNATURE,
}
_WORD = 1 << 63
_VIEW_OF_NAME = {"discard": DiscardView, "call": CallView, "play": PlayView}


@dataclass(frozen=True)
class Policy:
    """One decision of a strategy, compiled.

    Call it with a view to ask it once from Python.
    """

    name: str
    view: type
    """`DiscardView`, `CallView` or `PlayView`."""
    function: Callable = field(repr=False)
    """The Python function as it was written."""
    compiled: Callable = field(repr=False, compare=False)
    """What the engine calls."""
    prepare: Callable[[bool], None] = field(
        default=lambda in_match: None, repr=False, compare=False
    )
    """Called before it is asked, as often as one likes, with whether it is told the score of a
    match: lays out what it needs."""
    is_outside: bool = field(default=False, compare=False)
    """Whether the function is asked as it was written, without being compiled."""

    def __call__(self, view: tuple) -> int:
        """The answer to one view: a mask of cards, a call or a card."""
        open_book(view.rules)
        self.prepare(view.deal > 0)
        return int(self.compiled(view))


def _find_view(function: Callable) -> type:
    hints = [hint for name, hint in get_type_hints(function).items() if name != "return"]
    for hint in hints:
        if hint in _SIGNATURES:
            return hint
    for part in function.__name__.split("_"):
        if part in _VIEW_OF_NAME:
            return _VIEW_OF_NAME[part]
    raise InputError(
        f"policy {function.__name__!r}: which decision is it? Annotate its view as DiscardView, "
        "CallView or PlayView, or call it discard, call or play"
    )


def policy(
    function: Callable | None = None, *, prepare: Callable[[bool], None] | None = None
) -> Policy:
    """Make a policy of a function of one view (a decorator).

    Which decision it is, is told by the annotation of the view, or else by the function's name.
    The function is compiled by numba: it may use integers, loops, tuples, global constants and
    functions compiled by numba, but no Python objects.

    Parameters
    ----------
    function : callable
        Takes a `DiscardView`, `CallView` or `PlayView` and returns an integer.
    prepare : callable, optional
        Is called before the policy is first asked, to lay out what it needs; with True if it will
        be told the score of a match.

    Returns
    -------
    Policy

    Raises
    ------
    InputError
        If it cannot be told which decision it is, if the function cannot be compiled, or if it
        returns something other than an integer.

    Examples
    --------
    >>> from piquet_sim.strategies import PlayView, policy
    >>> @policy
    ... def play_lowest(view: PlayView) -> int:
    ...     return view.legal & -view.legal
    """
    if function is None:
        return lambda decorated: policy(decorated, prepare=prepare)
    made = _compile(function)
    return made if prepare is None else replace(made, prepare=prepare)


def outside_policy(function: Callable) -> Policy:
    """Make a policy of any Python function of one view (a decorator), without compiling it.

    For players that nobody here wrote: the function may call another program, a network, a
    person. The engine asks it one decision at a time, at some microseconds a question beside its
    own time; threads wait for each other while it answers. Which decision it is, is told as for
    `policy`. What it draws at random should come from ``view.luck`` (`random_below`), or deals
    cannot be played again.

    Parameters
    ----------
    function : callable
        Takes a `DiscardView`, `CallView` or `PlayView` and returns an integer.

    Returns
    -------
    Policy

    Raises
    ------
    InputError
        If it cannot be told which decision it is; and while it plays, if the function fails or
        returns something other than an integer.

    Examples
    --------
    >>> from piquet_sim.strategies import PlayView, Strategy, find_strategy, outside_policy
    >>> asked = []
    >>> @outside_policy
    ... def play(view: PlayView) -> int:
    ...     asked.append(view.seat)  # send the view somewhere, wait for the answer ...
    ...     return view.legal & -view.legal
    >>> guest = Strategy("guest", discard=find_strategy("club").discard, play=play)
    >>> from piquet_sim import simulate
    >>> simulate(guest, "club", n=10, threads=1).deals, set(asked)
    (10, {0})
    """
    view = _find_view(function)
    ask = _take_answer(function)
    if not IS_COMPILED:
        return Policy(function.__name__, view, function, ask, is_outside=True)

    def answer(seen):
        with numba.objmode(said="int64"):
            said = ask(seen)
        return said

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)  # that threads wait for each other
        compiled = compile_policy(answer, _SIGNATURES[view], own=False)
    return Policy(function.__name__, view, function, compiled, is_outside=True)


def _take_answer(function: Callable) -> Callable:
    # The function, whose answers are integers that the engine can hold.
    name = function.__name__

    def ask(seen) -> int:
        try:
            said = function(seen)
        except (InputError, KeyboardInterrupt):
            raise
        except BaseException as error:  # an exit, too: it would end a thread without a word
            raise InputError(f"policy {name!r} failed: {describe_error(error)}") from error
        try:
            answer = index(said)
        except TypeError:
            raise InputError(f"policy {name!r} answers {said!r}, which is no integer") from None
        if not -_WORD <= answer < _WORD:
            raise InputError(f"policy {name!r} answers {answer:#x}, which has more than 64 bits")
        return answer

    return ask


def _compile(function: Callable) -> Policy:
    view = _find_view(function)
    signature = _SIGNATURES[view]
    own = function.__module__.startswith("piquet_sim.strategies.")
    if not IS_COMPILED:
        return Policy(function.__name__, view, function, function)
    try:
        if own:
            compiled = compile_policy(function, signature, own=True)
        else:
            compiled = compile_policy(_type_result(function, signature), signature, own=False)
    except (NumbaError, UnsupportedBytecodeError) as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = next((line for line in lines if not line.startswith("Failed in")), "unknown")
        raise InputError(f"policy {function.__name__!r} cannot be compiled: {reason}") from error
    return Policy(function.__name__, view, function, compiled)


def _type_result(function: Callable, signature: object) -> Callable:
    # The engine needs exactly int64; what the user returns may be any integer.
    inner = numba.njit(function)
    inner.compile(signature.args)
    result = inner.overloads[signature.args].signature.return_type
    if not isinstance(result, (types.Integer, types.Boolean)):
        raise InputError(
            f"policy {function.__name__!r} returns {result}; it must return an integer"
        )

    def answer(view):
        return int64(inner(view))

    return answer
