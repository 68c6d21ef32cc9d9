"""What a study is: a question, and the functions that answer it, tell it and draw it."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, inf
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.findings import Findings
from analyses.results.analysis import Analysis, describe, note_rules
from analyses.study import BETWEEN, LEAST, Asked, Reported, require_whole
from analyses.words.plain import Words
from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError
from piquet_sim.running.precision import MOST_DEALS, set_target
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, check_count, count_threads, run_simulation
from piquet_sim.sentences import Sentence

_PILOT, _STEP = 4_096, 200


@dataclass(frozen=True)
class Chart:
    """A chart that is drawn from the findings of a study."""

    draws: Callable[[Findings], Figure]
    shows: str
    """What it shows, as a list of charts says it."""

    def draw(self, table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
        """Draw it in the current style."""
        return self.draws(Findings.read_table(table, captions))


def _run_once(simulation: Simulation) -> int:
    return 1


@dataclass(frozen=True)
class Study:
    """A question that can be asked about any two players.

    All that says something does so from the findings, so that a stored answer is told and drawn
    again without a deal. The command line, the report and completion read it; no other file knows a
    study.
    """

    name: str
    """By which it is asked for: its file's, with hyphens."""
    question: str
    group: str
    """What it is about: the game, players, parties or books."""
    answer: Callable[..., Findings]
    """``answer(asked)`` plays, and returns what was found."""
    words: Callable[[Findings], tuple[str, ...]]
    """``words(found)``: the headline, then two to four sentences."""
    charts: Mapping[str, Chart]
    """By name; the first, of the study's own name, is written with its table."""
    not_meant: str
    """One sentence: what the finding does not mean."""
    assumed: str = BETWEEN
    """What the numbers rest on, in sentences."""
    players: str = "expert"
    """The strategy in both seats where none is named: expert, unless their play changes nothing or
    a million deals would take more than about four minutes on two processors."""
    n: int = 1_000_000
    """Deals of the published result, and who played it where that is not `players`."""
    published_by: str | None = None
    seconds: float = 0.0
    """About how many seconds of one processor a million deals of `players` take, where that is
    long."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Parts of the simulation that are so in this study, whatever is asked."""
    no_condition: str = ""
    """Why its deals can have no condition; empty if they can."""
    count_runs: Callable[[Simulation], int] = _run_once
    """How many times the deals asked for are played."""
    list_others: Callable[[], Sequence[str]] = tuple
    """Strategies that play in it beside those of the simulation."""
    command: str = "study"
    """The command that asks it."""

    @property
    def has_own_rules(self) -> bool:
        """Whether its rules are fixed: rule books that it compares, or Rubicon's alone."""
        return "rules" in self.fixed

    def ask(
        self,
        simulation: Simulation,
        n: int,
        threads: int | None = None,
        progress: Progress | None = None,
        played: tuple[Result, ...] = (),
        **options: Any,
    ) -> Analysis:
        """Answer the question.

        Parameters
        ----------
        simulation : Simulation
        n : int
        threads : int, optional
        progress : callable, optional
        played : tuple of Result, optional
            What other studies have played; the same deals are not played again.
        **options : Any
            What this study alone can be asked besides.

        Raises
        ------
        InputError
            If the study cannot be asked so.
        KeyboardInterrupt
            If it was stopped.
        """
        start = time.perf_counter()
        if self.no_condition and simulation.given is not None:
            raise InputError(f"study {self.name}: {self.no_condition}; leave out the condition")
        fixed = replace(simulation, **self.fixed)
        asked = Asked(fixed, check_count(n), count_threads(threads), progress, played)
        found = self.answer(asked, **options)
        found.about = {**describe(fixed, asked.n), **note_rules(fixed.rules), **found.about}
        return self.make(found, time.perf_counter() - start, tuple(asked.results))

    def make(
        self, found: Findings, seconds: float, runs: tuple[Result, ...] = (), name: str = ""
    ) -> Analysis:
        """What was found as an answer that can be shown and written.

        Parameters
        ----------
        found : Findings
        seconds : float
            How long it took.
        runs : tuple of Result
        name : str
            Of its folder, if not the study's own.
        """
        told = self.say(found)
        return Analysis(
            name or self.name, self.question, found.table, self.charts[self.name].draw, told.brief,
            found.about, seconds, runs=runs, headlines=(told.finding,), words=told,
        )  # fmt: skip

    def say(self, found: Findings) -> Words:
        headline, *sentences = self.words(found)
        return Words(Sentence(headline), "", tuple(map(Sentence, sentences)), self.not_meant)

    def tell(self, table, captions) -> Words:
        return self.say(Findings.read_table(table, captions))

    @property
    def title(self) -> str:
        return self.question

    @property
    def strategy(self) -> str:
        return self.players

    @property
    def published(self) -> int:
        return self.n

    @property
    def draw(self):
        return self.charts[self.name].draw

    @property
    def reported(self) -> Reported:
        return Reported(self.assumed, lambda rows: [])

    def find_size(
        self, simulation: Simulation, precisions: Sequence[str], threads: int | None = None
    ) -> int:
        """The number of deals with which a plain simulation of the players has these errors.

        From a pilot with other deals than the study's, so that the number says nothing about them.

        Parameters
        ----------
        simulation : Simulation
        precisions : sequence of str
            As in "difference=0.05" or "elder_repique=2%".
        threads : int, optional

        Raises
        ------
        InputError
            If a precision cannot be read, or the pilot had too few of what it is about.

        Examples
        --------
        >>> from analyses.studies.pique import STUDY
        >>> club = Simulation("club", "club")
        >>> few, many = (STUDY.find_size(club, [f"difference={one}"]) for one in (0.4, 0.2))
        >>> 3.9 < many / few < 4.1
        True
        """
        target = set_target(precisions=precisions, most=_PILOT)
        seed = (simulation.seed + 1) % HIGHEST_SEED
        other = replace(simulation, **self.fixed, seed=seed)
        tally = Tally(require_whole(run_simulation(other, _PILOT, threads)).tally.arrays)
        excess = target.excess(tally, other.rules)
        if not excess < inf:
            raise InputError(
                f"precision: {', '.join(precisions)}: too rare for a pilot of {_PILOT:,} deals; "
                "give -n"
            )
        deals = ceil(_PILOT * excess * excess / _STEP) * _STEP
        return min(max(deals, LEAST), MOST_DEALS)

    def expect_seconds(self, n: int, threads: int) -> float:
        """About how long it takes for n deals, compilation aside; 0 where that is not long."""
        return self.seconds * n / 1_000_000 / threads
