"""Commands about the toolkit itself: rules, help, setup."""

import json
import shlex
import time
from collections.abc import Iterable
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_args

import typer

from piquet_sim import read_meanings
from piquet_sim.cli.app import EXIT_INTERRUPTED, app
from piquet_sim.cli.guides import (
    GUIDES,
    find_guide,
    find_guides_of,
    read_guide,
    say_topic,
    show_guide,
)
from piquet_sim.cli.options import PRESETS, Changes, Load, Offer, offer, read_rules
from piquet_sim.cli.output import answer, find_width, print_table, print_text, wrap_text
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import write_text
from piquet_sim.game.glossary import FORMS, WORDS, Word, find_word
from piquet_sim.strategies.roster import ROSTER, Profile, list_installed


def _offer_topics(incomplete: str) -> list[Offer]:
    topics = {topic: say_topic(topic) for topic in GUIDES}
    return offer(topics | {"players": "all players", "words": "all words of the game"})(incomplete)


@app.command()
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
        listed = [f"{key:14} {SOURCES[key]}" for key in BOOKS]
        answer(BOOKS, lambda: [print_text(line, hanging=" " * 15) for line in listed])
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


@app.command("help")
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
    players: dict[str, Any] = dict(ROSTER)
    for name, entry in list_installed().items():
        players.setdefault(name, Profile(name, "of an installed package", entry.value))
    if load is not None:
        from piquet_sim.strategies import find_strategy, strategy_names

        players |= {one: find_strategy(one) for one in strategy_names() if one not in ROSTER}
    fields = ("name", "summary", "origin")
    return {name: {field: getattr(one, field) for field in fields} for name, one in players.items()}


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
        listed = f"Guides that show its use (piquet help TOPIC): {', '.join(guides)}"
        shown += f"\n\n{wrap_text(listed, find_width())}"
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
_HAND = "AKJ.AQJ8.98.J87"
_FILES = {
    "ENDING": '{"elder": "A9.K..", "younger": "8.A7..", "leads": "elder", '
    '"tricks": {"elder": 5, "younger": 4}}',
    "VIEW": '{"seat": "younger", "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", '
    '"drawn": "QS AC 7D", "play": "AH TH KH", '
    '"opponent": {"took": 5, "calls": {"set": {"size": 3, "rank": "J"}}}}',
    "CALL": '{"seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", '
    '"drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}',
    "DEAL": '{"elder": {"dealt": "AT87.KQJ.KT98.A", "discard": "T87.QJ.."}, '
    '"younger": {"dealt": "9.AT98.AQJ7.KQ7", "discard": "9..7.7"}, '
    '"talon": "QS KS JS 7H JC 9C 8C TC", "play": "AS 8C KD AD AH 7H KC AC KS 8H QS 9H '
    'JS TH KH 9C TD JD QC JC QD 8D TC 9D"}',
}

COMMANDS = (
    "simulate -n 2",
    "simulate -n 2 --elder novice --younger random --play double-dummy",
    "simulate -n 2 --rules cotton-1674",
    'simulate -n 2 --elder primer --rules american --play double-dummy --given "elder.aces == 4"',
    'simulate -n 2 --given "elder.aces == 4"',
    f"advise {_HAND} --seconds 0.05",
    "advise CALL -n 2",
    "advise VIEW",
    "duel expert master -n 2",
    "duel expert+score club -n 2",
    "deal",
    "deal --index 2",
    "review DEAL --seconds 0.05",
    f"odds {_HAND}",
    "solve ENDING",
    "solve ENDING --aim own",
    "census",
    "odds --good all",
    "simulate --matches 2",
    "chances 68-155 --deal 6 -n 1000",
    "study elder-advantage -n 1000 --out answers",
    "study codes -n 1000 --out answers",
    "study holdings -n 1000 --out answers",
    "study published -n 1000 --out answers",
    "study lose -n 1000 --out answers",
    "study experts-of-1890 -n 1000 --out answers",
    "study partie -n 1000 --out answers",
    "study throwing -n 1000 --out answers",
    "study playing -n 20 --out answers",
    "study calling -n 100 --out answers",
    "study maxims -n 100 --out answers",
    "advise T7.T97.AQJT.KQT --seat younger --took 3 --seconds 0.05",
)
"""Small runs that need all the code that the usual commands need."""


@app.command()
def setup(ctx: typer.Context) -> None:
    """Compile what commands need, once per machine, and build the play table.

    Use it for an image, a classroom or a cluster; it takes about two and a half minutes. Otherwise
    each command compiles what it needs. Others can read the folder after chmod -R go+rX FOLDER.
    """
    from piquet_sim.explorer.service import warm_up
    from piquet_sim.kernel.compile import IS_COMPILED, find_folders, refusals, say_once

    if not IS_COMPILED:
        raise InputError("setup: nothing is compiled with NUMBA_DISABLE_JIT; unset it")
    start, (folder, _, fault) = time.perf_counter(), find_folders()
    if folder is None or fault:
        raise InputError(f"setup: {fault}; XDG_CACHE_HOME names another folder")
    say_once("preparing what commands need: two to three minutes, unless it is there")
    # Files are written.
    with TemporaryDirectory() as temporary, chdir(temporary), redirect_stdout(StringIO()):
        for name, text in _FILES.items():
            write_text(Path(name), text + "\n")
        for line in COMMANDS:
            name, *arguments = shlex.split(line)
            command = ctx.parent.command.get_command(ctx.parent, name)
            if command.main(arguments, standalone_mode=False) == EXIT_INTERRUPTED:
                raise KeyboardInterrupt  # nothing is marked as done
        warm_up()
    if refusals:
        raise InputError(f"setup: {refusals[0]}")
    sizes, seconds = [one.stat().st_size for one in folder.iterdir()], time.perf_counter() - start
    said = (
        f"{len(sizes):,} files, {sum(sizes) / 1e6:,.0f} MB, in {folder}: compiled functions and "
        f"the play table ({seconds:.0f} s)"
    )
    answer(
        {"folder": str(folder), "files": len(sizes), "bytes": sum(sizes), "seconds": seconds},
        lambda: print_text(said),
    )
