"""Commands that count: solve, odds, census."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import (
    complete_aim,
    complete_attribute,
    complete_class,
    complete_play_aim,
    complete_seat,
)
from piquet_sim.cli.forms import answer, answering, is_for_programs
from piquet_sim.cli.options import (
    Options,
    Rules,
    Seat,
    ToFolder,
    Took,
    Top,
    parse_standing,
    parse_whole,
    read_rules,
)
from piquet_sim.cli.screen import (
    find_width,
    name_file,
    open_text,
    print_table,
    print_text,
    say_if_slow,
)
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from piquet_sim.conditions.drawn_hands import EventOdds
    from piquet_sim.exact.draw_odds import DrawOdds
    from piquet_sim.game.rules import RuleSet


@app.command()
@answering
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
            autocompletion=complete_play_aim,
        ),
    ] = "difference",
    score: Annotated[
        str | None,
        typer.Option(
            help="With --aim settlement: totals before what is still to be played in this last "
            "deal, elder's first: 93-120.",
            metavar="A-B",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help="With --aim own: whose points, elder or younger [default: whose turn it is].",
            metavar="SEAT",
            autocompletion=complete_seat,
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Explain in words instead of JSON.")
    ] = False,
    rules: Rules = "rubicon",
    options: Options = None,
) -> None:
    """Solve endings with both hands visible: the value of the ending and of each card to play."""
    if explain and is_for_programs():
        raise InputError("solve: --explain prints words, --json numbers; give only one of them")
    totals, _ = parse_standing(score, None)
    whose = None if seat is None else seat.strip().lower()
    with open_text(file) as lines:
        chosen = read_rules(rules, options)
        from piquet_sim.exact.ending_solutions import check_aim, solve_ending
        from piquet_sim.exact.ending_wording import explain_solution
        from piquet_sim.exact.endings import EXAMPLE, read_ending
        from piquet_sim.game.files import read_lines

        check_aim(aim, totals, whose)
        wanted = f"one ending per line, as in {EXAMPLE}"
        solutions = read_lines(
            lines,
            lambda given: solve_ending(read_ending(given, chosen), aim, totals, whose),
            wanted,
            name_file(file),
        )
        for solution in solutions:
            if explain:
                print_text(explain_solution(solution))
            else:
                answer(solution)


@app.command()
@answering
def odds(
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
            help="With --discard: the odds of this, in words: 'a quatorze or a point of 6'; "
            "may be repeated.",
            metavar="EVENT",
        ),
    ] = None,
    aim: Annotated[
        str,
        typer.Option(
            help="Rank discards by this: value, point>=6, quatorze:A ...",
            autocompletion=complete_aim,
        ),
    ] = "value",
    top: Top = "10",
    good: Annotated[
        str | None,
        typer.Option(
            help="Instead of a hand: who is good before the exchange in point, sequence, set or "
            "all, by what elder holds.",
            metavar="CLASS",
            autocompletion=complete_class,
        ),
    ] = None,
    named: Annotated[
        str | None, typer.Option(help="Instead of a hand: number of cards wanted.", metavar="N")
    ] = None,
    at_least: Annotated[
        str, typer.Option(help="With --named: how many of them must come.", metavar="N")
    ] = "1",
    draw: Annotated[
        str, typer.Option(help="With --named: number of cards drawn.", metavar="N")
    ] = "5",
    unseen: Annotated[
        str, typer.Option(help="With --named: number of cards to draw from.", metavar="N")
    ] = "20",
    rules: Rules = "rubicon",
    options: Options = None,
) -> None:
    """The exact odds of the draw: for one discard, for all discards, or for cards wanted.

    With --good, who is good before the exchange.
    """
    if named is not None or good is not None:
        other = "--named" if good is None else "--good"
        if hand is not None:
            raise InputError(f"odds: give a hand or {other}, not both")
        for name, value, default in (
            ("--seat", seat, "elder"), ("--discard", discard, None), ("--took", took, None),
            ("--aim", aim, "value"), ("--top", top, "10"), ("--event", events, None),
        ):  # fmt: skip
            if value != default:
                raise InputError(
                    f"odds: {name} requires a hand and cannot be combined with {other}"
                )
    if good is not None:
        if (named, at_least, draw, unseen) != (None, "1", "5", "20"):
            raise InputError("odds: --good cannot be combined with --named and its options")
        if (rules, options) != ("rubicon", None):
            raise InputError("odds: --good counts by the usual rules; leave out --rules and --set")
        _answer_good(good)
        return
    if named is not None:
        numbers = (("named", named), ("at-least", at_least), ("draw", draw), ("unseen", unseen))
        _tell_named(*(parse_whole(text, name) for name, text in numbers))
        return
    if hand is None:
        raise InputError("odds: expected a hand of twelve cards, --named N or --good CLASS")
    from piquet_sim.game.cards import parse_hand

    chosen = read_rules(rules, options)
    held = parse_hand(hand, "hand", chosen.pack, cards=12)
    elder_took = parse_whole(took, "took")
    from piquet_sim.exact.draw_odds import ASSUMED, find_aim, rank_discards

    if discard is not None:
        thrown = parse_hand(discard, "discard", chosen.pack)
        _answer_discard(events, held, thrown, seat, elder_took, chosen)
        return
    if events:
        raise InputError("odds: --event requires --discard")
    aim = find_aim(aim)
    shown = parse_whole(top, "top", 1)
    with say_if_slow("piquet: counting all draws …"):
        ranked = rank_discards(held, aim, seat, elder_took, chosen)
    answer(
        [{**one.as_json(), "aim": aim} for one in ranked[:shown]],
        lambda: _tell_ranking(ranked, shown, aim, ASSUMED[seat]),
    )


def _answer_discard(
    events: list[str] | None, held: int, thrown: int, seat: str, took: int | None, rules: "RuleSet"
) -> None:
    from piquet_sim.exact.draw_odds import ASSUMED, find_odds

    found = find_odds(held, thrown, seat, took, rules)
    told = {**found.as_json(), "assumed": ASSUMED[seat]}
    if not events:
        answer(told, lambda: _tell_odds(found, ASSUMED[seat]))
        return
    from piquet_sim.conditions.drawn_hands import find_event_odds

    asked = [find_event_odds(held, thrown, one, seat, took, rules) for one in events]
    told["asked"] = [one.as_json() for one in asked]
    answer(told, lambda: _tell_events(found, asked, ASSUMED[seat]))


def _tell_named(named: int, at_least: int, drawn: int, unseen: int) -> None:
    from piquet_sim.exact.odds import named_odds, say_odds

    chance = named_odds(named, at_least, drawn, unseen)
    found = {
        "named": named, "at_least": at_least, "draw": drawn, "unseen": unseen,
        "numerator": chance.numerator, "denominator": chance.denominator,
        "probability": float(chance), "odds": say_odds(chance),
    }  # fmt: skip
    answer(found, lambda: print_text(
        f"At least {at_least} of {named} wanted cards when drawing {drawn} of {unseen} unseen: "
        f"{chance.numerator:,}/{chance.denominator:,} = {float(chance):.4%}, {say_odds(chance)}"
    ))  # fmt: skip


def _tell_odds(found: "DrawOdds", assumed: str) -> None:
    from piquet_sim.exact.odds import say_odds
    from piquet_sim.game.cards import format_hand_symbols

    rows = []
    for name, number in found.events.items():
        chance = found.rate(name)
        rows.append((name, f"{number:,}", f"{float(chance):.4%}", say_odds(chance)))
    title = f"after discarding {format_hand_symbols(found.discard)}: {found.draws:,} draws"
    print_table(title, ("event", "favourable", "", "odds"), rows)
    mean = found.value_mean
    print_text(
        f"If all is good the hand counts {float(mean):.4f} points on average "
        f"({mean.numerator:,}/{mean.denominator:,})."
    )
    print_text(f"Assumed: {assumed}.")


def _tell_events(found: "DrawOdds", asked: "list[EventOdds]", assumed: str) -> None:
    from piquet_sim.exact.odds import say_odds
    from piquet_sim.game.cards import format_hand_symbols

    rows = [
        (one.event, f"{one.favourable:,}", f"{float(one.probability):.4%}",
         say_odds(one.probability), one.reading)
        for one in asked
    ]  # fmt: skip
    title = f"after discarding {format_hand_symbols(found.discard)}: {found.draws:,} draws"
    print_table(title, ("event", "favourable", "", "odds", "read as"), rows)
    print_text(f"Assumed: {assumed}.")


def _tell_ranking(ranked: "list[DrawOdds]", shown: int, aim: str, assumed: str) -> None:
    from piquet_sim.exact.draw_odds import VALUE
    from piquet_sim.exact.odds import say_odds
    from piquet_sim.game.cards import format_hand_symbols

    rows = []
    for place, found in enumerate(ranked[:shown], start=1):
        rate = found.rate(aim)
        fraction = f"{rate.numerator:,}/{rate.denominator:,}"
        number = f"{float(rate):.4f}" if aim == VALUE else f"{float(rate):.4%}"
        words = "points on average if all is good" if aim == VALUE else say_odds(rate)
        rows.append((str(place), format_hand_symbols(found.discard), number, fraction, words))
    title = f"the best of {len(ranked):,} discards for {aim}"
    print_table(title, ("", "discard", aim, "exactly", ""), rows)
    print_text(f"Assumed: {assumed}.")


def _answer_good(kind: str) -> None:
    from piquet_sim.exact.who_is_good import compare_class, precedence_table
    from piquet_sim.game.terms import CLASSES

    is_all = kind.strip().lower() == "all"
    kinds = CLASSES if is_all else (compare_class(kind).kind,)
    tables = {one: precedence_table(one) for one in kinds}
    found = {one: json.loads(table.to_json(orient="records")) for one, table in tables.items()}
    answer(found if is_all else found[kinds[0]], lambda: _tell_good(tables))


def _tell_good(tables: "dict[str, pd.DataFrame]") -> None:
    for one, table in tables.items():
        rows = [
            (row.elder_holds, f"{row.good * 100:.4f}", f"{row.equal_probability * 100:.4f}",
             f"{row.not_good * 100:.4f}", f"{row.elder:,}", f"{row.of:,}", "")
            for row in table.itertuples()
        ]  # fmt: skip
        heads = ("elder holds", "good %", "equal %", "not good %", "deals good", "of deals", "")
        print_table(f"Elder's {one} before the exchange, exactly", heads, rows)
        print_text(_say_ties(one))
        print()


_MOST_TIES = 3


def _say_ties(kind: str) -> str:
    # How often both hold the same, and what it is most often.
    from piquet_sim.deals.narration import say_call
    from piquet_sim.exact.who_is_good import compare_class
    from piquet_sim.game.wording import join_words
    from piquet_sim.sentences import one_in

    compared = compare_class(kind)
    counts = compared.count()
    equal = counts["equal"]
    if not equal:
        return f"Two hands never hold the same {kind}."
    ties = sorted(
        ((compared.count(call)["equal"], call) for call in compared.held if call), reverse=True
    )
    most = [
        f"{say_call(kind, call)} ({deals / equal:.1%} of these)"
        for deals, call in ties[:_MOST_TIES]
    ]
    neither = ""
    if counts["none"]:
        neither = f"; neither holds any in {counts['none'] / compared.of:.4%}"
    return (
        f"Equal in {equal:,} of {compared.of:,} deals, {one_in(equal / compared.of)}; most often "
        f"{join_words(most)}{neither}."
    )


@app.command()
@answering
def census(
    attributes: Annotated[
        list[str] | None,
        typer.Argument(
            help="What to count; by default everything.",
            metavar="ATTRIBUTE",
            autocompletion=complete_attribute,
        ),
    ] = None,
    jointly: Annotated[
        bool, typer.Option("--jointly", help="One joint table of two attributes.")
    ] = False,
    given: Annotated[
        str | None,
        typer.Option(
            help="Instead of attributes: how many hands meet this, as in '3 aces and a void'.",
            metavar="CONDITION",
        ),
    ] = None,
    rules: Rules = "rubicon",
    options: Options = None,
    out: ToFolder = None,
) -> None:
    """Count all hands of twelve cards exactly, by what they hold."""
    if given is not None:
        if attributes or jointly or out is not None:
            raise InputError("census: --given counts by itself; leave out attributes and --out")
        _answer_condition(given, read_rules(rules, options))
        return
    from analyses.studies.census import count_attributes, count_jointly
    from piquet_sim.exact.census import (
        ATTRIBUTES,
        count_hands,
        count_kinds_of_hands,
        find_attribute,
    )

    chosen = read_rules(rules, options)
    names = [find_attribute(name).name for name in attributes or []]
    if jointly and len(names) != 2:
        raise InputError(
            f"census: --jointly requires two attributes, got {len(names)}; choose from "
            f"{', '.join(ATTRIBUTES)}"
        )
    with say_if_slow("piquet: counting all hands …"):
        if jointly:
            analysis = count_jointly(*names, chosen)
        else:
            analysis = count_attributes(names, chosen)
    home = None if out is None else analysis.write(out)
    hands, kinds = count_hands(chosen.pack), count_kinds_of_hands(chosen.pack)
    if jointly:
        wide = analysis.table.set_index(names[0])
        answer(
            {"hands": hands, "joint": names, "counts": wide.to_dict(orient="index")},
            lambda: _tell_jointly(wide, hands, names, home),
        )
        return
    counts: dict[str, dict[str, int]] = {}
    for row in analysis.table.itertuples():
        counts.setdefault(row.attribute, {})[row.label] = row.hands
    answer(
        {"hands": hands, "hands_but_for_names_of_suits": kinds, "counts": counts},
        lambda: _tell_counts(analysis.table, hands, kinds, home),
    )


def _answer_condition(given: str, rules: "RuleSet") -> None:
    from piquet_sim.conditions.drawn_hands import count_hands_meeting
    from piquet_sim.sentences import one_in

    found = count_hands_meeting(given, rules)
    share = float(found.probability)
    answer(found.as_json(), lambda: print_text(
        f"{found.hands:,} of {found.of:,} hands meet it: {share:.4%}, {one_in(share)} (read as: "
        f"{found.reading})."
    ))  # fmt: skip


def _tell_jointly(wide: "pd.DataFrame", hands: int, names: list[str], home: Path | None) -> None:
    table = wide.T.rename_axis(names[1]) if wide.shape[1] > wide.shape[0] else wide
    print_text(f"{hands:,} hands: {table.index.name} down, "
          f"{names[0] if table.index.name == names[1] else names[1]} across")  # fmt: skip
    print(table.to_string(float_format="{:,.0f}".format, line_width=find_width()))
    if home is not None:
        print(f"({home})")


def _tell_counts(table: "pd.DataFrame", hands: int, kinds: int, home: Path | None) -> None:
    from piquet_sim.sentences import one_in

    rows = [
        (row.attribute.replace("_", " "), row.label, f"{row.hands:,}",
         f"{row.probability:.4%}", one_in(row.probability))
        for row in table.itertuples()
    ]  # fmt: skip
    heads = ("attribute", "value", "hands", "share", "")
    print_table(f"{hands:,} hands, all counts exact", heads, rows)
    print_text(f"Hands that differ by more than the names of their suits: {kinds:,}.")
    if home is not None:
        print(f"({home})")
