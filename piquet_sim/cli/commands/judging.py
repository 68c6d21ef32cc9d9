"""Commands that compare players, two or more, and that train them."""

from itertools import count
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import EXIT_INTERRUPTED, app
from piquet_sim.cli.completion import complete_strategy
from piquet_sim.cli.forms import answer, answering, is_for_programs
from piquet_sim.cli.options import (
    Given,
    Load,
    Options,
    Play,
    Rules,
    Seed,
    Threads,
    describe,
    load_strategies,
    parse_count,
    parse_whole,
    read_rules,
    refuse_others,
)
from piquet_sim.cli.screen import (
    announce,
    announce_long,
    describe_answer,
    print_condition,
    print_text,
    say,
    show_interval,
    show_progress,
    tell_answer,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import check_writable

if TYPE_CHECKING:
    from piquet_sim.compare.duel import Duel
    from piquet_sim.estimates.estimate import Estimate
    from piquet_sim.game.rules import RuleSet


_OF_LADDERS = {
    "players", "pairs", "rules", "options", "seed", "precision", "threads", "out", "load",
    "is_told_all", "json",
}  # fmt: skip
"""Options with three players or more."""
_ONLY_OF_LADDERS = {"out"}


@app.command()
@answering
def duel(
    ctx: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(
            help="Strategies, two or more: three or more play the ladder, each against each other.",
            metavar="NAMES",
            autocompletion=complete_strategy,
        ),
    ],
    pairs: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--pairs",
            help="Number of pairs, with the seats exchanged [default: 10_000, and 2_000 per duel "
            "of a ladder]; with --until-clear or --precision the maximum [1_000_000].",
            metavar="N",
        ),
    ] = None,
    parties: Annotated[
        bool, typer.Option("--parties", help="Play pairs of parties instead of deals.")
    ] = False,
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    play: Play = "strategies",
    given: Given = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Do not remove the luck of the draw for strong players.")
    ] = False,
    until_clear: Annotated[
        bool,
        typer.Option(
            "--until-clear", help="Stop as soon as it is clear who is better, with an error of 5%."
        ),
    ] = False,
    precision: Annotated[
        str | None,
        typer.Option(
            help="Play until the gain's standard error is as small as this: 0.1.", metavar="ERROR"
        ),
    ] = None,
    threads: Threads = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the table and the chart of a ladder [default: answers].",
            metavar="FOLDER",
        ),
    ] = None,
    load: Load = None,
) -> None:
    """Play strategies against each other with the same cards in both seats: two, or the ladder."""
    may_stop = until_clear or precision is not None
    usual = "1_000_000" if may_stop else "10_000" if len(players) == 2 else "2_000"
    n = parse_count(pairs or usual)
    error = None if precision is None else _read_error(precision)
    crew = parse_whole(threads, "threads")
    if len(players) < 2:
        raise InputError(f"duel: expected two strategies or more, got {players[0]} alone")
    if len(players) > 2:
        refuse_others(ctx, _OF_LADDERS, "cannot be combined with three players or more")
        load_strategies(load)
        book, number = read_rules(rules, options), parse_whole(seed, "seed")
        _climb(players, n, book, number, crew, error, out or Path("answers"))
        return
    refuse_others(ctx, set(ctx.params) - _ONLY_OF_LADDERS, "requires three players or more")
    simulation = describe(*players, rules, options, seed, True, load, play, given)
    from piquet_sim.compare.duel import DEALS, PARTIES, play_duel

    with show_progress(n, "pairs", "pairs") as progress:
        found = play_duel(
            simulation, n, PARTIES if parties else DEALS, crew, progress, plain,
            until_clear=until_clear, precision=error, forecast=announce_long,
            on_interrupt="return",
        )  # fmt: skip
    answer(found, lambda: _tell_duel(found, parties))
    if until_clear and found.pairs >= n and found.verdict is None:
        announce(f"{n:,} pairs do not make it clear who is better")
    elif found.pairs < n and not (found.verdict or _is_precise(found, error)):
        announce(f"stopped after {found.pairs:,} of {n:,} pairs")
        raise typer.Exit(EXIT_INTERRUPTED)


def _read_error(text: str) -> float:
    try:
        error = float(text)
    except ValueError:
        error = -1.0
    if not 0 < error < inf:
        raise InputError(f"precision: expected a positive number, as in 0.1, got {text}")
    return error


def _is_precise(found: "Duel", error: float | None) -> bool:
    from piquet_sim.estimates.estimate import careful_error

    return error is not None and careful_error(found.gain) <= error


