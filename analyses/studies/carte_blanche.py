"""Carte blanche: how often it is dealt, and what it is worth.

A carte blanche is a hand without king, queen or knave; to show it scores. Its worth is what such a
hand adds to the seat's lead over the opponent, its weak play and the piques that it saves included:
the lead in deals with a carte blanche less the lead over all deals. The opponent's score changes,
too, so this is not what the seat scores more. Deals in which the seat has one are dealt as such:
one in 1,792 of all deals would be too few.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analyses.findings import Findings
from analyses.meaning import Row
from analyses.statistics import estimate_score
from analyses.study import Asked, Chart, Study
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import know_exactly, negate
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import POINTS, Of, Sign
from piquet_sim.estimates.shown import Look
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.terms import SEATS

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
        margins = [
            estimate_score(result, "difference")
            for result in (asked.play(given, place, fewer), everywhere)
        ]
        within, average = margins if seat == "elder" else map(negate, margins)
        findings.add(within, quantity=f"{seat}: margin with it")
        findings.add(average, quantity=f"{seat}: margin over all deals")
        if within.low is not None and average.low is not None:
            findings.add(subtract_estimates(within, average), quantity=f"{seat}{WORTH}")
    return findings


_WITH = Of("deal", "with a carte blanche")
ROWS = [
    Row("hand", "a hand is one", {"quantity": A_HAND}, of=Of("hand", "dealt")),
    *(
        Row(f"{seat}_{key}", name, {"quantity": f"{seat}{what}"}, seat=seat, **meaning)
        for key, name, what, meaning in (
            ("shows", "shows one", SHOWS, {}),
            ("with", "with one", ": margin with it",
             {"unit": POINTS, "of": _WITH, "sign": Sign.LEAD, "group": "the seat’s lead"}),
            ("usual", "in all deals", ": margin over all deals",
             {"unit": POINTS, "sign": Sign.LEAD, "group": "the seat’s lead"}),
            ("worth", "worth", WORTH,
             {"unit": POINTS, "of": _WITH, "sign": Sign.CHANGE, "group": "what it changes",
              "against": "the seat’s mean lead"}),
        )
        for seat in SEATS
    ),
]  # fmt: skip


def say_held(about: Mapping[str, Any]) -> str:
    """The deals, and those that were dealt with one."""
    held = f"{about['held']:,}" if "held" in about else "as many"
    return f"{about['n']:,} deals, and {held} more for each seat, dealt a carte blanche"


STUDY = Study(
    name="carte-blanche",
    question="How often is a carte blanche dealt, and what is it worth?",
    group="game",
    answer=answer,
    rows=ROWS,
    headline=[
        Claim("In {younger_worth:of} younger’s lead is up {younger_worth:size}, elder’s down "
              "{elder_worth:size}",
              [Exceeds("younger_worth", 0), Exceeds(0, "elder_worth")]),
        Claim("In {younger_worth:of}, younger’s lead changes by {younger_worth}, elder’s by "
              "{elder_worth}"),
    ],
    sentences=[
        Claim("Elder shows one in {elder_shows:range}, {elder_shows:odds}, younger in "
              "{younger_shows:range}."),
        Claim("Of {hand:of}, {hand} are a carte blanche, {hand:odds}, counted exactly."),
        Claim("In {elder_worth:of}, elder’s lead changes by {elder_worth:range}, younger’s by "
              "{younger_worth:range}; it scores {ten}."),
        Claim("In {elder_with:of}, elder’s lead is {elder_with:range}, younger’s "
              "{younger_with:range}."),
    ],
    charts={
        "carte-blanche": Chart(
            Look(["*_worth"], "The lead of the seat that is dealt one, less its mean lead",
                 "points above the seat’s mean lead", is_by_seat=True,
                 note="No court cards: it is weak in tricks."), amount=say_held,
            change=lambda about: {"beside": (about["ten"], f"it scores {about['ten']}")},
        ),
    },
    not_meant="It does not mean that showing it is a mistake: it is compared with an average hand, "
    "not with the same hand not shown.",
    assumed="How often it is dealt is exact. What it adds to the lead holds between these players, "
    "who show every carte blanche that they are dealt.",
    no_condition="deals under its own conditions",
    count_runs=lambda simulation: 1 + len(SEATS),
    seconds=300,
)  # fmt: skip
