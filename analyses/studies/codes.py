"""Six codes of one game: how the rule books from 1674 to today change a deal and a match.

Piquet has been played under several codes since the seventeenth century, with other packs,
exchanges and scores. Here the same players play the same game under six of them. Unless another is
named `club` plays: `expert` would take nine minutes for a million deals of all six codes on two
processors.
"""

from collections.abc import Mapping
from dataclasses import replace

from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.rows import Mark, Row, Words, draw_rows
from analyses.charts.style import HIGHEST, MM
from analyses.findings import Findings, compare_values, say_who_plays
from analyses.statistics import estimate_score
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.sentences import brief, percent, say

NAMES = {
    "cotton_1674": "Cotton 1674", "au_cent": "au cent 1873", "rubicon": "Rubicon 1882",
    "boussac_1896": "Boussac 1896", "parlett": "Parlett", "american": "American",
}  # fmt: skip
"""Presets by age, as charts name them."""
MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "elder_repique", "younger_repique",
    "elder_pique", "younger_pique", "elder_cards", "younger_cards", "cards_divided", "elder_capot",
    "younger_capot", "elder_point", "younger_point", "equal_point", "elder_sequence",
    "younger_sequence", "equal_sequence", "elder_set", "younger_set", "elder_exchanged",
    "younger_exchanged",
)  # fmt: skip
MATCH_MEASURES = ("deals_mean", "first_elder_wins", "repique_wins", "drawn", "level")
SWEPT = "all classes and the cards to one player"
_LABEL = "swept"
_SWEPT_BY = {"elder_tricks > 6": 1, "elder_tricks < 6": 2}
"""That elder or younger has the cards, as a measure says it, and the result of their classes."""
_DEALS_A_MATCH = 20


def answer(asked: Asked) -> Findings:
    """Measures of n deals, and of matches of a twentieth as many, under every preset.

    The two strategies of the simulation play the two seats, and the matches as two players;
    its rules are ignored.
    """
    count = max(asked.n // _DEALS_A_MATCH, 2)
    findings, codes = Findings({"rules": "all presets", "matches": count}), {}
    for place, name in enumerate(NAMES):
        one = replace(asked.simulation, rules=PRESETS[name], mirrored=False)
        counted = read_measures(f"{_LABEL}: {say_swept()}", rules=one.rules)
        deals = asked.play(one, place, Target(asked.n, measures=counted))
        codes[name] = deals, simulate_matches(one, count, asked.threads)
    for name, (deals, _) in codes.items():
        for measure in MEASURES:
            findings.add(estimate_score(deals, measure), rules=name, quantity=measure)
    for name, (_, matches) in codes.items():
        for measure in MATCH_MEASURES:
            if measure in matches.estimates:
                findings.add(matches.estimates[measure], rules=name, quantity=measure)
    for name, (deals, _) in codes.items():
        findings.add(deals.measures[_LABEL], rules=name, quantity=SWEPT)
    return findings


def say_swept() -> str:
    """That one player has the point, the sequence, the set and the cards, as a measure says it.

    Examples
    --------
    >>> say_swept()[:55]
    '(elder_tricks > 6 and point_result == 1 and sequence_re'
    """
    return " or ".join(
        f"({cards} and {' and '.join(f'{kind}_result == {whose}' for kind in CLASSES)})"
        for cards, whose in _SWEPT_BY.items()
    )


def words(findings: Findings) -> tuple[str, ...]:
    """Elder's lead under the oldest code and under Rubicon's, with wins, repiques and races."""
    old, new, race = "cotton_1674", "rubicon", "boussac_1896"
    leads, wins, repiques = (
        [findings.find(rules=name, quantity=measure) for name in (old, new)]
        for measure in ("difference", "elder_wins", "elder_repique")
    )
    lengths = [findings.find(rules=name, quantity="deals_mean") for name in (old, race)]
    return (
        f"Elder’s lead is {brief(leads[0], sign='+')} points under Cotton\u00a01674, "
        f"{brief(leads[1], sign='+')} under Rubicon\u00a01882",
        f"{say_who_plays(findings)}elder leads by {say(leads[0])} points a deal under {NAMES[old]} "
        f"and by {say(leads[1])} under {NAMES[new]}; the newer compared with the older: "
        f"{compare_values(leads[1], leads[0], is_paired=False, unit='points')}.",
        f"Elder makes more than younger in {percent(wins[0])} of deals under {NAMES[old]}, in "
        f"{percent(wins[1])} under {NAMES[new]}.",
        f"Elder makes a repique in {percent(repiques[0])} of deals under {NAMES[old]}, in "
        f"{percent(repiques[1])} under {NAMES[new]}.",
        f"A race to a hundred takes {say(lengths[0])} deals under {NAMES[old]}, {say(lengths[1])} "
        f"under {NAMES[race]}.",
    )


def draw(findings: Findings) -> Figure:
    """Both seats' points a deal joined by a line, one row for codes that print the same."""
    groups: dict[tuple[str, ...], list[str]] = {}
    codes = {said: findings.read_by("quantity", rules=name) for name, said in NAMES.items()}
    for name, code in codes.items():
        printed = tuple(brief(code[one]) for one in ("younger_score", "elder_score", "difference"))
        groups.setdefault(printed, []).append(name)
    ordered = sorted(groups.values(), key=lambda names: codes[names[0]]["difference"].value)
    seats = [code[f"{seat}_score"] for code in codes.values() for seat in SEATS]
    leads = [code["difference"] for code in codes.values()]
    low, high = (end(one.value for one in seats) for end in (min, max))
    same = " Codes in one row are alike when rounded." if len(ordered) < len(codes) else ""
    same += " Leads are rounded on their own."
    amount = f"{findings.about['n']:,} deals of each code"
    return draw_rows(
        [_make_row(names, codes[names[0]], names is ordered[0]) for names in ordered],
        words(findings)[0], "Mean points a deal of both seats, and elder’s lead",
        f"{say_origin(findings.about, amount, rules='')} 95%: {say_reach(seats)} of a score, "
        f"{say_reach(leads)} of a lead at most.{same}",
        unit="points a deal", height=min(30 * MM + 10.5 * MM * len(ordered), HIGHEST),
        limits=(low - 0.32 * (high - low) - 1, high + 0.62 * (high - low) + 1), ticks=7,
        has_zero=False, above=0.8, below=0.5, thick=2.2,
        words=[Words("lead", meaning="neutral", up=0.42)],
    )  # fmt: skip


def _make_row(names: list[str], code: Mapping[str, Estimate], is_first: bool) -> Row:
    elder, younger = (code[f"{seat}_score"] for seat in SEATS)
    left, right = ("younger", "elder") if elder.value >= younger.value else ("elder", "younger")
    marks = []
    for seat in (left, right):
        one = code[f"{seat}_score"]
        number = brief(one)
        if is_first:
            number = f"{seat}  {number}" if seat == left else f"{number}  {seat}"
        marks.append(Mark(one, seat, number, seat == left, is_bold=is_first))
    return Row(
        marks=marks,
        words=[
            Words(", ".join(names), 0, shift=(1, 0), up=0.42, options={"ha": "left"}),
            Words(brief(code["difference"], sign="+"), is_bold=True),
        ],
        line=(code[f"{left}_score"].value, code[f"{right}_score"].value),
    )


STUDY = Study(
    name="codes",
    question="What do six codes of one game do to it?",
    group="game",
    no_condition="compares rule books over all deals",
    answer=answer,
    words=words,
    charts={"codes": Chart(draw, "both seats' points under six codes")},
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
