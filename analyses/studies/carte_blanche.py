"""Carte blanche: how often it is dealt, and what it is worth.

A carte blanche is a hand without king, queen or knave; to show it scores. Its worth is what such a
hand adds to the seat's lead over the opponent, its weak play and the piques that it saves included:
the lead in deals with a carte blanche less the lead over all deals. The opponent's score changes,
too, so this is not what the seat scores more. Deals in which the seat has one are dealt as such:
one in 1,792 of all deals would be too few.
"""

from dataclasses import replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.marks import write_at
from analyses.charts.rows import Mark, Row, draw_rows, find_ends, widen
from analyses.charts.style import EXACT_COLOUR, MM, letters
from analyses.findings import Findings, compare_values, say_who_plays
from analyses.statistics import estimate_score, turn_margin
from analyses.study import Asked, Chart, Study
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import brief, one_in, percent, say

SHOWS, WORTH, A_HAND = " shows a carte blanche", ": worth", "a hand is a carte blanche"


def answer(asked: Asked, held: int | None = None) -> Findings:
    """How often it is shown in n deals, and margins in as many in which each seat has one.

    Parameters
    ----------
    asked : Asked
    held : int, optional
        Deals with a carte blanche in each seat; by default n.
    """
    rules, fewer = asked.simulation.rules, held or asked.n
    everywhere, findings = asked.play(), Findings({"ten": rules.carte_blanche_scores})
    if fewer != asked.n:
        findings.about["held"] = fewer
    for seat in SEATS:
        findings.add(everywhere.estimates[f"{seat}_carte_blanche"], quantity=f"{seat}{SHOWS}")
    findings.add(know_exactly(carte_blanche_probability(rules.pack)), quantity=A_HAND)
    for place, seat in enumerate(SEATS, start=1):
        given = replace(asked.simulation, given=f"{seat}.carte_blanche")
        within, average = (
            turn_margin(estimate_score(result, "difference"), seat)
            for result in (asked.play(given, place, fewer), everywhere)
        )
        findings.add(within, quantity=f"{seat}: margin with it")
        findings.add(average, quantity=f"{seat}: margin over all deals")
        if within.low is not None and average.low is not None:
            findings.add(subtract_estimates(within, average), quantity=f"{seat}{WORTH}")
    return findings


def words(findings: Findings) -> tuple[str, ...]:
    """What it adds to each seat's lead against an average deal, and beside what it scores."""
    worths, ten = _read_worths(findings), findings.about["ten"]
    changes = ", ".join(f"{seat} {brief(one, sign='+')}" for seat, one in worths.items())
    shown = findings.find(quantity=f"elder{SHOWS}")
    return (
        f"Points that a carte blanche adds to the lead: {changes or 'too few deals'}",
        f"A given hand holds a carte blanche with odds of "
        f"{one_in(findings.find(quantity=A_HAND).exact)}, counted exactly.",
        f"{say_who_plays(findings)}elder shows one in {percent(shown)} of deals ({one_in(shown)}).",
        *(
            f"It changes {seat}'s lead by {say(one)} points; compared with the {ten} that it "
            f"scores: {compare_values(one, ten, unit='points')}."
            for seat, one in worths.items()
        ),
    )  # fmt: skip


def _read_worths(findings: Findings) -> dict[str, Estimate]:
    worths = {seat: findings.get(quantity=f"{seat}{WORTH}") for seat in SEATS}
    return {seat: one for seat, one in worths.items() if one is not None}


def draw(findings: Findings) -> Figure:
    """What it adds to both seats' leads with intervals, beside a line at what it scores."""
    worths, ten = _read_worths(findings), findings.about["ten"]

    def show_ten(axes: Axes) -> None:
        axes.axvline(ten, color=EXACT_COLOUR, linewidth=letters(0.9), linestyle=(0, (2, 1.5)))
        write_at(axes, ten, -0.78, f"it scores {ten}", "exact", (-3, 0), ha="right")

    marks = [  # words stand on the side away from the line at zero
        Mark(one, seat, f"{seat} {brief(one, sign='+')}", is_left=one.value < 0, is_bold=True)
        for seat, one in worths.items()
    ]
    held = f"{findings.about['held']:,}" if "held" in findings.about else "as many"
    low, high = find_ends(worths.values(), high=1.1 * ten)
    return draw_rows(
        [Row(marks=[one]) for one in marks],
        words(findings)[0], "The lead in deals with it, less the lead in an average deal",
        f"{say_origin(findings.about)[:-1]}, and {held} more for each seat, dealt a carte blanche. "
        "No court cards: it is weak in tricks. 95% intervals: "
        f"{say_reach(worths.values())} at most.",
        unit="points added to the seat’s lead", ticks=5, height=58 * MM,
        limits=widen(low, high, 0.3, 0), above=1.0, below=0.5, further=show_ten,
    )  # fmt: skip


STUDY = Study(
    name="carte-blanche",
    question="How often is a carte blanche dealt, and what is it worth?",
    group="game",
    answer=answer,
    words=words,
    charts={"carte-blanche": Chart(draw, "what a carte blanche is worth")},
    not_meant="It does not mean that showing it is a mistake: it is compared with an average hand, "
    "not with the same hand not shown.",
    assumed="How often it is dealt is exact. What it adds to the lead holds between these players, "
    "who show every carte blanche that they are dealt.",
    no_condition="deals under its own conditions",
    count_runs=lambda simulation: 1 + len(SEATS),
    seconds=300,
)
