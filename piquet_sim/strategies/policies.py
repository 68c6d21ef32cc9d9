"""Policies are made of Python functions of a view; the engine calls them at full speed.

A policy is compiled once for the fixed signature of its view and is handed to the engine as a
pointer: the engine itself is never compiled again, whatever strategies it runs.
"""

import ctypes
import os
import pickle
import re
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from inspect import signature
from operator import index
from pathlib import Path
from traceback import extract_tb
from typing import Any, Generic, SupportsIndex, get_type_hints

import numba
from numba import int64, types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.serialize import dumps
from numba.core.types import WrapperAddressProtocol
from typing_extensions import TypeVar

from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK, PACK_36_MASK
from piquet_sim.game.errors import TRACEBACK, InputError, describe_error, quote, read_whole
from piquet_sim.game.laws import Laws, read_book
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.compile import IS_COMPILED, compile_entry, compile_policy, find_entry
from piquet_sim.kernel.deal.deal_state import ELDER_AT, SEAT_SIZE, find_room, new_table
from piquet_sim.kernel.deal.learned_blocks import are_usual
from piquet_sim.kernel.deal.views import (
    ANSWER,
    IN_ROOM,
    READERS,
    SIGNATURES,
    CallView,
    DiscardView,
    PlayView,
)
from piquet_sim.kernel.laws import open_book
from piquet_sim.strategies.policy_code import PolicyCode, read_code

open_book(RUBICON.laws().book)  # which policies may be asked about without a simulation

_PLACE_OF_MODULE = re.compile(r" from '[^']*'(?=>)")
_RAISED = re.compile(r"\.? Raised from (?:None|(.*) \((\d+)\))$")
_WORD = 1 << 63
_CARDS_OF_VIEW = {
    *("hand", "dealt", "discard", "left_seen", "opponent_holds", "opponent_dealt", "led", "legal"),
    *("opponent_may_hold", "shown", "played", "opponent_played", "ever_shown"),
}
FAILED = -_WORD
"""The answer of a policy that failed; it is never a legal answer."""
_VIEW_OF_NAME = {"discard": DiscardView, "call": CallView, "play": PlayView}
_PARAMETER = (
    "what it reads from outside is a constant once it is compiled: make the policy in a function "
    "that takes the value as its parameter"
)
_ASKS_ANOTHER = (
    "it cannot ask another player; @outside_policy can, as in expert.discard(view), or give the "
    "whole decision: Strategy(..., discard=expert.discard)"
)
_CURES = {
    "strategies.registry.Strategy": _ASKS_ANOTHER,
    "strategies.policies.Policy": _ASKS_ANOTHER,
    "IMPORT_NAME": "import above the function, and draw by random_below(view.luck, n)",
    "STORE_GLOBAL": _PARAMETER,
    "considered compile-time constants": _PARAMETER,
    "Untyped global name": "it may use numbers, tuples, arrays and functions compiled by numba",
}
"""What to write instead, by what numba's reason says."""


_View_contra = TypeVar(
    "_View_contra", bound=DiscardView | CallView | PlayView, default=Any, contravariant=True
)
_Seen = TypeVar("_Seen", bound=DiscardView | CallView | PlayView)


def _prepare_nothing(in_match: bool) -> None:
    pass


