"""Chouettes of three players, simulated: one alone against two, parties one after the other.

The single player has the choice of deal and takes the first, and is therefore elder in the last.
Partie k of chouette i is match number ``i * parties + k`` between the two who play it. All pairings
of players are played in advance and the rotation then picks the one it needs, so that the cards of
a partie do not depend on who plays it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_mean, know_exactly
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import POINTS, Of, Quantity, Sign
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.game.errors import read_whole, refuse
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.settlement import TRIO, ChouetteTable
from piquet_sim.game.wording import count_of
from piquet_sim.matches.matches import limit_payment, settle_outcomes
from piquet_sim.strategies.registry import Strategy

_CHUNK_PARTIES = 4096
_MOST_PARTIES = 1000


@dataclass(frozen=True, repr=False)
class Chouette(Shown):
    """The result of simulated chouettes for A, B and C, in points."""

    players: tuple[Strategy, Strategy, Strategy]
    """A, who begins alone, B, the first opponent, and C, the first adviser."""
    rules: RuleSet
    seed: int
    chouettes: int
    parties: int
    """Parties of each chouette."""
    totals: tuple[int, int, int]
    """Sums of the final scores, in tens."""
    squares: tuple[int, int, int]
    """Sums of their squares."""
    singles: tuple[int, int, int]
    """Parties in which each played alone."""
    seconds: float

    @property
    def scores(self) -> dict[str, Estimate]:
        """The mean final score of each player, in points a chouette."""
        most = 2 * self.parties * limit_payment(self.rules)[1]  # who plays alone is paid twice
        return {
            player: estimate_mean(
                10 * total, 100 * squares, self.chouettes, self.chouettes, (-most, most)
            )
            for player, total, squares in zip(TRIO, self.totals, self.squares, strict=True)
        }

    def numbers(self) -> Numbers:
        """The mean final score of each player, and how often each plays alone."""
        names: dict[str, Strategy] = dict(zip(TRIO, self.players, strict=True))
        of, parties = Of("chouette"), self.chouettes * self.parties
        own = [
            Quantity(
                f"score {one}",
                f"{one}, {names[one].name}",
                score,
                POINTS,
                of,
                sign=Sign.LEAD,
                against="the other two",
            )
            for one, score in self.scores.items()
        ]
        own += [
            Quantity(
                f"alone {one}",
                f"{one} plays alone",
                know_exactly(Fraction(times, parties)),
                of=Of("partie"),
            )
            for one, times in zip(TRIO, self.singles, strict=True)
        ]
        return Numbers(
            f"{self.chouettes:,} chouettes of {count_of(self.parties, 'parties')}, "
            f"{self.rules.name}, seed {self.seed}",
            own,
            [Claim("A makes {score A}, B {score B}, C {score C}")],
            Look(["score *"], "What each makes a chouette"),
        )

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "n": self.chouettes,
            "parties": self.parties,
            "seed": self.seed,
            "rules": self.rules.name,
            "players": {name: one.name for name, one in zip(TRIO, self.players, strict=True)},
            "scores": {name: one.as_json() for name, one in self.scores.items()},
            "single": {
                name: times / (self.chouettes * self.parties)
                for name, times in zip(TRIO, self.singles, strict=True)
            },
        }


def _settlements(
    players: tuple[Strategy, ...], rules: RuleSet, seed: int, play: str, first: int, parties: int
) -> np.ndarray:
    # What the single player is paid: [single, opponent, partie].
    paid = np.zeros((len(TRIO), len(TRIO), parties), np.int64)
    known: dict[tuple[Strategy, ...], np.ndarray] = {}
    for seats in permutations(range(len(TRIO)), 2):
        single, opponent = pairing = tuple(players[one] for one in seats)
        if pairing not in known:
            # The single player deals first: the opponent is elder in the first deal.
            simulation = Simulation(opponent, single, rules, seed, play=play)
            outcomes, _ = simulation.play_matches(first, parties)
            known[pairing] = -settle_outcomes(rules, outcomes[:, 0])
        paid[seats] = known[pairing]
    return paid


def simulate_chouettes(
    players: tuple[Strategy, Strategy, Strategy],
    n: int,
    parties: int,
    rules: RuleSet,
    *,
    seed: int = 1,
    play: str = "strategies",
    progress: Callable[[int], None] | None = None,
) -> Chouette:
    """Play n chouettes of a fixed number of parties each.

    Parameters
    ----------
    players : tuple of three Strategy
        A, who begins alone, B, the first opponent, and C, the first adviser.
    n : int
        Chouettes.
    parties : int
        Parties of each.
    rules : RuleSet
        A partie that is settled in points.
    seed : int
    play : str
        How cards are played, as in `Simulation`.
    progress : callable, optional
        Called now and then with how many chouettes are done.

    Returns
    -------
    Chouette

    Raises
    ------
    InputError
        If a number is invalid or the rules are not those of a partie.

    Examples
    --------
    >>> from piquet_sim import RUBICON
    >>> from piquet_sim.strategies import find_strategy
    >>> players = [find_strategy(name) for name in ("club", "club", "random")]
    >>> result = simulate_chouettes(players, 20, 3, RUBICON)
    >>> result.scores["C"].value < 0
    True
    """
    n = read_whole("n", n, least=2)
    parties = read_whole("parties", parties, least=1)
    refuse(
        {
            f"parties: {parties}; a chouette has at most {_MOST_PARTIES}": parties > _MOST_PARTIES,
            f"chouette requires match='partie', got {rules.match!r}": rules.match != "partie",
        }
    )
    begun = time.perf_counter()
    totals, squares, singles = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    chunk = max(_CHUNK_PARTIES // parties, 1)
    for first in range(0, n, chunk):
        size = min(chunk, n - first)
        paid = _settlements(players, rules, seed, play, first * parties, size * parties)
        for place in range(size):
            table = ChouetteTable()
            for number in range(place * parties, (place + 1) * parties):
                single, opponent, _ = table.seats
                singles[single] += 1
                table.settle(int(paid[single, opponent, number]))
            for player, score in enumerate(table.scores):
                totals[player] += score
                squares[player] += score * score
        if progress is not None:
            progress(first + size)
    return Chouette(
        players,
        rules,
        seed,
        n,
        parties,
        tuple(totals),
        tuple(squares),
        tuple(singles),
        time.perf_counter() - begun,
    )
