"""The forms of an answer: words and tables for people, JSON for programs.

A command hands what it found to `answer`, once: as data, and with a function that prints it for
people. `answering` gives the command the options that choose the form. Another form is another row
of `FORMS`, and no command changes.
"""

import json
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, NamedTuple

import typer


def _encode(found: object) -> Any:
    return found.as_json() if hasattr(found, "as_json") else found.model_dump()


def write_json(found: object) -> str:
    """One line of JSON, of data or of what has `as_json`; a rule book writes itself."""
    if hasattr(found, "model_dump_json"):
        return found.model_dump_json()
    return json.dumps(found, default=_encode, allow_nan=False)


class Form(NamedTuple):
    """A form for programs, and the option that chooses it."""

    option: str
    help: str
    write: Callable[[object], str]


FORMS = {"json": Form("--json", "Print one JSON document and nothing else.", write_json)}
"""The forms for programs, by name."""

_chosen: ContextVar[Form | None] = ContextVar("form", default=None)


def answering(command: Callable[..., None]) -> Callable[..., None]:
    """A command that also takes the options that choose the form of its answer."""

    @wraps(command)
    def run(**given: Any) -> None:
        chosen = [form for name, form in FORMS.items() if given.pop(name)]
        before = _chosen.set(chosen[0] if chosen else None)
        try:
            command(**given)
        finally:
            _chosen.reset(before)

    options = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=False,
            annotation=Annotated[bool, typer.Option(form.option, help=form.help)],
        )
        for name, form in FORMS.items()
    ]
    own = signature(command)
    run.__signature__ = own.replace(parameters=[*own.parameters.values(), *options])
    return run


def is_for_programs() -> bool:
    """Whether the answer is for a program, so that nothing else is shown to people."""
    return _chosen.get() is not None


def answer(found: object, tell: Callable[[], Any] | None = None) -> None:
    """Print what a command found, in the form that was chosen.

    Parameters
    ----------
    found : object
        Plain data, or something with `as_json`.
    tell : callable, optional
        Prints the same for people; by default they read JSON, too.
    """
    form = _chosen.get()
    if form is None and tell is not None:
        tell()
    else:
        print((form or FORMS["json"]).write(found))
