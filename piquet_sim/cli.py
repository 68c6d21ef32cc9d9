"""The command line: ``piquet``.

Commands import what they need when they run, so that help is immediate. Whatever cannot be
right ends in one line on the error output and exit code 2; figures for machines go to standard
output and nothing else does.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim import __version__
from piquet_sim.errors import InputError

if TYPE_CHECKING:
    from piquet_sim.odds import DrawOdds
    from piquet_sim.rules import RuleSet
    from piquet_sim.run import Progress, Result
    from piquet_sim.simulation import Simulation

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

app = typer.Typer(
    name="piquet",
    help="Answer questions about Piquet by playing it: every number with its error.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def parse_count(text: str) -> int:
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
        raise InputError(f"n: {text!r} is not a whole number; write 1000, 1_000_000 or 1e6")
    if whole < 1:
        raise InputError(f"n: {text}; at least 1 deal is needed")
    return whole


def _parse_whole(text: str, name: str) -> int:
    try:
        return int(text.replace("_", ""))
    except ValueError:
        raise InputError(f"{name}: {text!r} is not a whole number") from None


Elder = Annotated[str, typer.Option(help="Strategy of the elder hand.", metavar="NAME")]
Younger = Annotated[str, typer.Option(help="Strategy of the younger hand.", metavar="NAME")]
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


def _read_rules(preset: str, options: list[str] | None) -> "RuleSet":
    from piquet_sim.rules import find_rules

    rules = find_rules(preset)
    changed = {}
    for option in options or []:
        name, sign, text = option.partition("=")
        if not sign:
            raise InputError(f"--set {option}: write OPTION=VALUE, as in cards_scores=20")
        try:
            changed[name.strip()] = json.loads(text)
        except json.JSONDecodeError:
            changed[name.strip()] = text.strip()
    return rules.replace(**changed) if changed else rules


def _load_strategies(path: Path | None) -> None:
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


def _describe(
    elder: str,
    younger: str,
    rules: str,
    options: list[str] | None,
    seed: str,
    mirrored: bool,
    load: Path | None,
    play: str,
) -> "Simulation":
    from piquet_sim.simulation import Simulation

    _load_strategies(load)
    chosen = _read_rules(rules, options)
    return Simulation(elder, younger, chosen, _parse_whole(seed, "seed"), mirrored, play)


@contextmanager
def _progress(total: int, label: str, quiet: bool) -> "Iterator[Progress | None]":
    # A bar on a terminal, nothing in a pipe.
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task) -> Text:
            return Text(f"{task.speed or 0:,.0f} deals/s")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        Rate(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _print_table(title: str, heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for place, head in enumerate(heads):
        is_text = place in (0, len(heads) - 1)
        table.add_column(head, justify="left" if is_text else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 120
    console.print(table)


def _report(result: "Result") -> None:
    from piquet_sim.estimate import decimals_of, format_with_error
    from piquet_sim.tally import find_measure

    simulation = result.simulation
    rows = []
    for name, estimate in result.estimates.items():
        measure = find_measure(name)
        scale, unit = (100, "%") if measure.is_flag else (1, "")
        interval = "–"
        if estimate.se is not None:
            digits = decimals_of(estimate.se * scale) if estimate.se else 4
            low, high = estimate.low * scale, estimate.high * scale
            interval = f"{low:.{digits}f} to {high:.{digits}f}{unit}"
        meaning = measure.meaning
        if estimate.exact is not None:
            meaning += f"; exactly {float(estimate.exact) * scale:.4g}{unit}"
        value = format_with_error(estimate.value, estimate.se, scale) + unit
        better = "–"
        if estimate.reduced is not None:
            reduced = estimate.reduced
            better = format_with_error(reduced.value, reduced.se, scale) + unit
            better += f" (×{reduced.gain:.2f})"
        rows.append((name, value, interval, better, meaning))
    title = f"{simulation}: {result.deals:,} deals in {result.seconds:.1f} s"
    _print_table(title, ("estimate", "value ± se", "95% interval", "reduced (gain)", ""), rows)
    if any(estimate.reduced for estimate in result.estimates.values()):
        print("reduced: with the luck of the deal taken out (control variates); gain: so many "
              "times the deals")  # fmt: skip


@app.command()
def simulate(
    deals: Deals = "100_000",
    elder: Elder = "club",
    younger: Younger = "club",
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    mirrored: Mirrored = False,
    play: Play = "strategies",
    threads: Threads = None,
    records: Annotated[
        Path | None, typer.Option(help="Write one row a deal.", metavar="FILE.parquet")
    ] = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Play deals between two strategies and print what happens how often."""
    n = parse_count(deals)
    crew = None if threads is None else _parse_whole(threads, "threads")
    simulation = _describe(elder, younger, rules, options, seed, mirrored, load, play)
    from piquet_sim.run import run_simulation, run_with_records

    with _progress(n, "deals", as_json) as progress:
        if records is not None:
            result = run_with_records(simulation, n, records, progress)
        else:
            result = run_simulation(simulation, n, crew, progress)
    if result.deals:
        if as_json:
            print(json.dumps(result.as_json(), allow_nan=False))
        else:
            _report(result)
    if not result.is_complete:
        _say(f"piquet: stopped after {result.deals:,} of {n:,} deals")
        raise typer.Exit(EXIT_INTERRUPTED)


