"""The command that measures whether the numbers can be trusted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import EXIT_NOT_TRUSTED, app
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import Seed, Threads, parse_count, parse_whole
from piquet_sim.cli.screen import print_table, print_text, show_progress

if TYPE_CHECKING:
    from piquet_sim.trust import Check, Trust


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
    seed: Seed = "1",
    threads: Threads = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write the table and the chart to this folder.", metavar="FOLDER"),
    ] = None,
) -> None:
    """Check the intervals, the dealing and the exact values by measuring them.

    The exit code is 1 if anything is off.
    """
    from piquet_sim.trust import FULL, SMALL, count_all_deals, measure_trust

    size = FULL if full else SMALL
    asked = {"runs": runs, "deals": deals, "dealt": dealt}
    size = size._replace(
        **{name: parse_count(text, name) for name, text in asked.items() if text is not None}
    )
    crew = None if threads is None else parse_whole(threads, "threads")
    with show_progress(count_all_deals(size), "deals") as progress:
        found = measure_trust(size, parse_whole(seed, "seed"), crew, progress)
    home = None
    if out is not None:
        from analyses.trust import present

        home = present(found).write(out)
    answer(found, lambda: _tell(found, home))
    if not found.is_trusted:
        raise typer.Exit(EXIT_NOT_TRUSTED)


def _tell(found: "Trust", home: Path | None) -> None:
    from piquet_sim.trust import AS_ONE, OFF

    covered: dict[str, dict[str, list[Check]]] = {}
    tested: dict[tuple[str, str], list[tuple[float, Check]]] = {}
    for check, p in zip(found.checks, found.p_holm, strict=True):
        if check.part == "coverage":
            way = check.check if AS_ONE not in check.check else check.check.rpartition(", ")[0]
            covered.setdefault(check.quantity, {}).setdefault(way, []).append(check)
        else:
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
    print()
    for check in found.checks:
        if check.verdict == OFF:
            value = "" if check.value is None else f" {check.value:.6g} for {check.expected:.6g};"
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
