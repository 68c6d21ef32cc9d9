"""Hands by theme, dealt by their number: for a new hand, and for the ten hands of a quiz.

A theme is a condition on the hand as dealt. The deals that meet it are counted and dealt as
anywhere else (`conditions.dealing`), so every such hand is as probable as at the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice

from piquet_sim.conditions.dealing import allot
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.question import Question, list_sensible, rename_suits
from piquet_sim.game.errors import InputError, read_known
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import SEATS

_AT_ONCE = 16
"""Hands dealt at a time."""
_NEAR = 0.2
"""Points between two discards, by the learned evaluation, of a close call."""


@dataclass(frozen=True)
class Theme:
    """One kind of hand."""

    title: str
    meaning: str
    """What holds of the hand, as a sentence's end: "a hand with …"."""
    condition: str = ""
    """An expression on the hand, with {0} for its seat; empty for any."""
    is_close: bool = False
    """Whether the two best discards are nearly equal."""


THEMES = {
    "any": Theme("Any hand", "any hand, as it is dealt"),
    "close": Theme(
        "Close calls",
        f"a hand whose two best throws are worth the same within {_NEAR:g} points, as expert "
        "values them",
        is_close=True,
    ),
    "repique": Theme(
        "Repique within reach",
        "a hand that was dealt five cards in sequence, or four of a rank that counts",
        "{0}.best_sequence >= 5 or {0}.quatorzes >= 1",
    ),
    "aces": Theme("Three aces", "a hand that was dealt exactly three aces", "{0}.aces == 3"),
    "long": Theme(
        "A long suit", "a hand with six cards of a suit or more", "{0}.longest_suit >= 6"
    ),
    "weak": Theme(
        "A weak hand",
        "a hand without an ace and with one king at most",
        "{0}.aces == 0 and {0}.kings <= 1",
    ),
    "nothing": Theme(
        "Nothing to call",
        "a hand without a sequence, a trio or a suit of five",
        "{0}.longest_suit <= 4 and {0}.best_sequence + {0}.trios + {0}.quatorzes == 0",
    ),
    "blanche": Theme(
        "Carte blanche", "a hand without a king, a queen or a knave", "{0}.carte_blanche"
    ),
}
"""The kinds of hands that can be asked for, by name."""


def deal_hands(
    name: str, number: int, hands: int = 1, seat: str = "elder", rules: RuleSet = RUBICON
) -> list[int]:
    """Hands of a theme; the same number always gives the same hands, the first ones first.

    Parameters
    ----------
    name : str
        A key of `THEMES`.
    number : int
        Seed of the deals.
    hands : int
        How many.
    seat : str
        Whose hands.
    rules : RuleSet

    Returns
    -------
    list of int
        Masks of twelve cards.

    Raises
    ------
    InputError
        If there is no such theme, or none under the rules.

    Examples
    --------
    >>> from piquet_sim.game.cards import count_cards, parse_hand
    >>> aces = parse_hand("AS AH AD AC")
    >>> {count_cards(hand & aces) for hand in deal_hands("aces", 7, 10)}
    {3}
    """
    theme = THEMES[read_known(name, THEMES, "theme", "theme")]
    dealt = _deal(theme, number, seat, rules)
    if theme.is_close:
        if rules != RUBICON:
            raise InputError(
                f"theme: close calls are found under the rules of rubicon, got {rules.name}"
            )
        dealt = (hand for hand in dealt if _is_close(hand, seat))
    return list(islice(dealt, hands))


def _deal(theme: Theme, number: int, seat: str, rules: RuleSet) -> Iterator[int]:
    if not theme.condition:
        simulation = Simulation("random", "random", rules, seed=number)
        for first in count(0, _AT_ONCE):
            yield from map(int, simulation.record_units(first, _AT_ONCE)[f"{seat}_dealt"])
    deals = _allot(theme.condition.format(seat), rules)
    for first in count(0, _AT_ONCE):
        yield from map(int, deals.deal(number, first, _AT_ONCE)[0][:, SEATS.index(seat)])


_allot = lru_cache(allot)


def _is_close(hand: int, seat: str) -> bool:
    near = list_sensible(Question(hand, seat), within=_NEAR)
    return len({rename_suits(hand, int(one))[0] for one in near}) > 1
