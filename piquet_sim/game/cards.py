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

from piquet_sim.game.errors import InputError, read_whole

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

_LETTER_OF_SYMBOL = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")
_NO_EMOJI = str.maketrans("", "", "\ufe0e\ufe0f")
# Letters of ASCII only: other letters fold to these, too.
_CARD = re.compile(r"(10|[6-9TJQKA])([SHDC])", re.IGNORECASE | re.ASCII)
_SUIT_START = re.compile(r"([♠♥♦♣♤♡♢♧])\s*:?|\b([SHDCshdc])\s*:")
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
    if pack == 32:
        return PACK_32_MASK
    if pack == 36:
        return PACK_36_MASK
    raise InputError(f"pack: {pack} cards; Piquet is played with 32 or 36")


def rank_mask(rank: int) -> int:
    """The four cards of a rank, as a hand."""
    return (1 << rank) * ONE_OF_EACH_SUIT


def suit_mask(suit: int) -> int:
    """The nine cards of a suit, as a hand."""
    return LANE_MASK << LANE_BITS * suit


def card_mask(rank: int, suit: int) -> int:
    """One card, as a hand."""
    return 1 << (LANE_BITS * suit + rank)


def iterate_cards(hand: int) -> Iterator[int]:
    """The cards of a hand one by one: suits in order, each from the ace down."""
    for suit in range(SUITS):
        for rank in reversed(range(RANKS)):
            card = card_mask(rank, suit)
            if hand & card:
                yield card


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


def _show(card: int) -> str:
    return RANK_LETTERS[card_rank(card)] + SUIT_SYMBOLS[card_suit(card)]


def _parse_ranks(text: str, suit: int, what: str) -> list[int]:
    cards = []
    ranks = text.upper().replace("10", "T")
    for letter in re.sub(r"[\s,–-]+", "", ranks):
        if letter not in RANK_LETTERS:
            raise InputError(
                f"{what}: unknown rank {letter!r} in {SUIT_NAMES[suit]}; "
                "ranks are A K Q J T 9 8 7 (and 6 in the pack of 36)"
            )
        cards.append(card_mask(RANK_LETTERS.index(letter), suit))
    return cards


def parse_card(text: str, what: str = "card") -> int:
    """One card from its text: rank then suit, as in ``AS``, ``10D``, ``td`` or ``K♥``.

    Raises
    ------
    InputError
        If the text is not a card.
    """
    match = _CARD.fullmatch(text.strip().translate(_LETTER_OF_SYMBOL))
    if match is None:
        raise InputError(
            f"{what}: unknown card {text.strip()!r}; a card is rank then suit, as in AS, TD or 7C"
        )
    rank = match[1].upper().replace("10", "T")
    return card_mask(RANK_LETTERS.index(rank), SUIT_LETTERS.index(match[2].upper()))


def _gather(cards: list[int], what: str, pack: int) -> int:
    hand = 0
    allowed = pack_mask(pack)
    for card in cards:
        if hand & card:
            raise InputError(f"{what}: {_show(card)} twice")
        if not card & allowed:
            raise InputError(f"{what}: {_show(card)} is not in the pack of {pack}")
        hand |= card
    return hand


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
    cards = [parse_card(word, what) for word in re.split(r"[\s,]+", text.strip()) if word]
    _gather(cards, what, pack)
    return tuple(cards)


def parse_hand(text: str, what: str = "hand", pack: int = 32, cards: int | None = None) -> int:
    """A hand from any of its three text forms.

    Parameters
    ----------
    text : str
        A list of cards (``"AS KS 10H"``), suits by symbol or letter (``"♠AKJ ♥AQJ8"`` or
        ``"S:AKJ H:AQJ8"``), or the dotted form (``"AKJ.AQJ8.98.J87"``). Lower case is read too.
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
    >>> parse_hand("AKJ.AQJ8.98.J87") == parse_hand("s:akj h:aqj8 d:98 c:j87")
    True
    """
    if not isinstance(text, str):
        raise InputError(f"{what}: {text!r} is not text; write it as {_FORMS}")
    text = text.translate(_NO_EMOJI)
    if "." in text:
        parts = text.strip().split(".")
        if len(parts) != SUITS:
            raise InputError(
                f"{what}: expected 4 suits separated by dots, got {len(parts)}; an example is "
                "AKJ.AQJ8.98.J87"
            )
        found = [card for suit, part in enumerate(parts) for card in _parse_ranks(part, suit, what)]
    elif _SUIT_START.match(text.strip()):
        found = _parse_suits(text.strip(), what)
    else:
        words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
        found = [parse_card(word, what) for word in words]
    hand = _gather(found, what, pack)
    if cards is not None and len(found) != cards:
        raise InputError(f"{what}: expected {cards} cards, got {len(found)}")
    return hand


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
    if isinstance(hand, str):
        return parse_hand(hand, what, pack, cards)
    mask = read_whole(what, hand)
    if mask & ~pack_mask(pack):
        raise InputError(f"{what}: {mask} holds what is not in the pack of {pack}")
    if cards is not None and count_cards(mask) != cards:
        raise InputError(f"{what}: expected {cards} cards, got {count_cards(mask)}")
    return mask


def _parse_suits(text: str, what: str) -> list[int]:
    found: list[int] = []
    seen: set[int] = set()
    starts = list(_SUIT_START.finditer(text))
    for index, match in enumerate(starts):
        letter = (match[1] or match[2]).translate(_LETTER_OF_SYMBOL).upper()
        suit = SUIT_LETTERS.index(letter)
        if suit in seen:
            raise InputError(f"{what}: {SUIT_NAMES[suit]} twice")
        seen.add(suit)
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        found += _parse_ranks(text[match.end() : end], suit, what)
    return found
