"""Messages for a command that cannot run: what is wrong, where, and what would be right."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from types import SimpleNamespace
from typing import Any

from piquet_sim.game.wording import join_words

_INSTEAD = {
    "version": "piquet --version", "play": "piquet simulate",
    "run": "piquet simulate", "discard": "piquet advise HAND", "strategy": "piquet strategies",
    "analyse": "piquet study NAME", "analyze": "piquet study NAME", "chart": "piquet report",
    "match": "piquet partie", "explain": "piquet glossary WORD",
}  # fmt: skip
"""Words that are not commands, and the command that is probably meant."""

_EXTRA = re.compile(r"unexpected extra arguments?[^(]*(?:\(s\))? \((.*)\)$")
_UNKNOWN = re.compile(r"No such command '(.*?)'")
_NEEDS_VALUE = re.compile(r"requires an argument")
_CARD = re.compile(r"(?:10|[6-9TJQKA])[SHDC♠♥♦♣]", re.IGNORECASE)


def explain_mistake(error: Exception, group: Any, arguments: list[str]) -> str:
    """One line on what the command-line library found wrong.

    Parameters
    ----------
    error : Exception
        Of the library's own: it has a message, and mostly the command at which it was raised.
    group : command
        The whole command line.
    arguments : list of str
        What was asked of it.
    """
    said = error.format_message()
    ctx = getattr(error, "ctx", None) or _find_context(group, arguments)
    where = "" if ctx.parent is None else f"{ctx.info_name}: "
    more = f"{ctx.command_path} --help says more"
    option = getattr(error, "option_name", None)
    parameter = getattr(error, "param", None)
    if option is not None and _NEEDS_VALUE.search(said):
        found = next((one for one in ctx.command.params if option in one.opts), None)
        return f"{where}{option} requires a value{_say_choices(ctx, found)}; {more}"
    if option is not None:
        return f"{where}No such option: {option}; " + (_find_option(ctx, option) or more)
    if parameter is not None and said.startswith("Missing"):
        return f"{where}{_name(parameter)} is missing{_say_choices(ctx, parameter)}; {more}"
    unknown = _UNKNOWN.search(said)
    if unknown is not None:
        return _suggest_command(ctx, unknown[1])
    extra = _EXTRA.search(said)
    if extra is not None:
        return f"{where}{_say_extra(ctx, extra[1].split(' '))}; {more}"
    return where + said


def _find_context(group: Any, arguments: list[str]) -> Any:
    # Where the library does not say at which command it stopped.
    name = next((one for one in arguments if one in group.commands), None)
    if name is None:
        return SimpleNamespace(command=group, command_path="piquet", parent=None)
    command = group.commands[name]
    return SimpleNamespace(
        command=command, command_path=f"piquet {name}", info_name=name, parent=group
    )


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


def _find_option(ctx: Any, option: str) -> str | None:
    known = [one for param in ctx.command.params for one in param.opts if one.startswith("-")]
    near = _near(option, known)
    if near is not None:
        return f"did you mean {near!r}?"
    commands = getattr(ctx.command, "commands", {})
    having = [
        name
        for name, command in commands.items()
        if any(option in param.opts for param in command.params)
    ]
    if not having:
        return None
    return f"it belongs after a command, as in piquet {having[0]} {option}"


def _say_choices(ctx: Any, parameter: Any) -> str:
    # What could stand there: the names that completion offers, or what help says.
    if parameter is None:
        return ""
    offered = [one.value for one in parameter.shell_complete(ctx, "") if one.value]
    if offered:
        return f"; choose from: {', '.join(offered)}"
    told = (getattr(parameter, "help", None) or "").rstrip(".")
    if told[1:2].islower():
        told = told[0].lower() + told[1:]
    return f" ({told})" if told else ""


def _suggest_command(ctx: Any, name: str) -> str:
    said = f"No such command '{name}'; "
    if name.lower() in _INSTEAD:
        return said + f"did you mean '{_INSTEAD[name.lower()]}'?"
    near = _near(name, ctx.command.list_commands(ctx))
    return said + (f"did you mean {near!r}?" if near else "piquet --help lists all")


def _say_extra(ctx: Any, words: list[str]) -> str:
    first = words[0]
    takes_hand = any(param.name == "hand" for param in ctx.command.params)
    if takes_hand and _CARD.fullmatch(first):
        return f"unexpected argument {first!r}; write the hand in quotes, as in 'AS KS JS ...'"
    counted = next((param for param in ctx.command.params if "-n" in param.opts), None)
    if counted is not None and first.replace("_", "").isdigit():
        return f"unexpected argument {first!r}; did you mean -n {first}?"
    taken = [_name(one) for one in ctx.command.params if one.param_type_name == "argument"]
    takes = f"takes {join_words(taken)}" if taken else "takes only options"
    return f"unexpected argument {first!r}; {ctx.info_name} {takes}"
