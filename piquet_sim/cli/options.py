"""Options that commands share, each declared once: how it is read, and what a shell offers for it.

An option is written ``Annotated[type, typer.Option(...), reader]``: `answering` lets the command
line take its text and gives the command what the reader makes of it. In place of the option may
stand a function, which reads several options into one value. A shell asks for completions at every
press of a key, so nothing here may import the engine: names defined there are repeated, and a test
compares them. Only those of expressions are read from their table, which needs NumPy.
"""

import json
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import redirect_stdout
from decimal import Decimal
from functools import partial
from importlib.resources import files
from inspect import Parameter, Signature, signature
from operator import itemgetter, mul
from os.path import exists, isfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer
from typer.models import OptionInfo, ParameterInfo

from piquet_sim.cli.output import chosen_chart, chosen_form, show_work
from piquet_sim.game.errors import InputError, describe_error, read_positive, read_whole, refuse
from piquet_sim.game.files import check_writable, read_json, suggest_file
from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.seats import read_seat
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies.roster import ROSTER, check_name, find_play

if TYPE_CHECKING:
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.game.rules import RuleSet

# ---- What a shell is offered ---------------------------------------------------------------------
PRESETS = ("rubicon", "au_cent", "boussac_1896", "cotton_1674", "parlett", "american")
WAYS_TO_PLAY = {
    "strategies": "as each player plays",
    "double-dummy": "both perfectly, seeing all cards",
}
ATTRIBUTES = (
    "carte_blanche", "longest_suit", "point", "best_sequence", "sequences", "trios", "quatorzes",
    "value", "voids", "aces", "courts",
)  # fmt: skip
STYLES = ("print", "double", "slide", "narrow", "dark", "gray")
DISTRIBUTIONS = (
    "elder_score", "younger_score", "difference", "elder_exchanged", "younger_exchanged",
)  # fmt: skip
PLAY_AIMS = ("difference", "own", "settlement")

Offer = str | tuple[str, str]
"""A completion, with or without a description."""


def offer(names: Iterable[str] | Mapping[str, str]) -> Callable[[], list[Offer]]:
    """What completes a value by names, of a mapping each with what is said beside it.

    Examples
    --------
    >>> offer(("elder", "younger"))(), offer({"club": "as the club plays"})()
    (['elder', 'younger'], [('club', 'as the club plays')])
    """
    return lambda: list(names.items() if isinstance(names, Mapping) else names)


offer_strategies = offer({name: one.summary for name, one in ROSTER.items()})
"""Names of strategies."""


def offer_names(what: str) -> Callable[[str], list[Offer]]:
    """What completes the last name of an expression, by what the expression is for."""

    def complete(incomplete: str) -> list[Offer]:
        from piquet_sim.conditions.names import list_names

        begun = incomplete[: re.search(r"[\w.]*$", incomplete).start()]
        return [(begun + name, said) for name, said in list_names(what).items()]

    return complete


def offer_studies() -> list[Offer]:
    """Names of studies, and all."""
    from analyses.contents import list_studies

    return [*list_studies(), "all"]


def offer_charts() -> list[Offer]:
    """Names of charts, with what they show."""
    from analyses.contents import list_charts

    return [(name, one.charts[name]) for name, one in list_charts().items()]


def offer_maxims() -> list[Offer]:
    """Names of maxims, with their words."""
    text = files("piquet_sim").joinpath("data", "published_maxims.json").read_text("utf-8")
    return [(one["id"], one["maxim"]) for one in json.loads(text)]


# ---- What reads a text ---------------------------------------------------------------------------
_MOST_DEALS = 10**12
_NUMBER = re.compile(
    r"-?(\d{1,3}(,\d{3}){1,6}|[\d_]{0,19}\d(\.\d{1,9})?)(e\+?\d\d?|[km])?", re.ASCII | re.IGNORECASE
)
_DOTTED = re.compile(r"[1-9]\d{0,2}(\.\d{3})+")


