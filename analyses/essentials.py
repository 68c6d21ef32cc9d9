"""The five questions that the project exists for, answered together.

What does the exchange do, what is elder hand worth, how often are pique and repique made, what is a
carte blanche worth, what does a dealt hand hold: studies of the same deals, which are played once
for all of them.
"""

from collections.abc import Iterator
from pathlib import Path

from analyses.contents import find_study
from analyses.runs import Course, Runs
from analyses.study import Answer, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.running.run import Progress

ESSENTIALS = {
    "discards": "What does the exchange do?",
    "elder-advantage": "What is elder hand worth?",
    "pique": "Pique and repique?",
    "carte-blanche": "What is a carte blanche worth?",
    "hands": "What does a hand hold?",
}
"""Studies, and the questions in few words; the first, which looks at each hand, plays the deals for
the next three."""

_HELD_SHARE = 10
"""For each of this many deals asked for, one is played with a carte blanche in each seat."""
_SHARE = 1 / 30
"""Of the time, for each question after the first."""
_SECONDS = 160
"""About how many seconds of one processor a million deals take."""


def expect_seconds(n: int, threads: int) -> float:
    """About how long it takes for n deals, compilation aside.

    Examples
    --------
    >>> expect_seconds(1_000_000, 2)
    80.0
    """
    return _SECONDS * n / 1_000_000 / threads


def list_asked(n: int, seed: int) -> dict[str, tuple[Study, Simulation, int]]:
    """Each question's study, who plays, and how many deals."""
    return {
        name: (study, Simulation(study.players, study.players, seed=seed), n)
        for name, study in {name: find_study(name) for name in ESSENTIALS}.items()
    }


def answer_essentials(
    asked: dict[str, tuple[Study, Simulation, int]],
    threads: int | None,
    out: Path,
    progress: Progress | None,
    runs: Runs,
) -> Iterator[tuple[str, Answer]]:
    """Answer the questions one by one, each written to its folder.

    Parameters
    ----------
    asked : dict
        As `list_asked` has it.
    threads : int, optional
    out : Path
    progress : callable, optional
        Called with what is done, as a number of deals.
    runs : Runs
        Of what is asked.

    Yields
    ------
    str, Answer
        The question in few words, and its answer.

    Raises
    ------
    InputError
        If n is not a valid number of deals, or nothing can be written.
    KeyboardInterrupt
        If a run is stopped.
    """
    course = Course(progress, asked[next(iter(ESSENTIALS))][2])
    for place, (name, words) in enumerate(ESSENTIALS.items()):
        study, simulation, n = asked[name]
        options = {"held": max(n // _HELD_SHARE, 2)} if name == "carte-blanche" else {}
        part = course.begin(_SHARE if place else 1 - _SHARE * (len(ESSENTIALS) - 1), n)
        made = study.ask(simulation, n, threads, part, runs, **options)
        made.write(out)
        yield words, made