@dataclass(frozen=True)
class Policy(Generic[_View_contra]):
    """One decision of a strategy, compiled.

    Call it with a view to ask it once from Python.
    """

    name: str
    view: type
    """`DiscardView`, `CallView` or `PlayView`."""
    function: Callable[[_View_contra], SupportsIndex] = field(repr=False, compare=False)
    """The Python function as it was written."""
    compiled: Callable[[_View_contra], int] = field(repr=False, compare=False)
    """Asks the compiled function about a view."""
    entry: Callable[[int], int] = field(repr=False, compare=False)
    """The compiled function that the engine calls with the place of a view."""
    prepare: Callable[[bool], None] = field(default=_prepare_nothing, repr=False, compare=False)
    """Called before it is first asked, possibly more than once, with whether it plays to the score
    of a match: prepares what it needs."""
    digest_data: Callable[[], str] | None = field(default=None, repr=False, compare=False)
    """A digest of the data that it decides by, where these are no part of its code."""
    plain: "Policy[_View_contra] | None" = field(default=None, repr=False, compare=False)
    """The same for deals that stand alone, under laws by which calls are Rubicon's: less code."""
    is_outside: bool = field(default=False, compare=False)
    """Whether the Python function is called without being compiled."""
    explain: Callable[[tuple], str] = field(default=lambda view: "fails", repr=False, compare=False)
    """Why it answered FAILED to a view."""
    made: PolicyCode | None = field(default=None, repr=False, compare=False)
    """What was compiled; None of what is not, and of the package's own."""

    def __eq__(self, other: object) -> bool:
        """Whether it is of the same function, or was compiled from the same code elsewhere."""
        if not isinstance(other, Policy) or self.function is other.function:
            return isinstance(other, Policy)
        one, two = ((of.name, of.view, of.made, of.digest_data) for of in (self, other))
        return self.made is not None and not self.made.unread and one == two

    @property
    def code(self) -> PolicyCode:
        """What it is made of: what was compiled, or what Python would run now."""
        return self.made or read_code(self.function)

    def suit(self, laws: Laws, in_match: bool) -> "Policy[_View_contra]":
        """The policy, or its plain form where that will do."""
        is_plain = getattr(are_usual, "py_func", are_usual)(laws) and not in_match
        return self.plain if self.plain and is_plain else self

    @property
    def module(self) -> str:
        """The module in which its function was written; empty if that is not known."""
        return str(self.function.__module__ or "")

    @property
    def place(self) -> tuple[str, str] | None:
        """The module and the name by which another process finds it; None if there are none.

        What was written at a prompt, in a notebook, in a function or in the file that is run has no
        such place.
        """
        module = self.module
        if module == "__main__" or module not in sys.modules:
            return None
        known = vars(sys.modules[module]).items()
        return next(((module, name) for name, value in known if value is self), None)

    def __reduce__(self) -> tuple:
        if self.place is not None:
            return _find_policy, self.place
        try:  # numba's, which sends functions by what they are made of
            sent = dumps((self.function, self.prepare, self.digest_data))
        except Exception as error:
            why = describe_error(error)
            raise InputError(f"policy {self.name!r} cannot be sent: {why}") from None
        return _remake, (sent, self.is_outside)

    def __call__(self, view: _View_contra) -> int:
        """The answer to one view: a mask of cards, a call or a card.

        Raises
        ------
        InputError
            If it is another view, or one that no deal can show.
        """
        view, laws = _read_view(self.view, view)
        open_book(view.rules)
        self.prepare(view.deal > 0)
        answer = int(self.suit(laws, view.deal > 0).compiled(view))
        if answer == FAILED:
            raise InputError(self.explain(view))
        return answer


def _read_view(kind: type, view: Any) -> tuple[Any, Laws]:
    # The view and the laws it is played by. Kernels check nothing: what is asked from Python is
    # checked here.
    if not isinstance(view, kind):
        raise InputError(f"view: expected a {kind.__name__}, got {type(view).__name__}")
    view = kind(
        *(
            read_whole(f"view: {name}", value, -_WORD, _WORD - 1)
            for name, value in zip(kind._fields, view, strict=True)
        )
    )
    laws = Laws(*read_book(view.rules)[: len(Laws._fields)])
    pack = PACK_36_MASK if laws.pack == 36 else PACK_32_MASK
    for name in _CARDS_OF_VIEW & set(kind._fields):
        if getattr(view, name) & ~pack:
            raise InputError(f"view: {name} has bits that are no cards of the pack of {laws.pack}")
    held = view.hand.bit_count()
    if held > HAND_CARDS or (kind is DiscardView and held < HAND_CARDS) or view.seat not in (0, 1):
        raise InputError(
            f"view: seat {view.seat} has {held} cards; seats 0 and 1 have {HAND_CARDS}"
        )
    return view, laws


def _find_policy(module: str, name: str) -> Policy:
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise InputError(f"policy {name!r} is not found in this process: {error}") from None


@cache
def _remake(sent: bytes, is_outside: bool) -> Policy:
    # Compiled once, however many results were played by it.
    function, prepare, digest_data = pickle.loads(sent)
    if is_outside:
        return outside_policy(function)
    return policy(function, prepare=prepare, digest_data=digest_data)


def _find_view(function: Callable) -> type:
    if not hasattr(function, "__code__"):
        raise InputError(f"policy: {quote(function)} is no Python function of a view")
    try:
        hints = get_type_hints(function)
    except Exception:  # it names types that are not there
        hints = {}
    annotated = [hint for name, hint in hints.items() if name != "return" and hint in SIGNATURES]
    named = map(_VIEW_OF_NAME.get, function.__name__.split("_"))
    views = [*annotated, *filter(None, named)]
    if not views:
        raise InputError(
            f"policy {function.__name__!r}: which decision is it? Annotate its view as "
            "DiscardView, CallView or PlayView, or call it discard, call or play"
        )
    return views[0]


