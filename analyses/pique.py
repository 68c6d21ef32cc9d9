"""Pique, repique and capot: how often, by seat, and made of what?"""

import pandas as pd
from matplotlib.figure import Figure

from analyses.analysis import Analysis, derive, describe, estimate_row, read_estimate, say_who_plays
from analyses.sentences import (
    Sentence,
    about_percent,
    choose,
    compose,
    is_so,
    one_in,
    percent,
)
from analyses.study import Study
from analyses.style import (
    SEAT_COLOURS,
    SEAT_MARKS,
    add_headline,
    add_small_print,
    chart_style,
    light_grid,
    new_chart,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.intervals import EXACT
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

TITLE = "How often are pique, repique and capot made, and of what?"

_EVENTS = (
    ("elder_pique", "elder", "pique"),
    ("elder_repique", "elder", "repique"),
    ("younger_repique", "younger", "repique"),
    ("elder_capot", "elder", "capot"),
    ("younger_capot", "younger", "capot"),
)
_MAKERS = (("elder", "pique"), ("elder", "repique"), ("younger", "repique"))
_CLASSES = ("carte blanche", "point", "sequences", "sets")
_ANYTHING = "anything"
_MOST_SHOWN = 4


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
    How often are pique, repique and capot made, and of what?
    """
    result = run_simulation(simulation, n, threads, progress)
    events = {f"{seat} {event}": result.estimates[name] for name, seat, event in _EVENTS}
    made = {maker: _made_of(result, place) for place, maker in enumerate(_MAKERS)}
    rows = [
        estimate_row("frequency", estimate, seat=name.split()[0], event=name.split()[1],
                     made_of=_ANYTHING)
        for name, estimate in events.items()
    ]  # fmt: skip
    for (seat, event), parts in made.items():
        rows += [
            estimate_row("frequency", estimate, seat=seat, event=event, made_of=classes)
            for classes, estimate in parts.items()
        ]
    return Analysis(
        "pique",
        TITLE,
        pd.DataFrame(rows),
        _draw,
        _summarise(result, events, made),
        describe(simulation, result.deals),
        result.seconds,
        {
            "intervals": next(iter(events.values())).method,
            **derive(
                elder_pique_or_repique=_either(result),
                most_of_elder_repiques=_share_of_most(result, made)[1],
            ),
        },
        runs=(result,),
        headlines=(_headline(result),),
        chart_notes={"players": str(simulation), "deals": result.deals},
    )


def _made_of(result: Result, maker: int) -> dict[str, Estimate]:
    # Frequencies by the classes scored, the most frequent first. Pairs are too rare to make
    # both deals of a pair count, so deals are taken as independent here.
    counts = result.tally.arrays.makers[maker]
    parts = {
        " + ".join(name for bit, name in enumerate(_CLASSES) if scored >> bit & 1)
        or "play alone": int(deals)
        for scored, deals in enumerate(counts)
        if deals
    }
    ordered = sorted(parts.items(), key=lambda item: -item[1])
    return {name: estimate_proportion(deals, result.deals) for name, deals in ordered}


def _summarise(
    result: Result, events: dict[str, Estimate], made: dict[tuple[str, str], dict[str, Estimate]]
) -> tuple[Sentence, ...]:
    pique, repique = events["elder pique"], events["elder repique"]
    younger, own_pique = events["younger repique"], result.estimates["younger_pique"]
    capot, other = events["elder capot"], events["younger capot"]
    classes, share = _share_of_most(result, made)
    makes = f"makes a repique in {percent(younger)} ({one_in(younger)})"
    return (
        Sentence(
            f"{say_who_plays(result.simulation)}elder makes a pique in {percent(pique)} of deals "
            f"({one_in(pique)}) and a repique in {percent(repique)} ({one_in(repique)})."
        ),
        compose(
            choose(
                Sentence(
                    f"Younger, who cannot make a pique, {makes}",
                    is_so("a pique of younger is impossible", own_pique.method == EXACT),
                ),
                Sentence(
                    f"Younger makes a pique in {percent(own_pique)} of deals and {makes}",
                ),
            ),
            "." if share is None
            else f"; {percent(share)} of elder's repiques are made of {classes}.",
        ),
        Sentence(
            f"Capot comes to elder in {percent(capot)} and to younger in {percent(other)} of deals "
            "(percentages ± standard errors)."
        ),
    )  # fmt: skip


def _draw(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    lines: list[tuple[str, Estimate, str, bool]] = []
    for one in table[table.made_of == _ANYTHING].itertuples():
        lines.append((f"{one.seat}: {one.event}", read_estimate(one), one.seat, True))
        own = table[(table.seat == one.seat) & (table.event == one.event)]
        parts = own[own.made_of != _ANYTHING].head(_MOST_SHOWN).itertuples()
        lines += [(f"of {part.made_of}", read_estimate(part), one.seat, False) for part in parts]
    with chart_style():
        figure, axes = new_chart(height=0.9 + 0.155 * len(lines))
        for place, (_, estimate, seat, is_head) in enumerate(lines):
            axes.errorbar(
                estimate.value * 100,
                place,
                xerr=[
                    [(estimate.value - estimate.low) * 100],
                    [(estimate.high - estimate.value) * 100],
                ],
                color=SEAT_COLOURS[seat],
                marker=SEAT_MARKS[seat],
                markersize=4.5 if is_head else 3,
                markerfacecolor=SEAT_COLOURS[seat] if is_head else "white",
            )
        axes.set_yticks(range(len(lines)), [label for label, *_ in lines])
        for tick, (_, _, _, is_head) in zip(axes.get_yticklabels(), lines, strict=True):
            tick.set_fontweight("bold" if is_head else "normal")
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.set_xlim(left=-0.15)
        axes.set_xlabel("percent of deals")
        add_headline(figure, captions["headlines"][0])
        light_grid(axes, "x")
        add_small_print(
            figure,
            f"{captions['players']}, {captions['deals']:,} deals. Bars: 95% intervals.\n"
            "Hollow: by what was scored in hand (the most frequent).",
        )
    return figure


def _headline(result: Result) -> Sentence:
    return Sentence(f"Elder makes a pique or repique in {about_percent(_either(result))} of deals")


def _either(result: Result) -> Estimate:
    # There is no deal with both; deals are taken as independent, as among what they are made of.
    deals = sum(result.tally.total(f"elder_{event}") for event in ("pique", "repique"))
    return estimate_proportion(deals, result.deals)


def _share_of_most(
    result: Result, made: dict[tuple[str, str], dict[str, Estimate]]
) -> tuple[str, Estimate | None]:
    # What elder's repiques were made of most often here, and its share of them.
    repiques = result.tally.total("elder_repique")
    if not repiques:
        return "", None
    classes, often = next(iter(made["elder", "repique"].items()))
    return classes, estimate_proportion(round(often.value * result.deals), repiques)


STUDY = Study(TITLE, analyse, _draw)
