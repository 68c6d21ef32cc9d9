"""Options shared by the commands, and how their text is parsed."""

import re
import sys
from collections.abc import Collection
from contextlib import redirect_stdout
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, overload

import typer
from typer.models import OptionInfo

from piquet_sim.cli.completion import (
    complete_judge,
    complete_play,
    complete_rules,
    complete_seat,
    complete_strategy,
)
from piquet_sim.cli.screen import say_if_slow
from piquet_sim.deals.ways_to_play import find_play
from piquet_sim.game.errors import InputError, describe_error
from piquet_sim.game.files import check_writable, read_json, suggest_file
from piquet_sim.strategies.roster import find_profile

if TYPE_CHECKING:
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.game.rules import RuleSet


def strategy_option(help: str, *names: str) -> OptionInfo:
    """An option that takes the name of a strategy."""
    return typer.Option(*names, help=help, metavar="NAME", autocompletion=complete_strategy)


Elder = Annotated[str, strategy_option("Strategy of elder.")]
Younger = Annotated[str, strategy_option("Strategy of younger.")]
PlannedElder = Annotated[
    str | None, strategy_option("Strategy of elder; by default the study's own.")
]
PlannedYounger = Annotated[
    str | None, strategy_option("Strategy of younger; by default the study's own.")
]
Rules = Annotated[
    str,
    typer.Option(
        help="Rule book (piquet rules lists them).", metavar="PRESET", autocompletion=complete_rules
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change an option of the rules.", metavar="OPTION=VALUE"),
]
Seed = Annotated[
    str, typer.Option(help="Random seed; the same seed gives the same deals.", metavar="N")
]
Mirrored = Annotated[
    bool, typer.Option("--mirrored", help="Play every deal twice, with the seats exchanged.")
]
Play = Annotated[
    str,
    typer.Option(
        help="Who plays the cards: strategies, or double-dummy (both perfectly).",
        metavar="WAY",
        autocompletion=complete_play,
    ),
]
Threads = Annotated[
    str | None, typer.Option(help="Number of threads; by default one per processor.", metavar="N")
]

Load = Annotated[
    Path | None, typer.Option(help="Python file that registers strategies.", metavar="FILE.py")
]
Given = Annotated[
    list[str] | None,
    typer.Option(
        help="Play only deals that meet this: 'elder has 4 aces' (piquet help conditions).",
        metavar="CONDITION",
    ),
]
Score = Annotated[
    str | None, typer.Option(help="Totals of the partie, yours first: 68-155.", metavar="A-B")
]
Judged = Annotated[
    str | None,
    typer.Option(
        "--aim",
        help="Judge by difference or settlement [default: settlement if there is a score].",
        metavar="AIM",
        autocompletion=complete_judge,
    ),
]
DealOfPartie = Annotated[
    str | None, typer.Option(help="With --score: number of this deal, 1 to 6.", metavar="N")
]
Measures = Annotated[
    list[str] | None,
    typer.Option(
        help="Also estimate this: 'elder_point >= 6 and elder_wins' (piquet help measures).",
        metavar="EXPRESSION",
    ),
]
GivenOutcome = Annotated[
    str | None,
    typer.Option(
        help="Estimate each --measure, and nothing else, over the deals in which this is true.",
        metavar="EXPRESSION",
    ),
]
Precision = Annotated[
    list[str] | None,
    typer.Option(
        help="Play until this standard error is reached: difference=0.05, elder_repique=2%.",
        metavar="ESTIMATE=ERROR",
    ),
]
MaxDeals = Annotated[
    str | None, typer.Option(help="With --precision: maximum number of deals.", metavar="N")
]
MaxTime = Annotated[
    str | None, typer.Option(help="Stop after this time: 90, 90s, 15m or 2h.", metavar="TIME")
]
CheckpointFile = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        help="Save checkpoints to this file; a stopped run continues from it.",
        metavar="FILE",
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster", help="Run on a Dask cluster: tcp://HOST:PORT, or local.", metavar="ADDRESS"
    ),
]
Matches = Annotated[
    str | None,
    typer.Option(
        help="Play N matches (parties) instead of deals; --elder is elder in the first deal.",
        metavar="N",
    ),
]
Third = Annotated[
    str | None,
    strategy_option(
        "With --matches: strategy of a third player, for chouettes; --elder begins alone."
    ),
]
Parties = Annotated[str, typer.Option(help="With --third: parties per chouette.", metavar="N")]
Start = Annotated[
    str | None,
    typer.Option(
        help="With --matches: starting totals, first that of the first elder: 70-99.", metavar="A-B"
    ),
]
ListAll = Annotated[
    bool, typer.Option("--all", help="List all estimates by theme, with their intervals.")
]
Show = Annotated[
    str | None,
    typer.Option(help="List these estimates only: elder_repique,difference.", metavar="NAMES"),
]
PlannedDeals = Annotated[
    str | None,
    typer.Option("-n", "--deals", help="Number of deals [default: 100_000].", metavar="N"),
]
Seat = Annotated[
    str, typer.Option(help="elder or younger.", metavar="SEAT", autocompletion=complete_seat)
]
Took = Annotated[
    str | None, typer.Option(help="Number of cards elder took (with --seat younger).", metavar="K")
]
ToFolder = Annotated[
    Path | None,
    typer.Option(help="Also write the table and the chart to this folder.", metavar="FOLDER"),
]
Top = Annotated[str, typer.Option(help="Number of discards to show.", metavar="N")]


