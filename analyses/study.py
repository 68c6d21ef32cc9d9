"""What a study is: a question, how it is answered, and what it may be asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from analyses.analysis import Analysis
from piquet_sim.deals.simulation import Simulation


def _run_once(simulation: Simulation) -> int:
    return 1


@dataclass(frozen=True)
class Study:
    """A question that can be asked about any two players.

    The command line, the report and the completion read it; nothing else knows what a study is
    like.
    """

    title: str
    """The question."""
    analyse: Callable[..., Analysis]
    """``analyse(simulation, n, threads, progress)`` answers it."""
    draw: Callable[..., Figure]
    """``draw(table, captions)`` draws its chart."""
    strategy: str = "expert"
    """The strategy in both seats where none is named: expert, unless their play changes nothing or
    a million deals would take more than about four minutes on two processors."""
    has_own_rules: bool = False
    """Whether its rules are fixed: rule books that it compares, or Rubicon's alone."""
    count_runs: Callable[[Simulation], int] = _run_once
    """How many times the deals asked for are played."""
    list_others: Callable[[], Sequence[str]] = tuple
    """Strategies that play in it beside those of the simulation."""
    seconds: float = 0.0
    """About how many seconds of one processor a million deals of `strategy` take, where that is
    long."""

    def expect_seconds(self, n: int, threads: int) -> float:
        """About how long it takes for n deals, compilation aside; 0 where that is not long."""
        return self.seconds * n / 1_000_000 / threads
