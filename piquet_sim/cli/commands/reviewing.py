"""The command that reviews played deals: every decision, luck and skill."""

from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.app import command
from piquet_sim.cli.options import (
    PRESETS,
    Changes,
    ListAll,
    Seat,
    Seed,
    Standing,
    Threads,
    deals_option,
    offer,
    parse_count,
    parse_seconds,
    read_rules,
)
from piquet_sim.cli.output import answer, chosen_chart, open_text, show_progress
from piquet_sim.cli.review_screen import tell_review
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@command()
def review(
    file: Annotated[
        str, typer.Argument(help="Played deals, in words or one JSON object per line; - for stdin.")
    ],
    seconds: Annotated[
        float | None,
        typer.Option(help="Time for each deal of the file.", metavar="TIME"),
        parse_seconds,
    ] = None,
    n: Annotated[
        int | None,
        deals_option("Deals tried for each discard [default: 65,536, without --seconds]."),
        parse_count,
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            help="Rule book, for records that name none.",
            metavar="PRESET",
            autocompletion=offer(PRESETS),
        ),
    ] = None,
    options: Changes = None,
    aim: Annotated[
        str | None,
        typer.Option(
            help="Judge by difference or settlement [default: settlement if there is a score].",
            metavar="AIM",
            autocompletion=offer(("difference", "settlement")),
        ),
    ] = None,
    standing: Standing = None,
    seat: Seat = "elder",
    has_all: ListAll = False,
    seed: Seed = 1,
    threads: Threads = None,
) -> None:
    """Review played deals: what each decision lost, and what was luck.

    The score is yours first; you are elder, unless --seat says younger.
    """
    book = read_rules(rules or "rubicon", options) if rules or options else None
    totals, number = standing
    if totals is not None and seat != SEATS[0]:
        totals = totals[::-1]
    reached = None
    if aim is not None or totals is not None:
        from piquet_sim.matches.standing import Standing as Reached
        from piquet_sim.matches.standing import check_judge

        check_judge(aim, totals, number)
        reached = None if totals is None else Reached(totals, number)

    with open_text(file) as (lines, name):  # a missing file is refused before the engine is loaded
        from piquet_sim.deals.notation import answer_deals
        from piquet_sim.decisions.review.records import read_record

        records = list(
            answer_deals(lines, lambda given: read_record(given, book, aim, reached), name)
        )
    if len(records) > 1 and chosen_chart.get() is not None:
        raise InputError(f"chart: expected one deal, got {len(records)}")
    from piquet_sim.decisions.review.deal_review import review_deal
    from piquet_sim.decisions.review.partie import PartieReview

    reviewed = []
    with show_progress(len(records), "reviewing", "deals") as progress:
        for before, record in enumerate(records):
            report = progress and (lambda share, before=before: progress(before + share))
            reviewed.append(
                review_deal(record, seconds, seed, deals=n, threads=threads, progress=report)
            )
    partie = PartieReview(tuple(reviewed))

    def draw() -> "Figure":
        if partie.deals[0].stops_after is not None:
            raise InputError("chart: expected a deal that was played to the end")
        from analyses.charts import draw_review

        return draw_review(partie.deals[0])

    answer(partie, lambda: tell_review(partie, has_all), draw=draw)
