"""Pique, repique and capot: how often, by seat, and made of what?"""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from analyses.results.analysis import (
    derive,
    estimate_row,
    read_derived,
    read_estimate,
    say_who_plays,
)
from analyses.results.picks import PERCENT, Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.game.pique_chart import draw_frequencies, say_either
from analyses.study import BETWEEN, Answer, Asked, Reported, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.intervals import EXACT
from piquet_sim.running.result import Result
from piquet_sim.sentences import Sentence, compose, is_so, one_in, percent

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


def analyse(asked: Asked) -> Answer:
    """Answer the question from n deals.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    How often are pique, repique and capot made, and of what?
    """
    result = asked.play()
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
    own_pique = result.estimates["younger_pique"]
    return Answer(
        table,
        say_either(table),
        {
            "intervals": next(iter(events.values())).method,
            **derive(
                **_derive(table), younger_pique=None if own_pique.method == EXACT else own_pique
            ),
        },
        (result,),
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


def _read_events(table: pd.DataFrame) -> dict[str, Estimate]:
    rows = table[table["made_of"] == _ANYTHING]
    return {f"{row.seat} {row.event}": read_estimate(row) for row in iterate_rows(rows)}


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    return {"summary": _summarise(simulation, table, notes), **derive(**_derive(table))}


def _summarise(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> tuple[Sentence, ...]:
    events = _read_events(table)
    pique, repique, younger = (
        events[name] for name in ("elder pique", "elder repique", "younger repique")
    )
    capot, other = events["elder capot"], events["younger capot"]
    own_pique, share = (
        read_derived(notes, "younger_pique"),
        _derive(table)["most_of_elder_repiques"],
    )
    makes = f"makes a repique in {percent(younger)} ({one_in(younger)})"
    return (
        Sentence(
            f"{say_who_plays(simulation)}elder makes a pique in {percent(pique)} of deals "
            f"({one_in(pique)}) and a repique in {percent(repique)} ({one_in(repique)})."
        ),
        compose(
            Sentence(
                f"Younger, who cannot make a pique, {makes}",
                is_so("a pique of younger is impossible", own_pique is None),
            )
            if own_pique is None
            else Sentence(f"Younger makes a pique in {percent(own_pique)} of deals and {makes}"),
            "." if share is None
            else f"; {percent(share)} of elder's repiques are made of {_find_most(table)[0]}.",
        ),
        Sentence(
            f"Capot comes to elder in {percent(capot)} and to younger in {percent(other)} of deals "
            "(percentages ± standard errors)."
        ),
    )  # fmt: skip


def _count(estimate: Estimate) -> int:
    return round(estimate.value * estimate.n)


def _derive(table: pd.DataFrame) -> dict[str, Estimate | None]:
    # No deal has both a pique and a repique; deals are taken as independent, as among what they
    # are made of.
    events = _read_events(table)
    piques, repiques = (_count(events[f"elder {event}"]) for event in ("pique", "repique"))
    either = estimate_proportion(piques + repiques, events["elder pique"].n)
    most = estimate_proportion(_count(_find_most(table)[1]), repiques) if repiques else None
    return {"elder_pique_or_repique": either, "most_of_elder_repiques": most}


def _find_most(table: pd.DataFrame) -> tuple[str, Estimate]:
    # What elder's repiques were made of most often here, and how often; some must be there.
    of_elder = (table["seat"] == "elder") & (table["event"] == "repique")
    row = next(iterate_rows(table[of_elder & (table["made_of"] != _ANYTHING)]))
    return row.made_of, read_estimate(row)


def _pick(rows: Sequence[Row]) -> list[Pick]:
    return [
        Pick(f"{seat} makes a {event}", PERCENT,
              {"seat": seat, "event": event, "made_of": "anything"})
        for seat, event in (
            ("elder", "pique"), ("elder", "repique"), ("elder", "capot"), ("younger", "repique"),
            ("younger", "capot"),
        )
    ]  # fmt: skip


REPORTED = Reported(BETWEEN + "Everything that is held is called; nothing is sunk.", _pick)

STUDY = Study(TITLE, analyse, draw_frequencies, say=_say_table, reported=REPORTED, seconds=100)
