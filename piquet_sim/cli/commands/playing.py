"""Commands that play: simulate, study, deal, score."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import EXIT_INTERRUPTED, app
from piquet_sim.cli.completion import complete_strategy, complete_study
from piquet_sim.cli.distributions import (
    DistributionChart,
    DistributionName,
    Wanted,
    answer_run,
    want_distribution,
)
from piquet_sim.cli.forms import answer, answering, is_for_programs
from piquet_sim.cli.options import (
    CheckpointFile,
    ClusterAddress,
    Elder,
    Given,
    GivenOutcome,
    ListAll,
    Load,
    MaxDeals,
    MaxTime,
    Measures,
    Mirrored,
    Options,
    PlannedDeals,
    PlannedElder,
    PlannedYounger,
    Play,
    Precision,
    Rules,
    Seed,
    Show,
    Threads,
    Younger,
    describe,
    load_strategies,
    parse_count,
    parse_seconds,
    parse_whole,
)
from piquet_sim.cli.screen import name_file, open_text, print_text, say, say_if_slow, show_progress
from piquet_sim.cli.simulation_screen import Listed, choose_listed, tell_result
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file

if TYPE_CHECKING:
    from analyses.results.analysis import Analysis
    from piquet_sim.deals.simulation import PlayedDeal
    from piquet_sim.running.result import Result


_ESSENTIALS = "essentials"
_NUMBERED = 4
"""Cells of the number of a trick."""


def _tell(result: "Result", listed: Listed) -> None:
    with say_if_slow("piquet: computing the exact values …", result.simulation.given is None):
        result.estimates  # noqa: B018 - kept by the result
    tell_result(result, listed)


def _finish(result: "Result", listed: Listed, wanted: Wanted | None) -> None:
    # What a run came to, and how it ended.
    from piquet_sim.running.precision import FIRST_LOOK
    from piquet_sim.running.result import MOST, TIME

    target = result.target
    if result.deals:
        answer_run(result, partial(_tell, result, listed), wanted)
    if result.ended == MOST and target.precisions:
        precisions = ", ".join(map(str, target.precisions))
        if result.tally.units < FIRST_LOOK:
            say(f"piquet: {target.deals:,} deals are too few to check {precisions}")
        else:
            say(f"piquet: stopped at {target.deals:,} deals; {precisions} not reached")
    if result.ended == TIME:
        say(f"piquet: stopped by --max-time after {result.deals:,} deals")
    if not result.is_complete:
        say(f"piquet: stopped after {result.deals:,} of {result.asked:,} deals")
    if result.goes_on_from is not None and (not result.is_complete or result.ended == TIME):
        say(f"piquet: to continue: piquet resume {result.goes_on_from}")
    if not result.is_complete:
        raise typer.Exit(EXIT_INTERRUPTED)


@app.command()
@answering
def simulate(
    deals: PlannedDeals = None,
    elder: Elder = "club",
    younger: Younger = "club",
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    mirrored: Mirrored = False,
    play: Play = "strategies",
    given: Given = None,
    measure: Measures = None,
    given_outcome: GivenOutcome = None,
    precision: Precision = None,
    max_deals: MaxDeals = None,
    max_time: MaxTime = None,
    checkpoint: CheckpointFile = None,
    cluster: ClusterAddress = None,
    threads: Threads = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Write one row per deal to this file.", metavar="FILE.parquet"),
    ] = None,
    distribution: DistributionName = None,
    chart: DistributionChart = None,
    load: Load = None,
    has_all: ListAll = False,
    show: Show = None,
) -> None:
    """Play deals between two strategies and print how often things happen.

    A run of more than ten seconds saves a checkpoint in results/checkpoints (or in the file that
    --checkpoint names); if it is stopped, `piquet resume` continues it.
    """
    wanted = want_distribution(distribution, chart)
    n = None if deals is None else parse_count(deals)
    most = None if max_deals is None else parse_count(max_deals, "max-deals")
    seconds = None if max_time is None else parse_seconds(max_time)
    crew = None if threads is None else parse_whole(threads, "threads")
    simulation = describe(elder, younger, rules, options, seed, mirrored, load, play, given)
    listed = choose_listed(show, has_all, simulation)
    from piquet_sim.measures.own_measures import read_measures
    from piquet_sim.running.checkpoint import name_checkpoint
    from piquet_sim.running.precision import set_target
    from piquet_sim.running.records import RecordsLost, run_with_records
    from piquet_sim.running.resuming import resume_arguments
    from piquet_sim.running.run import count_threads, count_units, open_cluster, run_simulation

    if n is None and not precision and most is None and seconds is None:
        n = 100_000
    own = read_measures(measure or (), given_outcome, simulation.rules)
    target = set_target(n, precision or (), most, seconds, simulation.deals_per_unit, own)
    count_units(simulation, target.deals)
    count_threads(crew)
    if records is not None:
        if precision or checkpoint or cluster or seconds is not None:
            raise InputError(
                "--records requires one run with a fixed number of deals; leave out --precision, "
                "--max-time, --checkpoint and --cluster"
            )
        try:
            with show_progress(target.deals, "deals") as progress:
                result = run_with_records(simulation, target.deals, records, progress, own)
        except RecordsLost as error:
            if not error.result.deals:
                raise
            answer_run(error.result, partial(_tell, error.result, listed), wanted)
            raise InputError(
                f"{error}; the estimates of the {error.result.deals:,} deals played are printed"
            ) from None
        _finish(result, listed, wanted)
        return
    path = checkpoint or name_checkpoint(Path("results"), simulation, target)
    kept = resume_arguments(
        path, simulation, lambda told: say(f"piquet: {told}"), checkpoint is not None
    )
    total = None if target.precisions or seconds is not None else target.deals
    with open_cluster(cluster) as workers, show_progress(total, "deals") as progress:
        result = run_simulation(simulation, target, crew, progress, cluster=workers, **kept)
    _finish(result, listed, wanted)


@app.command()
@answering
def resume(
    file: Annotated[Path, typer.Argument(help="A checkpoint.", metavar="FILE")],
    threads: Threads = None,
    cluster: ClusterAddress = None,
    distribution: DistributionName = None,
    chart: DistributionChart = None,
    load: Load = None,
    has_all: ListAll = False,
    show: Show = None,
) -> None:
    """Continue a run that was stopped; the result is the same as without the stop."""
    wanted = want_distribution(distribution, chart)
    crew = None if threads is None else parse_whole(threads, "threads")
    load_strategies(load)
    from piquet_sim.running.checkpoint import CheckpointWriter, read_checkpoint
    from piquet_sim.running.run import count_threads, open_cluster, run_simulation

    count_threads(crew)
    with say_if_slow(f"piquet: reading {file} …"):
        before = read_checkpoint(file)
    listed = choose_listed(show, has_all, before.simulation)
    target = before.target
    writer = CheckpointWriter(file, lambda told: say(f"piquet: {told}"))
    total = None if target.precisions or target.seconds is not None else target.deals
    with open_cluster(cluster) as workers, show_progress(total, "deals") as progress:
        result = run_simulation(
            before.simulation, target, crew, progress, writer=writer, before=before, cluster=workers
        )
    _finish(result, listed, wanted)


@app.command()
@answering
def study(
    name: Annotated[
        str,
        typer.Argument(
            help="A study, all of them (all), or the first five questions together (essentials).",
            metavar="NAME",
            autocompletion=complete_study,
        ),
    ],
    deals: Annotated[
        str | None,
        typer.Option("-n", "--deals", help="Number of deals.  [default: 1_000_000]", metavar="N"),
    ] = None,
    elder: PlannedElder = None,
    younger: PlannedYounger = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="Strategy in both seats.", metavar="NAME", autocompletion=complete_strategy
        ),
    ] = None,
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    play: Play = "strategies",
    threads: Threads = None,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("answers"),
    is_published: Annotated[
        bool,
        typer.Option(
            "--published",
            help="Use the number of deals and the players of the published result.",
        ),
    ] = False,
    load: Load = None,
) -> None:
    """Answer a question with a table, a chart and three sentences, written to a folder."""
    if is_published and (deals, elder, younger, strategy) != (None,) * 4:
        raise InputError("study: --published has its own number of deals and players")
    n = parse_count("1_000_000" if deals is None else deals)
    crew = None if threads is None else parse_whole(threads, "threads")
    from analyses import find_study, sort_by_length

    if name.strip().lower() == _ESSENTIALS:
        given = {
            "--elder": elder, "--younger": younger, "--strategy": strategy, "--set": options,
            "--load": load, "--published": is_published or None,
            "--rules": None if rules == "rubicon" else rules,
            "--play": None if play == "strategies" else play,
        }  # fmt: skip
        refused = [option for option, value in given.items() if value is not None]
        if refused:
            raise InputError(
                f"study {_ESSENTIALS}: plays by its own players; leave out {refused[0]}"
            )
        _answer_essentials(n, parse_whole(seed, "seed"), crew, out)
        return
    is_all = name.strip().lower() == "all"
    names = sort_by_length() if is_all else [name]
    studies = [find_study(one) for one in names]
    has_own_rules = len(studies) == 1 and studies[0].has_own_rules
    if has_own_rules and (rules != "rubicon" or options):
        raise InputError(f"study {names[0]}: its rules are fixed; leave out --rules and --set")
    if strategy is not None and (elder is not None or younger is not None):
        raise InputError("study: --strategy cannot be combined with --elder or --younger")
    simulations = [
        describe(
            *(
                name or strategy or (is_published and study.published_by) or study.strategy
                for name in (elder, younger)
            ),
            rules, options, seed, False, load, play,
        )
        for study in studies
    ]  # fmt: skip
    from piquet_sim.game.files import make_folder
    from piquet_sim.running.checkpoint import SHORT
    from piquet_sim.running.resuming import keep_runs
    from piquet_sim.running.run import count_threads

    make_folder(out)
    numbers = [study.published if is_published else n for study in studies]
    for one, n in zip(names, numbers, strict=True):
        if not is_published:
            _warn_of_loss(out / one, n)
    answers, is_interrupted = [], False
    asked = zip(names, studies, simulations, numbers, strict=True)
    for place, (one, study, simulation, n) in enumerate(asked, start=1):
        runs = study.count_runs(simulation)
        label = f"{one} ({place} of {len(names)})" if is_all else one
        players = {simulation.elder.name, simulation.younger.name}
        is_foreseen = players == {study.strategy}
        seconds = study.expect_seconds(n, count_threads(crew)) if is_foreseen else 0.0
        if seconds >= SHORT:
            say(f"piquet: {label}: about {seconds:.0f} s")
        with show_progress(n * runs, label) as progress:
            with keep_runs(out, lambda told: say(f"piquet: {told}"), seconds) as kept:
                analysis = study.answer(simulation, n, crew, progress)
        # Some of its runs may be complete and others not, and the output would not show which.
        if is_interrupted := kept.is_interrupted:
            break
        if is_published:
            analysis.notes[_MADE_BY] = f"piquet study {one} --published"
        home, failure = Path(out) / analysis.name, None
        try:
            with say_if_slow(f"piquet: drawing the charts of {one} …"):
                analysis.write(out)
        except InputError as error:  # raised after the answer is printed
            failure = error
        answers.append(analysis.describe_answer(home))
        # People read each study when it is there, programs all of them in one document.
        if failure is not None or not (is_all and is_for_programs()):
            answer(answers[-1], partial(tell_study, analysis, home))
        if failure is not None:
            raise failure
    if is_all and is_for_programs():
        answer(answers)
    if is_interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _answer_essentials(n: int, seed: int, threads: int | None, out: Path) -> None:
    # Five answers in a line or two each, and where to go from there.
    from analyses.essentials import ESSENTIALS, answer_essentials, count_steps, expect_seconds
    from piquet_sim.running.checkpoint import SHORT
    from piquet_sim.running.resuming import keep_runs
    from piquet_sim.running.run import count_threads

    for one in ESSENTIALS:
        _warn_of_loss(out / one, n)
    seconds = expect_seconds(n, count_threads(threads))
    if seconds >= SHORT:
        say(f"piquet: five questions, {n:,} deals: about {seconds:.0f} s, after compiling")
    answers = []
    with (
        show_progress(count_steps(n), "five questions") as progress,
        keep_runs(out, lambda told: say(f"piquet: {told}"), seconds) as kept,
    ):
        for words, analysis in answer_essentials(n, seed, threads, out, progress):
            answers.append((words, analysis))
            say(f"piquet: {len(answers)} of {len(ESSENTIALS)}: {analysis.name}")
    if kept.is_interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)
    found = [analysis.describe_answer(out / analysis.name) for _, analysis in answers]
    answer(found, lambda: _tell_essentials(answers, n, out))


def _tell_essentials(answers: "list[tuple[str, Analysis]]", n: int, out: Path) -> None:
    for words, analysis in answers:
        print_text(f"{words} {analysis.headlines[0]}.", hanging="  ")
    print_text(f"({n:,} deals between strong players; {out}/NAME has data.csv and chart.png)")
    print("more on one question:  piquet study NAME")
    print("all other questions:   make atlas (about an hour on two processors)")


_MADE_BY = "made_by"
"""In `meta.json` of a published result, the command that made it."""


def _warn_of_loss(home: Path, n: int) -> None:
    # A longer run is easily lost to a shorter one: both are written to the same folder by default.
    # A published result is written over by the command that made it, and by no other.
    try:
        meta = read_json_file(home / "meta.json")
        maker, before = meta.get(_MADE_BY), meta["description"]["n"]
    except (InputError, KeyError, TypeError, AttributeError):
        return
    if maker is not None:
        raise InputError(
            f"{home}: a published result, which only {maker!r} overwrites; "
            "--out FOLDER writes elsewhere"
        )
    if isinstance(before, int) and before > n:
        say(f"piquet: {home}: a result of {before:,} deals will be replaced; --out FOLDER keeps it")


_JUDGED = {
    "deals": "played in every way", "hands": "hands judged a seat",
    "hands_each": "hands each at most", "leads": "leads judged",
}  # fmt: skip
"""What a study made of fewer cases than the deals asked for, by how it is described."""


def tell_study(analysis: "Analysis", home: Path) -> None:
    """Print what a study found, and where it is stored."""
    print_text(analysis.title)
    for sentence in analysis.summary:
        print_text(sentence, "  ")
    for claim in analysis.notes.get("answers", ()):
        print_text(f"- {claim}", "  ", "  ")
    played = f"{analysis.description['n']:,} deals"
    if "matches" in analysis.notes:
        played += f", {analysis.notes['matches']:,} matches of each kind"
    for name, words in _JUDGED.items():
        if isinstance(number := analysis.description.get(name), int):
            played += f", {number:,} {words}"
    print_text(f"({played}, {analysis.seconds:.1f} s; {home})", "  ")
    print()


@app.command()
@answering
def deal(
    index: Annotated[str, typer.Option(help="Number of the deal, from 0.", metavar="N")] = "0",
    elder: Elder = "club",
    younger: Younger = "club",
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    mirrored: Mirrored = False,
    play: Play = "strategies",
    given: Given = None,
    has_notation: Annotated[
        bool,
        typer.Option("--notation", help="Print a record of play that other commands can read."),
    ] = False,
    load: Load = None,
) -> None:
    """Show one deal of a simulation card by card, with the running scores."""
    number = parse_whole(index, "index")
    simulation = describe(elder, younger, rules, options, seed, mirrored, load, play, given)
    played = simulation.replay_deal(number)
    from piquet_sim.deals.narration import narrate_deal
    from piquet_sim.deals.referee import describe_deal

    condition = simulation.given
    given = {} if condition is None else {"condition": condition.say_probability()}
    deal = describe_deal(played)
    if has_notation:
        answer({**deal, **given}, lambda: _write_deal(played, deal))
    else:
        answer({**deal, **given}, lambda: _tell_deal(narrate_deal(played)))


def _write_deal(played: "PlayedDeal", deal: "dict[str, object]") -> None:
    from piquet_sim.deals.narration import find_players, head_deal
    from piquet_sim.game.terms import SEATS
    from piquet_sim.notation.writing import write_deal

    named = {
        "name": head_deal(played).removeprefix("Deal "),
        "players": dict(zip(SEATS, find_players(played), strict=True)),
        "totals": [int(played.record[f"{seat}_score"]) for seat in SEATS],
    }
    print(write_deal({**deal, **named}), end="")


def _tell_deal(narrated: str) -> None:
    for line in narrated.splitlines():
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        print_text(text, " " * indent, " " * (_NUMBERED - indent))


@app.command()
@answering
def score(
    file: Annotated[
        str, typer.Argument(help="Deals, in words or one JSON object per line; - for stdin.")
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Describe each deal in words instead of JSON.")
    ] = False,
) -> None:
    """Score deals played elsewhere: one answer per line."""
    if explain and is_for_programs():
        raise InputError("score: --explain prints words, --json numbers; give only one of them")
    from piquet_sim.deals.narration import tell_deal
    from piquet_sim.deals.referee import judge_deal
    from piquet_sim.notation.texts import answer_deals

    with open_text(file) as lines:
        for place, scored in enumerate(answer_deals(lines, judge_deal, name_file(file))):
            if not explain:
                answer(scored)
                continue
            if place:
                print()
            _tell_deal("\n".join(tell_deal(scored)))
