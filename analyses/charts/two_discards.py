"""Two discards of one hand: how often each makes at least so many points, in the same deals."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.hand import lay_cards
from analyses.charts.style import (
    ELDER_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.words.sentences import Sentence, brief, choose, is_within
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.limits import limit_change
from piquet_sim.game.cards import format_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON

_LIMITS = limit_change(RUBICON)


def draw_two_discards(
    hand: int, discards: tuple[int, int], scores: pd.DataFrame, caption: str = ""
) -> Figure:
    """The hand, and under it two lines: the share of deals with at least so many points.

    Parameters
    ----------
    hand : int
        A mask.
    discards : tuple of int
        Masks of what is thrown, the better first.
    scores : DataFrame
        A row a deal: ``first`` and ``second``, what the player makes with either discard.
    caption : str
        Description of what was played, for the small print.

    Raises
    ------
    InputError
        If a discard is not in the hand, or there are fewer than two deals.

    Examples
    --------
    >>> from piquet_sim import parse_hand
    >>> hand, one, two = map(parse_hand, ("AKJ.AQJ8.98.J87", "K..98.87", "..98.J87"))
    >>> scores = pd.DataFrame({"first": [28, 40, 31], "second": [28, 12, 30]})
    >>> draw_two_discards(hand, (one, two), scores).get_suptitle()
    'Not told apart by 3 deals'
    """
    if any(one & ~hand for one in discards):
        raise InputError("charts: a discard that is not in the hand")
    if len(scores) < 2:
        raise InputError("charts: expected at least two deals")
    gap = estimate_values((scores["first"] - scores["second"]).to_numpy(), limits=_LIMITS)
    names = [format_cards(iterate_cards(one)) for one in discards]
    with chart_style():
        figure, (cards, axes) = new_chart(2, 1, height=75 * MM, height_ratios=(1, 2.6))
        lay_cards(cards, hand, discards[0], 0.72)
        lines = [("elder", ELDER_COLOUR, "-"), ("neutral", NEUTRAL_COLOUR, (0, (5, 1.2)))]
        points = np.arange(0, int(scores.to_numpy().max()) + 1)
        for (meaning, colour, line), column, name, up in zip(
            lines, ("first", "second"), names, (1, -1), strict=True
        ):
            made = np.sort(scores[column].to_numpy())
            shares = 100 * (1 - np.searchsorted(made, points) / len(made))
            axes.plot(points, shares, color=colour, linestyle=line)
            _name_line(axes, points, shares, name, meaning, up)
        axes.set_xlim(0, points[-1])
        axes.set_ylim(0, 104)
        axes.set_yticks([0, 50, 100])
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("points made in a deal, or more")
        light_grid(axes, "y")
        write_at(axes, 0.99, 0.9, f"on average {brief(gap, sign='+')} points", "ink",
                 xycoords="axes fraction", ha="right")  # fmt: skip
        add_headline(
            figure,
            _say_gap(gap, names, len(scores)),
            "Percent of deals with at least so many points",
        )
        add_small_print(
            figure,
            f"{caption} {len(scores):,} deals with either discard; lowered: the first.".strip(),
        )
    return figure


def _name_line(
    axes: Axes, points: np.ndarray, shares: np.ndarray, name: str, meaning: str, up: int
) -> None:
    # The better line is named above where it falls through two thirds, the other below a third.
    place = int(np.abs(shares - (66 if up > 0 else 33)).argmin())
    write_at(axes, points[place], shares[place], name, meaning, (5 * up, 5 * up), bbox=None,
             ha="left" if up > 0 else "right", fontweight="bold")  # fmt: skip


def _say_gap(gap: Estimate, names: list[str], deals: int) -> Sentence:
    first, second = (
        is_within("what the first makes more", gap, **end) for end in ({"above": 0}, {"below": 0})
    )
    size = brief(gap).lstrip("−")
    return choose(
        Sentence(f"To throw {names[0]} makes {size} points more", first),
        Sentence(f"To throw {names[1]} makes {size} points more", second),
        Sentence(f"Not told apart by {deals:,} deals"),
    )
