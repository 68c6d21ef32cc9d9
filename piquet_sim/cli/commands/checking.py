"""Commands that check results: verify, compare."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import Load, load_strategies, parse_count, parse_whole
from piquet_sim.cli.screen import print_table, print_text, show_progress

if TYPE_CHECKING:
    from piquet_sim.estimates.compare_results import Comparison
    from piquet_sim.running.verification import Verification

EXIT_DIFFERS = 1
_SHOWN = 12


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
    load: Load = None,
) -> None:
    """Play a random sample of a result's deals again and check that they agree.

    The exit code is 1 if anything differs.
    """
    load_strategies(load)
    n = parse_count(deals)
    chosen = None if seed is None else parse_whole(seed, "seed")
    from piquet_sim.running.verification import verify_result

    with show_progress(n, "verifying") as progress:
        found = verify_result(result, n, chosen, progress)
    answer(found, lambda: _tell_checks(found))
    if not found.agrees:
        raise typer.Exit(EXIT_DIFFERS)


def _tell_checks(found: "Verification") -> None:
    for check in found.checks:
        verdict = "agrees" if check.agrees else "note" if check.is_note else "DIFFERS"
        print_text(f"{verdict:7}  {check.what}: {check.said}", hanging=" " * 9)
    verdict = "agrees" if found.agrees else "does not agree"
    print_text(f"{found.path}: {found.deals:,} deals played again; it {verdict}")


@app.command()
@answering
def compare(
    one: Annotated[
        Path, typer.Argument(help="A result: folder, CSV file or JSON file.", metavar="A")
    ],
    two: Annotated[Path, typer.Argument(help="Another result.", metavar="B")],
) -> None:
    """Test whether two results differ beyond their standard errors."""
    from piquet_sim.estimates.compare_results import compare_results

    found = compare_results(one, two)
    answer(found, lambda: _tell_differences(found, f"A: {one}\nB: {two}"))


def _tell_differences(found: "Comparison", title: str) -> None:
    from piquet_sim.estimates.compare_results import LEVEL
    from piquet_sim.estimates.digits import format_with_error

    rows = [
        (
            row.quantity,
            f"{row.one:.6g}",
            f"{row.two:.6g}",
            format_with_error(row.difference, row.se) if row.se else f"{row.difference:g}",
            f"{row.z:+.1f}",
            "differs" if row.differs else "agrees",
        )
        for row in found.table.head(max(_SHOWN, len(found.differing))).itertuples()
    ]
    heads = ("quantity", "A", "B", "B - A ± se", "z", "")
    print_table(title, heads, rows)
    count, different = len(found.table), len(found.differing)
    print_text(
        f"{different} of {count} quantities differ beyond their standard errors "
        f"(Holm, family-wise error rate {LEVEL:.0%})"
    )
    for note in found.notes:
        print_text(f"note: {note}", hanging="  ")
