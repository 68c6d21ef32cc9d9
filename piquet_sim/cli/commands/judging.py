"""Commands that judge: advise on a hand, duel of two strategies, train."""

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import EXIT_INTERRUPTED, app
from piquet_sim.cli.completion import complete_seat, complete_strategies, complete_strategy
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
    parse_score,
    parse_whole,
    read_rules,
)
from piquet_sim.cli.screen import (
    print_condition,
    print_table,
    print_text,
    say,
    show_interval,
    show_progress,
    watch_screen,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import check_writable

if TYPE_CHECKING:
    from analyses.analysis import Analysis
    from piquet_sim.advice.advice import Advice, Advised
    from piquet_sim.compare.duel import Duel
    from piquet_sim.estimates.estimate import Estimate


def _parse_seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"seconds: {text!r} is not a number") from None


@app.command()
@answering
def advise(
    hand: Annotated[str, typer.Argument(help="Twelve cards as dealt.")],
    seat: Annotated[
        str, typer.Option(help="elder or younger.", metavar="SEAT", autocompletion=complete_seat)
    ] = "elder",
    took: Annotated[
        str | None,
        typer.Option(help="Number of cards elder took (with --seat younger).", metavar="K"),
    ] = None,
    score: Annotated[
        str | None,
        typer.Option(help="Totals of the partie, yours first: 68-155.", metavar="A-B"),
    ] = None,
    deal: Annotated[
        str | None, typer.Option(help="With --score: number of this deal, 1 to 6.", metavar="N")
    ] = None,
    strategy: Annotated[
        str,
        typer.Option(
            help="Strategy that makes the opponent's exchange.",
            metavar="NAME",
            autocompletion=complete_strategy,
        ),
    ] = "expert",
    seconds: Annotated[
        str | None,
        typer.Option(help="Stop after S seconds [default: 3, without --deals].", metavar="S"),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            "-n",
            help="Stop after N deals per discard, half to choose and half to judge; the result "
            "is the same on every machine.",
            metavar="N",
        ),
    ] = None,
    top: Annotated[str, typer.Option(help="Number of discards to show.", metavar="N")] = "10",
    seed: Seed = "1",
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Rank the sensible discards of a hand by the points they make, and say why."""
    from piquet_sim.game.cards import parse_hand

    held = parse_hand(hand, "hand", 32, cards=12)
    if deal is not None and score is None:
        raise InputError("--deal requires --score")
    totals = None if score is None else parse_score(score)
    number = 6 if deal is None else parse_whole(deal, "deal")
    shown = parse_whole(top, "top")
    if shown < 1:
        raise InputError(f"top: expected at least 1, got {shown}")
    load_strategies(load)
    from piquet_sim.advice.advice import watch_advice
    from piquet_sim.advice.trials import Question

    question = Question(
        held,
        seat.strip().lower(),
        None if took is None else parse_whole(took, "took"),
        strategy,
        totals,
        number,
        parse_whole(seed, "seed"),
    )
    limit = None if seconds is None else _parse_seconds(seconds)
    most = None if deals is None else parse_count(deals, "deals")
    crew = None if threads is None else parse_whole(threads, "threads")
    with watch_screen() as show:
        for advice in watch_advice(question, limit, crew, deals=most, shown=shown):
            if show is not None:
                show(*_advice_table(advice, shown))
    found = advice.as_json()
    found["candidates"] = found["candidates"][:shown]
    answer(found, lambda: _tell_advice(advice, shown))


def _tell_advice(advice: "Advice", shown: int) -> None:
    print_table(*_advice_table(advice, shown))
    _say_how(advice, shown)
    _say_why(advice)


def _advice_table(
    advice: "Advice", shown: int
) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    from piquet_sim.game.cards import format_cards, iterate_cards

    question = advice.question
    rows = []
    for place, one in enumerate(advice.candidates[:shown]):
        gap = interval = "–"
        if place:
            gap, interval = str(one.behind), show_interval(one.behind, 1, "")
        cards = format_cards(iterate_cards(one.discard))
        rows.append((cards, str(one.worth), gap, interval, advice.say_verdict(place)))
    unit = "points, own less the opponent's"
    if question.score is not None:
        unit = (
            f"expected settlement at {question.score[0]}-{question.score[1]}, deal {question.deal}"
        )
    heads = ("discard", "value ± se", "behind the best ± se", "95% interval", "")
    return f"{question.seat}: {unit}", heads, rows


def _say_how(advice: "Advice", shown: int) -> None:
    from piquet_sim.game.cards import format_cards, iterate_cards

    listed = advice.candidates[:shown]
    for one in listed:
        if one.same:
            others = " or ".join(format_cards(iterate_cards(other)) for other in one.same)
            print_text(
                f"{format_cards(iterate_cards(one.discard))}: or {others}, equal up to renaming "
                "suits"
            )
    best = advice.candidates[0]
    open_still = f", {advice.unjudged:,} others may be as good" if advice.unjudged else ""
    print_text(
        f"{advice.tried:,} candidates tried, {len(listed):,} shown{open_still}; the best chosen on "
        f"{advice.raced:,} deals, all shown judged on the same {best.deals:,} further deals"
    )


def _name_part(name: str) -> str:
    if name == "partie":
        return "by the totals of the partie"
    part = name.removesuffix("_against").replace("_", " ")
    return f"{part} against" if name.endswith("_against") else part


def _say_why(advice: "Advice") -> None:
    from piquet_sim.game.cards import format_cards, iterate_cards

    best, *others = advice.candidates
    cards = format_cards(iterate_cards(best.discard))
    made = [f"{_name_part(name)} {part}" for name, part in best.parts.items() if part.value]
    print_text(f"{cards} makes: {', '.join(made)}", hanging="  ")
    for other in others[:1]:
        print_text(
            f"{cards} less {format_cards(iterate_cards(other.discard))}: "
            f"{_say_gain(other.behind)}, {_say_certainty(advice)}"
        )
        _say_reasons(other)
    print_text(
        f"the opponent exchanges as {advice.question.describe()['strategy']}; both call everything "
        "and play perfectly, seeing all cards"
    )


def _say_certainty(advice: "Advice") -> str:
    verdict = advice.say_verdict(1)
    return verdict if verdict == "too close to call" else verdict.replace("worse", "better")


def _say_reasons(other: "Advised") -> None:
    # The parts of the gap that are beyond their error, and all others together: they add up.
    if not other.reasons:
        print("  no part of the difference is beyond its error")
        return
    for name in other.reasons:
        whose = _name_part(name)
        if name.endswith("_against"):
            whose = f"less {whose}" if other.differences[name].value > 0 else f"more {whose}"
        print(f"  {_say_gain(other.differences[name])}  {whose}")
    print(f"  {_say_gain(other.rest)}  all else together")


def _say_gain(gain: "Estimate") -> str:
    return ("+" if gain.value > 0 else "") + str(gain)


@app.command()
@answering
def duel(
    first: Annotated[
        str, typer.Argument(help="A strategy.", metavar="A", autocompletion=complete_strategy)
    ],
    second: Annotated[
        str, typer.Argument(help="Another strategy.", metavar="B", autocompletion=complete_strategy)
    ],
    pairs: Annotated[
        str,
        typer.Option(
            "-n", "--pairs", help="Number of pairs; the seats are exchanged.", metavar="PAIRS"
        ),
    ] = "10_000",
    parties: Annotated[
        bool, typer.Option("--parties", help="Play pairs of parties instead of deals.")
    ] = False,
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    play: Play = "strategies",
    given: Given = None,
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Play two strategies against each other with the same cards in both seats."""
    n = parse_count(pairs)
    crew = None if threads is None else parse_whole(threads, "threads")
    simulation = describe(first, second, rules, options, seed, True, load, play, given)
    from piquet_sim.compare.duel import DEALS, PARTIES, play_duel

    with show_progress(n, "pairs", "pairs") as progress:
        found = play_duel(simulation, n, PARTIES if parties else DEALS, crew, progress)
    answer(found, lambda: _tell_duel(found, parties))
    if found.pairs < n:
        say(f"piquet: stopped after {found.pairs:,} of {n:,} pairs")
        raise typer.Exit(EXIT_INTERRUPTED)


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
        f"{one} makes {format_with_error(gain.value, gain.se)} {points} per pair of "
        f"{found.unit} more than {two} (95%: {gain.low:.2f} to {gain.high:.2f}; {found.pairs:,} "
        f"pairs, {found.seconds:.1f} s)"
    )
    wins = f", of which {one} wins {_say_share(found.won)}{rated}" if found.won.n else ""
    print_text(f"decided pairs {_say_share(found.decided)}{wins}")
    if simulation.given is not None:
        print_condition(simulation.given.say_probability())


