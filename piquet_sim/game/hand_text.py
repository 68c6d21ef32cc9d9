"""A hand as people type it, read at every change: what is clear is kept, what is not is named.

Besides the forms that are read anywhere else (`game.cards`), suits may follow one another (``AKJ
AQJ8 98 J87``, with ``-`` for an empty one) or be named (``spades AKJ hearts AQJ8``, ``sakj
haqj8``), and cards need no blank between them (``AsKsJs``).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piquet_sim.game.cards import (
    HAND_CARDS,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    card_mask,
    count_cards,
    format_hand,
    pack_mask,
    parse_hand,
)
from piquet_sim.game.errors import InputError

_LETTERS = str.maketrans(SUIT_SYMBOLS + "♤♡♢♧", SUIT_LETTERS * 2, "\ufe0e\ufe0f")
_RANK, _SUIT = f"[{RANK_LETTERS}]", f"[{SUIT_LETTERS}]"
_NAMES = re.compile("|".join(f"{name}?" for name in SUIT_NAMES), re.IGNORECASE)
_MARK = re.compile(f"({_SUIT}):?({_RANK}*)")
_CARDS = re.compile(f"(?:{_RANK}{_SUIT})+")
_EMPTY = ("-", "–", "—")


@dataclass(frozen=True)
class TypedHand:
    """What a text says of a hand."""

    hand: int
    """The cards that are sure, as a mask."""
    problem: str = ""
    """The piece that could not be read, and why."""


def read_typed_hand(text: str, pack: int = 32) -> TypedHand:
    """The cards of a text, up to the first piece that cannot be one.

    Parameters
    ----------
    text : str
    pack : int
        32 or 36.

    Examples
    --------
    >>> read_typed_hand("AKJ AQJ8 98 J87") == read_typed_hand("spades akj hearts aqj8 d98 cj87")
    True
    >>> read_typed_hand("AKJ AQJ8 98 J877").problem
    '“J877”: ♣7 appears twice'
    """
    hand = 0
    try:
        for piece, rank, suit in _read_pieces(text):
            card = card_mask(RANK_LETTERS.index(rank), SUIT_LETTERS.index(suit))
            shown = SUIT_SYMBOLS[SUIT_LETTERS.index(suit)] + rank.replace("T", "10")
            if not card & pack_mask(pack):
                raise InputError(f"“{piece}”: {shown} is not in the pack of {pack}")
            if hand & card:
                raise InputError(f"“{piece}”: {shown} appears twice")
            if count_cards(hand) == HAND_CARDS:
                raise InputError(f"“{piece}”: {shown} is the thirteenth card; a hand has twelve")
            hand |= card
    except InputError as error:
        return TypedHand(hand, str(error))
    return TypedHand(hand)


def _read_pieces(text: str) -> Iterator[tuple[str, str, str]]:
    # Each card as (the piece in which it stands, rank, suit).
    pieces = _part(text)
    group, suit, is_list = 0, "", False
    for place, piece in enumerate(pieces):
        said, is_last = piece.upper().replace("10", "T"), place == len(pieces) - 1
        marked = _MARK.fullmatch(said)
        if marked:
            suit = marked[1]
            yield from ((piece, rank, suit) for rank in marked[2])
        elif _CARDS.fullmatch(said):
            is_list = True
            yield from ((piece, said[at], said[at + 1]) for at in range(0, len(said), 2))
        elif piece in _EMPTY:
            group += 1
        elif re.fullmatch(_RANK + ("*1?" if is_last else "*"), said):
            said = said.removesuffix("1")  # a ten that is being typed
            if is_list and not suit:
                if is_last:
                    return  # a card that is being typed
                raise InputError(f"“{piece}”: no suit is named")
            if not suit and group >= SUITS:
                raise InputError(f"“{piece}”: there are four suits")
            yield from ((piece, rank, suit or SUIT_LETTERS[group]) for rank in said)
            group += 1
        else:
            raise InputError(f"“{piece}” is not a card; write AKJ AQJ8 98 J87, or AS KS JS …")


def _part(text: str) -> list[str]:
    text = _NAMES.sub(lambda name: f" {name[0][0]} ", text.translate(_LETTERS))
    if "." in text:  # an empty part is an empty suit
        parts = (part.strip() for part in text.split("."))
        return [part.replace(" ", "") or "-" for part in parts]
    return [piece for piece in re.split(r"[\s,;]+", text) if piece]


def parse_any_hand(text: str, pack: int = 32) -> int:
    """The hand of a text in any form, all of it readable.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        return parse_hand(text, "hand", pack)
    except InputError:
        typed = read_typed_hand(text, pack)
        if typed.problem or "." in text:
            raise
    return parse_hand(format_hand(typed.hand), "hand", pack)
