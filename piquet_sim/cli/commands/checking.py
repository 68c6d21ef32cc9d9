"""Commands that check claims, results and numbers: maxim, verify, trust."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import EXIT_NOT_CHECKED, EXIT_NOT_TRUSTED, app
from piquet_sim.cli.completion import complete_maxim
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    Load,
    Seed,
    Threads,
    ToFolder,
    load_strategies,
    parse_count,
    parse_whole,
    strategy_option,
)
from piquet_sim.cli.screen import print_table, print_text, show_progress
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from analyses.maxims.findings import Judgement
    from piquet_sim.running.verification import Finding, Verification
    from piquet_sim.trust import Check, Trust

EXIT_DIFFERS = 1
_OWN_DEALS = "200_000"
_INDENT = " " * 9


@app.command()
@answering
def verify(
    result: Annotated[
        Path, typer.Argument(help="A result: folder, JSON file or Parquet file.", metavar="PATH")
    ],
    deals: Annotated[
        str, typer.Option("-n", "--deals", help="Deals to play again, approximately.", metavar="N")
    ] = "100_000",
    seed: Annotated[
        str | None, typer.Option(help="Seed of the sample; random by default.", metavar="N")
    ] = None,
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Make part of a result again and check that it agrees.

    A random sample of its deals is played again. For a study's result, the first cases are judged
    again, rows of the table are compared, the chart is drawn again, and the sentences and derived
    numbers are composed again from the table. Each line says "agrees", "DIFFERS" or "not checked";
    the last names what was not checked. The exit code is 1 if anything differs, 3 if nothing could
    be made again.
    """
    load_strategies(load)
    n = parse_count(deals)
    chosen, crew = parse_whole(seed, "seed"), parse_whole(threads, "threads")
    from analyses.verification import verify_study

    with show_progress(None, "deals again") as progress:
        found = verify_study(result, n, chosen, progress, crew)
    answer(found, lambda: _tell_checks(found))
    if not found.agrees:
        raise typer.Exit(EXIT_DIFFERS if found.differs else EXIT_NOT_CHECKED)


def _tell_checks(found: "Verification") -> None:
    for check in found.checks:
        print_text(f"{_name_outcome(check):11}  {check.what}: {check.said}", hanging=" " * 13)
    made = {"deals played again": found.deals, "other cases made again": found.cases}
    told = [f"{number:,} {what}" for what, number in made.items() if number]
    if found.is_exact:
        told.append("counted again")
    left = ""
    if found.agrees and found.not_checked:
        left = f"; not checked: {', '.join(found.not_checked)}"
    print_text(f"{found.path}: {', '.join(told) or 'nothing made again'}: {found.outcome}{left}")


def _name_outcome(check: "Finding") -> str:
    if check.agrees is None:
        return "not checked"
    return "agrees" if check.agrees else "note" if check.is_note else "DIFFERS"


@app.command()
@answering
def trust(
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="Run for minutes instead of seconds, so that no event is too rare."
        ),
    ] = False,
    runs: Annotated[
        str | None, typer.Option(help="Number of runs whose intervals are checked.", metavar="N")
    ] = None,
    deals: Annotated[str | None, typer.Option(help="Deals per run.", metavar="N")] = None,
    dealt: Annotated[
        str | None,
        typer.Option(help="Deals per pack whose cards are checked one by one.", metavar="N"),
    ] = None,
    reviews: Annotated[
        str | None,
        typer.Option(help="Deals reviewed whose verdicts are judged again.", metavar="N"),
    ] = None,
    gains: Annotated[
        str | None,
        typer.Option(
            help="Deals for measuring what each estimator gains at equal time: 3_000 or more.",
            metavar="N",
        ),
    ] = None,
    seed: Seed = "1",
    threads: Threads = None,
    out: ToFolder = None,
) -> None:
    """Check the intervals, the dealing, the exact values and the verdicts by measuring them.

    The exit code is 1 if anything is off.
    """
    from piquet_sim.trust import FULL, SMALL, count_all_deals, measure_trust

    size = FULL if full else SMALL
    asked = {"runs": runs, "deals": deals, "dealt": dealt, "reviews": reviews, "gains": gains}
    size = size._replace(
        **{name: parse_count(text, name) for name, text in asked.items() if text is not None}
    )
    crew = parse_whole(threads, "threads")
    with show_progress(count_all_deals(size), "deals") as progress:
        found = measure_trust(size, parse_whole(seed, "seed"), crew, progress)
    home = None
    if out is not None:
        from analyses.studies.trust import present

        home = present(found).write(out)
    answer(found, lambda: _tell_trust(found, home))
    if not found.is_trusted:
        raise typer.Exit(EXIT_NOT_TRUSTED)