def _say_share(share: "Estimate") -> str:
    from piquet_sim.estimates.digits import format_with_error

    said = format_with_error(share.value, share.se, 100)
    return f"{said}% (95%: {show_interval(share, 100, '%')})"


@app.command()
@answering
def ladder(
    pairs: Annotated[
        str, typer.Option("-n", "--pairs", help="Pairs of deals per duel.", metavar="PAIRS")
    ] = "2_000",
    names: Annotated[
        str | None,
        typer.Option(
            "--strategies",
            help="Names, separated by commas; by default all.",
            autocompletion=complete_strategies,
        ),
    ] = None,
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    threads: Threads = None,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("results"),
    load: Load = None,
) -> None:
    """Play all strategies against each other; the result is a table and a chart."""
    n = parse_count(pairs)
    crew = None if threads is None else parse_whole(threads, "threads")
    load_strategies(load)
    chosen = read_rules(rules, options)
    from analyses.ladder import climb
    from piquet_sim.strategies import strategy_names

    players = [one.strip() for one in names.split(",")] if names else strategy_names()
    duels = len(players) * (len(players) - 1) // 2
    with show_progress(n * duels, "pairs", "pairs") as progress:
        analysis = climb(players, n, chosen, parse_whole(seed, "seed"), crew, progress)
    home = analysis.write(out)
    answer(analysis.describe_answer(home), lambda: _tell_ladder(analysis, n, home))


def _tell_ladder(analysis: "Analysis", pairs: int, home: Path) -> None:
    print_text(analysis.title)
    for sentence in analysis.summary:
        print_text(sentence, "  ")
    print_text(f"({pairs:,} pairs per duel, {analysis.seconds:.1f} s; {home})", "  ")


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
    rounds: Annotated[str, typer.Option(help="Rounds at most.", metavar="N")] = "8",
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
    crew = None if threads is None else parse_whole(threads, "threads")
    if crew is not None and crew < 1:
        raise InputError(f"threads: expected at least 1, got {crew}")
    number = parse_whole(seed, "seed")
    chosen = read_rules(rules, options)
    check_writable(out)
    from piquet_sim.strategies.learned import find_family, find_learned, packs_learned
    from piquet_sim.strategies.training import compare_learned, describe_file
    from piquet_sim.strategies.training import train as learn

    path = "" if against is None else _find_file(against)
    if chosen.pack not in packs_learned(path):
        raise InputError(
            f"train: {path or 'what players play by'} was learned for 32 cards; {chosen.name} is "
            f"played with {chosen.pack}"
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
