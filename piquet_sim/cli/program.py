"""The program `piquet`: all commands together, and the exit codes of what goes wrong."""

import atexit
import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from traceback import extract_tb
from typing import Annotated

import typer

from piquet_sim import __version__
from piquet_sim.cli import commands  # noqa: F401 - they add themselves
from piquet_sim.cli.application import EXIT_BAD_INPUT, EXIT_INTERRUPTED, app
from piquet_sim.cli.completion import answer_bash, check_shell, is_bash_asking
from piquet_sim.cli.options import loaded_files
from piquet_sim.cli.overview import write_overview
from piquet_sim.cli.screen import CompilationBar, find_width, point_to_glossary, say
from piquet_sim.game.errors import InputError, describe_error
from piquet_sim.game.files import say_reason
from piquet_sim.preparation import watch

# Nobody's extensions of pydantic are looked for among all that is installed.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# At the end Python looks through everything for what is no longer used, which took a sixth of the
# time of a short simulation.
atexit.register(gc.freeze)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"piquet {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    if ctx.invoked_subcommand is None:
        print(write_overview(ctx.command.list_commands(ctx), find_width()))
        return
    bar = CompilationBar()
    watch(bar, ctx.invoked_subcommand)
    ctx.call_on_close(bar.close)  # where compilation is stopped


def run(arguments: list[str] | None) -> None:
    """Answer a command, given as words or else as this process's own arguments, and exit.

    Raises
    ------
    SystemExit
        With the exit code.
    """
    _prepare_streams()
    asked = sys.argv[1:] if arguments is None else arguments
    command = typer.main.get_command(app)
    if is_bash_asking():
        answer_bash(lambda: command.main(args=arguments, prog_name="piquet"))
    try:
        check_shell(asked)
        code = command.main(args=arguments, prog_name="piquet", standalone_mode=False)
        sys.stdout.flush()
        point_to_glossary()
    except InputError as error:
        _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        say("piquet: stopped")
        code = EXIT_INTERRUPTED
    except (BrokenPipeError, SystemExit) as error:
        # Whoever read our output has had enough; the library makes an exit of it.
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        _drop_output()
        code = 0
    except OSError as error:
        _drop_output()
        _fail(f"{error.filename or 'the output'}: {say_reason(error)}")
    except Exception as error:
        # Raised by a loaded strategy while it plays, or a fault of ours.
        frames = [one for one in extract_tb(error.__traceback__) if one.filename in loaded_files]
        if not frames:
            raise
        _fail(f"--load {frames[-1].filename}, line {frames[-1].lineno}: {describe_error(error)}")
    sys.exit(code or 0)


def _prepare_streams() -> None:
    # Streams that were closed are empty, and letters that the output lacks are spelt out.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    # What is still to be written goes nowhere, so that the end of the process does not complain.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str) -> None:
    with suppress(OSError):  # the exit code still tells
        say("piquet: " + " ".join(message.split()))
    sys.exit(EXIT_BAD_INPUT)
