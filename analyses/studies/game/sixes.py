"""The sixes: how leaving them out changed elder's advantage.

As in `codes`, `club` plays unless another is named.
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
from analyses.studies.game.sixes_chart import LEAD, PARTS, draw_change, say_change
from analyses.study import BETWEEN, UNDER_RUBICON, Answer, Asked, Reported, Study
from analyses.words.documents import COTTON_REPORT, SURVEY
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.tally import estimate_lead
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.rules import COTTON_1674, RUBICON, RuleSet
from piquet_sim.running.result import Result
from piquet_sim.sentences import Sentence, about, percent, say

TITLE = "What did leaving out the sixes do to elder's advantage?"

# A note of 1709 (003) says how the old rules hold without the sixes: elder takes five of eight.
PACKS: dict[str, dict[int, RuleSet]] = {
    "Cotton 1674": {
        36: COTTON_1674,
        32: COTTON_1674.replace(
            name="cotton_1674 with 32 cards",
            pack=32,
            elder_exchange_most=5,
            carte_blanche_of_both_cancels=False,
        ),
    },
    "Rubicon": {
        36: RUBICON.replace(name="rubicon with 36 cards", pack=36, elder_exchange_most=8),
        32: RUBICON,
    },
}
"""Both old and new laws with both packs."""

_MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "elder_exchanged",
    "younger_exchanged", "elder_cards", "younger_cards", "elder_sequence", "younger_sequence",
    "elder_point", "younger_point", "elder_set", "younger_set", "elder_repique",
    "younger_repique",
)  # fmt: skip


@dataclass(frozen=True)
class _Pack:
    laws: str
    cards: int
    result: Result

    def value(self, measure: str) -> Estimate:
        return estimate_score(self.result, measure)

    def lead(self, part: str) -> Estimate:
        return estimate_lead(self.result.tally, part, self.result.simulation.rules)


def analyse(asked: Asked) -> Answer:
    """Answer the question from n deals of both laws with both packs.

    The strategies are those of the simulation; its rules are ignored.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 1_000).title)
    What did leaving out the sixes do to elder's advantage?
    """
    packs = []
    for laws, by_cards in PACKS.items():
        for cards, rules in by_cards.items():
            one = replace(asked.simulation, rules=rules, mirrored=False)
            packs.append(_Pack(laws, cards, asked.play(one, len(packs))))
    rows = [
        estimate_row(measure, pack.value(measure), laws=pack.laws, pack=pack.cards)
        for pack in packs
        for measure in (*_MEASURES, *_part_names())
    ]
    rows += [
        estimate_row(f"{LEAD}{part}", pack.lead(part), laws=pack.laws, pack=pack.cards)
        for pack in packs
        for part in PARTS
    ]
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_change(table),
        {"intervals": f"{STEADIED_SCORES} with 32 cards; shares: Wilson"},
        runs=tuple(pack.result for pack in packs),
        about={"rules": "Cotton 1674 and Rubicon, with 36 and 32 cards"},
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: two laws with two packs."""
    return sum(len(by_cards) for by_cards in PACKS.values())


def _part_names() -> list[str]:
    return [f"{seat}_{part}_mean" for seat in ("elder", "younger") for part in PARTS]


_Found = dict[tuple[str, int], dict[str, Estimate]]
"""The estimates of the table by laws and pack."""


def _read(table: pd.DataFrame) -> _Found:
    return {
        (laws, cards): read_estimates(table, laws=laws, pack=cards)
        for laws, by_cards in PACKS.items()
        for cards in by_cards
    }


def _change(found: _Found, laws: str, measure: str) -> Estimate:
    # What 32 cards make more than 36; the deals are different ones.
    small, large = (found[laws, cards][measure] for cards in (32, 36))
    return subtract_estimates(small, large)


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    found = _read(table)
    return {
        "summary": _summarise(simulation, found),
        "answers": _answer_claims(found),
        **derive(
            carte_blanche_of_36=float(carte_blanche_probability(36)),
            carte_blanche_of_32=float(carte_blanche_probability(32)),
            **{f"change_under_{laws}": _change(found, laws, "difference") for laws in PACKS},
            **{
                f"change_of_{part}": change
                for part, change in _changes_of_parts(found, "Rubicon").items()
            },
        ),
    }


def _answer_claims(found: _Found) -> list[Sentence]:
    rubicon = _change(found, "Rubicon", "difference")
    odds = {cards: 1 / float(carte_blanche_probability(cards)) for cards in (32, 36)}
    cotton = found["Cotton 1674", 36]
    return [
        Sentence(
            f"{COTTON_REPORT} says that elder can always take up to eight, and younger may have as "
            f"few as four: they exchange {say(cotton['elder_exchanged'])} and "
            f"{say(cotton['younger_exchanged'])} cards."
        ),
        Sentence(
            f"{COTTON_REPORT} calls a blank vanishingly rare: once in {odds[36]:.0f} hands with "
            f"the sixes; without them once in {odds[32]:,.0f}."
        ),
        Sentence(
            f"{SURVEY} says that the rules hold as the game is played without the sixes: under "
            f"Rubicon's laws elder's margin changes by {say(rubicon)} points a deal."
        ),
    ]


def _summarise(simulation: Simulation, found: _Found) -> tuple[Sentence, ...]:
    told = []
    for laws in PACKS:
        change = _change(found, laws, "difference")
        large, small = (found[laws, cards]["difference"] for cards in (36, 32))
        where = "Under" if told else f"{say_who_plays(simulation)}under"
        told.append(
            Sentence(
                f"{where} the laws of {laws} elder's margin is {say(large)} points a deal with the "
                f"sixes and {say(small)} without, a change of {say(change)}."
            )
        )
    told.append(
        Sentence(
            f"Under Rubicon's laws the change comes {_say_parts(found, 'Rubicon')}; elder wins "
            f"{percent(found['Rubicon', 36]['elder_wins'])} of deals with the sixes "
            f"and {percent(found['Rubicon', 32]['elder_wins'])} without."
        )
    )
    return tuple(told)


def _changes_of_parts(found: _Found, laws: str) -> dict[str, Estimate]:
    # What 32 cards make of the parts of elder's margin, less what 36 make.
    return {part: _change(found, laws, f"{LEAD}{part}") for part in PARTS}


def _say_parts(found: _Found, laws: str) -> str:
    changes = _changes_of_parts(found, laws)
    ordered = sorted(changes.items(), key=lambda item: -abs(item[1].value))
    return "from " + ", ".join(f"{part} ({about(change, sign='+')})" for part, change in ordered)


def _pick(rows: Sequence[Row]) -> list[Pick]:
    return [
        Pick(f"{said}, {laws}, {pack} cards", unit,
              {"laws": laws, "pack": pack, "quantity": quantity})
        for said, quantity, unit in (
            ("elder's lead", "difference", POINTS), ("elder makes more", "elder_wins", PERCENT),
        )
        for laws in ("Cotton 1674", "Rubicon")
        for pack in ("36", "32")
    ]  # fmt: skip


REPORTED = Reported(BETWEEN + "Deals with 32 and with 36 cards are different deals.", _pick)

STUDY = Study(
    TITLE, analyse, draw_change, strategy="club", fixed=UNDER_RUBICON, count_runs=_count_runs,
    published=200_000, published_by="expert", say=_say_table, reported=REPORTED,
)  # fmt: skip
