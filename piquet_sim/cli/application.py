"""The command line itself, to which the other modules of this room add their commands."""

import sys

import typer
from typer.core import TyperGroup

EXIT_NOT_TRUSTED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class _Commands(TyperGroup):
    # The library ends without a word where a command is interrupted.
    def invoke(self, ctx: typer.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print("piquet: stopped", file=sys.stderr)
            raise typer.Exit(EXIT_INTERRUPTED) from None


app = typer.Typer(
    name="piquet",
    cls=_Commands,
    help="Answer questions about Piquet by playing it: every number with its error.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
