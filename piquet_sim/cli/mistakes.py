"""Messages for a command that cannot run: what is wrong, where, and what would be right."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import typer

from piquet_sim.game.wording import join_words

# The library's own errors: those of click, or of the copy of it that newer typers bring.
errors: Any = import_module(typer.BadParameter.__module__)

_INSTEAD = {
    "version": "piquet --version",
    "play": "piquet simulate",
    "run": "piquet simulate",
    "discard": "piquet advise HAND",
    "player": "piquet help players",
    "analyse": "piquet study NAME",
    "analyze": "piquet study NAME",
    "charts": "piquet chart",
    "match": "piquet simulate --matches N",
    "explain": "piquet help WORD",
}
"""Words that are not commands, and the command that is probably meant."""

_CARDS = re.compile(r"[6-9TJQKA10SHDC♠♥♦♣:,–-]+", re.IGNORECASE)
_OPERATORS = {"==", "!=", ">=", "<=", "=", "+", "-", "*", "and", "or", "in"}
"""What stands where an expression has no quotes."""


def explain_mistake(error: Exception, ctx: typer.Context) -> str:
    """One line on the mistake that the command-line library reports.

    Parameters
    ----------
    error : UsageError
        An error of the library's own.
    ctx : typer.Context
        The context of the command at which it was raised.
    """
    where = "" if ctx.parent is None else f"{ctx.info_name}: "
    more = f"{ctx.command_path} --help says more"
    match error:
        case errors.NoSuchOption(option_name=option):
            return f"{where}No such option: {option}; " + (_find_option(ctx, option) or more)
        case errors.BadOptionUsage(option_name=option):
            parameter = next((one for one in ctx.command.params if option in one.opts), None)
            if parameter is None or parameter.is_flag:
                return f"{where}{option} takes no value; {more}"
            return f"{where}{option} requires a value{_say_choices(ctx, parameter)}; {more}"
        case errors.MissingParameter(param=missing):
            return f"{where}{_name(missing)} is missing{_say_choices(ctx, missing)}; {more}"
    return where + error.format_message()


def explain_courts(said: str) -> str:
    """A refusal of cards, with what to write for the court cards of French and German packs.

    Examples
    --------
    >>> explain_courts("hand: unknown rank 'V' in spades")
    "hand: unknown rank 'V' in spades; for V D R (French) and B D K (German) write J Q K"
    """
    is_foreign = re.search(r"unknown (?:rank|card) '[VRB]", said, re.IGNORECASE)
    return said + "; for V D R (French) and B D K (German) write J Q K" * bool(is_foreign)


def _name(argument: Any) -> str:
    return argument.metavar or argument.name.upper()


def _near(name: str, known: Iterable[str]) -> str | None:
    # Dashes and underscores are no difference.
    plain: dict[str, str] = {}
    for one in known:
        plain.setdefault(one.strip("-").replace("-", "").lower(), one)
    wanted = name.strip("-").replace("-", "").replace("_", "").lower()
    near = get_close_matches(wanted, plain, n=1)
    if not near and len(wanted) > 1:
        near = [one for one in plain if one.startswith(wanted)]
    return plain[near[0]] if near else None


def _find_option(ctx: typer.Context, option: str) -> str | None:
    known = [one for param in ctx.command.params for one in param.opts if one.startswith("-")]
    near = _near(option, known)
    if near is not None:
        return f"did you mean {near!r}?"
    for name, command in getattr(ctx.command, "commands", {}).items():
        if any(option in param.opts for param in command.params):
            return f"it belongs after a command, as in piquet {name} {option}"
    return None


def list_choices(ctx: typer.Context, parameter: Any) -> tuple[str, ...]:
    """The names that completion offers for a value; none where it may be anything."""
    return tuple(one.value for one in parameter.shell_complete(ctx, "") if one.value)


def _say_choices(ctx: typer.Context, parameter: Any) -> str:
    # What could stand there: the names that completion offers, or what help says.
    if offered := list_choices(ctx, parameter):
        return f"; choose from: {', '.join(offered)}"
    meaning = (getattr(parameter, "help", None) or "").rstrip(".")
    if meaning[1:2].islower():
        meaning = meaning[0].lower() + meaning[1:]
    return f" ({meaning})" if meaning else ""


def suggest_command(ctx: typer.Context, name: str) -> str:
    """One line on a word that is no command."""
    meant = _INSTEAD.get(name.lower()) or _near(name, ctx.command.list_commands(ctx))
    instead = f"did you mean {meant!r}?" if meant else "piquet --help lists all"
    return f"No such command '{name}'; {instead}"


def explain_extra(ctx: typer.Context, first: str) -> str:
    """One line on the first argument that a command does not take."""
    said = f"{ctx.info_name}: unexpected argument {first!r}; "
    parameters = ctx.command.params
    if any(one.name == "hand" for one in parameters) and _CARDS.fullmatch(first):
        said += "write the hand in quotes, as in '♠AKJ ♥AQJ8 ♦98 ♣J87'"
    elif first in _OPERATORS:
        said += "write the expression in quotes, as in 'elder.aces == 4'"
    elif any(one.name in ("score", "totals") for one in parameters) and first.isdigit():
        said += "write two totals with a hyphen between, as in 68-155"
    elif any("-n" in one.opts for one in parameters) and first.replace("_", "").isdigit():
        said += f"did you mean -n {first}?"
    else:
        taken = [_name(one) for one in parameters if one.param_type_name == "argument"]
        takes = f"takes {join_words(taken)}" if taken else "takes only options"
        said += f"{ctx.info_name} {takes}"
    return f"{said}; {ctx.command_path} --help says more"
