"""The chart of two rules: a question, the rule that each answer leads to, and what it loses."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator

from analyses.charts.captions import say_share
from analyses.charts.headlines import fill_lines
from analyses.charts.marks import write_at
from analyses.charts.panel import one_sheet
from analyses.charts.style import (
    GRID_COLOUR,
    INK_COLOUR,
    MM,
    PAGE_WIDTH,
    SEAT_COLOURS,
    SEAT_LETTERS,
    SUBTITLE_SIZE,
    letters,
)
from analyses.sentences import brief
from piquet_sim.estimates.estimate import Estimate

_QUESTION, _ENDS, _KEEP, _BARS = 43.0, 66.0, 69.0, 126.0
"""Millimetres from the left: the end of the question's box, of the branches, rules and bars."""
_LONGEST_BAR, _THICKEST = 32.0, 20.0
_RULE_SIZE, _NUMBER_SIZE = 9.5, 11.0


Branch = tuple[Estimate, str, str, Estimate]
"""An answer: how many hands it leads to, what to keep, in two lines, how far that goes, and what
these hands lose by it."""


def draw_branches(
    seat: str,
    question: str,
    branches: Sequence[Branch],
    losses: Mapping[str, Estimate],
    below: tuple[str, str],
    texts: tuple[str, str, str],
) -> Figure:
    """Draw a question with the rules for yes and for no, and bars for what is lost in all hands.

    Parameters
    ----------
    seat : str
        Whose rules they are.
    question : str
    branches : sequence of Branch
        For yes, and for no.
    losses : mapping of str to Estimate
        What all hands lose on average by the two rules, and then by other ways to throw.
    below : tuple of str
        What else there is to do, and what the words mean.
    texts : tuple of str
        The finding, what is measured, and the small print.
    """
    with one_sheet(*texts, height=90 * MM, width=PAGE_WIDTH) as (figure, axes):
        axes.set_ylim(100, 0)
        colour = SEAT_LETTERS[seat]
        axes.add_patch(Rectangle((0, 25), _QUESTION, 20, facecolor=colour, linewidth=0))
        write_at(
            axes,
            _QUESTION / 2,
            35,
            fill_lines(question, _QUESTION - 6, _RULE_SIZE, "bold"),
            "paper",
            ha="center",
            fontweight="bold",
            fontsize=letters(SUBTITLE_SIZE + 1),
            bbox={"facecolor": colour, "linewidth": 0, "pad": 0},
        )
        _draw_losses(axes, losses, seat)
        start = 25.0 + (20 - _THICKEST * sum(share.value for share, *_ in branches)) / 2
        for answer, (share, keep, note, loss), middle in zip(
            ("yes", "no"), branches, (16.0, 54.0), strict=True
        ):
            thick = _THICKEST * share.value
            _draw_branch(axes, start, middle - thick / 2, thick, seat)
            start += thick
            write_at(
                axes,
                _ENDS,
                middle + (thick / 2 + 4) * (1 if answer == "no" else -1),
                f"{answer}: {say_share(share.value)} of hands",
                ha="right",
                fontweight="bold",
                bbox=None,
            )
            write_at(
                axes,
                _KEEP,
                middle - 4,
                keep,
                seat,
                ha="left",
                va="center",
                bbox=None,
                fontweight="bold",
                fontsize=letters(_RULE_SIZE),
                linespacing=1.15,
            )
            write_at(
                axes,
                _KEEP,
                middle + 7,
                f"{note}\nthese hands lose {brief(loss, most=1)} by it",
                "neutral",
                ha="left",
                va="top",
                bbox=None,
                linespacing=1.15,
            )
        axes.plot(axes.get_xlim(), [70, 70], color=GRID_COLOUR, linewidth=letters(0.6), zorder=1)
        write_at(
            axes,
            0,
            76,
            below[0],
            ha="left",
            fontweight="bold",
            bbox=None,
            fontsize=letters(SUBTITLE_SIZE + 0.8),
        )
        write_at(
            axes,
            0,
            81,
            fill_lines(below[1], axes.get_xlim()[1], SUBTITLE_SIZE),
            "neutral",
            ha="left",
            va="top",
            bbox=None,
            linespacing=1.2,
        )
    return figure


def _draw_branch(axes: Axes, start: float, end: float, thick: float, seat: str) -> None:
    # A band from the question to its rule, as thick as the hands that take it.
    middle = (_QUESTION + _ENDS) / 2
    up = [(_QUESTION, start), (middle, start), (middle, end), (_ENDS, end)]
    back = [(x, y + thick) for x, y in reversed(up)]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3]
    axes.add_patch(
        PathPatch(Path([*up, *back], codes), facecolor=SEAT_COLOURS[seat], alpha=0.25, linewidth=0)
    )


def _draw_losses(axes: Axes, losses: Mapping[str, Estimate], seat: str) -> None:
    # Bars from zero, their names above them and a scale below.
    ticks = MaxNLocator(3, steps=[1, 2, 5, 10]).tick_values(
        0, max(one.high or one.value for one in losses.values()) or 1.0
    )
    scale = _LONGEST_BAR / ticks[-1]
    write_at(axes, _BARS, 4, "points lost a deal, all hands", "neutral", ha="left", bbox=None)
    for tick in ticks:
        place = _BARS + scale * tick
        colour, width = (INK_COLOUR, 0.9) if not tick else (GRID_COLOUR, 0.6)
        axes.plot([place] * 2, [9, 62], color=colour, linewidth=letters(width), zorder=1)
        write_at(axes, place, 65.5, f"{tick:g}", "neutral", ha="center", bbox=None)
    for place, (name, loss) in enumerate(losses.items()):
        middle, meaning = 19.5 + 18 * place, "neutral" if place else seat
        end = _BARS + scale * max(loss.value, 0.0)
        axes.add_patch(
            Rectangle((_BARS, middle - 3.5), end - _BARS, 7, facecolor=f"piquet:{meaning}")
        )
        if loss.low is not None and loss.high is not None:
            ends = [_BARS + scale * one for one in (loss.low, loss.high)]
            axes.plot(ends, [middle] * 2, color=INK_COLOUR, linewidth=letters(1.2))
            end = ends[1]
        write_at(axes, _BARS + 1, middle - 6.5, name, meaning, ha="left")
        write_at(
            axes,
            end + 2,
            middle,
            brief(loss, most=1),
            meaning,
            ha="left",
            fontweight="bold",
            fontsize=letters(_NUMBER_SIZE),
        )
