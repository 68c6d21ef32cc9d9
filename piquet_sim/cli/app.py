"""The command line itself, to which commands add themselves, and what it does about errors."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from traceback import extract_tb, print_exception
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from piquet_sim import __version__
from piquet_sim.cli.mistakes import (
    errors,
    explain_courts,
    explain_extra,
    explain_mistake,
    list_choices,
)
from piquet_sim.cli.options import answering, loaded_files
from piquet_sim.cli.output import announce, let_stream_spell
from piquet_sim.cli.process_end import EXIT_INTERRUPTED, let_interrupt_raise
from piquet_sim.game.errors import TRACEBACK, UNSEEN, InputError, describe_error, suggest
from piquet_sim.game.files import heed_termination, say_reason

EXIT_BAD_INPUT = 2

# ---- The first page ------------------------------------------------------------------------------
GROUPS: dict[str, tuple[str, ...]] = {
    "What happens how often?": ("simulate", "study", "chart", "report"),
    "What should I do?": ("advise", "review", "explore"),
    "Who wins?": ("duel", "chances", "settle"),
    "What can be looked up?": (
        "odds",
        "census",
        "solve",
        "score",
        "deal",
        "rules",
        "maxim",
        "help",
    ),
    "Upkeep": ("setup",),
}
"""Commands by the question that they answer, in the order in which help lists them; no question
leads to the last."""

INSTEAD: dict[str, str] = {
    "advise-call": "piquet advise FILE --call CLASS",
    "advise-play": "piquet advise FILE --seat SEAT --trick N",
    "analyse": "piquet study NAME",
    "analyze": "piquet study NAME",
    "article": "piquet report NAME",
    "ask": "piquet help WORD",
    "bench": "python .ci/bench.py",
    "charts": "piquet chart",
    "cite": "CITATION.cff",
    "compare": "piquet duel A B",
    "convert": "piquet deal --notation",
    "discard": "piquet advise HAND",
    "explain": "piquet help WORD",
    "exploit": "piquet duel A B",
    "glossary": "piquet help words",
    "good": "piquet odds --good CLASS",
    "ladder": "piquet duel A B C",
    "match": "piquet simulate --matches N",
    "partie": "piquet simulate --matches N",
    "play": "piquet simulate",
    "player": "piquet help players",
    "resume": "piquet simulate --checkpoint FILE",
    "run": "piquet simulate",
    "strategies": "piquet help players",
    "train": "python -m piquet_sim.strategies.training",
    "trust": "make statistical",
    "verify": "piquet study NAME --published --out FOLDER",
    "version": "the option, piquet --version",
}
"""What is no command, or no longer one, each with what to use."""

_EXAMPLES = """
Three questions, each with a command that answers it as it stands here:

\b
What is it worth to be elder hand?
  piquet study elder-advantage -n 100_000 --out mine
Which cards should go from this hand, and why?
  piquet advise AKJ.AQJ8.98.J87
How often does elder, dealt four aces, make a repique?
  piquet simulate -n 100_000 --given "elder.aces == 4"

