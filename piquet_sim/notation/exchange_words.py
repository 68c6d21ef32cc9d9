"""The exchange as a record says it: hands dealt, or held after the exchange, and what was drawn.

Books show the hands after the exchange and what was thrown, and often not what was drawn.
"""

from dataclasses import dataclass, field

from lark import Token, Tree

from piquet_sim.deals.referee import HIDDEN
from piquet_sim.deals.scoring import lay_talon, place_draws
from piquet_sim.game.cards import format_card, format_cards, format_hand, iterate_cards, pack_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.notation.card_words import read_card_words
from piquet_sim.notation.grammar import place_token
from piquet_sim.notation.places import Place, Placed, Pointer


@dataclass
class WrittenSeat:
    """What a record says of a seat."""

    hand: list[Placed]
    """As it was dealt or, where the record says so, after the exchange."""
    is_held: bool
    """Whether that is the hand after the exchange."""
    discard: list[Placed] = field(default_factory=list)
    rest: Place | None = None
    """Where it is said that the discard is all that is nowhere else."""
    draws: list[Placed] | None = None
    unknown: Place | None = None
    """Where it is said that the draws are unknown."""
    has_sunk_blanche: bool = False
    calls: dict[str, list[Tree] | None] = field(default_factory=dict)
    """By class: what is called, also of lesser worth; None where it is sunk. A class that is left
    out is called in full."""
    answers: dict[str, list[Token]] = field(default_factory=dict)


def add_cards(cards: list[Placed]) -> int:
    """Cards as a mask."""
    return sum(card for card, _ in cards)


def read_talon(statements: dict[str, Tree], rules: RuleSet, written: Pointer) -> list[int] | None:
    """The talon as it is written, 0 for a card that is not known; None where it is not written.

    Raises
    ------
    InputError
        At a word that is no card, or if there are not as many cards as the rules have.
    """
    if "talon" not in statements:
        return None
    head, words = statements["talon"].children
    places = [place_token(one) for one in words.children if one.type == "WORD"]
    known = read_card_words((one for one in places if one.word != HIDDEN), "talon", rules.pack)
    written.note_cards("talon", known, place_token(head))
    talon = [
        card
        for place in places
        for card in (
            [0] if place.word == HIDDEN else [one.card for one in known if one.place == place]
        )
    ]
    if len(talon) != rules.stock:
        raise written.point_at(InputError(f"talon: expected {rules.stock} cards, got {len(talon)}"))
    return talon


def fill_rest(seats: list[WrittenSeat], talon: list[int] | None, rules: RuleSet) -> None:
    """Find the discard of a seat that threw the rest: what is nowhere else.

    Parameters
    ----------
    seats : list of WrittenSeat
    talon : list of int or None
        As it is written.
    rules : RuleSet

    Raises
    ------
    InputError
        If both threw the rest.
    """
    for seat, other in (seats, seats[::-1]):
        if seat.rest is None:
            continue
        if other.rest is not None:
            raise other.rest.refuse("both throw the rest; expected the cards of one of them")
        elsewhere = [*seat.hand, *other.hand, *other.discard, *(other.draws or ())]
        seen = {card for card, _ in elsewhere} | set(talon or ())
        left = iterate_cards(pack_mask(rules.pack) & ~sum(seen))
        seat.discard = [Placed(card, seat.rest) for card in left]


def describe_hand(name: str, seat: WrittenSeat, drawn: int) -> dict[str, str]:
    """The hand dealt or, where the draws are not known, that after the exchange, as in JSON.

    Parameters
    ----------
    name : str
        Elder or younger, for errors.
    seat : WrittenSeat
    drawn : int
        0 where it is not known.

    Raises
    ------
    InputError
        If a carte blanche was dealt: when it is shown may decide who draws first.
    """
    hand, thrown = add_cards(seat.hand), add_cards(seat.discard)
    if not seat.is_held:
        return {"dealt": format_hand(hand)}
    if not drawn and thrown:
        return {"held": format_hand(hand)}
    dealt = hand & ~drawn | thrown
    if has_carte_blanche(dealt):
        raise seat.hand[0].place.refuse(
            f"{name}: a carte blanche was dealt; expected the hand dealt, not 'holds'"
        )
    return {"dealt": format_hand(dealt)}


def lay_out(
    shown: list[int] | None, seats: list[WrittenSeat], rules: RuleSet, written: Pointer
) -> tuple[list[int], list[int]]:
    """The talon in the order of drawing, and what each drew; 0 for what is not known.

    Where only the draws are written, what is left follows in the order of suits.

    Parameters
    ----------
    shown : list of int or None
        The talon as it is written.
    seats : list of WrittenSeat
    rules : RuleSet
    written : Pointer

    Raises
    ------
    InputError
        If draws are not said, or contradict the talon, the hands or the number of cards thrown.
    """
    took = [len(seat.discard) for seat in seats]
    elder = seats[0]
    may_announce = not elder.is_held and not elder.has_sunk_blanche
    announces = may_announce and has_carte_blanche(add_cards(elder.hand))
    places = place_draws(rules.laws(), announces, *took)
    for name, seat, many in zip(SEATS, seats, took, strict=True):
        if seat.draws is not None and len(seat.draws) != many:
            raise written.places[f"{name} draws"].refuse(
                f"{name} draws {len(seat.draws)} cards for {many} thrown"
            )
    if shown is not None:
        for name, seat, part in zip(SEATS, seats, places, strict=True):
            for card, place in seat.draws or ():
                if card not in shown[part]:
                    raise place.refuse(
                        f"{name} draws: by the talon {name} draws "
                        f"{format_cards(one for one in shown[part] if one) or 'unknown cards'}"
                    )
        drawn = [
            0 if seat.unknown or not all(shown[part]) else sum(shown[part])
            for seat, part in zip(seats, places, strict=True)
        ]
        _check_held(seats, drawn, written)
        return shown, drawn
    for name, seat, part in zip(SEATS, seats, places, strict=True):
        if seat.draws is None and seat.discard and not seat.unknown:
            unknown = ", '; draws unknown'" * seat.is_held
            raise written.places[name].refuse(
                f"{name}: expected '; draws' and cards{unknown}, or a statement Talon: in this deal"
            )
        if part.stop > rules.stock:
            raise written.places[f"{name} draws"].refuse(
                f"{name} draws beyond the talon of {rules.stock} cards"
            )
    everything = [
        *(seat.hand for seat in seats),
        *(seat.discard if seat.is_held else seat.draws or [] for seat in seats),
    ]
    seen = 0
    for card, place in (one for cards in everything for one in cards):
        if card & seen:
            raise place.refuse(f"{format_card(card)} is in two places")
        seen |= card
    left = iterate_cards(pack_mask(rules.pack) & ~seen)
    draws = [
        [0] * many if seat.unknown else [card for card, _ in seat.draws or ()]
        for seat, many in zip(seats, took, strict=True)
    ]
    drawn = list(map(sum, draws))
    _check_held(seats, drawn, written)
    return list(lay_talon(places, draws, left)), drawn


def _check_held(seats: list[WrittenSeat], drawn: list[int], written: Pointer) -> None:
    # What a seat drew is among what it held after the exchange.
    for name, seat, draws in zip(SEATS, seats, drawn, strict=True):
        if seat.is_held and draws & ~add_cards(seat.hand):
            card = format_card(next(iterate_cards(draws & ~add_cards(seat.hand))))
            error = InputError(f"{name} draws: {card} is not among the cards held")
            raise written.point_at(error)
