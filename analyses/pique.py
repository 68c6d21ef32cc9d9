"""Pique, repique and capot: how often, by seat, and made of what?"""

import pandas as pd

from analyses.analysis import Analysis, derive, describe, estimate_row, say_who_plays
from analyses.drawings.pique import draw_frequencies, say_either
from analyses.sentences import (
    Sentence,
    choose,
    compose,
    is_so,
    one_in,
    percent,
)
from analyses.study import Study
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
    table = pd.DataFrame(rows)
    return Analysis(
        "pique",
        TITLE,
        table,
        draw_frequencies,
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
        headlines=(say_either(table),),
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


STUDY = Study(TITLE, analyse, draw_frequencies, seconds=100)
