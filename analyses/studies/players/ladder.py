"""The ladder: all strategies against each other over mirrored pairs of deals."""

import time
from collections.abc import Sequence
from itertools import combinations, pairwise

import pandas as pd

from analyses.results.analysis import Analysis, estimate_row
from analyses.results.picks import POINTS, Pick, Row
from analyses.studies.players.ladder_chart import (
    GAIN,
    draw_steps,
    order_rungs,
    read_gains,
    say_first,
)
from analyses.study import Reported
from piquet_sim.compare.duel import Duel, play_duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.running.run import Progress
from piquet_sim.sentences import Sentence, choose, is_within, say

TITLE = "Who plays best?"
PLAIN, IN_PAIRS = "plain deals for 80% power", "deals in pairs for 80% power"
"""How many deals show in four samples of five who is better of two."""


def climb(
    names: list[str],
    pairs: int,
    rules: RuleSet = RUBICON,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Play every strategy against every other.

    Parameters
    ----------
    names : list of str
        At least two, none twice.
    pairs : int
        Mirrored pairs of deals per duel, the same deals in all duels.

    Raises
    ------
    InputError
        If a name is unknown, or there are fewer than two.

    Examples
    --------
    >>> climb(["random", "novice", "club"], 200).summary[0]
    'From the top: club, novice, random.'
    """
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise InputError("strategies: expected two or more, each once")
    start = time.perf_counter()
    duels: dict[tuple[str, str], Duel] = {}
    for place, (one, two) in enumerate(combinations(names, 2)):
        simulation = Simulation(one, two, rules, seed, mirrored=True)
        shift = place * pairs
        told = None if progress is None else (lambda done, shift=shift: progress(shift + done))
        duels[one, two] = play_duel(simulation, pairs, threads=threads, progress=told)
    table = pd.DataFrame(_rows(duels))
    return Analysis(
        "ladder",
        TITLE,
        table,
        draw_steps,
        say_rungs(table, pairs),
        {"pairs": pairs, "strategies": names, "rules": rules.name, "seed": seed},
        time.perf_counter() - start,
        {
            "intervals": "normal for gains, less the luck of the draw where a strong player plays; "
            "Wilson for shares; pairs as units"
        },
        headlines=(say_first(table),),
    )


def _rows(duels: dict[tuple[str, str], Duel]) -> list[dict[str, object]]:
    rows = []
    for (one, two), duel in duels.items():
        for name, estimate in (
            (GAIN, duel.gain),
            ("decided pairs", duel.decided),
            ("decided pairs won", duel.won),
            ("rating difference", duel.rating),
            (PLAIN, duel.needed_plain),
            (IN_PAIRS, duel.needed_in_pairs),
        ):
            if estimate is not None:
                rows.append(estimate_row(name, estimate, first=one, second=two))
    return rows


def say_rungs(table: pd.DataFrame, pairs: int) -> tuple[Sentence, ...]:
    """The sentences, from the table and the number of pairs in a duel."""
    gains = read_gains(table)
    rungs = order_rungs(gains)
    steps = {step: gains[step] for step in pairwise(rungs)}
    told = "; ".join(
        f"{upper} makes {say(gain)} more than {lower}" for (upper, lower), gain in steps.items()
    )
    apart = {pair: is_within("what one makes more than the next", gain, above=0)
             for pair, gain in steps.items()}  # fmt: skip
    near = [f"{upper} and {lower}" for (upper, lower), ground in apart.items() if not ground.holds]
    return (
        choose(
            Sentence(f"From the top: {', '.join(rungs)}.", *apart.values()),
            Sentence(
                f"By what they make on average against the others: {', '.join(rungs)}."
            ),
        ),
        Sentence(
            f"Points over a pair of deals, the seats exchanged (± standard error): {told}."
        ),
        choose(
            Sentence(f"{pairs:,} pairs tell all neighbours apart.", *apart.values()),
            Sentence(f"Not told apart by {pairs:,} pairs: {'; '.join(near)}."),
        ),
    )  # fmt: skip


def _pick(rows: Sequence[Row]) -> list[Pick]:
    # Those who are next to each other, the strongest first, then the first against all others.
    names = dict.fromkeys(name for row in rows for name in (row["first"], row["second"]))
    points = {
        (row["first"], row["second"]): float(row["value"])
        for row in rows
        if row["quantity"] == "points a pair"
    }
    gained = {
        name: sum((1 if name == pair[0] else -1) * value for pair, value in points.items()
                  if name in pair)
        for name in names
    }  # fmt: skip
    order = sorted(names, key=gained.__getitem__, reverse=True)
    pairs = [*pairwise(order), *((order[0], one) for one in order[2:])]
    return [
        Pick(f"{first} less {second}, over two deals", POINTS,
              {"first": first, "second": second, "quantity": "points a pair"})
        for first, second in (pair if pair in points else pair[::-1] for pair in pairs)
    ]  # fmt: skip


REPORTED = Reported(
    "All play all with the same cards in both seats. Who beats whom need not follow one order.",
    _pick,
    lead=1,
)
