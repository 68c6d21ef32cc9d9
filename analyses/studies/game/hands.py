"""Hand probabilities: what does a dealt hand of twelve cards hold?

Exact counts over all hands, with the dealt hands of a simulation beside them as a check. Who plays
changes nothing here, so the fast `club` does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import derive, estimate_row, read_estimate
from analyses.results.picks import PERCENT, Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.game.hands_chart import draw_rarities, say_rarity
from analyses.study import Answer, Asked, Reported, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails, poisson_tail
from piquet_sim.exact import census
from piquet_sim.running.result import Result
from piquet_sim.sentences import UNLIKELY, Ground, Sentence, choose, is_so, is_within, one_in

TITLE = "What does a dealt hand hold?"
_MANY = 30
"""Expected number of hands from which a class count is nearly normal."""
_SET_LABELS = ("none", "one trio", "more trios", "quatorze")
_SEQUENCE_LABELS = {
    0: "none", 3: "tierce", 4: "quart", 5: "quint", 6: "sixième", 7: "septième", 8: "huitième",
    9: "neuvième",
}  # fmt: skip


def analyse(asked: Asked) -> Answer:
    """Answer the question exactly, and check it with n deals.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    What does a dealt hand hold?
    """
    result = asked.play()
    hands, rows = census.count_hands(asked.simulation.rules.pack), []
    for attribute, values in _tables(result).items():
        for label, (exact, estimate) in values.items():
            row = estimate_row(label, estimate, attribute=attribute)
            row.update(
                hands=int(exact * hands), of=hands, one_in=1 / float(exact) if exact else None
            )
            rows.append(row)
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_rarity(table),
        {
            "intervals": "Wilson",
            "exact": "counted suit by suit and rank by rank over all hands",
            "estimate": "elder's dealt hand (both seats for carte blanche shown)",
        },
        (result,),
    )


Table = dict[str, tuple[Fraction, Estimate]]


def _tables(result: Result) -> dict[str, Table]:
    rules = result.simulation.rules
    changes = result.tally.arrays.changes[0]
    all_hands = census.count_hands(rules.pack)

    def compare(counts: dict[int, int], dealt: np.ndarray, label) -> Table:
        table = {}
        for value, hands in counts.items():
            exact = Fraction(hands, all_hands)
            estimate = estimate_proportion(int(dealt[value]), result.deals)
            table[label(value)] = (exact, replace(estimate, exact=exact))
        return table

    # In a mirrored pair the same hand is dealt twice, which doubles it without informing.
    return {
        "longest suit": compare(
            census.count_hands_by("longest_suit", rules),
            changes[0].sum(axis=1),
            lambda cards: f"{cards} cards",
        ),
        "best sequence": compare(
            census.count_hands_by("best_sequence", rules),
            changes[1].sum(axis=1),
            _SEQUENCE_LABELS.__getitem__,
        ),
        "sets": compare(
            census.count_set_kinds(rules), changes[2].sum(axis=1), _SET_LABELS.__getitem__
        ),
    }


def _read_tables(table: pd.DataFrame) -> dict[str, Table]:
    tables: dict[str, Table] = {}
    for row in iterate_rows(table):
        exact = Fraction(int(row.hands), int(row.of))
        own = tables.setdefault(row.attribute, {})
        own[row.quantity] = exact, replace(read_estimate(row), exact=exact)
    return tables


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    tables = _read_tables(table)
    deals = next(iter(tables["sets"].values()))[1].n
    return {
        "summary": _summarise(simulation, tables, deals),
        **derive(
            quint_or_longer=float(_quint_or_longer(tables)),
            four_aces=float(_four_aces(simulation)),
            carte_blanche=float(census.carte_blanche_probability(simulation.rules.pack)),
            any_sequence=1 - float(tables["best sequence"]["none"][0]),
            any_set=1 - float(tables["sets"]["none"][0]),
            classes=sum(map(len, tables.values())),
            p_of_farthest=_chance_of_farthest(tables, deals),
        ),
    }


def _summarise(
    simulation: Simulation, tables: dict[str, Table], deals: int
) -> tuple[Sentence, ...]:
    pack = simulation.rules.pack
    sequences = tables["best sequence"]
    quatorze = tables["sets"]["quatorze"][0]
    return (
        Sentence(
            f"A dealt hand has no sequence in {float(sequences['none'][0]):.2%} of cases, and a "
            f"quint or longer once in {1 / float(_quint_or_longer(tables)):,.1f}; its longest suit "
            f"is most often of {_most_likely(tables['longest suit'])} (all exact).",
            *_is_most_likely(tables["longest suit"]),
        ),
        Sentence(
            f"It holds a quatorze {one_in(quatorze)}, four aces {one_in(_four_aces(simulation))}, "
            f"and is a carte blanche {one_in(census.carte_blanche_probability(pack))}."
        ),
        _compare_simulated(tables, deals),
    )


def _compare_simulated(tables: dict[str, Table], deals: int) -> Sentence:
    # Whether the dealt hands are as the census has them, by the class that is farthest from it.
    chance = _chance_of_farthest(tables, deals)
    classes = sum(map(len, tables.values()))
    return choose(
        Sentence(
            f"The simulated hands agree: of {classes} classes none is off beyond chance "
            f"(p = {chance:.2g}, adjusted for all).",
            is_within("p of the class farthest off", chance, above=UNLIKELY),
        ),
        Sentence(
            f"The simulated hands disagree: of {classes} classes one at least is off beyond "
            f"chance (p = {chance:.1e}, adjusted for all)."
        ),
    )


def _chance_of_farthest(tables: dict[str, Table], deals: int) -> float:
    # The least p-value of all classes, for as many tests; rare classes are Poisson's.
    chances = []
    for table in tables.values():
        for exact, estimate in table.values():
            seen, expected = round(estimate.value * deals), float(exact) * deals
            if min(expected, deals - expected) >= _MANY:
                chances.append(normal_tails(estimate.z))
            else:
                tail = poisson_tail(seen, expected)
                chances.append(min(1.0, 2 * min(tail, 1 - poisson_tail(seen + 1, expected))))
    return min(adjust_by_holm(chances))


def _quint_or_longer(tables: dict[str, Table]) -> Fraction:
    long = ("quint", "sixième", "septième", "huitième", "neuvième")
    return sum(
        (exact for label, (exact, _) in tables["best sequence"].items() if label in long),
        Fraction(0),
    )


def _four_aces(simulation: Simulation) -> Fraction:
    hands = census.count_hands(simulation.rules.pack)
    return Fraction(census.count_hands_by("aces", simulation.rules)[4], hands)


def _most_likely(table: Table) -> str:
    return max(table, key=lambda label: table[label][0])


def _is_most_likely(table: Table) -> tuple[Ground, ...]:
    most = _most_likely(table)
    rarer = all(exact < table[most][0] for label, (exact, _) in table.items() if label != most)
    return (is_so("exactly, no other length is as frequent", rarer),)


def _pick(rows: Sequence[Row]) -> list[Pick]:
    return [
        Pick(f"{attribute}: {name}", PERCENT, {"attribute": attribute, "quantity": name},
              is_exact=True)
        for attribute, name in (
            ("longest suit", "4 cards"), ("longest suit", "5 cards"), ("longest suit", "6 cards"),
            ("best sequence", "none"), ("best sequence", "tierce"), ("best sequence", "quint"),
            ("sets", "one trio"), ("sets", "quatorze"),
        )
    ]  # fmt: skip


REPORTED = Reported(
    "All hands of twelve cards are equally likely. The counts are exact; the simulated "
    "hands beside them check the dealing.",
    _pick,
)

STUDY = Study(TITLE, analyse, draw_rarities, strategy="club", say=_say_table, reported=REPORTED)
