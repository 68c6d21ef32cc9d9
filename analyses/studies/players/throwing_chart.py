"""A tree of questions, left to right, and what obeying each of its leaves loses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import draw_interval, light_grid, tick_sparsely, write_at
from analyses.charts.rows import find_ends, widen
from analyses.charts.style import (
    EXACT_COLOUR,
    MM,
    SEAT_COLOURS,
    SMALL_COLOUR,
    SMALLEST,
    chart_style,
    letters,
    new_chart,
)
from analyses.results.analysis import read_estimate, read_estimates
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, brief, choose, is_within

LOSS, SHARE = "loss of primer", "share of hands"
QUESTION, LEAF = "question", "leaf"
_ALL = "all hands"
ROOT = "root"
_STEP = 0.055
"""How far to the right a question leads, as a share of the tree's panel."""
_THICKEST = 5.0
"""Points, of a branch that all hands take."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve")  # fmt: skip


@dataclass(frozen=True)
class _Node:
    path: str
    text: str
    share: float
    loss: Estimate | None
    """Of a leaf."""

    @property
    def depth(self) -> int:
        return len(self.path)


def read_tree(table: pd.DataFrame, seat: str) -> list[_Node]:
    """The nodes of a seat's tree from top to bottom: yes, the question, no."""
    own = table[(table["seat"] == seat) & table["kind"].isin([QUESTION, LEAF])]
    losses = {row.path: read_estimate(row) for row in iterate_rows(own) if row.quantity == LOSS}
    nodes = [
        _Node(row.path.replace(ROOT, ""), row.text, row.value, losses.get(row.path))
        for row in iterate_rows(own)
        if row.quantity == SHARE
    ]
    # A yes comes before its question, and a no after it.
    order = str.maketrans({"y": "0", "n": "2"})
    return sorted(nodes, key=lambda one: one.path.translate(order) + "1")


def say_loss(table: pd.DataFrame, seat: str) -> Sentence:
    """What a seat loses by the tree, as far as that can be told."""
    loss = read_estimates(table, seat=seat, kind=_ALL)[LOSS]
    leaves = sum(node.loss is not None for node in read_tree(table, seat))
    number = _NUMBERS[leaves] if leaves < len(_NUMBERS) else f"{leaves}"
    rules, cost = ("rule", "costs") if leaves == 1 else ("rules", "cost")
    return choose(
        Sentence(
            f"{number.capitalize()} {rules} to throw by {cost} {seat} {brief(loss)} points a deal",
            is_within(f"what the tree loses as {seat}", loss, above=0),
        ),
        Sentence(f"By {number} {rules} {seat} loses {brief(loss, sign='+')} points a deal"),
    )


def draw_elder(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Elder's tree."""
    return _draw(table, captions, "elder")


def draw_younger(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Younger's tree."""
    return _draw(table, captions, "younger")


def _draw(table: pd.DataFrame, captions: Mapping[str, Any], seat: str) -> Figure:
    nodes = read_tree(table, seat)
    with chart_style():
        figure, (tree, losses) = new_chart(1, 2, height=75 * MM, width_ratios=(4.4, 1), sharey=True)
        tree.set(xlim=(0, 1), ylim=(len(nodes) - 0.4, -0.6))
        tree.axis("off")
        _draw_branches(tree, nodes, seat)
        _draw_losses(losses, nodes, seat)
        add_headline(
            figure,
            say_loss(table, seat),
            "What to keep first (yes up, no down), and what that loses",
        )
        found = [node.loss for node in nodes if node.loss is not None]
        amount = f"{captions['hands']:,} hands"
        add_small_print(
            figure,
            f"{say_origin(captions, amount)} Branches: share of hands. Room left goes to cards "
            f"that count most; ! stays even if fewer go. Loss to {captions[seat]}’s discard, 95%: "
            f"{say_reach(found)} at most.",
        )
    return figure


def _draw_branches(axes: Axes, nodes: list[_Node], seat: str) -> None:
    places = {node.path: place for place, node in enumerate(nodes)}
    for node, place in ((node, places[node.path]) for node in nodes):
        here = node.depth * _STEP
        if node.path:
            above = (node.depth - 1) * _STEP + _STEP / 3
            axes.plot(
                [above, above, here], [places[node.path[:-1]], place, place],
                color=SEAT_COLOURS[seat], alpha=0.45, solid_capstyle="butt",
                solid_joinstyle="round", linewidth=letters(0.7 + _THICKEST * node.share), zorder=1,
            )  # fmt: skip
        is_leaf = node.loss is not None
        write_at(
            axes, here, place, node.text if is_leaf else f"{node.text}?",
            seat if is_leaf else "ink", (1, 0), fontsize=letters(SMALLEST),
            fontweight="bold" if is_leaf else "normal",
        )  # fmt: skip


def _draw_losses(axes: Axes, nodes: list[_Node], seat: str) -> None:
    found = [(place, node.loss) for place, node in enumerate(nodes) if node.loss is not None]
    for place, loss in found:
        draw_interval(axes, place, loss, seat, size=4)
    ends = find_ends((loss for _, loss in found), high=0.5)
    axes.set_xlim(widen(*ends, 0.05, 0.08))
    axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
    axes.tick_params(left=False, labelleft=False, colors=SMALL_COLOUR)
    tick_sparsely(axes.xaxis, 3)
    axes.set_xlabel("points a deal")
    light_grid(axes, "x")
