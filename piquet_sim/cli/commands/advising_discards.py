"""The command that advises on a hand: which cards should go, and why."""

from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    DealOfPartie,
    Load,
    Options,
    Rules,
    Score,
    Seat,
    Seed,
    Threads,
    Took,
    Top,
    load_strategies,
    parse_count,
    parse_standing,
    parse_whole,
    read_rules,
    strategy_option,
)
from piquet_sim.cli.screen import find_width, print_table, print_text, show_interval, watch_screen
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from piquet_sim.advice.advised_discards import Advice, Advised
    from piquet_sim.advice.outcomes import Outcomes
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
    from piquet_sim.conditions.reading.parser import read_condition
    from piquet_sim.game.seats import other

    opponent = other(seat)
    if read_condition(text) == read_condition(f"{opponent} has carte blanche"):
        return True
    raise InputError(
        f"given: {text!r}; before discarding, a player can know of the opponent's hand at most an "
        f"announced carte blanche: --given '{opponent} has carte blanche'"
    )


@app.command()
@answering
def advise(
    hand: Annotated[str, typer.Argument(help="Twelve cards as dealt.")],
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
    seat: Seat = "elder",
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
    strategy: Annotated[
        str,
        strategy_option("Strategy that makes the opponent's exchange.", "--opponent", "--strategy"),
    ] = "expert",
    rules: Rules = "rubicon",
    options: Options = None,
    seconds: Annotated[
        str | None,
        typer.Option(help="Stop after S seconds [default: 3, without --deals].", metavar="S"),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            "-n",
            help="Stop after N deals per discard, half to choose and half to judge; the result "
            "is the same on every machine.",
            metavar="N",
        ),
    ] = None,
    top: Top = "10",
    seed: Seed = "1",
    threads: Threads = None,
    load: Load = None,
) -> None:
    """Rank the sensible discards of a hand by expected points, and say why."""
    from piquet_sim.game.cards import parse_hand

    held = parse_hand(hand, "hand", 32, cards=12)
    if is_for_all and discards:
        raise InputError("--all lists every discard; it cannot be combined with --discard")
    totals, number = parse_standing(score, deal)
    shown = parse_whole(top, "top", 1)
    named = [_parse_discard(one) for one in discards or ()]
    own = seat.strip().lower()
    load_strategies(load)
    from piquet_sim.advice.advice import watch_advice
    from piquet_sim.advice.trials import Question

    question = Question(
        held, own, parse_whole(took, "took"), strategy, totals, number, parse_whole(seed, "seed"),
        read_rules(rules, options), given is not None and _parse_known(given, own),
    )  # fmt: skip
    if is_for_all:
        _list_all(question)
        return
    limit = None if seconds is None else _parse_seconds(seconds)
    most = parse_count(deals, "deals")
    crew = parse_whole(threads, "threads")
    with watch_screen() as show:
        for advice in watch_advice(question, limit, crew, deals=most, shown=shown, named=named):
            if show is not None:
                show(*_advice_table(advice, shown))
    found = advice.as_json()
    found["candidates"] = [found["candidates"][place] for place, _ in advice.list_shown(shown)]
    answer(found, lambda: _tell_advice(advice, shown))


def _list_all(question: "Question") -> None:
    from piquet_sim.advice.trials import list_learned
    from piquet_sim.game.wording import say_cards

    question.check()
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


# ---- For people ---------------------------------------------------------------------------------
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
    from piquet_sim.advice.advised_discards import name_part
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
    from piquet_sim.distributions.histogram import draw_bar

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
    from piquet_sim.advice.advised_discards import say_gain
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
    return verdict if verdict == "too close to call" else verdict.replace("worse", "better")


def _say_reasons(other: "Advised") -> None:
    reasons = other.list_reasons()
    if not reasons:
        print("  no part of the difference is beyond its error")
    for gain, whose in reasons:
        print(f"  {gain}  {whose}")
