"""What should be done: advice on a hand or in a deal begun, reviews of deals that were played."""

from contextlib import ExitStack
from functools import partial
from itertools import chain
from os.path import exists
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.advice_screen import tell_cards, tell_discards, tell_ways
from piquet_sim.cli.app import command
from piquet_sim.cli.options import (
    PLAY_AIMS,
    PRESETS,
    Changes,
    ListAll,
    Load,
    Rules,
    Seat,
    Seed,
    Threads,
    Took,
    Totals,
    deals_option,
    offer,
    offer_names,
    parse_count,
    parse_seconds,
    parse_whole,
    read_rules,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.output import (
    FORMS,
    answer,
    chosen_chart,
    is_for_programs,
    open_text,
    print_numbers,
    print_text,
    show_progress,
    show_work,
)
from piquet_sim.cli.review_screen import tell_review
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.seats import read_seat, turn_pair
from piquet_sim.game.terms import CLASSES, SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from matplotlib.figure import Figure

    from piquet_sim.decisions.kinds.question import Question


def _parse_known(text: str, seat: str) -> bool:
    # Whether the opponent has announced a carte blanche; nothing else is known before a discard.
    from piquet_sim.conditions.expression import read_given
    from piquet_sim.game.seats import other

    opponent = other(seat)
    if text.strip() and read_given(text)[0] == read_given(f"{opponent}.carte_blanche")[0]:
        return True
    raise InputError(
        f"given: {text!r}; before discarding, a player can know of the opponent's hand at most an "
        f"announced carte blanche: --given {opponent}.carte_blanche"
    )


_OF_ALL = {"hand", "seat", "score", "deal", "seed", "threads", "load", *FORMS}
_OF_HANDS = _OF_ALL | {"took", "opponent", "n", "rules", "options"}
_OF_A_HAND = _OF_HANDS | {"has_all", "discards", "seconds", "given"}
_OF_DRAWN = _OF_HANDS - {"hand", "took", "score", "deal"} | {"given", "hands"}
_IN_A_DEAL = {
    "discard": _OF_ALL | {"has_all", "aim", "discards", "opponent", "seconds", "n"},
    "call": _OF_ALL | {"has_all", "aim", "call", "opponent", "n"},
    "card": _OF_ALL | {"has_all", "aim", "trick"},
}
"""Options by what is asked."""
_FILES = (".jsonl", ".json", ".pqn", ".txt")
_TOP, _ROWS = 10, 4
"""Discards that are answered, and that a person reads unless all is asked for."""


@command()
def advise(
    ctx: typer.Context,
    hand: Annotated[
        str | None,
        typer.Argument(
            help="Twelve cards as dealt, or a file with hands, one per line, or with deals begun, "
            "in words or one JSON object per line; - for stdin.",
            metavar="HAND|FILE",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help="elder or younger [default: elder, or who is to decide].", metavar="SEAT",
            autocompletion=offer(SEATS),
        ),
        read_seat,
    ] = None,
    call: Annotated[
        str | None,
        typer.Option(
            help="In a deal: ask what to call in this class, point, sequence or set.",
            metavar="CLASS", autocompletion=offer(CLASSES),
        ),
    ] = None,
    trick: Annotated[
        int | None,
        typer.Option(
            help="In a deal, with --seat: ask which card to play in trick N, 1 to 12.", metavar="N"
        ),
        parse_whole,
    ] = None,
    discards: Annotated[
        list[str] | None,
        typer.Option(
            "--discard", help="Also judge this discard; may be repeated.", metavar="CARDS"
        ),
    ] = None,
    has_all: ListAll = False,
    took: Took = None,
    given: Annotated[
        str | None,
        typer.Option(
            help="What else is known: 'younger.carte_blanche', announced by the opponent; with "
            "--hands a condition on the hand, 'hand.aces == 4'.",
            metavar="EXPRESSION", autocompletion=offer_names("census"),
        ),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option(
            help="Instead of a hand: ask of N hands that meet --given, as 'hand.aces == 4'.",
            metavar="N",
        ),
        partial(parse_whole, least=2, most=100_000),
    ] = None,
    standing: Totals = None,
    aim: Annotated[
        str | None,
        typer.Option(
            help="In a deal: judge by difference or settlement, a card also by own points "
            "[default: settlement if there is a score].",
            metavar="AIM", autocompletion=offer(PLAY_AIMS),
        ),
    ] = None,
    opponent: Annotated[
        str, strategy_option("For a discard or a call: strategy of the opponent.")
    ] = "expert",
    rules: Rules = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="For a discard: stop after this time [default: 3 s, without -n].",
                     metavar="TIME"),
        parse_seconds,
    ] = None,
    n: Annotated[
        int | None,
        deals_option(
            "For a discard: stop after N deals per discard, half to choose and half to judge; "
            "the result is the same on every machine. For a call: number of deals [default: 1_024]."
        ),
        parse_count,
    ] = None,
    seed: Seed = 1,
    threads: Threads = None,
    load: Load = None,
) -> None:  # fmt: skip
    """Rank what can be done with a hand, or in a deal begun, and say why.

    In a deal begun it is what is to be decided next: the discard, the call (while nobody has
    called or played) or the card. --call and --trick ask about an earlier decision, also in a
    finished deal.
    """
    own, (totals, number) = seat or SEATS[0], standing
    limits: dict[str, Any] = {"deals": n, "seconds": seconds, "threads": threads}
    limits["named"] = [parse_hand(one, "discard") for one in discards or ()]
    if hands is not None:
        if hand is not None or given is None:
            raise InputError(
                "--hands goes with --given and without a hand: --given 'hand.aces == 4'"
            )
        refuse_others(ctx, _OF_DRAWN, "has no effect on many hands")
        from piquet_sim.decisions.many_hands import draw_hands

        _answer_hands(draw_hands(given, hands, own, opponent, seed, rules), n, threads, given)
        return
    if hand is None:
        raise InputError(
            "advise: expected a hand, a file with hands or deals begun, or --given with --hands"
        )
    with ExitStack() as opened:
        listed, lines, name = [_read_hand(hand, rules.pack)], iter(()), ""
        if not listed[0]:  # a file that is missing is refused before the engine is loaded
            lines, name = opened.enter_context(open_text(hand))
            listed, lines = _read_hands(lines, rules.pack)
        if listed:
            many = len(listed) > 1
            refuse_others(
                ctx,
                _OF_HANDS if many else _OF_A_HAND,
                f"has no effect on {'many hands' if many else 'a hand'}",
            )
            from piquet_sim.decisions.kinds.question import Question

            has_blanche = given is not None and _parse_known(given, own)
            asked = (own, took, opponent, totals, number, seed, rules, has_blanche)
            questions = [Question(one, *asked) for one in listed]
            if many:
                _answer_hands(questions, n, threads)
            else:
                _answer_discards(questions[0], has_all, **limits)
            return
        kind = None if call is None else call.strip().lower()
        at_score = {"aim": aim, "score": totals, "deal": number, "seed": seed}
        _answer_deals(ctx, lines, name, seat, kind, trick, at_score, opponent, has_all, limits)


