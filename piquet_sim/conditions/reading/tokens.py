"""What single words of a condition stand for: places, numbers, ranks, suits, cards."""

import re

from piquet_sim.conditions.attributes import SEQUENCE_NAMES
from piquet_sim.conditions.model import TALON
from piquet_sim.game.cards import (
    RANK_LETTERS,
    RANK_NAMES,
    SUIT_NAMES,
    card_mask,
    format_cards,
    iterate_cards,
    pack_mask,
    parse_hand,
    suit_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER, YOUNGER
from piquet_sim.kernel.base.suit_tables import SHORTEST_SEQUENCE

_PLACES = {
    "elder": ELDER, "pone": ELDER, "non-dealer": ELDER, "nondealer": ELDER, "younger": YOUNGER,
    "dealer": YOUNGER, "talon": TALON, "stock": TALON,
}  # fmt: skip
_PLACE = re.compile("|".join(sorted(_PLACES, key=len, reverse=True)), re.IGNORECASE)
_NUMBERS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve")
    )
}  # fmt: skip
_NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_JACK = "jack"
_RANK = re.compile("|".join((*RANK_NAMES, _JACK)))
_SUIT_SIGNS = {sign: suit for suit, pair in enumerate(("♠♤", "♥♡", "♦♢", "♣♧")) for sign in pair}
_SUIT = re.compile(
    rf"(?:{'|'.join(name[:-1] for name in SUIT_NAMES)})s?|[{''.join(_SUIT_SIGNS)}]|\b[shdc]\b", re.I
)
_LETTER = re.compile("10|[6-9TJQKA]")
_ITEMS = re.compile(r"\s*,?\s+(?:and|or)\s+|\s*[,-]\s*")
_OF = re.compile(r"\s+(?:of|in)\s+", re.I)
_LETTERS_APART = re.compile(r"(?:10|[6-9TJQKA])(?:\s+(?:10|[6-9TJQKA]))+", re.I)
_COLOURS = {"black": ("spades", "clubs"), "red": ("hearts", "diamonds")}
_COLOUR = re.compile("|".join(_COLOURS))


def find_place(token: str) -> str:
    """The place of which a token speaks.

    Examples
    --------
    >>> find_place("the non-dealer's hand"), find_place("in the stock")
    ('elder', 'talon')
    """
    return _PLACES[_PLACE.search(token)[0].lower()]


def find_numbers(token: str) -> list[int]:
    """The numbers in a token, in digits or in words.

    Examples
    --------
    >>> find_numbers("two, 3 or four")
    [2, 3, 4]
    """
    return [
        int(word) if word.isdigit() else _NUMBERS[word.lower()] for word in _NUMBER.findall(token)
    ]


def find_suit(token: str) -> int:
    """The suit that a token names, by its name, its sign or its letter.

    Examples
    --------
    >>> find_suit("in hearts"), find_suit("♦"), find_suit("in S")
    (1, 2, 0)
    """
    return _find_suits(token)[0]


def find_rank(token: str) -> int:
    """The rank that a token names."""
    found = _RANK.search(token.lower())
    if found is None:
        return find_letter(token)
    return RANK_NAMES.index("knave" if found[0] == _JACK else found[0])


def find_letter(token: str) -> int:
    """The rank that a letter or digits begin with.

    Examples
    --------
    >>> find_letter("10s")
    4
    """
    return RANK_LETTERS.index(_LETTER.match(token)[0].replace("10", "T"))


def find_run(token: str) -> int:
    """The cards of the sequence that a token names.

    Examples
    --------
    >>> find_run("Quints")
    5
    """
    return SHORTEST_SEQUENCE + SEQUENCE_NAMES.index(token.lower().removesuffix("s"))


def find_cards(kind: str, token: str, pack: int) -> int:
    """The cards that a token names.

    Parameters
    ----------
    kind : str
        The terminal of the grammar.
    token : str
    pack : int

    Raises
    ------
    InputError
        If one appears twice or is not in the pack, or there is none.
    """
    if kind in ("CARD_NAME", "CARDS_OF_SUIT", "CARDS_OF_SUITS"):
        ranks = find_ranks(token)
        suits = _find_suits(_OF.split(token, maxsplit=1)[1])
        cards = join_cards([card_mask(rank, suit) for suit in suits for rank in ranks])
    else:
        cards = parse_hand(token, "given", pack)
    outside = cards & ~pack_mask(pack)
    if outside:
        said = format_cards(iterate_cards(outside))
        raise InputError(f"given: {said} is not in the pack of {pack}")
    if not cards:
        raise InputError("given: no cards are named")
    return cards


def find_colour(token: str) -> int:
    """The cards of the two black or the two red suits."""
    suits = (SUIT_NAMES.index(name) for name in _COLOURS[_COLOUR.search(token.lower())[0]])
    return join_cards([suit_mask(suit) for suit in suits])


def find_ranks(token: str) -> list[int]:
    """The ranks that a token names before "of".

    Examples
    --------
    >>> find_ranks("the king and queen of one suit"), find_ranks("A K of hearts")
    ([7, 6], [8, 7])

    Raises
    ------
    InputError
        If an article may be an ace.
    """
    before = _OF.split(token.strip())[0]
    if _LETTERS_APART.fullmatch(before):
        letters = before.split()
        is_pair = len(letters) == 2
        if is_pair and letters[0] == "A" and token.isupper():
            raise InputError(
                f"given: {token!r}: the ace, too? write '{''.join(letters)}' for both ranks, or "
                f"'{letters[1]}' alone"
            )
        has_article = is_pair and letters[0] == "a"  # "a K of hearts"
        return [find_letter(one.upper()) for one in letters[has_article:]]
    before = before.lower()
    return [rank for one in _ITEMS.split(before) for rank in _find_ranks(one)]


def _find_suits(text: str) -> list[int]:
    found = [match[0].lower() for match in _SUIT.finditer(text)]
    return [_SUIT_SIGNS[one] if one in _SUIT_SIGNS else "shdc".index(one[0]) for one in found]


def _find_ranks(item: str) -> list[int]:
    # Of "the king", "an A", or "AKQ".
    if _RANK.search(item):
        return [find_rank(item)]
    letters = re.sub(r"^(?:the|an?)\s+", "", item.strip()).upper()
    return [find_letter(one) for one in _LETTER.findall(letters)]


def join_cards(masks: "list[int] | tuple[int, ...]") -> int:
    """Cards named one after the other.

    Raises
    ------
    InputError
        If one appears twice.
    """
    cards = 0
    for mask in masks:
        if cards & mask:
            raise InputError(f"given: {format_cards(iterate_cards(cards & mask))} twice")
        cards |= mask
    return cards
