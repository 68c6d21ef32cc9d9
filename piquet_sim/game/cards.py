"""Cards and hands as bit masks, and every text form in which they are read and written.

A hand is one non-negative 64-bit integer. Each suit has a lane of sixteen bits, of which the
lowest nine are used, one for each rank::

    bit   63 ... 48 | 47 ... 32 | 31 ... 16 | 15 ...  9  8 7 6 5 4 3 2 1 0
    lane   clubs    | diamonds  | hearts    | spades     A K Q J T 9 8 7 6

The pack of 32 leaves the six (bit 0 of a lane) empty, the pack of 36 uses it, so that one
layout serves both. A card is a hand of one card. The rank of a card is the number of its bit
within the lane, 0 (six) to 8 (ace); pips are what a card counts for the point: eleven for the
ace, ten for each court card and the ten, else the number on the card.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase

from piquet_sim.game.errors import InputError, quote, read_signs, read_whole, refuse

SUIT_LETTERS = "SHDC"
SUIT_SYMBOLS = "♠♥♦♣"
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_LETTERS = "6789TJQKA"
RANK_NAMES = ("six", "seven", "eight", "nine", "ten", "knave", "queen", "king", "ace")
RANK_PIPS = (6, 7, 8, 9, 10, 10, 10, 10, 11)

SUITS = 4
RANKS = 9
LANE_BITS = 16
LANE_MASK = (1 << RANKS) - 1
SIX, SEVEN, EIGHT, NINE, TEN, KNAVE, QUEEN, KING, ACE = range(RANKS)

HAND_CARDS = 12
TRICKS = 12

ONE_OF_EACH_SUIT = sum(1 << LANE_BITS * suit for suit in range(SUITS))

PACK_36_MASK = LANE_MASK * ONE_OF_EACH_SUIT
PACK_32_MASK = PACK_36_MASK & ~ONE_OF_EACH_SUIT
COURTS_MASK = ((1 << KNAVE) | (1 << QUEEN) | (1 << KING)) * ONE_OF_EACH_SUIT

_PLAIN = str.maketrans(
    f"{SUIT_SYMBOLS}♤♡♢♧{ascii_lowercase}", f"{SUIT_LETTERS * 2}{ascii_uppercase}"
)
# Letters of ASCII only: other letters fold to these, too.
_CARD = re.compile(rf"(10|[{RANK_LETTERS}])([{SUIT_LETTERS}])")
_NAMED = re.compile("|".join(f"{name}?" for name in SUIT_NAMES), re.IGNORECASE | re.ASCII)
_SUIT_FIRST = re.compile(rf"([{SUIT_LETTERS}]):?([^{SUIT_LETTERS}]*)")
_SUIT_LAST = re.compile(rf"([^{SUIT_LETTERS}]+)([{SUIT_LETTERS}])")
_EMPTY = "-"
_FORMS = "'AKJ.AQJ8.98.J87', '♠AKJ ♥AQJ8 ♦98 ♣J87' or 'AS KS JS ...'"


def pack_mask(pack: int) -> int:
    """All cards of a pack, as a hand.

    Parameters
    ----------
    pack : int
        32 or 36.

    Raises
    ------
    InputError
        For any other number.
    """
    pack = read_whole("pack", pack)
    if pack not in (32, 36):
        raise InputError(f"pack: {pack} cards; Piquet is played with 32 or 36")
    return PACK_32_MASK if pack == 32 else PACK_36_MASK


def rank_mask(rank: int) -> int:
    """The four cards of a rank, as a hand."""
    return (1 << rank) * ONE_OF_EACH_SUIT


def suit_mask(suit: int) -> int:
    """The nine cards of a suit, as a hand."""
    return LANE_MASK << LANE_BITS * suit


def card_mask(rank: int, suit: int) -> int:
    """One card, as a hand."""
    return 1 << (LANE_BITS * suit + rank)


_IN_ORDER = [card_mask(rank, suit) for suit in range(SUITS) for rank in reversed(range(RANKS))]


def iterate_cards(hand: int) -> Iterator[int]:
    """The cards of a hand one by one: suits in order, each from the ace down."""
    return (card for card in _IN_ORDER if hand & card)


def card_rank(card: int) -> int:
    """The rank of a card, 0 (six) to 8 (ace)."""
    return (card.bit_length() - 1) % LANE_BITS


def card_suit(card: int) -> int:
    """The suit of a card, 0 (spades) to 3 (clubs)."""
    return (card.bit_length() - 1) // LANE_BITS


def count_cards(hand: int) -> int:
    """The number of cards in a hand."""
    return int(hand).bit_count()


def format_card(card: int) -> str:
    """A card as rank and suit letter: ``"AS"``."""
    return RANK_LETTERS[card_rank(card)] + SUIT_LETTERS[card_suit(card)]


def name_card(card: int) -> str:
    """A card in words: ``"ace of hearts"``."""
    return f"{RANK_NAMES[card_rank(card)]} of {SUIT_NAMES[card_suit(card)]}"


def format_cards(cards: Iterable[int]) -> str:
    """Single cards in the order given, parted by blanks: ``"9S 8S KH"``."""
    return " ".join(format_card(card) for card in cards)


def _suit_ranks(hand: int, suit: int) -> str:
    lane = hand >> LANE_BITS * suit & LANE_MASK
    return "".join(RANK_LETTERS[rank] for rank in reversed(range(RANKS)) if lane >> rank & 1)


def format_hand(hand: int) -> str:
    """A hand in the dotted form, spades.hearts.diamonds.clubs, which machines read.

    Examples
    --------
    >>> format_hand(parse_hand("AS KS JS AH 8H"))
    'AKJ.A8..'
    """
    hand = read_hand(hand, pack=36)
    return ".".join(_suit_ranks(hand, suit) for suit in range(SUITS))


def format_hand_symbols(hand: int) -> str:
    """A hand with suit symbols, which people read; suits that are empty are left out.

    Examples
    --------
    >>> format_hand_symbols(parse_hand("AKJ.A8.."))
    '♠AKJ ♥A8'
    """
    hand = read_hand(hand, pack=36)
    suits = ((SUIT_SYMBOLS[suit], _suit_ranks(hand, suit)) for suit in range(SUITS))
    return " ".join(symbol + ranks for symbol, ranks in suits if ranks) or "–"


def parse_card(text: str, what: str = "card") -> int:
    """One card from its text: rank then suit, as in ``AS``, ``10D``, ``td`` or ``K♥``.

    Raises
    ------
    InputError
        If the text is not a card.
    """
    match = _CARD.fullmatch(read_signs(text).strip().translate(_PLAIN))
    if match is None:
        raise InputError(f"{what}: {_say_unknown(text.strip())}")
    return card_mask(RANK_LETTERS.index(match[1].replace("10", "T")), SUIT_LETTERS.index(match[2]))


def _say_unknown(word: str) -> str:
    return f"unknown card {word!r}; a card is rank then suit, as in AS, TD or 7C"


def _find_fault(card: int, before: int, pack: int) -> str:
    # Why a card cannot be one more of a hand; empty if it can.
    if card & before:
        return f"{format_hand_symbols(card)} twice"
    is_there = card & pack_mask(pack)
    return "" if is_there else f"{format_hand_symbols(card)} is not in the pack of {pack}"


def parse_cards(text: str, what: str = "cards", pack: int = 32) -> tuple[int, ...]:
    """Cards from a list parted by blanks or commas, in the order written.

    Parameters
    ----------
    text : str
        As in ``"9S 8S KH"``.
    what : str
        What the cards are, for the message of an error.
    pack : int
        32 or 36.

    Raises
    ------
    InputError
        If a word is not a card of the pack, or a card stands twice.
    """
    cards: list[int] = []
    for word in filter(None, re.split(r"[\s,]+", read_signs(text))):
        cards.append(parse_card(word, what))
        if fault := _find_fault(cards[-1], sum(cards[:-1]), pack):
            raise InputError(f"{what}: {fault}")
    return tuple(cards)


def parse_hand(text: str, what: str = "hand", pack: int = 32, cards: int | None = None) -> int:
    """A hand from its text, in any form in which people write one.

    Parameters
    ----------
    text : str
        The dotted form (``"AKJ.AQJ8.98.J87"``); suits by symbol, letter or name, with or without
        blanks and in any order (``"♠AKJ ♥AQJ8"``, ``"S:AKJ H:AQJ8"``, ``"♠AKJ♥AQJ8"``, ``"spades
        AKJ"``); the ranks of all four suits in order (``"AKJ AQJ8 98 J87"``, with ``-`` for an
        empty suit); or cards (``"AS KS 10H"``). Lower case is read too.
    what : str
        What the hand is, for the message of an error.
    pack : int
        32 or 36.
    cards : int, optional
        How many cards it must hold.

    Returns
    -------
    int
        The hand as a mask.

    Raises
    ------
    InputError
        For an unknown card, rank or suit, a card that stands twice or is not in the pack, or
        a number of cards other than asked for.

    Examples
    --------
    >>> parse_hand("AKJ.AQJ8.98.J87") == parse_hand("clubs j87 ♠akj♥aqj8 D:98")
    True
    """
    if not isinstance(text, str):
        raise InputError(f"{what}: {text!r} is not text; write it as {_FORMS}")
    return read_hand(text, what, pack, cards)


def read_hand(hand: object, what: str = "hand", pack: int = 32, cards: int | None = None) -> int:
    """A hand as a mask, from a mask or any text form.

    Parameters
    ----------
    hand : int or str
    what, pack, cards
        As in `parse_hand`.

    Raises
    ------
    InputError
        As in `parse_hand`, or if a number is no hand of the pack.

    Examples
    --------
    >>> read_hand("AKJ...") == read_hand(parse_hand("AKJ..."))
    True
    """
    if not isinstance(hand, str) and not hasattr(hand, "__index__"):
        raise InputError(f"{what}: expected a text, as in {_FORMS}, got {quote(hand)}")
    if isinstance(hand, str):
        parts = hand.count(".") + 1
        if parts not in (1, SUITS):
            raise InputError(
                f"{what}: expected 4 suits separated by dots, got {parts}; an example is "
                "AKJ.AQJ8.98.J87"
            )
        read = [*_read_cards(hand, pack)]
        refuse({f"{what}: {fault}": fault for _, _, fault in read})
        mask = sum(card for card, _, _ in read)
    else:
        mask = read_whole(what, hand)
        if mask & ~pack_mask(pack):
            raise InputError(f"{what}: {mask} holds what is not in the pack of {pack}")
    if cards is not None and count_cards(mask) != read_whole("cards", cards):
        raise InputError(f"{what}: expected {cards} cards, got {count_cards(mask)}")
    return mask


def read_typed_hand(text: str, pack: int = 32) -> tuple[int, str]:
    """The cards of a text that is being typed, and what is wrong in it.

    Returns
    -------
    tuple of int and str
        The cards that are sure, as a mask; the piece that could not be read, and why, or nothing.

    Examples
    --------
    >>> read_typed_hand("AKJ AQJ8 9") == (parse_hand("AKJ.AQJ8.9."), "")
    True
    >>> read_typed_hand("AKJ AQJ8 98 J877")[1]
    '“J877”: ♣7 twice'
    """
    hand, problem = 0, ""
    # A ten may have been begun.
    for card, piece, wrong in _read_cards(re.sub(r"1$", "", text), pack, is_typed=True):
        is_too_many = bool(card) and count_cards(hand) == HAND_CARDS
        too_many = f"{format_hand_symbols(card)} is the thirteenth card; a hand has twelve"
        fault = too_many if is_too_many else wrong
        hand |= 0 if is_too_many else card
        problem = problem or (fault and f"“{piece}”: {fault}")
    return hand, problem


def _read_cards(text: str, pack: int, is_typed: bool = False) -> Iterator[tuple[int, str, str]]:
    # Each card with the piece of text in which it stands, or 0 and what is wrong there.
    hand = 0
    for piece, ranks, letter in _read_suits(text, is_typed):
        if not letter:
            yield 0, piece, _say_unknown(piece)
        for rank in ranks if letter else "":
            card, suit = 0, SUIT_LETTERS.index(letter)
            fault = (
                f"unknown rank {rank!r} in {SUIT_NAMES[suit]}; ranks are A K Q J T 9 8 7 (and 6 in "
                "the pack of 36)"
            )
            if rank in RANK_LETTERS:
                card = card_mask(RANK_LETTERS.index(rank), suit)
                fault = _find_fault(card, hand, pack)
            hand |= 0 if fault else card
            yield 0 if fault else card, piece, fault


def _read_suits(text: str, is_typed: bool) -> Iterator[tuple[str, str, str]]:
    # Ranks with the letter of their suit, and the piece in which they stand; no letter where that
    # is no card.
    pieces = [(one, one.translate(_PLAIN)) for one in _split_suits(text)]
    is_dotted, place, suit, is_list = "." in text, 0, "", False
    in_order = is_dotted or not any({one[0], one[-1]} & set(SUIT_LETTERS) for _, one in pieces)
    is_whole = is_dotted or is_typed or len(pieces) == SUITS
    for piece, plain in pieces:
        if piece == _EMPTY:
            place += 1
        elif not in_order and plain[0] in SUIT_LETTERS:
            for suit, ranks in _SUIT_FIRST.findall(plain.replace(_EMPTY, "")):
                yield piece, ranks, suit
        elif not in_order and plain[-1] in SUIT_LETTERS:
            is_list = True
            for ranks, of in _SUIT_LAST.findall(plain):
                yield piece, ranks, of if set(ranks) <= set(RANK_LETTERS) else ""
        elif suit or (in_order and is_whole and place < SUITS):
            yield piece, plain, suit or SUIT_LETTERS[place]
            place += 1
        elif not (is_typed and is_list and piece is pieces[-1][0]):  # a card that is being typed
            yield piece, plain, ""


def _split_suits(text: str) -> list[str]:
    # A text in pieces, each of them a suit or cards; "-" for an empty suit.
    text = read_signs(text).replace("10", "T")
    if "." in text:
        return [re.sub(r"[\s,-]+", "", part) or _EMPTY for part in text.split(".")]
    text = _NAMED.sub(lambda name: f" {name[0][0]} ", text).strip()
    for between, within in ((r"[,;/|]", r"\s+"), (r"\s+", r"[,;/|]")):
        # Four suits with their ranks apart, too: "A K J, A Q J 8, 9 8, J 8 7".
        parts = [re.sub(within, "", part) or _EMPTY for part in re.split(between, text)]
        is_apart = len(re.findall(within, text)) >= SUITS
        if len(parts) == SUITS and is_apart and not set(SUIT_LETTERS) & set(text.translate(_PLAIN)):
            return parts
    return [piece for piece in re.split(r"[\s,;/|]+", text) if piece]