@app.command()
def study(
    name: Annotated[str, typer.Argument(help="A study, or all.", metavar="NAME")],
    deals: Deals = "1_000_000",
    elder: Elder = "club",
    younger: Younger = "club",
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    play: Play = "strategies",
    threads: Threads = None,
    out: Annotated[Path, typer.Option(help="Folder of results.")] = Path("results"),
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Answer a question with a table, a chart and three sentences, written to a folder."""
    n = parse_count(deals)
    crew = None if threads is None else _parse_whole(threads, "threads")
    from analyses import STUDIES, find_study

    names = list(STUDIES) if name.strip().lower() == "all" else [name]
    modules = [find_study(one) for one in names]
    simulation = _describe(elder, younger, rules, options, seed, False, load, play)
    from piquet_sim.files import make_folder

    make_folder(out)
    answers = []
    for module in modules:
        runs = getattr(module, "count_runs", lambda simulation: 1)(simulation)
        with _progress(n * runs, module.__name__.split(".")[-1], as_json) as progress:
            analysis = module.analyse(simulation, n, crew, progress)
        home = analysis.write(out)
        if as_json:
            answers.append(
                {
                    "study": analysis.name,
                    "title": analysis.title,
                    "summary": list(analysis.summary),
                    "folder": str(home),
                    **analysis.description,
                    "table": json.loads(analysis.table.to_json(orient="records")),
                }
            )
            continue
        print(f"{analysis.title}")
        for sentence in analysis.summary:
            print(f"  {sentence}")
        print(f"  ({analysis.description['n']:,} deals, {analysis.seconds:.1f} s; {home})\n")
    if as_json:
        print(json.dumps(answers if name.strip().lower() == "all" else answers[0]))


@app.command()
def deal(
    index: Annotated[str, typer.Option(help="Number of the deal, from 0.", metavar="N")] = "0",
    elder: Elder = "club",
    younger: Younger = "club",
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    mirrored: Mirrored = False,
    play: Play = "strategies",
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Tell one deal of a simulation card by card, with the running scores."""
    number = _parse_whole(index, "index")
    simulation = _describe(elder, younger, rules, options, seed, mirrored, load, play)
    played = simulation.replay_deal(number)
    if as_json:
        from piquet_sim.referee import describe_deal

        print(json.dumps(describe_deal(played)))
        return
    from piquet_sim.narration import narrate_deal

    print(narrate_deal(played))


@contextmanager
def _open_text(path: str) -> Iterator[object]:
    if path == "-":
        yield sys.stdin
        return
    try:
        with open(path, encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file in UTF-8") from None


@app.command()
def score(
    file: Annotated[str, typer.Argument(help="Deals, one JSON object a line; - for input.")],
    as_json: Json = False,
) -> None:
    """Score deals that somebody else played: one answer a line."""
    from piquet_sim.files import read_lines
    from piquet_sim.referee import score_deal

    with _open_text(file) as lines:
        for answer in read_lines(lines, score_deal):
            print(json.dumps(answer))


@app.command()
def solve(
    file: Annotated[str, typer.Argument(help="Endings, one JSON object a line; - for input.")],
    explain: Annotated[
        bool, typer.Option("--explain", help="Say it in words instead of JSON.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Solve endings with both hands seen: the value, and that of every card to lead."""
    from piquet_sim.endings import explain_solution, read_ending, solve_ending
    from piquet_sim.files import read_lines

    with _open_text(file) as lines:
        for solution in read_lines(lines, lambda given: solve_ending(read_ending(given))):
            if explain and not as_json:
                print(explain_solution(solution))
            else:
                print(json.dumps(solution.as_json()))


@app.command()
def odds(
    hand: Annotated[str | None, typer.Argument(help="Twelve cards as dealt.")] = None,
    seat: Annotated[str, typer.Option(help="elder or younger.", metavar="SEAT")] = "elder",
    discard: Annotated[
        str | None, typer.Option(help="Cards thrown out; without it all are ranked.")
    ] = None,
    took: Annotated[
        str | None, typer.Option(help="Cards that elder took (younger's odds).", metavar="K")
    ] = None,
    aim: Annotated[
        str, typer.Option(help="What discards are ranked by: value, point>=6, quatorze:A ...")
    ] = "value",
    top: Annotated[str, typer.Option(help="How many discards are shown.", metavar="N")] = "10",
    named: Annotated[
        str | None, typer.Option(help="Instead of a hand: so many cards are wished for.")
    ] = None,
    at_least: Annotated[str, typer.Option(help="Of those named, so many must come.")] = "1",
    draw: Annotated[str, typer.Option(help="Cards drawn.")] = "5",
    unseen: Annotated[str, typer.Option(help="Cards from which they are drawn.")] = "20",
    rules: Rules = "rubicon",
    options: Options = None,
    as_json: Json = False,
) -> None:
    """The exact odds of the draw: of one discard, of all, or of cards named."""
    if named is not None:
        if hand is not None:
            raise InputError("odds: give a hand or --named, not both")
        _tell_named(*(_parse_whole(text, name) for name, text in (
            ("named", named), ("at-least", at_least), ("draw", draw), ("unseen", unseen))),
            as_json)  # fmt: skip
        return
    if hand is None:
        raise InputError("odds: a hand of twelve cards is needed, or --named N")
    from piquet_sim.cards import parse_hand
    from piquet_sim.odds import ASSUMED, find_aim, find_odds, rank_discards

    chosen = _read_rules(rules, options)
    held = parse_hand(hand, "hand", chosen.pack, cards=12)
    elder_took = None if took is None else _parse_whole(took, "took")
    if discard is not None:
        thrown = parse_hand(discard, "discard", chosen.pack)
        found = find_odds(held, thrown, seat, elder_took, chosen)
        if as_json:
            print(json.dumps({**found.as_json(), "assumed": ASSUMED[seat]}))
            return
        _tell_odds(found, ASSUMED[seat])
        return
    aim = find_aim(aim)
    shown = _parse_whole(top, "top")
    if shown < 1:
        raise InputError(f"top: {shown}; at least 1 is needed")
    ranked = rank_discards(held, aim, seat, elder_took, chosen)
    if as_json:
        print(json.dumps([{**one.as_json(), "aim": aim} for one in ranked[:shown]]))
        return
    _tell_ranking(ranked, shown, aim, ASSUMED[seat])


def _tell_named(named: int, at_least: int, drawn: int, unseen: int, as_json: bool) -> None:
    from piquet_sim.odds import named_odds, say_odds

    chance = named_odds(named, at_least, drawn, unseen)
    if as_json:
        print(json.dumps({
            "named": named, "at_least": at_least, "draw": drawn, "unseen": unseen,
            "numerator": chance.numerator, "denominator": chance.denominator,
            "probability": float(chance), "odds": say_odds(chance),
        }))  # fmt: skip
        return
    print(
        f"At least {at_least} of {named} named cards, drawing {drawn} of {unseen} unseen: "
        f"{chance.numerator:,}/{chance.denominator:,} = {float(chance):.4%}, {say_odds(chance)}"
    )


def _tell_odds(found: "DrawOdds", assumed: str) -> None:
    from piquet_sim.cards import format_hand_symbols
    from piquet_sim.odds import say_odds

    rows = []
    for name, number in found.events.items():
        chance = found.rate(name)
        rows.append((name, f"{number:,}", f"{float(chance):.4%}", say_odds(chance)))
    title = f"throwing out {format_hand_symbols(found.discard)}: {found.draws:,} draws"
    _print_table(title, ("event", "favourable", "", "odds"), rows)
    mean = found.value_mean
    print(
        f"If all is good the hand counts {float(mean):.4f} points on average "
        f"({mean.numerator:,}/{mean.denominator:,})."
    )
    print(f"Assumed: {assumed}.")


def _tell_ranking(ranked: "list[DrawOdds]", shown: int, aim: str, assumed: str) -> None:
    from piquet_sim.cards import format_hand_symbols
    from piquet_sim.odds import VALUE, say_odds

    rows = []
    for place, found in enumerate(ranked[:shown], start=1):
        rate = found.rate(aim)
        fraction = f"{rate.numerator:,}/{rate.denominator:,}"
        number = f"{float(rate):.4f}" if aim == VALUE else f"{float(rate):.4%}"
        words = "points on average if all is good" if aim == VALUE else say_odds(rate)
        rows.append((str(place), format_hand_symbols(found.discard), number, fraction, words))
    title = f"the best of {len(ranked):,} discards for {aim}"
    _print_table(title, ("", "discard", aim, "exactly", ""), rows)
    print(f"Assumed: {assumed}.")


@app.command()
def good(
    kind: Annotated[
        str | None, typer.Argument(help="point, sequence or set; all by default.", metavar="CLASS")
    ] = None,
    as_json: Json = False,
) -> None:
    """Who is good before the exchange: exact, overall and by what elder holds."""
    from piquet_sim.precedence import CLASSES, compare_class, precedence_table

    kinds = CLASSES if kind is None else (compare_class(kind).kind,)
    if as_json:
        tables = {one: json.loads(precedence_table(one).to_json(orient="records"))
                  for one in kinds}  # fmt: skip
        print(json.dumps(tables if kind is None else tables[kinds[0]]))
        return
    for one in kinds:
        rows = [
            (row.elder_holds, f"{row.good:.4%}", f"{row.equal_probability:.4%}",
             f"{row.not_good:.4%}", f"{row.elder:,}", f"{row.of:,}", "")
            for row in precedence_table(one).itertuples()
        ]  # fmt: skip
        heads = ("elder holds", "good", "equal", "not good", "good in so many", "of deals", "")
        _print_table(f"Elder's {one} before the exchange, exactly", heads, rows)
        print()


@app.command()
def census(
    attributes: Annotated[
        list[str] | None,
        typer.Argument(help="What to count; all if none is named.", metavar="[ATTRIBUTE]..."),
    ] = None,
    jointly: Annotated[
        bool, typer.Option("--jointly", help="A table of two attributes together.")
    ] = False,
    rules: Rules = "rubicon",
    options: Options = None,
    out: Annotated[
        Path | None, typer.Option(help="Also write table and chart there.", metavar="FOLDER")
    ] = None,
    as_json: Json = False,
) -> None:
    """Count all hands of twelve cards exactly, by what they hold."""
    from analyses.census import count_attributes, count_jointly
    from piquet_sim.census import ATTRIBUTES, count_hands, find_attribute

    chosen = _read_rules(rules, options)
    names = [find_attribute(name).name for name in attributes or []]
    if jointly and len(names) != 2:
        raise InputError(
            f"census: --jointly takes two attributes, not {len(names)}; there are "
            f"{', '.join(ATTRIBUTES)}"
        )
    analysis = count_jointly(*names, chosen) if jointly else count_attributes(names, chosen)
    home = None if out is None else analysis.write(out)
    if as_json:
        table = analysis.table
        hands = count_hands(chosen.pack)
        if jointly:
            rows = table.set_index(names[0]).to_dict(orient="index")
            print(json.dumps({"hands": hands, "joint": names, "counts": rows}))
            return
        counts: dict[str, dict[str, int]] = {}
        for row in table.itertuples():
            counts.setdefault(row.attribute, {})[row.label] = row.hands
        print(json.dumps({"hands": hands, "counts": counts}))
        return
    if jointly:
        wide = analysis.table.set_index(names[0])
        table = wide.T.rename_axis(names[1]) if wide.shape[1] > wide.shape[0] else wide
        print(f"{count_hands(chosen.pack):,} hands: {table.index.name} down, "
              f"{names[0] if table.index.name == names[1] else names[1]} across")  # fmt: skip
        print(table.to_string(float_format="{:,.0f}".format))
    else:
        from analyses.analysis import one_in

        rows = [
            (row.attribute.replace("_", " "), row.label, f"{row.hands:,}",
             f"{row.probability:.4%}", one_in(row.probability))
            for row in analysis.table.itertuples()
        ]  # fmt: skip
        _print_table(
            f"{count_hands(chosen.pack):,} hands, all counts exact",
            ("attribute", "value", "hands", "share", ""),
            rows,
        )
    if home is not None:
        print(f"({home})")


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="A preset.", metavar="NAME")] = None,
    options: Options = None,
    as_json: Json = False,
) -> None:
    """List the rule books, or the options of one."""
    from piquet_sim.rules import PRESETS, RuleSet

    if name is None and not options:
        if as_json:
            print(json.dumps({key: preset.model_dump() for key, preset in PRESETS.items()}))
            return
        for key in PRESETS:
            print(key)
        return
    chosen = _read_rules(name or "rubicon", options)
    if as_json:
        print(chosen.model_dump_json())
        return
    rows = [
        (option, _show_value(getattr(chosen, option)), " ".join((field.description or "").split()))
        for option, field in RuleSet.model_fields.items()
    ]
    _print_table(chosen.name, ("option", "value", "meaning"), rows)


def _show_value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@app.command()
def strategies(load: Load = None, as_json: Json = False) -> None:
    """List the strategies, how they play and where their ideas come from."""
    _load_strategies(load)
    from piquet_sim.strategies import find_strategy, strategy_names

    found = [find_strategy(name) for name in strategy_names()]
    if as_json:
        fields = ("name", "summary", "origin")
        print(json.dumps([{field: getattr(one, field) for field in fields} for one in found]))
        return
    for one in found:
        print(f"{one.name}\n  {one.summary}\n  after: {one.origin}")


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure how fast this machine plays: best of five, warmed, one core."""
    from piquet_sim.bench import describe_machine, measure_all

    report: Callable[[str], None] | None = None
    if sys.stderr.isatty() and not as_json:
        report = lambda name: _say(f"  measuring {name}")  # noqa: E731
    figures = measure_all(report)
    if as_json:
        print(json.dumps({"machine": describe_machine(), "figures": figures}))
        return
    rows = [
        (name, f"{figure['value']:,.0f}" if figure["value"] > 100 else f"{figure['value']:.3g}",
         str(figure["unit"]))
        for name, figure in figures.items()
    ]  # fmt: skip
    _print_table(describe_machine(), ("figure", "best of five", "unit"), rows)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"piquet {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    Bad input gives one line on the error output and exit code 2.
    """
    command = typer.main.get_command(app)
    try:
        code = command.main(args=arguments, prog_name="piquet", standalone_mode=False)
    except InputError as error:
        _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        _say("piquet: stopped")
        code = EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has had enough; there is nobody left to tell.
        sys.stderr.close()
        code = 0
    except Exception as error:
        # The command-line library's own complaints: an unknown option, a missing argument.
        if not hasattr(error, "format_message"):
            raise
        _fail(error.format_message())
    sys.exit(code or 0)


def _fail(message: str) -> None:
    _say("piquet: " + " ".join(message.split()))
    sys.exit(EXIT_BAD_INPUT)