def parse_count(text: str, name: str = "n") -> int:
    """A number of deals as people write it (1000, 1_000_000, 1,000,000, 1e6, 1k or 1M).

    Raises
    ------
    InputError
        If it is not a whole number from 1 to a million million.
    """
    plain = text.strip()
    refuse(
        {
            # Ten thousand to some, ten to others.
            f"{name}: {text!r} may be two numbers; write {plain.replace('.', '_')}": (
                _DOTTED.fullmatch(plain)
            ),
            f"{name}: {text!r} is not a whole number; write 1000, 1_000_000 or 1M": (
                not _NUMBER.fullmatch(plain)
            ),
        }
    )
    number = Decimal(plain.lower().replace(",", "").replace("k", "e3").replace("m", "e6"))
    return read_whole(name, int(number) if number == int(number) else text, 1, _MOST_DEALS)


_TIME = re.compile(r"(?:([\d.]+)h)?(?:([\d.]+)m)?(?:([\d.]+)s)?", re.ASCII)


def parse_seconds(text: str, name: str = "max-time") -> float:
    """A time as people write it (90, 90s, 1m30s, 1.5m or 2h), in seconds.

    Raises
    ------
    InputError
        If it is not a time, or not positive.
    """
    parts = _TIME.fullmatch(text.strip().lower())
    amounts = parts.groups(0) if parts else (0, 0, text)
    try:
        return read_positive(name, sum(map(mul, map(float, amounts), (3600, 60, 1))))
    except ValueError:
        raise InputError(f"{name}: {text!r} is not a time; write 90, 90s, 15m or 2h") from None


def parse_whole(text: str, name: str, least: int | None = None, most: int | None = None) -> int:
    """A whole number from its text.

    Raises
    ------
    InputError
        If it is not a whole number, less than `least`, or more than `most`.
    """
    try:
        number = int(text.replace("_", ""))
    except ValueError:
        raise InputError(f"{name}: {text!r} is not a whole number") from None
    return number if least is None else read_whole(name, number, least, most)


def parse_file(text: str, name: str) -> Path:
    """The path of a file or a folder."""
    return Path(text)


def parse_pair(text: str, name: str) -> tuple[int, int]:
    """Two totals with a hyphen between, as in 68-155.

    Raises
    ------
    InputError
        If it is anything else, or a total is too high.

    Examples
    --------
    >>> parse_pair("30-1", "score"), parse_pair("68–155", "score")
    ((30, 1), (68, 155))
    """
    from piquet_sim.game.settlement import read_score

    return read_score(text, name)


def check_chart(path: Path, option: str = "--chart") -> Path:
    """Refuse a file that no chart can be written to, before the work for it is done.

    Raises
    ------
    InputError
        If its name has another ending than a chart's, or it cannot be written.
    """
    if path.suffix.lower() not in (".svg", ".png", ".pdf"):
        raise InputError(f"{option} {path}: expected a file name that ends in .svg, .png or .pdf")
    check_writable(path)
    return path


loaded_files: list[str] = []
"""Files that `load_strategies` has run; errors raised there are not the package's own."""


def load_strategies(text: str, name: str = "load") -> Path:
    """Run a file that registers strategies.

    Raises
    ------
    InputError
        If there is no such file, or it fails.
    """
    import runpy

    path = Path(text)
    if not isfile(path):
        why = ": not a file" if exists(path) else f": no such file{suggest_file(path)}"
        raise InputError(f"--load {path}{why}")
    loaded_files.append(str(path))
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no answer of ours
            runpy.run_path(str(path))
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as error:  # also an exit, which would end the command without an answer
        raise InputError(f"--load {path}: {describe_error(error)}") from None
    return path


# ---- Options -------------------------------------------------------------------------------------
def _lay_open(function: Callable[..., Any]) -> tuple[list[Parameter], Callable[[Mapping], Any]]:
    # The options of a function as the command line takes them, and what calls it with their texts.
    shown: list[Parameter] = []
    readers: dict[str, Callable[[Mapping], Any]] = {}
    for name, one in signature(function).parameters.items():
        kind, *about = get_args(one.annotation) or (one.annotation,)
        if about and not isinstance(about[0], ParameterInfo):
            inner, readers[name] = _lay_open(about[0])
            shown += inner
            continue
        default, readers[name] = one.default, itemgetter(name)
        if len(about) > 1:
            readers[name] = partial(_read_one, name, about[1])
            kind = str | None
            default = default if default in (None, Parameter.empty) else str(default)
        taken = Annotated[(kind, about[0])] if about else kind
        shown.append(one.replace(kind=Parameter.KEYWORD_ONLY, default=default, annotation=taken))
    return shown, lambda given: function(**{name: read(given) for name, read in readers.items()})


