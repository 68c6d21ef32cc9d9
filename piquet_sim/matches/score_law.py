"""The joint distribution of both scores of a deal, measured."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError, read_whole, refuse
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation
from piquet_sim.strategies.registry import Strategy, find_strategy


@dataclass(frozen=True)
class ScoreLaw:
    """The joint distribution of both scores of a deal, as it was measured."""

    counts: np.ndarray
    """int64[elder's score, younger's score]: deals."""

    @property
    def deals(self) -> int:
        """Deals measured."""
        return int(self.counts.sum())


def measure_scores(
    one: str | Strategy,
    two: str | Strategy,
    n: int,
    rules: str | RuleSet = RUBICON,
    *,
    seed: int = 1,
    play: str = "strategies",
    threads: int | None = None,
    progress: Progress | None = None,
    run: Callable[..., Result] = run_simulation,
) -> tuple[ScoreLaw, ScoreLaw]:
    """The joint distributions of the scores of deals between two players.

    Parameters
    ----------
    one, two : str or Strategy
        A's and B's.
    n : int
        Deals for each distribution.
    run : callable
        Counts the deals, called as `run_simulation`.

    Returns
    -------
    a_elder, b_elder : ScoreLaw
        With A elder and with B elder; the same object where both play alike.

    Raises
    ------
    InputError
        If a name or number is invalid, or a score is beyond the table.

    Examples
    --------
    >>> law, same = measure_scores("club", "club", 1_000)
    >>> law is same
    True
    """
    n = read_whole("n", n, least=2)
    rules = find_rules(rules)
    first, second = find_strategy(one), find_strategy(two)
    refuse(
        {
            f"chances: {strategy.name} plays to the score, but one distribution of scores is "
            "measured for all totals; leave out +score": (
                strategy.heeds_score and strategy.call_to_score is not None
            )
            for strategy in (first, second)
        }
    )
    laws = []
    for elder, younger in dict.fromkeys(((first, second), (second, first))):
        result = run(Simulation(elder, younger, rules, seed, play=play), n, threads, progress)
        counts = result.tally.arrays.scores
        if counts[-1].any() or counts[:, -1].any():
            raise InputError(
                f"rules: a deal scored {len(counts) - 1} or more, beyond the table of scores; "
                "chances require smaller scores"
            )
        laws.append(ScoreLaw(counts.copy()))
    return laws[0], laws[-1]
