"""The normal form of a condition in words, which can be typed back: "elder: 0 aces, 3+ kings".

Each place is followed by what must lie there, separated by commas; semicolons separate places;
"or" stands between alternatives, those of several parts in brackets. A number alone is exact, "3+"
is three or more, "2-4" from two to four.
"""

from math import inf

from piquet_sim.conditions.attributes import COURTS
from piquet_sim.conditions.model import (
    PLACES,
    TALON,
    All,
    Compared,
    Condition,
    Held,
    Leaf,
    Numbering,
    Some,
    cards_in,
)
from piquet_sim.game.cards import count_cards, format_cards, iterate_cards

_SINGULARS = {
    "sixes": "six",
    "spades": "spade",
    "hearts": "heart",
    "diamonds": "diamond",
    "clubs": "club",
}

_COLOURED = {"of hearts and diamonds": "red cards", "of spades and clubs": "black cards"}
_ADJECTIVES = ("bare ", "guarded ", "unguarded ", "once ", "twice ", "thrice ")


def say_condition(condition: Condition, pack: int = 32) -> str:
    """A simplified condition in its normal form, on one line.

    Parameters
    ----------
    condition : Condition
        From `model.simplify`.
    pack : int
        32 or 36.

    Examples
    --------
    >>> from piquet_sim.conditions.reading import read_condition
    >>> say_condition(read_condition("elder has no aces or kings"))
    'elder: 0 aces, 0 kings'
    """
    if isinstance(condition, All):
        return "; ".join(_say_places(condition.parts, pack))
    if isinstance(condition, Some):
        return " or ".join(_say_alternatives(condition.parts, pack))
    return _say_leaf(condition, pack)


def _say_places(parts: tuple[Condition, ...], pack: int) -> list[str]:
    said = []
    for place in PLACES:
        own = [
            _say_held(part, pack)
            for part in parts
            if isinstance(part, Held | Numbering) and part.place == place
        ]
        if own:
            said.append(f"{place}: {', '.join(own)}")
    for part in parts:
        if isinstance(part, Compared):
            said.append(_say_leaf(part, pack))
        elif isinstance(part, Some):
            said.append(f"({say_condition(part, pack)})")
    return said


def _say_alternatives(parts: tuple[Condition, ...], pack: int) -> list[str]:
    said, before = [], None
    for part in parts:
        is_row = isinstance(part, Held) and count_cards(part.cards) > 1
        is_none = isinstance(part, Numbering) and part.names_cards and part.high == 0
        if isinstance(part, All) or is_row or is_none:
            said.append(f"({say_condition(part, pack)})")
            before = None
        elif isinstance(part, Held | Numbering) and part.place == before:
            said.append(_say_held(part, pack))  # the place is said already
        else:
            said.append(_say_leaf(part, pack))
            before = getattr(part, "place", None) if isinstance(part, Held | Numbering) else None
    return said


def _say_leaf(leaf: Leaf, pack: int) -> str:
    if isinstance(leaf, Compared):
        return (
            f"{leaf.place} {leaf.attribute.name} {leaf.sign} {leaf.other_place} {leaf.other.name}"
        )
    return f"{leaf.place}: {_say_held(leaf, pack)}"


def _say_held(leaf: Held | Numbering, pack: int) -> str:
    if isinstance(leaf, Held):
        return format_cards(iterate_cards(leaf.cards))
    attribute, low, high = leaf.attribute, leaf.low, leaf.high
    _, most = attribute.limits(cards_in(leaf.place, pack), pack)
    if high == inf and low == most:  # as many as there can be
        high = most
    coloured = _COLOURED.get(attribute.name)
    if coloured and high:
        return f"{_say_bounds(low, high)} {coloured if low != 1 or high != 1 else coloured[:-1]}"
    if leaf.names_cards and high == 0:
        return f"no {attribute.name.removeprefix('of ')}"
    if attribute == COURTS and high == 0 and leaf.place != TALON:
        return "carte blanche"
    if attribute.is_counted:
        return f"{_say_bounds(low, high)} {_name(attribute.name, low == high == 1)}"
    if high == inf:
        return f"{attribute.name}>={low}"
    if low == high or low > 0:
        return f"{attribute.name}={_say_bounds(low, high)}"
    return f"{attribute.name}<={high}"


def _say_bounds(low: int, high: float) -> str:
    if high == inf:
        return f"{low}+"
    return f"{low}" if low == high else f"{low}-{high}"


def _name(name: str, is_one: bool) -> str:
    # "1 ace", "1 quint in hearts"; cards named one by one stay as they are.
    if not is_one or name.startswith("of "):
        return name
    if name.startswith(_ADJECTIVES):  # "1 bare king"
        return name.removesuffix("s")
    first, blank, rest = name.partition(" ")
    return _SINGULARS.get(first, first.removesuffix("s")) + blank + rest