piquet COMMAND --help says what a command takes, piquet help lists the guides, and piquet help words
the game's words. The first run compiles up to half a minute; piquet setup, for all, about a minute.
"""


# ---- Commands ------------------------------------------------------------------------------------
class _AsTyped:
    # Arguments stay the text that they are, and commands read it: for anything else the library
    # loads one of its own, a third of the time of a short command.
    @staticmethod
    def coerce(value: object, param: Any, ctx: typer.Context) -> object:
        return () if value is None and (param.multiple or param.nargs != 1) else value


class _Explained:
    # What the library finds wrong with the arguments, in one line of ours.
    def get_params(self, ctx: typer.Context) -> list:
        parameters = super().get_params(ctx)
        for parameter in parameters:
            parameter.get_runtime_param = lambda: _AsTyped
            # One style of placeholders: a word in capitals, never a type of the language.
            if parameter.param_type_name == "argument":
                parameter.display_type_rich = lambda ctx: ""
            elif parameter.is_flag:
                continue
            parameter.metavar = parameter.metavar or parameter.name.upper()
        return parameters

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, [one.translate(UNSEEN) for one in args])
        except errors.UsageError as error:
            raise InputError(explain_mistake(error, ctx)) from None


class _Command(_Explained, TyperCommand):
    def collect_usage_pieces(self, ctx: typer.Context) -> list[str]:
        # The library sets braces around what is required.
        return [
            piece.translate({ord("{"): None, ord("}"): None})
            for piece in super().collect_usage_pieces(ctx)
        ]

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:
        # What an argument may be is listed here: nothing else would list the names.
        super().format_options(ctx, formatter)
        for one in self.get_params(ctx):
            names = list_choices(ctx, one) if one.param_type_name == "argument" else ()
            if names:
                with formatter.section(f"Names for {one.metavar}"):
                    formatter.write_text(", ".join(names))

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
            if args[0] in INSTEAD:
                raise InputError(f"no command {args[0]!r}; use {INSTEAD[args[0]]}") from None
            raise InputError(suggest(args[0], self.list_commands(ctx), "command")) from None

    # The library ends without a word where a command is interrupted.
    def invoke(self, ctx: typer.Context) -> Any:
        let_interrupt_raise()
        try:
            with heed_termination():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            announce("stopped")
            raise typer.Exit(EXIT_INTERRUPTED) from None

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:
        # By question, and each with its whole first sentence.
        width = max(map(len, self.list_commands(ctx)))
        for title, names in GROUPS.items():
            rows = [
                (f"{name:{width}}", self.commands[name].get_short_help_str(limit=200))
                for name in names
            ]
            # A section would set a colon behind the question.
            formatter.write(f"\n{title}\n")
            with formatter.indentation():
                formatter.write_dl(rows)


app = typer.Typer(
    name="piquet",
    cls=_Commands,
    help="Answer questions about Piquet by playing it: every number with its error.",
    epilog=_EXAMPLES,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(name: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """What adds a function to the command line as a command, by default under its own name."""
    add = app.command(name, cls=_Command)
    return lambda function: add(answering(function))


@app.callback()
def _options(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"piquet {__version__}")
    elif ctx.invoked_subcommand is None:
        print(ctx.get_help())


@cache
def make_command() -> TyperGroup:
    """The command line with all commands, made once for all that one process is asked."""
    from piquet_sim.cli import commands  # noqa: F401 - they add themselves

    return typer.main.get_command(app)


# ---- One call ------------------------------------------------------------------------------------
def run(arguments: list[str] | None) -> None:
    """Answer a command, given as words or else as this process's own arguments, and exit.

    Raises
    ------
    SystemExit
        With the exit code.
    """
    _prepare_streams()
    try:
        code = make_command().main(args=arguments, prog_name="piquet", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        _fail(error)
    except (KeyboardInterrupt, typer.Abort):
        announce("stopped")
        code = EXIT_INTERRUPTED
    except (BrokenPipeError, SystemExit) as error:
        # Whoever read our output has had enough; the library makes an exit of it.
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        _drop_output()
        code = 0
    except OSError as error:
        _drop_output()
        _fail(InputError(f"{error.filename or 'the output'}: {say_reason(error)}"))
    except Exception as error:
        # Raised by a loaded strategy while it plays, or a fault of ours.
        frames = [one for one in extract_tb(error.__traceback__) if one.filename in loaded_files]
        if not frames:
            raise
        where = f"--load {frames[-1].filename}, line {frames[-1].lineno}"
        _fail(InputError(f"{where}: {describe_error(error)}"))
    sys.exit(code or 0)


def _prepare_streams() -> None:
    # Streams that were closed are empty, and letters that the console lacks are spelt out. What is
    # written to a closed output fails, as elsewhere.
    for name, mode in (("stdin", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115
    let_stream_spell(sys.stdout)
    let_stream_spell(sys.stderr)


def _drop_output() -> None:
    # What is still to be written goes nowhere, so that the end of the process does not complain.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(error: InputError) -> None:
    with suppress(OSError):  # the exit code still tells
        if os.environ.get(TRACEBACK):
            print_exception(error)
        announce(explain_courts(str(error)))
    sys.exit(EXIT_BAD_INPUT)
