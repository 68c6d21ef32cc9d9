"""Commands that advise on the play, given what a seat knows: what to call, and which card."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_class, complete_play_aim, complete_seat
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    DealOfPartie,
    Deals,
    Judged,
    Load,
    Score,
    Seed,
    Threads,
    load_strategies,
    parse_count,
    parse_standing,
    parse_whole,
    strategy_option,
)
from piquet_sim.cli.screen import name_file, open_text, print_table, print_text
from piquet_sim.game.wording import join_words

if TYPE_CHECKING:
    from piquet_sim.advice.losses import Loss
    from piquet_sim.advice.play.advice import PlayAdvice
    from piquet_sim.advice.play.call_advice import CallAdvice, WayToCall

DealsOrViews = Annotated[
    str, typer.Argument(help="Deals, in words or one JSON object per line, or views; - for stdin.")
]


@app.command("advise-call")
@answering
def advise_call(
    file: DealsOrViews,
    seat: Annotated[
        str | None,
        typer.Option(
            help="For a deal: elder or younger [default: elder].",
            metavar="SEAT",
            autocompletion=complete_seat,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--class",
            help="For a deal: the class to be called now, point, sequence or set [default: point].",
            metavar="CLASS",
            autocompletion=complete_class,
        ),
    ] = None,
    deals: Deals = "1_000",
    strategy: Annotated[str, strategy_option("Strategy of the player who calls.")] = "expert",
    opponent: Annotated[str, strategy_option("Strategy of the opponent.")] = "expert",
    aim: Judged = None,
    score: Score = None,
    deal: DealOfPartie = None,
    seed: Seed = "1",
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Compare the ways to call in the same deals: everything, less, or nothing in a class."""
    number, luck = parse_count(deals), parse_whole(seed, "seed")
    crew = parse_whole(threads, "threads")
    load_strategies(load)
    whose, which = (None if one is None else one.strip().lower() for one in (seat, kind))
    totals, of_partie = parse_standing(score, deal)
    asked = (number, strategy, opponent, luck, crew, aim, totals, of_partie)
    with open_text(file) as lines:
        from piquet_sim.advice.play.call_advice import advise_calls, check_call_options
        from piquet_sim.notation.texts import answer_deals

        check_call_options(whose, which, *asked)

        def advise(given: dict[str, Any]) -> "CallAdvice":
            return advise_calls(given, whose, which, *asked)

        for place, advice in enumerate(answer_deals(lines, advise, name_file(file))):
            loss = _judge_made(advice)
            found = advice.as_json()
            if loss is not None:
                found["made"] = {
                    "call": name_call(advice, advice.question.made),
                    "best": [name_call(advice, one) for one in loss.best],
                    "lost": loss.estimate.as_json(),
                    "deals": loss.deals,
                }
            answer(
                found, lambda advice=advice, loss=loss, place=place: _tell_ways(advice, loss, place)
            )


def _judge_made(advice: "CallAdvice") -> "Loss | None":
    # What the call of a record loses, as a review has it.
    from piquet_sim.advice.losses import LEAST_DEALS, judge_call

    made = advice.question.made
    is_held = advice.question.best[advice.question.first]
    if made is None or not is_held or advice.deals < LEAST_DEALS:
        return None
    return judge_call(advice.table, made)


def _tell_ways(advice: "CallAdvice", loss: "Loss | None", has_more_above: int) -> None:
    from piquet_sim.game.terms import CLASSES, SEATS

    if has_more_above:
        print()
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
        rows.append((name_way(advice, way), str(way.value), loses, *chances))
    heads = [name.replace("_", " ") for name in stakes]
    print_table(
        f"{who} is to call the {CLASSES[question.first]}: {makes}"
        + say_judge(table.score, table.deal, advice.why_points),
        ("what is called", "value", "loses", *heads),
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


@app.command("advise-play")
@answering
def advise_play(
    file: DealsOrViews,
    seat: Annotated[
        str | None,
        typer.Option(
            help="For a deal: elder or younger [default: whose turn it is].",
            metavar="SEAT",
            autocompletion=complete_seat,
        ),
    ] = None,
    trick: Annotated[
        str | None,
        typer.Option(help="For a deal, with --seat: trick in which to play, 1 to 12.", metavar="N"),
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(help="For a deal: number of the card to be played, 1 to 24.", metavar="N"),
    ] = None,
    aim: Annotated[
        str | None,
        typer.Option(
            help="Order by difference, own or settlement [default: difference, or settlement if "
            "the deal has a score].",
            metavar="AIM",
            autocompletion=complete_play_aim,
        ),
    ] = None,
    score: Score = None,
    deal: DealOfPartie = None,
    seed: Annotated[
        str, typer.Option(help="Has no effect: nothing is sampled.", metavar="N")
    ] = "1",
) -> None:
    """Rank the cards that may be played, over all hands that the opponent can still hold."""
    totals, number = parse_standing(score, deal)
    luck = parse_whole(seed, "seed")
    whose = None if seat is None else seat.strip().lower()
    at = {name: parse_whole(text, name) for name, text in (("card", card), ("trick", trick))}
    asked = {**at, "aim": aim, "score": totals, "deal": number, "seed": luck}
    with open_text(file) as lines:
        from piquet_sim.advice.play.advice import advise_play as value_cards
        from piquet_sim.advice.play.advice import check_play_options
        from piquet_sim.notation.texts import answer_deals

        check_play_options(whose, **asked)

        def advise(given: dict[str, Any]) -> "PlayAdvice":
            return value_cards(given, whose, **asked)

        for place, advice in enumerate(answer_deals(lines, advise, name_file(file))):
            answer(advice, lambda advice=advice, place=place: _tell_cards(advice, place > 0))


def _tell_cards(advice: "PlayAdvice", has_more_above: bool) -> None:
    from piquet_sim.game.cards import format_card, name_card
    from piquet_sim.game.terms import SEATS

    if has_more_above:
        print()
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


def _name(cards: list[int]) -> list[str]:
    from piquet_sim.game.cards import name_card

    return [f"the {name_card(card)}" for card in cards]


def _tell_aims(advice: "PlayAdvice") -> None:
    # Where another aim asks for another card.
    from piquet_sim.advice.play.advice import AIMS

    chosen = set(advice.list_best(advice.aim))
    for aim in AIMS if advice.score is not None else AIMS[:2]:
        best = advice.list_best(aim)
        if not chosen & set(best):
            print_text(f"Best for {_AIMS[aim]}: {join_words(_name(list(best)), 'or')}.")
    if advice.score is not None:
        print_text(
            f"settlement: expected payment of the partie at {advice.score[0]}-{advice.score[1]}, "
            f"deal {advice.deal}; saved: {advice.view.rules.rubicon} points reached with this deal"
        )
