"""Commands for matches: settle, chances; and what `simulate --matches` plays."""

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.application import EXIT_INTERRUPTED, app
from piquet_sim.cli.completion import complete_player
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    Load,
    Options,
    Play,
    Rules,
    Seed,
    Threads,
    check_chart,
    load_strategies,
    parse_count,
    parse_whole,
    read_rules,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.screen import (
    announce,
    name_file,
    open_text,
    print_explained,
    print_table,
    print_text,
    show_interval,
    show_progress,
    show_value,
)
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.estimates.estimate import Estimate
    from piquet_sim.game.rules import RuleSet
    from piquet_sim.matches.chouette import Chouette
    from piquet_sim.matches.equity import Chances, PointWorth
    from piquet_sim.matches.matches import MatchResult

_SELDOM, _EVEN = 1e-6, 0.5
_AMOUNT = re.compile(r"\d{1,12}(\.\d{1,12})?", re.ASCII)
_POINTS = re.compile(r"[+-]?\d{1,6}", re.ASCII)
_FINEST = 10**6
_LONG_ODDS = 20

_OF_MATCHES = {
    "matches", "elder", "younger", "rules", "options", "seed", "play", "threads", "load", "json"
}  # fmt: skip


def answer_matches(
    ctx: typer.Context,
    simulation: "Simulation",
    n: int,
    third: str | None,
    parties: str,
    start: str | None,
    threads: int | None,
) -> None:
    """Play whole matches between two players, or chouettes among three, and answer.

    Raises
    ------
    InputError
        If an option was given that has no effect on matches.
    """
    if third is not None:
        refuse_others(ctx, _OF_MATCHES | {"third", "parties"}, "cannot be combined with --third")
        from piquet_sim.matches.chouette import simulate_chouettes
        from piquet_sim.strategies.registry import find_strategy

        players = (simulation.elder, simulation.younger, find_strategy(third))
        with show_progress(n, "chouettes", "chouettes") as progress:
            found = simulate_chouettes(
                players, n, parse_whole(parties, "parties"), simulation.rules,
                seed=simulation.seed, play=simulation.play, progress=progress,
            )  # fmt: skip
        answer(found, lambda: _report_chouette(found))
        return
    refuse_others(ctx, set(ctx.params) - {"parties"}, "requires --third")
    refuse_others(ctx, _OF_MATCHES | {"mirrored", "start"}, "cannot be combined with --matches")
    from piquet_sim.deals.simulation import NOTHING_SCORED
    from piquet_sim.matches.matches import simulate_matches

    begun = NOTHING_SCORED if start is None else _read_totals(start, "start", "70-99")
    with show_progress(n, "matches", "matches") as progress:
        result = simulate_matches(simulation, n, threads, progress, begun, on_interrupt="return")
    answer(result, lambda: _report(result))
    if not result.is_complete:
        announce(f"stopped after {result.matches:,} of {n:,} matches")
        raise typer.Exit(EXIT_INTERRUPTED)


def _report(result: "MatchResult") -> None:
    rows = []
    for name, estimate in result.estimates.items():
        question = result.find_question(name)
        scale, unit = (100, "%") if question.is_flag else (1, "")
        meaning = question.meaning
        if not question.is_flag:
            meaning += f" ({question.unit})"
        value = show_value(estimate, scale, unit)
        rows.append((name, value, show_interval(estimate, scale, unit), meaning))
    simulation = result.simulation
    begun = "-".join(map(str, result.start))
    title = (
        f"{simulation.elder.name} (elder first) v {simulation.younger.name}, "
        + (f"from {begun}, " if any(result.start) else "")
        + f"{simulation.rules.name}, seed {simulation.seed}: {result.matches:,} matches in "
        f"{result.seconds:.1f} s"
    )
    print_text(title)
    print_explained(("estimate", "value ± se", "95% interval"), {"": rows})


def _report_chouette(told: "Chouette") -> None:
    from piquet_sim.game.settlement import TRIO

    rows = []
    for name, player, times in zip(TRIO, told.players, told.singles, strict=True):
        score = told.scores[name]
        share = times / (told.chouettes * told.parties)
        rows.append(
            (name, show_value(score, 1, ""), show_interval(score, 1, ""), f"{share:.1%}",
             player.name)
        )  # fmt: skip
    title = (
        f"{told.chouettes:,} chouettes of {told.parties} parties, {told.rules.name}, seed "
        f"{told.seed}: {told.seconds:.1f} s"
    )
    heads = ("player", "points per chouette ± se", "95% interval", "plays alone", "strategy")
    print_table(title, heads, rows)


