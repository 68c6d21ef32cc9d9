"""How often each seat makes at least so many points, beside the hands recorded in 1890."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_origin, say_reach
from analyses.charts.marks import draw_interval, draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    MM,
    NEUTRAL_COLOUR,
    OTHER_COLOUR,
    SEAT_COLOURS,
    SEAT_LINES,
    figure_of,
    letters,
)
from analyses.statistics.rows import iterate_rows
from analyses.words.documents import load_table
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.sentences import Ground, Sentence, choose, is_within

_SEATS = ("elder", "younger")
SCORES = "scores "
"""The rows of the classes begin so."""
CLASS_WIDTH = 10
DISTANCE = "total variation distance"
"""The row of a seat with how far its distribution lies from that of 1890, and p by chance."""
_MOST_SCORES = 100
"""Points that few deals reach."""
_UNLIKELY = 0.05
"""Two distributions are told apart if chance alone parts them so far less often."""
CLEAR = 3.0
"""Joint standard errors within which two shares are not told apart."""


def compare_shares(deals: int, n: int, hands: int, of: int) -> float:
    """Standard errors between two shares, as of two samples from one distribution."""
    share = (deals + hands) / (n + of)
    error = np.sqrt(share * (1 - share) * (1 / n + 1 / of))
    return float((deals / n - hands / of) / error) if error else 0.0


def _read_reached(table: pd.DataFrame, hands: int) -> pd.DataFrame:
    # For each seat and each ten points: our deals and the recorded hands that reach them.
    own = table[table.quantity.str.match(rf"{SCORES}\d") & table.seat.isin(_SEATS)]
    rows = []
    for seat in _SEATS:
        classes = own[own.seat == seat]
        n = int(classes.n.iloc[0])
        ours = (classes.value * n).round().to_numpy()[::-1].cumsum()[::-1]
        theirs = (classes.published * hands).round().to_numpy()[::-1].cumsum()[::-1]
        for place, (here, there) in enumerate(zip(ours, theirs, strict=True)):
            rows.append((seat, CLASS_WIDTH * place, int(here), n, int(there), hands,
                         compare_shares(int(here), n, int(there), hands)))  # fmt: skip
    return pd.DataFrame(rows, columns=["seat", "score", "deals", "n", "hands", "of", "z"])


def count_near(table: pd.DataFrame) -> dict[str, int]:
    """How many shares of hands that make so much or more are compared, and how many lie near."""
    reached = _read_reached(table, load_table()["hands"])
    z = reached[reached.score > 0].z.abs()
    return {"shares_compared": len(z), "shares_within_three_errors": int((z < CLEAR).sum())}


def say_agreement(table: pd.DataFrame, captions: Mapping[str, Any]) -> Sentence:
    """In how many shares the two lie near; that they cannot be told apart only if nothing tells.

    That takes the whole distributions, too, which many small differences of one direction tell
    apart where no share does.
    """
    reached = _read_reached(table, load_table()["hands"])
    reached = reached[reached.score > 0]
    names = dict.fromkeys((str(captions["elder"]), str(captions["younger"])))
    name = f"{' and '.join(names)}’s scores"
    whole = [
        is_within(f"p of the distance as a whole: {one.seat}", one.p, above=_UNLIKELY)
        for one in iterate_rows(table[table.quantity == DISTANCE])
    ]
    within, beyond = (
        [
            is_within(f"standard errors between the two: {one.seat}, {one.score} or more",
                      abs(one.z), **{side: CLEAR})
            for one in iterate_rows(reached[chosen])
        ]
        for side, chosen in (
            ("below", reached.z.abs() < CLEAR), ("above", reached.z.abs() >= CLEAR),
        )
    )  # fmt: skip
    counted = f"{len(within)} of {len(reached)} shares within 3 errors of 1890’s"
    far = f", {len(beyond)} beyond" if beyond else ""
    plain = Sentence(f"{capitalise(name)}: {counted}{far}", *within, *beyond)
    if beyond:
        return choose(*_say_rare(reached, list(names), (*within, *beyond)), plain)
    if not whole:
        return plain
    return choose(
        Sentence(f"{capitalise(name)} cannot be told from those of 1890", *within, *whole), plain
    )


_HALF = (0.4, 0.6)
"""Of how often a score is made in 1890: what is called half as often."""
_MOSTLY = 0.8


def _say_rare(reached: pd.DataFrame, names: list[str], grounds: Iterable[Ground]) -> list[Sentence]:
    # Where nearly all shares lie near, and what parts the two most is a score made half as often.
    worst = reached.loc[reached.z.abs().idxmax()]
    if (reached.z.abs() < CLEAR).mean() < _MOSTLY or worst.score < _MOST_SCORES or not worst.hands:
        return []
    if not _HALF[0] <= worst.deals / worst.n / (worst.hands / worst.of) <= _HALF[1]:
        return []
    scores, makes = ("scores", "makes") if len(names) == 1 else ("score", "make")
    return [Sentence(
        f"{capitalise(' and '.join(names))} {scores} like the players of 1890, but {makes} "
        f"{worst.score} half as often", *grounds,
    )]  # fmt: skip


def draw_reached(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """Both seats' lines, and diamonds for the recorded hands with their intervals."""
    reached = _read_reached(table, load_table()["hands"])
    deals = [estimate_proportion(one.deals, one.n) for one in iterate_rows(reached)]
    with one_panel(
        say_agreement(table, captions), "Percent of deals with at least so many points (log scale)",
        f"Lines: {say_origin(captions)[:-1]}; {say_reach(deals, 100, '%')} at most. "
        f"Diamonds: Cavendish’s {load_table()['hands']:,} hands, with 95% intervals; filled: "
        "apart by 3 standard errors or more.",
        height=74 * MM, unit="points made in a deal, or more",
    ) as axes:  # fmt: skip
        for seat in _SEATS:
            own = reached[reached.seat == seat]
            there = own[own.deals > 0]
            shares = 100 * there.deals / there.n
            axes.plot(there.score, shares, color=SEAT_COLOURS[seat], linestyle=SEAT_LINES[seat])
            for one in iterate_rows(own[own.score > 0]):
                if not one.hands:
                    continue
                theirs = estimate_proportion(one.hands, one.of)
                draw_interval(axes, one.score, theirs, "other", 100, upright=True, has_middle=False)
                if abs(one.z) >= CLEAR:
                    draw_mark(axes, one.score, 100 * theirs.value, "other", 3.4,
                              markerfacecolor=OTHER_COLOUR)  # fmt: skip
        axes.set_yscale("log")
        axes.set_yticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
        axes.set_yticks([], minor=True)
        axes.set_ylim(0.0025, 180)
        axes.set_xlim(0, 155)
        axes.set_xticks(range(0, 151, 25))
        _name_lines(axes, reached)
    return figure_of(axes)


def _name_lines(axes: Axes, reached: pd.DataFrame) -> None:
    places = {"elder": (63, 60, 2.6, "left"), "younger": (36, 40, 0.3, "right")}
    for seat, (x, score, times, ha) in places.items():
        own = reached[(reached.seat == seat) & (reached.score == score)].iloc[0]
        if own.deals:
            height = times * 100 * own.deals / own.n
            write_at(axes, x, height, seat, seat, ha=ha, fontweight="bold")
    draw_mark(axes, 62, 0.35, "other")
    write_at(axes, 62, 0.35, "1890", "other", (6, 0), fontweight="bold")
    worst = reached.loc[reached.z.abs().idxmax()]
    if abs(worst.z) < CLEAR or worst.score < _MOST_SCORES:
        return
    here, there = 100 * worst.deals / worst.n, 100 * worst.hands / worst.of
    words = f"{worst.score} or more, {worst.seat}:\n{here:.2f}% here,\n{there:.2f}% in 1890"
    axes.plot([worst.score] * 2, [1.6 * max(here, there), 9], color=NEUTRAL_COLOUR,
              linewidth=letters(0.8))  # fmt: skip
    write_at(axes, 154, 10, words, "ink", ha="right", va="bottom", linespacing=1.05)