def policy(
    function: Callable[[_Seen], SupportsIndex],
    *,
    prepare: Callable[[bool], None] = _prepare_nothing,
    digest_data: Callable[[], str] | None = None,
) -> Policy[_Seen]:
    """Make a policy of a function of one view (a decorator).

    The annotation of the view, or else the function's name, tells which decision it makes.
    The function is compiled by numba: it may use integers, loops, tuples, global constants and
    functions compiled by numba, but no Python objects.

    Parameters
    ----------
    function : callable
        Takes a `DiscardView`, `CallView` or `PlayView` and returns an integer.
    prepare : callable, optional
        Called before the policy is first asked, to prepare what it needs; with True if it will
        play to the score of a match.
    digest_data : callable, optional
        Returns a digest of the data by which the policy decides; results carry it.

    Returns
    -------
    Policy

    Raises
    ------
    InputError
        If the decision it makes cannot be inferred, if the function cannot be compiled, or if it
        returns something other than an integer.

    Examples
    --------
    >>> from piquet_sim.strategies import PlayView, policy
    >>> @policy
    ... def play_lowest(view: PlayView) -> int:
    ...     return view.legal & -view.legal
    """
    return replace(_compile(function), prepare=prepare, digest_data=digest_data)


def outside_policy(function: Callable[[_Seen], SupportsIndex]) -> Policy[_Seen]:
    """Make a policy of any Python function of one view (a decorator), without compiling it.

    For players from elsewhere: the function may call another program, a network, a person. The
    engine asks it one decision at a time, at some microseconds a question beside its own time;
    threads wait for each other while it answers. Which decision it makes is inferred as for
    `policy`. What it draws at random should come from ``view.luck`` (`random_below`), or deals
    cannot be played again. A player who knows the seed can find the deal, and all its cards, by
    that luck (`kernel.deal.views`): do not reveal the seed to a player whom you do not trust, and
    choose one that cannot be guessed, such as ``secrets.randbits(63)``.

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
        If the decision it makes cannot be inferred; and while it plays, if the function fails or
        returns something other than an integer (`IllegalDecision`).

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
    _check_function(function)
    failure = threading.local()  # the thread that plays a deal also says what went wrong in it
    ask = _take_answer(function, failure)

    def explain(seen: tuple) -> str:
        if failure.said is None:
            raise KeyboardInterrupt
        return failure.said

    return Policy(
        function.__name__,
        view,
        function,
        ask,
        Outsider(view, ask),
        is_outside=True,
        explain=explain,
    )


class Outsider(WrapperAddressProtocol):
    """A Python function of a view as the engine calls a policy; nothing is compiled for it.

    Parameters
    ----------
    view : type
    ask : callable
        Takes the view and answers an integer of 64 bits; it raises nothing.
    """

    def __init__(self, view: type, ask: Callable[[tuple], int]) -> None:
        self._view, self._ask = view, ask
        self._called = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(self._read)

    def __call__(self, place: Any) -> int:
        """The answer where kernels run as plain Python."""
        return self._ask(READERS[self._view](place))

    def _read(self, place: int) -> int:
        fields = (ctypes.c_int64 * len(self._view._fields)).from_address(place)
        return self._ask(self._view(*fields))

    def __wrapper_address__(self) -> int:
        return ctypes.cast(self._called, ctypes.c_void_p).value

    def signature(self) -> object:
        """The signature that all policies have when the engine calls them."""
        return ANSWER


def _say_failure(function: Callable, error: BaseException) -> str:
    # It names the last line of the function's own file that led to it.
    name, file = function.__name__, function.__code__.co_filename
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == file]
    where = f" ({Path(file).name}, line {lines[-1]})" if lines else ""
    return f"policy {name!r} failed: {describe_error(error)}{where}"


def _say_why_not_compiled(function: Callable, error: Exception) -> str:
    # In one line; numba says it in many, of which the first tell how far it has come.
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = next((line for line in lines if not line.startswith("Failed in")), "unknown")
    raised = _RAISED.search(reason)
    reason = _PLACE_OF_MODULE.sub("", reason[: raised.start()] if raised else reason).rstrip(".")
    at = getattr(error, "loc", None)
    file, line = (at.filename, at.line) if at else raised.groups() if raised else (None, None)
    where = f" ({Path(file).name}, line {line})" if file else ""
    better = next((f"; {cure}" for sign, cure in _CURES.items() if sign in reason), "")
    return f"policy {function.__name__!r} cannot be compiled: {reason}{where}{better}"


def _check_function(function: Callable) -> PolicyCode:
    # It takes the view alone, and draws from no generator that a process shares: no deal could be
    # played again.
    try:
        signature(function).bind(None)
    except TypeError:
        raise InputError(
            f"policy {function.__name__!r} takes {signature(function)}; expected one argument, the "
            "view"
        ) from None
    code = read_code(function)
    if code.chance:
        raise InputError(
            f"policy {function.__name__!r} draws by {code.chance}, so that no deal could be played "
            "again; write random_below(view.luck, n)"
        )
    return code


def _take_answer(function: Callable, failure: threading.local) -> Callable:
    # The function, whose answers are integers that the engine can hold.
    name = function.__name__

    def fail(said: str | None) -> int:
        failure.said = said
        return FAILED

    def ask(seen) -> int:
        try:
            said = function(seen)
        except KeyboardInterrupt:
            return fail(None)
        except BaseException as error:  # an exit, too: it would end a thread without a word
            return fail(_say_failure(function, error))
        try:
            answer = index(said)
        except TypeError:
            return fail(f"policy {name!r} answers {said!r}, which is no integer")
        if -_WORD < answer < _WORD:
            return answer
        return fail(f"policy {name!r} answers {answer:#x}, which has more than 64 bits")

    return ask


def _compile(function: Callable) -> Policy:
    view = _find_view(function)
    own = str(function.__module__).startswith("piquet_sim.strategies.")
    made = None if own else _check_function(function)
    try:
        if own:
            return _compile_parts(function.__name__, view, function, function, own=True)
        checked = _compile_checked(function, SIGNATURES[view]) if IS_COMPILED else function
        joined = _compile_parts(function.__name__, view, function, _catch_failures(checked))
    except (NumbaError, UnsupportedBytecodeError) as error:
        cause = error if os.environ.get(TRACEBACK) else None
        raise InputError(_say_why_not_compiled(function, error)) from cause

    def explain(seen: tuple) -> str:
        for ask in (function, checked):  # the first tells the line
            try:
                ask(seen)
            except Exception as error:
                return _say_failure(function, error)
        return f"policy {function.__name__!r} answers {FAILED}"

    return replace(joined, explain=explain, made=made)


def _compile_parts(
    name: str, view: type, function: Callable, answer: Callable, own: bool = False
) -> Policy:
    # Joins a function to what answers in its place. One of the package's own may take a room, in
    # which it keeps what it has worked out from one card of a deal to the next.
    rooms = () if not own or answer.__code__.co_argcount == 1 else (find_room,)
    compiled = compile_policy(answer, IN_ROOM if rooms else SIGNATURES[view], own)
    entry = compile_entry(compiled, answer, READERS[view], ANSWER, own, *rooms)

    def ask(seen: DiscardView | CallView | PlayView) -> int:
        # As the engine does, so that no second function is compiled for who asks from Python.
        place = new_table()[ELDER_AT + SEAT_SIZE * seen.seat :]
        place[: len(seen)] = seen
        return find_entry(entry)(place.ctypes.data if IS_COMPILED else place)

    return Policy(name, view, function, ask, entry)


def _compile_checked(function: Callable, signature: object) -> Callable:
    # So that an index beyond the end is an error, in functions that it calls as well, and what it
    # returns is an integer.
    waiting, seen = [function], set()
    while waiting:
        one = waiting.pop()
        closed = [cell.cell_contents for cell in one.__closure__ or ()]
        named = [one.__globals__.get(name) for name in one.__code__.co_names]
        for other in (*closed, *named):
            if not isinstance(other, Dispatcher) or other in seen:
                continue
            seen.add(other)
            if not str(other.py_func.__module__).startswith("piquet_sim."):
                if other.targetoptions.get("boundscheck") is None and not other.overloads:
                    other.targetoptions["boundscheck"] = True
                waiting.append(other.py_func)
    checked = numba.njit(function, boundscheck=True)
    checked.compile(signature.args)
    result = checked.overloads[signature.args].signature.return_type
    if not isinstance(result, (types.Integer, types.Boolean)):
        raise InputError(f"policy {checked.__name__!r} returns {result}; it must return an integer")
    return checked


def _catch_failures(checked: Callable) -> Callable:
    # The engine needs exactly int64; what the user returns may be any integer.
    def answer(view):
        try:
            return int64(checked(view))
        except Exception:
            return FAILED

    return answer
