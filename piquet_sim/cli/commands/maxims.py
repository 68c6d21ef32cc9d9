"""The command on maxims: what the old authors advise, and what was found of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_maxim
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.screen import print_table, print_text
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from analyses.maxims.findings import Case, Finding, Judgement

_INDENT = " " * 9


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
) -> None:  # fmt: skip
    """Show an old maxim: the author's words, how it is read, and the verdict with its numbers."""
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
        (found.name, found.verdict, str(found.worth), _say_share(found))
        for found in one.findings
        if found.worth is not None
    ]
    heads = ("seat", "verdict", f"following less breaking, {unit}", "applies")
    print_table(f"What was found ± standard error: {one.findings[0].advice}", heads, rows)
    for found in one.findings:
        for said, case in (("right", found.most_right), ("wrong", found.most_wrong)):
            if case is not None:
                print_text(f"most {said} as {found.name}: {_say_case(case)}", hanging="  ")
    print_text(f"to judge all of its kind again: {one.again}")


def _say_share(found: "Finding") -> str:
    from piquet_sim.estimates.digits import format_with_error

    if found.share is None:
        return ""
    if found.share.exact is not None:
        return f"{float(found.share.exact):.4%}"
    return f"{format_with_error(found.share.value, found.share.se, 100)}%"


def _say_case(case: "Case") -> str:
    when = f" ({case.moment})" if case.moment else ""
    return f"{case.hand}{when}, {case.follow} rather than {case.against}: {case.worth} points"
