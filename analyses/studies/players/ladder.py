"""The ladder: all strategies against each other over mirrored pairs of deals."""

import time
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import pandas as pd

from analyses.contents import find_entry
from analyses.results.analysis import Analysis, estimate_row, note_rules
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
from piquet_sim.estimates.estimate import Estimate, careful_error
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.running.precision import FIRST_LOOK
from piquet_sim.running.run import Progress
from piquet_sim.sentences import Sentence, choose, is_so, is_within, say

TITLE = "Who plays best?"
PLAIN, IN_PAIRS = "plain deals for 80% power", "deals in pairs for 80% power"
"""How many deals show with 80% power who is better of two."""

_PILOT = 64
"""Pairs of a duel by which its time is foretold."""


def climb(
    names: list[str],
    pairs: int,
    rules: RuleSet = RUBICON,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    precision: float | None = None,
) -> Analysis:
    """Play every strategy against every other.

    Parameters
    ----------
    names : list of str
        At least two, none twice.
    pairs : int
        Mirrored pairs of deals per duel, the same deals in all duels; with a precision, the most.
    precision : float, optional
        Each duel ends when the standard error of its gain, in points a pair, is as small as this.

    Raises
    ------
    InputError
        If a name is unknown, there are fewer than two, or the precision is not positive.

    Examples
    --------
    >>> climb(["random", "novice", "club"], 200).summary[0]
    'From the top: club, novice, random.'
    """
    start = time.perf_counter()
    duels: dict[tuple[str, str], Duel] = {}
    for place, (pair, simulation) in enumerate(_list_duels(names, rules, seed).items()):
        shift = place * pairs
        told = None if progress is None else (lambda done, shift=shift: progress(shift + done))
        duels[pair] = play_duel(
            simulation, pairs, threads=threads, progress=told, precision=precision
        )
        if precision is None and duels[pair].pairs < pairs:
            raise KeyboardInterrupt
    table = pd.DataFrame(_rows(duels))
    asked = {} if precision is None else {"precision": precision}
    about = {"pairs": pairs, "strategies": names, "rules": rules.name, "seed": seed, **asked}
    return Analysis(
        "ladder",
        TITLE,
        table,
        draw_steps,
        say_rungs(table, pairs, precision),
        about,
        time.perf_counter() - start,
        {
            "intervals": "normal for gains, less the luck of the draw where a strong player plays; "
            "Wilson for shares; pairs as units",
            **note_rules(rules),
        },
        headlines=(say_first(table),),
        words=find_entry("ladder").tell(table, about),
    )


def foretell(
    names: list[str], pairs: int, precision: float, rules: RuleSet, seed: int, threads: int | None
) -> tuple[float, float]:
    """About how many seconds a ladder takes, and how many with a tenth of the error.

    From a few pairs of each duel, which belong to no result.

    Parameters
    ----------
    names, pairs, precision, rules, seed, threads
        As `climb`.
    """
    seconds = finer = 0.0
    for simulation in _list_duels(names, rules, seed).values():
        play_duel(simulation, 2, threads=threads)  # what is prepared is no pace
        duel = play_duel(simulation, _PILOT, threads=threads)
        pace = duel.seconds / _PILOT
        wanted = max(_PILOT * ((duel.gain.se or 0.0) / precision) ** 2, FIRST_LOOK)
        seconds += min(wanted, pairs) * pace
        finer += 100 * wanted * pace
    return seconds, finer


def _list_duels(names: list[str], rules: RuleSet, seed: int) -> dict[tuple[str, str], Simulation]:
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise InputError("strategies: expected two or more, each once")
    return {pair: Simulation(*pair, rules, seed, mirrored=True) for pair in combinations(names, 2)}


def _rows(duels: dict[tuple[str, str], Duel]) -> list[dict[str, Any]]:
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


def say_rungs(
    table: pd.DataFrame, pairs: int, precision: float | None = None
) -> tuple[Sentence, ...]:
    """The sentences, from the table, the number of pairs in a duel, and the precision if any."""
    gains = read_gains(table)
    rungs = order_rungs(gains)
    steps = {step: gains[step] for step in pairwise(rungs)}
    told = "; ".join(
        f"{upper} makes {say(gain)} more than {lower}" for (upper, lower), gain in steps.items()
    )
    apart = {pair: is_within("what one makes more than the next", gain, above=0)
             for pair, gain in steps.items()}  # fmt: skip
    near = [f"{upper} and {lower}" for (upper, lower), ground in apart.items() if not ground.holds]
    number = f"{pairs:,} pairs"
    if precision is not None:
        most = max(gain.n for gain in gains.values())
        number = f"at most {most:,} pairs a duel"
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
            Sentence(f"{number[:1].upper()}{number[1:]} tell all neighbours apart.",
                     *apart.values()),
            Sentence(f"Not told apart by {number}: {'; '.join(near)}."),
        ),
        *_say_errors(gains, pairs, precision),
    )  # fmt: skip


def _say_errors(
    gains: Mapping[tuple[str, str], Estimate], pairs: int, precision: float | None
) -> tuple[Sentence, ...]:
    # Whether every duel reached the precision that was asked for.
    if precision is None:
        return ()
    reached = all(careful_error(gain) <= precision for gain in gains.values())
    return (
        choose(
            Sentence(
                f"Each duel was played to a standard error of at most {precision:g} points a pair.",
                is_so("every standard error is at most that", reached),
            ),
            Sentence(
                f"Each duel was played to a standard error of {precision:g} points a pair, or to "
                f"{pairs:,} pairs."
            ),
        ),
    )


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
