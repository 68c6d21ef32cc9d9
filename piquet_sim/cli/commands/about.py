"""Commands that show what there is: rules, strategies, help on a topic."""

import json
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_rules, complete_topic
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.guides import (
    GUIDES,
    find_guide,
    find_guides_of,
    say_topic,
    show_guide,
    show_standard,
)
from piquet_sim.cli.options import Load, Options, load_strategies, read_rules
from piquet_sim.cli.screen import find_width, print_explained, print_table, print_text
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.strategies.roster import ROSTER

if TYPE_CHECKING:
    from piquet_sim.citation import Citation
    from piquet_sim.strategies.registry import Strategy


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


@app.command()
@answering
def strategies(load: Load = None) -> None:
    """List the strategies, how they play and where their ideas come from."""
    found = [*ROSTER.values()]
    if load is not None:
        load_strategies(load)
        from piquet_sim.strategies import find_strategy, strategy_names

        found += [find_strategy(name) for name in strategy_names() if name not in ROSTER]
    fields = ("name", "summary", "origin")
    answer(
        [{field: getattr(one, field) for field in fields} for one in found],
        lambda: _tell_strategies(found),
    )


def _tell_strategies(found: "list[Strategy]") -> None:
    for one in found:
        print(one.name)
        print_text(one.summary, "  ", "  ")
        print_text(f"after: {one.origin}", "  ", "  ")


@app.command("help")
def explain_topic(
    ctx: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(
            help="A topic, or a command; without it, all topics are listed.",
            metavar="TOPIC",
            autocompletion=complete_topic,
        ),
    ] = None,
) -> None:
    """Print a guide to a topic: how conditions are written, long runs, strategies of your own."""
    group, width = ctx.parent, find_width()
    commands = list(group.command.list_commands(group))
    if topic is None:
        print("Guides: piquet help TOPIC prints one.\n")
        column = max(map(len, GUIDES))
        for name in GUIDES:
            line = f"{name:{column}}  {say_topic(name)}"
            print(fill(line, max(width, 40), subsequent_indent=" " * (column + 2)))
        print("\npiquet --help lists the commands, piquet COMMAND --help explains one.")
        return
    command = topic.strip().lower()
    if command in commands and command not in GUIDES:
        found = group.command.get_command(group, command)
        print(found.get_help(typer.Context(found, info_name=command, parent=group)))
        if guides := find_guides_of(command):
            print(f"\nGuides that show its use (piquet help TOPIC): {', '.join(guides)}")
        return
    name = find_guide(topic, commands)
    print(show_guide(name, width))
    if name in commands:
        print(f"\npiquet {name} --help lists the options of the command.")
    if name == "notation":
        print(f"\n{show_standard(width)}")
    if name == "conditions":
        _print_forms()
    if name == "measures":
        _print_names()


def _print_forms() -> None:
    # Every form of a condition, from the grammar.
    from piquet_sim.conditions.reading.grammar import list_examples
    from piquet_sim.conditions.reading.parser import read_condition
    from piquet_sim.conditions.wording import say_condition

    print()
    rows = [(text, say_condition(read_condition(text))) for text in list_examples()]
    print_table("", ("written", "read as"), rows)


def _print_names() -> None:
    # Every name of an expression, with what it stands for.
    from piquet_sim.measures.names import NUMBERS, STATEMENTS

    kinds = {"What is a number": NUMBERS, "What is true or false": STATEMENTS}
    tables = {
        title: [(name, one.words) for name, one in kind.items()] for title, kind in kinds.items()
    }
    print_explained(("name",), tables)


@app.command()
@answering
def cite(
    result: Annotated[
        Path | None,
        typer.Argument(
            help="A result or a chart: a folder, .json, .parquet, .svg, .png or .pdf; "
            "by default the project.",
            metavar="RESULT",
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="Only this form: text, bibtex or cff [default: text and bibtex].",
            metavar="FORM",
        ),
    ] = None,
    changes: Annotated[
        bool, typer.Option("--changes", help="Print what changed from engine to engine.")
    ] = False,
) -> None:
    """Print how to cite the project, a result with its digest, or a chart."""
    from piquet_sim.citation import FORMS, cite_project, cite_result, read_changes

    if changes and (result is not None or form is not None):
        raise InputError("cite: --changes cannot be combined with RESULT or --format")
    if form is not None and form not in FORMS:
        raise InputError(f"cite: {suggest(form, FORMS, 'format')}")
    if changes:
        answer({"changes": read_changes()}, lambda: print(read_changes(), end=""))
        return
    found = cite_project() if result is None else cite_result(result)
    answer(found, lambda: _tell_citation(found, form))


def _tell_citation(found: "Citation", form: str | None) -> None:
    if form in (None, "text"):
        print_text(found.as_text())
        if found.changes:
            print_text(f"Engine {found.details['engine']}: {found.changes}.")
    if form is None:
        print()
    if form in (None, "bibtex"):
        print(found.as_bibtex())
    if form == "cff":
        print(found.as_cff())
