"""Six codes of one game: how the rule books from 1674 to today change a deal and a match.

Unless another is named `club` plays: six codes, and each of what tells them apart, take
`expert` nine minutes for a million deals on two processors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from analyses.results.analysis import (
    STEADIED_SCORES,
    derive,
    estimate_row,
    estimate_score,
    read_estimates,
    say_who_plays,
)
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.studies.game.codes_chart import NAMES, draw_leads, say_leads
from analyses.study import BETWEEN, UNDER_RUBICON, Answer, Asked, Reported, Study, require_whole
from analyses.words.documents import CAVENDISH, CLUB_SUMMARY, COTTON_REPORT, SURVEY
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.rules import PRESETS, RuleSet
from piquet_sim.game.terms import CLASSES
from piquet_sim.matches.matches import MatchResult, simulate_matches
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.result import Result
from piquet_sim.sentences import (
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

TITLE = "What do six codes of one game do to it?"

_DEALS_A_MATCH = 20
_MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "elder_repique", "younger_repique",
    "elder_pique", "younger_pique", "elder_cards", "younger_cards", "cards_divided", "elder_capot",
    "younger_capot", "elder_point", "younger_point", "equal_point", "elder_sequence",
    "younger_sequence", "equal_sequence", "elder_set", "younger_set", "elder_exchanged",
    "younger_exchanged",
)  # fmt: skip
_SWEPT = "all classes and the cards to one player"
_LABEL = "swept"
_SWEPT_BY = {"elder_tricks > 6": 1, "elder_tricks < 6": 2}
"""That elder or younger has the cards, as a measure says it, and the result of their classes."""
_MATCH_MEASURES = ("deals_mean", "first_elder_wins", "repique_wins", "drawn", "level")


@dataclass(frozen=True)
class _Code:
    # What was measured of one rule book.
    rules: RuleSet
    deals: Result
    matches: MatchResult

    def value(self, measure: str) -> Estimate:
        return estimate_score(self.deals, measure)

    @property
    def swept(self) -> Estimate:
        # One player wins point, sequence, set and the cards.
        found = self.deals.measures[_LABEL]
        assert found is not None  # it is a share of all deals
        return found

    def match(self, measure: str) -> Estimate:
        return self.matches.estimates[measure]


def analyse(asked: Asked) -> Answer:
    """Answer the question from n deals, and matches of a twentieth as many, of every preset.

    The two strategies of the simulation play the two seats, and the matches as two players;
    its rules are ignored.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    What do six codes of one game do to it?
    """
    codes = []
    for place, name in enumerate(NAMES):
        one = replace(asked.simulation, rules=PRESETS[name], mirrored=False)
        counted = read_measures(f"{_LABEL}: {say_swept()}", rules=one.rules)
        deals = asked.play(one, place, Target(asked.n, measures=counted))
        matches = max(asked.n // _DEALS_A_MATCH, 2)
        played = require_whole(simulate_matches(one, matches, asked.threads))
        codes.append(_Code(one.rules, deals, played))
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
    rows += [estimate_row(_SWEPT, code.swept, rules=code.rules.name) for code in codes]
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_leads(table),
        {
            "matches": codes[0].matches.matches,
            "codes": NAMES,
            "intervals": f"{STEADIED_SCORES} and the talon is of eight; shares: Wilson",
        },
        tuple(code.deals for code in codes),
        {"rules": "all presets"},
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: once per preset."""
    return len(NAMES)


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


_Found = dict[str, dict[str, Estimate]]
"""The estimates of the table by rules."""


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    found = {name: read_estimates(table, rules=name) for name in NAMES}
    return {
        "summary": _summarise(simulation, found),
        "answers": _answer_claims(found),
        **derive(
            sequence_good_under_cotton=_either(found["cotton_1674"], "sequence"),
            carte_blanche_of_36=float(carte_blanche_probability(36)),
            carte_blanche_of_32=float(carte_blanche_probability(32)),
            carte_blanche_in_an_evening=_in_an_evening(),
            **{f"{name}_repique": _either(code, "repique") for name, code in found.items()},
        ),
    }


