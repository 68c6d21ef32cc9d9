"""Calling: what does it cost to sink a score, and what do the answers give away?

The same deals are played again with one thing changed: in a class a seat calls nothing, or a trio
of its quatorze, or calls nothing at all; every other decision is the players' own. What sinking
costs is what the seat makes less, in the deals in which it had something to call. `expert` draws
conclusions: they play by the hands that agree with what was called and not called. `club` heeds the
cards that fall and no call.

How many hands younger can hold, and how many of them agree with each answer, is counted exactly in
deals of the same players.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb

import numpy as np
import pandas as pd

from analyses.analysis import (
    Analysis,
    describe,
    estimate_row,
    read_estimate,
    say_who_plays,
)
from analyses.drawings.calling import (
    ALL,
    ANSWERS,
    COST,
    LEFT,
    SINKS,
    SMALL,
    UNGUARDED,
    draw_costs,
    read_costs,
    say_costs,
)
from analyses.sentences import Sentence, say
from analyses.study import Study
from piquet_sim.advice.play.call_questions import read_question
from piquet_sim.advice.play.candidate_hands import count_candidates
from piquet_sim.deals.referee import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import SCRIPT, Stage, new_scripts
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.estimates.limits import limit_amounts
from piquet_sim.game.cards import ACE, HAND_CARDS, KING, LANE_BITS, LANE_MASK, QUEEN, SUITS
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.ordered_threads import play_in_order
from piquet_sim.running.run import Progress, count_threads
from piquet_sim.strategies.registry import find_strategy

TITLE = "What does it cost to sink a score, and what do the answers give away?"

_DEALS_ASKED = 50
"""Number of deals asked for per deal that is played in every way."""
_DEALS_ASKED_A_COUNT, _FEWEST_COUNTED, _COUNTED_AT_MOST = 500, 20, 2_000
"""In one deal of so many, and in so many at least and at most, all hands of younger are gone
through."""
_FEWEST = 200
_BLOCK = 500
_HEEDLESS = "club"
_NUMBER_AT = 16
"""A sequence or set is called as so many times its number of cards, and its rank."""
_TIERCE = _TRIO = 3
_ANSWERED = {1: "good", 2: "not good", 3: "equal"}
"""What becomes of elder's call, by the result of a class; younger's the other way round."""
_SEEN = 13, 17
"""How many cards elder has seen at least and at most when calling: the hand dealt,
one card drawn or more, and of the five those that were looked at and left."""
_FEWEST_HANDS, _MOST_HANDS = (float(comb(32 - seen, HAND_CARDS)) for seen in _SEEN[::-1])
_LIMITS = tuple(2 * end for end in limit_amounts(RUBICON)["difference"])


@dataclass(frozen=True)
class _Sunk:
    """Deals in which a seat had something to call, played with and without it."""

    seat: str
    opponent: str
    way: str
    cost: np.ndarray
    """By deal, what the seat makes less."""
    told: np.ndarray
    """The records of these deals in which all was called."""


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question: a deal for every fifty asked for is played in every way.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 1_000).title)
    What does it cost to sink a score, and what do the answers give away?
    """
    start = time.perf_counter()
    simulation = replace(simulation, rules=RUBICON)  # candidate hands are those of these laws
    deals, crew = max(n // _DEALS_ASKED, _FEWEST), count_threads(threads)
    played = _list_pairs(simulation)
    rows: list[dict[str, object]] = []
    for place, (seat, pair) in enumerate(played):
        for sunk in _sink_all(pair, seat, deals, crew):
            rows += _list_rows(sunk)
        if progress is not None:
            progress(n * (place + 1) // (len(played) + 1))
    counted = min(max(n // _DEALS_ASKED_A_COUNT, _FEWEST_COUNTED), _COUNTED_AT_MOST)
    rows += _count_answers(simulation, counted)
    table = pd.DataFrame(rows, columns=_COLUMNS)
    return Analysis(
        "calling",
        TITLE,
        table,
        draw_costs,
        _summarise(simulation, table),
        {**describe(simulation, n), "deals": deals, "counted": counted},
        time.perf_counter() - start,
        {"intervals": "normal, deals as units", "hands of younger": "gone through one by one"},
        headlines=(say_costs(table),),
    )


_COLUMNS = (
    "seat", "opponent", "way", "kind", "quantity", "value", "se", "low", "high", "n", "method",
    "exact", "z",
)  # fmt: skip


def _list_pairs(simulation: Simulation) -> list[tuple[str, Simulation]]:
    # Each seat against its own opponent, and against one who heeds no call.
    heedless = find_strategy(_HEEDLESS)
    pairs = []
    for seat, other in zip(SEATS, SEATS[::-1], strict=True):
        pairs.append((seat, simulation))
        if getattr(simulation, other).name != _HEEDLESS:
            pairs.append((seat, replace(simulation, **{other: heedless})))
    return pairs


def _sink_all(simulation: Simulation, seat: str, deals: int, crew: int) -> Iterator[_Sunk]:
    # The same deals, sunk in each way.
    stage = Stage(simulation, has_scripts=True)
    other = SEATS[1 - SEATS.index(seat)]
    told = _play(stage, new_scripts(deals), crew)
    margin = told[f"{seat}_score"].astype(np.int64) - told[f"{other}_score"]
    calls = np.column_stack([told[f"{seat}_{kind}_call"] for kind in CLASSES]).astype(np.int64)
    for way in SINKS:
        scripts, is_held = _script(way, seat, calls)
        if is_held.sum() < 2:
            continue
        sunk = _play(stage, scripts, crew)
        less = margin - (sunk[f"{seat}_score"].astype(np.int64) - sunk[f"{other}_score"])
        name = getattr(simulation, other).name
        yield _Sunk(seat, name, way, less[is_held], told[is_held])


def _script(way: str, seat: str, calls: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    # What is told beforehand, and in which deals it is not what the player would call.
    scripts = new_scripts(len(calls))
    at = SCRIPT.calls + len(CLASSES) * SEATS.index(seat)
    if way == "trio of a quatorze":
        number, rank = np.divmod(calls[:, -1], _NUMBER_AT)
        is_held = number > _TRIO
        scripts[is_held, at + len(CLASSES) - 1] = (_NUMBER_AT * _TRIO + rank)[is_held]
        return scripts, is_held
    places = range(len(CLASSES)) if way == "everything" else [CLASSES.index(way)]
    is_held = (calls[:, list(places)] > 0).any(axis=1)
    for place in places:
        scripts[calls[:, place] > 0, at + place] = 0
    return scripts, is_held


def _play(stage: Stage, scripts: np.ndarray, crew: int) -> np.ndarray:
    def play(first: int) -> np.ndarray:
        rows = scripts[first : first + _BLOCK]
        return stage.play(first, len(rows), rows)

    return np.concatenate(list(play_in_order(play, range(0, len(scripts), _BLOCK), crew)))


# ---- Which deals --------------------------------------------------------------------------------
def _list_rows(sunk: _Sunk) -> list[dict[str, object]]:
    rows = []
    for kind, chosen in _list_situations(sunk):
        if chosen.sum() > 1:
            cost = estimate_values(sunk.cost[chosen], limits=_LIMITS)
            rows.append(estimate_row(COST, cost, seat=sunk.seat, opponent=sunk.opponent,
                                     way=sunk.way, kind=kind))  # fmt: skip
    return rows


def _list_situations(sunk: _Sunk) -> Iterator[tuple[str, np.ndarray]]:
    told, seat = sunk.told, sunk.seat
    yield ALL, np.ones(len(told), bool)
    bonus = (told[f"{seat}_pique"] > 0) | (told[f"{seat}_repique"] > 0)
    yield "it makes pique or repique", bonus
    is_open = _is_unguarded(told[f"{seat}_hand"])
    yield UNGUARDED, is_open
    if sunk.way not in CLASSES:
        return
    result = told[f"{sunk.way}_result"]
    for number, answer in _ANSWERED.items():
        own = number if seat == SEATS[0] or number == len(_ANSWERED) else 3 - number
        yield f"it is {answer}", result == own
    if sunk.way != CLASSES[0]:
        is_small = told[f"{seat}_{sunk.way}_call"] // _NUMBER_AT == _TIERCE
        yield SMALL, is_small & is_open


def _is_unguarded(hands: np.ndarray) -> np.ndarray:
    # Whether a king without the ace is bare, or a queen without both has fewer than two guards.
    found = np.zeros(len(hands), bool)
    for suit in range(SUITS):
        lane = hands >> LANE_BITS * suit & LANE_MASK
        ace, king, queen = ((lane >> rank & 1).astype(bool) for rank in (ACE, KING, QUEEN))
        below_king, below_queen = (
            np.bitwise_count(lane & (1 << rank) - 1) for rank in (KING, QUEEN)
        )
        found |= king & ~ace & (below_king == 0)
        found |= queen & ~king & ~ace & (below_queen < 2)
    return found


# ---- What the answers tell ----------------------------------------------------------------------
def _count_answers(simulation: Simulation, deals: int) -> list[dict[str, object]]:
    counts = []
    for index in range(deals):
        deal = simulation.replay_deal(index)
        if deal.record["elder_carte_blanche"] or deal.record["younger_carte_blanche"]:
            continue
        question = read_question(describe_deal(deal), SEATS[0], CLASSES[0])
        counts.append(count_candidates(question, deal.record["younger_hand"]))
    left = np.array(counts, np.int64)
    rows = []
    for place, name in enumerate(ANSWERS):
        least = 1.0 if place else _FEWEST_HANDS
        hands = estimate_values(left[:, place].astype(float), limits=(least, _MOST_HANDS))
        share = estimate_values(left[:, place] / left[:, 0], limits=(0.0, 1.0))
        for quantity, estimate in ((LEFT, hands), (f"share of {LEFT}", share)):
            rows.append(estimate_row(quantity, estimate, seat=SEATS[0], opponent="", way="",
                                     kind=name))  # fmt: skip
    settled = estimate_values(left[:, -1] == 1)
    rows.append(estimate_row("one hand alone is left", settled, seat=SEATS[0], opponent="", way="",
                             kind=ANSWERS[-1]))  # fmt: skip
    return rows


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    left = table[table["quantity"] == LEFT]
    told = {row.kind: say(read_estimate(row)) for row in left.itertuples()}
    named = ", ".join(f"{told[name]} {name}" for name in ANSWERS[1:])
    return (
        Sentence(
            f"{say_who_plays(simulation)}sinking takes off, in points a deal in which something "
            f"is held: {_say_ways(table, simulation)}."
        ),
        Sentence(f"A tierce or trio that is sunk {UNGUARDED} takes off: {_say_small(table)}."),
        Sentence(
            f"Of {told[ANSWERS[0]]} hands that younger can hold by the cards that elder has seen, "
            f"there are left {named}."
        ),
    )


def _say_ways(table: pd.DataFrame, simulation: Simulation) -> str:
    pieces = []
    for seat, other in zip(SEATS, SEATS[::-1], strict=True):
        costs = read_costs(table, seat, getattr(simulation, other).name)
        amounts = ", ".join(f"{way} {say(cost)}" for way, cost in costs.items())
        pieces.append(f"as {seat} {amounts}")
    return "; ".join(pieces)


def _say_small(table: pd.DataFrame) -> str:
    rows = table[(table["kind"] == SMALL) & (table["quantity"] == COST)]
    told = [
        f"{row.way} as {row.seat} against {row.opponent} {say(read_estimate(row))}"
        for row in rows.itertuples()
    ]
    return ", ".join(told) or "too few deals"


def _list_others() -> tuple[str, ...]:
    return (_HEEDLESS,)


STUDY = Study(TITLE, analyse, draw_costs, has_own_rules=True, list_others=_list_others, seconds=120)
"""What sinking costs, and what the answers tell."""
