"""The names of calls: "five cards making 49", "quart major", "trio of kings"."""

from functools import cache

from piquet_sim.game.cards import ACE, RANK_NAMES, RANKS, SEVEN, SIX, SUITS
from piquet_sim.game.wording import number_word
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT, SHORTEST_SEQUENCE, TOP_MASK, TOP_SHIFT

_SEQUENCE_NAMES = (
    "",
    "",
    "",
    "tierce",
    "quart",
    "quint",
    "sixième",
    "septième",
    "huitième",
    "neuvième",
)
_SETS = {SUITS - 1: "trio of", SUITS: "quatorze of"}
_PLURALS = {"six": "sixes"}


def name_sequence(call: int, pack: int = 32) -> str:
    """A sequence by its name: "tierce to the queen", "quart major", "quint minor".

    Examples
    --------
    >>> name_sequence(4 << TOP_SHIFT | ACE)
    'quart major'
    """
    length, top = call >> TOP_SHIFT, call & TOP_MASK
    name = _SEQUENCE_NAMES[length]
    if top == ACE:
        return f"{name} major" if length < 8 else name
    if top - length + 1 == (SIX if pack == 36 else SEVEN):
        return f"{name} minor"
    return f"{name} to the {RANK_NAMES[top]}"


def name_set(call: int) -> str:
    """A trio or quatorze by its name: "three queens", "four tens".

    Examples
    --------
    >>> name_set(3 << TOP_SHIFT | ACE)
    'three aces'
    """
    name = RANK_NAMES[call & TOP_MASK]
    return f"{number_word(call >> TOP_SHIFT)} {_PLURALS.get(name, name + 's')}"


def name_call(kind: str, call: int, pack: int) -> str:
    """A call as `piquet deal` words it: "five cards making 49", "a quart major", "three kings".

    Examples
    --------
    >>> name_call("set", 3 << TOP_SHIFT | ACE, 32)
    'three aces'
    """
    if not call:
        return "nothing"
    if kind == "point":
        return f"{number_word(call >> POINT_SHIFT)} cards making {call & PIPS_MASK}"
    return f"a {name_sequence(call, pack)}" if kind == "sequence" else name_set(call)


def word_call(kind: str, call: int, pack: int = 32) -> str:
    """A call in words, even one that no hand can hold.

    Parameters
    ----------
    kind : str
        "point", "sequence" or "set".
    call : int
        In the form in which views have it; 0 for none.
    pack : int
        With 36 cards a sequence down to the six is the lowest.

    Examples
    --------
    >>> word_call("point", 5 << POINT_SHIFT | 49), word_call("sequence", 4 << TOP_SHIFT | ACE)
    ('point of 5 cards making 49', 'quart major')
    >>> word_call("sequence", 2 << TOP_SHIFT | ACE), word_call("set", 5 << TOP_SHIFT | ACE)
    ('sequence of 2 to the ace', '5 aces')
    """
    if not call:
        return f"no {kind}"
    if kind == "point":
        cards = call >> POINT_SHIFT
        return f"point of {cards} card{'s' if cards > 1 else ''} making {call & PIPS_MASK}"
    size, name = call >> TOP_SHIFT, RANK_NAMES[call & TOP_MASK]
    if kind == "set":
        return f"{_SETS.get(size, size)} {_PLURALS.get(name, name + 's')}"
    if SHORTEST_SEQUENCE <= size < len(_SEQUENCE_NAMES):
        return name_sequence(call, pack)
    return f"sequence of {size} to the {name}"


@cache
def list_calls(pack: int) -> dict[str, tuple[str, int]]:
    """The class and the value of every call, by its words.

    Parameters
    ----------
    pack : int
        Number of cards of the pack.

    Examples
    --------
    >>> list_calls(32)["trio of knaves"][0]
    'set'
    """
    calls = [
        *(("point", cards << POINT_SHIFT | pips)
          for cards in range(1, RANKS + 1) for pips in range(1, PIPS_MASK + 1)),
        *(("sequence", size << TOP_SHIFT | top)
          for top in range(ACE + 1) for size in range(SHORTEST_SEQUENCE, top + 2)),
        *(("set", size << TOP_SHIFT | rank)
          for rank in range(RANKS) for size in range(SUITS - 1, SUITS + 1)),
    ]  # fmt: skip
    return {word_call(kind, call, pack): (kind, call) for kind, call in calls}
