"""Six codes of one game: how the rule books from 1674 to today change a deal and a match.

Piquet has been played under several codes since the seventeenth century, with other packs,
exchanges and scores. Here the same players play the same game under six of them. Unless another is
named `club` plays: `expert` would take nine minutes for a million deals of all six codes on two
processors.
"""

from collections.abc import Iterator
from dataclasses import replace

from analyses.findings import Findings
from analyses.meaning import Row
from analyses.statistics import estimate_score
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import POINTS, Of, Sign, Unit
from piquet_sim.estimates.shown import Look
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import CLASSES
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target

NAMES = {
    "cotton_1674": "Cotton 1674",
    "au_cent": "au cent 1873",
    "rubicon": "Rubicon 1882",
    "boussac_1896": "Boussac 1896",
    "parlett": "Parlett",
    "american": "American",
}
"""Presets by age, as charts name them."""
MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "elder_repique", "younger_repique",
    "elder_pique", "younger_pique", "elder_cards", "younger_cards", "cards_divided", "elder_capot",
    "younger_capot", "elder_point", "younger_point", "equal_point", "elder_sequence",
    "younger_sequence", "equal_sequence", "elder_set", "younger_set", "elder_exchanged",
    "younger_exchanged",
)  # fmt: skip
_LABEL = "swept"
SWEPT = " or ".join(
    f"({cards} and {' and '.join(f'{kind}_result == {whose}' for kind in CLASSES)})"
    for cards, whose in {"elder_tricks > 6": 1, "elder_tricks < 6": 2}.items()
)
"""That one player has the point, the sequence, the set and the cards."""
_DEALS_A_MATCH = 20


def answer(asked: Asked) -> Findings:
    """Measures of n deals, and of matches of a twentieth as many, under every preset.

    The two strategies of the simulation play the two seats, and the matches as two players;
    its rules are ignored.
    """
    count = max(asked.n // _DEALS_A_MATCH, 2)
    findings, codes = (
        Findings({"rules": "Cotton 1674 with 36 cards and five codes with 32", "matches": count}),
        {},
    )
    for place, name in enumerate(NAMES):
        one = replace(asked.simulation, rules=PRESETS[name], mirrored=False)
        counted = read_measures(f"{_LABEL}: {SWEPT}", rules=one.rules)
        deals = asked.play(one, place, Target(asked.n, measures=counted))
        codes[name] = (
            deals,
            simulate_matches(one, count, asked.threads, tally=asked.runs.tally_matches),
        )
    for name, (deals, _) in codes.items():
        for measure in MEASURES:
            findings.add(estimate_score(deals, measure), rules=name, quantity=measure)
    for name, (_, matches) in codes.items():
        for measure in ("deals_mean", "first_elder_wins", "repique_wins", "drawn", "level"):
            if measure in matches.estimates:
                findings.add(matches.estimates[measure], rules=name, quantity=measure)
    for name, (deals, _) in codes.items():
        findings.add(
            deals.measures[_LABEL], rules=name, quantity="all classes and the cards to one player"
        )
    return findings


_TOLD = (
    ("lead", "difference", {"seat": "elder", "unit": POINTS, "sign": Sign.LEAD, "group": "lead"}),
    ("elder", "elder_score", {"seat": "elder", "unit": POINTS, "group": "points"}),
    ("younger", "younger_score", {"seat": "younger", "unit": POINTS, "group": "points"}),
    ("wins", "elder_wins", {"seat": "elder", "group": "makes more"}),
    ("repique", "elder_repique", {"seat": "elder", "group": "makes a repique"}),
    ("race", "deals_mean", {"unit": Unit("deals"), "of": Of("race")}),
)
"""Keys, what is measured, and what it means."""


def list_rows(findings: Findings) -> Iterator[Row]:
    """Both seats' points, elder's lead, wins and repiques, and the deals of a match, by code."""
    leads = findings.read_by("rules", quantity="difference")
    for key, measure, meaning in _TOLD:
        for code in sorted(NAMES, key=lambda one: leads[one].value):
            cells = {"rules": code, "quantity": measure}
            yield Row(f"{key}_{code}", NAMES[code], cells, source=code, **meaning)


STUDY = Study(
    name="codes",
    question="What do six codes of one game do to it?",
    group="game",
    no_condition="compares rule books over all deals",
    answer=answer,
    rows=list_rows,
    headline=[
        Claim(
            "Elder leads by {lead_cotton_1674:size} under Cotton’s code, {lead_rubicon:size} under "
            "Rubicon’s",
            [Exceeds("lead_cotton_1674", 0), Exceeds("lead_rubicon", "lead_cotton_1674")],
        ),
        Claim("Elder’s lead is {lead_rubicon} under Rubicon’s code"),
    ],
    sentences=[
        Claim(
            "Elder’s lead is {lead_cotton_1674:range} under Cotton 1674, {lead_rubicon:range} "
            "under Rubicon 1882; the newer compared with the older: "
            "{lead_rubicon - lead_cotton_1674}."
        ),
        Claim(
            "Elder makes more than younger in {wins_cotton_1674:range} under Cotton 1674, in "
            "{wins_rubicon:range} under Rubicon 1882."
        ),
        Claim(
            "Elder makes a repique in {repique_cotton_1674:range} under Cotton 1674, in "
            "{repique_rubicon:range} under Rubicon 1882."
        ),
        Claim(
            "A race to a hundred takes {race_cotton_1674:range} under Cotton 1674, "
            "{race_boussac_1896:range} under Boussac 1896."
        ),
    ],
    charts={
        "codes": Chart(
            Look(
                ["elder_*", "younger_*"],
                "Both seats’ points, and elder’s lead, by code",
                written={"lead": "lead_*"},
                note="Leads are rounded on their own.",
            ),
            amount=lambda about: f"{about['n']:,} deals of each code",
        )
    },
    not_meant="It does not say what specialists of each code would make: the card play of these "
    "players was learned under one.",
    assumed=BETWEEN + "The same strategies play every code. What is worth keeping was learned for "
    "Cotton's and for the American code, too; how cards are played was not.",
    players="club",
    n=200_000,
    published_by="expert",
    fixed=UNDER_RUBICON,
    count_runs=lambda simulation: len(NAMES),
)
