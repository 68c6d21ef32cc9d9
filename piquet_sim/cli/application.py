"""The command line itself, to which the other modules of this room add their commands."""

import sys
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from piquet_sim.cli.mistakes import errors, explain_extra, explain_mistake, suggest_command
from piquet_sim.cli.overview import group_commands
from piquet_sim.game.errors import InputError
from piquet_sim.process_end import EXIT_INTERRUPTED, Interruptible, is_in_import

EXIT_NOT_TRUSTED = 1
EXIT_BAD_INPUT = 2
EXIT_NOT_CHECKED = 3

_WHOLE = 200


class _PlainReader:
    # Reads an argument as the library does, which loads a library of its own for everything that
    # is more than text or nothing: a third of the time of a short command.
    def __init__(self, parameter: Any) -> None:
        self._is_text = parameter.type_descriptor.annotation is str
        self._find_reader = parameter.get_runtime_param

    def coerce(self, value: object, param: Any, ctx: typer.Context) -> object:
        is_one = not param.multiple and param.nargs == 1
        if is_one and (value is None or (self._is_text and isinstance(value, str))):
            return value
        if value is None:
            return ()
        return self._find_reader().coerce(value, param=param, ctx=ctx)


def _read_plainly(parameter: Any) -> None:
    # Older versions of the library read text by themselves.
    is_read = "get_runtime_param" in vars(parameter)
    if not is_read and hasattr(parameter, "get_runtime_param"):
        reader = _PlainReader(parameter)
        parameter.get_runtime_param = lambda: reader


class _Explained:
    # What the library finds wrong with the arguments, in one line of ours.
    def get_params(self, ctx: typer.Context) -> list:
        found = super().get_params(ctx)
        for parameter in found:
            _read_plainly(parameter)
        return found

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except errors.UsageError as error:
            raise InputError(explain_mistake(error, ctx)) from None


class _Command(_Explained, TyperCommand):
    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        extra = super().parse_args(ctx, args)
        if extra and not ctx.resilient_parsing:
            raise InputError(explain_extra(ctx, extra[0]))
        return extra


class _Commands(_Explained, TyperGroup):
    def resolve_command(self, ctx: typer.Context, args: list[str]) -> tuple:
        try:
            return super().resolve_command(ctx, args)
        except errors.UsageError:
            raise InputError(suggest_command(ctx, args[0])) from None

    # The library ends without a word where a command is interrupted.
    def invoke(self, ctx: typer.Context) -> object:
        try:
            with Interruptible():
                return super().invoke(ctx)
        except KeyboardInterrupt as error:
            if not is_in_import(error):
                print("piquet: stopped", file=sys.stderr)
            raise typer.Exit(EXIT_INTERRUPTED) from None

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:
        # By question, and each with its whole first sentence.
        listed = self.list_commands(ctx)
        width = max(map(len, listed))
        for title, names in group_commands(listed).items():
            rows = [
                (f"{name:{width}}", self.commands[name].get_short_help_str(_WHOLE))
                for name in names
            ]
            with formatter.section(title):
                formatter.write_dl(rows)


class _Application(typer.Typer):
    def command(self, name: str | None = None) -> Callable[[Callable], Callable]:
        return super().command(name, cls=_Command)


app = _Application(
    name="piquet",
    cls=_Commands,
    help="Answer questions about Piquet by playing it: every number with its error.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
