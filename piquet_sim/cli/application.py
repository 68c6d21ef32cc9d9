"""The command line itself, to which the other modules of this room add their commands."""

import typer

EXIT_NOT_TRUSTED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

app = typer.Typer(
    name="piquet",
    help="Answer questions about Piquet by playing it: every number with its error.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