def _tell_trust(found: "Trust", home: Path | None) -> None:
    from piquet_sim.trust import AS_ONE, GAINS, HOLDINGS, OFF, VERDICTS

    covered: dict[str, dict[str, list[Check]]] = {}
    tested: dict[tuple[str, str], list[tuple[float, Check]]] = {}
    for check, p in zip(found.checks, found.p_holm, strict=True):
        if check.part == "coverage":
            way = check.check if AS_ONE not in check.check else check.check.rpartition(", ")[0]
            covered.setdefault(check.quantity, {}).setdefault(way, []).append(check)
        elif check.part not in (VERDICTS, HOLDINGS, GAINS):  # these stand below
            tested.setdefault((check.part, check.check), []).append((p, check))
    ways = tuple(dict.fromkeys(way for row in covered.values() for way in row))
    rows = [
        (name, *(_show_coverage(row.get(way, [])) for way in ways), "")
        for name, row in covered.items()
    ]
    print_table("Coverage of the 95% intervals", ("estimate", *ways, ""), rows)
    print_text("*: in longer runs; in brackets: not judged, because too rare or not always defined")
    print()
    rows = []
    for (_, name), all_of_it in tested.items():
        holm, check = min(all_of_it, key=lambda pair: (pair[0], pair[1].p))
        tests = f"{len(all_of_it)}"
        rows.append((name, tests, f"{check.n:,}", f"{check.p:.3g}", f"{holm:.3g}", check.quantity))
    print_table(
        "Dealing and exact values: the smallest p-value of each kind",
        ("what", "tests", "n", "p", "after Holm", "of"),
        rows,
    )
    timed = [
        (check.check, check.quantity, f"{check.n:,}", f"{check.value:.2f}", check.note)
        for check in found.checks
        if check.part == GAINS
    ]
    told = [
        (check.quantity, f"{check.n:,}", f"{check.expected:.1%}", f"{check.value:.1%}", check.note)
        for check in found.checks
        if check.part == HOLDINGS
    ]
    if told:
        columns = ("said", "cards", "on average", "held", "")
        print_table("Cards that the opponent is said to hold", columns, told)
    if timed:
        print_table("What estimators gain", ("estimator", "of", "n", "gain", ""), timed)
    print()
    for check in found.checks:
        if check.verdict == OFF:
            value = "" if check.value is None else f" {check.value:.6g}"
            value += "" if check.expected is None else f" for {check.expected:.6g};"
            statistic = "" if check.statistic is None else f" {check.statistic:.4g}"
            print_text(f"OFF: {check.check}, {check.quantity}:{value} statistic{statistic}")
    for sentence in found.summary():
        print_text(sentence)
    if home is not None:
        print(f"({home})")


def _show_coverage(checks: "list[Check]") -> str:
    # The last of them had the longest runs.
    from piquet_sim.trust import FINE, NEVER_VARIES, OFF

    if not checks:
        return "–"
    check = checks[-1]
    if check.value is None:
        return "constant" if check.verdict == NEVER_VARIES else "–"
    told = f"{check.value:.1%}" + ("*" if len(checks) > 1 else "")
    return told if check.verdict in (FINE, OFF) else f"({told})"


