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
_RANKS = re.compile(f"{_RANK}+")
_MARK = re.compile(f"({_SUIT}):?([A-Z0-9]*)")
_CARDS = re.compile(f"(?:[A-Z0-9]{_SUIT})+")
_NO_CARD = " is not a card; write AKJ AQJ8 98 J87, or AS KS JS …"
_EMPTY = ("-", "–", "—")


@dataclass(frozen=True)
class TypedHand:
    """What a text says of a hand."""

    hand: int
    """The cards that are sure, as a mask."""
    problem: str = ""
    """The piece that could not be read, and why."""


def read_typed_hand(text: str, pack: int = 32) -> TypedHand:
    """The cards of a text; a piece that cannot be one is named, and the other cards stay.

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
    >>> read_typed_hand("A K J, A Q J 8, 9 x, J 8 7").problem
    '“9x” is not a card; write AKJ AQJ8 98 J87, or AS KS JS …'
    """
    hand, problem = 0, ""
    for piece, rank, suit in _read_pieces(text):
        if not suit:
            problem = problem or f"“{piece}”{rank}"
            continue
        card = card_mask(RANK_LETTERS.index(rank), SUIT_LETTERS.index(suit))
        shown = SUIT_SYMBOLS[SUIT_LETTERS.index(suit)] + rank.replace("T", "10")
        if not card & pack_mask(pack):
            problem = problem or f"“{piece}”: {shown} is not in the pack of {pack}"
        elif hand & card:
            problem = problem or f"“{piece}”: {shown} appears twice"
        elif count_cards(hand) == HAND_CARDS:
            problem = problem or f"“{piece}”: {shown} is the thirteenth card; a hand has twelve"
        else:
            hand |= card
    return TypedHand(hand, problem)


def _read_pieces(text: str) -> Iterator[tuple[str, str, str]]:
    # Each card as (the piece in which it stands, rank, suit); without a suit it is what is wrong.
    pieces = _part(text)
    group, suit, is_list = 0, "", False
    for place, piece in enumerate(pieces):
        said, is_last = piece.upper().replace("10", "T"), place == len(pieces) - 1
        marked = _MARK.fullmatch(said)
        if marked:
            suit = marked[1]
            yield from _read_ranks(piece, marked[2], suit)
        elif _CARDS.fullmatch(said):
            is_list = True
            yield from _read_ranks(piece, said[::2], said[1::2])
        elif piece in _EMPTY:
            group += 1
        else:
            if is_last and re.fullmatch(_RANK + "*1", said):
                said = said.removesuffix("1")  # a ten that is being typed
            if is_list and not suit:
                if not (is_last and re.fullmatch(_RANK + "*", said)):  # one that is being typed
                    yield piece, ": no suit is named" if _RANKS.fullmatch(said) else _NO_CARD, ""
            elif not suit and group >= SUITS:
                yield piece, ": there are four suits" if _RANKS.fullmatch(said) else _NO_CARD, ""
                return
            else:
                yield from _read_ranks(piece, said, suit or SUIT_LETTERS[group])
            group += 1


def _read_ranks(piece: str, ranks: str, suits: str) -> Iterator[tuple[str, str, str]]:
    # The cards of some ranks, of one suit or a suit each; a letter that is no rank is named.
    for place, rank in enumerate(ranks):
        suit = suits[place] if len(suits) > 1 else suits
        is_card = rank in RANK_LETTERS
        yield (piece, rank, suit) if is_card else (piece, _NO_CARD, "")


def _part(text: str) -> list[str]:
    text = _NAMES.sub(lambda name: f" {name[0][0]} ", text.translate(_LETTERS))
    if "." in text:  # an empty part is an empty suit
        parts = (part.strip() for part in text.split("."))
        return [part.replace(" ", "") or "-" for part in parts]
    for between, within in ((r"[,;/|]", r"\s+"), (r"\s+", r"[,;/|]")):
        # Four suits, with the ranks apart, too: "A K J, A Q J 8, 9 8, J 8 7".
        parts = [re.sub(within, "", part) for part in re.split(between, text.strip())]
        is_apart = len(re.findall(within, text.strip())) >= SUITS
        if len(parts) == SUITS and is_apart and not re.search(r"[SHDCshdc]", "".join(parts)):
            return [part or "-" for part in parts]
    return [piece for piece in re.split(r"[\s,;/|]+", text) if piece]


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
