"""Commands that say what there is: the rules, and help on topics, commands, players and words."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_rules, complete_topic
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.guides import (
    GUIDES,
    find_guide,
    find_guides_of,
    read_guide,
    say_topic,
    show_guide,
    show_standard,
)
from piquet_sim.cli.options import Load, Options, load_strategies, read_rules
from piquet_sim.cli.screen import find_width, print_explained, print_table, print_text
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.glossary import FORMS, WORDS, Word, find_word
from piquet_sim.strategies.roster import ROSTER


@app.command()
@answering
def rules(
    name: Annotated[
        str | None,
        typer.Argument(help="A rule book.", metavar="NAME", autocompletion=complete_rules),
    ] = None,
    options: Options = None,
) -> None:
    """List the rule books, or the options of one."""
    from piquet_sim.game.rules import PRESETS, SOURCES, RuleSet

    if name is None and not options:
        listed = [f"{key:14} {SOURCES[key]}" for key in PRESETS]
        answer(PRESETS, lambda: [print_text(line, hanging=" " * 15) for line in listed])
        return
    chosen, meanings = read_rules(name or "rubicon", options), read_meanings(RuleSet)
    rows = [
        (option, _show_value(getattr(chosen, option)), _explain(option, meanings[option]))
        for option in RuleSet.model_fields
    ]
    answer(chosen, lambda: print_table(chosen.name, ("option", "value", "meaning"), rows))


def _show_value(value: object) -> str:
    # As --set takes it.
    return value if isinstance(value, str) else json.dumps(value)


def read_meanings(described: type) -> dict[str, str]:
    """The text below each field of a class, by field."""
    import ast
    import inspect
    from itertools import pairwise

    (found,) = ast.parse(inspect.getsource(described)).body
    return {
        field.target.id: text.value.value
        for field, text in pairwise(found.body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
    }


def _explain(option: str, meaning: str) -> str:
    from typing import get_args

    from piquet_sim.game.rules import RuleSet

    choices = [one for one in get_args(RuleSet.model_fields[option].annotation)
               if isinstance(one, str | int) and not isinstance(one, type)]  # fmt: skip
    listed = f" One of: {'; '.join(map(str, choices))}." if len(choices) > 1 else ""
    return " ".join(meaning.split()) + listed


@app.command("help")
@answering
def explain(
    ctx: typer.Context,
    name: Annotated[
        list[str] | None,
        typer.Argument(
            help="A topic, a command, a player or a word of the game; players or words lists all "
            "of these. By default, topics are listed.",
            metavar="NAME",
            autocompletion=complete_topic,
        ),
    ] = None,
    load: Load = None,
) -> None:
    """Print a guide to a topic, or explain a command, a player or a word of the game."""
    commands = ctx.parent.command.commands
    key = " ".join(name or ()).lower()
    players = _find_players(load)
    if not key:
        topics = {topic: say_topic(topic) for topic in GUIDES}
        answer(topics, lambda: _list_topics(topics))
    elif key in commands and key not in GUIDES:
        _explain_command(key, ctx.parent)
    elif key == "players":
        answer([*players.values()], lambda: _tell_players(players.values()))
    elif key == "words":
        answer([*map(_describe, WORDS)], lambda: _tell_words(WORDS))
    elif key in players:
        answer(players[key], lambda: _tell_players([players[key]]))
    elif key not in GUIDES and (word := find_word(key)):
        answer(_describe(word), lambda: _tell_words([word]))
    elif topic := find_guide(key):
        guide = {"topic": topic, "guide": read_guide(topic)}
        answer(guide, lambda: _tell_guide(topic, topic in commands))
    else:
        known = [*GUIDES, *commands, *players, *FORMS, "players", "words"]
        raise InputError("help: " + suggest(key, known, "topic, command, player or word"))


def _find_players(load: Path | None) -> dict[str, dict[str, str]]:
    found: dict[str, Any] = dict(ROSTER)
    if load is not None:
        load_strategies(load)
        from piquet_sim.strategies import find_strategy, strategy_names

        found |= {one: find_strategy(one) for one in strategy_names() if one not in ROSTER}
    fields = ("name", "summary", "origin")
    return {name: {field: getattr(one, field) for field in fields} for name, one in found.items()}


def _list_topics(topics: dict[str, str]) -> None:
    print("Guides: piquet help TOPIC prints one.\n")
    column = max(map(len, topics)) + 2
    for topic, said in topics.items():
        print_text(f"{topic:{column}}{said}", hanging=" " * column)
    print()
    print_text(
        "piquet help players lists the players, piquet help words the words of the game; piquet "
        "--help lists the commands, piquet COMMAND --help explains one."
    )


def _explain_command(name: str, group: typer.Context) -> None:
    command = group.command.commands[name]
    shown = command.get_help(typer.Context(command, info_name=name, parent=group))
    guides = find_guides_of(name)
    if guides:
        shown += f"\n\nGuides that show its use (piquet help TOPIC): {', '.join(guides)}"
    answer({"command": name, "help": shown, "guides": guides}, lambda: print(shown))


def _tell_players(players: Iterable[dict[str, str]]) -> None:
    for one in players:
        print(one["name"])
        print_text(one["summary"], "  ", "  ")
        print_text(f"after: {one['origin']}", "  ", "  ")


def _describe(word: Word) -> dict[str, Any]:
    return {"word": word.name, "meaning": word.meaning, "also": word.also}


def _tell_words(words: Iterable[Word]) -> None:
    for one in words:
        print(one.name)
        print_text(one.meaning, "  ")


def _tell_guide(topic: str, is_command: bool) -> None:
    print(show_guide(topic, find_width()))
    if is_command:
        print(f"\npiquet {topic} --help lists the options of the command.")
    if topic == "notation":
        print(f"\n{show_standard(find_width())}")
    if topic == "conditions":
        _print_forms()
    if topic == "measures":
        _print_names()


def _print_forms() -> None:
    # Every form of a condition.
    from piquet_sim.conditions.reading import EXAMPLES, read_condition
    from piquet_sim.conditions.wording import say_condition

    print()
    rows = [(text, say_condition(read_condition(text))) for text in EXAMPLES]
    print_table("", ("written", "read as"), rows)


def _print_names() -> None:
    # Every name of an expression, with what it stands for.
    from piquet_sim.running.measures import DERIVED, NAMES

    columns = [(name, said) for name, said in NAMES.items() if name not in DERIVED]
    derived = [(name, f"{NAMES[name]}: {said}") for name, said in DERIVED.items()]
    print_explained(("name",), {"Columns": columns, "What follows from columns": derived})
