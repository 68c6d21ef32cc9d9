"""Elder's advantage: what is it worth to be elder hand, between which players?"""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.analysis import (
    Analysis,
    describe,
    estimate_row,
    pair_scores,
    read_estimate,
    read_estimates,
    say_who_plays,
    shift_progress,
)
from analyses.sentences import (
    Sentence,
    about,
    about_percent,
    choose,
    compose,
    is_so,
    percent,
    say,
)
from analyses.study import Study
from analyses.style import (
    ELDER_COLOUR,
    SEAT_COLOURS,
    YOUNGER_COLOUR,
    add_small_print,
    chart_style,
    interval_bars,
    light_grid,
    new_chart,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation
from piquet_sim.strategies import Strategy, find_strategy, strategy_names

TITLE = "What is it worth to be elder hand?"
_CLASS_WIDTH = 10
_SHOWN_CLASSES = 16
_MEASURES = ("elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "drawn")


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n deals of each pair of strategies.

    The pair of the simulation comes first and gives the distributions; every other pair of the
    named strategies that are fast is played with the same seed, so with the same cards.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    What is it worth to be elder hand?
    """
    results = []
    for place, (elder, younger) in enumerate(_pairs(simulation)):
        mirrored = simulation.mirrored and place == 0
        one = replace(simulation, elder=elder, younger=younger, mirrored=mirrored)
        results.append(run_simulation(one, n, threads, shift_progress(progress, n * place)))
    main = results[0]
    rows = [
        estimate_row(measure, result.estimates[measure],
                     elder=result.simulation.elder.name,
                     younger=result.simulation.younger.name)
        for result in results
        for measure in _MEASURES
    ]  # fmt: skip
    rows += _distribution_rows(main)
    return Analysis(
        "elder-advantage",
        TITLE,
        pd.DataFrame(rows),
        _draw,
        _summarise(main, results),
        describe(simulation, main.deals),
        sum(result.seconds for result in results),
        {"pairs": len(results), "intervals": "scores: normal; fractions: Wilson"},
        runs=tuple(results),
        headlines=_headlines(main, results),
        chart_notes={"players": str(simulation), "deals": main.deals},
        tables={"both_scores": pair_scores(main.tally.arrays.scores)},
    )


def _list_fast() -> list[str]:
    # Those with whom every pair can be played.
    return [name for name in strategy_names() if not find_strategy(name).is_slow]


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: once per pair of strategies."""
    return len(_pairs(simulation))


def _pairs(simulation: Simulation) -> list[tuple[Strategy, Strategy]]:
    own = (simulation.elder, simulation.younger)
    named = [find_strategy(name) for name in _list_fast()]
    others = [(elder, younger) for elder in named for younger in named]
    return [own, *(pair for pair in others if pair != own)]


def _distribution_rows(result: Result) -> list[dict[str, object]]:
    rows = []
    for seat in ("elder", "younger"):
        for low, deals in _by_class(result.tally.score_counts(seat)):
            estimate = estimate_proportion(deals, result.deals)
            rows.append(_pair_row(_name_class(seat, low), estimate, result))
    differences, counts = result.tally.difference_counts()
    classes = differences // _CLASS_WIDTH
    for place in np.unique(classes[counts > 0]):
        low = int(place) * _CLASS_WIDTH
        estimate = estimate_proportion(int(counts[classes == place].sum()), result.deals)
        name = f"elder's score less younger's is {low} to {low + _CLASS_WIDTH - 1}"
        rows.append(_pair_row(name, estimate, result))
    return rows


def _pair_row(name: str, estimate: Estimate, result: Result) -> dict[str, object]:
    players = result.simulation
    return estimate_row(name, estimate, elder=players.elder.name, younger=players.younger.name)


def _name_class(seat: str, low: int) -> str:
    return f"{seat} makes {low} to {low + _CLASS_WIDTH - 1}"


def _by_class(counts: np.ndarray) -> list[tuple[int, int]]:
    # Deals by classes of ten points, the published table's classes.
    most = _SHOWN_CLASSES * _CLASS_WIDTH
    classes = [
        (low, int(counts[low : low + _CLASS_WIDTH].sum())) for low in range(0, most, _CLASS_WIDTH)
    ]
    rest = int(counts[most:].sum())
    return [*classes[:-1], (classes[-1][0], classes[-1][1] + rest)]


def _summarise(main: Result, results: list[Result]) -> tuple[Sentence, ...]:
    estimates = main.estimates
    difference = estimates["difference"]
    same = {
        result.simulation.elder.name: result.estimates["difference"]
        for result in results
        if result.simulation.elder == result.simulation.younger
    }
    told = ", ".join(f"{name} {say(one)}" for name, one in same.items())
    elder, younger = main.simulation.elder, main.simulation.younger
    return (
        compose(
            f"{say_who_plays(main.simulation)}elder makes {say(estimates['elder_score'])} and "
            f"younger {say(estimates['younger_score'])} points a deal: ",
            choose(
                Sentence(
                    f"being elder is worth {say(difference)} points.",
                    is_so("both seats are played alike", elder == younger),
                ),
                Sentence(f"elder's margin is {say(difference)}."),
            ),
        ),
        Sentence(
            f"Elder makes more than younger in {percent(estimates['elder_wins'])} of deals, less "
            f"in {percent(estimates['younger_wins'])}, the same in {percent(estimates['drawn'])}."
        ),
        Sentence(f"Between equal players elder's margin is: {told} (mean ± standard error)."),
    )


def _headlines(main: Result, results: list[Result]) -> tuple[Sentence, ...]:
    # Over the three panels.
    margins = [result.estimates["difference"] for result in results]
    least, most = (end(margins, key=lambda one: one.value) for end in (min, max))
    return (
        Sentence(
            f"Elder makes {about(main.estimates['elder_score'])}, younger "
            f"{about(main.estimates['younger_score'])}"
        ),
        Sentence(f"Elder makes more in {about_percent(main.estimates['elder_wins'])} of deals"),
        Sentence(
            f"By who plays: {about(least, sign='+')} to {about(most, sign='+')}".replace("-", "−")
        ),
    )


def _draw(table: pd.DataFrame, captions: dict[str, object], both_scores: pd.DataFrame) -> Figure:
    own = table.iloc[0]  # the pair of the simulation comes first
    main = read_estimates(table, elder=own.elder, younger=own.younger)
    with chart_style():
        figure, (scores, margins, pairs) = new_chart(
            3, 1, height=5.6, height_ratios=(1.15, 0.8, 1.05)
        )
        _draw_scores(scores, main)
        _draw_margins(margins, main["difference"], both_scores)
        _draw_pairs(pairs, table[table.quantity == "difference"])
        panels = (scores, margins, pairs)
        for axes, headline in zip(panels, captions["headlines"], strict=True):
            axes.set_title(headline)
        add_small_print(
            figure,
            f"{captions['players']}, {captions['deals']:,} deals each pair.\n"
            "Lowest panel: elder v younger; its bars and the lines on the columns: 95% intervals.",
        )
    return figure


def _draw_scores(axes, main: dict[str, Estimate]) -> None:
    lows = np.arange(0, _SHOWN_CLASSES * _CLASS_WIDTH, _CLASS_WIDTH)
    for seat, sign in (("elder", 1), ("younger", -1)):
        estimates = [main[_name_class(seat, low)] for low in lows]
        values = np.array([estimate.value for estimate in estimates]) * 100
        error = interval_bars(estimates, 100)
        axes.bar(lows, sign * values, width=_CLASS_WIDTH * 0.92, align="edge",
                 color=SEAT_COLOURS[seat], yerr=error, ecolor="black",
                 error_kw={"elinewidth": 0.5, "capsize": 0})  # fmt: skip
    axes.axhline(0, color="black", linewidth=0.6)
    top = max(abs(value) for value in axes.get_ylim())
    axes.set_ylim(-top, top)
    axes.yaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
    axes.text(0.98, 0.9, "elder", transform=axes.transAxes, ha="right", color=ELDER_COLOUR,
              fontweight="bold")  # fmt: skip
    axes.text(0.98, 0.06, "younger", transform=axes.transAxes, ha="right",
              color="#b06a10", fontweight="bold")  # fmt: skip
    axes.set_xticks(range(0, _SHOWN_CLASSES * _CLASS_WIDTH + 1, 20))
    axes.set_xlabel("points made in a deal, by tens (150: and more)")
    axes.set_ylabel("percent of deals")
    light_grid(axes, "y")


def _draw_margins(axes, mean: Estimate, both_scores: pd.DataFrame) -> None:
    margin = both_scores.elder_score - both_scores.younger_score
    counts = both_scores.deals.groupby(margin).sum()
    shown = np.arange(-120, 171)
    shares = counts.reindex(shown, fill_value=0) / counts.sum() * 100
    colours = np.where(shown > 0, ELDER_COLOUR, np.where(shown < 0, YOUNGER_COLOUR, "k"))
    axes.bar(shown, shares, width=1.0, color=colours)
    axes.axvline(mean.value, color="black", linestyle="--", linewidth=0.8,
                 label=f"mean {format_with_error(mean.value, mean.se)}")  # fmt: skip
    axes.legend(loc="upper right")
    axes.set_xlabel("elder's score less younger's, points")
    axes.set_ylabel("percent of deals")
    light_grid(axes, "y")


def _draw_pairs(axes, margins: pd.DataFrame) -> None:
    first = margins.index[0]
    ordered = list(margins.sort_values("value", ascending=False, kind="stable").itertuples())
    for place, row in enumerate(ordered):
        estimate = read_estimate(row)
        is_main = row.Index == first
        axes.errorbar(estimate.value, place, xerr=interval_bars([estimate]), marker="o",
                      markersize=4.5 if is_main else 3.5, color=ELDER_COLOUR,
                      markerfacecolor=ELDER_COLOUR if is_main else "white")  # fmt: skip
    names = [f"{row.elder} v {row.younger}" for row in ordered]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.axvline(0, color="black", linewidth=0.6)
    axes.set_xlabel("elder's score less younger's, points a deal")
    light_grid(axes, "x")


STUDY = Study(TITLE, analyse, _draw, count_runs=_count_runs, list_others=_list_fast)
