"""A maxim on trial: the cases to which it applies, and what each way makes in them.

In every arena the best way that follows a maxim is tried against the best that breaks it. If the
player's own choice follows the maxim, or breaks it, it is the one tried for its side. The deals are
then finished as the cards lay by players who see only what is theirs to see; nothing of this played
a part in the choice. Whether the better choice obeys is counted beside what it would do by a lot
(`verdict`). It is chosen before the rule is asked; choices that are equal share it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyses.maxims.maxim import Maxim
from piquet_sim.estimates.estimate import Estimate, estimate_proportion

OWN, FOLLOW, AGAINST, LOT = range(4)
"""What is tried: the player's own choice, the best that follows, the best that breaks; where one is
drawn, the best that follows a random rule of the same size."""
WAYS = 3
"""How many of these there are without the last."""
CHANGES = 0.05
"""In what share of cases exchanging suits' names changes a rule to which these names matter."""


@dataclass(frozen=True)
class Found:
    """Cases to which a maxim applies, and how often that is."""

    maxim: Maxim
    seat: str
    cases: np.ndarray
    """The first ones, with the number of the deal of each: structured, as those who find them say.
    """
    fitting: int
    """In how many of the deals looked through."""
    dealt: int

    @property
    def share(self) -> Estimate:
        """Of the deals looked through: in how many it applies."""
        return estimate_proportion(self.fitting, self.dealt)


Block = tuple[int, list[tuple[np.ndarray, np.ndarray]]]
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
    kept: list[list[np.ndarray]] = [[] for _ in judged]
    fitting, dealt = [0] * len(judged), 0
    for deals, found in blocks:
        dealt += deals
        for place, (cases, places) in enumerate(found):
            fitting[place] += len(places)
            kept[place].append(cases[places[: wanted - sum(map(len, kept[place]))]])
    return [
        Found(maxim, seat, np.concatenate(kept[place]), fitting[place], dealt)
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
    """Number[case, way]: points a deal less the opponent's."""
    obeys: np.ndarray
    """Float[case]: the share of the better choice that follows it, of what lies on one side; nan
    where the better choice lies on neither side, or on both."""
    lots: Mapping[str, np.ndarray]
    """Float[case], by lot: how often it would follow by that; nan where the lot cannot differ."""
    cases: np.ndarray
    ways: np.ndarray
    """int64[case, way]: the cards thrown or played, where cards were tried; of discards by order of
    the stock, int64[case, order, way]."""
    seen: np.ndarray
    """What following makes more than breaking by a judge who sees more, by case: with perfect play
    of both, or on the play over all hands that the opponent can hold."""

    @property
    def worth(self) -> np.ndarray:
        """What following makes more than breaking, by case."""
        return self.made[:, FOLLOW] - self.made[:, AGAINST]


@dataclass(frozen=True)
class Options:
    """All ways that are legal in a case, the best rated first."""

    ways: np.ndarray
    follow: np.ndarray
    """Which of these follow the maxim."""
    against: np.ndarray
    better: np.ndarray
    """Float[way]: the better choice, shared among equals; whatever the maxim says of them."""

    def choose(self, own: int) -> tuple[int, int]:
        """The best way of each side; the player's own stands for its side."""
        return tuple(
            own if (side & (self.ways == own)).any() else int(self.ways[side.argmax()])
            for side in (self.follow, self.against)
        )

    def obeys(self) -> float:
        """The share of the better choice that follows the maxim; nan if it is on neither side."""
        return self._average(self.follow.astype(float))

    def share_following(self, among: np.ndarray | bool = True) -> float:
        """The share of some ways that follow, of those on one side; nan if all are on the same."""
        is_one = (self.follow ^ self.against) & among
        following = (self.follow & is_one).sum()
        return following / is_one.sum() if 0 < following < is_one.sum() else np.nan

    def share_of_kind(self, kinds: np.ndarray) -> float:
        """The share that follow of the ways that are of one kind with the better choice.

        One whose kind lies on one side alone is as it is; nan if they all are so.
        """
        chosen = np.flatnonzero(self.better * (self.follow ^ self.against))
        shares = self.follow.astype(float)
        found = [self.share_following(kinds == kinds[place]) for place in chosen]
        shares[chosen] = np.where(np.isfinite(found), found, shares[chosen])
        return self._average(shares) if np.isfinite(found).any() else np.nan

    def _average(self, values: np.ndarray) -> float:
        weights = self.better * (self.follow ^ self.against)
        return float(weights @ values / weights.sum()) if weights.any() else np.nan

    def draw(self, own: int, luck: np.random.Generator, times: int) -> list[int]:
        """The best way that follows a random rule under which as many follow, and as many break.

        Each time another rule is drawn.
        """
        on_a_side, number = np.flatnonzero(self.follow | self.against), int(self.follow.sum())
        drawn = (luck.choice(on_a_side, number, replace=False) for _ in range(times))
        is_own = self.ways == own
        return [own if is_own[one].any() else int(self.ways[one.min()]) for one in drawn]
