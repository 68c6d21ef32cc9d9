"""The command that reviews played deals: every decision, luck and skill."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_rules
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    Options,
    Seed,
    check_chart,
    parse_count,
    parse_seconds,
    parse_whole,
    read_rules,
)
from piquet_sim.cli.screen import name_file, open_text, print_table, print_text, show_progress
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from piquet_sim.game.rules import RuleSet
    from piquet_sim.review.decisions import Decision
    from piquet_sim.review.partie import PartieReview
    from piquet_sim.review.records import Record
    from piquet_sim.review.review import DealReview

_WORST = 5
"""Decisions of the summary."""
_BEST = 3
"""Cards that are named where several are as good."""


@app.command()
@answering
def review(
    file: Annotated[
        str, typer.Argument(help="Played deals, in words or one JSON object per line; - for stdin.")
    ],
    seconds: Annotated[
        str | None, typer.Option(help="Time for each deal of the file.", metavar="S")
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(
            help="Deals tried for each discard [default: 65,536, without --seconds].", metavar="N"
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            help="Preset of rules, for records that name none.",
            metavar="PRESET",
            autocompletion=complete_rules,
        ),
    ] = None,
    options: Options = None,
    seed: Seed = "1",
    chart: Annotated[
        Path | None,
        typer.Option(
            help="Draw the expected margin, card by card, of a single deal.", metavar="FILE.svg"
        ),
    ] = None,
) -> None:
    """Review played deals: what each decision lost, and what was luck."""
    limit = parse_seconds(seconds, "seconds")
    tried = parse_count(deals, "deals")
    luck = parse_whole(seed, "seed")
    book = read_rules(rules or "rubicon", options) if rules or options else None
    if chart is not None:
        check_chart(chart)
    records = _read_records(file, book)
    if chart is not None and len(records) > 1:
        raise InputError(f"chart: expected one deal, got {len(records)}")
    from piquet_sim.review.partie import PartieReview
    from piquet_sim.review.review import review_deal

    reviewed = []
    with show_progress(len(records), "reviewing", "deals") as progress:
        for record in records:
            reviewed.append(review_deal(record, limit, luck, deals=tried))
            if progress is not None:
                progress(len(reviewed))
    found = PartieReview(tuple(reviewed))
    if chart is not None:
        from analyses.charts import draw_review
        from analyses.charts.style import save_chart

        save_chart(draw_review(found.deals[0]), chart)
    answer(found, lambda: _tell(found))


def _read_records(file: str, rules: "RuleSet | None") -> "list[Record]":
    from piquet_sim.notation.texts import answer_deals

    def read(given: object) -> "Record":
        from piquet_sim.review.records import read_record

        return read_record(given, rules)

    with open_text(file) as lines:
        return list(answer_deals(lines, read, name_file(file)))


def _tell(found: "PartieReview") -> None:
    for number, deal in enumerate(found.deals, start=1):
        if number > 1:
            print()
        _tell_deal(deal, number if len(found.deals) > 1 else None)
    if len(found.deals) > 1:
        print()
        _tell_errors(found)


def _tell_deal(deal: "DealReview", number: int | None) -> None:
    from piquet_sim.game.terms import SEATS
    from piquet_sim.review.decisions import CALL

    made = [
        f"{name} ({seat}) makes {score}" if name != seat else f"{seat} makes {score}"
        for name, seat, score in zip(deal.players, SEATS, deal.record.scores, strict=True)
    ]
    print_text(("" if number is None else f"Deal {number}: ") + ", ".join(made))
    print()
    worst = deal.list_worst()[:_WORST]
    if worst:
        print_table("The worst decisions, by what the seat knew", _HEADS, list(map(_row, worst)))
    else:
        print_text("No decision lost anything.")
    print()
    print_table("All decisions, by what the seat knew", _HEADS, list(map(_row, deal.decisions)))
    print()
    _tell_luck(deal)
    print()
    for seat, name in enumerate(deal.players):
        calls = [one for one in deal.list_of(seat) if one.kind == CALL and one.loss is None]
        more = f"; calls not valued: {len(calls)}" if calls else ""
        print_text(
            f"{name} lost {deal.lost(seat)} points in what they threw, called and played{more}"
        )
    if number is None:
        print_text(f"{_say_sizes([deal])}{_ERRORS}.")


def _say_sizes(deals: "Sequence[DealReview]") -> str:
    # By how many deals a discard and a call were judged; nothing where none was.
    from piquet_sim.review.decisions import CALL, DISCARD

    said = []
    for kind in (DISCARD, CALL):
        losses = [one.loss for deal in deals for one in deal.decisions if one.kind == kind]
        sizes = [one.n for one in losses if one is not None and one.se]
        if sizes:
            said.append(f"{'at most ' * (len(set(sizes)) > 1)}{max(sizes):,} deals judged a {kind}")
    if not said:
        return ""
    told = " and ".join(said)
    return f"{told[0].upper()}{told[1:]}, after as many that found the best. "


_HEADS = ("decision", "lost", "verdict")
_ERRORS = (
    "±: standard errors; for a discard or call, over the deals in which it was tried; for a card, "
    "from how far the likelihoods of the hands may be off. Verdicts on discards and calls allow "
    "for more. Calls are tried against expert, who assumes that what is not called is not "
    "held (piquet help review)"
)
_DOES = {"discard": "throws", "call": "has", "carte blanche": "has", "lead": "leads",
         "reply": "replies"}  # fmt: skip


def _row(one: "Decision") -> tuple[str, ...]:
    from piquet_sim.game.terms import SEATS

    trick = f"trick {one.trick}: " if one.trick else ""
    said = f"{trick}{SEATS[one.seat]} {_DOES[one.kind]} {one.done}"
    verdict = one.verdict
    if one.loss is None:
        kept = f"{one.not_counted} points not counted" if one.not_counted else ""
        verdict = "; ".join(part for part in (verdict if one.why_not else "", kept) if part)
    elif one.done not in one.best:
        more = ", …" if len(one.best) > _BEST else ""
        verdict += f"; best {', '.join(one.best[:_BEST])}{more}"
    return (said, "" if one.loss is None else str(one.loss) if one.lost else "–", verdict)


def _tell_luck(deal: "DealReview") -> None:
    from piquet_sim.estimates.digits import format_with_error

    rows = [
        (one.says, format_with_error(one.value, one.se) if one.se else f"{one.value:.2f}", one.by)
        for one in deal.terms
    ]
    rows.append(("the result", f"{deal.margin:.2f}", ""))
    print_table("Luck and skill: points for elder", ("", "points", "by"), rows)


def _tell_errors(found: "PartieReview") -> None:
    from piquet_sim.game.terms import SEATS

    rows = [
        (
            one.player,
            one.kind,
            f"{one.decisions}",
            "" if one.errors is None else f"{one.errors}",
            "" if one.lost is None else str(one.lost),
            f"{one.not_counted or ''}",
            f"{one.not_valued or ''}",
        )
        for one in found.list_errors()
    ]
    heads = (
        "player", "decisions", "made", "beyond doubt", "lost a deal", "not counted", "not valued",
    )  # fmt: skip
    print_table(f"Errors in {len(found.deals)} deals", heads, rows)
    for name in found.players:
        print_text(f"{name} lost {found.lost(name)} points a deal")
    if set(SEATS) & set(found.players):
        print_text(
            "Where no name is given, elder and younger are whoever sat there, perhaps several "
            "people."
        )
    print_text(
        f"{_say_sizes(found.deals)}{_ERRORS}; of several deals together, by how much these differ."
    )
