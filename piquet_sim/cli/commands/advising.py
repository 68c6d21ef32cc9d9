"""The command that advises: on a hand, or on what is to be decided next in a deal begun."""

from contextlib import ExitStack
from functools import partial
from itertools import chain
from os.path import isfile
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.app import app
from piquet_sim.cli.options import (
    PLAY_AIMS,
    ListAll,
    Load,
    Rules,
    Seed,
    Standing,
    Threads,
    Took,
    deals_option,
    offer,
    offer_names,
    parse_count,
    parse_positive,
    parse_seconds,
    parse_whole,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.output import (
    FORMS,
    Row,
    answer,
    find_width,
    is_for_programs,
    open_text,
    print_numbers,
    print_table,
    print_text,
    watch_screen,
)
from piquet_sim.game.cards import format_hand_symbols, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.seats import read_seat
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import join_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from piquet_sim.decisions.judge import Loss
    from piquet_sim.decisions.kinds.call import CallAdvice
    from piquet_sim.decisions.kinds.card import PlayAdvice
    from piquet_sim.decisions.kinds.discard import Advice, Advised
    from piquet_sim.decisions.kinds.question import Question
    from piquet_sim.estimates.quantity import Quantity
    from piquet_sim.estimates.shown import Numbers


def _parse_known(text: str, seat: str) -> bool:
    # Whether the opponent has announced a carte blanche; nothing else is known before a discard.
    from piquet_sim.conditions.expression import read_given
    from piquet_sim.game.seats import other

    opponent = other(seat)
    if "hand." in text:
        raise InputError(f"given: {text!r} asks of hands; give --hands N in place of a hand")
    if read_given(text)[0] == read_given(f"{opponent}.carte_blanche")[0]:
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
_TOP, _ROWS, _REASONS = 10, 4, 3
"""Discards that are answered, and rows and reasons that a person reads unless all is asked for."""


@app.command()
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
        parse_positive,
    ] = None,
    standing: Standing = None,
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
            "the result is the same on every machine. For a call: number of deals [default: 1_000]."
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
        listed, lines = [_read_hand(hand)], iter(())
        if not listed[0]:  # a file that is missing is refused before the engine is loaded
            listed, lines = _read_hands(opened.enter_context(open_text(hand)), rules.pack)
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
        kind, name = None if call is None else call.strip().lower(), "" if hand == "-" else hand
        at_score = {"aim": aim, "score": totals, "deal": number, "seed": seed}
        _answer_deals(ctx, lines, name, seat, kind, trick, at_score, opponent, has_all, limits)


def _read_hand(asked: str) -> int:
    # 0 for a file.
    try:
        return 0 if asked == "-" else parse_hand(asked, "hand", 32, cards=12)
    except InputError:
        if isfile(asked) or asked.endswith(_FILES):
            return 0
        raise


def _read_hands(file: "Iterator[str]", pack: int) -> "tuple[list[int], Iterator[str]]":
    # The hands of a file; of one that does not begin with a hand none, and all its lines.
    lines: list[tuple[int, str]] = []
    for place, line in enumerate(file, 1):
        lines.append((place, line))
        if line.strip():
            break
    try:
        parse_hand(lines[-1][1] if lines else "", cards=12)
    except InputError:
        return [], chain((line for _, line in lines), file)
    rest = enumerate(file, lines[-1][0] + 1)
    read = ((f"line {place}: hand", line) for place, line in chain(lines, rest) if line.strip())
    return [parse_hand(line, where, pack, cards=12) for where, line in read], file


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
    from piquet_sim.decisions.kinds.call import DEALS, CallAdvice, advise_calls, check_players
    from piquet_sim.decisions.kinds.card import PlayAdvice, advise_play
    from piquet_sim.decisions.kinds.question import ask_discard
    from piquet_sim.decisions.one_hand import check_asked, read_knowledge
    from piquet_sim.decisions.seen import CALL, DISCARD

    deals, threads = limits["deals"] or DEALS, limits["threads"]
    check_asked(seat, kind, trick=trick, **at_score)
    if kind is not None:
        check_players(deals, "expert", opponent, threads)

    def advise_one(deal: object) -> "Question | CallAdvice | PlayAdvice":
        known = read_knowledge(deal, seat, kind, trick=trick)
        refuse_others(ctx, _IN_A_DEAL[known.kind], f"has no effect on a {known.kind} in a deal")
        if known.kind == DISCARD:
            stake = known.find_stake(*map(at_score.get, ("aim", "score", "deal")))
            return ask_discard(known, stake, opponent, at_score["seed"])
        if known.kind == CALL:
            return advise_calls(known, deals=deals, opponent=opponent, threads=threads, **at_score)
        return advise_play(known, **at_score)

    for place, advice in enumerate(answer_deals(lines, advise_one, name)):
        if place and not is_for_programs():
            print()
        if isinstance(advice, PlayAdvice):
            answer(advice, partial(_tell_cards, advice, has_all))
        elif isinstance(advice, CallAdvice):
            _answer_call(advice, kind is not None, has_all)
        else:
            _answer_discards(advice, has_all, **limits)


