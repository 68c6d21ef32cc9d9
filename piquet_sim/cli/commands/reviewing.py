"""The command that reviews played deals: every decision, luck and skill."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.app import app
from piquet_sim.cli.options import (
    PRESETS,
    Changes,
    ListAll,
    Seat,
    Seed,
    Standing,
    Threads,
    chart_option,
    check_chart,
    deals_option,
    offer,
    parse_count,
    parse_file,
    parse_seconds,
    read_rules,
)
from piquet_sim.cli.output import answer, print_table, print_text, read_answers, show_progress
from piquet_sim.game.cards import format_hand_symbols, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import join_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from piquet_sim.decisions.review.deal_review import DealReview
    from piquet_sim.decisions.review.partie import PartieReview
    from piquet_sim.decisions.review.records import Record
    from piquet_sim.decisions.review.verdicts import Reviewed

_WORST = 5
"""Decisions of the summary."""
_BEST = 3
"""Cards that are named where several are as good."""


@app.command()
def review(
    file: Annotated[
        str, typer.Argument(help="Played deals, in words or one JSON object per line; - for stdin.")
    ],
    seconds: Annotated[
        float | None, typer.Option(help="Time for each deal of the file.", metavar="TIME"),
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
            help="Rule book, for records that name none.", metavar="PRESET",
            autocompletion=offer(PRESETS),
        ),
    ] = None,
    options: Changes = None,
    aim: Annotated[
        str | None,
        typer.Option(
            help="Judge by difference or settlement [default: settlement if there is a score].",
            metavar="AIM", autocompletion=offer(("difference", "settlement")),
        ),
    ] = None,
    standing: Standing = None,
    seat: Seat = "elder",
    has_all: ListAll = False,
    seed: Seed = 1,
    threads: Threads = None,
    chart: Annotated[
        Path | None, chart_option("Draw the expected margin, card by card, of a single deal."),
        parse_file,
    ] = None,
) -> None:  # fmt: skip
    """Review played deals: what each decision lost, and what was luck.

    The score is yours first; you are elder, unless --seat says younger.
    """
    book = read_rules(rules or "rubicon", options) if rules or options else None
    if chart is not None:
        check_chart(chart)
    totals, number = standing
    if totals is not None and seat != SEATS[0]:
        totals = totals[::-1]
    reached = None
    if aim is not None or totals is not None:
        from piquet_sim.matches.standing import Standing as Reached
        from piquet_sim.matches.standing import check_judge

        check_judge(aim, totals, number)
        reached = None if totals is None else Reached(totals, number)

    def read(given: object) -> "Record":
        from piquet_sim.decisions.review.records import read_record

        return read_record(given, book, aim, reached)

    records = list(read_answers(file, read))
    if chart is not None and len(records) > 1:
        raise InputError(f"chart: expected one deal, got {len(records)}")
    from piquet_sim.decisions.review.deal_review import review_deal
    from piquet_sim.decisions.review.partie import PartieReview

    reviewed = []
    with show_progress(len(records), "reviewing", "deals") as progress:
        for record in records:
            reviewed.append(review_deal(record, seconds, seed, deals=n, threads=threads))
            if progress is not None:
                progress(len(reviewed))
    partie = PartieReview(tuple(reviewed))
    if chart is not None:
        if partie.deals[0].stops_after is not None:
            raise InputError("chart: expected a deal that was played to the end")
        from analyses.charts import draw_review
        from analyses.charts.style import save_chart

        save_chart(draw_review(partie.deals[0]), chart)
    answer(partie, lambda: _tell(partie, has_all))


def _tell(partie: "PartieReview", has_all: bool) -> None:
    if len(partie.deals) == 1:
        _tell_deal(partie.deals[0], None, has_all)
        return
    rows = []
    for number, deal in enumerate(partie.deals, start=1):
        if has_all:
            _tell_deal(deal, number, has_all)
            print()
        cells = [
            (f"{name} {score}", str(deal.lost(seat)))
            for seat, (name, score) in enumerate(zip(deal.players, deal.record.scores, strict=True))
        ]
        rows.append((f"{number}", *(cell for both in cells for cell in both), ""))
    print_table("Deals", ("deal", "elder", "lost", "younger", "lost", ""), rows)
    print()
    _tell_errors(partie, has_all)


def _tell_deal(deal: "DealReview", number: int | None, has_all: bool) -> None:
    scores, so_far = ("scores", "") if deal.stops_after is None else ("has", " so far")
    made = [
        f"{name} ({seat}) {scores} {score}{so_far}"
        if name != seat
        else f"{seat} {scores} {score}{so_far}"
        for name, seat, score in zip(deal.players, SEATS, deal.record.scores, strict=True)
    ]
    print_text(("" if number is None else f"Deal {number}: ") + ", ".join(made))
    print()
    worst, judge = deal.list_worst()[:_WORST], deal.record.judge
    title = f", by what the seat knew{judge}"
    if worst:
        print_table(f"The worst decisions{title}", _HEADS, list(map(_row, worst)))
    else:
        print_text("No decision lost anything.")
    print()
    if has_all:
        print_table(f"All decisions{title}", _HEADS, list(map(_row, deal.decisions)))
        print()
    _tell_luck(deal)
    print()
    unit = "points of the settlement" if judge.standing is not None else "points"
    for seat, name in enumerate(deal.players):
        print_text(
            f"{name} lost {deal.lost(seat)} {unit} in what they threw, called and played"
            f"{_say_not_valued(deal.list_of(seat))}"
        )
    for line in _say_silence(deal.record):
        print_text(line)
    if judge.why_points:
        print_text(f"The score is not used, and points decide: {judge.why_points}.")
    if number is None:
        print_text(f"{_say_sizes([deal])}{_ERRORS}." if has_all else _SHORT)


def _say_not_valued(decisions: "list[Reviewed]") -> str:
    # What the sum of a seat's losses leaves out.
    from piquet_sim.decisions.review.verdicts import CALL

    number = sum(one.kind == CALL and one.loss is None for one in decisions)
    return f"; calls not valued: {number}" if number else ""


def _say_silence(record: "Record") -> "Iterator[str]":
    # Verdicts on calls and cards take silence for absence; who was silent, all cards seen.
    from piquet_sim.deals.narration import say_call

    calls = [
        (SEATS[seat], *one)
        for seat in (0, 1)
        for one in zip(CLASSES, record.holdings[seat], record.called[seat], strict=False)
    ]
    sunk = [
        f"{seat} did not call the {say_call(kind, held, record.rules.pack)}"
        for seat, kind, held, called in calls
        if called != held
    ]
    said = "Each card is judged as if nothing was held that was not called"
    if sunk:
        yield f"{said}; but {join_words(sunk)}, and verdicts on the other do not allow for it."
    elif not all(called for *_, called in calls):
        yield f"{said}, which is true of this deal."


def _say_sizes(deals: "Sequence[DealReview]") -> str:
    # By how many deals a discard and a call were judged; nothing where none was.
    from piquet_sim.decisions.review.verdicts import CALL, DISCARD

    said = []
    for kind in (DISCARD, CALL):
        losses = [one.loss for deal in deals for one in deal.decisions if one.kind == kind]
        sizes = [one.n for one in losses if one is not None and one.se]
        if sizes:
            said.append(f"{'at most ' * (len(set(sizes)) > 1)}{max(sizes):,} deals judge a {kind}")
    together = " and ".join(said)
    return f"{together[0].upper()}{together[1:]}; others chose the best discard. " if said else ""


_HEADS = ("decision", "lost", "verdict")
_ERRORS = (
    "± is a standard error: for a discard or call, over the deals in which it was tried; for a "
    "card, from how far the likelihoods of the hands may be off. Verdicts on discards and calls "
    "allow for a larger error. Calls are tried against expert, who assumes that what is not called "
    "is not held, unless it is a trio that could have been beaten (piquet help review)"
)
_SHORT = "(± is a standard error. --all: every decision, and how it was judged)"
_DOES = {"discard": "throws", "call": "has", "carte blanche": "has", "lead": "leads",
         "reply": "replies"}  # fmt: skip


def _row(one: "Reviewed") -> tuple[str, ...]:
    trick = f"trick {one.trick}: " if one.trick else ""
    said = f"{trick}{SEATS[one.seat]} {_DOES[one.kind]} {_show(one.kind, one.done)}"
    verdict = one.verdict
    if one.loss is None:
        kept = f"{one.not_counted} points not counted" if one.not_counted else ""
        verdict = "; ".join(part for part in (verdict if one.why_not else "", kept) if part)
    elif one.done not in one.best:
        more = ", …" if len(one.best) > _BEST else ""
        verdict += f"; best {', '.join(_show(one.kind, said) for said in one.best[:_BEST])}{more}"
    return (said, "" if one.loss is None else str(one.loss) if one.lost else "–", verdict)


def _show(kind: str, said: str) -> str:
    # Cards as people read them, and a call in its words.
    is_cards = kind in ("discard", "lead", "reply") and said != "nothing"
    return format_hand_symbols(parse_hand(said, pack=36)) if is_cards else said


def _tell_luck(deal: "DealReview") -> None:
    from piquet_sim.estimates.digits import format_with_error

    rows = [
        (one.says, format_with_error(one.value, one.se) if one.se else f"{one.value:.2f}", one.by)
        for one in deal.terms
    ]
    end = "the result" if deal.stops_after is None else "the result, if both then play perfectly"
    rows.append((end, f"{deal.margin:.2f}", ""))
    title = "Luck and skill: points for elder"
    if deal.record.judge.standing is not None:
        title += "; decisions compared with the best by the settlement"
    print_table(title, ("", "points", "by"), rows)


def _tell_errors(partie: "PartieReview", has_all: bool) -> None:
    rows = [
        (
            one.player,
            one.kind,
            f"{one.decisions}",
            "" if one.errors is None else f"{one.errors}",
            "" if one.lost is None else str(one.lost),
            "" if one.grade is None else str(one.grade),
            f"{one.not_counted or ''}",
            f"{one.not_valued or ''}",
        )
        for one in partie.list_errors()
    ]
    heads = (
        "player", "decisions", "made", "beyond doubt", "lost per deal", "a decision",
        "not counted", "not valued",
    )  # fmt: skip
    unit = "points of the settlement" if partie.is_partie else "points"
    print_table(f"Errors in {len(partie.deals)} deals", heads, rows)
    for name in partie.players:
        print_text(f"{name} lost {partie.lost(name)} {unit} a deal")
    if set(SEATS) & set(partie.players):
        print_text("Elder and younger without a name may be several people.")
    print_text(
        f"{_say_sizes(partie.deals)}{_ERRORS}. For several deals together, it follows from how "
        "much they differ."
        if has_all
        else _SHORT
    )