def _read_hand(asked: str, pack: int) -> int:
    # 0 for a file.
    try:
        return 0 if asked == "-" else parse_hand(asked, "hand", pack, cards=12)
    except InputError:
        if exists(asked) or asked.endswith(_FILES):
            return 0
        raise


def _read_hands(file: "Iterator[str]", pack: int) -> "tuple[list[int], Iterator[str]]":
    # The hands of a file; of one that does not begin with a hand none, and all its lines.
    written = ((place, line) for place, line in enumerate(file, 1) if line.strip())
    first, line = next(written, (1, ""))
    try:
        parse_hand(line, cards=12)
    except InputError:
        return [], chain(["\n"] * (first - 1), [line], file)
    hands = chain([(first, line)], written)
    return [parse_hand(one, f"line {place}: hand", pack, cards=12) for place, one in hands], file


# ---- Many hands ----------------------------------------------------------------------------------
def _answer_hands(
    questions: "list[Question]", n: int | None, threads: int | None, given: str = ""
) -> None:
    from piquet_sim.decisions.many_hands import DEALS_A_HAND, advise_hands

    advised = advise_hands(questions, n or DEALS_A_HAND, threads, given)
    found = advised.numbers() if given else advised.list_best()

    def tell() -> None:
        print_text(f"{found.headline}.")
        print_numbers(found.quantities, found.about)
        judged = f"judged by {(n or DEALS_A_HAND) // 2:,} deals after as many chose its discard"
        if not given:
            print_text(f"Each hand is {judged}.")
            return
        print_text(
            f"What the best discard makes is a mean over hands, each {judged}. A card is thrown "
            "where the best discard throws it; the error is over hands."
        )

    answer(advised, tell, lambda: found)


