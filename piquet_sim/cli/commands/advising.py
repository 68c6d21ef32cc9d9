"""The command that advises: on a hand, or on what is to be decided next in a deal begun."""

from functools import partial
from os.path import isfile
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_class, complete_play_aim, complete_seat
from piquet_sim.cli.forms import answer, answering, is_for_programs
from piquet_sim.cli.options import (
    DealOfPartie,
    Load,
    Options,
    Rules,
    Score,
    Seed,
    Threads,
    Took,
    Top,
    load_strategies,
    parse_count,
    parse_standing,
    parse_whole,
    read_rules,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.screen import (
    find_width,
    name_file,
    open_text,
    print_table,
    print_text,
    show_interval,
    watch_screen,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import join_words

if TYPE_CHECKING:
    from piquet_sim.advice.calls import CallAdvice, WayToCall
    from piquet_sim.advice.cards import PlayAdvice
    from piquet_sim.advice.discards import Advice, Advised, Outcomes
    from piquet_sim.advice.losses import Loss
    from piquet_sim.advice.trials import Question
    from piquet_sim.estimates.estimate import Estimate


def _parse_seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"seconds: {text!r} is not a number") from None


def _parse_discard(text: str) -> int:
    from piquet_sim.game.cards import parse_cards, parse_hand

    # As a hand is written, or card by card.
    return parse_hand(text, "discard") if "." in text else sum(parse_cards(text, "discard"))


def _parse_known(text: str, seat: str) -> bool:
    # Whether the opponent has announced a carte blanche; nothing else is known before a discard.
    from piquet_sim.conditions.reading import read_condition
    from piquet_sim.game.seats import other

    opponent = other(seat)
    if read_condition(text) == read_condition(f"{opponent} has carte blanche"):
        return True
    raise InputError(
        f"given: {text!r}; before discarding, a player can know of the opponent's hand at most an "
        f"announced carte blanche: --given '{opponent} has carte blanche'"
    )


_OF_ALL = {"hand", "seat", "score", "deal", "seed", "threads", "load", "json"}
_OF_DISCARDS = _OF_ALL | {"discards", "is_for_all", "opponent", "seconds", "deals", "top"}
_OF_HANDS = _OF_DISCARDS | {"took", "given", "rules", "options"}
_IN_A_DEAL = {
    "discard": _OF_DISCARDS | {"aim"},
    "call": _OF_ALL | {"aim", "call", "strategy", "opponent", "deals"},
    "card": _OF_ALL | {"aim", "trick", "card"},
}
"""Options by what is asked."""
_FILES = (".jsonl", ".json", ".pqn", ".txt")


@app.command()
@answering
def advise(
    ctx: typer.Context,
    hand: Annotated[
        str,
        typer.Argument(
            help="Twelve cards as dealt, or a file with deals begun, in words or one JSON object "
            "per line; - for stdin.",
            metavar="HAND|FILE",
        ),
    ],
    seat: Annotated[
        str | None,
        typer.Option(
            help="elder or younger [default: elder, or who is to decide].",
            metavar="SEAT",
            autocompletion=complete_seat,
        ),
    ] = None,
    call: Annotated[
        str | None,
        typer.Option(
            help="In a deal: ask what to call in this class, point, sequence or set.",
            metavar="CLASS",
            autocompletion=complete_class,
        ),
    ] = None,
    trick: Annotated[
        str | None,
        typer.Option(
            help="In a deal, with --seat: ask which card to play in trick N, 1 to 12.", metavar="N"
        ),
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(help="In a deal: ask which card to play as the Nth of 24.", metavar="N"),
    ] = None,
    discards: Annotated[
        list[str] | None,
        typer.Option(
            "--discard", help="Also judge this discard; may be repeated.", metavar="CARDS"
        ),
    ] = None,
    is_for_all: Annotated[
        bool,
        typer.Option(
            "--all", help="Play nothing: list every legal discard by the learned evaluation."
        ),
    ] = False,
    took: Took = None,
    given: Annotated[
        str | None,
        typer.Option(
            help="What else is known: 'younger has carte blanche', announced by the opponent.",
            metavar="CONDITION",
        ),
    ] = None,
    score: Score = None,
    deal: DealOfPartie = None,
    aim: Annotated[
        str | None,
        typer.Option(
            help="In a deal: judge by difference or settlement, a card also by own points "
            "[default: settlement if there is a score].",
            metavar="AIM",
            autocompletion=complete_play_aim,
        ),
    ] = None,
    strategy: Annotated[
        str, strategy_option("For a call: strategy of the player who calls.")
    ] = "expert",
    opponent: Annotated[
        str, strategy_option("For a discard or a call: strategy of the opponent.")
    ] = "expert",
    rules: Rules = "rubicon",
    options: Options = None,
    seconds: Annotated[
        str | None,
        typer.Option(
            help="For a discard: stop after S seconds [default: 3, without --deals].", metavar="S"
        ),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            "-n",
            help="For a discard: stop after N deals per discard, half to choose and half to judge; "
            "the result is the same on every machine. For a call: number of deals "
            "[default: 1_000].",
            metavar="N",
        ),
    ] = None,
    top: Top = "10",
    seed: Seed = "1",
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Rank what can be done with a hand, or in a deal begun, and say why.

    In a deal begun it is what is to be decided next: the discard, the call (while nobody has
    called or played) or the card. --call, --trick and --card ask about an earlier decision, also
    in a finished deal.
    """
    held = _read_hand(hand)
    if held:
        refuse_others(ctx, _OF_HANDS, "has no effect on a hand")
    if is_for_all and discards:
        raise InputError("--all lists every discard; it cannot be combined with --discard")
    totals, number = parse_standing(score, deal)
    shown = parse_whole(top, "top", 1)
    named = [_parse_discard(one) for one in discards or ()]
    whose, kind = (None if one is None else one.strip().lower() for one in (seat, call))
    took_cards, luck = parse_whole(took, "took"), parse_whole(seed, "seed")
    at = {name: parse_whole(text, name) for name, text in (("card", card), ("trick", trick))}
    limit = None if seconds is None else _parse_seconds(seconds)
    most, crew = parse_count(deals, "deals"), parse_whole(threads, "threads")
    load_strategies(load)
    advise_discard = partial(
        _advise_discard, named=named, is_for_all=is_for_all, shown=shown,
        seconds=limit, deals=most, threads=crew,
    )  # fmt: skip
    if held:
        from piquet_sim.advice.trials import Question

        own = whose or "elder"
        has_blanche = given is not None and _parse_known(given, own)
        book = read_rules(rules, options)
        advise_discard(
            Question(held, own, took_cards, opponent, totals, number, luck, book, has_blanche)
        )
        return
    with open_text(hand) as lines:
        from piquet_sim.advice.calls import DEALS, CallAdvice, advise_calls, check_players
        from piquet_sim.advice.cards import PlayAdvice, advise_play
        from piquet_sim.advice.knowledge import CALL, DISCARD, check_asked, read_knowledge
        from piquet_sim.advice.trials import ask_discard
        from piquet_sim.deals.notation.files import answer_deals

        check_asked(whose, kind, **at, aim=aim, score=totals, deal=number, seed=luck)
        if kind is not None:
            check_players(most or DEALS, strategy, opponent, crew)

        def advise_one(deal: object) -> "Question | CallAdvice | PlayAdvice":
            found = read_knowledge(deal, whose, kind, **at)
            refuse_others(ctx, _IN_A_DEAL[found.kind], f"has no effect on a {found.kind} in a deal")
            if found.kind == DISCARD:
                return ask_discard(found, opponent, aim, totals, number, luck)
            at_score = {"aim": aim, "score": totals, "deal": number, "seed": luck}
            if found.kind == CALL:
                return advise_calls(
                    found, deals=most or DEALS, strategy=strategy, opponent=opponent, threads=crew,
                    **at_score,
                )  # fmt: skip
            return advise_play(found, **at_score)

        for place, found in enumerate(answer_deals(lines, advise_one, name_file(hand))):
            if place and not is_for_programs():
                print()
            if isinstance(found, PlayAdvice):
                answer(found, partial(_tell_cards, found))
            elif isinstance(found, CallAdvice):
                _answer_call(found, has_made=kind is not None)
            else:
                advise_discard(found)


def _read_hand(asked: str) -> int:
    # 0 for a file.
    from piquet_sim.game.cards import parse_hand

    try:
        return 0 if asked == "-" else parse_hand(asked, "hand", 32, cards=12)
    except InputError:
        if isfile(asked) or asked.endswith(_FILES):
            return 0
        raise


# ---- Discards ------------------------------------------------------------------------------------
def _advise_discard(
    question: "Question", named: list[int], is_for_all: bool, shown: int, **limits: Any
) -> None:
    if is_for_all:
        _list_all(question)
        return
    from piquet_sim.advice.discards import watch_advice

    with watch_screen() as show:
        for advice in watch_advice(question, **limits, shown=shown, named=named):
            if show is not None:
                show(*_advice_table(advice, shown))
    found = advice.as_json()
    found["candidates"] = [found["candidates"][place] for place, _ in advice.list_shown(shown)]
    answer(found, lambda: _tell_advice(advice, shown))


def _list_all(question: "Question") -> None:
    from piquet_sim.advice.trials import list_learned
    from piquet_sim.game.wording import say_cards

    discards, behind = list_learned(question)
    listed = [
        {"discard": say_cards(int(discard)), "learned_gap": round(float(gap), 2)}
        for discard, gap in zip(discards, behind, strict=True)
    ]
    rows = [(one["discard"], f"{one['learned_gap']:.2f}") for one in listed]
    title = f"{question.seat}: all {len(rows):,} legal discards by the learned evaluation"

    def tell() -> None:
        print_table(title, ("discard", "points behind the best"), rows)
        print_text(
            "no deal was played: the evaluation is a sum that was fitted to play, wrong by some "
            "tenths of a point, and by more where a repique is near"
        )

    answer({"question": question.describe(), "method": "learned evaluation", "all": listed}, tell)


def _tell_advice(advice: "Advice", shown: int) -> None:
    print_table(*_advice_table(advice, shown))
    _say_how(advice, shown)
    _print_beside(advice)
    _say_why(advice)


def _advice_table(
    advice: "Advice", shown: int
) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    from piquet_sim.game.wording import say_cards

    question = advice.question
    rows = []
    for place, one in advice.list_shown(shown):
        gap = interval = "–"
        if place:
            gap, interval = str(one.behind), show_interval(one.behind, 1, "")
        verdict = advice.say_verdict(place) + (" (yours)" if one.is_named else "")
        rows.append((say_cards(one.discard), str(one.worth), gap, interval, verdict))
    unit = "points, less the opponent's"
    if question.score is not None:
        unit = (
            f"expected settlement at {question.score[0]}-{question.score[1]}, deal {question.deal}"
        )
    heads = ("discard", "value ± se", "behind the best ± se", "95% interval", "")
    return f"{question.seat}: {unit}", heads, rows


def _say_how(advice: "Advice", shown: int) -> None:
    from piquet_sim.game.wording import say_cards

    for _, one in advice.list_shown(shown):
        if one.same:
            others = " or ".join(map(say_cards, one.same))
            print_text(f"{say_cards(one.discard)}: or {others}, equal up to renaming suits")
    print_text(advice.say_how(shown))


_BESIDE = 3
_WIDEST = 18
_OUTCOMES = {"cards": "the cards", "capot": "capot", "pique": "pique", "repique": "repique"}


def _print_beside(advice: "Advice") -> None:
    # The points of each, part by part: the best, those asked about, and those that come next.
    from piquet_sim.advice.discards import name_part
    from piquet_sim.game.wording import say_cards

    best, *others = advice.candidates
    if best.outcomes is None:
        return
    room = max(2, min(_BESIDE, (find_width() - 24) // _WIDEST))
    ranked = sorted(others, key=lambda one: not one.is_named)
    shown = (best, *ranked[: room - 1])
    rows = [
        (name_part(name), *(str(one.parts[name]) for one in shown))
        for name in best.parts
        if any(one.parts[name].value for one in shown)
    ]
    cards = [say_cards(one.discard) for one in shown]
    print_table("Points by part", ("points a deal ± se", *cards), rows)
    rows = []
    for ending, whose in (("", ""), ("_against", "opponent: ")):
        rows += [
            (whose + said, *(_show_share(one.outcomes.chances[name + ending]) for one in shown))
            for name, said in _OUTCOMES.items()
            if any(one.outcomes.chances[name + ending].value for one in shown)
        ]
    rows += [
        ("worst tenth: at most", *(f"{one.outcomes.worst_tenth:+}" for one in shown)),
        ("best tenth: at least", *(f"{one.outcomes.best_tenth:+}" for one in shown)),
    ]
    rows += _draw_histograms([one.outcomes for one in shown])
    rows += [("chance of being the best", *(_say_chance(one.chance_best) for one in shown))]
    print_table("How its deals end", ("share of deals ± se", *cards), rows)


def _say_chance(chance: float) -> str:
    # It is found by drawing, and supposes that means are normal.
    if chance < 0.01:
        return "under 1%"
    return "over 99%" if chance > 0.99 else f"{chance:.0%}"


def _show_share(share: "Estimate") -> str:
    from piquet_sim.estimates.digits import format_with_error

    return f"{format_with_error(share.value, share.se, 100)}%"


_FROM, _TO, _CLASS = -60, 80, 20
_BAR = 8


def _draw_histograms(found: "list[Outcomes]") -> list[tuple[str, ...]]:
    # The share of deals in classes of twenty points, as bars: those beyond are in the outer ones.
    from piquet_sim.running.distribution import draw_bar

    edges = range(_FROM, _TO + 1, _CLASS)
    counted = [one.count_between(edges) for one in found]
    most = max(max(one) for one in counted)
    names = [f"below {_FROM:+}"]
    names += [f"{edge:+} to {edge + _CLASS - 1:+}" for edge in edges[:-1]]
    names += [f"{_TO:+} and more"]
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


def _say_why(advice: "Advice") -> None:
    from piquet_sim.advice.discards import say_gain
    from piquet_sim.game.wording import say_cards

    best = advice.candidates[0]
    named = [(place, one) for place, one in advice.list_shown(0) if place]
    runners_up = list(enumerate(advice.candidates))[1:2]
    for place, other in named or runners_up:
        print_text(
            f"{say_cards(best.discard)} less {say_cards(other.discard)}: "
            f"{say_gain(other.behind)}, {_say_certainty(advice, place)}"
        )
        _say_reasons(other)
    print_text(advice.say_assumed())
    if advice.made_to_take:
        told = advice.question.describe()
        print_text(
            f"elder was made to take {told['took']}: {told['strategy']} would do "
            "so with none of the hands that elder can have been dealt. The values may be off by "
            "several points more than the errors say"
        )


def _say_certainty(advice: "Advice", place: int) -> str:
    verdict = advice.say_verdict(place)
    return verdict.replace("worse", "better")


def _say_reasons(other: "Advised") -> None:
    reasons = other.list_reasons()
    if not reasons:
        print("  no part of the difference is beyond its error")
    for gain, whose in reasons:
        print(f"  {gain}  {whose}")


# ---- Calls ---------------------------------------------------------------------------------------
def _answer_call(advice: "CallAdvice", has_made: bool) -> None:
    loss = _judge_made(advice) if has_made else None
    found = advice.as_json()
    if loss is not None:
        found["made"] = {
            "call": name_call(advice, advice.question.made),
            "best": [name_call(advice, one) for one in loss.best],
            "lost": loss.estimate.as_json(),
            "deals": loss.deals,
        }
    answer(found, lambda: _tell_ways(advice, loss))


def _judge_made(advice: "CallAdvice") -> "Loss | None":
    # What the call of a record loses, as a review has it.
    from piquet_sim.advice.losses import LEAST_DEALS, judge_call

    made = advice.question.made
    is_held = advice.question.best[advice.question.first]
    if made is None or not is_held or advice.deals < LEAST_DEALS:
        return None
    return judge_call(advice.table, made)


def _tell_ways(advice: "CallAdvice", loss: "Loss | None") -> None:
    from piquet_sim.game.terms import CLASSES, SEATS

    question, everything, table = advice.question, advice.ways[0], advice.table
    who, other = SEATS[question.seat], SEATS[1 - question.seat]
    makes = f"points at the end of the deal, less {other}'s"
    if table.score is not None:
        makes = "the expected settlement of the partie"
    stakes = [
        name for name in everything.chances if any(way.chances[name].value for way in advice.ways)
    ]
    rows = []
    for way in advice.ways:
        loses = "–" if way.loses is None else str(way.loses)
        chances = (f"{way.chances[name].value:.0%}" for name in stakes)
        rows.append((name_way(advice, way), str(way.value), loses, *chances, way.verdict))
    heads = [name.replace("_", " ") for name in stakes]
    print_table(
        f"{who} is to call the {CLASSES[question.first]}: {makes}"
        + say_judge(table.score, table.deal, advice.why_points),
        ("what is called", "value", "loses", *heads, ""),
        rows,
    )
    print_text(_say_best(advice, who))
    if advice.why_points:
        print_text(f"The score is not used, and points decide: {advice.why_points}.")
    if loss is not None:
        print_text(_say_made(advice, loss, who))
    good = [
        f"the {kind} in {one.value:.0%}"
        for kind, one in zip(CLASSES, everything.good, strict=True)
        if one is not None
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
        "held, unless it is a trio that could have been beaten. ±: standard errors, with deals as "
        "units."
    )
    if advice.silent_on:
        print_text(say_silence(other, advice.silent_on))


def say_judge(score: tuple[int, int] | None, deal: int, why_points: str) -> str:
    """How a title goes on where there is a score."""
    if score is not None:
        return f", at {score[0]} to {score[1]} before deal {deal}"
    return ", by points (the score is not used)" if why_points else ""


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
    from piquet_sim.game.terms import CLASSES

    question = advice.question
    kind = CLASSES[question.first]
    return f"the {say_call(kind, call, question.rules.pack)}" if call else f"no {kind}"


def _say_made(advice: "CallAdvice", loss: "Loss", who: str) -> str:
    made = f"In this deal {who} called {name_call(advice, advice.question.made)}"
    half = advice.deals // 2
    judged = f"{half:,} of {advice.deals:,} deals found the best call in the class"
    if advice.question.made in loss.best:
        return f"{made}, the best found ({judged})."
    best = name_call(advice, loss.best[0])
    return (
        f"{made} and lost {loss.estimate} {_unit(advice)} to the best, {best}: {judged}, and "
        "the others judged, as in a review."
    )


def name_way(advice: "CallAdvice", way: "WayToCall") -> str:
    """A way to call in words: what is called otherwise than by who calls everything."""
    from piquet_sim.deals.narration import say_call
    from piquet_sim.game.terms import CLASSES

    pack, full = advice.question.rules.pack, advice.ways[0].calls
    held = list(zip(CLASSES, full, way.calls, strict=True))[advice.question.first :]
    if way is advice.ways[0]:
        all_called = [say_call(kind, call, pack) for kind, call, _ in held if call]
        return f"everything: {join_words(all_called)}"
    changed = [one for one in held if one[1] != one[2]]
    if not any(way.calls[advice.question.first :]) and len(changed) > 1:
        return "nothing"
    return join_words(
        [
            f"a {say_call(kind, call, pack)} instead of the {say_call(kind, most, pack)}" if call
            else f"all but the {say_call(kind, most, pack)}"
            for kind, most, call in changed
        ]
    )  # fmt: skip


def _unit(advice: "CallAdvice") -> str:
    return "points a deal" if advice.table.score is None else "points of the settlement"


def _say_best(advice: "CallAdvice", who: str) -> str:
    from piquet_sim.estimates.estimate import negate

    best = advice.best
    if best is advice.ways[0]:
        return (
            f"{who.capitalize()} should call everything: no other way that was tried is "
            "better beyond doubt."
        )
    return (
        f"Best: {name_way(advice, best)}. It gains {negate(best.loses)} {_unit(advice)}, "
        "compared with calling everything, beyond doubt."
    )


# ---- Cards ---------------------------------------------------------------------------------------
_AIMS = {"difference": "the difference", "own": "own points", "settlement": "the settlement"}
_STAKES = tuple(
    f"{stake}{against}"
    for stake in ("repique", "pique", "cards", "capot")
    for against in ("", "_against")
)
"""Chances that are shown where a card has any."""


def _tell_cards(advice: "PlayAdvice") -> None:
    from piquet_sim.game.cards import format_card, name_card
    from piquet_sim.game.terms import SEATS

    view, candidates = advice.view, advice.candidates
    who = SEATS[view.seat]
    doing = f"to answer the {name_card(view.led)}" if view.led else "to lead"
    stakes = [one for one in _STAKES if any(getattr(card, one) for card in candidates)]
    has_score = advice.score is not None
    of_partie = ["settlement", "saved"] if has_score else []
    by = "" if advice.aim == "difference" else " by difference"
    heads = ["card", "difference", "behind", "own points", *of_partie, f"best in{by}"]
    best = candidates[0].card
    rows = []
    for one in candidates:
        behind = advice.compare(best, one.card)
        row = [
            " ".join(format_card(card) for card in (one.card, *one.same)),
            f"{one.difference:+.2f}",
            str(behind) if behind.value else "–",
            f"{one.own:.2f}",
        ]
        if has_score:
            row += [f"{one.settlement:+.1f}", f"{one.saved:.0%}"]
        row.append(f"{one.best:.0%}")
        rows.append((*row, *(f"{getattr(one, stake):.0%}" for stake in stakes), ""))
    trick = len(view.plays) // 2 + 1
    title = f"{who}, trick {trick}, {doing}: points at the end of the deal"
    if advice.aim != "difference":
        title += f", by {_AIMS[advice.aim]}"
    title += say_judge(advice.score, advice.deal, advice.why_points)
    at_stake = [stake.replace("_", " ") for stake in stakes]
    print_table(title, (*heads, *at_stake, ""), rows)
    _tell_hands(advice)
    if advice.silent_on:
        print_text(say_silence(SEATS[1 - view.seat], advice.silent_on))
    _tell_aims(advice)
    if advice.why_points:
        print_text(f"The score is not used, and points decide: {advice.why_points}.")
    if stakes:
        print_text(f"{join_words(at_stake)}: chances in the whole deal")
    print_text(
        "Means over all hands, no sampling; the likelihood of each hand comes from a model. ±: "
        "error of the gap if each likelihood is off by its own size. Against each hand both play "
        "on perfectly for the difference, seeing all cards (piquet help advice)"
    )


def _tell_hands(advice: "PlayAdvice") -> None:
    from piquet_sim.game.cards import format_card, format_cards, name_card
    from piquet_sim.game.terms import SEATS

    other = SEATS[1 - advice.view.seat].capitalize()
    number = len(advice.hands)
    hands = "hand" if number == 1 else "hands"
    why = "that fit the calls"
    if not advice.calls_all:
        why = "that hold what was called, as a player who calls everything can hold none"
    if number == 1:
        why = why.replace("that fit", "that fits").replace("that hold", "that holds")
    of = "that hold the cards known to be held" if advice.view.holds else "without the calls"
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
            f"{format_card(card)} in {said}"
            for card, said in zip(open_still[1:], others, strict=True)
        ]
        print_text(f"Of these (in brackets: how likely) {join_words(held)}.", hanging="  ")
    if certain:
        print_text(f"Certainly held: {format_cards(certain)}.", hanging="  ")
    if never:
        print_text(f"Certainly not held: {format_cards(never)}.", hanging="  ")


def _tell_aims(advice: "PlayAdvice") -> None:
    # Where another aim asks for another card.
    from piquet_sim.advice.knowledge import AIMS
    from piquet_sim.game.cards import name_card

    chosen = set(advice.list_best(advice.aim))
    for aim in AIMS if advice.score is not None else AIMS[:2]:
        best = advice.list_best(aim)
        if not chosen & set(best):
            cards = join_words([f"the {name_card(card)}" for card in best], "or")
            print_text(f"Best for {_AIMS[aim]}: {cards}.")
    if advice.score is not None:
        print_text(
            f"settlement: expected payment of the partie at {advice.score[0]}-{advice.score[1]}, "
            f"deal {advice.deal}; saved: {advice.view.rules.rubicon} points reached with this deal"
        )
