"""Commands that play and score deals: simulate, deal, score."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.app import EXIT_INTERRUPTED, command
from piquet_sim.cli.options import (
    DISTRIBUTIONS,
    Described,
    Kept,
    ListAll,
    Precisions,
    Threads,
    deals_option,
    offer,
    offer_names,
    parse_count,
    parse_file,
    parse_pair,
    parse_seconds,
    parse_whole,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.output import (
    FORMS,
    announce,
    answer,
    answer_each,
    is_for_programs,
    open_text,
    print_numbers,
    print_text,
    say_how_to_continue,
    show_progress,
)
from piquet_sim.cli.simulation_screen import print_spread, tell_result
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.files import is_text
from piquet_sim.game.wording import count_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.running.result import Result

_OF_MATCHES = {
    "matches",
    "elder",
    "younger",
    "rules",
    "options",
    "seed",
    "play",
    "threads",
    "load",
    *FORMS,
}
_NUMBERED = 4
"""Cells of the number of a trick."""


@command()
def simulate(
    ctx: typer.Context,
    n: Annotated[
        int | None, deals_option("Number of deals [default: 100_000]."), parse_count
    ] = None,
    simulation: Described = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            help="Also estimate this: 'elder_point >= 6 and elder_wins' (piquet help expressions).",
            metavar="EXPRESSION",
            autocompletion=offer_names("measure"),
        ),
    ] = None,
    given_outcome: Annotated[
        str | None,
        typer.Option(
            help="Estimate each --measure, and nothing else, over the deals in which this is true.",
            metavar="EXPRESSION",
            autocompletion=offer_names("given-outcome"),
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            help="Estimate everything by the values of this, too: elder.longest_suit, "
            "'difference // 20'; up to two.",
            metavar="EXPRESSION",
            autocompletion=offer_names("by"),
        ),
    ] = None,
    precision: Precisions = None,
    max_time: Annotated[
        float | None,
        typer.Option(help="Stop after this time: 90, 90s, 15m or 2h.", metavar="TIME"),
        parse_seconds,
    ] = None,
    checkpoint: Kept = None,
    cluster: Annotated[
        str | None,
        typer.Option(help="Run on a Dask cluster: tcp://HOST:PORT, or local.", metavar="ADDRESS"),
    ] = None,
    threads: Threads = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Write one row per deal to this file.", metavar="FILE.parquet"),
        parse_file,
    ] = None,
    distribution: Annotated[
        str | None,
        typer.Option(
            help="Also print how an amount spreads over the deals: quantiles and tails.",
            metavar="AMOUNT",
            autocompletion=offer(DISTRIBUTIONS),
        ),
    ] = None,
    has_all: ListAll = False,
    matches: Annotated[
        int | None,
        typer.Option(
            help="Play N matches (parties) instead of deals; --elder is elder in the first deal.",
            metavar="N",
        ),
        parse_count,
    ] = None,
    third: Annotated[
        str | None,
        strategy_option(
            "With --matches: strategy of a third player, for chouettes; --elder begins alone."
        ),
    ] = None,
    parties: Annotated[
        int, typer.Option(help="With --third: parties per chouette.", metavar="N"), parse_whole
    ] = 12,
    start: Annotated[
        tuple[int, int] | None,
        typer.Option(
            help="With --matches: starting totals, first that of the first elder: 70-99.",
            metavar="A-B",
        ),
        parse_pair,
    ] = None,
) -> None:
    """Play deals between two strategies and print how often things happen."""
    if distribution is not None:  # refused before anything is played
        from piquet_sim.running.distribution import check_amount

        check_amount(distribution)
        load_extra("scipy.special", "--distribution")
    if matches is not None:
        _play_matches(ctx, simulation, matches, third, parties, start, threads)
        return
    refuse_others(ctx, set(ctx.params) - {"third", "parties", "start"}, "requires --matches")
    from piquet_sim.game.threads import MOST, TIME
    from piquet_sim.running.measures import read_measures
    from piquet_sim.running.precision import FIRST_LOOK, set_target
    from piquet_sim.running.records import run_with_records
    from piquet_sim.running.run import RunLost, keep_simulation, run_simulation

    own = read_measures(measure or (), given_outcome, simulation.rules, by or ())
    target = set_target(n, precision or (), max_time, own)
    if records is not None and not is_text(str(records)):
        raise InputError(f"--records {str(records)!r}: the library that writes it takes only UTF-8")
    if records is not None:
        others = {"precision", "checkpoint", "cluster", "max_time"}
        refuse_others(ctx, set(ctx.params) - others, "cannot be combined with --records")
    kept = keep_simulation(checkpoint, simulation, own.describe(), announce)
    total = None if target.precisions or target.seconds is not None else target.deals
    try:
        with show_progress(total, "deals") as progress:
            if records is None:
                result = run_simulation(
                    simulation,
                    target,
                    threads,
                    progress,
                    checkpoint=kept,
                    executor=cluster,
                    on_interrupt="return",
                )
            else:
                result = run_with_records(simulation, target, records, progress, threads)
    except RunLost as error:
        if not error.result.deals:
            raise
        _answer_run(error.result, has_all, distribution)
        where = "" if kept is None else f"; the same command continues from {kept.path}"
        raise InputError(
            f"{error}; the estimates of the {error.result.deals:,} deals played are printed{where}"
        ) from None
    if result.deals:
        _answer_run(result, has_all, distribution)
    precisions = ", ".join(map(str, target.precisions))
    if result.ended == MOST and precisions:
        announce(
            f"{target.deals:,} deals are too few to check {precisions}"
            if result.tally.units < FIRST_LOOK
            else f"stopped at {target.deals:,} deals; {precisions} not reached"
        )
    if result.ended == TIME:
        announce(f"stopped by --max-time after {result.deals:,} deals")
    if not result.is_complete:
        announce(f"stopped after {result.deals:,} of {target.deals:,} deals")
    if result.is_answered and kept is not None:
        kept.remove()
    elif not result.is_answered:
        say_how_to_continue(None if kept is None else kept.path)
    if not result.is_complete:
        raise typer.Exit(EXIT_INTERRUPTED)


def _answer_run(result: "Result", has_all: bool, distribution: str | None) -> None:
    def tell() -> None:
        tell_result(result, has_all)
        if spread is not None:
            print_spread(spread)

    shown: object = result
    spread = None
    if distribution is not None:
        from piquet_sim.running.distribution import find_distribution
        from piquet_sim.running.meaning import find_deals

        found = find_distribution(result.tally, distribution, result.simulation.rules)
        spread = replace(found, of=find_deals(result.simulation))
        if is_for_programs():
            shown = {**result.as_json(), "distribution": spread}
    is_grouped = bool(result.target.measures.by)

    def draw() -> "Figure":
        if spread is not None:
            from analyses.charts.distribution import draw_distribution

            return draw_distribution(spread, f"{result.simulation}")
        return result.groups.plot(*[*result.measures][:1]) if is_grouped else result.plot()

    answer(shown, tell, lambda: result.groups if is_grouped else result, draw)


# ---- Matches -------------------------------------------------------------------------------------
def _play_matches(
    ctx: typer.Context,
    simulation: "Simulation",
    n: int,
    third: str | None,
    parties: int,
    start: tuple[int, int] | None,
    threads: int | None,
) -> None:
    from piquet_sim.deals.simulation import NOTHING_SCORED
    from piquet_sim.matches.chouette import simulate_chouettes
    from piquet_sim.matches.matches import MatchResult, simulate_matches
    from piquet_sim.strategies.registry import find_strategy

    if third is not None:
        allowed = _OF_MATCHES - {"threads"} | {"third", "parties"}
        refuse_others(ctx, allowed, "cannot be combined with --third")
        players = (simulation.elder, simulation.younger, find_strategy(third))
        with show_progress(n, "chouettes", "chouettes") as progress:
            result = simulate_chouettes(
                players,
                n,
                parties,
                simulation.rules,
                seed=simulation.seed,
                play=simulation.play,
                progress=progress,
            )
    else:
        refuse_others(ctx, set(ctx.params) - {"parties"}, "requires --third")
        refuse_others(ctx, _OF_MATCHES | {"mirrored", "start"}, "cannot be combined with --matches")
        with show_progress(n, "matches", "matches") as progress:
            result = simulate_matches(
                simulation, n, threads, progress, start or NOTHING_SCORED, on_interrupt="return"
            )
    found = result.numbers()
    title = f"{found.about}: {result.seconds:.1f} s"
    answer(result, lambda: print_numbers(found.quantities, title))
    if isinstance(result, MatchResult) and not result.is_complete:
        announce(f"stopped after {result.matches:,} of {count_of(n, 'matches')}")
        raise typer.Exit(EXIT_INTERRUPTED)


# ---- One deal ------------------------------------------------------------------------------------
@command()
def deal(
    index: Annotated[
        int, typer.Option(help="Number of the deal, from 0.", metavar="N"), parse_whole
    ] = 0,
    simulation: Described = None,
    has_notation: Annotated[
        bool,
        typer.Option("--notation", help="Print a record of play that other commands can read."),
    ] = False,
) -> None:
    """Show one deal of a simulation card by card, with the running scores."""
    played = simulation.replay_deal(index)
    from piquet_sim.conditions.share import describe_given
    from piquet_sim.deals.json import describe_deal
    from piquet_sim.deals.narration import find_players, head_deal, narrate_deal
    from piquet_sim.deals.notation import write_deal
    from piquet_sim.game.terms import SEATS

    deal, shown = describe_deal(played), {}
    if simulation.given is not None and is_for_programs():  # where it is not known, it takes time
        shown = {"condition": describe_given(simulation.given)}

    def tell() -> None:
        if not has_notation:
            _tell_deal(narrate_deal(played))
            return
        named = {
            "name": head_deal(played).removeprefix("Deal "),
            "players": dict(zip(SEATS, find_players(played), strict=True)),
            "totals": [int(played.record[f"{seat}_score"]) for seat in SEATS],
        }
        print(write_deal({**deal, **named}), end="")

    answer({**deal, **shown}, tell)


def _tell_deal(narrated: str) -> None:
    for line in narrated.splitlines():
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        print_text(text, " " * indent, " " * (_NUMBERED - indent))


@command()
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
    with open_text(file) as (lines, name):
        from piquet_sim.deals.json import judge_deal
        from piquet_sim.deals.narration import tell_deal
        from piquet_sim.deals.notation import answer_deals
        from piquet_sim.meanings import Scored

        scored = answer_deals(lines, judge_deal, name)
        if explain:
            answer_each(scored, lambda one: _tell_deal("\n".join(tell_deal(one))))
        else:
            for one in scored:
                answer(one, describe=partial(Scored, one.as_json()))
