"""What a study is: a question, how it is answered, and what it may be asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from matplotlib.figure import Figure

from analyses.results.analysis import Analysis
from analyses.results.picks import Pick, Row
from analyses.results.retelling import Retell
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.kept_cases import keep_cases
from piquet_sim.running.digests import digest_rooms
from piquet_sim.running.run import Progress
from piquet_sim.strategies.registry import find_strategy

LEAST = 200
"""Minimum number of deals in a report: with fewer, most studies have no result."""

BETWEEN = "The numbers hold between these players; others may make other numbers. "
"""What is assumed by every study in which strategies play."""


@dataclass(frozen=True)
class Reported:
    """How a study appears in a report and in an article."""

    assumed: str
    """What its numbers rest on, in sentences."""
    pick: Callable[[Sequence[Row]], list[Pick]] | None = None
    """Which rows of its table are shown; None for that of published figures."""
    heads: tuple[str, ...] = ()
    """Heads of the columns of words beside them."""
    share: float = 1.0
    """Share of the deals asked for that this study plays."""
    least: int = LEAST
    """Its minimum number of deals."""
    lead: int = 0
    """Index of the sentence of the summary that is the answer."""
    words: str = ""
    """What words in its charts mean that are not the game's."""
    is_compiled_anew: bool = False
    """Whether most of its time is compilation, on one processor and in every process."""
    columns: tuple[str, ...] = ()
    """The columns of its table in Markdown and LaTeX; empty for all."""


def _run_once(simulation: Simulation) -> int:
    return 1


def keep_making(make: Callable[..., Analysis], *asked: object) -> Analysis:
    """An analysis with what it was made of: its cases, simulations, and the digests of its code.

    Parameters
    ----------
    make : callable
    *asked : object
        What it is called with.
    """
    with keep_cases() as cases:
        made = make(*asked)
    runs = made.runs or tuple(cases.runs)
    further = [
        one
        for one in cases.runs
        if all(one is not run for run in runs) and _is_known(one.simulation)
    ]
    return replace(
        made,
        runs=(*runs, *further),
        cases=cases.describe(),
        sources=digest_rooms(getattr(make, "func", make).__module__),
    )


def _is_known(simulation: Simulation) -> bool:
    # Whether it can be played again from its description: not with a player changed for a study.
    for player in (simulation.elder, simulation.younger):
        try:
            if find_strategy(player.name) != player:
                return False
        except InputError:
            return False
    return True


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
    retell: Retell = field(kw_only=True)
    """``retell(simulation, table, notes)`` says again what the table says, without a deal."""
    reported: Reported = field(kw_only=True)
    strategy: str = "expert"
    """The strategy in both seats where none is named: expert, unless their play changes nothing or
    a million deals would take more than about four minutes on two processors."""
    has_own_rules: bool = False
    """Whether its rules are fixed: rule books that it compares, or Rubicon's alone."""
    count_runs: Callable[[Simulation], int] = _run_once
    """How many times the deals asked for are played."""
    list_others: Callable[[], Sequence[str]] = tuple
    """Strategies that play in it beside those of the simulation."""
    published: int = 1_000_000
    """Deals of the published result, and who played it where that is not `strategy`."""
    published_by: str | None = None
    least_checked: int = 500
    """Deals to ask for at least, so that some of its cases are made again when it is verified."""
    seconds: float = 0.0
    """About how many seconds of one processor a million deals of `strategy` take, where that is
    long."""

    def answer(
        self,
        simulation: Simulation,
        n: int,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Analysis:
        """Answer the question, and keep what the numbers were made of.

        Parameters
        ----------
        simulation : Simulation
        n : int
        threads : int, optional
        progress : callable, optional

        Returns
        -------
        Analysis
            With the fingerprints of its cases, the simulations counted, and the digests of the code
            behind it, so that its result can be verified.

        Raises
        ------
        InputError
            If the study cannot be asked so.
        """
        return keep_making(self.analyse, simulation, n, threads, progress)

    def expect_seconds(self, n: int, threads: int) -> float:
        """About how long it takes for n deals, compilation aside; 0 where that is not long."""
        return self.seconds * n / 1_000_000 / threads