# ---- Discards ------------------------------------------------------------------------------------
def _answer_discards(question: "Question", has_all: bool, **limits: Any) -> None:
    from piquet_sim.decisions.kinds.discard import watch_advice

    rows = _TOP if has_all else _ROWS
    with watch_screen() as show:
        for advice in watch_advice(question, **limits, shown=_TOP):
            if show is not None:
                show(*_choose(advice, rows))
    shape = advice.as_json()
    shape["candidates"] = [shape["candidates"][place] for place, _ in advice.list_shown(_TOP)]
    answer(shape, lambda: _tell_discards(advice, rows, has_all), lambda: advice)


def _choose(advice: "Advice", most: int) -> "tuple[list[Quantity], str]":
    # The numbers of the discards that are shown, and what they are.
    found = advice.numbers()
    keys = [f"{key}{place}" for place, _ in advice.list_shown(most) for key in ("d", "behind ")]
    return [found[key] for key in keys if key in found], f"{found.look.says}; {found.about}"


def _tell_discards(advice: "Advice", shown: int, has_all: bool) -> None:
    from piquet_sim.decisions.meaning import describe_reasons

    print_text(f"{advice.numbers().headline}.")
    print_numbers(*_choose(advice, shown))
    for _, one in advice.list_shown(shown):
        if one.same:
            others = " or ".join(map(format_hand_symbols, one.same))
            print_text(
                f"{format_hand_symbols(one.discard)}: or {others}, equal up to renaming suits"
            )
    print_text(advice.say_how(shown))
    best, listed = advice.candidates[0], advice.list_shown(0)
    if has_all:
        _print_beside(advice, [place for place, _ in sorted(
            enumerate(advice.candidates), key=lambda one: (one[0] > 0, not one[1].is_named)
        )])  # fmt: skip
    for place, other in [one for one in listed if one[0]] or list(enumerate(advice.candidates))[
        1:2
    ]:
        gap = f"{format_hand_symbols(best.discard)} less {format_hand_symbols(other.discard)}"
        said = advice.say_verdict(place).replace("worse", "better")
        reasons = describe_reasons(advice, place)[: None if has_all else _REASONS]
        if reasons:
            print()
            print_numbers(reasons, f"{gap}, {said}, part by part", False)
        else:
            print_text(f"{gap}: {said}; no part of the difference is beyond its error")
    if has_all:
        question = advice.question.describe()
        known = "has announced a carte blanche, " * advice.question.opponent_blanche
        print_text(
            f"{question['rules']}: the opponent {known}exchanges as {question['strategy']}; both "
            "call everything and play perfectly, seeing all cards"
        )
    else:
        print_text("(--all: ten discards, their points by part, and how their deals end)")
    if advice.trials.is_made_to_take:
        question = advice.question.describe()
        print_text(
            f"elder was made to take {question['took']}: {question['strategy']} would do "
            "so with none of the hands that elder can have been dealt. The values may be off by "
            "several points more than the intervals say"
        )


_BESIDE, _WIDEST = 3, 18
"""Discards that are set beside each other, and cells of each."""


