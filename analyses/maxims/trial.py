"""A maxim on trial: the cases to which it applies, and what each way makes in them.

In every arena the best way that follows a maxim is tried against the best that breaks it. If the
player's own choice follows the maxim, or breaks it, it is the one tried for its side. Beside it a
random rule is tried in the same way: of the ways that follow the maxim or break it as many follow,
and as many break, drawn by lot. The deals are then finished as the cards lay by players who see
only what is theirs to see; nothing of this played a part in the choice.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

import numpy as np

from analyses.maxims.maxim import Maxim
from piquet_sim.deals.scoring import margin
from piquet_sim.deals.stages import Stage
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.threads import play_in_order

OWN, FOLLOW, AGAINST = range(3)
"""What is tried: the player's own choice, the best that follows, the best that breaks."""
WAYS = 3
"""How many of these there are. After them come, two by two, the best that follows and the best that
breaks a random rule of the same size: `LOTS`."""
LOTS = BY_WAYS, BY_CARDS = (", a random rule", ", a rule of random cards")
"""By lot as many ways follow, and break, of those that do one or the other; or the maxim's own rule
is said of other cards of the hand, which are drawn by lot. Names of numbers end with these."""
_STAGED = 500
"""Deals that a thread plays at once."""


@dataclass(frozen=True)
class Cases:
    """Cases to which maxims may apply: arrays of one length; what else there is holds for all."""

    numbers: np.ndarray
    """Of the deals."""

    def __len__(self) -> int:
        return len(self.numbers)

    def pick(self, places: np.ndarray | slice) -> Self:
        """Some of them."""
        return replace(self, **{name: one[places] for name, one in self._arrays()})

    def _arrays(self) -> list[tuple[str, np.ndarray]]:
        named = ((one.name, getattr(self, one.name)) for one in fields(self))
        return [(name, one) for name, one in named if isinstance(one, np.ndarray)]

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Some cases, one after the other."""
        names = [name for name, _ in parts[0]._arrays()]
        joined = {name: np.concatenate([getattr(one, name) for one in parts]) for name in names}
        return replace(parts[0], **joined)


@dataclass(frozen=True)
class Found:
    """Cases to which a maxim applies, and how often that is."""

    maxim: Maxim
    seat: str
    cases: Any
    """The first ones: `Cases` of its kind."""
    fitting: int
    """In how many of the deals looked through."""
    dealt: int

    @property
    def share(self) -> Estimate:
        """Of the deals looked through: in how many it applies."""
        return estimate_proportion(self.fitting, self.dealt)


Block = tuple[int, list[tuple[Cases, np.ndarray]]]
"""How many deals were looked through; by maxim and seat some cases, and to which it applies."""


def collect(
    judged: Sequence[tuple[Maxim, str]], blocks: Iterable[Block], wanted: int
) -> list[Found]:
    """The first cases to which each maxim applies in each of its seats.

    Parameters
    ----------
    judged : sequence
        Maxims with their seats.
    blocks : iterable
        Deals looked through, in their order.
    wanted : int
        How many cases of each are kept, at most.
    """
    kept: list[list[Cases]] = [[] for _ in judged]
    fitting, dealt = [0] * len(judged), 0
    for deals, found in blocks:
        dealt += deals
        for place, (cases, places) in enumerate(found):
            fitting[place] += len(places)
            kept[place].append(cases.pick(places[: wanted - sum(map(len, kept[place]))]))
    return [
        Found(maxim, seat, kept[place][0].join(kept[place]), fitting[place], dealt)
        for place, (maxim, seat) in enumerate(judged)
    ]


@dataclass(frozen=True)
class Trial:
    """A maxim tried in cases to which it applies."""

    maxim: Maxim
    seat: str
    share: Estimate
    """Of deals or hands: to how many it applies."""
    made: np.ndarray
    """Number[case, way]: points a deal less the opponent's. Without ways by lot where the maxim
    compares one way with one other: drawn by lot these make nothing more on average."""
    is_followed: np.ndarray
    """Whether the player's own choice follows it."""
    cases: Any = None
    ways: Any = None
    """int64[case, way]: the cards thrown or played, where cards were tried; of discards by order of
    the stock, int64[case, order, way]."""
    seen: np.ndarray | None = None
    """What following makes more than breaking by a judge who sees more, by case: with perfect play
    of both, or on the play over all hands that the opponent can hold."""
    beside: Mapping[str, np.ndarray] = field(default_factory=dict)
    """What else was counted, as `made`."""
    opponent: str = ""
    """Against whom, where that is named."""

    @property
    def worth(self) -> np.ndarray:
        """What following makes more than breaking, by case."""
        return self.made[:, FOLLOW] - self.made[:, AGAINST]

    @property
    def by_lot(self) -> "dict[str, Trial]":
        """Each random rule in place of the maxim, by its name in LOTS."""
        places = range(WAYS, self.made.shape[1], 2)
        return {
            name: replace(self, made=self.made[:, [OWN, at, at + 1]])
            for name, at in zip(LOTS, places, strict=False)
        }

    @property
    def known(self) -> list[np.ndarray]:
        """How much more it is worth than each random rule, by case; all where there is none."""
        return [self.worth - one.worth for one in self.by_lot.values()] or [self.worth]

    @property
    def gain(self) -> np.ndarray:
        """How much more following makes than the player's own choice, by case."""
        return self.made[:, FOLLOW] - self.made[:, OWN]

    @property
    def loss(self) -> np.ndarray:
        """How much less breaking makes than the player's own choice, by case."""
        return self.made[:, OWN] - self.made[:, AGAINST]

    @property
    def cost(self) -> np.ndarray:
        """The same where the player's own choice follows it."""
        return self.loss[self.is_followed]


