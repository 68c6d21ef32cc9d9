"""What a study is: a question, how it is answered, and what it may be asked."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, inf
from typing import Any, TypeVar

import pandas as pd
from matplotlib.figure import Figure

from analyses.results.analysis import Analysis, Course, describe, note_rules, shift_progress
from analyses.results.picks import Pick, Row
from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.matches.matches import MatchResult
from piquet_sim.running.precision import MOST_DEALS, Target, set_target
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, check_count, count_threads, run_simulation
from piquet_sim.sentences import Sentence

_PILOT, _STEP = 4_096, 200
_Played = TypeVar("_Played", Result, MatchResult)
LEAST = 200
"""Minimum number of deals in a report: with fewer, most studies have no result."""

BETWEEN = "The numbers hold between these players; others may make other numbers. "
"""What is assumed by every study in which strategies play."""

UNDER_RUBICON = {"rules": RUBICON}
"""Rubicon's Laws, those of the judges and of the maxims, whatever is asked."""
UNMIRRORED = {**UNDER_RUBICON, "mirrored": False}
"""The same, and each deal once where mirrored pairs are asked for."""
OF_ALL_DEALS = {**UNMIRRORED, "given": None}
"""The same, and all deals where a condition is asked for."""

Say = Callable[[Simulation, pd.DataFrame, Mapping[str, Any]], dict[str, Any]]
"""``say(simulation, table, notes)``: the sentences that a table gives, under ``summary``, and where
it has them ``answers`` to claims, ``derived`` numbers and further notes."""


@dataclass(frozen=True)
class Asked:
    """What a study is asked: who plays, how many deals, and with what."""

    simulation: Simulation
    """As asked for, but for what the study fixes."""
    n: int
    threads: int
    progress: Progress | None = None
    played: tuple[Result, ...] = ()
    """Results of the same deals, if another study has them; these deals are not played again."""
    results: list[Result] = field(default_factory=list)
    """What was played, in order."""

    @cached_property
    def course(self) -> Course:
        """The progress of a study of several parts."""
        return Course(self.progress, self.n)

    def play(
        self, simulation: Simulation | None = None, place: int = 0, n: int | Target | None = None
    ) -> Result:
        """Play as many deals as were asked for.

        Parameters
        ----------
        simulation : Simulation, optional
            Another than the one asked about.
        place : int
            How many times the deals asked for were played before.
        n : int or Target, optional
            Another number of deals, or what is counted in them besides.

        Raises
        ------
        InputError
            If n is odd where deals come in pairs.
        KeyboardInterrupt
            If the run is stopped.
        """
        simulation, n = simulation or self.simulation, n or self.n
        for one in self.played:
            if (one.simulation, one.target) == (simulation, Target(n) if isinstance(n, int) else n):
                self.results.append(one)
                return one
        shown = shift_progress(self.progress, self.n * place)
        self.results.append(require_whole(run_simulation(simulation, n, self.threads, shown)))
        return self.results[-1]


def require_whole(result: _Played) -> _Played:
    """A result of deals or matches, of which none is missing.

    Raises
    ------
    KeyboardInterrupt
        If its run was stopped: a study goes on with all that was asked for, or not at all.
    """
    if not result.is_complete:
        raise KeyboardInterrupt
    return result


@dataclass(frozen=True)
class Answer:
    """What a study found, before its sentences are composed from the table."""

    table: pd.DataFrame
    headline: Sentence
    """The title of the chart."""
    notes: Mapping[str, Any] = field(default_factory=dict)
    """Notes and derived numbers that the table alone does not give."""
    runs: tuple[Result, ...] = ()
    """Its simulations; the deals of the first are the number that the description gives."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What the description says beside who plays, by what rules, and how many deals."""
    say: Say | None = None
    """What composes the sentences, where that depends on how the study was asked."""


@dataclass(frozen=True)
class Reported:
    """How a study appears in a report."""

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


@dataclass(frozen=True)
class Study:
    """A question that can be asked about any two players.

    The command line, the report and the completion read it; nothing else knows what a study is
    like.
    """

    title: str
    """The question."""
    analyse: Callable[..., Answer]
    """``analyse(asked)`` plays, and makes the table."""
    draw: Callable[..., Figure]
    """``draw(table, captions)`` draws its chart."""
    say: Say = field(kw_only=True)
    """Composes its sentences from its table."""
    reported: Reported = field(kw_only=True)
    strategy: str = "expert"
    """The strategy in both seats where none is named: expert, unless their play changes nothing or
    a million deals would take more than about four minutes on two processors."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Parts of the simulation that are so in this study, whatever is asked."""
    no_condition: str = ""
    """Why its deals can have no condition; empty if they can."""
    count_runs: Callable[[Simulation], int] = _run_once
    """How many times the deals asked for are played."""
    list_others: Callable[[], Sequence[str]] = tuple
    """Strategies that play in it beside those of the simulation."""
    published: int = 1_000_000
    """Deals of the published result, and who played it where that is not `strategy`."""
    published_by: str | None = None
    seconds: float = 0.0
    """About how many seconds of one processor a million deals of `strategy` take, where that is
    long."""

    @property
    def name(self) -> str:
        """The name by which it is asked for, which is that of its module."""
        return self.analyse.__module__.rpartition(".")[2].replace("_", "-")

    @property
    def has_own_rules(self) -> bool:
        """Whether its rules are fixed: rule books that it compares, or Rubicon's alone."""
        return "rules" in self.fixed

    def ask(self, *told: Any, **options: Any) -> Analysis:
        """Answer the question."""
        return self.answer(*told, **options)

    def answer(
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

        Returns
        -------
        Analysis

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
        found = self.analyse(asked, **options)
        deals = found.runs[0].deals if found.runs else asked.n
        description = {**describe(fixed, deals), **found.about}
        noted = {**found.notes, "description": description}
        said = dict((found.say or self.say)(fixed, found.table, noted))
        summary = said.pop("summary")
        notes = {**note_rules(fixed.rules), **found.notes, **said}
        if "derived" in notes:
            notes["derived"] = {**found.notes.get("derived", {}), **said.get("derived", {})}
        return Analysis(
            self.name,
            self.title,
            found.table,
            self.draw,
            summary,
            description,
            time.perf_counter() - start,
            notes,
            runs=found.runs,
            headlines=(found.headline,),
        )

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
        >>> from analyses.studies.game.pique import STUDY
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