def _read_one(name: str, read: Callable[..., Any], given: Mapping) -> Any:
    text = given[name]
    return read(text, name=name.replace("_", "-")) if isinstance(text, str) else text


_FORMS = [
    Parameter(
        form,
        Parameter.KEYWORD_ONLY,
        default=False,
        annotation=Annotated[bool, typer.Option(f"--{form}", help=f"Print {what}.")],
    )
    for form, what in (
        ("json", "one JSON document and nothing else"),
        ("markdown", "the table as Markdown"),
        ("csv", "the table as CSV"),
    )
]
_WITH_TABLES = {"simulate", "advise", "review", "odds", "census", "chances", "duel", "settle",
                "solve", "score", "study", "maxim"}  # fmt: skip
"""Commands whose answer is a table, too."""
_CHARTS = dict.fromkeys(_WITH_TABLES, "Draw the answer.") | {
    "simulate": "Draw the answer, its groups, or that distribution.",
    "review": "Draw the expected margin, card by card, of a single deal.",
    "chances": "Draw a chart of what totals are worth.",
}
"""What is drawn of each."""


def answering(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose options are read as they are declared, and which also takes ``--json``.

    Those whose answer is a table also take ``--markdown``, ``--csv`` and ``--chart``.
    """
    shown, call = _lay_open(command)
    chart, forms = _CHARTS.get(command.__name__), _FORMS
    if chart is None:
        forms = [] if command.__name__ == "explore" else _FORMS[:1]  # which prints no answer
    else:
        drawn = Annotated[str | None, typer.Option("--chart", help=chart, metavar="FILE.svg")]
        shown.append(Parameter("chart", Parameter.KEYWORD_ONLY, default=None, annotation=drawn))

    def run(**given: Any) -> None:
        asked = [one.name for one in forms if given.pop(one.name)]
        if len(asked) > 1:
            raise InputError(f"{command.__name__}: give only one of --{' and --'.join(asked)}")
        path = given.pop("chart", None)
        picture = None if path is None else check_chart(Path(path))
        before = chosen_form.set("".join(asked)), chosen_chart.set(picture)
        try:
            call(given)
        finally:
            chosen_form.reset(before[0])
            chosen_chart.reset(before[1])

    # What the library reads is the signature alone: annotations would be evaluated.
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = Signature([*shown, *forms])
    return run


def strategy_option(help: str, *names: str) -> OptionInfo:
    """An option that takes the name of a strategy."""
    return typer.Option(*names, help=help, metavar="NAME", autocompletion=offer_strategies)


def deals_option(help: str, default: str | bool = True) -> OptionInfo:
    """The option -n, a number of deals, and how help writes its default."""
    return typer.Option("-n", "--deals", help=help, metavar="N", show_default=default)


def folder_option(help: str) -> OptionInfo:
    """The option --out, a folder."""
    return typer.Option("--out", help=help, metavar="FOLDER")


Preset = Annotated[
    str,
    typer.Option(
        "--rules",
        help="Rule book (piquet rules lists them).",
        metavar="PRESET",
        autocompletion=offer(PRESETS),
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change an option of the rules.", metavar="OPTION=VALUE"),
]
Seed = Annotated[
    int,
    typer.Option(help="Random seed; the same seed gives the same deals.", metavar="N"),
    parse_whole,
]
Play = Annotated[
    str,
    typer.Option(
        help="Who plays the cards: strategies, or double-dummy (both perfectly).",
        metavar="WAY",
        autocompletion=offer(WAYS_TO_PLAY),
    ),
]
Precisions = Annotated[
    list[str] | None,
    typer.Option(
        "--precision",
        help="Play until this standard error is reached: difference=0.05, elder_repique=2%.",
        metavar="ESTIMATE=ERROR",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(help="Number of threads; by default one per processor.", metavar="N"),
    parse_whole,
]
Kept = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        help="Keep what is counted in this file; the same command continues from it.",
        metavar="FILE",
    ),
    parse_file,
]
Load = Annotated[
    Path | None,
    typer.Option(help="Python file that registers strategies.", metavar="FILE.py"),
    load_strategies,
]
Given = Annotated[
    list[str] | None,
    typer.Option(
        help="Play only deals that meet this: 'elder.aces == 4' (piquet help expressions).",
        metavar="EXPRESSION",
        autocompletion=offer_names("given"),
    ),
]
Score = Annotated[
    tuple[int, int] | None,
    typer.Option(help="Totals of the partie, yours first: 68-155.", metavar="A-B"),
    parse_pair,
]
Seat = Annotated[
    str,
    typer.Option(help="elder or younger.", metavar="SEAT", autocompletion=offer(SEATS)),
    read_seat,
]
Took = Annotated[
    int | None,
    typer.Option(help="Number of cards elder took (with --seat younger).", metavar="K"),
    parse_whole,
]
ListAll = Annotated[bool, typer.Option("--all", help="Print everything.")]
Style = Annotated[str, typer.Option(
    "--style", help="Style of the charts: print, double, slide, narrow, dark or gray.",
    metavar="STYLE", autocompletion=offer(STYLES),
)]  # fmt: skip


_TRUTH = dict.fromkeys(("yes", "true", "on"), True) | dict.fromkeys(("no", "false", "off"), False)


def read_rules(rules: Preset = "rubicon", options: Changes = None) -> "RuleSet":
    """A preset with options changed, as given on the command line.

    Raises
    ------
    InputError
        If there is no such preset, option or value.
    """
    from piquet_sim.game.rules import find_rules

    preset = find_rules(rules)
    changed = {}
    for option in options or []:
        name, sign, text = (part.strip() for part in option.partition("="))
        refuse(
            {
                f"--set {option}: write OPTION=VALUE, as in cards_scores=20": not sign,
                "--set name: cannot be set; the name follows from the options that are changed": (
                    name == "name"
                ),
                f"--set {option}: {name} is set twice": name in changed,
            }
        )
        try:
            changed[name] = read_json(text)
        except InputError:
            changed[name] = _TRUTH.get(text.lower(), text)
    return preset.replace(**changed) if changed else preset


Rules = Annotated[Any, read_rules]


def read_standing(
    score: Score = None,
    deal: Annotated[
        int | None,
        typer.Option(help="With --score: number of this deal, 1 to 6.", metavar="N"),
        parse_whole,
    ] = None,
) -> tuple[tuple[int, int] | None, int]:
    """The totals of a partie, if they are given, and the number of the deal; the last by default.

    Raises
    ------
    InputError
        If the deal is given without totals.
    """
    if deal is not None and score is None:
        meant = f"; did you mean -n {deal}?" if deal > PARTIE_DEALS else ""
        raise InputError(f"--deal requires --score{meant}")
    return score, PARTIE_DEALS if deal is None else deal


Totals = Annotated[Any, read_standing]


def describe(
    elder: Annotated[str, strategy_option("Strategy of elder.")] = "club",
    younger: Annotated[str, strategy_option("Strategy of younger.")] = "club",
    rules: Preset = "rubicon",
    options: Changes = None,
    seed: Seed = 1,
    mirrored: Annotated[
        bool, typer.Option("--mirrored", help="Play every deal twice, with the seats exchanged.")
    ] = False,
    play: Play = "strategies",
    given: Given = None,
    load: Load = None,
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
            check_name(name)  # none of one's own can have been registered
    find_play(play)
    chosen = read_rules(rules, options)
    several = len(given or ()) > 1
    condition = " and ".join(f"({one})" if several else one for one in given) if given else None
    from piquet_sim.deals.simulation import Simulation

    with show_work("listing all deals that meet the condition …", not given):
        return Simulation(elder, younger, chosen, seed, mirrored, play, condition)


Described = Annotated[Any, describe]


def refuse_others(ctx: typer.Context, allowed: Collection[str], why: str) -> None:
    """Refuse options that were given and have no effect on what is asked.

    Parameters
    ----------
    ctx : typer.Context
        The context of the command.
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
