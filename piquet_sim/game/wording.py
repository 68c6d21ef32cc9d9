"""Numbers and lists in words."""

from collections.abc import Sequence

from piquet_sim.game.cards import format_cards, iterate_cards
from piquet_sim.game.errors import read_whole

_UNITS = (
    "nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number_word(number: int) -> str:
    """A whole number from 0 to 999 in words; 0 is "nothing", as a player says it.

    Examples
    --------
    >>> number_word(94)
    'ninety-four'
    """
    hundreds, rest = divmod(number, 100)
    if hundreds:
        return f"{_UNITS[hundreds]} hundred" + f" and {number_word(rest)}" * bool(rest)
    tens, units = divmod(number, 10)
    return _UNITS[number] if number < 20 else _TENS[tens] + f"-{_UNITS[units]}" * bool(units)


def count_of(number: int, things: str) -> str:
    """A number with its noun, which is given in the plural.

    Examples
    --------
    >>> count_of(1, "matches"), count_of(1_200, "pairs")
    ('1 match', '1,200 pairs')
    """
    one = things.removesuffix("es") if things.endswith("ches") else things.removesuffix("s")
    return f"{number:,} {one if number == 1 else things}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """A list in words: "the ace, the king and the ten".

    Examples
    --------
    >>> join_words(["the ace", "the king", "the ten"])
    'the ace, the king and the ten'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def say_cards(cards: int) -> str:
    """The cards of a mask one by one: suits in order, each from the ace down.

    Examples
    --------
    >>> from piquet_sim import parse_hand
    >>> say_cards(parse_hand("K..98.87"))
    'KS 9D 8D 8C 7C'
    """
    return format_cards(iterate_cards(read_whole("cards", cards)))


def capitalise(text: str) -> str:
    """A text that begins with a capital, the rest as it is.

    Examples
    --------
    >>> capitalise("expert v club")
    'Expert v club'
    """
    return text[:1].upper() + text[1:]
