"""Discards: how many cards are exchanged, and what does the exchange do to a hand?"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.analysis import Analysis, derive, describe, estimate_row, read_estimate, say_who_plays
from analyses.sentences import Sentence, about_percent, percent, say
from analyses.study import Study
from analyses.style import (
    HEAT_MAP,
    SEAT_COLOURS,
    add_headline,
    add_small_print,
    chart_style,
    interval_bars,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

TITLE = "How many cards are exchanged, and what does the exchange do?"
_SEATS = ("elder", "younger")
_CLASSES = ("point", "sequence", "sets")
_EXCHANGES = "exchanges"
_SET_LABELS = ("none", "1 trio", "trios", "four")
_FEWEST_IN_ROW = 30


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n deals.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    How many cards are exchanged, and what does the exchange do?
    """
    result = run_simulation(simulation, n, threads, progress)
    return Analysis(
        "discards",
        TITLE,
        pd.DataFrame(_rows(result)),
        _draw,
        _summarise(result),
        describe(simulation, result.deals),
        result.seconds,
        {
            "intervals": "Wilson, deals as units",
            "matrix": "of hands dealt so, the fraction that held so after the exchange",
            **derive(
                **{f"{seat}_exchanged": result.estimates[f"{seat}_exchanged"] for seat in _SEATS},
                **_changes(result),
            ),
        },
        runs=(result,),
        headlines=(_headline(result),),
        chart_notes={"players": str(simulation), "deals": result.deals},
    )


def _cells(result: Result, seat: int, place: int) -> tuple[np.ndarray, list[str]]:
    # Deals by what was dealt (rows) and what was held (columns), and the labels of both.
    matrix = result.tally.arrays.changes[seat, place]
    if _CLASSES[place] == "sets":
        return matrix[: len(_SET_LABELS), : len(_SET_LABELS)], list(_SET_LABELS)
    used = np.flatnonzero(matrix.sum(axis=0) + matrix.sum(axis=1))
    return matrix[np.ix_(used, used)], [str(cards) if cards else "none" for cards in used]


def _rows(result: Result) -> list[dict[str, object]]:
    rows = []
    for seat, name in enumerate(_SEATS):
        counts = result.tally.arrays.exchanged[seat]
        for cards in np.flatnonzero(counts):
            estimate = estimate_proportion(int(counts[cards]), result.deals)
            rows.append(
                estimate_row(_EXCHANGES, estimate, seat=name, dealt="", held=str(int(cards)))
            )
        for place, kind in enumerate(_CLASSES):
            matrix, labels = _cells(result, seat, place)
            for dealt, line in zip(labels, matrix, strict=True):
                total = int(line.sum())
                for held, deals in zip(labels, line, strict=True):
                    if total and deals:
                        estimate = estimate_proportion(int(deals), total)
                        rows.append(estimate_row(kind, estimate, seat=name, dealt=dealt, held=held))
    return rows


def _kept_or_gained(matrix: np.ndarray) -> tuple[int, int, int]:
    # Deals in which a class got better, stayed, and got worse.
    dealt, held = np.indices(matrix.shape)
    better = int(matrix[held > dealt].sum())
    worse = int(matrix[held < dealt].sum())
    return better, int(matrix.sum()) - better - worse, worse


def _changes(result: Result) -> dict[str, Estimate]:
    # In what share of deals elder's exchange makes a class better or worse.
    told = {}
    for place, kind in enumerate(_CLASSES):
        better, _, worse = _kept_or_gained(_cells(result, 0, place)[0])
        told[f"{kind}_better"] = estimate_proportion(better, result.deals)
        told[f"{kind}_worse"] = estimate_proportion(worse, result.deals)
    return told


def _summarise(result: Result) -> tuple[Sentence, ...]:
    elder, younger = result.estimates["elder_exchanged"], result.estimates["younger_exchanged"]
    most = result.simulation.rules.elder_exchange_most
    full = estimate_proportion(int(result.tally.arrays.exchanged[0, most]), result.deals)
    shares = _changes(result)
    changes = [
        f"{kind} better in {percent(shares[f'{kind}_better'])} and worse in "
        f"{percent(shares[f'{kind}_worse'])}"
        for kind in _CLASSES
    ]
    trio = _cells(result, 0, 2)[0][1]
    filled = "no deal that was seen"
    if trio.sum():
        filled = f"{percent(estimate_proportion(int(trio[3]), int(trio.sum())))} of such deals"
    return (
        Sentence(
            f"{say_who_plays(result.simulation)}elder exchanges {say(elder)} cards, all {most} in "
            f"{percent(full)} of deals; younger exchanges {say(younger)}."
        ),
        Sentence(f"Elder's exchange makes the {'; the '.join(changes)} of deals."),
        Sentence(
            f"An elder dealt one trio holds a quatorze after the exchange in {filled} "
            "(± standard error)."
        ),
    )


