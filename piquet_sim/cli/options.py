"""What commands are asked with: options, and how their text is read."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.screen import say
from piquet_sim.errors import InputError

if TYPE_CHECKING:
    from piquet_sim.rules import RuleSet
    from piquet_sim.simulation import Simulation

Elder = Annotated[str, typer.Option(help="Strategy of the elder hand.", metavar="NAME")]
Younger = Annotated[str, typer.Option(help="Strategy of the younger hand.", metavar="NAME")]
PlannedElder = Annotated[
    str | None,
    typer.Option("--elder", help="Strategy of the elder hand; else the study's.", metavar="NAME"),
]
PlannedYounger = Annotated[
    str | None,
    typer.Option("--younger", help="Strategy of the younger; else the study's.", metavar="NAME"),
]
Rules = Annotated[str, typer.Option(help="Preset of rules.", metavar="PRESET")]
Options = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change an option of the rules.", metavar="OPTION=VALUE"),
]
Seed = Annotated[str, typer.Option(help="The same seed gives the same deals.", metavar="N")]
Mirrored = Annotated[
    bool, typer.Option("--mirrored", help="Play every deal twice, strategies exchanged.")
]
Play = Annotated[
    str,
    typer.Option(
        help="Who plays the cards: strategies, or double-dummy (both perfectly).", metavar="WAY"
    ),
]
Threads = Annotated[
    str | None, typer.Option(help="Threads; by default one a processor.", metavar="N")
]
Load = Annotated[
    Path | None, typer.Option(help="Python file that registers strategies.", metavar="FILE.py")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, nothing else.")]
Deals = Annotated[str, typer.Option("-n", "--deals", help="Number of deals.", metavar="N")]


def parse_count(text: str, name: str = "n") -> int:
    """A number of deals as people write it: 1000, 1_000_000, 1,000,000 or 1e6.

    Raises
    ------
    InputError
        If it is not a whole number of at least 1.
    """
    plain = text.strip().replace("_", "").replace(",", "")
    try:
        number = float(plain)
        whole = int(plain) if plain.lstrip("+-").isdigit() else int(number)
    except (ValueError, OverflowError):
        whole, number = 0, None
    if number is None or whole != number:
        raise InputError(f"{name}: {text!r} is not a whole number; write 1000, 1_000_000 or 1e6")
    if whole < 1:
        least = "1 deal" if name == "n" else "1"
        raise InputError(f"{name}: {text}; at least {least} is needed")
    return whole


def parse_whole(text: str, name: str) -> int:
    """A whole number.

    Raises
    ------
    InputError
        If it is none.
    """
    try:
        return int(text.replace("_", ""))
    except ValueError:
        raise InputError(f"{name}: {text!r} is not a whole number") from None


def read_rules(preset: str, options: list[str] | None) -> "RuleSet":
    """A preset with options changed, from what stands on the command line.

    Raises
    ------
    InputError
        If there is no such preset, option or value.
    """
    from piquet_sim.rules import find_rules

    rules = find_rules(preset)
    changed = {}
    for option in options or []:
        name, sign, text = option.partition("=")
        if not sign:
            raise InputError(f"--set {option}: write OPTION=VALUE, as in cards_scores=20")
        if name.strip() == "name":
            raise InputError("--set name: it is made from the options that are changed")
        try:
            changed[name.strip()] = json.loads(text)
        except json.JSONDecodeError:
            changed[name.strip()] = text.strip()
    return rules.replace(**changed) if changed else rules


def load_strategies(path: Path | None) -> None:
    """Run a file that registers strategies.

    Raises
    ------
    InputError
        If there is no such file, or it fails.
    """
    if path is None:
        return
    import runpy

    if not path.is_file():
        raise InputError(f"--load {path}: no such file")
    try:
        runpy.run_path(str(path))
    except InputError:
        raise
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"--load {path}: {type(error).__name__}: {reason}") from None


def describe(
    elder: str,
    younger: str,
    rules: str,
    options: list[str] | None,
    seed: str,
    mirrored: bool,
    load: Path | None,
    play: str,
) -> "Simulation":
    """The simulation that the options describe.

    Raises
    ------
    InputError
        If they make no sense.
    """
    from piquet_sim.simulation import Simulation

    load_strategies(load)
    chosen = read_rules(rules, options)
    simulation = Simulation(elder, younger, chosen, parse_whole(seed, "seed"), mirrored, play)
    for name in dict.fromkeys(one.name for one in (simulation.elder, simulation.younger)):
        if chosen.pack == 36 and name.partition("+")[0] in ("expert", "master"):
            say(f"piquet: {name} has learned nothing of the sixes, and plays as club with them")
    return simulation