def _answer_claims(found: _Found) -> list[Sentence]:
    """The claims of the documents with the results, by name."""
    cotton, rubicon = found["cotton_1674"], found["rubicon"]
    blanche = carte_blanche_probability(36)
    lead = cotton["difference"]
    wins = ", ".join(
        f"{percent(code['elder_wins'])} ({NAMES[name]})" for name, code in found.items()
    )
    return [
        compose(
            f"{COTTON_REPORT} says that elder has real advantages, not overwhelming ones: ",
            choose(
                Sentence("an advantage, ", is_within("elder's margin", lead, above=0)),
                Sentence("a disadvantage, ", is_within("elder's margin", lead, below=0)),
                Sentence("none that can be told, "),
            ),
            f"{say(lead)} points a deal, and elder wins {percent(cotton['elder_wins'])} of "
            f"deals; under Rubicon {say(rubicon['difference'])} points and "
            f"{percent(rubicon['elder_wins'])}.",
        ),
        Sentence(
            f"{COTTON_REPORT} calls a blank vanishingly rare: a hand has it once in "
            f"{1 / float(blanche):.0f}, so that with thirty deals in an evening one comes up in "
            f"{_in_an_evening():.0%} of evenings."
        ),
        Sentence(
            f"{COTTON_REPORT} calls a repique typically an automatic win: who alone makes one wins "
            f"{share_seen(cotton, 'repique_wins')} of races to a hundred."
        ),
        Sentence(
            f"{COTTON_REPORT} calls it pretty unusual to lose all of the phases: one player wins "
            f"ruff, sequences, sets and the cards in {percent(cotton[_SWEPT])} of deals (Rubicon: "
            f"{percent(rubicon[_SWEPT])})."
        ),
        Sentence(
            f"{CLUB_SUMMARY} calls all twelve tricks a rare occurrence: a capot comes in "
            f"{percent(rubicon['elder_capot'])} of deals for elder, "
            f"{percent(rubicon['younger_capot'])} for younger."
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


def _summarise(simulation: Simulation, found: _Found) -> tuple[Sentence, ...]:
    cotton = found["cotton_1674"]
    lengths = " and ".join(
        f"{say(code['deals_mean'])} deals ({NAMES[name]})"
        for name, code in found.items()
        if PRESETS[name].match == "race"
    )
    repiques = ", ".join(
        f"{percent(_either(code, 'repique'))} ({NAMES[name]})" for name, code in found.items()
    )
    margins = ", ".join(
        f"{say(code['difference'])} ({NAMES[name]})" for name, code in found.items()
    )
    return (
        compose(
            f"{say_who_plays(simulation)}elder's margin in {cotton['difference'].n:,} deals "
            f"is {margins} points a deal",
            choose(
                Sentence("; the least is that of Cotton 1674", *_is_least(found, "cotton_1674")),
                Sentence(""),
            ),
            choose(
                Sentence(
                    "; the rule of pips (au cent) and the tricks of the club summary to the letter "
                    "(Parlett) change Rubicon's by less than a point",
                    *(_is_near_rubicon(found, name) for name in ("au_cent", "parlett")),
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
            f"them in {percent(found['rubicon']['level'])} of cases."
        ),
    )


def _is_least(found: _Found, one: str) -> tuple[Ground, ...]:
    # That its margin is less than any other; the packs differ, or the rules.
    margin = found[one]["difference"]
    return tuple(
        exceeds(f"elder's margin under {NAMES[other]} less that under {NAMES[one]}",
                code["difference"], margin)
        for other, code in found.items()
        if other != one
    )  # fmt: skip


def _is_near_rubicon(found: _Found, name: str) -> Ground:
    # The deals are the same, so that the error is less than that of independent ones.
    ends = found[name]["difference"], found["rubicon"]["difference"]
    if any(one.low is None for one in ends):
        return is_so("the margins have errors", False)
    words = f"elder's margin under {NAMES[name]} less Rubicon's"
    return is_within(words, subtract_estimates(*ends), above=-1, below=1)


def _in_an_evening() -> float:
    # Of thirty deals with the pack of 36: one of the two hands at least is a carte blanche.
    either = 1 - (1 - float(carte_blanche_probability(36))) ** 2
    return 1 - (1 - either) ** 30


def _either(code: dict[str, Estimate], kind: str) -> Estimate:
    # Never of both in one deal.
    shares = [code[f"{seat}_{kind}"] for seat in ("elder", "younger")]
    return estimate_proportion(sum(round(one.value * one.n) for one in shares), shares[0].n)


def _pick(rows: Sequence[Row]) -> list[Pick]:
    names = {
        "cotton_1674": "Cotton 1674", "au_cent": "au cent 1873", "rubicon": "Rubicon 1882",
        "boussac_1896": "Boussac 1896", "parlett": "Parlett", "american": "American",
    }  # fmt: skip
    leads = [
        Pick(f"elder's lead, {name}", POINTS, {"rules": key, "quantity": "difference"})
        for key, name in names.items()
    ]
    repiques = [
        Pick(f"elder repiques, {names[key]}", PERCENT, {"rules": key, "quantity": "elder_repique"})
        for key in ("cotton_1674", "rubicon")
    ]
    return leads + repiques


REPORTED = Reported(
    BETWEEN + "The same strategies play every code. What is worth keeping was learned "
    "for Cotton's and for the American code, too; how cards are played was not.",
    _pick,
)

STUDY = Study(
    TITLE, analyse, draw_leads, strategy="club", fixed=UNDER_RUBICON, count_runs=_count_runs,
    published=200_000, published_by="expert", say=_say_table,
    reported=REPORTED,
)  # fmt: skip
