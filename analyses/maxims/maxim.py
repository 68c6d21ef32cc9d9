"""A maxim: as it was published, in our own words, and as a rule that can be tried.

The file of maxims records what the authors wrote. A `Maxim` is the part of it that can be judged: a
function that says what follows it and what breaks it. Each arena (`discard`, `cards`) has a module
with its maxims, one function each.

Your own are judged like those of the books. A file named by ``--load`` registers them:

```python
import analyses
from piquet_sim.game.cards import ACE


@analyses.discard_maxim("MY-M01", "Throw no ace")
def spare_aces(choices: analyses.Choices) -> analyses.Sides:
    aces = choices.hand.cards & analyses.of_rank(ACE)
    return choices.keeps(aces), choices.throws(aces) > 0
```
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial, wraps
from importlib import import_module
from importlib.resources import files
from typing import Any, TypeVar

import numpy as np

from analyses.maxims.facts import Choices, Dealt, Hands, PlayViews
from piquet_sim.game.errors import InputError, describe_error, read_known, refuse
from piquet_sim.game.terms import SEATS

BOTH = tuple(SEATS)
ELDER, YOUNGER = BOTH[:1], BOTH[1:]
"""The seats to which a maxim is addressed."""
DISCARD, PLAY = "discard", "play"
"""What maxims are about, as the file of maxims has it."""
CHOICES, OWN_DISCARD, QUESTION = "choices", "own discard", "question"
"""What a rule on the discard is given."""

Sides = tuple[np.ndarray | int, np.ndarray | int]
"""What follows a maxim and what breaks it, in one case or in many; alike where it does not apply.
"""


# ---- Words --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Published:
    """A maxim as it was published, in our own words."""

    id: str
    source: str
    kind: str
    """discard or play."""
    maxim: str
    situation: str
    says: str
    against: str
    claimed: str = ""
    """What it is said to be worth; empty where the author does not say."""
    contradicts: tuple[str, ...] = ()
    """Names of maxims that say the opposite."""
    see: tuple[str, ...] = ()
    """Names of maxims that belong to it."""
    is_headline: bool = False

    @property
    def author(self) -> str:
        """The author, in two words at most, or else the source."""
        return _AUTHORS.get(self.id.partition("-")[0], self.source)


_AUTHORS = {
    "CAV": "Cavendish",
    "HOY": "Hoyle",
    "ACA": "Hoyle’s academy",
    "PAR": "Parlett",
    "COT": "Cotton",
    "SFT": "programs",
    "L4E": "les4enseignes",
}


@cache
def load_maxims() -> dict[str, Published]:
    """All published maxims by their names, in the order of the file.

    Examples
    --------
    >>> load_maxims()["CAV-M15"].maxim
    'If you must part with ace or king of a suit holding both, throw the ace and keep the king.'
    """
    text = files("piquet_sim").joinpath("data", "published_maxims.json").read_text("utf-8")
    fields = ("id", "source", "kind", "maxim", "situation", "says", "against")
    return {
        one["id"]: Published(
            *(one[name] for name in fields),
            one["claimed"] or "",
            *(tuple(one.get(name, ())) for name in ("contradicts", "see")),
            bool(one.get("headline")),
        )
        for one in json.loads(text)
    }


# ---- Rules --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Maxim:
    """A maxim that can be judged.

    A way may neither follow a maxim nor break it, as may the player's own choice. A maxim applies
    to a case if some way follows it and another breaks it.

    Examples
    --------
    >>> Maxim("play", "CAV-M15", "From ace-king, throw the ace", BOTH).published.author
    'Cavendish'
    """

    kind: str
    """DISCARD or PLAY."""
    id: str
    """Its name in the file of maxims, or one of your own."""
    name: str
    """What it prescribes, in a few words."""
    seats: Sequence[str] = BOTH
    """Those to which it is addressed."""
    sides: Callable[..., Sides] | None = None
    """What follows it and what breaks it; None where it is judged otherwise. On a discard, of one
    hand with all its discards (`Choices`): bool, by discard. On the play, of many moments
    (`PlayViews`): masks of cards, 0 for none."""
    reading: str = ""
    """How hedged words were read, where that is not what the file of maxims says."""
    parts: tuple[tuple[str, Callable[[Any], np.ndarray]], ...] = ()
    """Classes for which it is reported separately: their names, and which hands or moments they
    have."""
    applies: Callable[[Any], np.ndarray] | None = None
    """On the discard: to which hands it can apply at all; by hand, or by suit (or what else comes
    first) and hand, where one of these is enough. Cards stand for a yes: those that it is about."""
    heeds_full: bool = True
    """On the discard: whether `applies` asks how many cards make a full discard."""
    given: str = CHOICES
    """On the discard, what the rule is given. OWN_DISCARD: many hands and what their player throws;
    it returns two discards for each, the same twice where it does not apply. QUESTION: the
    question of a hand, and its discards; drawn deals may answer, which then judge nothing."""
    doubt: float | None = None
    """On the play: it applies only where the best card that follows it and the best that breaks it
    are at most this many points apart, by what the seat sees."""
    is_between: bool = False
    """On the play: it applies only where the player's own card follows it or breaks it: it chooses
    between two cards of which one is played."""
    is_rare: bool = False
    """On the play: whether more deals are searched for it."""
    judge: str = ""
    """On the play: who plays on in both seats; else the players of the deals."""

    @property
    def published(self) -> Published | None:
        """What the file of maxims says about it; None for your own maxims."""
        return load_maxims().get(self.id)

    def fits(self, hands: Dealt) -> np.ndarray:
        """On the discard: to which hands it can apply, bool by hand.

        Hands that say nothing of a full discard will do where the maxim does not ask for it.
        """
        found = np.asarray(self.applies(hands)) != 0
        found = found.any(axis=0) if found.ndim > hands.cards.ndim else found
        return np.broadcast_to(found, hands.cards.shape)

    @property
    def is_headline(self) -> bool:
        """Whether it is one of those best known."""
        return self.published is not None and self.published.is_headline

    @property
    def is_of_hand(self) -> bool:
        """Whether it is published, and on the discard, and the hand alone says that it applies."""
        return self.given == CHOICES and self.published is not None


_Named = TypeVar("_Named")
_judged: dict[str, Maxim] = {}
_own: dict[str, Maxim] = {}


def judge_rule(kind: str, *named: Any, **options: Any) -> Callable[[Callable[..., Sides]], Maxim]:
    """Make a function the rule of a published maxim: a decorator; takes what `Maxim` takes."""
    return lambda sides: register_maxim(kind, *named, sides=sides, **options)


on_discard = partial(judge_rule, DISCARD)


def on_keeping(*named: Any, **options: Any) -> Callable[[Callable[[Hands], np.ndarray]], Maxim]:
    """Make a maxim of a function that says what is to be kept of a hand, 0 for nothing: a
    decorator.

    It applies where a full discard can spare these cards; one that throws some of them breaks it.
    """

    def register(find_cards: Callable[[Hands], np.ndarray]) -> Maxim:
        def applies(hands: Hands) -> np.ndarray:
            cards = find_cards(hands)
            return (cards != 0) & hands.can_keep(cards)

        @wraps(find_cards)
        def find_sides(choices: Choices) -> Sides:
            return choices.keep_or_break(find_cards(choices.hand))

        return on_discard(*named, applies=applies, **options)(find_sides)

    return register


def register_maxim(*named: Any, **options: Any) -> Maxim:
    """Add a published maxim to those that can be judged; takes what `Maxim` takes."""
    maxim = Maxim(*named, **options)
    return _judged.setdefault(maxim.id, maxim)


@cache
def list_maxims() -> dict[str, Maxim]:
    """All published maxims that can be judged, by their names, in the order of the file."""
    for arena in ("discard", "discard_sets", "discard_chances", "cards"):
        import_module(f"analyses.maxims.{arena}")
    return {name: _judged[name] for name in load_maxims() if name in _judged}


def list_rules(kind: str) -> tuple[Maxim, ...]:
    """The published maxims of a kind that have a rule, in the order of the file."""
    return tuple(one for one in list_maxims().values() if one.kind == kind and one.sides)


def find_maxim(name: str) -> Maxim:
    """The maxim of a name.

    Raises
    ------
    InputError
        If no maxim of that name can be judged; the error suggests the nearest.

    Examples
    --------
    >>> find_maxim("cav-m15").name
    'From ace-king, throw the ace'
    """
    return find_named(name, list_maxims())


def list_judged(maxims: Sequence[Maxim]) -> list[tuple[Maxim, str]]:
    """Each maxim with each of its seats."""
    return [(maxim, seat) for maxim in maxims for seat in maxim.seats]


def list_readings(maxims: Iterable[Maxim]) -> dict[str, str]:
    """By maxim how its words were read, where that is not what the file says."""
    return {maxim.id: maxim.reading for maxim in maxims if maxim.reading}


# ---- Your own -----------------------------------------------------------------------------------
def all_hands(hands: Hands) -> np.ndarray:
    """Every hand: a maxim that can apply to any."""
    return np.ones(hands.cards.shape, bool)


def discard_maxim(
    name: str,
    words: str,
    seats: Sequence[str] = BOTH,
    applies: Callable[[Hands], np.ndarray] = all_hands,
) -> Callable[[Callable[[Choices], Sides]], Maxim]:
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

    def find_sides(over: Callable[[Choices], Sides], choices: Choices) -> Sides:
        follow, against = _ask(name, over, choices, choices.thrown.shape)
        return follow != 0, (against != 0) & (follow == 0)

    return partial(_register_own, Maxim(DISCARD, name, words, seats, find_sides, applies=applies))


def play_maxim(
    name: str, words: str, seats: Sequence[str] = BOTH
) -> Callable[[Callable[[PlayViews], Sides]], Maxim]:
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

    def find_sides(over: Callable[[PlayViews], Sides], view: PlayViews) -> Sides:
        follow, against = _ask(name, over, view, np.shape(view.legal))
        return follow & view.legal, against & view.legal & ~follow

    return partial(_register_own, Maxim(PLAY, name, words, seats, find_sides))


def find_own(name: str) -> Maxim:
    """A maxim of your own that was registered.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.
    """
    return find_named(name, _own)


def list_own() -> tuple[Maxim, ...]:
    """All maxims of your own that were registered."""
    return tuple(_own.values())


def find_named(name: str, maxims: dict[str, _Named]) -> _Named:
    """What stands under a maxim's name, in letters of any case.

    Raises
    ------
    InputError
        If nothing does; the error suggests the nearest.
    """
    return maxims[read_known(name.strip().upper(), maxims, "maxim")]


def _register_own(maxim: Maxim, over: Callable[..., Sides]) -> Maxim:
    # With the function of one's own, whose answers the rule checks.
    seats = (maxim.seats,) if isinstance(maxim.seats, str) else tuple(maxim.seats)
    maxim = replace(maxim, seats=seats, sides=partial(maxim.sides, over))
    if not isinstance(maxim.id, str) or not maxim.id.strip():
        raise InputError(f"maxim {maxim.id!r}: expected a name, as in MY-M01")
    key = maxim.id.strip().upper()
    refuse(
        {
            f"maxim {maxim.id!r}: expected a name that no published maxim has": (
                key in load_maxims()
            ),
            f"maxim {key}: seats: expected elder, younger or both, got {maxim.seats}": (
                not maxim.seats or any(seat not in SEATS for seat in maxim.seats)
            ),
        }
    )
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
