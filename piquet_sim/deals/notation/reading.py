"""Records of play from the notation, each checked against the laws, with errors that point.

Books show the hands after the exchange and what was thrown, and often not what was drawn.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, Tree

from piquet_sim.deals.call_names import word_call
from piquet_sim.deals.deal import (
    HIDDEN,
    Deal,
    check_calls,
    check_exchange,
    check_record,
    lay_talon,
    place_draws,
    play_legally,
    take_hand,
)
from piquet_sim.deals.json import check_notation, read_heading
from piquet_sim.deals.notation.calls import complete_calls, read_amount
from piquet_sim.deals.notation.words import (
    MisplacedWord,
    Place,
    Placed,
    Pointer,
    parse_statements,
    place_token,
    place_tree,
    read_card_words,
    read_rules_text,
)
from piquet_sim.game.cards import (
    HAND_CARDS,
    count_cards,
    format_card,
    format_cards,
    iterate_cards,
    pack_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche


# ---- The exchange --------------------------------------------------------------------------------
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


def find_dealt(name: str, seat: WrittenSeat, drawn: int) -> int:
    """The hand dealt or, where the draws are not known, the cards among which it was.

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
        If it has not twelve cards, or not those thrown; if a carte blanche was dealt to one whose
        hand is that after the exchange: when it is shown may decide who draws first.
    """
    hand, thrown = add_cards(seat.hand), add_cards(seat.discard)
    if seat.is_held and not drawn and thrown:
        return take_hand(name, hand, thrown, is_held=True)
    dealt = hand & ~drawn | thrown if seat.is_held else hand
    if seat.is_held and has_carte_blanche(dealt):
        raise seat.hand[0].place.refuse(
            f"{name}: a carte blanche was dealt; expected the hand dealt, not 'holds'"
        )
    if count_cards(dealt) != HAND_CARDS:
        raise InputError(f"{name} dealt: expected {HAND_CARDS} cards, got {count_cards(dealt)}")
    return take_hand(name, dealt, thrown, is_held=False)


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


# ---- Records -------------------------------------------------------------------------------------
_HEADING = ("notation", "name", "rules", "number", "score")
_OPENING = ("notation", "name")
"""What only a new deal can begin with."""
_STATEMENTS = {"notation": "Notation", "name": "Deal", "rules": "Rules", "number": "Number",
               "score": "Score", "elder": "Elder", "younger": "Younger", "talon": "Talon",
               "play": "Play", "totals": "Total"}  # fmt: skip
_VERSION = re.compile(r"^[^\S\n]*(notation[ \t]*:[^\n#]*)", re.MULTILINE | re.IGNORECASE | re.ASCII)
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def read_notation(text: str) -> Iterator[tuple[Deal, Place]]:
    """The deals of a text, each with the place where it begins.

    Raises
    ------
    InputError
        At the first word that is not understood, or contradicts the laws or the record itself.
    """
    for said in _VERSION.finditer(text):  # before a later version's words are misunderstood
        line, column = text.count("\n", 0, said.start(1)) + 1, said.start(1) - said.start() + 1
        _check_version(Place(said[1].strip(), line, column))
    for statements in _part_records(text):
        yield _read_record(statements)


def _part_records(text: str) -> Iterator[dict[str, Tree]]:
    # A version or a name begins a record; so does, after a blank line, what the last one has.
    record: dict[str, Tree] = {}
    end = 0
    for tree in parse_statements(text):
        head = tree.children[0]
        kind = tree.data if tree.data != "seat" else ELDER if head[0] in "eE" else "younger"
        is_apart = _BLANK_LINE.search(text, end, head.start_pos)
        has_body = any(name not in _HEADING for name in record)
        if record and (
            (kind in _OPENING and (has_body or kind in record))
            or (is_apart and (kind in record or (kind in _HEADING and has_body)))
        ):
            yield record
            record = {}
        if kind in record:
            raise place_token(head).refuse(
                f"{_STATEMENTS[kind]} twice in one deal; a blank line separates deals"
            )
        record[kind] = tree
        end = list(tree.scan_values(lambda one: isinstance(one, Token)))[-1].end_pos
    if record:
        yield record


def _read_record(statements: dict[str, Tree]) -> tuple[Deal, Place]:
    begins = next((one for kind, one in statements.items() if kind != "notation"), None)
    first = place_token((begins or statements["notation"]).children[0])
    written = Pointer(first)
    for seat in SEATS:
        if seat not in statements:
            raise first.refuse(f"expected '{_STATEMENTS[seat]}:' in this deal")
    about = _read_heading(statements, written)
    rules: RuleSet = about.pop("rules")
    seats = [_read_seat(seat, statements[seat], rules, written) for seat in SEATS]
    # A card dealt to both is the second's.
    written.note_cards("deal", seats[1].hand, first)
    shown = read_talon(statements, rules, written)
    fill_rest(seats, shown, rules)
    talon, drawn = lay_out(shown, seats, rules, written)
    try:
        heading = read_heading(about)
        deal = Deal(
            rules,
            tuple(find_dealt(*one) for one in zip(SEATS, seats, drawn, strict=True)),
            tuple(add_cards(seat.discard) for seat in seats),
            tuple(talon),
            silent=tuple(seat.has_sunk_blanche for seat in seats),
            heading=heading,
        )
        check_exchange(deal)
        calls = []
        for name, seat, *held in zip(SEATS, seats, deal.hands, deal.holdings, strict=True):
            called = complete_calls(name, seat.calls, *held, rules)
            calls.append(check_calls(name, called, *held, deal.laws))
        deal = replace(deal, calls=tuple(calls))
        _check_answers(seats, deal)
        if "play" in statements:
            deal = replace(deal, plays=_read_play(statements["play"], deal))
        return check_record(deal), first
    except MisplacedWord:
        raise
    except InputError as error:
        raise written.point_at(error) from None


def _check_version(place: Place) -> None:
    said = " ".join(place.word.partition(":")[2].split())
    try:
        check_notation(said.upper())
    except InputError as error:
        raise place.refuse(str(error)) from None


def _read_heading(statements: dict[str, Tree], written: Pointer) -> dict[str, object]:
    # With the rule book as a `RuleSet`, and the totals.
    deal: dict[str, Any] = {"rules": RUBICON}
    for kind in (*_HEADING, "totals"):
        if kind not in statements:
            continue
        head, *rest = statements[kind].children
        written.places[kind] = place_token(head)
        if kind == "notation":
            _check_version(place_token(head))
        elif kind in ("name", "rules"):
            said = head.partition(":")[2].strip()
            if not said:
                raise place_token(head).refuse(f"expected a name after {_STATEMENTS[kind]}:")
            try:
                deal[kind] = said if kind == "name" else read_rules_text(said)
            except InputError as error:
                raise place_token(head).refuse(str(error)) from None
        elif kind == "number":
            deal[kind] = read_amount(rest[0])
        else:
            amounts = [one for one in rest[0].children if one.type == "AMOUNT"]
            deal[kind] = [read_amount(one) for one in amounts]
    players = {}
    for seat in SEATS:
        _, bracket, name = statements[seat].children[0].partition("(")
        if bracket:
            players[seat] = name.rpartition(")")[0]
            written.places[f"players: {seat}"] = place_token(statements[seat].children[0])
    return deal | ({"players": players} if players else {})


def _read_seat(name: str, tree: Any, rules: RuleSet, written: Pointer) -> WrittenSeat:
    head, *items = tree.children
    is_held = isinstance(items[0], Token)
    hand = items[is_held]
    items = items[is_held + 1 :]
    what = f"{name} {'held' if is_held else 'dealt'}"
    seat = WrittenSeat(_read_words(hand, what, rules, written, place_token(head)), is_held)
    if is_held and len(seat.hand) != HAND_CARDS:  # without it neither rest nor draws can be found
        first = seat.hand[0].place if seat.hand else place_token(head)
        raise first.refuse(f"{what}: expected {HAND_CARDS} cards, got {len(seat.hand)}")
    written.places |= {name: place_token(head)}
    seen: dict[str, Place] = {}

    def note(what: str, place: Place) -> None:
        if what in seen:
            raise place.refuse(f"{name}: {what} twice")
        seen[what] = place

    for item in items:
        if isinstance(item, Token):
            continue
        place = place_tree(item)
        if item.data in ("discard", "draws"):
            note(item.data, place)
            if isinstance(item.children[1], Token):
                if not is_held:
                    raise place.refuse(f"{name}: {item.children[1]!s} requires 'holds' and the "
                                       "twelve cards after the exchange")  # fmt: skip
                setattr(seat, "rest" if item.data == "discard" else "unknown", place)
                written.places[f"{name} {item.data}"] = place
                continue
            cards = _read_words(
                item.children[1],
                f"{name} {item.data}",
                rules,
                written,
                place_tree(item.children[0]),
            )
            setattr(seat, item.data, cards)
        elif item.data in ("blanche", "no_blanche"):
            note("carte blanche", place)
            if is_held:
                raise place.refuse(f"{name}: carte blanche requires the hand dealt, not 'holds'")
            if not has_carte_blanche(add_cards(seat.hand)):
                raise place.refuse(f"{name} calls carte blanche, but was dealt a court card")
            seat.has_sunk_blanche = item.data == "no_blanche" or len(item.children) > 1
        elif item.data in ("none", "full"):
            for kind in CLASSES:
                note(kind, place)
            seat.calls = dict.fromkeys(CLASSES) if item.data == "none" else {}
        elif item.data == "sunk":
            kind = item.children[1].type.lower()
            note(kind, place)
            seat.calls[kind] = None
        else:
            calls = [one for one in item.children if isinstance(one, Tree)]
            for call in (one.children[-1] if one.data == "also" else one for one in calls):
                kind = call.data
                if kind == "point" or not seat.calls.get(kind):
                    note(kind, place_tree(call))
                    written.places[f"{name} calls {kind}"] = place_tree(call)
                seat.calls.setdefault(kind, []).append(call)
                if isinstance(item.children[-1], Token):
                    seat.answers.setdefault(kind, []).append(item.children[-1])
    for card, place in seat.discard if is_held else ():
        if card & add_cards(seat.hand):
            raise place.refuse(
                f"{name} discard: {format_card(card)} is among the cards held after the exchange"
            )
    if "discard" not in seen:
        raise place_token(head).refuse(f"{name}: expected '; throws' and cards, or nothing")
    return seat


def _read_words(
    tree: Any, what: str, rules: RuleSet, written: Pointer, head: Place
) -> list[Placed]:
    words = [place_token(one) for one in tree.children if one.type == "WORD"]
    cards = read_card_words(words, what, rules.pack)
    written.note_cards(what, cards, head)
    return cards


# ---- Answers and the play ------------------------------------------------------------------------


_ANSWERS = {"GOOD": "good", "NOT_GOOD": "not good", "EQUAL": "equal"}


def _check_answers(seats: list[WrittenSeat], deal: Deal) -> None:
    for place, seat in enumerate(seats):
        for kind, tokens in seat.answers.items():
            result = deal.before_play.value(f"{kind}_result")
            true = "equal" if result == 3 else "good" if result == place + 1 else "not good"
            for token in (one for one in tokens if _ANSWERS[one.type] != true):
                said = ", ".join(
                    f"{name} calls {word_call(kind, called[CLASSES.index(kind)])}"
                    for name, called in zip(SEATS, deal.called, strict=True)
                )
                raise place_token(token).refuse(f"{kind}: {SEATS[place]}'s is {true}; {said}")


def _read_play(tree: Any, deal: Deal) -> tuple[int, ...]:
    words: list[Place] = []
    for token in tree.children[1:]:
        if token.type == "TRICK":
            trick, rest = divmod(len(words), 2)
            if rest or int(token[:-1]) != trick + 1:
                expected = f"the second card of trick {trick + 1}" if rest else f"'{trick + 1}.'"
                raise place_token(token).refuse(f"play: expected {expected}")
        elif token.type == "WORD":
            words.append(place_token(token))
    placed = read_card_words(words, "play", deal.rules.pack)
    course = deal.begin_play()
    for number, (card, place) in enumerate(placed, start=1):
        try:
            course = play_legally(course, card, number)
        except InputError as error:
            raise place.refuse(str(error)) from None
    return tuple(card for card, _ in placed)