def find_repeats(ways: np.ndarray) -> np.ndarray:
    """For each way of a case the first that is the same: int64[case, way], places of ways.

    Played with the same luck the two make the same, so that the second need not be played.

    Examples
    --------
    >>> find_repeats(np.array([[8, 8, 3], [8, 3, 8]])).tolist()
    [[0, 0, 2], [0, 1, 0]]
    """
    return (ways[:, :, None] == ways[:, None, :]).argmax(axis=2)


def play_ways(
    stage: Stage,
    tried: np.ndarray,
    dealt: np.ndarray,
    seats: np.ndarray,
    write: Callable[[slice, int, np.ndarray | None], np.ndarray],
    threads: int,
) -> np.ndarray:
    """What each way makes in each deal as it lay; the luck of a deal is the same with every way.

    Parameters
    ----------
    stage : Stage
    tried : int64 array, shape (deals, ways)
    dealt : int64 array, shape (deals, 3)
        As `stages.lay_out` has the cards.
    seats : int64 array
        Whose ways these are, 0 elder.
    write : callable
        The scripts of some deals with a way, given the records of the first way; None before that.
    threads : int

    Returns
    -------
    int64 array, shape (deals, ways, 2)
        Points less the opponent's, and tricks won.
    """

    def play(first: int) -> np.ndarray:
        span = slice(first, min(first + _STAGED, len(tried)))
        repeats, is_elder, usual = find_repeats(tried[span]), seats[span] == 0, None
        made = np.zeros((*repeats.shape, 2), np.int64)
        for way in range(tried.shape[1]):
            needed = repeats[:, way] == way
            records = stage.play_needed(first, needed, write(span, way, usual), dealt[span])
            usual = records if usual is None else usual
            less, tricks = margin(records), records["elder_tricks"].astype(np.int64)
            made[:, way, 0] = np.where(is_elder, less, -less)
            made[:, way, 1] = np.where(is_elder, tricks, TRICKS - tricks)
        return np.take_along_axis(made, repeats[:, :, None], axis=1)

    return np.concatenate(list(play_in_order(play, range(0, len(tried), _STAGED), threads)))
