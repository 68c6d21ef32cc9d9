"""Who plays best: the steps of the ladder."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_alike, say_rules
from analyses.charts.rows import Mark, Row, draw_rows, end_of
from analyses.charts.style import HIGHEST, MM
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.sentences import Sentence, brief, choose, exceeds, is_within

GAIN = "points a pair"


def read_gains(table: pd.DataFrame) -> dict[tuple[str, str], Estimate]:
    """What one makes more than another over a pair, both ways round."""
    gains = {}
    for duel in iterate_rows(table[table.quantity == GAIN]):
        gain = read_estimate(duel)
        gains[duel.first, duel.second] = gain
        gains[duel.second, duel.first] = negate(gain)
    return gains


def order_rungs(gains: Mapping[tuple[str, str], Estimate]) -> list[str]:
    """The strategies by what they make on average against all others, best first."""
    names = list(dict.fromkeys(one for one, _ in gains))
    means = {
        name: np.mean([gains[name, other].value for other in names if other != name])
        for name in names
    }
    return sorted(names, key=lambda name: -means[name])


def say_first(table: pd.DataFrame) -> Sentence:
    """Who beats whom, as far as that can be told."""
    gains = read_gains(table)
    first, *others = order_rungs(gains)
    lead, second, name = brief(gains[first, others[0]]), others[0], capitalise(first)
    grounds = {
        other: is_within(f"what {first} makes more than {other}", gains[first, other], above=0)
        for other in others
    }
    nearly = []
    if others[1:]:
        step, last = gains[first, second], gains[second, others[1]]
        told = say_alike([step, last], places=1)
        nearly.append(Sentence(
            f"{capitalise(second)} is nearly at the top: {first} adds {told[0]}, {second} "
            f"{told[1]}",
            grounds[second],
            exceeds(f"what {second} adds, against {_NEARLY} times what {first} adds", last,
                    _times(step, _NEARLY)),
        ))  # fmt: skip
    by = f"{second} by {lead} {'point' if lead == '1' else 'points'} a pair"
    return choose(
        *nearly,
        Sentence(f"{name} beats all others, {by}" if others[1:] else f"{name} beats {by}",
                 *grounds.values()),
        Sentence(f"{name} beats {by}", grounds[second]),
        Sentence(f"{name} and {second} are not told apart"),
    )  # fmt: skip


_NEARLY = 5
"""A step is small if the one below is so many times as high."""


def _times(estimate: Estimate, times: float) -> Estimate:
    ends = (None if end is None else times * end for end in (estimate.low, estimate.high))
    se = None if estimate.se is None else times * estimate.se
    return Estimate(times * estimate.value, se, *ends, estimate.n, estimate.method)


def draw_steps(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """A staircase: for each step what the better of two neighbours makes more."""
    gains = read_gains(table)
    rungs = order_rungs(gains)
    steps = {(upper, lower): gains[upper, lower] for upper, lower in pairwise(rungs)}
    rows = [
        Row(
            f"{upper} over {lower}",
            [Mark(gain, words=number, is_bold=True, at=max(end_of(gain), 0))],
            line=(0, gain.value),
        )
        for ((upper, lower), gain), number in zip(
            steps.items(), say_alike(steps.values(), sign="+", places=1), strict=True
        )
    ]
    return draw_rows(
        rows, say_first(table), "What each player makes more than the next, the best on top",
        f"{captions['pairs']:,} pairs of deals a duel, the same cards, seats exchanged, "
        f"{say_rules(str(captions['rules']))}, seed {captions['seed']}. Thin lines: 95% "
        "intervals; thick: the middle half.",
        unit="points over a pair of deals", height=min((30 + 8 * len(steps)) * MM, HIGHEST),
        thick=2.2,
    )  # fmt: skip
