"""Who plays best: the steps of the ladder."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_rules
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    MM,
    NEUTRAL_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    draw_interval,
    letters,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.results.analysis import read_estimate
from analyses.words.sentences import (
    Sentence,
    brief,
    choose,
    is_within,
)
from piquet_sim.estimates.estimate import Estimate, negate

GAIN = "points a pair"


def read_gains(table: pd.DataFrame) -> dict[tuple[str, str], Estimate]:
    """What one makes more than another over a pair, both ways round."""
    gains = {}
    for duel in table[table.quantity == GAIN].itertuples():
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
    by = f"{second} by {lead} {'point' if lead == '1' else 'points'} a pair"
    return choose(
        Sentence(f"{name} beats all others, {by}" if others[1:] else f"{name} beats {by}",
                 *grounds.values()),
        Sentence(f"{name} beats {by}", grounds[second]),
        Sentence(f"{name} and {second} are not told apart"),
    )  # fmt: skip


def draw_steps(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """A staircase: for each step what the better of two neighbours makes more."""
    gains = read_gains(table)
    rungs = order_rungs(gains)
    steps = {(upper, lower): gains[upper, lower] for upper, lower in pairwise(rungs)}
    with chart_style():
        figure, axes = new_chart(height=min((30 + 8 * len(steps)) * MM, HIGHEST))
        for place, gain in enumerate(steps.values()):
            axes.plot([0, gain.value], [place] * 2, color=NEUTRAL_COLOUR, alpha=0.5,
                      linewidth=letters(2.2), zorder=2)  # fmt: skip
            draw_interval(axes, place, gain, "exact")
            end = gain.high if gain.high is not None else gain.value
            write_at(axes, max(end, 0), place, brief(gain, sign="+"), "ink", (6, 0),
                     fontweight="bold")  # fmt: skip
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.set_yticks(range(len(steps)), [f"{upper} over {lower}" for upper, lower in steps])
        axes.set_ylim(len(steps) - 0.4, -0.6)
        axes.margins(x=0.12)
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("points over a pair of deals")
        light_grid(axes, "x")
        add_headline(
            figure, say_first(table), "What each player makes more than the next, the best on top"
        )
        add_small_print(
            figure,
            f"{captions['pairs']:,} pairs of deals a duel, the same cards, seats exchanged, "
            f"{say_rules(str(captions['rules']))}, seed {captions['seed']}. Thin lines: 95% "
            "intervals; thick: the middle half.",
        )
    return figure
