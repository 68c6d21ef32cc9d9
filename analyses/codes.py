"""Six codes of one game: what the rule books from 1674 to today do to a deal and to a match."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from analyses.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    one_in,
    percent,
    say_players,
    share_seen,
    shift_progress,
)
from analyses.documents import CAVENDISH, CLUB_SUMMARY, COTTON_REPORT, SURVEY
from analyses.style import (
    ELDER_COLOUR,
    SEAT_COLOURS,
    SEAT_MARKS,
    add_small_print,
    chart_style,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.census import carte_blanche_probability
from piquet_sim.estimate import Estimate, estimate_proportion, format_with_error
from piquet_sim.matches import MatchResult, simulate_matches
from piquet_sim.records import record_deals
from piquet_sim.result import Result
from piquet_sim.rules import PRESETS, RuleSet
from piquet_sim.run import Progress, run_simulation
from piquet_sim.simulation import Simulation

HAS_OWN_RULES = True
"""The rules that are asked for are set aside."""

TITLE = "What do six codes of one game do to it?"

NAMES = {
    "cotton_1674": "Cotton 1674",
    "au_cent": "au cent 1873",
    "rubicon": "Rubicon 1882",
    "boussac_1896": "Boussac 1896",
    "parlett": "Parlett",
    "american": "American",
}
"""Presets by age, as charts name them."""

_DEALS_A_MATCH = 20
_RECORDED = 100_000
_MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "elder_repique", "younger_repique",
    "elder_pique", "younger_pique", "elder_cards", "younger_cards", "cards_divided", "elder_capot",
    "younger_capot", "elder_point", "younger_point", "equal_point", "elder_sequence",
    "younger_sequence", "equal_sequence", "elder_set", "younger_set", "elder_exchanged",
    "younger_exchanged",
)  # fmt: skip
_MATCH_MEASURES = ("deals_mean", "first_elder_wins", "repique_wins", "drawn", "level")


@dataclass(frozen=True)
class _Code:
    # What was measured of one rule book.
    rules: RuleSet
    deals: Result
    matches: MatchResult
    swept: Estimate
    # One player wins point, sequence, set and the cards.

    @property
    def name(self) -> str:
        return NAMES[self.rules.name]

    def value(self, measure: str) -> Estimate:
        return self.deals.estimates[measure]

    def match(self, measure: str) -> Estimate:
        return self.matches.estimates[measure]


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n deals, and matches of a twentieth as many, of every preset.

    The two strategies of the simulation sit in the two seats, and as two players at the matches;
    its rules are set aside.

    Raises
    ------
    InputError
        If n makes no sense.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    What do six codes of one game do to it?
    """
    codes = []
    for place, name in enumerate(NAMES):
        one = replace(simulation, rules=PRESETS[name], mirrored=False)
        shift = shift_progress(progress, n * place)
        deals = run_simulation(one, n, threads, shift)
        matches = simulate_matches(one, max(n // _DEALS_A_MATCH, 2), threads)
        codes.append(_Code(one.rules, deals, matches, _count_swept(one, min(n, _RECORDED))))
    rows = [
        estimate_row(measure, code.value(measure), rules=code.rules.name)
        for code in codes
        for measure in _MEASURES
    ]
    rows += [
        estimate_row(measure, code.match(measure), rules=code.rules.name)
        for code in codes
        for measure in _MATCH_MEASURES
        if measure in code.matches.estimates
    ]
    rows += [estimate_row("all classes and the cards to one player", code.swept,
                          rules=code.rules.name) for code in codes]  # fmt: skip
    return Analysis(
        "codes",
        TITLE,
        pd.DataFrame(rows),
        partial(_draw, simulation, codes),
        _summarise(codes),
        {**describe(simulation, n), "rules": "all presets"},
        sum(code.deals.seconds + code.matches.seconds for code in codes),
        {
            "matches": codes[0].matches.matches,
            "codes": NAMES,
            "answers": _answer_claims(codes),
            **derive(
                sequence_good_under_cotton=_either(_find(codes, "cotton_1674"), "sequence"),
                carte_blanche_of_36=float(carte_blanche_probability(36)),
                carte_blanche_of_32=float(carte_blanche_probability(32)),
                carte_blanche_in_an_evening=_in_an_evening(),
                **{f"{code.rules.name}_repique": _repiques(code) for code in codes},
            ),
        },
        runs=tuple(code.deals for code in codes),
    )


def count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: once a preset."""
    return len(NAMES)


def _count_swept(simulation: Simulation, n: int) -> Estimate:
    records = record_deals(simulation, n)
    swept = np.zeros(len(records), bool)
    for seat, code in (("elder", 1), ("younger", 2)):
        wins = records[f"{seat}_tricks"] > 6
        for kind in ("point", "sequence", "set"):
            wins &= records[f"{kind}_result"] == code
        swept |= wins
    return estimate_proportion(int(swept.sum()), len(records))


def _find(codes: list[_Code], name: str) -> _Code:
    return next(code for code in codes if code.rules.name == name)


def _answer_claims(codes: list[_Code]) -> list[str]:
    """What the documents claim, answered by name."""
    cotton, rubicon = _find(codes, "cotton_1674"), _find(codes, "rubicon")
    blanche = carte_blanche_probability(36)
    return [
        f"{COTTON_REPORT}: elder has real advantages, not overwhelming ones: he "
        "makes "
        f"{cotton.value('difference')} points a deal more and wins "
        f"{percent(cotton.value('elder_wins'))} of deals; under Rubicon "
        f"{rubicon.value('difference')} and {percent(rubicon.value('elder_wins'))}.",
        f"{COTTON_REPORT}: a blank is vanishingly rare: a hand has it once in "
        f"{1 / float(blanche):.0f}, so that with thirty deals in an evening one comes up in "
        f"{_in_an_evening():.0%} of evenings.",
        f"{COTTON_REPORT}: a repique is typically an automatic win: who alone makes one "
        "wins "
        f"{share_seen(cotton.matches.estimates, 'repique_wins')} of races to a hundred.",
        f"{COTTON_REPORT}: it is pretty unusual to lose all of the phases: one player wins "
        f"ruff, sequences, sets and the cards in {percent(cotton.swept)} of deals (Rubicon: "
        f"{percent(rubicon.swept)}).",
        f"{CLUB_SUMMARY}: all twelve tricks are a rare occurrence: a capot comes in "
        f"{percent(rubicon.value('elder_capot'))} of deals for elder, "
        f"{percent(rubicon.value('younger_capot'))} for younger.",
        f"{CLUB_SUMMARY} and {CAVENDISH}: a carte blanche is rare: "
        f"{one_in(carte_blanche_probability(32))} hands.",
        f"{SURVEY}: a strong asymmetry between dealer and non-dealer: elder wins the deal "
        "in "
        + ", ".join(f"{percent(code.value('elder_wins'))} ({code.name})" for code in codes)
        + ".",
    ]


def _summarise(codes: list[_Code]) -> tuple[str, ...]:
    # Of equal margins Rubicon's is named, which the others copy.
    by_margin = sorted(
        codes,
        key=lambda code: (-round(code.value("difference").value, 1), code.rules.name != "rubicon"),
    )
    most, least = by_margin[0], by_margin[-1]
    repiques = {code.name: _repiques(code) for code in codes}
    cotton = _find(codes, "cotton_1674")
    races = [code for code in codes if code.rules.match == "race"]
    lengths = " and ".join(f"{code.match('deals_mean')} deals ({code.name})" for code in races)
    return (
        f"Elder's margin is greatest under {most.name}, {most.value('difference')} points a deal, "
        f"and smallest under {least.name}, {least.value('difference')}; the rule of pips (au cent) "
        "and the tricks of the club summary to the letter change next to nothing.",
        f"Sequences through all suits are good for somebody in "
        f"{percent(_either(cotton, 'sequence'))} of deals under Cotton; repiques come in "
        + ", ".join(f"{share:.1%} ({name})" for name, share in repiques.items())
        + " of deals.",
        f"A race to a hundred takes {lengths}; a partie takes six deals, and is level after them "
        f"in {percent(_find(codes, 'rubicon').match('level'))} of cases.",
    )


def _repiques(code: _Code) -> float:
    return code.value("elder_repique").value + code.value("younger_repique").value


def _in_an_evening() -> float:
    # Of thirty deals with the pack of 36: one of the two hands at least is a carte blanche.
    either = 1 - (1 - float(carte_blanche_probability(36))) ** 2
    return 1 - (1 - either) ** 30


def _either(code: _Code, kind: str) -> Estimate:
    n = code.deals.deals
    elder, younger = code.value(f"elder_{kind}"), code.value(f"younger_{kind}")
    return estimate_proportion(round((elder.value + younger.value) * n), n)


def _draw(simulation: Simulation, codes: list[_Code]) -> object:
    places = np.arange(len(codes))
    names = [code.name for code in codes]
    with chart_style():
        figure, (margins, classes, rare, lengths) = new_chart(
            4, 1, height=6.6, height_ratios=(1, 1.25, 1, 0.9)
        )
        _draw_margins(margins, codes, places, names)
        _draw_classes(classes, codes, places, names)
        _draw_rare(rare, codes, places, names)
        _draw_lengths(lengths, codes, places, names)
        add_small_print(
            figure,
            f"{say_players(simulation)}, "
            f"{codes[0].deals.deals:,} deals and {codes[0].matches.matches:,} matches of each code."
            " Bars: 95% intervals, mostly hidden by the marks.",
        )
    return figure


def _name_rows(axes, places, names) -> None:
    axes.set_yticks(places, names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    light_grid(axes, "x")


def _dots(axes, places, estimates: list[Estimate], seat: str, scale: float = 1, **more) -> None:
    axes.errorbar(
        [one.value * scale for one in estimates], places,
        xerr=[1.96 * (one.se or 0) * scale for one in estimates], linestyle="none",
        marker=SEAT_MARKS[seat], markersize=4, color=SEAT_COLOURS[seat], **more,
    )  # fmt: skip


def _draw_margins(axes, codes, places, names) -> None:
    for seat, beside in (("elder", -0.13), ("younger", 0.13)):
        _dots(
            axes, places + beside, [code.value(f"{seat}_score") for code in codes], seat, label=seat
        )
    axes.legend(loc="center left")
    axes.set_xlabel("points a deal")
    axes.set_xlim(left=0)
    narrowest = min(codes, key=lambda code: code.value("difference").value)
    least = narrowest.value("difference").value
    axes.set_title(f"Smallest lead: {narrowest.name}, {least:.1f}")
    _name_rows(axes, places, names)


def _draw_classes(axes, codes, places, names) -> None:
    shades = {"elder": ELDER_COLOUR, "younger": SEAT_COLOURS["younger"], "equal": "white"}
    for place, kind in enumerate(("point", "sequence", "set")):
        height = 0.24
        offset = (place - 1) * (height + 0.03)
        for row, code in zip(places, codes, strict=True):
            left = 0.0
            for who, colour in shades.items():
                if f"{who}_{kind}" not in code.deals.estimates:
                    continue
                share = code.value(f"{who}_{kind}").value * 100
                axes.barh(row + offset, share, height, left=left, color=colour,
                          edgecolor="#666666", linewidth=0.4)  # fmt: skip
                left += share
    axes.set_xlim(0, 100)
    axes.set_xlabel("percent of deals (bars: point, sequence, set)")
    cotton = _find(codes, "cotton_1674")
    axes.set_title(f"Cotton: equal runs in {cotton.value('equal_sequence').value:.0%} of deals")
    for who, colour in shades.items():
        axes.bar(0, 0, color=colour, label=who, edgecolor="#666666", linewidth=0.4)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, -0.46), ncols=3, borderaxespad=0)
    _name_rows(axes, places, names)


def _draw_rare(axes, codes, places, names) -> None:
    for seat, beside in (("elder", -0.13), ("younger", 0.13)):
        _dots(axes, places + beside, [code.value(f"{seat}_repique") for code in codes], seat, 100,
              label=f"{seat}'s repique")  # fmt: skip
    axes.errorbar([code.value("elder_pique").value * 100 for code in codes], places,
                  linestyle="none", marker="o", markersize=4, color=ELDER_COLOUR,
                  markerfacecolor="white", label="elder's pique")  # fmt: skip
    axes.legend(loc="center", bbox_to_anchor=(0.62, 0.38))
    axes.set_xlim(left=0)
    axes.set_xlabel("percent of deals")
    most = max(codes, key=lambda code: code.value("elder_repique").value)
    often = most.value("elder_repique").value
    axes.set_title(f"Most repiques: {most.name}, {often:.1%}")
    _name_rows(axes, places, names)


def _draw_lengths(axes, codes, places, names) -> None:
    values = [code.match("deals_mean").value for code in codes]
    axes.barh(places, values, color=[ELDER_COLOUR if code.rules.match == "partie" else "#8fb0d3"
                                     for code in codes])  # fmt: skip
    for place, code in zip(places, codes, strict=True):
        what = "partie" if code.rules.match == "partie" else f"race to {code.rules.target}"
        mean = format_with_error(code.match("deals_mean").value, code.match("deals_mean").se)
        axes.text(0.08, place, f"{what}: {mean}", va="center", fontsize=letters(6.5),
                  color="white" if code.rules.match == "partie" else "black")  # fmt: skip
    axes.set_xlabel("deals a match")
    races = [code.match("deals_mean").value for code in codes if code.rules.match == "race"]
    axes.set_title(f"A race takes {min(races):.1f} to {max(races):.1f} deals")
    _name_rows(axes, places, names)
