"""Scores of a deal: both seats back to back, and how often a score is reached."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.marks import INTERVAL, draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    MM,
    OTHER_COLOUR,
    SEAT_COLOURS,
    SEAT_LINES,
    figure_of,
    letters,
)
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.intervals import wilson_interval
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import Sentence, about_percent, choose, is_within

_MANY = 50
_FEWEST = 10


def draw_back_to_back(
    counts: Mapping[str, Sequence[int]],
    labels: Sequence[str],
    published: Mapping[str, Sequence[int]] | None = None,
    caption: str = "",
    name: str = "1890",
) -> Figure:
    """The scores of both seats by classes, elder's to the left and younger's to the right.

    Parameters
    ----------
    counts : mapping
        For each seat the deals in each class.
    labels : sequence of str
        Labels of the classes.
    published : mapping, optional
        The same from another source, drawn as dots with their errors.
    caption : str
        Description of what was played, for the small print.
    name : str
        Name of that source.

    Raises
    ------
    InputError
        If the numbers of classes differ, or there are no deals.
    """
    given = [counts, *([published] if published else [])]
    for one in given:
        if any(len(one[seat]) != len(labels) or not sum(one[seat]) for seat in SEATS):
            raise InputError("charts: expected one class per label, with deals in them")
    places = np.arange(len(labels))
    lines = f" Diamonds: {name}, lines: its 95% intervals." if published else ""
    with one_panel(
        say_most_often(counts, labels), "Points made in a deal, percent of deals",
        f"{caption}{lines}".strip(), height=min((29 + 3.4 * len(labels)) * MM, HIGHEST),
        unit="percent of deals", grid="x",
    ) as axes:  # fmt: skip
        for seat, sign in (("elder", -1), ("younger", 1)):
            deals = np.asarray(counts[seat], dtype=float)
            shares = 100 * deals / deals.sum()
            axes.barh(places, sign * shares, height=0.8, color=SEAT_COLOURS[seat])
            write_at(axes, 0.5 + 0.48 * sign, 0.1, seat, seat, xycoords="axes fraction",
                     fontweight="bold", ha="right" if sign > 0 else "left")  # fmt: skip
            if published:
                theirs = np.asarray(published[seat], dtype=float)
                hands = theirs.sum()
                for place, one in enumerate(theirs):
                    low, high = (sign * 100 * end for end in wilson_interval(one, hands))
                    axes.plot([low, high], [place] * 2, color=OTHER_COLOUR, label=INTERVAL,
                              linewidth=letters(0.9))  # fmt: skip
                    draw_mark(axes, sign * 100 * one / hands, place, "other", 4)
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        most = max(abs(end) for end in axes.get_xlim())
        axes.set_xlim(-most, most)
        axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
        axes.set_yticks(places, [label.replace("-", "–") for label in labels])
        axes.set_ylim(len(labels) - 0.4, -0.6)
        if published:
            draw_mark(axes, 0.8, 0.45, "other", 4, transform=axes.transAxes)
            write_at(axes, 0.8, 0.45, name, "other", (5, 0), xycoords="axes fraction",
                     fontweight="bold")  # fmt: skip
    return figure_of(axes)


def draw_exceedance(counts: Mapping[str, np.ndarray], caption: str = "") -> Figure:
    """How often each seat makes at least a given number of points, with 95% bands.

    Parameters
    ----------
    counts : mapping
        For each seat the deals by score; the index is the score.
    caption : str
        Description of what was played, for the small print.
    """
    shares = [_share_from(counts[seat], _MANY) for seat in SEATS]
    bands = f"Bands: 95%. Left out: scores that fewer than {_FEWEST} deals reach."
    with one_panel(
        Sentence(f"{_MANY} or more: elder in {shares[0]} of deals, younger {shares[1]}"),
        "Percent of deals with at least so many points (log scale)", f"{caption} {bands}".strip(),
        height=68 * MM, unit="points made in a deal, or more",
    ) as axes:  # fmt: skip
        for seat in SEATS:
            deals = np.asarray(counts[seat], dtype=np.int64)
            reached = deals[::-1].cumsum()[::-1]
            total = int(reached[0])
            scores = np.flatnonzero(reached >= min(_FEWEST, total))
            ends = np.array([wilson_interval(int(reached[one]), total) for one in scores])
            axes.fill_between(scores, 100 * ends[:, 0], 100 * ends[:, 1], alpha=0.25, linewidth=0,
                              color=SEAT_COLOURS[seat])  # fmt: skip
            axes.plot(scores, 100 * reached[scores] / total, color=SEAT_COLOURS[seat],
                      linestyle=SEAT_LINES[seat])  # fmt: skip
            place = int(scores[len(scores) // 4])
            write_at(axes, place, 100 * reached[place] / total, seat, seat,
                     (4, 10) if seat == "elder" else (-6, -12), fontweight="bold", bbox=None,
                     ha="left" if seat == "elder" else "right")  # fmt: skip
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.yaxis.set_minor_formatter(lambda value, _: "")
        axes.set_xlim(left=0)
    return figure_of(axes)


def _share_from(counts: np.ndarray, score: int) -> str:
    deals = np.asarray(counts, dtype=np.int64)
    return about_percent(estimate_proportion(int(deals[score:].sum()), int(deals.sum())))


def say_most_often(counts: Mapping[str, Sequence[int]], labels: Sequence[str]) -> Sentence:
    """Which class of scores each seat makes most often, as far as the errors allow.

    Parameters
    ----------
    counts : mapping
        For each seat the deals in each class.
    labels : sequence of str
        Labels of the classes.
    """
    grounds, named = [], []
    for seat in SEATS:
        deals = np.asarray(counts[seat], dtype=np.int64)
        most = int(deals.argmax())
        named.append(labels[most].replace("-", "–"))
        # Two classes of the same deals: of those that fell into either, more than half in one.
        grounds += [
            is_within(f"of {seat}'s deals in two classes, those in {labels[most]}",
                      estimate_proportion(int(deals[most]), int(deals[most] + other)), above=0.5)
            for place, other in enumerate(deals)
            if place != most
        ]  # fmt: skip
    return choose(
        Sentence(f"Elder most often makes {named[0]} points, younger {named[1]}", *grounds),
        Sentence("What elder and younger make in a deal"),
    )