_MOST_DEALS = 10**12
_BY_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+")


def check_chart(path: Path, option: str = "--chart") -> None:
    """Refuse a file that no chart can be written to, before the work for it is done.

    Raises
    ------
    InputError
        If its name has another ending than a chart's, or it cannot be written.
    """
    if path.suffix.lower() not in (".svg", ".png", ".pdf"):
        raise InputError(f"{option} {path}: expected a file name that ends in .svg, .png or .pdf")
    check_writable(path)


@overload
def parse_count(text: str, name: str = "n") -> int: ...
@overload
def parse_count(text: str | None, name: str = "n") -> int | None: ...
def parse_count(text: str | None, name: str = "n") -> int | None:
    """A number of deals as people write it (1000, 1_000_000, 1,000,000 or 1e6), if it is given.

    Raises
    ------
    InputError
        If it is not a whole number from 1 to a million million.
    """
    if text is None:
        return None
    plain = text.strip()
    if _BY_THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "")
    try:
        number = Decimal(plain)  # exact, where a float would take 1.00000000000000001 for 1
    except InvalidOperation:
        number = Decimal("nan")
    if number.is_finite() and number > _MOST_DEALS:
        raise InputError(f"{name}: expected at most {_MOST_DEALS:,}, got {plain}")
    if not number.is_finite() or number != number.to_integral_value():
        raise InputError(f"{name}: {text!r} is not a whole number; write 1000, 1_000_000 or 1e6")
    if number < 1:
        least = "1 deal" if name == "n" else "1"
        raise InputError(f"{name}: expected at least {least}, got {plain}")
    return int(number)


def parse_seconds(text: str | None, name: str = "max-time") -> float | None:
    """A time as people write it (90, 90s, 1.5m or 2h), in seconds, if it is given.

    Raises
    ------
    InputError
        If it is not a time, or not positive.
    """
    if text is None:
        return None
    plain = text.strip().lower()
    unit = {"s": 1, "m": 60, "h": 3600}.get(plain[-1:], 0)
    try:
        seconds = float(plain[:-1] if unit else plain) * (unit or 1)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise InputError(f"{name}: {text!r} is not a time; write 90, 90s, 15m or 2h")
    return seconds


def join_given(conditions: list[str] | None) -> str | None:
    """All conditions joined into one, or None if there are none."""
    if not conditions:
        return None
    return conditions[0] if len(conditions) == 1 else " and ".join(f"({one})" for one in conditions)


@overload
def parse_whole(text: str, name: str, least: int | None = None) -> int: ...
@overload
def parse_whole(text: str | None, name: str, least: int | None = None) -> int | None: ...
def parse_whole(text: str | None, name: str, least: int | None = None) -> int | None:
    """A whole number from its text, if it is given.

    Raises
    ------
    InputError
        If it is not a whole number, or less than `least`.
    """
    if text is None:
        return None
    try:
        number = int(text.replace("_", ""))
    except ValueError:
        raise InputError(f"{name}: {text!r} is not a whole number") from None
    if least is not None and number < least:
        raise InputError(f"{name}: expected at least {least}, got {number}")
    return number


