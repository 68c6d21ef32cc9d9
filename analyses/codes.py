"""Six codes of one game: how the rule books from 1674 to today change a deal and a match.

Unless another is named `club` plays: six codes, and each of what tells them apart, take
`expert` nine minutes for a million deals on two processors.
"""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    read_estimates,
    say_players,
    say_who_plays,
    shift_progress,
)
from analyses.documents import CAVENDISH, CLUB_SUMMARY, COTTON_REPORT, SURVEY
from analyses.sentences import (
    Ground,
    Sentence,
    about,
    about_percent,
    choose,
    compose,
    exceeds,
    exceeds_all,
    is_so,
    is_within,
    one_in,
    percent,
    say,
    share_seen,
)
from analyses.study import Study
from analyses.style import (
    ELDER_COLOUR,
    SEAT_COLOURS,
    SEAT_MARKS,
    add_small_print,
    chart_style,
    interval_bars,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.rules import PRESETS, RuleSet
from piquet_sim.matches.matches import MatchResult, simulate_matches
from piquet_sim.running.records import record_deals
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

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

    The two strategies of the simulation play the two seats, and the matches as two players;
    its rules are ignored.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

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
        _draw,
        _summarise(simulation, codes),
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
        headlines=_headlines(codes),
        chart_notes={
            "players": say_players(simulation),
            "deals": codes[0].deals.deals,
            "matches": codes[0].matches.matches,
        },
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: once per preset."""
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


def _answer_claims(codes: list[_Code]) -> list[Sentence]:
    """The claims of the documents with the results, by name."""
    cotton, rubicon = _find(codes, "cotton_1674"), _find(codes, "rubicon")
    blanche = carte_blanche_probability(36)
    lead = cotton.value("difference")
    wins = ", ".join(f"{percent(code.value('elder_wins'))} ({code.name})" for code in codes)
    return [
        compose(
            f"{COTTON_REPORT} says that elder has real advantages, not overwhelming ones: ",
            choose(
                Sentence("an advantage, ", is_within("elder's margin", lead, above=0)),
                Sentence("a disadvantage, ", is_within("elder's margin", lead, below=0)),
                Sentence("none that can be told, "),
            ),
            f"{say(lead)} points a deal, and elder wins {percent(cotton.value('elder_wins'))} of "
            f"deals; under Rubicon {say(rubicon.value('difference'))} points and "
            f"{percent(rubicon.value('elder_wins'))}.",
        ),
        Sentence(
            f"{COTTON_REPORT} calls a blank vanishingly rare: a hand has it once in "
            f"{1 / float(blanche):.0f}, so that with thirty deals in an evening one comes up in "
            f"{_in_an_evening():.0%} of evenings."
        ),
        Sentence(
            f"{COTTON_REPORT} calls a repique typically an automatic win: who alone makes one wins "
            f"{share_seen(cotton.matches.estimates, 'repique_wins')} of races to a hundred."
        ),
        Sentence(
            f"{COTTON_REPORT} calls it pretty unusual to lose all of the phases: one player wins "
            f"ruff, sequences, sets and the cards in {percent(cotton.swept)} of deals (Rubicon: "
            f"{percent(rubicon.swept)})."
        ),
        Sentence(
            f"{CLUB_SUMMARY} calls all twelve tricks a rare occurrence: a capot comes in "
            f"{percent(rubicon.value('elder_capot'))} of deals for elder, "
            f"{percent(rubicon.value('younger_capot'))} for younger."
        ),
        Sentence(
            f"{CLUB_SUMMARY} and {CAVENDISH} call a carte blanche rare: "
            f"{one_in(carte_blanche_probability(32))} hands."
        ),
        Sentence(
            f"{SURVEY} says that there is a strong asymmetry between dealer and non-dealer: elder "
            f"wins the deal in {wins}."
        ),
    ]


def _summarise(simulation: Simulation, codes: list[_Code]) -> tuple[Sentence, ...]:
    cotton = _find(codes, "cotton_1674")
    races = [code for code in codes if code.rules.match == "race"]
    lengths = " and ".join(f"{say(code.match('deals_mean'))} deals ({code.name})" for code in races)
    repiques = ", ".join(f"{percent(_repiques(code))} ({code.name})" for code in codes)
    margins = ", ".join(f"{say(code.value('difference'))} ({code.name})" for code in codes)
    return (
        compose(
            f"{say_who_plays(simulation)}elder's margin is {margins} points a deal",
            choose(
                Sentence("; the least is that of Cotton 1674", *_is_least(codes, cotton)),
                Sentence(""),
            ),
            choose(
                Sentence(
                    "; the rule of pips (au cent) and the tricks of the club summary to the letter "
                    "(Parlett) change Rubicon's by less than a point",
                    *(_is_near_rubicon(codes, name) for name in ("au_cent", "parlett")),
                ),
                Sentence(""),
            ),
            ".",
        ),
        Sentence(
            f"Sequences through all suits are good for somebody in "
            f"{percent(_either(cotton, 'sequence'))} of deals under Cotton; repiques come in "
            f"{repiques} of deals."
        ),
        Sentence(
            f"A race to a hundred takes {lengths}; a partie takes six deals, and is level after "
            f"them in {percent(_find(codes, 'rubicon').match('level'))} of cases."
        ),
    )


def _is_least(codes: list[_Code], one: _Code) -> tuple[Ground, ...]:
    # That its margin is less than any other; the packs differ, or the rules.
    margin = one.value("difference")
    return tuple(
        exceeds(f"elder's margin under {other.name} less that under {one.name}",
                other.value("difference"), margin)
        for other in codes
        if other is not one
    )  # fmt: skip


def _is_near_rubicon(codes: list[_Code], name: str) -> Ground:
    # The deals are the same, so that the error is less than that of independent ones.
    code = _find(codes, name)
    ends = code.value("difference"), _find(codes, "rubicon").value("difference")
    if any(one.low is None for one in ends):
        return is_so("the margins have errors", False)
    words = f"elder's margin under {code.name} less Rubicon's"
    return is_within(words, subtract_estimates(*ends), above=-1, below=1)


def _headlines(codes: list[_Code]) -> tuple[Sentence, ...]:
    # Over the four panels.
    cotton = _find(codes, "cotton_1674")
    margins = sorted((code.value("difference") for code in codes), key=lambda one: one.value)
    repiques = sorted((code.value("elder_repique") for code in codes), key=lambda one: one.value)
    races = sorted(
        (code.match("deals_mean") for code in codes if code.rules.match == "race"),
        key=lambda one: one.value,
    )
    most = max(codes, key=lambda code: code.value("elder_repique").value)
    others = [code.value("elder_repique") for code in codes if code is not most]
    return tuple(
        Sentence(one.replace("-", "−"), *one.grounds)
        for one in (
            choose(
                Sentence(
                    f"Smallest lead: Cotton 1674, {about(cotton.value('difference'), sign='+')}",
                    *_is_least(codes, cotton),
                ),
                Sentence(
                    f"Elder leads by {about(margins[0], sign='+')} to "
                    f"{about(margins[-1], sign='+')}"
                ),
            ),
            Sentence(
                f"Cotton: equal runs in {about_percent(cotton.value('equal_sequence'))} of deals"
            ),
            choose(
                Sentence(
                    f"Most repiques: {most.name}, {about_percent(most.value('elder_repique'))}",
                    *exceeds_all(f"elder's repiques under {most.name} less another's",
                                 most.value("elder_repique"), others),
                ),
                Sentence(
                    f"Elder repiques in {about_percent(repiques[0])} to "
                    f"{about_percent(repiques[-1])}"
                ),
            ),
            Sentence(f"A race takes {about(races[0])} to {about(races[-1])} deals"),
        )
    )  # fmt: skip


def _repiques(code: _Code) -> Estimate:
    # Never of both in one deal.
    tally = code.deals.tally
    deals = tally.total("elder_repique") + tally.total("younger_repique")
    return estimate_proportion(deals, code.deals.deals)


def _in_an_evening() -> float:
    # Of thirty deals with the pack of 36: one of the two hands at least is a carte blanche.
    either = 1 - (1 - float(carte_blanche_probability(36))) ** 2
    return 1 - (1 - either) ** 30


def _either(code: _Code, kind: str) -> Estimate:
    tally = code.deals.tally
    deals = tally.total(f"elder_{kind}") + tally.total(f"younger_{kind}")
    return estimate_proportion(deals, code.deals.deals)


def _draw(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    codes = {name: read_estimates(table, rules=name) for name in NAMES}
    places, names = np.arange(len(codes)), list(NAMES.values())
    with chart_style():
        figure, (margins, classes, rare, lengths) = new_chart(
            4, 1, height=6.6, height_ratios=(1, 1.25, 1, 0.9)
        )
        _draw_margins(margins, codes, places, names)
        _draw_classes(classes, codes, places, names)
        _draw_rare(rare, codes, places, names)
        _draw_lengths(lengths, codes, places, names)
        panels = (margins, classes, rare, lengths)
        for axes, headline in zip(panels, captions["headlines"], strict=True):
            axes.set_title(headline)
        add_small_print(
            figure,
            f"{captions['players']}, "
            f"{captions['deals']:,} deals and {captions['matches']:,} matches of each code."
            " Bars: 95% intervals.",
        )
    return figure


def _name_rows(axes, places, names) -> None:
    axes.set_yticks(places, names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    light_grid(axes, "x")


def _dots(axes, places, estimates: list[Estimate], seat: str, scale: float = 1, **more) -> None:
    axes.errorbar(
        [one.value * scale for one in estimates], places,
        xerr=interval_bars(estimates, scale), linestyle="none",
        marker=SEAT_MARKS[seat], markersize=4, color=SEAT_COLOURS[seat], **more,
    )  # fmt: skip


def _draw_margins(axes, codes, places, names) -> None:
    for seat, beside in (("elder", -0.13), ("younger", 0.13)):
        _dots(
            axes,
            places + beside,
            [code[f"{seat}_score"] for code in codes.values()],
            seat,
            label=seat,
        )
    axes.legend(loc="center left")
    axes.set_xlabel("points a deal")
    axes.set_xlim(left=0)
    _name_rows(axes, places, names)


def _draw_classes(axes, codes, places, names) -> None:
    shades = {"elder": ELDER_COLOUR, "younger": SEAT_COLOURS["younger"], "equal": "white"}
    for place, kind in enumerate(("point", "sequence", "set")):
        height = 0.24
        offset = (place - 1) * (height + 0.03)
        for row, code in zip(places, codes.values(), strict=True):
            left = 0.0
            for who, colour in shades.items():
                if f"{who}_{kind}" not in code:  # sets are never equal
                    continue
                share = code[f"{who}_{kind}"].value * 100
                axes.barh(row + offset, share, height, left=left, color=colour,
                          edgecolor="#666666", linewidth=0.4)  # fmt: skip
                left += share
    axes.set_xlim(0, 100)
    axes.set_xlabel("percent of deals (bars: point, sequence, set)")
    for who, colour in shades.items():
        axes.bar(0, 0, color=colour, label=who, edgecolor="#666666", linewidth=0.4)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, -0.46), ncols=3, borderaxespad=0)
    _name_rows(axes, places, names)


def _draw_rare(axes, codes, places, names) -> None:
    for seat, beside in (("elder", -0.13), ("younger", 0.13)):
        repiques = [code[f"{seat}_repique"] for code in codes.values()]
        _dots(axes, places + beside, repiques, seat, 100, label=f"{seat}'s repique")
    axes.errorbar([code["elder_pique"].value * 100 for code in codes.values()], places,
                  linestyle="none", marker="o", markersize=4, color=ELDER_COLOUR,
                  markerfacecolor="white", label="elder's pique")  # fmt: skip
    axes.legend(loc="center", bbox_to_anchor=(0.62, 0.38))
    axes.set_xlim(left=0)
    axes.set_xlabel("percent of deals")
    _name_rows(axes, places, names)


def _draw_lengths(axes, codes, places, names) -> None:
    lengths = [code["deals_mean"] for code in codes.values()]
    rules = [PRESETS[name] for name in codes]
    colours = [ELDER_COLOUR if one.match == "partie" else "#8fb0d3" for one in rules]
    axes.barh(places, [one.value for one in lengths], color=colours)
    for place, length, one in zip(places, lengths, rules, strict=True):
        what = "partie" if one.match == "partie" else f"race to {one.target}"
        axes.text(0.08, place, f"{what}: {say(length)}", va="center", fontsize=letters(6.5),
                  color="white" if one.match == "partie" else "black")  # fmt: skip
    axes.set_xlabel("deals a match")
    _name_rows(axes, places, names)


STUDY = Study(TITLE, analyse, _draw, strategy="club", has_own_rules=True, count_runs=_count_runs)
