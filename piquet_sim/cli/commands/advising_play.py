"""The command that advises on the play: which card, given what a seat knows."""

from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_play_aim, complete_seat
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import DealOfPartie, Score, parse_standing, parse_whole
from piquet_sim.cli.screen import name_file, open_text, print_table, print_text
from piquet_sim.game.wording import join_words

if TYPE_CHECKING:
    from piquet_sim.advice.play.advice import PlayAdvice

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
    file: Annotated[
        str,
        typer.Argument(help="Deals, in words or one JSON object per line, or views; - for stdin."),
    ],
    seat: Annotated[
        str | None,
        typer.Option(
            help="Of a deal: elder or younger [default: whose turn it is].",
            metavar="SEAT",
            autocompletion=complete_seat,
        ),
    ] = None,
    trick: Annotated[
        str | None,
        typer.Option(help="Of a deal, with --seat: trick in which to play, 1 to 12.", metavar="N"),
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(help="Of a deal: number of the card to be played, 1 to 24.", metavar="N"),
    ] = None,
    aim: Annotated[
        str,
        typer.Option(
            help="Order by difference, own or settlement.",
            metavar="AIM",
            autocompletion=complete_play_aim,
        ),
    ] = "difference",
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
    at = {
        name: None if text is None else parse_whole(text, name)
        for name, text in (("card", card), ("trick", trick))
    }
    asked = {**at, "aim": aim, "score": totals, "deal": number, "seed": luck}
    with open_text(file) as lines:
        from piquet_sim.advice.play.advice import advise_play as value_cards
        from piquet_sim.advice.play.advice import check_play_options
        from piquet_sim.notation.texts import answer_deals

        check_play_options(whose, **asked)

        def advise(given: dict[str, object]) -> "PlayAdvice":
            return value_cards(given, whose, **asked)

        for place, advice in enumerate(answer_deals(lines, advise, name_file(file))):
            answer(advice, lambda advice=advice, place=place: _tell(advice, place > 0))


def _tell(advice: "PlayAdvice", has_more_above: bool) -> None:
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
    at_stake = [stake.replace("_", " ") for stake in stakes]
    print_table(title, (*heads, *at_stake, ""), rows)
    _tell_hands(advice)
    _tell_aims(advice)
    if stakes:
        print_text(f"{join_words(at_stake)}: chances in the whole deal")
    print_text(
        "means over all hands, no sampling; the likelihood of each hand comes from a model. ±: "
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
        why = "that hold what was called, for one who calls everything can hold none"
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
            print_text(f"For {_AIMS[aim]} best: {join_words(_name(list(best)), 'or')}.")
    if advice.score is not None:
        print_text(
            f"settlement: expected of the partie at {advice.score[0]}-{advice.score[1]}, deal "
            f"{advice.deal}; saved: {advice.view.rules.rubicon} points reached with this deal"
        )
