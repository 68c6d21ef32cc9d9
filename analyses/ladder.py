"""The ladder: all strategies against each other over mirrored pairs of deals."""

import time
from functools import partial
from itertools import combinations, pairwise

import numpy as np
import pandas as pd

from analyses.analysis import Analysis, estimate_row
from analyses.charts import draw_matrix
from piquet_sim.duel import Duel, play_duel
from piquet_sim.errors import InputError
from piquet_sim.estimate import format_with_error
from piquet_sim.rules import RUBICON, RuleSet
from piquet_sim.run import Progress
from piquet_sim.simulation import Simulation

TITLE = "Who plays best?"


def climb(
    names: list[str],
    pairs: int,
    rules: RuleSet = RUBICON,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Play every strategy against every other.

    Parameters
    ----------
    names : list of str
        Two at least, none twice.
    pairs : int
        Mirrored pairs of deals a duel, the same deals in all duels.

    Raises
    ------
    InputError
        If a name is unknown, or there are fewer than two.

    Examples
    --------
    >>> climb(["random", "novice", "club"], 200).summary[0]
    'From the top: club, novice, random.'
    """
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise InputError("strategies: two or more are needed, none of them twice")
    start = time.perf_counter()
    duels: dict[tuple[str, str], Duel] = {}
    for place, (one, two) in enumerate(combinations(names, 2)):
        simulation = Simulation(one, two, rules, seed, mirrored=True)
        shift = place * pairs
        told = None if progress is None else (lambda done, shift=shift: progress(shift + done))
        duels[one, two] = play_duel(simulation, pairs, threads=threads, progress=told)
    rungs = _order(names, duels)
    return Analysis(
        "ladder",
        TITLE,
        pd.DataFrame(_rows(duels)),
        partial(_draw, rungs, duels, pairs, rules, seed),
        _summarise(rungs, duels, pairs),
        {"pairs": pairs, "strategies": names, "rules": rules.name, "seed": seed},
        time.perf_counter() - start,
        {"intervals": "normal for gains, Wilson for shares; pairs as units"},
    )


def _gain(duels: dict[tuple[str, str], Duel], one: str, two: str) -> tuple[float, float]:
    # What one makes more than two over a pair, and its standard error.
    if (one, two) in duels:
        gain = duels[one, two].gain
        return gain.value, gain.se or 0.0
    gain = duels[two, one].gain
    return -gain.value, gain.se or 0.0


def _order(names: list[str], duels: dict[tuple[str, str], Duel]) -> list[str]:
    # By what they make on average against all others, best first.
    means = {
        name: np.mean([_gain(duels, name, other)[0] for other in names if other != name])
        for name in names
    }
    return sorted(names, key=lambda name: -means[name])


def _rows(duels: dict[tuple[str, str], Duel]) -> list[dict[str, object]]:
    rows = []
    for (one, two), duel in duels.items():
        for name, estimate in (
            ("points a pair", duel.gain),
            ("decided pairs", duel.decided),
            ("decided pairs won", duel.won),
            ("rating difference", duel.rating),
        ):
            rows.append(estimate_row(name, estimate, first=one, second=two))
    return rows


def _summarise(rungs: list[str], duels: dict[tuple[str, str], Duel], pairs: int) -> tuple[str, ...]:
    steps = []
    for upper, lower in pairwise(rungs):
        value, se = _gain(duels, upper, lower)
        steps.append(f"{upper} makes {format_with_error(value, se)} more than {lower}")
    worst = [
        f"{upper} and {lower}"
        for upper, lower in pairwise(rungs)
        if abs(_gain(duels, upper, lower)[0]) < 2 * _gain(duels, upper, lower)[1]
    ]
    return (
        f"From the top: {', '.join(rungs)}.",
        f"Points over a pair of deals, the seats exchanged (± standard error): {'; '.join(steps)}.",
        f"Not told apart by {pairs:,} pairs: {'; '.join(worst)}."
        if worst
        else f"{pairs:,} pairs tell all neighbours apart.",
    )


def _draw(
    rungs: list[str], duels: dict[tuple[str, str], Duel], pairs: int, rules: RuleSet, seed: int
) -> object:
    size = (len(rungs), len(rungs))
    values, errors = np.full(size, np.nan), np.full(size, np.nan)
    for row, one in enumerate(rungs):
        for column, two in enumerate(rungs):
            if row != column:
                values[row, column], errors[row, column] = _gain(duels, one, two)
    value, se = _gain(duels, rungs[0], rungs[1])
    lead = format_with_error(value, se)
    finding = (
        f"beats all others, {rungs[1]} by {lead}" if value > 2 * se
        else f"and {rungs[1]} are level ({lead})"
    )  # fmt: skip
    return draw_matrix(
        rungs, values, errors, f"{rungs[0].capitalize()} {finding}",
        f"Points that the row makes more than the column over a pair of deals with the same "
        f"cards and the seats exchanged, ± standard error; {pairs:,} pairs a duel, "
        f"{rules.name}, seed {seed}.",
    )  # fmt: skip
