"""The command line itself, to which the other modules of this room add their commands."""

import sys
from typing import Any

import typer
from typer.core import TyperGroup

from piquet_sim.cli.overview import group_commands

EXIT_NOT_TRUSTED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

_WHOLE = 200


class _Commands(TyperGroup):
    # The library ends without a word where a command is interrupted.
    def invoke(self, ctx: typer.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
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


app = typer.Typer(
    name="piquet",
    cls=_Commands,
    help="Answer questions about Piquet by playing it: every number with its error.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
