"""What a person reads of advice: on a discard, on a call, on a card."""

from typing import TYPE_CHECKING

from piquet_sim.cli.output import find_width, print_numbers, print_table, print_text
from piquet_sim.game.cards import format_hand_symbols
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import count_of, join_words

if TYPE_CHECKING:
    from piquet_sim.decisions.kinds.call import CallAdvice
    from piquet_sim.decisions.kinds.card import PlayAdvice
    from piquet_sim.decisions.kinds.discard import Advice
    from piquet_sim.estimates.quantity import Quantity
    from piquet_sim.estimates.shown import Numbers

_REASONS = 3
"""Reasons that a person reads unless all is asked for."""


def tell_discards(advice: "Advice", shown: int, has_all: bool) -> None:
    """Print which cards should go, and why."""
    from piquet_sim.decisions.meaning import describe_reasons

    found = advice.numbers()
    keys = [f"{key}{place}" for place, _ in advice.list_shown(shown) for key in ("d", "behind ")]
    print_text(f"{found.headline}.")
    print_numbers([found[key] for key in keys if key in found], f"{found.look.says}; {found.about}")
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
        said = advice.doubt.judge(other.behind, "better")
        reasons = describe_reasons(advice, place)[: None if has_all else _REASONS]
        if reasons:
            print()
            print_numbers(reasons, f"{gap}, {said}, part by part", False)
        else:
            print_text(f"{gap}: {said}; no part of the difference is beyond its error")
    question = advice.question.describe()
    known = "has announced a carte blanche, " * advice.question.opponent_blanche
    print_text(
        f"{question['rules']}: the opponent {known}exchanges as {question['strategy']}; both "
        "call everything and play perfectly, seeing all cards"
        if has_all
        else "(--all: ten discards, their points by part, and how their deals end)"
    )
    if advice.trials.is_made_to_take:
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
    chances = [one.chance_best for one in shown]
    rows = [
        ("worst tenth: at most", *(f"{one.find_tenths()[0]:+}" for one in shown)),
        ("best tenth: at least", *(f"{one.find_tenths()[1]:+}" for one in shown)),
        # Estimated by random draws, as if the means were normal.
        (
            "chance of being the best",
            *("under 1%" if p < 0.01 else "over 99%" if p > 0.99 else f"{p:.0%}" for p in chances),
        ),
    ]
    print()
    print_table("", ("points of a deal", *cards), rows)


# ---- Calls ---------------------------------------------------------------------------------------
def tell_ways(advice: "CallAdvice", has_all: bool) -> None:
    """Print what each way to call makes."""
    question, everything, table = advice.question, advice.ways[0], advice.trials
    who, other, stake = SEATS[question.seat], SEATS[1 - question.seat], table.stake
    found = advice.numbers()
    print_text(f"{found.headline}.")
    title = f"{found.about}: {found.look.says}"
    print_numbers(_leave_out_chances(found, has_all), title)
    if stake.why_points:
        print_text(f"The score is not used, and points decide: {stake.why_points}.")
    if question.silent_on:
        print_text(_say_silence(other, question.silent_on))
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


def _say_silence(other: str, kinds: tuple[str, ...]) -> str:
    # What was not called is assumed not to be held.
    return (
        f"{other.capitalize()} called no {join_words(kinds, 'or')}: this is taken to mean that "
        f"{other} holds nothing better than what was called. If something was sunk, these figures "
        "are wrong."
    )


# ---- Cards ---------------------------------------------------------------------------------------
def tell_cards(advice: "PlayAdvice", has_all: bool) -> None:
    """Print what each card makes, and what the opponent may hold."""
    view, stake, found = advice.view, advice.stake, advice.numbers()
    title = f"{found.about}: points at the end of the deal, ranked by {stake.aim}"
    print_numbers(_leave_out_chances(found, has_all), title)
    _tell_hands(advice)
    if view.silent_on:
        print_text(_say_silence(SEATS[1 - view.seat], view.silent_on))
    if stake.score is not None:
        print_text(f"The rubicon: {view.rules.rubicon} points, by the end of this deal.")
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
    s = "s" * (number == 1)
    why = f"that fit{s} the calls"
    if not advice.calls_all:
        why = f"that hold{s} what was called, as a player who calls everything can hold none"
    of = "that hold the cards known to be held" if advice.view.hidden.holds else "without the calls"
    print_text(f"{other} can hold {count_of(number, 'hands')} {why}, of {advice.ways:,} {of}.")
    counted = advice.count_holding()
    certain = [card for card, held in counted.items() if held == number]
    never = [card for card, held in counted.items() if held == 0]
    open_still = [card for card in counted if card not in certain and card not in never]
    if open_still:
        open_still.sort(key=advice.chance_of, reverse=True)
        named = [f"the {name_card(open_still[0])} is", *map(format_hand_symbols, open_still[1:])]
        held = [
            f"{name} in {counted[card]:,} ({advice.chance_of(card):.0%})"
            for name, card in zip(named, open_still, strict=True)
        ]
        print_text(f"Of these (in brackets: how likely) {join_words(held)}.", hanging="  ")
    for said, cards in (("held", certain), ("not held", never)):
        if cards:
            print_text(f"Certainly {said}: {format_hand_symbols(sum(cards))}.", hanging="  ")
