"""Commands that check claims and results: maxim, verify."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import EXIT_NOT_CHECKED, app
from piquet_sim.cli.completion import complete_maxim
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    Load,
    Seed,
    Threads,
    load_strategies,
    parse_count,
    parse_whole,
    strategy_option,
)
from piquet_sim.cli.screen import print_text, show_progress
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from analyses.maxims.findings import Judgement
    from analyses.verification import Verification

EXIT_DIFFERS = 1
_LISTED = 12
_OWN_DEALS = "200_000"
_INDENT = " " * 9


@app.command()
@answering
def verify(
    result: Annotated[
        Path, typer.Argument(help="A result: folder, JSON file or Parquet file.", metavar="PATH")
    ],
    deals: Annotated[
        str | None,
        typer.Option("-n", "--deals", help="Deals to play again [default: all].", metavar="N"),
    ] = None,
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Make a result again from its description and compare: same or differs.

    The files of a study, the census or a ladder are compared with their SHA-256 first; then its
    table, sentences and numbers are made again. With -n a smaller result is made: it agrees within
    errors or differs (4 standard errors, Holm). Records are played again as a whole. The exit code
    is 1 if anything differs, 3 if nothing could be made again.
    """
    load_strategies(load)
    n = None if deals is None else parse_count(deals)
    crew = parse_whole(threads, "threads")
    from analyses import verification

    with show_progress(None, "deals again") as progress:
        found = verification.verify(result, n, crew, progress)
    answer(found, lambda: _tell_outcome(found))
    if found.outcome in (verification.DIFFERS, verification.NOT_CHECKED):
        is_different = found.outcome == verification.DIFFERS
        raise typer.Exit(EXIT_DIFFERS if is_different else EXIT_NOT_CHECKED)


def _tell_outcome(found: "Verification") -> None:
    print_text(f"{found.path}: {found.outcome}; {found.said}")
    for one in found.differing[:_LISTED]:
        print_text(f"different: {one}", "  ", "    ")
    if len(found.differing) > _LISTED:
        print_text(f"and {len(found.differing) - _LISTED:,} more", "  ")


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
    from analyses.maxims.maxim import find_own, list_own
    from piquet_sim.deals.simulation import Simulation

    before = list_own()
    load_strategies(load)
    from analyses.maxims.findings import judge_own

    crew = parse_whole(threads, "threads")
    simulation = Simulation(strategy, strategy, seed=parse_whole(seed, "seed"))
    # Of several files loaded in one process only the last is meant.
    chosen = [one for one in list_own() if one not in before]
    if name is not None:
        chosen = [find_own(name)]
    if not chosen:
        raise InputError(f"--load {load}: registers no maxim; piquet help maxims shows how")
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
    for found in one.findings:
        applies = f"; it applies to {found.share_said} of cases" if found.share_said else ""
        print_text(f"{found.name}: {found.said}{applies}", "  ", "    ")
    for found in one.findings:
        for said, case in (("most", found.most_right), ("least", found.most_wrong)):
            if case is not None:
                print_text(f"gains {said} as {found.name}: {case.said}", hanging="  ")
    if one.again:
        print_text(f"to judge all maxims of its kind again: {one.again}")
