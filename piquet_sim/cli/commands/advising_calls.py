"""The command that advises on the calls: everything, less, or nothing."""

from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_class, complete_seat, complete_strategy
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    Deals,
    Load,
    Seed,
    Threads,
    load_strategies,
    parse_count,
    parse_whole,
)
from piquet_sim.cli.screen import name_file, open_text, print_table, print_text
from piquet_sim.game.wording import join_words

if TYPE_CHECKING:
    from piquet_sim.advice.losses import Loss
    from piquet_sim.advice.play.call_advice import CallAdvice, WayToCall


@app.command("advise-call")
@answering
def advise_call(
    file: Annotated[
        str,
        typer.Argument(help="Deals, in words or one JSON object per line, or views; - for stdin."),
    ],
    seat: Annotated[
        str | None,
        typer.Option(
            help="Of a deal: elder or younger [default: elder].",
            metavar="SEAT",
            autocompletion=complete_seat,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--class",
            help="Of a deal: point, sequence or set, to be called now [default: point].",
            metavar="CLASS",
            autocompletion=complete_class,
        ),
    ] = None,
    deals: Deals = "1_000",
    strategy: Annotated[
        str,
        typer.Option(help="Who plays the cards.", metavar="NAME", autocompletion=complete_strategy),
    ] = "expert",
    opponent: Annotated[
        str,
        typer.Option(
            help="Who is on the other side.", metavar="NAME", autocompletion=complete_strategy
        ),
    ] = "expert",
    seed: Seed = "1",
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Try the ways to call: everything, less or nothing in a class, in the same deals."""
    number, luck = parse_count(deals), parse_whole(seed, "seed")
    crew = None if threads is None else parse_whole(threads, "threads")
    load_strategies(load)
    whose, which = (None if one is None else one.strip().lower() for one in (seat, kind))
    asked = (number, strategy, opponent, luck, crew)
    with open_text(file) as lines:
        from piquet_sim.advice.play.call_advice import advise_calls, check_call_options
        from piquet_sim.notation.texts import answer_deals

        check_call_options(whose, which, *asked)

        def advise(given: dict[str, object]) -> "CallAdvice":
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
            answer(found, lambda advice=advice, loss=loss, place=place: _tell(advice, loss, place))


def _judge_made(advice: "CallAdvice") -> "Loss | None":
    # What the call of a record loses, as a review has it.
    from piquet_sim.advice.losses import LEAST_DEALS, judge_call

    made = advice.question.made
    is_held = advice.question.best[advice.question.first]
    if made is None or not is_held or advice.deals < LEAST_DEALS:
        return None
    return judge_call(advice.table, made)


def _tell(advice: "CallAdvice", loss: "Loss | None", has_more_above: int) -> None:
    from piquet_sim.game.terms import CLASSES, SEATS

    if has_more_above:
        print()
    question, everything = advice.question, advice.ways[0]
    who, other = SEATS[question.seat], SEATS[1 - question.seat]
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
        f"{who} is to call the {CLASSES[question.first]}: points at the end of the deal, less "
        f"{other}'s",
        ("what is called", "makes", "loses", *heads),
        rows,
    )
    print_text(_say_best(advice, who))
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
        "held. ±: standard errors, with deals as units.",
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
    judged = f"of {advice.deals:,} deals {half:,} find the best call in the class"
    if advice.question.made in loss.best:
        return f"{made}, the best found ({judged})."
    best = name_call(advice, loss.best[0])
    return (
        f"{made} and lost {loss.estimate} points to the best, {best}: {judged}, and the others "
        "judge, as in a review."
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


def _say_best(advice: "CallAdvice", who: str) -> str:
    from piquet_sim.estimates.estimate import negate

    best = advice.best
    if best is advice.ways[0]:
        return (
            f"{who.capitalize()} should call everything: nothing else that was tried makes more "
            "beyond doubt."
        )
    return (
        f"Best: {name_way(advice, best)}. It makes {negate(best.loses)} points a deal more than "
        "calling everything, beyond doubt."
    )
