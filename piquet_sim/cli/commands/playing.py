"""Commands that play and score deals: simulate, deal, score."""

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.application import EXIT_INTERRUPTED, app
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
    Matches,
    MaxDeals,
    MaxTime,
    Measures,
    Mirrored,
    Options,
    Parties,
    PlannedDeals,
    Play,
    Precision,
    Rules,
    Seed,
    Show,
    Start,
    Third,
    Threads,
    Younger,
    describe,
    load_strategies,
    parse_count,
    parse_seconds,
    parse_whole,
    refuse_others,
)
from piquet_sim.cli.screen import (
    announce,
    announce_long,
    name_file,
    open_text,
    print_text,
    say_if_slow,
    show_progress,
)
from piquet_sim.cli.simulation_screen import Listed, choose_listed, tell_result
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from piquet_sim.deals.deal import PlayedDeal
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.running.precision import Target
    from piquet_sim.running.result import Result


_NUMBERED = 4
"""Cells of the number of a trick."""


def _tell(result: "Result", listed: Listed) -> None:
    with say_if_slow("piquet: computing the exact values …", result.simulation.given is None):
        result.estimates  # noqa: B018 - kept by the result
    tell_result(result, listed)


def _run(
    simulation: "Simulation", target: "Target", threads: int | None, cluster: str | None, **kept
) -> "Result":
    from piquet_sim.running.blocks import open_cluster
    from piquet_sim.running.run import run_simulation

    total = None if target.precisions or target.seconds is not None else target.deals
    opened = nullcontext() if cluster is None else open_cluster(cluster)
    with opened as executor, show_progress(total, "deals") as progress:
        return run_simulation(
            simulation, target, threads, progress, executor=executor, forecast=announce_long,
            on_interrupt="return", **kept,
        )  # fmt: skip


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
            announce(f"{target.deals:,} deals are too few to check {precisions}")
        else:
            announce(f"stopped at {target.deals:,} deals; {precisions} not reached")
    if result.ended == TIME:
        announce(f"stopped by --max-time after {result.deals:,} deals")
    if not result.is_complete:
        announce(f"stopped after {result.deals:,} of {result.target.deals:,} deals")
    if result.goes_on_from is not None and (not result.is_complete or result.ended == TIME):
        announce(f"to continue: piquet simulate --resume {result.goes_on_from}")
    if not result.is_complete:
        raise typer.Exit(EXIT_INTERRUPTED)


def _run_with_records(
    simulation: "Simulation",
    target: "Target",
    threads: int | None,
    path: Path,
    listed: Listed,
    wanted: Wanted | None,
) -> None:
    from piquet_sim.running.records import RecordsLost, run_with_records

    try:
        with show_progress(target.deals, "deals") as progress:
            result = run_with_records(simulation, target, path, progress, threads)
    except RecordsLost as error:
        if not error.result.deals:
            raise
        answer_run(error.result, partial(_tell, error.result, listed), wanted)
        raise InputError(
            f"{error}; the estimates of the {error.result.deals:,} deals played are printed"
        ) from None
    _finish(result, listed, wanted)


@app.command()
@answering
def simulate(
    ctx: typer.Context,
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
    resume: Annotated[
        Path | None,
        typer.Option(help="Continue the run that saved this checkpoint.", metavar="FILE"),
    ] = None,
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
    matches: Matches = None,
    third: Third = None,
    parties: Parties = "12",
    start: Start = None,
) -> None:
    """Play deals between two strategies and print how often things happen.

    A run of more than ten seconds saves a checkpoint in results/checkpoints (or in the file that
    --checkpoint names); if it is stopped, --resume continues it.
    """
    wanted = want_distribution(distribution, chart)
    crew = parse_whole(threads, "threads")
    if resume is not None:
        _resume(ctx, resume, crew, cluster, load, partial(choose_listed, show, has_all), wanted)
        return
    n = parse_count(deals)
    most = parse_count(max_deals, "max-deals")
    seconds = parse_seconds(max_time)
    simulation = describe(elder, younger, rules, options, seed, mirrored, load, play, given)
    if matches is not None:
        from piquet_sim.cli.commands.matching import answer_matches

        n = parse_count(matches, "matches")
        answer_matches(ctx, simulation, n, third, parties, start, crew)
        return
    refuse_others(ctx, set(ctx.params) - {"third", "parties", "start"}, "requires --matches")
    listed = choose_listed(show, has_all, simulation)
    from piquet_sim.running.checkpoint import name_checkpoint, resume_arguments
    from piquet_sim.running.measures import read_measures
    from piquet_sim.running.precision import set_target
    from piquet_sim.running.run import count_threads, count_units

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
        _run_with_records(simulation, target, crew, records, listed, wanted)
        return
    path = checkpoint or name_checkpoint(Path("results"), simulation, target)
    kept = resume_arguments(path, simulation, announce, checkpoint is not None)
    _finish(_run(simulation, target, crew, cluster, **kept), listed, wanted)


_WITH_RESUME = {
    "resume", "threads", "cluster", "distribution", "chart", "load", "has_all", "show", "json"
}  # fmt: skip
"""Options that a run which continues may have; the others say what is played."""


def _resume(
    ctx: typer.Context,
    file: Path,
    threads: int | None,
    cluster: str | None,
    load: Path | None,
    choose: "Callable[[Simulation], Listed]",
    wanted: Wanted | None,
) -> None:
    # The run of a checkpoint, which says itself what is played.
    refuse_others(ctx, _WITH_RESUME, "cannot be combined with --resume, which says what is played")
    load_strategies(load)
    from piquet_sim.running.checkpoint import CheckpointWriter, read_checkpoint
    from piquet_sim.running.run import count_threads

    count_threads(threads)
    with say_if_slow(f"piquet: reading {file} …"):
        before = read_checkpoint(file)
    listed, kept = choose(before.simulation), {"writer": CheckpointWriter(file, announce)}
    result = _run(before.simulation, before.target, threads, cluster, before=before, **kept)
    _finish(result, listed, wanted)


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
    from piquet_sim.deals.json import describe_deal
    from piquet_sim.deals.narration import narrate_deal

    condition = simulation.given
    given = {} if condition is None else {"condition": condition.say_probability()}
    deal = describe_deal(played)
    if has_notation:
        answer({**deal, **given}, lambda: _write_deal(played, deal))
    else:
        answer({**deal, **given}, lambda: _tell_deal(narrate_deal(played)))


def _write_deal(played: "PlayedDeal", deal: "dict[str, Any]") -> None:
    from piquet_sim.deals.narration import find_players, head_deal
    from piquet_sim.deals.notation.writing import write_deal
    from piquet_sim.game.terms import SEATS

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
    from piquet_sim.deals.json import judge_deal
    from piquet_sim.deals.narration import tell_deal
    from piquet_sim.deals.notation.files import answer_deals

    with open_text(file) as lines:
        for place, scored in enumerate(answer_deals(lines, judge_deal, name_file(file))):
            if not explain:
                answer(scored)
                continue
            if place:
                print()
            _tell_deal("\n".join(tell_deal(scored)))
