"""The forms of an answer: words and tables for people, JSON for programs.

A command hands what it found to `answer`, once: as data, and with a function that prints it for
people. `answering` gives the command the option ``--json``.
"""

import json
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer


def _encode(found: object) -> Any:
    return found.as_json() if hasattr(found, "as_json") else found.model_dump()


def write_json(found: object) -> str:
    """One line of JSON, of data or of what has `as_json`; a rule book writes itself."""
    if hasattr(found, "model_dump_json"):
        return found.model_dump_json()
    return json.dumps(found, default=_encode, allow_nan=False)


_is_json: ContextVar[bool] = ContextVar("is_json", default=False)
_JSON = Parameter(
    "json",
    Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[
        bool, typer.Option("--json", help="Print one JSON document and nothing else.")
    ],
)


def answering(command: Callable[..., None]) -> Callable[..., None]:
    """A command that also takes ``--json``."""

    @wraps(command)
    def run(json: bool, **given: Any) -> None:
        before = _is_json.set(json)
        try:
            command(**given)
        finally:
            _is_json.reset(before)

    own = signature(command)
    run.__signature__ = own.replace(parameters=[*own.parameters.values(), _JSON])
    return run


def is_for_programs() -> bool:
    """Whether the answer is for a program, so that nothing else is shown to people."""
    return _is_json.get()


def answer(found: object, tell: Callable[[], Any] | None = None) -> None:
    """Print what a command found, in the form that was chosen.

    Parameters
    ----------
    found : object
        Plain data, or something with `as_json`.
    tell : callable, optional
        Prints the same for people; by default they read JSON, too.
    """
    if tell is None or is_for_programs():
        print(write_json(found))
    else:
        tell()
