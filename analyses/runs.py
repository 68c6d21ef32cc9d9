"""The runs of studies: each is played once for all that ask it, and kept where a file is named.

A run of which nothing else is asked is that of another study which counted as many deals of the
same simulation, whatever it counted beside; where one counted fewer, it goes on from these.
"""

import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import analyses
from analyses.findings import Findings
from piquet_sim import decisions
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.files import heed_termination
from piquet_sim.game.threads import keeping_answers
from piquet_sim.matches.matches import tally_matches
from piquet_sim.running.checkpoint import Checkpoint
from piquet_sim.running.kept_answers import KeptAnswers
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.provenance import describe_simulation, digest_files
from piquet_sim.running.result import Result
from piquet_sim.running.run import KeptRecords, Progress, run_simulation
from piquet_sim.strategies.registry import find_strategy

if TYPE_CHECKING:
    from analyses.study import Study

_Thing = TypeVar("_Thing")

MOST_RECORDS = 240_000
"""Deals of a run whose records are kept, at most, unless a study looks at more."""


class Course:
    """The progress of a study of several parts, each with its share of the time.

    Parameters
    ----------
    progress : callable, optional
    n : int
        What the whole comes to, as `progress` has it.

    Examples
    --------
    >>> shown = []
    >>> course = Course(shown.append, 100)
    >>> progress = course.begin(0.2, of=4)
    >>> progress(2)
    >>> progress = course.begin(0.8)
    >>> shown
    [0, 10, 20]
    """

    def __init__(self, progress: Progress | None, n: int) -> None:
        self._progress, self._n, self._before = progress, n, 0.0

    def begin(self, share: float, of: int = 1) -> Progress:
        """The progress of the next part, which is called with what is done of so much of it."""
        before = self._before
        self._before += share

        def show(done: int) -> None:
            if self._progress is not None:
                self._progress(round(self._n * min(before + share * min(done / of, 1), 1)))

        show(0)
        return show

    def follow(self, share: float, of: int, things: Iterable[_Thing]) -> Iterator[_Thing]:
        """The things of the next part, each of which is done when another is asked for."""
        progress = self.begin(share, of)
        for done, one in enumerate(things, start=1):
            yield one
            progress(done)


def shift_progress(progress: Progress | None, before: int) -> Progress | None:
    """The progress of one run among several, counted on from the deals of the earlier ones."""
    return None if progress is None else lambda done: progress(before + done)


class Runs:
    """The runs of some studies: what several ask of the same deals is counted in one run.

    Parameters
    ----------
    asked : iterable of (Study, Simulation, int)
        Each with who plays and how many deals.
    path : path, optional
        A file that keeps what the runs have counted, from which they continue.
    tell : callable
        As `Checkpoint` calls it.

    Raises
    ------
    InputError
        As `Checkpoint`.
    """

    def __init__(
        self,
        asked: "Iterable[tuple[Study, Simulation, int]]",
        path: Path | str | None = None,
        tell: Callable[[str], None] = warnings.warn,
    ) -> None:
        asked = list(asked)
        self._asked = [(study, study.fix(simulation), n) for study, simulation, n in asked]
        self._results: list[Result] = []
        self.tally_matches = lru_cache(1 << 11)(tally_matches)
        """Counts matches once for all studies, of half a million at most."""
        self.checkpoint: Checkpoint | None = None
        if path is not None:
            question, players = {"command": "study"}, []
            for study, how, n in asked:
                question[study.name] = {"deals": n, **describe_simulation(how)}
                players += [how.elder, how.younger, *map(find_strategy, study.list_others())]
            homes = (Path(one.__file__).parent for one in (analyses, decisions))
            question["code of studies"] = digest_files(
                file for home in homes for file in home.rglob("*.py")
            )
            self.checkpoint = Checkpoint(path, question, players, tell)

    def answer(self, study: "Study", ask: Callable[[], Findings]) -> Findings:
        """The findings of a study: asked for, or as they are kept."""
        if self.checkpoint is None:
            return ask()
        kept = KeptAnswers(self.checkpoint, study.name)
        known = kept.find()
        if known is not None:
            return Findings(*known)
        try:
            with heed_termination(), keeping_answers(kept.begin):
                findings = ask()
        except KeyboardInterrupt:
            self.checkpoint.write()
            raise
        kept.finish((findings.about, findings.columns, findings.rows))
        return findings

    def play(
        self,
        simulation: Simulation,
        n: int | Target,
        threads: int,
        progress: Progress | None,
        recorded: Sequence[str] = (),
    ) -> Result:
        """The result of a run, with all that the studies ask of it; played unless it is there.

        Parameters
        ----------
        simulation : Simulation
        n : int or Target
            Where it is a target, it is what one study alone counts.
        threads : int
        progress : callable, optional
        recorded : sequence of str
            Columns of records that are wanted, beside those of the studies.

        Raises
        ------
        InputError
            If n is odd where deals come in pairs, or something cannot be asked under the rules.
        KeyboardInterrupt
            If the run is stopped.
        """
        studies = [one for one, how, deals in self._asked if (how, deals) == (simulation, n)]
        if isinstance(n, int):
            counted = dict.fromkeys(text for one in studies for text in one.counted)
            n = Target(n, measures=read_measures((), rules=simulation.rules, counted=counted))
        names = dict.fromkeys([*recorded, *(name for one in studies for name in one.recorded)])
        known = [one for one in self._results if one.simulation == simulation]
        is_plain = n == Target(n.deals)
        for one in known:
            is_same = one.target == n or (is_plain and one.deals == n.deals)
            if is_same and {*names} <= {*one.records}:
                return one
        # Records are wanted from the first deal on; nothing else was counted in all deals.
        fewer = [one.tally for one in known if one.deals < n.deals and is_plain and not names]
        begun = max(fewer, key=lambda one: one.units, default=Tally())
        most = max([MOST_RECORDS, *(one.kept for one in studies if one.recorded)])
        units = min(n.deals, most) // simulation.deals_per_unit
        result = run_simulation(
            simulation,
            n,
            threads,
            progress,
            checkpoint=self.checkpoint,
            name=json.dumps([describe_simulation(simulation), n.describe()]),
            kept=KeptRecords(units, names) if names else None,
            begun=replace(begun, own={}),
        )
        self._results.append(result)
        return result

    def end(self) -> None:
        """Remove the checkpoint: all is answered."""
        if self.checkpoint is not None:
            self.checkpoint.remove()


@dataclass(frozen=True)
class Asked:
    """What a study is asked: who plays, how many deals, and with what."""

    simulation: Simulation
    """As asked for, but for what the study fixes."""
    n: int
    threads: int
    progress: Progress | None = None
    runs: Runs = field(default_factory=partial(Runs, ()))

    @cached_property
    def course(self) -> Course:
        """The progress of a study of several parts."""
        return Course(self.progress, self.n)

    def play(
        self,
        simulation: Simulation | None = None,
        place: int = 0,
        n: int | Target | None = None,
        progress: Progress | None = None,
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
        progress : callable, optional
            Of this run; by default it shows as that of one of the deals asked for.

        Raises
        ------
        InputError
            If n is odd where deals come in pairs.
        KeyboardInterrupt
            If the run is stopped.
        """
        shown = progress or shift_progress(self.progress, self.n * place)
        return self.runs.play(simulation or self.simulation, n or self.n, self.threads, shown)
