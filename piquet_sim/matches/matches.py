"""Many matches between two players: who wins, what is paid, and how long it takes.

`match_tally` says what is counted in each; every estimate is a ratio of two of its sums.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from piquet_sim.deals.simulation import NOTHING_SCORED, Simulation, check_start
from piquet_sim.estimates.estimate import Estimate, estimate_mean, estimate_ratio
from piquet_sim.game.errors import InputError
from piquet_sim.game.threads import play_ranges
from piquet_sim.matches.match_tally import MatchQuantity, MatchTally, tally_matches
from piquet_sim.running.provenance import describe_origin
from piquet_sim.running.run import check_count, count_threads

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_CHUNK = 256


@dataclass(frozen=True)
class MatchResult:
    """The result of simulated matches.

    Examples
    --------
    >>> result = simulate_matches(Simulation("club", "club"), n=100)
    >>> result.matches, "rubicon" in result.estimates
    (100, True)
    """

    simulation: Simulation
    tally: MatchTally
    asked: int
    """Matches asked for; fewer were counted if the run was interrupted."""
    seconds: float
    start: tuple[int, int] = NOTHING_SCORED
    """Starting totals: of the player who was elder first, then of the player who dealt first."""

    @property
    def matches(self) -> int:
        """Matches counted."""
        return self.tally.matches

    @property
    def is_complete(self) -> bool:
        """False if the run was interrupted."""
        return self.matches == self.asked

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """All estimates by name; what could not happen is left out."""
        rows = zip(self.tally.questions, self.tally.moments, strict=True)
        return {
            question.name: estimate_ratio(moments, question.is_flag, question.limits)
            for question, moments in rows
            if moments[1]
        }

    @property
    def dealer_lead(self) -> Estimate:
        """How much more often the first dealer wins than loses: the mean of 1, 0 and -1."""
        wins, loses = (
            round(self.estimates[f"first_{who}_wins"].value * self.matches)
            for who in ("dealer", "elder")
        )
        return estimate_mean(wins - loses, wins + loses, self.matches, self.matches, (-1, 1))

    def table(self) -> "pd.DataFrame":
        """The estimates as a data frame by name: value, se, low, high, n, meaning, unit."""
        import pandas as pd

        rows = {
            name: {**one.as_json(), **self.find_question(name)._asdict()}
            for name, one in self.estimates.items()
        }
        table = pd.DataFrame.from_dict(rows, orient="index").drop(
            columns=["name", "is_flag", "limits"]
        )
        table.index.name = "estimate"
        return table

    def find_question(self, name: str) -> MatchQuantity:
        """What an estimate measures."""
        return next(question for question in self.tally.questions if question.name == name)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        simulation = self.simulation
        return {
            "n": self.matches,
            "seed": simulation.seed,
            "rules": simulation.rules.name,
            "first": simulation.elder.name,
            "second": simulation.younger.name,
            "play": simulation.play,
            "mirrored": simulation.mirrored,
            **({} if self.start == NOTHING_SCORED else {"start": list(self.start)}),
            "estimates": {name: one.as_json() for name, one in self.estimates.items()},
            "origin": describe_origin(simulation),
        }


def simulate_matches(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    start: tuple[int, int] = NOTHING_SCORED,
    winners: "np.ndarray | None" = None,
) -> MatchResult:
    """Play n matches between the two players of a simulation.

    Parameters
    ----------
    simulation : Simulation
        Its rules say what a match is; its elder is elder in the first deal. Where it is
        mirrored, each match is played a second time with the players exchanged.
    n : int
        Matches; even where they are mirrored.
    threads : int, optional
        By default one for each processor; the answer does not depend on it.
    progress : callable, optional
        Called now and then with the number of matches done.
    start : tuple of two int
        Starting totals, first of the player who is elder in the first deal; of won games, in the
        first game.
    winners : int64 array, shape (units, 1 or 2), optional
        Is filled with who won each match, by unit and turn: 1 the first player, 2 the second.

    Returns
    -------
    MatchResult
        Of the matches played so far if Ctrl-C was pressed.

    Raises
    ------
    InputError
        If a number is invalid, or a match cannot begin with these totals.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> result = simulate_matches(Simulation("club", "novice"), n=200)
    >>> float(result.table().loc["rubicon", "n"])
    200.0
    >>> race = Simulation("club", "club", "boussac_1896")
    >>> simulate_matches(race, n=200, start=(0, 99)).estimates["first_dealer_wins"].value > 0.5
    True
    """
    turns = simulation.deals_per_unit
    n = check_count(n, "n")
    if n % turns:
        raise InputError(f"n: {n} is odd; mirrored matches come in pairs")
    units = n // turns
    start = check_start(start, simulation.rules)
    total = tally_matches(simulation, 0, 0, start)  # compiled before threads start
    begun = time.perf_counter()

    def play(first: int, count: int) -> MatchTally:
        return tally_matches(simulation, first, count, start, winners)

    try:
        for part in play_ranges(play, units, _CHUNK, count_threads(threads)):
            total += part
            if progress is not None:
                progress(total.matches)
    except KeyboardInterrupt:
        if not total.matches:
            raise
    return MatchResult(simulation, total, n, time.perf_counter() - begun, start)