@app.command()
@answering
def maxim(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A maxim, like CAV-M01; by default all.", metavar="ID",
            autocompletion=complete_maxim,
        ),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            help="Folder of the studies' results [default: the published ones].",
            metavar="FOLDER",
        ),
    ] = None,
    load: Annotated[
        Path | None,
        typer.Option(
            "--load", help="A Python file with maxims of your own, to be judged.", metavar="FILE.py"
        ),
    ] = None,
    deals: Annotated[
        str,
        typer.Option(
            "-n", "--deals", help="Deals to search for cases, with --load.",
            metavar="N",
        ),
    ] = _OWN_DEALS,
    strategy: Annotated[str, strategy_option("Who plays, with --load.")] = "expert",
    seed: Seed = "1",
    threads: Threads = None,
    out: Annotated[
        Path, typer.Option("--out", help="Where results go, with --load.", metavar="FOLDER")
    ] = Path("answers"),
) -> None:  # fmt: skip
    """Show an old maxim: the author's words, how it is read, and the verdict with its numbers.

    With --load, judge maxims of your own: tables and charts are written as well.
    """
    if load is not None:
        if results is not None:
            raise InputError("maxim: --results cannot be combined with --load")
        _judge_own(name, load, parse_count(deals), strategy, seed, threads, out)
        return
    from analyses.maxims.findings import find_judgement, list_judgements
    from analyses.results.stored import PUBLISHED

    folder = PUBLISHED if results is None else results
    if results is None and not folder.is_dir():
        raise InputError(
            "maxim: the published results are not installed; --results names a folder of results"
        )
    if name is None:
        found = list_judgements(folder)
        answer(found, lambda: _list_all(found))
        return
    one = find_judgement(name, folder)
    answer(one, lambda: _tell(one))


def _judge_own(
    name: str | None, load: Path, n: int, strategy: str, seed: str, threads: str | None, out: Path
) -> None:
    from analyses.maxims.own import find_own, list_own
    from piquet_sim.deals.simulation import Simulation

    before = list_own()
    load_strategies(load)
    from analyses.studies.books.own_maxims import judge_own

    crew = parse_whole(threads, "threads")
    simulation = Simulation(strategy, strategy, seed=parse_whole(seed, "seed"))
    # Of several files loaded in one process only the last is meant.
    chosen = [one for one in list_own() if one not in before]
    if name is not None:
        chosen = [find_own(name)]
    if not chosen:
        raise InputError(f"--load {load}: registers no maxim; piquet help studies shows how")
    found = []
    for one in chosen:
        with show_progress(n, one.id) as progress:
            judgement, analysis = judge_own(one, simulation, n, crew, progress)
        analysis.write(out)
        found.append(judgement)
    answer(found if name is None else found[0], lambda: _tell_own(found, out))


def _tell_own(found: "list[Judgement]", out: Path) -> None:
    for one in found:
        _tell(one)
        print_text(f"data.csv and chart.png: {out / one.maxim.id.lower()}")


def _list_all(found: "list[Judgement]") -> None:
    for one in found:
        print_text(f"{one.maxim.id}  {one.maxim.maxim}", hanging=_INDENT)
        print_text(one.verdicts, _INDENT)
    print_text("piquet maxim ID shows one, with its numbers and two hands")


def _tell(one: "Judgement") -> None:
    maxim = one.maxim
    print_text(f"{maxim.id}: “{maxim.maxim}”")
    for said, words in (
        ("source", maxim.source), ("applies", maxim.situation), ("follows", maxim.says),
        ("breaks", maxim.against), ("claimed", maxim.claimed),
        ("see also", ", ".join(maxim.see)), ("contradicts", ", ".join(maxim.contradicts)),
    ):  # fmt: skip
        if words:
            print_text(f"{said}: {words}", "  ", "    ")
    if not one.findings:
        print_text("not judged: no study has a rule for it")
        return
    unit = one.findings[0].unit
    rows = [
        (found.name, found.verdict, *(str(one or "") for one in
         (found.worth, found.known, found.gain)), found.share_said)
        for found in one.findings
        if found.worth is not None
    ]  # fmt: skip
    heads = ("seat", "verdict", "worth", "known", "obeying", "applies")
    title = f"What was found ± standard error, in {unit}: {one.findings[0].advice}"
    print_table(title, heads, rows)
    print_text(
        "worth: following minus breaking; known: that minus the same for a random rule of its "
        "size; obeying: following always, against the player's own choice"
    )
    for found in one.findings:
        for said, case in (("most", found.most_right), ("least", found.most_wrong)):
            if case is not None:
                print_text(f"gains {said} as {found.name}: {case.said}", hanging="  ")
    if one.again:
        print_text(f"to judge all maxims of its kind again: {one.again}")
