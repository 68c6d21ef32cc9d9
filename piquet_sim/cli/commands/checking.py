"""Commands that check results: verify, compare."""

from pathlib import Path
from typing import Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.options import Json, Load, load_strategies, parse_count, parse_whole
from piquet_sim.cli.screen import print_json, print_table, show_progress

EXIT_DIFFERS = 1
_SHOWN = 12


@app.command()
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
    as_json: Json = False,
) -> None:
    """Play a random sample of a result's deals again and check that they agree.

    The exit code is 1 if anything differs.
    """
    load_strategies(load)
    n = parse_count(deals)
    chosen = None if seed is None else parse_whole(seed, "seed")
    from piquet_sim.running.verification import verify_result

    with show_progress(n, "verifying", as_json) as progress:
        found = verify_result(result, n, chosen, progress)
    if as_json:
        print_json(found)
    else:
        for check in found.checks:
            verdict = "agrees" if check.agrees else "note" if check.is_note else "DIFFERS"
            print(f"{verdict:7}  {check.what}: {check.said}")
        verdict = "agrees" if found.agrees else "does not agree"
        print(f"{result}: {found.deals:,} deals played again; it {verdict}")
    if not found.agrees:
        raise typer.Exit(EXIT_DIFFERS)


@app.command()
def compare(
    one: Annotated[
        Path, typer.Argument(help="A result: folder, CSV file or JSON file.", metavar="A")
    ],
    two: Annotated[Path, typer.Argument(help="Another result.", metavar="B")],
    as_json: Json = False,
) -> None:
    """Test whether two results differ beyond their standard errors."""
    from piquet_sim.estimates.compare_results import LEVEL, compare_results
    from piquet_sim.estimates.digits import format_with_error

    found = compare_results(one, two)
    if as_json:
        print_json(found)
        return
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
    print_table(f"A: {one}\nB: {two}", heads, rows)
    count, different = len(found.table), len(found.differing)
    print(
        f"{different} of {count} quantities differ beyond their standard errors "
        f"(Holm, family-wise error rate {LEVEL:.0%})"
    )
    for note in found.notes:
        print(f"note: {note}")
