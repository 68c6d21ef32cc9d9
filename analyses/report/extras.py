"""The charts that a report adds to a study, each with the table that it shows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.charts import (
    PARTS,
    Discarded,
    draw_back_to_back,
    draw_chances,
    draw_convergence,
    draw_exceedance,
    draw_forest,
    draw_hand,
    draw_parts,
)
from analyses.contents import CHARTS
from analyses.report.sections import Order, Part
from analyses.results.analysis import (
    Analysis,
    estimate_row,
    pair_scores,
    read_estimate,
    read_estimates,
)
from analyses.statistics.rows import iterate_rows
from analyses.studies.books.experts_of_1890 import load_table
from analyses.studies.players.regret_chart import find_worst
from analyses.study import require_whole
from piquet_sim.advice.advice import advise
from piquet_sim.advice.losses import QUICK_DEALS
from piquet_sim.advice.trials import Question
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.limits import limit_change
from piquet_sim.estimates.tally import estimate_lead
from piquet_sim.game.cards import format_cards, iterate_cards, parse_cards, parse_hand
from piquet_sim.game.rules import RUBICON
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.running.result import Result
from piquet_sim.running.run import run_simulation
from piquet_sim.sentences import Ground, Sentence, choose

_SEATS = ("elder", "younger")
_LEAD, _ALL = "elder less younger", "all together"
_CLASS_WIDTH = 10
_FIRST_DEALS = 2_000
_TIMES = 4
_LEADS = (10, 25, 50, 100)
_SHOWN = 12
_LIMITS = limit_change(RUBICON)
"""Limits of the difference of two discards."""


@dataclass(frozen=True)
class Extra:
    """An additional chart of a part."""

    name: str
    """Name of its files."""
    title: str
    """Caption of its table."""
    captions: dict[str, Any]
    """What the chart shows beside its table; ``description`` where its labels are not enough."""
    table: pd.DataFrame | None = None
    """Its table; None where its data are those of the part."""
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)
    """Further tables from which it is drawn, by name."""


def add_charts(part: Part, order: Order, analysis: Analysis) -> list[Extra]:
    """The additional charts of a part; empty for most."""
    return make_extras(part.name, order, analysis) if part.name in EXTRAS else []


def make_extras(name: str, order: Order, analysis: Analysis) -> list[Extra]:
    """The additional charts of a part that has some, one of `EXTRAS`."""
    return EXTRAS[name](order, analysis)


def find_drawing(name: str) -> Callable[..., Figure]:
    """What draws an additional chart: ``draw(table, captions, **tables)``."""
    return _DRAWINGS[name] if name in _DRAWINGS else CHARTS[name].draw


def _told(result: Result) -> str:
    return f"{result.simulation}, {result.deals:,} deals."


# ---- Elder's advantage --------------------------------------------------------------------------
def _of_advantage(order: Order, analysis: Analysis) -> list[Extra]:
    main = analysis.runs[0]
    return [_parts(main), _exceedance(main)]


def _parts(result: Result) -> Extra:
    estimates = result.estimates
    parts = {
        seat: {part: estimates[f"{seat}_{part.replace(' ', '_')}_mean"] for part in PARTS}
        for seat in _SEATS
    }
    totals = {seat: estimates[f"{seat}_score"] for seat in _SEATS}
    rows = [
        estimate_row(name, estimate, seat=seat)
        for seat in _SEATS
        for name, estimate in (*parts[seat].items(), (_ALL, totals[seat]))
    ]
    rules = result.simulation.rules
    leads = {part: estimate_lead(result.tally, part.replace(" ", "_"), rules) for part in PARTS}
    rows += [
        estimate_row(part, lead, seat=_LEAD)
        for part, lead in (*leads.items(), (_ALL, estimates["difference"]))
    ]
    title = "Points a deal by what they are made of"
    return Extra("parts", title, {"told": _told(result)}, pd.DataFrame(rows))


def _draw_parts(table: pd.DataFrame, captions: dict[str, Any]) -> Figure:
    *parts, leads = (read_estimates(table, seat=seat) for seat in (*_SEATS, _LEAD))
    totals = [own.pop(_ALL) for own in (*parts, leads)]
    return draw_parts(
        dict(zip(_SEATS, parts, strict=True)), dict(zip(_SEATS, totals[:2], strict=True)),
        captions["told"], leads,
    )  # fmt: skip


def _exceedance(result: Result) -> Extra:
    counts = {seat: result.tally.score_counts(seat) for seat in _SEATS}
    rows = []
    for seat in _SEATS:
        reached = counts[seat][::-1].cumsum()[::-1]
        for score in range(0, int(np.flatnonzero(reached).max()) + 1, _CLASS_WIDTH):
            estimate = estimate_proportion(int(reached[score]), result.deals)
            rows.append(estimate_row(f"{score} or more", estimate, seat=seat))
    title = "Share of deals with so many points"
    tables = {"both_scores": pair_scores(result.tally.arrays.scores)}
    return Extra("reached", title, {"told": _told(result)}, pd.DataFrame(rows), tables)


def _draw_reached(
    table: pd.DataFrame, captions: dict[str, Any], both_scores: pd.DataFrame
) -> Figure:
    counts = {seat: np.bincount(both_scores[f"{seat}_score"], both_scores.deals) for seat in _SEATS}
    return draw_exceedance(counts, captions["told"])


# ---- Carte blanche ------------------------------------------------------------------------------
def _of_carte_blanche(order: Order, analysis: Analysis) -> list[Extra]:
    last = analysis.runs[0]
    estimates = [last.estimates["elder_carte_blanche"]]
    deals = last.deals // _TIMES
    while deals >= min(_FIRST_DEALS, last.deals // _TIMES):
        result = require_whole(run_simulation(last.simulation, deals, order.threads))
        estimates.insert(0, result.estimates["elder_carte_blanche"])
        deals //= _TIMES
    told = f"{last.simulation}: the same first deals and more of them. Elder shows one."
    rows = [estimate_row("elder shows a carte blanche", one) for one in estimates]
    title = "The same share from more and more deals"
    return [Extra("settling", title, {"told": told}, pd.DataFrame(rows))]


def _draw_settling(table: pd.DataFrame, captions: dict[str, Any]) -> Figure:
    estimates = [read_estimate(row) for row in iterate_rows(table)]
    exact = estimates[-1].exact
    return draw_convergence(
        estimates, "shown, percent of deals", 100, None if exact is None else float(exact),
        captions["told"], "%",
    )  # fmt: skip


# ---- Parties ------------------------------------------------------------------------------------
def _of_partie(order: Order, analysis: Analysis) -> list[Extra]:
    simulation = Simulation(order.main, order.main, RUBICON, order.seed)
    result = require_whole(run_simulation(simulation, order.n, order.threads))
    law = ScoreLaw(result.tally.arrays.scores.copy())
    table = ChanceTable(law, law, RUBICON)
    deals = RUBICON.partie_deals
    rows = []
    for left in range(1, deals):
        for lead in _LEADS:
            chances = table.find_chances(lead, 0, deals - left + 1, 0)
            rows.append(
                estimate_row("who is elder next wins", chances.wins, deals_left=left, ahead_by=lead)
            )
    captions = {"told": _told(result), "scores": len(law.counts)}
    tables = {"both_scores": pair_scores(law.counts)}
    title = "Chances of winning by lead and deals left"
    return [Extra("chances", title, captions, pd.DataFrame(rows), tables)]


def _draw_chances(
    table: pd.DataFrame, captions: dict[str, Any], both_scores: pd.DataFrame
) -> Figure:
    # The chances of all totals are many; they follow from the scores.
    counts = np.zeros((captions["scores"], captions["scores"]), np.int64)
    counts[both_scores.elder_score, both_scores.younger_score] = both_scores.deals
    law = ScoreLaw(counts)
    return draw_chances(ChanceTable(law, law, RUBICON), captions["told"])


# ---- Regret -------------------------------------------------------------------------------------
def _of_regret(order: Order, analysis: Analysis) -> list[Extra]:
    table = analysis.table
    if "hand" not in table or find_worst(table) is None:
        return []
    worst: Any = find_worst(table)
    hand = parse_hand(worst["hand"])
    chosen = sum(parse_cards(worst["discard"]))
    took = None if pd.isna(worst["elder_took"]) else int(worst["elder_took"])
    seat = str(worst["seat"])
    question = Question(hand, seat, took, seed=int(worst["seed"]))
    advice = advise(
        question, threads=order.threads, deals=QUICK_DEALS, shown=_SHOWN, named=[chosen]
    )
    candidates = sorted(advice.candidates, key=lambda one: not one.is_named)
    rows = [
        estimate_row(
            "behind the best", one.behind, discard=format_cards(iterate_cards(one.discard))
        )
        for one in candidates
    ]
    half = QUICK_DEALS // 2
    told = (
        f"{seat.capitalize()} holds {worst['hand']}; the best of {half:,} deals, judged by "
        f"{half:,} others."
    )
    who = str(analysis.description[seat])
    about = (
        f"{seat.capitalize()}'s twelve cards, {worst['hand']} by suits from spades to clubs; "
        f"thrown are {worst['discard']}, the best found is {worst['better']}."
    )
    return [
        Extra("hand", "The costliest hand", {"who": who, "description": about}),
        Extra("forest", "Discards of that hand", {"who": who, "told": told}, pd.DataFrame(rows)),
    ]


def _draw_hand(table: pd.DataFrame, captions: dict[str, Any]) -> Figure:
    worst = find_worst(table)
    return draw_hand(
        parse_hand(worst["hand"]), sum(parse_cards(worst["discard"])),
        _say_costliest(captions["who"], worst),
        f"{worst['seat'].capitalize()}'s hand as dealt; lower and grey: thrown.",
    )  # fmt: skip


def _draw_forest(table: pd.DataFrame, captions: dict[str, Any]) -> Figure:
    # The first row is the discard of the player.
    discards = [
        Discarded(row.discard, read_estimate(row), row.Index == 0) for row in iterate_rows(table)
    ]
    return draw_forest(discards, captions["told"], captions["who"])


def _say_costliest(name: str, worst: pd.Series) -> Sentence:
    lost = format_with_error(worst["value"], worst["se"])
    name = name[:1].upper() + name[1:]
    ground = Ground("lost by the discard", worst["value"], worst["low"], worst["high"], above=0)
    return choose(
        Sentence(f"{name}'s costliest discard found: {lost} points", ground),
        Sentence(f"{name}'s discard that may cost most: {lost} points"),
    )


# ---- The experts of 1890 ------------------------------------------------------------------------
def _of_experts(order: Order, analysis: Analysis) -> list[Extra]:
    result, published = analysis.runs[0], load_table()
    labels = published["classes"]
    rows = []
    for seat in _SEATS:
        scores = result.tally.score_counts(seat)
        places = np.minimum(np.arange(len(scores)) // _CLASS_WIDTH, len(labels) - 1)
        counts = np.bincount(places, scores, len(labels))
        for label, deals, theirs in zip(labels, counts, published[seat], strict=True):
            row = estimate_row(label, estimate_proportion(int(deals), result.deals), seat=seat)
            rows.append({**row, "published": theirs / published["hands"]})
    title = "Scores of both seats by tens"
    return [Extra("scores", title, {"told": _told(result)}, pd.DataFrame(rows))]


def _draw_scores(table: pd.DataFrame, captions: dict[str, Any]) -> Figure:
    published = load_table()
    deals = (table.value * table.n).round().astype(np.int64)
    counts = {seat: deals[table.seat == seat].to_numpy() for seat in _SEATS}
    return draw_back_to_back(
        counts, published["classes"], {seat: published[seat] for seat in _SEATS}, captions["told"]
    )


EXTRAS: dict[str, Callable[[Order, Analysis], list[Extra]]] = {
    "elder-advantage": _of_advantage,
    "carte-blanche": _of_carte_blanche,
    "partie": _of_partie,
    "regret": _of_regret,
    "experts-of-1890": _of_experts,
}
"""What makes the additional charts of a part, by its name."""

_DRAWINGS: dict[str, Callable[..., Figure]] = {
    "parts": _draw_parts,
    "reached": _draw_reached,
    "settling": _draw_settling,
    "chances": _draw_chances,
    "hand": _draw_hand,
    "forest": _draw_forest,
    "scores": _draw_scores,
}
