"""Commands about the toolkit itself: rules, help, setup."""

import json
import time
from collections.abc import Iterable
from typing import Annotated, Any, get_args

import typer

from piquet_sim import read_meanings
from piquet_sim.cli.app import command
from piquet_sim.cli.guides import GUIDES, find_guide, read_guide, say_topic, show_guide
from piquet_sim.cli.options import PRESETS, Changes, offer, read_rules
from piquet_sim.cli.output import answer, find_width, print_list, print_table, print_text
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.glossary import FORMS, WORDS, Word, find_word
from piquet_sim.strategies.roster import ROSTER, Profile, list_installed


def _offer_topics() -> list[tuple[str, str]]:
    topics = {topic: say_topic(topic) for topic in GUIDES}
    return [*topics.items(), ("players", "all players"), ("words", "all words of the game")]


@command()
def rules(
    name: Annotated[
        str | None,
        typer.Argument(help="A rule book.", metavar="NAME", autocompletion=offer(PRESETS)),
    ] = None,
    options: Changes = None,
) -> None:
    """List the rule books, or the options of one."""
    from piquet_sim.game.rules import PRESETS as BOOKS
    from piquet_sim.game.rules import SOURCES, RuleSet

    if name is None and not options:
        listed = [(key, SOURCES[key]) for key in BOOKS]
        answer(BOOKS, lambda: print_list(listed))
        return
    chosen, meanings = read_rules(name or "rubicon", options), read_meanings(RuleSet)
    rows = []
    for option, field in RuleSet.model_fields.items():
        value, choices = getattr(chosen, option), get_args(field.annotation)
        choices = [str(one) for one in choices if type(one) in (str, int, bool)]
        listed = f" One of: {'; '.join(choices)}." if len(choices) > 1 else ""
        shown = value if isinstance(value, str) else json.dumps(value)  # as --set takes it
        rows.append((option, shown, " ".join(meanings[option].split()) + listed))
    answer(chosen, lambda: print_table(chosen.name, ("option", "value", "meaning"), rows))


@command("help")
def explain(
    ctx: typer.Context,
    name: Annotated[
        list[str] | None,
        typer.Argument(
            help="A topic, a command, a player or a word of the game; players or words lists all "
            "of these. By default, topics are listed.",
            metavar="NAME",
            autocompletion=_offer_topics,
        ),
    ] = None,
) -> None:
    """Print a guide to a topic, or explain a command, a player or a word of the game."""
    commands = ctx.parent.command.commands
    key = " ".join(name or ()).lower()
    players = _find_players()
    if not key:
        topics = {topic: say_topic(topic) for topic in GUIDES}
        head = ("NAME", "what piquet help NAME prints")
        answer(topics, lambda: print_list([head, *_offer_topics()]))
    elif key in commands and key not in GUIDES:
        context = typer.Context(commands[key], info_name=key, parent=ctx.parent)
        shown = commands[key].get_help(context)
        answer({"command": key, "help": shown}, lambda: print(shown))
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
        answer(guide, lambda: _tell_guide(topic))
    else:
        known = [*GUIDES, *commands, *players, *FORMS, "players", "words"]
        raise InputError("help: " + suggest(key, known, "topic, command, player or word"))


def _find_players() -> dict[str, dict[str, str]]:
    players: dict[str, Any] = dict(ROSTER)
    for name, entry in list_installed().items():
        players.setdefault(name, Profile(name, "of an installed package", entry.value))
    fields = ("name", "summary", "origin")
    return {name: {field: getattr(one, field) for field in fields} for name, one in players.items()}


def _tell_players(players: Iterable[dict[str, str]]) -> None:
    print_list([(one["name"], f"{one['summary']} (after {one['origin']})") for one in players])


def _describe(word: Word) -> dict[str, Any]:
    return {"word": word.name, "meaning": word.meaning, "also": word.also}


def _tell_words(words: Iterable[Word]) -> None:
    print_list([(one.name, one.meaning) for one in words])


def _tell_guide(topic: str) -> None:
    print(show_guide(topic, find_width()))
    if topic != "expressions":
        return
    # What players say, and every name of an expression with what it stands for.
    from piquet_sim.conditions.names import PLACES, WORDS, list_columns
    from piquet_sim.conditions.sayings import SAID

    print()
    print_table("", ("said", "written"), list(SAID.items()))
    for title, named in {
        "Places": [(name, one.meaning) for name, one in PLACES.items()],
        "What cards are asked": [
            (f".{name}" + f"({one.takes})" * bool(one.takes), f"{one.meaning} ({one.unit})")
            for name, one in WORDS.items()
        ],
        "Columns": [
            (name, one.meaning + f" = {one.formula}" * bool(one.formula))
            for name, one in list_columns().items()
            if one.is_counted
        ],
    }.items():
        print()
        print_table(title, ("name", ""), named)


# ---- Compiled beforehand -------------------------------------------------------------------------
@command()
def setup() -> None:
    """Compile what commands need, once per machine, and build the play table.

    Use it for an image, a classroom or a cluster; it takes about a minute on two cores. Otherwise
    each command compiles what it needs. Others can read the folder after chmod -R go+rX FOLDER.
    """
    from piquet_sim.cli.entry_points import compile_all
    from piquet_sim.kernel.compile import IS_COMPILED, find_folders, say_once
    from piquet_sim.running.provenance import digest_engine

    if not IS_COMPILED:
        raise InputError("setup: nothing is compiled with NUMBA_DISABLE_JIT; unset it")
    start, (folder, _, fault) = time.perf_counter(), find_folders()
    if folder is None or fault:
        raise InputError(f"setup: {fault}; XDG_CACHE_HOME names another folder")
    say_once("preparing what commands need: a minute or two, unless it is there")
    compile_all()
    digest_engine()  # kept there, too
    sizes, seconds = [one.stat().st_size for one in folder.iterdir()], time.perf_counter() - start
    said = (
        f"{len(sizes):,} files, {sum(sizes) / 1e6:,.0f} MB, in {folder}: compiled functions and "
        f"the play table ({seconds:.0f} s)"
    )
    answer(
        {"folder": str(folder), "files": len(sizes), "bytes": sum(sizes), "seconds": seconds},
        lambda: print_text(said),
    )