# ---- Deals begun ---------------------------------------------------------------------------------
def _answer_deals(
    ctx: typer.Context,
    lines: "Iterator[str]",
    name: str,
    seat: str | None,
    kind: str | None,
    trick: int | None,
    at_score: dict[str, Any],
    opponent: str,
    has_all: bool,
    limits: dict[str, Any],
) -> None:
    from piquet_sim.deals.notation import answer_deals
    from piquet_sim.decisions.kinds.call import DEALS, advise_calls, check_players
    from piquet_sim.decisions.kinds.card import advise_play
    from piquet_sim.decisions.kinds.question import ask_discard
    from piquet_sim.decisions.one_hand import check_asked, read_knowledge
    from piquet_sim.decisions.seen import CALL, DISCARD

    deals, threads = limits["deals"] or DEALS, limits["threads"]
    check_asked(seat, kind, trick=trick, **at_score)
    if kind is not None:
        check_players(deals, "expert", opponent, threads)

    def advise_one(deal: object) -> "Callable[[], None]":
        known = read_knowledge(deal, seat, kind, trick=trick)
        refuse_others(ctx, _IN_A_DEAL[known.kind], f"has no effect on a {known.kind} in a deal")
        if known.kind == DISCARD:
            stake = known.find_stake(*map(at_score.get, ("aim", "score", "deal")))
            question = ask_discard(known, stake, opponent, at_score["seed"])
            return partial(_answer_discards, question, has_all, **limits)
        if known.kind == CALL:
            ways = advise_calls(known, deals=deals, opponent=opponent, threads=threads, **at_score)
            return partial(answer, ways, partial(tell_ways, ways, has_all))
        cards = advise_play(known, **at_score)
        return partial(answer, cards, partial(tell_cards, cards, has_all))

    for place, say_advice in enumerate(answer_deals(lines, advise_one, name)):
        if place and not is_for_programs():
            print()
        say_advice()


# ---- Discards ------------------------------------------------------------------------------------
def _answer_discards(question: "Question", has_all: bool, **limits: Any) -> None:
    from piquet_sim.decisions.kinds.discard import advise as advise_discard

    rows = _TOP if has_all else _ROWS
    with show_work("trying discards in many deals …"):
        advice = advise_discard(question, **limits, shown=_TOP)
    shape: dict[str, Any] = {}
    if is_for_programs():
        shape = advice.as_json()
        shape["candidates"] = [shape["candidates"][place] for place, _ in advice.list_shown(_TOP)]
    answer(shape, lambda: tell_discards(advice, rows, has_all), lambda: advice)


# ---- Deals that were played ----------------------------------------------------------------------
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
    standing: Totals = None,
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
    totals = totals and turn_pair(totals, SEATS.index(seat))
    reached = None
    if aim is not None or totals is not None:
        from piquet_sim.matches.standing import Standing, check_judge

        check_judge(aim, totals, number)
        reached = None if totals is None else Standing(totals, number)

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
        if partie.deals[0].record.scored.stops_after is not None:
            raise InputError("chart: expected a deal that was played to the end")
        from analyses.charts import draw_review

        return draw_review(partie.deals[0])

    answer(partie, lambda: tell_review(partie, has_all), draw=draw)