def _print_beside(advice: "Advice", places: list[int]) -> None:
    # The points of each, part by part: the best, those asked about, and those that come next.
    from piquet_sim.decisions.meaning import describe_parts

    room = max(2, min(_BESIDE, (find_width() - 24) // _WIDEST))
    shown = [advice.candidates[place] for place in places[:room]]
    print()
    print_numbers(describe_parts(advice, places[:room]))
    cards = [format_hand_symbols(one.discard) for one in shown]
    rows = [
        ("worst tenth: at most", *(f"{one.find_tenths()[0]:+}" for one in shown)),
        ("best tenth: at least", *(f"{one.find_tenths()[1]:+}" for one in shown)),
        *_draw_histograms(shown),
        ("chance of being the best", *(_say_chance(one.chance_best) for one in shown)),
    ]
    print()
    print_table("", ("points of a deal", *cards), rows)


def _say_chance(chance: float) -> str:
    # The chance is estimated by random draws, as if the means were normal.
    if chance < 0.01:
        return "under 1%"
    return "over 99%" if chance > 0.99 else f"{chance:.0%}"


_FROM, _TO, _CLASS = -60, 80, 20
_BAR = 8


def _draw_histograms(shown: "list[Advised]") -> list[Row]:
    # The share of deals in classes of twenty points, as bars: those beyond are in the outer ones.
    import numpy as np

    from piquet_sim.running.distribution import draw_bar

    edges = range(_FROM, _TO + 1, _CLASS)
    bins = -np.inf, *edges, np.inf
    counted = [np.histogram(one.ends, bins)[0].tolist() for one in shown]
    most = max(max(one) for one in counted)
    between = [f"{edge:+} to {edge + _CLASS - 1:+}" for edge in edges[:-1]]
    names = [f"below {_FROM:+}", *between, f"{_TO:+} and more"]
    return [
        (
            name,
            *(
                f"{draw_bar(one[row], most, _BAR):<{_BAR}}{one[row] / sum(one):>4.0%}"
                for one in counted
            ),
        )
        for row, name in enumerate(names)
    ]


_UNUSED = ", by points (the score is not used)"


# ---- Calls ---------------------------------------------------------------------------------------
def _answer_call(advice: "CallAdvice", has_made: bool, has_all: bool) -> None:
    loss = _judge_made(advice) if has_made else None
    shape = advice.as_json()
    if loss is not None:
        shape["made"] = {
            "call": name_call(advice, advice.question.made),
            "best": [name_call(advice, one) for one in loss.best],
            "lost": loss.estimate.as_json(),
            "verdict": loss.verdict,
            "deals": advice.deals,
        }
    answer(shape, lambda: _tell_ways(advice, loss, has_all), lambda: advice)


def _judge_made(advice: "CallAdvice") -> "Loss | None":
    # What the call of a record loses, as a review has it.
    from piquet_sim.decisions.kinds.call import LEAST_DEALS, judge_call

    made = advice.question.made
    is_held = advice.question.best[advice.question.place]
    if made is None or not is_held or advice.deals < LEAST_DEALS:
        return None
    table = advice.trials
    return judge_call(advice.question, table.drawn, table.stake, made, table.threads)


def _tell_ways(advice: "CallAdvice", loss: "Loss | None", has_all: bool) -> None:
    question, everything, table = advice.question, advice.ways[0], advice.trials
    who, other, stake = SEATS[question.seat], SEATS[1 - question.seat], table.stake
    found = advice.numbers()
    print_text(f"{found.headline}.")
    title = f"{found.about}: {found.look.says}"
    print_numbers(_leave_out_chances(found, has_all), title + _UNUSED * bool(stake.why_points))
    if stake.why_points:
        print_text(f"The score is not used, and points decide: {stake.why_points}.")
    if loss is not None:
        print_text(_say_made(advice, loss, who))
    if question.silent_on:
        print_text(say_silence(other, question.silent_on))
    if not has_all:
        print_text("(--all: what each makes how often, and how the deals are played)")
        return
    good = [
        f"the {kind} in {everything.shares[kind].value:.0%}"
        for kind in CLASSES
        if kind in everything.shares
    ]
    print_text(f"With everything called, these are good: {join_words(good)} of deals.")
    if advice.candidates is not None:
        hands, fitting = advice.candidates
        print_text(
            f"Of the {hands:,} hands that {other} may hold, given the cards that {who} has seen, "
            f"{fitting:,} agree{'s' if fitting == 1 else ''} with the calls and answers so far."
        )
    print_text(
        f"{advice.deals:,} deals that agree with what {who} knows, the same for each way; "
        f"{other} exchanges as {advice.opponent}. Then {who} plays as {advice.strategy}, {other} "
        f"as {advice.opponent}, who assumes that a sequence or set that is not called is not "
        "held, unless it is a trio that could have been beaten. Chances are those of the whole "
        "deal."
    )


def _leave_out_chances(found: "Numbers", has_all: bool) -> "list[Quantity]":
    from piquet_sim.estimates.quantity import PERCENT

    return [one for one in found.quantities if has_all or one.unit != PERCENT]


def say_silence(other: str, kinds: tuple[str, ...]) -> str:
    """That what was not called is assumed not to be held."""
    return (
        f"{other.capitalize()} called no {join_words(kinds, 'or')}: this is taken to mean that "
        f"{other} holds nothing better than what was called. If something was sunk, these figures "
        "are wrong."
    )


def name_call(advice: "CallAdvice", call: int | None) -> str:
    """A call in the class that is asked about, in words."""
    from piquet_sim.deals.narration import say_call

    question = advice.question
    kind = CLASSES[question.place]
    return f"the {say_call(kind, call, question.rules.pack)}" if call else f"no {kind}"


def _say_made(advice: "CallAdvice", loss: "Loss", who: str) -> str:
    made = f"In this deal {who} called {name_call(advice, advice.question.made)}"
    if advice.question.made in loss.best:
        return f"{made}: {loss.verdict}, as in a review."
    from piquet_sim.decisions.meaning import describe_loss, find_unit
    from piquet_sim.estimates.quantity import say_range

    best = name_call(advice, loss.best[0])
    lost = describe_loss(loss, find_unit(advice.trials.stake.score))
    return f"{made} and lost {say_range(lost)} to the best, {best}: {loss.verdict}, as in a review."


# ---- Cards ---------------------------------------------------------------------------------------
_AIMS = {"difference": "the difference", "own": "own points", "settlement": "the settlement"}


def _tell_cards(advice: "PlayAdvice", has_all: bool) -> None:
    view, stake, found = advice.view, advice.stake, advice.numbers()
    title = f"{found.about}: points at the end of the deal"
    if stake.aim != "difference":
        title += f", by {_AIMS[stake.aim]}"
    shown = _leave_out_chances(found, has_all)
    print_numbers(shown, title + _UNUSED * bool(stake.why_points))
    _tell_hands(advice)
    if view.silent_on:
        print_text(say_silence(SEATS[1 - view.seat], view.silent_on))
    _tell_aims(advice)
    if stake.why_points:
        print_text(f"The score is not used, and points decide: {stake.why_points}.")
    if not has_all:
        print_text("(--all: how often each is best and makes what, and what is assumed)")
        return
    print_text(
        "Means over all hands, no sampling; the likelihood of each hand comes from a model. "
        "The interval is that of each likelihood off by its own size. Against each hand both play "
        "on perfectly for the difference, seeing all cards; chances are those of the whole deal "
        "(piquet help advice)"
    )


def _tell_hands(advice: "PlayAdvice") -> None:
    from piquet_sim.game.cards import name_card

    other = SEATS[1 - advice.view.seat].capitalize()
    number = len(advice.hands)
    hands = "hand" if number == 1 else "hands"
    why = "that fit the calls"
    if not advice.calls_all:
        why = "that hold what was called, as a player who calls everything can hold none"
    if number == 1:
        why = why.replace("that fit", "that fits").replace("that hold", "that holds")
    of = "that hold the cards known to be held" if advice.view.hidden.holds else "without the calls"
    print_text(f"{other} can hold {number:,} {hands} {why}, of {advice.ways:,} {of}.")
    counted = advice.count_holding()
    certain = [card for card, held in counted.items() if held == number]
    never = [card for card, held in counted.items() if held == 0]
    open_still = [card for card in counted if card not in certain and card not in never]
    if open_still:
        open_still.sort(key=advice.chance_of, reverse=True)
        first, *others = (
            f"{counted[card]:,} ({advice.chance_of(card):.0%})" for card in open_still
        )
        held = [f"the {name_card(open_still[0])} is in {first}"]
        held += [
            f"{format_hand_symbols(card)} in {said}"
            for card, said in zip(open_still[1:], others, strict=True)
        ]
        print_text(f"Of these (in brackets: how likely) {join_words(held)}.", hanging="  ")
    if certain:
        print_text(f"Certainly held: {format_hand_symbols(sum(certain))}.", hanging="  ")
    if never:
        print_text(f"Certainly not held: {format_hand_symbols(sum(never))}.", hanging="  ")


def _tell_aims(advice: "PlayAdvice") -> None:
    # Where another aim asks for another card.
    from piquet_sim.decisions.stake import AIMS
    from piquet_sim.game.cards import name_card

    stake = advice.stake
    chosen = set(advice.list_best(stake.aim))
    for aim in AIMS if stake.score is not None else AIMS[:2]:
        best = advice.list_best(aim)
        if not chosen & set(best):
            cards = join_words([f"the {name_card(card)}" for card in best], "or")
            print_text(f"Best for {_AIMS[aim]}: {cards}.")
    if stake.score is not None:
        print_text(f"The rubicon: {advice.view.rules.rubicon} points, by the end of this deal.")