def _draw(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    with chart_style():
        figure, axes = new_chart(4, 2, height=7.4, height_ratios=(0.7, 1, 1, 0.8))
        for place, seat in enumerate(_SEATS):
            own = table[table.seat == seat]
            _draw_numbers(axes[0, place], own[own.quantity == _EXCHANGES], seat, captions["deals"])
            for row, kind in enumerate(_CLASSES, start=1):
                _draw_matrix(axes[row, place], own[own.quantity == kind], seat, kind)
        add_headline(figure, captions["headlines"][0])
        add_small_print(
            figure,
            f"{captions['players']}, {captions['deals']:,} deals. Columns: 95% intervals. "
            "Matrices: of hands dealt as the row says, percent held as the column says; point "
            "and sequence by the cards of the best. Standard errors in data.csv; rows of fewer "
            f"than {_FEWEST_IN_ROW} hands are left blank.",
        )
    return figure


def _headline(result: Result) -> Sentence:
    shares = _changes(result)
    return Sentence(
        f"Elder's exchange: point better in {about_percent(shares['point_better'])}, worse in "
        f"{about_percent(shares['point_worse'])}"
    )


def _draw_numbers(axes: Axes, rows: pd.DataFrame, seat: str, deals: int) -> None:
    seen = {int(row.held): read_estimate(row) for row in rows.itertuples()}
    never = estimate_proportion(0, deals)
    cards = np.arange(1, max(*seen, 5) + 1)
    estimates = [seen.get(number, never) for number in cards]
    values = [100 * estimate.value for estimate in estimates]
    axes.bar(cards, values, yerr=interval_bars(estimates, 100), color=SEAT_COLOURS[seat], width=0.8,
             error_kw={"elinewidth": 0.6})  # fmt: skip
    for number, value in zip(cards, values, strict=True):
        if value:
            label = f"{value:.1f}" if value >= 0.1 else "<0.1"
            axes.annotate(label, (number, value), ha="center", va="bottom", fontsize=letters(6.5),
                          textcoords="offset points", xytext=(0, 1))  # fmt: skip
    axes.set_ylim(0, 118)
    axes.set_xticks(cards)
    axes.set_title(seat.capitalize())
    axes.set_xlabel("cards exchanged")
    if seat == _SEATS[0]:
        axes.set_ylabel("percent of deals")
    light_grid(axes, "y")


def _read_cells(rows: pd.DataFrame, kind: str) -> tuple[np.ndarray, list[str]]:
    # The same as `_cells`, from the rows of the table.
    labels = list(_SET_LABELS)
    if kind != "sets":
        seen = {*rows.dealt, *rows.held}
        labels = sorted(seen, key=lambda label: 0 if label == "none" else int(label))
    deals = rows.assign(deals=(rows.value * rows.n).round())
    cells = deals.pivot_table("deals", "dealt", "held", fill_value=0)
    cells = cells.reindex(index=labels, columns=labels, fill_value=0)
    return cells.to_numpy().astype(np.int64), labels


def _draw_matrix(axes: Axes, rows: pd.DataFrame, seat: str, kind: str) -> None:
    matrix, labels = _read_cells(rows, kind)
    totals = matrix.sum(axis=1, keepdims=True)
    shares = np.divide(100 * matrix, totals, out=np.zeros(matrix.shape), where=totals > 0)
    shares = np.where(totals >= _FEWEST_IN_ROW, shares, np.nan)
    axes.imshow(shares, cmap=HEAT_MAP, vmin=0, vmax=100, aspect="auto")
    for (row, column), share in np.ndenumerate(shares):
        if share > 0:
            text = f"{share:.0f}" if share >= 1 else "<1"
            axes.text(column, row, text, ha="center", va="center", fontsize=letters(6.5),
                      color="white" if share > 55 else "black")  # fmt: skip
    ticks = range(len(labels))
    if kind != "sets":
        labels = ["0" if label == "none" else label for label in labels]
    axes.set_xticks(ticks, labels)
    axes.set_yticks(ticks, labels)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=letters(6.5))
    axes.set_xlabel(f"{kind} held")
    if seat == _SEATS[0]:
        axes.set_ylabel(f"{kind} dealt")


STUDY = Study(TITLE, analyse, _draw)
