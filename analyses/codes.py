"""Six codes of one game: how the rule books from 1674 to today change a deal and a match.

Unless another is named `club` plays: six codes, and each of what tells them apart, take
`expert` nine minutes for a million deals on two processors.
"""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from analyses.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    say_who_plays,
    shift_progress,
)
from analyses.documents import CAVENDISH, CLUB_SUMMARY, COTTON_REPORT, SURVEY
from analyses.drawings.codes import NAMES, draw_leads, say_leads
from analyses.sentences import (
    Ground,
    Sentence,
    choose,
    compose,
    exceeds,
    is_so,
    is_within,
    one_in,
    percent,
    say,
    share_seen,
)
from analyses.study import Study
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
    table = pd.DataFrame(rows)
    return Analysis(
        "codes",
        TITLE,
        table,
        draw_leads,
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
        headlines=(say_leads(table),),
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
            f"{say_who_plays(simulation)}elder's margin in {cotton.value('difference').n:,} deals "
            f"is {margins} points a deal",
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


STUDY = Study(
    TITLE,
    analyse,
    draw_leads,
    strategy="club",
    has_own_rules=True,
    count_runs=_count_runs,
    least_checked=5_120,
    published=200_000,
    published_by="expert",
)
