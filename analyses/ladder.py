"""The ladder: all strategies against each other over mirrored pairs of deals."""

import time
from itertools import combinations, pairwise

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.analysis import Analysis, estimate_row, read_estimate
from analyses.charts import draw_matrix
from analyses.sentences import Sentence, choose, is_within, say
from piquet_sim.compare.duel import Duel, play_duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.running.run import Progress

TITLE = "Who plays best?"
_GAIN = "points a pair"


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
        At least two, none twice.
    pairs : int
        Mirrored pairs of deals per duel, the same deals in all duels.

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
        raise InputError("strategies: expected two or more, each once")
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
        draw_rungs,
        _summarise(rungs, duels, pairs),
        {"pairs": pairs, "strategies": names, "rules": rules.name, "seed": seed},
        time.perf_counter() - start,
        {"intervals": "normal for gains, Wilson for shares; pairs as units"},
        headlines=(_say_first(rungs, duels),),
        chart_notes={"rungs": rungs, "pairs": pairs, "rules": rules.name, "seed": seed},
    )


def _gain(duels: dict[tuple[str, str], Duel], one: str, two: str) -> Estimate:
    # What one makes more than two over a pair.
    return duels[one, two].gain if (one, two) in duels else negate(duels[two, one].gain)


def _order(names: list[str], duels: dict[tuple[str, str], Duel]) -> list[str]:
    # By what they make on average against all others, best first.
    means = {
        name: np.mean([_gain(duels, name, other).value for other in names if other != name])
        for name in names
    }
    return sorted(names, key=lambda name: -means[name])


def _rows(duels: dict[tuple[str, str], Duel]) -> list[dict[str, object]]:
    rows = []
    for (one, two), duel in duels.items():
        for name, estimate in (
            (_GAIN, duel.gain),
            ("decided pairs", duel.decided),
            ("decided pairs won", duel.won),
            ("rating difference", duel.rating),
        ):
            rows.append(estimate_row(name, estimate, first=one, second=two))
    return rows


def _summarise(
    rungs: list[str], duels: dict[tuple[str, str], Duel], pairs: int
) -> tuple[Sentence, ...]:
    steps = {(upper, lower): _gain(duels, upper, lower) for upper, lower in pairwise(rungs)}
    told = "; ".join(
        f"{upper} makes {say(gain)} more than {lower}" for (upper, lower), gain in steps.items()
    )
    apart = {pair: is_within("what one makes more than the next", gain, above=0)
             for pair, gain in steps.items()}  # fmt: skip
    near = [f"{upper} and {lower}" for (upper, lower), ground in apart.items() if not ground.holds]
    return (
        choose(
            Sentence(f"From the top: {', '.join(rungs)}.", *apart.values()),
            Sentence(
                f"By what they make on average against the others: {', '.join(rungs)}."
            ),
        ),
        Sentence(
            f"Points over a pair of deals, the seats exchanged (± standard error): {told}."
        ),
        choose(
            Sentence(f"{pairs:,} pairs tell all neighbours apart.", *apart.values()),
            Sentence(f"Not told apart by {pairs:,} pairs: {'; '.join(near)}."),
        ),
    )  # fmt: skip


def _say_first(rungs: list[str], duels: dict[tuple[str, str], Duel]) -> Sentence:
    first, second = rungs[:2]
    gains = {other: _gain(duels, first, other) for other in rungs[1:]}
    lead = say(gains[second])
    name = first[:1].upper() + first[1:]
    grounds = {
        other: is_within(f"what {first} makes more than {other}", gain, above=0)
        for other, gain in gains.items()
    }
    return choose(
        Sentence(
            f"{name} beats all others, {second} by {lead}" if len(rungs) > 2
            else f"{name} beats {second} by {lead}",
            *grounds.values(),
        ),
        Sentence(f"{name} beats {second} by {lead}", grounds[second]),
        Sentence(f"{name} and {second} are not told apart ({lead})"),
    )  # fmt: skip


def draw_rungs(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    """Draw the ladder from its table: what each makes against each, the best first."""
    rungs = captions["rungs"]
    size = (len(rungs), len(rungs))
    values, errors = np.full(size, np.nan), np.full(size, np.nan)
    for duel in table[table.quantity == _GAIN].itertuples():
        gain = read_estimate(duel)
        place = (rungs.index(duel.first), rungs.index(duel.second))
        values[place], values[place[::-1]] = gain.value, -gain.value
        errors[place] = errors[place[::-1]] = gain.se or 0.0
    return draw_matrix(
        rungs, values, errors, captions["headlines"][0],
        f"Points that the row makes more than the column over a pair of deals with the same "
        f"cards and the seats exchanged, ± standard error; {captions['pairs']:,} pairs a duel, "
        f"{captions['rules']}, seed {captions['seed']}.",
    )  # fmt: skip