def _tell_duel(found: "Duel", parties: bool) -> None:
    from piquet_sim.estimates.digits import format_with_error

    simulation, gain, rating = found.simulation, found.gain, found.rating
    one, two = simulation.elder.name, simulation.younger.name
    rated = ""
    if 0 < found.won.value < 1:
        shown = format_with_error(rating.value, rating.se)
        rated = f"; rating {shown} higher (400 points: ten to one)"
    points = "points"
    if parties:
        points = "games" if simulation.rules.settlement == "games" else "points of settlement"
    print_text(
        f"{one} scores {format_with_error(gain.value, gain.se)} {points} per pair of "
        f"{found.unit} more than {two} (95%: {gain.low:.2f} to {gain.high:.2f}; {found.pairs:,} "
        f"pairs, {found.seconds:.1f} s)"
    )
    if found.is_until_clear:
        told = (
            "it is not clear who is better"
            if found.verdict is None
            else (f"{found.verdict} is the better player")
        )
        print_text(f"{told}, after {found.pairs:,} pairs (the interval holds at all times at once)")
    if found.saved is not None:
        print_text(
            f"luck of the draw removed: as small an error as from {found.saved:.2g} times as many "
            "pairs"
        )
    wins = f", of which {one} wins {_say_share(found.won)}{rated}" if found.won.n else ""
    print_text(f"decided pairs {_say_share(found.decided)}{wins}")
    plain, in_pairs = found.needed_plain, found.needed_in_pairs
    if plain is not None and in_pairs is not None:
        print_text(
            f"detecting who is better with 80% power, by a test at 5%, takes "
            f"{_say_needed(plain)} unpaired {found.unit}, or {_say_needed(in_pairs)} in such pairs"
        )
    if simulation.given is not None:
        print_condition(simulation.given.say_probability())


def _say_needed(deals: "Estimate") -> str:
    # With two digits: its error is seldom less than a tenth.
    shown = max(float(f"{deals.low if deals.high is None else deals.value:.2g}"), 2)
    return f"{'more than' if deals.high is None else 'about'} {shown:,.0f}"


def _say_share(share: "Estimate") -> str:
    from piquet_sim.estimates.digits import format_with_error

    said = format_with_error(share.value, share.se, 100)
    return f"{said}% (95%: {show_interval(share, 100, '%')})"


def _climb(
    players: list[str],
    pairs: int,
    rules: "RuleSet",
    seed: int,
    threads: int | None,
    error: float | None,
    out: Path,
) -> None:
    from analyses.studies.ladder import climb, foretell

    duels = len(players) * (len(players) - 1) // 2
    if error is not None:
        announce_long(*foretell(players, pairs, error, rules, seed, threads))
    with show_progress(pairs * duels, "pairs", "pairs") as progress:
        found = climb(players, pairs, rules, seed, threads, progress, error)
    home = found.write(out)
    most = f"{pairs:,}" if error is None else f"up to {pairs:,}"
    source = f"({most} pairs per duel, {found.seconds:.1f} s; {home})"
    answer(describe_answer(found, home), lambda: tell_answer(found, source))


def _find_file(player: str) -> str:
    # Of a player who learned: empty for the usual file.
    name, _, path = player.partition("@")
    if name != "expert" or (not path and "@" in player):
        raise InputError(f"against: expected expert or expert@FILE, got {player}")
    return path


_AFTER_THE_ROUNDS = 3
"""Steps of training once the rounds are played: how likely hands are, how deals end, the gain."""


@app.command()
@answering
def train(
    hands: Annotated[
        str, typer.Option(help="Hands per seat and round.", metavar="N")
    ] = "1_000_000",
    rounds: Annotated[str, typer.Option(help="Maximum number of rounds.", metavar="N")] = "8",
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    threads: Threads = None,
    out: Annotated[Path, typer.Option(help="File to write.", metavar="FILE")] = Path("learned.npz"),
    against: Annotated[
        str | None,
        typer.Option(
            help="Learn to beat this player, who does not learn: expert, or expert@FILE.",
            metavar="NAME",
        ),
    ] = None,
) -> None:
    """Learn to discard by self-play; write the file that expert and master play by."""
    n = parse_count(hands, "hands")
    most = parse_whole(rounds, "rounds")
    crew = parse_whole(threads, "threads", 1)
    number = parse_whole(seed, "seed")
    chosen = read_rules(rules, options)
    check_writable(out)
    from piquet_sim.strategies.learned import find_family, find_learned, packs_learned
    from piquet_sim.strategies.training import compare_learned, describe_file
    from piquet_sim.strategies.training import train as learn

    path = "" if against is None else _find_file(against)
    if chosen.pack not in packs_learned(path):
        raise InputError(
            f"train: {path or 'the file that players use'} was learned for 32 cards; {chosen.name} "
            f"is played with {chosen.pack}"
        )
    in_use = find_learned(path, find_family(chosen))
    rival = None if against is None else in_use

    with show_progress(most + _AFTER_THE_ROUNDS, "rounds", "rounds") as progress:
        told = count(1)

        def report(text: str) -> None:
            say(text)
            if progress is not None:
                progress(next(told))

        said = None if is_for_programs() else report
        learned = learn(number, n, most, crew, said, chosen, rival)
        learned.write(out)
        gain, gain_se = compare_learned(learned, in_use)
    beaten = "in use" if against is None else f"of {against}"
    lines = (
        describe_file(out, learned),
        f"against the exchange {beaten}: {gain:+.3f} ± {gain_se:.3f} points per mirrored pair; "
        f"expert@{out} and master@{out} play by this file, all players with PIQUET_LEARNED={out}",
    )
    answer(
        {"file": str(out), **learned.manifest, "gain": gain, "gain_se": gain_se},
        lambda: [print_text(line) for line in lines],
    )