def _read_totals(text: str, what: str, example: str) -> tuple[int, int]:
    from piquet_sim.game.settlement import parse_deals

    try:
        ((one, two),) = parse_deals(text)
    except (InputError, ValueError):
        raise InputError(f"{what}: {text!r}; write A's, a hyphen and B's: {example}") from None
    return one, two


@app.command()
@answering
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
    rules: Rules = "rubicon",
    options: Options = None,
    stake: Annotated[
        str | None, typer.Option(help="Money per hundred points.", metavar="AMOUNT")
    ] = None,
    fraction: Annotated[
        str, typer.Option(help="Pay only for whole multiples of N points.", metavar="N")
    ] = "50",
) -> None:
    """Settle score sheets: totals, winner, rubicon, and payment; one answer per line."""
    from piquet_sim.game.files import read_lines
    from piquet_sim.game.rules import read_rules as read_given
    from piquet_sim.game.settlement import parse_deals, settle_sheet

    given = [one for one in (file, deals, chouette) if one is not None]
    if len(given) != 1:
        raise InputError("settle: give exactly one of FILE (- for stdin), --deals and --chouette")
    usual = read_rules(rules, options)
    pay = _read_stake(stake, fraction)

    def settle_one(sheet: dict[str, Any]) -> dict[str, Any]:
        settled = settle_sheet(sheet, usual)
        if pay is not None:
            _refuse_stake(read_given(sheet["rules"]) if "rules" in sheet else usual)
        if pay is not None and settled["winner"] is not None:
            settled["money"] = float(pay(settled["settlement"]))
        return settled

    if chouette is not None:
        for line in _follow(chouette, pay):
            answer(line)
        return
    if deals is not None:
        answer(settle_one({"deals": parse_deals(deals)}))
        return
    with open_text(file) as lines:
        wanted = 'one score sheet per line, as in {"deals": [[27, 13], [15, 31]]}'
        for settled in read_lines(lines, settle_one, wanted, name_file(file)):
            answer(settled)


def _refuse_stake(rules: "RuleSet") -> None:
    if rules.settlement == "games":
        raise InputError(
            f"--stake requires a match settled in points; {rules.name} is settled in games"
        )


def _read_stake(stake: str | None, fraction: str):
    from piquet_sim.game.settlement import reckon_money, reckon_points

    size = parse_whole(fraction, "fraction")
    reckon_points(0, size)  # refused now
    if stake is None:
        return None
    if not _AMOUNT.fullmatch(stake.strip()):
        raise InputError(f"stake: {stake!r} is not an amount; write 10 or 2.50")
    amount = Fraction(stake)
    return lambda points: reckon_money(points, amount, size)


def _follow(text: str, pay):
    from piquet_sim.game.settlement import TRIO, follow_chouette

    settled = []
    for number, word in enumerate(text.replace(",", " ").split(), start=1):
        if not _POINTS.fullmatch(word):
            raise InputError(
                f"chouette: partie {number}: {word!r} is not a whole number of points; write 150, "
                "or -150 where the single player lost"
            )
        settled.append(int(word))
    if not settled:
        raise InputError(
            'chouette: no partie given; write the settlement of each, as in "150 416 -476"'
        )
    for one in follow_chouette(settled):
        line: dict[str, Any] = {
            "single": one.single,
            "opponent": one.opponent,
            "adviser": one.adviser,
            "scores": dict(zip(TRIO, (10 * score for score in one.scores), strict=True)),
        }
        if pay is not None:
            # Who has won is paid without fractions; who has lost pays what these receive.
            won = {name: float(pay(score)) for name, score in line["scores"].items() if score > 0}
            line["receives"] = won
        yield line


