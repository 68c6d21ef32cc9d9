"""What a person reads of a review: one deal, or what several cost each player."""

from dataclasses import replace
from typing import TYPE_CHECKING

from piquet_sim.cli.output import print_numbers, print_table, print_text
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import count_of, join_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from piquet_sim.decisions.review.partie import PartieReview
    from piquet_sim.decisions.review.records import Record

_WORST = 5
"""Decisions of the summary."""


def tell_review(partie: "PartieReview", has_all: bool) -> None:
    """Print what each decision lost, and what was luck; of several deals their errors."""
    if len(partie.deals) == 1:
        _tell_deal(partie, 0, has_all)
        return
    from piquet_sim.decisions.meaning import describe_deals

    if has_all:
        for place in range(len(partie.deals)):
            _tell_deal(partie, place, has_all)
            print()
    print_numbers(describe_deals(partie), "Deals")
    print()
    _tell_errors(partie, has_all)


def _tell_deal(partie: "PartieReview", place: int, has_all: bool) -> None:
    from piquet_sim.decisions.meaning import describe_decisions, describe_luck, name_decision

    deal, is_alone = partie.deals[place], len(partie.deals) == 1
    scores, so_far = (
        ("scores", "") if deal.record.scored.stops_after is None else ("has", " so far")
    )
    made = [
        f"{name}{f' ({seat})' * (name != seat)} {scores} {score}{so_far}"
        for name, seat, score in zip(deal.players, SEATS, deal.record.scores, strict=True)
    ]
    print_text(("" if is_alone else f"Deal {place + 1}: ") + ", ".join(made))
    print()
    standing = deal.record.standing
    title = f", by what the seat knew{standing}"
    valued = [one for one in deal.decisions if one.loss is not None]
    said = [replace(one, group="") for one in describe_decisions(partie, place)]
    by_decision = dict(zip(valued, said, strict=True))
    worst = [by_decision[one] for one in deal.list_worst()[:_WORST]]
    if has_all:
        print_numbers(said, f"Decisions{title}")
        kept = []
        for one in (one for one in deal.decisions if one.loss is None):
            points = f"{count_of(one.not_counted, 'points')} not counted" if one.not_counted else ""
            kept.append((name_decision(one), "; ".join(filter(None, (one.why_not, points)))))
        if kept:
            print()
            print_table("", ("not valued", "why"), kept)
    elif worst:
        print_numbers(worst, f"The worst decisions{title}")
    else:
        print_text("No decision lost anything.")
    print()
    print_numbers(
        describe_luck(deal),
        "Luck and skill: points for elder"
        + "; decisions compared with the best by the settlement" * (standing.totals is not None),
        not (has_all or worst),
    )
    print()
    for line in _say_silence(deal.record):
        print_text(line)
    if standing.why_points:
        print_text(f"The score is not used, and points decide: {standing.why_points}.")
    if is_alone:
        found = partie.numbers()
        print_text(f"{found.headline}. {found.look.note}")
        print_text(f"{_ERRORS}." if has_all else _SHORT)


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


_ERRORS = (
    "The interval of a discard or call is over the deals in which it was tried; that of a card is "
    "from how far the likelihoods of the hands may be off. Verdicts on discards and calls allow "
    "for a larger error. Calls are tried against expert, who assumes that what is not called is "
    "not held, unless it is a trio that could have been beaten (piquet help review)"
)
_SHORT = "(--all: every decision, and how it was judged)"


def _tell_errors(partie: "PartieReview", has_all: bool) -> None:
    found = partie.numbers()
    print_text(f"{found.headline}.")
    print_numbers(
        [one for one in found.quantities if one.seat], f"Errors in {len(partie.deals)} deals"
    )
    print()
    rows = [
        (
            one.player,
            one.kind,
            f"{one.decisions}",
            f"{one.errors or 0}",
            f"{one.not_counted or ''}",
            f"{one.not_valued or ''}",
        )
        for one in partie.list_errors()
    ]
    heads = ("player", "decisions", "made", "beyond doubt", "points not counted", "not valued")
    print_table("", heads, rows)
    if set(SEATS) & set(partie.players):
        print_text("Elder and younger without a name may be several people.")
    print_text(
        f"{_ERRORS}. For several deals together, it follows from how much they differ."
        if has_all
        else _SHORT
    )