def parse_standing(score: str | None, deal: str | None) -> tuple[tuple[int, int] | None, int]:
    """The totals of a partie, if they are given, and the number of the deal; the last by default.

    Raises
    ------
    InputError
        If one of them is no number, or the deal is given without totals.
    """
    if deal is not None and score is None:
        raise InputError("--deal requires --score")
    return (
        None if score is None else parse_pair(score, "score", _TOTALS),
        6 if deal is None else parse_whole(deal, "deal"),
    )


def refuse_others(ctx: typer.Context, allowed: Collection[str], why: str) -> None:
    """Refuse options that were given and have no effect on what is asked.

    Parameters
    ----------
    ctx : typer.Context
        Of the command.
    allowed : collection of str
        Names of the parameters that may be given.
    why : str
        What the message says of the option.

    Raises
    ------
    InputError
        At the first other option.
    """
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name)
        if parameter.name not in allowed and source is not None and source.name != "DEFAULT":
            raise InputError(f"{ctx.info_name}: {parameter.opts[0]} {why}")


_TOTALS = "your total and the opponent's, as in 68-155"


def parse_pair(text: str, name: str, wanted: str) -> tuple[int, int]:
    """Two whole numbers with a hyphen between, as in 68-155.

    Parameters
    ----------
    text : str
    name : str
        With what the message of an error begins.
    wanted : str
        What both numbers are, and an example.

    Raises
    ------
    InputError
        If it is anything else.

    Examples
    --------
    >>> parse_pair("30-1", "score", "two numbers, as in 8-23")
    (30, 1)
    """
    own, sign, theirs = text.partition("-")
    try:
        if sign:
            return int(own), int(theirs)
    except ValueError:
        pass
    raise InputError(f"{name}: {text!r}; write {wanted}")


def read_rules(preset: str, options: list[str] | None) -> "RuleSet":
    """A preset with options changed, as given on the command line.

    Raises
    ------
    InputError
        If there is no such preset, option or value.
    """
    from piquet_sim.game.rules import find_rules

    rules = find_rules(preset)
    changed = {}
    for option in options or []:
        name, sign, text = option.partition("=")
        if not sign:
            raise InputError(f"--set {option}: write OPTION=VALUE, as in cards_scores=20")
        if name.strip() == "name":
            raise InputError(
                "--set name: cannot be set; the name follows from the options that are changed"
            )
        if name.strip() in changed:
            raise InputError(f"--set {option}: {name.strip()} is set twice")
        try:
            changed[name.strip()] = read_json(text)
        except InputError:
            changed[name.strip()] = text.strip()
    return rules.replace(**changed) if changed else rules


loaded_files: list[str] = []
"""Files that `load_strategies` has run; errors raised there are not the package's own."""


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

    try:
        is_there = path.is_file()
    except OSError:  # a name that is too long
        is_there = False
    if not is_there:
        raise InputError(f"--load {path}: no such file{suggest_file(path)}")
    loaded_files.append(str(path))
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no answer of ours
            runpy.run_path(str(path))
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as error:  # also an exit, which would end the command without an answer
        raise InputError(f"--load {path}: {describe_error(error)}") from None


def describe(
    elder: str,
    younger: str,
    rules: str,
    options: list[str] | None,
    seed: str,
    mirrored: bool,
    load: Path | None,
    play: str,
    given: list[str] | None = None,
) -> "Simulation":
    """The simulation that the options describe; on a terminal, slow steps are announced.

    Raises
    ------
    InputError
        If an option is invalid.
    """
    # What can be refused without the engine is refused before it is loaded.
    if load is None and "piquet_sim.strategies.registry" not in sys.modules:
        for name in (elder, younger):
            find_profile(name)  # none of one's own can have been registered
    find_play(play)
    drawn_from = parse_whole(seed, "seed")
    chosen = read_rules(rules, options)
    from piquet_sim.deals.simulation import Simulation

    load_strategies(load)
    with say_if_slow("piquet: listing all deals that meet the condition …", not given):
        simulation = Simulation(
            elder, younger, chosen, drawn_from, mirrored, play, join_given(given)
        )
    return simulation
