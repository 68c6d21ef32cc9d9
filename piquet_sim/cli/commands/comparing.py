"""Commands that compare players, and settle matches: duel, chances, settle."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.app import EXIT_INTERRUPTED, command
from piquet_sim.cli.options import (
    Changes,
    Given,
    Kept,
    Load,
    Play,
    Preset,
    Rules,
    Seed,
    Threads,
    deals_option,
    describe,
    folder_option,
    offer,
    offer_strategies,
    parse_count,
    parse_file,
    parse_pair,
    parse_whole,
    read_rules,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.output import (
    FORMS,
    announce,
    answer,
    is_for_programs,
    open_text,
    print_condition,
    print_numbers,
    print_text,
    say_how_to_continue,
    show_progress,
)
from piquet_sim.game.errors import InputError, read_positive, read_signs, refuse
from piquet_sim.game.files import read_lines
from piquet_sim.game.seats import read_player
from piquet_sim.game.wording import count_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from piquet_sim.compare.duel import Duel
    from piquet_sim.estimates.shown import Numbers
    from piquet_sim.game.rules import RuleSet

_OF_LADDERS = {"players", "n", "rules", "options", "seed", "precision", "threads", "out", "load"}
"""Options with three players or more."""


def _parse_error(text: str, name: str) -> float:
    try:
        return read_positive(name, float(text))
    except ValueError:
        raise InputError(f"{name}: expected a positive number, as in 0.1, got {text}") from None


@command()
def duel(
    ctx: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(
            help="Strategies, two or more: three or more play the ladder, each against each other.",
            metavar="NAMES",
            autocompletion=offer_strategies,
        ),
    ],
    n: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--pairs",
            help="Number of pairs, with the seats exchanged [default: 10_000, and 2_000 per duel "
            "of a ladder]; with --precision the maximum [1_000_000].",
            metavar="N",
        ),
        parse_count,
    ] = None,
    parties: Annotated[
        bool, typer.Option("--parties", help="Play pairs of parties instead of deals.")
    ] = False,
    rules: Preset = "rubicon",
    options: Changes = None,
    seed: Seed = 1,
    play: Play = "strategies",
    given: Given = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Do not remove the luck of the draw for strong players.")
    ] = False,
    precision: Annotated[
        float | None,
        typer.Option(
            help="Play until the gain's standard error is as small as this: 0.1.", metavar="ERROR"
        ),
        _parse_error,
    ] = None,
    checkpoint: Kept = None,
    threads: Threads = None,
    out: Annotated[
        Path | None,
        folder_option("Folder for the table and the chart of a ladder [default: answers]."),
        parse_file,
    ] = None,
    load: Load = None,
) -> None:
    """Play strategies against each other with the same cards in both seats: two, or the ladder."""
    pairs = n or (1_000_000 if precision is not None else 10_000 if len(players) == 2 else 2_000)
    if len(players) < 2:
        raise InputError(f"duel: expected two strategies or more, got {players[0]} alone")
    if len(players) > 2:
        refuse_others(ctx, {*_OF_LADDERS, *FORMS}, "cannot be combined with three players or more")
        book = read_rules(rules, options)
        _climb(players, pairs, book, seed, threads, precision, out or Path("answers"))
        return
    refuse_others(ctx, set(ctx.params) - {"out"}, "requires three players or more")
    simulation = describe(*players, rules, options, seed, True, play, given, load)
    from piquet_sim.compare.duel import DEALS, PARTIES, play_duel
    from piquet_sim.game.threads import INTERRUPTED, MOST

    with show_progress(pairs, "pairs", "pairs") as progress:
        result = play_duel(
            simulation,
            pairs,
            PARTIES if parties else DEALS,
            threads,
            progress,
            plain,
            precision=precision,
            checkpoint=checkpoint,
            tell=announce,
            on_interrupt="return",
        )
    answer(result, lambda: _tell_duel(result))
    if result.ended == INTERRUPTED:
        announce(f"stopped after {result.pairs:,} of {pairs:,} pairs")
        say_how_to_continue(checkpoint)
        raise typer.Exit(EXIT_INTERRUPTED)
    if result.ended == MOST:
        announce(f"stopped at {pairs:,} pairs; --precision {precision:g} not reached")


def _tell_duel(duel: "Duel") -> None:
    found = duel.numbers()
    print_text(f"{found.headline}.")
    print_numbers(found.quantities, f"{found.about}: {duel.seconds:.1f} s")
    if duel.saved is not None:
        print_text(
            f"luck of the draw removed: as small an error as from {duel.saved:.2g} times as many "
            "pairs"
        )
    if duel.simulation.given is not None:
        print_condition(duel.as_json()["condition"])


def _climb(
    players: list[str],
    pairs: int,
    rules: "RuleSet",
    seed: int,
    threads: int | None,
    error: float | None,
    out: Path,
) -> None:
    from analyses.studies.ladder import climb
    from analyses.study import check_out
    from piquet_sim.cli.commands.studying import describe_answer, tell_answer

    check_out(out, "ladder")
    duels = len(players) * (len(players) - 1) // 2
    with show_progress(pairs * duels, "pairs", "pairs") as progress:
        ladder = climb(players, pairs, rules, seed, threads, progress, error)
    home = ladder.write(out)
    source = f"(at most {pairs:,} pairs per duel, {ladder.seconds:.1f} s; {home})"
    answer(describe_answer(ladder, home), lambda: tell_answer(ladder, source), lambda: ladder)


# ---- What a score sheet comes to -----------------------------------------------------------------
_PAIR = re.compile(r"\d{1,5}-\d{1,5}(?!.*[a-z])")
_MOST_POINTS = 999_999


@command()
def settle(
    file: Annotated[
        str | None,
        typer.Argument(help="Score sheets, one JSON object per line; - for stdin.", metavar="FILE"),
    ] = None,
    deals: Annotated[
        str | None, typer.Option(help='One sheet: "27-13 15-31 44-6".', metavar="DEALS")
    ] = None,
    chouette: Annotated[
        str | None,
        typer.Option(
            help="Settlements of a chouette, negative where the single player lost: "
            '"150 416 -476". Each is rounded to tens and counts double for the single player; '
            "the scores are running totals.",
            metavar="POINTS",
        ),
    ] = None,
    rules: Rules = None,
) -> None:
    """Settle score sheets: totals, winner, rubicon and settlement; one answer each."""
    from piquet_sim.game.rules import find_rules
    from piquet_sim.game.settlement import parse_deals, settle_sheet

    refuse(
        {
            "settle: give exactly one of FILE (- for stdin), --deals and --chouette": (
                [file, deals, chouette].count(None) != 2
            ),
            f"settle: write scores as --deals {file!r}": file and _PAIR.match(read_signs(file)),
        }
    )
    won: Counter[str] = Counter()  # by A, less what B wins, by what is paid

    def answer_one(sheet: dict[str, Any]) -> Callable[[], None]:
        settled: dict[str, Any] = settle_sheet(sheet, rules)
        book = find_rules(sheet.get("rules", rules))
        unit = "game" if book.settlement == "games" else "point"
        if settled["winner"] is not None:
            won[unit] += settled["settlement"] * (1 if settled["winner"] == "A" else -1)

        def describe() -> "Numbers":
            from piquet_sim.meanings import Settled

            return Settled(settled, sheet.get("deals")).numbers()

        return lambda: answer(settled, lambda: print_text(_say_settled(settled, unit)), describe)

    if chouette is not None:
        from piquet_sim.meanings import describe_chouette

        parties = _follow(chouette)
        answer(
            {"parties": parties},
            lambda: [print_text(_say_followed(one)) for one in parties],
            lambda: describe_chouette(parties),
        )
    elif deals is not None:
        answer_one({"deals": parse_deals(deals)})()
    else:
        wanted = 'one score sheet per line, as in {"deals": [[27, 13], [15, 31]]}'
        with open_text(file) as (lines, name):
            sheets = [say() for say in read_lines(lines, answer_one, wanted, name)]
        if len(sheets) > 1 and not is_for_programs():
            said = [
                f"{'A' if ahead > 0 else 'B'} wins {count_of(abs(ahead), f'{unit}s')}"
                if ahead
                else f"even in {unit}s"
                for unit, ahead in won.items()
            ]
            together = ", ".join(said) or "nothing to pay"
            print_text(f"{len(sheets)} sheets together: {together}.")


def _say_settled(settled: dict[str, Any], unit: str) -> str:
    left, winner, paid = (settled.get(one) for one in ("unfinished", "winner", "settlement"))
    said = f"not finished, {left}" if left else "drawn, nothing to pay"
    if winner is not None:
        rubiconed = f" {'AB'.replace(winner, '')} is rubiconed." if settled["rubicon"] else ""
        said = f"{winner} wins {paid} {unit}{'' if paid == 1 else 's'}.{rubiconed}"
    for player, sums in settled.get("sums", {}).items():
        said += f" {player}'s deals add up to {sums['added']}, not to {sums['written']} as written."
    return "A {}, B {}: ".format(*settled["totals"]) + said


def _follow(text: str) -> list[dict[str, Any]]:
    from piquet_sim.game.settlement import follow_chouette

    words = read_signs(text).replace(",", " ").split()
    settled = [
        parse_whole(word, f"chouette: partie {number}", -_MOST_POINTS, _MOST_POINTS)
        for number, word in enumerate(words, start=1)
    ]
    if not settled:
        raise InputError(
            'chouette: no partie given; write the settlement of each, as in "150 416 -476"'
        )
    return follow_chouette(settled)


def _say_followed(line: dict[str, Any]) -> str:
    scores = ", ".join(f"{name} {score:+}" for name, score in line["scores"].items())
    who = f"{line['single']} alone against {line['opponent']}, whom {line['adviser']} advises"
    return f"{who}: {scores}"


# ---- What a score is worth -----------------------------------------------------------------------
@command()
def chances(
    totals: Annotated[
        tuple[int, int],
        typer.Argument(help="A's total and B's: 68-155.", metavar="A-B"),
        parse_pair,
    ],
    deal: Annotated[
        int, typer.Option(help="Number of the next deal, from 1.", metavar="N"), parse_whole
    ] = 1,
    elder: Annotated[
        str,
        typer.Option(
            help="Who is elder in that deal: a or b.",
            metavar="PLAYER",
            autocompletion=offer(("a", "b")),
        ),
        read_player,
    ] = "a",
    first: Annotated[str, strategy_option("A's strategy.")] = "club",
    second: Annotated[str, strategy_option("B's strategy.")] = "club",
    n: Annotated[int, deals_option("Deals to measure from.", "1_000_000"), parse_count] = 1_000_000,
    rules: Rules = None,
    seed: Seed = 1,
    play: Play = "strategies",
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Show what a score is worth: chances of winning and of a rubicon, and the worth of a point."""
    from piquet_sim.matches.equity import ChanceTable, check_state
    from piquet_sim.matches.score_law import measure_scores
    from piquet_sim.meanings import describe_chances

    one, two = totals
    place = "ab".index(elder)
    check_state(rules, one, two, deal)
    with show_progress(n, "deals") as progress:
        laws = measure_scores(
            first, second, n, rules, seed=seed, play=play, threads=threads, progress=progress
        )
    table = ChanceTable(*laws, rules)
    chances_at = table.find_chances(one, two, deal, place)
    worth = table.find_point_worth(one, two, deal, place)

    def draw() -> "Figure":
        from analyses.charts.chances import draw_score

        return draw_score(table, totals, deal, place, (first, second))

    others = " (--first and --second name others)" * (first == second == "club")
    title = (
        f"A {one}, B {two}, {elder.upper()} elder in deal {deal}: {first} v {second}, "
        f"{rules.name}, {n:,} deals measured{others}"
    )
    found = describe_chances(chances_at, worth, f"At {one}–{two} before deal {deal}", title)
    answer(
        {
            "totals": [one, two],
            "deal": deal,
            "elder": elder,
            "first": first,
            "second": second,
            "rules": rules.name,
            "n": n,
            "chances": chances_at,
            "point": worth,
        },
        lambda: _report_chances(found, worth.rate),
        lambda: found,
        draw,
    )


def _report_chances(found: "Numbers", rate: float | None) -> None:
    print_numbers(found.quantities, found.about)
    if rate is not None and rate > 0:
        print_text(f"One point for A makes up for {rate:.2f} points for B.")
