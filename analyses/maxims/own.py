"""Your own maxims: one function over hands or views each, judged like those of the books.

A file named by ``--load`` registers them:

```python
import analyses
from piquet_sim.game.cards import ACE


@analyses.discard_maxim("MY-M01", "Throw no ace")
def spare_aces(choices: analyses.Choices) -> analyses.Sides:
    aces = choices.hand.cards & analyses.of_rank(ACE)
    return choices.keeps(aces), choices.throws(aces) > 0
```
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.discard.rule import Applies, Rule
from analyses.maxims.facts.hands import Choices, Hands
from analyses.maxims.facts.play_views import PlayViews
from analyses.maxims.maxim import BOTH, Maxim, Sides
from analyses.maxims.published import load_maxims
from piquet_sim.advice.trials import Question
from piquet_sim.game.errors import InputError, describe_error, suggest
from piquet_sim.game.terms import SEATS

OVER_CHOICES = Callable[[Choices], Sides]
_own: dict[str, Maxim] = {}


def _all_hands(hands: Hands) -> np.ndarray:
    return np.ones(hands.cards.shape, bool)


def discard_maxim(
    name: str, words: str, seats: Sequence[str] = BOTH, applies: Applies = _all_hands
) -> Callable[[OVER_CHOICES], Rule]:
    """Register a maxim on the discard: a decorator.

    The function is given one hand with all its discards (`Choices`), and returns two arrays of
    bool, by discard: which follow the maxim, and which break it. The maxim applies to a hand if
    some discard follows it and some other breaks it.

    Parameters
    ----------
    name : str
        By which ``piquet maxim`` finds it; not that of a published one. A later one of the same
        name takes its place.
    words : str
        What it prescribes, in a few words.
    seats : sequence of str
        To whom it is addressed.
    applies : callable
        To which hands it can apply at all: bool, by hand, given `Hands`. By default to all; where
        it seldom does, this is how enough hands are found.

    Raises
    ------
    InputError
        If a published maxim has the name, or a seat does not exist.

    Examples
    --------
    >>> @discard_maxim("MY-M00", "Throw as many as may go")
    ... def throw_all(choices):
    ...     return choices.is_full, ~choices.is_full
    >>> find_own("my-m00").name
    'Throw as many as may go'
    """

    def register(over: OVER_CHOICES) -> Rule:
        def find_sides(_: Question, choices: Choices) -> Sides:
            follow, against = _ask(name, over, choices, choices.thrown.shape)
            return follow != 0, (against != 0) & (follow == 0)

        return _register(Rule(name, words, _list_seats(seats), applies, reckons=find_sides))

    return register


def play_maxim(
    name: str, words: str, seats: Sequence[str] = BOTH
) -> Callable[[Callable[[PlayViews], Sides]], PlayRule]:
    """Register a maxim on the play of the cards: a decorator.

    The function is given many views at once (`PlayViews`), and returns two arrays of
    masks: the legal cards that follow the maxim, and those that break it; 0 for none. The maxim
    applies where there are both.

    Parameters
    ----------
    name, words, seats
        As for `discard_maxim`.

    Raises
    ------
    InputError
        If a published maxim has the name, or a seat does not exist.

    Examples
    --------
    >>> @play_maxim("MY-P00", "Play the lowest card", ("younger",))
    ... def play_low(view):
    ...     return view.legal & -view.legal, view.legal & view.legal - 1
    >>> find_own("MY-P00").seats
    ('younger',)
    """

    def register(over: Callable[[PlayViews], Sides]) -> PlayRule:
        def find_sides(view: PlayViews) -> Sides:
            follow, against = _ask(name, over, view, view.legal.shape)
            return follow & view.legal, against & view.legal & ~follow

        return _register(PlayRule(name, words, _list_seats(seats), find_sides))

    return register


def find_own(name: str) -> Maxim:
    """A maxim of your own that was registered.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.
    """
    key = name.strip().upper()
    if key not in _own:
        raise InputError(suggest(key, list(_own), "maxim"))
    return _own[key]


def list_own() -> tuple[Maxim, ...]:
    """All maxims of your own that were registered."""
    return tuple(_own.values())


def _list_seats(seats: Sequence[str]) -> tuple[str, ...]:
    return (seats,) if isinstance(seats, str) else tuple(seats)


def _register(maxim: Maxim) -> Maxim:
    if not isinstance(maxim.id, str) or not maxim.id.strip():
        raise InputError(f"maxim {maxim.id!r}: expected a name, as in MY-M01")
    key = maxim.id.strip().upper()
    if key in load_maxims():
        raise InputError(f"maxim {maxim.id!r}: expected a name that no published maxim has")
    unknown = [seat for seat in maxim.seats if seat not in SEATS]
    if unknown or not maxim.seats:
        raise InputError(f"maxim {key}: seats: expected elder, younger or both, got {maxim.seats}")
    # One that is registered anew stands where its file has it now, not where it stood before.
    _own.pop(key, None)
    _own[key] = maxim
    return maxim


def _ask(
    name: str, over: Callable[..., Any], given: Any, shape: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    # What a function of one's own says of a hand's discards or of views; 0 stands for none.
    try:
        sides = over(given)
    except Exception as error:
        raise InputError(f"maxim {name}: {describe_error(error)}") from error
    if isinstance(sides, tuple) and len(sides) == len(SEATS):
        found = tuple(np.asarray(side) for side in sides)
        if all(side.shape in ((), shape) and side.dtype.kind in "bi" for side in found):
            return tuple(np.broadcast_to(side, shape) for side in found)
    raise InputError(
        f"maxim {name}: expected two arrays of {shape[0]:,} truth values or masks, for what "
        "follows it and for what breaks it"
    )
