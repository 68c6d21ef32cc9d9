"""Cards as they are written in a record, each with the word in which it stands."""

import re
from collections.abc import Iterable

from piquet_sim.game.cards import (
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    card_mask,
    format_card,
    name_card,
    pack_mask,
)
from piquet_sim.notation.places import Place, Placed, suggest_word

_LETTERS = str.maketrans(SUIT_SYMBOLS + "♤♡♢♧", SUIT_LETTERS * 2, "\ufe0e\ufe0f")
_RANK, _SUIT = f"[{RANK_LETTERS}]", f"[{SUIT_LETTERS}]"
_OF_SUIT = re.compile(f"({_SUIT}):?({_RANK}*)")
_CARDS = re.compile(f"(?:{_RANK}{_SUIT})+")
_DOTTED = re.compile(rf"{_RANK}*(?:\.{_RANK}*){{{SUITS - 1}}}")


def read_card_words(words: Iterable[Place], what: str, pack: int) -> list[Placed]:
    """The cards of some words, in the order in which they are written.

    Parameters
    ----------
    words : iterable of Place
        Cards (``KS``, ``♠K``, ``10d``), suits (``♠AKJ``, ``S:AKJ``) or ``AKJ.AQJ8.98.J87``.
    what : str
        What the cards are, for the message of an error.
    pack : int
        32 or 36.

    Raises
    ------
    InputError
        At a word that is not a card, or a card that appears twice or is not in the pack.
    """
    found: list[Placed] = []
    suit = ""
    for place in words:
        said = place.word.translate(_LETTERS)
        said = said.upper().replace("10", "T") if said.isascii() else ""
        if said.count(".") == 1:
            said = said.removesuffix(".")  # the end of a sentence
        listed, of_suit = _CARDS.fullmatch(said), _OF_SUIT.fullmatch(said)
        if of_suit:
            suit = of_suit[1]
            named = [(rank, suit) for rank in of_suit[2]]
        elif listed:
            suit, named = "", list(zip(said[::2], said[1::2], strict=True))
        elif _DOTTED.fullmatch(said):
            suit = ""
            named = [
                (rank, letter)
                for letter, ranks in zip(SUIT_LETTERS, said.split("."), strict=True)
                for rank in ranks
            ]
        elif suit and re.fullmatch(f"{_RANK}+", said):
            named = [(rank, suit) for rank in said]
        else:
            raise place.refuse(
                f"{what}: expected a card, as in KS, ♠KQ or K.Q..87{suggest_word(place.word)}"
            )
        for rank, letter in named:
            card = card_mask(RANK_LETTERS.index(rank), SUIT_LETTERS.index(letter))
            if not card & pack_mask(pack):
                raise place.refuse(f"{what}: the {name_card(card)} is not in the pack of {pack}")
            if any(card == one.card for one in found):
                raise place.refuse(f"{what}: {format_card(card)} twice")
            found.append(Placed(card, place))
    return found
