"""Messages for a command that cannot run: what is wrong, where, and what would be right."""

import re
from importlib import import_module
from typing import Any

import typer

from piquet_sim.game.errors import suggest

# The library's own errors: those of click, or of the copy of it that newer typers bring.
errors: Any = import_module(typer.BadParameter.__module__)

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
    option, meant = getattr(error, "option_name", None), getattr(error, "param", None)
    listed = [one for one in ctx.command.get_params(ctx) if one.param_type_name == "option"]
    if isinstance(error, errors.NoSuchOption):
        known = [name for one in listed for name in (*one.opts, *one.secondary_opts)]
        return where + suggest(option, known, "option")
    said = error.format_message().rstrip(".")
    for one in filter(None, (meant, *(one for one in listed if option in one.opts))):
        names = list_choices(ctx, one)
        said += f"; choose from: {', '.join(names)}" if names else f": {one.help.rstrip('.')}"
    return f"{where}{said[0].lower()}{said[1:]}; {ctx.command_path} --help says more"


def explain_courts(said: str) -> str:
    """A refusal of cards, with what to write for the court cards of French and German packs.

    Examples
    --------
    >>> explain_courts("hand: unknown rank 'V' in spades")
    "hand: unknown rank 'V' in spades; for V D R (French) and B D K (German) write J Q K"
    """
    is_foreign = re.search(r"unknown (?:rank|card) '[VRB]", said, re.IGNORECASE)
    return said + "; for V D R (French) and B D K (German) write J Q K" * bool(is_foreign)


def list_choices(ctx: typer.Context, parameter: Any) -> tuple[str, ...]:
    """The names that completion offers for a value; none where it may be anything."""
    return tuple(one.value for one in parameter.shell_complete(ctx, "") if one.value)


def explain_extra(ctx: typer.Context, first: str) -> str:
    """One line on the first argument that a command does not take."""
    parameters = ctx.command.params
    takes = {name for one in parameters for name in (one.name, *one.opts)}
    is_number = re.fullmatch(r"\d[\d_,]*[kKmM]?", first) or ("totals" in takes and first == "-")
    if is_number and takes & {"-n", "score", "totals"}:
        right = "write -n 1000 for a number of deals, 68-155 for two totals"
    elif first in _OPERATORS or ("hand" in takes and _CARDS.fullmatch(first)):
        right = (
            "write quotes around a hand, '♠AKJ ♥AQJ8 ♦98 ♣J87', or expression, 'elder.aces == 4'"
        )
    else:
        right = " ".join(ctx.get_usage().split())
    return f"{ctx.info_name}: unexpected argument {first!r}; {right}"
