"""The command line: ``piquet``.

Commands import what they need when they run, so that help is immediate. Whatever cannot be
right ends in one line on the error output and exit code 2; figures for machines go to standard
output and nothing else does.
"""

import sys
from typing import Annotated

import typer

from piquet_sim import __version__
from piquet_sim.cli.application import EXIT_BAD_INPUT, EXIT_INTERRUPTED, app
from piquet_sim.cli.screen import say
from piquet_sim.errors import InputError

# isort: off
# They add their commands, in the order in which help lists them.
from piquet_sim.cli import playing, matching, judging, counting, about, trust  # noqa: F401
# isort: on


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"piquet {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    Bad input gives one line on the error output and exit code 2.
    """
    command = typer.main.get_command(app)
    try:
        code = command.main(args=arguments, prog_name="piquet", standalone_mode=False)
    except InputError as error:
        _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        say("piquet: stopped")
        code = EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has had enough; there is nobody left to tell.
        sys.stderr.close()
        code = 0
    except Exception as error:
        # The command-line library's own complaints: an unknown option, a missing argument.
        if not hasattr(error, "format_message"):
            raise
        _fail(error.format_message())
    sys.exit(code or 0)


def _fail(message: str) -> None:
    say("piquet: " + " ".join(message.split()))
    sys.exit(EXIT_BAD_INPUT)
