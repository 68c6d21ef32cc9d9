"""Commands that count: solve, odds, census."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.app import command
from piquet_sim.cli.options import (
    ATTRIBUTES,
    PLAY_AIMS,
    ListAll,
    Rules,
    Score,
    Seat,
    Took,
    folder_option,
    offer,
    offer_names,
    parse_file,
    parse_whole,
    refuse_others,
)
from piquet_sim.cli.output import (
    FORMS,
    answer,
    answer_each,
    open_text,
    print_numbers,
    print_table,
    print_text,
    show_work,
)
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_lines
from piquet_sim.game.seats import read_seat, turn_pair
from piquet_sim.game.terms import CLASSES, SEATS

if TYPE_CHECKING:
    from piquet_sim.estimates.shown import Numbers
    from piquet_sim.game.rules import RuleSet

_MOST_ROWS, _ROWS_OF_EACH = 15, 3
"""Rows of a table, and of one of three, of which a person reads what comes most often, unless all
is asked for."""


@command()
def solve(
    file: Annotated[
        str,
        typer.Argument(
            help="Endings, one JSON object per line (elder, younger, leads, tricks; table for a "
            "card to be answered); - for stdin."
        ),
    ],
    aim: Annotated[
        str,
        typer.Option(
            help="What both play for: difference (of points), own (points of one player, which "
            "the other keeps down) or settlement.",
            metavar="AIM",
            autocompletion=offer(PLAY_AIMS),
        ),
    ] = "difference",
    score: Score = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help="With --aim own: whose points [default: whose turn it is]. With --score: who you "
            "are [default: elder].",
            metavar="SEAT",
            autocompletion=offer(SEATS),
        ),
        read_seat,
    ] = None,
    rules: Rules = None,
) -> None:
    """Solve endings with both hands visible: the value of the ending and of each card to play.

    With --aim settlement the score is that before what is still to be played in this last deal.
    """
    totals, whose = score, seat
    if score is not None and aim == PLAY_AIMS[2]:
        totals, whose = turn_pair(score, seat == SEATS[1]), None

    with open_text(file) as (lines, name):  # what is missing is refused before the engine is loaded
        from piquet_sim.exact.ending_solutions import solve_ending
        from piquet_sim.exact.ending_wording import explain_solution
        from piquet_sim.exact.endings import EXAMPLE, read_ending
        from piquet_sim.meanings import describe_solution

        wanted = f"one ending per line, as in {EXAMPLE}"
        solved = read_lines(
            lines,
            lambda given: solve_ending(read_ending(given, rules), aim, totals, whose),
            wanted,
            name,
        )
        answer_each(solved, lambda one: print_text(explain_solution(one)), describe_solution)


@command()
def odds(
    ctx: typer.Context,
    hand: Annotated[str | None, typer.Argument(help="Twelve cards as dealt.")] = None,
    seat: Seat = "elder",
    discard: Annotated[
        str | None,
        typer.Option(help="Cards to discard; by default all discards are ranked.", metavar="CARDS"),
    ] = None,
    took: Took = None,
    events: Annotated[
        list[str] | None,
        typer.Option(
            "--event",
            help="With --discard: the odds of this, 'hand.quatorzes > 0 or hand.aces == 3'; may "
            "be repeated (piquet help expressions).",
            metavar="EXPRESSION",
            autocompletion=offer_names("event"),
        ),
    ] = None,
    aim: Annotated[
        str,
        typer.Option(
            help="Rank discards by this: hand.value, 'hand.aces == 4', 'hand.pips >= 49' ...",
            metavar="EXPRESSION",
            autocompletion=offer_names("aim"),
        ),
    ] = "hand.value",
    top: Annotated[
        int,
        typer.Option(help="Number of discards to show.", metavar="N"),
        partial(parse_whole, least=1),
    ] = 10,
    good: Annotated[
        str | None,
        typer.Option(
            help="Instead of a hand: who is good before the exchange in point, sequence, set or "
            "all, by what elder holds.",
            metavar="CLASS",
            autocompletion=offer(CLASSES),
        ),
    ] = None,
    has_all: ListAll = False,
    rules: Rules = None,
) -> None:
    """The exact odds of the draw: for one discard, or for all discards.

    With --good, who is good before the exchange.
    """
    if good is not None:
        if hand is not None:
            raise InputError("odds: give a hand or --good, not both")
        allowed = {"good", "has_all", *FORMS}
        refuse_others(
            ctx, allowed, "cannot be combined with --good, which counts by the usual rules"
        )
        _answer_good(good, has_all)
        return
    if hand is None:
        raise InputError("odds: expected a hand of twelve cards, or --good CLASS")
    held = parse_hand(hand, "hand", rules.pack, cards=12)
    from piquet_sim.conditions.drawn_hands import rank_discards
    from piquet_sim.conditions.expression import read_expression
    from piquet_sim.conditions.names import AIM
    from piquet_sim.exact.draw_odds import ASSUMED, read_countable
    from piquet_sim.meanings import describe_ranking

    held, rules = read_countable(held, rules)

    if discard is not None:
        refuse_others(ctx, {*ctx.params} - {"aim", "top"}, "ranks discards; leave out --discard")
        _answer_discard(events, held, parse_hand(discard, "discard", rules.pack), seat, took, rules)
        return
    if events:
        raise InputError("odds: --event requires --discard")
    read = read_expression(aim, rules, AIM)
    with show_work("counting all draws …"):
        ranked = rank_discards(held, aim, seat, took, rules)
    top = len(ranked) if has_all else top
    found = describe_ranking(ranked, aim, seat, rules, top)

    answer(
        [{**one.as_json(), "aim": read.text, "rate": float(one.rate(aim))} for one in ranked[:top]],
        lambda: _tell(
            found,
            f"{ASSUMED[seat]}. These are odds of the draw alone; piquet advise judges by play",
        ),
        lambda: found,
    )


def _answer_discard(
    events: list[str] | None, held: int, thrown: int, seat: str, took: int | None, rules: "RuleSet"
) -> None:
    from piquet_sim.conditions.drawn_hands import find_event_odds
    from piquet_sim.exact.draw_odds import ASSUMED, find_odds
    from piquet_sim.meanings import describe_draw

    draw = find_odds(held, thrown, seat, took, rules)
    asked = [find_event_odds(held, thrown, one, seat, took, rules) for one in events or ()]
    found, shape = describe_draw(draw, seat, asked), {**draw.as_json(), "assumed": ASSUMED[seat]}
    shape |= {"asked": [one.as_json() for one in asked]} if asked else {}
    answer(shape, lambda: _tell(found, ASSUMED[seat]), lambda: found)


def _tell(found: "Numbers", assumed: str) -> None:
    print_numbers(found.quantities, found.about)
    print_text(f"Assumed: {assumed}.")


def _answer_good(kind: str, has_all: bool) -> None:
    from piquet_sim.exact.who_is_good import compare_class, precedence_table
    from piquet_sim.meanings import describe_precedence

    is_all = kind.strip().lower() == "all"
    kinds = CLASSES if is_all else (compare_class(kind).kind,)
    tables = {one: precedence_table(one) for one in kinds}
    shape = {one: json.loads(table.to_json(orient="records")) for one, table in tables.items()}

    def tell() -> None:
        most = None if has_all else _ROWS_OF_EACH if is_all else _MOST_ROWS
        for place, (one, table) in enumerate(tables.items()):
            print("\n" * (place > 0), end="")
            shown = table if most is None else table.nlargest(most, "of").sort_index()
            found = describe_precedence({one: shown})
            print_numbers(found.quantities, found.about)
            if len(shown) < len(table):
                print(f"(the {len(shown)} most frequent of {len(table)}; --all lists all)")

    answer(shape if is_all else shape[kinds[0]], tell, lambda: describe_precedence(tables))


@command()
def census(
    attributes: Annotated[
        list[str] | None,
        typer.Argument(
            help="What to count; by default everything, in short.",
            metavar="ATTRIBUTE",
            autocompletion=offer(ATTRIBUTES),
        ),
    ] = None,
    given: Annotated[
        str | None,
        typer.Option(
            help="Instead of attributes: how many hands meet this, as in 'hand.aces == 3 and "
            "hand.voids > 0'.",
            metavar="EXPRESSION",
            autocompletion=offer_names("census"),
        ),
    ] = None,
    has_all: ListAll = False,
    rules: Rules = None,
    out: Annotated[
        Path | None, folder_option("Also write the table and the chart to this folder."), parse_file
    ] = None,
) -> None:
    """Count all hands of twelve cards exactly, by what they hold."""
    if given is not None:
        if attributes or out is not None:
            raise InputError("census: --given counts by itself; leave out attributes and --out")
        from analyses.sentences import one_in
        from piquet_sim.conditions.drawn_hands import count_hands_meeting
        from piquet_sim.meanings import describe_hands

        met = count_hands_meeting(given, rules)
        share = float(met.probability)
        answer(
            met.as_json(),
            lambda: print_text(
                f"{met.hands:,} of {met.of:,} hands meet {met.condition}: {share:.4%}, "
                f"{one_in(share)}."
            ),
            lambda: describe_hands(met, rules),
        )
        return
    from analyses.studies.census import count_attributes
    from piquet_sim.exact import census as counting
    from piquet_sim.meanings import describe_census

    names = [counting.find_attribute(name).name for name in attributes or []]
    with show_work("counting all hands …"):
        counted = counting.count_all(rules, names)
    home = None if out is None else count_attributes(names, rules).write(out)
    found = describe_census(counted, rules)
    shown = {
        "hands": counting.count_hands(rules.pack),
        "counts": {
            name: {counting.label_value(name, value): hands for value, hands in values.items()}
            for name, values in counted.items()
        },
    }
    is_whole = has_all or bool(names or home)
    answer(shown, lambda: _tell_counts(found, *shown.values(), home, is_whole), lambda: found)


_IN_SHORT = 6
"""Values of an attribute that are said in short."""


def _tell_counts(
    found: "Numbers",
    hands: int,
    counts: dict[str, dict[str, int]],
    home: Path | None,
    is_whole: bool,
) -> None:
    if not is_whole:
        rows = []
        for name, values in counts.items():
            most = sorted(values, key=values.get, reverse=True)[:_IN_SHORT]
            said = [f"{one} {values[one] / hands:.2%}" for one in values if one in most]
            more = ", …" if len(values) > _IN_SHORT else ""
            rows.append((name.replace("_", " "), ", ".join(said) + more))
        print_table(f"{hands:,} hands, all counted", ("attribute", "most frequent values"), rows)
        print_text("(piquet census ATTRIBUTE lists all its values, --all those of every attribute)")
        return
    print_numbers(found.quantities, found.about)
    if home is not None:
        print(f"({home})")