@app.command()
@answering
def chances(
    totals: Annotated[str, typer.Argument(help="A's total and B's: 68-155.", metavar="A-B")],
    deal: Annotated[str, typer.Option(help="Number of the next deal, from 1.", metavar="N")] = "1",
    elder: Annotated[
        str,
        typer.Option(
            help="Who is elder in that deal: a or b.",
            metavar="PLAYER",
            autocompletion=complete_player,
        ),
    ] = "a",
    first: Annotated[str, strategy_option("A's strategy.")] = "club",
    second: Annotated[str, strategy_option("B's strategy.")] = "club",
    deals: Annotated[
        str, typer.Option("-n", "--deals", help="Deals to measure from.", metavar="N")
    ] = "1_000_000",
    rules: Rules = "rubicon",
    options: Options = None,
    seed: Seed = "1",
    play: Play = "strategies",
    threads: Threads = None,
    chart: Annotated[
        Path | None, typer.Option(help="Draw a chart of what totals are worth.", metavar="FILE.svg")
    ] = None,
    load: Load = None,
) -> None:
    """Show what a score is worth: chances of winning and of a rubicon, and the worth of a point."""
    one, two = _read_totals(totals, "totals", "68-155")
    seat = elder.strip().lower()
    if seat not in ("a", "b"):
        raise InputError(f"elder: expected a or b, got {elder!r}")
    number, n = parse_whole(deal, "deal"), parse_count(deals)
    crew = parse_whole(threads, "threads")
    load_strategies(load)
    chosen = read_rules(rules, options)
    from piquet_sim.matches.equity import ChanceTable, check_state
    from piquet_sim.matches.score_law import measure_scores

    place = "ab".index(seat)
    check_state(chosen, one, two, number)
    if chart is not None:
        check_chart(chart)
    with show_progress(n, "deals") as progress:
        laws = measure_scores(
            first, second, n, chosen, seed=parse_whole(seed, "seed"), play=play, threads=crew,
            progress=progress,
        )  # fmt: skip
    table = ChanceTable(*laws, chosen)
    found = table.find_chances(one, two, number, place)
    worth = table.find_point_worth(one, two, number, place)
    if chart is not None:
        from analyses.charts.chances_by_score import write_score_chart

        write_score_chart(chart, table, (one, two), number, place, (first, second))
    safe = [total >= table.line for total in (one, two)]
    others = " (--first and --second name others)" * (first == second == "club")
    title = (
        f"A {one}, B {two}, {seat.upper()} elder in deal {number}: {first} v {second}, "
        f"{chosen.name}, {n:,} deals measured{others}"
    )
    answer({
        "totals": [one, two], "deal": number, "elder": seat, "first": first, "second": second,
        "rules": chosen.name, "n": n, "chances": found, "point": worth,
    }, lambda: _report_chances(found, worth, safe, title))  # fmt: skip


def _say_odds(estimate: "Estimate") -> str:
    from piquet_sim.estimates.intervals import EXACT
    from piquet_sim.exact.odds import say_odds

    chance = estimate.value
    if chance in (0, 1):
        if estimate.method == EXACT:
            return "certain" if chance else "impossible"
        return "in every deal measured" if chance else "never measured"
    if chance <= _SELDOM or chance >= 1 - _SELDOM:
        return "almost certain" if chance > _EVEN else "almost impossible"
    ratio = max(chance, 1 - chance) / min(chance, 1 - chance)
    if ratio > _LONG_ODDS:
        return f"about {round(ratio):,} to 1 {'on' if chance > _EVEN else 'against'}"
    return say_odds(Fraction(chance).limit_denominator(_FINEST))


def _report_chances(found: "Chances", worth: "PointWorth", safe: list[bool], title: str) -> None:
    out = dict(zip(("a_rubiconed", "b_rubiconed"), safe, strict=True))
    rows = []
    for name, words in (
        ("wins", "A wins"),
        ("loses", "B wins"),
        ("drawn", "drawn"),
        ("a_rubiconed", "A is rubiconed"),
        ("b_rubiconed", "B is rubiconed"),
    ):
        one = getattr(found, name)
        odds = "impossible" if out.get(name) else _say_odds(one)
        rows.append((words, show_value(one, 100, "%"), show_interval(one, 100, "%"), odds))
    for one, words in (
        (found.settlement_mean, "A's net settlement"),
        (found.final_difference_mean, "A's final total less B's"),
        (worth.mine, "value to A of one more point for A"),
        (worth.theirs, "value to A of one more point for B"),
    ):
        rows.append((words, show_value(one, 1, ""), show_interval(one, 1, ""), ""))
    print_table(title, ("", "value ± se", "95% interval", "odds"), rows)
    if worth.rate is None:
        print("one more point for B costs A nothing here")
    elif worth.rate > 0:
        print(f"one point for A makes up for {worth.rate:.2f} points for B")
