"""The census: what do all hands of twelve cards hold? Exact counts."""

import time
from typing import Any

import numpy as np

from analyses.contents import CENSUS
from analyses.results.analysis import Analysis, derive, note_rules, read_captions
from analyses.studies.game.census_chart import draw_jointly, draw_spread, say_spread
from piquet_sim.exact import census
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.sentences import one_in

TITLE = "What do all hands of twelve cards hold?"


def count_attributes(names: list[str], rules: RuleSet = RUBICON) -> Analysis:
    """Count all hands by each of some attributes.

    Parameters
    ----------
    names : list of str
        From `census.ATTRIBUTES`; empty for all.
    rules : RuleSet

    Raises
    ------
    InputError
        If there is no such attribute.

    Examples
    --------
    >>> count_attributes(["aces"]).table.hands.tolist()
    [30421755, 85896720, 78738660, 27627600, 3108105]
    """
    start = time.perf_counter()
    if names:
        wanted = [census.find_attribute(name).name for name in names]
        counts = {name: census.count_hands_by(name, rules) for name in wanted}
    else:
        counts = census.count_all(rules)
    table = census.census_table(counts, rules)
    seconds = time.perf_counter() - start
    about, derived = _describe(rules, list(counts)), derive(**_find_told(rules))
    return Analysis(
        "-".join(["census", *counts]) if names else "census", TITLE, table,
        draw_spread, _summarise(rules),
        about, seconds, {"method": "exact, by classes of suits", **derived, **note_rules(rules)},
        headlines=(say_spread(table),),
        words=CENSUS.tell(table, read_captions({**derived, "description": about})),
    )  # fmt: skip


def count_jointly(first: str, second: str, rules: RuleSet = RUBICON) -> Analysis:
    """Count all hands by two attributes together.

    Raises
    ------
    InputError
        If there is no such attribute, or both are the same.

    Examples
    --------
    >>> count_jointly("aces", "voids").name
    'census-aces-by-voids'
    """
    start = time.perf_counter()
    table = census.joint_table(first, second, rules)
    seconds = time.perf_counter() - start
    row, column = np.unravel_index(table.to_numpy().argmax(), table.shape)
    summary = (
        f"Of {census.count_hands(rules.pack):,} hands, {table.to_numpy().max():,} "
        f"({table.to_numpy().max() / census.count_hands(rules.pack):.1%}) have "
        f"{table.index.name}={table.index[row]} and "
        f"{table.columns.name}={table.columns[column]}, the most frequent pair.",
        f"{int((table.to_numpy() > 0).sum())} of {table.size} pairs of values occur.",
        "All counts are exact.",
    )
    return Analysis(
        f"census-{table.index.name}-by-{table.columns.name}",
        f"{TITLE} {table.index.name} by {table.columns.name}",
        table.reset_index(),
        draw_jointly, summary,
        _describe(rules, [table.index.name, table.columns.name]), seconds,
        {"method": "exact, by classes of suits"},
        chart_notes={"across": table.columns.name},
    )  # fmt: skip


def _describe(rules: RuleSet, names: list[str]) -> dict[str, Any]:
    return {"rules": rules.name, "hands": census.count_hands(rules.pack), "attributes": names}


def _find_told(rules: RuleSet) -> dict[str, float]:
    # What the sentences say that is no row of the table.
    hands = census.count_hands(rules.pack)
    values = census.count_hands_by("value", rules)
    quatorzes = hands - census.count_hands_by("quatorzes", rules)[0]
    return {
        "mean_counted": sum(value * number for value, number in values.items()) / hands,
        "quatorze_dealt": quatorzes / hands,
        "carte_blanche_dealt": census.count_hands_by("carte_blanche", rules)[1] / hands,
    }


def _summarise(rules: RuleSet) -> tuple[str, ...]:
    hands = census.count_hands(rules.pack)
    values = census.count_hands_by("value", rules)
    told, best = _find_told(rules), max(values)
    blanche = census.count_hands_by("carte_blanche", rules)[1]
    return (
        f"There are {hands:,} hands; if everything is good a hand counts "
        f"{told['mean_counted']:.4f} points on "
        f"average (point, sequences, trios and quatorzes), at most {best}, as {values[best]:,} "
        "hands do.",
        f"A quatorze is dealt {one_in(told['quatorze_dealt'])}, a carte blanche "
        f"{one_in(told['carte_blanche_dealt'])} ({blanche:,} hands).",
        "All counts are exact.",
    )
